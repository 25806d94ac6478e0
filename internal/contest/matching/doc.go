// Package matching decides who meets in the next game.
//
// It plans games and writes down what became of them. It knows no socket, no clock
// and no randomness but what it is given. A Spec gives a Plan, in which every team plays as
// often as the others, gets every role, meets every other team as team-mate
// and as opponent, and sits in every seat as evenly as can be. A Journal is the
// file that remembers what became of each match of the plan, so that after a
// crash no match is played twice and none is lost. Journal, Mixed and Self are
// the three policies by which a lobby fills its tables.
//
// Everything is the same again for the same input, on any machine: searching
// uses whole numbers only and its length is counted in steps, never in time.
package matching
