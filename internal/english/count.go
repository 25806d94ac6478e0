// Package english writes English phrases for people.
//
// The law of the package: no program reads its output.
package english

import (
	"strconv"
	"strings"
)

// Count is a number and a noun whose plural is regular: 1 game, 0 games, 12 matches.
func Count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "ch"):
		noun += "e"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
