package league

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/oklog/ulid/v2"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// Game is one game of a plan.
type Game struct {
	ID      string // a ULID; ids sort in the order of the plan
	number  int    // from 0 over the whole plan
	Setup   int    // of the spec
	Round   int    // of the setup, from 0
	deal    int    // of the setup, from 0; games of one deal have the same seed, roles and characters
	Seed    uint64
	started int64 // when it pretends to begin, Unix milliseconds
	Seats   []Seat
}

// Seat says which entry sits there, as which character and role.
type Seat struct {
	Entry     int // of the spec's Entries, or behind them of Against
	Team      string
	Role      werewolf.Role
	character Character
	own       bool // the seat counts for its entry; false for those played against
}

// Plan lists the games of a league in the order in which they are to be played. It
// follows from the spec alone, which Check must have passed.
//
// A round has as many games as there are entries. Without Against, each entry
// has every seat of the round's table once. With it, two seats are the
// entries' own, one on each side, and change hands from game to game; the
// others keep theirs. Pairs of entries are team-mates, and opponents, about
// equally often: a search keeps the squares of both low from round to round.
func Plan(s *Spec) []Game {
	var games []Game
	stamp := s.digest()
	for i := range s.Setups {
		p := newPlanner(s, i)
		for round := range s.Setups[i].Games / len(s.Entries) {
			for k, seats := range p.round(round) {
				games = append(games, p.game(stamp, len(games), round, k, seats))
			}
		}
	}
	return games
}

// planVersion changes whenever the same spec gives another plan.
const planVersion = 1

// digest stands for all of a spec that a game depends on: not how many games
// there are, nor when to stop.
func (s *Spec) digest() [sha256.Size]byte {
	type setup struct {
		Name  string
		Rules werewolf.Rules
	}
	all := struct {
		Version          int
		Entries, Against []Entry
		Setups           []setup
		Deals            Deals
		Seating          Seating
		Seed             uint64
		Lang             string
		Cast             []Character
		Key              *secret.Key `json:",omitempty"`
	}{Version: planVersion, Entries: s.Entries, Against: s.Against, Deals: s.Deals, Seating: s.Seating, Seed: s.Seed, Lang: s.Lang, Cast: s.Cast}
	if s.Drawn {
		all.Key = &s.key
	}
	for i := range s.Setups {
		all.Setups = append(all.Setups, setup{s.Setups[i].Name, s.rules(i)})
	}
	text, _ := json.Marshal(all) // nothing in it can fail to be written
	return sha256.Sum256(text)
}

// chair is a seat in the making.
type chair struct {
	entry int
	own   bool
}

// game puts a game together. All chances of a deal follow from its seed.
func (p *planner) game(stamp [sha256.Size]byte, number, round, k int, chairs []chair) Game {
	s := p.spec
	nth := round*len(s.Entries) + k
	g := Game{
		number: number, Setup: p.setup, Round: round, deal: nth, Seed: p.seedOf(nth),
		started: epoch + (int64(p.setup)*maxGames+int64(nth))*minute, Seats: make([]Seat, len(chairs)),
	}
	if s.Deals == Duplicate {
		g.Seed, g.deal = werewolf.SubSeed(p.seed, round), round
	}
	as := werewolf.DrawCharacters.Permutation(g.Seed, len(s.Cast))
	for i, c := range chairs {
		g.Seats[i] = Seat{
			Entry: c.entry, Team: p.team(chairs, i), Role: p.roles[i], character: s.Cast[as[i]], own: c.own,
		}
	}
	if s.Drawn {
		at := werewolf.DrawSeats.Permutation(s.key.Seed("seats", p.setup, nth), len(g.Seats))
		seats := slices.Clone(g.Seats)
		for i, seat := range at {
			g.Seats[seat] = seats[i]
		}
	}
	g.ID = identify(stamp, g.started, p.setup, nth)
	return g
}

// seedOf is the seed of a game of the setup.
func (p *planner) seedOf(nth int) uint64 {
	if p.spec.Drawn {
		return p.spec.key.Seed("game", p.setup, nth)
	}
	return werewolf.SubSeed(p.seed, nth)
}

// epoch is when the first game pretends to begin, 2025-01-01 UTC, in
// milliseconds.
const (
	epoch  = 1_735_689_600_000
	minute = 60_000
)

// team is the name of the player in a seat; where its entry has several seats
// at the table, with a number behind it.
func (p *planner) team(chairs []chair, seat int) string {
	nth, all := 0, 0
	for i, c := range chairs {
		if c.entry == chairs[seat].entry {
			all++
			if i <= seat {
				nth++
			}
		}
	}
	name := p.spec.entry(chairs[seat].entry).Name
	if all == 1 {
		return name
	}
	return fmt.Sprintf("%s-%d", name, nth)
}

// identify is the id of a game: its time, and a hash of all that makes it this
// game of this league.
func identify(stamp [sha256.Size]byte, started int64, setup, nth int) string {
	h := sha256.New()
	h.Write(stamp[:])
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(setup)))
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(nth)))
	id, _ := ulid.New(uint64(started), bytes.NewReader(h.Sum(nil))) // a hash is long enough, the time is early enough
	return id.String()
}
