package task

import (
	"strings"
	"testing"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// What a model takes for a claim and nobody made is handed out apart, also what the game does not know.
func TestDiscardedClaimsAreTold(t *testing.T) {
	b := book(t)
	in := ExtractClaimsIn{
		Scene: scene.Scene{Setup: []scene.Count{{Role: "SEER", N: 1}, {Role: "VILLAGER", N: 2}}, Players: []scene.Person{{Name: "Bela"}, {Name: "Cleo"}}},
		Lines: []scene.Line{{Day: 1, Idx: 3, Speaker: "Bela", Text: "I am the seer you need."}, {Day: 1, Idx: 4, Speaker: "Cleo", Text: "Good morning to all."}},
	}
	model := llmtest.Model(llmtest.Say(`{"claims":[
		{"day":1,"idx":3,"speaker":"Bela","quote":"I am the seer","role":"SEER","target":"","species":""},
		{"day":1,"idx":3,"speaker":"Cleo","quote":"I am the seer","role":"SEER","target":"","species":""},
		{"day":1,"idx":4,"speaker":"Cleo","quote":"Good morning","role":"VILLAGER","target":"","species":""},
		{"day":1,"idx":3,"speaker":"Bela","quote":"I am the seer","role":"MEDIUM","target":"","species":""}]}`))
	out := Ask(t.Context(), NewDesk(b, "en", model), ExtractClaims, in)
	if len(out.Claims) != 1 || out.Claims[0].Role != "SEER" || len(out.Discarded) != 3 || out.Discarded[0].Speaker != "Cleo" || out.Discarded[1].Quote != "Good morning" || out.Discarded[2].Role != "MEDIUM" {
		t.Errorf("kept %+v, discarded %+v", out.Claims, out.Discarded)
	}
}

// TestResultsNeedAWord: a result that no word of the line tells of, and nobody else heard, is invented; a villager beside a result is what
// the result says.
func TestResultsNeedAWord(t *testing.T) {
	for _, tt := range []struct {
		text, role, species string
		heard               bool
		want                string
	}{
		{"Bela, I'm glad you are here.", "VILLAGER", "HUMAN", false, ""},
		{"ザイナブさん、Belaさん、こちらこそよろしくね。", "", "HUMAN", false, ""},
		{"Bela is a villager by my divination.", "VILLAGER", "HUMAN", false, "HUMAN"},
		{"Belaさんは白でした。", "SEER", "HUMAN", false, "SEERHUMAN"},
		{"I looked at Bela: no wolf.", "", "HUMAN", false, "HUMAN"},
		{"Bela is as clean as can be, I checked.", "", "HUMAN", true, "HUMAN"},
	} {
		claim := Claim{Day: 1, Idx: 3, Speaker: "Cleo", Quote: tt.text, Role: tt.role, Target: "Bela", Species: tt.species}
		in := ExtractClaimsIn{
			Scene: scene.Scene{Setup: []scene.Count{{Role: "SEER", N: 1}, {Role: "VILLAGER", N: 2}}, Players: []scene.Person{{Name: "Bela"}, {Name: "Cleo"}}},
			Lines: []scene.Line{{Day: 1, Idx: 3, Speaker: "Cleo", Text: tt.text}},
		}
		if tt.heard {
			in.Heard = []Claim{claim}
		}
		out := Claims{Claims: []Claim{claim}}
		got := ""
		if err := checkClaims(&in, &out); err != nil {
			t.Error(err)
		}
		for _, c := range out.Claims {
			got += c.Role + c.Species
		}
		if got != tt.want || len(out.Claims)+len(out.Discarded) != 1 {
			t.Errorf("%q as %s became %q, not %q", tt.text, tt.role, got, tt.want)
		}
	}
}

// TestMissedClaimsAreAskedFor once: what the model then says stands, also that there is none, and what does not hold changes nothing.
func TestMissedClaimsAreAskedFor(t *testing.T) {
	b := book(t)
	claim := Claim{Day: 1, Idx: 3, Speaker: "Bela", Quote: "I am the seer", Role: "SEER"}
	in := ExtractClaimsIn{
		Scene: scene.Scene{Setup: []scene.Count{{Role: "SEER", N: 1}}, Players: []scene.Person{{Name: "Bela"}}},
		Lines: []scene.Line{{Day: 1, Idx: 3, Speaker: "Bela", Text: "I am the seer you need."}},
		Heard: []Claim{claim},
	}
	found := `{"claims":[{"day":1,"idx":3,"speaker":"Bela","quote":"I am the seer","role":"SEER","target":"","species":""}]}`
	for second, want := range map[string]int{found: 1, `{"claims":[]}`: 0, "": 0} {
		n := 0
		m := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			if n++; n == 1 {
				return llmtest.Answer{Text: `{"claims":[]}`}
			}
			if !strings.Contains(p.Last(), "Bela") {
				t.Errorf("asked again so: %s", p.Last())
			}
			return llmtest.Answer{Text: second}
		})
		d := NewDesk(b, "en", m)
		out, by := Consult(t.Context(), d, ExtractClaims, in)
		if len(out.Claims) != want || by != ByModel || n < 2 {
			t.Errorf("%q: %+v by %s after %d answers", second, out, by, n)
		}
	}
	in.Heard = nil
	asked := 0
	none := llmtest.Model(func(llmtest.Prompt) llmtest.Answer { asked++; return llmtest.Answer{Text: `{"claims":[]}`} })
	if Ask(t.Context(), NewDesk(b, "en", none), ExtractClaims, in); asked != 1 {
		t.Errorf("asked %d times where nobody heard a claim", asked)
	}
}

// TestRepetitionsAreAskedAgainMoreFreely: asked in the same way, a model says the same once more.
func TestRepetitionsAreAskedAgainMoreFreely(t *testing.T) {
	b := book(t)
	var heats []float64
	m := asking{llmtest.Model(llmtest.Say("I am the seer. Cleo is human.")), func(r llm.Request) {
		if heats = append(heats, *r.Sampling.Temperature); r.Label.Again != (len(heats) == 2) {
			t.Errorf("request %d: asked again %v", len(heats), r.Label.Again)
		}
	}}
	s, _ := b.Find("word")
	if _, _, err := s.Try(t.Context(), NewDesk(b, "en", m), with(t, example(t, "word"), map[string]any{"keep": true, "draft": "Cleo is human."})); err != nil || len(heats) != 2 || heats[0] != 0.5 {
		t.Errorf("a draft at %v: %v", heats, err)
	}
	heats = nil
	if _, call, err := s.Try(t.Context(), NewDesk(b, "en", m), example(t, "word")); err != nil || call.Repaired != repairedRepetition || len(heats) != 2 || heats[1] <= heats[0] {
		t.Errorf("%v, repaired %q: %v", heats, call.Repaired, err)
	}
}
