package gptaku

import (
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// TestGoesOnFromAnothersWords: whoever takes a seat in the middle claims no other role than was claimed there, tells no other result,
// and votes as was announced.
func TestGoesOnFromAnothersWords(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}
	for _, role := range []werewolf.Role{werewolf.Werewolf, werewolf.Possessed, werewolf.Villager, werewolf.Seer} {
		for _, said := range []string{"I am the seer. I divined Dov and he is human. I will vote for Cleo.", "I am a villager. I will vote for Cleo."} {
			for seed := range bottest.Few(*long, uint64(20)) {
				p, err := New(agent.Config{Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				o := werewolf.Observation{
					Rules: &rules, Seat: 1, Day: 1, Names: names, Living: werewolf.SeatsUpTo(5), Roles: []werewolf.Role{0, role, 0, 0, 0, 0},
					Talks: []werewolf.Utterance{
						{Day: 1, Seat: 2, Text: "Good morning."}, {Day: 1, Seat: 1, Text: said}, {Day: 1, Seat: 2, Text: "I see."},
					},
				}
				if role == werewolf.Seer && strings.Contains(said, "Dov") {
					o.Divined = []werewolf.Finding{{Day: 0, Target: 4, Species: werewolf.Human}}
				}
				listener := understand.New(understand.Table{Names: names, Roles: rules.Roles, Specs: rules.Table, Shared: understood})
				listener.Follow(&o, nil)
				claim := listener.Ledger().ClaimOf(1)
				for left := 2; left >= 0; left-- {
					o.Request = werewolf.Request{Seat: 1, Kind: werewolf.Talk, Turn: 3 - left, Left: werewolf.Left{Count: left, Length: werewolf.NoLimit}}
					text, err := p.Answer(t.Context(), o)
					if err != nil {
						t.Fatal(err)
					}
					u := werewolf.Utterance{Day: 1, Seat: 1, Text: text, Over: text == werewolf.OverText}
					rows := listener.Hear(u, false)
					o.Talks = append(o.Talks[:len(o.Talks):len(o.Talks)], u)
					if claimed := rows.Claimed(1); claimed != werewolf.NoRole && claimed != claim {
						t.Errorf("seed %d: the %s said %q and says %q", seed, role, said, text)
					}
					for a := range rows.Results(1) {
						if a.Target != 4 || a.Species != werewolf.Human {
							t.Errorf("seed %d: the %s said %q and says %q", seed, role, said, text)
						}
					}
				}
				o.Request = werewolf.Request{Seat: 1, Kind: werewolf.Vote, Targets: werewolf.SeatsUpTo(5)}
				if vote, err := p.Answer(t.Context(), o); err != nil || vote != "Cleo" {
					t.Errorf("seed %d: the %s said %q and votes for %s, %v", seed, role, said, vote, err)
				}
			}
		}
	}
}
