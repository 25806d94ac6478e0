package lab

import (
	"cmp"
	"context"
	"fmt"

	"wolfden/internal/experiment"
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
	Lang  string    // "en" or "ja"; empty is the paper's, Japanese
	Model llm.Model // nil: rules speak and vote
	Runs  int       // of each of the four combinations; 0 is 20
	// Parallel is how many discussions go on at the same time; 0 is one.
	Parallel int
	// Prompts are laid over the program's own; nil for none.
	Prompts *prompt.Overlay
	// Kept, Keep and Done are those of its runs, the discussions.
	Kept func(number int) (*Discussion, error)
	Keep func(number int, d *Discussion) error
	Done func()
	// Away holds a discussion in the place of Hold; nil: nobody does.
	Away func(ctx context.Context, number int) (*Discussion, error)
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

	Held     int `json:"discussions"`
	Repaired int `json:"repaired"`    // answers of models that had slips and one reading all the same
	Again    int `json:"asked_again"` // answers that were asked for once more, since they could not be used
	// Of the utterances of models in the arguing groups, those that name their plan more than once all the same, and those that name the
	// other plan.
	Arguments int `json:"arguments_by_model"`
	Repeated  int `json:"plan_named_again"`
	Other     int `json:"other_plan_named"`
}

// Typical utterances have so many tokens: those that the paper prints in its appendix A.3.
const (
	typicalTokens = 110
	voteTokens    = 5
)

// Forecast says what the experiment will ask, if every utterance is of the length of those in the paper and no answer is asked for again.
func (x *Impressions) Forecast() (f experiment.Forecast, err error) {
	script, err := readScript(x.lang(), x.Prompts)
	if err != nil {
		return f, err
	}
	for n, c := range allConditions() {
		d := newDiscussion(x, script, c, n)
		ask := func(what string, p Participant, out int) error {
			messages, err := d.prompt(what, p, "")
			for _, m := range messages {
				f.In += llm.Tokens(m.Text)
			}
			f.In += typicalTokens * len(d.Said)
			f.Calls, f.Out = f.Calls+1, f.Out+out
			return err
		}
		for i := range utterances * len(d.People) {
			if err := ask("utter", d.People[i%len(d.People)], typicalTokens); err != nil {
				return f, err
			}
			d.Said = append(d.Said, Said{})
		}
		for _, p := range d.People {
			if p.Group == Neutral {
				if err := ask("vote", p, voteTokens); err != nil {
					return f, err
				}
			}
		}
	}
	runs := x.runs()
	return experiment.Forecast{Calls: f.Calls * runs, In: f.In * runs, Out: f.Out * runs}, nil
}

func (x *Impressions) runs() int { return cmp.Or(x.Runs, paperRuns) }

// Held is how many discussions the experiment has.
func (x *Impressions) Held() int { return len(allConditions()) * x.runs() }

// Run holds all discussions that were not kept. It ends early, with the context's error, when the context is over.
func (x *Impressions) Run(ctx context.Context) (*ImpressionResult, error) {
	runs := experiment.Runs[Discussion]{N: x.Held(), Parallel: x.Parallel, Kept: x.Kept, Keep: x.Keep, Done: x.Done, Do: x.Hold}
	if x.Away != nil {
		runs.Do = x.Away
	}
	held, err := runs.All(ctx)
	if err != nil {
		return nil, err
	}
	return tabulate(allConditions(), held), nil
}

// Hold holds a discussion, by its number.
func (x *Impressions) Hold(ctx context.Context, n int) (*Discussion, error) {
	script, err := readScript(x.lang(), x.Prompts)
	if err != nil {
		return nil, err
	}
	if n < 0 || n >= x.Held() {
		return nil, fmt.Errorf("there is no discussion %d of %d", n, x.Held())
	}
	d := newDiscussion(x, script, allConditions()[n/x.runs()], n)
	d.run(ctx)
	return &d.Discussion, nil
}

func (x *Impressions) lang() string { return cmp.Or(x.Lang, "ja") }

// tabulate counts the votes.
func tabulate(conditions []condition, held []*Discussion) *ImpressionResult {
	r := &ImpressionResult{By: "rules", Held: len(held)}
	for _, c := range conditions {
		votes, of, runs := 0, 0, 0
		for _, d := range held {
			if d.Topic != c.topic || d.Positive != c.positive {
				continue
			}
			runs++
			for _, v := range d.Votes {
				if of++; v.Plan == c.plan(Positive) {
					votes++
				}
			}
			r.count(d, c)
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

// count counts how the answers of a discussion came about.
func (r *ImpressionResult) count(d *Discussion, c condition) {
	groups := map[string]Group{}
	for _, p := range d.People {
		groups[p.Name] = p.Group
	}
	for _, v := range d.Votes {
		r.answer(&v.Came)
	}
	for i := range d.Said {
		s := &d.Said[i]
		r.answer(&s.Came)
		plan := c.plan(groups[s.Name])
		if plan == "" || s.Fault != "" {
			continue
		}
		r.Arguments++
		if named(s.Text, plan) > 1 {
			r.Repeated++
		}
		if named(s.Text, otherPlan(plan)) > 0 {
			r.Other++
		}
	}
}

func (r *ImpressionResult) answer(c *Came) {
	r.Calls++
	if c.Again {
		r.Again++
	}
	switch {
	case c.Fault != "":
		r.Rules, r.Causes = r.Rules+1, append(r.Causes, c.Fault)
	case c.Repaired != "":
		r.Repaired++
	}
}
