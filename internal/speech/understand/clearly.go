package understand

import (
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Asserts reports whether an utterance clearly asks others to vote for a player (Watanabe and Kano 2025, section 9.2 and appendices A.13
// and A.14). What only asks whether, reports, refuses or wants such a vote on a condition, or makes the player look suspicious, hints at
// best, and may be heard as a call all the same. says is what the utterance says where it was heard.
func Asserts(t Table, u werewolf.Utterance, says speech.Rows, target werewolf.SeatID) bool {
	if !says.Calls(target) {
		return false
	}
	plain := u
	if plain.Text = clearly(u.Text); plain.Text == u.Text {
		return true
	}
	calls := func(u werewolf.Utterance) bool { return New(t).Hear(u, false).Calls(target) }
	return calls(plain) || !calls(u) // what it calls for by what was said before it does not stand in what was left out
}

// sentences are those of a text, each with the mark that ends it.
var sentences = regexp.MustCompile(`[^.!?。！？\n]*[.!?。！？\n]*`)

// unclear are sentences that call for no vote, whatever they say of one; but those that beg do.
var (
	unclear = []*regexp.Regexp{
		regexp.MustCompile(`[?？]\s*$`),
		regexp.MustCompile(`(?i)^\s*(?:but |and |so |then )?why (?:should|would|do|must)\b`),
		regexp.MustCompile(`(?i)\baccording to\b[^,]*,? (?:we|everybody|everyone|all of us) (?:should|must|ought)`),
		regexp.MustCompile(`(?i)\b(?:would|might) (?:ask|tell|want|have|beg) (?:you|us|everybody|everyone|me) to\b`),
		regexp.MustCompile(`(?i)\b(?:maybe|perhaps|possibly) (?:we|you|everybody|everyone|all of (?:us|you))\b`),
		regexp.MustCompile(`(?:か|かな|かしら|だろうか|でしょうか|かもしれない|かもしれません|かも)[。！!\s]*$`),
		regexp.MustCompile(`べきでは(?:ない|あり)|べきじゃない|(?:と|って)(?:言われ|頼まれ|指示され)`),
	}
	begs = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\bplease\b|, (?:right|okay|ok|agreed|yes|alright|everyone|everybody|all|shall we)\?\s*$`),
		regexp.MustCompile(`(?:ください|下さい|ませんか|お願い|くれる|もらえ|いただけ|頼め)[^。]*。?\s*$`),
	}
	// A condition that is about something else than the vote; what becomes of the village without the vote asks for it.
	condition = regexp.MustCompile(`(?i)^\s*(?:but |and |so |then )?(?:if|unless|in case|provided|suppose|assuming)\b([^,.!?]*),`)
	ofTheVote = regexp.MustCompile(`(?i)\b(?:i w(?:ere|as) (?:you|in your)|vot\w+|execut\w+|lynch\w*|eliminat\w+|hang\w*|let|spare\w*)\b`)
)

// clearly is a text without its unclear sentences.
func clearly(text string) string {
	return strings.TrimSpace(sentences.ReplaceAllStringFunc(text, func(sentence string) string {
		in := func(list []*regexp.Regexp) bool {
			return slices.ContainsFunc(list, func(r *regexp.Regexp) bool { return r.MatchString(sentence) })
		}
		m := condition.FindStringSubmatch(sentence)
		if m != nil && !ofTheVote.MatchString(m[1]) || in(unclear) && !in(begs) {
			return ""
		}
		return sentence
	}))
}
