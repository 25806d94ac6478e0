package reason

import (
	"flag"
	"math"
	"testing"
	"time"
	"wolfden/internal/ledger"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

func table(t testing.TB) *belief.Table {
	table, err := belief.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// shown is everything one player was shown in a game, each with what it would answer left out.
type shown struct {
	observations [][]werewolf.Observation // by seat less one
	truth        []werewolf.Role
	names        []string
	rows         map[[2]int]speech.Rows
}

// played lets plain players play a game.
func played(t testing.TB, n int, seed uint64) *shown {
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	s := &shown{observations: make([][]werewolf.Observation, n), rows: map[[2]int]speech.Rows{}}
	s.names = []string{"Ada", "Bela", "Cleo", "Dora", "Emil", "Fritz", "Gina", "Hugo", "Iris", "Jonas", "Klara", "Leo", "Mara"}[:n]
	var players []bottest.Player
	for i := range n {
		words, err := wording.In("en")
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, talker.New(seed+uint64(i), words, talker.Rules{}, nil))
	}
	g, err := bottest.Sit(rules, bottest.Seats(s.names...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	g.Observe = func(o *werewolf.Observation, _ string) {
		s.observations[o.Seat-1] = append(s.observations[o.Seat-1], *o)
	}
	if err := g.Play(); err != nil {
		t.Fatal(err)
	}
	s.truth = make([]werewolf.Role, n+1)
	for i := range n {
		s.truth[i+1] = g.Game.Role(werewolf.SeatID(i + 1))
	}
	listener := understand.New(understand.Table{Names: s.names, Roles: rules.Roles, Specs: rules.Table})
	last := s.observations[0][len(s.observations[0])-1]
	for _, u := range last.Talks {
		s.rows[[2]int{u.Day, u.Idx}] = listener.Hear(u, false)
	}
	return s
}

// heard is the ledger of somebody who has heard the talk of the observation.
func (s *shown) heard(o *werewolf.Observation) *ledger.Ledger {
	var book ledger.Writer
	for i := range o.Talks {
		u := &o.Talks[i]
		book.Hear(u, s.rows[[2]int{u.Day, u.Idx}])
	}
	return book.Reader()
}

// The parts agree with each other and with what is certain, at every observation of every seat.
func TestMindsKeepToWhatIsCertain(t *testing.T) {
	for seed := range uint64(6) {
		n := []int{5, 9, 13}[seed%3]
		s := played(t, n, seed)
		for seat := range s.observations {
			m := NewReasoner(table(t))
			for i := range s.observations[seat] {
				o := &s.observations[seat][i]
				m.See(o, s.heard(o))
				checkMind(t, m, o, s)
			}
		}
	}
}

func checkMind(t *testing.T, m *Reasoner, o *werewolf.Observation, s *shown) {
	t.Helper()
	known := m.Known()
	count := known.Count()
	mine, wolves := m.Mine().Now(), 0.0
	for id := range werewolf.SeatsUpTo(len(s.names)).All() {
		sum := 0.0
		for _, r := range werewolf.StandardRoles().Roles() {
			p := mine.Role(id, r)
			sum += p
			if (p > 0) != (count.Of(id, r) > 0) {
				t.Fatalf("seat %d day %d: %d is %s with %v in %d worlds", o.Seat, o.Day, id, r, p, count.Of(id, r))
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("seat %d: the roles of %d sum to %v", o.Seat, id, sum)
		}
		wolves += mine.Wolf(id)
	}
	if want := float64(o.Rules.Roles[werewolf.Werewolf]); math.Abs(wolves-want) > 1e-9 {
		t.Fatalf("%v werewolves, want %v", wolves, want)
	}
	if count.Of(o.Seat, s.truth[o.Seat]) != count.Worlds {
		t.Fatalf("seat %d does not know its own role", o.Seat)
	}
}

// What the village believes does not depend on whose reasoner it is in, nor on how much of the game that reasoner has slept
// through.
func TestTheVillageIsTheSameToAll(t *testing.T) {
	s := played(t, 9, 5)
	var villages []*belief.Posterior
	for seat := range s.observations {
		m := NewReasoner(table(t))
		list := s.observations[seat]
		last := 0 // the last evening, which is announced to all at once
		for i := range list {
			if list[i].Request.Kind == werewolf.DailyFinish {
				last = i
			}
		}
		for i := range list[:last+1] {
			if i%(seat+1) == 0 || i == last { // every reasoner sleeps through others
				m.See(&list[i], s.heard(&list[i]))
			}
		}
		villages = append(villages, m.Village().Now())
	}
	for seat, v := range villages[1:] {
		for id := range werewolf.SeatsUpTo(9).All() {
			if math.Abs(v.Wolf(id)-villages[0].Wolf(id)) > 1e-12 {
				t.Errorf("to seat %d the village believes %v of %d, to seat 1 %v", seat+2, v.Wolf(id), id, villages[0].Wolf(id))
			}
		}
	}
}

func TestTiesAreTheSameBegunLate(t *testing.T) {
	s := played(t, 5, 3)
	early, late := NewReasoner(table(t)), NewReasoner(table(t))
	list := s.observations[2]
	for i := range list {
		early.See(&list[i], s.heard(&list[i]))
	}
	late.See(&list[len(list)-1], s.heard(&list[len(list)-1]))
	for a := range werewolf.SeatsUpTo(5).All() {
		for b := range werewolf.SeatsUpTo(5).All() {
			if early.Ties().Tie(a, b) != late.Ties().Tie(a, b) {
				t.Errorf("%d to %d: %+v, begun late %+v", a, b, early.Ties().Tie(a, b), late.Ties().Tie(a, b))
			}
		}
	}
}

func TestEyesOfOthers(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Living: werewolf.SeatsUpTo(5), Roles: make([]werewolf.Role, 6),
		Talks: []werewolf.Utterance{{Day: 1, Seat: 2}, {Day: 1, Seat: 3}},
	}
	o.Roles[1] = werewolf.Werewolf
	var book ledger.Writer
	book.Hear(&o.Talks[0], speech.Of(speech.Act{Verb: speech.Divined, Target: 1, Species: werewolf.Wolf}))
	book.Hear(&o.Talks[1], speech.Of(speech.Act{Verb: speech.Divined, Target: 3, Species: werewolf.Wolf}))
	m := NewReasoner(table(t))
	m.See(&o, book.Reader())
	eyes, possible := m.BeliefOf(2)
	if !possible || eyes.Now().Wolf(1) != 1 {
		t.Errorf("2 would know 1 for the werewolf, if it is what it says: %v", eyes.Now().Wolf(1))
	}
	if eyes, possible = m.BeliefOf(5); !possible || eyes.Now().Role(5, werewolf.Villager) != 1 || eyes.Now().Wolf(1) == 1 {
		t.Error("5 knows itself and nothing else")
	}
	if m.Mine().Now().Wolf(1) != 1 || m.Village().Now().Wolf(1) > 0.9 || m.Village().Now().Wolf(1) < 0.2 {
		t.Errorf("I am the werewolf, the village only suspects it: %v", m.Village().Now().Wolf(1))
	}
	if e := m.Logic(); len(e.Excesses) != 1 || m.PublicLogic().Worlds != 60 {
		t.Errorf("%+v", e)
	}
}

var timed = flag.Bool("timed", false, "measure what a game costs a player")

// A game of five costs a player well under a millisecond.
func TestAGameIsCheap(t *testing.T) {
	if !*timed {
		t.Skip("measures time: -timed")
	}
	s := played(t, 5, 1)
	best := time.Hour
	for range 20 {
		start := time.Now()
		think(table(t), s, 0)
		best = min(best, time.Since(start))
	}
	if best > 5*time.Millisecond {
		t.Errorf("a game costs %v", best)
	}
}

// think folds a game as a player would, asking both beliefs at every observation.
func think(table *belief.Table, s *shown, seat int) (sum float64) {
	m := NewReasoner(table)
	var book ledger.Writer
	for i := range s.observations[seat] {
		o := &s.observations[seat][i]
		for at := book.Heard(); at < len(o.Talks); at++ {
			book.Hear(&o.Talks[at], s.rows[[2]int{o.Talks[at].Day, o.Talks[at].Idx}])
		}
		m.See(o, book.Reader())
		sum += m.Mine().Now().Wolf(2) + m.Village().Now().Wolf(1)
	}
	return sum
}

func benchmarkGame(b *testing.B, n int) {
	s := played(b, n, 1)
	t := table(b)
	for b.Loop() {
		think(t, s, 0)
	}
	b.ReportMetric(float64(len(s.observations[0])), "observations")
}

func BenchmarkGame5(b *testing.B)  { benchmarkGame(b, 5) }
func BenchmarkGame9(b *testing.B)  { benchmarkGame(b, 9) }
func BenchmarkGame13(b *testing.B) { benchmarkGame(b, 13) }
