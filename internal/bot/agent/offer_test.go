package agent

import (
	"testing"

	"wolfden/werewolf"
)

// A choice is offered whom the rules and the player's own certain knowledge leave, and where they leave nobody, who is left without that.
func TestOffered(t *testing.T) {
	seats := func(list ...werewolf.SeatID) (s werewolf.SeatSet) {
		for _, id := range list {
			s = s.With(id)
		}
		return s
	}
	human := func(id werewolf.SeatID) werewolf.Finding {
		return werewolf.Finding{Target: id, Species: werewolf.Human}
	}
	wolf := func(id werewolf.SeatID) werewolf.Finding { return werewolf.Finding{Target: id, Species: werewolf.Wolf} }
	v, s, w, f := werewolf.Villager, werewolf.Seer, werewolf.Werewolf, werewolf.Freemason
	for _, c := range []struct {
		name    string
		kind    werewolf.RequestKind
		roles   []werewolf.Role // of seat 1, 2, ... as seat 1 knows them
		divined []werewolf.Finding
		chosen  []werewolf.OwnChoice
		among   werewolf.SeatSet
		want    werewolf.SeatSet
	}{
		{"a villager votes for anybody else", werewolf.Vote, []werewolf.Role{v}, nil, nil, seats(1, 2, 3), seats(2, 3)},
		{"only itself is left", werewolf.Vote, []werewolf.Role{v}, nil, nil, seats(1), seats(1)},
		{"a seer votes for nobody it found human", werewolf.Vote, []werewolf.Role{s}, []werewolf.Finding{human(2), wolf(3)}, nil, seats(1, 2, 3, 4), seats(3, 4)},
		{"unless nobody else is left", werewolf.Vote, []werewolf.Role{s}, []werewolf.Finding{human(2)}, nil, seats(1, 2), seats(2)},
		{"a seer divines nobody twice", werewolf.Divine, []werewolf.Role{s}, []werewolf.Finding{human(2), wolf(3)}, nil, seats(2, 3, 4), seats(4)},
		{"nor whom it has chosen", werewolf.Divine, []werewolf.Role{s}, nil, []werewolf.OwnChoice{{Kind: werewolf.Divine, Target: 2}, {Kind: werewolf.Vote, Target: 3}}, seats(2, 3, 4), seats(3, 4)},
		{"unless all are divined", werewolf.Divine, []werewolf.Role{s}, []werewolf.Finding{human(2), human(3)}, nil, seats(2, 3), seats(2, 3)},
		{"a werewolf does not attack its own", werewolf.Attack, []werewolf.Role{w, w}, nil, nil, seats(1, 2, 3), seats(3)},
		{"and may vote against it", werewolf.Vote, []werewolf.Role{w, w}, nil, nil, seats(1, 2, 3), seats(2, 3)},
		{"a freemason does not vote against another", werewolf.Vote, []werewolf.Role{f, f}, nil, nil, seats(1, 2, 3), seats(3)},
		{"anybody else may be guarded", werewolf.Guard, []werewolf.Role{werewolf.Bodyguard, v}, nil, nil, seats(1, 2, 3), seats(2, 3)},
	} {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		o := &werewolf.Observation{Rules: &rules, Seat: 1, Roles: append([]werewolf.Role{0}, c.roles...), Divined: c.divined, Chosen: c.chosen}
		if got := Offered(o, c.kind, c.among); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
