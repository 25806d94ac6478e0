package uecil

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Of the days before, prompts hold the summary, a line a player, and nothing of the talk; without the module the talk stands
// there.
func TestSummary(t *testing.T) {
	for _, off := range [][]string{nil, {"summary"}} {
		whole, prompts := off == nil, 0
		play(t, 5, 3, agent.Config{Off: off}, silent, func(m *moment) {
			if m.o.Day != 1 || !m.spoke() {
				return
			}
			for _, text := range m.of("word") {
				if strings.Contains(text, "Say the draft in your own manner") {
					continue // is told nothing but the draft
				}
				prompts++
				if sum := m.p.State().summary.All(); strings.Contains(text, "Day 0\n") != whole || whole && (sum == "" || !strings.Contains(text, sum)) {
					t.Errorf("off %v: a summary in the prompt is %v:\n%s", off, !whole, text)
				}
				for _, u := range m.o.Talks {
					if !u.Over && !u.Skip && strings.Contains(text, u.Text) != (u.Day == 1 || !whole) {
						t.Errorf("off %v: %q of day %d in the prompt is not %v", off, u.Text, u.Day, u.Day == 1 || !whole)
					}
				}
			}
		})
		if prompts == 0 {
			t.Fatal("nothing is asked on day 1")
		}
	}
}

// Everybody speaks as the persona of the role (table 2) all game, whatever the organisers say of the player.
func TestPersonaStays(t *testing.T) {
	persona := map[werewolf.Role]string{
		werewolf.Villager: "king", werewolf.Seer: "king", werewolf.Werewolf: "schoolboy", werewolf.Possessed: "gamer",
	}
	for _, lang := range []string{"en", "ja"} {
		for _, off := range [][]string{nil, {"persona"}} {
			days := map[int]bool{}
			play(t, 5, 3, agent.Config{Lang: lang, Off: off}, silent, func(m *moment) {
				mine := persona[m.o.Role()]
				for _, text := range m.of("word") {
					days[m.o.Day] = true
					if strings.Contains(text, "barometers") != (off != nil) {
						t.Errorf("the profile is in a prompt of the %s: %v", mine, off == nil)
					}
					for _, who := range m.p.State().personas {
						if strings.Contains(text, who.Speech) != (off == nil && who.Key == mine) {
							t.Errorf("off %v, %s, day %d: the %s in a prompt of the %s", off, lang, m.o.Day, who.Key, mine)
						}
					}
				}
			})
			if len(days) < 2 {
				t.Errorf("prompts on %d days only", len(days))
			}
		}
	}
}

// Villagers reason from their second turn of a day on, and what they found is in the prompt; nobody else does.
func TestReasoning(t *testing.T) {
	count := func(off ...string) (n int) {
		behave := func(p llmtest.Prompt) llmtest.Answer {
			if p.Task == "reason" {
				return llmtest.Answer{Text: `{"reasoning": "The barn door was open.", "strategy": "Ask about the door."}`}
			}
			return silent(p)
		}
		play(t, 5, 3, agent.Config{Off: off}, behave, func(m *moment) {
			if !m.spoke() {
				return
			}
			turn, _ := persuasion.Turns(m.o)
			due := m.o.Role() == werewolf.Villager && m.o.Day > 0 && turn >= 1
			asked := m.of("reason")
			if due := due && off == nil; (len(asked) > 0) != due || due && len(m.of("analyse"))+len(m.of("choose-strategy")) > 0 {
				t.Errorf("off %v: %s in turn %d of day %d reasons: %v", off, m.o.Role(), turn, m.o.Day, len(asked) > 0)
			}
			shots := m.p.State().shots
			for _, p := range asked {
				for _, d := range shots {
					if !strings.Contains(p, d.situation) || !strings.Contains(p, d.reasoning) || !strings.Contains(p, d.strategy) {
						t.Errorf("an example is not in:\n%s", p)
					}
				}
			}
			for _, p := range m.of("word") {
				with := strings.Contains(p, "Ask about the door.") && strings.Contains(p, "barn door")
				for _, d := range shots {
					with = with && strings.Contains(p, d.strategy) && strings.Contains(p, d.utterance)
				}
				if with != (due && off == nil) {
					t.Errorf("off %v, turn %d: reasoning, strategy and examples in a prompt: %v", off, turn, with)
				}
			}
			if contains(m.of("choose-target"), "barn door") || contains(m.of("word"), "barn door") {
				n++
			}
		})
		return n
	}
	if with, without := count(), count("reasoning"); with == 0 || without > 0 {
		t.Errorf("%d utterances by reasoning, %d without the module", with, without)
	}
}

// seerBy is a model that chooses one of the seer's strategies and nothing else.
func seerBy(t *testing.T, key string) (llmtest.Behaviour, string) {
	t.Helper()
	sets, err := readStrategies("en")
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(sets["SEER"], func(s strategy) bool { return s.key == key })
	if at < 0 {
		t.Fatalf("no strategy %s", key)
	}
	title := sets["SEER"][at].option.Title
	return choosing("choose-strategy", "title", func(string) string { return title }), title
}

// The five strategies of the seer decide whom it divines.
func TestSeerStrategies(t *testing.T) {
	games, most := bottest.Few(*Long, uint64(4)), uint64(12)
	for _, key := range []string{"rival", "doubted", "quiet", "trusted", "hunch"} {
		behave, title := seerBy(t, key)
		divined := func(seed uint64, off ...string) (all []string) {
			play(t, 5, seed, agent.Config{Off: append(off, "guidelines")}, behave, func(m *moment) {
				if m.o.Request.Kind != werewolf.Divine {
					return
				}
				all = append(all, m.answer)
				if off == nil {
					checkDivination(t, m, key)
				}
				if contains(m.of("choose-target"), title) != (off == nil) {
					t.Errorf("%s: the strategy in the prompt is %v", key, off != nil)
				}
			})
			return all
		}
		differs := key == "hunch" || key == "doubted" // need not: so are those that rules divine
		for seed := uint64(0); seed < games || seed < most && !differs; seed++ {
			if with := divined(seed); !differs {
				differs = !slices.Equal(with, divined(seed, "strategy"))
			}
		}
		if !differs {
			t.Errorf("%s divines as no strategy does", key)
		}
	}
}

// checkDivination compares whom the seer divines with everybody else it could have.
func checkDivination(t *testing.T, m *moment, key string) {
	t.Helper()
	who, b, score := m.o.SeatOf(m.answer), m.p.Table().Self.Ledger(), &m.p.Table().Self.Opinion().Score
	fresh := m.o.Request.Targets.Without(m.o.Seat)
	for _, f := range m.o.Divined {
		fresh = fresh.Without(f.Target)
	}
	rivals := b.Claimants(werewolf.Seer) & fresh
	for id := range fresh.All() {
		switch {
		case key == "rival" && rivals != 0 && !rivals.Has(who),
			key == "quiet" && b.WordsTotal(id) < b.WordsTotal(who),
			key == "doubted" && b.Accusers(id, m.o.Day).Len() > b.Accusers(who, m.o.Day).Len(),
			key == "trusted" && score[id] < score[who],
			key == "hunch" && !rivals.Has(id) && score[id] > score[who]:
			t.Errorf("%s, day %d: divines %s rather than %s", key, m.o.Day, m.answer, m.o.Name(id))
		}
	}
}

// offered is the set of strategies that a role of five players has on a day (table 1).
func offered(role werewolf.Role, day int) string {
	sets := map[werewolf.Role][2]string{
		werewolf.Villager: {"VILLAGER", "VILLAGER"}, werewolf.Seer: {"SEER", "SEER"}, werewolf.Werewolf: {"WEREWOLF-1", "WEREWOLF-2"},
	}
	return sets[role][max(1, day)-1]
}

// Each set of strategies is offered to its role on its day, the seer's once a day, and the chosen one is in the prompt.
func TestStrategySets(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		sets, err := readStrategies(lang)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for seed := range bottest.Few(*Long, uint64(8)) {
			daily := map[[2]int]int{}
			play(t, 5, seed, agent.Config{Lang: lang}, silent, func(m *moment) {
				asked := m.of("choose-strategy")
				for _, text := range asked {
					for name, set := range sets {
						has := strings.Contains(text, set[0].option.Title) && strings.Contains(text, set[0].option.Advice[0])
						if has != (name == offered(m.o.Role(), m.o.Day)) {
							t.Errorf("%s on day %d is offered %s: %v", m.o.Role(), m.o.Day, name, has)
						}
						if has {
							seen[name] = true
						}
					}
				}
				if len(asked) > 0 { // a model that is wrong is asked twice
					daily[[2]int{int(m.o.Seat), m.o.Day}]++
				}
				if n := daily[[2]int{int(m.o.Seat), m.o.Day}]; m.o.Role() == werewolf.Seer && n > 1 {
					t.Errorf("the seer chooses %d times on day %d", n, m.o.Day)
				}
				s := m.p.State().strategy
				if len(asked) == 0 || !m.spoke() {
					return
				}
				if !contains(m.of("word"), s.example) || !contains(m.of("word"), s.option.Advice[0]) {
					t.Errorf("%q is not in the prompt for %q", s.option.Title, m.answer)
				}
			})
		}
		if delete(seen, "VILLAGER"); len(seen) != len(sets)-1 { // villagers reason instead
			t.Errorf("of %d sets only %v are offered", len(sets), seen)
		}
	}
	play(t, 5, 1, agent.Config{Off: []string{"strategy"}}, silent, func(m *moment) {
		if len(m.of("choose-strategy")) > 0 {
			t.Error("a strategy is chosen without the module")
		}
	})
}

// The seer tells its result first thing, says whom it will divine before it declares its vote, does so, and contradicts rivals, which
// counts as said when it was.
func TestGuidelines(t *testing.T) {
	count := func(off ...string) (announced, denied int) {
		for seed := range bottest.Few(*Long, uint64(8)) {
			next, denial := werewolf.SeatID(0), 0
			play(t, 5, seed, agent.Config{Off: off}, nil, func(m *moment) {
				if m.o.Role() != werewolf.Seer || m.o.Day == 0 {
					return
				}
				turn, _ := persuasion.Turns(m.o)
				last := m.o.Divined[len(m.o.Divined)-1]
				switch {
				case m.spoke() && turn == 0 && last.Day == m.o.Day-1 && !m.tells(last.Target):
					t.Errorf("seed %d: the seer begins day %d with %q", seed, m.o.Day, m.answer)
				case persuasion.TurnsLeft(m.o) == 1 && m.spoke() && slices.Contains(m.p.Table().Self.Said(), talker.Said{By: "guidelines", Note: m.o.Name(m.p.State().divine.who)}):
					announced++
					if next = m.p.State().divine.who; !strings.Contains(m.answer, m.o.Name(next)) {
						t.Errorf("seed %d: %q does not announce %s", seed, m.answer, m.o.Name(next))
					}
				case m.o.Request.Kind == werewolf.Divine && m.o.Living.Has(next) && m.answer != m.o.Name(next):
					t.Errorf("seed %d: announces %s and divines %s", seed, m.o.Name(next), m.answer)
				}
				rival := (m.p.Table().Self.Ledger().Claimants(werewolf.Seer) & m.o.Others()).First()
				affirms := m.p.State().words.All("affirm")
				says := func(s string) bool {
					return strings.Contains(m.answer, m.p.Table().Self.Worded(s, wording.Slots{O: rival}))
				}
				if rival != 0 && slices.ContainsFunc(affirms, says) {
					denied, denial = denied+1, m.o.Day
				}
				if day := m.p.State().used["affirm"]; day != denial {
					t.Errorf("seed %d, day %d: to be the real seer was said on day %d and counts as said on day %d", seed, m.o.Day, denial, day)
				}
			})
		}
		return announced, denied
	}
	announced, denied := count()
	if t.Logf("%d divinations announced, %d rivals contradicted in all", announced, denied); announced < bottest.Few(*Long, 8) || denied < bottest.Few(*Long, 4) {
		t.Errorf("%d divinations announced, %d rivals contradicted in all", announced, denied)
	}
	if announced, denied := count("guidelines"); announced+denied > 0 {
		t.Errorf("without the module %d divinations announced, %d rivals contradicted", announced, denied)
	}
}
