package relation

import (
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

func TestDeedsMoveTies(t *testing.T) {
	w := New(5)
	w.Hear(1, &speech.Reading{Accuse: werewolf.SetOf(2), Support: werewolf.SetOf(3)})
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
	w.Vote(werewolf.Choice{Seat: 1, Target: 2})
	if w.Tie(1, 2).Suspicion <= before {
		t.Error("a vote weighs nothing")
	}
	if w.Pressure(2, werewolf.SeatsUpTo(5)) != w.Tie(1, 2).Suspicion/4 {
		t.Errorf("pressure on 2 is %v", w.Pressure(2, werewolf.SeatsUpTo(5)))
	}
}

func TestThoseWhoGoForOneAreAllies(t *testing.T) {
	w := New(5)
	for id := werewolf.SeatID(1); id <= 2; id++ {
		w.Hear(id, &speech.Reading{Accuse: werewolf.SetOf(5), Vote: 4})
	}
	w.Hear(3, &speech.Reading{Support: werewolf.SetOf(5)})
	if w.Friends(1, 0.1) != werewolf.SetOf(2) {
		t.Errorf("friends of 1: %v", w.Friends(1, 0.1))
	}
	before := w.Tie(2, 1)
	w.Hear(1, &speech.Reading{Accuse: werewolf.SetOf(5)})
	if w.Tie(2, 1) != before {
		t.Error("to say it again brings nobody nearer")
	}
	if tie := w.Tie(3, 1); tie.Alliance >= 0 {
		t.Errorf("3 stands against 1: %+v", tie)
	}
}

func TestRivalsAndResults(t *testing.T) {
	w := New(5)
	w.Hear(1, &speech.Reading{Claim: werewolf.Seer, Results: []speech.Result{{Verb: speech.Divined, Target: 3, Species: werewolf.Human}}})
	w.Hear(2, &speech.Reading{Claim: werewolf.Seer, Results: []speech.Result{{Verb: speech.Divined, Target: 1, Species: werewolf.Wolf}}})
	if w.Tie(1, 2).Suspicion <= 0 || w.Tie(2, 1).Suspicion <= w.Tie(1, 2).Suspicion || w.Tie(1, 3).Trust <= 0.5 {
		t.Errorf("%+v %+v %+v", w.Tie(1, 2), w.Tie(2, 1), w.Tie(1, 3))
	}
	before := w.Tie(1, 2)
	w.Hear(1, &speech.Reading{Claim: werewolf.Seer})
	if w.Tie(1, 2) != before {
		t.Error("a claim repeated is no new rivalry")
	}
}

func TestTiesFade(t *testing.T) {
	w := New(5)
	w.Hear(1, &speech.Reading{Accuse: werewolf.SetOf(2)})
	before := w.Tie(1, 2)
	w.NextDay()
	if got := w.Tie(1, 2); math.Abs(got.Suspicion-Fade*before.Suspicion) > 1e-12 || math.Abs(got.Alliance-Fade*before.Alliance) > 1e-12 {
		t.Errorf("%+v after a night, %+v before", got, before)
	}
}

func TestTiesStayInBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	w := New(6)
	for range 5000 {
		switch rng.IntN(20) {
		case 0:
			w.NextDay()
		case 1:
			w.Vote(werewolf.Choice{Seat: werewolf.SeatID(rng.IntN(9)), Target: werewolf.SeatID(rng.IntN(9))})
		default:
			w.Hear(werewolf.SeatID(rng.IntN(9)), &speech.Reading{
				Accuse: werewolf.SeatSet(rng.Uint64()) & 0xffe, Support: werewolf.SeatSet(rng.Uint64()) & 0xffe,
				Vote: werewolf.SeatID(rng.IntN(9)), Claim: werewolf.Role(rng.IntN(7)), Retract: rng.IntN(2) == 0,
				Results: []speech.Result{{Verb: speech.Divined, Target: werewolf.SeatID(rng.IntN(9)), Species: werewolf.Species(rng.IntN(3))}},
			})
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
	(&Web{}).Hear(1, &speech.Reading{Accuse: werewolf.SetOf(2)})
}
