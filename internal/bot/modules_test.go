package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Every module of every list does something or says who does it, and has a name of its own; so has every parameter that a
// user may set. What a module asks a model is a task.
func TestListsAreWhole(t *testing.T) {
	book, err := task.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range bot.Kinds() {
		if k.Design == nil {
			continue
		}
		d, seen := k.Design(), map[string]bool{}
		if d.Name != k.Name || d.Paper == "" || len(d.Modules) == 0 {
			t.Errorf("%s: the list of %q is not whole", k.Name, d.Name)
		}
		for i := range d.Modules {
			m := &d.Modules[i]
			switch {
			case m.Name == "" || m.Does == "" || seen[m.Name]:
				t.Errorf("%s: module %d (%q) is not whole, or there twice", k.Name, i+1, m.Name)
			case len(m.Holds) == 0 && m.Frame == "":
				t.Errorf("%s: %s does nothing, and nobody does it instead", k.Name, m.Name)
			case len(m.Holds) > 0 && m.Frame != "", m.Frame != "" && !m.Fixed:
				t.Errorf("%s: %s is said to be %q, but has functions or can be left out", k.Name, m.Name, m.Frame)
			}
			seen[m.Name] = true
			for name := range strings.SplitSeq(m.Tasks, ", ") {
				if _, known := book.Find(name); name != "" && !known && !strings.HasPrefix(name, "baseline-") {
					t.Errorf("%s: %s asks %q, which is no task", k.Name, m.Name, name)
				}
			}
		}
		var names []string
		usual, err := d.Values(nil)
		for _, p := range d.Settable() {
			if value := usual[p.Name]; err != nil || value < p.Min || value > p.Max || p.Means == "" || p.Source == "" || strings.ContainsAny(p.Name, " =+,:") {
				t.Errorf("%s: the parameter %s is not whole", k.Name, p.String())
			}
			if slices.Contains(names, p.Name) {
				t.Errorf("%s: two parameters are called %s", k.Name, p.Name)
			}
			names = append(names, p.Name)
		}
	}
}

// Each module of a player of rules moves what the player does, in a game without a model: left out, an utterance or a choice is
// another. What is left plays on, legally.
func TestModulesMoveAnswers(t *testing.T) {
	for _, kind := range []string{"plain", "lycaon", "gptaku", "mille"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			d, err := bot.Describe(kind)
			if err != nil {
				t.Fatal(err)
			}
			whole := map[int]string{}
			for _, m := range d.Modules {
				if m.Fixed || m.Tasks != "" { // a model does its work
					continue
				}
				moved := slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 10, 11}, func(seed int) bool { // most move the first
					if whole[seed] == "" {
						whole[seed] = answers(t, kind, seed)
					}
					return answers(t, kind+":off="+m.Name, seed) != whole[seed]
				})
				if !moved {
					t.Errorf("without %q everything is said and chosen as with it", m.Name)
				}
			}
		})
	}
}

// answers are those of a game of five among players of the name, or of 13 with that seed.
func answers(t *testing.T, name string, seed int) string {
	n := 5
	if seed == 13 && bot.Fits(name, seed) == nil {
		n = seed
	}
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	lang := []string{"en", "ja"}[seed%2]
	s := setting{name: name, rules: rules, lang: lang, names: rosters[lang][:n]}
	table := s.sit(t, uint64(seed), name)
	var b strings.Builder
	table.Observe = func(o *werewolf.Observation, answer string) { fmt.Fprintln(&b, o.Seat, o.Request.Kind, answer) }
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Errorf("%s, seed %d: %v, illegal: %v", name, seed, err, table.Illegal)
	}
	return b.String()
}
