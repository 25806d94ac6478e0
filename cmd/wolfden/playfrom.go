package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/internal/secret"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// branch is the moment of a recorded game that a series goes on from.
type branch struct {
	*position.Position

	header  *gamelog.Header
	sitters []sitter // by seat, who goes on there
	langs   []string // by seat, in which language
}

// sitter is who goes on in a seat: a built-in player by its name, "" for anybody else.
type sitter struct {
	name  string
	model bool // it had a model
	anew  bool // it was not there before, or cannot be made to answer as it did
}

// table is what the games have in common, and the moment they go on from where there is one.
func (c *playCmd) table() (*tableSetup, *branch, error) {
	if c.From == "" {
		if c.At != "" || len(c.Seat) > 0 {
			return nil, nil, usagef("--at and --seat go with --from, the record of the game to go on from")
		}
		if err := c.agree(); err != nil {
			return nil, nil, err
		}
		t, err := newTableSetup(c.players(), c.Roles, c.Lang, c.Bots, &c.programFlags)
		if err == nil {
			err = c.answersIn(&t.rules, len(t.programs) > 0)
		}
		return t, nil, err
	}
	if len(c.Exec) > 0 {
		return nil, nil, usagef("--from: programs cannot take over a game that has begun; --seat 3=NAME seats a built-in player")
	}
	if c.Players != nil || c.Roles != "" || len(c.Bots) > 0 {
		return nil, nil, usagef("--from: players and rules are those of the record; --seat 3=NAME seats somebody else")
	}
	game, err := readGame(c.From)
	if err != nil {
		return nil, nil, err
	}
	b, err := branchAt(game.record, c.At)
	if err != nil {
		return nil, nil, err
	}
	if err := b.seat(c.Seat, c.Model != ""); err != nil {
		return nil, nil, err
	}
	t := &tableSetup{rules: b.header.Rules, lang: b.header.Lang}
	return t, b, c.answersIn(&t.rules, false)
}

// branchAt is the moment of the record, its end for "".
func branchAt(rec *gamelog.Record, moment string) (*branch, error) {
	entries, err := len(rec.Entries), error(nil)
	if moment != "" {
		if entries, err = position.Find(rec, moment); err != nil {
			return nil, usagef("--at: %w", err)
		}
	}
	p, err := position.At(rec, entries)
	switch {
	case errors.Is(err, position.ErrOver) && moment == "":
		return nil, usagef("--from: the game is over; name a moment to go on from: --at d1:17")
	case errors.Is(err, position.ErrOver):
		return nil, usagef("--at %s: %w", moment, err)
	case err != nil:
		return nil, err
	}
	b := &branch{Position: p, header: &rec.Header, sitters: make([]sitter, len(rec.Header.Seats)), langs: languages(rec)}
	if from := rec.Header.Provenance; from != nil {
		for i := range min(len(from.Players), len(b.sitters)) {
			if e := &from.Players[i]; e.Player != "" {
				name := bot.Name{Kind: e.Player, Option: e.Option, Off: e.Off, Params: e.Parameters}
				b.sitters[i] = sitter{name: name.String(), model: e.Model != ""}
			}
		}
	}
	return b, nil
}

// seat puts other players into seats, and says whose player nobody knows. With a model, a player that had one takes its own seat
// anew, since nobody can make a model answer as it did.
func (b *branch) seat(others map[int]string, model bool) error {
	for seat, name := range others {
		if seat < 1 || seat > len(b.sitters) {
			return usagef("--seat %d=%s: the game has the seats 1 to %d", seat, name, len(b.sitters))
		}
		b.sitters[seat-1] = sitter{name: name, anew: true}
	}
	for i := range b.sitters {
		s := &b.sitters[i]
		switch {
		case s.name == "":
			return usagef("--from: no built-in player sat in seat %d (%s), so that nobody can go on there as before; seat one: --seat %[1]d=plain", i+1, b.header.Seats[i].Name)
		case s.model && !model:
			return usagef("--from: %s with a model sat in seat %d (%s): --model NAME lets it go on, --seat %[2]d=NAME seats somebody else", s.name, i+1, b.header.Seats[i].Name)
		case s.model:
			s.anew = true
		}
		if _, err := bot.New(s.name, bot.Config{Lang: b.langs[i]}); err != nil {
			return usagef("seat %d: %w", i+1, err)
		}
		if err := bot.Fits(s.name, len(b.sitters)); err != nil {
			return usagef("seat %d: %w", i+1, err)
		}
	}
	return nil
}

// goOn returns game n of a series that goes on from a moment.
func (s *series) goOn(ctx context.Context, n int) (*gamelog.Header, *match.Match, error) {
	var chance *uint64
	if s.seed != nil || s.total > 1 {
		seed := s.seedOf(n)
		chance = &seed
	}
	h := s.from.Header(chance)
	var err error
	if h.ID = secret.ID(); s.seed != nil {
		if h.ID, err = seededID(h.Started, *chance); err != nil {
			return nil, nil, err
		}
	}
	seats, err := s.goingOn(&h, chance)
	if err != nil {
		return nil, nil, err
	}
	if h.Provenance, err = s.provenance(n, h.Seats); err != nil {
		return nil, nil, err
	}
	if before := s.from.header.Provenance; before != nil {
		h.Provenance.Source, h.Provenance.Commas = before.Source, before.Commas
		for i := range before.Players {
			if seats[i].Same {
				h.Provenance.Players[i] = before.Players[i]
			}
		}
	}
	m, err := s.from.Match(ctx, seats, chance)
	if errors.Is(err, position.ErrOther) {
		return nil, nil, fmt.Errorf("%w: seat somebody there: --seat N=NAME", err)
	}
	return &h, m, err
}

// goingOn returns who goes on in each seat, and writes it into the header. Those who were there before are the same, with the seeds
// that every command gives them.
func (s *series) goingOn(h *gamelog.Header, chance *uint64) ([]position.Seat, error) {
	model, err := s.table.models.game()
	if err != nil {
		return nil, err
	}
	among := companyBefore(s.from.header)
	h.Seats = slices.Clone(h.Seats)
	seats, shared := make([]position.Seat, len(h.Seats)), understand.NewShared()
	for i := range seats {
		who := &s.from.sitters[i]
		seed, lang := werewolf.SubSeed(h.Seed, i+1), s.from.langs[i]
		if who.anew && chance != nil {
			seed = werewolf.SubSeed(*chance, i+1)
		}
		c := bot.Config{Seed: seed, Lang: lang, Commas: among.commas()}
		if who.anew {
			c = s.table.models.config(model, seed, lang, among)
		}
		c.Shared = shared
		p, err := bot.New(who.name, c)
		if err != nil {
			return nil, fmt.Errorf("seat %d: %w", i+1, err)
		}
		seats[i] = position.Seat{Player: p, Same: !who.anew}
		h.Seats[i].Team, h.Seats[i].Client = who.name, fmt.Sprintf("%s%d", who.name, i+1)
	}
	return seats, nil
}
