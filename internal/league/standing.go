package league

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
	"wolfden/werewolf"
)

// Result is what counts of a game. The zero Result is a game that has not been
// played.
type Result struct {
	over   bool
	winner werewolf.Team      // NoTeam: nobody won, which counts as lost for all
	faults int                // answers with a fault
	calls  []*chronicle.Calls // by seat, what it asked of a model; nil where no seat did
	course uint64             // of all that happened: games with another went otherwise
}

// Tell is the result of the game of a record.
func Tell(rec *gamelog.Record) Result {
	s := chronicle.Summarize(rec)
	r := Result{over: s.Over, winner: s.Winner, course: CourseOf(rec)}
	for i := range s.Players {
		r.faults += s.Players[i].FaultCount()
		if calls := s.Players[i].Calls; calls != nil {
			if r.calls == nil {
				r.calls = make([]*chronicle.Calls, len(s.Players))
			}
			r.calls[i] = calls
		}
	}
	return r
}

// Ended is the result of a game that is over, in which nobody asked a model: see CourseOf.
func Ended(winner werewolf.Team, faults int, course uint64) Result {
	return Result{over: true, winner: winner, faults: faults, course: course}
}

// CourseOf is a digest of what happened in the game of a record.
func CourseOf(rec *gamelog.Record) uint64 {
	h := fnv.New64a()
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e != nil {
			_, _ = fmt.Fprintf(h, "%d %d %d %d %d %q\n", e.Kind, e.Day, e.Turn, e.Seat, e.Target, e.Text) // a hash takes everything
		}
	}
	return h.Sum64()
}

// Row is one entry of a table.
type Row struct {
	Entry string `json:"entry"`
	// roles are its rates by role, where games share deals or tables with an
	// interval for as many trials as there are rounds.
	Roles [werewolf.MaxRoles]stats.Rate `json:"-"`
	// Weighted is its weighted micro, the mean of the rounds. Behind is by how
	// much less it is than that of the first row, round by round.
	// Where the league may stop early none of them has an interval: one that holds all the same is Sequential's.
	Weighted stats.Estimate `json:"weighted_micro"`
	Behind   stats.Estimate `json:"behind"`
}

// Table shows how the entries stand in one setup, the best first. Only whole
// rounds count, since in those all entries have had the same.
type Table struct {
	Setup  string              `json:"setup"`
	Games  int                 `json:"games"` // planned
	Played int                 `json:"played"`
	Rounds int                 `json:"rounds"` // whole ones
	Nobody int                 `json:"nobody"` // games of them that nobody won
	Faults int                 `json:"faults"` // answers with a fault, in all games played
	Known  *werewolf.RoleTable `json:"-"`      // the roles there are
	Roles  []werewolf.Role     `json:"-"`      // that are played
	Rows   []Row               `json:"-"`
	Pairs  versus.Table        `json:"-"`
	Calls  []EntryCalls        `json:"-"` // of entries and opponents that asked a model, in all games played, in the order of the spec
}

// EntryCalls is what the players of one entry asked of a language model.
type EntryCalls struct {
	Entry string          `json:"entry"`
	Calls chronicle.Calls `json:"calls"`
}

// Standing returns a table for every setup. Results must hold one
// for every game of the plan.
func Standing(s *Spec, games []Game, results []Result) []Table {
	tables := make([]Table, len(s.Setups))
	first := 0
	for i := range s.Setups {
		n := s.Setups[i].Games
		tables[i] = s.table(i, games[first:first+n], results[first:first+n])
		first += n
	}
	return tables
}

// counts is what one entry did in one setup.
type counts struct {
	wins, seats werewolf.RoleCounts
	rounds      []float64 // weighted micro of each
}

func (s *Spec) table(setup int, games []Game, results []Result) Table {
	rules := &s.Setups[setup].Rules
	t := Table{Setup: s.Setups[setup].Name, Games: len(games), Known: rules.Table, Roles: rules.Roles.InPlay().Slice()}
	for _, r := range results {
		t.Faults += r.faults
		if r.over {
			t.Played++
		}
	}
	n := len(s.Entries)
	all := make([]counts, n)
	for from := 0; from < len(games); from += n {
		if !whole(results[from : from+n]) {
			continue
		}
		t.Rounds++
		s.count(all, games[from:from+n], results[from:from+n])
		for _, r := range results[from : from+n] {
			if r.winner == werewolf.NoTeam {
				t.Nobody++
			}
		}
	}
	order := byMean(all)
	t.Rows = s.rows(all, order, t.Rounds)
	t.Pairs = s.pairs(all, order, games, results)
	t.Calls = s.calls(games, results)
	return t
}

// calls sums what entries asked of models, in the order of the games.
func (s *Spec) calls(games []Game, results []Result) (asked []EntryCalls) {
	sums := make([]chronicle.Calls, len(s.Entries)+len(s.Against))
	for k := range results {
		for i, c := range results[k].calls {
			if i < len(games[k].Seats) {
				sums[games[k].Seats[i].Entry].Add(c)
			}
		}
	}
	for i := range sums {
		if sums[i].Asked() > 0 {
			asked = append(asked, EntryCalls{s.entry(i).Name, sums[i]})
		}
	}
	return asked
}

// Alike reports whether the entries of a plan with duplicate deals did the same in every whole round: all that happened in its
// games is the same, word for word, whoever sat where. Without a whole round they did not.
func Alike(s *Spec, games []Game, results []Result) bool {
	n, rounds := len(s.Entries), 0
	if s.Deals != Duplicate {
		return false
	}
	for from := 0; from+n <= len(games); from += n {
		if !whole(results[from : from+n]) {
			continue
		}
		rounds++
		for _, r := range results[from : from+n] {
			if r.course != results[from].course {
				return false
			}
		}
	}
	return rounds > 0
}

func whole(results []Result) bool {
	return !slices.ContainsFunc(results, func(r Result) bool { return !r.over })
}

// count adds a round.
func (s *Spec) count(all []counts, games []Game, results []Result) {
	for i := range all {
		all[i].rounds = append(all[i].rounds, 0)
	}
	for k := range games {
		for _, seat := range games[k].Seats {
			if !seat.own {
				continue
			}
			c := &all[seat.Entry]
			c.seats[seat.Role]++
			if s.Setups[games[k].Setup].Rules.Table.Team(seat.Role) == results[k].winner {
				c.wins[seat.Role]++
				c.rounds[len(c.rounds)-1] += s.share(games[k].Setup, seat.Role)
			}
		}
	}
}

// Wins are, game by game, in how many seats of each group of entries the game was won, and how many they had. group is that of an entry, by
// its number.
func Wins(s *Spec, games []Game, results []Result, groups int, group func(entry int) int) [][]stats.Part {
	parts := make([][]stats.Part, groups)
	for i := range parts {
		parts[i] = make([]stats.Part, len(games))
	}
	for k := range games {
		for _, seat := range games[k].Seats {
			if !results[k].over {
				continue
			}
			part := &parts[group(seat.Entry)][k]
			if part.All++; s.Setups[games[k].Setup].Rules.Table.Team(seat.Role) == results[k].winner {
				part.Of++
			}
		}
	}
	return parts
}

// share is what a win in a seat of the entry's own counts towards the weighted
// micro of the round. Where an entry has all seats in turn each role shares its
// weight among its seats; where it has one on each side, that one stands for
// the side.
func (s *Spec) share(setup int, role werewolf.Role) float64 {
	rules := &s.Setups[setup].Rules
	side, all := 0, 0
	for _, r := range rules.Roles.InPlay().Slice() {
		all += weightOf(rules, r)
		if sameSide(rules.Table, r, role) {
			side += weightOf(rules, r)
		}
	}
	if len(s.Against) > 0 {
		return float64(side) / float64(all)
	}
	return float64(weightOf(rules, role)) / float64(all*rules.Roles[role])
}

// byMean is the order of the entries, the best first; of equal ones the first in the spec.
func byMean(all []counts) []int {
	order := make([]int, len(all))
	means := make([]float64, len(all))
	for i := range all {
		order[i], means[i] = i, stats.Mean(all[i].rounds).Value
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case means[a] > means[b]:
			return -1
		case means[a] < means[b]:
			return 1
		default:
			return 0
		}
	})
	return order
}

// rows are the entries in that order.
func (s *Spec) rows(all []counts, order []int, rounds int) []Row {
	rows := make([]Row, len(all))
	for place, i := range order {
		rows[place] = Row{Entry: s.Entries[i].Name, Weighted: s.unlessStopped(stats.Mean(all[i].rounds).Of("rounds"))}
		for role, n := range all[i].seats {
			rate := &rows[place].Roles[role]
			if *rate = stats.Clustered(all[i].wins[role], n, min(rounds, n)); s.Stop != nil {
				rate.Low, rate.High = math.NaN(), math.NaN()
			}
		}
		behind := make([]float64, rounds)
		for r := range behind {
			behind[r] = all[order[0]].rounds[r] - all[i].rounds[r]
		}
		rows[place].Behind = s.unlessStopped(stats.Mean(behind).Of("rounds"))
	}
	return rows
}

// unlessStopped takes away the interval where the league may stop because of what it sees: Student's does not hold then.
func (s *Spec) unlessStopped(e stats.Estimate) stats.Estimate {
	if s.Stop != nil {
		e.Low, e.High = math.NaN(), math.NaN()
	}
	return e
}

// compared is by how much more weighted micro the first of the stop rule's
// entries had of a round than the second.
func (s *Spec) compared(games []Game, results []Result) (value float64) {
	for k := range games {
		switch village, wolves := s.stakes(&games[k]); results[k].winner {
		case werewolf.VillagerTeam:
			value += village
		case werewolf.WerewolfTeam:
			value += wolves
		default:
		}
	}
	return value
}

// stakes are what the village's and the werewolves' win in a game bring the
// first entry more than the second.
func (s *Spec) stakes(g *Game) (village, wolves float64) {
	for _, seat := range g.Seats {
		share := 0.0
		switch {
		case seat.own && seat.Entry == s.Stop.First:
			share = s.share(g.Setup, seat.Role)
		case seat.own && seat.Entry == s.Stop.Second:
			share = -s.share(g.Setup, seat.Role)
		}
		if s.Setups[g.Setup].Rules.Table.Team(seat.Role) == werewolf.VillagerTeam {
			village += share
		} else {
			wolves += share
		}
	}
	return village, wolves
}

// manyRounds are so many that one of them comes about as far as any round can.
const manyRounds = 100

// reach is how far from 0 the comparison of a round can come, over all rounds of the plan, or of a longer one where it has few: what
// is told of two entries holds for rounds that were not played, too.
func (s *Spec) reach(games []Game) float64 {
	n, reach := len(s.Entries), 0.0
	if len(s.Setups) == 1 && len(games) < manyRounds*n {
		longer := *s
		longer.Setups = slices.Clone(s.Setups)
		longer.Setups[0].Games = manyRounds * n
		games = Plan(&longer)
	}
	for from := 0; from+n <= len(games); from += n {
		low, high := 0.0, 0.0
		for k := range games[from : from+n] {
			village, wolves := s.stakes(&games[from+k])
			low, high = low+min(village, wolves, 0), high+max(village, wolves, 0)
		}
		reach = max(reach, high, -low)
	}
	return reach
}

// Describe is a verdict in words, with the names of the entries.
func (s *Spec) Describe(v Verdict) string {
	first, second := s.Entries[s.Stop.First].Name, s.Entries[s.Stop.Second].Name
	switch v {
	case FirstBetter:
		return first + " is better than " + second
	case SecondBetter:
		return second + " is better than " + first
	case TooClose:
		return fmt.Sprintf("%s and %s differ by less than %s points", first, second, points(s.Stop.Difference))
	case Known:
		return fmt.Sprintf("the difference is known to within %s points", points(s.Stop.Width))
	default:
		return "undecided"
	}
}

// points is a share in percentage points.
func points(share float64) string { return fmt.Sprintf("%g", math.Round(1000*share)/10) }
