package chronicle

import (
	"encoding/json"
	"strings"
	"testing"

	"wolfden/gamelog"
)

// TestListsAreSummed by task; a list that cannot be true is no call.
func TestListsAreSummed(t *testing.T) {
	var notes []gamelog.Note
	for _, text := range []string{
		`{"task":"extract-claims","by":"model","list":{"given":0,"empty":true}}`,
		`{"task":"extract-claims","by":"model","list":{"given":3,"dropped":2}}`,
		`{"task":"believe","by":"model","list":{"given":4}}`,
		`{"task":"word","by":"model"}`,
		`{"task":"believe","by":"model","list":{"given":1,"dropped":2}}`,
	} {
		notes = append(notes, gamelog.Note{Topic: topicModel, Text: text})
	}
	c := Noted(notes)
	c.Add(Noted(notes))
	if got := strings.Join(c.Hollow(), "; "); got != "extract-claims: 2 of 4 answers empty, 4 of 6 values dropped" || c.ByModel != 8 {
		t.Errorf("%s, %d by the model", got, c.ByModel)
	}
	text, err := json.Marshal(c)
	if want := `"lists":{"believe":{"answers":2,"values":8},"extract-claims":{"answers":4,"empty":2,"values":6,"dropped":4}}`; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%s, %v", text, err)
	}
}
