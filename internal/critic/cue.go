package critic

import (
	"embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

//go:embed cues/*.txt
var files embed.FS

// cue is a way of words by which something is taken for granted, or done.
type cue struct {
	name string
	pattern
}

// book is the cues of a language.
type book struct {
	cues    []cue                // those with a check, and those of players
	words   map[string][]pattern // all, by name
	numbers []string
	roles   map[string]werewolf.Role
	opening *regexp.Regexp // what a sentence may open with, whatever it says
	perhaps pattern        // makes what stands in a sentence no statement
}

var (
	english  = sync.OnceValue(func() *book { return open("en", "zero|none one two three four five six seven eight nine ten") })
	japanese = sync.OnceValue(func() *book { return open("ja", "零 一|1人 二|2 三|3 四|4 五|5 六|6 七|7 八|8 九|9 十|10") })
)

// ofPlayers are the cues without a check of which it matters whom they are about.
var ofPlayers = []string{"praises", "seconds", "defends", "relies", "neutral"}

// open reads the book of a language. The tests find faulty files.
func open(lang, numbers string) *book {
	b, _ := read(lang, numbers)
	return b
}

// read reads lines of "== name" and, below it, patterns: regular expressions over the words of a sentence as normal has
// them, in which {t} {o} stand for players, {n} for a number, {role} for a role, {I} for the speaker's word for itself.
func read(lang, numbers string) (*book, error) {
	b := &book{numbers: strings.Fields(numbers), roles: map[string]werewolf.Role{}, words: map[string][]pattern{}}
	words := b.readRoles(lang)
	text, err := files.ReadFile("cues/" + lang + ".txt")
	if err != nil {
		return b, err
	}
	slots := strings.NewReplacer("{t}", `<(?P<t>\d+)>`, "{o}", `<(?P<o>\d+)>`, "{any}", `<\d+>`, "{n}", "(?P<n>"+strings.Join(b.numbers, "|")+`|\d+)`,
		"{role}", "(?P<role>"+words+")", "{I}", "(?:私|わたし|わたくし|僕|ぼく|俺|おれ|オレ|あたし|うち|わし|自分|儂|拙者|我輩|吾輩)")
	var faults []error
	name := ""
	for i, s := range strings.Split(string(text), "\n") {
		s = strings.TrimSpace(s)
		switch {
		case s == "" || s[0] == '#':
		case strings.HasPrefix(s, "=="):
			name = strings.TrimSpace(s[2:])
		default:
			// A sentence begins after the mention that addresses it.
			p, err := compile(slots.Replace(strings.Replace(s, "^", `^(?:@<\d+> ?)?`, 1)))
			if err != nil {
				faults = append(faults, fmt.Errorf("%s.txt:%d: %w", lang, i+1, err))
				continue
			}
			switch name {
			case "perhaps":
				b.perhaps = p
			case "opening":
				b.opening = regexp.MustCompile(`(?i)^((?:@\S+ )?)` + s)
			default:
				if b.words[name] = append(b.words[name], p); checks[name].wrong != nil || slices.Contains(ofPlayers, name) {
					b.cues = append(b.cues, cue{name, p})
				}
			}
		}
	}
	return b, errors.Join(faults...)
}

// readRoles learns what the roles are called, and returns all their names as one choice, longest first.
func (b *book) readRoles(lang string) string {
	names := roletext.In(lang)
	var words []string
	for r := werewolf.Villager; r <= werewolf.Werewolf; r++ {
		word := strings.ToLower(names.Name(werewolf.StandardRoles(), r))
		b.roles[word] = r
		words = append(words, word)
	}
	for word, r := range map[string]werewolf.Role{"占い": werewolf.Seer, "霊能者": werewolf.Medium, "霊能": werewolf.Medium, "狩人": werewolf.Bodyguard,
		"diviner": werewolf.Seer, "fortune teller": werewolf.Seer, "psychic": werewolf.Medium} {
		if (lang == "ja") == (word[0] > 'z') {
			b.roles[word] = r
			words = append(words, word)
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	return strings.Join(words, "|")
}

// bare is a sentence without what it opens with: whoever begins with "to be honest" calls nobody honest.
func (b *book) bare(text string) string { return b.opening.ReplaceAllString(text, "$1") }

// taken is what a cue found in a sentence.
type taken struct {
	cue  string
	t, o werewolf.SeatID
	role werewolf.Role // NoRole where none is named
	n    int           // -1 where no number is
	from int
	to   int
}

// find goes through what the cues find in a sentence.
func (b *book) find(s *sentence) []taken {
	if s.searched {
		return s.taken
	}
	s.searched = true
	for i := range b.cues {
		c := &b.cues[i]
		if !c.possible(s.plain) {
			continue
		}
		m := c.FindStringSubmatchIndex(s.plain)
		if m == nil {
			continue
		}
		found := taken{cue: c.name, n: -1, from: m[0], to: m[1]}
		for g, name := range c.SubexpNames() {
			if name == "" || m[2*g] < 0 {
				continue
			}
			b.fill(&found, name, s.plain[m[2*g]:m[2*g+1]])
		}
		s.taken = append(s.taken, found)
	}
	return s.taken
}

func (b *book) fill(f *taken, slot, word string) {
	switch slot {
	case "t", "o":
		id, _ := strconv.Atoi(word)
		if slot == "t" {
			f.t = werewolf.SeatID(id)
		} else {
			f.o = werewolf.SeatID(id)
		}
	case "role":
		f.role = b.roles[word]
	case "n":
		f.n = b.number(word)
	}
}

func (b *book) number(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	for n, words := range b.numbers {
		if slices.Contains(strings.Split(words, "|"), word) {
			return n
		}
	}
	return -1
}

// has reports whether the sentence has a cue.
func (b *book) has(s *sentence, name string) bool {
	return slices.ContainsFunc(b.words[name], func(p pattern) bool { return p.in(s.plain) })
}
