package analysis

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
)

const slipLog = `0,status,1,SEER,ALIVE,fox1,Anna
0,status,2,WEREWOLF,ALIVE,hare1,Ben
0,status,3,POSSESSED,ALIVE,owl1,Cleo
0,status,4,VILLAGER,ALIVE,fox2,Dora
0,status,5,VILLAGER,ALIVE,hare2,Egon
1,talk,0,0,1,I am the seer. I divined Ben and Ben is human.
1,talk,1,0,2,@Egon whom do you suspect?
1,talk,2,0,3,=1+1 is two. Nobody has claimed to be the seer yet.
1,talk,3,0,5,What a lovely evening.
1,talk,4,1,1,I suspect Ben. Call it instinct.
1,talk,5,1,4,Over
`

// What the critic finds, by team and line by line.
func TestSlips(t *testing.T) {
	games := []*Game{Analyze(listen(t, slipLog))}
	var text bytes.Buffer
	if err := SlipTable(games, ByTeam).WriteText(&text, []string{"a warning"}); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"suspicion fox 1 2 turns 50.00", "unanswered hare 1 1 questions 100.00", "no-claim owl 1 1 turns 100.00", "note: a warning"} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), row) {
			t.Errorf("no row %q in\n%s", row, text.String())
		}
	}
	var lines bytes.Buffer
	if err := SlipTable(games, ByTeam).WriteCSV(&lines); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&lines).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%v, %d rows: %q", err, len(rows), rows)
	}
	want := [][]string{{"3", "no-claim", "8", ""}, {"5", "unanswered", "9", "7"}, {"1", "suspicion", "10", "6"}}
	for i, row := range rows[1:] {
		if got := []string{row[5], row[9], row[4], row[12]}; strings.Join(got, " ") != strings.Join(want[i], " ") {
			t.Errorf("row %d: seat, kind, line, with are %q, want %q", i, got, want[i])
		}
	}
	var object bytes.Buffer
	if err := SlipTable(games, ByAll).WriteJSON(&object, nil); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Groups   []SlipGroup         `json:"groups"`
		Findings []map[string]string `json:"slips"`
	}
	if err := json.Unmarshal(object.Bytes(), &read); err != nil || len(read.Findings) != 3 || len(read.Groups) == 0 ||
		read.Groups[0].Of != 5 || read.Groups[0].Low != 0 || read.Groups[0].High < 0.4 {
		t.Errorf("%v: %+v", err, read)
	}
}

// Findings that fall on few games carry less than as many that are spread.
func TestSlipIntervals(t *testing.T) {
	spread, heaped := SlipGroup{}, SlipGroup{}
	for i := range 100 {
		spread.add(i, i%2, 40)
		heaped.add(i, map[bool]int{true: 10}[i%20 == 0], 40)
	}
	a, b := spread.Share(), heaped.Share()
	if spread.Found != heaped.Found || a.High-a.Low >= b.High-b.Low || a.High > 0.02 {
		t.Errorf("spread: %v, heaped: %v", a, b)
	}
	var none SlipGroup
	none.add(0, 0, 7000)
	if r := none.Share(); r.Low != 0 || r.High > 0.001 {
		t.Errorf("nothing in 7000: %v", r)
	}
}
