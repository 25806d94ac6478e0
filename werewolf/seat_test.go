package werewolf

import (
	"slices"
	"testing"
)

// A set is what a map of seats would be.
func TestSeatSetLikeAMap(t *testing.T) {
	rng := newRand(3)
	for range 200 {
		set, want := SeatSet(0), map[SeatID]bool{}
		for range rng.IntN(40) {
			id := SeatID(1 + rng.IntN(MaxSeats))
			if rng.IntN(3) == 0 {
				set, want[id] = set.Without(id), false
			} else {
				set, want[id] = set.With(id), true
			}
		}
		var members []SeatID
		for id := SeatID(-3); id < 70; id++ {
			if set.Has(id) != want[id] {
				t.Fatalf("has %d: %t", id, set.Has(id))
			}
			if want[id] {
				members = append(members, id)
			}
		}
		checkMembers(t, set, members)
	}
}

func checkMembers(t *testing.T, set SeatSet, members []SeatID) {
	t.Helper()
	if set.Len() != len(members) || !slices.Equal(set.Slice(), members) || !slices.Equal(slices.Collect(set.All()), members) {
		t.Fatalf("%s, want %v", set, members)
	}
	if set != SetOf(members...) {
		t.Fatalf("%s is not the set of %v", set, members)
	}
	for i, id := range members {
		if set.Nth(i) != id {
			t.Fatalf("seat %d of %s is %d", i, set, set.Nth(i))
		}
	}
	first := SeatID(0)
	if len(members) > 0 {
		first = members[0]
	}
	if set.First() != first {
		t.Fatalf("the first of %s is %d", set, set.First())
	}
	for id := range set.All() {
		if id != first {
			t.Fatalf("%d comes before %d", id, first)
		}
		break
	}
}

func TestAudience(t *testing.T) {
	cases := []struct {
		to   Audience
		sees []SeatID // of 0 to 5
		text string
	}{
		{Nobody, nil, "nobody"},
		{Everybody, []SeatID{0, 1, 2, 3, 4, 5}, "all"},
		{Only(SetOf(2, 4)), []SeatID{2, 4}, "[2 4]"},
		{Only(0), nil, "nobody"},
		{Only(^SeatSet(0)), []SeatID{1, 2, 3, 4, 5}, SeatSet(Only(^SeatSet(0))).String()},
	}
	for _, c := range cases {
		var sees []SeatID
		for id := SeatID(-1); id <= 5; id++ {
			if c.to.includes(id) {
				sees = append(sees, id)
			}
		}
		if !slices.Equal(sees, c.sees) || c.to.String() != c.text {
			t.Errorf("%s: %v see it, want %v", c.to, sees, c.sees)
		}
		if seats := c.to.Seats(5); seats != SetOf(c.sees...).Without(0) {
			t.Errorf("%s: the seats are %s", c.to, seats)
		}
	}
	if (Event{}).Audience != Nobody {
		t.Error("an event without an audience is seen by", (Event{}).Audience)
	}
}

// The largest game that can be.
func TestSixtySeats(t *testing.T) {
	r := With(RoleCounts{Werewolf: 20, Seer: 5, Bodyguard: 5, Medium: 5, Villager: 25})
	r.Talk.MaxCount, r.Whisper.MaxCount = CountRules{1, NoLimit}, CountRules{1, NoLimit}
	p := &player{rng: newRand(60)}
	g := begin(t, r, table(MaxSeats), Seeded(60))
	for len(g.Pending()) > 0 {
		do(t, g, p.answer(g.Pending()[0]))
	}
	if g.Result().End != Elimination && g.Result().End != Parity {
		t.Errorf("the game ends by %s", g.Result().End)
	}
	if names := g.Names(); len(names) != MaxSeats || names[59] != "P60" {
		t.Errorf("names %v", names)
	}
}

// Where keeps what is asked for, in whatever set.
func TestWhere(t *testing.T) {
	even := func(id SeatID) bool { return id%2 == 0 }
	for s, want := range map[SeatSet]SeatSet{0: 0, SetOf(1, 3): 0, SetOf(1, 2, 4, 7): SetOf(2, 4), SetOf(2): SetOf(2)} {
		if got := s.Where(even); got != want {
			t.Errorf("of %b: %b, want %b", s, got, want)
		}
	}
}

// Most is the first of the highest, also where all values are below zero; of no seats it is nobody.
func TestMost(t *testing.T) {
	values := map[SeatID]float64{2: -5, 3: -1, 5: -1, 7: -2}
	of := func(id SeatID) float64 { return values[id] }
	for want, s := range map[SeatID]SeatSet{3: SetOf(2, 3, 5, 7), 5: SetOf(2, 5, 7), 2: SetOf(2), 0: 0} {
		if got := s.Most(of); got != want {
			t.Errorf("of %v it is %d, not %d", s, got, want)
		}
	}
}
