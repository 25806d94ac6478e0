package main

import (
	"testing"
)

// The round robin is the paper's (section 4): six entries, three of a kind, five players, four utterances a day each and twenty in all,
// votes that are not shown, and a temperature of 0.7 unless the user gives another.
func TestRoundsAreThePapers(t *testing.T) {
	c := labRoundsCmd{Proposed: "yharada", Baseline: "baseline", Games: 12, Lang: "en", Seed: 1, Parallel: 1}
	c.Model = "openai:gpt-4o"
	s, err := c.spec()
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, e := range s.Entries {
		kinds[e.Bot]++
		if heat := e.Settings.Temperature; heat == nil || *heat != 0.7 || e.Model != c.Model {
			t.Errorf("%s: model %q, not at 0.7", e.Name, e.Model)
		}
	}
	if kinds["yharada"] != 3 || kinds["baseline"] != 3 || len(s.Entries) != 6 {
		t.Errorf("entries: %v", kinds)
	}
	rules := s.Setups[0].Rules
	if most := rules.Talk.MaxCount; rules.VoteVisibility || rules.Players() != 5 || most.PerAgent != 4 || most.PerDay != 20 {
		t.Errorf("%d players, votes shown: %t, %+v utterances", rules.Players(), rules.VoteVisibility, most)
	}
	cool := 0.2
	other := labRoundsCmd{Proposed: "yharada", Baseline: "baseline", Games: 6, Lang: "en", Parallel: 1}
	other.Model, other.Tuning.Temperature = c.Model, &cool
	if s, err = other.spec(); err != nil || *s.Entries[0].Settings.Temperature != cool {
		t.Errorf("the user's temperature is not kept: %v", err)
	}
}
