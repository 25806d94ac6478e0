package ledger

import (
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// table is a writer that counts days and utterances for the test.
type table struct {
	Writer
	day int
}

func (t *table) say(by werewolf.SeatID, says ...speech.Rows) {
	t.Hear(&werewolf.Utterance{Day: t.day, Seat: by}, speech.Join(says...))
}

func TestClaims(t *testing.T) {
	b := &table{day: 1}
	b.say(1, speech.Claim(1, werewolf.Seer))
	b.say(2, speech.Found(werewolf.Identifies, 3, werewolf.Wolf)) // claims what it takes
	b.say(1, speech.Claim(1, werewolf.Seer))                      // again: no other claim
	b.say(1, speech.Claim(1, werewolf.Villager), speech.Retract(1))
	b.say(3, speech.Retract(3))
	if len(b.Claims()) != 3 || b.ClaimOf(1) != werewolf.Villager || b.ClaimOf(2) != werewolf.Medium || b.ClaimOf(9) != werewolf.NoRole {
		t.Errorf("claims %+v", b.Claims())
	}
	if b.ClaimAt(1, 2) != werewolf.Seer || b.ClaimAt(1, 3) != werewolf.Villager || b.ClaimAt(2, 0) != werewolf.NoRole {
		t.Error("what was claimed at an earlier place")
	}
	if b.ClaimantsAt(werewolf.Seer, 2) != werewolf.SetOf(1) || b.Claimants(werewolf.Seer) != 0 {
		t.Error("claimants then and now")
	}
	if !b.HasRetracted(1) || !b.GaveUp(1) || !b.HasRetracted(3) || b.GaveUp(3) || b.GaveUp(2) || b.ClaimOf(-1) != werewolf.NoRole {
		t.Error("who gave up a claim")
	}
}

func TestResults(t *testing.T) {
	b := &table{day: 1}
	b.say(1, speech.Found(werewolf.Divines, 2, werewolf.Human), speech.Of(speech.Act{Verb: speech.Divined, Target: 3}))
	b.say(1, speech.Found(werewolf.Divines, 2, werewolf.Human))
	b.say(4, speech.Do(speech.Guarded, 1), speech.Of(speech.Act{Verb: speech.Divined, Subject: 1, Target: 2, Species: werewolf.Human}))
	b.say(5, speech.Found(werewolf.Divines, 5, werewolf.Wolf)) // of itself: a claim and no result
	b.say(1, speech.Found(werewolf.Divines, 2, werewolf.Wolf))
	if len(b.Results()) != 4 || len(b.Findings()) != 2 || b.Told(1, 2) != werewolf.Wolf || b.Told(4, 2) != werewolf.NoSpecies {
		t.Errorf("results %+v, findings %+v", b.Results(), b.Findings())
	}
	if !b.HasTold(1) || b.HasTold(4) || b.ClaimOf(5) != werewolf.Seer || b.ClaimOf(4) != werewolf.Bodyguard {
		t.Error("who has told, and what that claims")
	}
}

// What is denied, asked for or said in a frame is no claim, no vote and no result.
func TestFrames(t *testing.T) {
	b := &table{day: 1}
	not := speech.Act{Verb: speech.Not}
	b.say(1, speech.Within(not, speech.Do(speech.Vote, 2)), speech.Within(not, speech.Found(werewolf.Divines, 2, werewolf.Wolf)))
	b.say(1, speech.RequestVote(3), speech.Ask(2, speech.WhichResult, 3), speech.Within(not, speech.RequestVote(4)))
	if len(b.Plans())+len(b.Results())+len(b.Claims()) != 0 {
		t.Errorf("plans %v, results %v, claims %v", b.Plans(), b.Results(), b.Claims())
	}
	if l := b.Lines(); len(l) != 4 || !l[2].Requests(speech.Vote) || !l[2].Against() || l[0].Against() || !l[3].Asks(2) || l[3].Finds(werewolf.NoSpecies) {
		t.Errorf("lines %+v", l)
	}
}

func TestPlansAndWords(t *testing.T) {
	b := &table{day: 1}
	b.say(1, speech.Do(speech.Vote, 2))
	b.say(2, speech.Ask(1, speech.WhyTopic, 0))
	b.say(1, speech.Do(speech.Vote, 3))
	b.say(1, speech.Of(speech.Act{Verb: speech.Skip}))
	b.day = 2
	b.say(1, speech.Do(speech.Vote, 2))
	if p := b.PlanOf(1, 1); p.Target != 3 || p.Changes != 1 || p.At != 2 || len(b.Plans()) != 2 || b.PlanOf(2, 1) != (Plan{}) {
		t.Errorf("plan %+v of %+v", p, b.Plans())
	}
	if b.Backing(2, 2) != werewolf.SetOf(1) || b.Backing(2, 1) != 0 {
		t.Error("who backs a vote")
	}
	if b.Words(1, 1) != 2 || b.Words(1, 2) != 1 || b.Words(1, 3) != 0 || b.WordsTotal(1) != 3 || b.LastSpoke(1) != 4 || b.LastSpoke(5) != -1 {
		t.Errorf("words %d and %d, last at %d", b.Words(1, 1), b.Words(1, 2), b.LastSpoke(1))
	}
	if b.Asked(1, 1) != 1 || b.Asked(1, 2) != 0 || b.Heard() != 5 || b.Rows(9) != nil || b.Rows(-1) != nil || b.Rows(3)[0].Verb != speech.Skip {
		t.Error("what was asked and heard")
	}
}

// What wolves whisper is no claim to the table, and nobody outside the table breaks the ledger.
func TestWhispersAndStrangers(t *testing.T) {
	b := &table{day: 1}
	b.Whisper(&werewolf.Utterance{Day: 1, Seat: 2}, speech.Claim(2, werewolf.Werewolf))
	b.say(0, speech.Claim(0, werewolf.Seer))
	b.say(werewolf.MaxSeats+1, speech.Claim(1, werewolf.Seer))
	b.Died(3)
	if len(b.Claims()) != 0 || b.Whispered() != werewolf.SetOf(2) || b.Dead() != werewolf.SetOf(3) || b.Heard() != 2 {
		t.Errorf("claims %v, whispered %v", b.Claims(), b.Whispered().Slice())
	}
}

// An utterance that is understood later changes all that follows from it, and nothing else.
func TestAmend(t *testing.T) {
	talk := []werewolf.Utterance{{Day: 1, Seat: 1}, {Day: 1, Seat: 2}, {Day: 1, Seat: 1}}
	rows := []speech.Rows{nil, speech.Claim(2, werewolf.Medium), speech.Join(speech.Claim(1, werewolf.Villager), speech.Do(speech.Vote, 2))}
	var w Writer
	w.Whisper(&talk[1], nil)
	w.Died(3)
	for i := range talk {
		w.Hear(&talk[i], rows[i])
	}
	before := w.Claims()
	w.Amend(talk, 0, speech.Found(werewolf.Divines, 2, werewolf.Wolf))
	if len(before) != 2 || len(w.Claims()) != 3 || w.ClaimAt(1, 1) != werewolf.Seer || w.ClaimOf(1) != werewolf.Villager || w.Claims()[0].Until != 2 {
		t.Errorf("claims %+v", w.Claims())
	}
	if w.Told(1, 2) != werewolf.Wolf || w.PlanOf(1, 1).At != 2 || w.Heard() != 3 || w.Words(1, 1) != 2 || w.Lines()[0].At != 0 {
		t.Errorf("results %+v, lines %+v", w.Results(), w.Lines())
	}
	if !w.Whispered().Has(2) || !w.Dead().Has(3) {
		t.Error("deaths and whispers are forgotten")
	}
}
