package chances

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/werewolf"
)

// keptVersion is the version of the form of kept curves.
const keptVersion = 2

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
}

// Beside is the file for the chances of the game in a file.
func Beside(game string) string {
	name := strings.TrimSuffix(game, ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name)) + ".chances.json"
}

// Load returns what is kept beside the game with these bytes; nothing where there is no file, or one about other bytes.
func Load(game string, data []byte) (Kept, error) {
	fresh := Kept{Version: keptVersion, Sum: sumOf(data)}
	var k Kept
	if err := loadKept(Beside(game), &k); err != nil || k.Version != keptVersion || k.Sum != fresh.Sum {
		return fresh, err
	}
	for i := range k.Curves {
		if !k.Curves[i].sound() {
			return fresh, fmt.Errorf("%s: it holds what is no chance; delete it to begin anew", Beside(game))
		}
	}
	return k, nil
}

// sound reports whether all figures are chances: anybody can write the file.
func (c *Curve) sound() bool {
	return !slices.ContainsFunc(c.Points, func(p Point) bool {
		return p.Sketch < 0 || p.Sketch > 1 || len(p.Seats) > werewolf.MaxSeats ||
			slices.ContainsFunc(append(p.Seats, p.Village, p.Werewolves, p.Nobody), func(i Interval) bool { return !i.chance() })
	})
}

// sumOf tells files of games apart.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// loadKept reads what is kept in a file; nothing where there is none.
func loadKept(file string, kept any) error {
	text, err := os.ReadFile(file)
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

// Point returns the chances at a moment that are kept for what is asked.
func (k *Kept) Point(a *Asks, moment string) (Point, bool) {
	for i := range k.Curves {
		if c := &k.Curves[i]; c.Same(a) {
			at := slices.IndexFunc(c.Points, func(p Point) bool { return p.Moment == moment })
			if at >= 0 {
				return c.Points[at], true
			}
		}
	}
	return Point{}, false
}

// Put adds chances, unless they are there.
func (k *Kept) Put(a *Asks, p Point) {
	if _, known := k.Point(a, p.Moment); known {
		return
	}
	at := slices.IndexFunc(k.Curves, func(c Curve) bool { return c.Same(a) })
	if at < 0 {
		at = len(k.Curves)
		k.Curves = append(k.Curves, Curve{Asks: *a})
	}
	c := &k.Curves[at]
	place, _ := slices.BinarySearchFunc(c.Points, p, func(a, b Point) int { return a.Entries - b.Entries })
	c.Points = slices.Insert(c.Points, place, p)
}
