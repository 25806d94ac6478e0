package main

import (
	"math/rand/v2"
	"strings"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// tableNames are who sits at the table of worded sentences: the speaker, then whom the slots are filled with.
var tableNames = map[string][]string{
	"en": {"Alice", "Bob", "Carol", "Dave", "Eve"},
	"ja": {"アリス", "ボブ", "キャロル", "デイブ", "イブ"},
}

// voices is how many characters word each kind of sentence.
const voices = 6

// worded makes examples of the house's own wordings of a language, whose meaning is known. What is whispered makes none.
func worded(lang string) (all []example, err error) {
	book, err := wording.In(lang)
	if err != nil {
		return nil, err
	}
	for v := range uint64(voices) {
		s := wording.NewSpeaker(book, "", wording.Seating{Me: 1, Names: tableNames[lang]}, rand.New(rand.NewPCG(v, v))) //nolint:gosec // drawn the same in every run
		for _, k := range book.Kinds() {
			if strings.HasPrefix(string(k), "whisper") {
				continue
			}
			all = append(all, wordings(s, k, tableNames[lang])...)
		}
	}
	return all, nil
}

// wordings are the examples of all sentences of a kind that a speaker has.
func wordings(s *wording.Speaker, k wording.SentenceKind, names []string) (all []example) {
	slots := wording.Slots{T: 2, O: 3, X: 4, N: 3, Role: werewolf.Seer}
	var meant [len(acts)][]string
	for a := range acts {
		for id := range acts[a].said(follows(s.Means(k, slots)), 1).All() {
			meant[a] = append(meant[a], names[id-1])
		}
	}
	for {
		text, ok := s.Say(k, slots, nil)
		if !ok || len(all) > 400 {
			return all
		}
		s.Remember(text, true)
		l := understand.New(understand.Table{Names: names})
		u := werewolf.Utterance{Day: 1, Seat: 1, Text: text}
		rows, clues := l.Clues(&u, false)
		all = append(all, examples(names, 1, rows, clues, meant)...)
	}
}

// follows adds what a vote and a result say of their targets.
func follows(rows speech.Rows) speech.Rows {
	all := speech.Join(rows)
	for _, a := range rows {
		switch {
		case a.Verb == speech.Vote, a.Tells() && a.Species == werewolf.Wolf:
			all = speech.Join(all, speech.Suspect(a.Target))
		case a.Tells() && a.Species == werewolf.Human:
			all = speech.Join(all, speech.Trust(a.Target))
		}
	}
	return all
}
