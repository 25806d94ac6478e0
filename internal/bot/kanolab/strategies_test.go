package kanolab

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/phrase"
	"wolfden/werewolf"
)

// Prompts to speak and to choose hold the common strategies, those of the role where roles are told theirs, and of no other, in the
// language of the game.
func TestStrategies(t *testing.T) {
	for _, seed := range []uint64{2, 3} {
		book, err := phrase.Read(files, ".", []string{"en", "ja"}[seed%2])
		if err != nil {
			t.Fatal(err)
		}
		for _, off := range [][]string{nil, {"strategies"}} {
			if !*long && off != nil && seed != 2 {
				continue
			}
			roles, tasks := map[werewolf.Role]bool{}, map[string]int{}
			players, told := 13, map[string]float64{}
			if off != nil {
				players = 5
			} else if seed == 3 {
				told["roles"] = 1
			}
			playWith(t, players, seed, agent.Config{Off: off, Params: told}, bottest.Mute, func(m *moment) {
				for _, task := range []string{"word", "choose-target"} {
					for _, p := range m.Of(task) {
						roles[m.O.Role()] = true
						tasks[task]++
						want := ""
						if off == nil {
							want = strings.Join(book.All("ALL"), "\n")
						}
						if told["roles"] == 1 {
							want += "\n" + strings.Join(book.All(m.O.Role().String()), "\n")
						}
						if got := bottest.Fenced(p, "advice"); got != want {
							t.Errorf("off %v: the %s is told %q, not %q", off, m.O.Role(), got, want)
						}
					}
				}
			})
			if len(roles) < 6 && off == nil || len(tasks) < 2 {
				t.Errorf("prompts of %v for %v", roles, tasks)
			}
		}
	}
}

// Both languages have strategies for the same roles, examples of talk, and something to tell every role.
func TestStrategiesAreWhole(t *testing.T) {
	english, _ := phrase.Read(files, ".", "en")
	for _, lang := range []string{"en", "ja"} {
		book, err := phrase.Read(files, ".", lang)
		if err != nil || !slices.Equal(book.Kinds(), english.Kinds()) || len(book.All("TALK")) < 3 || commands[lang] == "" {
			t.Errorf("%q: strategies of %v, %d examples, %v", lang, book.Kinds(), len(book.All("TALK")), err)
		}
		seen := map[string]bool{}
		for _, role := range werewolf.StandardRoles().Roles() {
			text := strategy(&book, &werewolf.Observation{Seat: 1, Roles: []werewolf.Role{0, role}}, true)
			if strings.Count(text, "\n") != 3 || seen[text] {
				t.Errorf("%q: the %s is told %q, as others are", lang, role, text)
			}
			seen[text] = true
		}
	}
	if _, err := System.Player(agent.Config{Lang: "fr"}); err == nil || !strings.Contains(err.Error(), "fr") {
		t.Errorf("French: %v", err)
	}
}
