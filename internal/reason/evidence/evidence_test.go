package evidence

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"wolfden/internal/ledger"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// scene is a table of five whose utterances are given by what they say.
type scene struct {
	o     werewolf.Observation
	book  ledger.Writer
	signs List
}

func newScene() *scene {
	rules, _ := werewolf.Standard(5)
	return &scene{o: werewolf.Observation{Rules: &rules, Living: werewolf.SeatsUpTo(5), Roles: make([]werewolf.Role, 6)}}
}

func (s *scene) day(d int) { s.o.Day, s.o.Night = d, false }

func (s *scene) say(by werewolf.SeatID, rows speech.Rows) {
	s.o.Talks = append(s.o.Talks, werewolf.Utterance{Day: s.o.Day, Seat: by})
	s.book.Hear(&s.o.Talks[len(s.o.Talks)-1], rows)
	s.see()
}

func (s *scene) see() { s.signs.See(&s.o, s.book.Reader()) }

func (s *scene) dusk() {
	s.o.Night = true
	s.see()
}

// dawn tells whom the night took and how all had voted.
func (s *scene) dawn(executed, killed werewolf.SeatID, votes ...werewolf.Choice) {
	s.o.Deaths = append(s.o.Deaths, werewolf.Death{Day: s.o.Day, Seat: executed, Cause: werewolf.ByExecution})
	if killed != 0 {
		s.o.Deaths = append(s.o.Deaths, werewolf.Death{Day: s.o.Day, Seat: killed, Cause: werewolf.ByAttack})
	}
	for _, v := range votes {
		v.Day = s.o.Day
		s.o.Votes = append(s.o.Votes, v)
	}
	s.day(s.o.Day + 1)
	s.see()
}

// only is the facts of the kinds, each in a few words.
func (s *scene) only(kinds ...Kind) (list []string) {
	for _, f := range s.signs.Items() {
		if slices.Contains(kinds, f.Kind) {
			text := fmt.Sprint(f.Kind, " ", f.Actor, ">", f.Target, " ", f.Role, " ", f.Species, " day ", f.Day)
			list = append(list, strings.Join(strings.Fields(text), " "))
		}
	}
	return list
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

func told(target werewolf.SeatID, s werewolf.Species) speech.Rows {
	return speech.Of(speech.Act{Verb: speech.Divined, Target: target, Species: s})
}

func TestClaimsAndResults(t *testing.T) {
	s := newScene()
	s.day(1)
	s.say(1, speech.Claim(1, werewolf.Seer))
	s.say(1, speech.Join(speech.Claim(1, werewolf.Seer), told(3, werewolf.Wolf)))
	s.say(2, told(3, werewolf.Human))
	s.say(1, told(3, werewolf.Wolf))
	s.say(3, speech.Claim(3, werewolf.Villager))
	s.say(4, speech.Claim(4, werewolf.Medium)) // there is none in the setup
	s.say(2, speech.Retract(2))
	expect(t, s.only(Claim, Told, Retract),
		"claim 1>0 SEER day 1", "told 1>3 SEER WEREWOLF day 1", "claim 2>0 SEER day 1", "told 2>3 SEER HUMAN day 1",
		"claim 3>0 VILLAGER day 1", "retract 2>0 SEER day 1")
	if !slices.ContainsFunc(s.signs.Items(), func(f Item) bool { return f.Kind == Claim && f.Actor == 2 && f.Counter }) {
		t.Error("the second claim is a counter claim")
	}
	if got := s.book.Claimants(werewolf.Seer); got != werewolf.SetOf(1) {
		t.Errorf("claimants %v", got)
	}
	if got := s.signs.Results(2, werewolf.Seer); len(got) != 1 || got[0].Target != 3 || got[0].Species != werewolf.Human {
		t.Errorf("results of 2: %v", got)
	}
	if s.signs.StandingOf(3) != Blamed || s.signs.StandingOf(1) != Claimant || s.signs.StandingOf(5) != Plain {
		t.Error("standings")
	}
}

func TestGoingBackAndForthCountsOnce(t *testing.T) {
	s := newScene()
	s.day(1)
	for range 4 {
		s.say(1, speech.Claim(1, werewolf.Seer))
		s.say(1, speech.Retract(1))
	}
	s.say(1, speech.Claim(1, werewolf.Seer))
	expect(t, s.only(Claim, Retract), "claim 1>0 SEER day 1", "retract 1>0 SEER day 1")
	if s.book.ClaimOf(1) != werewolf.Seer {
		t.Error("the last word holds")
	}
}

func TestResultsThatCannotBe(t *testing.T) {
	s := newScene()
	s.day(1)
	s.say(1, told(3, werewolf.Wolf))
	s.say(1, told(3, werewolf.Human)) // contradicts itself
	s.say(1, told(4, werewolf.Human)) // two results after one night
	s.say(2, told(2, werewolf.Human)) // itself
	expect(t, s.only(Told, Slip), "told 1>3 SEER WEREWOLF day 1", "slip 1>3 SEER day 1", "slip 1>4 SEER day 1", "slip 2>2 SEER day 1")
}

func TestOpinionsGrowFirmer(t *testing.T) {
	s := newScene()
	s.day(1)
	s.say(1, speech.Join(speech.Suspect(2), speech.Trust(3)))
	s.say(1, speech.Join(speech.Suspect(2), speech.Do(speech.Vote, 2)))
	s.say(4, speech.Do(speech.Vote, 3))
	s.say(4, speech.RequestVote(2))
	if s.signs.Against(2) != werewolf.SetOf(1, 4) || s.signs.WantsOut(4) != 2 {
		t.Errorf("announced against 2: %v", s.signs.Against(2))
	}
	s.dusk()
	s.dawn(2, 3, werewolf.Choice{Seat: 1, Target: 2}, werewolf.Choice{Seat: 4, Target: 3}, werewolf.Choice{Seat: 5, Target: 2})
	expect(t, s.only(Accuse, Declare, Cast, Support, Kept, Broke),
		"support 1>3 day 1", "cast 1>2 day 1", "cast 4>3 day 1", "declare 4>2 day 1", "kept 1>2 day 1",
		"broke 4>3 day 1", "cast 5>2 day 1")
	for _, f := range s.signs.Items() {
		if f.Kind == Cast && f.Actor == 1 && f.Choices != werewolf.SetOf(2, 3, 4, 5) {
			t.Errorf("1 could have chosen %v", f.Choices)
		}
	}
	if s.signs.Against(2) != 0 {
		t.Error("announcements hold for a day")
	}
	expect(t, s.only(Executed, Attacked, Spared), "executed 2>0 day 1", "attacked 3>0 day 1", "spared 1>0 day 1",
		"spared 4>0 day 1", "spared 5>0 day 1")
}

func TestWhatNobodySaidIsAFact(t *testing.T) {
	s := newScene()
	s.day(1)
	for range 3 {
		s.say(1, nil)
		s.say(2, nil)
	}
	s.say(3, speech.Claim(3, werewolf.Seer))
	s.say(4, speech.Of(speech.Act{Verb: speech.Skip}))
	s.dusk()
	expect(t, s.only(Quiet, Unclaimed), "unclaimed 1>0 day 1", "unclaimed 2>0 day 1", "quiet 4>0 day 1",
		"unclaimed 4>0 day 1", "quiet 5>0 day 1", "unclaimed 5>0 day 1")
	s.dusk()
	if n := len(s.only(Unclaimed)); n != 4 {
		t.Errorf("told twice: %d", n)
	}
}

func TestTheDeadAreNotAccused(t *testing.T) {
	s := newScene()
	s.day(1)
	s.dusk()
	s.dawn(2, 3)
	s.say(1, speech.Join(speech.Suspect(1), speech.Suspect(2), speech.Suspect(3), speech.Suspect(4), speech.Do(speech.Vote, 2)))
	expect(t, s.only(Accuse, Declare), "accuse 1>4 day 2")
	if f := s.signs.Items()[len(s.signs.Items())-1]; f.Choices != werewolf.SetOf(4, 5) {
		t.Errorf("1 could have chosen %v", f.Choices)
	}
}

// babbler plays at random; what it says is decided by whoever reads it.
type babbler struct{ rng *rand.Rand }

func (b babbler) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind.Chooses() {
		return o.Name(o.Request.Targets.Nth(b.rng.IntN(o.Request.Targets.Len()))), nil
	}
	return fmt.Sprint("x", b.rng.IntN(1000)), nil
}

// babble is a ledger that takes any text for something, always for the same.
func babble(o *werewolf.Observation) *ledger.Ledger {
	var book ledger.Writer
	for i := range o.Talks {
		book.Hear(&o.Talks[i], babbled(&o.Talks[i]))
	}
	return book.Reader()
}

func babbled(u *werewolf.Utterance) speech.Rows {
	seed := uint64(len(u.Text))
	for _, c := range []byte(u.Text) {
		seed = seed*31 + uint64(c)
	}
	rng := rand.New(rand.NewPCG(seed, uint64(u.Seat)))
	seat := func() werewolf.SeatID { return werewolf.SeatID(rng.IntN(12)) }
	r := speech.Join(speech.Suspect(1+seat()), speech.Trust(1+seat()))
	if rng.IntN(9) == 0 {
		r = speech.Join(r, speech.Retract(u.Seat))
	}
	if rng.IntN(3) == 0 {
		r = speech.Join(r, speech.Claim(u.Seat, werewolf.Role(rng.IntN(7))), speech.Do(speech.Vote, seat()))
	}
	if rng.IntN(4) == 0 {
		verb := []speech.Verb{speech.Divined, speech.Identified, speech.Guarded}[rng.IntN(3)]
		r = append(r, speech.Act{Verb: verb, Target: seat(), Species: werewolf.Species(rng.IntN(3))})
	}
	return r
}

// A list that is begun late, or that sees every second observation, says the same as one that saw all.
func TestLateListsSayTheSame(t *testing.T) {
	for seed := range 60 {
		rules, err := werewolf.Standard([]int{5, 9, 13}[seed%3])
		if err != nil {
			t.Fatal(err)
		}
		names := make([]string, rules.Players())
		players := make([]bottest.Player, len(names))
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		for i := range names {
			names[i], players[i] = string(rune('A'+i)), babbler{rng}
		}
		table, err := bottest.Sit(rules, bottest.Seats(names...), uint64(seed), players)
		if err != nil {
			t.Fatal(err)
		}
		var all, some List
		table.Observe = func(o *werewolf.Observation, _ string) {
			if o.Seat != 1 {
				return
			}
			all.See(o, babble(o))
			if rng.IntN(2) == 0 {
				some.See(o, babble(o))
			}
			var late List
			late.See(o, babble(o))
			if !slices.Equal(all.Items(), late.Items()) {
				t.Fatalf("seed %d day %d: late\n%v\nall\n%v", seed, o.Day, late.Items(), all.Items())
			}
			if o.Result.End != werewolf.NotOver {
				some.See(o, babble(o))
				if !slices.Equal(all.Items(), some.Items()) {
					t.Fatalf("seed %d: some\n%v\nall\n%v", seed, some.Items(), all.Items())
				}
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
}
