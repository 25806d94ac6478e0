package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// errAmbiguous is what is wrong with an answer in which several values would do.
var errAmbiguous = errors.New("there are several different JSON values in it that would do")

// extract finds the answer to a request with a schema in a model's text and returns it as compact JSON. The
// whole text may be the value, in a code fence or not; otherwise exactly one value in the text must be valid
// by the schema. A model that repeats what others said may repeat JSON that they planted, so among several
// extract takes none.
func extract(text string, s *Schema) (json.RawMessage, error) {
	if whole := unfenced(text); json.Valid([]byte(whole)) {
		return checked(whole, s)
	}
	candidates := values(text)
	var found json.RawMessage
	fault := ErrNoJSON
	for _, candidate := range candidates {
		value, err := checked(candidate, s)
		switch {
		case err != nil:
			fault = err
		case found == nil:
			found = value
		case !bytes.Equal(found, value):
			return nil, errAmbiguous
		}
	}
	if found == nil {
		return nil, fault
	}
	return found, nil
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

// unfenced is the text without white space around it, and without a code fence if one encloses all of it.
func unfenced(text string) string {
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

// values lists the objects and arrays in a text that are not inside another, in their order.
func values(text string) []string {
	var found []string
	misses := 0
	for len(found) < maxValues && misses < maxValues {
		start := strings.IndexAny(text, "{[")
		if start < 0 {
			break
		}
		text = text[start:]
		var value json.RawMessage
		d := json.NewDecoder(strings.NewReader(text))
		if err := d.Decode(&value); err != nil {
			misses++
			text = text[1:]
			continue
		}
		found = append(found, string(value))
		text = text[d.InputOffset():]
	}
	return found
}
