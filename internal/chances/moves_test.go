package chances_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/gamelogtest"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// TestPlaces: what a game's utterances are, and where they stand.
func TestPlaces(t *testing.T) {
	found := map[chances.Word]int{}
	for seed := range uint64(6) {
		rec := game(t, "lycaon", 5, seed)
		out := map[werewolf.SeatID]bool{}
		for _, p := range chances.Places(rec) {
			in := rec.Entries[p.Entries].Input
			if in == nil || in.Action.Seat != p.Event.Seat || !strings.HasPrefix(in.Action.Text, p.Event.Text) {
				t.Errorf("seed %d: %q is not the answer at entry %d", seed, p.Event.Text, p.Entries)
			}
			for _, w := range p.Says {
				found[w]++
			}
			if slices.Contains(p.Says, chances.ComesOut) {
				if p.Event.Day != 1 || out[p.Event.Seat] || !strings.Contains(p.Event.Text, "seer") {
					t.Errorf("seed %d, day %d: coming out with %q", seed, p.Event.Day, p.Event.Text)
				}
				out[p.Event.Seat] = true
			}
		}
	}
	for _, w := range chances.Words {
		if found[w] < 6 {
			t.Errorf("%s: found %d times", w, found[w])
		}
	}
}

// judgedMoves are the moves of a game as plain players judge them.
func judgedMoves(t *testing.T, rec *gamelog.Record, games int, so *chances.Judged, step func(games int) error) {
	t.Helper()
	judge := chances.Judge{Record: rec, Players: by("plain", "en"), Games: games, Seed: 1}
	if err := judge.GoOn(t.Context(), so, step); err != nil {
		t.Fatal(err)
	}
}

// dayOne are the entries before the first execution.
func dayOne(rec *gamelog.Record) []gamelog.Entry {
	return rec.Entries[:slices.IndexFunc(rec.Entries, func(e gamelog.Entry) bool { return e.Event != nil && e.Event.Kind == werewolf.Executed })]
}

// never is a step that does nothing.
func never(int) error { return nil }

// TestMoves: every utterance with words and every vote is judged; votes and claims by what the mover could know, and by nothing else.
func TestMoves(t *testing.T) {
	const games = 4
	h := gamelogtest.Header(t, 5, 10)
	h.Rules.Talk.Mode, h.Rules.Talk.MaxCount.PerAgent = werewolf.Serial, 2
	h.Rules.Vote.AllowSelfVote = true
	rec := played(t, h, "plain")
	rec.Entries = dayOne(rec)
	var so chances.Judged
	judgedMoves(t, rec, games, &so, never)
	words, votes := 0, 0
	for i := range rec.Entries {
		e := rec.Entries[i].Event
		switch {
		case e == nil:
		case e.Kind == werewolf.Talked && !e.Skip && !e.Over:
			words++
		case e.Kind == werewolf.VoteCast:
			votes++
		}
	}
	differ := map[werewolf.RequestKind]int{}
	for i := range so.Moves {
		m := &so.Moves[i]
		switch m.Kind {
		case werewolf.Talk:
			words--
		case werewolf.Vote:
			votes--
			for _, id := range []werewolf.SeatID{m.Seat, m.Target} {
				if tried := m.Ways[fmt.Sprintf("own:%d", id)]; tried != "" {
					t.Errorf("%s: beside the vote of seat %d for %d one for %d is tried", m.Moment, m.Seat, m.Target, id)
				}
			}
			if m.Own == nil || m.Better == 0 || m.Better == m.Target || m.Better == m.Seat {
				t.Errorf("%s: the vote of seat %d for %d is judged %+v, rather for %d", m.Moment, m.Seat, m.Target, m.Own, m.Better)
			}
		default:
			t.Errorf("%s is judged", m.Kind)
		}
		if m.Own == nil {
			continue
		}
		own, better := twin(t, rec, m, games, false)
		if *m.Own != own || m.Better != better {
			t.Errorf("%s of seat %d: %+v beside %d by its own eyes, want %+v beside %d", m.Moment, m.Seat, *m.Own, m.Better, own, better)
		}
		if roles, than := twin(t, rec, m, games, true); roles != own || than != better {
			differ[m.Kind]++
		}
	}
	t.Log("true roles would make a difference in", differ)
	if words != 0 || votes != 0 {
		t.Errorf("%d utterances and %d votes are not judged, or twice", words, votes)
	}
	if differ[werewolf.Talk] == 0 || differ[werewolf.Vote] == 0 {
		t.Errorf("true roles would make a difference in %v: the game tells eyes and roles not apart", differ)
	}
}

// twin judges a vote or a claim in the plainest way, by the mover's eyes or by true roles.
func twin(t *testing.T, rec *gamelog.Record, m *chances.Move, games int, roles bool) (chances.Interval, werewolf.SeatID) {
	t.Helper()
	before, err := position.At(rec, m.Entries)
	if err != nil {
		t.Fatal(err)
	}
	seed := werewolf.SubSeed(1, m.Entries)
	from := chances.From(before)
	if !roles {
		if from, err = chances.ByEyes(before, m.Seat, seed); err != nil {
			t.Fatal(err)
		}
	}
	play := func(a werewolf.Action) []chances.End {
		ends, err := chances.Play(t.Context(), func(i int) (*position.Position, error) {
			p, err := from(i)
			if err != nil {
				return nil, err
			}
			return p.Then(a)
		}, by("plain", "en"), games, seed)
		if err != nil {
			t.Fatal(err)
		}
		return ends
	}
	team := rec.Header.Rules.Table.Team(before.Roles()[m.Seat])
	recorded := rec.Entries[m.Entries].Input.Action
	if m.Kind == werewolf.Talk {
		silence := werewolf.Action{Seat: m.Seat, Request: werewolf.Talk, Missing: true}
		return chances.Of(chances.Difference(team, play(recorded), play(silence))), 0
	}
	asked, err := before.Asked()
	if err != nil {
		t.Fatal(err)
	}
	var better werewolf.SeatID
	var best []chances.End
	most, half := -1, games/2
	for _, q := range asked {
		others := q.Targets.Without(m.Target).Without(m.Seat)
		if q.Seat != m.Seat {
			continue
		}
		if others.Len() == 1 {
			half = 0 // nothing to choose
		}
		for target := range others.All() {
			ends := play(werewolf.Action{Seat: m.Seat, Request: werewolf.Vote, Target: target})
			if tally := chances.TallyOf(ends[:half]); tally.Won[team] > most {
				most, better, best = tally.Won[team], target, ends
			}
		}
	}
	return chances.Of(chances.Difference(team, play(recorded)[half:], best[half:])), better
}

// TestJudgingGoesOn: what was judged in rounds, stopped and gone on with is what is judged at once, and nothing is played twice.
func TestJudgingGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("games are played on at once in TestMoves")
	}
	const games = 20
	h := gamelogtest.Header(t, 5, 3)
	h.Rules.Talk.Mode, h.Rules.Talk.MaxCount.PerAgent = werewolf.Serial, 1
	rec := played(t, h, "plain")
	rec.Entries = dayOne(rec)
	stopped := errors.New("stopped")
	var so, whole chances.Judged
	var rounds []int
	judge := chances.Judge{Record: rec, Games: games, Seed: 1}
	var played atomic.Int64
	random, steps := by("random", "en"), 0
	judge.Players = func(seat werewolf.SeatID, seed uint64) (match.Player, error) {
		played.Add(1)
		return random(seat, seed)
	}
	err := judge.GoOn(t.Context(), &so, func(games int) error {
		rounds = append(rounds, games)
		if steps++; steps == len(so.Moves)+3 {
			return stopped
		}
		return nil
	})
	if !errors.Is(err, stopped) || !so.Unfinished || !slices.Equal(slices.Compact(rounds), []int{15, 20}) {
		t.Fatalf("%v after rounds %v, unfinished %v", err, rounds, so.Unfinished)
	}
	before := played.Load()
	if err := judge.GoOn(t.Context(), &so, never); err != nil {
		t.Fatal(err)
	}
	parts := played.Swap(0)
	if err := judge.GoOn(t.Context(), &whole, never); err != nil {
		t.Fatal(err)
	}
	if before == 0 || before == parts || parts != played.Load() {
		t.Errorf("%d players until it was stopped, %d in all, %d at once", before, parts, played.Load())
	}
	if so.Unfinished || !reflect.DeepEqual(so.Moves, whole.Moves) {
		t.Errorf("in rounds %+v, at once %+v", so.Moves, whole.Moves)
	}
}

// TestSums: words count for the speaker's side, and only what the mover could know is a mistake. What nothing was found of has no figure.
func TestSums(t *testing.T) {
	sides := []werewolf.Team{werewolf.NoTeam, werewolf.VillagerTeam, werewolf.WerewolfTeam, werewolf.WerewolfTeam}
	at := func(low, value, high float64) chances.Interval {
		return chances.Interval{Value: value, Low: low, High: high}
	}
	bad, lost, unsure := at(-0.6, -0.5, -0.4), at(0.2, 0.3, 0.4), at(-0.4, -0.1, 0.2)
	sums := (&chances.Judged{Moves: []chances.Move{
		{Kind: werewolf.Talk, Seat: 1, Village: at(0.1, 0.2, 0.3)},
		{Kind: werewolf.Talk, Seat: 1, Village: at(0, 0.1, 0.2)},
		{Kind: werewolf.Talk, Seat: 2, Village: at(0.1, 0.2, 0.3)},
		{Kind: werewolf.Vote, Seat: 1, Village: at(-0.9, -0.8, -0.7), Own: &bad, Lost: &lost},
		{Kind: werewolf.Vote, Seat: 2, Village: at(-0.9, -0.8, -0.7), Own: &unsure},
	}}).Sums(func(id werewolf.SeatID) werewolf.Team { return sides[id] }, 3)
	near := func(a, b *chances.Interval) bool {
		return a == b || a != nil && b != nil && math.Abs(a.Value-b.Value)+math.Abs(a.Low-b.Low)+math.Abs(a.High-b.High) < 1e-9
	}
	both := 0.1 * math.Sqrt2 // two intervals of one width, each 0.1 on either side
	for i, want := range []chances.Sums{
		{Seat: 1, Moves: 3, Mistakes: new(1), Lost: new(at(0.2, 0.3, 0.4)), Words: new(at(0.3-both, 0.3, 0.3+both))},
		{Seat: 2, Moves: 2, Mistakes: new(0), Words: new(at(-0.3, -0.2, -0.1))},
		{Seat: 3, Mistakes: new(0)},
	} {
		got := sums[i]
		if got.Seat != want.Seat || got.Moves != want.Moves || *got.Mistakes != *want.Mistakes || !near(got.Lost, want.Lost) || !near(got.Words, want.Words) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// TestKeptMoves: judged moves are found again for the same question about the same bytes; those of most games are the best.
func TestKeptMoves(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	k, err := chances.LoadMoves(file, []byte("a game"))
	if err != nil || k.Best() != nil {
		t.Fatalf("before anything is kept: %+v, %v", k.Best(), err)
	}
	vote := chances.Move{Moment: "d1:vote", Kind: werewolf.Vote, Seat: 2, Target: 3, Own: &chances.Interval{Value: -.2, Low: -.3, High: -.1}, Better: 4}
	for _, j := range []chances.Judged{
		{By: "plain", Games: 8, Seed: 1, Digest: "now", Unfinished: true}, {By: "plain", Games: 4, Seed: 1, Digest: "now"},
		{By: "plain", Games: 8, Seed: 1, Digest: "now", Moves: []chances.Move{vote}}, {By: "plain", Games: 9, Seed: 1, Digest: "now", Unfinished: true},
		{By: "plain", Games: 8, Seed: 1, Digest: "then"}, {By: "mille", Games: 2, Seed: 1, Digest: "then"},
	} {
		k.Put(&j)
	}
	if err := k.Save(file); err != nil {
		t.Fatal(err)
	}
	if k, err = chances.LoadMoves(file, []byte("a game")); err != nil {
		t.Fatal(err)
	}
	if best := k.Best(); best == nil || best.Games != 8 || !reflect.DeepEqual(best.Moves, []chances.Move{vote}) {
		t.Errorf("the best is %+v", best)
	}
	for _, want := range []struct {
		digest          string
		games, seed     int
		enough, begun   int // games of what is found; 0 where nothing is
		begunUnfinished bool
	}{
		{"now", 3, 1, 8, 0, false}, {"now", 4, 1, 8, 4, false}, {"now", 8, 1, 8, 8, false}, {"now", 9, 1, 0, 9, true}, {"now", 8, 2, 8, 0, false},
		{"then", 8, 1, 8, 8, false}, {"other", 4, 1, 0, 0, false},
	} {
		games := func(j *chances.Judged) int {
			if j == nil {
				return 0
			}
			return j.Games
		}
		enough, begun := k.Enough("plain", want.digest, want.games), k.Begun("plain", want.digest, want.games, uint64(want.seed))
		if games(enough) != want.enough || games(begun) != want.begun || begun != nil && begun.Unfinished != want.begunUnfinished {
			t.Errorf("%+v: enough is %+v, begun %+v", want, enough, begun)
		}
	}
	if n := k.Forget("plain", "now"); n != 1 || k.Enough("plain", "then", 1) != nil || k.Enough("mille", "then", 1) == nil || k.Enough("plain", "now", 1) == nil {
		t.Errorf("%d are forgotten, what stays is %+v", n, k.Judged)
	}
	if other, err := chances.LoadMoves(file, []byte("another game")); err != nil || len(other.Judged) > 0 || !strings.Contains(other.Replaces, "other bytes") {
		t.Errorf("another game has %+v, %v", other, err)
	}
	if err := os.WriteFile(chances.MovesBeside(file), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := chances.LoadMoves(file, []byte("a game")); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("a torn file: %v", err)
	}
}

// TestTurningPoints: the greatest changes that are certain, in the order of the game.
func TestTurningPoints(t *testing.T) {
	var moves []chances.Move
	for _, v := range []chances.Interval{{.1, .05, .15, 2}, {.5, -.1, .9, 2}, {-.4, -.6, -.2, 2}, {0, 0, 0, 2}, {.2, .1, .3, 2}, {-.05, -.08, -.01, 2}} {
		moves = append(moves, chances.Move{Village: v})
	}
	for most, want := range [][]int{{}, {2}, {2, 4}, {0, 2, 4}, {0, 2, 4, 5}, {0, 2, 4, 5}} {
		if got := chances.TurningPoints(moves, most); !slices.Equal(got, want) {
			t.Errorf("the %d greatest are %v, want %v", most, got, want)
		}
	}
}

// TestOwn: a judge of one seat judges its votes and claims as a judge of all does, and plays nothing by true roles.
func TestOwn(t *testing.T) {
	if testing.Short() {
		t.Skip("the games of TestJudgingGoesOn run beside each other as these do")
	}
	h := gamelogtest.Header(t, 5, 10)
	h.Rules.Talk.Mode, h.Rules.Talk.MaxCount.PerAgent = werewolf.Serial, 1
	rec := played(t, h, "plain")
	rec.Entries = dayOne(rec)
	var all chances.Judged
	judgedMoves(t, rec, 4, &all, never)
	judged := 0
	for seat := werewolf.SeatID(1); seat <= 5; seat++ {
		judge := chances.Judge{Record: rec, Players: by("plain", "en"), Games: 4, Seed: 1, Own: seat}
		var own chances.Judged
		if err := judge.GoOn(t.Context(), &own, never); err != nil {
			t.Fatal(err)
		}
		var want []chances.Move
		for _, m := range all.Moves {
			if m.Seat == seat && m.Own != nil {
				want = append(want, m)
			}
		}
		if len(own.Moves) != len(want) {
			t.Fatalf("seat %d: %d moves, want %d", seat, len(own.Moves), len(want))
		}
		for i := range want {
			m := &own.Moves[i]
			judged++
			if m.Entries != want[i].Entries || !reflect.DeepEqual(m.Own, want[i].Own) || !reflect.DeepEqual(m.Lost, want[i].Lost) || m.Better != want[i].Better {
				t.Errorf("seat %d, %s: %+v, want %+v", seat, m.Moment, m, &want[i])
			}
			if m.Ways["roles"] != "" {
				t.Errorf("seat %d, %s is played by true roles", seat, m.Moment)
			}
		}
	}
	if judged < 5 {
		t.Errorf("%d moves judged", judged)
	}
}

// TestSuspicion: a seat suspects nobody that it has found to be human, and itself only if it is a werewolf.
func TestSuspicion(t *testing.T) {
	rec := game(t, "plain", 5, 4)
	entries, err := position.Find(rec, "d1:vote")
	if err != nil {
		t.Fatal(err)
	}
	p, err := position.At(rec, entries)
	if err != nil {
		t.Fatal(err)
	}
	for seat := werewolf.SeatID(1); seat <= 5; seat++ {
		wolf, err := chances.Suspicion(p, seat)
		if err != nil || len(wolf) != 6 {
			t.Fatalf("%v, %v", wolf, err)
		}
		sum := 0.0
		for _, chance := range wolf[1:] {
			sum += chance
		}
		self := 0.0
		if p.Roles()[seat] == werewolf.Werewolf {
			self = 1
		}
		if math.Abs(sum-1) > 1e-6 || math.Abs(wolf[seat]-self) > 1e-6 {
			t.Errorf("seat %d: %v", seat, wolf)
		}
		for _, f := range p.Observation(seat).Divined {
			known := 0.0
			if f.Species == werewolf.Wolf {
				known = 1
			}
			if math.Abs(wolf[f.Target]-known) > 1e-6 {
				t.Errorf("seat %d: %v of seat %d, which it has divined", seat, wolf[f.Target], f.Target)
			}
		}
	}
}
