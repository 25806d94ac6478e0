package csvtable

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestSheet(t *testing.T) {
	s, err := Open(strings.NewReader("\uFEFFteam , a\r\n fox,1\r\n\r\n\"ha\nre\", 2 \r\n"), "team")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		line    int
		team, a string
	}{{2, "fox", "1"}, {4, "ha\nre", "2"}} {
		if err := s.Next(); err != nil || s.Line() != want.line || s.Field("team") != want.team || s.Field("a") != want.a || s.Field("b") != "" {
			t.Errorf("line %d: %q %q, %v", s.Line(), s.Field("team"), s.Field("a"), err)
		}
	}
	if err := s.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last line: %v", err)
	}
}

func TestFaultsHaveALine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the table is empty"},
		{"a,a\n", `line 1: two columns are called "a"`},
		{"a\n", `line 1: no column is called team, only ["a"]`},
		{"team,a\nx,1\ny\n", "line 3: 1 fields, the header has 2"},
		{"team,a\nこまいぬ,1\nx\xff,2\n", "line 3: column 1 has bytes that are no UTF-8"},
		{"team,a\nx\",1\n", `line 2: bare " in non-quoted`},
	} {
		s, err := Open(strings.NewReader(c.text), "team")
		for err == nil {
			err = s.Next()
		}
		if !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// A table in another encoding is read where that is certain.
func TestOtherEncodings(t *testing.T) {
	for text, want := range map[string]string{
		"\xef\xbb\xbfteam\nこ\n": "こ", "team\n\x82\xb1\n": "こ", "team\n\xa4\xb3\n": "こ", "\xfe\xff\x00t\x00e\x00a\x00m\x00\n\x30\x53": "こ", "team\n\x88\xa0\n": "",
	} {
		r, err := Open(strings.NewReader(text), "team")
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "save it as UTF-8") {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err != nil || r.Next() != nil || r.Field("team") != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
