package chronicle

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// errPlayers is a file that does not tell who sits where.
var errPlayers = errors.New("the file does not tell who sits at seat 1, 2 and so on")

// errRoles is a file that does not tell who has which role.
var errRoles = errors.New("the game does not tell the roles of its players; there is nothing to count")

// Player is one seat.
type Player struct {
	Seat werewolf.SeatID
	// Team is the entry of the plan, whichever of its seats this is; without a plan the team by the contest's convention: as
	// recorded, else the client's name without its trailing digits, else the client, else the character. Harmless to print,
	// never empty.
	Team string
	// Affiliation is the team as it is written, "" where neither a team nor a client is known; foreign text.
	Affiliation string
	// Entry is that of the plan as it is written, whichever of its seats this is; "" without a plan; foreign text.
	Entry string

	Name   string // the character, harmless to print, never empty
	Called string // what the others call it; foreign text
	Client string // the program's own name; foreign text
	Role   werewolf.Role
	// Order is the place among the first utterances of day 1, from 1; 0 where it is not known or means nothing.
	Order  int
	Said   int // utterances at the table that are more than Skip or Over
	Passed int // those that are not
	// Faults counts answers with a fault, by kind; nil where there is none.
	Faults map[gamelog.Fault]int
	Died   int            // the day, or the day before the night, where Cause is not zero
	Cause  werewolf.Cause // of the death; zero for who lives
	Gone   bool           // it was gone for good before the end; only a record of a game played here tells it
	Calls  *Calls         // what it asked of a language model; nil where it noted none, as in contest logs
}

// PlaysFor is whom the player plays for, as it is written: the entry of the plan, else the affiliation; "" where neither is known.
// It is what Team is made of.
func (p *Player) PlaysFor() string { return cmp.Or(p.Entry, p.Affiliation) }

// Summary is what is known of a game without its lines. It is small enough to keep of many thousand games.
type Summary struct {
	// ID is the record's, or follows from the text of a contest log. Games played from one seed have one id: a reader of
	// several games must tell them apart, see Seen.
	ID      string
	Started int64 // Unix milliseconds, 0 where it is not known
	// Lang is the language: as the record says, else guessed from the writing; "" where nobody said anything.
	Lang  string
	Setup werewolf.RoleCounts
	roles *werewolf.RoleTable // of the roles, nil for the standard ones
	rules werewolf.Rules      // as far as they are known
	// Division names the games that this one is counted with, where there are others that it is not counted with; "" where none says so.
	Division string
	Players  []Player // seat 1 is the first
	Days     int      // the last day, from 0
	Over     bool     // false: the record breaks off, or the game goes on
	End      werewolf.End
	Winner   werewolf.Team // NoTeam: nobody, or not over
	// Recorded reports whether the game has what only records of games played here tell: times, faults, forced and cut
	// utterances. Contest logs tell only of players that were gone for good.
	Recorded bool
	// LogName is what a server calls the contest log that it writes beside the record, without ending; "" of a log.
	LogName    string
	Provenance *gamelog.Provenance // nil where nothing is known
	Identity
}

// Won reports whether the player was on the winning side.
func (s *Summary) Won(p *Player) bool {
	return s.Over && s.Winner != werewolf.NoTeam && s.Side(p) == s.Winner
}

// Roles is the table of the game's roles.
func (s *Summary) Roles() *werewolf.RoleTable {
	return s.roles
}

// Rules are the rules of the game, as far as they are known. The caller must not change them.
func (s *Summary) Rules() *werewolf.Rules { return &s.rules }

// Table names the table in which the game is counted: its division, or who plays where there are no others.
func (s *Summary) Table() string { return cmp.Or(s.Division, s.SetupName()) }

// SetupName says who plays, such as "5 players", or with the letters of the roles where a contest would have others.
func (s *Summary) SetupName() string {
	n := s.Setup.Total()
	if standard, err := werewolf.Standard(n); err == nil && standard.Roles == s.Setup {
		return fmt.Sprintf("%d players", n)
	}
	var parts []string
	for _, r := range s.Setup.InPlay().Slice() {
		parts = append(parts, fmt.Sprintf("%s=%d", s.roles.Letter(r), s.Setup[r]))
	}
	return fmt.Sprintf("%d players (%s)", n, strings.Join(parts, ","))
}

// Side is the side that the player is on.
func (s *Summary) Side(p *Player) werewolf.Team { return s.Roles().Team(p.Role) }

// Player is the player at a seat, nil where nobody sits.
func (s *Summary) Player(id werewolf.SeatID) *Player {
	if id < 1 || int(id) > len(s.Players) {
		return nil
	}
	return &s.Players[id-1]
}

// Line is one thing that happened: an utterance, a ballot, an action of the night, a death, the result, or the status of a
// player at dawn. Its number is that of the line in the file it was read from.
type Line struct {
	contestlog.Line
	Logged  int   // its number in the game's contest log, from 1
	At      int64 // milliseconds since the start; only a record's
	Round   int   // of a vote or attack vote, from 0
	Forced  bool  // an utterance that is a skip because no answer came; only a record's
	Cut     bool  // an utterance that exceeded a limit; only a record's
	ByModel bool  // an utterance in a model's words, as its player noted; only a record's
	passing bool  // an utterance that is Skip or Over

	of        *Game
	utterance int // its place among the utterances
}

// Game is a game with all that happened. It is not changed by anybody and may be used from several goroutines.
type Game struct {
	Summary
	Unplayed bool     // no rules have a table like that of the log
	Profiles []string // of the characters, by place at the table; foreign text
	Seed     uint64   // of a game played here
	Lines    []Line
	Notes    []Note // in the order in which they were made; only a record's

	listened   sync.Once
	utterances []understood // by Line.utterance
	ledger     *ledger.Ledger
}

// Note is what a player noted for itself with an answer.
type Note struct {
	gamelog.Note
	Call *Call // of a note on one, without its messages; else nil
	Seat werewolf.SeatID
	Day  int
	Line int // the place among the lines of what happened next, which is what came of the answer if it shows
	// Number is that of the answer's line in the file, Place the note's among those of the answer, from 0.
	Number, Place int
}

// FaultCount is how many answers had a fault.
func (p *Player) FaultCount() (n int) {
	for _, kind := range p.Faults {
		n += kind
	}
	return n
}

// Speaks reports whether the line is an utterance.
func (l *Line) Speaks() bool {
	return l.Kind == contestlog.TalkLine || l.Kind == contestlog.WhisperLine
}

// Killed reports whether the line is an attack that somebody died of.
func (l *Line) Killed() bool {
	return l.Kind == contestlog.AttackLine && l.Unguarded && l.Target != 0
}

// Worded reports whether the line is an utterance that is more than Skip or Over.
func (l *Line) Worded() bool { return l.Speaks() && l.Says().Worded() }
