package voice

import (
	_ "embed"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"wolfden/werewolf"
)

// Book is the wordings of one language. It does not change and may be shared.
type Book struct {
	lines  map[Intent][]line
	roles  map[werewolf.Role]string
	counts []string // the words for 0, 1, 2 ...
	spaced bool     // words and sentences are parted by blanks
}

// line is one wording, laid out for each tone. A terse one is for when nothing longer fits.
type line struct {
	parts [tones][]part
	terse bool
}

// part is a piece of text or a slot.
type part struct {
	text string
	slot slot
}

type slot uint8

// Slots up to slotMention are names.
const (
	slotT slot = iota
	slotO
	slotX
	slotMention
	slotRole
	slotN
	slotSelf
	slotNone
)

var slotNames = map[string]slot{
	"t": slotT, "o": slotO, "x": slotX, "@t": slotMention, "role": slotRole, "n": slotN, "I": slotSelf,
}

//go:embed en.txt
var englishText string

//go:embed ja.txt
var japaneseText string

var englishBook = sync.OnceValues(func() (*Book, error) {
	return read(englishText, &Book{spaced: true, counts: strings.Fields(englishCounts), roles: map[werewolf.Role]string{
		werewolf.Villager: "villager", werewolf.Seer: "seer", werewolf.Medium: "medium",
		werewolf.Bodyguard: "bodyguard", werewolf.Possessed: "possessed", werewolf.Werewolf: "werewolf",
	}})
})

var japaneseBook = sync.OnceValues(func() (*Book, error) {
	return read(japaneseText, &Book{counts: strings.Fields(japaneseCounts), roles: map[werewolf.Role]string{
		werewolf.Villager: "村人", werewolf.Seer: "占い師", werewolf.Medium: "霊媒師",
		werewolf.Bodyguard: "騎士", werewolf.Possessed: "狂人", werewolf.Werewolf: "人狼",
	}})
})

const (
	englishCounts  = "none one two three four five six seven eight nine ten eleven twelve thirteen"
	japaneseCounts = "零 一 二 三 四 五 六 七 八 九 十 十一 十二 十三"
)

// In is the book of a language, "en" or "ja"; the empty string is English.
func In(lang string) (*Book, error) {
	switch lang {
	case "", "en":
		return englishBook()
	case "ja":
		return japaneseBook()
	}
	return nil, fmt.Errorf("voice: no book in language %q (known: en, ja)", lang)
}

func (b *Book) number(n int) string {
	if n < len(b.counts) {
		return b.counts[n]
	}
	return strconv.Itoa(n)
}

// read fills a book from its text, whose lines are
//
//	# a comment
//	== an intent
//	a wording of it, with slots such as {t}, {@t} (mentioned), {role} or {I} (the speaker's word for itself) and with
//	choices by tone: [polite|rough|shy|cheerful], or [polite and shy|rough and cheerful]
//	~ a terse wording, for when no other fits
//
// Every fault is reported with its line.
func read(text string, b *Book) (*Book, error) {
	b.lines = map[Intent][]line{}
	var faults []error
	var in Intent
	for i, s := range strings.Split(text, "\n") {
		s = strings.TrimSpace(s)
		switch {
		case s == "" || s[0] == '#':
		case strings.HasPrefix(s, "=="):
			in = Intent(strings.TrimSpace(s[2:]))
		default:
			l, err := readLine(s)
			if in == "" {
				err = errors.New("a wording before the first intent")
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("voice: line %d: %w", i+1, err))
			}
			b.lines[in] = append(b.lines[in], l)
		}
	}
	return b, errors.Join(faults...)
}

func readLine(s string) (l line, err error) {
	s, l.terse = strings.CutPrefix(s, "~")
	s = strings.TrimSpace(s)
	for tone := range tones {
		plain, err := choose(s, tone)
		if err != nil {
			return l, err
		}
		if l.parts[tone], err = slice(plain); err != nil {
			return l, err
		}
	}
	return l, nil
}

// choose keeps of every choice [..|..] the tone's part.
func choose(s string, tone Tone) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "[")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		inside, after, closed := strings.Cut(rest, "]")
		options := strings.Split(inside, "|")
		switch {
		case !closed:
			return "", fmt.Errorf("%q: a choice without its end", s)
		case len(options) == int(tones):
			b.WriteString(options[tone])
		case len(options) == 2:
			b.WriteString(options[tone%2])
		default:
			return "", fmt.Errorf("%q: a choice of %d, want 2 or %d", s, len(options), tones)
		}
		s = after
	}
}

// slice parts a wording at its slots.
func slice(s string) (parts []part, err error) {
	for s != "" {
		before, rest, found := strings.Cut(s, "{")
		if before != "" {
			parts = append(parts, part{text: before, slot: slotNone})
		}
		if !found {
			break
		}
		name, after, closed := strings.Cut(rest, "}")
		which, known := slotNames[name]
		if !closed || !known {
			return nil, fmt.Errorf("%q: unknown slot {%s}", s, name)
		}
		parts = append(parts, part{slot: which})
		s = after
	}
	return parts, nil
}

// sentences yields the sentences of a text, each without its end.
func sentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := 0
		for i, r := range text {
			switch r {
			case '.', '!', '?', '。', '！', '？':
				if s := strings.TrimSpace(text[from:i]); s != "" && !yield(s) {
					return
				}
				from = i + utf8.RuneLen(r)
			}
		}
		if s := strings.TrimSpace(text[from:]); s != "" {
			yield(s)
		}
	}
}
