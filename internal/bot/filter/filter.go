// Package filter decides whether a text may be sent as an utterance.
//
// The law of the package: a text passes if it is one line that the rules do not cut, names only players of the game,
// repeats nothing its speaker has said today, and tells nothing that has not happened. The filter removes only whole
// sentences, marks and decoration, never a part of a sentence. It refuses what this cannot mend and gives the reason;
// the caller then says something else.
package filter

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Reasons to refuse a text. Errors of Pass wrap one of them.
var (
	ErrEmpty       = errors.New("nothing is left to say")
	ErrTooLong     = errors.New("it does not fit the length rules")
	ErrRepeated    = errors.New("its speaker has said it today")
	ErrStranger    = errors.New("it names somebody who is not in the game")
	ErrNotHappened = errors.New("it tells of something that has not happened")
)

// Filter checks the utterances of one player in one game. It is not safe for concurrent use.
type Filter struct {
	lang    string
	words   *lexicon
	refused []refusal
}

type refusal struct {
	Text string `json:"text"`
	Why  string `json:"why"`
}

// New returns a filter for a player that speaks lang, "en" or "ja". The empty string, and a language without words, is
// English.
func New(lang string) *Filter {
	words, known := lexicons()[lang]
	if !known {
		lang, words = "en", lexicons()["en"]
	}
	return &Filter{lang: lang, words: words}
}

// Pass returns the text as it may be sent in answer to the observation's request, which is for a talk or a whisper. Over
// and Skip pass in the protocol's spelling; Skip becomes Over when no skip is left. On an error, which wraps
// one of the reasons, the text is empty.
func (f *Filter) Pass(o *werewolf.Observation, text string) (string, error) {
	if word, is := silence(o, text); is {
		return word, nil
	}
	passed, err := f.pass(o, text)
	if err != nil {
		f.refused = append(f.refused, refusal{text, err.Error()})
		return "", fmt.Errorf("filter: %w", err)
	}
	return passed, nil
}

// mostSentences are looked at; a longer text is cut there, so that no answer of a model takes long to check.
const mostSentences = 40

func (f *Filter) pass(o *werewolf.Observation, text string) (string, error) {
	sentences := split(f.tidy(o, text))
	if len(sentences) == 0 {
		return "", ErrEmpty
	}
	sentences = sentences[:min(len(sentences), mostSentences)]
	if sentences = fresh(sentences, ownToday(o)); len(sentences) == 0 {
		return "", ErrRepeated
	}
	text, err := f.shorten(o, sentences)
	if err != nil {
		return "", err
	}
	people := newPeople(o)
	if who := f.stranger(people, text); who != "" {
		return "", fmt.Errorf("%w: %q", ErrStranger, who)
	}
	if what := f.invented(o, people, text); what != "" {
		return "", fmt.Errorf("%w: %s", ErrNotHappened, what)
	}
	return text, nil
}

// silence is the protocol's word for a text that is no more than it.
func silence(o *werewolf.Observation, text string) (string, bool) {
	switch word := strings.Trim(strings.TrimSpace(text), ".!。\"'「」"); {
	case strings.EqualFold(word, werewolf.OverText):
		return werewolf.OverText, true
	case strings.EqualFold(word, werewolf.SkipText) && o.Request.Left.Skip == 0:
		return werewolf.OverText, true
	case strings.EqualFold(word, werewolf.SkipText):
		return werewolf.SkipText, true
	}
	return "", false
}

// channel is what was said where the request is, and the rules there.
func channel(o *werewolf.Observation) ([]werewolf.Utterance, *werewolf.TalkRules) {
	if o.Request.Kind == werewolf.Whisper {
		return o.Whispers, &o.Rules.Whisper
	}
	return o.Talks, &o.Rules.Talk
}

// ownToday are the keys of what the player has said today, whole and by sentence.
func ownToday(o *werewolf.Observation) map[string]bool {
	said, _ := channel(o)
	keys := map[string]bool{}
	for i := len(said) - 1; i >= 0 && said[i].Day == o.Day; i-- {
		if said[i].Seat != o.Seat {
			continue
		}
		for _, sentence := range split(said[i].Text) {
			keys[key(sentence)] = true
		}
	}
	return keys
}

// fresh leaves out the sentences that were said, also those said in the same breath.
func fresh(sentences []string, said map[string]bool) (kept []string) {
	for _, sentence := range sentences {
		if k := key(sentence); !said[k] {
			said[k] = true
			kept = append(kept, sentence)
		}
	}
	return kept
}

// shorten leaves out sentences from the end, those with a mention last, until the rest fits: with a fair share of what
// is left of the day's length if it can, else as the rules have it.
func (f *Filter) shorten(o *werewolf.Observation, sentences []string) (string, error) {
	_, rules := channel(o)
	left := o.Request.Left
	others := make([]string, 0, len(o.Names))
	for i, name := range o.Names {
		if werewolf.SeatID(i+1) != o.Seat {
			others = append(others, name)
		}
	}
	fair := left.Length
	if left.Count > 0 {
		fair = 2 * left.Length / (left.Count + 2)
	}
	for _, most := range []int{max(fair, 0), max(left.Length, 0)} {
		fits := wording.Within(&rules.MaxLength, others, left.Length, most)
		if text := f.longest(slices.Clone(sentences), fits); text != "" {
			return text, nil
		}
	}
	return "", ErrTooLong
}

func (f *Filter) longest(sentences []string, fits func(string) bool) string {
	for len(sentences) > 0 {
		if text := f.join(sentences); fits(text) {
			return text
		}
		drop := len(sentences) - 1
		for i := drop; i >= 0; i-- {
			if !strings.Contains(sentences[i], "@") {
				drop = i
				break
			}
		}
		sentences = slices.Delete(sentences, drop, drop+1)
	}
	return ""
}

// join parts sentences as the language does, and a mention from what stands before it always.
func (f *Filter) join(sentences []string) string {
	var b strings.Builder
	for i, s := range sentences {
		switch {
		case i == 0:
		case f.words.gap == "" && strings.HasPrefix(s, "@"):
			b.WriteByte(' ')
		default:
			b.WriteString(f.words.gap)
		}
		b.WriteString(s)
	}
	return b.String()
}

// Note returns what was refused since the last call and why, as JSON; "" if nothing was.
func (f *Filter) Note() string {
	if len(f.refused) == 0 {
		return ""
	}
	text, err := json.Marshal(f.refused)
	f.refused = nil
	if err != nil {
		return "" // strings have a form
	}
	return string(text)
}

// Topic is the topic of Note.
const Topic = "filter"
