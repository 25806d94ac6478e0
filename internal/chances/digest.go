package chances

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

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
	var all []sample
	for seed := range uint64(digestGames) {
		rec, err := fixedGame(ctx, rules, players, seed)
		if err != nil {
			return "", fmt.Errorf("a game to tell players apart: %w", err)
		}
		s, err := sampled(ctx, rec, players)
		if err != nil {
			return "", fmt.Errorf("a game to tell players apart: %w", err)
		}
		all = append(all, s)
	}
	return digestOf(all), nil
}

// sample is what a fixed game comes to.
type sample struct {
	Game  []string // what happens in it
	Alike []alike
}

// alike is a game that looks to the village like a fixed one at its last dusk or dawn: what happened in it before, what its sketch is,
// and how it goes on.
type alike struct {
	Sketch      float64
	Past, After []string
}

// digestOf is the digest of fixed games.
func digestOf(all []sample) string {
	sum := sha256.New()
	add := func(lines []string) {
		for _, line := range lines {
			_, _ = fmt.Fprintln(sum, line)
		}
	}
	for _, s := range all {
		add(s.Game)
		for _, a := range s.Alike {
			// Some processors round the last bits in another way.
			_, _ = fmt.Fprintf(sum, "%.6f\n", a.Sketch)
			add(a.Past)
			add(a.After)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
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

// sampled is what the game of the record comes to.
func sampled(ctx context.Context, rec *gamelog.Record, players Player) (s sample, err error) {
	s.Game = happened(rec.Entries)
	moments := Moments(rec, 0)
	village := 0
	asks := Asks{Eyes: &village, Seed: rec.Header.Seed}
	_, from, err := asks.source(rec, moments[len(moments)-1])
	if err != nil {
		return s, err
	}
	for i := range digestGames {
		p, err := from(i)
		if err != nil {
			return s, err
		}
		a := alike{Past: happened(p.Past())}
		if a.Sketch, err = Sketch(From(p), 1); err != nil {
			return s, err
		}
		if _, err := Watch(ctx, From(p), players, i, rec.Header.Seed, func(e *werewolf.Event) { a.After = append(a.After, e.String()) }); err != nil {
			return s, err
		}
		s.Alike = append(s.Alike, a)
	}
	return s, nil
}

// happened are the events of a record, in words.
func happened(entries []gamelog.Entry) (list []string) {
	for _, entry := range entries {
		if entry.Event != nil {
			list = append(list, entry.Event.String())
		}
	}
	return list
}

// scribe keeps what happens in a record.
type scribe gamelog.Record

// Append adds the entry.
func (s *scribe) Append(e gamelog.Entry) { s.Entries = append(s.Entries, e) }

// Flush has nothing to write.
func (*scribe) Flush() error { return nil }
