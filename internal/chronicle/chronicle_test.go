package chronicle

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"wolfden/internal/contestlog"
)

func read(t *testing.T, log string) *contestlog.Log {
	t.Helper()
	c, err := contestlog.Read(strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A record made of a log is heard like the log.
func TestRecordsAndLogsAreHeardAlike(t *testing.T) {
	for _, name := range []string{"en.log", "ja.log", "pack.log"} {
		data, err := os.ReadFile("../analysis/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		c := read(t, string(data))
		fromLog, err := OfLog(c)
		if err != nil {
			t.Fatal(err)
		}
		rec, findings := c.Record()
		for _, f := range findings {
			if f.Severity == contestlog.Mismatch && name != "pack.log" {
				t.Errorf("%s: %s", name, f)
			}
		}
		fromRecord, err := OfRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		if name == "pack.log" {
			continue // breaks off, and its record ends where the rules still wait
		}
		if fromLog.Identity != fromRecord.Identity || fromLog.ID != fromRecord.ID || fromLog.Winner != fromRecord.Winner {
			t.Errorf("%s: another game as a record", name)
		}
		var a, b []Line
		for _, l := range fromLog.Lines {
			l.Number, l.of = 0, nil
			a = append(a, l)
		}
		for _, l := range fromRecord.Lines {
			l.Number, l.At, l.of = 0, 0, nil
			b = append(b, l)
		}
		for i := range min(len(a), len(b)) {
			if !reflect.DeepEqual(a[i], b[i]) {
				t.Errorf("%s: line %d:\n%+v\n%+v", name, i, a[i], b[i])
			}
		}
		if len(a) != len(b) {
			t.Errorf("%s: %d lines and %d", name, len(a), len(b))
		}
	}
}

const table = "0,status,1,SEER,ALIVE,a,Anna\n0,status,2,WEREWOLF,ALIVE,b,Ben\n0,status,3,VILLAGER,ALIVE,c,Cleo\n"

func TestSumTellsGamesApart(t *testing.T) {
	sum := func(log string) [32]byte {
		g, err := OfLog(read(t, table+log))
		if err != nil {
			t.Fatal(err)
		}
		return g.Sum
	}
	same := sum("0,talk,0,0,1,Hello.\n")
	for _, other := range []string{"0,talk,0,0,1,Hello!\n", "0,talk,0,0,2,Hello.\n", "0,talk,0,0,1,Hello.\n0,divine,1,2,WEREWOLF\n", ""} {
		if sum(other) == same {
			t.Errorf("%q is the same game", other)
		}
	}
}

func TestRounds(t *testing.T) {
	g, err := OfLog(read(t, table+"1,vote,1,2\n1,vote,2,1\n1,vote,3,3\n1,vote,1,2\n1,vote,2,1\n2,vote,1,2\n"))
	if err != nil {
		t.Fatal(err)
	}
	var rounds []int
	for _, l := range g.Lines[3:] {
		rounds = append(rounds, l.Round)
	}
	if want := []int{0, 0, 0, 1, 1, 0}; !reflect.DeepEqual(rounds, want) {
		t.Errorf("rounds %v, want %v", rounds, want)
	}
}

func TestRefuses(t *testing.T) {
	for name, log := range map[string]string{
		"unknown seat":   table + "0,talk,0,0,9,Hello.\n",
		"unknown target": table + "1,vote,1,7\n",
		"no players":     "0,talk,0,0,1,Hello.\n",
	} {
		c, err := contestlog.Read(bytes.NewReader([]byte(log)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = OfLog(c); err == nil {
			t.Errorf("%s: heard", name)
		} else if name != "no players" && !errors.Is(err, errPlayers) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// How a file begins tells its format.
func TestFormatOf(t *testing.T) {
	for text, want := range map[string]Format{
		"": Unknown, "# archive": Unknown, "\ufeff0,status,": ContestLog, "12,talk,": ContestLog, "7": Unknown,
		` {"wolfden":1`: NativeRecord, `{"id":"x"`: Feed, `{"agents":[]`: CommunicationLog,
	} {
		if got := FormatOf([]byte(text)); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}
