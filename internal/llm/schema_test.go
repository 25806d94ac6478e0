package llm

import (
	"encoding/json"
	"strings"
	"testing"
)

type vote struct {
	Reason string `json:"reason" jsonschema:"why, in a sentence"`
	Target string `json:"target"`
}

func voteSchema(t testing.TB) *Schema {
	t.Helper()
	s, err := SchemaOf[vote](map[string][]string{"target": {"Ann", "Bob"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemaOfKeepsTheOrderOfFields(t *testing.T) {
	s := voteSchema(t)
	text := string(s.Text())
	if reason, target := strings.Index(text, `"reason":{`), strings.Index(text, `"target":{`); reason < 0 || target < reason {
		t.Errorf("a model that names its target before its reason does not reason: %s", text)
	}
	if !s.Strict() || !strings.Contains(text, "why, in a sentence") {
		t.Errorf("strict %v: %s", s.Strict(), text)
	}
	if _, err := SchemaOf[vote](map[string][]string{"targte": {"Ann"}}); err == nil {
		t.Error("an enum of no property passes")
	}
}

func TestSchemaCheck(t *testing.T) {
	s := voteSchema(t)
	tests := []struct {
		value, fault string
	}{
		{`{"reason":"r","target":"Ann"}`, ""},
		{`{"reason":"r","target":"Zed"}`, "target"},
		{`{"reason":"r"}`, "target"},
		{`{"reason":"r","target":"Ann","vote":1}`, "vote"},
		{`{"reason":"r","target":"Ann","target":"Bob"}`, "twice"},
		{`["Ann"]`, "object"},
		{`{"reason":`, "end of JSON"},
		{``, "end of JSON"},
		{strings.Repeat("[", 1<<24), "depth"},
	}
	for _, test := range tests {
		err := s.Check(json.RawMessage(test.value))
		if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
			t.Errorf("%.80s: %v, want %q", test.value, err, test.fault)
		}
	}
}

func TestStrict(t *testing.T) {
	tests := map[string]bool{
		`{"type":"string"}`: true,
		`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`: true,
		`{"type":"object","properties":{"a":{}},"required":[],"additionalProperties":false}`:    false,
		`{"type":"object","properties":{"a":{}},"required":["a"]}`:                              false,
		`{"type":"array","items":{"type":"object","properties":{"a":{}}}}`:                      false,
	}
	for text, want := range tests {
		s, err := NewSchema([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if s.Strict() != want {
			t.Errorf("%s: strict %v", text, s.Strict())
		}
	}
}

func TestNewSchemaRefusesWhatIsNone(t *testing.T) {
	for _, text := range []string{"", "[]", `{"type":3}`, `{"$ref":"http://127.0.0.1/other"}`, `{"pattern":"("}`} {
		if _, err := NewSchema([]byte(text)); err == nil {
			t.Errorf("%q passes", text)
		}
	}
}

func TestSchemaInJSON(t *testing.T) {
	text, err := json.Marshal(Request{Schema: voteSchema(t)})
	if err != nil {
		t.Fatal(err)
	}
	var back Request
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if string(back.Schema.Text()) != string(voteSchema(t).Text()) || !back.Schema.Strict() {
		t.Errorf("came back as %s", back.Schema.Text())
	}
}
