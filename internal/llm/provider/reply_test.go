package provider

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// What stands beside an answer never costs the answer, whatever is in it.
func TestReadIsLenientBesideTheAnswer(t *testing.T) {
	const said = `"choices":[{"index":0,"finish_reason":"stop","message":{"content":"hi"}}]`
	for usage, want := range map[string]llm.Usage{
		`{"prompt_tokens":12.0,"completion_tokens":3.0}`:                                {In: 12, Out: 3},
		`{"prompt_tokens":"12","completion_tokens":" 3 ","prompt_tokens_details":null}`: {In: 12, Out: 3},
		`{"prompt_tokens":-1,"completion_tokens":-1}`:                                   {},
		`{"prompt_tokens":1e300,"completion_tokens":{}}`:                                {},
		`{"prompt_tokens":5,"prompt_tokens_details":{"cached_tokens":9}}`:               {In: 5, CachedIn: 5},
		`{"prompt_tokens":5,"completion_tokens":2,"cost":0.5}`:                          {In: 5, Out: 2, Cost: 0.5},
		`{"prompt_tokens":5,"cost":{"total_cost":"0.25"}}`:                              {In: 5, Cost: 0.25},
		`{"prompt_tokens":5,"cost":-1}`:                                                 {In: 5},
		`null`:                                                                          {}, `7`: {}, `[]`: {}, `"none"`: {}, `[{"prompt_tokens":3}]`: {},
	} {
		got, err := decoded(openai(bearer, plainEffort), `{"id":7,"model":null,"created":"x",`+said+`,"usage":`+usage+`}`)
		if err != nil || got.Text != "hi" || got.Usage != want {
			t.Errorf("usage %s: %+v, %v", usage, got, err)
		}
	}
}

// Whatever way the text of an answer comes in, it is one text.
func TestReadFindsWhatIsSaid(t *testing.T) {
	chunk := func(delta, rest string) string {
		return `data: {"choices":[{"index":0,"delta":` + delta + `}]` + rest + "}\n\n"
	}
	stream := ": OPENROUTER PROCESSING\n\n" + chunk(`{"role":"assistant","reasoning":"h"}`, ``) + chunk(`{"reasoning":"m"}`, ``) + chunk(`{"content":"he"}`, ``) +
		chunk(`{"content":"llo"}`, ``) + `data: {"choices":[],"usage":{"prompt_tokens":4,"completion_tokens":9}}` + "\n\ndata: [DONE]\n\n"
	for name, test := range map[string]struct {
		dialect
		body string
		want llm.Response
	}{
		"stream":       {openai(bearer, plainEffort), stream, llm.Response{Text: "hello", Reasoning: "hm", Usage: llm.Usage{In: 4, Out: 9, Thought: 2}}},
		"stream calls": {openai(bearer, plainEffort), chunk(`{"tool_calls":[{"index":0,"function":{"name":"a","arguments":"{\"a\""}}]}`, ``) + chunk(`{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}`, ``), llm.Response{}},
		"two places":   {openai(bearer, plainEffort), `{"choices":[{"message":{"content":"hello","reasoning_content":"","reasoning":"hm"}}]}`, llm.Response{Text: "hello", Reasoning: "hm"}},
		"comment":      {openai(bearer, plainEffort), ": waiting\n\n" + `{"choices":[{"message":{"content":"hello"}}]}`, llm.Response{Text: "hello"}},
		"old text":     {openai(bearer, plainEffort), `{"choices":[{"text":"hello"}]}`, llm.Response{Text: "hello"}},
		"mark":         {openai(bearer, plainEffort), "\ufeff\n" + `{"choices":[{"message":{"content":"hello"}}]}` + "\n\nEND", llm.Response{Text: "hello"}},
		"lines": {ollama(), `{"message":{"content":"he","thinking":"h"},"done":false}` + "\n" + `{"message":{"content":"llo"},"done":false}` + "\n" +
			`{"message":{"content":""},"done":true,"done_reason":"stop","eval_count":3}`, llm.Response{Text: "hello", Reasoning: "h", Usage: llm.Usage{Out: 3}}},
		"anthropic stream": {anthropic(), `event: message_start
data: {"type":"message_start","message":{"model":"c","content":[],"usage":{"input_tokens":5,"output_tokens":1}}}

data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"he"}}
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"llo"}}
data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}
data: {"type":"message_stop"}`, llm.Response{Model: "c", Text: "hello", Usage: llm.Usage{In: 5, Out: 7}}},
		"gemini stream": {gemini(), `data: {"candidates":[{"content":{"parts":[{"text":"he"}]}}]}` + "\n\n" + `data: {"candidates":[{"content":{"parts":[{"text":"llo"}]},"finishReason":"STOP"}]}`, llm.Response{Text: "hello"}},
		"responses stream": {responses(), `data: {"type":"response.created","response":{"status":"in_progress","output":[]}}` + "\n\n" +
			`data: {"type":"response.output_text.delta","delta":"x"}` + "\n\n" +
			`data: {"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"hello"}]}]}}`, llm.Response{Text: "hello"}},
	} {
		test.want.Finish = llm.Stopped
		got, err := decoded(test.dialect, test.body)
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", test.want) {
			t.Errorf("%s: %+v, %v\nwant %+v", name, got, err, test.want)
		}
	}
}

// What the provider says it was paid counts before what a table of prices says, and a price that is not told is estimated.
func TestTheProvidersOwnCost(t *testing.T) {
	for usage, want := range map[string]float64{`{"prompt_tokens":5,"cost":0.5}`: 0.5, `{"prompt_tokens":5,"cost":0}`: 0, `{"prompt_tokens":5}`: 7} {
		s := llmtest.During(t, func(llmtest.Prompt) llmtest.Answer {
			return llmtest.Answer{Raw: []byte(`{"choices":[{"message":{"content":"hi"}}],"usage":` + usage + `}`)}
		})
		r, err := open(t, s, "openrouter", Options{Cost: func(Name, llm.Usage) float64 { return 7 }}).Complete(t.Context(), question1())
		if err != nil || r.Cost != want {
			t.Errorf("%s: %v USD, %v", usage, r.Cost, err)
		}
	}
}

func TestMarksAreNoPartOfAText(t *testing.T) {
	for text, want := range map[string]string{
		"I am Ann.<|im_end|>": "I am Ann.",
		"I am Ann.</s></s>":   "I am Ann.",
		"<|start_header_id|>assistant<|end_header_id|>\n\nI am Ann.<|eot_id|>": "I am Ann.",
		"Assistant: I am Ann.":                            "I am Ann.",
		"assistant\n\nI am Ann.":                          "I am Ann.",
		"I am Ann.<|im_end|>\n<|im_start|>user\nAnd you?": "I am Ann.",
		"I am Ann.<end_of_turn>\n<eos>":                   "I am Ann.",
		"<s> I am Ann. [/INST]":                           "I am Ann.",
		"<answer>I am Ann.</answer>":                      "I am Ann.",
		"\ufeffI am Ann.<｜end▁of▁sentence｜>":              "I am Ann.",
		"hm </think> I am Ann.":                           "I am Ann.",
		"<thinking>hm</thinking>I am Ann.":                "I am Ann.",
		"[THINK]hm[/THINK]I am Ann.":                      "I am Ann.",
		"analysisHe asks.assistantfinalI am Ann.":         "I am Ann.",
		"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>I am Ann.<|return|>": "I am Ann.",
		"<|channel|>final <|constrain|>json<|message|>I am Ann.":                                                  "I am Ann.",
		"An assistant: is it I? a < b > c":                                                                        "An assistant: is it I? a < b > c",
	} {
		s := llmtest.During(t, llmtest.Say(text))
		if r, err := open(t, s, "openai", Options{}).Complete(t.Context(), question1()); err != nil || r.Text != want {
			t.Errorf("%q: %q, %v", text, r.Text, err)
		}
	}
}

// answerWithout answers a question unless it is one that a server refuses, with a status and in words.
func answerWithout(refuses func(llmtest.Prompt) bool, status int, body string) llmtest.Behaviour {
	return func(p llmtest.Prompt) llmtest.Answer {
		if refuses(p) {
			return llmtest.Answer{Status: status, Raw: []byte(body)}
		}
		return llmtest.Say("hi")(p)
	}
}

// What a server turns down of a conversation is put otherwise, from then on.
func TestConversationsAreLearnt(t *testing.T) {
	system := func(p llmtest.Prompt) bool { return p.Messages[0].Role == llm.System }
	turns := func(p llmtest.Prompt) bool { return !alternates(p.Messages) }
	neighbours := question1()
	neighbours.Messages = append(neighbours.Messages[:1:1], llm.Message{Role: llm.Assistant, Text: "a"}, llm.Message{Role: llm.User, Text: "b"}, llm.Message{Role: llm.User, Text: "c"})
	for name, test := range map[string]struct {
		refuses func(llmtest.Prompt) bool
		status  int
		body    string
		req     llm.Request
	}{
		"no system":        {system, 400, `{"error":{"message":"System role not supported"}}`, question1()},
		"template":         {system, 500, `{"error":{"code":500,"message":"Error rendering prompt with jinja template","type":"server_error"}}`, question1()},
		"roles":            {system, 400, `{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/..."}`, question1()},
		"turns":            {turns, 400, `{"message":"After the optional system message, conversation roles must alternate user/assistant"}`, neighbours},
		"turns and system": {func(p llmtest.Prompt) bool { return system(p) || turns(p) }, 400, `{"detail":"Conversation roles must alternate"}`, neighbours},
	} {
		s := llmtest.During(t, answerWithout(test.refuses, test.status, test.body))
		m := open(t, s, "openai", Options{})
		for range 2 {
			if r, err := m.Complete(t.Context(), test.req); err != nil || r.Text != "hi" || len(r.Dropped) > 0 {
				t.Errorf("%s: %+v, %v", name, r, err)
			}
		}
		last := s.Prompts()[s.Calls()-1]
		if s.Calls() > 4 || !strings.Contains(last.Text(), "Be brief.") || test.refuses(last) {
			t.Errorf("%s: %d calls, the last with %+v", name, s.Calls(), last.Messages)
		}
	}
}

// A length that a server refuses is learnt: less is allowed for the answer where that helps, and what is too long is not sent again.
func TestLengthsAreLearnt(t *testing.T) {
	for body, allowed := range map[string]int{
		`{"message":"This model's maximum context length is 400 tokens. However, you requested 2090 tokens (42 in the messages, 2048 in the completion)."}`:       400,
		`{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":1407,"n_ctx":400}}`: 400,
		`{"error":"Trying to keep the first 5332 tokens. However, the model is loaded with context length of only 400 tokens"}`:                                   400,
		`{"error":"Input validation error: inputs tokens + max_new_tokens must be <= 400. Given: 42 inputs tokens and 2048 max_new_tokens"}`:                      400,
		`{"error":{"message":"max_tokens is too large: 2048. This model supports at most 300 completion tokens"}}`:                                                300,
		`{"error":{"message":"Invalid max_tokens value, the valid range of max_tokens is [1, 300]"}}`:                                                             300,
	} {
		s := llmtest.During(t, answerWithout(func(p llmtest.Prompt) bool { return p.MaxTokens > allowed }, 400, body))
		m := open(t, s, "openai", Options{})
		req := question1()
		req.Sampling.Room = 2000
		for n := range 2 {
			if r, err := m.Complete(t.Context(), req); err != nil || r.Text != "hi" || s.Calls() != 2+n {
				t.Errorf("%s: %+v, %v after %d calls", body, r, err, s.Calls())
			}
		}
	}
	long := `{"error":{"message":"This model's maximum context length is 40 tokens, the prompt has 90"}}`
	s := llmtest.During(t, answerWithout(func(p llmtest.Prompt) bool { return len(p.Text()) > 100 }, 400, long))
	m := open(t, s, "openai", Options{})
	req := question1()
	req.Messages = append(req.Messages, llm.Message{Role: llm.User, Text: strings.Repeat("word ", 100)})
	for range 3 {
		_, err := m.Complete(t.Context(), req)
		if !errors.Is(err, llm.ErrTooLong) || llm.CauseOf(err) != llm.CauseTooLong || !strings.Contains(err.Error(), "--model-window 40") {
			t.Error(err)
		}
	}
	if s.Calls() > 2 {
		t.Errorf("what is too long was sent %d times", s.Calls())
	}
	if r, err := m.Complete(t.Context(), question1()); err != nil || r.Text != "hi" {
		t.Errorf("a shorter one: %+v, %v", r, err)
	}
}

// A field that a server does not know is left out, whatever its name; what the user asked for is not.
func TestUnknownFieldsAreLeftOut(t *testing.T) {
	for field, body := range map[string]string{
		`"store"`:  `{"error":{"message":"Unknown parameter: 'store'.","param":"store","code":"unknown_parameter"}}`,
		`"stream"`: `{"error":"unsupported field: stream"}`,
	} {
		dialect := map[string]string{`"store"`: "responses", `"stream"`: "ollama"}[field]
		s := llmtest.During(t, answerWithout(func(p llmtest.Prompt) bool { return strings.Contains(string(p.Body), field) }, 400, body))
		m := open(t, s, dialect, Options{})
		for n := range 2 {
			if r, err := m.Complete(t.Context(), question1()); err != nil || r.Text != "hi" || s.Calls() != 2+n {
				t.Errorf("%s: %+v, %v after %d calls", field, r, err, s.Calls())
			}
		}
	}
	s := llmtest.During(t, answerWithout(func(llmtest.Prompt) bool { return true }, 400, `{"error":"Unknown parameter: 'top_k'"}`))
	req := question1()
	req.Sampling.Extra = []byte(`{"top_k":20}`)
	if _, err := open(t, s, "openai", Options{}).Complete(t.Context(), req); !errors.Is(err, llm.ErrRejected) || s.Calls() != 1 {
		t.Errorf("%v after %d calls", err, s.Calls())
	}
}

// A text in which everything counts as thought is no answer, and the error says what to do.
func TestOnlyThought(t *testing.T) {
	s := llmtest.During(t, func(llmtest.Prompt) llmtest.Answer {
		return llmtest.Answer{Raw: []byte(`{"choices":[{"finish_reason":"stop","message":{"content":"","reasoning_content":"I am Ann."}}]}`)}
	})
	r, err := open(t, s, "openai", Options{}).Complete(t.Context(), question1())
	if llm.CauseOf(err) != llm.CauseOnlyThought || !strings.Contains(err.Error(), "--model-effort none") || r.Text != "" || s.Calls() != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestWaitsInOtherWords(t *testing.T) {
	for text, want := range map[string]string{
		`{"error":{"message":"Rate limit reached. Please try again in 1.2s."}}`: "1.2s",
		`Please try again in 340ms`:                        "340ms",
		`tokens: try again in 7m12.5s.`:                    "7m12.5s",
		`{"error":{"details":[{"retryDelay": "34s"}]}}`:    "34s",
		`{"error":{"message":"try again in a while"}}`:     "0s",
		`{"error":{"message":"Please retry in 9999999s"}}`: "0s",
	} {
		if got := retryAfter(http.Header{}, []byte(text), testTime()); got.String() != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := retryAfter(http.Header{"Retry-After-Ms": {"300"}}, nil, testTime()); got.String() != "300ms" {
		t.Error(got)
	}
}

func testTime() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
