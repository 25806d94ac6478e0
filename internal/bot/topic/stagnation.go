package topic

import (
	"strings"
	"unicode"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// recent is how many utterances tell whether a talk moves; fewer than half of it tell nothing.
const recent = 8

// alike is the likeness from which on an utterance repeats another.
const alike = 0.7

// Stagnation returns how much of the day's last utterances brings nothing new, from 0 to 1: silence, repeated words, or
// only acts that the speaker has done before today. A short talk does not stagnate.
func Stagnation(o *werewolf.Observation, b *ledger.Ledger) float64 {
	first := len(o.Talks)
	for first > 0 && o.Talks[first-1].Day == o.Day {
		first--
	}
	from := max(first, len(o.Talks)-recent)
	if len(o.Talks)-from < recent/2 {
		return 0
	}
	news := newsOf(b, o.Day)
	stale := 0
	for at := from; at < len(o.Talks); at++ {
		u := &o.Talks[at]
		if u.Skip || u.Over || !news[at] || repeats(u.Text, o.Talks[first:at]) {
			stale++
		}
	}
	return float64(stale) / float64(len(o.Talks)-from)
}

// newsOf are the utterances of a day, by index, that hold an act their speaker had not done before on the day.
func newsOf(b *ledger.Ledger, day int) map[int]bool {
	type done struct {
		seat       werewolf.SeatID
		frame, act speech.Act
	}
	seen, news := map[done]bool{}, map[int]bool{}
	for _, l := range b.Lines() {
		if l.Finds(werewolf.NoSpecies) {
			continue // that somebody was divined, without what came out
		}
		if d := (done{l.Seat, l.Frame, l.Act}); l.Day == day && !seen[d] {
			seen[d], news[l.At] = true, true
		}
	}
	return news
}

func repeats(text string, before []werewolf.Utterance) bool {
	pieces := piecesOf(text)
	for i := range before {
		if !before[i].Skip && !before[i].Over && likeness(pieces, piecesOf(before[i].Text)) >= alike {
			return true
		}
	}
	return false
}

// piecesOf are the words of a text, and pairs of letters where a language does not part words.
func piecesOf(text string) map[string]bool {
	pieces := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		letters := []rune(w)
		if letters[0] < unicode.MaxLatin1 || len(letters) < 2 {
			pieces[w] = true
			continue
		}
		for i := range len(letters) - 1 {
			pieces[string(letters[i:i+2])] = true
		}
	}
	return pieces
}

// likeness is the share of the pieces of either that both have.
func likeness(a, b map[string]bool) float64 {
	both := 0
	for p := range a {
		if b[p] {
			both++
		}
	}
	if all := len(a) + len(b) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 1
}
