package chronicle

import "strings"

// cause is a kind of reason for which a rule answered in place of a model, and what the texts of such reasons hold.
type cause struct {
	kind  string
	marks []string
}

// causes are the kinds, the first that fits counts. What a model's answer failed at comes before how it was asked for,
// because a reason quotes what it was asked again for behind the rest.
func causes() []cause {
	return []cause{
		{"no model", []string{"no model"}},
		{"budget used up", []string{"budget used up"}},
		{"not in the recording", []string{"not in the recording"}},
		{"provider left alone", []string{"left alone since calls failed"}},
		{"refused by the provider", []string{"request rejected"}},
		{"refused by the model", []string{"model refused"}},
		{"cut off", []string{"answer truncated"}},
		{"wrong form", []string{"answer breaks its schema", "cannot unmarshal", "unexpected end of JSON"}},
		{"too late", []string{"deadline exceeded", "context canceled", "no room in time"}},
		{"provider did not answer", []string{"no answer in time"}},
		{"prompt cannot be made", []string{"the template cannot be used", "the prompt is longer"}},
		{"says otherwise than it was to", []string{"otherwise than what was to be said", "in only one of draft and utterance", "the draft does not"}},
		{"said before", []string{"said the same today", "said it today"}},
		{"too long", []string{"utterance has a length of", "length of the day's talk", "does not fit the length", " characters, at most "}},
		{"names a stranger", []string{"somebody who does not play", "somebody who is not in the game"}},
		{"tells what did not happen", []string{"something that has not happened"}},
		{"nothing in it", []string{" empty", "nothing is left to say", "model said nothing", "has no content", "are no guidelines"}},
		{"no legal choice", []string{"that may be chosen", "who may be chosen", "several players are named", "topic that is left"}},
		{"does not hold", []string{"the answer does not hold"}},
	}
}

// otherCause is the kind of reasons that no kind fits.
const otherCause = "another reason"

// Cause is the kind of a reason for which a rule answered. It holds nothing of the reason's text.
func Cause(why string) string {
	for _, c := range causes() {
		for _, mark := range c.marks {
			if strings.Contains(why, mark) {
				return c.kind
			}
		}
	}
	return otherCause
}
