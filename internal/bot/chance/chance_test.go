package chance_test

import (
	"testing"

	"wolfden/internal/bot/chance"
	"wolfden/werewolf"
)

func asked(day, turn int, kind werewolf.RequestKind) *werewolf.Observation {
	return &werewolf.Observation{Day: day, Request: werewolf.Request{Kind: kind, Turn: turn}}
}

func TestChanceFollowsFromTheOccasion(t *testing.T) {
	one, two := chance.New(7, 1), chance.New(7, 1)
	for range 5 {
		one.Uint64() // drawn for something that the other was not asked
	}
	one.Restart(asked(2, 3, werewolf.Talk))
	two.Restart(asked(2, 3, werewolf.Talk))
	if one.Uint64() != two.Uint64() {
		t.Error("the same occasion draws differently")
	}
	seen := map[uint64]string{}
	for name, d := range map[string]*chance.Stream{
		"as is": chance.New(7, 1), "another seed": chance.New(8, 1), "another salt": chance.New(7, 2),
	} {
		for _, o := range []*werewolf.Observation{asked(1, 0, werewolf.Talk), asked(1, 1, werewolf.Talk), asked(2, 0, werewolf.Talk), asked(1, 0, werewolf.Vote)} {
			d.Restart(o)
			n := d.Uint64()
			if other := seen[n]; other != "" {
				t.Errorf("%s draws what %s drew", name, other)
			}
			seen[n] = name
		}
	}
}

func TestOpenFloorsRollOn(t *testing.T) {
	d := chance.New(7, 1)
	o := asked(1, 0, werewolf.Talk)
	o.Request.Open = true
	d.Restart(o)
	first := d.Uint64()
	d.Restart(o)
	if first == d.Uint64() {
		t.Error("asked again, the same is drawn")
	}
}
