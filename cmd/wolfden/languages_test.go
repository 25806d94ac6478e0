package main

import (
	"slices"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// TestLanguages: a seat's own language comes before that of the game, and that before what the talk is written in, whatever was whispered.
func TestLanguages(t *testing.T) {
	dealt := func(seat werewolf.SeatID, role werewolf.Role) gamelog.Entry {
		return gamelog.Entry{Event: &werewolf.Event{Kind: werewolf.Dealt, Seat: seat, Role: role}}
	}
	said := func(text string) []gamelog.Entry {
		return []gamelog.Entry{dealt(1, werewolf.Villager), dealt(2, werewolf.Werewolf), {Event: &werewolf.Event{Kind: werewolf.Talked, Seat: 1, Text: text}}}
	}
	whispered := append(said("Good day."), gamelog.Entry{Event: &werewolf.Event{Kind: werewolf.Whispered, Seat: 2, Text: "こっそりとはなしている。"}})
	seats := []werewolf.Seat{{Name: "Mio"}, {Name: "Olaf"}}
	mixed := &gamelog.Provenance{Players: []gamelog.Entrant{{}, {Lang: "en"}}}
	for _, c := range []struct {
		rec  gamelog.Record
		want []string
	}{
		{gamelog.Record{Header: gamelog.Header{Lang: "en", Seats: seats}, Entries: said("こんにちは。")}, []string{"en", "en"}},
		{gamelog.Record{Header: gamelog.Header{Seats: seats}, Entries: said("こんにちは。")}, []string{"ja", "ja"}},
		{gamelog.Record{Header: gamelog.Header{Seats: seats}, Entries: said("Good day.")}, []string{"en", "en"}},
		{gamelog.Record{Header: gamelog.Header{Seats: seats}, Entries: whispered}, []string{"en", "en"}},
		{gamelog.Record{Header: gamelog.Header{Lang: "ja", Seats: seats, Provenance: mixed}}, []string{"ja", "en"}},
	} {
		if got := languages(&c.rec); !slices.Equal(got, c.want) {
			t.Errorf("languages %q, want %q", got, c.want)
		}
	}
}
