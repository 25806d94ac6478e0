package chances

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wolfden/internal/filelock"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

// keptVersion is the version of the form of kept curves.
const keptVersion = 4

// Curve is the chances of a game at some moments, in the order of the game.
type Curve struct {
	Asks

	Points []Point `json:"points"`
}

// Kept are the curves of a game, kept in a file beside it. The zero Kept has none.
type Kept struct {
	Version int     `json:"version"`
	Sum     string  `json:"sha256"` // of the game's file; curves of another game are not shown for it
	Curves  []Curve `json:"curves"`
	// Replaces says what is wrong with what lies in the file, where it is not used; nothing else is kept then.
	Replaces string `json:"-"`
}

// Least is how many games were played on from each of the moments at least; 0 of no moments.
func (c *Curve) Least() (games int) {
	for i := range c.Points {
		if games == 0 || c.Points[i].Games < games {
			games = c.Points[i].Games
		}
	}
	return games
}

// Beside is the file for the chances of the game in a file. A record's is named without the record's ending; that of anything else
// with it, for a server leaves a record and a contest log of one name, and neither may take the place of the other's chances.
func Beside(game string) string {
	return strings.TrimSuffix(strings.TrimSuffix(game, ".gz"), ".jsonl") + ".chances.json"
}

// Load returns what is kept beside the game with these bytes; nothing where there is no file, or one about other bytes.
func Load(game string, data []byte) (Kept, error) {
	fresh := Kept{Version: keptVersion, Sum: sumOf(data)}
	var k Kept
	err := loadKept(Beside(game), &k)
	if fresh.Replaces = unlike(k.Version, k.Sum, fresh.Sum); err != nil || k.Version == 0 || fresh.Replaces != "" {
		return fresh, err
	}
	for i := range k.Curves {
		if !k.Curves[i].sound() {
			return fresh, fmt.Errorf("%s: it holds what is no chance, or chances of no seat; delete it to begin anew", Beside(game))
		}
	}
	return k, nil
}

// sound reports whether all figures are chances: anybody can write the file.
func (c *Curve) sound() bool {
	return !slices.ContainsFunc(c.Points, func(p Point) bool {
		return p.Games < 0 || p.Games > 0 && !whole(p.Village, p.Werewolves, p.Nobody) ||
			p.Sketch < 0 || p.Sketch > 1 || p.Games > 0 && len(p.Seats) == 0 || len(p.Seats) > werewolf.MaxSeats ||
			p.Played != nil ||
			slices.ContainsFunc(append(p.Seats, p.Village, p.Werewolves, p.Nobody), func(i Interval) bool { return !i.chance() })
	})
}

// whole reports whether chances are those of everything that can happen.
func whole(chances ...Interval) bool {
	sum := 0.0
	for _, i := range chances {
		sum += i.Value
	}
	return math.Abs(sum-1) < 1e-6
}

// unlike says why what was read of a file is not about the game with the sum, or not in the form of this program; "" where it is
// both, and where there is no file.
func unlike(version int, sum, game string) string {
	switch {
	case version == 0:
		return ""
	case version != keptVersion:
		return "another version of wolfden has kept it"
	case sum != game:
		return "it is about a game with other bytes"
	}
	return ""
}

// sumOf tells files of games apart.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// loadKept reads what is kept in a file; nothing where there is none, or none can be.
func loadKept(file string, kept any) error {
	if userfile.InArchive(file) {
		return nil
	}
	text, err := userfile.Read(file, userfile.Most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		if err = json.Unmarshal(text, kept); err != nil {
			err = fmt.Errorf("%s: %w; delete it to begin anew", file, err)
		}
	}
	return err
}

// saveKept keeps it: all of it or, where it fails, what was there.
func saveKept(path string, kept any) error {
	text, err := json.MarshalIndent(kept, "", " ")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".kept-*")
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}

// Save keeps the curves beside the game: all of them or, where it fails, what was there.
func (k *Kept) Save(game string) error { return saveKept(Beside(game), k) }

// Alone does something with what is kept beside a game while nobody else does: two programs that keep at once lose nothing. It waits a
// while for another one. Beside a game in an archive nothing can be kept, and nothing is done.
func Alone(game string, do func() error) (err error) {
	if userfile.InArchive(game) {
		return nil
	}
	file, err := os.Open(game)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	unlock, err := filelock.Lock(file)
	for range patience {
		if !errors.Is(err, filelock.ErrBusy) {
			break
		}
		time.Sleep(pause)
		unlock, err = filelock.Lock(file)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	return do()
}

// How often, and after which pause, somebody who keeps tries whether another one has done so.
const (
	patience = 500
	pause    = 10 * time.Millisecond
)

// Point returns the chances at a moment that are kept for what is asked, from as many games or fewer, which are the first of those
// that are asked for.
func (k *Kept) Point(a *Asks, moment string) (best Point, known bool) {
	for i := range k.Curves {
		c := &k.Curves[i]
		if !c.alike(a) {
			continue
		}
		for _, p := range c.Points {
			if p.Moment == moment && p.Games <= a.Games && p.Games > best.Games {
				best, known = p, true
			}
		}
	}
	return best, known
}

// Put adds chances, unless there are those of as many games.
func (k *Kept) Put(a *Asks, p Point) {
	at := slices.IndexFunc(k.Curves, func(c Curve) bool { return c.alike(a) && c.Games == a.Games })
	if at < 0 {
		at = len(k.Curves)
		k.Curves = append(k.Curves, Curve{Asks: *a})
	}
	c := &k.Curves[at]
	if old := slices.IndexFunc(c.Points, func(q Point) bool { return q.Moment == p.Moment }); old >= 0 {
		if c.Points[old].Games < p.Games {
			c.Points[old] = p
		}
		return
	}
	place, _ := slices.BinarySearchFunc(c.Points, p, func(a, b Point) int { return a.Entries - b.Entries })
	c.Points = slices.Insert(c.Points, place, p)
}

// Forget drops what these players came to when they played otherwise, and returns how many curves that were.
func (k *Kept) Forget(by, digest string) int {
	all := len(k.Curves)
	k.Curves = slices.DeleteFunc(k.Curves, func(c Curve) bool { return c.By == by && c.Digest != digest })
	return all - len(k.Curves)
}
