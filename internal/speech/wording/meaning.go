package wording

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"wolfden/internal/speech"
)

// meaning is what the sentences of a kind say, its players by the seats that stand for them.
type meaning struct {
	rows   speech.Rows
	ofRole bool // rows that name no role speak of the one in the slot
}

// places are the players that a meaning may speak of, by the seat that stands for each.
var places = [...]string{"{me}", "{t}", "{o}", "{x}"}

// meanings is what every kind says, as meaning.txt has it.
var meanings = sync.OnceValues(func() (map[SentenceKind]meaning, error) {
	text, err := files.ReadFile("meaning.txt")
	if err != nil {
		return nil, err
	}
	return readMeanings("meaning.txt", string(text))
})

// readMeanings reads lines of "kind = rows"; meaning.txt explains them. Every fault is reported with its place.
func readMeanings(file, text string) (map[SentenceKind]meaning, error) {
	all := map[SentenceKind]meaning{}
	var faults []error
	for i, s := range strings.Split(text, "\n") {
		if s = strings.TrimSpace(s); s == "" || s[0] == '#' {
			continue
		}
		name, rows, found := strings.Cut(s, "=")
		kind := SentenceKind(strings.TrimSpace(name))
		m, err := readMeaning(rows)
		if _, twice := all[kind]; twice || !found {
			err = fmt.Errorf("%q: want a kind that does not stand above, = and what it says", s)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", file, i+1, err))
		}
		all[kind] = m
	}
	return all, errors.Join(faults...)
}

func readMeaning(text string) (m meaning, err error) {
	m.ofRole = strings.Contains(text, "{role}")
	text = strings.ReplaceAll(text, "{role}", "ANY")
	for id, place := range places {
		text = strings.ReplaceAll(text, place, fmt.Sprintf("Agent[%02d]", id+1))
	}
	for sentence := range strings.SplitSeq(text, ";") {
		rows, err := readSentence(sentence)
		if err != nil {
			return m, err
		}
		m.rows = speech.Join(m.rows, rows)
	}
	return m, nil
}

// readSentence reads a sentence of the protocol, or "INQUIRE whom topic" with whom it is about where it is about somebody.
func readSentence(text string) (speech.Rows, error) {
	words := strings.Fields(text)
	if len(words) < 3 || words[0] != speech.Inquire.String() || words[2][0] == '(' {
		return speech.Parse(text)
	}
	var topic speech.Topic
	if words[2] != "any" {
		if err := topic.UnmarshalText([]byte(words[2])); err != nil {
			return nil, err
		}
	}
	words = append(words, "ANY") // about nobody
	q, err := speech.Parse(fmt.Sprintf("INQUIRE %s (ESTIMATE %s ANY)", words[1], words[3]))
	if err != nil {
		return nil, err
	}
	return speech.Ask(q[0].Target, topic, q[0].About), nil
}

// Means is what a sentence of the kind says when the speaker says it.
func (s *Speaker) Means(k SentenceKind, slots Slots) speech.Rows {
	m := s.book.means[k]
	rows := m.rows.Place(s.seating.Me, slots.T, slots.O, slots.X)
	for i := range rows {
		if m.ofRole && rows[i].Verb == speech.ComingOut {
			rows[i].Role = slots.Role
		}
	}
	return rows
}
