package strictjson

import (
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for text, fault := range map[string]string{
		`{"a":1}`:       "",
		" {\"a\":1}\n ": "",
		`{"b":1}`:       "unknown field",
		`{"a":1}{}`:     "more than one",
		`{"a":1} x`:     "more than one",
		`{"a":`:         "unexpected EOF",
		``:              "EOF",
	} {
		var into struct{ A int }
		err := Read([]byte(text), &into)
		if (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
			t.Errorf("%q: %v, want %q", text, err, fault)
		}
		if err == nil && into.A != 1 {
			t.Errorf("%q: read %d", text, into.A)
		}
	}
}

func TestValues(t *testing.T) {
	for text, n := range map[string]int{
		`{}`: 1, `[1,2,3]`: 3, `{"a":"1,2,3"}`: 1, `["\",",","]`: 2, `["\\",1]`: 2, `[[],[],[[]]]`: 3,
	} {
		if got := Values([]byte(text)); got != n {
			t.Errorf("%s: %d values, want %d", text, got, n)
		}
	}
}
