package wording

import (
	"iter"
	"slices"
	"testing"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// answering are kinds that answer a question and ask nothing.
var answering = []SentenceKind{AnswerStyle, NotSure, ViewNeutral, AnswerYou, AnswerSaid, AnswerToo, TrustLean}

// TestAnswersAskNothing: what answers somebody by name is heard as no question, which would be answered in turn.
func TestAnswersAskNothing(t *testing.T) {
	for _, lang := range languages {
		eachTemplate(t, lang, func(k SentenceKind, s *Speaker, text string) {
			if !slices.Contains(answering, k) {
				return
			}
			for a := range questionsIn(lang, s.Address(tables[lang][seatX-1], text)) {
				t.Errorf("%s, %s: %q asks %d", lang, k, text, a.Target)
			}
		})
	}
}

// TestSmallTalkIsHeardAsSuch: a question of the first day is about no suspect, for whom it is too early.
func TestSmallTalkIsHeardAsSuch(t *testing.T) {
	for _, lang := range languages {
		eachTemplate(t, lang, func(k SentenceKind, _ *Speaker, text string) {
			if k != AskStyle {
				return
			}
			heard := 0
			for a := range questionsIn(lang, text) {
				if heard++; a.Target != seatT || a.Topic != speech.AnyTopic || a.About != 0 {
					t.Errorf("%s: %q asks %d for %v of %d", lang, text, a.Target, a.Topic, a.About)
				}
			}
			if heard == 0 {
				t.Errorf("%s: %q asks nothing", lang, text)
			}
		})
	}
}

// questionsIn are the questions that are heard in a text.
func questionsIn(lang, text string) iter.Seq[speech.Act] {
	rules, _ := werewolf.Standard(13)
	l := understand.New(understand.Table{Names: tables[lang], Roles: rules.Roles})
	return l.Understand(&werewolf.Utterance{Day: 1, Seat: seatMe, Text: text}, false).Questions()
}

// eachTemplate calls the function with a sentence of each template in each style.
func eachTemplate(t *testing.T, lang string, see func(SentenceKind, *Speaker, string)) {
	t.Helper()
	b := bookOf(t, lang)
	for style := range b.styles {
		s := speakerIn(b, style, uint64(style))
		for _, k := range kindsOf(b) {
			filled := slots
			filled.Role = roleOf(k)
			for i := range s.worded.lines[k] {
				if s.worded.lines[k][i].who&traitAgain == 0 {
					see(k, s, s.render(&s.worded.lines[k][i], &filled, true))
				}
			}
		}
	}
}

// TestAnswersAccuseNoAsker: what is said to somebody by name, about others, is heard as nothing against whom it is said to.
func TestAnswersAccuseNoAsker(t *testing.T) {
	rules, _ := werewolf.Standard(13)
	for _, lang := range languages {
		eachTemplate(t, lang, func(k SentenceKind, s *Speaker, text string) {
			if !slices.Contains(answering, k) && !slices.Contains([]SentenceKind{DenyWolf, ClaimPlain, Innocent, HideRole, NoResultYet, NotMyRole}, k) {
				return
			}
			l := understand.New(understand.Table{Names: tables[lang], Roles: rules.Roles})
			rows := l.Understand(&werewolf.Utterance{Day: 1, Seat: seatMe, Text: s.Address(tables[lang][seatX-1], text)}, false)
			if rows.Suspected().Has(seatX) && !s.Means(k, slots).Suspected().Has(seatX) {
				t.Errorf("%s, %s: %q", lang, k, text)
			}
		})
	}
}
