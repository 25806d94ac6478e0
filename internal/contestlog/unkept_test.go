package contestlog

import (
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Whatever a record lacks of a log, or has besides, is said with its line; what is no loss is not.
func TestUnkept(t *testing.T) {
	rec, _ := readLog(t, []byte(villageWins)).Record()
	for name, test := range map[string]struct {
		log  string
		want []string
	}{
		"the same":                {villageWins, nil},
		"another target":          {withLines(villageWins, lineChange{26, "1,attackVote,1,5"}), []string{`line 26: warning: the record does not hold "1,attackVote,1,5", but "1,attackVote,1,4"`}},
		"another text":            {withLines(villageWins, lineChange{6, "0,talk,0,0,3,Hm"}), []string{`line 6: warning: the record does not hold "0,talk,0,0,3,Hm", but "0,talk,0,0,3,Good morning, everyone"`}},
		"broken words":            {withLines(villageWins, lineChange{33, "2,talk,0,0,3,Well \xff"}), []string{`line 33: warning: the record does not hold`, "line 33: warning: bytes that are no UTF-8 are replaced"}},
		"a line more":             {withLines(villageWins, lineChange{25, "1,divine,3,1,WEREWOLF\n1,guard,4,5,VILLAGER"}), []string{`line 26: warning: the record does not hold "1,guard,4,5,VILLAGER"`}},
		"a line less":             {withLines(villageWins, lineChange{25, ""}), []string{`line 25: warning: the record has "1,divine,3,1,WEREWOLF", which the log does not`}},
		"a result less":           {strings.TrimSuffix(villageWins, "\n3,result,2,0,VILLAGER"), []string{`line 43: warning: the record has "3,result,2,0,VILLAGER", which the log does not`}},
		"a status that was empty": {withLines(villageWins, lineChange{42, "3,status,5,VILLAGER,,omega1,Sora"}), []string{`line 42: warning: the record does not hold "3,status,5,VILLAGER,,omega1,Sora", but "3,status,5,VILLAGER,ALIVE,omega1,Sora"`}},
	} {
		var got []string
		for _, f := range readLog(t, []byte(test.log)).Unkept(rec) {
			got = append(got, f.String())
		}
		if len(got) != len(test.want) || len(got) > 0 && !strings.HasPrefix(got[0], test.want[0]) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
	unnamed, _ := readLog(t, []byte(noNames(villageWins))).Record()
	if f := readLog(t, []byte(noNames(villageWins))).Unkept(unnamed); f != nil {
		t.Errorf("players without names: %v", f)
	}
}

// A log that goes on where the rules end the game is kept as far as they go, and the rest is said.
func TestUnkeptRest(t *testing.T) {
	log := readLog(t, []byte(strings.NewReplacer("ALIVE,c1", ",c1", "ALIVE,d1", ",d1", "ALIVE,e1", ",e1").Replace(
		strings.Join(strings.SplitAfter(wolvesWin, "\n")[:7], "")+"0,result,5,2,WEREWOLF")))
	rec, findings := log.Record()
	if bad := mismatches(findings); bad != nil {
		t.Fatal(bad)
	}
	if got := log.Unkept(rec); len(got) != 1 || got[0].Text != `the record does not hold "0,result,5,2,WEREWOLF"` {
		t.Errorf("%v", got)
	}
}

// What the log of a game played elsewhere has of its server, that of a game played here has not: its players always have
// a status, and its text is what the game took.
func TestTellOnlyForeign(t *testing.T) {
	log := readLog(t, []byte(strings.Replace(villageWins, "3,status,5,VILLAGER,ALIVE", "3,status,5,VILLAGER,", 1)))
	rec, _ := log.Record()
	lost := func(rec *gamelog.Record) (blank, spaced int) {
		for _, l := range linesOf(rec, false) {
			if l.Kind == StatusLine && l.Status == NoStatus {
				blank++
			}
			if l.Text != werewolf.Clean(l.Text) {
				spaced++
			}
		}
		return blank, spaced
	}
	if blank, spaced := lost(rec); blank != 1 || spaced != 1 {
		t.Errorf("%d without a status, %d texts with blanks around them", blank, spaced)
	}
	here := *rec
	here.Header.Foreign = false
	if blank, spaced := lost(&here); blank != 0 || spaced != 0 {
		t.Errorf("of a game played here: %d without a status, %d texts with blanks around them", blank, spaced)
	}
}

// The line breaks of an utterance are written only where a reader can tell that the lines belong to it.
func TestWrittenLineBreaks(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo": "one\ntwo", "one\n": "one", "one\n\ntwo": "onetwo", "one\n0,result,1,1,NONE": "one0,result,1,1,NONE",
		"one,1700000000\ntwo": "one,1700000000two", "one\ntwo,1700000000\nthree": "onetwo,1700000000three", "one\ntwo,1700000000": "one\ntwo,1700000000",
	} {
		l := Line{Kind: TalkLine, Text: text}
		if got := l.written(true); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
		if got := l.written(false); strings.Contains(got, "\n") {
			t.Errorf("%q without times is written %q", text, got)
		}
	}
}
