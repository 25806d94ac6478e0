package contest

import (
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
)

// Observer is told what happens in a contest. Its methods are called by whatever goroutine it happens in, by several at
// once, and must not wait.
type Observer interface {
	// Connected is told of connections of players: 1 when one opens, -1 when it closes.
	Connected(change int)
	// Watch is told of a game that there is from now on. What comes of it is told to the observer that it returns.
	Watch(g Game) GameObserver
	// Annulled is told of games that do not count any more, again and again: what was written of them is put aside.
	Annulled(game string)
}

// GameObserver is told what happens in one game, by one goroutine at a time. It must not wait.
type GameObserver interface {
	// Play is told that the players are there: the game goes on.
	Play()
	// Record is told after each time that something was made safe: what the game's record holds since the last time. It is never
	// changed, and lies on disk too, so that an observer need not keep it.
	Record(entries []gamelog.Entry, at time.Time)
	// End is told when the game is over and its record is filed; it is the last that is told. The observer calls
	// complete when nothing of the game is left to be done. As long as it has not, the next server tells it of the game
	// again.
	End(complete func())
	// Stop is told when the game goes on no more with this observer; it is the last that is told.
	Stop()
}

// Game is a game as an observer is told of it. Nothing of it ever changes.
type Game struct {
	Track  *config.Track
	Header *gamelog.Header
	Past   []gamelog.Entry // what its record holds already
	Fresh  bool            // it begins now, rather than going on or being told of again
}
