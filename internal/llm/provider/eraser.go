package provider

import (
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"wolfden/internal/llm"
)

const (
	keyMark = "[key]"
	// shortestSecret is the length from which a key is removed from answers. A shorter one protects nothing,
	// such as the "none" that some local servers want, and removing it would damage words.
	shortestSecret = 8
)

// eraser removes a key from what a provider says, in case the provider repeats it: plain, escaped as in JSON
// or in a URL, character by character, or in base64, alone or inside something longer. It holds functions, so
// that printing it never shows the key.
type eraser struct {
	without    func(string) string // leaves keys that are too short to be secrets
	withoutAny func(string) string // takes them out, too: in an error nothing is torn apart that anybody needs
}

func newEraser(key string) eraser {
	long := func(text string) string { return text }
	if len(key) >= shortestSecret {
		forms := formsOf(key)
		long = func(text string) string { return forms.ReplaceAllLiteralString(text, keyMark) }
	}
	if key == "" {
		return eraser{long, long}
	}
	return eraser{long, func(text string) string { return long(strings.ReplaceAll(text, key, keyMark)) }}
}

// formsOf finds all ways of writing a key.
func formsOf(key string) *regexp.Regexp {
	var signs strings.Builder
	for _, r := range key {
		sign := regexp.QuoteMeta(string(r))
		fmt.Fprintf(&signs, `(?:\\?%s|(?i:\\u%04x`, sign, r)
		signs.WriteString("|")
		for _, b := range []byte(string(r)) {
			fmt.Fprintf(&signs, "%%%02x", b)
		}
		signs.WriteString("))")
	}
	forms := []string{signs.String()}
	for at := range 3 {
		for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			forms = append(forms, regexp.QuoteMeta(inBase64(alphabet, key, at)))
		}
	}
	return regexp.MustCompile(strings.Join(forms, "|"))
}

// inBase64 is what a text with the key in it has of the key, where the key begins at a byte that leaves the remainder
// when divided by three. The signs at both ends hold bits of what stands beside it, and are left out.
func inBase64(alphabet *base64.Encoding, key string, remainder int) string {
	whole := alphabet.EncodeToString([]byte(strings.Repeat("\x00", remainder) + key))
	first := (remainder*8 + 5) / 6
	last := (remainder + len(key)) * 8 / 6
	return whole[first:last]
}

// answer is what was answered without the key.
func (e eraser) answer(r llm.Response) llm.Response {
	r.Text, r.Reasoning, r.Model = e.without(r.Text), e.without(r.Reasoning), e.without(r.Model)
	if r.JSON != nil {
		r.JSON = []byte(e.without(string(r.JSON)))
	}
	return r
}

// error is the error without the key. The cause is kept where the text holds none.
func (e eraser) error(err error) error {
	if text := err.Error(); e.withoutAny(text) != text {
		return errors.New(e.withoutAny(text))
	}
	return err
}
