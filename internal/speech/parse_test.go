package speech

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

func TestSentencesOfTheProtocol(t *testing.T) {
	vote := Act{Verb: Vote, Target: 3}
	for text, want := range map[string]Rows{
		"COMINGOUT Agent[01] SEER":                      Of(Act{Verb: ComingOut, Target: 1, Role: werewolf.Seer}),
		"COMINGOUT Agent[01] ANY":                       Of(Act{Verb: ComingOut, Target: 1}),
		"ESTIMATE Agent[02] WEREWOLF":                   Of(Act{Verb: Estimate, Target: 2, Role: werewolf.Werewolf}),
		"ESTIMATE Agent[02] HUMAN":                      Of(Act{Verb: Estimate, Target: 2, Species: werewolf.Human}),
		"DIVINED Agent[60] WEREWOLF":                    Of(Act{Verb: Divined, Target: 60, Species: werewolf.Wolf}),
		"Agent[04] IDENTIFIED Agent[05] HUMAN":          Of(Act{Verb: Identified, Subject: 4, Target: 5, Species: werewolf.Human}),
		"UNSPEC VOTED Agent[05]":                        Of(Act{Verb: Voted, Subject: Unspec, Target: 5}),
		"AGREE TALK day2 ID:14":                         Of(Act{Verb: Agree, Talk: Talk{Day: 2, ID: 14}}),
		"DISAGREE WHISPER day0 ID:0":                    Of(Act{Verb: Disagree, Talk: Talk{Whisper: true}}),
		" Skip ":                                        Of(Act{Verb: Skip}),
		"Over":                                          Of(Act{Verb: Over}),
		"REQUEST ANY (VOTE Agent[03])":                  Within(Act{Verb: Request}, Of(vote)),
		"INQUIRE Agent[02](COMINGOUT Agent[02] ANY)":    Within(Act{Verb: Inquire, Target: 2, Topic: WhichRole}, Of(Act{Verb: ComingOut, Target: 2})),
		"DAY 1 (VOTE Agent[03])":                        Within(Act{Verb: Day, Day: 1}, Of(vote)),
		"NOT (VOTE Agent[03])":                          Within(Act{Verb: Not}, Of(vote)),
		"AND (VOTE Agent[03]) (Over) (Skip)":            Within(Act{Verb: And}, Of(vote), Of(Act{Verb: Over}), Of(Act{Verb: Skip})),
		"XOR (VOTE Agent[03]) (Over)":                   Within(Act{Verb: Xor}, Of(vote), Of(Act{Verb: Over})),
		"BECAUSE (ANY ATTACKED Agent[03]) (GUARD ANY)":  Within(Act{Verb: Because}, Of(Act{Verb: Attacked, Subject: Any, Target: 3}), Of(Act{Verb: Guard})),
		"OR (DIVINATION Agent[03]) (ATTACK Agent[03])":  Within(Act{Verb: Or}, Of(Act{Verb: Divination, Target: 3}), Of(Act{Verb: Attack, Target: 3})),
		"DAY 0 (Agent[02] GUARDED Agent[03])":           Within(Act{Verb: Day}, Of(Act{Verb: Guarded, Subject: 2, Target: 3})),
		"ESTIMATE Agent[02] ANY":                        Of(Act{Verb: Estimate, Target: 2}),
		"IDENTIFIED Agent[02] ANY":                      Of(Act{Verb: Identified, Target: 2}),
		"Agent[01] REQUEST Agent[02] (GUARD Agent[01])": Within(Act{Verb: Request, Subject: 1, Target: 2}, Of(Act{Verb: Guard, Target: 1})),
	} {
		got, err := Parse(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
			continue
		}
		if again, err := Parse(got.String()); err != nil || !slices.Equal(again, got) {
			t.Errorf("%q is written %q and read back as %+v, %v", text, got, again, err)
		}
	}
}

func TestFaultySentencesSayWhereAndWhat(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "character 1: \"\" is no verb",
		"VOTE":                            "is no agent",
		"VOTE Agent[1]":                   "is no agent",
		"VOTE Agent[00]":                  "is no agent",
		"VOTE Agent[61]":                  "is no agent",
		"VOTE UNSPEC":                     "is no agent",
		"ESTIMATE Agent[01] KING":         "character 20: \"KING\" is neither role nor species",
		"COMINGOUT Agent[01] HUMAN":       "is neither role nor species that COMINGOUT takes",
		"DIVINED Agent[01] SEER":          "is neither role nor species that DIVINED takes",
		"AGREE day1 ID:3":                 "neither TALK nor WHISPER",
		"AGREE TALK day01 ID:3":           "is no number",
		"AGREE TALK day1 ID:-3":           "is no number",
		"DAY x (Over)":                    "is no number",
		"NOT VOTE Agent[01]":              "NOT needs 1 sentences",
		"AND (Over)":                      "AND needs 2 sentences",
		"NOT (Over":                       "not closed",
		"XOR (Over) (Over) (Over)":        "something after the sentence",
		"Over Over":                       "something after the sentence",
		"vote Agent[01]":                  "is no verb",
		strings.Repeat("NOT (", 40):       "in one another",
		strings.Repeat("Over", 1000):      "is no verb",
		"REQUEST UNSPEC (VOTE Agent[01])": "is no agent",
	} {
		_, err := Parse(text)
		if !errors.Is(err, ErrSentence) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

func TestDepthIsBounded(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("NOT (", n-1) + "Over" + strings.Repeat(")", n-1) }
	if _, err := Parse(deep(maxDepth)); err != nil {
		t.Errorf("%d deep: %v", maxDepth, err)
	}
	if _, err := Parse(deep(maxDepth + 1)); !errors.Is(err, ErrSentence) {
		t.Errorf("%d deep: %v, want an error", maxDepth+1, err)
	}
}

// FuzzParse: what is read is written as it was read, and nothing breaks the parser.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"COMINGOUT Agent[01] SEER", "BECAUSE (DIVINED Agent[03] WEREWOLF) (REQUEST ANY (VOTE Agent[03]))", "Skip", "ANY AGREE TALK day2 ID:14",
		"AND (ESTIMATE Agent[02] HUMAN) (NOT (UNSPEC VOTED ANY)) (DAY 3 (Over))", "((", "Agent[", "DAY 99999999999 (Over)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrSentence) {
				t.Fatalf("%q: %v does not wrap ErrSentence", text, err)
			}
			return
		}
		again, err := Parse(a.String())
		if err != nil || !slices.Equal(again, a) {
			t.Fatalf("%q is written %q and read back as %+v, %v", text, a, again, err)
		}
	})
}

func TestWordsOfTheEnums(t *testing.T) {
	for v := NoVerb; v <= Xor; v++ {
		roundTrip[Verb](t, v, new(Verb))
	}
	for topic := AnyTopic; topic <= WhichPlan; topic++ {
		roundTrip[Topic](t, topic, new(Topic))
	}
	var v Verb
	if err := v.UnmarshalText([]byte("SHOUT")); err == nil || !strings.Contains(err.Error(), "COMINGOUT") {
		t.Errorf("SHOUT: %v, want an error that names the verbs", err)
	}
	if got := Verb(99).String(); got != "?99" {
		t.Errorf("an unknown verb is %q", got)
	}
}

// text is what an enum and the pointer to it can do.
type text[T any] interface {
	*T
	UnmarshalText([]byte) error
}

func roundTrip[T comparable, P text[T]](t *testing.T, v interface{ MarshalText() ([]byte, error) }, to P) {
	t.Helper()
	b, err := v.MarshalText()
	if err == nil {
		err = to.UnmarshalText(b)
	}
	if err != nil || any(*to) != any(v) {
		t.Errorf("%v is written %q and read back as %v, %v", v, b, *to, err)
	}
}
