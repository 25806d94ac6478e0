package provider

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/llm"
)

// maxAnswer is far above any answer; a server that sends more is broken or hostile.
const maxAnswer = 8 << 20

// maxStream is that of a reply that comes piece by piece, each in a wrapping of its own.
const maxStream = 8 * maxAnswer

// exchange sends one question and reads one answer.
func (m *model) exchange(ctx context.Context, q question) (llm.Response, error) {
	if m.opener.options.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, m.opener.options.Timeout)
		defer cancel()
	}
	begun := time.Now()
	status, header, body, err := m.post(ctx, q)
	if errors.Is(err, errCircles) {
		r := m.soFar(&q, body)
		r.In, r.Out, r.Latency = cmp.Or(r.In, q.size()), cmp.Or(r.Out, llm.Tokens(r.Text+r.Reasoning)), time.Since(begun)
		if m.opener.options.Cost != nil && r.Cost == 0 {
			r.Cost = m.opener.options.Cost(m.name, r.Usage)
		}
		if text := strings.TrimSpace(r.Text); !llm.Circles(text) && (q.Schema == nil || json.Valid([]byte(text))) {
			r.Text, r.Finish = text, llm.Stopped // whole, and nothing but blanks behind it
		}
		return r, nil
	}
	if err != nil && q.streamed && status == http.StatusOK && ctx.Err() != nil {
		return m.soFar(&q, body), fmt.Errorf("%w: %w", llm.ErrUnavailable, m.eraser.error(err))
	}
	if err != nil {
		return llm.Response{}, fmt.Errorf("%w: %w", llm.ErrUnavailable, m.eraser.error(err))
	}
	t, err := parsed(body)
	if text := t.at("error.failed_generation").word(); text != "" && q.Schema != nil { // an answer that the server finds wrong; we look ourselves
		return m.eraser.answer(llm.Response{Text: text, Model: q.model, Finish: llm.Stopped, Latency: time.Since(begun)}), nil
	}
	if status != http.StatusOK {
		return llm.Response{}, m.failure(status, header, body)
	}
	if err != nil {
		return llm.Response{}, m.unreadable(err)
	}
	if status, failed := t.failure(&m.vendor.dialect.reply); failed {
		return llm.Response{}, m.failure(status, header, body)
	}
	r, err := m.vendor.dialect.reply.read(t)
	if err == nil && q.streamed && breaksOff(body, t, &m.vendor.dialect.reply) {
		err = errors.New("it breaks off")
	}
	if err != nil {
		return llm.Response{}, m.unreadable(err)
	}
	if !r.told && m.opener.options.Cost != nil {
		r.Cost = m.opener.options.Cost(m.name, r.Usage)
	}
	r.Latency = time.Since(begun)
	return m.eraser.answer(r.answering(q.Schema != nil)), nil
}

// soFar is what came of a reply before it was given up.
func (m *model) soFar(q *question, body []byte) llm.Response {
	t, err := parsed(body)
	if err != nil {
		return llm.Response{}
	}
	r := m.vendor.dialect.reply.part(t)
	made := r.answering(q.Schema != nil)
	made.Finish = llm.Truncated
	return m.eraser.answer(made)
}

func (m *model) unreadable(err error) error {
	return fmt.Errorf("%w: %w", llm.ErrUnreadable, m.eraser.error(err))
}

// answering is the response with what answers the question: the arguments of a call where nothing else was said, or a text without the marks of a conversation.
func (r *reply) answering(structured bool) llm.Response {
	blank := strings.TrimSpace(r.Text) == ""
	switch {
	case blank && r.call != "":
		r.Text, r.Repaired = r.call, "tool call"
	case !structured && !blank && r.Finish != llm.Refused:
		if text := plain(r.Text); text != strings.TrimSpace(r.Text) {
			r.Text, r.Repaired = text, "marks"
		}
	}
	return r.Response
}

// errCircles ends the reading of a reply that would go on in the same words up to its limit.
var errCircles = errors.New("it goes round in circles")

// follow reads a reply piece by piece, and looks now and then whether it still says anything new.
func (m *model) follow(reply io.Reader) (body []byte, err error) {
	const first = 8 << 10 // bytes of a stream; some forty words
	piece, next := make([]byte, 4<<10), first
	for {
		n, err := reply.Read(piece)
		body = append(body, piece[:n]...)
		switch {
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return body, err
		case len(body) < next:
			continue
		}
		next = len(body) + max(first, len(body)/2)
		if t, err := parsed(body); err == nil && t.at(m.vendor.dialect.reply.finish...).word() == "" {
			if r := m.vendor.dialect.reply.part(t); llm.Circles(r.Text) {
				return body, errCircles
			}
		}
	}
}

func (m *model) post(ctx context.Context, q question) (status int, header http.Header, body []byte, err error) {
	content := m.vendor.dialect.encode(q)
	most := maxAnswer
	if q.streamed {
		m.vendor.dialect.streams(content)
		most = maxStream
	}
	for name := range q.unknown {
		delete(content, name)
	}
	extend(content, q.extra)
	payload, err := json.Marshal(content)
	if err != nil {
		return 0, nil, nil, err
	}
	url := m.vendor.Base + m.vendor.dialect.path(m.name.Model)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(payload))
	if err != nil {
		return 0, nil, nil, err
	}
	m.sign(req.Header)
	res, err := m.send(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer res.Body.Close() //nolint:errcheck // it was read to its end or is given up
	if q.streamed && res.StatusCode == http.StatusOK {
		body, err = m.follow(io.LimitReader(res.Body, int64(most)+1))
	} else {
		body, err = io.ReadAll(io.LimitReader(res.Body, int64(most)+1))
	}
	if err == nil && len(body) > most {
		err = fmt.Errorf("an answer of more than %d bytes", most)
	}
	return res.StatusCode, res.Header, body, err
}

// send puts a question, once more on a new connection where the kept one turns out to be closed: llama.cpp's server closes connections
// after an answer without saying so.
func (m *model) send(req *http.Request) (*http.Response, error) {
	kept, begun := false, time.Now()
	trace := httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { kept = i.Reused }}
	res, err := m.opener.client.Do(req.WithContext(httptrace.WithClientTrace(req.Context(), &trace)))
	if err == nil || !kept || time.Since(begun) > m.opener.stale || req.Context().Err() != nil {
		return res, err
	}
	m.opener.client.CloseIdleConnections()
	if req.Body, err = req.GetBody(); err != nil {
		return nil, err
	}
	return m.opener.client.Do(req)
}

func (m *model) sign(header http.Header) {
	header.Set("Content-Type", "application/json")
	header.Set("Accept", "application/json")
	for name, value := range m.vendor.dialect.header {
		header.Set(name, value)
	}
	switch key := m.key(); {
	case key == "":
	case m.vendor.dialect.key == bearer:
		header.Set(bearer, "Bearer "+key)
	default:
		header.Set(m.vendor.dialect.key, key)
	}
}

// statusError is an answer that is an error. It wraps the sentinel that fits.
type statusError struct {
	status  int
	after   time.Duration // that the provider asks to wait; 0 if it does not say
	loading bool          // the server is there, and the model not yet
	body    []byte        // without the key
	kind    error
}

// Error implements error.
func (e *statusError) Error() string {
	text := fmt.Sprintf("%v: status %d %s", e.kind, e.status, http.StatusText(e.status))
	// What is said of a key may hold parts of it.
	if e.status == http.StatusUnauthorized || e.status == http.StatusForbidden {
		return text + "; check the key"
	}
	return text + ": " + strconv.Quote(shortened(e.body))
}

// Unwrap returns what it wraps, for errors.Is.
func (e *statusError) Unwrap() error { return e.kind }

// picky reports whether the request was turned down for what it holds. Servers report what a template or a grammar makes of it as
// a fault of their own.
func (e *statusError) picky() bool {
	switch {
	case e.status == http.StatusBadRequest, e.status == http.StatusUnprocessableEntity, e.status == http.StatusRequestEntityTooLarge:
		return true
	case e.status < http.StatusInternalServerError:
		return false
	}
	text := strings.ToLower(string(e.body))
	return slices.ContainsFunc([]string{
		"roles must", "system role", "role not supported", "template", "jinja", "grammar", "response_format", "json_schema", "context size", "context length", "image input", "multimodal",
	}, func(word string) bool { return strings.Contains(text, word) })
}

func (m *model) failure(status int, header http.Header, body []byte) error {
	e := &statusError{status: status, after: retryAfter(header, body, time.Now()), kind: llm.ErrRejected, body: []byte(m.eraser.withoutAny(string(body)))}
	low := bytes.ToLower(body)
	e.loading = status == http.StatusServiceUnavailable && bytes.Contains(low, []byte("loading"))
	switch {
	case status == http.StatusTooManyRequests && !spent.Match(low) && e.after < longestWait,
		status == http.StatusRequestTimeout, status >= 500:
		e.kind = llm.ErrUnavailable
	case bytes.Contains(body, []byte("content_filter")):
		e.kind = llm.ErrRefused
	}
	return e
}

// longestWait is that from which on a provider means another day.
const longestWait = 10 * time.Minute

// spent is how providers say that an account may ask no more today.
var spent = regexp.MustCompile(`insufficient_quota|per[ _-]?day|daily`)

// failure finds an error that came with status 200, as some routers between us and a provider send it, as an object, as a text, or
// within a choice. What says nothing is none.
func (t tree) failure(l *layout) (status int, failed bool) {
	e := t.at("error", "choices.0.error")
	if e.node == nil && t.at(l.whole...).node == nil {
		e = t.at("detail", "message", "errors") // Ollama has its answer there
	}
	switch n := e.node.(type) {
	case string:
		failed = n != ""
	case map[string]any:
		failed = len(n) > 0
	case []any:
		failed = len(n) > 0
	}
	for _, code := range []tree{e.at("code"), e.at("status"), t.at("code"), t.at("status")} {
		if n, err := strconv.Atoi(code.word()); err == nil && n >= 400 && n <= 599 {
			return n, failed
		}
	}
	return http.StatusBadGateway, failed
}

// retryAfter reads how long to wait: seconds or a date, or what stands beside it in milliseconds, or in words. It is 0 if there is
// nothing to read.
func retryAfter(header http.Header, body []byte, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if date, err := http.ParseTime(text); err == nil {
		return max(0, date.Sub(now))
	}
	wait, unit := text, time.Second
	if text == "" {
		wait, unit = strings.TrimSpace(header.Get("Retry-After-Ms")), time.Millisecond
	}
	if m := waitWords.FindSubmatch(body); wait == "" && m != nil {
		if said, err := time.ParseDuration(string(m[1])); err == nil && said > 0 && said < longestSaid {
			return said
		}
	}
	if n, err := strconv.ParseFloat(wait, 64); err == nil && n > 0 && n < 1e6 {
		return time.Duration(n * float64(unit))
	}
	return 0
}

// longestSaid is beyond any wait that is meant.
const longestSaid = 1e6 * time.Second

// waitWords is how providers say in the text of an error how long to wait.
var waitWords = regexp.MustCompile(`(?i)(?:try again in|retry (?:after|in)|"retryDelay": ?")\s*((?:[0-9.]+(?:h|ms|m|s))+)`)

func shortened(body []byte) string {
	const most = 300
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(body), "")), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + " ..."
	}
	return text
}
