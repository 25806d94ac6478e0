package main

import (
	"fmt"
	"io"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/league"
	"wolfden/internal/stats"
)

// writePower prints how many games differences take in a setup, and what the planned games can show.
func writePower(w io.Writer, s *league.Spec, setup int, games []league.Game) error {
	p := league.PowerOf(s, setup, games)
	planned := s.Setups[setup].Games
	var rows strings.Builder
	fmt.Fprintf(&rows, "\n%s: games to find a difference of weighted micro (at 5%%, power 80%%)\n", s.Setups[setup].Name)
	fmt.Fprint(&rows, "points\tas planned, in all\teach by itself, roles by lot\n")
	for _, points := range []float64{2, 5, 10, 20} {
		d := points / 100
		fmt.Fprintf(&rows, "%g\t%d\t%d each\n", points, p.Games(d), stats.GamesNeeded(0.5+d/2, 0.5-d/2, 0.05, 0.8).Games)
	}
	if err := columns.Write(w, rows.String()); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "the %d games planned find %.1f points. Either side is taken to win half; games of one deal that go alike for both take fewer.\n",
		planned, 100*p.Difference(planned))
	return err
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
		as.Setups = append([]league.Setup(nil), s.Setups...)
		as.Setups[0].Name = fmt.Sprintf("%d players, %s tables", c.Players, seating)
		if err := writePower(w, &as, 0, league.Plan(&as)); err != nil {
			return err
		}
	}
	return nil
}
