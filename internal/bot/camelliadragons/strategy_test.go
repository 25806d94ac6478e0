package camelliadragons

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// By rules alone everybody has the plan of its role, whose steps follow the situation, and notes it when it changes.
func TestPlanFollowsRoleAndSituation(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		book, err := phrase.Read(files, ".", lang)
		if err != nil {
			t.Fatal(err)
		}
		seen, noted := map[string]bool{}, 0
		for seed := range uint64(8) {
			playedGame{players: []int{5, 13}[seed/6], seed: seed, lang: lang}.play(t, func(x *moment) {
				m, s := x.Player.State(), situationOf(x)
				want := book.All("step " + x.O.Role().String())
				if s != "" {
					want = slices.Concat(book.All("step "+x.O.Role().String()+" "+s), want)
				}
				if m.plan.Plan != book.Say("plan "+x.O.Role().String()) || !slices.Equal(m.plan.Steps, want) || len(want) < 2 {
					t.Errorf("%s, seed %d, day %d: the %s in the situation %q plans %q", lang, seed, x.O.Day, x.O.Role(), s, m.plan)
				}
				seen[x.O.Role().String()+" "+s] = true
				noted += len(x.Notes["strategy"])
			})
		}
		if len(seen) < 18 || noted < 100 {
			t.Errorf("%s: %d plans noted in the situations %v", lang, noted, slices.Sorted(maps.Keys(seen)))
		}
	}
}

// situationOf names the situation as a reader of the game would.
func situationOf(x *moment) string {
	switch seers := x.Player.Table().Self.Ledger().Claimants(werewolf.Seer).Len(); {
	case x.O.Living.Len() <= 4:
		return "endgame"
	case seers >= 2:
		return "rivals"
	case seers == 1:
		return "claim"
	}
	return ""
}

// Both languages have plans for the same roles, with steps for every situation, and every role has a plan.
func TestPlansAreWhole(t *testing.T) {
	books := map[string]phrase.Book{}
	for _, lang := range []string{"en", "ja"} {
		b, err := phrase.Read(files, ".", lang)
		if err != nil {
			t.Fatal(err)
		}
		books[lang] = b
		for _, role := range werewolf.StandardRoles().Roles() {
			for _, s := range []string{"claim", "rivals", "endgame"} {
				o := &werewolf.Observation{Seat: 1, Roles: []werewolf.Role{0, role}}
				if p := planFor(&b, o, s); p.Plan == "" || len(p.Steps) < 3 || len(p.Steps) > 5 || len(p.Steps) == len(planFor(&b, o, "").Steps) {
					t.Errorf("%s: the plan of the %s in the situation %s is %q", lang, role, s, p)
				}
			}
		}
	}
	count := func(lang, what string) (n int) {
		b := books[lang]
		for _, kind := range b.Kinds() {
			if strings.HasPrefix(kind, what) {
				n++
			}
		}
		return n
	}
	if en, ja, roles := count("en", "step "), count("ja", "step "), count("en", "plan "); en != ja || en != 4*roles || roles != count("ja", "plan ") {
		t.Errorf("%d lists of steps in English, %d in Japanese, %d roles", en, ja, roles)
	}
	if _, err := System.Player(agent.Config{Lang: "fr"}); err == nil {
		t.Error("there are plans in French")
	}
}

// The target of the plan stays until another looks worse by the margin of the design; without the strategy, or with no margin, it
// changes more often, with a wide one less.
func TestTargetStays(t *testing.T) {
	changes := func(margin float32, off ...string) (n int) {
		for seed := range uint64(12) {
			last := map[werewolf.SeatID]werewolf.SeatID{}
			playedGame{seed: seed, off: off}.play(t, func(x *moment) {
				m, me := x.Player.State(), x.O.Seat
				if _, met := last[me]; !met && margin >= 0 {
					m.Margin = margin
				}
				target := x.Player.Table().Self.Target()
				if before := last[me]; before != 0 && x.O.Day > 0 && x.O.Living.Has(before) && target != before {
					n++
				}
				last[me] = target
			})
		}
		return n
	}
	as, none, wide, off := changes(-1), changes(0), changes(9), changes(-1, "strategy")
	t.Logf("targets change %d times, with no margin %d, with a wide one %d, without the module %d", as, none, wide, off)
	if as*3 >= none*2 || wide >= as || as*3 >= off*2 {
		t.Errorf("targets change %d times, with no margin %d, with a wide one %d, without the module %d", as, none, wide, off)
	}
}

// A model builds a plan from the last one when the situation changes by day and at no other time; what speaks and what chooses
// follows it.
func TestPlanIsBuiltWhenTheSituationChanges(t *testing.T) {
	plans := 0
	behave := func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "macro-plan" {
			return bottest.Mute(p)
		}
		plans++
		return llmtest.Answer{Text: fmt.Sprintf(`{"plan": "Look for wet boots (%d).", "steps": ["Ask who walked by the lake (%d)."]}`, plans, plans)}
	}
	for _, off := range [][]string{nil, {"strategy"}} {
		on, told, built := off == nil, map[string]int{}, 0
		before := map[werewolf.SeatID]string{}
		playedGame{players: 9, seed: 4, off: off, behave: behave}.play(t, func(x *moment) {
			b := x.Player.Table().Self.Ledger()
			now := fmt.Sprint(x.O.Day, x.O.Living, min(2, b.Claimants(werewolf.Seer).Len()), min(2, b.Claimants(werewolf.Medium).Len()))
			asked := x.Of("macro-plan")
			if before[x.O.Seat] != "" && x.O.Request.Kind != werewolf.Talk {
				now = before[x.O.Seat] // a plan of the night would be old in the morning
			}
			if due := on && now != before[x.O.Seat]; (len(asked) > 0) != due {
				t.Errorf("off %v: in the situation %s after %s a plan is built: %v", off, now, before[x.O.Seat], !due)
			}
			for _, text := range asked {
				last := x.Player.State().plan.Plan // the next is there for the next answer
				if built++; before[x.O.Seat] != "" && !strings.Contains(text, last) {
					t.Errorf("the last plan %q is not shown: %s", last, text)
				}
			}
			before[x.O.Seat] = now
			for _, what := range []string{"word", "choose-target"} {
				for _, text := range x.Of(what) {
					told[what]++
					p := x.Player.State().plan
					if has := strings.Contains(text, "wet boots") && strings.Contains(text, p.Plan) && strings.Contains(text, p.Steps[0]); has != on {
						t.Errorf("off %v: the plan %v is told for %s: %v", off, p, what, has)
					}
				}
			}
		})
		if told["word"] < 20 || told["choose-target"] < 2 || (built > 20) != on {
			t.Errorf("off %v: %d plans, prompts %v", off, built, told)
		}
	}
}

// The figures of the list are those the player plays by, and users may set them.
func TestFigures(t *testing.T) {
	d := System.Design()
	usual, _ := d.Values(nil)
	for margin, set := range map[float64]map[string]float64{usual["margin"]: nil, 3: {"margin": 3}} {
		x, err := System.Player(agent.Config{Params: set})
		if err != nil || x.State().Margin != float32(margin) || margin == 0 {
			t.Errorf("a margin of %g: %v", margin, err)
		}
	}
}
