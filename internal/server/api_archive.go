package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// indexFile is the index of a folder of records: a line a game. A game stands
// in it when nothing of it is left to be done. Without the file it is made anew.
const indexFile = "index.ndjson"

// summary is what is kept in memory of a game that is over.
type summary struct {
	ID      string        `json:"game"`
	Started int64         `json:"started"` // Unix milliseconds
	Ended   int64         `json:"ended"`
	Entries int           `json:"entries"`
	Winner  werewolf.Team `json:"winner"`
	End     werewolf.End  `json:"end"`
	Seats   []seatSummary `json:"seats"`
}

// seatSummary is what is kept of a player.
type seatSummary struct {
	Team   string         `json:"team"`
	Role   werewolf.Role  `json:"role"`
	Faults map[string]int `json:"faults,omitempty"`
	// Requests were asked of it, of which it answered Errors not or too late. Gone
	// says that it was gone for good.
	Requests int  `json:"requests,omitempty"`
	Errors   int  `json:"errors,omitempty"`
	Gone     bool `json:"gone,omitempty"`
}

// tally is what a team has done in the games that are over.
type tally struct {
	Team   string         `json:"team"`
	Games  int            `json:"games"`
	Failed int            `json:"failed"` // games that ended without a result
	Seats  int            `json:"seats"`  // players, of which a game may have several
	Wins   int            `json:"wins"`   // of these, by the side they were on
	Faults map[string]int `json:"faults"`
}

// faultNames are the faults a team is told of, as records call them.
func faultNames() []string { return []string{"illegal", "unparsable", "late", "lost", "crashed"} }

func newTally(team string) *tally {
	t := &tally{Team: team, Faults: map[string]int{}}
	for _, name := range faultNames() {
		t.Faults[name] = 0
	}
	return t
}

// add sums up.
func (t *tally) add(o *tally) {
	t.Games += o.Games
	t.Failed += o.Failed
	t.Seats += o.Seats
	t.Wins += o.Wins
	for name, n := range o.Faults {
		t.Faults[name] += n
	}
}

// summarize is the summary of a game that is over.
func summarize(h *gamelog.Header, entries []gamelog.Entry) *summary {
	s := &summary{ID: h.ID, Started: h.Started, Ended: h.Started, Entries: len(entries)}
	roles := rolesOf(h, entries)
	for i := range h.Seats {
		s.Seats = append(s.Seats, seatSummary{Team: h.Seats[i].Team, Role: roles[i+1]})
	}
	for _, e := range entries {
		s.Ended = max(s.Ended, h.Started+e.At)
		switch {
		case e.Input != nil:
			s.fault(e.Input)
		case e.Event.Kind == werewolf.GameOver:
			s.Winner, s.End = e.Event.Winner, e.Event.End
		default:
		}
	}
	return s
}

func (s *summary) fault(in *gamelog.Input) {
	seat := int(in.Action.Seat) - 1
	if seat < 0 || seat >= len(s.Seats) {
		return
	}
	p := &s.Seats[seat]
	switch in.Action.Kind {
	case werewolf.Answer:
		p.Requests++
		if in.Fault == gamelog.Late || in.Fault == gamelog.Lost || in.Fault == gamelog.Crashed {
			p.Errors++
		}
	case werewolf.Fail:
		p.Gone = true
	default:
	}
	if !counts(in) {
		return
	}
	if p.Faults == nil {
		p.Faults = map[string]int{}
	}
	p.Faults[in.Fault.String()]++
}

// teams are the teams of the game, sorted, each once.
func (s *summary) teams() []string {
	var teams []string
	for _, p := range s.Seats {
		teams = append(teams, p.Team)
	}
	slices.Sort(teams)
	return slices.Compact(teams)
}

// archive knows the games of one track that are over. It is safe for concurrent
// use.
type archive struct {
	dir string

	mu    sync.RWMutex
	games []*summary // by id, which is by age
	teams map[string]*tally
	lines sync.Mutex // one line at a time
}

func newArchive(dir string) *archive { return &archive{dir: dir, teams: map[string]*tally{}} }

func byID(s *summary, id string) int { return cmp.Compare(s.ID, id) }

// add takes in a game, once.
func (a *archive) add(s *summary) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, known := slices.BinarySearchFunc(a.games, s.ID, byID)
	if known {
		return
	}
	a.games = slices.Insert(a.games, at, s)
	for _, team := range s.teams() {
		t := a.teams[team]
		if t == nil {
			t = newTally(team)
			a.teams[team] = t
		}
		t.Games++
		if s.End == werewolf.Failure {
			t.Failed++
		}
	}
	for _, p := range s.Seats {
		t := a.teams[p.Team]
		t.Seats++
		if s.Winner != werewolf.NoTeam && werewolf.StandardRoles().Team(p.Role) == s.Winner {
			t.Wins++
		}
		for name, n := range p.Faults {
			t.Faults[name] += n
		}
	}
}

// game is the summary of a game, nil when there is none.
func (a *archive) game(id string) *summary {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if at, ok := slices.BinarySearchFunc(a.games, id, byID); ok {
		return a.games[at]
	}
	return nil
}

// latest are the games older than the id, of all with "", that are wanted: the
// latest first, at most so many.
func (a *archive) latest(before string, most int, wanted func(*summary) bool) []*summary {
	a.mu.RLock()
	defer a.mu.RUnlock()
	n := len(a.games)
	if before != "" {
		n, _ = slices.BinarySearchFunc(a.games, before, byID)
	}
	var games []*summary
	for _, s := range slices.Backward(a.games[:n]) {
		if len(games) == most {
			break
		}
		if wanted(s) {
			games = append(games, s)
		}
	}
	return games
}

// addTo adds the teams' tallies to those of other tracks.
func (a *archive) addTo(all map[string]*tally) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for team, t := range a.teams {
		if all[team] == nil {
			all[team] = newTally(team)
		}
		all[team].add(t)
	}
}

// file writes a game's line of the index.
func (a *archive) file(id string) error {
	line, err := json.Marshal(a.game(id))
	if err != nil {
		return err
	}
	return a.write(append(line, '\n'))
}

func (a *archive) write(b []byte) error {
	a.lines.Lock()
	defer a.lines.Unlock()
	f, err := os.OpenFile(filepath.Join(a.dir, indexFile), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}

// open reads the index and the records that are missing in it. unfiled is
// given each of those that ended when the last server did. Where there is no
// index yet the games are old ones, and nothing is left to be done.
func (a *archive) open(unfiled func(*gamelog.Record)) error {
	fresh, err := a.read()
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(a.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		id, isRecord := strings.CutSuffix(e.Name(), gamelog.Extension)
		if !isRecord || !gameID(id) || a.game(id) != nil {
			continue
		}
		rec, err := gamelog.ReadFile(filepath.Join(a.dir, e.Name()))
		if err != nil || rec.Header.ID != id {
			continue // not a record of ours; to judge it is for verify
		}
		a.add(summarize(&rec.Header, rec.Entries))
		if !fresh {
			unfiled(rec)
		} else if err := a.file(id); err != nil {
			return err
		}
	}
	return nil
}

// read reads the index, or begins one. A line that a crash tore is closed, and
// its game is as one without a line.
func (a *archive) read() (fresh bool, err error) {
	data, err := os.ReadFile(filepath.Join(a.dir, indexFile))
	if errors.Is(err, fs.ErrNotExist) {
		return true, a.write(nil)
	}
	if err != nil {
		return false, err
	}
	for line := range bytes.Lines(data) {
		var s summary
		if json.Unmarshal(line, &s) == nil && gameID(s.ID) {
			a.add(&s)
		}
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		return false, a.write([]byte{'\n'})
	}
	return false, nil
}
