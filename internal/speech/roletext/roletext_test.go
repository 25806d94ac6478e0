package roletext

import (
	"strings"
	"testing"

	"wolfden/werewolf"
)

// The files can be read, and every standard role has a name of its own, a task, and words by which it is known.
func TestEveryStandardRoleHasTexts(t *testing.T) {
	standard := werewolf.StandardRoles()
	for _, lang := range []string{"en", "ja"} {
		if _, err := open(lang); err != nil {
			t.Error(err)
		}
		b, seen := In(lang), map[string]bool{}
		for _, r := range standard.Roles() {
			name, e := b.Name(standard, r), b.entries[standard.Name(r)]
			if name == "" || seen[name] || e.name != name || e.task == "" || seen[e.task] {
				t.Errorf("%s: %s is %q, told %q", lang, r, name, e.task)
			}
			if h := b.Heard(standard, r); h[0] != (Heard{"ROLE", name}) || len(h) != len(e.heard)+1 {
				t.Errorf("%s: %s is known by %v", lang, r, h)
			}
			seen[name], seen[e.task] = true, true
		}
		for name := range b.entries {
			if r, err := standard.Parse(name); err != nil || r == werewolf.NoRole {
				t.Errorf("%s: an entry of %q, which is no role", lang, name)
			}
		}
		if b.Species(werewolf.Wolf) != b.Name(standard, werewolf.Werewolf) || seen[b.Species(werewolf.Human)] {
			t.Errorf("%s: the species are %q and %q", lang, b.Species(werewolf.Wolf), b.Species(werewolf.Human))
		}
	}
	if en := In("fr"); en.Name(standard, werewolf.Seer) != "seer" || en.Title(standard, werewolf.Seer) != "Seer" ||
		en.Name(standard, werewolf.NoRole) != "" || en.Title(standard, werewolf.NoRole) != "" {
		t.Errorf("%q, %q, %q", en.Name(standard, werewolf.Seer), en.Title(standard, werewolf.Seer), en.Title(standard, werewolf.NoRole))
	}
}

// What the files do not know is called by its name in packets, and told what the role most like it is told.
func TestRoleWithoutEntry(t *testing.T) {
	table, err := werewolf.NewRoleTable(werewolf.RoleSpec{
		Name: "WATCH_DOG", Letter: "D", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards,
	})
	if err != nil {
		t.Fatal(err)
	}
	const dog = werewolf.FirstAdded
	for lang, want := range map[string]struct {
		names [2]string
		heard string
	}{
		"en": {[2]string{"watch dog", "Watch dog"}, "watch dog"},
		"ja": {[2]string{"watch dog役", "Watch dog役"}, "watch dog役 | watch dog"},
	} {
		b := In(lang)
		if got := [2]string{b.Name(table, dog), b.Title(table, dog)}; got != want.names {
			t.Errorf("%s: the name and the title are %q", lang, got)
		}
		if h := b.Heard(table, dog); len(h) != 1 || h[0] != (Heard{"ROLE", want.heard}) {
			t.Errorf("%s: it is known by %v", lang, h)
		}
		if got := b.Task(table, dog); got == "" || got != b.Task(nil, werewolf.StandardRoles().WithPower(werewolf.Guards).Only()) {
			t.Errorf("%s: the task is %q", lang, got)
		}
	}
}

func TestFaultsOfAFile(t *testing.T) {
	for text, want := range map[string]string{
		"human: human\nname: x\n":         "no text before the first entry but human",
		"[SEER]\nname\n":                  "no colon",
		"[SEER]\nname: a\nname: b\n":      "name is said again",
		"[SEER]\nplural: seers\n":         "none of name, task and heard",
		"[SEER]\nname: a\n[SEER]\n":       "a second entry",
		"[SEER]\nheardROLE: a \\\n | b\n": "none of name, task and heard",
		"# roles\n[SEER]\nname: seer\nheard: prophet \\\n | oracle\n\n[ORACLE]\n":  `t.txt:7: "[ORACLE]": "oracle" names SEER already, in line 4`,
		"[SEER]\nname: seer\n[SAGE]\nname: Seer\n":                                 `t.txt:4: "name: Seer": "seer" names SEER already, in line 2`,
		"[SEER]\nheard: [the |]wise [man|woman]\n[SAGE]\nheard: a | wise  woman\n": `t.txt:4: "heard: a | wise  woman": "wise woman" names SEER already, in line 2`,
	} {
		if _, err := read("t.txt", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	b, err := read("t.txt", "# a comment\n[SEER]\nheard A&ROLE B: one \\\n  | two\n")
	if h := b.Heard(nil, werewolf.Seer); err != nil || len(h) != 2 || h[1] != (Heard{"A&ROLE B", "one   | two"}) {
		t.Errorf("%v, %v", h, err)
	}
}
