// Package heard is a game as a listener at its table writes it down: what happened, in order, and what every utterance
// says.
//
// Its law: it does not matter what kind of file a game came from. A record and the contest log written from it give the
// same lines.
package heard

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"wolfden/gamelog"
	"wolfden/internal/score"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// ErrPlayers is a file that does not tell who sits where.
var ErrPlayers = errors.New("heard: the file does not tell who sits at seat 1, 2 and so on")

// Player is one seat.
type Player struct {
	Seat werewolf.SeatID
	Team string // harmless to print; never empty
	Name string // harmless to print
	Role werewolf.Role
	// Faults counts answers with a fault; where the game does not tell of them, nil.
	Faults map[gamelog.Fault]int
}

// Line is one thing that happened: an utterance, a ballot, an action of the night, a death, the result. Status lines
// are left out.
type Line struct {
	gamelog.ContestLine
	At     int64       // milliseconds since the start; only a record's
	Round  int         // of a vote or attack vote, from 0
	Forced bool        // an utterance that is a skip because no answer came; only a record's
	Cut    bool        // an utterance that exceeded a limit; only a record's
	Says   speech.Rows // of an utterance
	// Mentions is whom an utterance calls by an @.
	Mentions []werewolf.SeatID
}

// Game is a game that was heard. It is not changed by anybody.
type Game struct {
	// ID is the record's, or follows from the text of a contest log. Games played from one seed have one id: a reader of
	// several games must tell them apart by Sum.
	ID string
	// Sum is the same for the same players who did the same, whatever kind of file it was read from.
	Sum     [sha256.Size]byte
	Started int64  // Unix milliseconds, 0 where it is not known
	Lang    string // as the record says, "" where it does not
	Players []Player
	Setup   werewolf.RoleCounts
	Over    bool
	Winner  werewolf.Team // NoTeam: nobody, or not over
	// Recorded reports whether the game has what only records tell: times, faults, forced and cut utterances.
	Recorded bool
	Lines    []Line
}

// Player is the player at a seat, nil where nobody sits.
func (g *Game) Player(id werewolf.SeatID) *Player {
	if id < 1 || int(id) > len(g.Players) {
		return nil
	}
	return &g.Players[id-1]
}

// LastDay is the day of the last line.
func (g *Game) LastDay() (day int) {
	for i := range g.Lines {
		day = max(day, g.Lines[i].Day)
	}
	return day
}

// Record hears the game of a native record.
func Record(rec *gamelog.Record) (*Game, error) {
	counted, err := score.FromRecord(rec)
	if err != nil {
		return nil, fmt.Errorf("heard: %w", err)
	}
	h := &rec.Header
	g := &Game{ID: h.ID, Started: h.Started, Lang: h.Lang, Recorded: !h.Foreign}
	if err := g.seat(counted); err != nil {
		return nil, err
	}
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e != nil {
			if l, ok := g.line(e); ok {
				l.Number, l.At = i+2, rec.Entries[i].At
				g.Lines = append(g.Lines, l)
			}
		}
	}
	var names []string
	for i := range h.Seats {
		names = append(names, h.Seats[i].Name)
	}
	g.hear(names)
	return g, nil
}

// Contest hears the game of a contest log.
func Contest(c *gamelog.Contest) (*Game, error) {
	counted, err := score.FromContest(c)
	if err != nil {
		return nil, fmt.Errorf("heard: %w", err)
	}
	rec, _ := c.Record()
	if rec == nil {
		return nil, ErrPlayers
	}
	g := &Game{ID: rec.Header.ID, Started: rec.Header.Started}
	if err := g.seat(counted); err != nil {
		return nil, err
	}
	names := make([]string, len(g.Players))
	for i := range c.Lines {
		l := &c.Lines[i]
		if g.Player(l.Seat) == nil && l.Seat != 0 || g.Player(l.Target) == nil && l.Target != 0 {
			return nil, fmt.Errorf("line %d: %w", l.Number, ErrPlayers)
		}
		if l.Kind != gamelog.StatusLine {
			g.Lines = append(g.Lines, Line{ContestLine: *l})
			continue
		}
		if l.Seat > 0 && names[l.Seat-1] == "" {
			names[l.Seat-1] = l.Name
		}
	}
	for i := range names {
		if names[i] == "" {
			names[i] = fmt.Sprintf("Agent[%02d]", i+1)
		}
	}
	g.rounds()
	g.hear(names)
	return g, nil
}

// seat takes the players of a game whose outcome is known.
func (g *Game) seat(counted *score.Game) error {
	g.Over, g.Winner = counted.Over, counted.Winner
	g.Players = make([]Player, len(counted.Players))
	for i := range counted.Players {
		p := &counted.Players[i]
		if p.Seat < 1 || p.Seat > len(g.Players) || g.Players[p.Seat-1].Seat != 0 {
			return ErrPlayers
		}
		g.Players[p.Seat-1] = Player{Seat: werewolf.SeatID(p.Seat), Team: p.Team, Name: p.Name, Role: p.Role, Faults: p.Faults}
	}
	g.Setup = counted.Roles()
	return nil
}

// rounds tells the rounds of a vote apart, which contest logs do not: with every further ballot of a voter on a day
// begins another.
func (g *Game) rounds() {
	type voter struct {
		kind gamelog.ContestKind
		day  int
		seat werewolf.SeatID
	}
	cast := map[voter]int{}
	for i := range g.Lines {
		if l := &g.Lines[i]; l.Kind == gamelog.VoteLine || l.Kind == gamelog.AttackVoteLine {
			v := voter{l.Kind, l.Day, l.Seat}
			l.Round = cast[v]
			cast[v]++
		}
	}
}

// hear understands the utterances.
func (g *Game) hear(names []string) {
	g.Sum = g.sum()
	listener := understand.New(understand.Table{Names: names, Roles: g.Setup})
	for i := range g.Lines {
		l := &g.Lines[i]
		switch l.Kind {
		case gamelog.TalkLine, gamelog.WhisperLine:
			l.Mentions = listener.Mentions(l.Text)
			l.Says = listener.Hear(werewolf.Utterance{
				Day: l.Day, Idx: l.Idx, Turn: l.Turn, Seat: l.Seat, Text: l.Text,
			}, l.Kind == gamelog.WhisperLine)
		case gamelog.ExecuteLine:
			listener.Died(l.Target)
		case gamelog.AttackLine:
			if l.Killed() {
				listener.Died(l.Target)
			}
		default:
		}
	}
}

// sum takes what files of all kinds tell.
func (g *Game) sum() [sha256.Size]byte {
	var b bytes.Buffer
	for i := range g.Players {
		p := &g.Players[i]
		fmt.Fprintf(&b, "%q %q %d\n", p.Team, p.Name, p.Role)
	}
	for i := range g.Lines {
		l := &g.Lines[i]
		if l.Target != 0 || l.Kind != gamelog.VoteLine && l.Kind != gamelog.AttackVoteLine {
			fmt.Fprintf(&b, "%d %d %d %d %d %q\n", l.Day, l.Kind, l.Seat, l.Target, l.Winner, l.Text)
		}
	}
	return sha256.Sum256(b.Bytes())
}

// Killed reports whether the line is an attack that somebody died of.
func (l *Line) Killed() bool { return l.Kind == gamelog.AttackLine && l.Unguarded && l.Target != 0 }

// Worded reports whether the line is an utterance that is more than Skip or Over.
func (l *Line) Worded() bool {
	return (l.Kind == gamelog.TalkLine || l.Kind == gamelog.WhisperLine) && l.Says.Worded()
}
