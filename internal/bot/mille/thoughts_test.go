package mille

import (
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Before anything is known a player without a power asks who the seer is, unless there is none or somebody has said so.
func TestDayZeroAsksForTheSeer(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	seerless := werewolf.With(werewolf.RoleCounts{werewolf.Villager: 4, werewolf.Werewolf: 1})
	for name, c := range map[string]struct {
		rules *werewolf.Rules
		role  werewolf.Role
		said  string
		asks  bool
	}{
		"a villager":            {&rules, werewolf.Villager, "", true},
		"after idle words":      {&rules, werewolf.Villager, "The weather has turned cold this week.", true},
		"after a coming-out":    {&rules, werewolf.Villager, "Hello all. I am the real seer here.", false},
		"the seer itself":       {&rules, werewolf.Seer, "", false},
		"a game without a seer": {&seerless, werewolf.Villager, "", false},
	} {
		for seed := range uint64(5) {
			p, err := New(agent.Config{Seed: seed, Lang: "en"})
			if err != nil {
				t.Fatal(err)
			}
			o := werewolf.Observation{
				Rules: c.rules, Seat: 3, Names: englishNames, Living: werewolf.SeatsUpTo(5), Roles: []werewolf.Role{0, 0, 0, c.role, 0, 0},
				Request: werewolf.Request{Seat: 3, Kind: werewolf.Talk, Left: werewolf.Left{Count: 2, Length: werewolf.NoLimit}},
			}
			if c.said != "" {
				o.Talks = []werewolf.Utterance{{Seat: 2, Text: c.said}}
			}
			text, err := p.Answer(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			asks := false
			for _, r := range newRecogniser(t, false).recognise(3, text) {
				asks = asks || r[0].Verb == speech.Inquire && r[0].Topic == speech.WhichRole
			}
			if asks != c.asks || !asks && text != werewolf.OverText {
				t.Errorf("%s, seed %d: says %q", name, seed, text)
			}
		}
	}
}

// A seer in whose seat another result was told for the same night keeps its own to itself; one in whose seat nothing was told tells it.
func TestOneResultANight(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	for said, tells := range map[string]bool{
		"I am the seer. I divined " + englishNames[1] + " and found a human.": false,
		"I am the seer and I have nothing to fear.":                           true,
	} {
		for seed := range uint64(4) {
			p, err := New(agent.Config{Seed: seed, Lang: "en"})
			if err != nil {
				t.Fatal(err)
			}
			o := werewolf.Observation{
				Rules: &rules, Seat: 3, Day: 1, Names: englishNames, Living: werewolf.SeatsUpTo(5), Roles: []werewolf.Role{0, 0, 0, werewolf.Seer, 0, 0},
				Divined: []werewolf.Finding{{Day: 0, Target: 4, Species: werewolf.Wolf}}, Talks: []werewolf.Utterance{{Day: 1, Seat: 3, Text: said}},
				Request: werewolf.Request{Seat: 3, Kind: werewolf.Talk, Left: werewolf.Left{Count: 9, Length: werewolf.NoLimit}},
			}
			told := false
			for turn := range 6 {
				text, err := p.Answer(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				for a := range bottest.Read(&o, text).Results(3) {
					told = told || a.Target == 4
				}
				o.Talks = append(o.Talks, werewolf.Utterance{Day: 1, Turn: turn + 1, Seat: 3, Text: text, Over: text == werewolf.OverText})
			}
			if told != tells {
				t.Errorf("after %q, seed %d: tells its own result: %v", said, seed, told)
			}
		}
	}
}
