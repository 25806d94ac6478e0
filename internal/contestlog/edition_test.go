package contestlog

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// The two editions of one game differ in times alone, and those are the
// record's.
func TestEditionsDifferInTimes(t *testing.T) {
	for _, mode := range []werewolf.TalkMode{werewolf.Serial, werewolf.Synchronized, werewolf.Anytime} {
		rec := playedGame{players: 9, seed: 6, mode: mode, rounds: 1, maxDay: 30}.play(t)
		var newest, february, plain, timed bytes.Buffer
		for _, err := range []error{
			Write(&newest, rec, Newest), Write(&february, rec, February),
			writeInFebruary(&plain, rec, false), writeInFebruary(&timed, rec, true),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		want := &plain
		if mode == werewolf.Anytime { // which February did not have
			want = &timed
		}
		if got := byPhase(t, newest.Bytes()); got != timed.String() || !bytes.Equal(february.Bytes(), want.Bytes()) {
			t.Errorf("%v: the newest log is\n%s\nFebruary's\n%s", mode, newest.Bytes(), february.Bytes())
		}
		checkFeedTimes(t, rec)
	}
}

// byPhase is a newest log with its whispers of day 0 numbered as in February's:
// those of the evening, which follow the talk, from 0.
func byPhase(t *testing.T, log []byte) string {
	t.Helper()
	whispers, talked := 0, false
	lines := strings.Split(string(log), "\n")
	for i, line := range lines {
		f := strings.SplitN(line, ",", 4)
		if talked = talked || f[1] == "talk"; f[0] != "0" || f[1] != "whisper" {
			continue
		}
		idx, err := strconv.Atoi(f[2])
		if err != nil || idx != whispers {
			t.Errorf("whisper %d of day 0 is %s", whispers, line)
		}
		whispers++
		if talked {
			f[2] = strconv.Itoa(idx - morning(lines[:i]))
			lines[i] = strings.Join(f, ",")
		}
	}
	return strings.Join(lines, "\n")
}

// morning is how many whispers stand before the first talk.
func morning(lines []string) (n int) {
	for _, line := range lines {
		switch f := strings.SplitN(line, ",", 3); f[1] {
		case "talk":
			return n
		case "whisper":
			n++
		}
	}
	return n
}

// What is written in either edition can be read, and is the same game.
func TestEditionsAreRead(t *testing.T) {
	games := 600
	if testing.Short() {
		games = 60
	}
	for i := range games {
		c := playedGames(i)
		rec := c.play(t)
		for _, e := range []Edition{Newest, February} {
			var log, again bytes.Buffer
			if err := Write(&log, rec, e); err != nil {
				t.Fatal(err)
			}
			read, findings := readLog(t, log.Bytes()).Record()
			if bad := mismatches(findings); bad != nil {
				t.Fatalf("game %d, edition %d: %v\n%s", i, e, bad, log.Bytes())
			}
			if e == Newest {
				if err := Write(&again, read, e); err != nil || !bytes.Equal(again.Bytes(), log.Bytes()) {
					t.Fatalf("game %d: %v, another log\n%s", i, err, firstDifference(log.Bytes(), again.Bytes()))
				}
			}
		}
	}
}

func checkFeedTimes(t *testing.T, rec *gamelog.Record) {
	t.Helper()
	var newest, february bytes.Buffer
	if err := WriteRealtime(&newest, rec, Newest); err != nil {
		t.Fatal(err)
	}
	if err := WriteRealtime(&february, rec, February); err != nil {
		t.Fatal(err)
	}
	timestamp := regexp.MustCompile(`,"timestamp":(\d+)\}`)
	if got := timestamp.ReplaceAll(newest.Bytes(), []byte("}")); !bytes.Equal(got, february.Bytes()) {
		t.Errorf("without times the newest feed is\n%s\nFebruary's is\n%s", got, february.Bytes())
	}
	times := timestamp.FindAllSubmatch(newest.Bytes(), -1)
	if lines := bytes.Count(newest.Bytes(), []byte("\n")) + 1; len(times) != lines {
		t.Errorf("%d times in %d lines", len(times), lines)
	}
	last := fmt.Sprint((rec.Header.Started + rec.LastAt()) / 1000)
	if first, end := string(times[0][1]), string(times[len(times)-1][1]); first != fmt.Sprint(rec.Header.Started/1000) || end != last {
		t.Errorf("the feed's times are %s to %s, want %d to %s", first, end, rec.Header.Started/1000, last)
	}
}

// A game that was played elsewhere has the times that its log told, and none
// that are made up.
func TestForeignGamesHaveTheTimesTheyTold(t *testing.T) {
	for _, timed := range []bool{false, true} {
		played := playedGame{players: 5, seed: 4, rounds: 1, maxDay: 30, timed: timed}
		first := played.log(t, played.play(t))
		rec, findings := readLog(t, first).Record()
		if bad := mismatches(findings); bad != nil {
			t.Fatal(bad)
		}
		var log, feed bytes.Buffer
		if err := Write(&log, rec, Newest); err != nil {
			t.Fatal(err)
		}
		if err := WriteRealtime(&feed, rec, Newest); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(log.Bytes(), first) || bytes.Contains(feed.Bytes(), []byte("timestamp")) != timed {
			t.Errorf("of a log with times: %t, the log is\n%s\nthe feed is\n%s", timed, log.Bytes(), feed.Bytes())
		}
	}
}
