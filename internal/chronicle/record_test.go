package chronicle

import (
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// record is a small record: seat 2 speaks before seat 1 on day 1, seat 3 was
// late twice.
func record(mode werewolf.TalkMode) *gamelog.Record {
	rec := &gamelog.Record{Header: gamelog.Header{Seats: []werewolf.Seat{
		{Name: "Mio", Team: "heron", Client: "heron7", Role: werewolf.Seer},
		{Name: "Ren", Client: "gull12", Role: werewolf.Werewolf},
		{Name: "Kai", Client: "42", Role: werewolf.Villager},
	}}}
	rec.Header.Rules.Talk.Mode = mode
	event := func(e werewolf.Event) { rec.Entries = append(rec.Entries, gamelog.Entry{Event: &e}) }
	late := func(seat werewolf.SeatID) {
		rec.Entries = append(rec.Entries, gamelog.Entry{Input: &gamelog.Input{Action: werewolf.Action{Seat: seat}, Fault: gamelog.Late}})
	}
	event(werewolf.Event{Kind: werewolf.Talked, Day: 0, Seat: 1})
	late(3)
	for _, seat := range []werewolf.SeatID{2, 1, 2} {
		event(werewolf.Event{Kind: werewolf.Talked, Day: 1, Seat: seat})
	}
	late(3)
	event(werewolf.Event{Kind: werewolf.GameOver, Winner: werewolf.WerewolfTeam, End: werewolf.Parity})
	return rec
}

func TestOfRecord(t *testing.T) {
	g, err := OfRecord(record(werewolf.Serial))
	if err != nil {
		t.Fatal(err)
	}
	if !g.Over || g.Winner != werewolf.WerewolfTeam || !g.Recorded {
		t.Errorf("%+v", g)
	}
	for i, want := range []struct {
		team          string
		order, faults int
	}{{"heron", 2, 0}, {"gull", 1, 0}, {"42", 0, 2}} {
		p := g.Players[i]
		if p.Team != want.team || p.Order != want.order || p.Faults[gamelog.Late] != want.faults || int(p.Seat) != i+1 {
			t.Errorf("seat %d: %+v, want %+v", i+1, p, want)
		}
	}
	together, err := OfRecord(record(werewolf.Synchronized))
	if err != nil || together.Players[0].Order != 0 {
		t.Errorf("who speaks at once has an order: %+v, %v", together, err)
	}
	planned := record(werewolf.Serial)
	planned.Header.Provenance = &gamelog.Provenance{Players: []gamelog.Entrant{{Entry: "plain2"}, {Player: "plain"}}}
	planned.Header.Seats[0].Team, planned.Header.Seats[1].Team = "plain2-1", "gull-2"
	if g, _ := OfRecord(planned); g.Players[0].Team != "plain2" || g.Players[1].Team != "gull-2" || g.Players[2].Team != "42" {
		t.Errorf("of a plan: %+v", g.Players)
	}
	foreign := record(werewolf.Serial)
	foreign.Header.Foreign = true
	if g, _ := OfRecord(foreign); g.Recorded {
		t.Error("a game of another server is taken to tell of faults")
	}
	noted := record(werewolf.Serial)
	noted.Entries[1].Input.Notes = []gamelog.Note{{Topic: "plan", Text: "sleep"}}
	if g, _ := OfRecord(noted); len(g.Notes) != 1 || g.Notes[0].Text != "sleep" || g.Notes[0].Seat != 3 || g.Notes[0].Line != 1 || g.Lines[1].Seat != 2 {
		t.Errorf("notes %+v", g.Notes)
	}
	nobody := record(werewolf.Serial)
	nobody.Header.Seats[1].Role = werewolf.NoRole
	if _, err := OfRecord(nobody); err == nil {
		t.Error("a game without roles is counted")
	}
	if _, err := OfRecord(&gamelog.Record{}); err == nil {
		t.Error("a record without players is a game")
	}
}
