package gamelog

import (
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"wolfden/internal/strictjson"
	"wolfden/werewolf"
)

// Writer writes a record line by line. It collects lines until Flush, which writes them in one piece, so a
// crash tears at most one line of the last batch. It is not safe for concurrent use. After the first error
// every call returns that error and writes nothing.
type Writer struct {
	w       io.Writer
	rules   *werewolf.Rules
	players int
	buf     []byte
	err     error
	// What the record holds.
	size, lines, values, day int
}

// NewWriter begins a record and writes its header at once.
func NewWriter(w io.Writer, h *Header) (*Writer, error) {
	wr := appendingWriter(w, h)
	line, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	wr.buf = append(append(wr.buf, line...), '\n')
	wr.count(wr.buf)
	return wr, wr.Flush()
}

// appendingWriter continues a record whose header is already written.
func appendingWriter(w io.Writer, h *Header) *Writer {
	return &Writer{w: w, rules: &h.Rules, players: len(h.Seats), buf: make([]byte, 0, 1024)}
}

// Append adds one line. It does not keep the entry.
func (w *Writer) Append(e Entry) {
	if w.err != nil {
		return
	}
	from := len(w.buf)
	switch {
	case e.Input != nil:
		w.buf = appendInput(w.buf, e.At, e.Input)
	case e.Event != nil:
		w.buf = w.appendEvent(w.buf, e.At, e.Event)
		w.day = e.Event.Day
	}
	w.count(w.buf[from:])
}

// count notes what a line adds to the record.
func (w *Writer) count(line []byte) {
	w.size += len(line)
	w.lines++
	w.values += strictjson.Values(line)
}

// Full reports whether the record comes so near to the bounds of a record that the game must be stopped: there is room
// for one more answer, with what follows from it, and for the end.
func (w *Writer) Full() bool {
	return w.size > MaxFile-maxLine || w.lines > MaxLines-roomLines || w.values > maxValues-roomValues || w.day >= maxDay-1
}

// Flush writes the lines appended since the last Flush.
func (w *Writer) Flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.w.Write(w.buf)
		w.buf = w.buf[:0]
	}
	return w.err
}

func appendInput(b []byte, at int64, in *Input) []byte {
	a := &in.Action
	b = appendInt(append(b, `{"t":`...), at)
	b = appendText(append(b, `,"in":`...), a.Kind.String())
	if a.Kind == werewolf.Answer || a.Kind == werewolf.Fail {
		b = appendInt(append(b, `,"seat":`...), int64(a.Seat))
	}
	if a.Blamed != 0 {
		b = appendSeats(append(b, `,"seats":`...), a.Blamed)
	}
	if a.Kind == werewolf.Answer {
		b = appendText(append(b, `,"req":`...), a.Request.String())
	}
	if in.Raw != "" {
		b = appendText(append(b, `,"raw":`...), in.Raw)
	}
	if a.Target != 0 {
		b = appendInt(append(b, `,"target":`...), int64(a.Target))
	}
	if a.Missing {
		b = append(b, `,"missing":true`...)
	}
	if in.Fault != NoFault {
		b = appendText(append(b, `,"fault":`...), in.Fault.String())
	}
	return append(appendNotes(b, in.Notes), '}', '\n')
}

func appendNotes(b []byte, notes []Note) []byte {
	if len(notes) == 0 {
		return b
	}
	b = append(b, `,"notes":[`...)
	for i, n := range notes {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(append(b, `{"topic":`...), n.Topic)
		b = append(appendText(append(b, `,"text":`...), n.Text), '}')
	}
	return append(b, ']')
}

func (w *Writer) appendEvent(b []byte, at int64, e *werewolf.Event) []byte {
	b = appendInt(append(b, `{"t":`...), at)
	b = appendText(append(b, `,"ev":`...), e.Kind.String())
	b = appendInt(append(b, `,"day":`...), int64(e.Day))
	if e.Phase >= 0 {
		b = appendText(append(b, `,"phase":`...), w.rules.PhaseName(e.Phase))
	}
	b = optInt(b, `,"seat":`, int(e.Seat))
	b = optInt(b, `,"target":`, int(e.Target))
	b = optText(b, `,"role":`, w.rules.Table.Name(e.Role))
	b = optText(b, `,"species":`, e.Species.String())
	if e.Kind == werewolf.GameOver {
		b = appendText(append(b, `,"winner":`...), e.Winner.String())
		b = appendText(append(b, `,"end":`...), e.End.String())
	}
	b = optInt(b, `,"idx":`, e.Idx)
	b = optInt(b, `,"turn":`, e.Turn)
	b = optText(b, `,"text":`, e.Text)
	b = optFlag(b, `,"skip":true`, e.Skip)
	b = optFlag(b, `,"over":true`, e.Over)
	b = optFlag(b, `,"forced":true`, e.Forced)
	b = optFlag(b, `,"cut":true`, e.Cut)
	b = optFlag(b, `,"killed":true`, e.Killed)
	b = appendVotes(b, e.Votes)
	return append(w.appendAudience(b, e.Audience), '}', '\n')
}

func appendVotes(b []byte, votes []werewolf.Ballot) []byte {
	if len(votes) == 0 {
		return b
	}
	b = append(b, `,"votes":[`...)
	for i, v := range votes {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendInt(append(b, '['), int64(v.Seat))
		b = append(appendInt(append(b, ','), int64(v.Target)), ']')
	}
	return append(b, ']')
}

// appendAudience writes who may see the event: "all", a list of seats, or
// nothing for nobody.
func (w *Writer) appendAudience(b []byte, to werewolf.Audience) []byte {
	if to == werewolf.Nobody {
		return b
	}
	if to == werewolf.Everybody {
		return append(b, `,"to":"all"`...)
	}
	return appendSeats(append(b, `,"to":`...), to.Seats(w.players))
}

func appendSeats(b []byte, seats werewolf.SeatSet) []byte {
	between := byte('[')
	for id := range seats.All() {
		b = appendInt(append(b, between), int64(id))
		between = ','
	}
	if seats == 0 {
		b = append(b, between)
	}
	return append(b, ']')
}

func appendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

func optInt(b []byte, key string, n int) []byte {
	if n == 0 {
		return b
	}
	return appendInt(append(b, key...), int64(n))
}

func optText(b []byte, key, s string) []byte {
	if s == "" {
		return b
	}
	return appendText(append(b, key...), s)
}

func optFlag(b []byte, key string, on bool) []byte {
	if !on {
		return b
	}
	return append(b, key...)
}

const hexDigits = "0123456789abcdef"

// appendText writes a JSON string. Besides what JSON demands it escapes DEL and the C1 controls, so that a
// record printed to a terminal cannot steer it.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			b = append(b, s[from:i]...)
			b = appendEscape(b, rune(c))
			i++
			from = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || r >= 0x80 && r < 0xa0 || r == '\u2028' || r == '\u2029' {
			b = append(b, s[from:i]...)
			b = appendEscape(b, r)
			from = i + size
		}
		i += size
	}
	return append(append(b, s[from:]...), '"')
}

func appendEscape(b []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
