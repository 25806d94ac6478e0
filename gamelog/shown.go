package gamelog

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Shown is the same JSON with an escape for each character that could drive a terminal or turn the direction of what is
// read: a parser of JSON sees no difference, who looks at it does. Such characters can stand in strings only; those below
// a blank are escaped by every encoder. The data is returned itself where there is nothing to escape.
func Shown(data []byte) []byte {
	if !bytes.ContainsFunc(data, drives) {
		return data
	}
	out := make([]byte, 0, len(data)+64)
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if drives(r) {
			out = appendEscape(out, r)
		} else {
			out = append(out, data[:size]...)
		}
		data = data[size:]
	}
	return out
}

func drives(r rune) bool {
	return r >= 0x7f && (r < 0xa0 || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r))
}
