package characterlab

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

var rosters = map[string][]string{
	"en": {"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gwen", "Hugo", "Ines", "Jack", "Kira", "Liam", "Mona"},
	"ja": {"アオイ", "ボタン", "チカ", "ダイキ", "エミ", "フウタ", "ギン", "ハルカ", "イブキ", "ジロウ", "カエデ", "リオ", "ミナト"},
}

// moment is an answer of a player, with the prompts and notes that came before.
type moment struct {
	o      *werewolf.Observation
	m      *state
	table  *agent.Table
	answer string
	words  []string // prompts for utterances
	ballot []string // prompts for choices
	notes  map[string]string
}

// play plays a game of the player with itself of which nothing may be wrong. A behaviour answers as a model; nil is none.
func play(t testing.TB, n int, seed uint64, c agent.Config, behave llmtest.Behaviour, watch func(*moment)) {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	prompts := map[string][]string{}
	if behave != nil {
		c.Model = llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			prompts[p.Task] = append(prompts[p.Task], p.Text())
			return behave(p)
		})
	}
	c.Seed, c.Lang = seed, []string{"en", "ja"}[seed%2]
	var seated []*agent.Agent[state]
	var players []bottest.Player
	for range n {
		p, err := System.Player(c)
		if err != nil {
			t.Fatal(err)
		}
		seated, players = append(seated, p), append(players, p)
	}
	table, err := bottest.Sit(rules, bottest.Seats(rosters[c.Lang][:n]...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, answer string) {
		p := seated[o.Seat-1]
		kind := o.Request.Kind
		x := moment{o: o, m: p.State(), answer: answer, words: prompts["word"], ballot: prompts["choose-target"], notes: map[string]string{}}
		for topic, text := range p.Notes() {
			x.notes[topic] = text
		}
		if clear(prompts); kind.Speaks() || kind.Chooses() {
			x.table = p.Table()
			watch(&x)
		}
	}
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Fatalf("%d players, seed %d: %v, illegal: %v", n, seed, err, table.Illegal)
	}
}

// silent is a model that answers nothing of use, so that prompts are asked and rules decide.
func silent(llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Text: "{}"} }

// At every answer the noted distributions are ones: over the roles of a player, and of a role over the players; what is known
// is certain, and so is what follows of it.
func TestInference(t *testing.T) {
	for _, size := range []int{5, 13} {
		roles := map[string]map[string]float64{}
		seen := 0
		play(t, size, 2, agent.Config{}, nil, func(x *moment) {
			clear(roles)
			if text := x.notes["inference"]; text == "" {
				return // as before
			} else if err := json.Unmarshal([]byte(text), &roles); err != nil {
				t.Fatal(err)
			}
			seen++
			checkDistribution(t, x.o, roles)
		})
		if seen < 5*size {
			t.Errorf("%d players: %d distributions", size, seen)
		}
	}
}

func checkDistribution(t *testing.T, o *werewolf.Observation, roles map[string]map[string]float64) {
	t.Helper()
	const rounding = 0.02 // of numbers with three digits
	sums := map[string]float64{}
	for _, name := range o.Names {
		all := 0.0
		for role, p := range roles[name] {
			all += p
			sums[role] += p
		}
		if math.Abs(all-1) > rounding {
			t.Errorf("day %d: the roles of %s sum to %.3f", o.Day, name, all)
		}
	}
	for _, role := range werewolf.StandardRoles().Roles() {
		if n := o.Rules.Roles[role]; math.Abs(sums[role.String()]-float64(n)) > rounding {
			t.Errorf("day %d: %.3f players of %d are %s", o.Day, sums[role.String()], n, role)
		}
	}
	if p := roles[o.Name(o.Seat)][o.Role().String()]; p != 1 {
		t.Errorf("its own role has %.3f", p)
	}
	for _, f := range o.Divined {
		if p := roles[o.Name(f.Target)]["WEREWOLF"]; f.Species == werewolf.Wolf && p < 1 || f.Species == werewolf.Human && p > 0 {
			t.Errorf("%s was divined %s and is a werewolf with %.3f", o.Name(f.Target), f.Species, p)
		}
	}
}

// A claim makes its role likelier, a contradiction of what one knows rules it out.
func TestInferenceFollowsClaims(t *testing.T) {
	up, ruled := 0, 0
	for seed := range uint64(16) {
		play(t, 5, seed, agent.Config{}, nil, func(x *moment) {
			b, prior := x.table.Self.Ledger(), 1.0/4
			claimed := b.Claimants(werewolf.Seer) & x.o.Others()
			for id := range claimed.All() {
				p := x.m.Roles[x.o.Name(id)]["SEER"]
				if b.Told(id, x.o.Seat) == werewolf.Wolf && x.o.Role() != werewolf.Werewolf {
					if ruled++; p > 0.15 { // it may have been misheard
						t.Errorf("seed %d: whoever calls a human a werewolf is the seer with %.3f", seed, p)
					}
				} else if claimed.Len() == 1 && x.o.Role() == werewolf.Villager && x.o.Day == 1 {
					if up++; p <= prior {
						t.Errorf("seed %d: the only claimant is the seer with %.3f", seed, p)
					}
				}
			}
		})
	}
	if up == 0 || ruled == 0 {
		t.Errorf("%d lone claims, %d contradictions", up, ruled)
	}
}

// Relations come of words and votes: who speaks against somebody suspects it, and trusts it no more than before.
func TestRelations(t *testing.T) {
	for _, off := range [][]string{nil, {"relations"}} {
		against, alone := 0, 0
		for seed := range uint64(6) {
			play(t, 5, seed, agent.Config{Off: off}, nil, func(x *moment) {
				spoken := map[string]bool{}
				for _, l := range x.table.Self.Ledger().Lines() {
					if l.Suspects() && l.Day == x.o.Day && x.o.Living.Has(l.Seat) && x.o.Living.Has(l.Target) {
						spoken[x.o.Name(l.Seat)+" to "+x.o.Name(l.Target)] = true
					}
				}
				for pair := range spoken {
					if x.m.Ties[pair].Suspicion > 0 {
						against++
					} else {
						alone++
					}
				}
				for pair, tie := range x.m.Ties {
					if min(tie.Trust, tie.Suspicion, 1+tie.Alliance) < 0 || max(tie.Trust, tie.Suspicion, tie.Alliance) > 1 {
						t.Errorf("%s: %+v", pair, tie)
					}
				}
				if off != nil && x.notes["relations"] != "" {
					t.Error("relations are noted without the module")
				}
			})
		}
		if off == nil && (against < 50 || alone > 0) || off != nil && against > 0 {
			t.Errorf("off %v: of words against somebody %d are suspicion, %d are not", off, against, alone)
		}
	}
}

// The state decides whom the player is after: a werewolf that is as good as certain above all. Without the manager, and without
// either of the two that it weighs, others are.
func TestManager(t *testing.T) {
	targets := func(off ...string) (list []string, certain, kept int) {
		for seed := range uint64(20) {
			play(t, 5, seed, agent.Config{Off: off}, nil, func(x *moment) {
				p := x.table.Self
				target := p.Target()
				list = append(list, x.o.Name(target))
				if x.o.Team() != werewolf.VillagerTeam {
					return
				}
				for id := range x.o.Others().All() {
					if x.table.Reason().Mine().Now().Wolf(id) > 0.9 {
						if certain++; target == id {
							kept++
						}
					}
				}
				if noted := x.notes["manager"]; noted != "" && noted != x.o.Name(target) {
					t.Errorf("notes %s and is after %s", noted, x.o.Name(target))
				}
			})
		}
		return list, certain, kept
	}
	whole, certain, kept := targets()
	t.Logf("%d times a werewolf is as good as certain, %d times the target", certain, kept)
	if certain < 10 || kept*10 < certain*9 {
		t.Errorf("%d times a werewolf is as good as certain, %d times the target", certain, kept)
	}
	for _, module := range []string{"manager", "inference", "relations"} {
		if other, _, _ := targets(module); slices.Equal(other, whole) {
			t.Errorf("without %s the same players are the targets", module)
		}
	}
}

// Utterances are worded by the state, and choices follow it; without the module the utterances are not.
func TestDialogue(t *testing.T) {
	for _, off := range [][]string{nil, {"dialogue"}} {
		words, ballots := 0, 0
		play(t, 5, 2, agent.Config{Off: off}, silent, func(x *moment) {
			state := x.m.text()
			for _, prompt := range x.words {
				if words++; strings.Contains(prompt, state) != (off == nil) {
					t.Errorf("off %v: the state is in the prompt: %v", off, off != nil)
				}
			}
			for _, prompt := range x.ballot {
				if ballots++; !strings.Contains(prompt, state) {
					t.Errorf("off %v: the state is not in the prompt of a choice", off)
				}
			}
		})
		if words == 0 || ballots == 0 {
			t.Errorf("%d prompts of utterances, %d of choices", words, ballots)
		}
	}
}

// Models of every bad mode leave games of every size whole.
func TestBadModels(t *testing.T) {
	for i, mode := range llmtest.Modes() {
		if mode.Name == "slow" {
			continue // the test of all players has a clock for it
		}
		behave, err := llmtest.Find(mode.Name)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		play(t, []int{5, 9, 13}[i%3], uint64(i), agent.Config{}, behave, func(x *moment) {
			if x.notes["model"] != "" {
				calls++
			}
		})
		if calls == 0 {
			t.Errorf("%s: no call is noted", mode.Name)
		}
	}
}
