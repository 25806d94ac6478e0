package gamelog

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"wolfden/werewolf"
)

// WriteContest writes the record as the organisers' contest log, byte for byte
// as their server of February would: lines end in a line feed but for the last.
// The log of an unfinished record ends where the record does.
func WriteContest(w io.Writer, rec *Record) error {
	return writeContest(w, rec, newContestLog(&rec.Header, false))
}

// WriteTimedContest is WriteContest with the Unix time, in seconds, after
// every utterance.
func WriteTimedContest(w io.Writer, rec *Record) error {
	return writeContest(w, rec, newContestLog(&rec.Header, true))
}

// WriteContestEdition is WriteTimedContest for the newest edition, in which the
// whispers of a day are one count, and for an anytime track in either, which
// never had logs without times. A game of which no times are known is written
// without.
func WriteContestEdition(w io.Writer, rec *Record, e Edition) error {
	anytime := rec.Header.Rules.Talk.Mode == werewolf.Anytime && !rec.Header.Foreign
	c := newContestLog(&rec.Header, rec.tellsTimes() && (e == Newest || anytime))
	c.daily = e == Newest
	return writeContest(w, rec, c)
}

func writeContest(w io.Writer, rec *Record, c *contestLog) error {
	for _, e := range rec.Entries {
		if e.Event != nil {
			c.take(e.At, e.Event)
		}
	}
	_, err := w.Write(bytes.TrimSuffix(c.text, []byte{'\n'}))
	return err
}

// contestLog folds events into lines of a contest log. What an event does not
// tell, such as who lives and who has which role, it has from those before.
type contestLog struct {
	text    []byte
	started int64
	timed   bool
	daily   bool            // whether utterances are numbered by day, not by phase
	said    [2]int          // talks and whispers of the day
	roles   []werewolf.Role // by SeatID
	clients []string        // by place at the table
	names   []string
	living  werewolf.SeatSet
}

func newContestLog(h *Header, timed bool) *contestLog {
	n := len(h.Seats)
	c := &contestLog{
		started: h.Started, timed: timed,
		roles: make([]werewolf.Role, n+1), living: werewolf.SeatsUpTo(n),
	}
	for i := range h.Seats {
		s := &h.Seats[i]
		c.roles[i+1] = s.Role
		c.names = append(c.names, nameColumn(s.Name))
		c.clients = append(c.clients, nameColumn(cmp.Or(s.Client, s.Team, s.Name)))
	}
	return c
}

// nameColumn makes a name fit for a column: what would break the line or the
// column is replaced.
func nameColumn(name string) string { return strings.ReplaceAll(werewolf.Clean(name), ",", ";") }

// seated reports whether a seat is one of the table or none. Records need not
// come from the engine.
func (c *contestLog) seated(id werewolf.SeatID) bool { return id >= 0 && int(id) < len(c.roles) }

// take adds the lines of an event.
func (c *contestLog) take(at int64, e *werewolf.Event) {
	if !c.seated(e.Seat) || !c.seated(e.Target) {
		return
	}
	switch e.Kind {
	case werewolf.Dealt:
		c.roles[e.Seat] = e.Role
	case werewolf.DayBegan:
		c.status(e.Day)
		c.said = [2]int{}
	case werewolf.Talked:
		c.utterance(TalkLine, at, e)
	case werewolf.Whispered:
		c.utterance(WhisperLine, at, e)
	case werewolf.VoteCast:
		c.choice(VoteLine, e).end()
	case werewolf.AttackCast:
		c.choice(AttackVoteLine, e).end()
	case werewolf.DivineChosen:
		c.choice(DivineLine, e).word(c.roles[e.Target].Species()).end()
	case werewolf.GuardChosen:
		c.choice(GuardLine, e).word(c.roles[e.Target]).end()
	case werewolf.Executed:
		c.living = c.living.Without(e.Seat)
		c.begin(e.Day, ExecuteLine).number(int(e.Seat)).word(c.roles[e.Seat]).end()
	case werewolf.AttackMade:
		c.attack(e)
	case werewolf.GameOver:
		c.status(e.Day)
		c.result(e)
	default:
	}
}

func (c *contestLog) status(day int) {
	for i := range c.names {
		id := werewolf.SeatID(i + 1)
		status := Dead
		if c.living.Has(id) {
			status = Alive
		}
		c.begin(day, StatusLine).number(i + 1).word(c.roles[id]).word(status)
		c.string(c.clients[i]).string(c.names[i]).end()
	}
}

func (c *contestLog) utterance(kind ContestKind, at int64, e *werewolf.Event) {
	idx, said := e.Idx, &c.said[kind-TalkLine]
	if c.daily {
		idx = *said
	}
	*said++
	c.begin(e.Day, kind).number(idx).number(e.Turn).number(int(e.Seat)).string(werewolf.Clean(e.Text))
	if c.timed {
		c.text = appendInt(append(c.text, ','), (c.started+at)/1000)
	}
	c.end()
}

func (c *contestLog) choice(kind ContestKind, e *werewolf.Event) *contestLog {
	return c.begin(e.Day, kind).number(int(e.Seat)).number(int(e.Target))
}

func (c *contestLog) attack(e *werewolf.Event) {
	c.begin(e.Day, AttackLine)
	switch {
	case e.Target == 0:
		c.string("-1").string("true").end()
	case e.Killed:
		c.living = c.living.Without(e.Target)
		c.number(int(e.Target)).string("true").end()
	default:
		c.number(int(e.Target)).string("false").end()
	}
}

func (c *contestLog) result(e *werewolf.Event) {
	humans, wolves := sides(c.living, c.roles)
	c.begin(e.Day, ResultLine).number(humans).number(wolves).word(e.Winner).end()
}

// sides counts the seats of each species. Roles are by SeatID.
func sides(living werewolf.SeatSet, roles []werewolf.Role) (humans, wolves int) {
	for id := range living.All() {
		if roles[id] == werewolf.Werewolf {
			wolves++
		} else {
			humans++
		}
	}
	return humans, wolves
}

func (c *contestLog) begin(day int, kind ContestKind) *contestLog {
	c.text = append(append(appendInt(c.text, int64(day)), ','), kind.String()...)
	return c
}

func (c *contestLog) number(n int) *contestLog {
	c.text = appendInt(append(c.text, ','), int64(n))
	return c
}

func (c *contestLog) string(s string) *contestLog {
	c.text = append(append(c.text, ','), s...)
	return c
}

func (c *contestLog) word(s fmt.Stringer) *contestLog { return c.string(s.String()) }

func (c *contestLog) end() { c.text = append(c.text, '\n') }
