package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// errAmbiguous is what is wrong with an answer in which several values would do.
var errAmbiguous = errors.New("there are several different JSON values in it that would do")

// reading is a value that a text can be read as, valid by the schema, with the slips that it had.
type reading struct {
	value json.RawMessage
	slips []string
}

// extract finds the answer to a request with a schema in a model's text and returns it as compact JSON, with the slips that it had.
// The whole text may be the value, in a code fence or not; otherwise exactly one value in the text must be readable as one that is
// valid by the schema. A model that repeats what others said may repeat JSON that they planted, so among several extract takes
// none, however well one of them is written.
func extract(text string, s *Schema) (json.RawMessage, []string, error) {
	fault := ErrNoJSON
	var found []reading
	for _, span := range spans(text) {
		value, err := checked(span.text, s)
		switch {
		case err == nil:
			found = append(found, reading{value: value})
			continue
		case json.Valid([]byte(span.text)):
			fault = err
		}
		found = append(found, s.readings(span.value, span.slips, span.whole, 0)...)
	}
	if len(found) == 0 {
		return nil, nil, fault
	}
	for _, r := range found[1:] {
		if !bytes.Equal(r.value, found[0].value) {
			return nil, nil, errAmbiguous
		}
	}
	return found[0].value, found[0].slips, nil
}

// mostWrapped is how often a value may be wrapped.
const mostWrapped = 4

// readings are all that a value can be read as: itself, or else what is wrapped in it.
func (s *Schema) readings(value any, slips []string, whole bool, depth int) (found []reading) {
	if text, more := s.fitted(value); text != nil && (whole || nested(value)) {
		return []reading{{text, union(slips, more)}}
	}
	if depth >= mostWrapped {
		return nil
	}
	switch v := value.(type) {
	case []any:
		if len(v) == 1 {
			return s.readings(v[0], union(slips, []string{slipList}), whole, depth+1)
		}
	case string:
		for _, inner := range spans(v) {
			found = append(found, s.readings(inner.value, union(slips, union([]string{slipText}, inner.slips)), inner.whole && whole, depth+1)...)
		}
	case object:
		if inner, is := wrapped(v); is {
			return s.readings(inner, union(slips, []string{slipWrapped}), whole, depth+1)
		}
	}
	return found
}

func nested(value any) bool {
	kind := typeOf(value)
	return kind == "object" || kind == "array"
}

// wrapped is what an object holds that is only a wrapping: the one value of it, what a call hands over, or the properties where a
// model filled in the schema. An object with more in it may repeat others.
func wrapped(o object) (any, bool) {
	if len(o) == 1 {
		return o[0].value, true
	}
	for _, shape := range []struct{ inner, beside []string }{
		{[]string{"arguments", "parameters", "input", "args", "function"}, []string{"name", "type", "id", "tool", "index", "call_id"}},
		{[]string{"properties"}, []string{"type", "required", "additionalproperties", "$schema", "title", "description"}},
	} {
		var inner []any
		known := true
		for _, m := range o {
			if name := strings.ToLower(m.name); slices.Contains(shape.inner, name) {
				inner = append(inner, m.value)
			} else if !slices.Contains(shape.beside, name) {
				known = false
			}
		}
		if known && len(inner) == 1 {
			return inner[0], true
		}
	}
	return nil, false
}

// union is a list with what of another is not in it.
func union(a, b []string) []string {
	made := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(made, s) {
			made = append(made, s)
		}
	}
	return made
}

func checked(text string, s *Schema) (json.RawMessage, error) {
	if err := s.Check(json.RawMessage(text)); err != nil {
		return nil, fmt.Errorf("it breaks the schema: %w", err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(text)); err != nil {
		return nil, err
	}
	return compact.Bytes(), nil
}

// Unfenced is a text without white space around it, and without a code fence if one encloses all of it.
func Unfenced(text string) string {
	const fence = "```"
	text = strings.TrimSpace(text)
	inner, opens := strings.CutPrefix(text, fence)
	inner, closes := strings.CutSuffix(inner, fence)
	if !opens || !closes {
		return text
	}
	// The language may stand behind the opening fence.
	if line, rest, found := strings.Cut(inner, "\n"); found && len(strings.Fields(line)) <= 1 && !strings.ContainsAny(line, `{["`) {
		inner = rest
	}
	return strings.TrimSpace(inner)
}

// maxValues limits the work that a hostile text can cause.
const maxValues = 32

// span is a value in a text.
type span struct {
	text  string // as it stands there
	value any
	slips []string
	whole bool // there is nothing else
}

// spans lists the values in a text: the text itself, or the objects and lists that are not inside another, in their order. What a
// broken object holds is not listed, and nothing behind one that does not end: it may be what others said.
func spans(text string) []span {
	text = strings.TrimPrefix(strings.TrimSpace(text), "\ufeff")
	if whole := Unfenced(text); whole != "" {
		if value, length, slips, _, err := parse(whole); err == nil && strings.TrimSpace(whole[length:]) == "" {
			return []span{{whole, value, slips, true}}
		}
	}
	var found []span
	misses := 0
	for len(found) < maxValues && misses < maxValues {
		start := strings.IndexAny(text, "{[")
		if start < 0 {
			break
		}
		text = text[start:]
		value, length, slips, named, err := parse(text)
		switch {
		case err == nil:
			found = append(found, span{text[:length], value, slips, false})
			text = text[length:]
			continue
		case named && errors.Is(err, errCut):
			return found
		case !named:
			length = 1
		}
		misses++
		text = text[max(length, 1):]
	}
	return found
}
