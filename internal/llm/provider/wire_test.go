package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// What providers document that they send, with the parts that we read.
func TestDecode(t *testing.T) {
	tests := []struct {
		name, body string
		dialect    dialect
		want       llm.Response
	}{
		{"openai", `{"id":"c","model":"m-1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"hi"}}],
			"usage":{"prompt_tokens":9,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":4}}}`, openai(bearer, plainEffort),
			llm.Response{Text: "hi", Model: "m-1", Finish: llm.Stopped, Usage: llm.Usage{In: 9, CachedIn: 4, Out: 3}}},
		{"openai writes its cache", `{"model":"m","choices":[{"finish_reason":"stop","message":{"content":"hi"}}],
			"usage":{"prompt_tokens":9,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":4,"cache_write_tokens":2}}}`, openai(bearer, plainEffort),
			llm.Response{Text: "hi", Model: "m", Finish: llm.Stopped, Usage: llm.Usage{In: 9, CachedIn: 4, Written: 2, Out: 3}}},
		{"responses writes its cache", `{"model":"m","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}],
			"usage":{"input_tokens":9,"output_tokens":3,"input_tokens_details":{"cached_tokens":4,"cache_write_tokens":2}}}`, responses(),
			llm.Response{Text: "hi", Model: "m", Finish: llm.Stopped, Usage: llm.Usage{In: 9, CachedIn: 4, Written: 2, Out: 3}}},
		{"openai refusal", `{"model":"m","choices":[{"finish_reason":"stop","message":{"content":null,"refusal":"no"}}]}`, openai(bearer, plainEffort),
			llm.Response{Text: "no", Model: "m", Finish: llm.Refused}},
		{"openai filter", `{"model":"m","choices":[{"finish_reason":"content_filter","message":{"content":""}}]}`, openai(bearer, plainEffort),
			llm.Response{Model: "m", Finish: llm.Refused}},
		{"openai parts", `{"model":"m","choices":[{"message":{"content":[{"type":"thinking","text":"x"},{"type":"text","text":"a"},{"text":"b"}]}}]}`,
			openai(bearer, plainEffort), llm.Response{Text: "ab", Reasoning: "x", Model: "m", Finish: llm.Stopped}},
		{"openai thoughts", `{"model":"m","choices":[{"finish_reason":"stop","message":{"content":"<think>\nhm {}\n</think>\n\nhi"}}]}`, openai(bearer, plainEffort),
			llm.Response{Text: "hi", Reasoning: "hm {}", Model: "m", Finish: llm.Stopped}},
		{"openai thoughts cut", `{"model":"m","choices":[{"finish_reason":"length","message":{"content":"<think>hm"}}]}`, openai(bearer, plainEffort),
			llm.Response{Reasoning: "hm", Model: "m", Finish: llm.Truncated}},
		{"anthropic", `{"type":"message","model":"c","content":[{"type":"thinking","thinking":"x"},{"type":"text","text":"a"},{"type":"text","text":"b"}],
			"stop_reason":"end_turn","usage":{"input_tokens":5,"cache_read_input_tokens":20,"cache_creation_input_tokens":3,"output_tokens":2}}`,
			anthropic(), llm.Response{Text: "ab", Reasoning: "x", Model: "c", Finish: llm.Stopped, Usage: llm.Usage{In: 28, CachedIn: 20, Written: 3, Out: 2}}},
		{"anthropic refusal", `{"model":"c","content":[],"stop_reason":"refusal"}`, anthropic(), llm.Response{Model: "c", Finish: llm.Refused}},
		{"anthropic window", `{"model":"c","content":[],"stop_reason":"model_context_window_exceeded"}`, anthropic(),
			llm.Response{Model: "c", Finish: llm.Truncated}},
		{"gemini", `{"candidates":[{"content":{"role":"model","parts":[{"text":"x","thought":true},{"text":"a"},{"text":"b"}]},"finishReason":"STOP"}],
			"usageMetadata":{"promptTokenCount":7,"cachedContentTokenCount":1,"candidatesTokenCount":2,"thoughtsTokenCount":30},"modelVersion":"g"}`,
			gemini(), llm.Response{Text: "ab", Reasoning: "x", Model: "g", Finish: llm.Stopped, Usage: llm.Usage{In: 7, CachedIn: 1, Out: 32, Thought: 30}}},
		{"gemini blocked", `{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":7}}`, gemini(),
			llm.Response{Finish: llm.Refused, Usage: llm.Usage{In: 7}}},
		{"gemini filter", `{"candidates":[{"finishReason":"PROHIBITED_CONTENT"}]}`, gemini(), llm.Response{Finish: llm.Refused}},
		{"gemini cut", `{"candidates":[{"finishReason":"MAX_TOKENS"}]}`, gemini(), llm.Response{Finish: llm.Truncated}},
		{"ollama", `{"model":"o","message":{"role":"assistant","content":"hi","thinking":"x"},"done":true,"done_reason":"stop",
			"prompt_eval_count":8,"eval_count":2}`, ollama(), llm.Response{Text: "hi", Reasoning: "x", Model: "o", Finish: llm.Stopped, Usage: llm.Usage{In: 8, Out: 2}}},
		{"ollama cut", `{"model":"o","message":{"content":"hi"},"done":true,"done_reason":"length"}`, ollama(),
			llm.Response{Text: "hi", Model: "o", Finish: llm.Truncated}},
	}
	for _, test := range tests {
		got, err := decoded(test.dialect, test.body)
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", test.want) {
			t.Errorf("%s: %+v, %v\nwant %+v", test.name, got, err, test.want)
		}
	}
}

// decoded is what a dialect reads in a body.
func decoded(d dialect, body string) (llm.Response, error) {
	t, err := parsed([]byte(body))
	if err != nil {
		return llm.Response{}, err
	}
	r, err := d.reply.read(t)
	return r.Response, err
}

// No body makes a decoder panic or gives a response without a reason why the model stopped.
func FuzzDecode(f *testing.F) {
	for _, body := range []string{
		`{"choices":[{"message":{"content":[{"text":"a"}]}}]}`, `{"content":[{"type":"text"}],"stop_reason":"x"}`,
		`{"candidates":[{"content":{"parts":[{}]}}]}`, `{"message":{"content":"<think>"},"done":true}`, `{"error":{"code":429}}`, `[]`, `null`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, v := range Vendors() {
			r, err := decoded(v.dialect, string(body))
			if err == nil && r.Finish == "" {
				t.Fatalf("%s: %s is an answer without an end: %+v", v.Name, body, r)
			}
		}
		tree, _ := parsed(body)
		if status, failed := tree.failure(&layout{}); failed && (status < 400 || status > 599) {
			t.Fatalf("%s is status %d", body, status)
		}
		_ = blamed(body, features{schemaFeature: true, temperature: true})
		_ = shortened(body)
	})
}

// What is not set is not sent, since some models turn it down.
func TestEncodeSendsOnlyWhatIsSet(t *testing.T) {
	for _, dialect := range dialects() {
		s := llmtest.During(t, llmtest.Say("hi"))
		plain := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "q"}}}
		if _, err := open(t, s, dialect, Options{}).Complete(t.Context(), plain); err != nil {
			t.Fatal(err)
		}
		body := string(s.Prompts()[0].Body)
		for _, name := range []string{"temperature", "top_p", "topP", "seed", "format", "schema", "system"} {
			if strings.Contains(body, `"`+name) {
				t.Errorf("%s: %s in %s", dialect, name, body)
			}
		}
	}
}

func TestParametersOnTheWire(t *testing.T) {
	want := map[string][]string{
		"responses":  {`"max_output_tokens":50`, `"temperature":0.7`, `"instructions":"Be brief."`, `"store":false`},
		"openai":     {`"max_tokens":50`, `"seed":9`, `"temperature":0.7`, `"top_p":0.9`},
		"azure":      {`"max_completion_tokens":50`, `"seed":9`},
		"openrouter": {`"max_tokens":50`, `"seed":9`},
		"anthropic":  {`"max_tokens":50`, `"temperature":0.7`, `"system":"Be brief."`},
		"gemini":     {`"maxOutputTokens":50`, `"seed":9`, `"topP":0.9`, `"systemInstruction"`},
		"ollama":     {`"num_predict":50`, `"seed":9`, `"num_ctx":4711`, `"stream":false`},
	}
	for _, dialect := range dialects() {
		s := llmtest.During(t, llmtest.Say("hi"))
		if _, err := open(t, s, dialect, Options{Window: 4711}).Complete(t.Context(), question1()); err != nil {
			t.Fatal(err)
		}
		body := string(s.Prompts()[0].Body)
		for _, part := range want[dialect] {
			if !strings.Contains(body, part) {
				t.Errorf("%s: no %s in %s", dialect, part, body)
			}
		}
	}
}

// pickyAbout is a server that turns down requests that hold one of the words.
func pickyAbout(words ...string) llmtest.Behaviour {
	return func(p llmtest.Prompt) llmtest.Answer {
		for _, word := range words {
			if strings.Contains(string(p.Body), word) {
				return llmtest.Answer{Status: http.StatusBadRequest, Text: "Unsupported parameter: " + strings.Trim(word, `"`)}
			}
		}
		if p.Schema == nil && strings.Contains(p.Last(), "JSON schema") {
			return llmtest.Answer{Text: `{"reason":"r","target":"Ann"}`}
		}
		return llmtest.Echo(p)
	}
}

func TestWhatAModelDoesNotTakeIsLeftOut(t *testing.T) {
	tests := []struct {
		picky   []string
		dropped []string
		calls   int
	}{
		{[]string{`"temperature"`}, []string{"temperature"}, 2},
		{[]string{`"temperature"`, `"top_p"`, `"seed"`}, []string{"seed", "temperature", "top_p"}, 4},
		{[]string{`"max_tokens"`}, nil, 2},
		{[]string{`"strict":true`}, []string{"strict"}, 2},
		{[]string{`"json_schema"`}, []string{"schema", "strict"}, 3},
		{[]string{`"response_format"`}, []string{"schema", "strict"}, 4},
	}
	for _, test := range tests {
		s := llmtest.During(t, pickyAbout(test.picky...))
		m := open(t, s, "openai", Options{})
		req := question1()
		req.Schema = voteSchema(t)
		for n, calls := range []int{test.calls, test.calls + 1} {
			r, err := m.Complete(t.Context(), req)
			if err != nil {
				t.Fatalf("%v: %v", test.picky, err)
			}
			if !slices.Equal(r.Dropped, test.dropped) || s.Calls() != calls {
				t.Errorf("%v, call %d: dropped %v, %d requests", test.picky, n, r.Dropped, s.Calls())
			}
			if err := req.Schema.Check([]byte(r.Text)); err != nil {
				t.Errorf("%v: %v", test.picky, err)
			}
		}
	}
}

// A complaint about what was not sent is no reason to ask again.
func TestComplaintsAboutNothingEnd(t *testing.T) {
	always := func(llmtest.Prompt) llmtest.Answer {
		return llmtest.Answer{Status: http.StatusBadRequest, Text: "temperature top_p seed schema max_tokens"}
	}
	for _, dialect := range dialects() {
		s := llmtest.During(t, always)
		req := question1()
		req.Schema = voteSchema(t)
		_, err := open(t, s, dialect, Options{}).Complete(t.Context(), req)
		if !errors.Is(err, llm.ErrRejected) || s.Calls() > 8 {
			t.Errorf("%s: %v after %d calls", dialect, err, s.Calls())
		}
	}
}

func TestErrorsInOtherClothes(t *testing.T) {
	raw := func(status int, body string) llmtest.Behaviour {
		return func(llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Status: status, Raw: []byte(body)} }
	}
	tests := []struct {
		name   string
		behave llmtest.Behaviour
		want   error
		calls  int
	}{
		{"filter of Azure", raw(400, `{"error":{"code":"content_filter","message":"filtered"}}`), llm.ErrRefused, 1},
		{"no money left", raw(429, `{"error":{"code":"insufficient_quota"}}`), llm.ErrRejected, 1},
		{"error with status 200", raw(200, `{"error":{"code":502,"message":"upstream"}}`), llm.ErrUnavailable, 4},
		{"refused with status 200", raw(200, `{"error":{"code":402,"message":"pay"}}`), llm.ErrRejected, 1},
		{"error without a code", raw(200, `{"error":{"message":"upstream"}}`), llm.ErrUnavailable, 4},
		{"too much", raw(200, `{"choices":[{"message":{"content":"hi"}}]}`+strings.Repeat(" ", maxAnswer)), llm.ErrUnavailable, 4},
		{"hostile", raw(404, "no \x1b[2J\u202e such\n\nmodel"+strings.Repeat(" x", 4000)), llm.ErrRejected, 1},
	}
	for _, test := range tests {
		s := llmtest.During(t, test.behave)
		_, err := open(t, s, "openai", Options{}).Complete(t.Context(), question1())
		if !errors.Is(err, test.want) || s.Calls() != test.calls {
			t.Errorf("%s: %v after %d calls", test.name, err, s.Calls())
			continue
		}
		if text := err.Error(); len(text) > 1000 || strings.ContainsAny(text, "\x1b\u202e\n") {
			t.Errorf("%s: the error repeats what came: %q", test.name, text)
		}
	}
}

// A server that sends us on must not learn the key at the other place.
func TestRedirectsAreNotFollowed(t *testing.T) {
	elsewhere := llmtest.During(t, llmtest.Echo)
	for _, dialect := range dialects() {
		s := llmtest.During(t, func(llmtest.Prompt) llmtest.Answer {
			return llmtest.Answer{Status: http.StatusTemporaryRedirect, Header: http.Header{"Location": {elsewhere.URL + "/v1/chat/completions"}}}
		})
		if _, err := open(t, s, dialect, Options{}).Complete(t.Context(), question1()); !errors.Is(err, llm.ErrRejected) {
			t.Errorf("%s: %v", dialect, err)
		}
	}
	if n := elsewhere.Calls(); n != 0 {
		t.Errorf("followed %d times", n)
	}
}

func TestKeys(t *testing.T) {
	environment := map[string]string{"OPENAI_API_KEY": "key-of-openai", ForeignKey: "key-of-others", "AZURE_OPENAI_API_KEY": "key-of-azure"}
	getenv := func(name string) string { return environment[name] }
	s := llmtest.During(t, llmtest.Echo)
	for dialect, want := range map[string]string{"openai": "key-of-others", "anthropic": "key-of-others", "azure": "key-of-azure"} {
		s.Behave(nil)
		if _, err := open(t, s, dialect, Options{Getenv: getenv}).Complete(t.Context(), question1()); err != nil {
			t.Fatal(err)
		}
		if header := fmt.Sprint(s.Prompts()[0].Header); !strings.Contains(header, want) || strings.Contains(header, "key-of-openai") {
			t.Errorf("%s: %s", dialect, header)
		}
	}
	o := New(Options{Getenv: func(string) string { return "" }})
	for _, name := range []Name{{"openai", "", "m"}, {"anthropic", "", "m"}, {"gemini", "", "m"}, {"azure", "https://x", "m"}} {
		v, err := at(name, llm.Family{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Open(name); err == nil || !strings.Contains(err.Error(), v.KeyEnv) {
			t.Errorf("%s without a key: %v", name, err)
		}
	}
	for _, name := range []Name{{"ollama", "", "m"}, {"openai", "http://127.0.0.1:1", "m"}} {
		if _, err := o.Open(name); err != nil {
			t.Errorf("%s without a key: %v", name, err)
		}
	}
	for _, name := range []Name{{"azure", "", "m"}, {"oracle", "", "m"}, {"openai", "", ""}} {
		if _, err := o.Open(name); err == nil {
			t.Errorf("%s opens", name)
		}
	}
}

func TestNothingPrintsTheKey(t *testing.T) {
	m := open(t, llmtest.During(t, llmtest.Echo), "openai", Options{})
	for _, form := range []string{"%v", "%+v", "%#v", "%s"} {
		if strings.Contains(fmt.Sprintf(form, m), secret) {
			t.Errorf("%s shows the key", form)
		}
	}
	// Even a transport that repeats what it was sent.
	model := m.(*model)
	model.opener.client.Transport = echoing{}
	if _, err := m.Complete(t.Context(), question1()); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("error %v", err)
	}
}

type echoing struct{}

func (echoing) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("bad header %v", r.Header)
}

// direct serves requests without a network, so that clocks can be faked.
type direct struct{ http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return w.Result(), nil
}

// unplugged makes a model of a behaviour without a network.
func unplugged(t *testing.T, b llmtest.Behaviour, o Options) (llm.Model, *llmtest.Handler) {
	t.Helper()
	h := llmtest.NewHandler(b)
	o.Getenv = func(string) string { return "" }
	opener := New(o)
	opener.client.Transport = direct{h}
	m, err := opener.Open(Name{"openai", "http://127.0.0.1/v1", "m"})
	if err != nil {
		t.Fatal(err)
	}
	return m, h
}

func hasDeadline(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, llm.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

// TestGeminiGetsNoEmptyWords in a list: it refuses them. Other lists stay.
func TestGeminiGetsNoEmptyWords(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"string","enum":["Ann","a\"b]",""]}`: `{"type":"string"}`,
		`{"type":"string","enum":["Ann","a\"b]"]}`:    `{"type":"string","enum":["Ann","a\"b]"]}`,
	} {
		if got := string(withoutEmptyWords(json.RawMessage(schema))); got != want {
			t.Errorf("%s became %s", schema, got)
		}
	}
}

// TestServersWithAGrammarAreToldTheFields: where the model is not shown the schema, the instructions end with what the answer has; where
// it is shown, or asked for in words, nothing is told twice.
func TestServersWithAGrammarAreToldTheFields(t *testing.T) {
	schema, err := llm.SchemaOf[struct {
		Target string `json:"target" jsonschema:"whom"`
	}](nil)
	if err != nil {
		t.Fatal(err)
	}
	const line = `Answer as JSON: "target" (whom).`
	request := llm.Request{Schema: schema, Messages: []llm.Message{{Role: llm.System, Text: "You vote.", Kept: 9}, {Role: llm.User, Text: "Whom?"}}}
	for _, tt := range []struct {
		name string
		told bool
	}{
		{"openai:gpt-4o", false}, {"openai@http://127.0.0.1:1/v1:m", true}, {"responses@http://127.0.0.1:1/v1:m", true}, {"ollama:m", true},
		{"openrouter:a/b", true}, {"anthropic:claude-x", false}, {"gemini:g", false}, {"azure@https://a.openai.azure.com/openai/v1:m", false},
	} {
		name, err := ParseName(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := at(name, llm.Family{})
		if err != nil {
			t.Fatal(err)
		}
		first := question{Request: request, vendor: v}.messages()[0]
		if told := first.Text == "You vote.\n\n"+line; told != tt.told || first.Kept != len(first.Text) {
			t.Errorf("%s: %q, of which %d are kept", tt.name, first.Text, first.Kept)
		}
		worded := question{Request: request, vendor: v, dropped: features{schemaFeature: true}}.messages()
		if worded[0].Text != "You vote." || len(worded) != 3 {
			t.Errorf("%s: %+v", tt.name, worded)
		}
	}
	if got := (question{Request: llm.Request{Schema: schema, Messages: request.Messages[1:]}, vendor: Vendor{grammar: true}}).messages(); len(got) != 2 || got[0].Text != line {
		t.Errorf("without instructions: %+v", got)
	}
}
