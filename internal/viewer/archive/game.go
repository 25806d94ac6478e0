package archive

import (
	"bytes"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Game is what is known of a game without reading it again. It is never changed once it was handed out.
type Game struct {
	ID      string
	Started int64 // Unix milliseconds, 0 where nobody knows
	Lang    string
	Days    int // the last day, from 0
	Winner  werewolf.Team
	End     werewolf.End // NotOver while it goes on, and of games that broke off
	Seats   []Seat
	Roles   *werewolf.RoleTable // the roles there are
	// FirstSpeaker opened the talk of day 1, 0 where nobody did.
	FirstSpeaker werewolf.SeatID
	// Changed is when the game's file was last written.
	Changed time.Time

	file   fileID
	logged string // the name that a server gives the game's contest log, without ending
}

// Seat is a player of a game.
type Seat struct {
	Name   string
	Team   string
	Role   werewolf.Role
	Said   int            // utterances in the talk that said something
	Passed int            // those that did not: skips, Over, answers that never came
	Faults int            // answers that were no good
	Died   int            // the day of the death, when Cause is not zero
	Cause  werewolf.Cause // zero for who lives
}

// Over reports whether the game was played to its end.
func (g *Game) Over() bool { return g.End != werewolf.NotOver }

// Won reports whether the seat, from 0, was on the winning side.
func (g *Game) Won(seat int) bool {
	return g.Winner != werewolf.NoTeam && g.Side(seat) == g.Winner
}

// Side is the side that the seat, from 0, is on.
func (g *Game) Side(seat int) werewolf.Team { return g.Roles.Team(g.Seats[seat].Role) }

// Summarize is what the record tells. Its strings are shared with the record.
func Summarize(rec *gamelog.Record) *Game {
	h := &rec.Header
	g := &Game{ID: h.ID, Started: h.Started, Lang: h.Lang, Roles: h.Rules.Table}
	for i := range h.Seats {
		s := &h.Seats[i]
		g.Seats = append(g.Seats, Seat{Name: s.Name, Team: s.Team, Role: s.Role})
	}
	for _, entry := range rec.Entries {
		switch {
		case entry.Event != nil:
			g.take(entry.Event)
		case entry.Input.Fault != gamelog.NoFault && entry.Input.Action.Kind == werewolf.Answer:
			if s := g.seat(entry.Input.Action.Seat); s != nil {
				s.Faults++
			}
		}
	}
	return g
}

func (g *Game) take(e *werewolf.Event) {
	g.Days = max(g.Days, e.Day)
	s := g.seat(e.Seat)
	if s != nil && e.Kind == werewolf.Talked {
		s.spoke(e.Skip || e.Over)
	}
	switch {
	case e.Kind == werewolf.GameOver:
		g.Winner, g.End = e.Winner, e.End
	case e.Kind == werewolf.Talked && e.Day == 1 && g.FirstSpeaker == 0:
		g.FirstSpeaker = e.Seat
	case s == nil:
	case e.Kind == werewolf.Dealt:
		s.Role = e.Role
	case e.Kind == werewolf.Executed:
		s.Died, s.Cause = e.Day, werewolf.ByExecution
	case e.Kind == werewolf.FoundDead:
		s.Died, s.Cause = e.Day-1, werewolf.ByAttack
	}
}

func (s *Seat) spoke(passing bool) {
	if passing {
		s.Passed++
	} else {
		s.Said++
	}
}

func (g *Game) seat(id werewolf.SeatID) *Seat {
	if id < 1 || int(id) > len(g.Seats) {
		return nil
	}
	return &g.Seats[id-1]
}

// telling are the marks of the lines of a record that a summary needs. A quote inside a text is written \" there, so
// that no utterance can hold one of them.
var telling = [...][]byte{
	[]byte(`"ev":"over"`), []byte(`"ev":"executed"`), []byte(`"ev":"dead"`), []byte(`"ev":"dealt"`),
	[]byte(`"ev":"day"`), []byte(`"fault":"`),
}

var firstTalk = []byte(`"ev":"talk","day":1,`)

// digest is the record without the lines that tell a summary nothing: a tenth of it, and so many times faster to read.
// Only whole lines count, so a torn one is left out.
func digest(data []byte) []byte {
	short := make([]byte, 0, 8<<10)
	talked := false
	for n := 0; ; n++ {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			return short
		}
		line := data[:end+1]
		data = data[end+1:]
		if n == 0 || tells(line) {
			short = append(short, line...)
		} else if !talked && bytes.Contains(line, firstTalk) {
			talked = true
			short = append(short, line...)
		}
	}
}

func tells(line []byte) bool {
	for _, mark := range telling {
		if bytes.Contains(line, mark) {
			return true
		}
	}
	return false
}

// The marks of an utterance's line, in the order they stand there.
var (
	talkMark    = []byte(`"ev":"talk",`)
	seatMark    = []byte(`"seat":`)
	passedMarks = [...][]byte{[]byte(`,"skip":true`), []byte(`,"over":true`)}
)

// recount counts the utterances of a whole record anew, whose digest has not got them. It reads no more of their lines
// than it must: no text can hold a mark, because its quotes are escaped.
func (g *Game) recount(data []byte) {
	for i := range g.Seats {
		g.Seats[i].Said, g.Seats[i].Passed = 0, 0
	}
	for {
		at := bytes.Index(data, talkMark)
		if at < 0 {
			return
		}
		data = data[at+len(talkMark):]
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			return // torn
		}
		line := data[:end]
		data = data[end:]
		_, number, _ := bytes.Cut(line, seatMark)
		n := 0
		for _, c := range number {
			if c < '0' || c > '9' || n > len(g.Seats) {
				break
			}
			n = 10*n + int(c-'0')
		}
		if s := g.seat(werewolf.SeatID(n)); s != nil {
			s.spoke(bytes.Contains(line, passedMarks[0]) || bytes.Contains(line, passedMarks[1]))
		}
	}
}
