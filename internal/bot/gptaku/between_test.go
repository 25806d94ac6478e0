package gptaku

import (
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/werewolf"
)

// Case C of figure 8: left with two who may be the possessed, the werewolf goes by the black results of day 1, by those of day 2 where
// there are none, and against who told white ones where nobody was called a werewolf.
func TestBetweenTwoCandidates(t *testing.T) {
	const (
		dov, emil = "I am the seer. I divined Dov and found a werewolf.", "I am the seer. I divined Emil and found a werewolf."
		human     = "I am the seer. I divined Ada and found a human."
	)
	rules, err := werewolf.Standard(Players)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, bela, cleo, emil, today, box string
		teller, target                     werewolf.SeatID // of today, and of the vote
	}{
		{"black, dead", dov, human, "I have nothing to say.", "Good morning.", "wolf-against", 3, 2},
		{"black, dead, and another today", dov, human, "I have nothing to say.", "I divined Cleo and found a werewolf.", "wolf-against", 2, 2},
		{"black, alive", dov, human, "I am the seer. I divined Cleo and found a werewolf.", "Good morning.", "wolf-support", 3, 3},
		{"black, alive, before one dead", human, emil, "I am the seer. I divined Bela and found a werewolf.", "Good morning.", "wolf-support", 3, 2},
		{"black today", human, human, "I have nothing to say.", "I divined Bela and found a werewolf.", "wolf-support", 3, 2},
		{"white only", human, human, "I have nothing to say.", "Good morning.", "wolf-against", 3, 3},
	} {
		p, err := New(agent.Config{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		o := werewolf.Observation{
			Rules: &rules, Seat: 1, Day: 2, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SetOf(1, 2, 3),
			Roles:  []werewolf.Role{0, werewolf.Werewolf, 0, 0, 0, 0},
			Deaths: []werewolf.Death{{Day: 1, Seat: 4, Cause: werewolf.ByExecution}, {Day: 1, Seat: 5, Cause: werewolf.ByAttack}},
			Talks: []werewolf.Utterance{
				{Day: 1, Seat: 2, Text: c.bela}, {Day: 1, Seat: 3, Text: c.cleo}, {Day: 1, Seat: 5, Text: c.emil}, {Day: 2, Seat: c.teller, Text: c.today},
			},
			Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 3, Length: werewolf.NoLimit}},
		}
		if _, err := p.Answer(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if b := p.State().box; b.name != c.box || b.target != c.target {
			t.Errorf("%s: %s against %d, want %s against %d", c.name, b.name, b.target, c.box, c.target)
		}
	}
}
