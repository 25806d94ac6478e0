package gamelog_test

import (
	"bytes"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// A record that is full can still be read, with one more long answer and the end of the game behind it.
func TestAFullRecordCanBeRead(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine writes and reads many megabytes")
	}
	votes := make([]werewolf.Ballot, werewolf.MaxSeats)
	text := strings.Repeat("\x01", 60<<10)
	for name, e := range map[string]gamelog.Entry{
		"lines":  {Input: &gamelog.Input{Action: werewolf.Action{Kind: werewolf.CloseFloor}}},
		"bytes":  {Input: &gamelog.Input{Action: werewolf.Action{Seat: 1, Request: werewolf.Talk, Text: text}, Raw: text}},
		"values": {Event: &werewolf.Event{Kind: werewolf.VotesShown, Day: 1, Phase: -1, Votes: votes, Audience: werewolf.Everybody}},
		"days":   {Event: &werewolf.Event{Kind: werewolf.DayBegan, Day: 9_999, Phase: -1, Audience: werewolf.Everybody}},
	} {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w, err := gamelog.NewWriter(&out, &gamelog.Header{Version: gamelog.Version, ID: "G", Rules: rules, Seats: make([]werewolf.Seat, 5)})
		if err != nil {
			t.Fatal(err)
		}
		if w.Full() {
			t.Errorf("%s: a new record is full", name)
		}
		for n := 0; !w.Full(); n++ {
			if w.Append(e); n > gamelog.MaxLines {
				t.Fatalf("%s: never full", name)
			}
		}
		for range 3 {
			w.Append(e)
		}
		end := werewolf.Event{Kind: werewolf.GameOver, Day: 10_000, Phase: -1, End: werewolf.Stopped, Audience: werewolf.Everybody}
		for range 200 {
			w.Append(gamelog.Entry{Event: &end})
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if _, err := gamelog.Read(&out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
