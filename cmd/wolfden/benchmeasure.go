package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"wolfden/internal/bench"
	"wolfden/internal/bot"
	"wolfden/internal/experiment"
	"wolfden/internal/fleet"
	"wolfden/internal/league"
	"wolfden/internal/situation"
)

// measuring is one contestant being measured.
type measuring struct {
	*benchRun

	one    *contestant
	models *models
	folder *experiment.Folder
}

// progress tells how far a part is; finish leaves a line of what was done.
func (m *measuring) progress(part, of string, total int) (p *progress, finish func()) {
	p = newProgress(m.env.stderr, of, total, m.Quiet)
	return p, func() {
		if p != nil {
			p.print(m.env.stderr, "%s: %s: %d of %d\n", m.one.Name, part, p.done, total)
		}
	}
}

// playGames plays the games that are not there yet.
func (m *measuring) playGames() error {
	for _, table := range m.tables(m.one) {
		if err := m.playTable(table); err != nil {
			return err
		}
	}
	return nil
}

func (m *measuring) playTable(table bench.Table) error {
	spec, err := m.spec(m.entryOf(m.one), table)
	if err != nil {
		return err
	}
	runner, err := benchRunner(spec, m.models, m.atOnce(cmp.Or(m.Parallel, runtime.GOMAXPROCS(0))))
	if err != nil {
		return err
	}
	r := &leagueRun{
		Runner: runner, fleet: &m.fleetFlags, out: m.gamesDir(m.one, table), title: fmt.Sprintf("bench %s, %s", m.one.Name, table.Name),
		model: *m.modelFlags(m.one.Model), listen: &listening{},
	}
	r.show = func(found int) func() {
		bar, finish := m.progress("games at "+table.Name, "game", len(r.Games))
		bar.add(found)
		r.Report = func(played int) { bar.move(played, nil) }
		return finish
	}
	if err := r.play(m.env); err != nil || r.Left() == 0 {
		return err
	}
	return context.Cause(m.env.ctx)
}

func (r *benchRun) gamesDir(one *contestant, table bench.Table) string {
	return filepath.Join(one.dir, benchGames, fileNameOf(table.Name))
}

// situationFile is what the result of a position is kept under. Other numbers of runs are other results.
func (r *benchRun) situationFile(name string) string {
	return filepath.Join(benchSituations, fmt.Sprintf("%s-%d.json", fileNameOf(name), r.suite.Situations.Of(r.Size)))
}

// fitting are the positions of games that the contestant plays.
func (r *benchRun) fitting(one *contestant) (list []benchPosition) {
	for n, s := range r.positions {
		if one.remote() || bot.Fits(one.Player, s.Players()) == nil {
			list = append(list, benchPosition{n, s})
		}
	}
	return list
}

// benchPosition is a situation with its place in the suite, from which its chance follows.
type benchPosition struct {
	n int
	*situation.Situation
}

// playSituations gives the positions that were not given yet.
func (m *measuring) playSituations() (err error) {
	if err := os.MkdirAll(filepath.Join(m.one.dir, benchSituations), 0o755); err != nil {
		return err
	}
	entry := league.Entry{Name: m.one.Player}
	if m.one.remote() {
		entry = m.entryOf(m.one)
	}
	guests, err := openGuests(m.env, []league.Entry{entry}, filepath.Join(m.one.dir, benchSituations), false, &listening{})
	if err != nil {
		return err
	}
	defer guests.close()
	t := &trying{
		situationFlags: &situationFlags{Runs: m.suite.Situations.Of(m.Size), Seed: m.suite.Situations.Seed}, env: m.env, models: m.models, guests: guests,
	}
	all := m.fitting(m.one)
	bar, finish := m.progress(benchSituations, "position", len(all))
	defer finish()
	crew, end, err := m.givers()
	if err != nil {
		return err
	}
	defer func() { end(err == nil) }()
	given := experiment.Runs[situation.Result]{N: len(all), Parallel: cmp.Or(m.Parallel, runtime.GOMAXPROCS(0)), Done: func() { bar.add(1) }}
	if crew != nil {
		given.Parallel = handedOut
	}
	given.Kept = func(i int) (*situation.Result, error) {
		var kept situation.Result
		if found, err := m.folder.Read(m.situationFile(all[i].Name), &kept); !found {
			return nil, err
		}
		return &kept, nil
	}
	given.Do = func(ctx context.Context, i int) (*situation.Result, error) {
		if crew != nil {
			return experiment.Away[situation.Result](ctx, crew, fleetGame{Given: &givenElsewhere{all[i].Name, all[i].n, t.Runs, t.Seed, m.AnswerTime.String()}})
		}
		result, err := t.result(all[i].Situation, all[i].n, entry)
		return result, cmp.Or(endedBy(m.env.ctx), err)
	}
	given.Keep = func(i int, r *situation.Result) error { return m.folder.Keep(m.situationFile(all[i].Name), r) }
	_, err = given.All(m.env.ctx)
	return err
}

// givenElsewhere is a position of the suite that others give to a player.
type givenElsewhere struct {
	Name   string `json:"name"`
	Number int    `json:"number"`
	Runs   int    `json:"runs"`
	Seed   uint64 `json:"seed"`
	Time   string `json:"time,omitempty"` // for an answer
}

// givers are those of a fleet who give positions, until end is called; a program plays where the command runs.
func (m *measuring) givers() (crew *fleet.Crew, end func(over bool), err error) {
	if m.one.remote() {
		return nil, func(bool) {}, nil
	}
	shared := m.modelFlags(m.one.Model).sharing(m.one.Player)
	return m.crew(m.env, func() (fleet.Run, error) {
		return shared.run("bench "+m.one.Name+", "+benchSituations, len(m.positions), m.settings(m.one))
	})
}

// give gives a position for others.
func (p *gamePlayer) give(ctx context.Context, g *givenElsewhere) (*situation.Result, error) {
	all, err := situation.Suite()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(s *situation.Situation) bool { return s.Name == g.Name })
	if i < 0 {
		return nil, fmt.Errorf("no situation is called %q", g.Name)
	}
	if g.Time != "" {
		var limit league.AnswerTime
		if err := limit.UnmarshalText([]byte(g.Time)); err != nil {
			return nil, err
		}
		all[i].Time(limit.Set)
	}
	e := p.shared.Entries[0]
	t := &trying{situationFlags: &situationFlags{Runs: g.Runs, Seed: g.Seed}, env: &env{ctx: ctx}, models: p.models.models[modelKey(e)]}
	return t.result(all[i], g.Number, league.Entry{Name: e.Bot})
}

// hostile is the pairs of games in one language, as the experiment plays them.
func (r *benchRun) hostile(one *contestant, lang string) *labInjectionCmd {
	c := &labInjectionCmd{
		Kinds: r.suite.Injections.Kinds, Players: r.suite.Injections.Players, Games: r.suite.Injections.Of(r.Size), Lang: lang,
		Seed: r.suite.Injections.Seed, Parallel: cmp.Or(r.Parallel, runtime.GOMAXPROCS(0)), kept: filepath.Join(one.dir, benchInjections, lang),
		answerFlag: r.answerFlag,
	}
	if !one.remote() { // a program plays where this command runs
		c.fleetFlags, c.modelFlags.askingFlags, c.Model = r.fleetFlags, r.askingFlags, one.Model
	}
	c.Bots = []string{one.Player}
	if one.remote() {
		c.Bots, c.Exec = []string{bench.Entry}, map[string]string{bench.Entry: one.Command}
	}
	return c
}

// playInjections plays the pairs that are not there yet.
func (m *measuring) playInjections() error {
	if m.pairs(m.one) == 0 {
		return nil
	}
	bar, finish := m.progress(benchInjections, "game", 2*m.pairs(m.one))
	defer finish()
	for _, lang := range m.suite.Injections.Langs {
		if err := m.playPairs(m.hostile(m.one, lang), bar); err != nil {
			return err
		}
	}
	return nil
}

func (m *measuring) playPairs(c *labInjectionCmd, bar *progress) (err error) {
	t, err := c.seated(c.Bots[0])
	if err != nil {
		return err
	}
	t.models, c.games = m.models, bar
	end, err := c.hire(m.env, t, m.one.Name)
	if err != nil {
		return err
	}
	defer func() { end(err == nil) }()
	for _, kind := range c.Kinds {
		if _, err := c.pairs(t, c.Bots[0], kind, &injected{asked: askedByBot{}}, withPrograms(m.env)); err != nil {
			return err
		}
	}
	return nil
}

// pairs is how many pairs of games with hostile words there are to play.
func (r *benchRun) pairs(one *contestant) int {
	i := &r.suite.Injections
	if !one.remote() && bot.Fits(one.Player, i.Players) != nil {
		return 0
	}
	return len(i.Langs) * len(i.Kinds) * i.Of(r.Size)
}
