package reading

import (
	"context"
	"maps"
	"reflect"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/llm"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// answers is a model that answers by task.
type answers struct {
	by    map[string]string
	asked []string
}

func (a *answers) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	a.asked = append(a.asked, r.Label.Task)
	text, known := a.by[r.Label.Task]
	if !known {
		return llm.Response{}, llm.ErrUnavailable
	}
	return llm.Response{Text: text}, nil
}

func observation() *werewolf.Observation {
	r, _ := werewolf.Standard(5)
	return &werewolf.Observation{
		Rules: &r, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"}, Living: werewolf.SeatsUpTo(5),
		Roles: make([]werewolf.Role, 6), Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk},
	}
}

// hear returns what a player with a Reader hears in an utterance of which the rules understood as much, and its note. m has been asked
// for that alone.
func hear(t *testing.T, m llm.Model, u werewolf.Utterance, heard speech.Rows) (rows speech.Rows, note string) {
	t.Helper()
	var asked []string
	system := agent.System[Reader]{
		Name: "reading", Model: agent.Words, New: func(*agent.Kit) (*Reader, error) { return &Reader{}, nil },
		Modules: []agent.Module[Reader]{{Name: "reading", Hear: func(r *Reader, t *agent.Table, u *werewolf.Utterance, _ speech.Rows) speech.Rows {
			rows = r.Hear(t, u, heard)
			if a, is := m.(*answers); is {
				asked = a.asked
			}
			return rows
		}}},
	}
	a, err := system.Player(agent.Config{Seed: 1, Model: m})
	if err != nil {
		t.Fatal(err)
	}
	o := observation()
	o.Talks = []werewolf.Utterance{u}
	if _, err := a.Answer(t.Context(), *o); err != nil {
		t.Fatal(err)
	}
	if a, is := m.(*answers); is {
		a.asked = asked
	}
	return rows, maps.Collect(a.Notes())["reading"]
}

func TestInterpret(t *testing.T) {
	const text = "There is something of the wolf about Cleo and the stars told me so."
	message := func(kind, to string) string {
		return `{"content":"something of the wolf","type":"` + kind + `","from":"Bela","to":"` + to + `"}`
	}
	claim := `{"claims":[{"day":1,"idx":4,"speaker":"Bela","quote":"the stars told me so","role":"SEER","target":"Cleo","species":"WEREWOLF"},` +
		`{"day":1,"idx":4,"speaker":"Bela","quote":"I am the medium","role":"MEDIUM","target":"","species":""}]}`
	tests := []struct {
		name  string
		by    map[string]string
		heard speech.Rows
		want  speech.Rows
	}{
		{"blame", map[string]string{"message-type": message("negative", "Cleo")}, nil, speech.Suspect(3)},
		{"praise", map[string]string{"message-type": message("positive", "Dora")}, nil, speech.Trust(4)},
		{"blame of all", map[string]string{"message-type": message("negative", "all")}, nil, nil},
		{"a claim, and one that was not said", map[string]string{"message-type": message("co", "all"), "extract-claims": claim}, nil, speech.Join(speech.Claim(2, werewolf.Seer), speech.Found(werewolf.Divines, 3, werewolf.Wolf))},
		{"nothing", map[string]string{"message-type": message("null", "all")}, nil, nil},
		{"no answer", nil, nil, nil},
		{"rules come first", map[string]string{"message-type": message("negative", "Cleo")}, speech.Retract(2), speech.Retract(2)},
	}
	for _, tt := range tests {
		m := &answers{by: tt.by}
		got, note := hear(t, m, werewolf.Utterance{Day: 1, Idx: 4, Seat: 2, Text: text}, tt.heard)
		if !reflect.DeepEqual(got, tt.want) && len(got)+len(tt.want) > 0 {
			t.Errorf("%s: %v, want %v (asked %v)", tt.name, got, tt.want, m.asked)
		}
		if (note != "") != (len(tt.want) > 0 && len(tt.heard) == 0) || note != "" && !strings.HasPrefix(note, "Bela #4") {
			t.Errorf("%s: note %q", tt.name, note)
		}
	}
}

// Small talk is not worth a question.
func TestOnlyWhatNamesSomebodyIsRead(t *testing.T) {
	for text, want := range map[string]int{"A lovely morning to you all in this town.": 0, "A lovely morning to Cleo in this town.": 1, "Oh Cleo": 0} {
		m := &answers{}
		if hear(t, m, werewolf.Utterance{Day: 1, Seat: 2, Text: text}, nil); len(m.asked) != want {
			t.Errorf("%q: asked %v, want %d", text, m.asked, want)
		}
	}
}

func TestWithoutAModelNothingIsRead(t *testing.T) {
	if got, note := hear(t, nil, werewolf.Utterance{Seat: 2, Text: strings.Repeat("Cleo ", 20)}, nil); got != nil || note != "" {
		t.Errorf("%v, %q", got, note)
	}
}
