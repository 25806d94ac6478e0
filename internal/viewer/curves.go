package viewer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/stats"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// curve is how a team's share of wins went as games were played.
type curve struct {
	Name   string
	Colour int
	Path   string
	Last   string // the share at the end
	Of     int
}

const (
	mostCurves  = 8  // that an eye can tell apart
	leastCurve  = 10 // games before which a share jumps too much to be drawn
	curvePoints = 150
	curveWidth  = 640
	curveHeight = 240
)

// curves are the shares of wins after so many games of each of the teams with most games. Games come latest first.
func curves(games []*archive.Game) (all []curve) {
	results := map[string][]bool{}
	for _, g := range slices.Backward(games) {
		if g.Winner == werewolf.NoTeam {
			continue
		}
		for i := range g.Players {
			team := g.Players[i].PlaysFor()
			results[team] = append(results[team], g.Won(&g.Players[i]))
		}
	}
	teams := keys(results)
	slices.SortStableFunc(teams, func(a, b string) int { return len(results[b]) - len(results[a]) })
	longest := 0
	for _, team := range teams[:min(len(teams), mostCurves)] {
		longest = max(longest, len(results[team]))
	}
	for i, team := range teams[:min(len(teams), mostCurves)] {
		if c, ok := draw(results[team], longest); ok {
			c.Name, c.Colour = story.Show(team), i+1
			all = append(all, c)
		}
	}
	return all
}

// CurveFrom and CurveTo are the ends of the axis of the curves: after how many seats.
func (p *statsPage) CurveFrom() int { return leastCurve }

// CurveTo is the other end.
func (p *statsPage) CurveTo() (most int) {
	for i := range p.Curves {
		most = max(most, p.Curves[i].Of)
	}
	return most
}

// draw draws one curve, from leastCurve to longest; it is false where there are too few games.
func draw(won []bool, longest int) (c curve, ok bool) {
	if len(won) <= leastCurve {
		return c, false
	}
	var path strings.Builder
	step, wins := max(1, len(won)/curvePoints), 0
	for i, w := range won {
		if w {
			wins++
		}
		n := i + 1
		if n < leastCurve || (n-leastCurve)%step != 0 && n != len(won) {
			continue
		}
		letter := "L"
		if path.Len() == 0 {
			letter = "M"
		}
		x, y := float64(n-leastCurve)/float64(longest-leastCurve)*curveWidth, curveHeight*(1-float64(wins)/float64(n))
		fmt.Fprintf(&path, "%s%.1f %.1f", letter, x, y)
	}
	return curve{Path: path.String(), Last: fmt.Sprintf("%.1f %%", 100*float64(wins)/float64(len(won))), Of: len(won)}, true
}

// fates are what a team's players did and what became of them.
type fates struct {
	faults, lived, executed, attacked, passed count
	said                                      []float64 // by player and game: utterances for each day it lived to see
}

func (f *fates) add(g *archive.Game, s *chronicle.Player) {
	f.faults.add(len(s.Faults) > 0)
	f.lived.add(s.Cause == 0)
	f.executed.add(s.Cause == werewolf.ByExecution)
	f.attacked.add(s.Cause == werewolf.ByAttack)
	f.passed.hits += s.Passed
	f.passed.of += s.Passed + s.Said
	days := g.Days + 1
	if s.Cause != 0 {
		days = s.Died + 1
	}
	f.said = append(f.said, float64(s.Said)/float64(days))
}

// conducts are what the players of teams did and what became of them.
func (p *statsPage) conducts(games []*archive.Game) {
	teams := map[string]*fates{}
	for _, g := range games {
		if g.Winner == werewolf.NoTeam {
			continue
		}
		for i := range g.Players {
			s := &g.Players[i]
			if teams[s.PlaysFor()] == nil {
				teams[s.PlaysFor()] = &fates{}
			}
			teams[s.PlaysFor()].add(g, s)
		}
	}
	for _, team := range keys(teams) {
		f := teams[team]
		p.Conduct = append(p.Conduct, conduct{
			cells: cells{story.Show(team), []rate{f.passed.rate(""), f.lived.rate(""), f.executed.rate(""), f.attacked.rate(""), f.faults.rate("")}},
			Said:  stats.Mean(f.said),
		})
	}
}

// conduct is a row of the table of conduct.
type conduct struct {
	cells
	Said stats.Estimate // utterances a day
}

// Mean is how much was said a day.
func (c conduct) Mean() string { return fmt.Sprintf("%.2f", c.Said.Value) }

// Interval is its bounds, "" where there are none.
func (c conduct) Interval() string {
	if math.IsNaN(c.Said.Low) {
		return ""
	}
	return fmt.Sprintf("%.2f–%.2f", c.Said.Low, c.Said.High)
}
