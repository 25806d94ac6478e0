package bot_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var ablations = flag.Int("ablations", 0, "games of every system with and without each of its modules; 0 plays until an answer has moved")

// byRules stands in the place of a section where a module works in no prompt: what rules answer without a model moves.
const byRules = "(rules)"

// sections are where in a prompt the work of each module stands, by the names that actor.Reading knows. A module whose work goes
// through that of another is read there.
var sections = map[string]map[string]string{
	"plain": {"doubt": byRules, "mask": byRules, "target": byRules, "vote": byRules},
	"lycaon": {
		"reading": "talk", "belief": byRules, "mask": byRules, "plan": byRules, "night": byRules, "sway": byRules, "lead": byRules, "appeal": byRules,
		"power-play": byRules,
	},
	"gptaku":          {"doubt": byRules, "day-1": byRules, "day-2": byRules, "persuasion": byRules, "vote": byRules, "night": byRules},
	"mille":           {"coming-out": byRules, "recognition": byRules, "estimation": byRules, "results": byRules, "thoughts": byRules, "choices": byRules},
	"CamelliaDragons": {"character": "character", "summary": "summary", "strategy": "strategy"},
	"CanisLupus":      {"character": "character", "topic": "topic", "memo": "memo"},
	"kanolab": {
		"character": "character", "settings": actor.Rules, "strategies": "advice", "extraction": "logic", "logic": "logic", "summary": "summary",
		"examples": "examples", "fake-divination": "memo",
	},
	"kanolab-nw": {
		"character": "character", "base-rule": actor.Rules, "traits": "character", "extraction": "logic", "patterns": "logic", "summary": "summary",
		"fake-divination": "analysis", "inducement": actor.Orders, "whisper": actor.Orders, "vote": "strategy", "divine": byRules, "target": byRules,
	},
	"sunamelli": {"terminology": "strategy", "phases": "strategy", "strategy": "strategy", "conversation": actor.Orders},
	"yharada": {
		"macro-belief": "analysis", "micro-belief": "analysis", "macro-desire": "strategy", "micro-desire": "strategy", "micro-intention": "strategy",
	},
	"sUper_IL": {
		"invention": "memo", "threat": "strategy", "analysis": "analysis", "response": actor.Orders, "persuasion": "strategy", "vote": "stated",
	},
	"Character-Lab": {"reading": "analysis", "inference": "analysis", "relations": "analysis", "manager": "analysis", "dialogue": "analysis"},
	"UEC-IL": {
		"persona": "character", "summary": "summary", "reasoning": "analysis", "strategy": "strategy", "guidelines": actor.Orders,
		"inference": actor.Orders, "coming-out": actor.Orders, "declaration": actor.Orders, "decision": "strategy",
	},
}

// moved is what became of the answers of a player when a module was left out.
type moved struct {
	games, gamesOf     int
	answers, answersOf int
}

func (m *moved) String() string {
	return fmt.Sprintf("games %d of %d, answers %d of %d", m.games, m.gamesOf, m.answers, m.answersOf)
}

// pair is a player and the same without a module. Both see the game that the first plays; until their answers part, it is also the
// game that the second would play.
type pair struct {
	whole, without bottest.Player
	moved          *moved
}

func (p *pair) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	kind := o.Request.Kind
	answer, err := p.whole.Answer(ctx, o)
	if err != nil {
		return "", err
	}
	other, err := p.without.Answer(ctx, o)
	if err == nil && (kind.Speaks() || kind.Chooses()) {
		if p.moved.answersOf++; other != answer {
			p.moved.answers++
		}
	}
	return answer, err
}

func (p *pair) Settle() {
	for _, one := range []bottest.Player{p.whole, p.without} {
		if s, ok := one.(interface{ Settle() }); ok {
			s.Settle()
		}
	}
}

// ablate plays one game of a system, beside which the same without a module is asked, to its end or until it is enough.
func (m *moved) ablate(t *testing.T, kind, module string, players int, seed uint64, enough func() bool) {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	section, lang := sections[kind][module], []string{"en", "ja"}[seed%2]
	seats, list := bottest.Seats(rosters[lang][:players]...), []bottest.Player{}
	before, shared := m.answers, understand.NewShared()
	for i := range seats {
		seats[i].Profile = bottest.Profile(lang)
		p := &pair{moved: m}
		for player, off := range map[*bottest.Player][]string{&p.whole: nil, &p.without: {module}} {
			var model llm.Model
			if section != byRules {
				model = llmtest.Model(actor.Reading(section))
			}
			if *player, err = bot.New(kind, bot.Config{Seed: seed + uint64(i), Lang: lang, Model: model, Off: off, Shared: shared}); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, p)
	}
	table, err := bottest.Sit(rules, seats, seed, list)
	if err != nil {
		t.Fatal(err)
	}
	table.Enough = enough
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Fatal(err, table.Illegal)
	}
	if m.gamesOf++; m.answers > before {
		m.games++
	}
}

// sample is games of one size.
type sample struct {
	players  int
	from, to uint64
}

// samples are the games that are played. A sample ends with the first that moves; few modules need more than a few, such as what is done
// with the last vote of three.
func samples() []sample {
	if n := uint64(*ablations); n > 0 {
		return []sample{{5, 0, n}, {13, 0, n}}
	}
	return []sample{{5, 0, 2}, {13, 0, 1}, {5, 2, 8}, {13, 1, 2}, {5, 8, 40}}
}

// TestEveryModuleMovesAnswers: a model that reads one module's section of the prompt and nothing else answers otherwise without that
// module, in every system; so do rules, where the module works in no prompt. -ablations 20 plays the experiment whole. Without
// it, a module that must move a tenth of the answers is left to the test for that.
func TestEveryModuleMovesAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many games")
	}
	for _, k := range bot.Kinds() {
		known := sections[k.Name]
		if k.Design == nil {
			continue
		}
		design := k.Design()
		if loose, listed := design.Loose(), slices.Sorted(maps.Keys(known)); !slices.Equal(slices.Sorted(slices.Values(loose)), listed) {
			t.Errorf("%s: sections of %q, modules %q", k.Name, listed, loose)
			continue
		}
		if slices.Contains(decided(), k.Name) && *ablations == 0 {
			continue
		}
		for _, module := range design.Loose() {
			t.Run(k.Name+"/"+module, func(t *testing.T) {
				t.Parallel()
				m := &moved{}
				var enough func() bool
				if *ablations == 0 {
					enough = func() bool { return m.answers > 0 }
				}
				for _, some := range samples() {
					if bot.Fits(k.Name, some.players) != nil {
						continue
					}
					for seed := some.from; seed < some.to && (*ablations > 0 || m.games == 0); seed++ {
						m.ablate(t, k.Name, module, some.players, seed, enough)
					}
				}
				often := *ablations == 0 || *ablations >= 20 // what is rare does not come in a few games
				if t.Logf("%s: %v", known[module], m); m.answers == 0 && often {
					t.Error("it moves nothing")
				}
			})
		}
	}
}

// decided are the systems in which the model decides everything that is said and chosen.
func decided() []string { return []string{"kanolab", "CanisLupus", "sunamelli", "Character-Lab"} }

// A model that reads one module's section of the prompt gives at least a tenth of its answers otherwise without that module, in whole
// games of the systems in which the model decides everything that is said and chosen. Of a module for one role it is a tenth of one
// player's.
func TestModulesMoveATenthOfAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays whole games")
	}
	for _, kind := range decided() {
		for module, section := range sections[kind] {
			t.Run(kind+"/"+module, func(t *testing.T) {
				t.Parallel()
				m, players, games := &moved{}, 5, uint64(3)
				if section == "summary" { // the history of five players is too short to be cut
					players, games = 13, 1
				}
				for seed := range games {
					m.ablate(t, kind, module, players, seed, nil)
				}
				turns := m.answersOf
				if module == "fake-divination" {
					turns /= players
				}
				if t.Logf("%s: %v", section, m); m.answers*10 < turns || m.answersOf < 50 {
					t.Errorf("%v: less than a tenth, or few in all", m)
				}
			})
		}
	}
}
