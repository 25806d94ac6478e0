package chances

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// digestGames are played for a digest; what depends on rare situations comes up in one of several.
const digestGames = 2

// Digest is what a few fixed games of these players come to: the games themselves, what the village had reason to believe in them,
// and how they go on from that. Two programs whose players, rules or judgement differ in any of it have other digests, and chances
// that do not belong together.
func Digest(ctx context.Context, rules *werewolf.Rules, players Player) (string, error) {
	sum := sha256.New()
	for seed := range uint64(digestGames) {
		rec, err := fixedGame(ctx, rules, players, seed)
		if err == nil {
			err = addGame(ctx, sum, rec, players)
		}
		if err != nil {
			return "", fmt.Errorf("chances: a game to tell players apart: %w", err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// fixedGame plays a game from its beginning in which nobody is late.
func fixedGame(ctx context.Context, rules *werewolf.Rules, players Player, seed uint64) (*gamelog.Record, error) {
	rec := &gamelog.Record{Header: gamelog.Header{Seed: seed, Rules: *rules}}
	rec.Header.Rules.Timeout = werewolf.Timeout{}
	for i := range rules.Players() {
		rec.Header.Seats = append(rec.Header.Seats, werewolf.Seat{Name: fmt.Sprintf("Agent[%02d]", i+1)})
	}
	h := &rec.Header
	g, err := werewolf.New(h.Rules, h.Seats, seed)
	if err != nil {
		return nil, err
	}
	m := match.Match{Game: g, Observer: (*scribe)(rec), Clock: match.StepClock(0, 1)}
	for i := range h.Seats {
		p, err := players(werewolf.SeatID(i+1), werewolf.SubSeed(seed, i+1))
		if err != nil {
			return nil, err
		}
		m.Players = append(m.Players, p)
	}
	_, err = m.Run(ctx)
	return rec, err
}

// addGame adds the game, and at its last dusk or dawn the sketch and games that look alike to the village.
func addGame(ctx context.Context, sum hash.Hash, rec *gamelog.Record, players Player) error {
	note := func(e *werewolf.Event) { _, _ = fmt.Fprintln(sum, e.String()) }
	for _, entry := range rec.Entries {
		if entry.Event != nil {
			note(entry.Event)
		}
	}
	moments := Moments(rec, 0)
	village := 0
	asks := Asks{Eyes: &village, Seed: rec.Header.Seed}
	_, from, err := asks.source(rec, moments[len(moments)-1])
	if err != nil {
		return err
	}
	for i := range digestGames {
		p, err := from(i)
		if err != nil {
			return err
		}
		sketch, err := Sketch(From(p), 1)
		if err != nil {
			return err
		}
		// Some processors round the last bits in another way.
		_, _ = fmt.Fprintf(sum, "%.6f\n", sketch)
		for _, entry := range p.Past() {
			if entry.Event != nil {
				note(entry.Event)
			}
		}
		if _, err := Watch(ctx, From(p), players, i, rec.Header.Seed, note); err != nil {
			return err
		}
	}
	return nil
}

// scribe keeps what happens in a record.
type scribe gamelog.Record

// Append adds the entry.
func (s *scribe) Append(e gamelog.Entry) { s.Entries = append(s.Entries, e) }

// Flush has nothing to write.
func (*scribe) Flush() error { return nil }
