package plaintext

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode/utf32"

	utf16 "golang.org/x/text/encoding/unicode"
)

const (
	english    = "0,status,1,SEER,ALIVE,fox1\n0,talk,0,0,1,Good morning, everybody.\n1,vote,1,2\n"
	kana       = "0,status,1,SEER,ALIVE,fox1,ミナト\n0,talk,0,0,1,おはようございます。　占い師は誰ですか？\n1,vote,1,2\n"
	names      = "team,games\n狐組,3\n狸組,4\n"
	french     = "0,talk,0,0,1,Déjà là, c’est très étrange, né à Orléans, où il a été élevé.\n"
	chinese    = "0,talk,0,0,1,大家早上好。我是预言家，昨天晚上查验了三号玩家。\n"
	traditonal = "0,talk,0,0,1,大家早安。我是預言家，昨天晚上查驗了三號玩家。\n"
	hangul     = "0,talk,0,0,1,안녕하세요. 저는 예언자입니다. 어젯밤에 세 번째 플레이어를 확인했습니다.\n"
)

func encoded(t *testing.T, text string, of encoding.Encoding) []byte {
	t.Helper()
	told, err := of.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// A text comes out as it was written, or is refused. It is never another.
func TestUTF8(t *testing.T) {
	t.Parallel()
	const certain, refused = true, false
	for name, c := range map[string]struct {
		text string
		of   encoding.Encoding
		read bool
	}{
		"UTF-8, English":      {english, encoding.Nop, certain},
		"UTF-8, Japanese":     {kana, encoding.Nop, certain},
		"UTF-8, empty":        {"", encoding.Nop, certain},
		"UTF-8 with a mark":   {kana, utf16.UTF8BOM, certain},
		"UTF-16 LE, marked":   {kana, utf16.UTF16(utf16.LittleEndian, utf16.UseBOM), certain},
		"UTF-16 BE, marked":   {names, utf16.UTF16(utf16.BigEndian, utf16.UseBOM), certain},
		"UTF-32, marked":      {kana, utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), certain},
		"UTF-16 LE, English":  {english, utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM), certain},
		"UTF-16 BE, Japanese": {kana, utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM), certain},
		"UTF-16 LE, Japanese": {kana, utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM), certain},
		"Shift_JIS":           {kana, japanese.ShiftJIS, certain},
		"Shift_JIS, CP932":    {kana + "①髙橋さん\n", japanese.ShiftJIS, certain},
		"EUC-JP":              {kana, japanese.EUCJP, certain},
		"ISO-2022-JP":         {kana, japanese.ISO2022JP, certain},
		"ISO-2022-JP, names":  {names, japanese.ISO2022JP, certain},
		"Shift_JIS, names":    {names, japanese.ShiftJIS, refused},
		"EUC-JP, names":       {names, japanese.EUCJP, refused},
		"Latin":               {french, charmap.Windows1252, refused},
		"GBK":                 {chinese, simplifiedchinese.GBK, refused},
		"Big5":                {traditonal, traditionalchinese.Big5, refused},
		"EUC-KR":              {hangul, korean.EUCKR, refused},
	} {
		got, err := UTF8(encoded(t, c.text, c.of))
		switch {
		case c.read == certain && (err != nil || string(got) != c.text):
			t.Errorf("%s: %q, %v", name, got, err)
		case c.read == refused && (!errors.Is(err, ErrEncoding) || got != nil):
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A text in UTF-8 with a broken character is no text in another encoding. One that is cut is refused.
func TestBroken(t *testing.T) {
	t.Parallel()
	// Escapes that colour a terminal are none of an encoding, nor is any in a text that is UTF-8 for certain.
	for _, text := range []string{"\x1b[31mred\x1b(B", kana + "\x1b$B", strings.Repeat(kana, 3)[:len(kana)-20] + "\xe3\x81", english + "\x00", "\x00"} {
		if got, err := UTF8([]byte(text)); err != nil || string(got) != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	wide := string(encoded(t, kana, utf16.UTF16(utf16.LittleEndian, utf16.UseBOM)))
	sjis := string(encoded(t, kana, japanese.ShiftJIS))
	for name, text := range map[string]string{
		"half a character":    wide[:len(wide)-1],
		"half a pair":         wide + "\x00\xd8",
		"two encodings":       sjis + string(encoded(t, kana, japanese.EUCJP)),
		"Shift_JIS and UTF-8": sjis + kana,
		"one byte of Latin":   strings.Repeat(english, 20) + "don\x92t",
		"one of Shift_JIS":    strings.Repeat(english, 20) + "don\x81\x66t",
		"ISO-2022, Chinese":   english + "\x1b$A<R\x1b(B",
		"ISO-2022, Korean":    "\x1b$)C" + english + "\x0eA6\x0f",
		"ISO-2022-JP, cut":    string(encoded(t, names, japanese.ISO2022JP)[:17]),
		"an escape":           english + "0,talk,1,0,1,see \x1b$B this\n",
		"bytes":               "\x80\x81\xff\xfe\x80\x90\xa0",
	} {
		if got, err := UTF8([]byte(text)); !errors.Is(err, ErrEncoding) || got != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func FuzzUTF8(f *testing.F) {
	for _, text := range []string{english, kana, "\xff\xfe", "\x82\xa0", "0\x00"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := UTF8(text)
		if err != nil && (!errors.Is(err, ErrEncoding) || got != nil) || len(got) > 3*len(text) {
			t.Fatalf("%q, %v", got, err)
		}
	})
}
