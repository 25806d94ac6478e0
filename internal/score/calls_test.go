package score

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// askingGame is a game in which seat 1, of the team, answered by a model and by a rule.
func askingGame(t *testing.T, id, team string, winner werewolf.Team) *chronicle.Summary {
	t.Helper()
	rec := record(werewolf.Serial)
	rec.Header.ID, rec.Header.Seats[0].Team = id, team
	rec.Entries[len(rec.Entries)-1].Event.Winner = winner
	rec.Entries = append(rec.Entries, gamelog.Entry{Event: &werewolf.Event{Kind: werewolf.VoteCast, Seat: 1, Target: 2, Text: id}}, gamelog.Entry{Input: &gamelog.Input{
		Action: werewolf.Action{Seat: 1},
		Notes: []gamelog.Note{
			{Topic: "model", Text: `{"by":"model","answer":"x","tokens_in":70,"tokens_in_cached":40,"tokens_out":9,"tokens_thought":3,"cost_usd":0.125,"latency_ms":1500,"attempts":2}`},
			{Topic: "model", Text: `{"by":"rule","why":"provider: x: model refused","attempts":1}`},
		},
	}})
	g, err := chronicle.OfRecord(rec)
	if err != nil {
		t.Fatal(err)
	}
	g.Sum[0] = id[0]
	return &g.Summary
}

// Every format says who answered, in games that nobody won too, and of merged teams together.
func TestCallsInEveryFormat(t *testing.T) {
	games := []*chronicle.Summary{
		askingGame(t, "1", "heron-A", werewolf.WerewolfTeam), askingGame(t, "2", "heron-B", werewolf.WerewolfTeam), askingGame(t, "3", "heron-A", werewolf.NoTeam),
	}
	r := Count(games, true, 1)
	written := func(write func(io.Writer) error) string {
		t.Helper()
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const cells = `heron 6 50.00 6 0.00 0 3 9 210 120 27 9 1.50 1.50 0.3750 refused by the model 3`
	if text := strings.Join(strings.Fields(written(r.WriteText)), " "); !strings.Contains(text, cells) {
		t.Errorf("text: %s", text)
	}
	if html := written(r.WriteHTML); !strings.Contains(html, `<th class="key" scope="row">heron</th><td>6</td><td>50.00</td><td>6</td><td>0.00</td><td>0</td><td>3</td><td>9</td><td>210</td>`) {
		t.Errorf("HTML: %s", html)
	}
	if latex := written(r.WriteLaTeX); !strings.Contains(latex, `heron & 6 & 50.00 & 6 & 0.00 & 0 & 3 & 9 & 210 & 120 & 27 & 9 & 1.50 & 1.50 & 0.3750 \\`) {
		t.Errorf("LaTeX: %s", latex)
	}
	var all struct {
		Setups []struct {
			Models []struct {
				Team  string
				Calls map[string]any
			}
		}
	}
	if err := json.Unmarshal([]byte(written(r.WriteJSON)), &all); err != nil {
		t.Fatal(err)
	}
	if m := all.Setups[0].Models; len(m) != 1 || m[0].Team != "heron" || m[0].Calls["by_model"] != 3.0 || m[0].Calls["tokens_in"] != 210.0 {
		t.Errorf("JSON: %v", m)
	}
	lines, err := csv.NewReader(strings.NewReader(written(r.WriteCSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		got := strings.Join(line[len(line)-15:], "|")
		want := strings.Repeat("|", 14)
		if line[0] == "heron" {
			want = "3|0|3|6|0|0|9|210|120|27|9|1500|1500|0.375000|refused by the model 3"
		}
		if got != want {
			t.Errorf("CSV, %s: %s, want %s", line[0], got, want)
		}
	}
	if len(lines) < 3 || len(lines[0]) != len(lines[1]) {
		t.Errorf("CSV: %d lines of %d and %d columns", len(lines), len(lines[0]), len(lines[1]))
	}
}
