package chronicle

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Cause is the kind of the reason for which a rule answered the call, one of Kinds. Whoever asked the model has noted it. Records
// from before that have the reason's text alone, from which it is read.
func (c *Call) Cause() string {
	if slices.Contains(Kinds(), c.Kind) {
		return c.Kind
	}
	return causeIn(c.Why)
}

// otherMeaning is the kind of a wording that a player did not use.
const otherMeaning = "does not hold: other meaning"

// otherReason is the kind of what has none.
const otherReason = "another reason"

// Kinds are the kinds of reasons that are counted; a record may hold what it likes. Those who note them are package llm and the
// tasks of players. The slice is the caller's.
func Kinds() []string {
	return []string{
		"no model", "no prompt", "too long for the model", "no time", "budget used up", "not in the recording", "provider left alone", "provider did not answer",
		"unreadable reply", "refused by the provider", "refused by the model", "cut off", "only thought", "wrong form", otherReason,
		"does not hold: said before", "does not hold: too long", "does not hold: empty", "does not hold: names a stranger",
		"does not hold: no legal choice", "does not hold: did not happen", "does not hold: not what was said",
		"does not hold: not what was asked for", "does not hold: tells a secret", "does not hold: says the prompt", otherMeaning, "does not hold: other",
	}
}

// cause is a kind of reason in a record without kinds. Its mark stands in the text of such a reason, and behind it may stand the mark
// of a narrower kind. Nothing is added here: what is new notes its kind.
type cause struct {
	mark, kind string
	narrower   []cause
}

// causes are the kinds of reasons, by the words of those who give them: llm, the tasks of players, the filter of utterances and
// the organisers' agent.
func causes() []cause {
	late := []cause{
		{mark: "deadline exceeded", kind: "no time"}, {mark: "context canceled", kind: "no time"}, {mark: "no room in time", kind: "no time"},
	}
	given := []cause{
		{mark: ", not ", kind: "does not hold: not what was asked for"}, {mark: "is missing", kind: "does not hold: not what was asked for"},
	}
	return []cause{
		{mark: "no model", kind: "no model"},
		{mark: "budget used up", kind: "budget used up"},
		{mark: "not in the recording", kind: "not in the recording"},
		{mark: "left alone since calls failed", kind: "provider left alone"},
		{mark: "request rejected", kind: "refused by the provider"},
		{mark: "model refused", kind: "refused by the model"},
		{mark: "answer truncated", kind: "cut off"},
		{mark: "answer breaks its schema", kind: "wrong form"},
		{mark: "cannot unmarshal", kind: "wrong form"},
		{mark: "no answer in time", kind: "provider did not answer", narrower: late},
		{mark: "the template cannot be used", kind: "no prompt"},
		{mark: "the prompt is longer", kind: "no prompt"},
		{mark: "the answer does not hold", kind: "does not hold: other", narrower: append(checks(), given...)},
		{mark: "filter:", kind: "does not hold: other", narrower: checks()},
		{mark: "the rewording", kind: otherMeaning},
	}
}

// checks are what an answer in the right form may fail at.
func checks() []cause {
	marks := map[string][]string{
		"said before":       {"said the same today", "said it today"},
		"too long":          {"has a length of", "length of the day's talk", "does not fit the length", "characters, at most"},
		"empty":             {"is empty", "are empty", "nothing is left to say", "the model said nothing", "there is something to say", "has no content", "are no guidelines", "are no points", "nothing is said of"},
		"names a stranger":  {"somebody who does not play", "somebody who is not in the game", "no other living player to address"},
		"no legal choice":   {"that may be chosen", "no topic that is left", "nobody who may be chosen", "several players are named"},
		"other meaning":     {"only one of draft and utterance", "the draft does not"},
		"did not happen":    {"something that has not happened"},
		"not what was said": {"is not in the utterance", "did not say it", "it cannot be addressed to", "there is no utterance", "without a word for a role"},
	}
	var all []cause
	for kind, list := range marks {
		for _, mark := range list {
			all = append(all, cause{mark: mark, kind: "does not hold: " + kind})
		}
	}
	return all
}

// quoted are the parts of a reason that may be a model's or a player's words.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// causeIn is the kind of a reason by its text. What is quoted there counts for nothing.
func causeIn(why string) string {
	text := quoted.ReplaceAllString(why, `""`)
	for _, kinds := range [][]cause{causes(), checks()} { // a check may be all that is said
		if kind := kindOf(text, kinds); kind != "" {
			return kind
		}
	}
	return otherReason
}

// kindOf is the kind whose mark stands first in the text, or the narrower one behind it; empty where none does. The outer part
// of a reason stands before what it is about.
func kindOf(text string, kinds []cause) string {
	first, at := cause{}, len(text)
	for _, c := range kinds {
		if found := strings.Index(text, c.mark); found >= 0 && found < at {
			first, at = c, found
		}
	}
	if first.narrower == nil {
		return first.kind
	}
	return cmp.Or(kindOf(text[at+len(first.mark):], first.narrower), first.kind)
}
