package kanolabnw

import (
	"fmt"
	"slices"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/werewolf"
)

// given is an answer, and what was asked for.
type given struct {
	seat werewolf.SeatID
	kind werewolf.RequestKind
	text string
}

// answers are all of a game, in order, up to the first that is another than in a game before.
func answers(t *testing.T, n int, seed uint64, c agent.Config, before []given) (list []given) {
	t.Helper()
	r := sit(t, n, seed, c, nil)
	r.Observe = func(o *werewolf.Observation, text string) { list = append(list, given{o.Seat, o.Request.Kind, text}) }
	r.Enough = func() bool {
		last := len(list) - 1
		return before != nil && last >= 0 && (last >= len(before) || list[last] != before[last])
	}
	if err := r.Play(); err != nil || len(r.Illegal) > 0 {
		t.Fatalf("%d players, seed %d: %v, illegal: %v", n, seed, err, r.Illegal)
	}
	return list
}

// Every module moves an answer that is its to move: the first that is another without it. A model reads the module's section of the
// prompt and nothing else; where no section is named rules answer.
func TestModulesMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many games")
	}
	speech, choices := []werewolf.RequestKind{werewolf.Talk, werewolf.Whisper}, []werewolf.RequestKind{werewolf.Vote, werewolf.Divine, werewolf.Guard, werewolf.Attack}
	all := slices.Concat(speech, choices)
	modules := map[string]struct {
		section string
		moves   []werewolf.RequestKind
	}{
		"character": {"character", all}, "base-rule": {actor.Rules, speech}, "traits": {"character", all}, "extraction": {"logic", all},
		"patterns": {"logic", all}, "summary": {"summary", all}, "fake-divination": {"analysis", all}, "inducement": {actor.Orders, speech},
		"whisper": {actor.Orders, speech[1:]}, "vote": {"strategy", choices[:1]}, "divine": {"", choices[1:2]}, "target": {"", choices[2:]},
	}
	readers, games := map[string]llmtest.Behaviour{}, map[string][]given{} // with every module, by section, players and seed
	for _, m := range System.Modules {
		if m.Fixed {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			known := modules[m.Name]
			if !*long && len(known.moves) == len(all) {
				t.Skip("that it moves an answer of any kind is asked of every player: bot.TestEveryModuleMovesAnswers")
			}
			if readers[known.section] == nil {
				readers[known.section] = actor.Reading(known.section)
			}
			for _, size := range []struct {
				players int
				seeds   uint64
			}{{5, 3}, {13, 2}, {9, 6}} {
				for seed := range size.seeds {
					play := func(before []given, off ...string) []given {
						c := agent.Config{Off: off, Lang: []string{"en", "ja"}[seed%2]}
						if known.section != "" {
							c.Model = llmtest.Model(readers[known.section])
						}
						return answers(t, size.players, seed, c, before)
					}
					key := fmt.Sprint(known.section, size.players, seed)
					if games[key] == nil {
						games[key] = play(nil)
					}
					whole := games[key]
					without := play(whole, m.Name)
					for i := range min(len(whole), len(without)) {
						if whole[i] == without[i] {
							continue
						}
						if !slices.Contains(known.moves, whole[i].kind) {
							t.Errorf("%d players, seed %d: %+v, and without the module %+v", size.players, seed, whole[i], without[i])
						}
						return
					}
				}
			}
			t.Error("no answer is another without it")
		})
	}
}
