package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
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
		games := "-"
		if n := p.Games(d); n > 0 {
			games = strconv.Itoa(n)
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
