package board

import (
	"testing"

	"wolfden/internal/bot/hearing"
	"wolfden/werewolf"
)

// talk is one utterance of a test: who, on which day, and what it means.
type talk struct {
	seat werewolf.SeatID
	day  int
	acts []hearing.Act
}

// hearAll folds the talks, each in a separate observation as in a game.
func hearAll(o werewolf.Observation, talks ...talk) *Board {
	b := &Board{}
	for i, k := range talks {
		o.Talks = append(o.Talks, werewolf.Utterance{Seat: k.seat, Day: k.day, Idx: i, Text: "x"})
		o.Day = k.day
		b.Hear(&o, func(*werewolf.Utterance) []hearing.Act { return k.acts })
	}
	return b
}

func claim(r werewolf.Role) hearing.Act { return hearing.Act{Kind: hearing.Claim, Role: r} }
func vote(id werewolf.SeatID) hearing.Act {
	return hearing.Act{Kind: hearing.Vote, Target: id}
}
func said(seat werewolf.SeatID, day int, acts ...hearing.Act) talk { return talk{seat, day, acts} }

func five() werewolf.Observation {
	r, _ := werewolf.Standard(5)
	return werewolf.Observation{Rules: &r, Seat: 1, Names: []string{"A", "B", "C", "D", "E"}, Living: werewolf.SeatsUpTo(5)}
}

func TestClaims(t *testing.T) {
	b := hearAll(five(), said(2, 1, claim(werewolf.Seer)), said(3, 1, claim(werewolf.Seer)), said(2, 1, claim(werewolf.Seer)), said(3, 1, hearing.Act{Kind: hearing.Retract}))
	if got := b.Claimants(werewolf.Seer); got != werewolf.SetOf(2) {
		t.Errorf("claimants %v, want only seat 2", got.Slice())
	}
	if !b.Retracted(3) || b.Retracted(2) || b.ClaimOf(3) != werewolf.NoRole || len(b.Claims) != 2 {
		t.Errorf("claims %+v", b.Claims)
	}
	b = hearAll(five(), said(2, 1, claim(werewolf.Villager)), said(2, 2, claim(werewolf.Seer)))
	if b.ClaimOf(2) != werewolf.Seer || b.Retracted(2) {
		t.Errorf("a villager who comes out as seer: claims %+v", b.Claims)
	}
}

func TestResults(t *testing.T) {
	found := hearing.Act{Kind: hearing.Found, Target: 4, Species: werewolf.Wolf, Role: werewolf.Seer}
	b := hearAll(five(), said(2, 1, found), said(2, 1, found), said(3, 1, hearing.Act{Kind: hearing.Found, Target: 3, Species: werewolf.Human, Role: werewolf.Seer}))
	if len(b.Results) != 1 || b.Results[0].As != werewolf.Seer || b.ClaimOf(2) != werewolf.Seer {
		t.Errorf("results %+v, claims %+v", b.Results, b.Claims)
	}
	if b.Told(2, 4) != werewolf.Wolf || b.Told(2, 5) != werewolf.NoSpecies || !b.HasTold(2) || b.HasTold(3) {
		t.Error("what was told is not what was said")
	}
}

func TestPlans(t *testing.T) {
	b := hearAll(five(), said(2, 1, vote(3)), said(4, 1, vote(3)), said(2, 1, vote(5)), said(2, 1, vote(5)), said(2, 2, vote(4)))
	if p := b.PlanOf(2, 1); p.Target != 5 || p.Changes != 1 {
		t.Errorf("plan %+v", p)
	}
	if b.PlanOf(2, 2).Target != 4 || b.PlanOf(3, 1) != (Plan{}) || b.Backing(3, 1) != werewolf.SetOf(4) {
		t.Error("plans of other days or players are mixed up")
	}
}

func TestWords(t *testing.T) {
	o := five()
	o.Talks = []werewolf.Utterance{{Seat: 2, Text: "x"}, {Seat: 3, Skip: true}, {Seat: 2, Day: 1, Text: "x"}, {Seat: 3, Day: 1, Over: true}}
	o.Day = 1
	b := &Board{}
	b.Hear(&o, func(*werewolf.Utterance) []hearing.Act {
		return []hearing.Act{{Kind: hearing.Ask, Target: 4}}
	})
	if b.WordsToday(2) != 1 || b.WordsTotal(2) != 2 || b.WordsTotal(3) != 0 || b.LastSpoke(2) != 2 || b.LastSpoke(3) != -1 || b.AskedToday(4) != 1 {
		t.Error("words are miscounted")
	}
	o.Day = 2
	b.Hear(&o, nil)
	if b.WordsToday(2) != 0 || b.AskedToday(4) != 0 {
		t.Error("a new day begins with words spoken")
	}
}
