package matching

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// foreign is a schedule in the form of the organisers' server: six teams of which five came, games of five, two of them
// played, one of the other four failed on the way and one twice.
const foreign = `{"infinite_loop":false,"team_count":6,"game_count":6,
"idx_team_map":{"0":"ann","1":"bob","2":"cid","3":"dan","5":"fay"},
"role_num_map":{"BODYGUARD":0,"MEDIUM":0,"POSSESSED":1,"SEER":1,"VILLAGER":2,"WEREWOLF":1},
"ended_matches":[
 {"POSSESSED":[1],"SEER":[2],"VILLAGER":[3,5],"WEREWOLF":[0]},
 {"POSSESSED":[0],"SEER":[1],"VILLAGER":[2,3],"WEREWOLF":[5]}],
"scheduled_matches":[
 {"role_idxs":{"POSSESSED":[3],"SEER":[5],"VILLAGER":[0,1],"WEREWOLF":[2]},"weight":0.25},
 {"role_idxs":{"POSSESSED":[2],"SEER":[0],"VILLAGER":[1,5],"WEREWOLF":[3]},"weight":0.5},
 {"role_idxs":{"POSSESSED":[5],"SEER":[3],"VILLAGER":[0,2],"WEREWOLF":[1]},"weight":1},
 {"role_idxs":{"POSSESSED":[1],"SEER":[2],"VILLAGER":[3,5],"WEREWOLF":[4]},"weight":1}]}`

func foreignSpec() Spec {
	return Spec{Teams: 6, Games: 6, Settings: "s", Roles: werewolf.RoleCounts{
		werewolf.Werewolf: 1, werewolf.Possessed: 1, werewolf.Seer: 1, werewolf.Villager: 2,
	}}
}

func writeForeign(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "match_optimizer.json")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// adopted is the journal of a schedule.
func adopted(t *testing.T, spec Spec) (j *Journal, path string) {
	t.Helper()
	from := writeForeign(t, foreign)
	f, err := ReadForeign(from)
	must(t, err)
	path = from + JournalExtension
	must(t, f.Adopt(path, spec, at(0)))
	text, err := os.ReadFile(from)
	if err != nil || string(text) != foreign {
		t.Errorf("the schedule was changed: %v", err)
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
		t.Errorf("%q is left", left)
	}
	return openTest(t, path, spec, false), path
}

// wolfOf is the team that a match makes the werewolf.
func wolfOf(m Match) string {
	i := slices.IndexFunc(m.Places, func(p Place) bool { return p.Role == werewolf.Werewolf })
	return m.Places[i].Team
}

func TestAScheduleOfTheOrganisersGoesOn(t *testing.T) {
	j, path := adopted(t, foreignSpec())
	if p := j.Progress(); p != (Progress{round: 1, Matches: 6, Finished: 2, Failures: 2}) {
		t.Errorf("progress %+v", p)
	}
	var played []string // the numbers of the matches
	play := func() {
		for {
			m, ok := j.Next(everybody(j))
			if !ok {
				return
			}
			_, number, _ := strings.Cut(string(m.ID), "-")
			played = append(played, number[:4])
			game := fmt.Sprint("game", len(played))
			must(t, j.Start(m, game, at(1)))
			must(t, j.End(m.ID, Outcome{Game: game, At: at(2)}))
		}
	}
	play() // whose teams are all known: by weight, not as they stand
	must(t, j.Admit("eve", at(3)))
	play()
	if want := []string{"0003", "0005", "0006", "0004"}; !slices.Equal(played, want) {
		t.Errorf("matches in turn %q, want %q", played, want)
	}
	must(t, j.Close())
	again := openTest(t, path, foreignSpec(), false)
	if p := again.Progress(); p.Finished != 6 {
		t.Errorf("after a restart %+v", p)
	}
}

// What failed on the other server was seen by its players: its roles are drawn
// anew, but for chance.
func TestRolesOfMatchesThatFailedElsewhereAreDrawn(t *testing.T) {
	same := 0
	for range 20 {
		j, _ := adopted(t, foreignSpec())
		e := j.ledger.matches[4] // the werewolf was dan, the third team
		if e.failures != 1 || e.stale {
			t.Fatalf("failures %d, stale %v", e.failures, e.stale)
		}
		if wolfOf(j.ledger.match(e)) == "dan" {
			same++
		}
	}
	if same > 15 {
		t.Errorf("in %d of 20 the werewolf is who it was", same)
	}
}

// Seats tell no roles: were chairs in the order of the file, the first would always be of the same role.
func TestSeatsOfAnAdoptedScheduleAreDrawn(t *testing.T) {
	first := map[werewolf.Role]bool{}
	ids := map[ID]bool{}
	for range 10 {
		j, _ := adopted(t, foreignSpec())
		for _, m := range j.ledger.matches {
			first[m.Chairs[0].Role] = true
			if ids[m.ID] {
				t.Errorf("the id %s comes twice", m.ID)
			}
			ids[m.ID] = true
		}
	}
	if len(first) < 2 {
		t.Errorf("the first seat is always %v", first)
	}
}

func TestARosterKeepsTheSlotsOfTheSchedule(t *testing.T) {
	spec := foreignSpec()
	spec.Names = []string{"eve", "fay", "dan", "cid", "bob", "ann"}
	j, _ := adopted(t, spec)
	if want := []string{"ann", "bob", "cid", "dan", "eve", "fay"}; !slices.Equal(j.ledger.names, want) {
		t.Errorf("slots %q, want %q", j.ledger.names, want)
	}
	f, err := ReadForeign(writeForeign(t, foreign))
	must(t, err)
	spec.Names[1] = "gus"
	if err := f.Adopt(journalPath(t), spec, at(0)); err == nil || !strings.Contains(err.Error(), `team "fay": in the schedule, missing now`) {
		t.Errorf("a roster without a team of the schedule: %v", err)
	}
}

// The other server can take matches out of a schedule that were played elsewhere. What is left goes on where the settings
// say how many games that makes, and nowhere else.
func TestAReducedScheduleGoesOn(t *testing.T) {
	f, err := ReadForeign(writeForeign(t, strings.Replace(foreign, `"game_count":6`, `"game_count":9`, 1)))
	must(t, err)
	spec := foreignSpec()
	spec.Games = 9
	path := journalPath(t)
	if err := f.Adopt(path, spec, at(0)); err == nil || !strings.Contains(err.Error(), "games a round: 6 in the schedule, 9 now") {
		t.Errorf("with the games of the whole: %v", err)
	}
	must(t, f.Adopt(path, foreignSpec(), at(0)))
	if p := openTest(t, path, foreignSpec(), false).Progress(); p != (Progress{round: 1, Matches: 6, Finished: 2, Failures: 2}) {
		t.Errorf("progress %+v", p)
	}
}

// An adoption that was cut short is begun again, one that is there is never done twice.
func TestAdoptingIsAllOrNothing(t *testing.T) {
	from := writeForeign(t, foreign)
	path := from + JournalExtension
	must(t, os.WriteFile(path+".draft-1", []byte(`{"matching":1,`), 0o600)) // as a crash leaves it
	f, err := ReadForeign(from)
	must(t, err)
	must(t, f.Adopt(path, foreignSpec(), at(0)))
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
		t.Errorf("%q is left", left)
	}
	before, err := os.ReadFile(path)
	must(t, err)
	if err := f.Adopt(path, foreignSpec(), at(0)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second adoption: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the journal was changed: %v", err)
	}
}

func TestSchedulesThatCannotGoOn(t *testing.T) {
	change := func(old, now string) string { return strings.Replace(foreign, old, now, 1) }
	for name, test := range map[string]struct{ text, want string }{
		"a journal of ours":     {`{"matching":1,"teams":5}` + "\n", ErrNotForeign.Error()},
		"nothing":               {"", ErrNotForeign.Error()},
		"torn":                  {foreign[:len(foreign)-30], "it is torn or changed by hand"},
		"an unknown role":       {change(`"SEER":1,`, `"SAGE":1,`), `role_num_map: 1 players with role "SAGE"`},
		"too few teams":         {change(`"team_count":6`, `"team_count":4`), "4 teams cannot fill a game of 5"},
		"a team too many":       {change(`"5":"fay"`, `"6":"fay"`), `team "fay" has the number "6", which is none of 6`},
		"a team twice":          {change(`"5":"fay"`, `"5":"ann"`), `two teams are named "ann"`},
		"a name nobody can use": {change(`"5":"fay"`, `"5":"fa\u200by"`), "idx_team_map: team 5: the name of the team has a character in it that cannot be seen"},
		"a match of four":       {change(`"VILLAGER":[0,1]`, `"VILLAGER":[0]`), "scheduled_matches[0]: its roles are"},
		"a seat taken twice":    {change(`"VILLAGER":[0,1]`, `"VILLAGER":[0,0]`), "scheduled_matches[0]: team 0 is none of 6, or sits there twice"},
		"a team that is none":   {change(`"VILLAGER":[3,5]`, `"VILLAGER":[3,-1]`), "ended_matches[0]: team -1 is none of 6"},
		"played by a stranger":  {change(`"VILLAGER":[3,5]`, `"VILLAGER":[3,4]`), "ended_matches[0]: a team played that idx_team_map does not name"},
		"matches that are lost": {change(`"game_count":6`, `"game_count":4`), "6 matches, which make no whole rounds of 4"},
	} {
		_, err := ReadForeign(writeForeign(t, test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
	f, err := ReadForeign(writeForeign(t, foreign))
	must(t, err)
	other := foreignSpec()
	other.Games = 7
	path := journalPath(t)
	if err := f.Adopt(path, other, at(0)); err == nil || !strings.Contains(err.Error(), "games a round: 6") {
		t.Errorf("another contest: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a journal was begun all the same: %v", err)
	}
	if _, err := ReadForeign(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
