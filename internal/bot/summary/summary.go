// Package summary keeps what was said before in few sentences.
//
// The law of the package: the sentences that rules write come from the board and the opinion alone, never from the
// words of others. A model may shorten what was said; what it made stays as it is, so that a summary never changes
// behind a player's back.
package summary

import (
	"embed"
	"strconv"

	"wolfden/internal/bot/board"
	"wolfden/internal/bot/hearing"
	"wolfden/internal/bot/phrase"
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

// act says what an act of a speaker is, "" for acts that are not worth remembering.
func (w *writer) act(kind string, by werewolf.SeatID, a hearing.Act) string {
	return w.book.Say(kind, "s", w.o.Name(by), "t", w.o.Name(a.Target), "o", w.o.Name(a.About),
		"r", phrase.Role(w.lang, a.Role), "k", phrase.Species(w.lang, a.Species))
}

// Heard is what the board has of the utterances from one place of the observation's talk to before another, a sentence
// each in their order; what was said twice stands once. A language without sentences is English.
func Heard(lang string, o *werewolf.Observation, b *board.Board, from, to int) (list []string) {
	w := newWriter(lang, o)
	seen := map[string]bool{}
	for _, l := range b.Lines {
		if l.At < from || l.At >= to {
			continue
		}
		if s := w.act(l.Act.Kind.String(), l.Seat, l.Act); s != "" && !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}

// Standing is what still counts of the utterances before a place of the observation's talk: the claims and results on the
// board, a sentence each, those of and about the dead first. Who writes them last loses them last where room is short.
func Standing(lang string, o *werewolf.Observation, b *board.Board, to int) []string {
	var gone, here board.Board
	for _, l := range b.Lines {
		at := &here
		if !o.Living.Has(l.Seat) || l.Act.Target != 0 && !o.Living.Has(l.Act.Target) {
			at = &gone
		}
		switch l.Act.Kind {
		case hearing.Claim, hearing.Retract, hearing.Found, hearing.Guarded:
			at.Lines = append(at.Lines, l)
		default: // opinions change
		}
	}
	return append(Heard(lang, o, &gone, 0, to), Heard(lang, o, &here, 0, to)...)
}

// Topic is that of the notes.
const Topic = "summary"

func heading(w *writer, day int) string { return w.book.Say("heading", "d", strconv.Itoa(day)) }
