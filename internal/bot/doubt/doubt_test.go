package doubt

import (
	"testing"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// village is a situation as one player of it sees it.
type village struct {
	o     werewolf.Observation
	lines []speech.Rows
	by    []werewolf.SeatID
}

func newVillage(players int) *village {
	r, _ := werewolf.Standard(players)
	v := &village{o: werewolf.Observation{Rules: &r, Seat: 1, Day: 1, Living: werewolf.SeatsUpTo(players)}}
	for i := range players {
		v.o.Names = append(v.o.Names, string(rune('A'+i)))
	}
	return v
}

func (v *village) say(by werewolf.SeatID, rows speech.Rows) *village {
	v.lines, v.by = append(v.lines, rows), append(v.by, by)
	return v
}

func (v *village) die(id werewolf.SeatID, day int, how werewolf.Cause) *village {
	v.o.Deaths = append(v.o.Deaths, werewolf.Death{Day: day, Seat: id, Cause: how})
	v.o.Living = v.o.Living.Without(id)
	v.o.Day = day + 1
	return v
}

func (v *village) weigh(e Observer) *Opinion {
	b, s := &ledger.Writer{}, &Opinion{}
	for i, rows := range v.lines {
		v.o.Talks = append(v.o.Talks, werewolf.Utterance{Seat: v.by[i], Day: v.o.Day, Text: "x"})
		b.Hear(&v.o.Talks[len(v.o.Talks)-1], rows)
	}
	e.Me = v.o.Seat
	s.Weigh(&v.o, b.Reader(), e)
	return s
}

func found(target werewolf.SeatID, s werewolf.Species, as werewolf.Role) speech.Rows {
	return speech.Found(werewolf.StandardRoles().Power(as), target, s)
}

func seer(by werewolf.SeatID) speech.Rows { return speech.Claim(by, werewolf.Seer) }

var villager = Observer{Role: werewolf.Villager}

func TestReasons(t *testing.T) {
	const wolf, human, asSeer, asMedium = werewolf.Wolf, werewolf.Human, werewolf.Seer, werewolf.Medium
	for _, c := range []struct {
		name    string
		v       *village
		eyes    Observer
		seat    werewolf.SeatID
		against Why
		trust   Why
		other   werewolf.SeatID
	}{
		{"the only seer", newVillage(5).say(2, seer(2)), villager, 2, Gut, Sole, 0},
		{"two seers", newVillage(5).say(2, seer(2)).say(3, seer(3)), villager, 2, Split, NoReason, 3},
		{"a rival", newVillage(5).say(2, seer(2)), Observer{Role: werewolf.Seer}, 2, Rival, NoReason, 0},
		{"called me a werewolf", newVillage(5).say(2, found(1, wolf, asSeer)), villager, 2, Lied, NoReason, 1},
		{"called me human", newVillage(5).say(2, found(1, human, asSeer)), villager, 2, Gut, Sole, 0},
		{"a black result", newVillage(5).say(2, found(3, wolf, asSeer)), villager, 3, Black, NoReason, 2},
		{"a white result", newVillage(5).say(2, found(3, human, asSeer)), villager, 3, Gut, FoundBy, 2},
		{"my own black", newVillage(5), Observer{Role: asSeer, Divined: []werewolf.Finding{{Target: 4, Species: wolf}}}, 4, SeenWolf, NoReason, 0},
		{"my own white", newVillage(5), Observer{Role: asSeer, Divined: []werewolf.Finding{{Target: 4, Species: human}}}, 4, Gut, SeenHuman, 0},
		{"whom I saved", newVillage(9), Observer{Role: werewolf.Bodyguard, Saved: werewolf.SetOf(4)}, 4, Gut, Saved, 0},
		{
			"another result than mine", newVillage(5).say(2, found(4, human, asSeer)),
			Observer{Role: asSeer, Divined: []werewolf.Finding{{Target: 4, Species: wolf}}}, 2, Clash, NoReason, 4,
		},
		{"black on a victim", newVillage(9).say(2, found(3, wolf, asSeer)).die(3, 1, werewolf.ByAttack), villager, 2, Refuted, NoReason, 3},
		{"black on one executed in vain", newVillage(5).say(2, found(3, wolf, asSeer)).die(3, 1, werewolf.ByExecution), villager, 2, Refuted, NoReason, 3},
		{
			"white on one the medium saw as a werewolf",
			newVillage(9).say(2, found(3, human, asSeer)).die(3, 1, werewolf.ByExecution).say(4, found(3, wolf, asMedium)),
			villager, 2, Cleared, NoReason, 3,
		},
		{
			"black that the medium confirms",
			newVillage(9).say(2, found(3, wolf, asSeer)).die(3, 1, werewolf.ByExecution).say(4, found(3, wolf, asMedium)),
			villager, 2, Gut, Confirmed, 3,
		},
		{"a confession", newVillage(5).say(2, speech.Claim(2, werewolf.Werewolf)), villager, 2, Said, NoReason, 0},
		{"a retraction", newVillage(5).say(2, seer(2)).say(2, speech.Retract(2)), villager, 2, Retracted, NoReason, 0},
		{"a vote against me", newVillage(5).say(2, speech.Do(speech.Vote, 1)), villager, 2, Against, NoReason, 0},
	} {
		eyes := c.eyes
		eyes.Seed = quietGut(t)
		s := c.v.weigh(eyes)
		if got := s.Against(c.seat); got.Why != c.against {
			t.Errorf("%s: against seat %d %+v, want reason %d", c.name, c.seat, got, c.against)
		}
		if got := s.For(c.seat); got.Why != c.trust {
			t.Errorf("%s: for seat %d %+v, want reason %d", c.name, c.seat, got, c.trust)
		}
		if a, f := s.Against(c.seat), s.For(c.seat); c.other != 0 && a.Other != c.other && f.Other != c.other {
			t.Errorf("%s: the reasons %+v and %+v do not name seat %d", c.name, a, f, c.other)
		}
	}
}

// quietGut is a seed whose gut feelings are all weaker than any other reason.
func quietGut(t *testing.T) uint64 {
	t.Helper()
	for seed := range uint64(100_000) {
		loudest := float32(0)
		for id := werewolf.SeatID(1); id <= 9; id++ {
			loudest = max(loudest, gut(seed, id))
		}
		if loudest < 0.65 {
			return seed
		}
	}
	t.Fatal("no such seed")
	return 0
}

func TestVotes(t *testing.T) {
	v := newVillage(9).say(2, speech.Do(speech.Vote, 3))
	v.o.Votes = []werewolf.Choice{{Day: 1, Seat: 2, Target: 4}, {Day: 1, Seat: 5, Target: 4}, {Day: 1, Seat: 1, Target: 6}}
	b, s := &ledger.Writer{}, &Opinion{}
	v.o.Talks = []werewolf.Utterance{{Seat: 2, Day: 1, Text: "x"}}
	b.Hear(&v.o.Talks[0], v.lines[0])
	v.die(4, 1, werewolf.ByAttack)
	s.Weigh(&v.o, b.Reader(), Observer{Me: 1, Role: werewolf.Villager, Seed: quietGut(t)})
	if got := s.Against(2); got.Why != Broke || got.Other != 3 || got.Third != 4 {
		t.Errorf("a broken word: %+v", got)
	}
	if got := s.ReasonsAgainst(5); len(got) != 2 {
		t.Errorf("a vote against a human: %+v", got)
	}
}

// Who was right about me is believed more than a rival who was not tested.
func TestCredit(t *testing.T) {
	v := newVillage(5).say(2, found(1, werewolf.Human, werewolf.Seer)).say(3, found(4, werewolf.Wolf, werewolf.Seer)).say(2, found(5, werewolf.Wolf, werewolf.Seer))
	s := v.weigh(Observer{Role: werewolf.Villager, Seed: quietGut(t)})
	if s.Against(5).Weight <= s.Against(4).Weight {
		t.Errorf("%+v weighs no more than %+v", s.Against(5), s.Against(4))
	}
}

func TestTopAndLeast(t *testing.T) {
	s := &Opinion{}
	if s.Top(0) != 0 || s.Least(0) != 0 {
		t.Error("of nobody somebody is the most suspicious")
	}
	s.Score[2], s.Score[3], s.Score[4] = 1, 3, -2
	if all := werewolf.SetOf(2, 3, 4); s.Top(all) != 3 || s.Least(all) != 4 {
		t.Errorf("top %d, least %d", s.Top(all), s.Least(all))
	}
}

// Every reason must have a weight of the right sign.
func TestWeights(t *testing.T) {
	for why := SeenWolf; why < numWhys; why++ {
		if (weights[why] > 0) != (why < SeenHuman) || weights[why] == 0 {
			t.Errorf("reason %d weighs %v", why, weights[why])
		}
	}
}

// Two who confirm each other are believed more than one alone; a third is a contradiction, and whoever has the role knows
// who lies.
func TestFellows(t *testing.T) {
	mason := func(by, fellow werewolf.SeatID) speech.Rows {
		claim := speech.Claim(by, werewolf.Freemason)
		if fellow == 0 {
			return claim
		}
		return speech.Join(claim, speech.Of(speech.Act{Verb: speech.ComingOut, Subject: by, Target: fellow, Role: werewolf.Freemason}))
	}
	table := func() *village {
		v := newVillage(9)
		rules := werewolf.With(werewolf.RoleCounts{werewolf.Werewolf: 2, werewolf.Seer: 1, werewolf.Freemason: 2, werewolf.Villager: 4})
		v.o.Rules = &rules
		return v
	}
	alone := table().say(2, mason(2, 3)).weigh(villager)
	pair := table().say(2, mason(2, 3)).say(3, mason(3, 2)).weigh(villager)
	if alone.For(2).Why != Sole || pair.For(2).Why != Paired || pair.For(3).Other != 2 || pair.Score[2] >= alone.Score[2] {
		t.Errorf("alone %v, as a pair %v", alone.For(2), pair.For(2))
	}
	third := table().say(2, mason(2, 3)).say(3, mason(3, 2)).say(4, mason(4, 0)).weigh(villager)
	if third.Against(4).Why != Split || third.For(2).Why != Paired || third.Score[2] <= pair.Score[2] {
		t.Errorf("of three %v, %v", third.Against(4), third.For(2))
	}
	knows := table().say(2, mason(2, 1)).say(4, mason(4, 0)).weigh(Observer{Role: werewolf.Freemason, Fellows: werewolf.SetOf(2)})
	if !knows.IsFake(4) || knows.Against(4).Why != Rival || knows.IsFake(2) || knows.Against(2).Why != NoReason {
		t.Errorf("who knows has %v and %v", knows.Against(4), knows.Against(2))
	}
}

// TestWhatOthersDid: votes beside those of werewolves that are known, words for liars, talk that names nobody, and more claims than humans
// can make are reasons, and nothing like them is.
func TestWhatOthersDid(t *testing.T) {
	const wolf, human = werewolf.Wolf, werewolf.Human
	executed := func() *village { // seat 5 was executed and is a werewolf, says the only medium
		return newVillage(9).die(5, 1, werewolf.ByExecution).say(4, found(5, wolf, werewolf.Medium))
	}
	votes := func(v *village, cast ...werewolf.Choice) *village {
		for _, c := range cast {
			c.Day = 1
			v.o.Votes = append(v.o.Votes, c)
		}
		return v
	}
	liar := func() *village { // seat 2 called a werewolf who was none
		return newVillage(5).say(2, found(3, wolf, werewolf.Seer)).die(3, 1, werewolf.ByExecution)
	}
	talk := func(v *village, by werewolf.SeatID, rows speech.Rows) *village {
		return v.say(by, rows).say(by, speech.Rows{}).say(by, speech.Rows{})
	}
	for _, c := range []struct {
		name string
		v    *village
		seat werewolf.SeatID
		why  Why
		want Reason
	}{
		{"missed the werewolf", votes(executed(), werewolf.Choice{Seat: 2, Target: 3}), 2, Missed, Reason{Other: 5, Third: 3}},
		{"voted for the werewolf", votes(executed(), werewolf.Choice{Seat: 2, Target: 5}), 2, Missed, Reason{}},
		{"voted as the werewolf", votes(executed(), werewolf.Choice{Seat: 5, Target: 3}, werewolf.Choice{Seat: 2, Target: 3}), 2, Alike, Reason{Other: 5, Third: 3}},
		{"voted as the werewolf, and so did one oneself", votes(executed(), werewolf.Choice{Seat: 5, Target: 3}, werewolf.Choice{Seat: 2, Target: 3}, werewolf.Choice{Seat: 1, Target: 3}), 2, Alike, Reason{}},
		{"missed the werewolf, and so did one oneself", votes(executed(), werewolf.Choice{Seat: 2, Target: 3}, werewolf.Choice{Seat: 1, Target: 4}), 2, Missed, Reason{}},
		{"missed the werewolf for whom one voted oneself", votes(executed(), werewolf.Choice{Seat: 2, Target: 3}, werewolf.Choice{Seat: 1, Target: 5}), 2, Missed, Reason{Other: 5, Third: 3}},
		{"voted otherwise than the werewolf", votes(executed(), werewolf.Choice{Seat: 5, Target: 3}, werewolf.Choice{Seat: 2, Target: 6}), 2, Alike, Reason{}},
		{"speaks for a liar", liar().say(4, speech.Trust(2)), 4, Sides, Reason{Other: 2}},
		{"speaks for another", liar().say(4, speech.Trust(5)), 4, Sides, Reason{}},
		{"names nobody", talk(newVillage(5), 2, nil), 2, Aloof, Reason{}},
		{"names somebody", talk(newVillage(5), 2, speech.Suspect(3)), 2, Aloof, Reason{}},
		{"one of three seers", newVillage(5).say(2, seer(2)).say(3, seer(3)).say(4, seer(4)), 2, Surplus, Reason{N: 3}},
		{"one of two seers", newVillage(5).say(2, seer(2)).say(3, seer(3)), 2, Surplus, Reason{}},
		{"nobody has told anything", newVillage(5), 4, Open, Reason{}},
		{"somebody else was cleared", newVillage(5).say(2, found(3, human, werewolf.Seer)), 4, Open, Reason{N: 3}},
	} {
		given := Reason{}
		for _, r := range c.v.weigh(villager).ReasonsAgainst(c.seat) {
			if r.Why == c.why {
				given = r
			}
		}
		happened := c.want != (Reason{}) || c.name == "names nobody"
		if (given.Why == c.why) != happened || happened && (given.Other != c.want.Other || given.Third != c.want.Third || given.N != c.want.N) {
			t.Errorf("%s: %+v, want %+v", c.name, given, c.want)
		}
	}
}
