package analysis

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/origin"
)

// listen hears a contest log.
func listen(t *testing.T, log string) *chronicle.Game {
	t.Helper()
	c, err := contestlog.Read(strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	g, err := chronicle.OfLog(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func logFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// expect compares all counts of a player; those not listed are 0.
func expect(t *testing.T, g *Game, seat int, want map[Count]float64) {
	t.Helper()
	for c := range numCounts {
		if c == letterCount || c == voiceHeard || c == voiceKept || c == voiceChance {
			continue // counted in TestLetters and TestVoices
		}
		if got := g.figures[seat-1][c]; math.Abs(got-want[c]) > 1e-9 {
			t.Errorf("%s of %s is %v, want %v", c, g.Players[seat-1].Name, got, want[c])
		}
	}
}

// The same game is told in two languages; both were counted by hand from the text of the log.
func TestWholeGameInTwoLanguages(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		t.Run(lang, func(t *testing.T) {
			g := Analyze(listen(t, logFile(t, lang+".log")))
			expect(t, g, 1, map[Count]float64{
				utterances: 2, skips: 1, overs: 2, addressed: 1, leftSilent: 1, leftUnanswered: 1,
				roleClaims: 1, powerClaims: 1, results: 1, VotesCast: 1, VotesOnEnemy: 1, votesReceived: 3,
				hints: 1, hintsChance: 1. / 4,
			})
			expect(t, g, 2, map[Count]float64{
				utterances: 5, overs: 2, verbatim: 1, repeats: 1, echoes: 2, followsOther: 1,
				roleClaims: 2, roleClaimsFalse: 1, powerClaims: 1, results: 1, resultsFalse: 1, resultsInvented: 1,
				VotesCast: 2, votesDeclared: 2, votesKept: 2, VotesOnEnemy: 2, votesOnExecuted: 2, votesReceived: 3,
				hints: 2, hintsExecuted: 2, hintsChance: 1./4 + 1./2, powerPlays: 1, powerPlaysWon: 1,
			})
			expect(t, g, 3, map[Count]float64{
				utterances: 3, skips: 1, overs: 3, echoes: 1, followsOther: 1,
				roleClaims: 2, roleClaimsFalse: 1, retractions: 1, powerClaims: 1, powerClaimsIgnored: 1, results: 1, resultsInvented: 1,
				VotesCast: 2, votesDeclared: 1, votesKept: 1, VotesOnEnemy: 2, votesOnExecuted: 2,
				asks: 1, asksExecuted: 1, asksChance: 1. / 2, hints: 1, hintsExecuted: 1, hintsChance: 1. / 4, powerPlays: 1, powerPlaysWon: 1,
			})
			expect(t, g, 4, map[Count]float64{
				utterances: 4, overs: 3, addresses: 1, goneUnanswered: 1, votesForDead: 1,
				VotesCast: 2, votesDeclared: 1, VotesOnEnemy: 2, votesReceived: 2, asks: 1, asksChance: 1. / 4,
			})
			expect(t, g, 5, map[Count]float64{
				utterances: 2, overs: 2, roleClaims: 1, followsOther: 1, VotesCast: 1, votesDeclared: 1, votesOnExecuted: 1,
				hints: 1, hintsChance: 1. / 4,
			})
			if g.Chains != 0 || g.Longest != 2 {
				t.Errorf("%d chains, longest %d; want 0 and 2", g.Chains, g.Longest)
			}
		})
	}
}

func TestPackAndPowerRoles(t *testing.T) {
	g := Analyze(listen(t, logFile(t, "pack.log")))
	for _, c := range []struct {
		seat  int
		count Count
		want  float64
	}{
		{2, whispers, 1}, {2, whispersOnClaims, 1}, {3, whispers, 1}, {3, whispersOnClaims, 0},
		{2, attacksNamed, 1}, {2, attacksKept, 1}, {3, attacksNamed, 1}, {3, attacksKept, 0},
		// On the second night a single werewolf is left: nobody to agree with.
		{2, attackVotes, 1}, {2, attackVotesUnited, 1}, {3, attackVotes, 1}, {3, attackVotesUnited, 1},
		{1, results, 2}, {1, resultsFalse, 0}, {1, resultsInvented, 0},
		{5, results, 1}, {5, resultsFalse, 0}, {5, resultsInvented, 0},
		{4, results, 1}, {4, resultsInvented, 0}, {3, results, 1}, {3, resultsInvented, 1},
		// Ben speaks of a result Anna never told, Gil of one she did.
		{2, reports, 1}, {2, reportsUnfounded, 1}, {7, reports, 1}, {7, reportsUnfounded, 0},
		// Cleo, Dora and Egon say the same in a row.
		{3, inChains, 1}, {4, followsOther, 1}, {4, inChains, 1}, {5, followsOther, 1}, {5, inChains, 1}, {6, inChains, 0}, {7, followsOther, 0},
		{4, roleClaims, 1}, {5, roleClaims, 1}, {3, powerPlays, 0},
	} {
		if got := g.figures[c.seat-1][c.count]; got != c.want {
			t.Errorf("%s of %s is %v, want %v", c.count, g.Players[c.seat-1].Name, got, c.want)
		}
	}
	if g.Chains == 0 || g.Longest < 3 {
		t.Errorf("%d chains, longest %d", g.Chains, g.Longest)
	}
	if g.Over {
		t.Error("a log without a result is over")
	}
}

func TestLetters(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a b\tc\n": 3, "村の 皆さん": 5, "　": 0} {
		if got := letters(text); got != want {
			t.Errorf("%q has %d letters, want %d", text, got, want)
		}
	}
}

// slowShare counts common runs the long way.
func slowShare(a, b string) float64 {
	list := func(s string) (runs []string) {
		r := []rune(s)
		if len(r) > 0 && len(r) < 3 {
			return []string{s}
		}
		for i := 0; i+3 <= len(r); i++ {
			if run := string(r[i : i+3]); !slices.Contains(runs, run) {
				runs = append(runs, run)
			}
		}
		return runs
	}
	x, y := list(a), list(b)
	both := 0
	for _, run := range x {
		if slices.Contains(y, run) {
			both++
		}
	}
	if len(x)+len(y) == 0 {
		return 0
	}
	return float64(both) / float64(len(x)+len(y)-both)
}

func TestShareIsTheSlowOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		text := func() string {
			var b strings.Builder
			for range rng.IntN(12) {
				b.WriteRune([]rune("ab狼c")[rng.IntN(4)])
			}
			return b.String()
		}
		a, b := text(), text()
		x, y := said{1, runsOf(a)}, said{2, runsOf(b)}
		slow := slowShare(a, b)
		if got := x.share(&y) >= alike; got != (slow >= alike) {
			t.Fatalf("%q and %q alike: %v, but they share %v", a, b, got, slow)
		}
	}
}

// What is a part is never more than its whole, in any game.
func TestPartsAreParts(t *testing.T) {
	for _, name := range []string{"en.log", "ja.log", "pack.log"} {
		checkParts(t, Analyze(listen(t, logFile(t, name))))
	}
}

func checkParts(t *testing.T, g *Game) {
	t.Helper()
	for i := range g.figures {
		for _, s := range shares {
			if f := &g.figures[i]; f[s.Part] > f[s.Whole] || f[s.Part] < 0 {
				t.Errorf("seat %d: %s is %v of %v %s", i+1, s.Part, f[s.Part], f[s.Whole], s.Whole)
			}
		}
	}
}

func TestSummarize(t *testing.T) {
	games := []*Game{Analyze(listen(t, logFile(t, "en.log"))), Analyze(listen(t, logFile(t, "ja.log")))}
	groups := Summarize(games, ByTeam)
	if len(groups) != 3 || groups[0].Name != "fox" || groups[0].Players != 4 {
		t.Fatalf("groups %+v", groups)
	}
	for i, s := range shares {
		if s.Part != asksExecuted {
			continue
		}
		// fox is Anna and Dora: Dora asked once a game, in vain, with a chance of one in four.
		r := groups[0].Rates[i]
		if r.Successes != 0 || r.Trials != 2 || r.Clusters != 2 && r.Clusters != 0 || r.Chance != 0.25 {
			t.Errorf("asks_executed of fox: %+v", r)
		}
	}
	if by := Summarize(games, ByRole); len(by) != 4 || by[0].Name != "POSSESSED" {
		t.Errorf("by role: %d groups", len(by))
	}
	if all := Summarize(games, ByAll); len(all) != 1 || all[0].Players != 10 {
		t.Errorf("all: %+v", all)
	}
}

// What was counted is there without the game that it was counted in: tables of many games hold no more.
func TestForget(t *testing.T) {
	whole, counted := Analyze(listen(t, logFile(t, "en.log"))), Analyze(listen(t, logFile(t, "en.log")))
	days := len(counted.VoteDays())
	counted.Forget()
	if days == 0 || len(counted.VoteDays()) != days || len(counted.Lines)+len(counted.Notes) > 0 {
		t.Errorf("%d lines and %d days are left of %d", len(counted.Lines), len(counted.VoteDays()), days)
	}
	for _, write := range []func(io.Writer, *Game) error{
		func(w io.Writer, g *Game) error { return WriteCSV(w, []*Game{g}) },
		func(w io.Writer, g *Game) error { return WriteText(w, []*Game{g}, ByTeam, nil) },
		func(w io.Writer, g *Game) error { return WriteHTML(w, []*Game{g}, ByRole, nil) },
		func(w io.Writer, g *Game) error {
			return WriteJSON(w, []*Game{g}, ByTeam, nil, origin.Of([]*chronicle.Summary{&g.Summary}))
		},
		func(w io.Writer, g *Game) error { return DayTable(g.VoteDays()).WriteCSV(w) },
	} {
		var want, got bytes.Buffer
		if err := cmp.Or(write(&want, whole), write(&got, counted)); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("without the game:\n%s, want\n%s", &got, &want)
		}
	}
}

func TestDefinitionsAreWhole(t *testing.T) {
	names := map[string]bool{}
	for c, d := range counts {
		if d.Name == "" || d.Text == "" || names[d.Name] {
			t.Errorf("count %d is defined as %+v", c, d)
		}
		names[d.Name] = true
	}
	page, err := os.ReadFile("../../docs/analysis.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range names {
		if !bytes.Contains(page, []byte("`"+name+"`")) {
			t.Errorf("docs/analysis.md does not define %s", name)
		}
	}
}

// hostile is a game whose team and player would like to steer what is written.
func hostile(t *testing.T) []*Game {
	log := strings.NewReplacer("fox1,Anna", "=cmd()1,<script>alert(1)</script>", "hare1,Ben", "@x\x1b[31m1,\"quoted\"").Replace(logFile(t, "en.log"))
	return []*Game{Analyze(listen(t, log))}
}

func TestWriteCSV(t *testing.T) {
	var out bytes.Buffer
	if err := WriteCSV(&out, hostile(t)); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(lines) != 6 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	at := map[string]int{}
	for i, name := range lines[0] {
		at[name] = i
	}
	if team := lines[1][at["team"]]; team != "'=cmd()" {
		t.Errorf("team %q", team)
	}
	if strings.ContainsRune(lines[2][at["team"]], '\x1b') || lines[2][at["name"]] != `"quoted"` {
		t.Errorf("line %q", lines[2])
	}
	if got := lines[1][at["timeouts"]]; got != "" {
		t.Errorf("a contest log tells of %q time-outs", got)
	}
	if got := lines[2][at["hints_chance"]]; got != "0.5000" {
		t.Errorf("hints_chance %q", got)
	}
	if lines[1][at["won"]] != "false" || lines[2][at["won"]] != "true" || lines[1][at["winner"]] != "WEREWOLF" {
		t.Errorf("winner: %q", lines[1])
	}
}

func TestWriteOthers(t *testing.T) {
	games := hostile(t)
	var page, text, object bytes.Buffer
	if err := WriteHTML(&page, games, ByTeam, []string{"<b>"}); err != nil {
		t.Fatal(err)
	}
	for _, never := range []string{"<script", "src=", "href=", "<b>", "\x1b"} {
		if strings.Contains(page.String(), never) {
			t.Errorf("the page has %q", never)
		}
	}
	if !strings.Contains(page.String(), "<svg") || !strings.Contains(page.String(), "=cmd()") {
		t.Error("the page has no plot or no team")
	}
	if err := WriteText(&text, games, ByTeam, nil); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), "\x1b") || !strings.Contains(text.String(), "asks_executed") {
		t.Errorf("text:\n%s", text.String())
	}
	if err := WriteJSON(&object, games, ByRole, []string{}, nil); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Games []struct {
			Players []struct{ Counts map[string]*float64 }
		}
		Groups []struct {
			Name   string
			Shares map[string]struct{ Part, Whole, N, Games int }
		}
	}
	if err := json.Unmarshal(object.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	counts := back.Games[0].Players[1].Counts
	if counts["timeouts"] != nil || *counts["hints"] != 1 || len(counts) != int(numCounts) {
		t.Errorf("counts %v", counts)
	}
	if s := back.Groups[0].Shares["asks_executed"]; back.Groups[0].Name != "POSSESSED" || s.Part != 1 || s.Whole != 1 || s.N != 1 || s.Games != 1 {
		t.Errorf("groups %+v", back.Groups[0])
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, name := range []string{"en.log", "ja.log", "pack.log"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, log string) {
		c, err := contestlog.Read(strings.NewReader(log))
		if err != nil {
			return
		}
		h, err := chronicle.OfLog(c)
		if err != nil {
			return
		}
		g := Analyze(h)
		checkParts(t, g)
		var out bytes.Buffer
		if err := WriteCSV(&out, []*Game{g}); err != nil {
			t.Fatal(err)
		}
		if lines, err := csv.NewReader(&out).ReadAll(); err != nil || len(lines) != 1+len(g.Players) {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
	})
}

const table = `0,status,1,SEER,ALIVE,fox1,Anna
0,status,2,WEREWOLF,ALIVE,hare1,Ben
0,status,3,BODYGUARD,ALIVE,owl1,Cleo
0,status,4,VILLAGER,ALIVE,fox2,Dora
0,status,5,VILLAGER,ALIVE,hare2,Egon
`

func TestTrapsOfSmallGames(t *testing.T) {
	for _, c := range []struct {
		name, log string
		seat      int
		count     Count
		want      float64
	}{
		{"nobody follows himself", "1,talk,0,0,4,I suspect Ben.\n1,talk,1,1,4,I suspect Ben.\n", 4, followsOther, 0},
		{"a guard is no divination", "1,guard,3,1,SEER\n2,talk,0,0,3,I divined Anna and Anna is human.\n", 3, resultsInvented, 1},
		{"a result told twice is one", "1,talk,0,0,3,I divined Anna and Anna is human.\n1,talk,1,1,3,I divined Anna and Anna is human.\n", 3, results, 1},
		{"a second ballot is no second vote", "1,vote,1,2\n1,vote,2,1\n1,vote,1,3\n1,vote,2,1\n", 1, VotesCast, 1},
		{"a void ballot is none", "1,vote,1,2\n", 2, VotesCast, 0},
		{"a day without a vote has no attempts", "0,talk,0,0,1,Please vote for Ben.\n", 1, asks, 0},
		{"one cannot ask for a vote on the dead", "1,execute,4,VILLAGER\n2,talk,0,0,1,Please vote for Dora.\n2,vote,1,2\n", 1, asks, 0},
		{"the last request counts", "1,talk,0,0,1,Please vote for Ben.\n1,talk,1,1,1,Please vote for Dora.\n1,vote,1,4\n1,execute,4,VILLAGER\n", 1, asksExecuted, 1},
		{"who has no turn left leaves nothing unanswered", "1,talk,0,0,1,Over\n1,talk,1,0,4,Anna, whom do you suspect?\n", 1, addressed, 0},
		{"an answer may name whom it is about", "1,talk,0,0,4,Anna, whom do you suspect?\n1,talk,1,0,1,I suspect Ben.\n", 1, leftUnanswered, 0},
		{"who names the asker takes it up", "1,talk,0,0,4,Anna, whom do you suspect?\n1,talk,1,0,1,@Dora what a lovely morning.\n", 1, leftUnanswered, 0},
		{"small talk is no answer", "1,talk,0,0,4,Anna, whom do you suspect?\n1,talk,1,0,1,What a lovely morning.\n", 1, leftUnanswered, 1},
		{"the dead are dead for those who listen", "1,talk,0,0,1,I am the seer.\n1,talk,1,0,2,I am the seer.\n1,execute,1,SEER\n2,talk,0,0,4,I will vote for the remaining seer.\n2,vote,4,2\n", 4, votesKept, 1},
	} {
		g := Analyze(listen(t, table+c.log))
		if got := g.figures[c.seat-1][c.count]; got != c.want {
			t.Errorf("%s: %s is %v, want %v", c.name, c.count, got, c.want)
		}
	}
}
