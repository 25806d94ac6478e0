package llm

import "testing"

// TestFields: one line has all properties in their order, with their meanings, whatever they hold.
func TestFields(t *testing.T) {
	type claim struct {
		Day  int    `json:"day" jsonschema:"day of the line"`
		Role string `json:"role"`
	}
	type answer struct {
		Reason string   `json:"reason" jsonschema:"why"`
		Claims []claim  `json:"claims" jsonschema:"what was claimed"`
		Bare   []claim  `json:"bare"`
		Steps  []string `json:"steps"`
		Inner  struct {
			A string `json:"a"`
		} `json:"inner" jsonschema:"two"`
	}
	s, err := SchemaOf[answer](map[string][]string{"claims.role": {"SEER"}})
	if err != nil {
		t.Fatal(err)
	}
	want := `Answer as JSON: "reason" (why), "claims" (what was claimed; a list, each with "day" (day of the line), "role"), ` +
		`"bare" (a list, each with "day" (day of the line), "role"), "steps" (a list), "inner" (two: "a").`
	if got := s.Fields(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, text := range []string{`{"type":"string"}`, `{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}`, `true`} {
		if s, err := NewSchema([]byte(text)); err != nil || s.Fields() != "" {
			t.Errorf("%s: %q, %v", text, s.Fields(), err)
		}
	}
}
