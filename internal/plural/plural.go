// Package plural writes a number with its noun.
//
// Its law: its output is English for people at a terminal, never input for a program.
package plural

import "strconv"

// Of is a number and a noun that makes its plural with an s: 1 game, 0 games, 12 games.
func Of(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
