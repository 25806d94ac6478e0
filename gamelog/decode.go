package gamelog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"wolfden/internal/strictjson"
	"wolfden/werewolf"
)

// recordLine is the JSON form of every line after the header.
type recordLine struct {
	At      int64               `json:"t"`
	In      *string             `json:"in"`
	Request string              `json:"req"`
	Raw     string              `json:"raw"`
	Missing bool                `json:"missing"`
	Fault   string              `json:"fault"`
	Notes   []Note              `json:"notes"`
	Event   *werewolf.EventKind `json:"ev"`
	Day     int                 `json:"day"`
	Phase   string              `json:"phase"`
	Seat    werewolf.SeatID     `json:"seat"`
	Target  werewolf.SeatID     `json:"target"`
	Role    string              `json:"role"`
	Species werewolf.Species    `json:"species"`
	Winner  *werewolf.Team      `json:"winner"`
	End     werewolf.End        `json:"end"`
	Idx     int                 `json:"idx"`
	Turn    int                 `json:"turn"`
	Text    string              `json:"text"`
	Skip    bool                `json:"skip"`
	Over    bool                `json:"over"`
	Forced  bool                `json:"forced"`
	Cut     bool                `json:"cut"`
	Killed  bool                `json:"killed"`
	Votes   [][2]werewolf.SeatID
	To      *audience `json:"to"`
	Seats   seats     `json:"seats"`
}

// Read reads a native record to its last whole line. It fails with ErrNoRecord
// when there is no whole header, with ErrNewer when a newer program wrote it,
// and with the line number when a line in the middle is broken.
func Read(r io.Reader) (*Record, error) {
	data, err := readAll(r, 0)
	if err != nil {
		return nil, err
	}
	return Parse(data)
}

// Parse is Read for data in memory.
func Parse(data []byte) (*Record, error) {
	rec := &Record{}
	for n, rest := 1, data; len(rest) > 0; n++ {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			rec.Torn = true
			break
		}
		held, err := rec.addLine(n, rest[:end])
		if rec.values += held; err == nil && rec.values > maxValues {
			err = fmt.Errorf("more than %d values in all; no game has", maxValues)
		}
		if err != nil {
			return nil, damaged(n, err)
		}
		rest = rest[end+1:]
		rec.Whole = int64(len(data) - len(rest))
	}
	switch {
	case len(data) == 0:
		return nil, fmt.Errorf("%w: the file is empty", ErrNoRecord)
	case rec.Whole > 0:
	case tornHeader(data):
		return nil, fmt.Errorf("%w: its header is torn after %d bytes, so the game had not begun; delete the file", ErrNoRecord, len(data))
	default:
		return nil, fmt.Errorf("line 1: %w: the first line is not a wolfden header", ErrNoRecord)
	}
	return rec, nil
}

// Entries yields the entries of a record one by one, to its last whole line, and keeps none of them. The first error is the last
// that it yields.
func Entries(r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		rec, lines := &Record{}, bufio.NewReader(r)
		for n := 1; ; n++ {
			line, err := lines.ReadBytes('\n')
			if errors.Is(err, io.EOF) {
				return
			}
			if err == nil {
				if _, err = rec.addLine(n, line[:len(line)-1]); err != nil {
					err = damaged(n, err)
				}
			}
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, e := range rec.Entries {
				if !yield(e, nil) {
					return
				}
			}
			rec.Entries = rec.Entries[:0]
		}
	}
}

// damaged returns the error about line n. A damaged header loses the record; damage further on leaves a usable
// record before it.
func damaged(n int, err error) error {
	if n == 1 {
		return fmt.Errorf("line 1: %w", err)
	}
	return fmt.Errorf("line %d: %w; the record is damaged there: what comes before can be cut out and used", n, err)
}

// tornHeader reports whether a line without an end may be the beginning of a header.
func tornHeader(data []byte) bool {
	begin := []byte(`{"wolfden":`)
	n := min(len(begin), len(data))
	return bytes.Equal(data[:n], begin[:n])
}

// addLine parses line n, adds it to the record and returns how many values it holds.
func (r *Record) addLine(n int, text []byte) (values int, err error) {
	switch {
	case n == 1:
		if values, err = checkSize(text, maxHeader, maxHeaderValues); err == nil {
			err = r.Header.parse(text)
		}
		return values, err
	case n > MaxLines:
		return 0, fmt.Errorf("a game never has more than %d lines", MaxLines)
	}
	if values, err = checkSize(text, maxLine, maxLineValues); err != nil {
		return values, err
	}
	e, err := parseLine(text, &r.Header.Rules)
	if err == nil {
		err = e.check()
	}
	if err == nil {
		r.Entries = append(r.Entries, e)
	}
	return values, err
}

// check refuses days and seats that no game has.
func (e *Entry) check() error {
	if e.Event != nil && (e.Event.Day < 0 || e.Event.Day > maxDay) {
		return fmt.Errorf("day %d; no game lasts longer than to day %d", e.Event.Day, maxDay)
	}
	for id := range e.seats {
		if id < 0 || id > werewolf.MaxSeats {
			return fmt.Errorf("there is no seat %d; at most %d can play", id, werewolf.MaxSeats)
		}
	}
	return nil
}

// seats yields the seats that the entry names.
func (e *Entry) seats(yield func(werewolf.SeatID) bool) {
	if in := e.Input; in != nil {
		_ = yield(in.Action.Seat) && yield(in.Action.Target)
		return
	}
	if !yield(e.Event.Seat) || !yield(e.Event.Target) {
		return
	}
	for _, v := range e.Event.Votes {
		if !yield(v.Seat) || !yield(v.Target) {
			return
		}
	}
}

// parse reads the header. It looks at the version first, so that a newer header is reported as such whatever
// else it holds.
func (h *Header) parse(text []byte) error {
	var v struct {
		Version *int `json:"wolfden"`
	}
	if err := json.Unmarshal(text, &v); err != nil || v.Version == nil {
		return fmt.Errorf("%w: the first line is not a wolfden header", ErrNoRecord)
	}
	if *v.Version > BranchVersion {
		return fmt.Errorf("%w (its version is %d, this program reads up to %d): update wolfden", ErrNewer, *v.Version, BranchVersion)
	}
	if err := strictjson.Read(text, h); err != nil {
		return err
	}
	if h.Version < 1 {
		return fmt.Errorf("%w: version %d does not exist", ErrNoRecord, h.Version)
	}
	for i, b := range h.Branches {
		if h.Version < BranchVersion || b.Entries < 0 || b.Draws < 0 {
			return fmt.Errorf("branches: number %d of a record of version %d: entries and draws are 0 or more, and version %d is the first with branches", i+1, h.Version, BranchVersion)
		}
	}
	if len(h.Seats) > werewolf.MaxSeats {
		return fmt.Errorf("seats: %d, at most %d can play", len(h.Seats), werewolf.MaxSeats)
	}
	for role, n := range h.Rules.Roles {
		if n < 0 || n > werewolf.MaxSeats { // each by itself: numbers large enough overflow the total
			return fmt.Errorf("rules: %d players are %s, at most %d can play", n, h.Rules.Table.Name(werewolf.Role(role)), werewolf.MaxSeats)
		}
	}
	if n := h.Rules.Players(); n > werewolf.MaxSeats {
		return fmt.Errorf("rules: %d players, at most %d can play", n, werewolf.MaxSeats)
	}
	return nil
}

func parseLine(text []byte, rules *werewolf.Rules) (Entry, error) {
	var l recordLine
	if err := strictjson.Read(text, &l); err != nil {
		return Entry{}, err
	}
	switch {
	case l.In != nil && l.Event != nil:
		return Entry{}, fmt.Errorf("both an input and an event")
	case l.Event != nil && *l.Event == werewolf.NoEvent:
		return Entry{}, fmt.Errorf("an event of no kind")
	case l.In != nil:
		in, err := l.input()
		return Entry{At: l.At, Input: in}, err
	case l.Event != nil:
		e, err := l.event(rules)
		return Entry{At: l.At, Event: e}, err
	default:
		return Entry{}, fmt.Errorf("neither an input nor an event")
	}
}

func (l *recordLine) input() (*Input, error) {
	var kind werewolf.ActionKind
	if err := kind.UnmarshalText([]byte(*l.In)); err != nil {
		return nil, err
	}
	in := &Input{Raw: l.Raw, Notes: l.Notes, Action: werewolf.Action{Kind: kind, Seat: l.Seat, Target: l.Target, Missing: l.Missing, Blamed: werewolf.SeatSet(l.Seats)}}
	if l.Request != "" {
		if err := in.Action.Request.UnmarshalText([]byte(l.Request)); err != nil {
			return nil, err
		}
	}
	if in.Action.Request.Speaks() {
		in.Action.Text = l.Raw
	}
	var err error
	in.Fault, err = parseFault(l.Fault)
	return in, err
}

func (l *recordLine) event(rules *werewolf.Rules) (*werewolf.Event, error) {
	phase, err := phaseIndex(rules, l.Phase)
	if err != nil {
		return nil, err
	}
	role, err := rules.Table.Parse(l.Role)
	if err != nil {
		return nil, err
	}
	e := &werewolf.Event{
		Kind: *l.Event, Day: l.Day, Phase: phase, Seat: l.Seat, Target: l.Target,
		Role: role, Species: l.Species, End: l.End, Idx: l.Idx, Turn: l.Turn, Text: l.Text,
		Skip: l.Skip, Over: l.Over, Forced: l.Forced, Cut: l.Cut, Killed: l.Killed,
	}
	if l.Winner != nil {
		e.Winner = *l.Winner
	}
	for _, v := range l.Votes {
		e.Votes = append(e.Votes, werewolf.Ballot{Seat: v[0], Target: v[1]})
	}
	if l.To != nil {
		e.Audience = werewolf.Audience(*l.To)
	}
	if strangers := werewolf.SeatSet(e.Audience) &^ werewolf.SeatsUpTo(max(0, rules.Players())); e.Audience != werewolf.Everybody && strangers != 0 {
		return nil, fmt.Errorf("audience: no seat %d", strangers.First())
	}
	return e, nil
}

// phaseIndex is the index of a phase by its name, -1 for none.
func phaseIndex(r *werewolf.Rules, name string) (int8, error) {
	if name == "" {
		return -1, nil
	}
	for i := range len(r.DayPhases) + len(r.NightPhases) {
		if r.PhaseName(int8(i)) == name {
			return int8(i), nil
		}
	}
	return 0, fmt.Errorf("the rules know no phase %q", name)
}

// audience reads what appendAudience writes.
type audience werewolf.Audience

// UnmarshalJSON reads "all" or a list of seats.
func (a *audience) UnmarshalJSON(b []byte) error {
	if string(b) == `"all"` {
		*a = audience(werewolf.Everybody)
		return nil
	}
	var set seats
	if err := set.UnmarshalJSON(b); err != nil {
		return fmt.Errorf("audience: %w", err)
	}
	*a = audience(werewolf.Only(werewolf.SeatSet(set)))
	return nil
}

// seats reads what appendSeats writes.
type seats werewolf.SeatSet

// UnmarshalJSON reads a list of seats.
func (s *seats) UnmarshalJSON(b []byte) error {
	var list []werewolf.SeatID
	if err := json.Unmarshal(b, &list); err != nil {
		return errors.New("no list of seats")
	}
	*s = 0
	for _, id := range list {
		if id < 1 || id > werewolf.MaxSeats {
			return fmt.Errorf("no seat %d", id)
		}
		*s = seats(werewolf.SeatSet(*s).With(id))
	}
	return nil
}
