package contestlog

import (
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Shown returns the same JSON with escapes for characters that could steer a terminal or change the direction
// of writing. A JSON parser sees no difference. Such characters can only stand in strings; control characters
// below the blank are escaped by every encoder. Data without such characters is returned as it is.
func Shown(data []byte) []byte {
	i := 0
	for i < len(data) && (classes[data[i]] != mayDrive || !driven(data[i:])) {
		i++
	}
	if i == len(data) {
		return data
	}
	out := append(make([]byte, 0, len(data)+64), data[:i]...)
	data = data[i:]
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if drives(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
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

// byteClass says what a byte may need in printable JSON.
type byteClass uint8

const (
	plain    byteClass = iota
	foreign            // not ASCII: the text may be no UTF-8
	mayDrive           // begins a character that may need an escape
	quoted             // needs a backslash
	rare               // needs an escape
)

// classes gives the class of every byte. Bytes of class mayDrive are DEL and the first bytes of the C1
// controls, of the Arabic letter mark, and of the other direction marks and separators.
var classes = func() (of [256]byteClass) {
	for c := range of {
		switch {
		case c == '"' || c == '\\':
			of[c] = quoted
		case c == 0x7f || c == 0xc2 || c == 0xd8 || c == 0xe2:
			of[c] = mayDrive
		case c < ' ' || c == '<' || c == '>' || c == '&':
			of[c] = rare
		case c >= utf8.RuneSelf:
			of[c] = foreign
		}
	}
	return of
}()

func driven[T []byte | string](data T) bool {
	r, _ := utf8.DecodeRuneInString(string(data[:min(len(data), utf8.UTFMax)]))
	return drives(r)
}

// appendShown appends a text as json.Marshal quotes it, made printable as by Shown. A test compares the
// results.
func appendShown(b []byte, text string) []byte {
	begin, from, ascii := len(b), 0, true
	b = append(b, '"')
	for i := range len(text) {
		switch c := classes[text[i]]; {
		case c == plain:
		case c == quoted:
			b = append(append(b, text[from:i]...), '\\', text[i])
			from = i + 1
		case c == rare, c == mayDrive && driven(text[i:]):
			return appendRare(b[:begin], text)
		default:
			ascii = ascii && text[i] < utf8.RuneSelf
		}
	}
	if !ascii && !utf8.ValidString(text) {
		return appendRare(b[:begin], text)
	}
	return append(append(b, text[from:]...), '"')
}

func appendRare(b []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		return append(b, `""`...) // a string is always marshalled
	}
	return append(b, Shown(quoted)...)
}
