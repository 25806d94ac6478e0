package position

import (
	"cmp"
	"slices"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// world is what an imagined game owes to what a seat has seen.
type world struct {
	seen []gamelog.Entry
	now  *turn // nil where there are no turns to speak at the moment
	prey map[werewolf.Occasion]werewolf.SeatID
	seed uint64
}

// turn is what a seat knows of the turn to speak.
type turn struct {
	stage

	seat        werewolf.SeatID
	day, number int
	mine        bool // the seat speaks now; else it has spoken or speaks later
}

// chance is that of the imagined game: what was seen, and where nothing was seen the seed.
func (w *world) chance() werewolf.Chance { return &hindsight{w, werewolf.Seeded(w.seed)} }

// draws is what decides the order of the turn.
func (t *turn) draws() werewolf.Decision {
	if t.Kind == werewolf.Whisper {
		return werewolf.DrawWhisperOrder
	}
	return werewolf.DrawTalkOrder
}

// hindsight is a chance that draws what is known to have been drawn.
type hindsight struct {
	*world

	then werewolf.Chance // what is not known
}

// Shuffle implements werewolf.Chance: those who have been heard come in the order of their words, then the seat whose turn it is.
func (h *hindsight) Shuffle(seats []werewolf.SeatID, why werewolf.Decision, at werewolf.Occasion) {
	h.then.Shuffle(seats, why, at)
	kind := werewolf.Talked
	if why == werewolf.DrawWhisperOrder {
		kind = werewolf.Whispered
	}
	place := map[werewolf.SeatID]int{}
	for _, entry := range h.seen {
		e := entry.Event
		if e.Kind == kind && e.Day == at.Day && int(e.Phase) == at.Phase && e.Turn == at.Turn {
			place[e.Seat] = len(place) + 1
		}
	}
	last := len(place) + 2
	if t := h.now; t != nil && t.draws() == why && t.day == at.Day && int(t.Phase) == at.Phase && t.number == at.Turn && place[t.seat] == 0 {
		if place[t.seat] = last + 1; t.mine {
			place[t.seat] = last - 1
		}
	}
	slices.SortStableFunc(seats, func(a, b werewolf.SeatID) int {
		return cmp.Compare(cmp.Or(place[a], last), cmp.Or(place[b], last))
	})
}

// Pick implements werewolf.Chance: who is known to have been executed, and who is imagined to have been attacked, was drawn.
func (h *hindsight) Pick(tied werewolf.SeatSet, why werewolf.Decision, at werewolf.Occasion) werewolf.SeatID {
	if prey := h.prey[werewolf.Occasion{Day: at.Day, Phase: at.Phase}]; why == werewolf.DrawAttack && tied.Has(prey) {
		return prey
	}
	for _, entry := range h.seen {
		e := entry.Event
		if why == werewolf.DrawExecution && e.Kind == werewolf.Executed && e.Day == at.Day && int(e.Phase) == at.Phase && tied.Has(e.Seat) {
			return e.Seat
		}
	}
	return h.then.Pick(tied, why, at)
}
