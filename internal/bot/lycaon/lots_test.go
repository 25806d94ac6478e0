package lycaon_test

import (
	"slices"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// TestNoSeatIsFirst: nothing distinguishes seats before anybody has spoken, so a seer's first divination falls on any of them.
func TestNoSeatIsFirst(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	divined, games := map[werewolf.SeatID]int{}, 0
	for seed := range uint64(100) {
		var players []bottest.Player
		shared := understand.NewShared()
		for i := range 5 {
			p, err := bot.New("lycaon", bot.Config{Seed: werewolf.SubSeed(seed, i), Shared: shared})
			if err != nil {
				t.Fatal(err)
			}
			players = append(players, p)
		}
		game, err := bottest.Sit(rules, bottest.Seats(people[:5]...), seed, players)
		if err == nil {
			game.Enough = func() bool { // only the first night is looked at
				return slices.ContainsFunc(game.Game.Log(), func(e werewolf.Event) bool { return e.Kind == werewolf.DivineChosen })
			}
			err = game.Play()
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range game.Game.Log() {
			if e.Kind == werewolf.DivineChosen && e.Day == 0 {
				divined[e.Target]++
				games++
			}
		}
	}
	for seat := range werewolf.SeatsUpTo(5).All() {
		if n := divined[seat]; n < games/10 || n > games/3 {
			t.Errorf("seat %d is divined first in %d of %d games: %v", seat, n, games, divined)
		}
	}
}
