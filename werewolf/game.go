package werewolf

import (
	"errors"
	"strings"
)

// What New and Apply refuse.
var (
	errOver       = errors.New("the game is over")
	errNotPending = errors.New("nothing of the kind is pending for the seat")
	errSeats      = errors.New("seats do not fit the rules")
)

// End says how a game ended. The zero End means that it goes on.
type End uint8

// Elimination: no werewolf lives. Parity: werewolves are as many as humans.
// DayLimit: the last day has passed. Failure: too many players are gone. Stopped: its driver has
// stopped it, and nobody is to blame.
const (
	NotOver End = iota
	Elimination
	Parity
	DayLimit
	Failure
	Stopped
)

var endNames = [...]string{"", "elimination", "parity", "day limit", "failed players", "stopped"}

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

// Result says who won and how the game ended. The zero Result means that it goes on.
type Result struct {
	Winner Team
	End    End
}

// seat is the state of one player.
type seat struct {
	role    Role
	asked   RequestKind // the pending request
	target  SeatID      // latest choice
	chosen  bool        // it has chosen, validly or not
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
	gone       SeatSet                  // failed for good, living or dead
	able       [len(powerNames)]SeatSet // by power, living or dead
	wolves     SeatSet                  // living or dead
	whisperers SeatSet                  // those who whisper, living or dead

	day   int
	plan  []step // today's
	at    int    // place in the plan
	begun bool   // the current step has sent its requests

	open    [numRequests]SeatSet // seats that have not answered, by request
	early   kindSet              // requests sent before their step
	round   int                  // of the vote
	floor   floor
	idle    int     // days in a row without a request
	tonight tonight // to be announced at dawn
	pending []Request
	others  [][]string // by seat: the names of the other players
}

// New begins a game in which the seed decides everything left to chance. When it returns, the log holds
// INITIALIZE and the dawn of day 0. It returns an error when the rules cannot be played (it wraps ErrRules) or
// the seats do not fit them. The rules and the slice of seats are copied.
func New(r Rules, seats []Seat, seed uint64) (*Game, error) {
	return NewWithChance(r, seats, Seeded(seed))
}

// NewWithChance is New with another source of chance: the draws recorded in a game played on another server,
// or a test that needs a rare case.
func NewWithChance(r Rules, seats []Seat, c Chance) (*Game, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if err := checkSeats(&r, seats); err != nil {
		return nil, err
	}
	g := &Game{rules: r, chance: c}
	g.seatPlayers(seats)
	g.dealRoles(seats)
	g.planDay()
	g.advance()
	return g, nil
}

// checkSeats names every fault of the seats.
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
	if fixed != 0 && roles != r.Roles {
		f.add(true, "the roles of the seats are %s, the rules want %s", r.Table.Counts(roles), r.Table.Counts(r.Roles))
	}
	return f.err(errSeats)
}

func (g *Game) seatPlayers(seats []Seat) {
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

// dealRoles gives every seat its fixed role, or a drawn one.
func (g *Game) dealRoles(seats []Seat) {
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
	told := g.groupSeats()
	for id := range SeatsUpTo(len(seats)).All() {
		role := g.seats[id].role
		g.emit(Event{Kind: Dealt, Seat: id, Role: role, Audience: Only(told[role].With(id))})
	}
}

// groupSeats collects the seats that act together, such as the werewolves. It returns, for each role, the seats that
// are told who has it.
func (g *Game) groupSeats() (told [MaxRoles]SeatSet) {
	var have [MaxRoles]SeatSet
	for id := 1; id < len(g.seats); id++ {
		role := g.seats[id].role
		have[role] = have[role].With(SeatID(id))
	}
	for r, who := range have {
		if who == 0 {
			continue
		}
		spec, known := g.rules.Table.Spec(Role(r)), g.rules.Table.Known(Role(r))
		g.able[spec.Power] |= who
		if spec.Species == Wolf {
			g.wolves |= who
		}
		if spec.Whispers {
			g.whisperers |= who
		}
		for other := range told {
			if known.Has(Role(other)) {
				told[other] |= who
			}
		}
	}
	return told
}

// peaceful reports whether there are no werewolves. The organisers publish such a setup for trying out an
// agent's talk.
func (g *Game) peaceful() bool { return g.wolves == 0 }

// emit appends an event of the current day and phase.
func (g *Game) emit(e Event) {
	e.Day, e.Phase = g.day, -1
	if len(g.plan) > 0 {
		e.Phase = g.current().phase
	}
	g.log = append(g.log, e)
}

// Log returns everything that happened so far, or since Forget. The log only grows; the slice shares the game's memory and
// its elements never change.
func (g *Game) Log() []Event { return g.log[:len(g.log):len(g.log)] }

// Forget empties the log, for a driver that has handed on what is in it: the rules need none of it, and a game may have no last
// day. What Log returned before stays as it is.
func (g *Game) Forget() { g.log = nil }

// Result returns who won and how, or the zero Result while the game goes on.
func (g *Game) Result() Result { return g.result }

// Rules returns the rules of the game. The caller must not change them.
func (g *Game) Rules() *Rules { return &g.rules }

// Role returns the role of a seat. It is for drivers and records, never for players.
func (g *Game) Role(id SeatID) Role { return g.seats[id].role }

func (g *Game) over() bool { return g.result.End != NotOver }

// Names returns the names of the seats in order. The caller must not change them.
func (g *Game) Names() []string { return g.names }

// Gone returns the seats whose players have failed for good.
func (g *Game) Gone() SeatSet { return g.gone }

// Day returns the current day.
func (g *Game) Day() int { return g.day }

// Living returns the living seats. Like Role it is for drivers and records.
func (g *Game) Living() SeatSet { return g.living }
