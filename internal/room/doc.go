// Package room is where people and built-in players sit down to a game together.
//
// The law of the package: who has no token of a seat cannot act for it, and what a seat is told is the record of the
// game, of which whoever shows it must pass on no more than the seat may see. A person who is slow or leaves loses
// answers, never the game of the others. No room can be found without its invitation.
package room
