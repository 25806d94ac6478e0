package chronicle

import (
	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Input is what moved a game on: an answer of a player, its loss, the end of an open floor.
type Input struct {
	gamelog.Input
	Number int    // of its line in the record
	Day    int    // on which it came
	Phase  string // in which it is asked for, "" outside of any
	At     int64  // milliseconds since the start
	Millis *int64 // from the request to the answer; nil where the record does not tell, see Waits
}

// Inputs are the inputs of a record in their order, with its texts. A record that does not follow from its own inputs has no times
// of answers: then there is an error beside the inputs.
func Inputs(rec *gamelog.Record) (all []Input, err error) {
	waits, err := Waits(rec)
	took := map[int]*int64{}
	for i := range waits {
		took[waits[i].Number] = &waits[i].Millis
	}
	day, at, led, last := 0, stage{rules: &rec.Header.Rules}, leads(), map[asked]int{}
	for i := range rec.Entries {
		e := &rec.Entries[i]
		if e.Event != nil {
			day = e.Event.Day
			at.move(e.Event)
			if n, is := last[asked{e.Event.Seat, led[e.Event.Kind]}]; is { // of two phases after each other that ask for the same
				all[n].Phase = rec.Header.Rules.PhaseName(e.Event.Phase)
			}
			continue
		}
		action := &e.Input.Action
		all = append(all, Input{*e.Input, i + 2, day, at.asks(day, action.Request), e.At, took[i+2]})
		if action.Kind == werewolf.Answer {
			last[asked{action.Seat, action.Request}] = len(all) - 1
		}
	}
	return all, err
}

// asked is whom a game has asked for what.
type asked struct {
	seat werewolf.SeatID
	what werewolf.RequestKind
}

// leads are the requests whose answers lead to an event.
func leads() map[werewolf.EventKind]werewolf.RequestKind {
	return map[werewolf.EventKind]werewolf.RequestKind{
		werewolf.Talked: werewolf.Talk, werewolf.Whispered: werewolf.Whisper, werewolf.VoteCast: werewolf.Vote, werewolf.AttackCast: werewolf.Attack,
		werewolf.DivineChosen: werewolf.Divine, werewolf.GuardChosen: werewolf.Guard,
	}
}

// stage is the phase that a game is in, as far as its events have told.
type stage struct {
	rules *werewolf.Rules
	phase int8
}

func (s *stage) move(e *werewolf.Event) {
	switch {
	case e.Kind == werewolf.DayBegan:
		s.phase = 0
	case e.Kind == werewolf.NightBegan:
		s.phase = int8(len(s.rules.DayPhases))
	case e.Phase >= 0:
		s.phase = e.Phase
	}
}

// asks is the name of the next phase, from the present one on, that asks for it.
func (s *stage) asks(day int, what werewolf.RequestKind) string {
	phases := append(s.rules.DayPhases[:len(s.rules.DayPhases):len(s.rules.DayPhases)], s.rules.NightPhases...)
	for i := max(0, int(s.phase)); i < len(phases); i++ {
		if phases[i].On(day) && phases[i].Asks(what) {
			return phases[i].Name
		}
	}
	return ""
}
