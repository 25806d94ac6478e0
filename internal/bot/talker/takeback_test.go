package talker

import (
	"testing"

	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Who changes its vote lets off whom it voted for; but for a liar it says that this one is suspicious too.
func TestNoLiarIsLetOff(t *testing.T) {
	for text, lets := range map[string]bool{"I like this village.": true, "I am the seer. I divined Ada and Ada is a werewolf.": false} {
		p := ada(t, 1, werewolf.Villager, werewolf.Utterance{Seat: 1, Text: "I will vote for Bela."}, werewolf.Utterance{Seat: 2, Text: text})
		turn := p.beginTurn()
		if !p.change(turn, wording.VoteChange, 2, 3) || turn.Means.Suspected().Has(2) == lets {
			t.Errorf("after %q: %q", text, turn.Finish(false))
		}
	}
	p := ada(t, 1, werewolf.Villager, werewolf.Utterance{Seat: 1, Text: "I will vote for Bela."})
	turn := p.beginTurn()
	if !p.addSentence(turn, wording.WhyGut, wording.Slots{T: 2}) || !p.change(turn, wording.VoteChange, 2, 3) || !turn.Means.Suspected().Has(2) {
		t.Errorf("beside a reason against who is let off: %q", turn.Finish(false))
	}
}

// A suspicion is taken back once a day, and not of somebody who disputes the claim of whom the speaker counts on.
func TestWhoDisputesATrustedClaimIsNotCleared(t *testing.T) {
	p := ada(t, 1, werewolf.Villager, werewolf.Utterance{Seat: 2, Text: "I am the seer."}, werewolf.Utterance{Seat: 3, Text: "I am the seer."})
	p.opinion.Score[3] = -1
	if !p.isClearedUp(3) {
		t.Error("of two whom nobody trusts one cannot be cleared")
	}
	p.backed = werewolf.SetOf(2)
	if p.isClearedUp(3) {
		t.Error("the rival of a trusted seer is cleared")
	}
	turn := p.beginTurn()
	p.takeBack(turn, 4)
	p.takeBack(turn, 4)
	if turn.Sentences() != 1 {
		t.Errorf("taken back twice: %q", turn.Finish(false))
	}
}

// Whoever asks whom one suspects is told a name, where the turn has only said that somebody is human.
func TestNobodyHumanIsASuspect(t *testing.T) {
	p := ada(t, 1, werewolf.Seer, werewolf.Utterance{Seat: 2, Text: "@Ada whom do you suspect?"})
	question, turn := p.pending()[0], p.beginTurn()
	if !p.addSentence(turn, wording.SeenHuman, wording.Slots{T: 3}) || !p.putOff(turn, &question) || turn.Means.Suspected() == 0 {
		t.Errorf("%q", turn.Finish(false))
	}
}

// Of two claimants whom the village has executed is not found better; whom the werewolves took may be.
func TestNoComparisonWithTheExecuted(t *testing.T) {
	for cause, said := range map[werewolf.Cause]bool{werewolf.ByExecution: false, werewolf.ByAttack: true} {
		p := ada(t, 1, werewolf.Villager, werewolf.Utterance{Seat: 2, Text: "I am the seer."}, werewolf.Utterance{Seat: 3, Text: "I am the seer."})
		p.o.Deaths = []werewolf.Death{{Seat: 3, Day: 1, Cause: cause}}
		if p.addSentence(p.beginTurn(), wording.WhySplit, wording.Slots{T: 2, O: 3, Role: werewolf.Seer}) != said {
			t.Errorf("%v: said: %v", cause, !said)
		}
	}
}

// Nobody is called silent before everybody could have spoken twice.
func TestSilenceNeedsADay(t *testing.T) {
	for turns, said := range map[int]bool{1: false, 2: false, 4: true} {
		var talk []werewolf.Utterance
		for range turns {
			for seat := werewolf.SeatID(1); seat <= 4; seat++ {
				talk = append(talk, werewolf.Utterance{Seat: seat, Text: "I like this village."})
			}
		}
		p := ada(t, 1, werewolf.Villager, talk...)
		if p.addSentence(p.beginTurn(), wording.WhyQuiet, wording.Slots{T: 5}) != said {
			t.Errorf("after %d turns of all the others: said: %v", turns, !said)
		}
	}
}
