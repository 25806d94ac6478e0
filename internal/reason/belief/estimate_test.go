package belief

import (
	"math"
	"testing"

	"wolfden/internal/reason/evidence"
	"wolfden/werewolf"
)

// What was never seen tells roles apart as the prior does, however many games were counted, and what was seen is what was counted.
func TestUnseenKeepsThePriorsOdds(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	judged, err := Judged()
	if err != nil {
		t.Fatal(err)
	}
	roles := []werewolf.Role{0, werewolf.Villager, werewolf.Villager, werewolf.Seer, werewolf.Possessed, werewolf.Werewolf}
	var day []evidence.Item
	for id := range werewolf.SeatsUpTo(5).All() {
		claim := evidence.Item{Kind: evidence.Unclaimed, Actor: id, Day: 1}
		if roles[id] == werewolf.Seer {
			claim = evidence.Item{Kind: evidence.Claim, Actor: id, Role: werewolf.Seer, Day: 1}
		}
		day = append(day, claim)
	}
	var one, all Tally
	one.Add(day, roles, &rules)
	all.Include(&one, 100_000)
	table := all.Estimate(Prior{Table: judged, Weight: 30, Sizes: 30})
	if seer := table.cells[Small][claimSeer][werewolf.Seer][0]; seer < 0.98 {
		t.Errorf("every seer claimed, and the rate is %v", seer)
	}
	row, before := &table.cells[Small][claimWolfSide], &judged.cells[Small][claimWolfSide]
	for _, r := range []werewolf.Role{werewolf.Villager, werewolf.Seer, werewolf.Possessed} {
		got, want := row[werewolf.Werewolf][0]/row[r][0], before[werewolf.Werewolf][0]/before[r][0]
		if math.Abs(math.Log(got/want)) > 0.1 {
			t.Errorf("a werewolf confesses %.3g times as often as %s, want %.3g", got, r, want)
		}
	}
}
