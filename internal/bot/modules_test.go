package bot_test

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// ofEveryDesign runs a test for every player that can use a model, at the same time.
func ofEveryDesign(t *testing.T, test func(t *testing.T, kind string, d agent.Design)) {
	t.Helper()
	if testing.Short() {
		t.Skip("plays many games")
	}
	for _, kind := range modelled() {
		d, err := bot.Describe(kind)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, kind, d)
		})
	}
}

// TestModulesAreNoted: whatever stands in a player's design is seen at work in its notes in the course of some games.
func TestModulesAreNoted(t *testing.T) {
	// Under these the frame notes what a model was asked and chose, and why rules answered as they did.
	framed := []string{"model", "choice", "broken-word", talker.TopicRules}
	ofEveryDesign(t, func(t *testing.T, kind string, d agent.Design) {
		seen := map[string]bool{}
		var unseen []string
		for _, module := range d.Modules {
			if !module.Silent {
				unseen = append(unseen, module.Name)
			}
		}
		for seed := uint64(0); seed < 12 && (len(unseen) > 0 || seed == 0); seed++ {
			noteTopics(t, kind, seed, seen)
			unseen = slices.DeleteFunc(unseen, func(name string) bool { return seen[name] })
		}
		for _, name := range unseen {
			t.Errorf("nothing is ever noted under %q", name)
		}
		for topic := range seen {
			if !d.Has(topic) && !slices.Contains(framed, topic) && !slices.Contains(d.Topics, topic) {
				t.Errorf("%q is noted, and no module is called so", topic)
			}
		}
	})
}

// noteTopics plays a game by rules and collects the topics of notes.
func noteTopics(t *testing.T, kind string, seed uint64, seen map[string]bool) {
	t.Helper()
	n := 5
	if seed%3 == 2 && bot.Fits(kind, 13) == nil {
		n = 13
	}
	lang := []string{"en", "ja"}[seed%2]
	table, players := kin(t, kind, bottest.Seats(rosters[lang][:n]...), bot.Config{Seed: seed, Lang: lang, Shared: understood})
	table.Observe = func(o *werewolf.Observation, _ string) {
		if thinker, ok := players[o.Seat-1].(match.Thinker); ok {
			for topic, text := range thinker.Notes() {
				seen[topic] = seen[topic] || strings.TrimSpace(text) != ""
			}
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
}
