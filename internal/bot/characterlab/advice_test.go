package characterlab

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/phrase"
	"wolfden/werewolf"
)

// The night's choices carry advice of their own, which says nothing of talk and votes; the two sides are told different things.
func TestAdviceGoesByWhatIsAsked(t *testing.T) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[werewolf.Role][]werewolf.RequestKind{
		werewolf.Seer: {werewolf.Vote, werewolf.Divine}, werewolf.Bodyguard: {werewolf.Vote, werewolf.Guard}, werewolf.Werewolf: {werewolf.Vote, werewolf.Attack},
	}
	for lang, byDay := range map[string][]string{"en": {"vote", "suspicion", "suspect", "trust", "win those"}, "ja": {"投票", "疑", "信頼", "票を"}} {
		said := map[string]string{}
		for role, kinds := range asked {
			for _, kind := range kinds {
				words, err := phrase.Read(files, "words", lang)
				if err != nil {
					t.Fatal(err)
				}
				s := &state{words: words, Roles: map[string]map[string]float64{"Ada": {"SEER": 1}}}
				o := &werewolf.Observation{Rules: &rules, Seat: 1, Roles: []werewolf.Role{werewolf.NoRole, role}, Request: werewolf.Request{Kind: kind}}
				got := s.advice("choose", o)
				if bare := words.Say("choose"); got == "" || got == strings.TrimSpace(strings.ReplaceAll(bare, "{aim}", "")) {
					t.Errorf("%s: %s of the %s has no advice: %q", lang, kind, role, got)
				}
				if by := kind.String() + " " + o.Team().String(); said[got] != "" && said[got] != by {
					t.Errorf("%s: %s and %s have the same advice: %q", lang, said[got], by, got)
				} else {
					said[got] = by
				}
				if kind != werewolf.Vote && slices.ContainsFunc(byDay, func(word string) bool { return strings.Contains(got, word) }) {
					t.Errorf("%s: %s of the %s is told what helps by day: %q", lang, kind, role, got)
				}
			}
		}
	}
}
