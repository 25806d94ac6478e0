package sunamelli

import (
	"slices"

	"wolfden/internal/bot/agent"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// phaseOf is where the game stands.
func (s *state) phaseOf(t *agent.Table) phase {
	o := t.O
	left := o.Request.Left.Count
	switch kind := o.Request.Kind; {
	case kind == werewolf.Vote:
		return voting
	case kind != werewolf.Talk:
		return night
	case o.Day == 0:
		return introduction
	case left != werewolf.NoLimit && left < s.lateTurns:
		return voting
	case s.quietest(t) != 0:
		return encouraging
	}
	return discussion
}

// shows reports whether rules see a sign now.
func (s *state) shows(t *agent.Table, one sign) bool {
	o := t.O
	switch one {
	case greeted:
		return t.Heard.Words(o.Seat, o.Day) > 0
	case defended:
		return s.wronged(t) != 0
	case pressed:
		return accusers(t.Heard, o.Seat, o.Day) != 0
	default: // the phase tells
		return true
	}
}

// accusers are who has spoken against a player on a day.
func accusers(b *ledger.Ledger, id werewolf.SeatID, day int) (s werewolf.SeatSet) {
	for _, l := range b.Lines() {
		if l.Day == day && l.Target == id && (l.Against() || l.Finds(werewolf.Wolf)) {
			s = s.With(l.Seat)
		}
	}
	return s
}

// wronged returns the most trusted of the players who are accused by others today, 0 if there is none.
func (s *state) wronged(t *agent.Table) (who werewolf.SeatID) {
	o, score := t.O, &t.Self.Opinion().Score
	for id := range o.Others().All() {
		if score[id] <= -s.trust && accusers(t.Heard, id, o.Day).Without(o.Seat) != 0 && (who == 0 || score[id] < score[who]) {
			who = id
		}
	}
	return who
}

// quietest returns the player to draw into the talk, 0 if there is none. It asks only after it has spoken itself and
// when it waits for no answer. It looks among the living who have said less of weight today than most and were asked
// nothing, and takes the one with the fewest words.
func (s *state) quietest(t *agent.Table) (who werewolf.SeatID) {
	o, b := t.O, t.Heard
	if b.Words(o.Seat, o.Day) == 0 || asked(t) {
		return 0
	}
	silent, others := 0, o.Others()
	for id := range others.All() {
		if weighty(b, id, o.Day) >= s.fewWords {
			continue
		}
		if silent++; b.Asked(id, o.Day) == 0 && (who == 0 || b.Words(id, o.Day) < b.Words(who, o.Day)) {
			who = id
		}
	}
	if silent*2 > others.Len() {
		return 0 // nobody is quieter than the others
	}
	return who
}

// asked reports whether somebody has asked the player something since it last spoke.
func asked(t *agent.Table) bool {
	me, b := t.O.Seat, t.Heard
	return slices.ContainsFunc(b.Lines(), func(l ledger.Line) bool {
		return l.At > b.LastSpoke(me) && l.Asks(me)
	})
}

// weighty is how many utterances of a day say what somebody is, has found, thinks of others or will vote.
func weighty(b *ledger.Ledger, id werewolf.SeatID, day int) (n int) {
	last := -1
	for _, l := range b.Lines() {
		if l.Seat == id && l.Day == day && l.At != last && l.Frame.Verb != speech.Inquire {
			last = l.At
			n++
		}
	}
	return n
}
