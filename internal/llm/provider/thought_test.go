package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// exchange is a question with the request that it must make and the answer that a vendor gives to it. The files are
// written by hand in the shape that the vendor documents where "from" says.
type exchange struct {
	From       string          `json:"from"`
	Model      string          `json:"model"`
	Sampling   llm.Sampling    `json:"sampling"`
	Structured bool            `json:"structured"`
	Path       string          `json:"path"`
	Request    any             `json:"request"`
	Answer     json.RawMessage `json:"answer"`
	Want       struct {
		Text      string     `json:"text"`
		Reasoning string     `json:"reasoning"`
		Finish    llm.Finish `json:"finish"`
		Dropped   []string   `json:"dropped"`
		llm.Usage
	} `json:"want"`
}

// scripted answers every request alike and keeps the last.
type scripted struct {
	answer []byte
	path   string
	body   []byte
}

func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	s.path = r.URL.Path
	var err error
	if s.body, err = io.ReadAll(r.Body); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(s.answer))}, nil
}

func TestExchanges(t *testing.T) {
	files, err := filepath.Glob("testdata/exchanges/*.json")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d exchanges, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) { checkExchange(t, file) })
	}
}

func checkExchange(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var x exchange
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&x); err != nil {
		t.Fatal(err)
	}
	name, err := ParseName(x.Model)
	if err != nil {
		t.Fatal(err)
	}
	server := &scripted{answer: x.Answer}
	opener := New(Options{Getenv: func(string) string { return secret }})
	opener.client.Transport = server
	m, err := opener.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	req := llm.Request{
		Label: llm.Label{Task: "vote"}, Sampling: x.Sampling,
		Messages: []llm.Message{{Role: llm.System, Text: "Be brief."}, {Role: llm.User, Text: "Who?"}},
	}
	if x.Structured {
		if req.Schema, err = llm.NewSchema([]byte(`{"type":"object","properties":{"target":{"type":"string","enum":["Ann","Bob"]}},
			"required":["target"],"additionalProperties":false}`)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := m.Complete(t.Context(), req)
	if (x.Want.Finish == llm.Truncated) != errors.Is(err, llm.ErrTruncated) || x.Want.Finish == llm.Stopped && err != nil {
		t.Errorf("error %v", err)
	}
	var sent any
	if err := json.Unmarshal(server.body, &sent); err != nil {
		t.Fatal(err)
	}
	if server.path != x.Path || !reflect.DeepEqual(sent, x.Request) {
		want, _ := json.Marshal(x.Request) // it was read as JSON
		t.Errorf("sent to %s: %s\nwant    %s: %s", server.path, server.body, x.Path, want)
	}
	if r.Text != x.Want.Text || r.Reasoning != x.Want.Reasoning || r.Finish != x.Want.Finish || r.Usage != x.Want.Usage || !slices.Equal(r.Dropped, x.Want.Dropped) {
		t.Errorf("read %+v\nwant %+v", r, x.Want)
	}
}

// A model that thinks for 3,000 tokens loses no answer to a limit of 50, whatever interface it has. The first answer
// teaches an unknown model's need, so that the next question is asked once.
func TestThoughtTakesNoRoomFromTheAnswer(t *testing.T) {
	for _, dialect := range dialects() {
		t.Run(dialect, func(t *testing.T) {
			s := llmtest.During(t, llmtest.Thinking(3000, llmtest.Say("You are a person.")))
			m := open(t, s, dialect, Options{})
			for n, calls := range []int{2, 3, 4} {
				r, err := m.Complete(t.Context(), question1())
				if err != nil || r.Text != "You are a person." {
					t.Fatalf("answer %d: %q, %v", n, r.Text, err)
				}
				if s.Calls() != calls || r.Out < 3005 || r.Thought < 2900 {
					t.Errorf("answer %d: %d calls, want %d; %+v", n, s.Calls(), calls, r.Usage)
				}
			}
			if first := s.Prompts()[0]; first.MaxTokens != 50 {
				t.Errorf("the first question allows %d tokens, want 50", first.MaxTokens)
			}
			req := question1()
			req.Sampling.Effort = llm.Low
			if _, err := m.Complete(t.Context(), req); err != nil || s.Calls() != 5 {
				t.Errorf("with an effort: %v, %d calls", err, s.Calls())
			}
		})
	}
}

// A model that is asked with an effort gets room at once, though nothing is known of it.
func TestEffortMakesRoom(t *testing.T) {
	for _, dialect := range dialects() {
		s := llmtest.During(t, llmtest.Thinking(3000, llmtest.Say("You are a person.")))
		req := question1()
		req.Sampling.Effort = llm.Low
		r, err := open(t, s, dialect, Options{}).Complete(t.Context(), req)
		if err != nil || s.Calls() != 1 || r.Text == "" {
			t.Errorf("%s: %q, %v after %d calls", dialect, r.Text, err, s.Calls())
		}
	}
}

// An answer that is cut off again is given up, with what came and what both cost.
func TestCutOffTwice(t *testing.T) {
	s := llmtest.During(t, llmtest.Thinking(1_000_000, llmtest.Say("never")))
	r, err := open(t, s, "openai", Options{}).Complete(t.Context(), question1())
	if !errors.Is(err, llm.ErrTruncated) || s.Calls() != 2 || r.Attempts != 2 {
		t.Fatalf("%v after %d calls, %d attempts", err, s.Calls(), r.Attempts)
	}
	if want := 50 + 50 + leastWords + leastMore; r.Out != want || r.Thought != want {
		t.Errorf("%+v, want %d tokens of thought", r.Usage, want)
	}
}

// TestWordsWithoutEndGetNoRoomForThought: what breaks off in the middle of the answer, of a model that was not seen to think, is asked for
// with room for more words alone; a model that repeats itself would go on until the room is full.
func TestWordsWithoutEndGetNoRoomForThought(t *testing.T) {
	s := llmtest.During(t, llmtest.Say(strings.Repeat("You are a person. ", 3000)))
	_, err := open(t, s, "openai", Options{}).Complete(t.Context(), question1())
	if !errors.Is(err, llm.ErrTruncated) || s.Calls() != 2 || s.Prompts()[1].MaxTokens != 50+leastWords {
		t.Errorf("%v after %d calls, the last of at most %d tokens", err, s.Calls(), s.Prompts()[s.Calls()-1].MaxTokens)
	}
}

// The second question has all the room that the window leaves, and is not asked where that is no more than the first had.
func TestCutOffInAWindow(t *testing.T) {
	for window, want := range map[int]int{4096: 2, 2048: 2, 70: 1} {
		s := llmtest.During(t, llmtest.Thinking(3000, llmtest.Say("You are a person.")))
		r, err := open(t, s, "openai", Options{Window: window}).Complete(t.Context(), question1())
		if answered := err == nil && r.Text != ""; s.Calls() != want || answered != (window == 4096) {
			t.Errorf("a window of %d: %q, %v after %d calls", window, r.Text, err, s.Calls())
		}
	}
}

// A model that takes no effort is asked without it from then on.
func TestEffortThatIsTurnedDown(t *testing.T) {
	words := map[string]string{"openai": `"reasoning_effort"`, "responses": `"reasoning"`, "openrouter": `"reasoning"`, "anthropic": `"effort"`, "gemini": `"thinkingConfig"`, "ollama": `"think"`}
	for dialect, word := range words {
		s := llmtest.During(t, pickyAbout(word))
		m := open(t, s, dialect, Options{})
		req := question1()
		req.Sampling.Effort = llm.High
		for range 2 {
			if _, err := m.Complete(t.Context(), req); err != nil {
				t.Errorf("%s: %v", dialect, err)
			}
		}
		if s.Calls() > 5 {
			t.Errorf("%s: %d calls", dialect, s.Calls())
		}
	}
}

func TestExtraFields(t *testing.T) {
	s := llmtest.During(t, llmtest.Say("hi"))
	m := open(t, s, "openai", Options{})
	for extra, want := range map[string]error{
		`{"top_k":20}`: nil, `{"model":"other"}`: llm.ErrRejected, `{"messages":[]}`: llm.ErrRejected, `{"Max_Tokens":1}`: llm.ErrRejected,
		`{"options":{"num_ctx":1}}`: llm.ErrRejected, `{"options":7}`: llm.ErrRejected, `{"generationConfig":{"thinkingConfig":{"thinkingBudget":1}}}`: llm.ErrRejected, `[1]`: llm.ErrRejected, `{`: llm.ErrRejected,
	} {
		req := question1()
		req.Sampling.Extra = json.RawMessage(extra)
		if _, err := m.Complete(t.Context(), req); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", extra, err, want)
		}
	}
	if s.Calls() != 1 || !strings.Contains(string(s.Prompts()[0].Body), `"top_k":20`) {
		t.Errorf("%d calls", s.Calls())
	}
}

// What a model thought is foreign text like the answer: a key in it is taken out.
func TestThoughtHoldsNoKey(t *testing.T) {
	s := llmtest.During(t, llmtest.Say("<think>my key is "+secret+"</think>hi"))
	r, err := open(t, s, "openai", Options{}).Complete(t.Context(), question1())
	if err != nil || r.Text != "hi" || r.Reasoning != "my key is [key]" {
		t.Errorf("%+v, %v", r, err)
	}
}

// unshown refuses the wish to see what was thought, in the words of a vendor, and answers without it.
type unshown struct {
	wish, refusal, answer string
	asked                 []string
}

func (u *unshown) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	u.asked = append(u.asked, string(body))
	status, text := http.StatusOK, u.answer
	if strings.Contains(string(body), u.wish) {
		status, text = http.StatusBadRequest, u.refusal
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(text)), Request: r}, nil
}

// A model, or an account, that shows no thought is asked without the wish from then on, with the same effort.
func TestThoughtThatIsNotShown(t *testing.T) {
	for _, test := range []struct {
		model, wish, effort, refusal, answer string
	}{
		{
			"openai:gpt-5-mini", `"summary"`, `"effort":"low"`,
			`{"error":{"message":"Your organization must be verified to generate reasoning summaries.","type":"invalid_request_error","param":"reasoning.summary","code":"unsupported_value"}}`,
			`{"status":"completed","model":"m","output":[{"type":"message","content":[{"type":"output_text","text":"hi"}]}]}`,
		},
		{
			"gemini:gemini-3-pro", `"includeThoughts"`, `"thinkingLevel":"low"`,
			`{"error":{"code":400,"message":"Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.","status":"INVALID_ARGUMENT"}}`,
			`{"candidates":[{"content":{"parts":[{"text":"hi"}]},"finishReason":"STOP"}],"modelVersion":"m"}`,
		},
		{
			"anthropic:claude-sonnet-4-6", `"display"`, `"effort":"low"`,
			`{"type":"error","error":{"type":"invalid_request_error","message":"thinking.adaptive.display: Extra inputs are not permitted"}}`,
			`{"model":"m","content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn"}`,
		},
	} {
		name, err := ParseName(test.model)
		if err != nil {
			t.Fatal(err)
		}
		server := &unshown{wish: test.wish, refusal: test.refusal, answer: test.answer}
		opener := New(Options{Getenv: func(string) string { return secret }})
		opener.client.Transport = server
		m, err := opener.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		req := question1()
		req.Sampling.Effort = llm.Low
		for range 2 {
			r, err := m.Complete(t.Context(), req)
			if err != nil || r.Text != "hi" || slices.Contains(r.Dropped, "effort") || slices.Contains(r.Dropped, "thought") {
				t.Errorf("%s: %+v, %v", test.model, r, err)
			}
		}
		if len(server.asked) != 3 || !strings.Contains(server.asked[0], test.wish) || !strings.Contains(server.asked[2], test.effort) {
			t.Errorf("%s: asked %q", test.model, server.asked)
		}
	}
}

// What a model thought is asked for, and is there for the record, with every vendor that has a word for it.
func TestThoughtIsShown(t *testing.T) {
	for dialect, model := range map[string]string{"responses": "gpt-5-mini", "gemini": "gemini-2.5-pro", "anthropic": "claude-opus-4-8"} {
		s := llmtest.During(t, llmtest.Thinking(300, llmtest.Say("You are a person.")))
		name, err := ParseName(strings.TrimSuffix(s.Name(dialect), "test") + model)
		if err != nil {
			t.Fatal(err)
		}
		m, err := New(Options{Getenv: func(string) string { return secret }}).Open(name)
		if err != nil {
			t.Fatal(err)
		}
		req := question1()
		req.Sampling.Effort = llm.Low
		if r, err := m.Complete(t.Context(), req); err != nil || r.Reasoning != "a summary" || r.Text != "You are a person." {
			t.Errorf("%s: %+v, %v", model, r, err)
		}
	}
}

// TestPartsOfUseAreNotPaidTwice: a text that is said as far as it comes is asked for once, but where there was only thought.
func TestPartsOfUseAreNotPaidTwice(t *testing.T) {
	for calls, behave := range map[int]llmtest.Behaviour{1: llmtest.Cut, 2: llmtest.Thinking(1_000_000, llmtest.Say("never"))} {
		s := llmtest.During(t, behave)
		req := question1()
		req.Partial = true
		r, err := open(t, s, "openai", Options{}).Complete(t.Context(), req)
		if !errors.Is(err, llm.ErrTruncated) || s.Calls() != calls || (r.Text == "") != (calls == 2) {
			t.Errorf("%q, %v after %d calls, not %d", r.Text, err, s.Calls(), calls)
		}
	}
}
