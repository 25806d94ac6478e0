package contestlog

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// playedGame is how a random game of the contest is played. The numbers are
// chances in a thousand.
type playedGame struct {
	players int
	seed    uint64
	mode    werewolf.TalkMode
	missing int  // of an answer
	illegal int  // of a choice
	fail    int  // of an input: that a player fails for good
	lose    bool // failed players keep the game going and are not chosen any more
	rounds  int  // most votes while there is a tie
	maxDay  int
	timed   bool
}

// playedGames are games of all kinds, the i-th one of them.
func playedGames(i int) playedGame {
	rng := rand.New(rand.NewPCG(uint64(i), 3))
	g := playedGame{
		players: []int{5, 9, 13}[i%3], seed: uint64(i), mode: werewolf.TalkMode(i / 3 % 3), rounds: 1, maxDay: werewolf.NoLimit,
		timed: i%2 == 0,
	}
	if i%4 == 0 {
		g.rounds = 1 + rng.IntN(3)
	}
	if i%5 == 0 {
		g.missing, g.illegal = 40, 40
	}
	if i%7 == 0 {
		g.fail = 2
	}
	if i%11 == 0 {
		g.maxDay = 1 + rng.IntN(3)
	}
	return g
}

var contestTexts = []string{
	"Good morning, everyone", "I am the seer, and 3 is human", "Over", "Skip", "call me,1234567890", "おはよう、みなさん。", "  blanks  ", "",
	"one\ntwo", "a,b,,c,", "1,vote,2,3", "quote \" & <b>", "@Kei, who are you?", ",", "123456789012",
}

func (c playedGame) header(tb testing.TB) gamelog.Header {
	tb.Helper()
	rng := rand.New(rand.NewPCG(c.seed, 5))
	rules, err := werewolf.Standard(c.players)
	if err != nil {
		tb.Fatal(err)
	}
	for _, t := range []*werewolf.TalkRules{&rules.Talk, &rules.Whisper} {
		t.Mode, t.Duration, t.MaxSkip = c.mode, 60_000, 1
		t.PerPhase = c.seed%2 == 0
	}
	rules.Vote.MaxCount, rules.AttackVote.MaxCount, rules.MaxDay = c.rounds, c.rounds, c.maxDay
	rules.AttackVote.AllowNoTarget = c.seed%3 == 0
	if c.lose {
		rules.MaxFailedRatio = 0.4
	}
	h := gamelog.Header{Version: gamelog.Version, ID: "01GAME", Started: 1_750_000_000_000, Seed: c.seed, Rules: rules}
	names := rng.Perm(c.players)
	for i := range c.players {
		h.Seats = append(h.Seats, werewolf.Seat{
			Name: fmt.Sprintf("Player%d", names[i]), Profile: "quiet", Avatar: "https://example.com/a.png",
			Team: fmt.Sprintf("team%c", 'a'+i), Client: fmt.Sprintf("team%c1", 'a'+i),
		})
	}
	h.Seats[0].Name, h.Seats[1].Client = "Kei, Jr.", "one,two"
	return h
}

// play plays the game to its end.
func (c playedGame) play(tb testing.TB) *gamelog.Record {
	tb.Helper()
	rec := &gamelog.Record{Header: c.header(tb)}
	rng := rand.New(rand.NewPCG(c.seed, 7))
	g, err := rec.Header.Game()
	if err != nil {
		tb.Fatal(err)
	}
	seen, at := 0, int64(0)
	for {
		for log := g.Log(); seen < len(log); seen++ {
			rec.Entries = append(rec.Entries, gamelog.Entry{At: at, Event: &log[seen]})
		}
		pending := g.Pending()
		if len(pending) == 0 {
			break
		}
		at += rng.Int64N(5000)
		in := c.input(rng, g, pending[rng.IntN(len(pending))])
		if err := g.Apply(in.Action); err != nil {
			tb.Fatal(err)
		}
		rec.Entries = append(rec.Entries, gamelog.Entry{At: at, Input: in})
	}
	for i := range rec.Header.Seats {
		rec.Header.Seats[i].Role = g.Role(werewolf.SeatID(i + 1))
	}
	return rec
}

func (c playedGame) input(rng *rand.Rand, g *werewolf.Game, q werewolf.Request) *gamelog.Input {
	chance := func(n int) bool { return rng.IntN(1000) < n }
	in := &gamelog.Input{Action: werewolf.Action{Seat: q.Seat, Request: q.Kind}}
	switch {
	case chance(c.fail) && !g.Gone().Has(q.Seat):
		in.Action = werewolf.Action{Kind: werewolf.Fail, Seat: q.Seat}
	case q.Open && chance(60):
		in.Action = werewolf.Action{Kind: werewolf.CloseFloor}
	case chance(c.missing) && !q.Open:
		in.Action.Missing = true
	case q.Kind.Speaks():
		in.Raw = contestTexts[rng.IntN(len(contestTexts))]
		in.Action.Text = in.Raw
	case chance(c.illegal):
		in.Action.Target = werewolf.SeatID(rng.IntN(c.players + 1))
	default:
		targets := q.Targets
		if c.lose {
			targets &^= g.Gone()
		}
		if targets == 0 {
			in.Action.Missing = true
			break
		}
		in.Action.Target = targets.Nth(rng.IntN(targets.Len()))
	}
	return in
}

// writeInFebruary writes the log with the numbers of February, and with times or without, whatever the rules are.
func writeInFebruary(w io.Writer, rec *gamelog.Record, timed bool) error {
	return write(w, rec, linesOf(rec, false), timed)
}

// log is the contest log of a record.
func (c playedGame) log(tb testing.TB, rec *gamelog.Record) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := writeInFebruary(&out, rec, c.timed); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func readLog(tb testing.TB, log []byte) *Log {
	tb.Helper()
	c, err := Read(bytes.NewReader(log))
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// mismatches are the findings that are more than a warning.
func mismatches(findings []Finding) (bad []Finding) {
	for _, f := range findings {
		if f.Severity == Mismatch {
			bad = append(bad, f)
		}
	}
	return bad
}

// long plays enough games for the rarest turns of a log; the fewer that are played without it have each kind of turn.
var long = flag.Bool("long", false, "play forty times as many games")

// some is how many games a test plays.
func some(games int) int {
	if *long {
		return 40 * games
	}
	return games
}

func TestRoundTrip(t *testing.T) {
	games := some(150)
	warnings := map[string]int{}
	for i := range games {
		c := playedGames(i)
		rec := c.play(t)
		log := c.log(t, rec)
		again, findings := readLog(t, log).Record()
		if bad := mismatches(findings); bad != nil {
			t.Fatalf("game %d %+v: %v\n%s", i, c, bad, log)
		}
		for _, f := range findings {
			warnings[f.Text[:20]]++
		}
		g, err := again.Replay()
		if err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		if want := rec.Result(); g.Result() != want {
			t.Errorf("game %d: %v, want %v", i, g.Result(), want)
		}
		if second := c.log(t, again); !bytes.Equal(second, log) {
			t.Fatalf("game %d %+v: another log\n%s", i, c, firstDifference(log, second))
		}
		var native bytes.Buffer
		if err := gamelog.Write(&native, again); err != nil {
			t.Fatal(err)
		}
		if _, err := gamelog.Verify(native.Bytes()); err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
	}
	for text, n := range warnings {
		t.Logf("%d x %s", n, text)
	}
}

// loseStates is what the organisers' server would have made of the log: from
// the morning after its client failed for good a player has no status.
func loseStates(rec *gamelog.Record, log []byte) (lost []byte, players int) {
	since := map[string]int{}
	for _, e := range rec.Events() {
		if e.Kind == werewolf.Failed {
			since[fmt.Sprint(e.Seat)] = e.Day + 1
		}
	}
	seen := map[string]bool{}
	lines := strings.Split(string(log), "\n")
	for i, l := range lines {
		f := strings.SplitN(l, ",", 7)
		if day, _ := strconv.Atoi(f[0]); f[1] == "status" && since[f[2]] > 0 && day >= since[f[2]] {
			f[4], seen[f[2]] = "", true
			lines[i] = strings.Join(f, ",")
		}
	}
	return []byte(strings.Join(lines, "\n")), len(seen)
}

// Players whose state was lost are warned of, once each, and nothing else.
func TestLostPlayers(t *testing.T) {
	games, players, warned, broken := some(300), 0, 0, 0
	for i := range games {
		c := playedGame{players: []int{5, 9, 13}[i%3], seed: uint64(i), mode: werewolf.TalkMode(i / 3 % 3), rounds: 1, maxDay: -1, fail: 3, lose: true}
		rec := c.play(t)
		log, lost := loseStates(rec, c.log(t, rec))
		players += lost
		contest := readLog(t, log)
		again, findings := contest.Record()
		if bad := mismatches(findings); bad != nil {
			t.Fatalf("game %d: %v\n%s", i, bad, log)
		}
		if f := contest.Unkept(again); len(f) > 0 {
			t.Errorf("game %d: %v", i, f)
		}
		for _, f := range findings {
			if strings.Contains(f.Text, "has no status") {
				warned++
			} else if !strings.Contains(f.Text, "counts players as living") {
				t.Errorf("game %d: %v\n%s", i, f, log)
			}
		}
		// When all are lost the days pass by themselves; that is a limit too.
		if g, err := again.Replay(); err != nil || g.Result().Winner != rec.Result().Winner {
			t.Errorf("game %d: %v, want %v: %v\n%s", i, again.Result(), rec.Result(), err, log)
		}
		if rec.Result().End == werewolf.Failure {
			broken++
		}
	}
	if players != warned || players == 0 || broken == 0 {
		t.Errorf("%d warnings of %d lost players, %d games broken off", warned, players, broken)
	}
}
