package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/critic"
	"wolfden/internal/parallel"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// VoteAstray is the kind of habit of voting for somebody whom there was less reason to suspect than another, from what the voter was shown.
// The other kinds are those of package critic, the words of package chances behind "said-", and roles behind
// "claims-".
const VoteAstray = "astray"

// Habit is something that the program does again and again on a side. What it costs is measured by playing on from where it was
// done, with the true roles: from the utterance and from silence, from the vote and from one for the most suspected.
type Habit struct {
	Kind  string        `json:"kind"`
	Side  werewolf.Team `json:"side"`
	Times int           `json:"times"` // in all games
	Games int           `json:"games"` // in which it was done
	// Each is what it takes of the chance of the program's side each time, over N places that were measured; Cost is that for a game of
	// the trial. Both are measured after the habit was picked, with other chance and, where there are enough, in other places, since what
	// seems the worst of many seems worse than it is.
	Cost stats.Estimate `json:"cost"`
	Each stats.Estimate `json:"each"`
	Seen []Sight        `json:"-"` // where it was measured, the dearest first
}

// Sight is a place where a habit shows.
type Sight struct {
	*Game
	Moment string
	Cost   float64 // what it took there, in the games that were played

	entries int             // of the record, before it
	rather  werewolf.SeatID // for whom the vote should have been; 0 for an utterance
}

// So that habits are found while one waits: in how many places each is measured to be picked, and in how many once it is. Places differ from each other more than games from a place do, so there are many, and few games each way from each.
// What was done fewer times than least is no habit.
const (
	placesTried   = 8
	placesTold    = 64
	gamesAPlace   = 6
	leastOfHabits = 3
)

// Habits are at most so many habits of the program, those first that cost a game most: picked by a few places, and then measured. Those
// that seemed to cost nothing, when they were picked or when they were measured, are left out.
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
	var told []Habit
	for _, i := range order {
		h := &all[i]
		if len(told) == most || math.IsNaN(h.Cost.Value) || h.Cost.Value <= 0 {
			break
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
		if h.Cost.Value > 0 {
			told = append(told, *h)
		}
	}
	slices.SortStableFunc(told, func(a, b Habit) int { return cmp.Compare(b.Cost.Value, a.Cost.Value) })
	return told, nil
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

// price plays on from the place in both ways.
func (j *Jury) price(ctx context.Context, s *Sight, seed uint64) error {
	rec, err := gamelog.ReadFile(s.File)
	if err != nil {
		return err
	}
	players, err := j.Players(rec)
	if err != nil {
		return err
	}
	rec = chances.Unhurried(rec)
	var change chances.Change
	if s.rather == 0 {
		place := chances.Place{Entries: s.entries, Event: &werewolf.Event{Seat: s.Seat}}
		change, err = place.Silenced(ctx, rec, players, gamesAPlace, seed)
	} else {
		change, err = j.otherVote(ctx, rec, s, players, seed)
	}
	s.Cost = -change.For(s.Side).Value
	return err
}

func (j *Jury) otherVote(ctx context.Context, rec *gamelog.Record, s *Sight, players chances.Player, seed uint64) (c chances.Change, err error) {
	before, err := position.At(rec, s.entries)
	if err != nil {
		return c, err
	}
	vote, _ := chances.Recorded(rec, s.entries, s.Seat, werewolf.Vote)
	as, err := before.Then(vote)
	if err != nil {
		return c, err
	}
	other, err := before.Then(werewolf.Action{Seat: s.Seat, Request: werewolf.Vote, Target: s.rather})
	if err != nil {
		return c, err
	}
	return chances.WhatIf(ctx, chances.Side{From: chances.From(as), Players: players}, chances.Side{From: chances.From(other), Players: players}, gamesAPlace, seed)
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
		}
	}
	all = slices.DeleteFunc(all, func(h Habit) bool { return h.Times < leastOfHabits })
	slices.SortFunc(all, func(a, b Habit) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Side, b.Side))
	})
	return all, nil
}

// shown is where habits show in a game, by kind; of a game that cannot be read or understood, nothing.
func shown(g *Game) map[string][]Sight {
	rec, err := gamelog.ReadFile(g.File)
	if err != nil {
		return nil
	}
	told, err := chronicle.OfRecord(rec)
	if err != nil {
		return nil
	}
	seen, said := map[string][]Sight{}, chances.Utterances(rec)
	add := func(kind string, p *chances.Place) {
		if list := seen[kind]; len(list) == 0 || list[len(list)-1].entries != p.Entries {
			seen[kind] = append(list, Sight{Game: g, Moment: p.Moment, entries: p.Entries})
		}
	}
	for i := range said {
		if p := &said[i]; p.Event.Seat == g.Seat {
			for _, word := range p.Says {
				if word != chances.ComesOut { // which is a claim, as others are
					add("said-"+string(word), p)
				}
			}
			if p.Claims != werewolf.NoRole {
				add("claims-"+rec.Header.Rules.Table.Name(p.Claims), p)
			}
		}
	}
	places := map[int]*chances.Place{} // by the line of the chronicle
	for i := range told.Lines {
		if told.Lines[i].Kind == contestlog.TalkLine && len(places) < len(said) {
			places[i] = &said[len(places)]
		}
	}
	for _, f := range critic.Read(told).Findings {
		if p := places[f.Line]; f.Seat == g.Seat && p != nil && p.Event.Seat == g.Seat {
			add(f.Kind.String(), p)
		}
	}
	if g.Side != werewolf.VillagerTeam {
		return seen
	}
	free := chances.Unhurried(rec)
	for day := 1; ; day++ {
		moment := fmt.Sprintf("d%d:vote", day)
		entries, err := position.Find(free, moment)
		if err != nil {
			return seen
		}
		if a := voteAt(free, g.Seat, moment); a.by() > 0 {
			seen[VoteAstray] = append(seen[VoteAstray], Sight{Game: g, Moment: moment, entries: entries, rather: a.Rather})
		}
	}
}
