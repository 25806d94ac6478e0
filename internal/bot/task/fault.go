package task

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"wolfden/internal/bot/phrase"
	"wolfden/internal/llm"
	"wolfden/internal/speech/giveaway"
)

//go:embed reasons
var reasonFiles embed.FS

// reasons are the sentences that say why an answer cannot be used, by language.
var reasons = phrase.Shelf(reasonFiles, "reasons")

// fault is why an answer does not hold: a sentence of the reasons, and what stands in its gaps, in pairs of name and value. Records
// have it in English, a model is told it in the language of its prompt.
type fault struct {
	reason string
	gaps   []any
}

// Error is the reason in English.
func (f *fault) Error() string { return f.in("en") }

// in is the reason in a language.
func (f *fault) in(lang string) string {
	book, gaps := reasons(lang), make([]string, len(f.gaps))
	for i, v := range f.gaps {
		switch v := v.(type) {
		case Said:
			gaps[i] = v.in(lang)
		case Listed:
			gaps[i] = v.in(lang, &book)
		case Worded:
			gaps[i] = Said(v(lang)).in(lang)
		default:
			gaps[i] = fmt.Sprint(v)
		}
	}
	return book.Say(f.reason, gaps...)
}

// Said is a gap with words of the answer, or of others, which stand in quotation marks.
type Said string

func (s Said) in(lang string) string {
	if lang == "ja" {
		return "「" + string(s) + "」"
	}
	return fmt.Sprintf("%q", string(s))
}

// Listed is a gap with several names or titles.
type Listed []string

func (l Listed) in(lang string, book *phrase.Book) string {
	all := make([]string, len(l))
	for i, part := range l {
		all[i] = Said(part).in(lang)
	}
	if len(all) == 0 {
		return book.Say("nothing")
	}
	return strings.Join(all, separator(lang))
}

// Worded is a text that differs with the language that it is asked for in.
type Worded func(lang string) string

// Breaks is the error of an answer that does not hold, with the cause that tables count, a sentence of the reasons and its gaps.
func Breaks(cause, reason string, gaps ...any) error {
	return llm.Because(cause, &fault{reason, gaps})
}

// Needed refuses an answer in which a text is empty.
func Needed(text, reason string) error {
	if strings.TrimSpace(text) == "" {
		return llm.Because(BreachEmpty, &fault{reason: reason})
	}
	return nil
}

// CommitsOtherwise is the error of words that commit their speaker to something else than the draft that they were to say.
func CommitsOtherwise(draft, utterance Worded) error {
	return Breaks(breachMeaning, "commits-otherwise", "draft", draft, "utterance", utterance)
}

// TellsSecret is the error of words that tell the village what their speaker keeps from it.
func TellsSecret(secret giveaway.Secret) error {
	if secret == giveaway.Fellows {
		return Breaks(breachSecret, "tells-fellows")
	}
	return Breaks(breachSecret, "tells-own-role")
}

// Again is what a model is told that is asked for an answer once more because of an error of its last one, by who asks without a task.
func Again(err error, lang string) string {
	book := reasons(lang)
	return book.Say("again", "why", toldOf(err, lang))
}

// toldOf is what a model is told of an error of its answer. An error that is no fault comes from reading the answer.
func toldOf(err error, lang string) string {
	f := &fault{reason: "unreadable"}
	errors.As(err, &f)
	return f.in(lang)
}
