// Package match drives one game: it asks the players, enforces the deadlines and writes the record.
//
// The caller fills in a [Match]: a new or resumed game, one [Player] a seat, an [Observer] that takes the record
// and a [Clock]. [Match.Run] plays the game to its end.
//
// A game goes round in waves (wave.go). A wave asks everything in the game's list of pending requests at once,
// waits until all have answered or the time is up, and applies the answers in the order of that list. So the same
// answers give the same record, whatever order they arrive in. An open floor of a live match (live.go) takes
// utterances as they come instead. Each input is recorded before the game takes it, and players learn of events
// only after the record has been flushed.
//
// One goroutine owns the game, the observer and all state of the match. Each player has its own goroutine
// (runner.go), which makes all calls of Answer, one at a time; the two communicate by channels. A player that is
// slow, stuck or panics loses its answer and does not stop the game. Time-outs, lost connections and illegal
// answers become inputs with a fault. A player that gives no sign of life after its deadline is removed for good.
//
// Players may implement more: [Herald], [Listener], [Thinker] and [Absentee] say what for. Matches share no
// state, so any number may run at the same time.
package match
