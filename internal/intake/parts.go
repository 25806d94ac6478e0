package intake

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/english"
	"wolfden/werewolf"
)

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
	// Other is what Import has found to be of another game: a log beside a record, a feed beside a log.
	Other []chronicle.Format
}

// Add adds a file to the others. It reports false when there is one of its kind already.
func (p *Parts) Add(kind chronicle.Format, data []byte) bool {
	at := map[chronicle.Format]*[]byte{
		chronicle.NativeRecord: &p.Record, chronicle.ContestLog: &p.Log, chronicle.Feed: &p.Feed,
		chronicle.CommunicationLog: &p.Communication,
	}[kind]
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
	if p.Record != nil {
		rec, err = fromRecord(p.Record)
		if err == nil && p.Log != nil {
			if other, _, err := fromLog(p.Log); err != nil || !samePlayers(rec, other) {
				p.Other = append(p.Other, chronicle.ContestLog)
			}
		}
		if err == nil || p.Log == nil && p.Feed == nil {
			return rec, nil, err
		}
		notes = append(notes, fmt.Sprintf("the record of its name is passed over: %v", err))
	}
	var without []string
	switch {
	case p.Log != nil:
		rec, without, err = fromLog(p.Log)
	case p.Feed != nil:
		rec, err = fromFeed(p.Feed)
	default:
		if _, err = contestlog.ReadCommunication(bytes.NewReader(p.Communication)); err == nil {
			err = ErrAlone
		}
	}
	notes = append(notes, without...)
	if err != nil {
		return nil, notes, err
	}
	more, without := p.readAdditions(rec)
	notes = append(notes, without...)
	full, err := more.addTo(rec)
	if err != nil {
		return rec, append(notes, fmt.Sprintf("without id and profiles: %v", err)), nil
	}
	return full, notes, nil
}

func fromRecord(data []byte) (*gamelog.Record, error) {
	rec, err := gamelog.Parse(data)
	if err == nil {
		_, err = rec.Replay()
	}
	return rec, err
}

// fromFeed plays the game of a feed.
func fromFeed(data []byte) (*gamelog.Record, error) {
	f, err := contestlog.ReadFeed(data)
	if err != nil {
		return nil, err
	}
	rec, findings := f.Record()
	return rec, contradiction(rec, findings)
}

// fromLog also returns what the record does not hold of the log.
func fromLog(data []byte) (*gamelog.Record, []string, error) {
	c, err := contestlog.Read(bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	rec, findings := c.Record()
	if err := contradiction(rec, findings); err != nil {
		return nil, nil, err
	}
	return rec, Unkept(c, rec), nil
}

func contradiction(rec *gamelog.Record, findings []contestlog.Finding) error {
	for _, f := range findings {
		if f.Severity == contestlog.Mismatch {
			return fmt.Errorf("%w: line %d: %s", ErrContradiction, f.Line, f.Text)
		}
	}
	if rec == nil {
		return fmt.Errorf("%w: the log does not tell who plays", ErrContradiction)
	}
	return nil
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
		f, err := contestlog.ReadFeed(p.Feed)
		if err == nil {
			if err = sameAgents(f, rec); err != nil {
				p.Other = append(p.Other, chronicle.Feed)
			}
		}
		if err != nil {
			notes = append(notes, fmt.Sprintf("the feed adds nothing: %v", err))
		} else {
			x.id = f.ID
			for _, a := range f.Agents {
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

// samePlayers reports whether two records can be of one game, by roles and names, which old logs do not have.
func samePlayers(rec, log *gamelog.Record) bool {
	return slices.EqualFunc(rec.Header.Seats, log.Header.Seats, func(a, b werewolf.Seat) bool {
		return a.Role == b.Role && (a.Name == b.Name || strings.HasPrefix(b.Name, "Agent["))
	})
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

// sameAgents reports whether a feed can belong to the game, by the names of its players, in which a contest log has no commas.
func sameAgents(f *contestlog.Feed, rec *gamelog.Record) error {
	if len(f.Agents) != len(rec.Header.Seats) {
		return fmt.Errorf("it has %d players, the game %d", len(f.Agents), len(rec.Header.Seats))
	}
	for i := range f.Agents {
		told, name := strings.ReplaceAll(werewolf.Clean(f.Agents[i].Name), ",", ";"), rec.Header.Seats[i].Name
		if unnamed := fmt.Sprintf("Agent[%02d]", i+1); told != name && name != unnamed {
			return fmt.Errorf("seat %d is %q in it, but %q in the game", i+1, told, name)
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
