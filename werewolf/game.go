package werewolf

import (
	"errors"
	"strings"
)

// Errors that a driver decides on. Both leave the game unchanged.
var (
	ErrOver       = errors.New("the game is over")
	ErrNotPending = errors.New("nothing of the kind is pending for the seat")
	ErrSeats      = errors.New("seats do not fit the rules")
)

// End is how a game ended. The zero End is a game that goes on.
type End uint8

// Elimination: no werewolf lives. Parity: werewolves are as many as humans.
// DayLimit: the last day has passed. Failure: too many players are gone.
const (
	NotOver End = iota
	Elimination
	Parity
	DayLimit
	Failure
)

var endNames = [...]string{"", "elimination", "parity", "day limit", "failed players"}

// String is the name used in records, "" for NotOver.
func (e End) String() string { return nameOf(endNames[:], int(e)) }

// MarshalText writes the name used in records.
func (e End) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads the name used in records.
func (e *End) UnmarshalText(b []byte) error {
	i, err := indexOf(endNames[:], string(b), "end")
	*e = End(i)
	return err
}

// Result says who won and how it ended. The zero Result is a game that goes on.
type Result struct {
	Winner Team
	End    End
}

// seat is the state of one player.
type seat struct {
	role    Role
	asked   RequestKind // what is pending for it
	target  SeatID      // its latest choice
	chosen  bool        // whether it made one, void ones included
	budgets [2]budget   // of talk and whisper, today
}

// Game is one game in progress. It is not safe for concurrent use. Slices it
// returns share its memory and must not be changed.
type Game struct {
	rules  Rules
	names  []string
	seats  []seat // by SeatID, seat 0 unused
	chance Chance
	log    []Event
	result Result

	living     SeatSet
	gone       SeatSet                  // players failed for good, living or dead
	able       [len(powerNames)]SeatSet // by power, living or dead
	wolves     SeatSet                  // living or dead
	whisperers SeatSet                  // those who whisper, living or dead

	day   int
	plan  []step // today's
	at    int    // place in the plan
	begun bool   // whether the current step has asked

	open    [numRequests]SeatSet // who has still to answer, by what was asked
	early   kindSet              // asked before their step came
	round   int                  // of the vote
	floor   floor
	idle    int     // days ended since anybody was asked
	tonight tonight // what dawn will tell
	pending []Request
	others  [][]string // for each seat the names of the others
}

// New begins a game whose chances all follow from the seed: INITIALIZE and the
// dawn of day 0 are in its log when it returns. It fails with ErrRules or
// ErrSeats. Neither rules nor seats are kept.
func New(r Rules, seats []Seat, seed uint64) (*Game, error) {
	return NewWithChance(r, seats, Seeded(seed))
}

// NewWithChance is New with chances decided elsewhere: by the record of a game
// played on another server, or by a test that wants the rare case.
func NewWithChance(r Rules, seats []Seat, c Chance) (*Game, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if err := checkSeats(&r, seats); err != nil {
		return nil, err
	}
	g := &Game{rules: r, chance: c}
	g.sit(seats)
	g.deal(seats)
	g.planDay()
	g.advance()
	return g, nil
}

// checkSeats reports every seat that cannot be played.
func checkSeats(r *Rules, seats []Seat) error {
	f := &faults{}
	f.add(len(seats) != r.Players(), "%d seats for %d players", len(seats), r.Players())
	names := map[string]int{}
	var roles RoleCounts
	for i, s := range seats {
		clean := Clean(s.Name)
		f.add(clean == "" || clean != s.Name, "seat %d: the name %q is empty or has blanks around it or control characters", i+1, s.Name)
		f.add(strings.EqualFold(s.Name, "Over") || strings.EqualFold(s.Name, "Skip"), "seat %d: %q cannot be a name", i+1, s.Name)
		f.add(names[s.Name] != 0, "seats %d and %d share the name %q", names[s.Name], i+1, s.Name)
		names[s.Name] = i + 1
		known := s.Role == NoRole || r.Table.Has(s.Role)
		f.add(!known, "seat %d: unknown role %d", i+1, s.Role)
		if known {
			roles[s.Role]++
		}
	}
	fixed := len(seats) - roles[NoRole]
	f.add(fixed != 0 && roles != r.Roles, "the roles of the seats are %s, the rules want %s", r.Table.Counts(roles), r.Table.Counts(r.Roles))
	return f.err(ErrSeats)
}

func (g *Game) sit(seats []Seat) {
	n := len(seats)
	g.seats = make([]seat, n+1)
	g.living = SeatsUpTo(n)
	g.names = make([]string, n)
	g.log = make([]Event, 0, 32+n*24)
	for i, s := range seats {
		g.names[i] = s.Name
		g.emit(Event{Kind: Seated, Seat: SeatID(i + 1), Text: s.Name, Audience: Everybody})
	}
	for i, s := range seats {
		if s.Profile != "" {
			id := SeatID(i + 1)
			g.emit(Event{Kind: Introduced, Seat: id, Text: s.Profile, Audience: Only(SetOf(id))})
		}
	}
	g.others = make([][]string, n+1)
	all := make([]string, 0, n*(n-1))
	for i := range g.names {
		from := len(all)
		all = append(append(all, g.names[:i]...), g.names[i+1:]...)
		g.others[i+1] = all[from:]
	}
}

// deal gives every seat its role: the fixed one, or a drawn one.
func (g *Game) deal(seats []Seat) {
	if seats[0].Role != NoRole {
		for i, s := range seats {
			g.seats[i+1].role = s.Role
		}
	} else {
		order := SeatsUpTo(len(seats)).Slice()
		g.chance.Shuffle(order, DrawRoles, Occasion{})
		next := 0
		for _, role := range g.rules.Table.Roles() {
			for range g.rules.Roles[role] {
				g.seats[order[next]].role = role
				next++
			}
		}
	}
	g.group()
	for id := range SeatsUpTo(len(seats)).All() {
		to := SetOf(id)
		for other := range SeatsUpTo(len(seats)).All() {
			if g.rules.Table.Known(g.seats[other].role).Has(g.seats[id].role) {
				to = to.With(other)
			}
		}
		g.emit(Event{Kind: Dealt, Seat: id, Role: g.seats[id].role, Audience: Only(to)})
	}
}

// group notes who acts together.
func (g *Game) group() {
	for id := range SeatsUpTo(len(g.names)).All() {
		spec := g.rules.Table.Spec(g.seats[id].role)
		g.able[spec.Power] = g.able[spec.Power].With(id)
		if spec.Species == Wolf {
			g.wolves = g.wolves.With(id)
		}
		if spec.Whispers {
			g.whisperers = g.whisperers.With(id)
		}
	}
}

// emit appends an event of the current day and phase.
func (g *Game) emit(e Event) {
	e.Day, e.Phase = g.day, -1
	if len(g.plan) > 0 {
		e.Phase = g.current().phase
	}
	g.log = append(g.log, e)
}

// Log is everything that happened so far. It only grows; the slice shares the
// game's memory, its elements never change.
func (g *Game) Log() []Event { return g.log[:len(g.log):len(g.log)] }

// Result is who won and how, the zero Result while the game goes on.
func (g *Game) Result() Result { return g.result }

// Rules are the rules of the game, not to be changed.
func (g *Game) Rules() *Rules { return &g.rules }

// Role is the role of a seat. It is for drivers and records, never for players.
func (g *Game) Role(id SeatID) Role { return g.seats[id].role }

func (g *Game) over() bool { return g.result.End != NotOver }

// Names are the names of the seats in order, not to be changed.
func (g *Game) Names() []string { return g.names }

// Gone are the seats whose players are gone for good.
func (g *Game) Gone() SeatSet { return g.gone }

// Day is the day the game is in.
func (g *Game) Day() int { return g.day }

// Living are the living seats. Like Role it is for drivers and records.
func (g *Game) Living() SeatSet { return g.living }
