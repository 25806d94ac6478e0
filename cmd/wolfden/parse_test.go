package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode"
)

// TestShownKeepsMeaning: hostile words in JSON lose what could drive a terminal, and not a letter.
func TestShownKeepsMeaning(t *testing.T) {
	const words = "\x1b[2J \u009b31m \u202eback\u2066 \x7f 占い師 \\u0041 \"q\""
	data, err := json.Marshal(words)
	if err != nil {
		t.Fatal(err)
	}
	safe := shown(data)
	if bytes.ContainsFunc(safe, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
		t.Errorf("%q can still drive a terminal", safe)
	}
	var back string
	if err := json.Unmarshal(safe, &back); err != nil || back != words {
		t.Errorf("reads as %q (%v), was %q", back, err, words)
	}
}
