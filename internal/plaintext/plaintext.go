// Package plaintext turns the text of a file into UTF-8.
//
// Its law: a text is converted only where there is one way to read it. What may be read in two ways, or in none, is an error that says
// so, and never a guess.
package plaintext

import (
	"bytes"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode/utf32"

	utf16 "golang.org/x/text/encoding/unicode"
)

// ErrEncoding is wrapped by errors about texts whose encoding is not certain, or not read.
var ErrEncoding = errors.New("save it as UTF-8")

const replaced = utf8.RuneError

// UTF8 is the text in UTF-8, without a byte order mark. A text in UTF-8 is returned as it is, also where some characters of it are broken:
// those are for its reader to replace. Others are converted: UTF-16 and UTF-32 with a mark, UTF-16 without one, Shift_JIS, EUC-JP and
// ISO-2022-JP.
// Tables of Japanese differ in a few signs: the wave dash of EUC-JP comes out as the tilde of full width. The text that is returned may
// share its memory with the other.
func UTF8(text []byte) ([]byte, error) {
	for _, m := range []struct {
		mark string
		of   encoding.Encoding
	}{
		{"\xef\xbb\xbf", nil},
		{"\xff\xfe\x00\x00", utf32.UTF32(utf32.LittleEndian, utf32.ExpectBOM)}, {"\x00\x00\xfe\xff", utf32.UTF32(utf32.BigEndian, utf32.ExpectBOM)},
		{"\xff\xfe", utf16.UTF16(utf16.LittleEndian, utf16.ExpectBOM)}, {"\xfe\xff", utf16.UTF16(utf16.BigEndian, utf16.ExpectBOM)},
	} {
		rest, marked := bytes.CutPrefix(text, []byte(m.mark))
		switch {
		case !marked:
		case m.of == nil:
			return rest, nil
		default:
			return whole(text, m.of)
		}
	}
	if of := wide(text); of != nil {
		return whole(text, of)
	}
	if shifts(text) {
		return whole(text, japanese.ISO2022JP)
	}
	if utf8.Valid(text) {
		return text, nil
	}
	if broken, sound := bytesOf(text); sound > 4*broken {
		return text, nil
	}
	return japaneseText(text)
}

// whole is the text, all of which must be in the encoding.
func whole(text []byte, of encoding.Encoding) ([]byte, error) {
	told, err := of.NewDecoder().Bytes(text)
	if err != nil || bytes.ContainsRune(told, replaced) || bytes.IndexByte(told, 0) >= 0 {
		return nil, fmt.Errorf("it begins as %s and is broken, or another encoding: %w", of, ErrEncoding)
	}
	return told, nil
}

// wide is UTF-16 of the one or the other order, where a text without a mark is that: one byte of many of its pairs is 0, nearly always
// the same.
func wide(text []byte) encoding.Encoding {
	if len(text)%2 != 0 || bytes.IndexByte(text, 0) < 0 {
		return nil
	}
	var zeros [2]int
	for i, c := range text {
		if c == 0 {
			zeros[i%2]++
		}
	}
	const share = 16 // of the pairs at least: line ends, numbers and commas are more. Blanks of full width are fewer
	switch pairs := len(text) / 2; {
	case zeros[1] > pairs/share && zeros[1] > share*zeros[0]:
		return utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM)
	case zeros[0] > pairs/share && zeros[0] > share*zeros[1]:
		return utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM)
	default:
		return nil
	}
}

// shifts reports whether a text is in ISO-2022: it is of ASCII alone, so that it would pass for UTF-8, and escapes say which characters its
// letters stand for.
func shifts(text []byte) bool {
	escapes := bytes.Contains(text, []byte("\x1b$")) || bytes.Contains(text, []byte("\x1b(I"))
	return escapes && bytes.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// bytesOf counts the bytes that are no UTF-8, and those of characters in it that are not ASCII.
func bytesOf(text []byte) (broken, sound int) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == replaced && size == 1:
			broken++
		case size > 1:
			sound += size
		}
		text = text[size:]
	}
	return broken, sound
}

// japaneseText reads what is no UTF-8, where it is Japanese in one of two encodings and not in the other.
func japaneseText(text []byte) ([]byte, error) {
	var likely []byte
	var names []string
	for _, of := range []encoding.Encoding{japanese.ShiftJIS, japanese.EUCJP} {
		told, err := of.NewDecoder().Bytes(text)
		if err == nil && !bytes.ContainsRune(told, replaced) && isJapanese(told) {
			likely = told
			names = append(names, fmt.Sprint(of))
		}
	}
	switch len(names) {
	case 1:
		return likely, nil
	case 0:
		return nil, fmt.Errorf("it is neither UTF-8 nor for certain another encoding: %w", ErrEncoding)
	default:
		return nil, fmt.Errorf("it may be %s: %w", names, ErrEncoding)
	}
}

// isJapanese reports whether a text is Japanese: kana, signs of its own and letters of full width make out a third of what is not ASCII.
// Chinese characters tell nothing, for any bytes give some, nor does kana of half width.
func isJapanese(text []byte) bool {
	all, own := 0, 0
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
		case unicode.Is(unicode.Co, r):
			return false
		case r >= 0x3000 && r <= 0x30ff || r >= 0xff01 && r <= 0xff5e:
			own++
			all++
		default:
			all++
		}
	}
	return all > 0 && 3*own >= all
}
