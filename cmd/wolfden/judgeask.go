package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/fleet"
	"wolfden/internal/judge"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/llm/provider"
	"wolfden/internal/llm/source"
)

// oldJudgeFlags are the names that flags of judge run had. They do as the new ones, and say so.
type oldJudgeFlags struct {
	Cache   string        `hidden:"" help:"Is --model-cache now." placeholder:"DIR"`
	Record  string        `hidden:"" help:"Is --model-record now." placeholder:"DIR"`
	Replay  string        `hidden:"" help:"Is --model-replay now." placeholder:"DIR"`
	Timeout time.Duration `hidden:"" help:"Is --model-timeout now." placeholder:"2m"`
}

// renamed takes what stands under an old name for the new one.
func (c *judgeRunCmd) renamed(stderr io.Writer) error {
	timeout := ""
	if c.Timeout != 0 {
		timeout = c.Timeout.String()
	}
	for _, f := range []struct {
		name, old string
		now       *string
	}{
		{"cache", c.Cache, &c.ModelCache}, {"record", c.Record, &c.ModelRecord}, {"replay", c.Replay, &c.ModelReplay}, {"timeout", timeout, &c.Tuning.Timeout},
	} {
		switch {
		case f.old == "":
			continue
		case *f.now != "":
			return usagef("--%[1]s is the old name of --model-%[1]s: give one of them", f.name)
		}
		*f.now = f.old
		fmt.Fprintf(stderr, "note: --%[1]s is called --model-%[1]s now, as everywhere; the old name still works\n", f.name)
	}
	return nil
}

// flags are the flags for models as other commands have them.
func (c *judgeRunCmd) flags() *modelFlags {
	return &modelFlags{recordFlags: c.recordFlags, askingFlags: c.askingFlags}
}

// answerTime is the time for an attempt where none is given.
const answerTime = "2m"

// lanes is how many games may be under way: a model that is asked so many questions at once at most is not asked about more games than
// that, since the next question of each would have to wait until others had driven the game out of the server's cache.
func (c *judgeRunCmd) lanes(way *provider.Options) int {
	if most := way.Limits.Concurrent * len(c.Model); most > 0 {
		return min(c.Parallel, most)
	}
	return c.Parallel
}

// hearing is what games are judged with by models. It is experiment.Means.
type hearing struct {
	*judgeRunCmd
	env    *env
	games  []*judge.Game
	book   *judge.AnswerBook
	panel  judge.Panel
	models *source.Source // nil until they are open
	end    func(over bool)
}

// Foretell is that of experiment.Means.
func (a *hearing) Foretell(asked experiment.Forecasts, rests string) (enough bool, err error) {
	f := experimentFlags{Forecast: a.Forecast, modelFlags: *a.flags()}
	return a.Forecast, f.foretell(a.env, asked, rests)
}

// verdictTokens is about how many an answer has for each player.
const verdictTokens = 12

// foresee puts every question to nobody.
func (a *hearing) foresee() (experiment.Forecasts, error) {
	nobody, panel := &experiment.Rehearsal{}, a.panel
	for i, name := range a.Model {
		model, err := nobody.Open(name)
		if err != nil {
			return nil, err
		}
		panel.Judges = slices.Clone(panel.Judges)
		panel.Judges[i].Of = func(*judge.Game) (llm.Model, error) { return model, nil }
	}
	answers := experiment.Forecasts{}
	for _, one := range panel.Asked(a.games, a.book) {
		if _, err := panel.Put(a.env.ctx, &one); err != nil {
			return nil, err
		}
		by := slices.IndexFunc(panel.Judges, func(j judge.Panelist) bool { return j.Name == one.Questions[0].Rater })
		answers.Add(experiment.Forecasts{a.Model[by]: {Out: verdictTokens * len(one.Questions) * len(one.Game.Players)}})
	}
	answers.Add(nobody.Times(1, 1))
	return answers, nil
}

// Open opens the models, or has a fleet judge.
func (a *hearing) Open() error {
	settings, way, err := readSettings(a.Tuning.settings(), flagKeys)
	if err != nil {
		return usageError{err}
	}
	options, err := a.flags().options(way, settings, a.env.stderr)
	if err != nil {
		return err
	}
	if a.models, err = source.New(options); err != nil {
		return err
	}
	a.panel.Parallel = a.lanes(&way)
	games := &gameBudgets{source: a.models, limit: a.ofGame(), games: map[string]*source.Game{}}
	for i, name := range a.Model {
		if _, err := games.open("", name); err != nil { // a missing key is an error now
			return err
		}
		a.panel.Judges[i].Of = func(g *judge.Game) (llm.Model, error) { return games.open(g.ID, name) }
	}
	crew, end, err := a.crew(a.env, func() (fleet.Run, error) { return a.run(&a.panel, len(a.games)*len(a.Model)) })
	if crew != nil {
		a.panel.Crew, a.panel.Parallel = crew, handedOut
	}
	a.end = end
	return err
}

// Close ends the models.
func (a *hearing) Close() {
	if a.models != nil {
		a.models.Close()
	}
}

// gameBudgets opens models for games, each with the budget of a game. It may be used from several goroutines.
type gameBudgets struct {
	source *source.Source
	limit  llm.Limit

	mu    sync.Mutex
	games map[string]*source.Game
}

func (b *gameBudgets) open(game, name string) (llm.Model, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.games[game] == nil {
		b.games[game] = b.source.Game(b.limit, nil)
	}
	return b.games[game].Open(name)
}

// ask judges by models.
func (c *judgeRunCmd) ask(e *env, games []*judge.Game, criteria []judge.Criterion, book *judge.AnswerBook) error {
	over, _, err := openPrompts(c.Prompts)
	if err != nil {
		return err
	}
	c.Tuning.Timeout = cmp.Or(c.Tuning.Timeout, answerTime)
	a := &hearing{judgeRunCmd: c, env: e, games: games, book: book}
	a.panel = judge.Panel{Criteria: criteria, Prompts: over, Scale: scaleOf(c.Scale), Samples: c.Samples, Lang: c.Lang, Seed: c.Seed}
	for _, name := range c.Model {
		a.panel.Judges = append(a.panel.Judges, judge.Panelist{Name: judge.Called(name, over)})
	}
	var p judge.Progress
	err = (&experiment.Experiment{
		Means: a, Foresee: a.foresee, Rests: "what has an answer is not asked again, and no answer asked for twice", Out: c.Output,
		Run: func(*experiment.Folder) (err error) {
			p, err = a.panel.Ask(e.ctx, games, book, showJudging(e))
			a.end(err == nil)
			return errors.Join(err, c.tell(e, &a.panel, &p))
		},
		Tell: func() error {
			if p.Failed == 0 {
				return nil
			}
			return fmt.Errorf("%s got no %s; the same command asks again", english.Count(p.Failed, "question"), a.panel.Scale.Noun())
		},
	}).Perform(e.ctx)
	return err
}

// tell tells what was asked, also where that was stopped.
func (c *judgeRunCmd) tell(e *env, panel *judge.Panel, p *judge.Progress) error {
	noun := panel.Scale.Noun()
	fmt.Fprintf(e.stderr, "%s: %d answered before, %d now, %d without a %s; %s asked for again\n",
		english.Count(p.Total, "question"), p.Skipped, p.Answered, p.Failed, noun, english.Count(p.Asked, noun))
	fmt.Fprintf(e.stderr, "cost: %.4f USD, %d tokens in, %d of them cached, %d out, %d of them thought (0 USD where the price is not known)\n",
		p.Usage.Cost, p.Usage.In, p.Usage.CachedIn, p.Usage.Out, p.Usage.Thought)
	var asked []league.EntryCalls
	for i, calls := range p.Calls {
		if calls.Asked() > 0 {
			asked = append(asked, league.EntryCalls{Entry: panel.Judges[i].Name, Calls: calls})
		}
	}
	return errors.Join(writeJudged(e.stderr, noun, asked), writeFaults(e.stderr, p.Faults))
}

// writeFaults says why questions got no answer of use: what was wrong with those that came, with the last of them, and why no more did.
func writeFaults(w io.Writer, faults []judge.Fault) error {
	for _, f := range faults {
		var parts []string
		if all, what := timesOf(f.Times); all > 0 {
			parts = append(parts, fmt.Sprintf("%s of no use: %s; the last: %s", english.Count(all, "answer"), what, quotedShort(f.Last)))
		}
		if all, why := timesOf(f.Without); all > 0 {
			parts = append(parts, fmt.Sprintf("%s without another answer: %s", english.Count(all, "question"), why))
		}
		if _, err := fmt.Fprintf(w, "%s, criterion %s: %s\n", f.Judge, f.Criterion, strings.Join(parts, "; ")); err != nil {
			return err
		}
	}
	return nil
}

// timesOf is how many there are of several kinds, together and each.
func timesOf(times map[string]int) (all int, each string) {
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(times)) {
		all += times[what]
		parts = append(parts, fmt.Sprintf("%s %d", what, times[what]))
	}
	return all, strings.Join(parts, ", ")
}

// quotedShort is the beginning of a text that may have come from anywhere, in quotation marks on one line.
func quotedShort(text string) string {
	const most = 120
	if runes := []rune(text); len(runes) > most {
		return strconv.Quote(string(runes[:most])) + "..."
	}
	return strconv.Quote(text)
}

// showJudging tells how far the judges are.
func showJudging(e *env) func(judge.Progress) {
	var p *progress
	return func(j judge.Progress) {
		if p == nil {
			p = newProgress(e.stderr, "question", j.Total, false)
		}
		p.move(j.Skipped+j.Answered+j.Failed, func() string { return fmt.Sprintf("%.4f USD", j.Usage.Cost) })
	}
}
