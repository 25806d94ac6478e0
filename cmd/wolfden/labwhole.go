package main

import (
	"cmp"
	"context"

	"wolfden/internal/chances"
	"wolfden/internal/experiment"
	"wolfden/internal/fleet"
	"wolfden/internal/league"
)

// wholeFlags are the flags of commands that play whole games on.
type wholeFlags struct {
	Files []string `arg:"" help:"Records and contest logs, or folders or zip archives of them."`
	JSON  bool     `help:"The result as a JSON object."`
	Out   string   `short:"o" help:"Folder to keep what came of each game in. The same command goes on with it." placeholder:"DIR"`
	fleetFlags
}

// playWhole is the inquiry of such a command: job says how a game is played on, and tell tells what came of all of them.
func playWhole[R any](e *env, w *wholeFlags, f *rolloutFlags, same wholeGame, job func(n int, g *gameFile) (wholeGame, error), tell func([]*playedOn[R]) error) error {
	defer f.show(e, 0)()
	settings := struct {
		Files []string  `json:"files"`
		Asked wholeGame `json:"asked"`
	}{w.Files, same}
	var all []*playedOn[R]
	return (&inquiry{
		experimentFlags: &experimentFlags{}, alone: true, out: w.Out, settings: func(*models) any { return settings },
		run: func(st *stage) error {
			atOnce := 1 // which plays on as much as there are processors
			crew, end, err := w.crew(e, func() (run fleet.Run, err error) {
				files, err := gameFiles(w.Files, false)
				atOnce = len(files)
				run = fleet.Run{Kind: rolloutsOfRun, Command: "lab", Program: fleetProgram(), Jobs: len(files)}
				return run, cmp.Or(err, name(&run, sharedRollouts{}, settings))
			})
			if err != nil {
				return err
			}
			all, err = eachPlayedOn(e, f, w.Files, st.folder, atOnce, func(ctx context.Context, n int, g *gameFile, by string, players chances.Player) (r R, err error) {
				one, err := job(n, g)
				if err != nil {
					return r, err
				}
				if one.Asks.By = by; crew == nil {
					came, err := one.do(ctx, g.record, players)
					r, _ = came.(R)
					return r, err
				}
				if one.Record, err = unnoted(g.record); err != nil {
					return r, err
				}
				came, err := experiment.Away[R](ctx, crew, fleetRollout{Game: &one})
				if err != nil {
					return r, err
				}
				f.on.add(1)
				return *came, nil
			})
			end(err == nil)
			return err
		},
		tell: func() ([]league.EntryCalls, error) { return nil, tell(all) },
	}).perform(e)
}
