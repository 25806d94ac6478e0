package nameless

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

// words are those of the game that no role is called by. A team that is called so cannot be told from what everybody speaks of.
var words = []string{"wolf", "wolves", "werewolves", "village", "villagers", "vote", "day", "night", "狼", "村", strings.ToLower(werewolf.SkipText), strings.ToLower(werewolf.OverText)}

// exact is how many letters a name has at least that is found in letters of any case: shorter ones are other words then.
const exact = 4

// ofGame reports whether a name is a word of the game.
func ofGame(name string) bool {
	name = strings.ToLower(name)
	for _, lang := range []string{"en", "ja"} {
		book, table := roletext.In(lang), werewolf.StandardRoles()
		for _, role := range table.Roles() {
			if called := book.Name(table, role); name == called || name == called+"s" {
				return true
			}
		}
		if name == book.Species(werewolf.Human) {
			return true
		}
	}
	return slices.Contains(words, name)
}

// look takes in what is looked for in texts: names, and whose they are.
func (n *Names) look(of map[string]string) {
	var patterns []string
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int { // the longest first: one may be the beginning of another
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	for _, name := range names {
		long := utf8.RuneCountInString(name)
		switch {
		case name == "":
			continue
		case long < 2 || ofGame(name):
			n.Left = append(n.Left, name)
			continue
		}
		for _, form := range slices.Compact([]string{norm.NFC.String(name), norm.NFD.String(name)}) {
			pattern := regexp.QuoteMeta(form)
			if long >= exact {
				pattern = "(?i:" + pattern + ")"
			}
			patterns = append(patterns, pattern)
		}
		n.lower[strings.ToLower(norm.NFC.String(name))] = n.letters[of[name]]
	}
	if len(patterns) > 0 {
		n.said = regexp.MustCompile(strings.Join(patterns, "|"))
	}
}

// In is a text of a game with the letter of a team in brackets where its name stands, unless somebody at the table is called so.
func (n *Names) In(text string, table []werewolf.Seat) string {
	if n.said == nil {
		return text
	}
	var out strings.Builder
	from := 0
	for _, at := range n.said.FindAllStringIndex(text, -1) {
		name := text[at[0]:at[1]]
		seated := slices.ContainsFunc(table, func(s werewolf.Seat) bool { return strings.EqualFold(s.Name, name) })
		if seated || !alone(text, at[0], at[1]) {
			continue
		}
		out.WriteString(text[from:at[0]] + "[" + n.lower[strings.ToLower(norm.NFC.String(name))] + "]")
		from = at[1]
	}
	return out.String() + text[from:]
}

// alone reports whether a part of a text is no part of a longer word, but for the s of several.
func alone(text string, from, to int) bool {
	if joined(text, from) {
		return false
	}
	if after := text[to:]; strings.HasPrefix(after, "s") && !joined(text, to+1) {
		return true
	}
	return !joined(text, to)
}

// joined reports whether the letters around a place belong to one word, as far as letters tell that: some scripts have no space between words.
func joined(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	for _, r := range []rune{before, after} {
		if !unicode.IsLetter(r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai) {
			return false
		}
	}
	return !(unicode.IsLower(before) && unicode.IsUpper(after))
}
