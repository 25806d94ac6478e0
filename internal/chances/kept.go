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
	sum := sha256.Sum256(data)
	fresh := Kept{Version: keptVersion, Sum: hex.EncodeToString(sum[:])}
	text, err := os.ReadFile(Beside(game))
	if errors.Is(err, fs.ErrNotExist) {
		return fresh, nil
	}
	if err != nil {
		return fresh, err
	}
	var k Kept
	if err := json.Unmarshal(text, &k); err != nil {
		return fresh, fmt.Errorf("%s: %w; delete it to begin anew", Beside(game), err)
	}
	if k.Version != keptVersion || k.Sum != fresh.Sum {
		return fresh, nil
	}
	return k, nil
}

// Save keeps the curves beside the game: all of them or, where it fails, what was there.
func (k *Kept) Save(game string) error {
	text, err := json.MarshalIndent(k, "", " ")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(game), ".chances-*")
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err == nil {
		err = os.Rename(file.Name(), Beside(game))
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}

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

// Put adds chances.
func (k *Kept) Put(a *Asks, p Point) {
	at := slices.IndexFunc(k.Curves, func(c Curve) bool { return c.Same(a) })
	if at < 0 {
		at = len(k.Curves)
		k.Curves = append(k.Curves, Curve{Asks: *a})
	}
	c := &k.Curves[at]
	place, _ := slices.BinarySearchFunc(c.Points, p, func(a, b Point) int { return a.Entries - b.Entries })
	c.Points = slices.Insert(c.Points, place, p)
}
