package csvtable

import (
	"errors"
	"strings"
	"testing"
	"unicode"
)

func TestCell(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"I am the seer", "I am the seer"},
		{"", ""},
		{"=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"},
		{"+1", "'+1"},
		{"-1", "-1"},
		{"-0.5500", "-0.5500"},
		{"-1+2", "'-1+2"},
		{"-", "'-"},
		{"@Mio, why?", "'@Mio, why?"},
		{" \t=1", "' \t=1"},
		{"\n@x", "'\n@x"},
		{"＝1", "'＝1"},
		{"'=1", "''=1"},
		{"'tis night", "'tis night"},
		{"one\r\ntwo\rthree", "one\ntwo\nthree"},
		{"red\x1b[31m", "red[31m"},
		{"a\u202eb\x00\u0085", "ab"},
		{"\x1b=1", "'=1"},
		{"\xff", "\uFFFD"},
	} {
		if got := Cell(c.text); got != c.want {
			t.Errorf("Cell(%q) is %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzCell(f *testing.F) {
	for _, s := range []string{"=1", "'=1", "''@", "plain", "' ' =", "\r\n-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cell := Cell(text)
		if first := strings.TrimLeftFunc(cell, unicode.IsSpace); first != "" && strings.ContainsRune(formulas, []rune(first)[0]) {
			t.Errorf("%q becomes %q, a formula", text, cell)
		}
		// What is read is what was written, but for what is never printed.
		if back := textOf(cell); Cell(back) != cell {
			t.Errorf("%q becomes %q and comes back as %q", text, cell, back)
		}
		if printed(text) && textOf(cell) != text {
			t.Errorf("%q becomes %q and comes back as %q", text, cell, textOf(cell))
		}
	})
}

// textOf reads a cell back as docs/export.md tells readers to.
func textOf(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && dangerous(rest) {
		return rest
	}
	return cell
}

func printed(text string) bool {
	return strings.ToValidUTF8(text, "") == text && strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
	}) < 0
}

func TestWrite(t *testing.T) {
	var out strings.Builder
	rows := [][]string{{"team", "words"}, {"=fox", "a, \"b\"\nc"}}
	if err := Write(&out, rows); err != nil {
		t.Fatal(err)
	}
	if want := "team,words\n'=fox,\"a, \"\"b\"\"\nc\"\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if rows[1][0] != "=fox" {
		t.Errorf("the caller's row is changed: %q", rows[1])
	}
	if err := Write(full{}, rows); !errors.Is(err, errFull) {
		t.Errorf("to a full disk: %v", err)
	}
}

var errFull = errors.New("no space left")

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
