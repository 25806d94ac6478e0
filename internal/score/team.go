package score

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// suffix is what tells the entries of one team apart: one letter or a number,
// after a hyphen or an underscore, or a number alone.
var suffix = regexp.MustCompile(`^(.*[^-_0-9])(?:[-_](?:[A-Za-z]|[0-9]+)|[0-9]+)$`)

// stem is the name without the suffix, or the name.
func stem(name string) string {
	if m := suffix.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return name
}

// Merge tells which names are entries of one team: those that are the same but
// for a suffix (name-A, name-B; name_1, name_2; name1, name2; or name itself).
// A name whose suffix nobody shares stays as it is: it may belong to the name.
// Only the names that change are in the map.
func Merge(names []string) map[string]string {
	entries := map[string][]string{}
	for _, n := range names {
		if !slices.Contains(entries[stem(n)], n) {
			entries[stem(n)] = append(entries[stem(n)], n)
		}
	}
	merged := map[string]string{}
	for team, of := range entries {
		for _, n := range of {
			if len(of) > 1 && n != team {
				merged[n] = team
			}
		}
	}
	return merged
}

// MergeNotes say which names are counted as one.
func MergeNotes(merged map[string]string) (notes []string) {
	byTeam := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(merged)) {
		byTeam[merged[name]] = append(byTeam[merged[name]], name)
	}
	for _, team := range slices.Sorted(maps.Keys(byTeam)) {
		notes = append(notes, fmt.Sprintf("counted as %s: %s", team, strings.Join(byTeam[team], ", ")))
	}
	return notes
}
