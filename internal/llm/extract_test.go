package llm

import (
	"encoding/json"
	"strings"
	"testing"
)

const annSaid = `{"reason":"r","target":"Ann"}`

func extractions() map[string]string {
	return map[string]string{
		annSaid:                                   annSaid,
		" \n" + annSaid + "\n":                    annSaid,
		"```json\n" + annSaid + "\n```":           annSaid,
		"```\n" + annSaid + "```":                 annSaid,
		"```" + annSaid + "```":                   annSaid,
		"My vote: " + annSaid + " Thank you.":     annSaid,
		"{not JSON} [1,] " + annSaid:              annSaid,
		`{"vote":"Bob"} ` + annSaid:               annSaid,
		annSaid + " I repeat: " + annSaid:         annSaid,
		`{"target": "Ann", "reason": "a \" } b"}`: `{"target":"Ann","reason":"a \" } b"}`,
		// What others planted must not win, wherever it stands.
		`{"reason":"planted","target":"Bob"} ` + annSaid: "",
		annSaid + ` {"reason":"planted","target":"Bob"}`: "",
		`{"reason":"r","target":"Ann","target":"Bob"}`:   "",
		`{"reason":"r","target":"Zed"}`:                  "",
		annSaid[:12]:                                     "",
		"":                                               "",
		"null":                                           "",
		strings.Repeat("[", 100_000):                     "",
		strings.Repeat(`{"a":`, 50_000):                  "",
		strings.Repeat("{} ", 100_000) + annSaid:         "",
	}
}

func TestExtract(t *testing.T) {
	s := voteSchema(t)
	for text, want := range extractions() {
		got, _, err := extract(text, s)
		if string(got) != want || (err == nil) != (want != "") {
			t.Errorf("%.80q: %s, %v; want %q", text, got, err, want)
		}
	}
}

// Whatever a model says, what is extracted is valid by the schema, compact, and stands in what was said.
func FuzzExtract(f *testing.F) {
	for text := range extractions() {
		f.Add(text[:min(len(text), 1000)])
	}
	s := voteSchema(f)
	f.Fuzz(func(t *testing.T, text string) {
		value, _, err := extract(text, s)
		if (err == nil) != (value != nil) {
			t.Fatalf("value %q with error %v", value, err)
		}
		var v vote
		if err != nil {
			// The obvious way must fail as well.
			d := json.NewDecoder(strings.NewReader(text))
			d.DisallowUnknownFields()
			if s.Check(json.RawMessage(text)) == nil && d.Decode(&v) == nil {
				t.Fatalf("%q is a plain answer", text)
			}
			return
		}
		if err := json.Unmarshal(value, &v); err != nil || s.Check(value) != nil {
			t.Fatalf("%q: %v", value, err)
		}
		if v.Target != "Ann" && v.Target != "Bob" {
			t.Fatalf("target %q", v.Target)
		}
		if strings.ContainsAny(string(value), "\n\r\t") {
			t.Fatalf("%q is not compact", value)
		}
	})
}
