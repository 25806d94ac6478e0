// Package injection holds a suite of hostile words against players and judges, and counts what they move.
//
// The law of the package: every hostile line has an honest twin that says the same acts, so that what moves between two games
// that differ only in these lines is moved by the words and not by what they say of the game. Nothing is counted that the records of
// both games do not show.
package injection
