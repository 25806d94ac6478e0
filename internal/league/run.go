package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/english"
	"wolfden/internal/match"
	"wolfden/internal/origin"
	"wolfden/internal/parallel"
	"wolfden/werewolf"
)

// Maker makes the player of an entry that is not remote, for one seat of one
// game; lang is never empty. The seed is of all that it leaves to chance; in
// duplicate deals every entry in turn gets the same one.
type Maker func(e Entry, lang string, seed uint64) (match.Player, error)

// Guests lets the players of remote entries in.
type Guests interface {
	// Invite waits until so many players of each team are there, and takes them
	// for the game with the id. It fails with the context's error only. Where it
	// does not, leave must be called when the game has ended, however it has.
	Invite(ctx context.Context, game string, teams map[string]int) (players map[string][]match.Player, leave func(), err error)
}

// stepMillis lies between two entries of a record: games of a league keep no
// real time, so that they come out the same.
const stepMillis = 750

// header is the first line of the game's record.
func (g *Game) header(s *Spec, from *gamelog.Provenance) *gamelog.Header {
	h := &gamelog.Header{
		Version: gamelog.Version, ID: g.ID, Started: g.started, Lang: s.Lang, Seed: g.Seed,
		Rules: s.rules(g.Setup), Seats: make([]werewolf.Seat, len(g.Seats)),
		Provenance: from,
	}
	for i, seat := range g.Seats {
		h.Seats[i] = werewolf.Seat{
			Name: seat.character.Name, Profile: seat.character.Profile,
			Team: seat.Team, Client: s.entry(seat.Entry).client(), Role: seat.Role,
		}
	}
	return h
}

// provenance is what the record of the game says of its making.
func (r *Runner) provenance(g *Game) (*gamelog.Provenance, error) {
	from := r.Provenance
	from.Plan, from.Setup, from.Round, from.Deal = stamp(r.Spec), r.Spec.Setups[g.Setup].Name, g.Round+1, g.deal+1
	for _, seat := range g.Seats {
		e := r.Spec.entry(seat.Entry)
		d := gamelog.Entrant{Entry: e.Name, Player: e.Bot, Remote: e.Remote, Model: e.Model}
		if r.Describe != nil {
			var err error
			if d, err = r.Describe(*e, r.Spec.langOf(e)); err != nil {
				return nil, fmt.Errorf("%s: %w", e.Name, err)
			}
		}
		if lang := r.Spec.langOf(e); lang != r.Spec.Lang {
			d.Lang = lang
		}
		from.Players = append(from.Players, d)
	}
	return &from, nil
}

// langOf is the language that the player of an entry is made for.
func (s *Spec) langOf(e *Entry) string { return cmp.Or(e.Lang, s.Lang) }

// client is what the record calls the program behind the entry.
func (e *Entry) client() string {
	if e.Remote {
		return e.Name
	}
	return e.Bot
}

// seat is the players of the game, by seat, and how to let them go.
func (r *Runner) seat(ctx context.Context, g *Game) (players []match.Player, leave func(), err error) {
	teams, guests, leave := map[string]int{}, map[string][]match.Player{}, func() {}
	for _, seat := range g.Seats {
		if e := r.Spec.entry(seat.Entry); e.Remote {
			teams[e.Name]++
		}
	}
	if len(teams) > 0 {
		if guests, leave, err = r.Guests.Invite(ctx, g.ID, teams); err != nil {
			return nil, nil, err
		}
	}
	for i, seat := range g.Seats {
		e := r.Spec.entry(seat.Entry)
		if e.Remote {
			players, guests[e.Name] = append(players, guests[e.Name][0]), guests[e.Name][1:]
			continue
		}
		p, err := r.Make(*e, r.Spec.langOf(e), werewolf.SubSeed(g.Seed, i+1))
		if err != nil {
			leave()
			return nil, nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		players = append(players, p)
	}
	return players, leave, nil
}

// Runner plays what is left of a plan. It is used once.
type Runner struct {
	Spec  *Spec
	Games []Game // the plan
	// Results of the games, one each; nil for none. Games that are over are not played; the
	// others' are filled in.
	Results []Result
	Make    Maker
	// Provenance is what all records say alike: the program and the command.
	Provenance gamelog.Provenance
	// Describe tells what the player of an entry is made of; nil leaves it at what the plan says.
	Describe func(e Entry, lang string) (gamelog.Entrant, error)
	Guests   Guests // may be nil when no entry is remote
	Parallel int    // games at a time, at least one
	// Away, when it is not nil, has games that nobody remote plays in played elsewhere: by the header of the record, and the entries of the
	// seats as they stand in the spec, those of Against after the others.
	Away func(ctx context.Context, h *gamelog.Header, seats []int) (Result, []byte, error)
	// Keep, when it is not nil, is given every finished record, by several
	// goroutines at once. Its error ends the league.
	Keep func(*Game, []byte) error
	// Made, when it is not nil, is told what every game was made by. It is read after Run.
	Made *origin.Origin
	// Merge is in what entries of one name may differ, from one game to another: otherwise Run fails with ErrMixed before it plays on.
	Merge []origin.Part
	// Report, when it is not nil, is told after every game, one call at a time,
	// and may read the Results while it lasts.
	Report func(played int)

	mu     sync.Mutex
	round  int // to be compared
	played int
	test   *Sequential // nil without a stop rule
	// games that Away gave up
	givenUp []error
}

// TakeUp opens the folder of the league, before Run: games that are there, found of them, are not played again, and those that are played are
// kept. The folder is closed by the caller, after Run.
func (r *Runner) TakeUp(dir string) (folder *Folder, found int, err error) {
	if folder, err = OpenFolder(dir, r.Spec); err != nil {
		return nil, 0, err
	}
	r.Keep = folder.Keep
	if r.Results, found, err = ReadResults(dir, r.Spec, r.Games, r.Made); err != nil {
		return nil, 0, errors.Join(err, folder.Close())
	}
	return folder, found, nil
}

// ErrGivenUp says that a game cannot be played where others can: the rest goes on.
var ErrGivenUp = errors.New("given up")

// Run plays until all games are over or the stop rule has decided. When the
// context ends no further game begins, those being played are finished, and
// Run returns nil: see Left. A game that cannot be played or kept ends the
// league with its error.
func (r *Runner) Run(ctx context.Context) error {
	if r.Results == nil {
		r.Results = make([]Result, len(r.Games))
	}
	for _, result := range r.Results {
		if result.over {
			r.played++
		}
	}
	if r.Spec.Stop != nil {
		r.test = newSequential(*r.Spec.Stop, r.Spec.reach(r.Games))
	}
	if err := r.comparable(); err != nil {
		return err
	}
	r.compare()
	err := parallel.Whole(ctx, len(r.Games), max(1, r.Parallel), func(ctx, games context.Context, i int) error {
		if !r.open(i) {
			return nil
		}
		return r.one(ctx, games, i)
	})
	if n := len(r.givenUp); n > 0 && err == nil {
		return fmt.Errorf("%s given up; the first: %w", english.Count(n, "game"), r.givenUp[0])
	}
	return err
}

// ErrMixed says that entries of one name were not made of the same in all games, so that a comparison of them says nothing.
var ErrMixed = errors.New("the games are no comparison: begin anew in another folder, or delete this one, let wolfden score count the entries apart, or say with --merge what is to be one")

// Comparable fails where entries of one name were not made of the same in the games that were played and those to come, but for what is merged.
func Comparable(made *origin.Origin, merge []origin.Part, coming ...*gamelog.Header) error {
	if mixes := made.Mixed(merge, coming...); len(mixes) > 0 {
		return fmt.Errorf("%s; %w", mixes[0], ErrMixed)
	}
	return nil
}

// comparable fails where what is about to be played would not be made of the same as what was played.
func (r *Runner) comparable() error {
	if r.Made == nil || r.played == 0 {
		return nil
	}
	may := r.Merge
	if r.Left() == 0 { // another version of wolfden plays nothing then, and may tell of what was played
		may = append(slices.Clone(may), origin.Program)
	}
	var coming []*gamelog.Header
	known := map[int]bool{} // entries that one of them has
	for i := range r.Games {
		g := &r.Games[i]
		if !slices.ContainsFunc(g.Seats, func(s Seat) bool { return !known[s.Entry] }) {
			continue
		}
		for _, s := range g.Seats {
			known[s.Entry] = true
		}
		from, err := r.provenance(g)
		if err != nil {
			return err
		}
		coming = append(coming, g.header(r.Spec, from))
	}
	return Comparable(r.Made, may, coming...)
}

// open reports whether a game is still to be played.
func (r *Runner) open(i int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.Results[i].over && !r.decided()
}

// play plays a game, here or elsewhere, and returns its record as well.
func (r *Runner) play(ctx, games context.Context, g *Game, h *gamelog.Header) (Result, []byte, error) {
	if r.Away != nil && !slices.ContainsFunc(g.Seats, func(s Seat) bool { return r.Spec.entry(s.Entry).Remote }) {
		seats := make([]int, len(g.Seats))
		for i, s := range g.Seats {
			seats[i] = s.Entry
		}
		return r.Away(games, h, seats)
	}
	players, leave, err := r.seat(ctx, g)
	if err != nil {
		return Result{}, nil, err
	}
	defer leave()
	played, record, err := match.Record(games, h, players, match.StepClock(0, stepMillis))
	if err != nil {
		return Result{}, nil, err
	}
	return Tell(played), record, nil
}

// one plays a game. It waits for guests until the first context ends, then
// plays until the second does.
func (r *Runner) one(ctx, games context.Context, i int) error {
	g := &r.Games[i]
	from, err := r.provenance(g)
	if err != nil {
		return err
	}
	h := g.header(r.Spec, from)
	result, record, err := r.play(ctx, games, g, h)
	switch {
	case err == nil:
	case ctx.Err() != nil && games.Err() == nil && errors.Is(err, ctx.Err()):
		return nil // it has not begun
	case errors.Is(err, ErrGivenUp):
		r.mu.Lock()
		defer r.mu.Unlock()
		r.givenUp = append(r.givenUp, fmt.Errorf("game %s: %w", g.ID, err))
		return nil
	default:
		return fmt.Errorf("game %s: %w", g.ID, err)
	}
	if r.Keep != nil {
		if err := r.Keep(g, record); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Results[i] = result
	if r.Made != nil {
		r.Made.AddRecord(h)
	}
	r.played++
	r.compare()
	if r.Report != nil {
		r.Report(r.played)
	}
	return nil
}

// compare takes the rounds that are whole, in the order of the plan whatever
// the order in which they were played: so what is decided, and by which games,
// is the same in every run.
func (r *Runner) compare() {
	n := len(r.Spec.Entries)
	for r.test != nil && !r.decided() && (r.round+1)*n <= len(r.Games) {
		from, to := r.round*n, (r.round+1)*n
		if !whole(r.Results[from:to]) {
			return
		}
		r.test.Add(r.Spec.compared(r.Games[from:to], r.Results[from:to]))
		r.round++
	}
}

func (r *Runner) decided() bool {
	if r.test == nil {
		return false
	}
	v, _ := r.test.Verdict()
	return v != Undecided
}

// Test is the comparison of the stop rule, nil without one. It is there once
// Run has begun and may be read while Report lasts and after Run.
func (r *Runner) Test() *Sequential { return r.test }

// Left is how many games are still to be played, after Run; none when the stop
// rule has decided.
func (r *Runner) Left() int {
	if r.decided() {
		return 0
	}
	return len(r.Games) - r.played
}

// Compare is the comparison of the stop rule as far as the results go.
func Compare(s *Spec, games []Game, results []Result) *Sequential {
	r := &Runner{Spec: s, Games: games, Results: results, test: newSequential(*s.Stop, s.reach(games))}
	r.compare()
	return r.test
}
