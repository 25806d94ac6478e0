package relation

import (
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// testTable is ties with the ledger of what was said.
type testTable struct {
	*Web
	book ledger.Writer
}

func sit(players int) *testTable { return &testTable{Web: New(players)} }

func (t *testTable) say(by werewolf.SeatID, rows speech.Rows) {
	t.book.Hear(&werewolf.Utterance{Seat: by}, rows)
	t.AddUtterance(by, t.book.Heard()-1, t.book.Reader())
}

func TestDeedsMoveTies(t *testing.T) {
	w := sit(5)
	w.say(1, speech.Join(speech.Suspect(2), speech.Trust(3)))
	if tie := w.Tie(1, 2); tie.Suspicion <= 0 || tie.Trust != 0 || tie.Alliance >= 0 {
		t.Errorf("accused: %+v", tie)
	}
	if tie := w.Tie(1, 3); tie.Trust <= 0 || tie.Suspicion != 0 || tie.Alliance <= 0 {
		t.Errorf("supported: %+v", tie)
	}
	if (w.Tie(2, 1) != Tie{}) || (w.Tie(1, 1) != Tie{}) || (w.Tie(9, 1) != Tie{}) {
		t.Error("nobody else did anything")
	}
	before := w.Tie(1, 2).Suspicion
	w.AddVote(werewolf.Choice{Seat: 1, Target: 2})
	if w.Tie(1, 2).Suspicion <= before {
		t.Error("a vote weighs nothing")
	}
	if w.Pressure(2, werewolf.SeatsUpTo(5)) != w.Tie(1, 2).Suspicion/4 {
		t.Errorf("pressure on 2 is %v", w.Pressure(2, werewolf.SeatsUpTo(5)))
	}
}

func TestThoseWhoGoForOneAreAllies(t *testing.T) {
	w := sit(5)
	for id := werewolf.SeatID(1); id <= 2; id++ {
		w.say(id, speech.Join(speech.Suspect(5), speech.Do(speech.Vote, 4)))
	}
	w.say(3, speech.Trust(5))
	if w.Friends(1, 0.1) != werewolf.SetOf(2) {
		t.Errorf("friends of 1: %v", w.Friends(1, 0.1))
	}
	before := w.Tie(2, 1)
	w.say(1, speech.Suspect(5))
	if w.Tie(2, 1) != before {
		t.Error("to say it again brings nobody nearer")
	}
	if tie := w.Tie(3, 1); tie.Alliance >= 0 {
		t.Errorf("3 stands against 1: %+v", tie)
	}
}

func TestRivalsAndResults(t *testing.T) {
	w := sit(5)
	w.say(1, speech.Join(speech.Claim(1, werewolf.Seer), speech.Of(speech.Act{Verb: speech.Divined, Target: 3, Species: werewolf.Human})))
	w.say(2, speech.Join(speech.Claim(2, werewolf.Seer), speech.Of(speech.Act{Verb: speech.Divined, Target: 1, Species: werewolf.Wolf})))
	if w.Tie(1, 2).Suspicion <= 0 || w.Tie(2, 1).Suspicion <= w.Tie(1, 2).Suspicion || w.Tie(1, 3).Trust <= 0.5 {
		t.Errorf("%+v %+v %+v", w.Tie(1, 2), w.Tie(2, 1), w.Tie(1, 3))
	}
	before := w.Tie(1, 2)
	w.say(1, speech.Claim(1, werewolf.Seer))
	if w.Tie(1, 2) != before {
		t.Error("a claim repeated is no new rivalry")
	}
}

func TestTiesFade(t *testing.T) {
	w := sit(5)
	w.say(1, speech.Suspect(2))
	before := w.Tie(1, 2)
	w.NextDay()
	if got := w.Tie(1, 2); math.Abs(got.Suspicion-fade*before.Suspicion) > 1e-12 || math.Abs(got.Alliance-fade*before.Alliance) > 1e-12 {
		t.Errorf("%+v after a night, %+v before", got, before)
	}
}

func TestTiesStayInBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	w := sit(6)
	for range 5000 {
		switch rng.IntN(20) {
		case 0:
			w.NextDay()
		case 1:
			w.AddVote(werewolf.Choice{Seat: werewolf.SeatID(rng.IntN(9)), Target: werewolf.SeatID(rng.IntN(9))})
		default:
			by := werewolf.SeatID(rng.IntN(9))
			w.say(by, speech.Join(
				speech.Claim(by, werewolf.Role(rng.IntN(7))), speech.Retract(by),
				speech.Of(speech.Act{Verb: speech.Divined, Target: werewolf.SeatID(rng.IntN(9)), Species: werewolf.Species(rng.IntN(3))}),
				speech.Do(speech.Vote, werewolf.SeatID(rng.IntN(9))), speech.Suspect(werewolf.SeatID(rng.IntN(9))), speech.Trust(werewolf.SeatID(rng.IntN(9))),
			))
		}
		for a := range werewolf.SeatsUpTo(6).All() {
			for b := range werewolf.SeatsUpTo(6).All() {
				tie := w.Tie(a, b)
				if tie.Trust < 0 || tie.Trust > 1 || tie.Suspicion < 0 || tie.Suspicion > 1 || math.Abs(tie.Alliance) > 1 {
					t.Fatalf("%d to %d: %+v", a, b, tie)
				}
			}
		}
	}
	(&testTable{Web: &Web{}}).say(1, speech.Suspect(2))
}
