package archtest

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// grant says what a package and those below it may import. Besides what is granted, a family may import itself.
type grant struct {
	dir    string
	ours   []string // packages of this module, with those below them; everything allows all
	others []string // paths outside the module and the standard library; everything allows all
	why    string   // why others' code is kept out, where it is
}

const everything = "*"

var anything = []string{everything}

// law is the import law of the module. ARCHITECTURE.md says what each package is for.
func law() []grant {
	return []grant{
		{dir: ".", why: "it only holds the source that agents are built with"},
		{dir: "werewolf", why: "the rules must outlive every library"},
		{dir: "gamelog", ours: []string{"werewolf", "internal/plaintext", "internal/strictjson", "internal/userfile"}, others: anything},
		{dir: "wire", ours: []string{"werewolf"}, others: anything},
		{dir: "internal/agreement", ours: []string{"internal/csvtable", "internal/sheet", "internal/stats"}, others: anything},
		{dir: "internal/analysis", ours: []string{"werewolf", "gamelog", "internal/contestlog", "internal/csvtable", "internal/english",
			"internal/chances", "internal/chronicle", "internal/critic", "internal/opinion", "internal/origin", "internal/speech", "internal/sheet", "internal/stats"}, others: anything},
		{dir: "internal/aside", ours: []string{"werewolf", "wire"}, others: anything},
		{dir: "internal/archtest", why: "the law must build when a dependency does not"},
		// A card is counted from what was played, given and said.
		{dir: "internal/bench", ours: []string{"werewolf", "gamelog", "internal/analysis", "internal/chronicle", "internal/columns", "internal/english", "internal/injection",
			"internal/sheet", "internal/situation", "internal/stats", "internal/trial"}, others: anything},
		{dir: "internal/bot/bottest", ours: []string{"werewolf", "internal/ledger", "internal/speech", "internal/llm", "internal/characters"}, others: anything},
		{dir: "internal/balance", ours: []string{"werewolf", "internal/columns"}, why: "a plan is judged by what it is, not by how it is played"},
		{dir: "internal/bot", ours: []string{"werewolf", "internal/ledger", "internal/speech", "internal/reason", "internal/llm", "internal/settings", "internal/spelling",
			"internal/strictjson", "internal/userfile"}, others: anything},
		{dir: "internal/characters", others: anything},
		{dir: "internal/check", ours: []string{"werewolf", "gamelog", "wire", "internal/match", "internal/english"}, others: anything},
		{dir: "internal/chronicle", ours: []string{"werewolf", "gamelog", "internal/contestlog", "internal/ledger", "internal/speech"}, others: anything},
		{dir: "internal/columns", why: "whoever tells people a table needs it"},
		{dir: "internal/contest", ours: []string{"werewolf", "gamelog", "wire", "internal/balance", "internal/contestlog", "internal/match", "internal/filelock", "internal/teamname",
			"internal/secret", "internal/settings", "internal/spelling", "internal/strictjson", "internal/userfile"}, others: anything},
		{dir: "internal/contestlog", ours: []string{"werewolf", "gamelog", "internal/strictjson"}, others: anything},
		{dir: "internal/critic", ours: []string{"werewolf", "internal/chronicle", "internal/contestlog", "internal/ledger", "internal/speech"}, others: anything},
		{dir: "internal/csvtable", ours: []string{"internal/plaintext"}, why: "whoever reads or writes a table needs it"},
		{dir: "internal/english", why: "whoever tells people a number needs it"},
		{dir: "internal/experiment", ours: []string{"internal/filelock", "internal/llm", "internal/parallel"}, others: anything},
		{dir: "internal/export", ours: []string{"werewolf", "gamelog", "internal/chances", "internal/contestlog", "internal/chronicle", "internal/origin",
			"internal/csvtable", "internal/opinion", "internal/speech"}, others: anything},
		{dir: "internal/filelock", why: "a lock needs nothing"},
		{dir: "internal/fleet", ours: []string{"internal/english", "internal/filelock"}, others: anything},
		{dir: "internal/browsertest", ours: []string{"internal/waittest"}, others: anything},
		{dir: "internal/gamelogtest", ours: []string{"werewolf", "gamelog"}, others: anything},
		{dir: "internal/injection", ours: []string{"werewolf", "gamelog", "internal/chronicle", "internal/contestlog", "internal/speech", "internal/stats"}, others: anything},
		{dir: "internal/intake", ours: []string{"werewolf", "gamelog", "internal/contestlog", "internal/chronicle", "internal/english"}, others: anything},
		{dir: "internal/judge", ours: []string{"werewolf", "gamelog", "internal/chronicle", "internal/contestlog", "internal/csvtable", "internal/sheet",
			"internal/ledger", "internal/speech", "internal/reason", "internal/llm", "internal/english", "internal/stats", "internal/experiment"}, others: anything},
		{dir: "internal/lab", ours: []string{"werewolf", "gamelog", "internal/columns", "internal/csvtable", "internal/experiment", "internal/speech", "internal/reason", "internal/llm",
			"internal/stats", "internal/match", "internal/bot", "internal/parallel"}, others: anything},
		// The program that learns what a position says of its end.
		{dir: "internal/lab/sketch", ours: []string{"werewolf", "gamelog", "internal/chances", "internal/position", "internal/stats"}, others: anything},
		{dir: "internal/league", ours: []string{"werewolf", "gamelog", "internal/balance", "internal/chronicle", "internal/match", "internal/stats", "internal/filelock",
			"internal/origin", "internal/settings", "internal/userfile", "internal/english", "internal/secret", "internal/sheet", "internal/versus", "internal/parallel"}, others: anything},
		{dir: "internal/contest/invite", ours: []string{"internal/contest", "internal/secret", "internal/teamname", "internal/csvtable", "internal/plaintext"}, others: anything},
		{dir: "internal/league/lobby", ours: []string{"werewolf", "wire", "internal/aside", "internal/match", "internal/teamname"}, others: anything},
		{dir: "internal/ledger", ours: []string{"werewolf", "internal/speech"}, others: anything},
		{dir: "internal/llm", ours: []string{"internal/plaintext", "internal/spelling", "internal/strictjson"}, others: anything},
		{dir: "internal/match", ours: []string{"werewolf", "gamelog"}, others: anything},
		{dir: "internal/chances", ours: []string{"werewolf", "gamelog", "internal/match", "internal/position", "internal/speech",
			"internal/ledger", "internal/reason", "internal/stats", "internal/filelock", "internal/userfile", "internal/parallel"}, others: anything},
		{dir: "internal/nameless", ours: []string{"werewolf", "gamelog", "internal/chronicle", "internal/speech"}, others: anything},
		{dir: "internal/opinion", ours: []string{"werewolf"}, why: "notes may come from anybody, for whoever reads them"},
		{dir: "internal/origin", ours: []string{"werewolf", "gamelog", "internal/chronicle", "internal/english"}, others: anything},
		{dir: "internal/parallel", why: "whoever does much at once needs it"},
		{dir: "internal/plaintext", others: anything},
		{dir: "internal/position", ours: []string{"werewolf", "gamelog", "internal/match"}, others: anything},
		{dir: "internal/program", ours: []string{"werewolf", "internal/match", "internal/league/lobby"}, others: anything},
		{dir: "internal/reason", ours: []string{"werewolf", "internal/ledger", "internal/speech"}, others: anything},
		// The program that estimates the table of evidence reads games.
		{dir: "internal/reason/tune", ours: []string{"werewolf", "gamelog", "internal/contestlog", "internal/chronicle", "internal/speech", "internal/reason",
			"internal/stats"}, others: anything},
		// A report puts the figures of others in their places.
		{dir: "internal/report", ours: []string{"werewolf", "gamelog", "internal/chronicle", "internal/score", "internal/analysis", "internal/stats",
			"internal/origin", "internal/sheet", "internal/english"}, others: anything},
		{dir: "internal/room", ours: []string{"werewolf", "gamelog", "internal/match"}, others: anything},
		{dir: "internal/score", ours: []string{"werewolf", "gamelog", "internal/chronicle", "internal/english", "internal/csvtable",
			"internal/origin", "internal/sheet", "internal/stats", "internal/versus"}, others: anything},
		{dir: "internal/sheet", ours: []string{"internal/csvtable", "internal/stats", "internal/transcript"}, why: "whoever tells a table describes it"},
		{dir: "internal/secret", others: []string{"github.com/oklog/ulid"}, why: "what it draws hangs on nothing that can be changed from outside"},
		{dir: "internal/server", ours: []string{"werewolf", "gamelog", "internal/contest", "internal/spectate"}, others: anything},
		{dir: "internal/settings", ours: []string{"internal/plaintext", "internal/spelling"}, others: anything},
		// A site has the figures of score and report on pages of the viewer's.
		{dir: "internal/site", ours: []string{"werewolf", "gamelog", "internal/analysis", "internal/chances", "internal/chronicle", "internal/columns", "internal/contestlog",
			"internal/english", "internal/report", "internal/score", "internal/speech", "internal/stats", "internal/viewer", "internal/parallel"}, others: anything},
		// A player is tried at the other end of packets, and what it says is understood.
		{dir: "internal/situation", ours: []string{"werewolf", "gamelog", "wire", "internal/ledger", "internal/match", "internal/position", "internal/speech",
			"internal/settings", "internal/spelling", "internal/stats", "internal/strictjson"}, others: anything},
		{dir: "internal/speech", ours: []string{"werewolf"}, others: anything},
		{dir: "internal/spectate", ours: []string{"werewolf", "gamelog", "wire", "internal/contestlog", "internal/contest"}, others: anything},
		// What a listener understands depends on what the table has heard.
		{dir: "internal/speech/understand", ours: []string{"werewolf", "internal/ledger", "internal/speech"}, others: anything},
		{dir: "internal/spelling", why: "whoever refuses a name can then suggest another"},
		{dir: "internal/starter", why: "what it writes stands alone"},
		{dir: "internal/stats", others: []string{"gonum.org"}, why: "figures must not shift with a dependency"},
		{dir: "internal/strictjson", why: "whoever reads JSON of strangers needs it"},
		{dir: "internal/teamname", ours: []string{"werewolf"}, others: anything},
		{dir: "internal/transcript", ours: []string{"werewolf", "gamelog"}, others: anything},
		{dir: "internal/trial", ours: []string{"werewolf", "gamelog", "internal/chances", "internal/chronicle", "internal/contestlog", "internal/critic", "internal/league", "internal/match",
			"internal/position", "internal/stats", "internal/parallel"}, others: anything},
		{dir: "internal/userfile", why: "whoever opens what a user names needs it"},
		{dir: "internal/versus", ours: []string{"internal/english", "internal/sheet", "internal/stats"}, others: anything},
		// The viewer draws faces, shows what each player had reason to believe, counts what was said, tells entries apart, has the standings of score, and seats people in rooms.
		{dir: "internal/viewer", ours: []string{"werewolf", "gamelog", "internal/chronicle", "internal/contestlog", "internal/speech",
			"internal/reason", "internal/stats", "internal/analysis", "internal/chances", "internal/characters", "internal/opinion", "internal/origin", "internal/room",
			"internal/english", "internal/score", "internal/userfile", "internal/parallel"}, others: anything},
		{dir: "internal/waittest", why: "every test may wait"},
		{dir: "cmd/wolfden", ours: anything, others: anything},
		{dir: "examples", ours: []string{"werewolf", "wire"}, others: anything},
	}
}

// TestLawIsPrinted: ARCHITECTURE.md tells its readers the same law, a package of ours by its name below internal.
func TestLawIsPrinted(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Import law\n")
	section, _, _ = strings.Cut(section, "\n## ")
	printed := map[string]string{}
	for line := range strings.Lines(section) {
		cells := strings.Split(line, " | ")
		if len(cells) != 2 {
			continue
		}
		may := strings.Split(strings.TrimSuffix(cells[1], " |\n"), ", ")
		slices.Sort(may)
		for dir := range strings.SplitSeq(strings.TrimPrefix(cells[0], "| "), ", ") {
			printed[dir] = strings.Join(may, ", ")
		}
	}
	for _, g := range law() {
		may := make([]string, len(g.ours))
		for i, dir := range g.ours {
			may[i] = strings.TrimPrefix(dir, "internal/")
		}
		slices.Sort(may)
		want := strings.Join(may, ", ")
		switch want {
		case "":
			want = "nothing"
		case everything:
			want = "everything"
		}
		if dir := strings.TrimPrefix(g.dir, "internal/"); printed[dir] != want {
			t.Errorf("ARCHITECTURE.md prints %q for %s, whose law is %q", printed[dir], dir, want)
		}
	}
}

// grantOf is the grant of the longest folder that holds the package.
func grantOf(dir string) (grant, bool) {
	var best grant
	for _, g := range law() {
		if within(dir, g.dir) && len(g.dir) > len(best.dir) {
			best = g
		}
	}
	return best, best.dir != ""
}

// everyPackageHasAGrant: a package that the law does not know is a part that nobody has placed yet.
func everyPackageHasAGrant(t *tree) []string {
	var problems []string
	for _, dir := range t.dirs() {
		if _, ok := grantOf(dir); !ok {
			problems = append(problems, fmt.Sprintf("%s: the import law does not know this package; give it a line in law()", dir))
		}
	}
	return problems
}

// importsOfOurs: tests may import any package, to try theirs against its neighbours; packages for tests may import one another.
func importsOfOurs(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		g, known := grantOf(f.dir)
		if f.test || !known {
			continue
		}
		for _, spec := range f.ast.Imports {
			dir, ours := t.ours(imported(spec))
			if ours && !within(dir, g.dir) && !g.allowsOurs(dir) && (!forTests(f.dir) || !forTests(dir)) {
				problems = append(problems, fmt.Sprintf("%s: %s may not import %s, only %q", t.at(spec), f.dir, dir, g.ours))
			}
		}
	}
	return problems
}

func (g grant) allowsOurs(dir string) bool {
	return slices.ContainsFunc(g.ours, func(may string) bool { return may == everything || within(dir, may) })
}

// importsOfOthers holds for tests as well: what a package's tests need, its readers need.
func importsOfOthers(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		g, known := grantOf(f.dir)
		if !known {
			continue
		}
		for _, spec := range f.ast.Imports {
			name := imported(spec)
			_, ours := t.ours(name)
			if !ours && !t.standard(name) && !g.allowsOthers(name) {
				problems = append(problems, fmt.Sprintf("%s: %s may not import %s: %s", t.at(spec), f.dir, name, g.why))
			}
		}
	}
	return problems
}

func (g grant) allowsOthers(name string) bool {
	return slices.ContainsFunc(g.others, func(may string) bool { return may == everything || within(name, may) })
}

// importsOfTests: a package named for tests (llmtest, contesttest) is part of no program; others of its kind may use it, and
// so may what stands below it, which opens a part of it to programs.
func importsOfTests(t *tree) []string {
	var problems []string
	for _, f := range t.files {
		if f.test || forTests(f.dir) {
			continue
		}
		for _, spec := range f.ast.Imports {
			if dir, ours := t.ours(imported(spec)); ours && forTests(dir) && !within(f.dir, dir) {
				problems = append(problems, fmt.Sprintf("%s: %s is for tests; only tests may import it", t.at(spec), dir))
			}
		}
	}
	return problems
}

// forTests reports whether a package's name ends as net/http/httptest's does. A contest is no test.
func forTests(dir string) bool {
	name := path.Base(dir)
	return strings.HasSuffix(name, "test") && name != "contest"
}
