package room

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// Errors a caller decides on.
var (
	ErrFull     = errors.New("everything is taken, come back later")
	ErrTables   = errors.New("whoever founds has as many rooms as one may have")
	ErrSettings = errors.New("the settings are none of those that can be chosen")
	ErrStarted  = errors.New("the game has begun")
	ErrName     = errors.New("a name has 1 to 24 characters that can be seen")
)

const (
	mostRooms = 100              // at once
	mostOwned = 10               // of one founder, until their games are over
	lobbyTime = 30 * time.Minute // how long a room waits for people
	emptyTime = 10 * time.Minute // how long it waits while nobody looks
	keepTime  = 30 * time.Minute // how long a room stays after its game
)

// Kind is a built-in player that may be chosen.
type Kind struct {
	Name    string
	Summary string // one line, in English
	Players int    // the only number of players it plays with, 0 for any
	Turns   bool   // it cannot speak on an open floor
}

// Wanted is a built-in player that a game wants.
type Wanted struct {
	Kind string
	Seed uint64
}

// Options are what a hub needs. All fields but Provenance, Describe and Failed must be given.
type Options struct {
	Dir   string // where records go; it must be there
	Kinds []Kind
	// Players makes the players of one game, given its id, or waits for those that are programs until the context ends.
	// Leave is called when the game has ended.
	Players func(ctx context.Context, id, lang string, wanted []Wanted) (players []match.Player, leave func(), err error)
	// Cast are the characters of a language: name and profile of at least thirteen.
	Cast func(lang string) ([]werewolf.Seat, error)
	// NewID is the id of a new game.
	NewID func() string
	Now   func() time.Time
	// Provenance is what every record says of the program.
	Provenance gamelog.Provenance
	// Describe tells what a built-in player of a language is made of; nil leaves it at the name.
	Describe func(kind, lang string) (gamelog.Entrant, error)
	// Failed is told of games that could not be played or recorded; nil: nobody is.
	Failed func(error)
}

// Settings are what a room is made with.
type Settings struct {
	Players int           // 5, 9 or 13
	People  int           // seats for people, 1 to Players
	Bots    []string      // kinds for the other seats, repeated until these are full
	Lang    string        // en or ja
	Answer  time.Duration // time for an answer, 10 s to 10 min
	Open    bool          // everybody speaks at any time
	Floor   time.Duration // with Open: how long a day's talk lasts, 30 s to 20 min
}

// Hub holds the rooms. It is safe for concurrent use.
type Hub struct {
	options Options
	ctx     context.Context

	mu    sync.Mutex
	rooms map[string]*Room // by invitation
	seats map[string]*Seat // by token

	games sync.WaitGroup
}

// Wait returns when no game goes on any more. It is for after the context has ended, when no game can begin.
func (h *Hub) Wait() { h.games.Wait() }

// Open is a hub without rooms. When the context ends its games stop where they are, and their records say so far.
func Open(ctx context.Context, o Options) *Hub {
	return &Hub{options: o, ctx: ctx, rooms: map[string]*Room{}, seats: map[string]*Seat{}}
}

// Kinds are the built-in players that may be chosen. The slice must not be changed.
func (h *Hub) Kinds() []Kind { return h.options.Kinds }

// Create makes a room that waits for people, for a founder by whatever tells founders apart; "" is nobody's. The error is ErrSettings,
// ErrFull or ErrTables, or wraps one of them.
func (h *Hub) Create(s Settings, founder string) (*Room, error) {
	if err := h.check(&s); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep()
	if len(h.rooms) >= mostRooms {
		return nil, ErrFull
	}
	owned := 0
	for _, r := range h.rooms {
		if _, over, _ := r.Game(); r.founder == founder && !over {
			owned++
		}
	}
	if founder != "" && owned >= mostOwned {
		return nil, ErrTables
	}
	r := &Room{hub: h, founder: founder, Invitation: rand.Text(), Settings: s, since: h.options.Now(), changed: make(chan struct{})}
	h.rooms[r.Invitation] = r
	return r, nil
}

func (h *Hub) check(s *Settings) error {
	within := func(d, least, most time.Duration) bool { return d >= least && d <= most }
	switch {
	case s.Players != 5 && s.Players != 9 && s.Players != 13,
		s.People < 1 || s.People > s.Players,
		s.Lang != "en" && s.Lang != "ja",
		!within(s.Answer, 10*time.Second, 10*time.Minute),
		s.Open && !within(s.Floor, 30*time.Second, 20*time.Minute),
		len(s.Bots) > s.Players, len(s.Bots) == 0:
		return ErrSettings
	}
	for _, name := range s.Bots {
		if s.Open && slices.ContainsFunc(h.options.Kinds, func(k Kind) bool { return k.Name == name && k.Turns }) {
			return fmt.Errorf("%w: %q speaks in turns only", ErrSettings, name)
		}
		fits := func(k Kind) bool { return k.Name == name && (k.Players == 0 || k.Players == s.Players) }
		if !slices.ContainsFunc(h.options.Kinds, fits) {
			return fmt.Errorf("%w: %q does not play games of %d", ErrSettings, name, s.Players)
		}
	}
	return nil
}

// sweep takes out rooms that nobody needs any more; the lock is held.
func (h *Hub) sweep() {
	now := h.options.Now()
	for _, r := range h.rooms {
		if r.stale(now) {
			delete(h.rooms, r.Invitation)
			for _, s := range r.people {
				delete(h.seats, s.Token)
			}
		}
	}
}

// Room is the room of an invitation, nil when there is none.
func (h *Hub) Room(invitation string) *Room {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rooms[invitation]
}

// Seat returns the seat that the token belongs to, nil when there is none.
func (h *Hub) Seat(token string) *Seat {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seats[token]
}

// IDs are the games that go on, in no order that matters.
func (h *Hub) IDs() (ids []string) {
	for _, r := range h.all() {
		if rec, over, _ := r.Game(); rec != nil && !over {
			ids = append(ids, rec.Header.ID)
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	return ids
}

// Game returns the room in which the game goes on or ended not long ago, nil when there is none.
func (h *Hub) Game(id string) *Room {
	for _, r := range h.all() {
		rec, over, _ := r.Game()
		if rec != nil && rec.Header.ID == id && (!over || rec.Result().End != werewolf.NotOver) {
			return r
		}
	}
	return nil
}

func (h *Hub) all() (rooms []*Room) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rooms {
		rooms = append(rooms, r)
	}
	return rooms
}

func (h *Hub) failed(err error) {
	if err != nil && h.options.Failed != nil && h.ctx.Err() == nil {
		h.options.Failed(err)
	}
}

// rulesOf are the contest's rules with the room's times.
func rulesOf(s *Settings) (werewolf.Rules, error) {
	r, err := werewolf.Standard(s.Players)
	if err != nil {
		return r, err
	}
	r.Timeout.Action = int(s.Answer.Milliseconds())
	r.Timeout.Acceptable = 1000
	// People wait for others to speak first: to pass is not to fall silent for the day.
	r.Talk.MaxSkip, r.Whisper.MaxSkip = werewolf.NoLimit, werewolf.NoLimit
	if s.Open {
		r.Talk.Mode = werewolf.Anytime
		r.Talk.Duration = int(s.Floor.Milliseconds())
		r.Talk.MinInterval = 1000
		r.Talk.MaxCount = werewolf.CountRules{PerAgent: 10, PerDay: 10 * s.Players}
	}
	return r, r.Validate()
}

// header is what the record of a game begins with. Teams tell people and kinds of players apart.
func (h *Hub) header(id string, s *Settings, seed uint64, seats []werewolf.Seat, rules werewolf.Rules) (gamelog.Header, error) {
	from := h.options.Provenance
	for i := range seats {
		e := gamelog.Entrant{Person: seats[i].Team == humanTeam}
		if !e.Person {
			e.Player = seats[i].Team
		}
		if !e.Person && h.options.Describe != nil {
			var err error
			if e, err = h.options.Describe(seats[i].Team, s.Lang); err != nil {
				return gamelog.Header{}, fmt.Errorf("%s: %w", seats[i].Team, err)
			}
		}
		from.Players = append(from.Players, e)
	}
	return gamelog.Header{
		Version: gamelog.Version, ID: id, Started: h.options.Now().UnixMilli(),
		Lang: s.Lang, Seed: seed, Rules: rules, Seats: seats, Provenance: &from,
	}, nil
}

// humanTeam is the team of people.
const humanTeam = "human"
