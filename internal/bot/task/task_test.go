package task

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

var update = flag.Bool("update", false, "write the schemas anew")

// lent are the tasks of all players.
var lent []Spec

// Lend gives the tests the tasks of all players, which package task does not know.
func Lend(tasks []Spec) { lent = tasks }

func book(t testing.TB) *Book {
	t.Helper()
	b, err := Read(nil, lent...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSchemasStandBesideThePrompts keeps the file that a reader of a prompt looks into.
func TestSchemasStandBesideThePrompts(t *testing.T) {
	for _, s := range book(t).All() {
		folders, err := filepath.Glob(filepath.Join("..", "*", "prompts", s.Name()))
		if err != nil || len(folders) != 1 {
			t.Fatalf("%s stands in %v: %v", s.Name(), folders, err)
		}
		path := filepath.Join(folders[0], "schema.json")
		if s.Schema() == nil {
			if _, err := os.Stat(path); err == nil {
				t.Errorf("%s stands there, and the answer to %s is text", path, s.Name())
			}
			continue
		}
		var text strings.Builder
		e := json.NewEncoder(&text)
		e.SetIndent("", "\t")
		if err := e.Encode(s.Schema().Text()); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(path)
		if err != nil || string(kept) != text.String() {
			t.Errorf("%s is not the schema of %s (go test -update writes it): %v", path, s.Name(), err)
		}
	}
}

// TestTasksStandInTheManual: whoever reads the page misses none.
func TestTasksStandInTheManual(t *testing.T) {
	page, err := os.ReadFile(filepath.FromSlash("../../../docs/tasks.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range book(t).All() {
		if !strings.Contains(string(page), "\n| `"+s.Name()+"` |") {
			t.Errorf("docs/tasks.md has no row for %s", s.Name())
		}
	}
}

func aScene() scene.Scene {
	return scene.Scene{
		Me: "Ada", Role: "SEER", Team: "VILLAGER", Day: 1, Action: "TALK",
		Setup:   []scene.Count{{Role: "WEREWOLF", N: 1}, {Role: "SEER", N: 1}, {Role: "VILLAGER", N: 1}},
		Players: []scene.Person{{Name: "Ada", Alive: true, Role: "SEER"}, {Name: "Bela", Alive: true}, {Name: "Cleo"}},
		Talks:   []scene.Line{{Day: 1, Speaker: "Bela", Text: "I am the seer."}},
	}
}

func TestAsk(t *testing.T) {
	b := book(t)
	in := SummariseIn{Scene: aScene(), New: aScene().Talks, Max: 200, Notes: []string{"Bela claims to be the seer."}}
	tests := []struct {
		name  string
		model llm.Model
		want  string
		by    By
	}{
		{"no model", nil, "Bela claims to be the seer.", ByRule},
		{"a model", llmtest.Model(llmtest.Say(`{"summary":"Bela says seer."}`)), "Bela says seer.", ByModel},
		{"a failing model", llmtest.Model(llmtest.Failing), "Bela claims to be the seer.", ByRule},
		{"nonsense", llmtest.Model(llmtest.Say("no JSON at all")), "Bela claims to be the seer.", ByRule},
		{"too long", llmtest.Model(llmtest.Say(`{"summary":"` + strings.Repeat("x", 500) + `"}`)), strings.Repeat("x", 200), ByModel},
	}
	for _, tt := range tests {
		d := NewDesk(b, "en", tt.model)
		out, call := Summarise.ask(t.Context(), d, &in)
		if out.Summary != tt.want || call.By != tt.by || (call.Why == "") != (tt.by == ByModel) {
			t.Errorf("%s: %q by %s, because %q", tt.name, out.Summary, call.By, call.Why)
		}
	}
}

// However long prompts and thought are, every call of an answer is noted, and all of them fit into a record.
func TestLongCallsAreNoted(t *testing.T) {
	b := book(t)
	d := NewDesk(b, "en", llmtest.Model(llmtest.Say(`{"summary":"Bela says seer."}`)))
	in := SummariseIn{Scene: aScene(), New: aScene().Talks, Max: 200}
	in.New[0].Text = strings.Repeat("I am <the> seer. ", 2000)
	const asked = 20
	for range asked {
		if _, by := Consult(t.Context(), d, Summarise, in); by != ByModel {
			t.Fatal("the rule answered")
		}
	}
	calls, whole, size := 0, 0, 0
	for _, text := range d.Notes() {
		var c Call
		if err := json.Unmarshal([]byte(text), &c); err != nil || c.By != ByModel || c.In == 0 || c.Attempts != 1 {
			t.Errorf("call %+v, %v", c, err)
		}
		calls++
		if size += len(text); len(c.Messages) > 0 {
			whole++
		}
	}
	if calls != asked || size > 256<<10 || whole == 0 || whole == asked {
		t.Errorf("%d calls of %d, %d of them whole, in %d bytes", calls, asked, whole, size)
	}
}

// TestAnswersThatAreNotUsed: a call notes which request its answer is given to, and that it was not used after all.
func TestAnswersThatAreNotUsed(t *testing.T) {
	d := NewDesk(book(t), "en", llmtest.Model(llmtest.Say("Over")))
	d.Reject(ErrSilent) // nothing was asked yet
	in := WordIn{Scene: scene.Scene{Me: "Ada", Action: "WHISPER", Players: []scene.Person{{Name: "Ada", Alive: true}}}}
	for range 2 {
		if out, by := Consult(t.Context(), d, Word, in); by != ByModel || !out.Over {
			t.Fatalf("%+v by %s", out, by)
		}
	}
	d.Reject(ErrSilent)
	var calls []Call
	for _, text := range d.Notes() {
		var c Call
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			t.Fatal(err)
		}
		calls = append(calls, c)
	}
	if len(calls) != 2 || calls[0].By != ByModel || calls[1].By != ByRule || calls[1].Cause != BreachEmpty || calls[0].Answers != "whisper" || calls[1].Answers != "whisper" {
		t.Errorf("%+v", calls)
	}
}
