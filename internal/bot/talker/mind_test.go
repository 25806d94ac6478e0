package talker

import (
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// ada is a player on seat 1 of five that has heard the talk of day 1 and is asked to speak.
func ada(t *testing.T, seed uint64, role werewolf.Role, talk ...werewolf.Utterance) *Player {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(t, seed)
	for i := range talk {
		talk[i].Day = 1
	}
	p.Listen(&werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
		Roles: []werewolf.Role{0, role, 0, 0, 0, 0}, Talks: talk,
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}},
	})
	return p
}

// A seer that has not come out yet praises nobody who claims its role, and does not welcome that claim; a villager may.
func TestNobodyPraisesItsRival(t *testing.T) {
	for _, c := range []struct {
		role werewolf.Role
		said bool
	}{{werewolf.Seer, false}, {werewolf.Villager, true}} {
		for _, k := range []wording.SentenceKind{wording.TrustLean, wording.TrustSole, wording.HeardClaim} {
			p := ada(t, 1, c.role, werewolf.Utterance{Seat: 2, Text: "I am the seer."})
			turn := p.beginTurn()
			if said := p.addSentence(turn, k, wording.Slots{T: 2, Role: werewolf.Seer}); said != c.said {
				t.Errorf("%s: %q is said: %v (%q)", c.role, k, said, turn.Finish(false))
			}
		}
	}
}

// Who could not tell what to think of somebody gives a reason with its vote against that player, or says that it has made up its mind.
func TestVoteAfterNoOpinionIsExplained(t *testing.T) {
	for seed := range bottest.Few(*long, uint64(20)) {
		p := ada(t, seed, werewolf.Villager)
		target := p.Target()
		if !p.addSentence(p.beginTurn(), wording.ViewNeutral, wording.Slots{T: target}) {
			t.Fatal("has an opinion")
		}
		p.done[topic{kind: wording.WhyGut}] = true // no feeling is left to say
		turn := p.beginTurn()
		if !p.declare(turn) || turn.Sentences() < 2 {
			t.Errorf("seed %d: %q", seed, turn.Finish(false))
		}
	}
}

// A reason that rests on nothing said or done is given once a day, a feeling once a game, and neither beside one that rests on something.
func TestThinReasonsAreRare(t *testing.T) {
	thin := func(k wording.SentenceKind) bool { return k == wording.WhyGut || k == wording.WhyOpen }
	said := 0
	for seed := range bottest.Few(*long, uint64(20)) {
		p := ada(t, seed, werewolf.Villager, werewolf.Utterance{Seat: 3, Text: "I am the seer. I divined Bela and Bela is human."})
		for _, id := range [...]werewolf.SeatID{4, 5} {
			if turn := p.beginTurn(); p.reason(turn, id) {
				said++
			}
		}
		if feelings := count(p, thin); feelings > 1 {
			t.Errorf("seed %d: %d thin reasons in a day", seed, feelings)
		}
	}
	if said == 0 {
		t.Error("none is ever given")
	}
	p := ada(t, 1, werewolf.Villager, werewolf.Utterance{Seat: 3, Text: "I am the seer. I divined Bela and Bela is a werewolf."})
	for range 3 {
		p.reason(p.beginTurn(), 2)
	}
	if p.opinion.Against(2).Why != doubt.Black || count(p, thin) > 0 {
		t.Errorf("%v is said beside %v", p.done, p.opinion.Against(2))
	}
}

// count is how many sentences of such kinds about somebody the player has said.
func count(p *Player, of func(wording.SentenceKind) bool) (n int) {
	for about := range p.done {
		if about.a != 0 && of(about.kind) {
			n++
		}
	}
	return n
}

// Who has named a suspect names no other on the same day while it does not suspect that one far more.
func TestOneSuspectADay(t *testing.T) {
	for seed := range bottest.Few(*long, uint64(10)) {
		p := ada(t, seed, werewolf.Villager)
		p.opinion.Score[2], p.opinion.Score[3] = 1, 1.5
		if turn := p.beginTurn(); !p.nameSuspect(turn, 2) {
			t.Fatal("names nobody")
		}
		if turn := p.beginTurn(); p.suspect(turn) {
			t.Errorf("seed %d: %q", seed, turn.Finish(false))
		}
		if p.opinion.Score[3] = 4; !p.suspect(p.beginTurn()) {
			t.Errorf("seed %d: keeps to the first, whatever comes", seed)
		}
	}
}

// Who claims a role in a turn does not claim it twice.
func TestOneClaimATurn(t *testing.T) {
	p := ada(t, 1, werewolf.Villager)
	p.pretence.Role = werewolf.Bodyguard
	turn := p.beginTurn()
	if !p.standUp(turn) || p.standUp(turn) {
		t.Errorf("%q", turn.Finish(false))
	}
}
