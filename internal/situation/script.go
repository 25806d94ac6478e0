package situation

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"wolfden/werewolf"
)

// script is a situation as it is played: who is asked when says the rest of the lines. It is the chance of the game, so that everybody
// speaks in the order of the lines, and it is asked by all players of the game.
type script struct {
	*Situation

	mu    sync.Mutex
	day   int
	kind  werewolf.RequestKind
	talks bool                     // the talk of the day has begun
	left  []line                   // of the talk or whisper now, after this turn
	turn  map[werewolf.SeatID]line // of this turn
	fault error                    // what is written cannot happen
}

// Shuffle implements werewolf.Chance: it begins a turn. Whose lines come next, each once, speak in the order of their lines; then the rest.
func (s *script) Shuffle(seats []werewolf.SeatID, why werewolf.Decision, at werewolf.Occasion) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := werewolf.Talk
	if why == werewolf.DrawWhisperOrder {
		kind = werewolf.Whisper
	}
	s.finish()
	if at.Turn == 0 {
		s.begin(kind, at.Day)
	}
	s.turn = map[werewolf.SeatID]line{}
	place := map[werewolf.SeatID]int{}
	for len(s.left) > 0 && place[s.left[0].seat] == 0 {
		next := s.left[0]
		s.left = s.left[1:]
		s.turn[next.seat] = next
		place[next.seat] = len(place) + 1
	}
	last := len(place) + 1
	slices.SortStableFunc(seats, func(a, b werewolf.SeatID) int {
		return cmp.Compare(cmp.Or(place[a], last), cmp.Or(place[b], last))
	})
}

// finish ends a turn. Only the player that is tried may have been silent where it has a line, since it has said Over before.
func (s *script) finish() {
	for id, l := range s.turn {
		if id != s.Seat && s.fault == nil {
			s.fault = fmt.Errorf("day %d: %s cannot say %q there: it is dead, has said Over, or has nothing left", s.day, s.name(id), l.text)
		}
	}
}

// begin begins a talk or whisper.
func (s *script) begin(kind werewolf.RequestKind, d int) {
	if len(s.left) > 0 && s.fault == nil && s.left[0].seat != s.Seat {
		s.fault = fmt.Errorf("day %d: the talk has ended before %s says %q", s.day, s.name(s.left[0].seat), s.left[0].text)
	}
	if d != s.day {
		s.talks = false
	}
	s.day, s.kind, s.left = d, kind, nil
	s.talks = s.talks || kind == werewolf.Talk
	if d >= len(s.days) {
		return
	}
	switch on := &s.days[d]; {
	case kind == werewolf.Talk:
		s.left = on.talk
	case s.talks:
		s.left = on.whisper
	default:
		s.left = on.before
	}
}

// Pick implements werewolf.Chance: who was executed or killed was drawn.
func (s *script) Pick(tied werewolf.SeatSet, why werewolf.Decision, at werewolf.Occasion) werewolf.SeatID {
	if at.Day < len(s.days) {
		drawn := s.days[at.Day].executed
		if why == werewolf.DrawAttack {
			drawn = s.days[at.Day].killed
		}
		if tied.Has(drawn) {
			return drawn
		}
	}
	return tied.First()
}

// utterance is what a seat says in this turn. A seat that has no line in it lets it pass, and the rest of the day where it has none any more.
func (s *script) utterance(id werewolf.SeatID) (l line, passes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l, says := s.turn[id]; says {
		delete(s.turn, id)
		return l, false
	}
	later := slices.ContainsFunc(s.left, func(l line) bool { return l.seat == id })
	return line{seat: id, text: werewolf.OverText}, later
}

// choice is what a seat chooses on a day.
func (s *script) choice(id werewolf.SeatID, kind werewolf.RequestKind, d int) choice {
	if d >= len(s.days) {
		return choice{}
	}
	return s.days[d].choices[kind][id]
}
