package contestlog

import (
	"cmp"
	"slices"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// floor feeds the utterances of one phase to the game and closes the phase.
func (r *logReplay) floor(kind werewolf.RequestKind) {
	at := r.floorStage(kind)
	p := &phaseTalk{logReplay: r, kind: kind, talkFollows: at == atMorning && r.talkFollows()}
	for l := r.next(at); l != nil && r.asked(kind) != 0; l = r.next(at) {
		if at == atMorning && p.secondWhisper(l) {
			break
		}
		if p.lines == 0 && at == atEvening && l.Idx == r.dayWhispers() {
			p.idx = l.Idx // some servers do not restart the count
		}
		r.passLine(l)
		p.utter(l)
	}
	r.now = r.clock
	if r.asked(kind) != 0 {
		r.apply(gamelog.Input{Action: werewolf.Action{Kind: werewolf.CloseFloor}})
	}
}

func (r *logReplay) floorStage(kind werewolf.RequestKind) stage {
	switch {
	case kind == werewolf.Talk:
		r.talked = true
		return atTalk
	case r.day > 0:
		return atWhisper
	case r.talked:
		return atEvening
	default:
		return atMorning
	}
}

// talkFollows reports whether lines of talk are left on day 0.
func (r *logReplay) talkFollows() bool {
	for i := r.at; i < len(r.Lines) && r.Lines[i].Day == 0; i++ {
		if r.Lines[i].Kind == TalkLine {
			return true
		}
	}
	return false
}

// dayWhispers counts the whispers before the next other line of the day.
func (r *logReplay) dayWhispers() (n int) {
	for i := range r.at {
		if l := &r.Lines[i]; l.Kind == WhisperLine && l.Day == r.day {
			n++
		}
	}
	return n
}

// phaseTalk follows the utterances of one phase.
type phaseTalk struct {
	*logReplay
	kind  werewolf.RequestKind
	lines int
	idx   int // the index that should come next
	turns [werewolf.MaxSeats + 1]int
	heard werewolf.SeatSet
	// talkFollows: on day 0 talk comes between the two whispers.
	talkFollows bool
}

// secondWhisper reports whether a whisper of day 0 begins the second whisper phase, in the evening, although
// no talk came between.
func (p *phaseTalk) secondWhisper(l *Line) bool {
	return !p.talkFollows && p.lines > 0 && (l.Idx == 0 || l.Turn == 0 && p.heard.Has(l.Seat))
}

// utter feeds one utterance to the game.
func (p *phaseTalk) utter(l *Line) {
	p.lines++
	if l.Idx != p.idx {
		p.mismatch(l.Number, "%s has idx %d, but idx %d comes next", l.Kind, l.Idx, p.idx)
	}
	p.idx = l.Idx + 1
	if !p.asked(p.kind).Has(l.Seat) {
		p.mismatch(l.Number, "%s cannot have been said: %s", l.Kind, cmp.Or(p.unable(l), "the player was not asked"))
		return
	}
	if p.Timed {
		p.now = p.milliseconds(l) - p.rec.Header.Started
		p.clock = max(p.clock, p.now)
	}
	turn := p.turn(l)
	if l.Turn != turn {
		p.warn(l.Number, "%s has turn %d, but turn %d comes next for player %d", l.Kind, l.Turn, turn, l.Seat)
	}
	p.turns[l.Seat], p.heard = l.Turn+1, p.heard.With(l.Seat)
	p.apply(gamelog.Input{Raw: l.Text, Action: werewolf.Action{Seat: l.Seat, Request: p.kind, Text: l.Text}})
}

// turn returns the turn that the utterance should have: one more than the player's last. The first is 0, or
// goes on from the day's first whisper.
func (p *phaseTalk) turn(l *Line) int {
	if p.heard.Has(l.Seat) || p.kind != werewolf.Whisper || p.rules.Whisper.PerPhase || p.day > 0 {
		return p.turns[l.Seat]
	}
	n := 0
	for i := range p.at - 1 {
		if o := &p.Lines[i]; o.Kind == WhisperLine && o.Seat == l.Seat {
			n++
		}
	}
	return n
}

// vote feeds the votes for execution or attack to the game.
func (r *logReplay) vote(kind werewolf.RequestKind, at stage, outcome LineKind) {
	var cast []*Line
	for l := r.next(at); l != nil; l = r.next(at) {
		r.passLine(l)
		if r.mayVote(l) {
			cast = append(cast, l)
		}
	}
	b := splitRounds(cast, r.counts, r.victim(outcome))
	r.reportVotes(&b)
	r.votes = r.tally(b.rounds)
	for i, round := range b.rounds {
		if r.asked(kind) == 0 {
			r.mismatch(round[0].Number, "%s again, although vote %d had decided", round[0].Kind, i)
			return
		}
		r.cast(kind, round)
	}
	// If votes are still asked for, there was another round without a valid one.
	for again := len(b.rounds) > 0; r.asked(kind) != 0; again = false {
		victim := r.victim(outcome)
		if !again || victim == 0 || kind == werewolf.Attack && r.rules.Habits.DrawsVictim {
			r.cast(kind, nil)
			continue
		}
		r.mismatch(r.here(), "the vote was tied and not repeated, although votes of this game were")
		r.cast(kind, r.unanimous(kind, victim))
	}
}

// unanimous returns a vote for the victim that the log does not have, so that what follows from it can be
// judged.
func (r *logReplay) unanimous(kind werewolf.RequestKind, victim werewolf.SeatID) (round []*Line) {
	for id := range r.asked(kind).All() {
		round = append(round, &Line{Seat: id, Target: victim})
	}
	return round
}

// mayVote reports whether the vote can have been cast, and adds a finding if not.
func (r *logReplay) mayVote(l *Line) bool {
	why := r.unable(l)
	switch {
	case why != "":
		r.mismatch(l.Number, "%s cannot have been cast: %s", l.Kind, why)
	case !r.game.Living().Has(l.Target):
		r.mismatch(l.Number, "%s for player %d, who is dead or does not exist, was void", l.Kind, l.Target)
	case r.isLost(l.Target):
		r.mismatch(l.Number, "%s for player %d, who was lost since line %d, was void", l.Kind, l.Target, r.Lines[r.lost[l.Target]].Number)
	default:
		if !r.counts(l) {
			r.warn(l.Number, "%s for player %d, a werewolf, is void", l.Kind, l.Target)
		}
		return true
	}
	return false
}

func (r *logReplay) reportVotes(b *ballots) {
	for _, l := range b.twice {
		r.mismatch(l.Number, "player %d votes twice", l.Seat)
	}
	for _, l := range b.void {
		r.warn(l.Number, "no valid %s in this round, so that the vote was repeated", l.Kind)
	}
	if l := b.loose; l != nil {
		r.warn(l.Number, "from this %s on, votes are out of order, or not all players voted again after a tie", l.Kind)
	}
}

// cast feeds one round of votes. A player without a vote gave none, or a void one. A player that leaves after
// its vote votes first, so that it can leave before the round ends.
func (r *logReplay) cast(kind werewolf.RequestKind, round []*Line) {
	number := r.here()
	if len(round) > 0 {
		number = round[0].Number
	}
	order := r.asked(kind).Slice()
	slices.SortStableFunc(order, func(a, b werewolf.SeatID) int {
		switch {
		case r.early.Has(a) && !r.early.Has(b):
			return -1
		case r.early.Has(b) && !r.early.Has(a):
			return 1
		default:
			return 0
		}
	})
	for _, id := range order {
		if !r.asked(kind).Has(id) {
			continue
		}
		if i := slices.IndexFunc(round, func(l *Line) bool { return l.Seat == id }); i >= 0 {
			r.apply(r.choice(kind, round[i]))
			if r.early.Has(id) && r.leaves(id, round[i].Number+1) && r.asked(kind) != 0 {
				r.fail(id)
			}
			continue
		}
		r.missing(id, kind, number)
	}
}

// choice returns the input for a line that names a target.
func (r *logReplay) choice(kind werewolf.RequestKind, l *Line) gamelog.Input {
	in := gamelog.Input{Action: werewolf.Action{Seat: l.Seat, Request: kind, Target: l.Target}}
	if r.role(l.Target) != werewolf.NoRole {
		in.Raw = r.seats[l.Target-1].Name
	}
	return in
}

// choose feeds divinations or guards, by seat and at most one for every seat that is asked.
func (r *logReplay) choose(kind werewolf.RequestKind, at stage) {
	asked := r.asked(kind)
	for id := range asked.All() {
		l := r.next(at)
		for l != nil && l.Seat != id && !asked.Has(l.Seat) {
			r.misplaced(l)
			r.at++
			l = r.next(at)
		}
		if l == nil || l.Seat != id {
			r.missing(id, kind, r.here())
			continue
		}
		r.passLine(l)
		r.compareResult(l)
		r.apply(r.choice(kind, l))
	}
}

// compareResult compares what a line about a divination or a guard says of its target.
func (r *logReplay) compareResult(l *Line) {
	role := r.role(l.Target)
	void := !r.game.Living().Has(l.Target) || l.Target == l.Seat
	switch {
	case void && (!r.rules.Habits.VoidChoices || role == werewolf.NoRole || (l.Kind == DivineLine) != (l.Target == l.Seat)):
		r.mismatch(l.Number, "%s of player %d, who is dead, does not exist or is the same, was void", l.Kind, l.Target)
	case r.isLost(l.Target):
		r.mismatch(l.Number, "%s of player %d, who was lost since line %d, was void", l.Kind, l.Target, r.Lines[r.lost[l.Target]].Number)
	case l.Kind == DivineLine && l.Species != r.rules.Table.Species(role):
		r.mismatch(l.Number, "divine says %s, but player %d is %s", l.Species, l.Target, role)
	case l.Kind == GuardLine && l.Role != role:
		r.mismatch(l.Number, "guard says %s, but player %d is %s", l.Role, l.Target, role)
	}
}
