package archive

import (
	"errors"
	"fmt"
	"os"

	"wolfden/internal/chances"
)

// Kept is what was reckoned of a game and lies beside its file. The zero Kept is nothing.
type Kept struct {
	Curves []chances.Curve
	Moves  *chances.Judged // those judged in most games; nil where none are kept
}

// ReadKept reads what lies beside the game in a file with these bytes. What was reckoned of other bytes counts as nothing; beside an
// error stands what can be read.
func ReadKept(path string, data []byte) (Kept, error) {
	curves, torn := chances.Load(path, data)
	moves, err := chances.LoadMoves(path, data)
	return Kept{curves.Curves, moves.Best()}, errors.Join(torn, err)
}

// Kept is what lies beside the file of a game; nothing without an error when there is no such game.
func (a *Archive) Kept(id string) (Kept, error) {
	g := a.Game(id)
	if g == nil || missing(chances.Beside(g.file.path)) && missing(chances.MovesBeside(g.file.path)) {
		return Kept{}, nil
	}
	data, err := load(g.file)
	if err != nil {
		return Kept{}, err
	}
	return ReadKept(g.file.path, data)
}

// KeptStamp changes when what lies beside the file of a game does.
func (a *Archive) KeptStamp(id string) (stamp string) {
	g := a.Game(id)
	if g == nil {
		return ""
	}
	for _, path := range []string{chances.Beside(g.file.path), chances.MovesBeside(g.file.path)} {
		if info, err := os.Stat(path); err == nil {
			stamp += fmt.Sprint(info.Size(), info.ModTime().UnixNano(), " ")
		}
	}
	return stamp
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, os.ErrNotExist)
}
