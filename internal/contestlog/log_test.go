package contestlog

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file of testdata, or rewrites it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (make it with -update)", err)
	}
	if err := firstDifference(want, got); err != nil {
		t.Errorf("%s: %v", path, err)
	}
}

// A game of five that the village wins, the tie of its second vote drawn.
const villageWins = `0,status,1,WEREWOLF,ALIVE,alpha1,Mio
0,status,2,POSSESSED,ALIVE,beta1,Kei
0,status,3,SEER,ALIVE,gamma1,Ren
0,status,4,VILLAGER,ALIVE,delta1,Aoi
0,status,5,VILLAGER,ALIVE,omega1,Sora
0,talk,0,0,3,Good morning, everyone
0,talk,1,0,1, @Ren  hello
0,talk,2,0,4,Over
0,talk,3,1,3,Over
0,divine,3,2,HUMAN
1,status,1,WEREWOLF,ALIVE,alpha1,Mio
1,status,2,POSSESSED,ALIVE,beta1,Kei
1,status,3,SEER,ALIVE,gamma1,Ren
1,status,4,VILLAGER,ALIVE,delta1,Aoi
1,status,5,VILLAGER,ALIVE,omega1,Sora
1,talk,0,0,5,Skip
1,talk,1,0,2,I am the seer, 1 is human
1,talk,2,0,1,
1,talk,3,1,1,So be it
1,vote,1,3
1,vote,2,3
1,vote,3,2
1,vote,5,2
1,execute,2,POSSESSED
1,divine,3,1,WEREWOLF
1,attackVote,1,4
1,attack,4,true
2,status,1,WEREWOLF,ALIVE,alpha1,Mio
2,status,2,POSSESSED,DEAD,beta1,Kei
2,status,3,SEER,ALIVE,gamma1,Ren
2,status,4,VILLAGER,DEAD,delta1,Aoi
2,status,5,VILLAGER,ALIVE,omega1,Sora
2,talk,0,0,3,1 is a werewolf
2,vote,1,3
2,vote,3,1
2,vote,5,1
2,execute,1,WEREWOLF
3,status,1,WEREWOLF,DEAD,alpha1,Mio
3,status,2,POSSESSED,DEAD,beta1,Kei
3,status,3,SEER,ALIVE,gamma1,Ren
3,status,4,VILLAGER,DEAD,delta1,Aoi
3,status,5,VILLAGER,ALIVE,omega1,Sora
3,result,2,0,VILLAGER`

func TestReadVariants(t *testing.T) {
	timed := strings.NewReplacer("everyone\n", "everyone,1700000000\n", "hello\n", "hello,1700000001\n", "0,4,Over\n", "0,4,Over,1700000001\n",
		"1,3,Over\n", "1,3,Over,1700000002\n", "Skip\n", "Skip,1700000100\n", "human\n", "human,1700000101\n", "2,0,1,\n", "2,0,1,,1700000101\n",
		"be it\n", "be it,1700000102\n", "a werewolf\n", "a werewolf,1700000200\n").Replace(villageWins)
	plain := readLog(t, []byte(villageWins))
	for _, test := range []struct {
		name, log string
		check     func(*Log) bool
	}{
		{"as it is", villageWins, func(c *Log) bool { return !c.Timed && c.sum == plain.sum }},
		{"final newline", villageWins + "\n", func(c *Log) bool { return c.sum == plain.sum }},
		{"CRLF", strings.ReplaceAll(villageWins, "\n", "\r\n"), func(c *Log) bool { return c.sum == plain.sum && c.Lines[6].Text == " @Ren  hello" }},
		{"BOM", "\ufeff" + villageWins, func(c *Log) bool { return c.sum == plain.sum }},
		{"blank lines", villageWins + "\n\n\r\n", func(c *Log) bool { return len(c.Lines) == len(plain.Lines) }},
		{"commas in a text", villageWins, func(c *Log) bool { return c.Lines[5].Text == "Good morning, everyone" }},
		{"empty text", villageWins, func(c *Log) bool { return c.Lines[17].Text == "" }},
		{"no names", noNames(villageWins), func(c *Log) bool {
			return !c.Lines[0].Named && c.Lines[0].Client == "alpha1" && c.Lines[0].Name == ""
		}},
		{"client with commas", strings.ReplaceAll(villageWins, "alpha1", "al,pha,1"), func(c *Log) bool {
			return c.Lines[0].Client == "al,pha,1" && c.Lines[0].Name == "Mio"
		}},
		{"empty status", strings.ReplaceAll(villageWins, "3,status,5,VILLAGER,ALIVE", "3,status,5,VILLAGER,"), func(c *Log) bool {
			return c.Lines[41].Status == NoStatus
		}},
		{"times", timed, func(c *Log) bool {
			return c.Timed && !c.Millis && c.Lines[5].Time == 1700000000 && c.Lines[5].Text == "Good morning, everyone" && c.Lines[17].Text == ""
		}},
		{"times in milliseconds", strings.ReplaceAll(timed, ",1700000", ",1700000000"), func(c *Log) bool { return c.Timed && c.Millis }},
		{"a time short of all", strings.Replace(timed, "Skip,1700000100", "Skip", 1), func(c *Log) bool { return !c.Timed && c.Lines[5].Time == 0 }},
		{"a number too long for a time", strings.Replace(timed, "Skip,1700000100", "Skip,170000010012", 1), func(c *Log) bool { return !c.Timed }},
		{"numbers that are far apart", strings.Replace(timed, "Skip,1700000100", "Skip,1800000100", 1), func(c *Log) bool { return !c.Timed }},
		{"units mixed", strings.Replace(timed, "Skip,1700000100", "Skip,1700000100000", 1), func(c *Log) bool { return !c.Timed }},
		{"an utterance of several lines", strings.Replace(timed, "hello", "hello\nyou\n\nthere", 1), func(c *Log) bool {
			return c.Timed && c.Lines[6].Text == " @Ren  hello\nyou\nthere" && c.Lines[7].Number == 11
		}},
		{"bad UTF-8", strings.Replace(villageWins, "hello", "hel\xfflo", 1), func(c *Log) bool { return c.Lines[6].Text == " @Ren  hel\uFFFDlo" }},
	} {
		c := readLog(t, []byte(test.log))
		if !test.check(c) {
			t.Errorf("%s: %+v", test.name, c.Lines)
		}
		rec, findings := c.Record()
		if bad := mismatches(findings); bad != nil {
			t.Errorf("%s: %v", test.name, bad)
		} else if _, err := rec.Replay(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct{ log, want string }{
		{"", "no contest log: the file is empty"},
		{"\n\n", "no contest log: the file is empty"},
		{"hello", `line 1: "hello" is no event (want day,event,...): no contest log, or its beginning is cut off`},
		{"0,vote,1,2\nhello", `line 2: "hello" is no event (want day,event,...): mend or remove the line`},
		{"0,talk,0,0,1,hi\nthere", "line 2: no event (want day,event,...), and no part of an utterance of the anytime track: mend or remove the line"},
		{"0,talk,0,0,1,hi,1700000000\nthere,1700000000", `line 2: "there,1700000000" is no event`},
		{"x,vote,1,2", `line 1: "x,vote,1,2" is no event`},
		{"-1,vote,1,2", `line 1: "-1,vote,1,2" is no event`},
		{"0,v0te,1,2", `line 1: "0,v0te,1,2" is no event`},
		{"0,votes,1,2", `line 1: unknown event "votes" (known: status, talk, whisper, vote, attackVote, divine, guard, execute, attack, result): mend or remove the line`},
		{"99999999999,vote,1,2", `line 1: the day is "99999999999" (want day,vote,player,target): mend or remove the line`},
		{"0,vote,1", "line 1: a column is missing (want day,vote,player,target)"},
		{"0,vote,", `line 1: the player is "" (want day,vote,player,target)`},
		{"0,vote,1,2,3", "line 1: something after the last column (want day,vote,player,target)"},
		{"0,vote,1,2,", "line 1: something after the last column"},
		{"0,vote,0,2", "line 1: there is no player 0"},
		{"0,vote,1,128", "line 1: there is no player 128"},
		{"0,vote,one,2", `line 1: the player is "one"`},
		{"0,vote,+1,2", `line 1: the player is "+1"`},
		{"0,status,1,KING,ALIVE,a,b", `line 1: "KING" is not known here (want day,status,player,ROLE,ALIVE|DEAD,client[,name])`},
		{"0,status,1,SEER,UNDEAD,a,b", `line 1: the status is "UNDEAD"`},
		{"0,status,1,SEER,ALIVE", "line 1: a column is missing"},
		{"0,status,1,SEER,ALIVE,\x8e\xd2,Ren", "line 1: a name has bytes that are no UTF-8, and two names must not look alike: save the file as UTF-8"},
		{"0,status,1,SEER,ALIVE,a,\x8e\xd2", "line 1: a name has bytes that are no UTF-8"},
		{"0,talk,0,0,1", "line 1: a column is missing (want day,talk,idx,turn,player,text)"},
		{"0,whisper,0,x,1,hi", `line 1: the turn is "x"`},
		{"0,divine,1,2,", `line 1: "" is not known here`},
		{"0,guard,1,2,HUMAN", `line 1: "HUMAN" is not known here`},
		{"0,attack,-1,yes", `line 1: "yes" is neither true nor false`},
		{"0,attack,-2,true", `line 1: the player is "-2"`},
		{"0,result,1,2,DRAW", `line 1: "DRAW" is not known here`},
		{"0,talk,0,0,1," + strings.Repeat("long ", 20), ""},
		{"0,vote," + strings.Repeat("お", 50) + ",1", `line 1: the player is "` + strings.Repeat("お", 14) + `..."`},
		{"0,vote,1,2\n0,talk,0,0,1," + strings.Repeat("x", maxLogLine), "line 2: longer than 1024 KiB"},
		{strings.Repeat("0,vote,1,2\n", maxLogLines+1), "line 100001: a game never has more than 100000 lines"},
		{strings.Repeat("0,talk,0,0,1,"+strings.Repeat("x", maxLogLine/2)+"\n", 70), "line 64: more than 32 MiB"},
	} {
		_, err := Read(strings.NewReader(test.log))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", clip(test.log), err)
		case test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)):
			t.Errorf("%s: %v, want %s", clip(test.log), err, test.want)
		}
	}
	for _, log := range []string{"", "hello"} {
		if _, err := Read(strings.NewReader(log)); !errors.Is(err, ErrNoLog) {
			t.Errorf("%q: %v is not ErrNoLog", log, err)
		}
	}
	if _, err := Read(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a broken reader: %v", err)
	}
}

func TestNames(t *testing.T) {
	if s := TalkLine.String() + LineKind(99).String() + Dead.String() + LifeStatus(9).String() + NoStatus.String(); s != "talk?99DEAD?9" {
		t.Error(s)
	}
	if s := (Finding{3, Mismatch, "odd"}).String() + (Finding{4, Warning, "odd"}).String() + Severity(0).String(); s != "line 3: mismatch: oddline 4: warning: odd?0" {
		t.Error(s)
	}
}

func TestFileName(t *testing.T) {
	seats := func(teams ...string) (s []werewolf.Seat) {
		for _, team := range teams {
			s = append(s, werewolf.Seat{Team: team})
		}
		return s
	}
	for _, test := range []struct {
		pattern string
		seats   []werewolf.Seat
		want    string
	}{
		{"", seats("gamma", "alpha", "beta"), "1750000000_alpha_beta_gamma"},
		{"{game_id}", nil, "01GAME"},
		{"{game_id}-{teams}-{teams}", seats("b", "a"), "01GAME-a_b-a_b"},
		{"{teams}", []werewolf.Seat{{Client: "kano12"}, {Name: "Mio"}, {}}, "_Mio_kano"},
		{"{teams}", seats("../../etc/passwd"), "_.._etc_passwd"},
		{"{teams}", seats(`..\..\boot`), `_.._boot`},
		{"{teams}", seats("a\x00b\nc\x1b[31m", "\u202ex"), "abc[31m_x"},
		{"{teams}", seats("a\u200bb", "con:x?*"), "a_b_con_x__"},
		{"{teams}", seats("...", " . "), "_"},
		{"...", nil, "game"},
		{" {game_id}. ", nil, "01GAME"},
		{"log/{game_id}", nil, "log_01GAME"},
		{"{teams}", seats(strings.Repeat("狼", 100)), strings.Repeat("狼", 63) + "~fccc4865"},
	} {
		h := gamelog.Header{ID: "01GAME", Started: 1_750_000_000_123, Seats: test.seats}
		if got := FileName(&h, test.pattern); got != test.want {
			t.Errorf("%q %v: %q, want %q", test.pattern, test.seats, got, test.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		junk := make([]byte, rng.IntN(300))
		for i := range junk {
			junk[i] = byte(rng.IntN(256))
		}
		h := gamelog.Header{ID: string(junk), Seats: seats(string(junk), string(junk))}
		got := FileName(&h, "{teams}{game_id}")
		if got == "" || len(got) > maxFileName || got[0] == '.' || filepath.Base(got) != got || !filepath.IsLocal(got) || werewolf.Clean(got) != got {
			t.Errorf("%q makes the file name %q", junk, got)
		}
	}
}

// Writing to a broken pipe says so; seats that do not exist are passed over.
func TestWriteOdd(t *testing.T) {
	plain := func(w io.Writer, rec *gamelog.Record) error { return writeInFebruary(w, rec, false) }
	timed := func(w io.Writer, rec *gamelog.Record) error { return writeInFebruary(w, rec, true) }
	newest := func(w io.Writer, rec *gamelog.Record) error { return Write(w, rec, Newest) }
	newestFeed := func(w io.Writer, rec *gamelog.Record) error { return WriteRealtime(w, rec, Newest) }
	rec := playedGame{players: 5, rounds: 1, maxDay: -1}.play(t)
	for _, write := range []func(io.Writer, *gamelog.Record) error{plain, timed, newest, newestFeed} {
		if err := write(brokenPipe{}, rec); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("a broken pipe: %v", err)
		}
	}
	for kind := range werewolf.EventKind(30) {
		for _, id := range []werewolf.SeatID{-128, -1, 0, 6, 127} {
			rec.Entries = append(rec.Entries, gamelog.Entry{Event: &werewolf.Event{Kind: kind, Seat: id, Target: -id - 1, Killed: true, Day: 9, Phase: 99}},
				gamelog.Entry{Event: &werewolf.Event{Kind: kind, Seat: 1, Target: id}}, gamelog.Entry{Event: &werewolf.Event{Kind: kind, Seat: id, Target: 0, Killed: true}})
		}
	}
	var out bytes.Buffer
	for _, write := range []func(io.Writer, *gamelog.Record) error{plain, timed, newest, newestFeed} {
		if err := write(&out, rec); err != nil {
			t.Error(err)
		}
	}
	empty := &gamelog.Record{}
	out.Reset()
	if err := errors.Join(newest(&out, empty), newestFeed(&out, empty)); err != nil || out.Len() > 0 {
		t.Errorf("an empty record: %q, %v", out.String(), err)
	}
}

// mostFuzzed is how long an input of a fuzzer may be: a day or two of five players.
const mostFuzzed = 4 << 10

func FuzzRead(f *testing.F) {
	f.Add([]byte(villageWins))
	f.Add([]byte("0,talk,0,0,1,hi\nthere,1700000000"))
	for i := range 3 { // the smallest; TestContest plays all
		c := playedGames(i)
		log := c.log(f, c.play(f))
		f.Add(log[:min(len(log), mostFuzzed)])
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		if len(log) > mostFuzzed {
			return
		}
		c, err := Read(bytes.NewReader(log))
		if err != nil {
			return
		}
		rec, findings := c.Record()
		if rec == nil {
			if len(mismatches(findings)) == 0 {
				t.Fatal("no record and no mismatch")
			}
			return
		}
		if _, err := rec.Replay(); err != nil {
			t.Fatalf("%v\n%v", err, findings)
		}
		var first, last bytes.Buffer
		if err := Write(&first, rec, February); err != nil {
			t.Fatal(err)
		}
		if len(findings) > 0 || rec.Result().End == werewolf.NotOver {
			return
		}
		// What follows from a clean log is a clean log. Without blanks around
		// them, numbers at the end of every text may be times after all.
		second := readLog(t, first.Bytes())
		if second.Timed {
			return
		}
		again, findings := second.Record()
		if bad := mismatches(findings); bad != nil {
			t.Fatalf("%v\n%s", bad, first.Bytes())
		}
		if err := Write(&last, again, February); err != nil || !bytes.Equal(first.Bytes(), last.Bytes()) {
			t.Fatalf("%v: %v", err, firstDifference(first.Bytes(), last.Bytes()))
		}
	})
}

// A line that names a day or a player that no game has is refused.
func TestReadBounds(t *testing.T) {
	if _, err := Read(strings.NewReader("10001,result,1,1,NONE\n")); err == nil || !strings.Contains(err.Error(), "day is 10001") {
		t.Errorf("a log of day 10001: %v", err)
	}
	if _, err := Read(strings.NewReader("0,status,61,SEER,ALIVE,a,A\n")); err == nil || !strings.Contains(err.Error(), "no player 61") {
		t.Errorf("a log with player 61: %v", err)
	}
}
