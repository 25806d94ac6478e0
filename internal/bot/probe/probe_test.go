package probe

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// quiet is a player that says what it is told to say, and notes one thing.
type quiet struct{ asked int }

func (q *quiet) Answer(context.Context, werewolf.Observation) (string, error) {
	q.asked++
	return "Over", errors.New("as it is")
}

func (q *quiet) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) { yield("own", "note") }
}

// says is a model that answers every question so, and keeps what it was asked.
type says struct {
	text   string
	prompt strings.Builder
}

func (s *says) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	for _, m := range r.Messages {
		s.prompt.WriteString(m.Text)
	}
	return llm.Response{Text: s.text}, nil
}

// dusk is what seat 1 sees when the talk of day 1 is over.
func dusk(t *testing.T) werewolf.Observation {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	seats := bottest.Seats("Anna", "Ben", "Cleo", "Dora", "Egon")
	for i, role := range []werewolf.Role{werewolf.Villager, werewolf.Villager, werewolf.Seer, werewolf.Possessed, werewolf.Werewolf} {
		seats[i].Role = role
	}
	g, err := werewolf.New(rules, seats, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := werewolf.NewWatcher(&rules, 1)
	for i := range g.Log() {
		w.See(&g.Log()[i], 0)
	}
	o := w.Observation(werewolf.Request{Seat: 1, Kind: werewolf.DailyFinish})
	o.Day, o.Night = 1, true
	return o
}

// probed asks a player once, and returns its notes by topic.
func probed(t *testing.T, m llm.Model, o werewolf.Observation) map[string]string {
	t.Helper()
	inner := &quiet{}
	p, err := New(inner, 7, task.NewDesk(nil, "en", m), nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := p.Answer(t.Context(), o); text != "Over" || err == nil || inner.asked != 1 {
		t.Errorf("the answer is %q, %v", text, err)
	}
	notes := map[string]string{}
	for topic, text := range p.Notes() {
		notes[topic] = text
	}
	for topic, text := range p.Notes() {
		if topic != "own" {
			t.Errorf("noted twice: %s %s", topic, text)
		}
	}
	if notes["own"] != "note" {
		t.Errorf("the player's own notes are lost: %v", notes)
	}
	return notes
}

func chances(t *testing.T, text string) map[string]map[string]float64 {
	t.Helper()
	all := map[string]map[string]float64{}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return all
}

// Without a model the answer follows from what the seat has seen, which is nothing yet: every role is as likely as there are of it.
func TestRule(t *testing.T) {
	o := dusk(t)
	notes := probed(t, nil, o)
	all := chances(t, notes[Topic])
	if len(all) != 4 || all["Anna"] != nil || notes["model"] != "" {
		t.Fatalf("%v", notes)
	}
	for name, roles := range all {
		sum := 0.0
		for _, p := range roles {
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 || roles["WEREWOLF"] < 0.1 || roles["WEREWOLF"] > 0.5 {
			t.Errorf("%s: %v", name, roles)
		}
	}
}

// A model's answer counts where it holds, and its call is noted; where it does not, the rule answers.
func TestModel(t *testing.T) {
	o := dusk(t)
	good := `{"beliefs":[`
	for i, name := range []string{"Ben", "Cleo", "Dora", "Egon"} {
		good += strings.Repeat(",", min(i, 1)) + `{"name":"` + name + `","roles":[{"role":"WEREWOLF","percent":30},{"role":"SEER","percent":10}]}`
	}
	m := &says{text: good + "]}"}
	notes := probed(t, m, o)
	if ben := chances(t, notes[Topic])["Ben"]; ben["WEREWOLF"] != 0.75 || ben["SEER"] != 0.25 || ben["VILLAGER"] != 0 || len(ben) != 4 {
		t.Errorf("%v", notes[Topic])
	}
	if !strings.Contains(notes["model"], `"task":"believe"`) || !strings.Contains(notes["model"], `"by":"model"`) || !strings.Contains(m.prompt.String(), "nobody who plays will see the answer") {
		t.Errorf("%.300s", notes["model"])
	}
	notes = probed(t, &says{text: `{"beliefs":[]}`}, o)
	if len(chances(t, notes[Topic])) != 4 || !strings.Contains(notes["model"], `"by":"rule"`) {
		t.Errorf("%.300s", notes["model"])
	}
}

// Nobody is asked on day 0, after death, or at any other time.
func TestWhen(t *testing.T) {
	for name, change := range map[string]func(*werewolf.Observation){
		"day 0":   func(o *werewolf.Observation) { o.Day = 0 },
		"dead":    func(o *werewolf.Observation) { o.Living = o.Living.Without(o.Seat) },
		"a talk":  func(o *werewolf.Observation) { o.Request.Kind = werewolf.Talk },
		"the end": func(o *werewolf.Observation) { o.Request.Kind = werewolf.Finish },
	} {
		o := dusk(t)
		change(&o)
		if notes := probed(t, &says{text: "{}"}, o); len(notes) != 1 {
			t.Errorf("%s: %v", name, notes)
		}
	}
}
