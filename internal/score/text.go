package score

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/english"
)

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for i := range r.Tables {
		if i > 0 {
			b.WriteString("\n")
		}
		r.Tables[i].text(&b)
	}
	notes := r.notes()
	if len(notes) > 0 {
		b.WriteString("\n")
	}
	for _, note := range notes {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) text(b *strings.Builder) {
	b.WriteString(t.title() + "\n\n")
	for i, one := range t.shown() {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(one.Told())
	}
	b.WriteString("\n")
	for _, note := range t.pairNotes() {
		fmt.Fprintf(b, "note: %s\n", note)
	}
	for _, warning := range t.Warnings {
		fmt.Fprintf(b, "note: %s\n", warning)
	}
	for _, e := range t.Effects {
		for _, warning := range e.Warnings {
			fmt.Fprintf(b, "note: %s: %s\n", e.Of, warning)
		}
	}
}

// title says what the table counts.
func (t *Table) title() string {
	if t.Games == 0 {
		return t.Name()
	}
	return fmt.Sprintf("%s: %s with a winner, the village won %s; entries by macro", t.Name(), english.Count(t.Games, "game"), t.Sides)
}

// kinds is like "late 3, illegal 1".
func (r *Row) kinds() string {
	var parts []string
	for _, f := range slices.SortedFunc(maps.Keys(r.Faults), func(a, b gamelog.Fault) int { return int(a) - int(b) }) {
		parts = append(parts, fmt.Sprintf("%s %d", f, r.Faults[f]))
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, ", ")
}

// manyGroups is how many groups of an effect are shown in a line; of more, only
// the ends.
const manyGroups = 13

// ends are the groups, or of many the highest and the lowest rates.
func (e *Effect) ends() string {
	show := func(groups []Group) string {
		var parts []string
		for _, g := range groups {
			parts = append(parts, fmt.Sprintf("%s: %.0f%% of %d", g.Label, 100*g.Rate.Share(), g.Rate.Trials))
		}
		return strings.Join(parts, ", ")
	}
	if len(e.Groups) <= manyGroups {
		return show(e.Groups)
	}
	sorted := slices.Clone(e.Groups)
	slices.SortStableFunc(sorted, func(a, b Group) int { return cmp.Compare(b.Rate.Share(), a.Rate.Share()) })
	return fmt.Sprintf("%s ... %s (%d in all)", show(sorted[:3]), show(sorted[len(sorted)-3:]), len(sorted))
}
