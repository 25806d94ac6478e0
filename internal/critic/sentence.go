package critic

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// sentence is one sentence of a turn.
type sentence struct {
	raw   string
	plain string // small, without commas and quotes, players as <seat>, short forms written out
	asks  bool
	who   werewolf.SeatSet // the players it names
	rows  speech.Rows      // what it says by itself

	searched bool // for cues, which found what is taken
	taken    []taken
}

// called is the player whom a question begins with calling.
func (s *sentence) called() werewolf.SeatSet {
	if !s.asks {
		return 0
	}
	return s.addressed()
}

// addressed is the player with whose mention the sentence begins.
func (s *sentence) addressed() (who werewolf.SeatSet) {
	if m := calling.FindStringSubmatch(s.plain); m != nil {
		id, _ := strconv.Atoi(m[1])
		who = who.With(werewolf.SeatID(id))
	}
	return who
}

var calling = regexp.MustCompile(`^@<(\d+)>`)

// namer replaces the names of the players.
type namer struct {
	names []string // longest first
	seats map[string]werewolf.SeatID
}

func newNamer(names []string) *namer {
	n := &namer{seats: map[string]werewolf.SeatID{}}
	for i, name := range names {
		if name = strings.ToLower(name); name != "" && n.seats[name] == 0 {
			n.seats[name] = werewolf.SeatID(i + 1)
			n.names = append(n.names, name)
		}
	}
	sort.SliceStable(n.names, func(i, j int) bool { return len(n.names[i]) > len(n.names[j]) })
	return n
}

// mask puts <seat> in place of every name of a small text. A name in Latin letters is no part of a longer word.
func (n *namer) mask(text string) (masked string, who werewolf.SeatSet) {
	var b strings.Builder
	for i := 0; i < len(text); {
		name := n.at(text, i)
		if name == "" {
			_, size := utf8.DecodeRuneInString(text[i:])
			b.WriteString(text[i : i+size])
			i += size
			continue
		}
		fmt.Fprintf(&b, "<%d>", n.seats[name])
		who = who.With(n.seats[name])
		i += len(name)
	}
	return b.String(), who
}

// at is the name that stands at a place, "" where none does.
func (n *namer) at(text string, i int) string {
	for _, name := range n.names {
		if strings.HasPrefix(text[i:], name) && !joined(text[:i], name) && !continued(text[i+len(name):], name) {
			return name
		}
	}
	return ""
}

func joined(before, name string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(name)
	return sameWord(last, first)
}

func continued(after, name string) bool {
	last, _ := utf8.DecodeLastRuneInString(name)
	first, _ := utf8.DecodeRuneInString(after)
	return sameWord(last, first)
}

// sameWord reports whether two letters that stand together belong to one word.
func sameWord(a, b rune) bool {
	latin := func(r rune) bool { return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r) }
	kana := func(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' }
	return latin(a) && latin(b) || kana(a) && kana(b)
}

// shortForms are written out, so that one cue finds both.
var shortForms = strings.NewReplacer(
	"’", "'", "‘", "'", "can't", "cannot", "won't", "will not", "shan't", "shall not", "n't", " not", "'ll", " will", "'ve", " have", "'re", " are",
	"i'm", "i am", "let's", "let us", "that's", "that is", "there's", "there is", "it's", "it is", "who's", "who is", "what's", "what is",
	"nobody's", "nobody has", "no one's", "no one has", "'d", " would", ",", "", "、", "", "“", "\"", "”", "\"", "　", " ",
)

var (
	quoted     = regexp.MustCompile(`「[^「」]*」|『[^『』]*』|"[^"]*"`)
	honorifics = regexp.MustCompile(`>(さん|くん|君|ちゃん|様|氏|殿|さま)`)
	blanks     = regexp.MustCompile(`\s+`)
)

// normal is a text as cues read it.
func (n *namer) normal(text string) (plain string, who werewolf.SeatSet) {
	plain, who = n.mask(strings.ToLower(text))
	plain = shortForms.Replace(plain)
	plain = quoted.ReplaceAllString(plain, " ")
	plain = honorifics.ReplaceAllString(plain, ">")
	return strings.TrimSpace(blanks.ReplaceAllString(plain, " ")), who
}

// cut parts a text into its sentences, each with its end.
func cut(text string) (all []string) {
	from := 0
	depth := 0
	rs := []rune(text)
	add := func(to int) {
		if s := strings.TrimSpace(string(rs[from:to])); strings.IndexFunc(s, isWord) >= 0 {
			all = append(all, s)
		} else if s != "" && len(all) > 0 {
			all[len(all)-1] += s
		}
		from = to
	}
	for i, r := range rs {
		switch r {
		case '「', '『':
			depth++
		case '」', '』':
			depth = max(0, depth-1)
		case '。', '！', '？', '!', '?', '\n', '♪', '☆':
			if depth == 0 {
				add(i + 1)
			}
		case '.':
			// A point within a word or a number ends nothing.
			if i+1 == len(rs) || unicode.IsSpace(rs[i+1]) {
				add(i + 1)
			}
		}
	}
	add(len(rs))
	return all
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// inJapanese reports whether a text is written in Japanese.
func inJapanese(text string) bool {
	kana := 0
	for _, r := range text {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) {
			kana++
		}
	}
	return 3*kana > utf8.RuneCountInString(text)
}
