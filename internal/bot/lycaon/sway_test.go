package lycaon

import (
	"math"
	"reflect"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// heard is a player in seat 1 of five that has heard the talk of the first day and is asked for its vote.
func heard(t *testing.T, seed uint64, role werewolf.Role, talk ...werewolf.Utterance) (*Player, *werewolf.Observation, string) {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(seed, "en")
	if err != nil {
		t.Fatal(err)
	}
	for i := range talk {
		talk[i].Day, talk[i].Idx = 1, i
	}
	o := &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"}, Living: werewolf.SeatsUpTo(5),
		Roles: []werewolf.Role{0, role, 0, 0, 0, 0}, Talks: talk, Request: werewolf.Request{Seat: 1, Kind: werewolf.Vote},
	}
	o.Request.Targets = o.Others()
	answer, err := p.Answer(t.Context(), *o)
	if err != nil {
		t.Fatal(err)
	}
	return p, o, answer
}

// What a vote wins is computed here with the vote counted: everybody is executed in proportion to e^firm for each vote.
func TestWisestCountsTheOwnVote(t *testing.T) {
	names := [...]string{"", "Ada", "Bela", "Cleo", "Dora", "Ezra"}
	for _, announced := range [][6]werewolf.SeatID{{}, {2: 3}, {2: 3, 4: 3, 5: 2}, {3: 1, 4: 1, 2: 5}, {2: 4, 3: 4, 5: 4, 4: 1}} {
		for _, role := range []werewolf.Role{werewolf.Villager, werewolf.Seer} {
			var votes [6]int
			var talk []werewolf.Utterance
			for voter, target := range announced {
				if target != 0 {
					votes[target]++
					talk = append(talk, werewolf.Utterance{Seat: werewolf.SeatID(voter), Text: "I will vote for " + names[target] + "."})
				}
			}
			p, o, _ := heard(t, 1, role, talk...)
			best, win := p.State().wisest(o, o.Others())
			most := 0.0
			for id := range o.Others().All() {
				with := votes
				with[id]++
				won, all := 0.0, 0.0
				for other := range o.Living.All() {
					share := math.Exp(firm * float64(with[other]))
					won, all = won+share*p.State().worthToVillage(o)[other], all+share
				}
				if want := won / all; math.Abs(win[id]-want) > 1e-12 {
					t.Errorf("%s, votes %v: a vote for %s wins %v, want %v", role, votes, names[id], win[id], want)
				}
				most = max(most, won/all)
			}
			if math.Abs(win[best]-most) > 1e-12 {
				t.Errorf("%s, votes %v: the wisest is %s with %v, another vote wins %v", role, votes, names[best], win[best], most)
			}
		}
	}
}

// The werewolves' side has somebody in mind: the werewolf the player whom the village takes for one, the possessed, who
// stands as the seer itself, its rival.
func TestScapegoat(t *testing.T) {
	for role, want := range map[werewolf.Role]string{werewolf.Werewolf: "Dora", werewolf.Possessed: "Cleo"} {
		for seed := range bottest.Few(*Long, uint64(12)) {
			_, _, answer := heard(t, seed, role,
				werewolf.Utterance{Seat: 3, Text: "I am the seer. I divined Dora and Dora is a werewolf."},
				werewolf.Utterance{Seat: 2, Text: "I suspect Dora. I will vote for Dora."},
				werewolf.Utterance{Seat: 5, Text: "I suspect Dora. I will vote for Dora."})
			if answer != want {
				t.Errorf("the %s, seed %d: votes for %q, want %q", role, seed, answer, want)
			}
		}
	}
}

// On the ballot that decides the game a vote goes where what was announced since makes it help more; else the word is kept.
func TestBallotFollowsWhatHelps(t *testing.T) {
	black := werewolf.Utterance{Seat: 3, Text: "I am the seer. I divined Dora and Dora is a werewolf."}
	says := func(seat werewolf.SeatID, name string) werewolf.Utterance {
		return werewolf.Utterance{Seat: seat, Text: "I will vote for " + name + "."}
	}
	for _, tt := range []struct {
		name   string
		role   werewolf.Role
		living werewolf.SeatSet
		talk   []werewolf.Utterance
		want   werewolf.SeatID // 0: its word is kept
	}{
		{"a villager of three joins against who was found", werewolf.Villager, werewolf.SetOf(1, 4, 5), []werewolf.Utterance{says(1, "Ezra"), black, says(5, "Dora")}, 4},
		{"a villager of five keeps its word", werewolf.Villager, werewolf.SeatsUpTo(5), []werewolf.Utterance{says(1, "Bela"), black, says(2, "Dora"), says(5, "Dora")}, 0},
		{"a villager keeps a word as good as another", werewolf.Villager, werewolf.SeatsUpTo(5), []werewolf.Utterance{says(2, "Ezra"), says(1, "Ezra")}, 0},
		{"a werewolf of three takes whom another votes for", werewolf.Werewolf, werewolf.SeatsUpTo(3), []werewolf.Utterance{says(1, "Bela"), says(2, "Cleo")}, 3},
		{"a werewolf of three keeps what does", werewolf.Werewolf, werewolf.SeatsUpTo(3), []werewolf.Utterance{says(1, "Bela"), says(3, "Bela")}, 0},
	} {
		p, o, _ := heard(t, 1, tt.role, tt.talk...)
		o.Living = tt.living
		o.Request.Targets = o.Others()
		if _, err := p.Answer(t.Context(), *o); err != nil {
			t.Fatal(err)
		}
		c := talker.Choice{Of: talker.Answer, Kind: werewolf.Vote}
		decided := p.State().sway(p.Table(), &c)
		target := c.Target
		if decided != (tt.want != 0) || decided && target != tt.want {
			t.Errorf("%s: votes for %s (%t)", tt.name, o.Name(target), decided)
		}
	}
}

// A werewolf with an honest day wants whom a villager in its seat would want who has heard the same, its own side and the announced
// votes included.
func TestWerewolfWantsWhomItsMaskWould(t *testing.T) {
	rules, err := werewolf.Standard(9)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ada", "Bela", "Cleo", "Dora", "Ezra", "Fay", "Gus", "Hal", "Ida"}
	wanted := func(partner werewolf.SeatID, role werewolf.Role, seed uint64, texts ...string) werewolf.SeatID {
		p, err := New(seed, "en")
		if err != nil {
			t.Fatal(err)
		}
		roles := make([]werewolf.Role, 10)
		if roles[1] = role; partner != 0 {
			roles[partner] = role
		}
		o := werewolf.Observation{
			Rules: &rules, Seat: 1, Day: 1, Names: names, Living: werewolf.SeatsUpTo(9), Roles: roles,
			Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}},
		}
		for i, text := range texts {
			o.Talks = append(o.Talks, werewolf.Utterance{Day: 1, Idx: i, Seat: werewolf.SeatID(3 + i), Text: text})
		}
		if _, err := p.Answer(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if !p.Table().Self.ShownSpec().Ordinary() {
			return 0
		}
		return p.Table().Self.Target()
	}
	same := 0
	for _, texts := range [][]string{
		{"I am the seer. I divined Gus and found a werewolf.", "I will vote for Gus.", "I will vote for Gus."},
		{"I am the seer. I divined Bela and found a werewolf.", "I will vote for Bela.", "I will vote for Cleo."},
		{"I am the seer. I divined Ida and found a human.", "I will vote for Bela.", "I will vote for Bela.", "I will vote for Hal."},
	} {
		for seed := range uint64(5) {
			wolf, villager := wanted(2, werewolf.Werewolf, seed, texts...), wanted(0, werewolf.Villager, seed, texts...)
			if wolf == 0 {
				continue // it poses as somebody else
			}
			same++
			if wolf != villager {
				t.Errorf("seed %d, %q: the werewolf wants %d, a villager %d", seed, texts, wolf, villager)
			}
		}
	}
	if same == 0 {
		t.Error("no werewolf poses as a villager")
	}
}

// With its last word a werewolf gives up a vote that cannot help any more, as a villager in its seat would.
func TestLastWordOfAMask(t *testing.T) {
	rules, err := werewolf.Standard(9)
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range []werewolf.Role{werewolf.Villager, werewolf.Werewolf} {
		changed := 0
		for seed := range bottest.Few(*Long, uint64(10)) {
			p, err := New(seed, "en")
			if err != nil {
				t.Fatal(err)
			}
			roles := make([]werewolf.Role, 10)
			roles[1] = role
			o := werewolf.Observation{
				Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dora", "Ezra", "Fay", "Gus", "Hal", "Ida"},
				Living: werewolf.SeatsUpTo(5), Roles: roles,
				Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Turn: 4, Left: werewolf.Left{Length: werewolf.NoLimit}},
			}
			for i, u := range []werewolf.Utterance{
				{Seat: 1, Text: "I will vote for Cleo."}, {Seat: 4, Text: "I am the seer. I divined Bela and found a werewolf."},
				{Seat: 4, Text: "I will vote for Bela."}, {Seat: 5, Text: "I will vote for Cleo."},
			} {
				u.Day, u.Idx = 1, i
				o.Talks = append(o.Talks, u)
			}
			if _, err := p.Answer(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(first(p, (*state).reconsider), talker.Intention{}) {
				changed++
			}
		}
		if changed == 0 {
			t.Errorf("as %s it keeps its vote in all games", rules.Table.Name(role))
		}
	}
}

// A vote is given up for a better one only where that helps enough to be worth the change.
func TestVoteIsKeptForLittle(t *testing.T) {
	little, much := 0, 0
	for _, more := range []string{"I trust Ezra.", "I will vote for Ezra.", "I suspect Ezra. I will vote for Ezra.", "I am the seer. I divined Ezra and Ezra is a werewolf. I will vote for Ezra."} {
		for seed := range uint64(4) {
			p, o, _ := heard(t, seed, werewolf.Villager, werewolf.Utterance{Seat: 1, Text: "I will vote for Bela."}, werewolf.Utterance{Seat: 3, Text: more})
			s := p.State()
			best, win := s.wisest(o, o.Others())
			kept := reflect.DeepEqual(first(p, (*state).reconsider), talker.Intention{})
			switch better := win[best] - win[2]; {
			case better > lot && better < 0.03:
				little++
				if !kept {
					t.Errorf("seed %d, %q: given up for %.3f", seed, more, better)
				}
			case better >= 0.03:
				much++
				if kept {
					t.Errorf("seed %d, %q: kept though %s is better by %.3f", seed, more, o.Name(best), better)
				}
			}
		}
	}
	if little == 0 || much == 0 {
		t.Errorf("%d are better by little, %d by much", little, much)
	}
}

// Lots decide among equals alone: where many have announced the same vote, one more changes the chance by a millionth, and goes where
// that helps.
func TestLotsDecideAmongEqualsAlone(t *testing.T) {
	firsts := map[werewolf.SeatID]bool{}
	for seed := range bottest.Few(*Long, uint64(12)) {
		p, o, _ := heard(t, seed, werewolf.Villager)
		for best := range o.Others().All() {
			got := p.State().most(o.Others(), func(id werewolf.SeatID) float64 {
				if id == best {
					return 0.5 + 1e-6
				}
				return 0.5
			})
			if got != best {
				t.Errorf("seed %d: seat %d, want %d", seed, got, best)
			}
		}
		firsts[p.State().most(o.Others(), func(werewolf.SeatID) float64 { return 0.5 })] = true
	}
	if len(firsts) < 3 {
		t.Errorf("among equals only %v come first", firsts)
	}
}
