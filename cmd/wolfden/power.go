package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/stats"
)

// writePower prints how many games differences take in a setup, and what the planned games can show.
func writePower(w io.Writer, s *league.Spec, setup int, games []league.Game) error {
	p := league.PowerOf(s, setup, games)
	planned := s.Setups[setup].Games
	if s.Stop != nil && s.Stop.Width > 0 {
		_, err := fmt.Fprintf(w, "\n%s: %s\n", s.Setups[setup].Name, narrowText(s, p, planned))
		return err
	}
	var rows strings.Builder
	fmt.Fprintf(&rows, "\n%s: games to find a difference of weighted micro (at 5%%, power 80%%)\n", s.Setups[setup].Name)
	fmt.Fprint(&rows, "points\tas planned, in all\t")
	if s.Stop != nil {
		fmt.Fprint(&rows, "with a number fixed before\t")
	}
	fmt.Fprint(&rows, "each by itself, roles by lot\n")
	for _, points := range []float64{2, 5, 10, 20} {
		d := points / 100
		games := "-"
		if n := p.Games(d); n > 0 {
			games = strconv.Itoa(n)
		}
		if s.Stop != nil {
			games += "\t" + strconv.Itoa(p.Fixed(d))
		}
		fmt.Fprintf(&rows, "%g\t%s\t%d each\n", points, games, stats.GamesNeeded(0.5+d/2, 0.5-d/2, 0.05, 0.8).Games)
	}
	if err := columns.Write(w, rows.String()); err != nil {
		return err
	}
	find := "are too few to find any difference"
	if d := p.Difference(planned); !math.IsNaN(d) {
		find = fmt.Sprintf("find %.1f points", 100*d)
	}
	if stop := s.Stop; stop != nil {
		find += fmt.Sprintf(". Stopping as soon as it is decided takes more games than a number fixed before; below %.3g points it ends with \"differ by less than\"", 100*stop.Difference)
	}
	_, err := fmt.Fprintf(w, "the %d games planned %s. Either side is taken to win half; games of one deal that go alike for both take fewer.\n", planned, find)
	return err
}

// narrowText says how many games an interval takes that is as narrow as asked, and whether so many are planned.
func narrowText(s *league.Spec, p league.Power, planned int) string {
	games := p.Narrow()
	text := fmt.Sprintf("an interval of %.3g points takes about %s (80%% of simulated comparisons have it by then), fewer where the two differ much", 100*s.Stop.Width, english.Count(games, "game"))
	if games > planned {
		text += fmt.Sprintf("; at most %d are planned", planned)
	}
	return text
}

// print prints the plan.
func (l *plannedLeague) print(e *env) error {
	if !l.begun {
		fmt.Fprintln(e.stdout, "one of many such plans: without a seed it is drawn when the league begins, so that no team can foresee it")
	}
	for i, b := range league.BalanceOf(&l.Spec, l.games) {
		if err := b.Write(e.stdout); err != nil {
			return err
		}
		if err := writePower(e.stdout, &l.Spec, i, l.games); err != nil {
			return err
		}
		fmt.Fprintln(e.stdout)
	}
	var games strings.Builder
	const shown = 20
	for i, g := range l.games {
		if i == shown {
			fmt.Fprintf(&games, "... and %s more\n", english.Count(len(l.games)-shown, "game"))
			break
		}
		fmt.Fprintf(&games, "%s\t%s\tround %d\tseed %d", g.ID, l.Spec.Setups[g.Setup].Name, g.Round+1, g.Seed)
		for _, s := range g.Seats {
			fmt.Fprintf(&games, "\t%s=%s", s.Team, s.Role)
		}
		fmt.Fprintln(&games)
	}
	return columns.Write(e.stdout, games.String())
}

// foresee prints what comparisons with mixed tables and with a side each take.
func (c *compareCmd) foresee(w io.Writer, s *league.Spec) error {
	seatings := []league.Seating{league.Mixed, league.Sides}
	if len(s.Against) > 0 {
		seatings = []league.Seating{s.Seating}
	}
	for _, seating := range seatings {
		as := *s
		as.Seating = seating
		stop := *s.Stop
		stop.Difference = c.matters(seating)
		as.Stop = &stop
		as.Setups = append([]league.Setup(nil), s.Setups...)
		as.Setups[0].Name = fmt.Sprintf("%d players, %s tables", c.Players, seating)
		if err := writePower(w, &as, 0, league.Plan(&as)); err != nil {
			return err
		}
	}
	return nil
}
