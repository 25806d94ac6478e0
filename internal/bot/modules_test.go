package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
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
			if !d.Has(topic) && !slices.Contains(agent.Topics(), topic) && !slices.Contains(d.Topics, topic) {
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
	table, players := kin(t, kind, bottest.Seats(rosters[lang][:n]...), bot.Config{Seed: seed, Lang: lang})
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

// TestModulesMatter takes every module out in turn: what the model is asked, what the player does or what it notes must
// change with it.
func TestModulesMatter(t *testing.T) {
	ofEveryDesign(t, func(t *testing.T, kind string, d agent.Design) {
		whole := map[uint64]string{} // games with every module, as they are needed
		differs := func(seed uint64, off string) bool {
			if whole[seed] == "" {
				whole[seed], _ = trace(t, kind, seed, "")
			}
			_, differs := trace(t, kind, seed, whole[seed], off)
			return differs
		}
		for _, seed := range []uint64{3, 0} { // by rules, and with a model
			if differs(seed, "no such module") {
				t.Fatal("the same game comes out otherwise, or a module that does not exist matters")
			}
		}
		for _, module := range d.Modules {
			if module.Fixed {
				continue
			}
			if !slices.ContainsFunc([]uint64{3, 0, 2, 1, long13, obscure}, func(seed uint64) bool { // the rules' games and the model's in turn
				return differs(seed, module.Name)
			}) {
				t.Errorf("without %q nothing is different", module.Name)
			}
		}
	})
}

// long13 is the seed of a game of thirteen by rules, long enough for what five players never need.
const long13 = 13

// obscure is the seed of a game whose model says what rules do not understand at times.
const obscure = 14

// trace is all that players of a kind do, note and ask in a game, with modules taken out. The game ends where it differs from another,
// if there is one.
func trace(t *testing.T, kind string, seed uint64, other string, off ...string) (all string, differs bool) {
	t.Helper()
	var b strings.Builder
	k := &keeper{Model: llmtest.Model(llmtest.Echo)}
	if seed == obscure {
		k.Model = llmtest.Model(actor.Reading("analysis"))
	}
	n := 5
	if seed == long13 {
		n = 13
	}
	c := bot.Config{Seed: seed, Lang: []string{"en", "ja"}[seed%2], Off: off}
	seats := bottest.Seats(rosters[c.Lang][:n]...)
	for i := range seats {
		seats[i].Profile = fmt.Sprintf("Age: %d\nGender: female\nPersonality: attack is her joy; she executes what she plans.", 20+i)
	}
	if seed < 2 || seed == obscure {
		c.Model = k // the other games are the rules' own, which say more
	}
	table, players := kin(t, kind, seats, c)
	table.Observe = func(o *werewolf.Observation, answer string) {
		fmt.Fprintln(&b, o.Seat, o.Request.Kind, answer)
		if thinker, ok := players[o.Seat-1].(match.Thinker); ok {
			for topic, text := range thinker.Notes() {
				fmt.Fprintln(&b, topic, text)
			}
		}
	}
	same := 0
	table.Enough = func() bool {
		if other != "" && !differs {
			differs = !strings.HasPrefix(other[same:], b.String()[same:])
			same = b.Len()
		}
		return differs
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	for _, asked := range k.all() {
		b.WriteString(asked)
	}
	return b.String(), differs || b.String() != other
}
