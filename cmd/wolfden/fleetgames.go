package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/fleet"
	"wolfden/internal/league"
	"wolfden/internal/llm/prompt"
	"wolfden/internal/llm/provider"
	"wolfden/internal/match"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

// fleetProgram is what the workers of a run have to be: two programs of one version play the same games.
func fleetProgram() string { return fmt.Sprintf("wolfden %s (%s)", release, commit()) }

// sharedGames is what the games of a fleet's run have in common.
type sharedGames struct {
	Entries []league.Entry `json:"entries"` // who plays, or judges
	Limits  askingFlags    `json:"limits"`
	// Prompts are the files of the entries' prompts, by their hash, which is also Asked of the entry.
	Prompts map[string]map[string]string `json:"prompts,omitempty"`
	Judged  *sharedPanel                 `json:"judged,omitempty"` // nil where games are played

	kept bool // answers of models are to be kept, or were
}

// fleetGame is a game to be played: the first line of its record, and who plays.
type fleetGame struct {
	Header string      `json:"header"`
	Seats  []int       `json:"seats"`           // entries
	Timed  bool        `json:"timed,omitempty"` // its record has the times of a clock
	Says   *speaker    `json:"says,omitempty"`
	Again  *askedAgain `json:"again,omitempty"` // rather ask at turns of the game, which then is whole

	// Rather hold a discussion, or give a position.
	Held  *heldElsewhere  `json:"held,omitempty"`
	Given *givenElsewhere `json:"given,omitempty"`
}

// run is the run of so many games, that a command plays.
func (s *sharedGames) run(command string, games int, same any) (fleet.Run, error) {
	run := fleet.Run{Kind: gamesOfRun, Command: command, Program: fleetProgram(), Jobs: games}
	s.Prompts = map[string]map[string]string{}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Prompts != "" && !e.Remote {
			over, _, err := openPrompts(e.Prompts)
			if err != nil {
				return run, err
			}
			e.Asked = over.Hash()
			s.Prompts[e.Asked] = over.Files()
		}
		switch {
		case e.Remote: // a program plays where this command runs
		case e.Model != "" && !slices.Contains(run.Needs, modelTag(e.Model)):
			run.Needs = append(run.Needs, modelTag(e.Model))
			most, err := mostAsking(*e)
			if err != nil {
				return run, err
			}
			if most > 0 && (run.Workers == 0 || most < run.Workers) {
				run.Workers = most
			}
		}
	}
	slices.Sort(run.Needs)
	l := s.Limits
	if l.RunUSD != nil || l.RunTokens != nil || l.ModelCache != "" {
		return run, usagef("--fleet: what a whole run may spend, and a cache, are of one process; leave --run-usd, --run-tokens and --model-cache out")
	}
	if s.kept {
		return run, usagef("--fleet: answers are kept by one process; leave --model-record and --model-replay out")
	}
	s.Limits = askingFlags{GameUSD: l.GameUSD, GameTokens: l.GameTokens} // how a model is asked stands with the entries
	return run, name(&run, s, same)
}

// name gives the run what its jobs have in common, and the id that follows from it and from whatever else makes it the same run when it is
// begun again.
func name(run *fleet.Run, shared, same any) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	if run.Shared, err = json.Marshal(shared); err != nil {
		return err
	}
	all, err := json.Marshal([]any{host, run.Command, run.Program, run.Shared, same})
	sum := sha256.Sum256(all)
	run.ID = hex.EncodeToString(sum[:10])
	return err
}

// playing has a fleet play the games of series, where the flags name one, until end is called. same is what makes them the same games when they
// are begun again.
func (f *fleetFlags) playing(e *env, m *modelFlags, command string, same any, all ...*series) (end func(over bool), err error) {
	var names []string
	games := 0
	for _, s := range all {
		if f.Fleet != "" && len(s.table.programs) > 0 {
			return nil, usagef("--fleet: programs play where this command runs; leave --fleet out")
		}
		games, names = games+s.total, append(names, s.table.builtIn()...)
	}
	shared := m.sharing(names...)
	crew, end, err := f.crew(e, func() (fleet.Run, error) { return shared.run(command, games, same) })
	for _, s := range all {
		s.crew, s.shared, s.parallel = crew, shared, f.atOnce(s.parallel)
	}
	return end, err
}

// sharing is what games have in common in which these players, or judges, ask the model.
func (f *modelFlags) sharing(names ...string) *sharedGames {
	s := &sharedGames{Limits: f.askingFlags, kept: f.ModelRecord+f.ModelReplay != ""}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			continue
		}
		entry := league.Entry{Name: name, Bot: name}
		if f.Model != "" {
			f.give(&entry)
		}
		s.Entries = append(s.Entries, entry)
	}
	return s
}

// mostAsking is how many workers can share the limits of an entry's model: each needs a request at a time. 0 is any number; a model at an
// address of this machine is on each worker another.
func mostAsking(e league.Entry) (int, error) {
	choice, err := entryModel(e)
	if err != nil {
		return 0, err
	}
	for _, text := range choice.names() {
		if name, err := provider.ParseName(text); err == nil && !provider.Local(name.Base) {
			return choice.way.Limits.Concurrent, nil
		}
	}
	return 0, nil
}

// modelTag is what a worker is tagged with that can ask the model.
func modelTag(model string) string { return "model " + model }

// fleetTold is what a game came to. It goes before the record, so that who hands out games need not read the records of all of them.
type fleetTold struct {
	ending
	Course uint64 `json:"course"` // see league.CourseOf
	Asked  bool   `json:"asked"`  // players asked a model: of that the record tells
}

// byFleet has a game played by the crew, and returns what it came to and its record.
func byFleet(ctx context.Context, crew *fleet.Crew, h *gamelog.Header, game fleetGame) (*fleetTold, []byte, error) {
	var header bytes.Buffer
	if err := gamelog.Write(&header, &gamelog.Record{Header: *h}); err != nil {
		return nil, nil, err
	}
	game.Header = header.String()
	body, err := json.Marshal(game)
	if err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256(body) // games of one deal have one id, whoever plays them
	text, err := crew.Do(ctx, fmt.Sprintf("%s-%x", h.ID, sum[:4]), body)
	if dead := (*fleet.Dead)(nil); errors.As(err, &dead) {
		err = fmt.Errorf("%w: %s", league.ErrGivenUp, transcript.Safe(dead.Error()))
	}
	if err != nil {
		return nil, nil, err
	}
	first, record, _ := bytes.Cut(text, []byte("\n"))
	told := &fleetTold{}
	err = json.Unmarshal(first, told)
	switch {
	case err != nil:
	case !bytes.HasPrefix(record, header.Bytes()):
		err = errors.New("it is of another game")
	case told.End == werewolf.NotOver:
		err = errors.New("it has no end")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: a worker sent a false record of game %s (wolfden fleet purge forgets it): %s", league.ErrGivenUp, h.ID, transcript.Safe(err.Error()))
	}
	return told, record, nil
}

// awayWith is league.Runner.Away.
func awayWith(crew *fleet.Crew) func(ctx context.Context, h *gamelog.Header, seats []int) (league.Result, []byte, error) {
	return func(ctx context.Context, h *gamelog.Header, seats []int) (league.Result, []byte, error) {
		told, text, err := byFleet(ctx, crew, h, fleetGame{Seats: seats})
		if err != nil {
			return league.Result{}, nil, err
		}
		if !told.Asked {
			return league.Ended(told.Winner, told.Faults, told.Course), text, nil
		}
		rec, err := gamelog.Parse(text)
		if err != nil {
			return league.Result{}, nil, err
		}
		return league.Tell(rec), text, nil
	}
}

// The kinds of runs.
const (
	gamesOfRun    = "games"
	rolloutsOfRun = "rollouts"
)

// openRun is fleet.Worker.Open.
func openRun(stderr io.Writer) func(fleet.Run) (fleet.Doer, error) {
	return func(run fleet.Run) (fleet.Doer, error) {
		switch run.Kind {
		case gamesOfRun:
			return openGames(run.Shared, stderr)
		case rolloutsOfRun:
			return openRollouts(run.Shared)
		}
		return nil, fmt.Errorf("jobs of a kind that nobody here knows: %q", run.Kind)
	}
}

func openGames(shared []byte, stderr io.Writer) (fleet.Doer, error) {
	var s sharedGames
	if err := json.Unmarshal(shared, &s); err != nil {
		return nil, err
	}
	prompts := leaguePrompts{}
	for hash, files := range s.Prompts {
		laid, err := laidPrompts(prompt.Of(hash, files))
		if err != nil {
			return nil, err
		}
		prompts[hash] = laid
	}
	for i := range s.Entries {
		s.Entries[i].Prompts = s.Entries[i].Asked
	}
	all, err := openEntryModels(s.Entries, s.Limits, prompts, strangers, false, stderr) // of whose games the headers tell
	if err != nil {
		return nil, err
	}
	p := &gamePlayer{shared: &s, models: all, stderr: stderr}
	if s.Judged != nil {
		return p.judging()
	}
	return p, nil
}

// overlay is the folder of prompts that flags have named for all, nil for none.
func (s *sharedGames) overlay() *prompt.Overlay {
	for hash, files := range s.Prompts {
		return prompt.Of(hash, files)
	}
	return nil
}

// gamePlayer plays games of a run that others hand out.
type gamePlayer struct {
	shared *sharedGames
	models leagueModels
	stderr io.Writer
}

// Tokens is what its models have read and written.
func (p *gamePlayer) Tokens() (n int) {
	for _, m := range p.models.models {
		spent := m.source.Settled()
		n += spent.In + spent.Out
	}
	return n
}

// Share leaves its models their part of the limits at their addresses.
func (p *gamePlayer) Share(all, here int) {
	for _, m := range p.models.models {
		m.source.Share(all, here)
	}
}

// Close ends it.
func (p *gamePlayer) Close() { p.models.close(p.stderr) }

// asJSON is what came of a job.
func asJSON(came any, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return json.Marshal(came)
}

// Do plays a game and returns what it came to and its record.
func (p *gamePlayer) Do(ctx context.Context, body json.RawMessage) ([]byte, error) {
	var g fleetGame
	if err := json.Unmarshal(body, &g); err != nil {
		return nil, err
	}
	if len(p.shared.Entries) == 0 {
		return nil, errors.New("nobody plays")
	}
	switch {
	case g.Held != nil:
		return asJSON(p.hold(ctx, g.Held))
	case g.Given != nil:
		return asJSON(p.give(ctx, g.Given))
	}
	rec, err := gamelog.Parse([]byte(g.Header))
	if err != nil {
		return nil, err
	}
	if g.Again != nil {
		return asJSON(p.again(ctx, rec, g.Again))
	}
	h := &rec.Header
	if len(g.Seats) != len(h.Seats) {
		return nil, errors.New("there are not as many players as seats")
	}
	all := p.models
	all.among, all.probe = companyBefore(h), h.Provenance != nil && h.Provenance.Probe
	players := make([]match.Player, len(h.Seats))
	for i, entry := range g.Seats {
		if entry < 0 && g.Says != nil {
			if players[i], err = g.Says.player(h.Lang, h.Seed); err != nil {
				return nil, err
			}
			continue
		}
		if entry < 0 || entry >= len(p.shared.Entries) {
			return nil, fmt.Errorf("no entry %d", entry)
		}
		e := p.shared.Entries[entry]
		lang := h.Lang
		if e.Lang != "" {
			lang = e.Lang
		}
		if players[i], err = all.player(e, lang, werewolf.SubSeed(h.Seed, i+1)); err != nil {
			return nil, err
		}
	}
	clock := match.StepClock(0, stepMillis)
	if g.Timed {
		clock = match.WallClock(time.UnixMilli(h.Started))
	}
	rec, text, err := match.Record(ctx, h, players, clock)
	if err != nil {
		return nil, err
	}
	s := chronicle.Summarize(rec)
	told := fleetTold{ending: endingOf(s), Course: league.CourseOf(rec), Asked: slices.ContainsFunc(s.Players, func(p chronicle.Player) bool { return p.Calls != nil })}
	first, err := json.Marshal(&told)
	return slices.Concat(first, []byte("\n"), text), err
}
