package chances

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Judged are the moves of a game as they were judged once.
type Judged struct {
	By    string `json:"by"`    // the players that went on
	Games int    `json:"games"` // each way, at each move
	Seed  uint64 `json:"seed"`
	// Digest is that of the players; see Digest.
	Digest string `json:"digest,omitempty"`
	// Unfinished says that not all moves were judged in all games.
	Unfinished bool `json:"unfinished,omitempty"`
	// Unjudged says that who made a mistake was not asked, since the players are others'; see Measured.CautionOfPlayed.
	Unjudged bool   `json:"unjudged,omitempty"`
	Moves    []Move `json:"moves"`
}

// KeptMoves are judged moves, kept in a file beside the game. They have a file of their own, so that who reckons chances at the
// same time loses nothing. The zero KeptMoves has none.
type KeptMoves struct {
	Version int      `json:"version"`
	Sum     string   `json:"sha256"` // of the game's file; moves of another game are not shown for it
	Judged  []Judged `json:"judged"`
	// Replaces says what is wrong with what lies in the file, where it is not used; nothing else is kept then.
	Replaces string `json:"-"`
}

// MovesBeside is the file for the moves of the game in a file.
func MovesBeside(game string) string {
	return strings.TrimSuffix(Beside(game), ".chances.json") + ".moves.json"
}

// LoadMoves returns the moves that are kept beside the game with these bytes; nothing where there is no file, or one about other
// bytes.
func LoadMoves(game string, data []byte) (KeptMoves, error) {
	fresh := KeptMoves{Version: keptVersion, Sum: sumOf(data)}
	var k KeptMoves
	err := loadKept(MovesBeside(game), &k)
	if fresh.Replaces = unlike(k.Version, k.Sum, fresh.Sum); err != nil || k.Version == 0 || fresh.Replaces != "" {
		return fresh, err
	}
	for i := range k.Judged {
		if err := k.Judged[i].sound(); err != nil {
			return fresh, fmt.Errorf("%s: %w; delete it to begin anew", MovesBeside(game), err)
		}
	}
	return k, nil
}

// Save keeps the moves beside the game: all of them or, where it fails, what was there.
func (k *KeptMoves) Save(game string) error { return saveKept(MovesBeside(game), k) }

// Begun returns the moves as these players judged them in most games, up to so many, whether they were done or not; nil where
// they did not. Those games are the first of so many with the same seed.
func (k *KeptMoves) Begun(by, digest string, games int, seed uint64) *Judged {
	return k.most(func(j *Judged) bool { return j.By == by && j.Digest == digest && j.Seed == seed && j.Games <= games })
}

// Enough returns the moves as these players judged them in most games, whatever the seed; nil where they did not in so many.
func (k *KeptMoves) Enough(by, digest string, games int) *Judged {
	return k.most(func(j *Judged) bool { return j.By == by && j.Digest == digest && j.Games >= games && !j.Unfinished })
}

// Best returns the moves that were judged in most games; nil where none were judged.
func (k *KeptMoves) Best() *Judged { return k.most(func(j *Judged) bool { return !j.Unfinished }) }

// most returns the moves that were judged in most games, of those that will do; the finished ones before others.
func (k *KeptMoves) most(will func(*Judged) bool) (most *Judged) {
	for i := range k.Judged {
		j := &k.Judged[i]
		if will(j) && (most == nil || j.Games > most.Games || j.Games == most.Games && most.Unfinished) {
			most = j
		}
	}
	return most
}

// Put keeps judged moves in the place of those that the same players judged in as many games with the same seed.
func (k *KeptMoves) Put(judged *Judged) {
	same := func(j Judged) bool {
		return j.By == judged.By && j.Digest == judged.Digest && j.Games == judged.Games && j.Seed == judged.Seed
	}
	if at := slices.IndexFunc(k.Judged, same); at >= 0 {
		k.Judged[at] = *judged
		return
	}
	k.Judged = append(k.Judged, *judged)
}

// Forget drops what these players judged when they played otherwise, and returns how often that was.
func (k *KeptMoves) Forget(by, digest string) int {
	all := len(k.Judged)
	k.Judged = slices.DeleteFunc(k.Judged, func(j Judged) bool { return j.By == by && j.Digest != digest })
	return all - len(k.Judged)
}

// Day is the day of the move; -1 where its moment names none.
func (m *Move) Day() int {
	number, _, _ := strings.Cut(strings.TrimPrefix(m.Moment, "d"), ":")
	if day, err := strconv.Atoi(number); err == nil {
		return day
	}
	return -1
}

// ByChance is how many of so many moves would have an interval without 0 if none of them did anything: each misses on its own.
func ByChance(moves int) int { return int(math.Round(.05 * float64(moves))) }

// Turned reports whether the interval of what the move made of the village's chance excludes 0.
func (m *Move) Turned() bool { return m.Village.Low > 0 || m.Village.High < 0 }

// TurningPoints returns which moves changed the village's chance most, in the order of the game, at most so many; only those
// whose interval excludes 0.
func TurningPoints(moves []Move, most int) (at []int) {
	for i := range moves {
		if moves[i].Turned() {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int {
		return cmp.Compare(math.Abs(moves[b].Village.Value), math.Abs(moves[a].Village.Value))
	})
	at = at[:max(0, min(most, len(at)))]
	slices.Sort(at)
	return at
}
