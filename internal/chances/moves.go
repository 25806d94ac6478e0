package chances

import (
	"context"
	"errors"
	"fmt"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Move is something that a player did, and what it was worth to the player's side.
type Move struct {
	Moment string               `json:"moment"` // before it
	Kind   werewolf.RequestKind `json:"kind"`   // a talk or a vote
	Seat   werewolf.SeatID      `json:"seat"`
	Text   string               `json:"text,omitempty"`   // of an utterance
	Target werewolf.SeatID      `json:"target,omitempty"` // of a vote
	// Village is what the move made of the village's chance, by true roles: beside silence, or a vote for nobody.
	Village Interval `json:"village"`
	// Own is the same for the mover's side by the mover's eyes, beside the best that the mover could have done instead: for an
	// utterance silence, for a vote one for somebody else. It is set for votes and claims.
	Own *Interval `json:"own,omitempty"`
	// Better is whom the vote should rather have been for, by the mover's eyes.
	Better werewolf.SeatID `json:"better,omitempty"`
}

// Mistake reports whether the mover could know that the move loses.
func (m *Move) Mistake() bool { return m.Own != nil && m.Own.High < 0 }

// Judge plays games on with and without each utterance with words and each vote of a record.
type Judge struct {
	Record  *gamelog.Record // see Unhurried
	Players Player
	Games   int // for each way, at each move
	Seed    uint64
}

// Moves judges all moves and passes each to take, in order.
func (j *Judge) Moves(ctx context.Context, take func(Move) error) error {
	claims := map[int]bool{}
	for _, p := range utterances(j.Record) {
		claims[p.Entries] = p.Claims != werewolf.NoRole
	}
	day, spoken := 0, 0
	for i := range j.Record.Entries {
		entry := &j.Record.Entries[i]
		if e := entry.Event; e != nil {
			if e.Kind == werewolf.DayBegan {
				day, spoken = e.Day, 0
			}
			continue
		}
		a := entry.Input.Action
		m := Move{Kind: a.Request, Seat: a.Seat, Text: a.Text, Target: a.Target}
		var err error
		switch {
		case a.Kind != werewolf.Answer:
			continue
		case a.Request == werewolf.Talk:
			spoken++
			m.Moment = fmt.Sprintf("d%d:%d", day, spoken)
			if text := werewolf.Clean(a.Text); a.Missing || text == "" || text == werewolf.SkipText || text == werewolf.OverText {
				continue
			}
			err = j.word(ctx, i, &m, claims[i])
		case a.Request == werewolf.Vote && a.Target != 0:
			m.Moment = fmt.Sprintf("d%d:vote", day)
			err = j.vote(ctx, i, &m)
		default:
			continue
		}
		if errors.Is(err, position.ErrOver) {
			continue
		}
		if err == nil {
			err = take(m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// at returns the position before an answer, and the answer.
func (j *Judge) at(entries int) (*position.Position, werewolf.Action, error) {
	p, err := position.At(j.Record, entries)
	return p, j.Record.Entries[entries].Input.Action, err
}

// word judges an utterance.
func (j *Judge) word(ctx context.Context, entries int, m *Move, claim bool) error {
	before, said, err := j.at(entries)
	if err != nil {
		return err
	}
	with, err := before.Then(said)
	if err != nil {
		return err
	}
	without, err := before.Silent(said.Seat)
	if err != nil {
		return err
	}
	seed := werewolf.SubSeed(j.Seed, entries)
	change, err := WhatIf(ctx, Side{From(with), j.Players}, Side{From(without), j.Players}, j.Games, seed)
	if err != nil {
		return err
	}
	m.Village = Of(change.For(werewolf.VillagerTeam))
	if !claim {
		return nil
	}
	own, err := ByEyes(before, said.Seat, seed)
	if err != nil {
		return err
	}
	silent := func(p *position.Position) (*position.Position, error) { return p.Silent(said.Seat) }
	spoken := func(p *position.Position) (*position.Position, error) { return p.Then(said) }
	if change, err = WhatIf(ctx, Side{after(own, spoken), j.Players}, Side{after(own, silent), j.Players}, j.Games, seed); err != nil {
		return err
	}
	value := Of(change.For(teamOf(before, said.Seat)))
	m.Own = &value
	return nil
}

// vote judges a vote. Whom it should rather have been for is found in half of the games; what that would have brought is measured in
// the others, since the best of many is best by luck, too.
func (j *Judge) vote(ctx context.Context, entries int, m *Move) error {
	before, cast, err := j.at(entries)
	if err != nil {
		return err
	}
	asked, err := before.Asked()
	if err != nil {
		return err
	}
	var targets werewolf.SeatSet
	for _, q := range asked {
		if q.Seat == cast.Seat && q.Kind == werewolf.Vote {
			targets = q.Targets.Without(cast.Seat)
		}
	}
	seed, team := werewolf.SubSeed(j.Seed, entries), teamOf(before, cast.Seat)
	voted := func(target werewolf.SeatID) func(*position.Position) (*position.Position, error) {
		return func(p *position.Position) (*position.Position, error) {
			return p.Then(werewolf.Action{Seat: cast.Seat, Request: werewolf.Vote, Target: target, Missing: target == 0})
		}
	}
	with, without := Side{after(From(before), voted(cast.Target)), j.Players}, Side{after(From(before), voted(0)), j.Players}
	change, err := WhatIf(ctx, with, without, j.Games, seed)
	if err != nil {
		return err
	}
	m.Village = Of(change.For(werewolf.VillagerTeam))
	own, err := ByEyes(before, cast.Seat, seed)
	if err != nil {
		return err
	}
	ends := map[werewolf.SeatID][]End{}
	for target := range targets.With(cast.Target).All() {
		if ends[target], err = Play(ctx, after(own, voted(target)), j.Players, j.Games, seed); err != nil {
			return err
		}
	}
	half := j.Games / 2
	better := targets.Without(cast.Target).Most(func(id werewolf.SeatID) float64 {
		first := TallyOf(ends[id][:half])
		return float64(first.Won[team])
	})
	if better == 0 {
		return nil
	}
	value := Of(Difference(team, ends[cast.Target][half:], ends[better][half:]))
	m.Own, m.Better = &value, better
	return nil
}

// teamOf is the side of a seat.
func teamOf(p *position.Position, id werewolf.SeatID) werewolf.Team {
	return p.Rules().Table.Team(p.Roles()[id])
}

// after is a source whose positions have gone one step on.
func after(from Source, step func(*position.Position) (*position.Position, error)) Source {
	return func(i int) (*position.Position, error) {
		p, err := from(i)
		if err != nil {
			return nil, err
		}
		return step(p)
	}
}

// Sums are what a player's moves were worth in a game.
type Sums struct {
	Seat     werewolf.SeatID `json:"seat"`
	Moves    int             `json:"moves"`           // that were judged
	Mistakes int             `json:"mistakes"`        // of these, those that the player could know to lose
	Lost     Interval        `json:"chance_lost"`     // chance lost by own mistakes: of its side's chance, by its own eyes
	Words    Interval        `json:"gained_by_words"` // gained by words: for its side, by true roles
}

// SumsOf adds the moves up, by seat. Each was judged in games of its own.
func SumsOf(moves []Move, team func(werewolf.SeatID) werewolf.Team, players int) []Sums {
	list, lost, words := make([]Sums, players), make([][]stats.Estimate, players), make([][]stats.Estimate, players)
	for i := range moves {
		m := &moves[i]
		at := m.Seat - 1
		list[at].Moves++
		if m.Kind == werewolf.Talk {
			gain := m.Village
			if team(m.Seat) != werewolf.VillagerTeam {
				gain = gain.negative()
			}
			words[at] = append(words[at], gain.estimate())
		}
		if m.Mistake() {
			list[at].Mistakes++
			lost[at] = append(lost[at], m.Own.negative().estimate())
		}
	}
	for i := range list {
		list[i].Seat, list[i].Lost, list[i].Words = werewolf.SeatID(i+1), Of(stats.Sum(lost[i])), Of(stats.Sum(words[i]))
	}
	return list
}
