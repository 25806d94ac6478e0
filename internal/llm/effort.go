package llm

import (
	"fmt"
	"slices"
	"strings"
)

// Effort is how hard a model is asked to think before it answers. The zero value leaves it to the provider.
type Effort string

// The efforts that vendors know, each harder than the one before. No model takes all of them; see Family.Nearest.
const (
	NoEffort Effort = "none"
	Minimal  Effort = "minimal"
	Low      Effort = "low"
	Medium   Effort = "medium"
	High     Effort = "high"
	XHigh    Effort = "xhigh"
	Most     Effort = "max"
)

// efforts lists them, the least first.
func efforts() []Effort { return []Effort{NoEffort, Minimal, Low, Medium, High, XHigh, Most} }

// ParseEffort reads an effort by its name; "" is the zero value.
func ParseEffort(text string) (Effort, error) {
	e := Effort(text)
	if text == "" || slices.Contains(efforts(), e) {
		return e, nil
	}
	var names []string
	for _, e := range efforts() {
		names = append(names, string(e))
	}
	return "", fmt.Errorf("no effort %q; known are %s", text, strings.Join(names, ", "))
}

// usualRoom is enough for the thought of an ordinary question where nobody said how hard to think.
const usualRoom = 8192

// room is how many tokens of thought are allowed at this effort. Unused room costs nothing, and too little loses the
// answer.
func (e Effort) room() int {
	rooms := map[Effort]int{NoEffort: 0, Minimal: 2048, Low: 4096, Medium: 8192, High: 16384, XHigh: 32768, Most: 49152}
	if room, known := rooms[e]; known {
		return room
	}
	return usualRoom
}
