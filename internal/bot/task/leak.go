package task

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"wolfden/internal/llm"
)

// tooManyWords is how many words in a row of the instructions may not be said aloud, wholeWords how many that are a sentence of theirs from
// its beginning to its end; tooManyRunes and wholeRunes are the same for languages written without blanks.
const (
	tooManyWords, wholeWords = 10, 7
	tooManyRunes, wholeRunes = 20, 12
)

// tagged is an error where an answer has the tag of one of the prompt's fences.
func tagged(q *question, answer string) error {
	if !strings.Contains(answer, "<") {
		return nil
	}
	for _, m := range q.Messages {
		for _, begins := range fence.FindAllStringSubmatch(m.Text, -1) {
			for _, tag := range []string{begins[0], "</" + begins[1] + ">"} {
				if strings.Contains(answer, tag) {
					return Breaks(breachPrompt, "fence-aloud", "word", Said(begins[1]))
				}
			}
		}
	}
	return nil
}

// leak is an error where an utterance says aloud what belongs to the prompt: a row of words of the instructions between two names of
// players. Words of others, which stand in fences, may be quoted.
func leak(own *instructions, utterance string, names []string) error {
	for _, part := range apart(utterance, names) {
		if row := own.quotedIn(part); row != "" {
			return instructionAloud(row)
		}
	}
	return nil
}

// unspaced is a letter of a language written without blanks, as far as this program knows them.
func unspaced(r rune) bool { return r > unicode.MaxLatin1 }

// quoted is what a reason repeats of an answer.
var quoted = regexp.MustCompile(`"[^"]*"|“[^”]*”|「[^」]*」`)

// saysReason reports whether a sentence is nothing but what the model was told of its first answer, whoever is named in it. Who says more
// than that may have come upon the same words.
func saysReason(reason, sentence string, names []string) bool {
	const few, fewRunes = 4, 11 // that anybody may say, in languages with blanks and without
	told, all := instructed(quoted.ReplaceAllString(reason, "\x00")), ""
	for _, part := range apart(sentence, names) {
		row := strings.Join(bareWords(part), " ")
		if !strings.Contains(told.all, " "+row+" ") && !strings.Contains(told.dense, strings.ReplaceAll(row, " ", "")) {
			return false
		}
		all += " " + row
	}
	blanks := !strings.ContainsFunc(all, unspaced)
	return blanks && len(strings.Fields(all)) > few || !blanks && utf8.RuneCountInString(strings.ReplaceAll(all, " ", "")) > fewRunes
}

// instructionsOf are what a model was told, without the words of others. What happened is told too, and what anybody may ask of another; so
// only sentences that every prompt of the game begins with count as whole ones, and those of a character that are about one of the names.
func instructionsOf(q *question, names []string) *instructions {
	var own, rules strings.Builder
	for _, m := range q.Messages {
		if m.Role != llm.Assistant {
			own.WriteString(unfencedOwn(m.Text) + "\n")
		}
		if m.Role == llm.System {
			rules.WriteString(unfencedOwn(m.Text) + "\n")
		}
	}
	told := instructed(own.String())
	each := func(text string, take func(sentence, dense string)) {
		for line := range strings.Lines(text) {
			withoutSentences(line, func(sentence string) bool {
				take(sentence, strings.Join(bareWords(sentence), ""))
				return false
			})
		}
	}
	told.rules = sync.OnceValue(func() map[string]bool {
		whole := map[string]bool{}
		each(rules.String(), func(_, dense string) { whole[dense] = true })
		return whole
	})
	for _, m := range q.Messages {
		for _, sheet := range characterSheet.FindAllStringSubmatch(m.Text, -1) {
			each(sheet[1], func(sentence, dense string) {
				if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(sentence, name) }) {
					told.whole[dense] = true
				} else {
					told.beside[dense] = true
				}
			})
		}
	}
	return told
}

// characterSheet is who a player is, as its prompt describes it: a text about it, which nobody says of itself.
var characterSheet = regexp.MustCompile(`(?s)<(?:character|profile)>\n(.*?)\n</`)

// mendLeaks takes out the sentences that say what belongs to the prompt, where a text has others. Beside one of them goes whatever stands
// in the prompt as it is, however short: who copies a prompt copies more of it.
func mendLeaks(q *question, own worded, names []string) (repaired string, err error) {
	told := sync.OnceValue(func() *instructions { return instructionsOf(q, names) })
	fault := func(part string) error {
		if q.reason != "" && saysReason(q.reason, part, names) {
			return instructionAloud(part)
		}
		words := bareWords(part)
		dense := strings.Join(words, "")
		if blanks := !strings.ContainsFunc(dense, unspaced); blanks && len(words) < wholeWords || !blanks && utf8.RuneCountInString(dense) < wholeRunes {
			return nil // as most are, too short for any row
		}
		if told().sayWhole(dense) {
			return instructionAloud(part)
		}
		return leak(told(), part, names)
	}
	for _, text := range own.words() {
		found := fault(*text)
		rest := withoutSentences(*text, func(sentence string) bool {
			why := fault(sentence)
			found = cmp.Or(found, why)
			return why != nil
		})
		if found == nil {
			continue
		}
		rest = withoutSentences(rest, told().have)
		if rest == "" || silence(rest) != "" || fault(rest) != nil {
			return "", found
		}
		*text, repaired = rest, RepairedCut
	}
	return repaired, nil
}

// Aloud is an error where an utterance has a row of words of what its model was told.
func Aloud(told, utterance string) error {
	if row := instructed(told).quotedIn(utterance); row != "" {
		return instructionAloud(row)
	}
	return nil
}

func instructionAloud(row string) error {
	return Breaks(breachPrompt, "instruction-aloud", "words", Said(row))
}

// namesIn are the names of the players in an input for an utterance.
func namesIn(in any) (names []string) {
	if w, is := in.(*WordIn); is {
		for _, p := range w.Scene.Players {
			names = append(names, p.Name)
		}
	}
	return names
}

// apart are the parts of a text between names: a row of names is no instruction, though the prompt has the same.
func apart(text string, names []string) []string {
	parts := []string{text}
	for _, name := range names {
		if name == "" {
			continue
		}
		var finer []string
		for _, part := range parts {
			finer = append(finer, strings.Split(part, name)...)
		}
		parts = finer
	}
	return parts
}

// unfencedOwn is a text without what stands in its fences.
func unfencedOwn(text string) string {
	var b strings.Builder
	within := ""
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\n")
		var begins []string
		if strings.HasPrefix(line, "<") { // few lines do, and an expression takes its time
			begins = fence.FindStringSubmatch(bare)
		}
		switch {
		case within != "":
			if bare == "</"+within+">" {
				within = ""
			}
		case begins != nil:
			within = begins[1]
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}

// instructions are the words of what a model was told, with blanks between them and without, and the sentences of its rules, without blanks.
type instructions struct {
	all, dense string
	rules      func() map[string]bool // sentences that every prompt of the game begins with
	whole      map[string]bool        // sentences of a character
	beside     map[string]bool        // sentences that anybody may say, but not beside one of the whole ones
}

// sayWhole reports whether the letters are those of a whole sentence. The rules are long, and are taken apart only where they have them.
func (told *instructions) sayWhole(dense string) bool {
	return told.whole[dense] || strings.Contains(told.dense, dense) && told.rules()[dense]
}

func instructed(text string) *instructions {
	all := " " + strings.Join(bareWords(text), " ") + " "
	return &instructions{all: all, dense: strings.ReplaceAll(all, " ", ""), whole: map[string]bool{}, beside: map[string]bool{}}
}

func bareWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
}

// have reports whether a sentence stands in the instructions as it is, and is more than a word that anybody may say.
func (told *instructions) have(sentence string) bool {
	const few, fewRunes = 3, 4
	words := bareWords(sentence)
	dense := strings.Join(words, "")
	if told.beside[dense] {
		return true
	}
	if strings.ContainsFunc(dense, unspaced) {
		return utf8.RuneCountInString(dense) >= fewRunes && strings.Contains(told.dense, dense)
	}
	return len(words) >= few && strings.Contains(told.all, " "+strings.Join(words, " ")+" ")
}

// quotedIn is the first row of words that an utterance has in common with the instructions and that is long enough to be no chance; ""
// where there is none.
func (told *instructions) quotedIn(utterance string) string {
	words := bareWords(utterance)
	for i := 0; i+tooManyWords <= len(words); i++ {
		if row := strings.Join(words[i:i+tooManyWords], " "); strings.Contains(told.all, " "+row+" ") {
			return row
		}
	}
	runes := []rune(strings.Join(words, ""))
	for i := 0; i+tooManyRunes <= len(runes); i++ {
		row := runes[i : i+tooManyRunes]
		if !slices.ContainsFunc(row, func(r rune) bool { return r < unicode.MaxLatin1 }) && strings.Contains(told.dense, string(row)) {
			return string(row)
		}
	}
	return ""
}
