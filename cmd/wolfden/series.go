package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/filelock"
	"wolfden/internal/fleet"
	"wolfden/internal/league"
	"wolfden/internal/match"
	"wolfden/internal/secret"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// series is a number of games with the same players and rules.
type series struct {
	table    *tableSetup
	out      string
	total    int
	parallel int
	progress *progress // of those that all plays
	command  string    // the command that plays it
	seed     *uint64   // the games' seeds follow from it; nil: each game has its own
	drawn    *uint64   // the players were drawn from it; nil where they were named
	anew     bool      // what was played before does not do: what models answer is to be kept
	start    time.Time // start of the series, if there is no seed
	from     *branch   // the recorded game that the games go on from; nil for games from the beginning

	crew   *fleet.Crew // who plays them; nil: this process
	shared *sharedGames
}

// seedOf returns the seed of game n. A single game has the series' own seed, so any game of a series can be
// replayed alone.
func (s *series) seedOf(n int) uint64 {
	switch {
	case s.seed == nil && s.drawn != nil && s.total == 1:
		return *s.drawn
	case s.seed == nil:
		return secret.Seed()
	case s.total == 1:
		return *s.seed
	default:
		return werewolf.SubSeed(*s.seed, n)
	}
}

// Seeded games get a start time within a year after epoch, drawn from the seed.
const (
	epoch      = 1_735_689_600_000 // 2025-01-01 UTC in milliseconds
	yearMillis = 365 * 24 * 3600 * 1000
	stepMillis = 750 // between two answers of a seeded game
)

// header returns the header of game n's record.
func (s *series) header(n int) (*gamelog.Header, error) {
	seed := s.seedOf(n)
	h := &gamelog.Header{
		Version: gamelog.Version, Seed: seed, Lang: s.table.lang,
		Rules: s.table.rules, Seats: s.table.seats(seed),
	}
	from, err := s.provenance(n, h.Seats)
	if err != nil {
		return nil, err
	}
	h.Provenance = from
	if s.seed == nil {
		h.Started = time.Now().UnixMilli()
		h.ID = secret.ID()
		return h, nil
	}
	h.Started = int64(epoch + *s.seed%yearMillis + uint64(n)*60_000)
	h.ID, err = seededID(h.Started, seed)
	return h, err
}

// seededID returns the id of a game whose id follows from its seed.
func seededID(started int64, seed uint64) (string, error) {
	var entropy [16]byte
	for i, part := range []uint64{werewolf.SubSeed(seed, -1), werewolf.SubSeed(seed, -2)} {
		for j := range 8 {
			entropy[8*i+j] = byte(part >> (8 * j))
		}
	}
	id, err := ulid.New(uint64(started), bytes.NewReader(entropy[:]))
	return id.String(), err
}

// provenance returns the provenance of game n.
func (s *series) provenance(n int, seats []werewolf.Seat) (*gamelog.Provenance, error) {
	from := provenance(s.command, s.table.among())
	from.Probe = s.table.probe
	if s.total > 1 {
		from.Deal = n + 1
	}
	for i := range seats {
		e, err := s.table.entrant(s.table.models, seats[i].Team, s.table.lang)
		if err != nil {
			return nil, err
		}
		from.Players = append(from.Players, e)
	}
	return &from, nil
}

// begin returns game n, ready to be played, and the header of its record. Where there is no error, leave must be called when the
// game has ended.
func (s *series) begin(ctx context.Context, n int) (h *gamelog.Header, m *match.Match, leave func(), err error) {
	if s.from != nil {
		h, m, err = s.goOn(ctx, n)
		return h, m, func() {}, err
	}
	if h, err = s.header(n); err != nil {
		return nil, nil, nil, err
	}
	g, err := werewolf.New(h.Rules, h.Seats, h.Seed)
	if err != nil {
		return nil, nil, nil, err
	}
	players, leave, err := s.table.players(ctx, h.ID, h.Seed, h.Seats)
	if err != nil {
		return nil, nil, nil, err
	}
	for i := range h.Seats {
		h.Seats[i].Role = g.Role(werewolf.SeatID(i + 1))
	}
	clock := match.WallClock(time.UnixMilli(h.Started))
	if s.seed != nil {
		clock = match.StepClock(0, stepMillis)
	}
	return h, &match.Match{Game: g, Started: h.Started, Players: players, Clock: clock}, leave, nil
}

// play plays game n to its end and writes its record; one that was played into the folder before is told again from there. watch may be
// nil; otherwise it gets the header and returns a function that gets every entry.
func (s *series) play(ctx context.Context, n int, watch func(*gamelog.Header) func(gamelog.Entry)) (*outcome, error) {
	h, m, leave, err := s.begin(ctx, n)
	if err != nil {
		return nil, err
	}
	defer leave()
	path := filepath.Join(s.out, h.ID+gamelog.Extension)
	if o, err := s.again(path, h, watch); o != nil || err != nil {
		return o, err
	}
	if s.crew != nil {
		return s.away(ctx, h, path)
	}
	file, writer, err := gamelog.Create(path, h)
	if err != nil {
		return nil, fmt.Errorf("cannot write the record: %w", err)
	}
	unlock, err := filelock.Lock(file) // see discard
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	// Nobody outside follows a game of a series before it is over, so its record can be written at the end,
	// with many fewer writes.
	obs := &observer{Writer: writer, lazy: s.total > 1, asking: s.table.models != nil, played: gamelog.Record{Header: *h}}
	if watch != nil {
		obs.watch = watch(h)
	}
	obs.repeat(m.Past)
	m.Observer = obs
	_, err = m.Run(ctx)
	if fileErr := errors.Join(writer.Flush(), unlock(), file.Close()); err == nil && fileErr != nil {
		err = fmt.Errorf("cannot write the record: %w", fileErr)
	}
	if ended := endedBy(ctx); ended != nil { // rules have answered in it
		err = errors.Join(ended, os.Remove(path))
	}
	r := m.Game.Result()
	return outcomeOf(h, ending{r.Winner, r.End, m.Game.Day(), m.Game.Living(), obs.faults}, path, &obs.played), err
}

// discard removes what is left of a game that was broken off, unless another process is playing it.
func discard(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	unlock, err := filelock.Lock(file)
	if err != nil {
		return errors.Join(fmt.Errorf("%s is no whole game: %w", path, err), file.Close())
	}
	return errors.Join(unlock(), file.Close(), os.Remove(path))
}

// again tells a game whose record is there already; nil where there is none, or where that is only the beginning of one: it is removed, for the
// game to be played anew.
func (s *series) again(path string, h *gamelog.Header, watch func(*gamelog.Header) func(gamelog.Entry)) (*outcome, error) {
	rec, err := gamelog.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if s.anew || len(s.table.programs) > 0 || !bytes.Equal(gameOf(*h), gameOf(rec.Header)) { // a program may have changed
		return nil, fmt.Errorf("%s is there already: this seed was played into this folder before, by other players or otherwise; see it with: wolfden show %[1]s, or name another folder with --out, or another --seed", path)
	}
	if rec.Result().End == werewolf.NotOver {
		return nil, discard(path)
	}
	o, err := s.told(rec, path, watch)
	if err != nil {
		return nil, err
	}
	o.before = true
	return o, nil
}

// told is the outcome of a game as its record tells it.
func (s *series) told(rec *gamelog.Record, path string, watch func(*gamelog.Header) func(gamelog.Entry)) (*outcome, error) {
	if _, err := rec.Replay(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if watch != nil {
		see := watch(&rec.Header)
		for _, entry := range rec.Entries {
			see(entry)
		}
	}
	return outcomeOf(&rec.Header, endingOf(chronicle.Summarize(rec)), path, rec), nil
}

// away has a game played by the crew, and writes its record.
func (s *series) away(ctx context.Context, h *gamelog.Header, path string) (*outcome, error) {
	seats := make([]int, len(h.Seats))
	for i, seat := range h.Seats {
		seats[i] = slices.IndexFunc(s.shared.Entries, func(e league.Entry) bool { return e.Name == seat.Team })
	}
	told, text, err := byFleet(ctx, s.crew, h, fleetGame{Seats: seats, Timed: s.seed == nil, Says: s.table.says})
	if err != nil {
		return nil, err
	}
	played := &gamelog.Record{Header: *h}
	if told.Asked {
		if played, err = gamelog.Parse(text); err != nil {
			return nil, err
		}
	}
	if err := gamelog.Settle(path, text); err != nil {
		return nil, fmt.Errorf("cannot write the record: %w", err)
	}
	return outcomeOf(h, told.ending, path, played), nil
}

// gameOf is all that a header says of a game, whichever version of the program played it.
func gameOf(h gamelog.Header) []byte {
	if h.Provenance != nil {
		from := *h.Provenance
		from.Program, from.Commit = "", ""
		h.Provenance = &from
	}
	var line bytes.Buffer
	if err := gamelog.Write(&line, &gamelog.Record{Header: h}); err != nil {
		return nil
	}
	return line.Bytes()
}

// observer writes the record, counts faults, keeps what players noted and passes entries to watch.
type observer struct {
	*gamelog.Writer
	lazy   bool // keep the record in memory until the game is over
	watch  func(gamelog.Entry)
	faults int
	asking bool           // players may ask a model
	played gamelog.Record // answers with notes, where they may, and what was said
}

// Flush writes what was appended, unless the observer is lazy.
func (o *observer) Flush() error {
	if o.lazy {
		return nil
	}
	return o.Writer.Flush()
}

// repeat takes the entries of the game that this one goes on from. What was played there does not count here.
func (o *observer) repeat(past []gamelog.Entry) {
	for _, e := range past {
		if o.Writer.Append(e); o.watch != nil {
			o.watch(e)
		}
	}
}

// Append takes an entry.
func (o *observer) Append(e gamelog.Entry) {
	o.Writer.Append(e)
	if e.Input != nil && e.Input.Wrong() != gamelog.NoFault {
		o.faults++
	}
	if said := e.Event != nil && (e.Event.Kind == werewolf.Talked || e.Event.Kind == werewolf.Whispered); o.asking && (said || e.Input != nil && len(e.Input.Notes) > 0) {
		o.played.Entries = append(o.played.Entries, e)
	}
	if o.watch != nil {
		o.watch(e)
	}
}

// explain adds to an error what an interruption leaves behind.
func (s *series) explain(err error, o *outcome) error {
	if errors.Is(err, context.Canceled) && o != nil {
		return fmt.Errorf("stopped; the unfinished record is %s", o.Record)
	}
	return err
}

// many plays a series and prints its results.
func (c *playCmd) many(e *env, s *series) error {
	var results io.Writer
	if c.JSON {
		results = e.stdout
	}
	t := &seriesTally{asked: askedByBot{}, results: results, board: newProgress(e.stderr, "game", s.total, c.Quiet)}
	began := time.Now()
	err := s.run(e.ctx, t)
	t.board.finish()
	if err != nil {
		return err
	}
	out := e.stdout
	if c.JSON {
		out = e.stderr
	}
	fmt.Fprintln(out, t.summary(s.total, time.Since(began), s.out))
	err = c.tellCalls(out, s.table, t.asked)
	if err == nil && t.games < s.total {
		return errFound
	}
	return err
}

// run plays the games in parallel. When the context ends, no new game begins and running games are finished. A
// game that cannot be played or recorded ends the series.
func (s *series) run(ctx context.Context, t *seriesTally) error {
	games := experiment.Runs[outcome]{N: s.total, Parallel: s.parallel, Whole: true, Do: func(whole context.Context, n int) (*outcome, error) {
		o, err := s.play(whole, n, nil)
		switch {
		case errors.Is(err, context.Canceled) && ctx.Err() != nil && whole.Err() == nil: // it was not handed out any more
			return nil, nil
		case errors.Is(err, league.ErrGivenUp):
			t.giveUp(err)
			return nil, nil
		case err == nil:
			t.add(n, o)
		}
		return nil, err // the tally has what it needs of it
	}}
	_, err := games.All(ctx)
	return err
}

// seriesTally counts the results of a series. It is safe for concurrent use.
type seriesTally struct {
	mu      sync.Mutex
	results io.Writer // JSON lines, in the order of the games; nil for none
	held    map[int]*outcome
	told    int
	board   *progress

	games, before, village, won, faults int
	givenUp                             []error
	asked                               askedByBot
}

// giveUp counts a game that nobody can play.
func (t *seriesTally) giveUp(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.givenUp = append(t.givenUp, err)
}

func (t *seriesTally) add(n int, o *outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.games++; o.before {
		t.before++
	}
	t.faults += o.Faults
	t.asked.add(o.summary)
	if o.Winner != werewolf.NoTeam {
		t.won++
	}
	if o.Winner == werewolf.VillagerTeam {
		t.village++
	}
	t.board.move(t.games, func() string { return fmt.Sprintf("village %s", t.rate()) })
	if t.results == nil {
		return
	}
	if t.held == nil {
		t.held = map[int]*outcome{}
	}
	t.held[n] = o
	for ; t.held[t.told] != nil; t.told++ {
		// If the user's stream breaks, the records are still there.
		_ = json.NewEncoder(t.results).Encode(t.held[t.told])
		delete(t.held, t.told)
	}
}

// rate returns how often the village won, of the games with a winner.
func (t *seriesTally) rate() stats.Rate { return stats.Wilson(t.village, t.won) }

func (t *seriesTally) summary(total int, took time.Duration, out string) string {
	line := fmt.Sprintf("%s in %.1f s (%.0f a second), records in %s\nvillage wins %s",
		english.Count(t.games, "game"), took.Seconds(), float64(t.games)/max(took.Seconds(), 1e-9), out, t.rate())
	if t.before > 0 {
		line += fmt.Sprintf("\nplayed before, and only counted again: %d", t.before)
	}
	if none := t.games - t.won; none > 0 {
		line += fmt.Sprintf("\nwithout a winner: %d", none)
	}
	if t.faults > 0 {
		line += fmt.Sprintf("\nanswers with a fault: %d", t.faults)
	}
	if n := len(t.givenUp); n > 0 {
		line += fmt.Sprintf("\ngiven up: %s; the first: %v", english.Count(n, "game"), t.givenUp[0])
	}
	if t.games+len(t.givenUp) < total {
		line = fmt.Sprintf("stopped before game %d of %d; ", t.games+1, total) + line
	}
	return line
}
