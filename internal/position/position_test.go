package position_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/characters"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var (
	long    = flag.Bool("long", false, "ten times as many moments and newcomers")
	moments = flag.Int("moments", 10, "moments from which a game goes on; 500 are the whole test")
)

// some is how many of something a test makes: few, or with -long many.
func some(few, many int) int {
	if *long {
		return many
	}
	return few
}

// names are the built-in players that play without a model and without a script.
func names(players int) (list []string) {
	for _, k := range bot.Kinds() {
		if !slices.Contains([]string{"scripted", "chaos"}, k.Name) && bot.Fits(k.Name, players) == nil {
			list = append(list, k.Name)
		}
	}
	return list
}

// table is a game to be recorded.
type table struct {
	header gamelog.Header
	bots   []string
	shared *understand.Shared // what its players have understood
}

// lay prepares a game of these players in turn.
func lay(tb testing.TB, players int, lang string, seed uint64, change func(*werewolf.Rules), bots ...string) *table {
	tb.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		tb.Fatal(err)
	}
	if change != nil {
		change(&rules)
	}
	people, err := characters.In(lang)
	if err != nil {
		tb.Fatal(err)
	}
	t := &table{
		header: gamelog.Header{Version: gamelog.Version, ID: "01TEST", Started: 1_700_000_000_000, Lang: lang, Seed: seed, Rules: rules},
		shared: understand.NewShared(),
	}
	for i := range players {
		t.bots = append(t.bots, bots[i%len(bots)])
		t.header.Seats = append(t.header.Seats, werewolf.Seat{Name: people[i].Name, Profile: people[i].Profile()})
	}
	return t
}

// player makes the player of a seat.
func (t *table) player(tb testing.TB, seat int, name string) match.Player {
	tb.Helper()
	p, err := bot.New(name, bot.Config{Seed: werewolf.SubSeed(t.header.Seed, seat), Lang: t.header.Lang, Shared: t.shared})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// book is an observer that keeps a record in memory.
type book struct{ entries []gamelog.Entry }

func (b *book) Append(e gamelog.Entry) { b.entries = append(b.entries, e) }
func (b *book) Flush() error           { return nil }

// play plays the game and returns its record.
func (t *table) play(tb testing.TB) *gamelog.Record {
	tb.Helper()
	g, err := t.header.Game()
	if err != nil {
		tb.Fatal(err)
	}
	for i := range t.header.Seats {
		t.header.Seats[i].Role = g.Role(werewolf.SeatID(i + 1))
	}
	b := &book{}
	m := match.Match{Game: g, Started: t.header.Started, Observer: b, Clock: match.StepClock(0, 750)}
	for i, name := range t.bots {
		m.Players = append(m.Players, t.player(tb, i+1, name))
	}
	if _, err := m.Run(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return &gamelog.Record{Header: t.header, Entries: b.entries}
}

// goOn plays on from a moment and returns the whole record.
func goOn(tb testing.TB, p *position.Position, seats []position.Seat, seed *uint64) *gamelog.Record {
	tb.Helper()
	m, err := p.Match(tb.Context(), seats, seed)
	if err != nil {
		tb.Fatal(err)
	}
	b := &book{}
	m.Observer = b
	if _, err := m.Run(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return &gamelog.Record{Header: p.Header(seed), Entries: slices.Concat(p.Past(), b.entries)}
}

// lines are the record's lines after its header.
func lines(tb testing.TB, rec *gamelog.Record) []string {
	tb.Helper()
	var buf bytes.Buffer
	if err := gamelog.Write(&buf, rec); err != nil {
		tb.Fatal(err)
	}
	return strings.SplitAfter(buf.String(), "\n")[1:]
}

// same seats the players of the record again.
func (t *table) same(tb testing.TB) (seats []position.Seat) {
	tb.Helper()
	for i, name := range t.bots {
		seats = append(seats, position.Seat{Player: t.player(tb, i+1, name), Same: true})
	}
	return seats
}

// TestTheGameItself: the same players with the game's own chance give the game itself, notes and times and all, from wherever
// they go on.
func TestTheGameItself(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 3))
	sizes, langs := []int{5, 9, 13}, []string{"en", "ja"}
	count := some(*moments, 10**moments)
	if testing.Short() {
		count = min(count, 8)
	}
	for n := range count {
		size, lang := sizes[n%3], langs[n/3%2]
		all := names(size)
		bots := []string{all[n/6%len(all)]}
		if n%4 == 3 {
			rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			bots = all[:min(len(all), size)]
		}
		table := lay(t, size, lang, uint64(n), nil, bots...)
		rec := table.play(t)
		at := rng.IntN(len(rec.Entries) + 1)
		p, err := position.At(rec, at)
		if errors.Is(err, position.ErrOver) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		compare(t, fmt.Sprintf("%d players, %s, %q, seed %d, after %d", size, lang, bots, n, at), rec, goOn(t, p, table.same(t), nil))
	}
}

// compare compares all lines of two games.
func compare(t *testing.T, what string, want, got *gamelog.Record) {
	t.Helper()
	a, b := lines(t, want), lines(t, got)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("%s: line %d of %d\n%.300s is now\n%.300s", what, i+2, len(a), a[i], b[i])
			return
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: %d lines are now %d", what, len(a), len(b))
	}
}
