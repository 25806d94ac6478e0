package wording

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// TestMeans: what a sentence says follows from its kind and from what fills its slots, and from nothing else.
func TestMeans(t *testing.T) {
	s := speakerIn(bookOf(t, "en"), 0, 1)
	for k, want := range map[SentenceKind]speech.Rows{
		Greet:         nil,
		Counter:       speech.Join(speech.Claim(seatMe, werewolf.Seer), speech.Suspect(seatO)),
		ClaimSeenWolf: speech.Join(speech.Claim(seatMe, werewolf.Seer), speech.Found(werewolf.Divines, seatT, werewolf.Wolf)),
		MediumHuman:   speech.Found(werewolf.Identifies, seatT, werewolf.Human),
		ClaimFellow: speech.Join(speech.Claim(seatMe, werewolf.Seer),
			speech.Of(speech.Act{Verb: speech.ComingOut, Subject: seatMe, Target: seatT, Role: werewolf.Seer})),
		Retract:   speech.Retract(seatMe),
		PowerWolf: speech.Join(speech.Claim(seatMe, werewolf.Werewolf), speech.Do(speech.Vote, seatO), speech.RequestVote(seatO)),
		AskView:   speech.Ask(seatT, speech.AnyTopic, seatO),
		AskWhy:    speech.Ask(seatT, speech.WhyTopic, 0),
		AskVote:   speech.Ask(seatT, speech.VoteWhom, 0),
	} {
		if got := s.Means(k, slots); !slices.Equal(got, want) {
			t.Errorf("%q means %v, want %v", k, got, want)
		}
	}
	one := s.Means(VoteFor, Slots{T: seatX})
	if s.Means(VoteFor, slots); one[0].Target != seatX {
		t.Errorf("a sentence said later changes what the one before means: %v", one)
	}
}

// TestFaultsOfMeaningsNameTheirPlace: whoever edits the file is told where to look.
func TestFaultsOfMeaningsNameTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"greet":                              "f:1: \"greet\": want a kind",
		"\nvote = VOTE {t}\nvote = VOTE {o}": "f:3: \"vote = VOTE {o}\": want a kind that does not stand above",
		"vote = VOTE {who}":                  "f:1: character",
		"vote = VOTE {t};":                   "f:1: character",
		"ask = INQUIRE {t} whither":          "unknown topic",
		"ask = INQUIRE {t} why {who}":        "f:1: character",
	} {
		if _, err := readMeanings("f", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
