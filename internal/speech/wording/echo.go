package wording

import "strings"

// echo is what others have said of whomever: their sentences without the names, and when each was last heard.
type echo struct {
	names *strings.Replacer
	whole bool // a name has a blank in it, so that blanks do not part what is replaced
	begun bool // the beginning of a sentence tells it: the end is its speaker's manner
	at    map[string]int
	heard int // utterances of others so far
}

// A sentence echoes another within so many utterances of others.
const echoes = 10

// selves are what Japanese speakers call themselves.
var selves = [...]string{"わたくし", "わたし", "あたし", "私", "僕", "俺", "わし", "うち", "自分"}

func newEcho(names []string, spaced bool) echo {
	var pairs []string
	whole := false
	for _, name := range names {
		whole = whole || strings.Contains(name, " ")
		if name != "" {
			pairs = append(pairs, name+"さん", "\x00", name, "\x00")
		}
	}
	if !spaced {
		for _, self := range selves {
			pairs = append(pairs, self, "\x01")
		}
	}
	return echo{names: strings.NewReplacer(pairs...), whole: whole, begun: !spaced, at: map[string]int{}}
}

func (e *echo) note(sentence string) {
	for _, key := range e.keys(sentence) {
		e.at[key] = e.heard
	}
}

// What tells a sentence from others: so many letters of its beginning in Japanese, where the end is its speaker's manner, with an opening
// and without; in English, where the beginning is, of its end.
const (
	beginning = 8
	opening   = 8
	ending    = 16
)

// written are the short forms of English with the words that they stand for.
var written = strings.NewReplacer(
	"can't", "can not", "cannot", "can not", "won't", "will not", "n't", " not", "'m", " am", "'re", " are", "'ve", " have", "'ll", " will", "'d", " would",
	"et's", "et us", "'s", " is", "I", "i",
)

// keys are what two sentences have in common that say one thing of two players, or in two manners of speaking.
func (e *echo) keys(sentence string) []string {
	if !e.begun {
		return []string{e.end(sentence)}
	}
	key := e.names.Replace(sentence)
	keys := []string{start(key)}
	if opened, rest, found := strings.Cut(key, "、"); found && len([]rune(opened)) <= opening {
		keys = append(keys, start(rest))
	}
	return keys
}

// end is what the ending of a sentence is like. Nothing that is replaced has a blank in it, so no more words are looked at than it takes.
func (e *echo) end(sentence string) string {
	for size := 3 * ending; ; size *= 2 {
		tail, all := sentence, true
		if at := len(sentence) - size; at > 0 && !e.whole {
			if blank := strings.LastIndexByte(sentence[:at], ' '); blank >= 0 {
				tail, all = sentence[blank:], false
			}
		}
		letters := []rune(withoutCommas(written.Replace(e.names.Replace(tail)))) // plans hang on no comma
		if all || len(letters) >= ending {
			return string(letters[max(0, len(letters)-ending):])
		}
	}
}

func start(text string) string {
	letters := []rune(text)
	return string(letters[:min(beginning, len(letters))])
}

// lately reports whether another has just said a sentence of the text, of the same player or of another.
func (e *echo) lately(text string) bool {
	for len(text) > 0 {
		var sentence string
		sentence, text = cutSentence(text)
		for _, key := range e.keys(sentence) {
			if at, known := e.at[key]; known && e.heard-at < echoes {
				return true
			}
		}
	}
	return false
}
