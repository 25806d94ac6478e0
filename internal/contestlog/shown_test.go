package contestlog

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode"

	"wolfden/werewolf"
)

// The same data is read from what is shown, and nothing in it drives a terminal.
func TestShown(t *testing.T) {
	for _, text := range []string{"", "plain", "人狼 é", "\u202eflow\u202c", "\u009b2J\x7f", "\u061c\u200e\u2066\u2028", `\u0041 "q"`, "\x1b[2J\n", "\uFFFD", "\U0001F43A"} {
		raw, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		got := Shown(raw)
		for _, text := range []string{text, "a" + text + `"b"`, "é…" + text + text, text + "\xe2\x80", text + "<&>\b\x7f"} {
			want, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := appendShown([]byte("b"), text); string(got) != "b"+string(Shown(want)) {
				t.Errorf("%q is quoted as %s, want %s", text, got[1:], Shown(want))
			}
		}
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != text {
			t.Errorf("%q: %q, %v", text, back, err)
		}
		if strings.ContainsFunc(string(got), func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
	if torn := []byte("\xff\xfea\u202e"); !bytes.Equal(Shown(torn), []byte("\xff\xfea"+`\u202e`)) {
		t.Errorf("torn bytes: %q", Shown(torn))
	}
}

// A game of another server may hold words that turn the direction of writing.
func TestFeedAndCommunicationTurnNothing(t *testing.T) {
	rec := mustParse(t, shortRecord(t))
	rec.Header.Seats = slices.Clone(rec.Header.Seats)
	rec.Header.Seats[0].Team = "\u202etam\u202c"
	rec.Header.Seats[0].Profile = "\u2066p"
	for i := range rec.Entries {
		if e := &rec.Entries[i]; e.Event != nil && e.Event.Kind == werewolf.Talked {
			e.Event.Text = "\u202eflow"
		}
	}
	var out bytes.Buffer
	if err := WriteRealtime(&out, rec, Newest); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `\u202eflow`) || strings.ContainsFunc(out.String(), func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }) {
		t.Errorf("the feed is\n%q", out.String())
	}
}
