// Package match drives one game: it asks the players, keeps the deadlines and
// appends the record.
//
// One goroutine owns the game and everything in it. Each player has a goroutine
// of its own that calls it; the two meet only over channels, so that a player
// that is slow, stuck or panicking costs its answer and not the game. All that
// is pending is asked at once and applied in the order the game lists it, so
// that the same answers give the same record whatever their order of arrival.
// Time-outs, broken connections and illegal answers become recorded inputs.
// Matches share no state: any number may run beside each other.
package match
