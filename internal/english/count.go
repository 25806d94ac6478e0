// Package english writes English phrases for people.
//
// The law of the package: no program reads its output.
package english

import "strconv"

// Count is a number and a noun that makes its plural with an s: 1 game, 0 games, 12 games.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
