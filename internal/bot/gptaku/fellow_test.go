package gptaku

import (
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// Who knows a fellow says so, and is understood; nobody of them pretends to be the seer.
func TestFellowsComeOut(t *testing.T) {
	rules := werewolf.With(werewolf.RoleCounts{werewolf.Werewolf: 1, werewolf.Seer: 1, werewolf.Freemason: 2, werewolf.Villager: 1})
	for _, lang := range []string{"en", "ja"} {
		out, paired := 0, 0
		for seed := range uint64(6) {
			players := make([]bottest.Player, Players)
			for i := range players {
				p, err := New(agent.Config{Seed: seed, Lang: lang})
				if err != nil {
					t.Fatal(err)
				}
				players[i] = p
			}
			seats := make([]werewolf.Seat, Players)
			for i, name := range names {
				seats[i].Name = name
			}
			table, err := bottest.Sit(rules, seats, seed, players)
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Play(); err != nil || len(table.Illegal) > 0 {
				t.Fatalf("%v, illegal: %v", err, table.Illegal)
			}
			l := heard(table.Game)
			for id := range werewolf.SeatsUpTo(Players).All() {
				if table.Game.Role(id) != werewolf.Freemason {
					continue
				}
				switch claim := l.ClaimOf(id); {
				case claim == werewolf.Freemason:
					out++
				case claim != werewolf.NoRole:
					t.Errorf("%s, seed %d: freemason %d claims to be %s", lang, seed, id, claim)
				}
				if l.Paired(id) != 0 {
					paired++
				}
			}
		}
		if out < 6 || paired < 6 {
			t.Errorf("%s: of 12 freemasons %d came out, %d are paired", lang, out, paired)
		}
	}
}
