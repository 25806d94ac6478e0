package chances

import (
	"cmp"
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
	Moves []Move `json:"moves"`
}

// Fits reports whether the moves may be those of a game with so many players, as whoever wrote the file says.
func (j *Judged) Fits(players int) bool {
	return !slices.ContainsFunc(j.Moves, func(m Move) bool {
		return m.Seat < 1 || int(max(m.Seat, m.Target, m.Better)) > players || min(m.Target, m.Better) < 0
	})
}

// KeptMoves are judged moves, kept in a file beside the game. They have a file of their own, so that who reckons chances at the
// same time loses nothing. The zero KeptMoves has none.
type KeptMoves struct {
	Version int      `json:"version"`
	Sum     string   `json:"sha256"` // of the game's file; moves of another game are not shown for it
	Judged  []Judged `json:"judged"`
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
	if err := loadKept(MovesBeside(game), &k); err != nil || k.Version != keptVersion || k.Sum != fresh.Sum {
		return fresh, err
	}
	return k, nil
}

// Save keeps the moves beside the game: all of them or, where it fails, what was there.
func (k *KeptMoves) Save(game string) error { return saveKept(MovesBeside(game), k) }

// Find returns the moves as these players judge them in so many games; nil where they were not judged so.
func (k *KeptMoves) Find(by string, games int, seed uint64) *Judged {
	at := slices.IndexFunc(k.Judged, func(j Judged) bool { return j.By == by && j.Games == games && j.Seed == seed })
	if at < 0 {
		return nil
	}
	return &k.Judged[at]
}

// Enough returns the moves as these players judged them in most games, whatever the seed; nil where they did not in so many.
func (k *KeptMoves) Enough(by string, games int) (most *Judged) {
	for i := range k.Judged {
		if j := &k.Judged[i]; j.By == by && j.Games >= games && (most == nil || j.Games > most.Games) {
			most = j
		}
	}
	return most
}

// Best returns the moves that were judged in most games; nil where none were judged.
func (k *KeptMoves) Best() *Judged {
	if len(k.Judged) == 0 {
		return nil
	}
	best := slices.MaxFunc(k.Judged, func(a, b Judged) int { return cmp.Compare(a.Games, b.Games) })
	return &best
}

// Day is the day of the move; -1 where its moment names none.
func (m *Move) Day() int {
	number, _, _ := strings.Cut(strings.TrimPrefix(m.Moment, "d"), ":")
	if day, err := strconv.Atoi(number); err == nil {
		return day
	}
	return -1
}

// Turned reports whether the move changed the village's chance for certain.
func (m *Move) Turned() bool { return m.Village.Low > 0 || m.Village.High < 0 }

// TurningPoints returns which moves changed the village's chance most, in the order of the game, at most so many; only those
// that changed it for certain.
func TurningPoints(moves []Move, most int) (at []int) {
	for i := range moves {
		if moves[i].Turned() {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int {
		return cmp.Compare(math.Abs(moves[b].Village.Value), math.Abs(moves[a].Village.Value))
	})
	at = at[:min(most, len(at))]
	slices.Sort(at)
	return at
}
