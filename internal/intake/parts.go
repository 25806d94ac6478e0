package intake

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/oklog/ulid/v2"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/english"
	"wolfden/werewolf"
)

// Kind says what a file holds. The zero Kind is unknown.
type Kind uint8

// The kinds of files, by how they begin; their names do not count.
const (
	Unknown Kind = iota
	Record
	Log
	Feed
	Communication
)

// KindOf tells the kind of a file from its beginning.
func KindOf(data []byte) Kind {
	start := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
	switch {
	case bytes.HasPrefix(start, []byte(`{"wolfden"`)):
		return Record
	case bytes.HasPrefix(start, []byte(`{"id":`)):
		return Feed
	case bytes.HasPrefix(start, []byte(`{`)):
		return Communication
	case len(start) > 1 && start[0] >= '0' && start[0] <= '9' && bytes.IndexByte(start[:min(len(start), 8)], ',') > 0:
		return Log
	default:
		return Unknown
	}
}

// Errors a caller decides on.
var (
	// ErrContradiction is returned for a game that the rules do not allow.
	ErrContradiction = errors.New("the rules contradict it")
	// ErrAlone is returned for a communication log without the contest log or the feed of its game.
	ErrAlone = errors.New("a communication log does not tell which of several players of a role sits where: give the contest log or the feed of the game with it, under the same name")
)

// Parts are the files of one game, nil where there is none.
type Parts struct {
	Record, Log, Feed, Communication []byte
}

// Add adds a file to the others. It reports false when there is one of its kind already.
func (p *Parts) Add(kind Kind, data []byte) bool {
	at := map[Kind]*[]byte{Record: &p.Record, Log: &p.Log, Feed: &p.Feed, Communication: &p.Communication}[kind]
	if at == nil || *at != nil {
		return false
	}
	*at = data
	return true
}

// Import makes the game's record: from a record itself, from the contest log, or else from the feed. The
// communication log or the feed adds the game's id and the characters' profiles; the former also adds the time
// when the game began. The notes say what was left out of an otherwise good game: lines of the log that no
// record can hold, files that add nothing.
func (p *Parts) Import() (rec *gamelog.Record, notes []string, err error) {
	switch {
	case p.Record != nil:
		rec, err = gamelog.Parse(p.Record)
		if err == nil {
			_, err = rec.Replay()
		}
		return rec, nil, err
	case p.Log != nil:
		rec, notes, err = fromLog(p.Log)
	case p.Feed != nil:
		rec, err = fromFeed(p.Feed)
	default:
		if _, err = contestlog.ReadCommunication(bytes.NewReader(p.Communication)); err == nil {
			err = ErrAlone
		}
	}
	if err != nil {
		return nil, nil, err
	}
	more, without := p.readAdditions(rec)
	notes = append(notes, without...)
	full, err := more.addTo(rec)
	if err != nil {
		return rec, append(notes, fmt.Sprintf("without id and profiles: %v", err)), nil
	}
	return full, notes, nil
}

// fromLog also returns what the record does not hold of the log.
func fromLog(data []byte) (*gamelog.Record, []string, error) {
	c, err := contestlog.Read(bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	rec, findings := c.Record()
	for _, f := range findings {
		if f.Severity == contestlog.Mismatch {
			return nil, nil, fmt.Errorf("%w: line %d: %s", ErrContradiction, f.Line, f.Text)
		}
	}
	if rec == nil {
		return nil, nil, fmt.Errorf("%w: the log does not tell who plays", ErrContradiction)
	}
	return rec, Unkept(c, rec), nil
}

// Unkept says, for people, what the record does not hold of the log: some lines of it, and how many more there
// are.
func Unkept(c *contestlog.Log, rec *gamelog.Record) (notes []string) {
	const some = 5
	findings := c.Unkept(rec)
	for i, f := range findings {
		if i == some {
			return append(notes, fmt.Sprintf("and %s more", english.Count(len(findings)-some, "line")))
		}
		notes = append(notes, fmt.Sprintf("line %d: %s", f.Line, f.Text))
	}
	return notes
}

// additions is what a contest log does not tell.
type additions struct {
	id       string
	started  int64
	profiles map[string]string // by name in the game
}

// readAdditions reads what the other files add.
func (p *Parts) readAdditions(rec *gamelog.Record) (x additions, notes []string) {
	x.profiles = map[string]string{}
	if p.Feed != nil {
		packets, err := readFeed(p.Feed)
		if err != nil {
			notes = append(notes, fmt.Sprintf("the feed adds nothing: %v", err))
		} else {
			x.id = packets[0].ID
			for _, a := range packets[0].Agents {
				x.profiles[a.Name] = a.Profile
			}
		}
	}
	if p.Communication == nil {
		return x, notes
	}
	c, err := contestlog.ReadCommunication(bytes.NewReader(p.Communication))
	if err == nil {
		err = sameTable(c, rec)
	}
	if err != nil {
		return x, append(notes, fmt.Sprintf("the communication log adds nothing: %v", err))
	}
	x.id = c.GameID
	for name, profile := range c.Profiles() {
		if profile != "" {
			x.profiles[name] = profile
		}
	}
	for i := range c.Entries {
		if at := c.Entries[i].RequestTimestamp; at > 0 && (x.started == 0 || at < x.started) {
			x.started = at
		}
	}
	return x, notes
}

// sameTable reports whether a communication log can belong to the game, because files may have been mixed up.
func sameTable(c *contestlog.Communication, rec *gamelog.Record) error {
	if len(c.Agents) != len(rec.Header.Seats) {
		return fmt.Errorf("it has %d players, the game %d", len(c.Agents), len(rec.Header.Seats))
	}
	for i := range c.Agents {
		if c.Agents[i].Role != rec.Header.Seats[i].Role {
			return fmt.Errorf("seat %d is %s in it, but %s in the game", i+1, c.Agents[i].Role, rec.Header.Seats[i].Role)
		}
	}
	return nil
}

// addTo returns the record with the additions. It plays the game again, because players are told profiles.
func (x *additions) addTo(rec *gamelog.Record) (*gamelog.Record, error) {
	h := rec.Header
	h.Seats = append([]werewolf.Seat(nil), h.Seats...)
	for i := range h.Seats {
		h.Seats[i].Profile = cmp.Or(h.Seats[i].Profile, x.profiles[h.Seats[i].Name])
	}
	if _, err := ulid.ParseStrict(x.id); err == nil {
		h.ID = x.id
	}
	h.Started = cmp.Or(h.Started, x.started)
	g, err := h.Game()
	if err != nil {
		return nil, err
	}
	full := &gamelog.Record{Header: h}
	seen, at := 0, int64(0)
	tell := func() {
		for ; seen < len(g.Log()); seen++ {
			full.Entries = append(full.Entries, gamelog.Entry{At: at, Event: &g.Log()[seen]})
		}
	}
	tell()
	for _, e := range rec.Entries {
		if e.Input == nil {
			continue
		}
		at = e.At
		full.Entries = append(full.Entries, e)
		if err := g.Apply(e.Input.Action); err != nil {
			return nil, err
		}
		tell()
	}
	_, err = full.Replay()
	return full, err
}

// Key identifies a game by who played what and how it went. It is the same for a game's contest log and its
// feed, whatever their ids and profiles.
func Key(rec *gamelog.Record) ([sha256.Size]byte, error) {
	bare := *rec
	bare.Header.Foreign = false // so that the log says nothing of the server it came from
	bare.Header.Seats = append([]werewolf.Seat(nil), rec.Header.Seats...)
	for i := range bare.Header.Seats {
		s := &bare.Header.Seats[i]
		s.Team = cmp.Or(s.Team, strings.TrimRight(s.Client, "0123456789"))
		s.Client = ""
	}
	var text bytes.Buffer
	err := contestlog.Write(&text, &bare)
	return sha256.Sum256(text.Bytes()), err
}
