package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
	"wolfden/internal/stats"
)

// Group is how a participant argues.
type Group string

// The groups of the experiment on impressions.
const (
	Positive Group = "positive"
	Negative Group = "negative"
	Neutral  Group = "neutral"
)

// Topic is what is discussed.
type Topic string

// The two topics: which plan should be chosen, which should not.
const (
	Chosen    Topic = "chosen"
	NotChosen Topic = "not_chosen"
)

// The plans have labels without meaning.
const (
	planA = "000"
	planB = "111"
)

// Impressions is the experiment of Watanabe and Kano (2025), sections 3 to 5: whether praise or fear moves a discussion.
// Zero counts are the paper's.
type Impressions struct {
	Seed  uint64
	Lang  string    // "en" or "ja"; empty is English
	Model llm.Model // nil: rules speak and vote
	Runs  int       // of each of the four combinations; 0 is 20
	// Parallel is how many discussions go on at the same time; 0 is one.
	Parallel int
	// Prompts are laid over the program's own; nil for none.
	Prompts *prompt.Overlay
}

// The paper's figures (section 4.1).
const (
	paperRuns  = 20
	arguing    = 4 // participants of each arguing group
	listening  = 5 // neutral ones, who vote
	utterances = 5 // of each
)

// condition is one combination of the experiment.
type condition struct {
	topic    Topic
	positive string // the plan that the positive group argues for; the negative group has the other
}

// allConditions are the four combinations, in the order of the paper's table.
func allConditions() []condition {
	return []condition{{Chosen, planA}, {Chosen, planB}, {NotChosen, planA}, {NotChosen, planB}}
}

// plan is what a group argues for; "" for the neutral one.
func (c condition) plan(g Group) string {
	switch {
	case g == Neutral:
		return ""
	case g == Positive == (c.positive == planA):
		return planA
	}
	return planB
}

// ImpressionRow is a line of the paper's table 2.
type ImpressionRow struct {
	Group Group      `json:"group"`
	Plan  string     `json:"plan"`
	Topic Topic      `json:"topic"`
	Votes stats.Rate `json:"votes"`
	Paper int        `json:"paper"` // votes of 100
}

// paperVotes is table 2 of the paper.
var paperVotes = map[Topic]map[string]int{
	Chosen: {planA: 88, planB: 80}, NotChosen: {planA: 13, planB: 10},
}

// ImpressionResult is what the experiment found.
type ImpressionResult struct {
	By     string          `json:"by"` // "model", "rules", or both where calls failed
	Calls  int             `json:"calls"`
	Rules  int             `json:"rules"` // answers of rules
	Causes []string        `json:"-"`     // why, one an answer
	Rows   []ImpressionRow `json:"rows"`
}

// Run holds all discussions. It ends early, with the context's error, when the context is over.
func (x *Impressions) Run(ctx context.Context) (*ImpressionResult, error) {
	script, err := readScript(x.lang(), x.Prompts)
	if err != nil {
		return nil, err
	}
	runs := x.Runs
	if runs <= 0 {
		runs = paperRuns
	}
	conditions := allConditions()
	held := make([]*discussion, len(conditions)*runs)
	gate := make(chan struct{}, max(1, x.Parallel))
	var all sync.WaitGroup
	for i := range held {
		all.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			held[i] = newDiscussion(x, script, conditions[i/runs], i)
			held[i].run(ctx)
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return tabulate(conditions, held), nil
}

func (x *Impressions) lang() string {
	if x.Lang == "" {
		return "en"
	}
	return x.Lang
}

// tabulate counts the votes.
func tabulate(conditions []condition, held []*discussion) *ImpressionResult {
	r := &ImpressionResult{By: "rules"}
	for _, c := range conditions {
		votes, of, runs := 0, 0, 0
		for _, d := range held {
			if d.condition != c {
				continue
			}
			votes, of, runs = votes+d.positive, of+d.votes, runs+1
			r.Calls, r.Rules, r.Causes = r.Calls+d.calls, r.Rules+len(d.causes), append(r.Causes, d.causes...)
		}
		paper := paperVotes[c.topic][c.positive]
		r.Rows = append(r.Rows,
			ImpressionRow{Positive, c.plan(Positive), c.topic, stats.Clustered(votes, of, runs), paper},
			ImpressionRow{Negative, c.plan(Negative), c.topic, stats.Clustered(of-votes, of, runs), 100 - paper})
	}
	switch {
	case r.Calls > 0 && r.Rules == 0:
		r.By = "model"
	case r.Calls > r.Rules:
		r.By = "model, and rules where it failed"
	}
	return r
}

// participant is somebody who takes part.
type participant struct {
	name  string
	group Group
}

// discussion is one run.
type discussion struct {
	condition

	x        *Impressions
	script   *script
	rng      *rand.Rand
	people   []participant
	said     []string
	votes    int
	positive int // votes for the plan of the positive group
	calls    int
	causes   []string // for which rules answered, one an answer
}

func newDiscussion(x *Impressions, s *script, c condition, n int) *discussion {
	d := &discussion{condition: c, x: x, script: s, rng: rand.New(rand.NewPCG(x.Seed, uint64(n)))}
	for i := range 2*arguing + listening {
		g := Neutral
		switch {
		case i < arguing:
			g = Positive
		case i < 2*arguing:
			g = Negative
		}
		d.people = append(d.people, participant{fmt.Sprintf("Agent[%02d]", i+1), g})
	}
	return d
}

// run lets everybody speak five times, nobody again before all have spoken, and the neutral ones vote.
func (d *discussion) run(ctx context.Context) {
	for range utterances {
		for _, i := range d.rng.Perm(len(d.people)) {
			if ctx.Err() != nil {
				return
			}
			p := d.people[i]
			d.said = append(d.said, p.name+": "+d.utter(ctx, p))
		}
	}
	for _, p := range d.people {
		if p.group != Neutral {
			continue
		}
		d.votes++
		if d.vote(ctx, p) == d.plan(Positive) {
			d.positive++
		}
	}
}

// errNoModel: rules answer everything.
var errNoModel = llm.Because("no model", errors.New("there is no model"))

// errAnswer: a model's answer breaks the rules of the experiment.
var errAnswer = llm.Because("does not hold: rules of the experiment", errors.New("the answer breaks the rules of the experiment"))

// utter is what a participant says: of the arguing groups each utterance names its plan exactly once.
func (d *discussion) utter(ctx context.Context, p participant) string {
	text, err := d.ask(ctx, "utter", p, func(text string) error {
		if plan := d.plan(p.group); plan != "" && strings.Count(text, plan) != 1 {
			return fmt.Errorf("%w: it does not name its plan once", errAnswer)
		}
		return nil
	})
	if err == nil {
		return text
	}
	return d.script.sentence(d.rng, p.group, d.topic, d.plan(p.group))
}

// vote is the plan that a neutral participant votes for.
func (d *discussion) vote(ctx context.Context, p participant) string {
	text, err := d.ask(ctx, "vote", p, func(text string) error {
		if strings.Contains(text, planA) == strings.Contains(text, planB) {
			return fmt.Errorf("%w: it does not name one plan", errAnswer)
		}
		return nil
	})
	switch {
	case err != nil:
		return d.swayed()
	case strings.Contains(text, planA):
		return planA
	}
	return planB
}

// The rule of the neutral ones: utterances of both groups weigh the same, but for those whose tone fits the topic, which weigh more, as the
// paper found; doubt is drawn. It is a stand-in that shows how the experiment works and nothing about language models.
const (
	plainWeight   = 1.0
	fittingWeight = 1.35
	doubt         = 7.0 // standard deviation
)

func (d *discussion) swayed() string {
	fits := Positive
	if d.topic == NotChosen {
		fits = Negative
	}
	lean := d.rng.NormFloat64() * doubt
	const edge = (fittingWeight - plainWeight) * arguing * utterances
	if fits == Positive {
		lean += edge
	} else {
		lean -= edge
	}
	if lean > 0 {
		return d.plan(Positive)
	}
	return d.plan(Negative)
}

// ask asks the model, where there is one.
func (d *discussion) ask(ctx context.Context, what string, p participant, check func(string) error) (string, error) {
	d.calls++
	text, err := d.complete(ctx, what, p)
	if err == nil {
		err = check(text)
	}
	if err != nil {
		d.causes = append(d.causes, llm.CauseOf(err))
	}
	return text, err
}

func (d *discussion) complete(ctx context.Context, what string, p participant) (string, error) {
	if d.x.Model == nil {
		return "", errNoModel
	}
	messages, err := d.script.prompt(what, promptData{
		Name: p.name, Group: p.group, Topic: d.topic, Plan: d.plan(p.group), Said: d.said,
	})
	if err != nil {
		return "", err
	}
	heat := 1.0 // the paper's default parameters
	answer, err := d.x.Model.Complete(ctx, llm.Request{
		Label: llm.Label{Task: "impression-" + what}, Messages: messages, Schema: d.script.schema,
		Sampling: llm.Sampling{Temperature: &heat, MaxTokens: 200, Index: int(d.rng.Uint32())},
	})
	if err != nil {
		return "", err
	}
	var out struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(answer.JSON, &out); err != nil {
		return "", err
	}
	return strings.Join(strings.Fields(llm.Clean(out.Text)), " "), nil
}
