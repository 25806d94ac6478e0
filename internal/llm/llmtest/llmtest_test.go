package llmtest

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/llm"
)

func post(t *testing.T, url, body string) (int, http.Header, string) {
	t.Helper()
	res, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(text)
}

const hello = `{"model":"m","messages":[{"role":"user","content":"hello there"}]}`

func TestServerCounts(t *testing.T) {
	s := During(t, nil)
	_, _, first := post(t, s.URL+"/v1/chat/completions", hello)
	_, _, again := post(t, s.URL+"/deep/prefix/v1/chat/completions", hello)
	if first != again || !strings.Contains(first, `"finish_reason":"stop"`) {
		t.Errorf("%s\n%s", first, again)
	}
	if s.Calls() != 2 || len(s.Prompts()) != 2 || s.Prompts()[1].N != 1 || s.Prompts()[0].Last() != "hello there" {
		t.Errorf("%d calls, %+v", s.Calls(), s.Prompts())
	}
	for path, want := range map[string]int{"/": 404, "/v1/models": 404} {
		if status, _, _ := post(t, s.URL+path, hello); status != want {
			t.Errorf("%s: status %d", path, status)
		}
	}
	if status, _, _ := post(t, s.URL+"/chat/completions", "no JSON"); status != 400 {
		t.Errorf("no JSON: status %d", status)
	}
	if s.Calls() != 2 {
		t.Errorf("what was no prompt was counted: %d", s.Calls())
	}
	s.Behave(Say("x"))
	if s.Calls() != 0 || len(s.Prompts()) != 0 {
		t.Error("another behaviour begins anew")
	}
}

func TestModesOnTheWire(t *testing.T) {
	tests := map[string]struct {
		status   int
		contains string
	}{
		"echo":      {200, "I have thought about it"},
		"thinking":  {200, `"reasoning_tokens":3000`},
		"failing":   {500, "error"},
		"limited":   {429, "too many"},
		"malformed": {200, `"stop"`},
		"truncated": {200, `"length"`},
		"refusing":  {200, `"refusal":"I cannot`},
		"injected":  {200, "Ignore all previous instructions"},
		"mistyped":  {200, "<html>"},
		"nothing":   {200, `"content":""`},
	}
	for _, mode := range Modes() {
		test, listed := tests[mode.Name]
		if !listed {
			continue // slow and dropping have their own tests
		}
		b, err := Find(mode.Name)
		if err != nil {
			t.Fatal(err)
		}
		s := During(t, b)
		status, header, text := post(t, s.URL+"/v1/chat/completions", hello)
		if status != test.status || !strings.Contains(text, test.contains) {
			t.Errorf("%s: status %d, %s", mode.Name, status, text)
		}
		if mode.Name == "limited" && header.Get("Retry-After") != "1" {
			t.Errorf("limited: %v", header)
		}
		if mode.Name == "mistyped" && header.Get("Content-Type") != "text/html" {
			t.Errorf("mistyped: %v", header)
		}
	}
	if len(tests) != len(Modes())-2 {
		t.Errorf("%d modes, %d tested", len(Modes()), len(tests))
	}
	if _, err := Find("unheard-of"); err == nil {
		t.Error("an unknown mode is found")
	}
}

func TestDropping(t *testing.T) {
	s := During(t, Dropping)
	res, err := http.Post(s.URL+"/v1/chat/completions", "application/json", strings.NewReader(hello))
	if err == nil {
		res.Body.Close() //nolint:errcheck // the test has failed
		t.Errorf("status %d", res.StatusCode)
	}
	if s.Calls() != 1 {
		t.Errorf("%d calls", s.Calls())
	}
}

func TestSlowEndsWithTheAsker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		if _, err := Model(Slow(3*time.Second, Echo)).Complete(t.Context(), llm.Request{}); err != nil || time.Since(begun) != 3*time.Second {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
	})
}

func schemas() []string {
	return []string{
		`{"type":"object","properties":{"target":{"enum":["Ann","Bob"]},"why":{"type":"string","minLength":20,"maxLength":25}},"required":["target","why"],"additionalProperties":false}`,
		`{"type":"array","items":{"type":"integer","minimum":3,"maximum":9},"minItems":4}`,
		`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`,
		`{"type":["null","boolean"]}`,
		`{"anyOf":[{"type":"string"},{"const":7}]}`,
		`{"$defs":{"p":{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}},"type":"array","prefixItems":[{"$ref":"#/$defs/p"}],"minItems":2}`,
		`{"type":"string","maxLength":3}`,
		`{}`,
		`{"oneOf":[{"type":"null"},{"type":"string"}]}`,
	}
}

func TestDraw(t *testing.T) {
	for _, text := range schemas() {
		s, err := llm.NewSchema([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		drawn := map[string]bool{}
		for _, seed := range []string{"a", "b", "c", "d", "e", "f"} {
			value, err := Draw(json.RawMessage(text), seed)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				break
			}
			if err := s.Check(value); err != nil {
				t.Errorf("%s: %s: %v", text, value, err)
			}
			again, err := Draw(json.RawMessage(text), seed)
			if err != nil || string(again) != string(value) {
				t.Errorf("%s: %s and %s from one seed", text, value, again)
			}
			drawn[string(value)] = true
		}
		if strings.Contains(text, "enum") && len(drawn) != 2 {
			t.Errorf("%s: only %v is drawn", text, drawn)
		}
	}
	for _, text := range []string{`{"type":"string","pattern":"^x+$"}`, `{"$ref":"#"}`, `[]`, `{"$ref":"#/$defs/none"}`} {
		if value, err := Draw(json.RawMessage(text), "a"); err == nil {
			t.Errorf("%s: %s", text, value)
		}
	}
}

// What is drawn is valid, whatever the schema; or there is an error.
func FuzzDraw(f *testing.F) {
	for _, text := range schemas() {
		f.Add(text, "seed")
	}
	f.Fuzz(func(t *testing.T, text, seed string) {
		value, err := Draw(json.RawMessage(text), seed)
		if err == nil && !json.Valid(value) {
			t.Fatalf("%s: %s", text, value)
		}
	})
}

func TestScripted(t *testing.T) {
	rules, err := ParseScript([]byte(`[{"task":"vote","answer":"by task"},{"match":"(?i)HELLO","answer":"by text"},{"match":"fail","mode":"refusing"}]`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Scripted(rules, Say("otherwise"))
	if err != nil {
		t.Fatal(err)
	}
	m := Model(b)
	for text, want := range map[string]string{"hello": "by text", "good day": "otherwise"} {
		r, err := m.Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: text}}})
		if err != nil || r.Text != want {
			t.Errorf("%s: %q, %v", text, r.Text, err)
		}
	}
	if r, err := m.Complete(t.Context(), llm.Request{Label: llm.Label{Task: "vote"}}); err != nil || r.Text != "by task" {
		t.Errorf("%q, %v", r.Text, err)
	}
	if _, err := m.Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "fail"}}}); !errors.Is(err, llm.ErrRefused) {
		t.Error(err)
	}
	for _, bad := range []Rule{{Match: "("}, {Mode: "unheard-of"}} {
		if _, err := Scripted([]Rule{bad}, Echo); err == nil {
			t.Errorf("%+v passes", bad)
		}
	}
	if _, err := ParseScript([]byte("{")); err == nil {
		t.Error("a broken script passes")
	}
}

// A schema that is asked for in words is a schema.
func TestSchemaInWords(t *testing.T) {
	s, err := llm.NewSchema([]byte(schemas()[0]))
	if err != nil {
		t.Fatal(err)
	}
	server := During(t, nil)
	for text, want := range map[string]bool{s.Ask(): true, "Talk about this JSON schema:\n{": false, "this JSON schema:": false} {
		body, err := json.Marshal(map[string]any{"messages": []llm.Message{{Role: llm.User, Text: "q"}, {Role: llm.User, Text: text}}})
		if err != nil {
			t.Fatal(err)
		}
		_, _, reply := post(t, server.URL+"/chat/completions", strings.ReplaceAll(string(body), `"text"`, `"content"`))
		var r struct {
			Choices []struct{ Message struct{ Content string } }
		}
		if err := json.Unmarshal([]byte(reply), &r); err != nil || (s.Check(json.RawMessage(r.Choices[0].Message.Content)) == nil) != want {
			t.Errorf("%q: %s, %v", text, reply, err)
		}
	}
}

func TestModelIsCheckedAsOthersAre(t *testing.T) {
	s, err := llm.NewSchema([]byte(schemas()[0]))
	if err != nil {
		t.Fatal(err)
	}
	req := llm.Request{Schema: s, Messages: []llm.Message{{Role: llm.User, Text: "q"}}}
	tests := []struct {
		mode string
		want error
	}{
		{"echo", nil}, {"failing", llm.ErrUnavailable}, {"malformed", llm.ErrUnstructured}, {"truncated", llm.ErrTruncated},
		{"refusing", llm.ErrRefused}, {"injected", nil}, {"dropping", llm.ErrUnavailable}, {"mistyped", llm.ErrUnavailable},
		{"nothing", llm.ErrUnstructured},
	}
	for _, test := range tests {
		b, err := Find(test.mode)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Model(b).Complete(t.Context(), req)
		if !errors.Is(err, test.want) || (err == nil) != (r.JSON != nil) {
			t.Errorf("%s: %s, %v", test.mode, r.JSON, err)
		}
		if r.JSON != nil && s.Check(r.JSON) != nil {
			t.Errorf("%s: %s", test.mode, r.JSON)
		}
	}
	if i := slices.IndexFunc(Modes(), func(m Mode) bool { return m.Summary == "" }); i >= 0 {
		t.Errorf("%s has no summary", Modes()[i].Name)
	}
}
