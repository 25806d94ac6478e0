package filter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/werewolf"
)

// people find the names of a game in a text.
type people struct {
	names  []string
	longer []werewolf.SeatID // seats by the length of their names, the longest first
}

func newPeople(o *werewolf.Observation) *people {
	p := &people{names: o.Names}
	for i := range o.Names {
		p.longer = append(p.longer, werewolf.SeatID(i+1))
	}
	slices.SortStableFunc(p.longer, func(a, b werewolf.SeatID) int {
		return len(p.names[b-1]) - len(p.names[a-1])
	})
	return p
}

// place is where a name stands.
type place struct {
	seat     werewolf.SeatID
	from, to int
}

// nameAt is the player whose name begins at the place in the text, and where it ends.
func (p *people) nameAt(text string, from int) (werewolf.SeatID, int) {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	for _, id := range p.longer {
		name := p.names[id-1]
		if name == "" || !strings.HasPrefix(text[from:], name) {
			continue
		}
		first, _ := utf8.DecodeRuneInString(name)
		last, _ := utf8.DecodeLastRuneInString(name)
		after, _ := utf8.DecodeRuneInString(text[from+len(name):])
		if latin(first) && latin(before) || latin(last) && latin(after) {
			continue
		}
		return id, from + len(name)
	}
	return 0, from
}

func latin(r rune) bool {
	return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r)
}

// all are the names in the text, in order.
func (p *people) all(text string) (list []place) {
	for i := 0; i < len(text); {
		if id, end := p.nameAt(text, i); id != 0 {
			list = append(list, place{id, i, end})
			i = end
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		i += size
	}
	return list
}

var (
	agents    = regexp.MustCompile(`(?i)agent\s*\[?\d+\]?`)
	honorific = regexp.MustCompile(`([\p{Han}\p{Katakana}ー]{2,10}|[A-Z][a-z]+)(さん|くん|君|ちゃん|様|さま)`)
	word      = regexp.MustCompile(`[\p{L}\p{N}'’\-§]+`)
)

// stranger is somebody the text names who is not in the game, "" when it names none as far as can be told: a mention,
// a numbered agent, a name with a Japanese title, or a capital where English names somebody.
func (f *Filter) stranger(p *people, text string) string {
	rest := text
	for at := strings.IndexByte(rest, '@'); at >= 0; at = strings.IndexByte(rest, '@') {
		rest = rest[at+1:]
		if id, _ := p.nameAt(rest, 0); id == 0 {
			name, _, _ := strings.Cut(rest, " ")
			return "@" + name
		}
	}
	masked := p.masked(text)
	if who := agents.FindString(masked); who != "" {
		return who
	}
	for _, m := range honorific.FindAllStringSubmatch(masked, -1) {
		if !f.words.titled[m[1]] {
			return m[0]
		}
	}
	if f.lang == "en" {
		for _, sentence := range split(masked) {
			if who := f.capital(sentence); who != "" {
				return who
			}
		}
	}
	return ""
}

// masked is the text with a small letter's mark in the place of each name.
func (p *people) masked(text string) string {
	var b strings.Builder
	from := 0
	for _, n := range p.all(text) {
		b.WriteString(text[from:n.from] + "§")
		from = n.to
	}
	return b.String() + text[from:]
}

// capital is a capitalised word that stands where English names a person: behind a word such as "suspect", or before
// one such as "claims".
func (f *Filter) capital(sentence string) string {
	words := word.FindAllString(sentence, -1)
	for i, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		stem, _, _ := strings.Cut(strings.ReplaceAll(w, "’", "'"), "'")
		if !unicode.IsUpper(first) || utf8.RuneCountInString(stem) < 2 || stem == strings.ToUpper(stem) || f.words.ordinary[strings.ToLower(stem)] {
			continue
		}
		behind := i > 0 && f.words.before[strings.ToLower(words[i-1])]
		ahead := i+1 < len(words) && f.words.after[strings.ToLower(words[i+1])]
		if behind || ahead {
			return stem
		}
	}
	return ""
}
