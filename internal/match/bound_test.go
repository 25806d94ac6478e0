package match

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// rubbish says Over, and chooses nobody.
func rubbish(_ context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind.Chooses() {
		return "no such player", nil
	}
	return werewolf.OverText, nil
}

// endless is a game without a last day, in which the seats play rubbish.
func endless(t testing.TB, players int, mode werewolf.TalkMode, bad func(seat int) bool) *testTable {
	h := testHeader(t, players, 3)
	h.Rules.MaxDay = werewolf.NoLimit
	h.Rules.Talk.Mode, h.Rules.Talk.Duration = mode, 1000
	h.Rules.Whisper.Mode, h.Rules.Whisper.Duration = mode, 1000
	seats := map[int]Player{}
	for i := range players {
		if bad(i + 1) {
			seats[i+1] = playerFunc(rubbish)
		}
	}
	return newTable(t, h, seats)
}

// stopped are the inputs that ended the game, without their times.
func stopped(rec *gamelog.Record) (all []string) {
	for _, e := range rec.Entries {
		if in := e.Input; in != nil && in.Action.Kind >= werewolf.Fail {
			all = append(all, fmt.Sprintf("%v %d: %s", in.Action.Kind, in.Action.Blamed.Slice(), in.Raw))
		}
	}
	return all
}

// A table on which nothing happens is given up, and those who made no legal choice are named.
func TestStandstillEnds(t *testing.T) {
	everybody := func(int) bool { return true }
	for _, players := range []int{5, 13} {
		for _, mode := range []werewolf.TalkMode{werewolf.Serial, werewolf.Synchronized, werewolf.Anytime} {
			table := endless(t, players, mode, everybody)
			table.QuietDays = 7
			result, err := table.Run(t.Context())
			if err != nil || result.End != werewolf.Failure || table.Game.Day() != 9 { // the days 1 to 7, and the end on the morning after 8
				t.Errorf("%d players, %v: %+v, %v, on day %d", players, mode, result, err, table.Game.Day())
			}
			rec := table.mustVerify(t)
			want := fmt.Sprintf("stop %d: nobody has died for 7 days", werewolf.SeatsUpTo(players).Slice())
			if got := stopped(rec); !slices.Equal(got, []string{want}) {
				t.Errorf("%d players, %v: %q", players, mode, got)
			}
		}
	}
}

// Nobody is to blame where everybody that is asked chooses legally, and a game in which somebody dies now and then goes on.
func TestWhoChoosesLegallyIsNotToBlame(t *testing.T) {
	for name, test := range map[string]struct {
		bad  func(int) bool
		end  werewolf.End
		want string
	}{
		"nobody":   {func(int) bool { return false }, werewolf.Stopped, "stop []: nobody has died for 3 days"},
		"the seer": {func(int) bool { return true }, werewolf.Failure, "stop [SEER]: nobody has died for 3 days"},
	} {
		table := endless(t, 5, werewolf.Serial, test.bad)
		h := testHeader(t, 5, 3)
		h.Rules.NightPhases = []werewolf.Phase{{Name: "night", Actions: []string{"divine"}}} // nobody is ever killed
		players := table.Players
		table = newTable(t, h, nil)
		table.Players, table.QuietDays = players, 3
		if result, err := table.Run(t.Context()); err != nil || result.End != test.end {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
		seer := werewolf.SeatID(1)
		for table.Game.Role(seer) != werewolf.Seer {
			seer++
		}
		if got := stopped(table.mustVerify(t)); !slices.Equal(got, []string{strings.ReplaceAll(test.want, "SEER", fmt.Sprint(seer))}) {
			t.Errorf("%s: %q", name, got)
		}
	}
	table := endless(t, 13, werewolf.Serial, func(int) bool { return false })
	table.QuietDays = 1
	if result, err := table.Run(t.Context()); err != nil || result.Winner == werewolf.NoTeam {
		t.Errorf("a game in which somebody dies every day: %+v, %v", result, err)
	}
}

// A game that goes on from its record has not forgotten when somebody died, and who chose.
func TestStandstillOutlivesAResume(t *testing.T) {
	table := endless(t, 5, werewolf.Serial, func(int) bool { return true })
	table.QuietDays = 7
	if _, err := table.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	whole := table.record.Bytes()
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for _, cut := range []int{20, len(lines) / 2, len(lines) - 8} {
		again := endless(t, 5, werewolf.Serial, func(int) bool { return true })
		again.record.Reset()
		again.record.Write(bytes.Join(lines[:cut], nil))
		rec, err := gamelog.Parse(again.record.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		g, w, err := rec.Resume(&again.record)
		if err != nil {
			t.Fatal(err)
		}
		again.Game, again.Observer, again.Recorded, again.Past, again.QuietDays = g, w, len(g.Log()), rec.Entries, 7
		if _, err := again.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := stopped(again.mustVerify(t)), stopped(table.mustVerify(t)); !slices.Equal(got, want) {
			t.Errorf("cut at %d: %q, want %q", cut, got, want)
		}
	}
}

// narrow is an observer whose record is full after so many lines.
type narrow struct {
	*gamelog.Writer
	lines int
}

func (n *narrow) Append(e gamelog.Entry) {
	n.lines--
	n.Writer.Append(e)
}

// Full reports whether it is full.
func (n *narrow) Full() bool { return n.lines <= 0 }

// A game ends before its record is longer than records are, wherever it is then, and says why.
func TestAFullRecordEndsTheGame(t *testing.T) {
	for _, mode := range []werewolf.TalkMode{werewolf.Serial, werewolf.Synchronized, werewolf.Anytime} {
		for lines := range 120 {
			table := endless(t, 5, mode, func(seat int) bool { return seat > 1 })
			table.Observer = &narrow{table.Observer.(*gamelog.Writer), lines}
			result, err := table.Run(t.Context())
			if err != nil || result.End != werewolf.Stopped && result.End != werewolf.Parity && result.End != werewolf.Elimination {
				t.Fatalf("%v, %d lines: %+v, %v", mode, lines, result, err)
			}
			rec := table.mustVerify(t)
			if result.End == werewolf.Stopped && !slices.Equal(stopped(rec), []string{"stop []: its record is full"}) {
				t.Errorf("%v, %d lines: %q", mode, lines, stopped(rec))
			}
			if len(rec.Entries) > lines+30 {
				t.Errorf("%v: %d entries where %d were to be", mode, len(rec.Entries), lines)
			}
		}
	}
}

// Without a bound of days a table on which nothing happens ends when its record is full, and the record can be read.
func TestTheLongestGameCanBeRead(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	table := endless(t, 5, werewolf.Serial, func(int) bool { return true })
	result, err := table.Run(t.Context())
	if err != nil || result.End != werewolf.Stopped {
		t.Errorf("%+v, %v", result, err)
	}
	rec := table.mustVerify(t)
	t.Logf("%d lines, %d bytes, day %d", len(rec.Entries)+1, table.record.Len(), table.Game.Day())
	if got := stopped(rec); !slices.Equal(got, []string{"stop []: its record is full"}) {
		t.Errorf("%q", got)
	}
}
