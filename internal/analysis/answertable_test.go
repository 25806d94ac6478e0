package analysis

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// answered are two games: Anna talks in 100, 200, ... ms, and is late with a vote in the first.
func answered(t *testing.T) (games []Answered) {
	t.Helper()
	for n := range int64(2) {
		g := Answered{Game: hostile(t)[0]}
		for i := range int64(10) {
			g.Waits = append(g.Waits, chronicle.Wait{Seat: 1, Request: werewolf.Talk, Day: 1, Millis: (n*10 + i + 1) * 100})
		}
		if n == 0 {
			g.Waits = append(g.Waits, chronicle.Wait{Seat: 1, Request: werewolf.Vote, Day: 1, Millis: 60000, Fault: gamelog.Late},
				chronicle.Wait{Seat: 1, Request: werewolf.Vote, Day: 1, Millis: 5, Fault: gamelog.Lost})
		} else {
			g.Waits = append(g.Waits, chronicle.Wait{Seat: 1, Request: werewolf.Vote, Day: 1, Millis: 4000, Fault: gamelog.Illegal})
		}
		games = append(games, g)
	}
	return games
}

func TestAnswerGroups(t *testing.T) {
	groups := answerGroups(answered(t), ByTeam)
	if len(groups) != 3 || groups[0].Request != "all" || groups[1].Request != "TALK" || groups[2].Request != "VOTE" {
		t.Fatalf("%+v", groups)
	}
	all, talk, vote := groups[0], groups[1], groups[2]
	if all.Asked != 23 || all.Games != 2 || all.Timeouts != 1 || all.Lost != 1 || all.Refused != 1 || all.Mean.Value != 25000./21 || *all.Longest != 4000 {
		t.Errorf("all: %+v, mean %v", all, all.Mean.Value)
	}
	if talk.Mean.Value != 1050 || *talk.Median != 1000 || *talk.P95 != 1900 || *talk.Longest != 2000 || !(talk.Mean.Low <= 1050 && talk.Mean.High >= 1050) || talk.Mean.N != 2 {
		t.Errorf("talk: %+v, mean %v, median %v, 95th %v", talk, talk.Mean.Value, *talk.Median, *talk.P95)
	}
	if vote.Asked != 3 || vote.Mean.Value != 4000 || vote.Timeouts != 1 {
		t.Errorf("votes that came: %+v", vote)
	}
	late := Answered{Game: hostile(t)[0], Waits: []chronicle.Wait{{Seat: 2, Request: werewolf.Vote, Fault: gamelog.Late}}}
	if g := answerGroups([]Answered{late}, ByAll)[0]; !math.IsNaN(g.Mean.Value) || g.Median != nil || g.Timeouts != 1 {
		t.Errorf("where nothing came: %+v", g)
	}
}

func TestAnswerTable(t *testing.T) {
	var text, table, object bytes.Buffer
	made := AnswerTable(answered(t), ByTeam)
	if err := made.WriteText(&text, []string{"few"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"entry request", "mean (s) [95%]", " TALK 2 20 1.05 [", " 1.00 1.90 2.00 ", " 1 33.33 [", "note: few"} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if err := made.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(lines) != 24 || lines[11][5] != "'=cmd()" || lines[11][8] != "VOTE" || lines[11][9] != "60000" || lines[11][10] != "late" {
		t.Errorf("%v, %q", err, lines)
	}
	if err := made.WriteJSON(&object, nil); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Groups  []AnswerGroup
		Answers []map[string]string
	}
	if err := json.Unmarshal(object.Bytes(), &back); err != nil || len(back.Answers) != 23 || len(back.Groups) != 3 || *back.Groups[1].P95 != 1900 {
		t.Errorf("%v: %s", err, object.String())
	}
}
