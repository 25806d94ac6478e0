// Package score turns games into tables of who won how often.
//
// Its law: every rate that is printed can be counted again by hand from the
// games named, and stands beside its interval. It opens no files, and what
// teams call themselves can steer none of the formats it writes.
package score

import (
	"cmp"
	"errors"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// ErrNoRoles is a game that does not tell who had which role.
var ErrNoRoles = errors.New("score: the game does not tell the roles of its players; there is nothing to count")

// Player is one seat of a game.
type Player struct {
	Team string // harmless to print; never empty
	Name string // the character played; harmless to print
	Role werewolf.Role
	Seat int
	// Order is the place among the first utterances of day 1, from 1; 0 where it
	// is not known or means nothing.
	Order int
	// Faults counts answers with a fault, by kind.
	Faults map[gamelog.Fault]int
}

// Game is what counts of one game.
type Game struct {
	// Sum tells games apart, so that none is counted twice; the zero Sum is
	// unlike any other.
	Sum     [32]byte
	Over    bool          // false: the record breaks off
	Winner  werewolf.Team // NoTeam: over, but won by nobody
	Players []Player
	// FaultsKnown reports whether the game would tell of faults. Contest logs
	// tell only of players that were gone for good.
	FaultsKnown bool
}

// Roles is how many players had each role.
func (g *Game) Roles() (counts werewolf.RoleCounts) {
	for i := range g.Players {
		counts[g.Players[i].Role]++
	}
	return counts
}

// faulty reports whether any answer of the game is known to have had a fault.
func (g *Game) faulty() bool {
	for i := range g.Players {
		if len(g.Players[i].Faults) > 0 {
			return true
		}
	}
	return false
}

// FromRecord is the game of a native record.
func FromRecord(rec *gamelog.Record) (*Game, error) {
	h := &rec.Header
	result := rec.Result()
	g := &Game{Over: result.End != werewolf.NotOver, Winner: result.Winner, FaultsKnown: !h.Foreign}
	for i := range h.Seats {
		s := &h.Seats[i]
		g.Players = append(g.Players, Player{
			Team: teamOf(s), Name: Label(s.Name), Role: s.Role, Seat: i + 1,
		})
	}
	spoken := map[werewolf.SeatID]bool{}
	for _, e := range rec.Entries {
		switch {
		case e.Input != nil && e.Input.Fault != gamelog.NoFault:
			g.fault(e.Input.Action.Seat, e.Input.Fault)
		case e.Event != nil && e.Event.Kind == werewolf.Talked && e.Event.Day == 1 && h.Rules.Talk.Mode != werewolf.Synchronized:
			g.speak(spoken, e.Event.Seat)
		}
	}
	return g, g.check()
}

// FromContest is the game of a contest log: the roles of its first status
// lines, the winner of its result line.
func FromContest(c *contestlog.Log) (*Game, error) {
	g := &Game{}
	seated, spoken := map[werewolf.SeatID]int{}, map[werewolf.SeatID]bool{}
	for i := range c.Lines {
		l := &c.Lines[i]
		switch l.Kind {
		case contestlog.StatusLine:
			if seated[l.Seat] == 0 {
				seat := werewolf.Seat{Name: l.Name, Client: l.Client}
				g.Players = append(g.Players, Player{Team: teamOf(&seat), Name: Label(l.Name), Role: l.Role, Seat: int(l.Seat)})
				seated[l.Seat] = len(g.Players)
			}
			if p := &g.Players[seated[l.Seat]-1]; l.Status == contestlog.NoStatus && len(p.Faults) == 0 {
				p.Faults = map[gamelog.Fault]int{gamelog.Lost: 1}
			}
		case contestlog.TalkLine:
			if l.Day == 1 {
				g.speak(spoken, l.Seat)
			}
		case contestlog.ResultLine:
			g.Over, g.Winner = true, l.Winner
		default:
		}
	}
	return g, g.check()
}

// check refuses a game of which nothing can be counted.
func (g *Game) check() error {
	for i := range g.Players {
		if g.Players[i].Role == werewolf.NoRole {
			return ErrNoRoles
		}
	}
	if len(g.Players) == 0 {
		return ErrNoRoles
	}
	return nil
}

func (g *Game) player(seat werewolf.SeatID) *Player {
	for i := range g.Players {
		if g.Players[i].Seat == int(seat) {
			return &g.Players[i]
		}
	}
	return nil
}

func (g *Game) fault(seat werewolf.SeatID, f gamelog.Fault) {
	p := g.player(seat)
	if p == nil {
		return
	}
	if p.Faults == nil {
		p.Faults = map[gamelog.Fault]int{}
	}
	p.Faults[f]++
}

// speak notes that the seat spoke next on day 1.
func (g *Game) speak(spoken map[werewolf.SeatID]bool, seat werewolf.SeatID) {
	if p := g.player(seat); p != nil && !spoken[seat] {
		spoken[seat] = true
		p.Order = len(spoken)
	}
}

// teamOf is the team of a seat: as recorded, else by the contest's convention
// the client's name without its trailing digits, else the client, else the
// character.
func teamOf(s *werewolf.Seat) string {
	return Label(cmp.Or(s.Team, strings.TrimRight(s.Client, "0123456789"), s.Client, s.Name))
}
