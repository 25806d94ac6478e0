package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"wolfden/internal/llm"
)

// Participant is somebody who takes part in a discussion.
type Participant struct {
	Name  string `json:"name"`
	Group Group  `json:"group"`
}

// Came is how an answer came about.
type Came struct {
	Again    bool   `json:"asked_again,omitempty"` // the first answer could not be used
	Fault    string `json:"fault,omitempty"`       // why rules answered in a model's place; "" for an answer of a model
	Repaired string `json:"repaired,omitempty"`    // slips of an answer of a model that had one reading all the same; see llm.Response
}

// Said is an utterance.
type Said struct {
	Name string `json:"name"`
	Text string `json:"text"`
	Came
}

// Ballot is the vote of a neutral participant.
type Ballot struct {
	Name string `json:"name"`
	Plan string `json:"plan"`
	Came
}

// Discussion is one discussion of the experiment on impressions, with all that was said.
type Discussion struct {
	Number   int           `json:"number"` // from 0, over all combinations
	Topic    Topic         `json:"topic"`
	Positive string        `json:"positive_plan"` // the plan that the positive group argues for
	People   []Participant `json:"people"`
	Said     []Said        `json:"said"`
	Votes    []Ballot      `json:"votes"`
}

// discussion is one that is being held.
type discussion struct {
	condition
	Discussion

	x      *Impressions
	script *script
	rng    *rand.Rand
}

func newDiscussion(x *Impressions, s *script, c condition, n int) *discussion {
	d := &discussion{
		condition: c, x: x, script: s, rng: rand.New(rand.NewPCG(x.Seed, uint64(n))),
		Discussion: Discussion{Number: n, Topic: c.topic, Positive: c.positive},
	}
	names := s.sentences["name"]
	for i, at := range d.rng.Perm(2*arguing + listening) {
		g := Neutral
		switch {
		case i < arguing:
			g = Positive
		case i < 2*arguing:
			g = Negative
		}
		d.People = append(d.People, Participant{names[at], g})
	}
	return d
}

// run lets everybody speak five times, nobody again before all have spoken, and the neutral ones vote.
func (d *discussion) run(ctx context.Context) {
	for range utterances {
		for _, i := range d.rng.Perm(len(d.People)) {
			if ctx.Err() != nil {
				return
			}
			d.Said = append(d.Said, d.utter(ctx, d.People[i]))
		}
	}
	for _, p := range d.People {
		if p.Group == Neutral {
			d.Votes = append(d.Votes, d.vote(ctx, p))
		}
	}
}

// errNoModel: rules answer everything.
var errNoModel = llm.Because("no model", errors.New("there is no model"))

// unusable is an answer of a model that the experiment has no use for.
type unusable struct{ kind, plan string }

// Error says so.
func (u *unusable) Error() string { return "the answer breaks the rules of the experiment: " + u.kind }

// Kinds of such answers.
const (
	unnamed   = "unnamed" // the plan is not named
	nameAgain = "again"   // it is named more than once
	noVote    = "vote"    // it names not one plan
)

func named(text, plan string) int { return strings.Count(text, plan) }

func otherPlan(plan string) string {
	if plan == planA {
		return planB
	}
	return planA
}

// utter is what a participant says: those of the arguing groups name their plan, and once. One that names it again also when it was
// asked again is taken as it is, as the paper's participants did, and counted.
func (d *discussion) utter(ctx context.Context, p Participant) Said {
	plan := d.plan(p.Group)
	text, came, err := d.ask(ctx, "utter", p, func(text string) error {
		switch {
		case text == "", plan != "" && named(text, plan) == 0:
			return &unusable{unnamed, plan}
		case plan != "" && named(text, plan) > 1:
			return &unusable{nameAgain, plan}
		}
		return nil
	})
	var fault *unusable
	if errors.As(err, &fault) && fault.kind == nameAgain {
		err = nil
	}
	if err != nil {
		came.Fault = causeOf(err)
		text = d.script.sentence(d.rng, p.Group, d.Topic, plan)
	}
	return Said{p.Name, text, came}
}

// vote is the plan that a neutral participant votes for.
func (d *discussion) vote(ctx context.Context, p Participant) Ballot {
	text, came, err := d.ask(ctx, "vote", p, func(text string) error {
		if (named(text, planA) > 0) == (named(text, planB) > 0) {
			return &unusable{kind: noVote}
		}
		return nil
	})
	plan := planB
	switch {
	case err != nil:
		came.Fault, plan = causeOf(err), d.swayed()
	case named(text, planA) > 0:
		plan = planA
	}
	return Ballot{p.Name, plan, came}
}

// causeOf is the kind of what went wrong, as tables count it.
func causeOf(err error) string {
	if fault := (&unusable{}); errors.As(err, &fault) {
		return "does not hold: rules of the experiment"
	}
	return llm.CauseOf(err)
}

// The rule of the neutral ones: utterances of both groups weigh the same, but for those whose tone fits the topic, which weigh more, as the
// paper found; doubt is drawn. It is a stand-in that shows how the experiment works and nothing about language models.
const (
	plainWeight   = 1.0
	fittingWeight = 1.35
	doubt         = 7.0 // standard deviation
)

func (d *discussion) swayed() string {
	lean := d.rng.NormFloat64() * doubt
	const edge = (fittingWeight - plainWeight) * arguing * utterances
	if d.Topic == NotChosen {
		lean -= edge
	} else {
		lean += edge
	}
	if lean > 0 {
		return d.plan(Positive)
	}
	return d.plan(Negative)
}

// ask asks the model, where there is one, and once more where its answer cannot be used, with the reason. The text is the last answer.
func (d *discussion) ask(ctx context.Context, what string, p Participant, check func(string) error) (text string, came Came, err error) {
	if d.x.Model == nil {
		return "", came, errNoModel
	}
	if text, came.Repaired, err = d.complete(ctx, what, p, ""); err == nil {
		err = check(text)
	}
	var fault *unusable
	if !errors.As(err, &fault) {
		return text, came, err
	}
	came.Again = true
	again, repaired, err := d.complete(ctx, what, p, d.script.fault(fault.kind, fault.plan))
	if err != nil {
		return text, came, fault // the first answer is all there is
	}
	came.Repaired = repaired
	return again, came, check(again)
}

// prompt is the question for an answer.
func (d *discussion) prompt(what string, p Participant, fault string) ([]llm.Message, error) {
	var said []string
	for i := range d.Said {
		said = append(said, d.Said[i].Name+": "+d.Said[i].Text)
	}
	return d.script.prompt(what, promptData{Name: p.Name, Group: p.Group, Topic: d.Topic, Plan: d.plan(p.Group), Said: said, Fault: fault})
}

// complete is an answer of the model, with its slips.
func (d *discussion) complete(ctx context.Context, what string, p Participant, fault string) (text, repaired string, err error) {
	messages, err := d.prompt(what, p, fault)
	if err != nil {
		return "", "", err
	}
	heat, topP := 1.0, 1.0 // the paper's default parameters
	answer, err := d.x.Model.Complete(ctx, llm.Request{
		Label: llm.Label{Task: "impression-" + what}, Messages: messages, Schema: d.script.schema,
		Sampling: llm.Sampling{Temperature: &heat, TopP: &topP, MaxTokens: mostTokens, Index: int(d.rng.Uint32())},
	})
	if err != nil {
		return "", "", err
	}
	var out answerForm
	if err := json.Unmarshal(answer.JSON, &out); err != nil {
		return "", "", fmt.Errorf("an answer in another form: %w", err)
	}
	return strings.Join(strings.Fields(llm.Clean(out.Text)), " "), answer.Repaired, nil
}

// mostTokens is how long an answer may be: several times those of the paper.
const mostTokens = 600
