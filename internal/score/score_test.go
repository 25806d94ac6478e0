package score

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/csvtable"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// contestLogs are logs of made-up games, enough of each for counting.
func contestLogs(games int) []string {
	random := rand.New(rand.NewPCG(1, 1))
	teams := []string{"ash", "birch-A", "birch-B", "cedar", "dogwood_a", "dogwood_b", "elm"}
	roles := []string{"SEER", "VILLAGER", "VILLAGER", "POSSESSED", "WEREWOLF"}
	var logs []string
	for g := range games {
		var b strings.Builder
		who, as := random.Perm(len(teams)), random.Perm(5)
		for day := range 2 {
			for seat := range 5 {
				fmt.Fprintf(&b, "%d,status,%d,%s,ALIVE,%s1,N%d\n", day, seat+1, roles[as[seat]], teams[who[seat]], (seat+g)%7)
			}
		}
		for i, seat := range random.Perm(5) {
			fmt.Fprintf(&b, "1,talk,%d,0,%d,words\n", i, seat+1)
		}
		winner := "VILLAGER"
		if random.IntN(3) == 0 {
			winner = "WEREWOLF"
		}
		switch g % 10 {
		case 8: // breaks off
		case 9:
			b.WriteString("2,result,1,1,NONE\n")
		default:
			fmt.Fprintf(&b, "2,result,1,1,%s\n", winner)
		}
		logs = append(logs, b.String())
	}
	return logs
}

func parsed(t *testing.T, logs []string) (games []*chronicle.Summary) {
	t.Helper()
	for i, text := range logs {
		c, err := contestlog.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		g, err := chronicle.OfLog(c)
		if err != nil {
			t.Fatal(err)
		}
		g.Sum[0], g.Sum[1] = byte(i), byte(i>>8)+1
		games = append(games, &g.Summary)
	}
	return games
}

// slowCount counts wins and games of a team in a role by reading the lines.
func slowCount(logs []string, team, role string) (wins, games int) {
	for _, text := range logs {
		winner := ""
		for _, line := range strings.Split(text, "\n") {
			if f := strings.Split(line, ","); len(f) > 4 && f[1] == "result" {
				winner = f[4]
			}
		}
		if winner != "VILLAGER" && winner != "WEREWOLF" {
			continue
		}
		for _, line := range strings.Split(text, "\n") {
			f := strings.Split(line, ",")
			if len(f) < 6 || f[0] != "0" || f[1] != "status" || strings.TrimRight(f[5], "0123456789") != team || f[3] != role {
				continue
			}
			games++
			wolfish := role == "WEREWOLF" || role == "POSSESSED"
			if wolfish == (winner == "WEREWOLF") {
				wins++
			}
		}
	}
	return wins, games
}

func TestCountAgainstReadingTheLines(t *testing.T) {
	logs := contestLogs(200)
	r := Count(parsed(t, logs), false, 1)
	if r.Counted != 160 || r.Unfinished != 20 || r.Undecided != 20 || len(r.Tables) != 1 {
		t.Fatalf("counted %d, unfinished %d, undecided %d, tables %d", r.Counted, r.Unfinished, r.Undecided, len(r.Tables))
	}
	seen := 0
	for _, row := range r.Tables[0].Rows {
		var sum, weights, macro float64
		for _, role := range columns(nil) {
			wins, games := slowCount(logs, row.Team, role.String())
			if c := row.Cells[role]; c.Wins != wins || c.Games != games {
				t.Errorf("%s as %s: %d of %d, the lines say %d of %d", row.Team, role, c.Wins, c.Games, wins, games)
			}
			seen += games
			if games > 0 {
				w := float64(map[werewolf.Role]int{werewolf.Villager: 6, werewolf.Werewolf: 3}[role])
				w = max(w, 1)
				sum += w * float64(wins) / float64(games)
				weights += w
				macro += float64(wins)
			}
		}
		if got, want := row.Weighted.Value, 100*sum/weights; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: weighted micro %v, want %v", row.Team, got, want)
		}
		if got, want := row.Macro.Value, 100*macro/float64(row.Games); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: macro %v, want %v", row.Team, got, want)
		}
		for _, e := range []stats.Estimate{row.Macro, row.Micro, row.Weighted, row.SetupWeighted} {
			if e.Value < e.Low-1e-9 || e.Value > e.High+1e-9 {
				t.Errorf("%s: %v lies outside of its interval", row.Team, e)
			}
		}
	}
	if seen != 5*160 {
		t.Errorf("%d seats in all", seen)
	}
}

func TestMergedEntriesCountAsOne(t *testing.T) {
	logs := contestLogs(200)
	apart, merged := Count(parsed(t, logs), false, 1), Count(parsed(t, logs), true, 1)
	games := func(r *Report, team string) int {
		for _, row := range r.Tables[0].Rows {
			if row.Team == team {
				return row.Games
			}
		}
		return -1
	}
	if got, want := games(merged, "birch"), games(apart, "birch-A")+games(apart, "birch-B"); got != want {
		t.Errorf("merged %d games, apart %d", got, want)
	}
	if len(merged.Tables[0].Rows) != 5 || !slices.Contains(merged.Warnings, "counted as birch: birch-A, birch-B") {
		t.Errorf("%d teams, %q", len(merged.Tables[0].Rows), merged.Warnings)
	}
	var birch Row
	for _, row := range merged.Tables[0].Rows {
		if row.Team == "birch" {
			birch = row
		}
	}
	alone := stats.Wilson(birch.Wins, birch.Games)
	if birch.Macro.High-birch.Macro.Low <= 100*(alone.High-alone.Low) {
		t.Error("two seats of a side count as two games in the interval")
	}
}

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  map[string]string
	}{
		{[]string{"fox-A", "fox-B"}, map[string]string{"fox-A": "fox", "fox-B": "fox"}},
		{[]string{"fox", "fox-c"}, map[string]string{"fox-c": "fox"}},
		{[]string{"fox1", "fox2", "fox_3"}, map[string]string{"fox1": "fox", "fox2": "fox", "fox_3": "fox"}},
		{[]string{"fox-nw-A", "fox-nw-B", "fox-A"}, map[string]string{"fox-nw-A": "fox-nw", "fox-nw-B": "fox-nw"}},
		{[]string{"model4", "hare"}, map[string]string{}},  // nobody shares it
		{[]string{"Team-IL", "Team"}, map[string]string{}}, // two letters are a name
		{[]string{"A", "B", "1", "2", "-1"}, map[string]string{}},
		{[]string{"fox-A", "fox-A"}, map[string]string{}},
	} {
		if got := Merge(c.names); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("Merge(%q) = %v, want %v", c.names, got, c.want)
		}
	}
}

func TestTheSameGameCountsOnce(t *testing.T) {
	games := parsed(t, contestLogs(5))
	r := Count(append(games, games[2]), false, 1)
	if r.Repeated != 1 || r.Counted != 5 {
		t.Errorf("%d repeated, %d counted", r.Repeated, r.Counted)
	}
}

// The order in which files are read changes nothing, not even what is drawn by chance for intervals and tests.
func TestOrderOfGamesIsNothing(t *testing.T) {
	games := parsed(t, contestLogs(60))
	want := written(t, Count(games, true, 1).WriteText)
	slices.Reverse(games)
	if got := written(t, Count(games, true, 1).WriteText); got != want {
		t.Errorf("backwards:\n%s\nforwards:\n%s", got, want)
	}
}

// made is a table of made-up counts and rates, one team with a role it never
// played, one with figures that do not follow.
const made = `team,POSSESSED_games,SEER_games,VILLAGER_games,WEREWOLF_games,total,POSSESSED,SEER,VILLAGER,WEREWOLF,macro,micro,weighted_micro
Ash,10,12,20,8,50,40.00,66.67,55.00,25.00,50.00,46.67,46.52
Birch,0,12,20,8,40,,50.00,30.00,12.50,32.50,30.83,26.75
Cedar,10,12,20,8,50,40.00,66.67,55.00,25.00,51.00,46.67,46.52
Dogwood,3,0,0,0,3,33.33,,,,33.33,33.33,33.33
Elm,0,0,0,0,0,,,,,0.00,0.00,0.00
`

func TestReadTable(t *testing.T) {
	table, err := ReadTable(strings.NewReader("\uFEFF" + made))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := WriteAverages(&out, table); err != nil {
		t.Fatal(err)
	}
	const want = "team,macro,micro,weighted_micro\nAsh,50.00,46.67,46.52\nBirch,32.50,30.83,26.75\nCedar,50.00,46.67,46.52\nDogwood,33.33,33.33,33.33\nElm,,,\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if !slices.Contains(table.Warnings, "line 4: Cedar: macro is 51.00, but 50.00 follows from the roles") {
		t.Errorf("warnings %q", table.Warnings)
	}
	if slices.ContainsFunc(table.Warnings, func(w string) bool { return strings.Contains(w, "Elm") }) {
		t.Errorf("a team without a game: warnings %q", table.Warnings)
	}
	if got := table.Rows[1].SetupWeighted.Value; math.Abs(got-(50+60+12.5)/4) > 1e-9 {
		t.Errorf("with the setup's weights %v", got)
	}
}

// TestTracks: a team with a row in each of two tracks is told apart.
func TestTracks(t *testing.T) {
	table, err := ReadTable(strings.NewReader("track,team,SEER,SEER_games,rate\nen,A,50,2,50\nja,A,25,4,30\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{Tables: []Table{*table}}
	for name, write := range map[string]func(io.Writer) error{"text": r.WriteText, "latex": r.WriteLaTeX, "html": r.WriteHTML} {
		if text := written(t, write); !strings.Contains(text, "A (en)") || !strings.Contains(text, "A (ja)") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if object := written(t, r.WriteJSON); !strings.Contains(object, `"track": "ja"`) {
		t.Error(object)
	}
	averages := written(t, func(w io.Writer) error { return WriteAverages(w, table) })
	if averages != "team,macro,micro,weighted_micro,track\nA,50.00,50.00,50.00,en\nA,25.00,25.00,25.00,ja\n" {
		t.Error(averages)
	}
	if !slices.Contains(table.Warnings, "line 3: A (ja): rate is 30, but 25.00 follows from the roles") {
		t.Errorf("%q", table.Warnings)
	}
}

// TestNoneIsTheBest: nothing is set in bold where all are alike, such as where nobody won; a team without a game has no figures.
func TestNoneIsTheBest(t *testing.T) {
	table, err := ReadTable(strings.NewReader("team,SEER,SEER_games,VILLAGER,VILLAGER_games\nA,0,3,50,2\nB,0,4,50,2\nC,,0,100,1\nD,,0,,0\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{Tables: []Table{*table}}
	tex := written(t, r.WriteLaTeX)
	if strings.Contains(tex, `\textbf{0.00}`) || !strings.Contains(tex, `\textbf{100.00}`) || !strings.Contains(tex, `D & 0 & 0 & 0 &  &  &  &  &  &  \\`) {
		t.Error(tex)
	}
	if text := written(t, r.WriteText); !regexp.MustCompile(`(?m)^D +0 +0 +- +- +-`).MatchString(text) {
		t.Error(text)
	}
	if object := written(t, r.WriteJSON); strings.Contains(object, `"warning":`) || !strings.Contains(object, `"n": `) {
		t.Errorf("a figure has a shape of its own: %s", object)
	}
	if object := written(t, r.WriteJSON); !strings.Contains(object, `"value": null`) {
		t.Error(object)
	}
}

// Tables of earlier contests have other names for the same columns.
func TestReadTableOfOtherNames(t *testing.T) {
	want, err := ReadTable(strings.NewReader("team,SEER_games,VILLAGER_games,SEER,VILLAGER,total\nA,2,4,50,75,6\nB,2,4,0,25,7\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range []string{
		"Team,SEER Total Games,VILLAGER Total Games,SEER Win Rate (%),VILLAGER Win Rate (%),Total Games",
		"Team Name,Seer games,Villager games,seer win rate %,villager win rate %,Total", "TEAM,seer_total_games,villager_total_games,SEER,VILLAGER,total games",
		"Team,SEER,VILLAGER,SEER (%),VILLAGER (%),TOTAL", "Team,SEER Total Games,VILLAGER Total Games,SEER (%),VILLAGER (%),TOTAL",
	} {
		for _, percent := range []string{"", "%", " %"} {
			text := strings.ReplaceAll(header+"\nA,2,4,50_,75_,6\nB,2,4,0_,25_,7\n", "_,", percent+",")
			got, err := ReadTable(strings.NewReader(text))
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %v\n%+v\nwant\n%+v", text, err, got, want)
			}
		}
	}
	averages := "A,1,1,2,1,0,100,50,0,5,40.00,37.50,27.27,41.00\n"
	for _, header := range []string{
		"Team,POSSESSED,SEER,VILLAGER,WEREWOLF,POSSESSED (%),SEER (%),VILLAGER (%),WEREWOLF (%),TOTAL,Macro (%),Micro (%),Weighted Micro (%),Villager Doubled Micro (%)\n",
		"Team,POSSESSED Total Games,SEER Total Games,VILLAGER Total Games,WEREWOLF Total Games,POSSESSED Win Rate (%),SEER Win Rate (%),VILLAGER Win Rate (%)," +
			"WEREWOLF Win Rate (%),Total Games,Win Rate (%),Average Win Rate (%),Weighted Micro (%),Average Win Rate (%) (Villager Win Rate Doubled)\n",
	} {
		got, err := ReadTable(strings.NewReader(header + averages))
		if err != nil || len(got.Rows) != 1 || got.Rows[0].Wins != 2 {
			t.Fatalf("%s: %+v, %v", header, got, err)
		}
		if w := strings.Join(got.Warnings, "\n"); !strings.Contains(w, "weighted_micro is 27.27, but 36.36 follows") || !strings.Contains(w, "setup_weighted is 41.00, but 40.00 follows") || strings.Count(w, "follows") != 2 {
			t.Errorf("%s: %s", header, w)
		}
	}
	for text, why := range map[string]string{
		"Team,SEER,SEER (%)\nA,50.5,2\n":                                 `SEER is "50.5"; give a number of games`,
		"Team,SEER Total Games,SEER Win Rate\nA,2,0.5\n":                 "the win rates of SEER may be in percent or not",
		"Team,SEER_games,SEER Total Games,SEER Win Rate (%)\nA,2,2,50\n": "two columns are called",
		"Team,SEER Appearances,SEER Success\nA,2,50\n":                   `such as SEER_games and SEER, or SEER Total Games and SEER Win Rate (%), only ["team" "SEER Appearances" "SEER Success"]`,
	} {
		if _, err := ReadTable(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
}

func TestReadTableNamesTheLine(t *testing.T) {
	for _, c := range []struct{ table, want string }{
		{"", "line 1: the table is empty"},
		{"name,SEER,SEER_games\n", "line 1: no column is called team"},
		{"team,SEER\nA,1\n", "line 1: no role has both its columns"},
		{"team,SEER,SEER,SEER_games\n", `line 1: two columns are called "SEER"`},
		{"team,SEER,SEER_games\n", "no team below the header"},
		{"team,SEER,SEER_games\nA,50,2\nB,50\n", "line 3: 2 fields, the header has 3"},
		{"team,SEER,SEER_games\nA,50,2\n\nB,50,two\n", `line 4: SEER_games is "two"`},
		{"team,SEER,SEER_games\nA,150,2\n", `line 2: SEER is "150"`},
		{"team,SEER,SEER_games\nA,NaN,2\n", `line 2: SEER is "NaN"`},
		{"team,SEER,SEER_games\nA,,2\n", `line 2: SEER is ""`},
		{"team,SEER,SEER_games\nA,50,-2\n", `line 2: SEER_games is "-2"`},
		{"team,SEER,SEER_games\n\"A,50,2\n", "line 2: extraneous or missing \" in quoted-field"},
	} {
		if _, err := ReadTable(strings.NewReader(c.table)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.table, err, c.want)
		}
	}
	table, err := ReadTable(strings.NewReader("team,SEER,SEER_games\nA,50.00,3\n"))
	if err != nil || !slices.ContainsFunc(table.Warnings, func(w string) bool { return strings.HasPrefix(w, "line 2: SEER: 50% of 3 games is no whole number") }) {
		t.Errorf("%v, %v", table, err)
	}
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unknownSetup is a table of a setup that does not follow from its roles.
const unknownSetup = `team,BODYGUARD_games,SEER_games,VILLAGER_games,BODYGUARD,SEER,VILLAGER
Ash,4,5,20,50.00,60.00,55.00
Birch,5,4,21,40.00,50.00,42.86
`

var long = regexp.MustCompile(`-?\d+\.\d{6,}(?:e[-+]\d+)?`)

func TestGoldenFormats(t *testing.T) {
	counted := Count(parsed(t, contestLogs(60)), true, 1)
	table, err := ReadTable(strings.NewReader(made))
	if err != nil {
		t.Fatal(err)
	}
	fromTable := &Report{Tables: []Table{*table}}
	unknown, err := ReadTable(strings.NewReader(unknownSetup))
	if err != nil {
		t.Fatal(err)
	}
	fromUnknown := &Report{Tables: []Table{*unknown}}
	few := parsed(t, contestLogs(10))
	nobodyWins := Count(few[9:], false, 1)
	for name, write := range map[string]func(io.Writer) error{
		"games.txt": counted.WriteText, "games.csv": counted.WriteCSV, "games.tex": counted.WriteLaTeX,
		"table.txt": fromTable.WriteText, "table.tex": fromTable.WriteLaTeX, "table.json": fromTable.WriteJSON,
		"unknown.txt": fromUnknown.WriteText, "unknown.json": fromUnknown.WriteJSON,
		"few.json": Count(append(few, few[0]), false, 1).WriteJSON, "nobody.json": nobodyWins.WriteJSON, "nobody.txt": nobodyWins.WriteText,
	} {
		got, path := written(t, write), filepath.Join("testdata", name)
		// Processors differ in the last digits.
		got = long.ReplaceAllStringFunc(got, func(n string) string {
			v, _ := strconv.ParseFloat(n, 64)
			return strconv.FormatFloat(v, 'g', 6, 64)
		})
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs; run with -update and read the change\n%s", name, got)
		}
	}
}

func TestNothingToCount(t *testing.T) {
	r := Count(nil, true, 1)
	for _, write := range []func(io.Writer) error{r.WriteText, r.WriteCSV, r.WriteJSON, r.WriteLaTeX, r.WriteHTML} {
		written(t, write)
	}
	if !slices.Contains(r.Warnings, "no game has a winner: there is nothing to compare") {
		t.Errorf("%q", r.Warnings)
	}
}

func FuzzReadTable(f *testing.F) {
	f.Add(made)
	f.Add("team,SEER,SEER_games\n=1,1e2,3\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadTable(strings.NewReader(text))
		if err != nil {
			return
		}
		r := &Report{Tables: []Table{*table}}
		for _, write := range []func(io.Writer) error{r.WriteText, r.WriteCSV, r.WriteJSON, r.WriteLaTeX, r.WriteHTML} {
			written(t, write)
		}
		for _, row := range table.Rows {
			for _, e := range []stats.Estimate{row.Macro, row.Micro, row.Weighted} {
				if none := row.Games == 0; none != math.IsNaN(e.Value) || !none && !(e.Value >= 0 && e.Value <= 100+1e-9) {
					t.Fatalf("%q: %v", row.Team, e)
				}
			}
		}
	})
}

func FuzzLabel(f *testing.F) {
	for _, name := range hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		l := chronicle.Label(name)
		if l == "" || chronicle.Label(l) != l {
			t.Fatalf("chronicle.Label(%q) = %q, again %q", name, l, chronicle.Label(l))
		}
		for _, r := range l {
			if !unicode.IsPrint(r) {
				t.Fatalf("chronicle.Label(%q) holds %U", name, r)
			}
		}
		if c := csvtable.Cell(l); strings.ContainsAny(c[:1], "=+-@") && strings.Trim(c, "-.0123456789") != "" { // but for a number
			t.Fatalf("cell %q", c)
		}
	})
}
