package talker

import (
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// A liar that comes back keeps to the role it has claimed and to the results it has told.
func TestALiarComesBack(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
		Talks:   []werewolf.Utterance{{Day: 1, Seat: 1, Text: "I am the seer. I divined Dov and he is human."}},
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 2, Length: werewolf.NoLimit}},
	}
	for _, role := range []werewolf.Role{werewolf.Werewolf, werewolf.Possessed} {
		o.Roles = []werewolf.Role{0, role, 0, 0, 0, 0}
		for seed := range bottest.Few(*long, uint64(20)) {
			p := newPlayer(t, seed)
			if _, err := p.Answer(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			told := p.pretence.Invented
			if p.pretence.Role != werewolf.Seer || len(told) != 1 || told[0] != (werewolf.Finding{Day: 0, Target: 4, Species: werewolf.Human}) {
				t.Errorf("seed %d: the %s comes back as %s with %+v", seed, role, p.pretence.Role, told)
			}
		}
	}
}
