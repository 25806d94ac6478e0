package kanolabnw

import (
	"slices"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/inducement"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// inductionAttempt is the last one to induce votes. The zero attempt is none.
type inductionAttempt struct {
	day    int
	target werewolf.SeatID
	ground inducement.Ground
	word   inducement.Word // of the day before it
	early  bool            // it waits: the player may have something else to say
	sent   bool            // it was said on its day
}

// due reports whether the observation's utterance is to be the attempt.
func (t *inductionAttempt) due(o *werewolf.Observation) bool {
	return t.open(o) && !t.early
}

// open reports whether the attempt may be made in the observation's utterance.
func (t *inductionAttempt) open(o *werewolf.Observation) bool {
	return t.target != 0 && t.day == o.Day && !t.sent && o.Request.Kind == werewolf.Talk
}

// asked returns the player against whom it has asked everybody to vote today, 0 if none.
func (t *inductionAttempt) asked(o *werewolf.Observation) werewolf.SeatID {
	if t.sent && t.day == o.Day && o.Living.Has(t.target) {
		return t.target
	}
	return 0
}

// aim chooses the target for the last utterance of the day (section 7.1): the one that the limits leave, or this one, should the player
// have nothing more to say.
func (s *state) aim(t *agent.Table) agent.Changes {
	o := t.O
	if !induces(o.Spec()) || persuasion.TurnsLeft(o) < 0 || s.last.asked(o) != 0 {
		return agent.Changes{}
	}
	word := s.wordOf(t)
	target, ground := s.inducer.Target(o, t.Heard, s.guess, word)
	shown := func(f werewolf.Finding) bool { return f.Target == target && f.Species == werewolf.Wolf }
	if ground == inducement.FoundWolf && !slices.ContainsFunc(t.Self.Results(), shown) {
		target = 0 // it has said otherwise
	}
	s.last = inductionAttempt{day: o.Day, target: target, ground: ground, word: word, early: persuasion.TurnsLeft(o) != 0}
	return agent.Changes{}
}

// wordOf is what the player has said that an attempt must fit, as the others hear it: today's vote, and who is human.
func (s *state) wordOf(t *agent.Table) (w inducement.Word) {
	o := t.O
	if s.public == nil {
		s.public = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	}
	s.public.Follow(o, nil)
	heard := s.public.Ledger()
	if plan := heard.PlanOf(o.Seat, o.Day); o.Living.Has(plan.Target) {
		w.Announced = plan.Target
	}
	for id := range o.Others().All() {
		switch heard.Told(o.Seat, id) {
		case werewolf.Human:
			w.Human = w.Human.With(id)
		case werewolf.Wolf:
			w.Wolf = w.Wolf.With(id)
		default: // nothing was told
		}
	}
	return w
}

// call ends the day with the call to vote. It asks the model for the attempt that is due, where there is room to speak, and shows it
// today's when it votes; a call for a vote says nothing of whom to attack or to divine. Rules call before anything else in the last
// utterance, else when there is nothing else to say.
func (s *state) call(t *agent.Table, b *agent.Brief) {
	if b.Due = s.last.due(t.O) && !b.Scene.Full; b.Due {
		b.Strategy = s.inducer.Brief(t.O, s.last.target, s.last.word)
		b.Command = s.inducer.Command(t.O, s.last.target)
	}
	for _, h := range s.inducer.Hints() {
		if t.O.Request.Kind == werewolf.Vote && h.Day == t.O.Day {
			b.Stated = append(b.Stated, h.Text)
		}
	}
	if bound := t.Self.Bound(); !s.last.open(t.O) || t.Self.Spares(s.last.target) || bound != 0 && bound != s.last.target {
		return
	}
	kind := wording.VoteAll
	switch found := s.last.ground == inducement.FoundWolf; {
	case found && s.asserts:
		kind = wording.VoteAllSeen
	case found:
		kind = wording.RecallWolf
	case !s.asserts:
		kind = wording.SuspectLead
	}
	b.First = talker.Words(s.inducer.Calls(s.last.target, s.last.ground, s.last.word), kind, wording.Slots{T: s.last.target, O: s.last.word.Announced})
	b.First.Ends, b.First.Idle = true, s.last.early
}

// record notes the attempt as it was sent.
func (s *state) record(t *agent.Table, text string) string {
	if t.O.Request.Kind != werewolf.Talk {
		return text
	}
	if s.last.target == 0 {
		return text
	}
	rows, said := s.public.Understand(&werewolf.Utterance{Day: t.O.Day, Seat: t.O.Seat, Text: text}, false), t.Said()
	if t.ByModel() {
		said = s.last.due(t.O) && turnsOn(t.O, s.last.target, text, rows)
	}
	if said {
		s.last.sent = true
		s.inducer.Record(t.O, s.last.target, s.last.ground, text, rows)
		t.Note(s.inducer.Note())
	}
	return text
}

// turnsOn reports whether a text, which the others understand as rows, is against a player: it asks for the vote, announces one, or names
// the player and says nothing for it. A hint may be in words that nobody's rules know.
func turnsOn(o *werewolf.Observation, id werewolf.SeatID, text string, rows speech.Rows) bool {
	if rows.Calls(id) || rows.Announced(speech.Vote) == id {
		return true
	}
	return slices.Contains(task.Named(o.Names, text), o.Name(id)) && !rows.Trusted().Has(id)
}

// keepTo wants whom the player induces votes against; a player that will do so in its next utterance does not commit itself before. It
// makes the utterance of a model that has nothing more to say today the attempt, if none was made.
func (s *state) keepTo(t *agent.Table, c *talker.Choice) bool {
	switch {
	case c.Of == talker.Silence && s.last.open(t.O):
		s.last.early, c.Speaks = false, true
	case c.Of != talker.Want:
		return false
	case s.last.asked(t.O) != 0, s.last.due(t.O):
		c.Target = s.last.target
	case induces(t.O.Spec()) && persuasion.TurnsLeft(t.O) == 1: // the next utterance will be the attempt
		c.Target = t.Self.Plan()
	default:
		return false
	}
	return true
}

// induces reports whether a role makes attempts.
func induces(s werewolf.RoleSpec) bool {
	return s.Power == werewolf.Divines || s.Team == werewolf.WerewolfTeam
}
