// Package room lets people and built-in players play a game together.
//
// The law of the package: nobody acts for a seat without its token. A seat is handed the whole record, so whoever shows
// it must leave out what the seat may not see. A person who is slow or leaves loses answers, but does not spoil the game
// of the others. No room can be found without its invitation.
package room
