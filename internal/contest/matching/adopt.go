package matching

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/secret"
	"wolfden/internal/teamname"
	"wolfden/werewolf"
)

// JournalExtension is what the name of a journal has behind that of the schedule it takes over.
const JournalExtension = ".journal"

// Foreign is a schedule as the organisers' server keeps it, with what was played of it: their match_optimizer.json. It
// is only ever read.
type Foreign struct {
	teams int
	games int                 // of one round
	roles werewolf.RoleCounts // of one game
	names []string            // of the slots, "" for one that nobody has yet
	ended []foreignMatch
	left  []foreignMatch // by weight, the heaviest first, then as they stand in the file
}

// foreignMatch is the slots that have each role.
type foreignMatch struct {
	roles  map[werewolf.Role][]slot
	weight float64
}

// ErrNotForeign is wrapped by ReadForeign for data that is no schedule of the organisers' server.
var ErrNotForeign = errors.New("no schedule of the organisers' server")

// maxForeign is the longest file that is read: some ten times the largest contest.
const maxForeign = 64 << 20

// ReadForeign reads a schedule of the organisers' server. The error wraps ErrNotForeign when it is none, and
// fs.ErrNotExist when there is no file; any other names what is wrong with it.
func ReadForeign(path string) (*Foreign, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxForeign {
		return nil, fmt.Errorf("%s: %w", path, ErrNotForeign)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := parseForeign(data)
	if err != nil {
		return nil, fmt.Errorf("schedule %s: %w", path, err)
	}
	return f, nil
}

// foreignFile is the file, field by field.
type foreignFile struct {
	Teams     *int                `json:"team_count"`
	Games     *int                `json:"game_count"`
	Roles     map[string]int      `json:"role_num_map"`
	Names     map[string]string   `json:"idx_team_map"`
	Ended     []map[string][]slot `json:"ended_matches"`
	Scheduled []struct {
		Roles  map[string][]slot `json:"role_idxs"`
		Weight float64           `json:"weight"`
	} `json:"scheduled_matches"`
}

func parseForeign(data []byte) (*Foreign, error) {
	var file foreignFile
	if !bytes.Contains(data, []byte(`"scheduled_matches"`)) {
		return nil, ErrNotForeign
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("it is torn or changed by hand: %w", err)
	}
	if file.Teams == nil || file.Games == nil || file.Roles == nil {
		return nil, ErrNotForeign
	}
	f := &Foreign{teams: *file.Teams, games: *file.Games}
	for name, n := range file.Roles {
		role, err := werewolf.StandardRoles().Parse(name)
		if err != nil || n < 0 || n > werewolf.MaxSeats {
			return nil, fmt.Errorf("role_num_map: %d players with role %q", n, name)
		}
		f.roles[role] = n
	}
	spec := Spec{Teams: f.teams, Games: f.games, Roles: f.roles}
	if err := spec.check(); err != nil {
		return nil, err
	}
	if err := f.name(file.Names); err != nil {
		return nil, err
	}
	return f, f.addMatches(&file)
}

func (f *Foreign) name(names map[string]string) error {
	f.names = make([]string, f.teams)
	for text, name := range names {
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 || i >= f.teams {
			return fmt.Errorf("idx_team_map: team %q has the number %q, which is none of %d", name, text, f.teams)
		}
		if err := cmp.Or(checkName(name), teamname.Check(name)); err != nil {
			return fmt.Errorf("idx_team_map: team %d: %w", i, err)
		}
		if slices.Contains(f.names, name) {
			return fmt.Errorf("idx_team_map: two teams are named %q", name)
		}
		f.names[i] = name
	}
	return nil
}

// addMatches reads the matches: those that are over, and those to come in the order in which the other server tries them.
func (f *Foreign) addMatches(file *foreignFile) error {
	for i, roles := range file.Ended {
		m, err := f.match(roles, 1)
		if err != nil {
			return fmt.Errorf("ended_matches[%d]: %w", i, err)
		}
		for _, slots := range m.roles {
			if slices.ContainsFunc(slots, func(s slot) bool { return f.names[s] == "" }) {
				return fmt.Errorf("ended_matches[%d]: a team played that idx_team_map does not name", i)
			}
		}
		f.ended = append(f.ended, m)
	}
	for i, s := range file.Scheduled {
		m, err := f.match(s.Roles, s.Weight)
		if err != nil {
			return fmt.Errorf("scheduled_matches[%d]: %w", i, err)
		}
		f.left = append(f.left, m)
	}
	switch n := len(f.ended) + len(f.left); {
	case n > 0 && n < f.games:
		f.games = n // the other server took out what was played elsewhere (-r); the rest is a round of its own
	case n == 0 || n%f.games != 0:
		return fmt.Errorf("it holds %d matches, which make no whole rounds of %d (game_count); was it changed by hand?", n, f.games)
	}
	slices.SortStableFunc(f.left, func(a, b foreignMatch) int { return cmp.Compare(b.weight, a.weight) })
	return nil
}

func (f *Foreign) match(roles map[string][]slot, weight float64) (foreignMatch, error) {
	m := foreignMatch{roles: map[werewolf.Role][]slot{}, weight: weight}
	if math.IsNaN(weight) {
		return m, errors.New("its weight is no number")
	}
	var counts werewolf.RoleCounts
	var seated []slot
	for name, slots := range roles {
		role, err := werewolf.StandardRoles().Parse(name)
		if err != nil {
			return m, fmt.Errorf("%q is no role", name)
		}
		for _, s := range slots {
			if s < 0 || int(s) >= f.teams || slices.Contains(seated, s) {
				return m, fmt.Errorf("team %d is none of %d, or sits there twice", s, f.teams)
			}
			seated = append(seated, s)
		}
		counts[role] += len(slots)
		m.roles[role] = append(m.roles[role], slots...)
	}
	if counts != f.roles {
		return m, fmt.Errorf("its roles are %v, not %v", counts, f.roles)
	}
	return m, nil
}

// Played and Left count the matches that are over and those to come.
func (f *Foreign) Played() int { return len(f.ended) }

// Left counts the matches to come.
func (f *Foreign) Left() int { return len(f.left) }

// Adopt begins a journal in which the schedule goes on: its teams keep their slots, what was played is finished, what is
// left is played in the order in which the other server would try it. The journal is there whole or not at all, so that
// a crash on the way is mended by calling it again. It is refused when the schedule is of another contest than the spec,
// and when the journal is there already.
func (f *Foreign) Adopt(path string, spec Spec, at time.Time) error {
	if err := f.fits(&spec); err != nil {
		return err
	}
	spec.Names = f.seat(spec.Names)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, cmp.Or(err, fs.ErrExist))
	}
	if err := sweepDrafts(path); err != nil {
		return err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+draftMark+"*")
	if err != nil {
		return err
	}
	name := draft.Name()
	defer func() { _ = os.Remove(name) }() // when it has its place, nothing is there
	if err := draft.Close(); err != nil {
		return err
	}
	j := &Journal{begin: func(j *Journal) error { return f.fill(j, at) }}
	var file *os.File
	j, err = j.open(name, spec, func(d *os.File) disk { file = d; return unhurried{d} })
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Chmod(0o600), j.Close()); err != nil {
		return err
	}
	if err := os.Link(name, path); err != nil { // fails where somebody was faster
		return err
	}
	return syncDir(filepath.Dir(path))
}

// draftMark stands in the name of a draft, behind that of its journal.
const draftMark = ".draft-"

// sweepDrafts removes what crashes left. Who is at work on one at this moment has to begin anew.
func sweepDrafts(path string) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(path)+draftMark) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return err
}

// unhurried is a draft, which is on the platter before it gets its name and need not be there sooner.
type unhurried struct{ *os.File }

// Sync does nothing yet.
func (unhurried) Sync() error { return nil }

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = dir.Sync() // not everywhere possible; then a crash undoes the adoption as a whole
	return dir.Close()
}

// fits reports what keeps the schedule from being that of the contest.
func (f *Foreign) fits(spec *Spec) error {
	var all []error
	differ := func(what string, theirs, now int) {
		if theirs != now {
			all = append(all, fmt.Errorf("%s: %d in the schedule, %d now", what, theirs, now))
		}
	}
	differ("number of teams", f.teams, spec.Teams)
	differ("games a round", f.games, spec.Games)
	for _, r := range (f.roles.InPlay() | spec.Roles.InPlay()).Slice() {
		differ("players with role "+r.String(), f.roles[r], spec.Roles[r])
	}
	for _, name := range f.names {
		if name != "" && len(spec.Names) > 0 && !slices.Contains(spec.Names, name) {
			all = append(all, fmt.Errorf("team %q: in the schedule, missing now", name))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("the schedule is of another contest; use its settings or another file:\n%w", errors.Join(all...))
}

// seat gives named teams the slots that they have in the schedule, the others those that are free.
func (f *Foreign) seat(names []string) (seated []string) {
	if len(names) == 0 {
		return nil
	}
	var others []string
	for _, name := range names {
		if !slices.Contains(f.names, name) {
			others = append(others, name)
		}
	}
	for _, name := range f.names {
		if name == "" {
			name, others = others[0], others[1:]
		}
		seated = append(seated, name)
	}
	return seated
}

// fill books all that the schedule says into a journal that has only its header.
func (f *Foreign) fill(j *Journal, at time.Time) error {
	if err := j.drawKey(); err != nil {
		return err
	}
	all := slices.Concat(f.ended, f.left)
	for i := 0; i < len(all); i += f.games {
		n := &journalLine{Do: doRound, Round: i/f.games + 1}
		for k, m := range all[i : i+f.games] {
			n.Matches = append(n.Matches, m.write(j.ledger.chance(), n.Round, k+1))
		}
		if err := j.book(n); err != nil {
			return err
		}
	}
	for i, name := range f.names {
		slot := slot(i)
		if name == "" || slices.Contains(j.ledger.names, name) {
			continue
		}
		if err := j.book(&journalLine{Do: doBind, At: at.UnixMilli(), Slot: &slot, Team: name}); err != nil {
			return err
		}
	}
	for i, e := range slices.Clone(j.ledger.matches) {
		end := doFinish
		if i >= len(f.ended) {
			// A match of less than full weight failed there: its players know their roles.
			if end = doFail; all[i].weight >= 1 || j.ledger.checkBound(e) != nil {
				continue
			}
		}
		game := fmt.Sprintf("elsewhere-%s", e.ID)
		for _, do := range []do{doStart, end} {
			if err := j.book(&journalLine{Do: do, At: at.UnixMilli(), Match: e.ID, Game: game}); err != nil {
				return err
			}
		}
	}
	return nil
}

// write is the match as a journal has it. Who sits where is drawn: were it by role, seats would tell roles. So is the
// id, from which nobody shall learn anything either.
func (m *foreignMatch) write(key secret.Key, round, number int) written {
	var chairs []chair
	for _, role := range werewolf.StandardRoles().Roles() {
		for _, s := range m.roles[role] {
			chairs = append(chairs, chair{s, role})
		}
	}
	shuffle(&dice{key.Stream("adopted seats", round, number)}, chairs)
	return write(plannedMatch{ID: ID(fmt.Sprintf("%d-%04d-%016x", round, number, key.Seed("adopted match", round, number))), Chairs: chairs})
}
