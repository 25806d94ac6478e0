package werewolf

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file of testdata, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (make it with -update)", err)
	}
	if got != string(want) {
		t.Errorf("%s differs at %s\nRead it, then rewrite it with -update if the new text is right.", path, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		a, b := "(end)", "(end)"
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			return fmt.Sprintf("line %d:\n got  %s\n want %s", i+1, a, b)
		}
	}
	return "nothing"
}

// table is n seats P1, P2 ... without fixed roles.
func table(n int) []Seat {
	seats := make([]Seat, n)
	for i := range seats {
		seats[i].Name = fmt.Sprintf("P%d", i+1)
	}
	return seats
}

// fixed is a table of seats with these roles.
func fixed(roles ...Role) []Seat {
	seats := table(len(roles))
	for i, r := range roles {
		seats[i].Role = r
	}
	return seats
}

// countRoles is the composition of a fixed table.
func countRoles(seats []Seat) (c RoleCounts) {
	for _, s := range seats {
		c[s.Role]++
	}
	return c
}

func standard(tb testing.TB, n int) Rules {
	tb.Helper()
	r, err := Standard(n)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// begin starts a game that must start.
func begin(tb testing.TB, r Rules, seats []Seat, c Chance) *Game {
	tb.Helper()
	g, err := NewWithChance(r, seats, c)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// do applies an action that must be taken.
func do(tb testing.TB, g *Game, a Action) {
	tb.Helper()
	if err := g.Apply(a); err != nil {
		tb.Fatalf("%+v: %v", a, err)
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 42)) }

// ends is a chance that takes the first or the last of everything, so that
// scripts can be written by hand.
type ends struct{ last bool }

func (e ends) Shuffle(seats []SeatID, _ Decision, _ Occasion) {
	slices.Sort(seats)
	if e.last {
		slices.Reverse(seats)
	}
}

func (e ends) Pick(tied SeatSet, _ Decision, _ Occasion) SeatID {
	if e.last {
		return tied.Nth(tied.Len() - 1)
	}
	return tied.First()
}

// drawn is one draw of a chance and what came of it.
type drawn struct {
	why   Decision
	at    Occasion
	order []SeatID // of a shuffle
	tied  SeatSet  // of a pick
	taken SeatID
}

// recorder notes what a chance decides.
type recorder struct {
	Chance
	draws []drawn
}

func (r *recorder) Shuffle(seats []SeatID, why Decision, at Occasion) {
	r.Chance.Shuffle(seats, why, at)
	r.draws = append(r.draws, drawn{why: why, at: at, order: slices.Clone(seats)})
}

func (r *recorder) Pick(tied SeatSet, why Decision, at Occasion) SeatID {
	out := r.Chance.Pick(tied, why, at)
	r.draws = append(r.draws, drawn{why: why, at: at, tied: tied, taken: out})
	return out
}

// pass answers a request in the way that changes least.
func pass(q Request) Action {
	if q.Kind.Speaks() {
		return Action{Seat: q.Seat, Request: q.Kind, Text: OverText}
	}
	return Action{Seat: q.Seat, Request: q.Kind, Missing: true}
}

// until passes everything until a request of the kind is pending.
func until(tb testing.TB, g *Game, kind RequestKind) {
	tb.Helper()
	for range 10_000 {
		pending := g.Pending()
		if len(pending) == 0 || slices.ContainsFunc(pending, func(q Request) bool { return q.Kind == kind }) {
			return
		}
		do(tb, g, pass(pending[0]))
	}
	tb.Fatalf("no %s comes", kind)
}

// lines prints events one a line.
func lines(log []Event) string {
	var b strings.Builder
	for _, e := range log {
		fmt.Fprintf(&b, "%s\n", e)
	}
	return b.String()
}

// only is the events of one kind.
func only(log []Event, kind EventKind) []Event {
	return slices.DeleteFunc(slices.Clone(log), func(e Event) bool { return e.Kind != kind })
}

// view returns the events of the log that the seat may see, in order, as a fresh slice. Seat 0 sees what is public.
func view(log []Event, id SeatID) []Event {
	var seen []Event
	for i := range log {
		if log[i].SeenBy(id) {
			seen = append(seen, log[i])
		}
	}
	return seen
}
