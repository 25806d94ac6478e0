// Package summary puts what was said before into a few sentences.
//
// The law of the package: sentences written by rules come from the ledger and the opinion alone, never from the words
// of others. A model may shorten what was said. Its summary never changes afterwards, so that a player can rely on it.
package summary

import (
	"embed"

	"wolfden/internal/bot/phrase"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

//go:embed words
var files embed.FS

var books = phrase.Shelf(files, "words")

// writer writes sentences about one game in one language.
type writer struct {
	lang string
	book phrase.Book
	o    *werewolf.Observation
}

func newWriter(lang string, o *werewolf.Observation) *writer {
	return &writer{lang, books(lang), o}
}

// act says what a line says, "" for lines that are not worth remembering.
func (w *writer) act(kind string, l *ledger.Line) string {
	target, other, role := l.Target, l.Subject, l.Role
	if l.Frame.Verb == speech.Inquire {
		target, other = l.Frame.Target, l.Frame.About
	}
	if role == werewolf.NoRole && l.Tells() {
		role = w.o.Rules.RoleWith(l.Verb.Power())
	}
	words := roletext.In(w.lang)
	return w.book.Say(kind, "s", w.o.Name(l.Seat), "t", w.o.Name(target), "o", w.o.Name(other),
		"r", words.Name(w.o.Rules.Table, role), "k", words.Species(l.Species))
}

// kindOf is the name of a line's sentence in the files of words, "" for lines that have none.
func kindOf(line *ledger.Line) string {
	switch line.Frame.Verb {
	case speech.NoVerb:
	case speech.Inquire:
		return "ask"
	case speech.Request:
		return map[speech.Verb]string{speech.Vote: "urge"}[line.Verb]
	default:
		return map[speech.Verb]string{speech.ComingOut: "retract"}[line.Verb]
	}
	switch {
	case line.Verb == speech.ComingOut && line.Target != line.Seat:
		return "" // what it says another is
	case line.Suspects():
		return "accuse"
	case line.Trusts():
		return "trust"
	case line.Tells() && line.Subject != 0 && line.Subject != line.Seat:
		return "told"
	case line.Tells() && line.Species != werewolf.NoSpecies:
		return "found"
	}
	return map[speech.Verb]string{
		speech.ComingOut: "claim", speech.Guarded: "guarded", speech.Vote: "vote", speech.Attack: "strike",
	}[line.Verb]
}

// Heard returns what the ledger has of the utterances from one place of the observation's talk to before another: a
// sentence each, in order, without repetitions. A language without sentences is English.
func Heard(lang string, o *werewolf.Observation, b *ledger.Ledger, from, to int) (list []string) {
	return actSentences(lang, o, b.Lines(), from, to)
}

func actSentences(lang string, o *werewolf.Observation, lines []ledger.Line, from, to int) (list []string) {
	w := newWriter(lang, o)
	seen := map[string]bool{}
	for i := range lines {
		l := &lines[i]
		if l.At < from || l.At >= to {
			continue
		}
		if s := w.act(kindOf(l), l); s != "" && !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}

// Standing returns what still counts of the utterances from one place of the observation's talk to before another: the ledger's claims
// and results, a sentence each. Those by and about the dead come first, so that whoever cuts from the front loses them
// first.
func Standing(lang string, o *werewolf.Observation, b *ledger.Ledger, from, to int) []string {
	var gone, here []ledger.Line
	for _, l := range b.Lines() {
		at := &here
		if !o.Living.Has(l.Seat) || l.Target != 0 && !o.Living.Has(l.Target) {
			at = &gone
		}
		switch kindOf(&l) {
		case "claim", "retract", "found", "guarded":
			*at = append(*at, l)
		default: // opinions change
		}
	}
	return append(actSentences(lang, o, gone, from, to), actSentences(lang, o, here, from, to)...)
}
