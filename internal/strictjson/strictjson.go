// Package strictjson reads one JSON value whose keys are all known.
//
// The law of the package: what it accepts, it accepts whole. An unknown key and anything after the value are errors, so
// that a misspelt key or a torn file never passes for a shorter one.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Read reads text, which must be one JSON value without keys that into does not have. After an error, into may hold a
// part of it.
func Read(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}

// Values returns a bound that is cheap to count: no JSON text holds more values of its lists and objects. A caller that
// reads text of strangers asks before it reads, because an empty value takes three bytes of text and hundreds of memory.
func Values(text []byte) (n int) {
	inside := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inside = !inside
		case c == '\\' && inside:
			i++
		case c == ',' && !inside:
			n++
		}
	}
	return n + 1
}
