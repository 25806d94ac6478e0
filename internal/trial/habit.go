package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"wolfden/internal/parallel"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Habit is something that the program does again and again on a side. What it costs is measured by playing on from where it was
// done, with the true roles: as it was done, and instead (see [Sight]). Its kind is one of [Choices], Silent or Hides, a fault
// behind "fault-", one of package critic, a word of package chances behind "said-", or a role behind "claims-".
type Habit struct {
	Kind  string           `json:"kind"`
	Side  werewolf.Team    `json:"side"`
	Roles werewolf.RoleSet `json:"-"`     // in which it was done
	Times int              `json:"times"` // in all games
	Games int              `json:"games"` // in which it was done
	// Each is what it takes of the chance of the program's side each time, over N places that were measured; Cost is that for a game of
	// the trial. Both are measured after the habit was picked, with other chance and, where there are enough, in other places, since what
	// seems the worst of many seems worse than it is.
	Cost stats.Estimate `json:"cost"`
	Each stats.Estimate `json:"each"`
	Seen []Sight        `json:"-"` // where it was measured, the dearest first
}

// So that habits are found while one waits: in how many places each is measured to be picked, and in how many once it is. Places differ from each other more than games from a place do, so there are many, and few games each way from each.
// What was done fewer times than least is no habit. A few places may make a costly habit look harmless, so more may be
// measured than are told.
const (
	placesTried   = 8
	measuredFor   = 2 // each that is told
	placesTold    = 64
	gamesAPlace   = 6
	leastOfHabits = 3
)

// Habits are at most so many habits of the program, those first that cost a game most: picked by a few places, and then measured. Those
// that plainly cost nothing, when they were picked or when they were measured, are left out; those that only seem to stand behind the
// others, where there is room.
func (j *Jury) Habits(ctx context.Context, games []Game, most int) ([]Habit, error) {
	all, err := shownIn(ctx, games)
	if err != nil {
		return nil, err
	}
	places := make([][]Sight, len(all))
	order := make([]int, len(all))
	for i := range all {
		order[i], places[i] = i, all[i].Seen
		if err := j.weigh(ctx, &all[i], spread(places[i], placesTried), j.Seed, len(games)); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].Cost.Value, all[a].Cost.Value) })
	var told, spare []Habit
	for _, i := range order[:min(measuredFor*most, len(order))] {
		h := &all[i]
		if len(told) == most || math.IsNaN(h.Cost.Value) || h.Cost.High <= 0 {
			continue
		}
		other := places[i]
		if len(other) >= 2*placesTried {
			other = slices.DeleteFunc(slices.Clone(other), func(s Sight) bool {
				return slices.ContainsFunc(h.Seen, func(o Sight) bool { return o.File == s.File && o.entries == s.entries })
			})
		}
		if err := j.weigh(ctx, h, spread(other, placesTold), j.Seed+1, len(games)); err != nil {
			return nil, err
		}
		switch {
		case h.Cost.Value > nothing:
			told = append(told, *h)
		case h.Cost.High > 0:
			spare = append(spare, *h)
		}
	}
	dearest := func(a, b Habit) int { return cmp.Compare(b.Cost.Value, a.Cost.Value) }
	slices.SortStableFunc(told, dearest)
	slices.SortStableFunc(spare, dearest)
	return append(told, spare[:min(most-len(told), len(spare))]...), nil
}

// weigh measures in these places what a habit costs.
func (j *Jury) weigh(ctx context.Context, h *Habit, seen []Sight, seed uint64, games int) error {
	var lost []float64
	h.Seen = nil
	for i := range seen {
		err := j.price(ctx, &seen[i], werewolf.SubSeed(seed, i))
		if errors.Is(err, position.ErrOver) {
			continue // with it, or without it, the game is over
		}
		if err != nil {
			return fmt.Errorf("%s at %s: %w", seen[i].File, seen[i].Moment, err)
		}
		lost, h.Seen = append(lost, seen[i].Cost), append(h.Seen, seen[i])
	}
	slices.SortStableFunc(h.Seen, func(a, b Sight) int { return cmp.Compare(b.Cost, a.Cost) })
	h.Each = stats.Mean(lost)
	h.Cost = h.Each.Scale(float64(h.Times) / float64(games))
	return nil
}

// spread are so many of the places, from the first to the last.
func spread(all []Sight, most int) (some []Sight) {
	n := min(most, len(all))
	for i := range n {
		some = append(some, all[i*len(all)/n])
	}
	return some
}

// shownIn are the habits that show in the games, with all places where they do.
func shownIn(ctx context.Context, games []Game) (all []Habit, err error) {
	type key struct {
		kind string
		side werewolf.Team
	}
	found := make([]map[string][]Sight, len(games))
	err = parallel.Each(ctx, len(games), 0, func(_ context.Context, i int) error {
		found[i] = shown(&games[i])
		return nil
	})
	if err != nil {
		return nil, err
	}
	at := map[key]int{}
	for i := range games {
		for kind, seen := range found[i] {
			k := key{kind, games[i].Side}
			if _, known := at[k]; !known {
				at[k] = len(all)
				all = append(all, Habit{Kind: kind, Side: k.side})
			}
			h := &all[at[k]]
			h.Times, h.Games, h.Seen = h.Times+len(seen), h.Games+1, append(h.Seen, seen...)
			h.Roles |= werewolf.RolesOf(games[i].Role)
		}
	}
	all = slices.DeleteFunc(all, func(h Habit) bool { return h.Times < leastOfHabits })
	slices.SortFunc(all, func(a, b Habit) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Side, b.Side))
	})
	return all, nil
}
