package contestlog

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Write writes the record as the organisers' contest log, byte for byte
// as their server of February would: lines end in a line feed but for the last.
// The log of an unfinished record ends where the record does.
func Write(w io.Writer, rec *gamelog.Record) error {
	return writeLog(w, rec, newLogWriter(&rec.Header, false))
}

// WriteTimed is Write with the Unix time, in seconds, after
// every utterance.
func WriteTimed(w io.Writer, rec *gamelog.Record) error {
	return writeLog(w, rec, newLogWriter(&rec.Header, true))
}

// WriteEdition is WriteTimed for the newest edition, in which the
// whispers of a day are one count, and for an anytime track in either, which
// never had logs without times. A game of which no times are known is written
// without.
func WriteEdition(w io.Writer, rec *gamelog.Record, e Edition) error {
	anytime := rec.Header.Rules.Talk.Mode == werewolf.Anytime && !rec.Header.Foreign
	c := newLogWriter(&rec.Header, tellsTimes(rec) && (e == Newest || anytime))
	c.daily = e == Newest
	return writeLog(w, rec, c)
}

func writeLog(w io.Writer, rec *gamelog.Record, c *logWriter) error {
	for _, e := range rec.Entries {
		if e.Event != nil {
			c.take(e.At, e.Event)
		}
	}
	_, err := w.Write(bytes.TrimSuffix(c.text, []byte{'\n'}))
	return err
}

// logWriter folds events into lines of a contest log. What an event does not
// tell, such as who lives and who has which role, it has from those before.
type logWriter struct {
	text    []byte
	started int64
	timed   bool
	daily   bool   // whether utterances are numbered by day, not by phase
	said    [2]int // talks and whispers of the day
	table   *werewolf.RoleTable
	roles   []werewolf.Role // by SeatID
	clients []string        // by place at the table
	names   []string
	living  werewolf.SeatSet
}

func newLogWriter(h *gamelog.Header, timed bool) *logWriter {
	n := len(h.Seats)
	c := &logWriter{
		started: h.Started, timed: timed, table: h.Rules.Table,
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
func (c *logWriter) seated(id werewolf.SeatID) bool { return id >= 0 && int(id) < len(c.roles) }

// take adds the lines of an event.
func (c *logWriter) take(at int64, e *werewolf.Event) {
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
		c.choice(DivineLine, e).word(c.table.Species(c.roles[e.Target])).end()
	case werewolf.GuardChosen:
		c.choice(GuardLine, e).string(c.table.Name(c.roles[e.Target])).end()
	case werewolf.Executed:
		c.living = c.living.Without(e.Seat)
		c.begin(e.Day, ExecuteLine).number(int(e.Seat)).string(c.table.Name(c.roles[e.Seat])).end()
	case werewolf.AttackMade:
		c.attack(e)
	case werewolf.GameOver:
		c.status(e.Day)
		c.result(e)
	default:
	}
}

func (c *logWriter) status(day int) {
	for i := range c.names {
		id := werewolf.SeatID(i + 1)
		status := Dead
		if c.living.Has(id) {
			status = Alive
		}
		c.begin(day, StatusLine).number(i + 1).string(c.table.Name(c.roles[id])).word(status)
		c.string(c.clients[i]).string(c.names[i]).end()
	}
}

func (c *logWriter) utterance(kind LineKind, at int64, e *werewolf.Event) {
	idx, said := e.Idx, &c.said[kind-TalkLine]
	if c.daily {
		idx = *said
	}
	*said++
	c.begin(e.Day, kind).number(idx).number(e.Turn).number(int(e.Seat)).string(werewolf.Clean(e.Text))
	if c.timed {
		c.text = strconv.AppendInt(append(c.text, ','), (c.started+at)/1000, 10)
	}
	c.end()
}

func (c *logWriter) choice(kind LineKind, e *werewolf.Event) *logWriter {
	return c.begin(e.Day, kind).number(int(e.Seat)).number(int(e.Target))
}

func (c *logWriter) attack(e *werewolf.Event) {
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

func (c *logWriter) result(e *werewolf.Event) {
	humans, wolves := sides(c.table, c.living, c.roles)
	c.begin(e.Day, ResultLine).number(humans).number(wolves).word(e.Winner).end()
}

// sides counts the seats of each species. Roles are by SeatID.
func sides(t *werewolf.RoleTable, living werewolf.SeatSet, roles []werewolf.Role) (humans, wolves int) {
	for id := range living.All() {
		if t.Species(roles[id]) == werewolf.Wolf {
			wolves++
		} else {
			humans++
		}
	}
	return humans, wolves
}

func (c *logWriter) begin(day int, kind LineKind) *logWriter {
	c.text = append(append(strconv.AppendInt(c.text, int64(day), 10), ','), kind.String()...)
	return c
}

func (c *logWriter) number(n int) *logWriter {
	c.text = strconv.AppendInt(append(c.text, ','), int64(n), 10)
	return c
}

func (c *logWriter) string(s string) *logWriter {
	c.text = append(append(c.text, ','), s...)
	return c
}

func (c *logWriter) word(s fmt.Stringer) *logWriter { return c.string(s.String()) }

func (c *logWriter) end() { c.text = append(c.text, '\n') }
