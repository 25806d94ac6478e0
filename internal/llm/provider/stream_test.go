package provider

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// dribbling is a server that answers piece by piece, a second each, and refuses to where it is picky.
type dribbling struct {
	pieces []string
	picky  bool
	asked  []string
}

func (d *dribbling) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	d.asked = append(d.asked, string(body))
	res := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r}
	switch streams := strings.Contains(string(body), `"stream":true`); {
	case streams && d.picky:
		res.StatusCode, res.Body = http.StatusBadRequest, io.NopCloser(strings.NewReader(`{"error":{"message":"Unsupported value: 'stream' does not support true"}}`))
	case streams:
		res.Body = &drops{ctx: r.Context(), pieces: d.pieces}
	default:
		res.Body = io.NopCloser(strings.NewReader(`{"choices":[{"message":{"content":"whole"}}],"message":{"content":"whole"},"content":[{"type":"text","text":"whole"}],"done":true}`))
	}
	return res, nil
}

type drops struct {
	ctx    context.Context
	pieces []string
	within bool // a piece was begun
}

func (d *drops) Read(p []byte) (int, error) {
	if len(d.pieces) == 0 {
		return 0, io.EOF
	}
	if !d.within && !llm.Wait(d.ctx, time.Second) {
		return 0, d.ctx.Err()
	}
	n := copy(p, d.pieces[0])
	d.pieces[0] = d.pieces[0][n:]
	if d.within = d.pieces[0] != ""; !d.within {
		d.pieces = d.pieces[1:]
	}
	return n, nil
}

func (*drops) Close() error { return nil }

// dribble is a sentence in the pieces of an interface, with thought before it where there is a place for that.
func dribble(dialect string) (pieces []string) {
	words := strings.SplitAfter("I am Ann. I ask Bob. Then we", " ")
	for _, word := range words {
		text := map[string]string{
			"openai":    `data: {"choices":[{"index":0,"delta":{"content":"` + word + `"}}]}` + "\n\n",
			"anthropic": `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"` + word + `"}}` + "\n\n",
			"ollama":    `{"message":{"content":"` + word + `"},"done":false}` + "\n",
		}[dialect]
		pieces = append(pieces, text)
	}
	begin := map[string]string{
		"openai":    `data: {"model":"m","choices":[{"index":0,"delta":{"role":"assistant","reasoning":"hm"}}]}` + "\n\n",
		"anthropic": `data: {"type":"message_start","message":{"content":[],"usage":{"input_tokens":5}}}` + "\n\n" + `data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}` + "\n\n",
		"ollama":    `{"message":{"thinking":"hm"},"done":false}` + "\n",
	}[dialect]
	end := map[string]string{
		"openai":    `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n" + `data: {"choices":[],"usage":{"completion_tokens":9}}` + "\n\ndata: [DONE]\n\n",
		"anthropic": `data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}` + "\n\n",
		"ollama":    `{"message":{"content":""},"done":true,"done_reason":"stop","eval_count":9}` + "\n",
	}[dialect]
	return append(append([]string{begin}, pieces...), end)
}

// Where the time is limited, a reply is read as it comes: what came before the time was over is there, and the error says what it is.
func TestWhatCameInTime(t *testing.T) {
	for _, dialect := range []string{"openai", "anthropic", "ollama"} {
		for limit, want := range map[time.Duration]string{7 * time.Second: "I am Ann. I ask", 30 * time.Second: "I am Ann. I ask Bob. Then we", 0: "whole"} {
			synctest.Test(t, func(t *testing.T) {
				server := &dribbling{pieces: dribble(dialect)}
				r, took, err := timed(t, dripping(t, dialect, server), limit)
				whole := limit != 7*time.Second
				if strings.TrimSpace(r.Text) != want || whole != (err == nil) || r.Attempts != 1 || len(r.Dropped) > 0 {
					t.Errorf("%s in %s: %q, %v, %d attempts", dialect, took, r.Text, err, r.Attempts)
				}
				if !whole && (!errors.Is(err, llm.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) || r.Finish != llm.Truncated || took > limit) {
					t.Errorf("%s in %s: %+v, %v", dialect, took, r, err)
				}
				if limit == 30*time.Second && (r.Out != 9 || r.Finish != llm.Stopped) {
					t.Errorf("%s: %+v", dialect, r)
				}
			})
		}
	}
}

// A stream that breaks off, or ends with an error, is no whole answer.
func TestStreamsThatBreakOff(t *testing.T) {
	for _, dialect := range []string{"openai", "anthropic", "ollama"} {
		pieces := dribble(dialect)
		for _, end := range []string{"", `error: {"code":500,"message":"out of memory"}` + "\n\n", `data: {"error":{"message":"overloaded"}}` + "\n\n"} {
			if dialect == "ollama" && end != "" {
				continue
			}
			synctest.Test(t, func(t *testing.T) {
				broken := append(pieces[:len(pieces)-1:len(pieces)-1], end)
				if r, _, err := timed(t, dripping(t, dialect, &dribbling{pieces: broken}), time.Hour); !errors.Is(err, llm.ErrUnavailable) {
					t.Errorf("%s, %q: %+v, %v", dialect, end, r, err)
				}
			})
		}
	}
}

// A server that sends no reply piece by piece is not asked to from then on.
func TestStreamsAreLearnt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &dribbling{picky: true}
		m := dripping(t, "openai", server)
		for n := range 2 {
			if r, _, err := timed(t, m, time.Minute); err != nil || r.Text != "whole" || len(server.asked) != 2+n || len(r.Dropped) > 0 {
				t.Errorf("%+v, %v after %d requests", r, err, len(server.asked))
			}
		}
	})
}

// What a server said before the time was over is checked no more: whoever asked decides what it is worth.
func TestWhatCameInTimeOfAForm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := llm.Structured(dripping(t, "openai", &dribbling{pieces: dribble("openai")}))
		ctx, cancel := context.WithTimeout(t.Context(), 7*time.Second)
		defer cancel()
		req := question1()
		req.Schema = voteSchema(t)
		if r, err := m.Complete(ctx, req); r.JSON != nil || r.Text == "" || llm.CauseOf(err) != llm.CauseLate {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

// dripping makes a model of such a server.
func dripping(t *testing.T, dialect string, server *dribbling) llm.Model {
	t.Helper()
	opener := New(Options{Getenv: func(string) string { return "k" }})
	opener.client.Transport = server
	m, err := opener.Open(Name{dialect, "http://127.0.0.1/v1", "m"})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The stand-in server answers piece by piece whom it is asked to, and a reply in pieces is the same as a whole one.
func TestRepliesInPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, h := unplugged(t, llmtest.InPieces(llmtest.Say("I am 狼, and I say so.")), Options{})
		whole, _, err := timed(t, m, 0)
		pieces, _, fault := timed(t, m, time.Minute)
		whole.Latency, pieces.Latency = 0, 0
		if err != nil || fault != nil || !reflect.DeepEqual(whole, pieces) || h.Prompts()[0].Streamed || !h.Prompts()[1].Streamed {
			t.Errorf("whole %+v, %v\nin pieces %+v, %v", whole, err, pieces, fault)
		}
		h.Behave(llmtest.InPieces(llmtest.Refusing))
		if r, _, err := timed(t, m, time.Minute); !errors.Is(err, llm.ErrRefused) || r.Text == "" {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

// TestCirclesAreGivenUp: of a long answer that says the same over and over no more is read, and it is not asked for with more room.
func TestCirclesAreGivenUp(t *testing.T) {
	for _, dialect := range []string{"openai", "anthropic", "ollama"} {
		synctest.Test(t, func(t *testing.T) {
			pieces := dribble(dialect)
			said := append(pieces[:1:1], strings.Repeat(strings.Join(pieces[1:len(pieces)-1], ""), 100))
			server := &dribbling{pieces: append(strings.SplitAfter(strings.Join(said, ""), "\n"), pieces[len(pieces)-1])}
			begun := time.Now()
			r, err := dripping(t, dialect, server).Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "Who?"}}, Sampling: llm.Sampling{MaxTokens: 1000}})
			if !errors.Is(err, llm.ErrTruncated) || !llm.Circles(r.Text) || r.Attempts != 1 || r.Out == 0 || r.In == 0 {
				t.Errorf("%s: %.200q in %d tokens, %v, %d attempts", dialect, r.Text, r.Out, err, r.Attempts)
			}
			if took := time.Since(begun); len(server.asked) != 1 || took > 6*time.Minute {
				t.Errorf("%s: asked %d times, read for %v", dialect, len(server.asked), took)
			}
		})
	}
}

// TestBlanksBehindAWholeAnswer: nothing but blanks comes behind the words, as under a grammar that lets a model write them for ever.
func TestBlanksBehindAWholeAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pieces := []string{`data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"I am Ann."}}]}` + "\n\n"}
		for range 400 {
			pieces = append(pieces, `data: {"choices":[{"index":0,"delta":{"content":"  "}}]}`+"\n\n")
		}
		r, err := dripping(t, "openai", &dribbling{pieces: pieces}).Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "Who?"}}, Sampling: llm.Sampling{MaxTokens: 1000}})
		if err != nil || r.Text != "I am Ann." || r.Finish != llm.Stopped {
			t.Errorf("%q, %s: %v", r.Text, r.Finish, err)
		}
	})
}
