package bdi

import (
	"context"
	"math"
	"slices"
	"strconv"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

// Aim is the micro-desire, the purpose of the next utterance (section 3.5.3).
type Aim struct {
	Stage      string // one of task.Stages
	Desire     string // the goal
	Guidelines []string
	Answer     *Record         // the record to answer, nil for none
	Response   string          // how to answer, "" for not at all
	Target     werewolf.SeatID // whom the utterance is directed against, 0 for nobody

	wish task.MicroDesire
}

// Micro chooses aims turn by turn. It is not safe for concurrent use.
type Micro struct {
	desk     *task.Desk
	book     phrase.Book
	desires  *Desires
	beliefs  *MicroBeliefs
	stages   []string // used, in order
	answered map[int]bool
	aim      *Aim
}

// NewMicro returns a chooser for one player that asks at the desk, in its language. It keeps the desires and beliefs.
func NewMicro(d *task.Desk, w *Desires, m *MicroBeliefs) *Micro {
	return &Micro{desk: d, book: books(d.Lang()), desires: w, beliefs: m, answered: map[int]bool{}}
}

// window is how many of the last records a response is selected from.
const window = 5

// tail are the records of the window.
func tail(records []Record) []Record { return records[max(0, len(records)-window):] }

// Respond returns which of the last five records to answer, nil for none. A record addressed to me comes before one of
// type co, and that before a question to all; among equals the more credible comes first, then the newer.
func Respond(records []Record, me werewolf.SeatID) *Record {
	var best *Record
	records = tail(records)
	for i := range records {
		r := &records[i]
		if p := priority(r, me); p > 0 && (best == nil || !before(best, r, me)) {
			best = r
		}
	}
	return best
}

func priority(r *Record, me werewolf.SeatID) int {
	switch {
	case r.To == me:
		return 3
	case r.Type == CO:
		return 2
	case r.To == 0 && r.Type == Question:
		return 1
	}
	return 0
}

// before reports whether the older record goes before the newer.
func before(older, newer *Record, me werewolf.SeatID) bool {
	a, b := priority(older, me), priority(newer, me)
	return a > b || a == b && older.Credibility > newer.Credibility
}

// Allowed returns the stages that may be used next: all but the last two used. The slice is fresh.
func (c *Micro) Allowed() []string {
	last := c.stages[max(0, len(c.stages)-2):]
	return slices.DeleteFunc(task.Stages(), func(s string) bool { return slices.Contains(last, s) })
}

// stage is the rule's choice: what fits the moment of the day, or the nearest to it that is allowed.
func (c *Micro) stage(o *werewolf.Observation) string {
	turn, turns := persuasion.Turns(o)
	at := 2 // reasoning
	switch {
	case o.Day == 0:
		at = 0
	case turns > 0 && turn+1 == turns:
		at = 4
	case turn == 0:
		at = 1
	case turns > 0 && 2*turn >= turns:
		at = 3
	}
	stages, allowed := task.Stages(), c.Allowed()
	best, least := "", math.MaxInt
	for i, s := range stages {
		if distance := max(i-at, at-i); slices.Contains(allowed, s) && distance < least {
			best, least = s, distance
		}
	}
	return best
}

// Next chooses the aim of the next utterance. It never answers a record twice.
func (c *Micro) Next(ctx context.Context, o *werewolf.Observation, s *scene.Scene) Aim {
	records := slices.DeleteFunc(slices.Clone(tail(c.beliefs.Records())), func(r Record) bool { return c.answered[r.At] })
	goal := c.desires.Now(ctx, o, s, c.beliefs)
	in := task.MicroDesireIn{
		Scene: *s, Stages: c.Allowed(), Known: c.known(o), Goal: goal.Title, Guidelines: goal.Guidelines,
		Suggested: task.MicroDesire{Answer: -1, Stage: c.stage(o), Desire: goal.Text()},
	}
	chosen := Respond(records, o.Seat)
	for i := range records {
		in.Records = append(in.Records, asTask(o, &records[i]))
		if chosen == &records[i] {
			in.Suggested.Answer = i
		}
	}
	out := task.Ask(ctx, c.desk, c.desk.MicroDesire, in)
	aim := Aim{Stage: out.Stage, Desire: out.Desire, Guidelines: goal.Guidelines, Target: c.beliefs.Least(o.Others() &^ o.Allies()), wish: out}
	if out.Answer >= 0 {
		r := records[out.Answer]
		aim.Answer, aim.Response = &r, c.book.Say("answer-"+r.Type.String(), "s", o.Name(r.From))
		c.answered[r.At] = true
	}
	c.stages = append(c.stages, out.Stage)
	c.aim = &aim
	return aim
}

func asTask(o *werewolf.Observation, r *Record) task.Record {
	to := task.All
	if r.To != 0 {
		to = o.Name(r.To)
	}
	return task.Record{
		Message:        task.Message{Content: r.Content, Type: r.Type.String(), From: o.Name(r.From), To: to},
		RawCredibility: r.Raw, Credibility: r.Credibility,
	}
}

// known are the beliefs about the others, a sentence each.
func (c *Micro) known(o *werewolf.Observation) (list []string) {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	words := roletext.In(c.desk.Lang())
	for id := range o.Others().All() {
		b, name := c.beliefs.Of(id), o.Name(id)
		list = append(list, c.book.Say("known", "s", name, "c", number(b.Credibility), "l", number(b.Liking)))
		if claim := c.beliefs.heard.ClaimOf(id); claim != werewolf.NoRole {
			list = append(list, c.book.Say("known-co", "s", name, "r", words.Name(o.Rules.Table, claim)))
		}
		for _, r := range c.beliefs.heard.Findings() {
			if r.Target == id {
				list = append(list, c.book.Say("known-judged", "s", name, "o", o.Name(r.By), "k", words.Species(r.Species)))
			}
		}
		for i := range o.Names {
			target := werewolf.SeatID(i + 1)
			if n := b.Negative[target]; n > 0 {
				list = append(list, c.book.Say("known-negative", "s", name, "t", o.Name(target), "n", strconv.Itoa(n)))
			}
			if n := b.Positive[target]; n > 0 {
				list = append(list, c.book.Say("known-positive", "s", name, "t", o.Name(target), "n", strconv.Itoa(n)))
			}
		}
	}
	return list
}

// Intend returns the micro-intention for an aim (section 3.5.4): the structure and the content of the utterance, each
// of at most task.MaxIntention characters.
func (c *Micro) Intend(ctx context.Context, o *werewolf.Observation, s *scene.Scene, a *Aim) task.MicroIntention {
	in := task.MicroIntentionIn{Scene: *s, Desire: a.wish, Guidelines: a.Guidelines, Suggested: task.MicroIntention{
		Consist: c.book.Say("consist-" + a.Stage), Content: a.Desire,
	}}
	if a.Answer != nil {
		in.Record = asTask(o, a.Answer)
		in.Suggested.Content = a.Response
	}
	return task.Ask(ctx, c.desk, c.desk.MicroIntention, in)
}

// microNote is what Note writes.
type microNote struct {
	Stage    string   `json:"stage"`
	Desire   string   `json:"desire"`
	Answer   string   `json:"answer,omitempty"`
	Response string   `json:"response,omitempty"`
	Beliefs  []string `json:"beliefs"`
}

// Note returns the last aim and the beliefs at that time, as JSON; "" if there was none since the
// last call.
func (c *Micro) Note(o *werewolf.Observation) string {
	if c.aim == nil {
		return ""
	}
	n := microNote{Stage: c.aim.Stage, Desire: c.aim.Desire, Response: c.aim.Response, Beliefs: c.known(o)}
	if c.aim.Answer != nil {
		n.Answer = o.Name(c.aim.Answer.From) + ": " + c.aim.Answer.Content
	}
	c.aim = nil
	return agent.JSON(&n)
}
