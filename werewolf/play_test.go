package werewolf

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A whole random game of each setup, with what every seat sees of it. The
// marks are those who see an event: v is the public.
func TestPlaythroughGolden(t *testing.T) {
	for _, n := range []int{5, 9, 13} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			r := standard(t, n)
			r.Talk.MaxCount.PerAgent, r.Whisper.MaxCount.PerAgent = 2, 2
			seats := table(n)
			seats[1].Profile = "second from the left"
			g := begin(t, r, seats, Seeded(uint64(n)))
			p := &player{rng: newRand(uint64(n)), illegal: 4, absent: 4}
			for len(g.Pending()) > 0 {
				do(t, g, p.answer(g.Pending()[0]))
			}
			golden(t, fmt.Sprintf("playthrough_%d.txt", n), describeViews(g.Log(), n))
		})
	}
}

// describeViews prints a log with a column a seat, filled from its view.
func describeViews(log []Event, n int) string {
	sees := make([][]byte, len(log))
	for i := range sees {
		sees[i] = []byte(strings.Repeat(".", n+1))
	}
	for id := range n + 1 {
		at := 0
		for _, e := range view(log, SeatID(id)) {
			for !reflect.DeepEqual(log[at], e) {
				at++
			}
			sees[at][id] = "v123456789abcdefghijklmnopqrstu"[id]
			at++
		}
	}
	var b strings.Builder
	for i, e := range log {
		fmt.Fprintf(&b, "%s %s\n", sees[i], e)
	}
	return b.String()
}

// The same seed, rules and answers give the same game, even with another game
// played in between, and inputs that were refused leave no trace.
func TestReplay(t *testing.T) {
	t.Parallel()
	for seed := range seeds(1500, 150) {
		p := playChaos(t, seed, func(*played) {})
		other := begin(t, standard(t, 5), table(5), Seeded(seed))
		again := begin(t, p.rules, p.seats, Seeded(seed))
		for _, a := range p.inputs {
			do(t, again, a)
			if q := other.Pending(); len(q) > 0 {
				do(t, other, pass(q[0]))
			}
		}
		if !reflect.DeepEqual(again.Log(), p.game.Log()) || again.Result() != p.game.Result() {
			t.Fatalf("seed %d: a replay differs: %s", seed, firstDifference(lines(again.Log()), lines(p.game.Log())))
		}
		if len(again.Pending()) != 0 || again.Gone() != p.game.Gone() || again.Day() != p.game.Day() {
			t.Fatalf("seed %d: a replay ends elsewhere", seed)
		}
	}
}

// Whatever order the answers to one batch of requests come in, the game is the
// same. The open floor is not asked: there the order is what was said.
func TestOrderOfAnswersDoesNotMatter(t *testing.T) {
	t.Parallel()
	for seed := range seeds(1500, 150) {
		rng := newRand(seed)
		r := randomRules(rng)
		r.Talk.Mode, r.Whisper.Mode = oneOf(rng, Serial, Synchronized), oneOf(rng, Serial, Synchronized)
		if r.Validate() != nil {
			continue
		}
		one, other := begin(t, r, table(r.Players()), Seeded(seed)), begin(t, r, table(r.Players()), Seeded(seed))
		p := &player{rng: rng, illegal: 5, absent: 5}
		for len(one.Pending()) > 0 {
			batch := answersTo(p, one.Pending())
			for _, a := range batch {
				do(t, one, a)
			}
			rng.Shuffle(len(batch), func(i, j int) { batch[i], batch[j] = batch[j], batch[i] })
			for _, a := range batch {
				do(t, other, a)
			}
			if len(one.Log()) != len(other.Log()) || !slices.Equal(one.Pending(), other.Pending()) {
				t.Fatalf("seed %d: the order of %v matters", seed, batch)
			}
		}
		if !reflect.DeepEqual(one.Log(), other.Log()) {
			t.Fatalf("seed %d: %s", seed, firstDifference(lines(one.Log()), lines(other.Log())))
		}
	}
}

func answersTo(p *player, pending []Request) (batch []Action) {
	for _, q := range pending {
		batch = append(batch, p.answer(q))
	}
	return batch
}

// Every order in which five votes, or five words of one turn, can come.
func TestEveryOrderOfFive(t *testing.T) {
	r := standard(t, 5)
	r.Talk.Mode = Synchronized
	for _, kind := range []RequestKind{Talk, Vote} {
		want := ""
		permute(5, func(order []int) {
			g := begin(t, r, table(5), Seeded(3))
			until(t, g, kind)
			answers := answersTo(&player{rng: newRand(1)}, g.Pending())
			for _, i := range order {
				do(t, g, answers[i])
			}
			if want == "" {
				want = lines(g.Log())
			}
			if got := lines(g.Log()); got != want {
				t.Errorf("%s in the order %v: %s", kind, order, firstDifference(got, want))
			}
		})
	}
}

// permute calls f with every order of 0..n-1.
func permute(n int, f func([]int)) {
	var order []int
	var next func()
	next = func() {
		if len(order) == n {
			f(order)
			return
		}
		for i := range n {
			if !slices.Contains(order, i) {
				order = append(order, i)
				next()
				order = order[:len(order)-1]
			}
		}
	}
	next()
}

// The random stream is part of every record. If this fails after an upgrade of
// Go, old records cannot be replayed: keep the old generator instead.
func TestStreamGolden(t *testing.T) {
	var b strings.Builder
	at := Occasion{Day: 3, Phase: 1, Turn: 2}
	for why := DrawRoles; why <= DrawCharacters; why++ {
		c := Seeded(2026)
		seats := SeatsUpTo(13).Slice()
		c.Shuffle(seats, why, at)
		fmt.Fprintf(&b, "decision %d: shuffle %v, pick %d, permutation %v\n",
			why, seats, c.Pick(SetOf(2, 3, 5, 7, 11), why, at), why.Permutation(2026, 9))
	}
	for n := range 3 {
		fmt.Fprintf(&b, "sub-seed %d: %d\n", n, SubSeed(2026, n))
	}
	golden(t, "stream.txt", b.String())
}

// What a decision draws must not depend on what was drawn before it.
func TestDecisionsAreIndependentOfHistory(t *testing.T) {
	at := Occasion{Day: 1, Phase: 1}
	draw := func(c Chance) (SeatID, []SeatID) {
		seats := SeatsUpTo(9).Slice()
		c.Shuffle(seats, DrawTalkOrder, at)
		return c.Pick(SeatsUpTo(9), DrawExecution, at), seats
	}
	used := Seeded(7)
	for range 5 {
		draw(used)
	}
	one, order := draw(used)
	other, order2 := draw(Seeded(7))
	if one != other || !slices.Equal(order, order2) {
		t.Error("a used chance draws otherwise than a fresh one")
	}
	for _, o := range []Occasion{{Day: 2, Phase: 1}, {Day: 1, Phase: 2}, {Day: 1, Phase: 1, Turn: 1}} {
		seats := SeatsUpTo(9).Slice()
		Seeded(7).Shuffle(seats, DrawTalkOrder, o)
		if slices.Equal(seats, order) {
			t.Errorf("%+v draws the same order as %+v", o, at)
		}
	}
}

func TestSubSeedsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		seed := rng.Uint64()
		for n := range 100 {
			seen[SubSeed(seed, n)] = true
		}
	}
	if len(seen) != 100*100 {
		t.Errorf("%d different seeds of %d", len(seen), 100*100)
	}
}
