package task

import (
	"testing"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm/llmtest"
)

// What a model takes for a claim and nobody made is handed out apart, also what the game does not know.
func TestDiscardedClaimsAreTold(t *testing.T) {
	b, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	in := ExtractClaimsIn{
		Scene: scene.Scene{Setup: []scene.Count{{Role: "SEER", N: 1}}, Players: []scene.Person{{Name: "Bela"}, {Name: "Cleo"}}},
		Lines: []scene.Line{{Day: 1, Idx: 3, Speaker: "Bela", Text: "I am the seer you need."}},
	}
	model := llmtest.Model(llmtest.Say(`{"claims":[
		{"day":1,"idx":3,"speaker":"Bela","quote":"I am the seer","role":"SEER","target":"","species":""},
		{"day":1,"idx":3,"speaker":"Cleo","quote":"I am the seer","role":"SEER","target":"","species":""},
		{"day":1,"idx":3,"speaker":"Bela","quote":"I am the seer","role":"MEDIUM","target":"","species":""}]}`))
	out := Ask(t.Context(), NewDesk(b, "en", model), b.ExtractClaims, in)
	if len(out.Claims) != 1 || out.Claims[0].Role != "SEER" || len(out.Discarded) != 2 || out.Discarded[0].Speaker != "Cleo" || out.Discarded[1].Role != "MEDIUM" {
		t.Errorf("kept %+v, discarded %+v", out.Claims, out.Discarded)
	}
}
