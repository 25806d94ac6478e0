package chances_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chances"
	"wolfden/internal/gamelogtest"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// book keeps what happened.
type book struct{ entries []gamelog.Entry }

func (b *book) Append(e gamelog.Entry) { b.entries = append(b.entries, e) }
func (*book) Flush() error             { return nil }

// by seats players of a kind.
func by(kind, lang string) chances.Player {
	shared := understand.NewShared()
	return func(_ werewolf.SeatID, seed uint64) (match.Player, error) {
		return bot.New(kind, bot.Config{Seed: seed, Lang: lang, Shared: shared})
	}
}

// game plays a game of one kind.
func game(tb testing.TB, kind string, players int, seed uint64) *gamelog.Record {
	tb.Helper()
	return played(tb, gamelogtest.Header(tb, players, seed), kind)
}

// played plays the game of a header.
func played(tb testing.TB, h *gamelog.Header, kind string) *gamelog.Record {
	tb.Helper()
	h.Rules.Timeout = werewolf.Timeout{}
	g, err := werewolf.New(h.Rules, h.Seats, h.Seed)
	if err != nil {
		tb.Fatal(err)
	}
	b := &book{}
	m := match.Match{Game: g, Observer: b, Clock: match.StepClock(0, 1)}
	for i := range h.Seats {
		p, err := by(kind, "en")(werewolf.SeatID(i+1), werewolf.SubSeed(h.Seed, i+1))
		if err != nil {
			tb.Fatal(err)
		}
		m.Players = append(m.Players, p)
	}
	if _, err := m.Run(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return &gamelog.Record{Header: *h, Entries: b.entries}
}

// at is the position at a moment.
func at(tb testing.TB, rec *gamelog.Record, moment string) *position.Position {
	tb.Helper()
	n, err := position.Find(rec, moment)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := position.At(rec, n)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// roleOf is the role that a seat has in a position.
func roleOf(p *position.Position, id werewolf.SeatID) werewolf.Role {
	o := p.Observation(id)
	return o.Role()
}

// BenchmarkPlay is one game played on by lycaons.
func BenchmarkPlay(b *testing.B) {
	for _, size := range []int{5, 13} {
		rec, players := game(b, "lycaon", size, 3), by("lycaon", "en")
		for _, moment := range []string{"d0", "d1", "d1:night"} {
			p := at(b, rec, moment)
			own, err := chances.ByEyes(p, 1, 1)
			if err != nil {
				b.Fatal(err)
			}
			for name, source := range map[string]chances.Source{"all": chances.From(p), "eyes": own} {
				b.Run(fmt.Sprintf("%d/%s/%s", size, moment, name), func(b *testing.B) {
					for i := range b.N {
						if _, err := chances.One(b.Context(), source, players, i, 1); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// TestCoresMakeNoDifference: the same seed gives the same winners, whoever plays which game.
func TestCoresMakeNoDifference(t *testing.T) {
	p := at(t, game(t, "plain", 5, 1), "d1:4")
	ends, err := chances.Play(t.Context(), chances.From(p), by("plain", "en"), 12, 9)
	if err != nil {
		t.Fatal(err)
	}
	for i := range ends {
		end, err := chances.One(t.Context(), chances.From(p), by("plain", "en"), i, 9)
		if err != nil || !reflect.DeepEqual(end, ends[i]) {
			t.Errorf("game %d: %v alone, %v among others (%v)", i, end, ends[i], err)
		}
	}
	if tally := chances.TallyOf(ends); tally.Won[werewolf.VillagerTeam] == 0 || tally.Won[werewolf.WerewolfTeam] == 0 {
		t.Errorf("every chance ends alike: %v", tally)
	}
}

// TestSharingChangesNothing: whether players share what they have understood or not, games go on alike.
func TestSharingChangesNothing(t *testing.T) {
	for _, kind := range []string{"lycaon", "plain", "kanolab"} {
		p := at(t, game(t, kind, 5, 4), "d1:6")
		alone := func(_ werewolf.SeatID, seed uint64) (match.Player, error) {
			return bot.New(kind, bot.Config{Seed: seed, Lang: "en"})
		}
		var logs [2]string
		for i, players := range []chances.Player{by(kind, "en"), alone} {
			for n := range 4 {
				if _, err := chances.Watch(t.Context(), chances.From(p), players, n, 1, func(e *werewolf.Event) { logs[i] += e.String() }); err != nil {
					t.Fatal(err)
				}
			}
		}
		if logs[0] != logs[1] {
			t.Errorf("%s: players who share what they have understood play another game", kind)
		}
	}
}

// TestEyesKeepSecrets: by a seat's eyes, a game has the same chances as one that only looks like it.
func TestEyesKeepSecrets(t *testing.T) {
	if testing.Short() {
		t.Skip("the games of TestJudgingGoesOn run beside each other as these do")
	}
	differ := 0
	for seed, moment := range map[uint64]string{0: "d1:4", 1: "d1:4", 2: "d1:night", 3: "d1:vote", 4: "d2", 5: "d1:night"} {
		players := 5
		if seed >= 4 {
			players = 9
		}
		p := at(t, game(t, "lycaon", players, seed), moment)
		for seat := range werewolf.SeatID(players + 1) {
			here, err := chances.ByEyes(p, seat, 3)
			if err != nil {
				t.Fatal(err)
			}
			imagined, err := here(int(seed))
			if err != nil {
				t.Fatal(err)
			}
			there, err := chances.ByEyes(imagined, seat, 3)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				a, errA := here(i)
				b, errB := there(i)
				if errA != nil || errB != nil {
					t.Fatal(errA, errB)
				}
				if !reflect.DeepEqual(a.Past(), b.Past()) {
					t.Errorf("seed %d, seat %d, game %d: what the seat cannot know makes a difference", seed, seat, i)
				}
			}
			for id := range werewolf.SeatsUpTo(players).All() {
				if roleOf(imagined, id) != roleOf(p, id) {
					differ++
				}
			}
		}
	}
	if differ == 0 {
		t.Error("every seat imagines the true roles")
	}
}

// TestEyesKeepTheCurveSecret: a game that looks the same to a seat gives it the same chances, although others are the werewolves.
func TestEyesKeepTheCurveSecret(t *testing.T) {
	if testing.Short() {
		t.Skip("the games of TestJudgingGoesOn run beside each other as these do")
	}
	rec, players := game(t, "plain", 5, 3), by("plain", "en")
	others := 0
	for seat := range werewolf.SeatID(6) {
		eyes := int(seat)
		asks := chances.Asks{By: "plain", Games: 6, Seed: 4, Eyes: &eyes}
		point, err := asks.At(t.Context(), rec, "d1:4", players)
		if err != nil {
			t.Fatal(err)
		}
		p := at(t, rec, "d1:4")
		source, err := chances.ByEyes(p, seat, 9)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			imagined, err := source(i)
			if err != nil {
				t.Fatal(err)
			}
			from, err := chances.ByEyes(imagined, seat, asks.Seed)
			if err != nil {
				t.Fatal(err)
			}
			ends, err := chances.Play(t.Context(), from, players, asks.Games, asks.Seed)
			if err != nil {
				t.Fatal(err)
			}
			if tally := chances.TallyOf(ends); point.Village.Value != float64(tally.Won[werewolf.VillagerTeam])/float64(asks.Games) {
				t.Errorf("by the eyes of %d the village has %.2f, and wins %v where others have the roles", seat, point.Village.Value, tally)
			}
			if !slices.Equal(imagined.Roles(), p.Roles()) {
				others++
			}
		}
	}
	if others < 5 {
		t.Errorf("other roles in %d games", others)
	}
}

// TestPairs: game i is the same game both ways where nothing is replaced.
func TestPairs(t *testing.T) {
	p := at(t, game(t, "plain", 5, 2), "d1:4")
	side := chances.Side{From: chances.From(p), Players: by("plain", "en")}
	change, err := chances.WhatIf(t.Context(), side, side, 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(change.With, change.Without) {
		t.Error("games differ though nothing is replaced")
	}
	if c := chances.Courses(change.With); len(c) < 2 {
		t.Errorf("all games go the same way: %+v", c)
	}
}

// TestEyesBelieve: roles come as often as the seat has reason to believe in them.
func TestEyesBelieve(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	const games = 300
	p := at(t, game(t, "lycaon", 5, 2), "d1:vote")
	table, err := belief.Standard()
	if err != nil {
		t.Fatal(err)
	}
	lopsided := 0
	for seat := range werewolf.SeatsUpTo(5).All() {
		source, err := chances.ByEyes(p, seat, 1)
		if err != nil {
			t.Fatal(err)
		}
		drawn := map[werewolf.SeatID]int{}
		for i := range games {
			im, err := source(i)
			if err != nil {
				t.Fatal(err)
			}
			for id := range werewolf.SeatsUpTo(5).All() {
				if roleOf(im, id) == werewolf.Werewolf {
					drawn[id]++
				}
			}
		}
		o := p.Observation(seat)
		listener := understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles})
		listener.Follow(&o, nil)
		reasoner := reason.NewReasoner(table)
		reasoner.See(&o, listener.Ledger())
		for id := range werewolf.SeatsUpTo(5).All() {
			want := reasoner.Mine().Now().Wolf(id)
			if want > 0.01 && want < 0.12 || want > 0.4 && want < 0.99 {
				lopsided++ // far from equal weights
			}
			if got := float64(drawn[id]) / games; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/games)+1e-9 {
				t.Errorf("to seat %d seat %d is the werewolf in %.3f of the games, believed is %.3f", seat, id, got, want)
			}
		}
	}
	if lopsided < 3 {
		t.Errorf("beliefs are lopsided in %d places", lopsided)
	}
}

// TestSeats: a seat has its side's chance; by the eyes of another, that of the sides it may be on.
func TestSeats(t *testing.T) {
	if testing.Short() {
		t.Skip("games are played on at once in TestMoves")
	}
	rec := game(t, "plain", 5, 2)
	for _, eyes := range []int{-1, 0, 2} {
		asks := chances.Asks{By: "plain", Games: 20, Seed: 1}
		if eyes >= 0 {
			asks.Eyes = &eyes
		}
		point, err := asks.At(t.Context(), rec, "d1:4", by("plain", "en"))
		if err != nil {
			t.Fatal(err)
		}
		apart := 0
		for id, role := range at(t, rec, "d1:4").Roles()[1:] {
			of := point.Village
			if werewolf.StandardRoles().Team(role) == werewolf.WerewolfTeam {
				of = point.Werewolves
			}
			if point.Seats[id] == of {
				continue
			}
			if apart++; id+1 == eyes {
				t.Errorf("seat %d has %v by its own eyes, its side %v", eyes, point.Seats[id], of)
			}
		}
		if apart > 0 != (eyes >= 0) {
			t.Errorf("by the eyes of %d: %d seats have another chance than their side", eyes, apart)
		}
	}
}

// TestIntervalJSON: a figure that rests on too little has no bounds, in JSON as well, and is read so.
func TestIntervalJSON(t *testing.T) {
	for text, bounded := range map[string]bool{`{"value":0.5,"low":0.25,"high":1}`: true, `{"value":0.5,"low":null,"high":null}`: false, `{"value":0.5,"low":0.25,"high":1,"n":8}`: true} {
		var read chances.Interval
		if err := json.Unmarshal([]byte(text), &read); err != nil || read.Bounded() != bounded || read.Value != 0.5 {
			t.Errorf("%s: %+v, %v", text, read, err)
		}
		if again, err := json.Marshal(read); err != nil || string(again) != text {
			t.Errorf("%s is written as %s, %v", text, again, err)
		}
	}
}

// TestSharpening: chances that are sharpened in rounds are those of all games at once, and no game is played twice.
func TestSharpening(t *testing.T) {
	if testing.Short() {
		t.Skip("the games of TestJudgingGoesOn run beside each other as these do")
	}
	rec := game(t, "plain", 5, 2)
	seat := 3
	for _, eyes := range []*int{nil, &seat} {
		asks := chances.Asks{By: "plain", Games: 30, Seed: 1, Eyes: eyes}
		var played atomic.Int64
		plain := by("plain", "en")
		players := func(seat werewolf.SeatID, seed uint64) (match.Player, error) {
			played.Add(1)
			return plain(seat, seed)
		}
		whole, err := asks.At(t.Context(), rec, "d1:4", players)
		if err != nil {
			t.Fatal(err)
		}
		played.Store(0)
		so, err := asks.Sketch(rec, "d1:4")
		if err != nil {
			t.Fatal(err)
		}
		for _, games := range chances.Rounds(7, 30) {
			before := so
			if so, err = asks.Sharpen(t.Context(), rec, &before, games, players); err != nil {
				t.Fatal(err)
			}
			if so.Games != games || before.Games > 0 && so.Village.High-so.Village.Low >= before.Village.High-before.Village.Low {
				t.Errorf("%+v, and before that %+v", so, before)
			}
		}
		if !reflect.DeepEqual(so, whole) || played.Load() != 30*5 {
			t.Errorf("in rounds %+v by %d players, at once %+v", so, played.Load(), whole)
		}
	}
	if got := chances.Rounds(7, 30); !slices.Equal(got, []int{7, 14, 28, 30}) || !slices.Equal(chances.Rounds(7, 5), []int{5}) {
		t.Errorf("rounds are %v", got)
	}
}

// TestEyesHaveHunches: a seer has divined whom it said it divined, and voters whose votes nobody saw have mostly voted as they said.
func TestEyesHaveHunches(t *testing.T) {
	told, divined, announced, voted := 0, 0, 0, 0
	for seed := range uint64(4) {
		h := gamelogtest.Header(t, 5, seed)
		h.Rules.VoteVisibility = false
		p := at(t, played(t, h, "lycaon"), "d1:night")
		o := p.Observation(0)
		listener := understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles})
		listener.Follow(&o, nil)
		source, err := chances.ByEyes(p, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 8 {
			im, err := source(i)
			if err != nil {
				t.Fatal(err)
			}
			roles, chosen := im.Roles(), werewolf.SeatSet(0)
			for _, entry := range im.Past() {
				switch e := entry.Event; {
				case e == nil:
				case e.Kind == werewolf.DivineChosen:
					chosen = chosen.With(e.Target)
				case e.Kind == werewolf.VoteCast && listener.Ledger().PlanOf(e.Seat, 1).Target != 0:
					if announced++; e.Target == listener.Ledger().PlanOf(e.Seat, 1).Target {
						voted++
					}
				}
			}
			for _, r := range listener.Ledger().Results() {
				if roles[r.By] == werewolf.Seer {
					if told++; chosen.Has(r.Target) {
						divined++
					}
				}
			}
		}
	}
	t.Logf("divined as told: %d of %d; voted as announced: %d of %d", divined, told, voted, announced)
	if told < 16 || divined*10 < told*9 {
		t.Errorf("seers have divined %d of %d whom they said they divined", divined, told)
	}
	if announced < 40 || voted*10 < announced*7 {
		t.Errorf("voters have voted as announced in %d of %d cases", voted, announced)
	}
}

// Own roles change nothing, whatever the public has not seen, and other roles mean another past for every game.
func TestDealt(t *testing.T) {
	p := at(t, game(t, "plain", 5, 3), "d1:4")
	others := slices.Clone(p.Roles())
	seer, possessed := slices.Index(others, werewolf.Seer), slices.Index(others, werewolf.Possessed)
	others[seer], others[possessed] = others[possessed], others[seer]
	for name, roles := range map[string][]werewolf.Role{"own": p.Roles(), "others": others} {
		from, err := chances.Dealt(p, roles, 1)
		if err != nil {
			t.Fatal(err)
		}
		pasts := map[string]bool{}
		for i := range 12 {
			q, err := from(i)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(q.Roles(), roles) {
				t.Errorf("%s: the roles are %v", name, q.Roles())
			}
			pasts[fmt.Sprint(q.Past())] = true
		}
		if len(pasts) < 2 {
			t.Errorf("%s: one past for all games", name)
		}
	}
}
