package site

import (
	"fmt"
	"math"

	"wolfden/internal/score"
	"wolfden/internal/speech/roletext"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// share is a share as pages show it.
type share struct{ stats.Estimate }

// Value is the share in percent, – where nothing is known.
func (s share) Value() string { return percent(s.Estimate.Value) + unit(s.Estimate.Value) }

// Interval is its bounds.
func (s share) Interval() string { return percent(s.Low) + "–" + percent(s.High) }

// At, LowAt and HighAt are places in a plot; see the viewer's.
func (s share) At() string { return at(s.Estimate.Value) }

// LowAt is where the interval begins.
func (s share) LowAt() string { return at(s.Low) }

// HighAt is where it ends.
func (s share) HighAt() string { return at(s.High) }

// Known reports whether there is anything to show.
func (s share) Known() bool { return !math.IsNaN(s.Estimate.Value) }

func at(v float64) string { return fmt.Sprintf("%.1f", 10+200*v) }

func percent(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100*v)
}

func unit(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return " %"
}

// standing is a team in the table of a division.
type standing struct {
	Place       int
	Team, Href  string
	Wins, Games int
	Rate        share
	Rating      *rating // nil where there is none
	Roles       []roleRate
}

type rating struct {
	share
	Ranks string
}

// roleRate is how often a team won in a role.
type roleRate struct {
	Role, Side  string
	Wins, Games int
	Rate        share
}

// standings is the table of the teams that played one setup.
type standings struct {
	Name     string // of the setup; "" where the division has no other
	Games    int
	Sides    share
	Rows     []standing
	Warnings []string // in English
}

// standings are those of a division. root leads from the page to the folder of all.
func (w *writer) standings(d *division, root string) (all []standings) {
	for i := range d.score.Tables {
		t := &d.score.Tables[i]
		s := standings{Games: t.Games, Sides: share{t.Sides.Estimate()}, Warnings: t.Warnings}
		if len(d.score.Tables) > 1 {
			s.Name = t.Name()
		}
		for j := range t.Rows {
			s.Rows = append(s.Rows, w.standing(t, j, root))
		}
		all = append(all, s)
	}
	return all
}

func (w *writer) standing(t *score.Table, i int, root string) standing {
	r := &t.Rows[i]
	s := standing{
		Place: i + 1, Team: r.Team, Href: root + "teams/" + w.teams[r.Team], Wins: r.Wins, Games: r.Games, Rate: share{r.Macro.Scale(0.01)},
	}
	if r.Strength != nil {
		s.Rating = &rating{share{r.Strength.Rate}, fmt.Sprintf("%d–%d", r.Strength.RankLow, r.Strength.RankHigh)}
		if r.Strength.RankLow == r.Strength.RankHigh {
			s.Rating.Ranks = fmt.Sprint(r.Strength.RankLow)
		}
	}
	for _, role := range t.Roles {
		if cell := &r.Cells[role]; cell.Games > 0 {
			s.Roles = append(s.Roles, roleRate{w.roleName(t.Known, role), sideOf(t.Known, role), cell.Wins, cell.Games, share{cell.Rate().Estimate()}})
		}
	}
	return s
}

func (w *writer) roleName(t *werewolf.RoleTable, role werewolf.Role) string {
	return roletext.In(w.pages.Lang()).Title(t, role)
}

// sideOf is the class of what belongs to a side.
func sideOf(t *werewolf.RoleTable, role werewolf.Role) string {
	if t.Team(role) == werewolf.WerewolfTeam {
		return "wolf"
	}
	return "village"
}
