package understand

import (
	"slices"
	"strings"

	"wolfden/werewolf"
)

// roster finds names of players.
type roster struct {
	names []string
	exact trie[werewolf.SeatID]
	small trie[werewolf.SeatID] // lower-case names, except those that are ordinary words
}

// newRoster returns a roster of the names of seat 1, 2 and so on. A name that is an ordinary word too is found only as
// it is written.
func newRoster(names []string, isWord func(string) bool) *roster {
	r := &roster{names: names}
	for i, name := range names {
		if name == "" {
			continue
		}
		id := werewolf.SeatID(i + 1)
		addName(&r.exact, name, id)
		if small := strings.ToLower(name); small != name && len(small) > 2 && !isWord(small) {
			addName(&r.small, small, id)
		}
	}
	return r
}

// addName adds a name. Of two players with one name it keeps the first.
func addName(t *trie[werewolf.SeatID], name string, id werewolf.SeatID) {
	if known, added := t.insert(name); added {
		*known = id
	}
}

// longest returns the player named at place i and where the name ends.
func (r *roster) longest(raw, low []byte, i int) (werewolf.SeatID, int) {
	if id, end := r.exact.longest(raw, i, true); id != nil {
		return *id, end
	}
	if id, end := r.inRow(raw, i); id != 0 {
		return id, end
	}
	if len(r.small.nodes) > 0 {
		if id, end := r.small.longest(low, i, true); id != nil {
			return *id, end
		}
	}
	return 0, i
}

// The lengths of Latin names that may be misspelt. A slip in a shorter name makes another word too easily.
const (
	minMisspelt = 5
	maxMisspelt = 24
)

// misspelt returns the one player whose name differs from the word by one slip, 0 if there is none or more than one.
func (r *roster) misspelt(word []byte) (found werewolf.SeatID) {
	if len(word) < minMisspelt || len(word) > maxMisspelt || word[0] < 'A' || word[0] > 'Z' {
		return 0
	}
	for i, name := range r.names {
		if len(name) < minMisspelt || name[0] != word[0] || !oneSlip(string(word), name) {
			continue
		}
		if found != 0 {
			return 0
		}
		found = werewolf.SeatID(i + 1)
	}
	return found
}

// oneSlip reports whether two words differ by one letter changed, missing or added, or by two neighbours swapped.
func oneSlip(a, b string) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	swapped := len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
	return len(a) <= 1 && len(b) <= 1 || swapped
}

// mentions returns the players named directly after an @, each once, in order.
func (r *roster) mentions(text string) (all []werewolf.SeatID) {
	raw := []byte(text)
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '@' {
			continue
		}
		var id werewolf.SeatID
		if exact, _ := r.exact.longest(raw, i+1, true); exact != nil {
			id = *exact
		} else {
			id, _ = r.inRow(raw, i+1)
		}
		if id != 0 && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}
