package chances_test

import (
	"math"
	"testing"

	"wolfden/internal/chances"
	"wolfden/internal/gamelogtest"
	"wolfden/internal/position"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// morning is a game of five at the dawn of day 1, with who speaks first, the werewolf and a human beside the speaker.
func morning(t *testing.T) (p *position.Position, say func(kind wording.SentenceKind, slots wording.Slots) string, speaker, wolf, human werewolf.SeatID) {
	t.Helper()
	for seed := uint64(1); ; seed++ {
		h := gamelogtest.Header(t, 5, seed)
		h.Rules.Talk.Mode, h.Rules.Talk.MaxCount.PerAgent = werewolf.Serial, 2
		rec := played(t, h, "plain")
		p = at(t, rec, "d1")
		asked, err := p.Asked()
		if err != nil {
			t.Fatal(err)
		}
		speaker, wolf, human = asked[0].Seat, holder(rec, werewolf.Werewolf), holder(rec, werewolf.Villager)
		alive := p.Observation(0).Living
		if alive.Len() < 5 || speaker == wolf || speaker == human {
			continue
		}
		return p, func(kind wording.SentenceKind, slots wording.Slots) string {
			return sentence(t, rec, speaker, kind, slots, 1)
		}, speaker, wolf, human
	}
}

// TestSigns: what is said of a werewolf and what is said of a human tell apart, each in its own sign and in its direction, and the
// village's chance goes with them.
func TestSigns(t *testing.T) {
	p, say, speaker, wolf, human := morning(t)
	signs := func(text string) [chances.NumSigns]float64 {
		t.Helper()
		next, err := p.Then(werewolf.Action{Seat: speaker, Request: werewolf.Talk, Text: text, Missing: text == ""})
		if err != nil {
			t.Fatal(err)
		}
		s, err := chances.Signs(next)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	vote := func(target werewolf.SeatID) string { return say(wording.VoteFor, wording.Slots{T: target}) }
	black := func(target werewolf.SeatID) string {
		return say(wording.ClaimRole, wording.Slots{Role: werewolf.Seer}) + " " + say(wording.SeenWolf, wording.Slots{T: target})
	}
	silent, right, wrong := signs(""), signs(vote(wolf)), signs(vote(human))
	for _, c := range []struct {
		what      string
		sign      chances.Sign
		got, want float64
	}{
		{"nothing is said", chances.SignAgainst, silent[chances.SignAgainst], 0},
		{"nothing is said", chances.SignAstray, silent[chances.SignAstray], 0},
		{"nothing is said", chances.SignMargin, silent[chances.SignMargin], 1 - 2./5},
		{"a vote for the werewolf", chances.SignAgainst, right[chances.SignAgainst], 1. / 5},
		{"a vote for the werewolf", chances.SignAstray, right[chances.SignAstray], 0},
		{"a vote for a human", chances.SignAgainst, wrong[chances.SignAgainst], 0},
		{"a vote for a human", chances.SignAstray, wrong[chances.SignAstray], 1. / 5},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s: %s is %g, want %g", c.what, c.sign, c.got, c.want)
		}
	}
	found, framed := signs(black(wolf)), signs(black(human))
	for sign, up := range map[chances.Sign][2]float64{
		chances.SignSuspected: {found[chances.SignSuspected], framed[chances.SignSuspected]},
		chances.SignMisled:    {framed[chances.SignMisled], found[chances.SignMisled]},
	} {
		if up[0] < silent[sign]+.05 || up[1] > silent[sign]+.05 || up[0] < 0 {
			t.Errorf("%s is %.2f in silence, %.2f when it should be more, %.2f when it should not", sign, silent[sign], up[0], up[1])
		}
	}
	weights, err := chances.Learnt()
	if err != nil {
		t.Fatal(err)
	}
	if good, bad := weights.Village(right), weights.Village(wrong); good <= bad {
		t.Errorf("with a vote announced for the werewolf the village has %.2f, with one for a human %.2f", good, bad)
	}
}

// TestSignsOfTheLiving: who lives, and which werewolves a living seer has found, at every dawn and dusk.
func TestSignsOfTheLiving(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	seen := map[chances.Sign][2]int{}
	for _, players := range []int{5, 9, 13} {
		for seed := range uint64(16) {
			rec := game(t, "random", players, seed)
			for _, moment := range chances.Moments(rec, 0) {
				p := at(t, rec, moment)
				got, err := chances.Signs(p)
				if err != nil {
					t.Fatal(err)
				}
				for sign, want := range livingSigns(p) {
					if math.Abs(got[sign]-want) > 1e-9 {
						t.Errorf("%d players, seed %d, %s: %s is %g, want %g", players, seed, moment, sign, got[sign], want)
					}
					count := seen[sign]
					count[min(1, int(math.Ceil(want)))]++
					seen[sign] = count
				}
			}
		}
	}
	for sign, count := range seen {
		if sign >= chances.SignFound && (count[0] == 0 || count[1] == 0) {
			t.Errorf("%s is 0 at %d moments and more at %d", sign, count[0], count[1])
		}
	}
}

// livingSigns are the signs of who lives, counted from what has happened.
func livingSigns(p *position.Position) map[chances.Sign]float64 {
	roles, living := p.Roles(), werewolf.SeatsUpTo(p.Players())
	found := map[werewolf.SeatID]bool{}
	for _, entry := range p.Past() {
		e := entry.Event
		switch {
		case e == nil:
		case e.Kind == werewolf.Executed, e.Kind == werewolf.FoundDead:
			living = living.Without(e.Seat)
		case e.Kind == werewolf.SeerTold:
			found[e.Target] = e.Species == werewolf.Wolf
		}
	}
	of := func(role werewolf.Role) (n float64) {
		for id := range living.All() {
			if roles[id] == role {
				n++
			}
		}
		return n
	}
	wolves, all := of(werewolf.Werewolf), 0.0
	signs := map[chances.Sign]float64{
		chances.SignSeer: of(werewolf.Seer), chances.SignMedium: of(werewolf.Medium), chances.SignGuard: of(werewolf.Bodyguard),
		chances.SignTraitor: min(1, of(werewolf.Possessed)), chances.SignFound: 0,
		chances.SignMargin: 1 - 2*wolves/float64(living.Len()),
	}
	for id, role := range roles {
		if role == werewolf.Werewolf {
			all++
			if signs[chances.SignSeer] > 0 && found[werewolf.SeatID(id)] && living.Has(werewolf.SeatID(id)) {
				signs[chances.SignFound]++
			}
		}
	}
	signs[chances.SignWolves] = wolves / all
	return signs
}
