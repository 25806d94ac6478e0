package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/origin"
	"wolfden/internal/stats"
	"wolfden/internal/trial"
	"wolfden/werewolf"
)

// trialRun is a run of a trial: first being played, then with all that is told of it.
type trialRun struct {
	spec   *league.Spec
	run    trial.Run
	played time.Duration

	games   []trial.Game
	figures *trial.Figures
	beside  []besideRun
	made    origin.Origin
	asked   []league.EntryCalls
	lines   int // that the program printed
	last    string

	defeats  []trial.Defeat
	instruct []trial.Defeat // those that teach most; nil where they were not looked into
	habits   []trial.Habit  // those that cost most
	weighed  bool           // habits were looked for
	cut      bool           // fewer were judged than asked for, or habits were not looked for
}

// besideRun is the comparison with another run.
type besideRun struct {
	run *trial.Run
	trial.Beside
	corrected float64 // P for all these runs together, by Holm's method
}

// rules are those of all games.
func (r *trialRun) rules() *werewolf.Rules { return &r.spec.Setups[0].Rules }

// once plays one run and tells of it.
func (c *tryCmd) once(e *env, entry league.Entry) error {
	spec, err := c.spec(entry)
	if err != nil {
		return err
	}
	var own []contender
	if !entry.Remote {
		own = contenders(spec, false)[:1]
	}
	before, err := trial.Runs(c.folder(entry.Name))
	if err != nil {
		return err
	}
	named, err := c.compared(before)
	if err != nil {
		return err
	}
	r := &trialRun{spec: spec}
	err = (&inquiry{
		experimentFlags: &experimentFlags{modelFlags: c.modelFlags, requireFlag: c.requireFlag}, who: own, bots: entryBots(spec),
		run: func(st *stage) (err error) {
			if r.run, err = c.begun(&entry, before); err != nil {
				return err
			}
			playErr := c.play(e, r, st.models)
			if err := r.read(before, named); err != nil {
				return cmp.Or(playErr, err)
			}
			return c.show(e, r, playErr)
		},
		tell: func() ([]league.EntryCalls, error) { return r.asked, nil },
	}).perform(e)
	if err != nil || !c.Open {
		return err
	}
	view := viewCmd{Dir: []string{r.run.Dir()}, Listen: anyPort, page: r.page()}
	return view.Run(e)
}

// show tells what came of a run, after its games were played or playErr has ended that.
func (c *tryCmd) show(e *env, r *trialRun, playErr error) error {
	if len(r.games) == 0 {
		kept, err := r.run.Discard(programsDir)
		if playErr = cmp.Or(playErr, err, errors.New("stopped before a game was over")); kept != "" {
			playErr = fmt.Errorf("%w; all that was printed: %s", playErr, filepath.ToSlash(kept))
		}
		return playErr
	}
	if !c.JSON {
		if err := r.score(e.stdout); err != nil {
			return err
		}
	}
	if playErr == nil {
		c.judge(e, r, newProgress(e.stderr, "continuation", 0, c.Quiet))
	}
	if err := c.tell(e, r); err != nil {
		return err
	}
	return cmp.Or(playErr, c.left(len(r.games)))
}

// play plays the games that are left of a run.
func (c *tryCmd) play(e *env, r *trialRun, used *models) error {
	all, err := sameModel(r.spec, used, false)
	if err != nil {
		return err
	}
	live := &liveScore{name: r.spec.Entries[0].Name}
	run := &leagueRun{Runner: all.runner("try", r.spec, league.Plan(r.spec), cmp.Or(c.Parallel, runtime.GOMAXPROCS(0))), out: r.run.Dir()}
	run.listen = &listening{address: c.Listen, wanted: fmt.Sprintf("as many as there are games at a time: %d", run.Parallel)}
	run.played = func(record []byte) error {
		live.add(record)
		return nil
	}
	run.begin = func(*league.Folder, int) error {
		games, err := trial.ReadGames(r.run.Dir(), live.name, nil)
		live.begin(games)
		return err
	}
	run.show = func(int) func() {
		live.show(e.stderr, c.Games, c.Quiet)
		run.Report = live.report
		began := time.Now()
		return func() {
			r.played = time.Since(began)
			live.bar.finish()
		}
	}
	err = run.play(e)
	if errors.Is(err, league.ErrMixed) {
		err = fmt.Errorf("%w; without --resume a run begins that is compared with this one", err)
	}
	if run.programs == nil {
		return err // it has not begun
	}
	r.lines, r.last = run.programs.printed(live.name)
	r.asked = league.Standing(r.spec, run.Games, run.Results)[0].Calls
	return err
}

// read reads what was played, and compares it with the last run of the same deals and the named ones.
func (r *trialRun) read(before []trial.Run, named []*trial.Run) (err error) {
	if r.games, err = trial.ReadGames(r.run.Dir(), r.run.Program, r.made.AddRecord); err != nil {
		return err
	}
	r.figures = trial.FiguresOf(r.games, r.rules())
	before = slices.DeleteFunc(slices.Clone(before), func(b trial.Run) bool { return b.Number >= r.run.Number })
	last, _, err := trial.Before(before, r.games)
	if err != nil {
		return err
	}
	if last != nil {
		named = append([]*trial.Run{last}, slices.DeleteFunc(slices.Clone(named), func(n *trial.Run) bool { return n.Number == last.Number })...)
	}
	for _, other := range named {
		if other.Number == r.run.Number {
			continue
		}
		games, err := trial.ReadGames(other.Dir(), other.Program, func(h *gamelog.Header) { r.made.AddRecord(ofOther(h, other)) })
		if err != nil {
			return err
		}
		r.beside = append(r.beside, besideRun{run: other, Beside: trial.BesideOf(r.games, games)})
	}
	var ps []float64
	for i := range r.beside {
		ps = append(ps, r.beside[i].P)
	}
	for i, p := range stats.Holm(ps) {
		r.beside[i].corrected = p
	}
	return nil
}

// ofOther is a header of another run, whose program is compared with this run's, and not counted together with it.
func ofOther(h *gamelog.Header, of *trial.Run) *gamelog.Header {
	told, from := *h, *h.Provenance
	told.Provenance, from.Players = &from, slices.Clone(from.Players)
	for i := range from.Players {
		if p := &from.Players[i]; p.Entry == of.Program {
			p.Entry += ", " + of.Called()
		}
	}
	return &told
}

// judge finds the defeats that teach most. When it is stopped, it keeps what it has found.
func (c *tryCmd) judge(e *env, r *trialRun, p *progress) {
	defer p.finish()
	var whole bool
	if r.defeats, whole = trial.Defeats(e.ctx, r.games); !whole {
		return
	}
	jurors := rolloutFlags{By: jurors, on: p}
	jury := trial.Jury{Games: c.Ways, Seed: 1, Players: jurors.players}
	for i := range r.defeats[:min(c.Judge, len(r.defeats))] {
		err := jury.Judge(e.ctx, &r.defeats[i])
		if e.ctx.Err() != nil {
			r.cut = true
			break
		}
		if err != nil {
			p.print(e.stderr, "wolfden: %v; it is not judged\n", err)
		}
	}
	r.instruct = trial.Instructive(r.defeats, mostInstructive)
	if c.Judge == 0 || r.cut {
		return
	}
	habits, err := jury.Habits(e.ctx, r.games, mostHabits)
	r.weighed = err == nil
	if r.habits, r.cut = habits, e.ctx.Err() != nil; err != nil && !r.cut {
		p.print(e.stderr, "wolfden: %v; its habits are not weighed\n", err)
	}
}

// jurors are the players that go on from the moves that are judged.
const jurors = "lycaon"

// How many defeats are told, and how many habits.
const (
	mostInstructive = 3
	mostHabits      = 3
)

// liveScore is the score while games are played. It is safe for concurrent use.
type liveScore struct {
	name string
	bar  *progress

	mu          sync.Mutex
	won, played int
	faults      int
}

// firstLine is after how long a first line of the score is printed where there is no terminal; tryLineEach lies between two.
const (
	firstLine   = time.Second
	tryLineEach = 5 * time.Second
)

// show begins to show the score.
func (l *liveScore) show(w io.Writer, total int, quiet bool) {
	if l.bar = newProgress(w, "game", total, quiet); l.bar != nil {
		l.bar.each, l.bar.next = tryLineEach, time.Now().Add(firstLine)
	}
}

// begin takes games that were played before.
func (l *liveScore) begin(games []trial.Game) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range games {
		l.count(&games[i])
	}
}

func (l *liveScore) count(g *trial.Game) {
	l.played++
	if g.Won {
		l.won++
	}
	for _, n := range g.Faults {
		l.faults += n
	}
}

// add takes the record of a game. Of one that cannot be read whoever reads it will say so.
func (l *liveScore) add(record []byte) {
	rec, err := gamelog.Parse(record)
	if err != nil {
		return
	}
	if g, err := trial.Of(rec, "", l.name); err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.count(&g)
	}
}

// report shows the score, after every game.
func (l *liveScore) report(played int) { l.bar.move(played, l.text) }

// text is the score so far.
func (l *liveScore) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := fmt.Sprintf("%s won %s", l.name, rateOf(stats.Wilson(l.won, l.played)))
	if l.faults > 0 {
		text += ", " + english.Count(l.faults, "answer") + " with a fault"
	}
	return text
}

// rateOf is a rate without a warning.
func rateOf(r stats.Rate) string {
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*r.Share(), 100*r.Low, 100*r.High)
}
