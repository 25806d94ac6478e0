package situation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// text is the file as people read and change it.
func (f *file) text() []byte {
	var b strings.Builder
	put := func(indent, key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s%s: %s\n", indent, key, scalar(value))
		}
	}
	put("", "about", f.About)
	put("", "source", f.Source)
	put("", "lang", f.Lang)
	if f.Runs > 1 {
		fmt.Fprintf(&b, "runs: %d\n", f.Runs)
	}
	b.WriteString("players:\n")
	for _, p := range f.Players {
		fmt.Fprintf(&b, "  - {name: %s, role: %s}\n", scalar(p.Name), p.Role)
	}
	put("", "seat", f.Seat)
	put("", "rules", f.Rules)
	b.WriteString("days:\n")
	for i := range f.Days {
		f.Days[i].write(&b, f.Players)
	}
	b.WriteString("expect:\n")
	for _, e := range f.Expect {
		fmt.Fprintf(&b, "  - law: %s\n    why: %s\n", scalar(e.Law), scalar(e.Why))
	}
	return []byte(b.String())
}

// write writes a day in the order in which it goes.
func (d *dayFile) write(b *strings.Builder, players []playerFile) {
	fmt.Fprintf(b, "  - day: %d\n", d.Day)
	said := func(key, lines string) {
		if lines != "" {
			fmt.Fprintf(b, "    %s: |\n      %s\n", key, strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n      "))
		}
	}
	chosen := func(key string, by map[string]string) {
		var pairs []string
		for _, p := range players {
			if target, chose := by[p.Name]; chose {
				pairs = append(pairs, scalar(p.Name)+": "+scalar(target))
			}
		}
		if len(pairs) > 0 {
			fmt.Fprintf(b, "    %s: {%s}\n", key, strings.Join(pairs, ", "))
		}
	}
	one := func(key, name string) {
		if name != "" {
			fmt.Fprintf(b, "    %s: %s\n", key, scalar(name))
		}
	}
	said("before", d.Before)
	said("talk", d.Talk)
	chosen("vote", d.Vote)
	one("executed", d.Executed)
	said("whisper", d.Whisper)
	chosen("divine", d.Divine)
	chosen("guard", d.Guard)
	chosen("attack", d.Attack)
	one("killed", d.Killed)
}

// scalar is a value on its line, in quotation marks where YAML would take it for something else.
func scalar(value string) string {
	plain := !strings.ContainsAny(value, "{}[],:#\"'\n&*!|>%@`") && strings.TrimSpace(value) == value && value != ""
	if text, err := yaml.Marshal(value); plain && err == nil && slices.Equal(text, []byte(value+"\n")) {
		return value
	}
	return fmt.Sprintf("%q", value)
}
