package bdi

import (
	"context"
	"math"
	"slices"
	"strconv"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

// Aim is the micro-desire, the purpose of the next utterance (section 3.5.3).
type Aim struct {
	Stage    string  // one of Stages
	Desire   string  // the goal
	Answer   *Record // the record to answer, nil for none
	Response string  // how to answer, "" for not at all

	wish MicroDesire
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

// respond returns which of the last five records to answer, nil for none. A record addressed to me comes before one of
// type co, and that before a question to all; among equals the more credible comes first, then the newer.
func respond(records []Record, me werewolf.SeatID) *Record {
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
	return slices.DeleteFunc(Stages(), func(s string) bool { return slices.Contains(c.barred(), s) })
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
	stages, allowed := Stages(), c.Allowed()
	best, least := "", math.MaxInt
	for i, s := range stages {
		if distance := max(i-at, at-i); slices.Contains(allowed, s) && distance < least {
			best, least = s, distance
		}
	}
	return best
}

// barred are the last two stages used.
func (c *Micro) barred() []string { return c.stages[max(0, len(c.stages)-2):] }

// forced is the stage that the moment asks for: an introduction begins the game, and a decision ends a day that ends in a vote.
// It is "" where there is none, or where that may not be used.
func (c *Micro) forced(o *werewolf.Observation) string {
	turn, turns := persuasion.Turns(o)
	stages, stage := Stages(), ""
	switch {
	case o.Day == 0 && turn == 0:
		stage = stages[0]
	case turns > 0 && turn+1 == turns && persuasion.EndsInVote(o):
		stage = stages[len(stages)-1]
	}
	if !slices.Contains(c.Allowed(), stage) {
		return ""
	}
	return stage
}

// Next chooses the aim of the next utterance. The record to answer is chosen by respond, never the same twice; how it is answered
// a model may say. Of the others only those may be named against whom something speaks, and the one who is answered; where a
// vote was announced, for announced, it is about that player.
func (c *Micro) Next(ctx context.Context, o *werewolf.Observation, s *scene.Scene, announced werewolf.SeatID) Aim {
	records := slices.DeleteFunc(slices.Clone(tail(c.beliefs.Records())), func(r Record) bool { return c.answered[r.At] })
	goal := c.desires.Now(o, c.beliefs)
	in := MicroDesireIn{
		Scene: *s, Stages: c.Allowed(), Barred: c.barred(), Force: c.forced(o), Known: c.known(o),
		Tendencies: c.beliefs.p.Indicators(personality.Desire), Plan: c.desires.plan, Goal: goal.Final, When: goal.Title, Items: goal.Others,
		Own: c.beliefs.Own(), Suggested: MicroDesire{Stage: c.stage(o), Desire: goal.Final},
	}
	for i := range tail(c.beliefs.Records()) {
		in.Records = append(in.Records, asTask(o, &tail(c.beliefs.Records())[i]))
	}
	aim := Aim{Answer: respond(records, o.Seat)}
	if r := aim.Answer; r != nil {
		in.Selected, in.SelectedKnown = asTask(o, r), c.knownOf(o, r.From)
		in.Suggested.Content = c.book.Say("answer-"+r.Type.String(), "s", o.Name(r.From))
		c.answered[r.At] = true
	}
	c.limit(o, &in, aim.Answer, announced)
	aim.wish = task.Ask(ctx, c.desk, microDesireTask, in)
	aim.Stage, aim.Desire, aim.Response = aim.wish.Stage, aim.wish.Desire, aim.wish.Content
	c.stages = append(c.stages, aim.Stage)
	c.aim = &aim
	return aim
}

// cleared are the players whom the player found human itself: it speaks against none of them, whatever the talk made it believe.
func cleared(o *werewolf.Observation) werewolf.SeatSet { return foundTo(o, werewolf.Human) }

// foundTo are the players whom the player's own divination found to be of a species.
func foundTo(o *werewolf.Observation, species werewolf.Species) (set werewolf.SeatSet) {
	for _, f := range o.Divined {
		if f.Species == species {
			set = set.With(f.Target)
		}
	}
	return set
}

// limit says who may be named and who must not, and why.
func (c *Micro) limit(o *werewolf.Observation, in *MicroDesireIn, answered *Record, announced werewolf.SeatID) {
	all, humans, wolves := 0, cleared(o), foundTo(o, werewolf.Wolf)
	for i := range o.Names {
		id := werewolf.SeatID(i + 1)
		charges, doubted := c.beliefs.against(id), id != o.Seat && c.beliefs.doubts(id)
		if all += charges; charges > 0 {
			in.Negatives = append(in.Negatives, c.book.Say("negatives", "t", o.Name(id), "n", strconv.Itoa(charges)))
		}
		switch {
		case id == o.Seat:
			continue
		case !o.Living.Has(id), o.Allies().Has(id):
			in.Unnamed = append(in.Unnamed, o.Name(id))
			continue
		case humans.Has(id):
			in.Cleared = append(in.Cleared, o.Name(id))
			if answered == nil || answered.From != id {
				continue
			}
		case doubted:
			in.LowTrust = append(in.LowTrust, o.Name(id))
		}
		if doubted || charges > 0 || wolves.Has(id) || answered != nil && answered.From == id || announced == id {
			in.Targets = append(in.Targets, o.Name(id))
		}
		if announced == id && !humans.Has(id) {
			in.Forced = []string{o.Name(id)}
		}
	}
	if all > 0 {
		in.Negatives = append([]string{c.book.Say("negatives-all", "n", strconv.Itoa(all))}, in.Negatives...)
	}
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
	for id := range o.Others().All() {
		list = append(list, c.knownOf(o, id)...)
	}
	return list
}

// impression is how credible and likable somebody is.
func (c *Micro) impression(o *werewolf.Observation, id werewolf.SeatID) string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	b := c.beliefs.Of(id)
	return c.book.Say("known", "s", o.Name(id), "c", number(b.Credibility), "l", number(b.Liking))
}

// knownOf are the beliefs about one of the others.
func (c *Micro) knownOf(o *werewolf.Observation, id werewolf.SeatID) []string {
	words := roletext.In(c.desk.Lang())
	b, name := c.beliefs.Of(id), o.Name(id)
	list := []string{c.impression(o, id)}
	if claim := c.beliefs.heard.ClaimOf(id); claim != werewolf.NoRole {
		list = append(list, c.book.Say("known-co", "s", name, "r", words.Name(o.Rules.Table, claim)))
	}
	for _, f := range o.Divined {
		if f.Target == id {
			list = append(list, c.book.Say("known-own", "s", name, "k", words.Species(f.Species)))
		}
	}
	for _, r := range c.beliefs.heard.Findings() {
		if r.Target == id && r.By != o.Seat {
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
	return list
}

// Intend returns the micro-intention for an aim (section 3.5.4): the structure and the content of the utterance, each
// of at most MaxIntention characters.
func (c *Micro) Intend(ctx context.Context, o *werewolf.Observation, s *scene.Scene, a *Aim) MicroIntention {
	in := MicroIntentionIn{
		Scene: *s, Desire: a.wish, Duty: c.desires.duty, Plan: c.desires.plan,
		Tendencies: c.beliefs.p.Indicators(personality.Behavior, personality.Desire),
		Suggested:  MicroIntention{Consist: c.book.Say("consist-" + a.Stage), Content: a.Desire},
	}
	for id := range o.Others().All() {
		in.Known = append(in.Known, c.impression(o, id))
	}
	if a.Answer != nil {
		in.Record = asTask(o, a.Answer)
		in.Suggested.Content = a.Response
	}
	return task.Ask(ctx, c.desk, microIntentionTask, in)
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
