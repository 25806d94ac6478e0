package uecil_test

import (
	"fmt"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/uecil"
	"wolfden/werewolf"
)

// TestComesLateAsPossessed: a possessed that takes a seat in which a result of last night was told invents no second one.
func TestComesLateAsPossessed(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range bottest.Few(*uecil.Long, uint64(10)) {
		for _, species := range []string{"human", "a werewolf"} {
			p, err := uecil.System.Player(agent.Config{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			o := werewolf.Observation{
				Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
				Roles: []werewolf.Role{0, werewolf.Possessed, 0, 0, 0, 0},
				Talks: []werewolf.Utterance{
					{Day: 1, Seat: 1, Text: fmt.Sprintf("I am the seer. I divined Dov and he is %s.", species)}, {Day: 1, Seat: 2, Text: "I am the seer."},
				},
			}
			for left := 2; left >= 0; left-- {
				o.Request = werewolf.Request{Seat: 1, Kind: werewolf.Talk, Turn: 3 - left, Left: werewolf.Left{Count: left, Length: werewolf.NoLimit}}
				text, err := p.Answer(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				for a := range bottest.Read(&o, text).Results(1) {
					if a.Target != 4 {
						t.Errorf("seed %d, Dov is %s: %q", seed, species, text)
					}
				}
				o.Talks = append(o.Talks[:len(o.Talks):len(o.Talks)], werewolf.Utterance{Day: 1, Seat: 1, Text: text, Over: text == werewolf.OverText})
			}
		}
	}
}
