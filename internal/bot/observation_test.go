package bot_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// witness sees to it that a player leaves what it is shown as it was.
type witness struct {
	bottest.Player
	t    *testing.T
	name string
}

func (w witness) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	before := o
	before.Names, before.Roles = slices.Clone(o.Names), slices.Clone(o.Roles)
	before.Talks, before.Whispers = slices.Clone(o.Talks), slices.Clone(o.Whispers)
	before.Votes, before.AttackVotes = slices.Clone(o.Votes), slices.Clone(o.AttackVotes)
	before.Deaths, before.Chosen = slices.Clone(o.Deaths), slices.Clone(o.Chosen)
	before.Divined, before.Medium = slices.Clone(o.Divined), slices.Clone(o.Medium)
	answer, err := w.Player.Answer(ctx, o)
	if !reflect.DeepEqual(before, o) {
		w.t.Errorf("%s, %s of day %d: the observation is another after the answer:\n%+v\n%+v", w.name, o.Request.Kind, o.Day, before, o)
	}
	return answer, err
}

// TestObservationIsThereToBeRead: no player changes what it is shown; the observations after it share that.
func TestObservationIsThereToBeRead(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and much of it")
	}
	for _, k := range bot.Kinds() {
		for _, n := range []int{5, 13} {
			if n == 13 && !*long {
				n = 9 // all roles are there
			}
			if k.Name == "scripted" || k.Name == "chaos" || bot.Fits(k.Name, n) != nil {
				continue
			}
			rules, err := werewolf.Standard(n)
			if err != nil {
				t.Fatal(err)
			}
			players := make([]bottest.Player, n)
			for i := range players {
				p, err := bot.New(k.Name, bot.Config{Seed: uint64(i), Shared: understood})
				if err != nil {
					t.Fatal(err)
				}
				players[i] = witness{p, t, k.Name}
			}
			table, err := bottest.Sit(rules, bottest.Seats(rosters["en"][:n]...), 4, players)
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Play(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
