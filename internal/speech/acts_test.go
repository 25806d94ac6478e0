package speech

import (
	"slices"
	"testing"

	"wolfden/werewolf"
)

func TestActsFollowTheKeys(t *testing.T) {
	r := Reading{
		Claim: werewolf.Medium, Retract: true, Vote: 4, RequestVote: 5, Attack: 6, Accuse: werewolf.SetOf(7), Support: werewolf.SetOf(8, 9),
		Results: []Result{
			{Verb: Identified, Target: 2, Species: werewolf.Human}, {Verb: Divined, Target: 3}, {Verb: Guarded, Target: 4},
		},
		Others: []Report{{Claimant: 2, Target: 3, Species: werewolf.Wolf}},
		Questions: []Question{
			{To: 2, Topic: WhichRole}, {Topic: VoteWhom}, {To: 3, Topic: WhichResult, About: 4}, {To: 3, Topic: WhichPlan}, {To: 3, Topic: SuspectWhom},
		},
	}
	want := []string{
		"COMINGOUT Agent[01] MEDIUM", "NOT (COMINGOUT Agent[01] ANY)", "IDENTIFIED Agent[02] HUMAN", "DIVINED Agent[03] ANY", "GUARDED Agent[04]",
		"Agent[02] DIVINED Agent[03] WEREWOLF", "VOTE Agent[04]", "REQUEST ANY (VOTE Agent[05])", "ATTACK Agent[06]", "ESTIMATE Agent[07] WEREWOLF",
		"ESTIMATE Agent[08] HUMAN", "ESTIMATE Agent[09] HUMAN", "INQUIRE Agent[02] (COMINGOUT Agent[02] ANY)", "INQUIRE ANY (VOTE ANY)",
		"INQUIRE Agent[03] (DIVINED Agent[04] ANY)", "INQUIRE Agent[03] (DIVINATION ANY)", "INQUIRE Agent[03] (ESTIMATE ANY WEREWOLF)",
	}
	var got []string
	for _, a := range ActsOf(1, &r) {
		got = append(got, a.String())
		if again, err := Parse(a.String()); err != nil || !again.Equal(a) {
			t.Errorf("%s is read back as %+v, %v", a, again, err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("acts:\n%q, want\n%q", got, want)
	}
	for phase, verb := range map[Phase]Verb{SkipPhase: Skip, OverPhase: Over} {
		if acts := ActsOf(1, &Reading{Phase: phase}); len(acts) != 1 || acts[0].Verb != verb {
			t.Errorf("%v gives %v", phase, acts)
		}
	}
	if acts := ActsOf(1, &Reading{}); len(acts) != 0 {
		t.Errorf("nothing said gives %v", acts)
	}
}
