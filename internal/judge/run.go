package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
)

// Panelist is a model that judges. It must give Response.JSON for requests with a schema, as llm.Structured does.
type Panelist struct {
	Name  string
	Model llm.Model
	// Of is the model for what is asked about one game, as where a game has a budget of its own; nil: Model for all of them. It may be
	// called from several goroutines.
	Of func(*Game) (llm.Model, error)
}

// of is the model that is asked about a game.
func (p *Panelist) of(g *Game) (llm.Model, error) {
	if p.Of == nil {
		return p.Model, nil
	}
	return p.Of(g)
}

// Panel is who is asked what about which games.
type Panel struct {
	Judges   []Panelist
	Criteria []Criterion
	Scale    Scale
	Samples  int    // of every question; less than 1 is 1
	Lang     string // of the questions; empty is that of each game
	Seed     uint64 // of the orders in which players are listed
	Parallel int    // games under way at most, one of two judges counts twice; less than 1 is 1
	// Prompts are laid over the program's own; nil for none.
	Prompts *prompt.Overlay
	// Crew puts the questions instead of the judges, which then need no model; nil: the judges are asked here.
	Crew experiment.Crew
}

// tries is how often a question is put before it counts as failed.
const tries = 3

// Progress says how far a run has come.
type Progress struct {
	Total    int // questions
	Skipped  int // of them were answered before the run
	Answered int // in this run
	Failed   int
	Asked    int // verdicts that had to be asked for again
	Usage    llm.Usage
	// Faults is why questions got no verdict, by judge and criterion. It is whole, and in order, when the run is over.
	Faults []Fault
	// Calls is what each judge was asked in this run, by its place among the panel's: a question without a verdict counts as a
	// rule's answer. It is not to be changed.
	Calls []chronicle.Calls
}

type job struct {
	q         Question
	game      *Game
	criterion *Criterion
	judge     Panelist
	nth       int // of the panel's judges
}

// jobs lists what a panel asks about the games, by game, criterion, judge and sample. A question that stands there
// twice, as about a game given twice, is listed once.
func (p *Panel) jobs(games []*Game) (all []job) {
	seen := map[Question]bool{}
	for _, g := range games {
		for c := range p.Criteria {
			if !p.Criteria[c].Fits(len(g.Players)) {
				continue
			}
			for nth, j := range p.Judges {
				for sample := range max(p.Samples, 1) {
					q := Question{g.ID, p.Criteria[c].Letter, ByModel, j.Name, sample, p.Scale}
					if !seen[q] {
						seen[q] = true
						all = append(all, job{q, g, &p.Criteria[c], j, nth})
					}
				}
			}
		}
	}
	return all
}

// run is one run of a panel.
type run struct {
	panel   *Panel
	book    *AnswerBook
	tell    func(Progress)
	prompts map[string]*prompts

	mu       sync.Mutex
	progress Progress
}

// Ask puts every question of the panel that the book has no answer to, and adds the answers to it. Tell, unless it is
// nil, is told of the progress after each, from one goroutine at a time. When the context ends no more questions are
// put, and those under way are still waited for and kept, so that no question is paid for twice. A question without a
// verdict is kept as a failure and does not end the run; the error is the context's or the book's, or that the budget of the run is
// used up.
func (p *Panel) Ask(ctx context.Context, games []*Game, book *AnswerBook, tell func(Progress)) (Progress, error) {
	r, err := p.begin()
	if err != nil {
		return Progress{}, err
	}
	r.book, r.tell = book, tell
	r.progress.Calls = make([]chronicle.Calls, len(p.Judges))
	all := r.open(p.jobs(games))
	asked := experiment.Runs[struct{}]{N: len(all), Parallel: p.Parallel, Do: func(ctx context.Context, i int) (*struct{}, error) { return nil, r.ask(ctx, all[i]) }}
	_, err = asked.All(ctx)
	r.progress.sortFaults()
	return r.progress, err
}

// begin reads what questions are put with.
func (p *Panel) begin() (*run, error) {
	r := &run{panel: p, prompts: map[string]*prompts{}}
	for _, lang := range Languages() {
		read, err := readPrompts(lang, p.Scale, p.Prompts)
		if err != nil {
			return nil, err
		}
		r.prompts[lang] = read
	}
	if p.Lang != "" && r.prompts[p.Lang] == nil {
		return nil, fmt.Errorf("no prompts in %q; there are %q", p.Lang, Languages())
	}
	return r, nil
}

// lanes are jobs that one judge has about one game, each lane in the order of its first. They begin alike, and whoever answers them one
// after another need not read the game twice.
func lanes(jobs []job) (all [][]job) {
	type lane struct {
		game *Game
		nth  int
	}
	at := map[lane]int{}
	for _, j := range jobs {
		to := lane{j.game, j.nth}
		if _, begun := at[to]; !begun {
			at[to] = len(all)
			all = append(all, nil)
		}
		all[at[to]] = append(all[at[to]], j)
	}
	return all
}

// open are the lanes of the questions that have no answer.
func (r *run) open(jobs []job) [][]job {
	open := slices.DeleteFunc(slices.Clone(jobs), func(j job) bool { return r.book.Answered(j.q) })
	r.count(func(p *Progress) { p.Total, p.Skipped = len(jobs), len(jobs)-len(open) })
	return lanes(open)
}

func (r *run) count(change func(*Progress)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.progress)
	if r.tell != nil {
		r.tell(r.progress)
	}
}

// ask puts the questions of a lane and keeps what comes.
func (r *run) ask(ctx context.Context, lane []job) error {
	if r.panel.Crew != nil {
		return r.away(ctx, lane)
	}
	for i := range lane {
		if ctx.Err() != nil {
			return nil
		}
		// What is under way when the run is stopped was paid for: it is waited for and kept.
		o, err := r.put(context.WithoutCancel(ctx), &lane[i], len(lane) > 1)
		if broken := r.take(&lane[i], o); broken != nil {
			return broken
		}
		if errors.Is(err, llm.ErrRunBudget) {
			return err // nothing more would be sent
		}
	}
	return nil
}

// put puts one question. Shared says that it is not the only one about its game. The error is why it got no verdict.
func (r *run) put(ctx context.Context, j *job, shared bool) (*Outcome, error) {
	o := &Outcome{Call: chronicle.Call{By: chronicle.ByModel}}
	answer, err := r.answer(ctx, j, shared, &o.Call)
	o.Answer = answer
	for _, t := range answer.Tries {
		o.Wrong = append(o.Wrong, t.what)
	}
	if err != nil {
		o.Call.By, o.Call.Kind, o.Cut = chronicle.ByRule, llm.CauseOf(err), !errors.Is(err, errNone)
		o.Answer, o.Failure = nil, &Failure{Question: j.q, Tries: answer.Tries, Error: llm.Clean(err.Error()), Usage: answer.Usage}
	}
	o.Call.In, o.Call.CachedIn, o.Call.Out, o.Call.ThoughtOut, o.Call.USD = answer.Usage.In, answer.Usage.CachedIn, answer.Usage.Out, answer.Usage.Thought, answer.Usage.Cost
	return o, err
}

// take keeps and counts what came of a question.
func (r *run) take(j *job, o *Outcome) error {
	if err := r.book.Add(o.Entry); err != nil {
		return err
	}
	r.count(func(p *Progress) {
		var usage llm.Usage
		if o.Failure != nil {
			p.Failed++
			p.countFaults(&j.q, o)
			usage = o.Failure.Usage
		} else {
			p.Answered++
			usage = o.Answer.Usage
		}
		p.Asked += len(o.Wrong)
		p.Usage = p.Usage.Add(usage)
		p.Calls[j.nth].Count(&o.Call)
	})
	return nil
}

// errNone is a question to which nothing came that is a verdict.
var errNone = errors.New("nothing of use came")

// answer asks until a verdict comes. With an error the answer tells what was tried. The call takes what was sent and how long it took.
func (r *run) answer(ctx context.Context, j *job, shared bool, call *chronicle.Call) (*Answer, error) {
	lang := j.game.Lang
	if r.panel.Lang != "" {
		lang = r.panel.Lang
	}
	p := r.prompts[lang]
	a := &Answer{Question: j.q, Lang: lang, Wording: Wording(), Prompt: p.hash}
	drawn := orders{j.game.Order(r.panel.Seed, "", 0), j.game.Order(r.panel.Seed, j.q.Criterion, j.q.Sample)}
	messages, err := p.ask(j.game, j.criterion, lang, drawn, shared)
	if err != nil {
		return a, err
	}
	model, err := j.judge.of(j.game)
	what, kind := "", ""
	for range tries {
		if err != nil {
			return a, err
		}
		var resp llm.Response
		resp, err = model.Complete(ctx, llm.Request{
			Label: llm.Label{Task: "judge", Prompt: p.hash}, Messages: messages, Schema: p.schema,
			Sampling: llm.Sampling{Index: j.q.Sample},
		})
		a.Usage, a.Model = a.Usage.Add(resp.Usage), resp.Model
		call.Cached = resp.Cached && (call.Attempts == 0 || call.Cached)
		call.Attempts, call.Latency = call.Attempts+resp.Attempts, call.Latency+resp.Latency.Milliseconds()
		if err != nil && !errors.Is(err, llm.ErrUnstructured) {
			return a, err
		}
		fault := err
		if err == nil {
			a.Verdict, a.Repaired, fault = verdict(resp, j.q.Scale, j.game.Names())
		}
		if fault == nil {
			a.Text, call.Repaired = resp.Text, a.Repaired
			return a, nil
		}
		a.Verdict, a.Repaired = Verdict{}, ""
		what, kind = faultOf(fault)
		a.Tries = append(a.Tries, Try{Text: llm.Clean(resp.Text), Fault: llm.Clean(fault.Error()), what: what})
		messages, err = p.askAgain(messages, resp.Text, fault, len(j.game.Players))
	}
	return a, llm.Because(kind, fmt.Errorf("%w in %s; the last: %s", errNone, english.Count(tries, "answer"), what))
}
