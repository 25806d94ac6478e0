package speech

import (
	"slices"
	"testing"

	"wolfden/werewolf"
)

// saying is rows of every kind that seat 1 may say.
func saying() Rows {
	return Join(
		Claim(1, werewolf.Medium), Retract(1),
		Of(Act{Verb: Identified, Target: 2, Species: werewolf.Human}, Act{Verb: Divined, Target: 3}, Act{Verb: Guarded, Target: 4}),
		Of(Act{Verb: Divined, Subject: 2, Target: 3, Species: werewolf.Wolf}, Act{Verb: Vote, Target: 4}),
		RequestVote(5), Of(Act{Verb: Attack, Target: 6}), Suspect(7), Trust(8), Trust(9),
		Ask(2, WhichRole, 0), Ask(0, VoteWhom, 3), Ask(3, WhichResult, 4), Ask(3, WhichPlan, 0), Ask(3, SuspectWhom, 0), Ask(3, WhyTopic, 5),
	)
}

func TestRowsAsSentences(t *testing.T) {
	want := []string{
		"COMINGOUT Agent[01] MEDIUM", "NOT (COMINGOUT Agent[01] ANY)", "IDENTIFIED Agent[02] HUMAN", "DIVINED Agent[03] ANY", "GUARDED Agent[04]",
		"Agent[02] DIVINED Agent[03] WEREWOLF", "VOTE Agent[04]", "REQUEST ANY (VOTE Agent[05])", "ATTACK Agent[06]", "ESTIMATE Agent[07] WEREWOLF",
		"ESTIMATE Agent[08] HUMAN", "ESTIMATE Agent[09] HUMAN", "INQUIRE Agent[02] (COMINGOUT Agent[02] ANY)", "INQUIRE ANY (VOTE ANY)",
		"INQUIRE Agent[03] (DIVINED Agent[04] ANY)", "INQUIRE Agent[03] (DIVINATION ANY)", "INQUIRE Agent[03] (ESTIMATE ANY WEREWOLF)",
		"INQUIRE Agent[03] (ESTIMATE Agent[05] WEREWOLF)",
	}
	r := saying()
	var got []string
	for n := range r.Sentences() {
		text := r.Sentence(n, nil)
		got = append(got, text)
		if again, err := Parse(text); err != nil || again.Sentence(1, nil) != text {
			t.Errorf("%s is read back as %v, %v", text, again, err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("sentences:\n%q, want\n%q", got, want)
	}
}

// What the keys say is what the rows say.
func TestKeysOfRows(t *testing.T) {
	r := saying()
	if r.Claimed(1) != werewolf.Medium || r.Claimed(2) != werewolf.NoRole || !r.Retracts(1) || !r.Worded() {
		t.Errorf("claims %v, retracts %v", r.Claimed(1), r.Retracts(1))
	}
	if n := len(slices.Collect(r.Results(1))); n != 3 {
		t.Errorf("%d results", n)
	}
	if told := slices.Collect(r.Reports(1)); len(told) != 1 || told[0].Subject != 2 {
		t.Errorf("reports %v", told)
	}
	if r.Announced(Vote) != 4 || r.Announced(Attack) != 6 || r.Announced(Guard) != 0 || r.Requested(Vote) != 5 {
		t.Errorf("votes %d, attacks %d, requests %d", r.Announced(Vote), r.Announced(Attack), r.Requested(Vote))
	}
	if r.Suspected() != werewolf.SetOf(7) || r.Trusted() != werewolf.SetOf(8, 9) {
		t.Errorf("suspects %v, trusts %v", r.Suspected().Slice(), r.Trusted().Slice())
	}
	if some, all := r.Asked(1); some != werewolf.SetOf(2, 3) || !all {
		t.Errorf("asks %v and all: %v", some.Slice(), all)
	}
	if n := len(slices.Collect(r.Questions())); n != 6 {
		t.Errorf("%d questions", n)
	}
	if Of(Act{Verb: Skip}).Worded() || Of(Act{Verb: Over}).Worded() || !(Rows)(nil).Worded() {
		t.Error("Skip and Over are no words; an utterance that means nothing is")
	}
}

// What is denied, asked for in a denial, or one of two is not said outright; reasons and lists are.
func TestWhatIsSaidOutright(t *testing.T) {
	for text, want := range map[string]string{
		"AND (VOTE Agent[03]) (ESTIMATE Agent[03] WEREWOLF)":                  " VOTE Agent[03]; ESTIMATE Agent[03] WEREWOLF",
		"BECAUSE (DIVINED Agent[03] WEREWOLF) (REQUEST ANY (VOTE Agent[03]))": " DIVINED Agent[03] WEREWOLF;REQUEST VOTE Agent[03]",
		"NOT (VOTE Agent[03])":                                                    "NOT VOTE Agent[03]",
		"NOT (REQUEST ANY (VOTE Agent[03]))":                                      "",
		"XOR (ESTIMATE Agent[03] WEREWOLF) (ESTIMATE Agent[04] WEREWOLF)":         "",
		"DAY 1 (GUARDED Agent[03])":                                               " GUARDED Agent[03]",
		"REQUEST ANY (AND (VOTE Agent[03]) (BECAUSE (Over) (VOTE Agent[04])))":    "REQUEST VOTE Agent[03];REQUEST Over;REQUEST VOTE Agent[04]",
		"OR (NOT (VOTE Agent[03])) (AND (VOTE Agent[03]) (VOTE Agent[04]))":       "",
		"INQUIRE Agent[02] (BECAUSE (VOTE Agent[02]) (ESTIMATE Agent[03] HUMAN))": "INQUIRE VOTE Agent[02];INQUIRE ESTIMATE Agent[03] HUMAN",
	} {
		rows, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for frame, a := range rows.Said() {
			if got != "" {
				got += ";"
			}
			got += frame.Verb.String() + " " + a.String()
		}
		if got != want {
			t.Errorf("%s says outright %q, want %q", text, got, want)
		}
	}
}

// Rows keep what stands in what when they are joined or put into others.
func TestJoinKeepsWhatStandsInWhat(t *testing.T) {
	deep := Within(Act{Verb: Not}, Join(RequestVote(2)), nil)
	r := Join(RequestVote(1), deep, Suspect(3))
	if got := r.String(); got != "REQUEST ANY (VOTE Agent[01]); NOT (REQUEST ANY (VOTE Agent[02])); ESTIMATE Agent[03] WEREWOLF" {
		t.Error(got)
	}
	if r[0] != (Act{Verb: Request}) || len(RequestVote(1)) != 2 {
		t.Error("joining changes what is joined")
	}
}

// A pattern is filled where its seats stand, and is left as it is.
func TestPlace(t *testing.T) {
	pattern := Join(Claim(1, werewolf.Seer), Of(Act{Verb: Divined, Subject: 2, Target: 3, Species: werewolf.Wolf}), Ask(2, AnyTopic, 1), Of(Act{Verb: Voted, Subject: Any, Target: 4}))
	want := Join(Claim(7, werewolf.Seer), Of(Act{Verb: Divined, Subject: 9, Target: 0, Species: werewolf.Wolf}), Ask(9, AnyTopic, 7), Of(Act{Verb: Voted, Subject: Any, Target: 4}))
	if got := pattern.Place(7, 9, 0); !slices.Equal(got, want) || pattern[0].Target != 1 {
		t.Errorf("%v becomes %v, want %v", pattern, got, want)
	}
}
