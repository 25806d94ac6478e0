package chances

import (
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// The answer that a record has next is that of the seat and kind asked for, and of the same day.
func TestRecorded(t *testing.T) {
	answer := func(seat werewolf.SeatID, kind werewolf.RequestKind, text string) gamelog.Entry {
		return gamelog.Entry{Input: &gamelog.Input{Action: werewolf.Action{Kind: werewolf.Answer, Seat: seat, Request: kind, Text: text}}}
	}
	rec := &gamelog.Record{Entries: []gamelog.Entry{
		answer(1, werewolf.Talk, "first"), answer(2, werewolf.Talk, "second"), answer(2, werewolf.Vote, "vote"), answer(1, werewolf.Talk, "third"),
		{Event: &werewolf.Event{Kind: werewolf.DayBegan, Day: 2}}, answer(3, werewolf.Talk, "tomorrow"),
	}}
	for _, c := range []struct {
		entries int
		seat    werewolf.SeatID
		kind    werewolf.RequestKind
		want    string
	}{
		{0, 0, werewolf.Talk, "first"}, {0, 1, werewolf.Talk, "first"}, {0, 2, werewolf.Talk, "second"}, {1, 1, werewolf.Talk, "third"},
		{0, 0, werewolf.Vote, "vote"}, {0, 1, werewolf.Vote, ""}, {0, 3, werewolf.Talk, ""}, {5, 3, werewolf.Talk, "tomorrow"},
	} {
		got, known := Recorded(rec, c.entries, c.seat, c.kind)
		if got.Text != c.want || known != (c.want != "") {
			t.Errorf("after %d, seat %d, %v: %q, %v", c.entries, c.seat, c.kind, got.Text, known)
		}
	}
}
