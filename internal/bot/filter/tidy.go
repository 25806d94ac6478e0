package filter

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/werewolf"
)

// tidy makes one plain line of a text: without markup, decoration, half-width commas, its own name before it and the
// word Over behind it.
func (f *Filter) tidy(o *werewolf.Observation, text string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "\n")) {
		if line = werewolf.Clean(bare(line)); line != "" {
			lines = append(lines, line)
		}
	}
	text = strings.Map(undecorated, strings.Join(lines, f.words.gap))
	for _, mark := range []string{":", ">", ":"} {
		text = strings.TrimPrefix(strings.TrimSpace(text), o.Name(o.Seat)+mark)
	}
	text = unquoted(strings.TrimSpace(f.commas(o, text)))
	if before, found := strings.CutSuffix(text, werewolf.OverText); found && before != "" && endsSentence(before) {
		text = before
	}
	text = strings.NewReplacer("<", "", ">", "", "`", "").Replace(text)
	return strings.Join(strings.Fields(text), " ")
}

var (
	tags    = regexp.MustCompile(`</?[a-zA-Z][^<>]{0,60}>`)
	links   = regexp.MustCompile(`\[([^\[\]]*)\]\([^()]*\)`)
	bullets = regexp.MustCompile(`^\s*(#{1,6}|[-*•・>]|\d{1,2}[.)])\s+`)
	strong  = regexp.MustCompile("\\*{1,3}|_{2,3}|`{1,3}|~~")
)

// bare takes the markup off a line.
func bare(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "```") {
		return "" // the fence, with the name of a language
	}
	line = tags.ReplaceAllString(line, "")
	line = links.ReplaceAllString(line, "$1")
	line = bullets.ReplaceAllString(line, "")
	return strong.ReplaceAllString(line, "")
}

// undecorated drops emoji and invisible marks.
func undecorated(r rune) rune {
	switch {
	case r == utf8.RuneError, unicode.Is(unicode.So, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
		return -1
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0x1F3FB && r <= 0x1F3FF, r == 0x20E3: // variants, tones and keycaps of emoji
		return -1
	}
	return r
}

// unquoted takes off quotation marks around the whole text.
func unquoted(text string) string {
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}, {"「", "」"}, {"『", "』"}} {
		inner, opened := strings.CutPrefix(text, pair[0])
		inner, closed := strings.CutSuffix(inner, pair[1])
		if opened && closed && !strings.Contains(inner, pair[0]) && !strings.Contains(inner, pair[1]) {
			return strings.TrimSpace(inner)
		}
	}
	return text
}

// commas replaces half-width commas: between names by the word that joins names, in numbers by nothing, elsewhere by
// the language's pause.
func (f *Filter) commas(o *werewolf.Observation, text string) string {
	parts := strings.Split(text, ",")
	var b strings.Builder
	for i, part := range parts {
		if i == 0 {
			b.WriteString(part)
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(parts[i-1])
		after, _ := utf8.DecodeRuneInString(part)
		switch {
		case unicode.IsDigit(before) && unicode.IsDigit(after):
		case f.lists(o, parts[i-1], part):
			b.WriteString(f.words.and)
		default:
			b.WriteString(f.words.pause)
		}
		b.WriteString(part)
	}
	return b.String()
}

// lists reports whether a name stands on both sides, and no word between.
func (f *Filter) lists(o *werewolf.Observation, before, after string) bool {
	ends, begins := false, false
	for _, name := range o.Names {
		ends = ends || strings.HasSuffix(strings.TrimSpace(before), name)
		begins = begins || strings.HasPrefix(strings.TrimSpace(after), name)
	}
	return ends && begins
}

const enders = ".!?。!?…"

func endsSentence(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(text))
	return strings.ContainsRune(enders, last)
}

// split parts a line into sentences, each with its end. A half-width full stop ends one only before a blank.
func split(text string) (sentences []string) {
	from := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(text[end:])
		switch {
		case end < len(text) && (!strings.ContainsRune(enders, r) || strings.ContainsRune(enders+"」』)\")", next)):
			continue
		case end < len(text) && r < utf8.RuneSelf && next != ' ':
			continue
		}
		if s := strings.TrimSpace(text[from:end]); s != "" {
			sentences = append(sentences, s)
		}
		from = end
	}
	return sentences
}

// key is what two sentences have in common that say the same in the same words.
func key(sentence string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, sentence)
}
