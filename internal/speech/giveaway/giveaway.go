// Package giveaway finds what an utterance gives away of its speaker's side.
//
// The law of the package: it reads an utterance against what its speaker knows, and says so only where the words say it of the speaker;
// that a werewolf suspects another, or trusts one, gives nothing away.
package giveaway

import (
	"regexp"
	"strings"

	"wolfden/internal/speech"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

// Secret is what a speaker would not tell the village.
type Secret string

// The secrets, in order of weight.
const (
	OwnRole Secret = "own role" // that it is on the werewolves' side
	Recited Secret = "prompt"   // the same as a prompt says it, which nobody says of itself, in open play either
	Fellows Secret = "fellows"  // who is a werewolf beside it
)

// Speaker is who speaks, and what it knows.
type Speaker struct {
	Seat    werewolf.SeatID
	Role    werewolf.Role
	Fellows werewolf.SeatSet // whom it knows to be of the pack, living or dead; its own seat counts for nothing
	Roles   *werewolf.RoleTable
	Names   []string // of seat 1, 2 and so on
}

// In returns the secrets that a text tells to everybody, in order of weight; rows is what the text says. Who wins with the village has
// none.
func (s *Speaker) In(text string, rows speech.Rows) (told []Secret) {
	if s.Roles.Team(s.Role) != werewolf.WerewolfTeam {
		return nil
	}
	if s.tellsRole(text, rows) {
		told = append(told, OwnRole)
	}
	if s.saysRole(text, "your", "あなた") {
		told = append(told, Recited)
	}
	if s.namesFellow(text) {
		told = append(told, Fellows)
	}
	return told
}

// tellsRole reports whether a text says that its speaker is on the werewolves' side.
func (s *Speaker) tellsRole(text string, rows speech.Rows) bool {
	if claimed := rows.Claimed(s.Seat); claimed != werewolf.NoRole && s.Roles.Team(claimed) == werewolf.WerewolfTeam {
		return true
	}
	return s.saysRole(text, "my", "私|自分|僕|俺")
}

// Every text that saysRole finds has one of these. Few texts do, so the expression with the role's name is made for those alone.
var ofRole = regexp.MustCompile(`(?i)role(?: is| was| ?:)|役職は`)

// saysRole reports whether a text says that somebody's role is the speaker's, for whom it has these words in English and Japanese.
func (s *Speaker) saysRole(text, english, japanese string) bool {
	if !ofRole.MatchString(text) {
		return false
	}
	names := regexp.QuoteMeta(s.Roles.Name(s.Role))
	for _, lang := range []string{"en", "ja"} {
		names += "|" + regexp.QuoteMeta(roletext.In(lang).Name(s.Roles, s.Role))
	}
	return regexp.MustCompile(`(?i)\b(?:` + english + `) (?:\w+ )?role(?: is| was| ?:)[^.!?]{0,8}\b(?:` + names + `)\b` +
		`|(?:` + japanese + `)の(?:本当の)?役職は[^。！？]{0,4}(?:` + names + `)`).MatchString(text)
}

// Who a speaker calls its fellow. The name stands in the place of NAME; between are no more than a few words of the same sentence.
var fellowWords = []string{
	`(?i)\b(?:my|our)\b[^.!?。]{0,24}\b(?:partners?|pack|packmates?|allies|ally|teammates?|accomplices?|fellow (?:werewolf|werewolves|wolf|wolves))\b[^.!?。]{0,40}NAME`,
	`(?i)NAME[^.!?。]{0,24}\b(?:is|are)\b[^.!?。]{0,12}\b(?:my|our)\b[^.!?。]{0,20}\b(?:partners?|packmates?|allies|ally|teammates?|accomplices?|fellow (?:werewolf|werewolves|wolf|wolves))\b`,
	`(?i)\b(?:(?:NAME and (?:me|i)|(?:me|i) and NAME)[^.!?]{0,16} (?:werewolves|wolves)|(?:we|us) (?:werewolves|wolves)[^.!?]{0,24}NAME)\b`,
	`(?:人狼の仲間|仲間の人狼|仲間の狼|狼仲間|私の仲間|私の相方|私の相棒|味方の人狼)[^。！？]{0,24}NAME`,
	`NAME[^。！？]{0,24}(?:が|は)(?:人狼の仲間|仲間の人狼|仲間の狼|狼仲間|私の仲間|私の相方|私の相棒|味方の人狼)`,
	`(?:私とNAME|NAME[^。！？]{0,4}と私)[^。！？]{0,12}(?:人狼|狼)`,
}

// namesFellow reports whether a text names one of the pack as the speaker's own.
func (s *Speaker) namesFellow(text string) bool {
	for id := range s.Fellows.Without(s.Seat).All() {
		if int(id) > len(s.Names) || s.Names[id-1] == "" || !strings.Contains(text, s.Names[id-1]) {
			continue
		}
		for _, words := range fellowWords {
			if regexp.MustCompile(strings.ReplaceAll(words, "NAME", regexp.QuoteMeta(s.Names[id-1]))).MatchString(text) {
				return true
			}
		}
	}
	return false
}
