package prompt

import (
	"slices"
	"strings"

	"wolfden/internal/spelling"
)

// Meant continues an error about an unknown name: it suggests the known one that was perhaps meant, else lists them all
// where they are few.
func Meant(name string, known []string) string {
	const few = 30
	nearest := spelling.Nearest(name, known)
	switch {
	case nearest != "":
		return "; did you mean " + nearest + "?"
	case len(known) == 0 || len(known) > few:
		return ""
	}
	known = slices.Sorted(slices.Values(known))
	return "; there are: " + strings.Join(known, ", ")
}
