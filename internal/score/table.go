package score

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/english"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
	"wolfden/werewolf"
)

// columns are the roles in the order of the organisers' tables: that of their names.
func columns(t *werewolf.RoleTable) []werewolf.Role {
	return slices.SortedFunc(slices.Values(t.Roles()), func(a, b werewolf.Role) int { return cmp.Compare(t.Name(a), t.Name(b)) })
}

// papers is the setup of the papers' weights.
var papers, _ = werewolf.Standard(13) // there is one

// weight is the papers' weight of a role. One that the contest does not play counts as often as the setup has it.
func (t *Table) weight(role werewolf.Role) int {
	if w := papers.Roles[role]; w > 0 {
		return w
	}
	return max(t.Setup[role], 1)
}

// Cell is what a team did in one role.
type Cell struct {
	Games, Wins int
	Clusters    int     // games that are independent of one another
	Percent     float64 // the win rate; as printed, where it comes from a table
}

// Rate is the win rate with its interval, which rests on games.
func (c *Cell) Rate() stats.Rate { return stats.Clustered(c.Wins, c.Games, c.Clusters) }

// Row is one team of a table. Rates are in percent.
type Row struct {
	Team  string
	Track string                  // that a table names beside the team, else ""
	Cells [werewolf.MaxRoles]Cell // by role
	Games int
	Wins  int
	// Clusters are games and sides that are independent of one another: what the interval of all wins rests on.
	Clusters int
	// Macro is all wins of all games, Micro the mean over roles, Weighted the
	// mean with the papers' weights, SetupWeighted with the true numbers of the
	// setup's roles. Only roles that were played count; with none they are NaN.
	// The names are the papers', who use macro and micro the other way round
	// than others do.
	Macro, Micro, Weighted, SetupWeighted stats.Estimate
	// Clean is the rate in games known to be without a fault of anybody, Faulty
	// in games with one.
	Clean, Faulty stats.Rate
	// Faults counts the team's own, by kind, in the seats it had in games that
	// tell of faults.
	Faults     map[gamelog.Fault]int
	FaultSeats int
	// Strength is the rating, nil where there are no games to rate.
	Strength *stats.Strength
}

// name is the team, with its track where there is one: a team may have a row in each.
func (r *Row) name() string {
	if r.Track == "" {
		return r.Team
	}
	return r.Team + " (" + r.Track + ")"
}

// Standing is that of the team, of all its roles.
func (r *Row) Standing() Standing { return Standing{r.name(), r.Wins, r.Games, r.Clusters} }

// Table holds the teams that played one setup.
type Table struct {
	// Setup is how many players have each role, the zero value where it is not
	// known: then no SetupWeighted is given.
	Setup werewolf.RoleCounts
	Known *werewolf.RoleTable // the roles there are
	Roles []werewolf.Role     // that were played, in the order of the columns
	Rows  []Row
	Games int        // with a winner; 0 where only rates are known
	Sides stats.Rate // how often the village won
	// Undecided games were won by nobody and do not count, as in the papers.
	Undecided int
	Effects   []Effect
	// Pairs compares all teams with each other: by so many Paired rounds of a plan, in which two had the same roles, or where games
	// tell of none, by all games of both.
	Pairs    versus.Table
	Paired   int
	Calls    []TeamCalls // of teams that asked a language model, in all games given
	Warnings []string

	name  string          // "" where nothing is known of the games
	plans map[string]bool // of leagues whose games it holds, as records call them
}

// Name says what is played, such as "5 players", or "5 players, ja" beside those in another language.
func (t *Table) Name() string {
	return cmp.Or(t.name, "table")
}

// average fills in the means of a row from its cells.
func (t *Table) average(r *Row) {
	r.Games, r.Wins = 0, 0
	for _, c := range r.Cells {
		r.Games += c.Games
		r.Wins += c.Wins
	}
	all := r.Standing().Rate()
	r.Macro = stats.Estimate{Low: 100 * all.Low, High: 100 * all.High, N: r.Games}
	if w := sidesWarning(all); w != "" {
		r.Macro.Warnings = []string{w}
	}
	if r.Macro.Value = t.mean(r, func(role werewolf.Role) int { return r.Cells[role].Games }); r.Games == 0 {
		r.Macro.Low, r.Macro.High = math.NaN(), math.NaN()
	}
	r.Micro = t.weigh(r, func(werewolf.Role) int { return 1 })
	r.Weighted = t.weigh(r, t.weight)
	if t.Setup.Total() > 0 {
		r.SetupWeighted = t.weigh(r, func(role werewolf.Role) int { return t.Setup[role] })
	}
}

// sidesWarning is what to know of a rate over seats of both sides: of a team with several seats in a game those on a side are one trial.
func sidesWarning(r stats.Rate) string {
	w := r.Warning()
	if w != "" && r.Clusters > 0 {
		return r.WarningOf("side") + " of games"
	}
	return w
}

// mean is the weighted mean of the win rates in the roles played, added up in
// the order of the columns: that is how the papers' last digit comes about.
func (t *Table) mean(r *Row, weight func(werewolf.Role) int) float64 {
	sum, weights := 0.0, 0.0
	for _, role := range columns(t.Known) {
		if c := &r.Cells[role]; c.Games > 0 {
			sum += float64(weight(role)) * c.Percent
			weights += float64(weight(role))
		}
	}
	return sum / weights // NaN of none
}

// weigh is the mean with the interval that follows from the roles'.
func (t *Table) weigh(r *Row, weight func(werewolf.Role) int) stats.Estimate {
	var weights []float64
	var rates []stats.Rate
	sum := 0.0
	for _, role := range columns(t.Known) {
		if c := &r.Cells[role]; c.Games > 0 {
			weights = append(weights, float64(weight(role)))
			rates = append(rates, c.Rate())
			sum += float64(weight(role))
		}
	}
	if sum == 0 {
		return stats.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), Warnings: []string{"no games"}}
	}
	for i := range weights {
		weights[i] /= sum
	}
	e := stats.Average(weights, rates).Scale(100)
	e.Value = t.mean(r, weight)
	return e
}

// played is the roles that anybody played, in the order of the columns.
func (t *Table) played() []werewolf.Role {
	return slices.DeleteFunc(columns(t.Known), func(role werewolf.Role) bool {
		return !slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cells[role].Games > 0 })
	})
}

// roles are the names of those of all tables, in the order of the columns.
func (r *Report) roles() (names []string) {
	for i := range r.Tables {
		t := &r.Tables[i]
		for _, role := range t.Roles {
			if name := t.Known.Name(role); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// cell is what the row did in the role of the name, the zero Cell where the table has none.
func (t *Table) cell(r *Row, name string) Cell {
	role, err := t.Known.Parse(name)
	if err != nil {
		return Cell{}
	}
	return r.Cells[role]
}

// tied is how many teams have an interval that overlaps with that of the best.
func (t *Table) tied() (n int) {
	best := 0
	for i := range t.Rows {
		if t.Rows[i].Games > 0 && (t.Rows[best].Games == 0 || t.Rows[i].Macro.Value > t.Rows[best].Macro.Value) {
			best = i
		}
	}
	for i := range t.Rows {
		if i != best && t.Rows[i].Games > 0 && !t.Rows[best].Macro.Separate(t.Rows[i].Macro) {
			n++
		}
	}
	return n
}

// warn says whether the table tells its teams apart.
func (t *Table) warn() {
	if n := t.tied(); n > 0 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("the macro intervals of %s overlap with that of the best: it may not be the best", english.Count(n, "other")))
	}
}
