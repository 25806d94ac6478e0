package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/english"
	"wolfden/internal/fleet"
	"wolfden/internal/league"
	"wolfden/internal/origin"
	"wolfden/internal/versus"
)

// leagueRun is a league that a command plays.
type leagueRun struct {
	*league.Runner
	fleet    *fleetFlags                                  // whose workers play it, where they name one; nil: nobody's
	quiet    bool                                         // nothing is told beside show
	out      string                                       // folder of the records; "" for none
	title    string                                       // what a fleet calls it
	model    modelFlags                                   // how models are asked that entries name
	begin    func(folder *league.Folder, found int) error // is called before anything is played into the folder; may be nil
	played   func(record []byte) error                    // is called before a record is kept in the folder; may be nil
	listen   *listening
	programs *guests                         // nil: they are let in for as long as it is played
	show     func(found int) (finish func()) // nil: the standing is told
}

// runner is the runner of a command's league.
func (m leagueModels) runner(command string, s *league.Spec, games []league.Game, parallel int) *league.Runner {
	from := provenance(command, m.among)
	from.Probe = m.probe
	return &league.Runner{Spec: s, Games: games, Make: m.player, Provenance: from, Describe: m.prompts.describe, Parallel: parallel, Made: &origin.Origin{}}
}

// play plays what is left.
func (r *leagueRun) play(e *env) (err error) {
	found := 0
	if r.out != "" {
		var folder *league.Folder
		if folder, found, err = r.TakeUp(r.out); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, folder.Close()) }()
		r.Keep = func(g *league.Game, record []byte) error {
			err := endedBy(e.ctx) // rules have answered in it
			if err == nil && r.played != nil {
				err = r.played(record)
			}
			if err == nil {
				err = folder.Keep(g, record)
			}
			return err
		}
		if r.begin != nil {
			if err := r.begin(folder, found); err != nil {
				return err
			}
		}
	}
	if r.programs == nil {
		if r.programs, err = openGuests(e, slices.Concat(r.Spec.Entries, r.Spec.Against), r.out, r.Provenance.Probe, r.listen); err != nil {
			return err
		}
		defer r.programs.close()
	}
	r.Guests = r.programs
	end := func(bool) {}
	if r.fleet != nil {
		if end, err = r.byFleet(e, found); err != nil {
			return err
		}
	}
	if r.show == nil {
		r.show = func(found int) func() { return r.standing(e, found) }
	}
	finish := r.show(found)
	err = r.Run(e.ctx)
	finish()
	end(err == nil && r.Left() == 0)
	return err
}

// byFleet has the games played by a fleet, where the flags name one, until end is called.
func (r *leagueRun) byFleet(e *env, found int) (end func(over bool), err error) {
	all := r.model.sharing()
	all.Entries = slices.Concat(r.Spec.Entries, r.Spec.Against)
	ids := make([]string, len(r.Games))
	for i := range r.Games {
		ids[i] = r.Games[i].ID
	}
	crew, end, err := r.fleet.crew(e, func() (fleet.Run, error) { return all.run(r.title, len(r.Games)-found, ids) })
	if crew != nil {
		r.Away = awayWith(crew)
	}
	return end, err
}

// standing has the standing told while games are played, until finish is called.
func (r *leagueRun) standing(e *env, found int) (finish func()) {
	if stop := r.Spec.Stop; stop != nil && stop.Width > 0 && !r.quiet {
		fmt.Fprintln(e.stderr, narrowText(r.Spec, league.PowerOf(r.Spec, 0, r.Games), len(r.Games)))
	}
	if found > 0 && !r.quiet {
		fmt.Fprintf(e.stderr, "%d of %s played before\n", found, english.Count(len(r.Games), "game"))
	}
	p := newProgress(e.stderr, "game", len(r.Games), r.quiet)
	r.Report = func(played int) { p.move(played, func() string { return standingSoFar(r.Runner) }) }
	return p.finish
}

// standingSoFar returns the standing in a few words: the comparison, or who leads in the setup that is being
// played.
func standingSoFar(r *league.Runner) string {
	if t := r.Test(); t != nil {
		return "difference " + versus.Points(t.Difference())
	}
	text := "no whole round yet"
	for _, t := range league.Standing(r.Spec, r.Games, r.Results) {
		if t.Rounds == 0 {
			continue
		}
		var all []string
		for _, row := range t.Rows[:min(3, len(t.Rows))] {
			all = append(all, fmt.Sprintf("%s %.1f%%", row.Entry, 100*row.Weighted.Value))
		}
		text = strings.Join(all, ", ")
	}
	return text
}
