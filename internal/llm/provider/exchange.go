package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/llm"
)

// maxAnswer is far above any answer; a server that sends more is broken or hostile.
const maxAnswer = 8 << 20

// exchange sends one question and reads one answer.
func (m *model) exchange(ctx context.Context, q question) (llm.Response, error) {
	if m.opener.options.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, m.opener.options.Timeout)
		defer cancel()
	}
	begun := time.Now()
	status, header, body, err := m.post(ctx, q)
	if err != nil {
		return llm.Response{}, fmt.Errorf("%w: %w", llm.ErrUnavailable, m.eraser.error(err))
	}
	if status != http.StatusOK {
		return llm.Response{}, m.failure(status, header, body)
	}
	if status, failed := hiddenError(body); failed {
		return llm.Response{}, m.failure(status, header, body)
	}
	r, err := m.vendor.dialect.decode(body)
	if err != nil {
		return llm.Response{}, fmt.Errorf("%w: the answer cannot be read: %w", llm.ErrUnavailable, m.eraser.error(err))
	}
	r.Latency = time.Since(begun)
	return m.eraser.answer(r), nil
}

func (m *model) post(ctx context.Context, q question) (status int, header http.Header, body []byte, err error) {
	content := m.vendor.dialect.encode(q)
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
	res, err := m.opener.client.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer res.Body.Close() //nolint:errcheck // it was read to its end or is given up
	body, err = io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = fmt.Errorf("an answer of more than %d bytes", maxAnswer)
	}
	return res.StatusCode, res.Header, body, err
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
	status int
	after  time.Duration // that the provider asks to wait; 0 if it does not say
	body   []byte        // without the key
	kind   error
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

// picky reports whether the request was turned down for what it holds.
func (e *statusError) picky() bool {
	return e.status == http.StatusBadRequest || e.status == http.StatusUnprocessableEntity
}

func (m *model) failure(status int, header http.Header, body []byte) error {
	e := &statusError{status: status, after: retryAfter(header, time.Now()), kind: llm.ErrRejected, body: []byte(m.eraser.withoutAny(string(body)))}
	switch {
	case status == http.StatusTooManyRequests && !bytes.Contains(body, []byte("insufficient_quota")),
		status == http.StatusRequestTimeout, status >= 500:
		e.kind = llm.ErrUnavailable
	case bytes.Contains(body, []byte("content_filter")):
		e.kind = llm.ErrRefused
	}
	return e
}

// hiddenError finds an error that came with status 200, as some routers between us and a provider send it.
func hiddenError(body []byte) (status int, failed bool) {
	var e struct {
		Error *struct {
			Code json.RawMessage `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &e); err != nil || e.Error == nil {
		return 0, false
	}
	status, err := strconv.Atoi(string(e.Error.Code))
	if err != nil || status < 400 || status > 599 {
		status = http.StatusBadGateway
	}
	return status, true
}

// retryAfter reads how long to wait: seconds or a date. It is 0 if there is nothing to read.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds > 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}

func shortened(body []byte) string {
	const most = 300
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(body), "")), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + " ..."
	}
	return text
}

func wanting(missing bool, what string) error {
	if missing {
		return errors.New(what)
	}
	return nil
}
