package talker

import (
	"testing"

	"wolfden/werewolf"
)

// A werewolf would rather attack a freemason whom its fellow has confirmed than a villager, but the seer first.
func TestWorthOfFellows(t *testing.T) {
	o := masons(2, []werewolf.Utterance{
		{Day: 2, Seat: 3, Text: "I am a freemason and Dov is my fellow."}, {Day: 2, Seat: 4, Text: "I am a freemason and Cleo is my fellow."},
		{Day: 2, Seat: 5, Text: "I am the seer. I divined Gil and Gil is human."}, {Day: 2, Seat: 6, Text: "I am just a villager."},
	})
	o.Seat, o.Roles = 1, []werewolf.Role{0, werewolf.Werewolf, werewolf.Werewolf, 0, 0, 0, 0, 0, 0, 0}
	p := newPlayer(t, 1)
	if _, err := p.Answer(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if seer, mason, villager := p.worth(5), p.worth(3), p.worth(6); seer <= mason || mason <= villager {
		t.Errorf("seer %v, freemason %v, villager %v", seer, mason, villager)
	}
}
