package gamelog

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"wolfden/werewolf"
)

func TestFaultNames(t *testing.T) {
	for f := NoFault; f < numFaults; f++ {
		if again, err := parseFault(f.String()); err != nil || again != f {
			t.Errorf("%s reads as %s, %v", f, again, err)
		}
	}
	if got := Fault(99).String(); got != "?99" {
		t.Errorf("an unknown fault is %q", got)
	}
}

// What a writer escapes, any JSON reader reads back, and a terminal is not
// driven by it.
func TestTextEscaping(t *testing.T) {
	texts := []string{
		"", "plain", `"`, `\`, `\"\\`, "/", "<script>&amp;</script>", "\b\f\n\r\t\v\x00\x1b[2J\x1f", "\x7f", "a\u0080b\u009fc\u00a0d",
		"\u2027\u2028\u2029\u202a", "人狼は誰だ？", "🐺𠮷", "\ufffd", "\xff", "a\xc3", "\xe4\xba", "\xed\xa0\x80", "x\xffy\xfez", "\ufeff\u202e",
	}
	for r := range rune(0x300) {
		texts = append(texts, string(r), "a"+string(r)+"b")
	}
	for _, text := range texts {
		line := appendText(nil, text)
		var got, want string
		theirs, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(json.Unmarshal(line, &got), json.Unmarshal(theirs, &want)); err != nil || got != want {
			t.Errorf("%q is written as %s and read as %q, want %q (%v)", text, line, got, want, err)
		}
		for _, r := range string(line) {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' {
				t.Errorf("%q is written with a raw %U: %s", text, r, line)
			}
		}
		var in Input
		in.Raw, in.Action.Request = text, werewolf.Talk
		e, err := parseLine(bytes.TrimSpace(appendInput(nil, 7, &in)), &werewolf.Rules{})
		if err != nil || e.At != 7 || e.Input.Raw != want || e.Input.Action.Text != want {
			t.Errorf("%q comes back as %+v, %v", text, e.Input, err)
		}
	}
}

// What is no text is written as the replacement character, at every byte, so that a record is always UTF-8.
func TestInvalidTextIsReplaced(t *testing.T) {
	for c := range 256 {
		in := "a" + string([]byte{byte(c)}) + "b"
		line := appendText(nil, in)
		var back string
		if err := json.Unmarshal(line, &back); err != nil || !utf8.Valid(line) {
			t.Fatalf("%q is written as %q: %v", in, line, err)
		}
		want := in
		if c >= utf8.RuneSelf {
			want = "a\uFFFDb"
		}
		if back != want {
			t.Errorf("%q comes back as %q from %q", in, back, line)
		}
	}
}
