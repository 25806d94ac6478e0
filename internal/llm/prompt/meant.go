package prompt

import (
	"slices"
	"strings"
)

// Meant continues an error about an unknown name: it suggests the known one that was perhaps meant, else lists them all
// where they are few.
func Meant(name string, known []string) string {
	const few = 30
	nearest, least := "", 2+len(name)/3
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least {
			nearest, least = k, d
		}
	}
	switch {
	case nearest != "":
		return "; did you mean " + nearest + "?"
	case len(known) == 0 || len(known) > few:
		return ""
	}
	known = slices.Sorted(slices.Values(known))
	return "; there are: " + strings.Join(known, ", ")
}

// distance is how many letters must be changed, added or dropped to make one word of the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost = 1 + min(corner, row[j], row[j+1])
			}
			corner, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
