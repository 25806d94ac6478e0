package wording

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// TestLinksAreHeardAsTheirAbsence: a sentence of any kind says what it says whatever stands before it, with commas and without.
func TestLinksAreHeardAsTheirAbsence(t *testing.T) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	linked := 0
	bothWays(t, func(k SentenceKind, s *Speaker, with, without string) {
		if strings.HasPrefix(string(k), "whisper") || k == GuardedWhom || k == DenySuspect {
			return
		}
		means := s.Means(k, slots)
		heard := func(text string) string {
			l := understand.New(understand.Table{Names: tables["en"], Roles: rules.Roles})
			before(l, k, means)
			list := strings.Split(l.Understand(&werewolf.Utterance{Day: 2, Seat: seatMe, Text: text}, false).String(), "\n")
			slices.Sort(list)
			return strings.Join(list, "\n")
		}
		for _, link := range []Link{But, Besides} {
			for _, text := range []string{with, without} {
				whole := s.Link(link, text)
				s.today = map[uint64]bool{}
				if whole == text {
					continue
				}
				if linked++; linked%37 == 0 && heard(whole) != heard(text) { // a draw of all
					t.Errorf("%s: %q is heard as\n%s\nand without the first words as\n%s", k, whole, heard(whole), heard(text))
				}
			}
		}
	})
	t.Logf("%d sentences", linked)
	if linked < 1000 {
		t.Errorf("%d sentences go on from others", linked)
	}
}

// TestLinkKeepsNames: what begins with a name or "I" keeps its capital, what begins with an opening or a cry gets no words before it.
func TestLinkKeepsNames(t *testing.T) {
	for text, want := range map[string]string{
		"Alice looks honest.": " Alice looks honest.", "I trust Alice.": " I trust Alice.", "I'm sure.": " I'm sure.",
		"Nobody has vouched for Bob.": " nobody has vouched for Bob.", "They are quiet.": " they are quiet.",
		"Honestly I trust Alice.": "Honestly I trust Alice.", "Surprise! I trust Alice.": "Surprise! I trust Alice.",
	} {
		s := speakerIn(bookOf(t, "en"), 0, 1)
		if got := s.Link(But, text); !strings.HasSuffix(got, want) || (got == text) != (want == text) {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	s, seen := speakerIn(bookOf(t, "en"), 0, 1), map[string]bool{}
	for range 20 {
		text := s.Link(But, "I trust Alice.")
		if seen[text] && text != "I trust Alice." {
			t.Errorf("%q again on one day", text)
		}
		seen[text] = true
	}
}

// TestManner: no turn of phrase that may be left out comes twice a day, and no wording while there is another.
func TestManner(t *testing.T) {
	for seed := range uint64(20) {
		s := speakerIn(bookOf(t, "en"), int(seed%4), seed)
		s.Begin(1)
		seen := map[string]bool{}
		for id := range 4 {
			text, _ := s.Say(WhyQuiet, Slots{T: werewolf.SeatID(id + 1)}, nil)
			s.Remember(text, true)
			form := s.echo.names.Replace(text)
			if seen[form] {
				t.Errorf("%q again on one day", text)
			}
			seen[form] = true
		}
		for opening := range s.worded.fragments["fact"].lines {
			s.today[s.worded.fragments["fact"].lines[opening].manner] = true
		}
		if text, _ := s.Say(WhySaid, Slots{T: seatT}, nil); !slices.ContainsFunc([]string{"Alice", "I see", "After"}, func(p string) bool { return strings.HasPrefix(text, p) }) {
			t.Errorf("%q opens with a phrase of today", text)
		}
	}
}

// TestAnswersAreHeardAsStatements: what answers somebody by name says what it says without the name. Nobody is
// answered with an opening, or with a cry.
func TestAnswersAreHeardAsStatements(t *testing.T) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	bothWays(t, func(k SentenceKind, s *Speaker, with, without string) {
		if !answers[k] && !strings.HasPrefix(string(k), "why ") || k == SeenMyself || k == TrustPair || len(s.manners) > 0 || seen[with] || strings.HasPrefix(with, named["en"]) {
			return
		}
		seen[with] = true
		means := s.Means(k, slots)
		heard := func(text string) string {
			l := understand.New(understand.Table{Names: tables["en"], Roles: rules.Roles})
			before(l, k, means)
			list := strings.Split(l.Understand(&werewolf.Utterance{Day: 2, Seat: seatMe, Text: text}, false).String(), "\n")
			slices.Sort(list)
			return strings.Join(list, "\n")
		}
		for _, text := range []string{with, without} {
			if whole := s.Address("Erin", text); heard(whole) != heard(text) {
				t.Errorf("%s: %q is heard as\n%s\nand without the name as\n%s", k, whole, heard(whole), heard(text))
			}
		}
	})
}

// answers are the kinds that may answer a question, beside reasons.
var answers = map[SentenceKind]bool{
	SuspectLead: true, VoteFor: true, VoteKeep: true, VoteChange: true, TrustLean: true, TrustFound: true, TrustSole: true, TrustMe: true, TrustMine: true,
	TrustPair: true, TrustProof: true, TrustRight: true, ViewNeutral: true, NotSure: true, DenyWolf: true, ClaimPlain: true, ClaimRole: true, Repeat: true,
	RecallHuman: true, RecallWolf: true, NotMyRole: true, HideRole: true, NoResultYet: true,
}
