package origin

import (
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// What sets two runs apart is told in the words of what it is; seeds and plans do not.
func TestConditions(t *testing.T) {
	seat := func(e gamelog.Entrant) func(*gamelog.Header) {
		return func(h *gamelog.Header) { h.Provenance.Players[0] = e }
	}
	for _, c := range []struct {
		name  string
		first gamelog.Entrant
		then  func(*gamelog.Header)
		want  []string
	}{
		{"alike", asking("x", 1), seat(asking("x", 1)), nil},
		{"plans and seeds", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Seed, h.Provenance.Plan = 7, "other" }, nil},
		{"rules", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Rules.MaxDay, h.Rules.Talk.Mode = 3, werewolf.Anytime }, []string{"max_day: 30, 3", "talk.mode: serial, anytime"}},
		{"setups", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Rules, _ = werewolf.Standard(9) }, []string{
			"games: VILLAGER=2,SEER=1,POSSESSED=1,WEREWOLF=1, VILLAGER=3,SEER=1,MEDIUM=1,BODYGUARD=1,POSSESSED=1,WEREWOLF=2",
		}},
		{"versions", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Provenance.Program = "1.3" }, []string{"version of wolfden: 1.2 (01234567), 1.3 (01234567)"}},
		{"languages", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Lang, h.Provenance.Commas = "ja", true }, []string{"language: en, ja", "commas in English: with, -"}},
		{"a model", gamelog.Entrant{Player: "fox", Model: "p:m"}, seat(gamelog.Entrant{Player: "fox"}), []string{"fox: model: p:m, none"}},
		{"a module", gamelog.Entrant{Player: "fox"}, seat(gamelog.Entrant{Player: "fox", Off: []string{"memo"}}), []string{"fox: player: fox, fox:off=memo"}},
		{"who plays", gamelog.Entrant{Player: "fox", Entry: "one"}, seat(gamelog.Entrant{Player: "lynx", Entry: "two"}), []string{"one: fox, -", "two: -, lynx"}},
	} {
		var runs []*Origin
		for i := range 2 {
			from := made()
			from.Players[0] = c.first
			h := header(t, from)
			if c.first.Entry != "" {
				h.Seats[0].Team = ""
			}
			if i == 1 {
				c.then(h)
			}
			runs = append(runs, &Origin{})
			runs[i].AddRecord(h)
		}
		var got []string
		for _, one := range Conditions(runs) {
			got = append(got, one.What+": "+strings.Join(one.Was, ", "))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
