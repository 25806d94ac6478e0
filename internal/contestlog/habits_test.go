package contestlog

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
)

// What a server did in its nights that the rules do not have is a habit of a server that wrote no names, and a mismatch in a log of any
// other. The record keeps the log whole.
func TestHabitsOfTheNight(t *testing.T) {
	const divine, guard, vote, again, attack = 27, 29, 30, 31, 32 // lines of the first night
	for name, c := range map[string]struct {
		changes []lineChange
		habits  string
		wrong   string // in a log with names
	}{
		"nobody voted": {[]lineChange{{vote, ""}, {again, ""}}, `{"draws_victim":true}`, "there is no valid vote"},
		"votes for werewolves alone": {
			[]lineChange{{vote, "1,attackVote,1,2"}, {again, "1,attackVote,2,1"}}, `{"void_votes":true,"draws_victim":true}`, "there is no valid vote",
		},
		"no vote after a tie": {
			[]lineChange{{vote, "1,attackVote,1,4"}, {again, "1,attackVote,2,7"}}, `{"draws_victim":true}`, "the log has 1,attack,3,false",
		},
		"the seer chose itself": {[]lineChange{{divine, "1,divine,3,3,HUMAN"}}, `{"void_choices":true}`, "divine of player 3"},
		"the bodyguard chose the dead": {
			[]lineChange{{guard, "1,guard,4,6,VILLAGER"}, {attack, "1,attack,7,true"}, {vote, "1,attackVote,1,7"}, {again, "1,attackVote,2,7"}, {39, "2,status,7,VILLAGER,DEAD,g1,Rin"}},
			`{"void_choices":true}`, "guard of player 6",
		},
		"nobody was attacked": {[]lineChange{{guard, ""}, {vote, ""}, {again, ""}, {attack, "1,attack,-1,false"}}, ``, "the log has 1,attack,-1,false"},
	} {
		named := withLines(wolvesWin, c.changes...)
		if name == "the bodyguard chose the dead" {
			named = named[:strings.Index(named, "2,vote")-1] // it would go on otherwise
		}
		found := mismatches(Verify(readLog(t, []byte(named))))
		if len(found) == 0 || found[0].Line < divine || found[0].Line > attack || !strings.Contains(found[0].Text, c.wrong) {
			t.Errorf("%s, with names: %v, want %q", name, found, c.wrong)
		}
		old := regexp.MustCompile(`(?m)^(\d,status,.*),[A-Z][a-z]+$`).ReplaceAllString(named, "$1")
		log := readLog(t, []byte(old))
		rec, findings := log.Record()
		if found := mismatches(findings); len(found) > 0 {
			t.Errorf("%s: %v", name, found)
			continue
		}
		var data bytes.Buffer
		if err := gamelog.Write(&data, rec); err != nil {
			t.Fatal(err)
		}
		if _, err := gamelog.Verify(data.Bytes()); err != nil || c.habits != "" && !strings.Contains(data.String(), `"habits":`+c.habits) {
			t.Errorf("%s: %v, rules of %.900s", name, err, data.String())
		}
		if lost := log.Unkept(rec); len(lost) > 0 {
			t.Errorf("%s: the record does not hold %v", name, lost)
		}
	}
}

// A server that wrote no names broke a game off when a client was gone, and its log ends with that. Others' games go on, so there it is
// no line of a log.
func TestLostConnection(t *testing.T) {
	named := villageWins[:strings.Index(villageWins, "1,vote")]
	old := regexp.MustCompile(`(?m)^(\d,status,.*),[A-Z][a-z]+$`).ReplaceAllString(named, "$1")
	for _, line := range []string{"Lost Connection of Agent[02]", "LostAgentConnectionException: Agent[02]"} {
		log := readLog(t, []byte(old+line+"\n"))
		rec, findings := log.Record()
		if found := mismatches(findings); rec == nil || len(found) > 0 || !slices.ContainsFunc(findings, func(f Finding) bool { return strings.HasSuffix(f.Text, "broke the game off: "+line) }) {
			t.Errorf("%s: %v", line, findings)
		}
		if lost := log.Unkept(rec); len(lost) != 1 || !strings.Contains(lost[0].Text, line) {
			t.Errorf("%s: the record does not hold %v", line, lost)
		}
		for name, text := range map[string]string{"with names": named + line, "before more": old + line + "\n1,vote,1,2"} {
			if _, err := Read(strings.NewReader(text)); err == nil {
				t.Errorf("%s: %s is read", line, name)
			}
		}
	}
}

// Villages with roles that are not played here are named.
func TestForeignVillage(t *testing.T) {
	for _, line := range []string{"0,status,1,FOX,ALIVE,a", "0,status,1,FREEMASON,ALIVE,a", "9,result,1,0,OTHERS"} {
		if _, err := Read(strings.NewReader(line)); !errors.Is(err, errVillage) || strings.Contains(err.Error(), "mend") {
			t.Errorf("%s: %v", line, err)
		}
	}
}
