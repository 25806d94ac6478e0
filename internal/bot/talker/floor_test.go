package talker

import (
	"testing"

	"wolfden/werewolf"
)

// On an open floor a player that has just spoken leaves the floor until two others have spoken; then it may take it again,
// and does not always.
func TestWhoHasJustSpokenLetsTwoOthersSpeak(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	const players = 60
	words := []werewolf.Utterance{
		{Day: 1, Seat: 2, Text: "Good morning."}, {Day: 1, Seat: 1, Text: "Good morning everybody."},
		{Day: 1, Seat: 3, Text: "It rains a little."}, {Day: 1, Seat: 4, Text: "The wind is cold."}, {Day: 1, Seat: 5, Text: "I slept well."},
	}
	for others := range 4 { // have spoken since
		spoke := 0
		for seed := range uint64(players) {
			o := werewolf.Observation{
				Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
				Roles: []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0}, Talks: words[:2+others],
				Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Open: true, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}},
			}
			text, err := newPlayer(t, seed).Answer(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			if text != "" {
				spoke++
			}
		}
		if may := others > 1; may != (spoke > 0) || spoke == players {
			t.Errorf("after %d others %d of %d players speak again", others, spoke, players)
		}
	}
}
