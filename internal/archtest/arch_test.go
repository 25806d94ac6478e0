package archtest

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// rule is one house rule; check returns what breaks it, nothing when all is well.
type rule struct {
	name  string
	check func(*tree) []string
}

func rules() []rule {
	return []rule{
		{"every package has a grant", everyPackageHasAGrant},
		{"imports of ours", importsOfOurs},
		{"imports of others", importsOfOthers},
		{"imports of tests", importsOfTests},
		{"pure imports", pureImports},
		{"pure randomness", pureRandomness},
		{"pure flow", pureFlow},
		{"sizes", func(t *tree) []string { return sizes(t, exempt()) }},
		{"package names", packageNames},
		{"no init", noInit},
		{"plain errors", plainErrors},
		{"no sleep", func(t *tree) []string { return sleeps(t, awake()) }},
		{"one view", oneView},
		{"one speaker", oneSpeaker},
	}
}

func TestModuleKeepsTheRules(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	module, err := readTree(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(module.dirs(), "internal/archtest") {
		t.Fatalf("the tree read from %s lacks this very package", root)
	}
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			for _, problem := range r.check(module) {
				t.Error(problem)
			}
		})
	}
}

// Each case is a tree of one file beside a well-kept one. Exactly the named rule must catch it, at the named place; a
// case without a rule must pass them all.
func TestRulesCatchViolations(t *testing.T) {
	caught := map[string]bool{}
	for _, c := range violations() {
		t.Run(c.name, func(t *testing.T) {
			made := makeTree(t, c.path, c.text)
			for _, r := range rules() {
				problems := r.check(made)
				if r.name != c.breaks {
					if len(problems) != 0 {
						t.Errorf("%s complains: %q", r.name, problems)
					}
					continue
				}
				caught[r.name] = true
				if len(problems) != 1 || !strings.HasPrefix(problems[0], c.at) {
					t.Errorf("%s finds %q, want one problem at %s", r.name, problems, c.at)
				}
			}
		})
	}
	for _, r := range rules() {
		if !caught[r.name] {
			t.Errorf("no case breaks the rule %q", r.name)
		}
	}
}

func TestExemptions(t *testing.T) {
	long := "package match\nfunc (m *Match[T]) Run() {" + strings.Repeat("\n", 60) + "}\n"
	made := makeTree(t, "internal/match/a.go", long)
	tests := []struct {
		name   string
		exempt map[string]string
		want   int
	}{
		{"none", nil, 1},
		{"with its reason", map[string]string{"internal/match/a.go:Match.Run": "a table"}, 0},
		{"without a reason", map[string]string{"internal/match/a.go:Match.Run": ""}, 1},
		{"needed no more", map[string]string{"internal/match/a.go:Match.Run": "a table", "internal/match/a.go": "long"}, 1},
		{"of nothing", map[string]string{"internal/match/a.go:Match.Run": "a table", "gone.go": "long"}, 1},
	}
	for _, test := range tests {
		if got := sizes(made, test.exempt); len(got) != test.want {
			t.Errorf("%s: %q, want %d problems", test.name, got, test.want)
		}
	}
}

func TestReadTreeSkipsWhatIsNoPartOfTheModule(t *testing.T) {
	bad := &fstest.MapFile{Data: []byte("this is no Go")}
	files := fstest.MapFS{"go.mod": goMod(), "werewolf/a.go": {Data: []byte("package werewolf\n")}}
	for _, dir := range []string{"werewolf/testdata", ".git", "_old", "vendor", "web/node_modules/x"} {
		files[dir+"/a.go"] = bad
	}
	files["other/go.mod"], files["other/a.go"] = goMod(), bad
	made, err := readTree(files)
	if err != nil {
		t.Fatal(err)
	}
	if len(made.files) != 1 {
		t.Errorf("read %d files, want 1", len(made.files))
	}
}

func TestReadTreeReportsWhatItCannotRead(t *testing.T) {
	trees := map[string]fstest.MapFS{
		"no go.mod":      {},
		"no module line": {"go.mod": {Data: []byte("go 1.26\n")}},
		"no Go":          {"go.mod": goMod(), "werewolf/a.go": {Data: []byte("this is no Go")}},
	}
	for name, files := range trees {
		if _, err := readTree(files); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The law must hang together: no package twice, none granted a package that is not in it, no circle.
func TestLawIsConsistent(t *testing.T) {
	placed := map[string]int{}
	for _, g := range law() {
		placed[g.dir]++
		if placed[g.dir] > 1 {
			t.Errorf("%s has two lines", g.dir)
		}
		if !slices.Equal(g.others, anything) && g.why == "" {
			t.Errorf("%s keeps others out without a reason", g.dir)
		}
		for _, may := range g.ours {
			// A package with a line of its own below another may stand on what its parent may not: the compiler finds the circle.
			if target, ok := grantOf(may); may != everything && (!ok || slices.Contains(target.ours, g.dir)) {
				t.Errorf("%s may import %s, which is unknown or may import it back", g.dir, may)
			}
		}
	}
}

func makeTree(t *testing.T, name, text string) *tree {
	t.Helper()
	made, err := readTree(fstest.MapFS{
		"go.mod":         goMod(),
		"werewolf/ok.go": {Data: []byte("package werewolf\nimport \"fmt\"\nvar _ = fmt.Errorf\n")},
		name:             {Data: []byte(text)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func goMod() *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("module den\n\ngo 1.26\n")}
}
