package bot_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

var ablations = flag.Int("ablations", 0, "games of every system with and without each of its modules; 0 plays until an answer has moved")

// byRules stands in the place of a section where a module works in no prompt: what rules answer without a model moves.
const byRules = "(rules)"

// sections are where in a prompt the work of each module stands, by the names that actor.Reading knows. A module whose work goes
// through that of another is read there. A module without an entry is looked for in all of them, so that a new player needs none: an
// entry spares the games of the search.
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

// readers are the models that read a section, of which each reads every schema once.
var readers sync.Map

func reading(section string) llmtest.Behaviour {
	reader, known := readers.Load(section)
	if !known {
		reader, _ = readers.LoadOrStore(section, actor.Reading(section))
	}
	return reader.(llmtest.Behaviour)
}

// ablation is a module of a system that is left out, and where what it does is read.
type ablation struct{ kind, module, section string }

// play plays one game of the system, beside which the same without the module is asked, to its end or until it is enough.
func (a *ablation) play(t *testing.T, m *moved, players int, seed uint64, enough func() bool) {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	lang := []string{"en", "ja"}[seed%2]
	seats, list := bottest.Seats(rosters[lang][:players]...), []bottest.Player{}
	before := m.answers
	for i := range seats {
		seats[i].Profile = bottest.Profile(lang)
		p := &pair{moved: m}
		for player, off := range map[*bottest.Player][]string{&p.whole: nil, &p.without: {a.module}} {
			var model llm.Model
			if a.section != byRules {
				model = llmtest.Model(reading(a.section))
			}
			if *player, err = bot.New(a.kind, bot.Config{Seed: seed + uint64(i), Lang: lang, Model: model, Off: off, Shared: understood}); err != nil {
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

// rare are games in which modules move that seldom do, to be played first; where they have none there, the samples are gone through.
var rare = map[string]sample{
	"UEC-IL/coming-out": {5, 4, 5}, "kanolab-nw/target": {13, 0, 1}, "kanolab-nw/whisper": {13, 0, 1}, "kanolab-nw/summary": {13, 0, 1},
	"lycaon/power-play": {13, 0, 1}, "lycaon/sway": {13, 0, 1}, "lycaon/night": {13, 0, 1},
}

// tried plays games until one moves, or all that -ablations asks for.
func (a *ablation) tried(t *testing.T, list []sample) *moved {
	t.Helper()
	m := &moved{}
	var enough func() bool
	if *ablations == 0 {
		enough = func() bool { return m.answers > 0 }
	}
	for _, some := range list {
		if bot.Fits(a.kind, some.players) != nil {
			continue
		}
		for seed := some.from; seed < some.to && (*ablations > 0 || m.games == 0); seed++ {
			a.play(t, m, some.players, seed, enough)
		}
	}
	return m
}

// search looks in every section for the one through which the module moves answers.
func (a *ablation) search(t *testing.T) bool {
	t.Helper()
	all := map[string]bool{}
	for _, known := range sections {
		for _, section := range known {
			all[section] = true
		}
	}
	for _, a.section = range slices.Sorted(maps.Keys(all)) { // rules first: they take the least
		if a.section != byRules && !asks(a.kind) {
			continue
		}
		if m := a.tried(t, samples()[:3]); m.answers > 0 {
			t.Logf("%s, found by search: %v; an entry in sections would spare the search", a.section, m)
			return true
		}
	}
	return false
}

// asks reports whether a kind can use a model.
func asks(kind string) bool { return slices.Contains(modelled(), kind) }

// decided are the systems in which the model decides everything that is said and chosen: a tenth of the answers is a module's.
func decided() []string { return []string{"kanolab", "CanisLupus", "sunamelli", "Character-Lab"} }

// TestEveryModuleMovesAnswers: a model that reads one module's section of the prompt and nothing else answers otherwise without that
// module, in every system; so do rules, where the module works in no prompt. In the systems in which the model decides everything it
// answers otherwise at least a tenth of the time, in whole games; of a module for one role it is a tenth of one player's. What moves
// an answer is used: no module matters to nobody. A module that is not there moves nothing: with
// -long in any system, else in every third.
//
// -long plays the whole games, -ablations 20 the experiment with every system.
func TestEveryModuleMovesAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and many games")
	}
	for i, k := range bot.Kinds() {
		if k.Design == nil {
			continue
		}
		design := k.Design()
		loose := design.Loose()
		for module := range sections[k.Name] {
			if !slices.Contains(loose, module) {
				t.Errorf("sections in ablation_test.go has %q of %s, which has no such module that can be left out (it has: %q): take the entry out", module, k.Name, loose)
			}
		}
		if k.Asks() && *ablations == 0 && (*long || i%3 == 0) {
			t.Run(k.Name, func(t *testing.T) {
				t.Parallel()
				movesNothing(t, k.Name)
			})
		}
		for _, module := range loose {
			t.Run(k.Name+"/"+module, func(t *testing.T) {
				t.Parallel()
				a := &ablation{k.Name, module, sections[k.Name][module]}
				switch {
				case a.section == "":
					if !a.search(t) {
						t.Errorf("leaving out %q of %s changes nothing that rules do or that a model reads in any section of a prompt: use it, or mark it Fixed; "+
							"if its work stands in a section of its own, add that to sections[%q] in ablation_test.go", module, k.Name, k.Name)
					}
				case slices.Contains(decided(), k.Name) && *ablations == 0:
					a.movesATenth(t)
				default:
					list := samples()
					if first, is := rare[k.Name+"/"+module]; is && *ablations == 0 {
						list = slices.Insert(list, 0, first)
					}
					m := a.tried(t, list)
					often := *ablations == 0 || *ablations >= 20 // what is rare does not come in a few games
					if t.Logf("%s: %v", a.section, m); m.answers == 0 && often {
						t.Errorf("leaving it out moves nothing: use it, mark it Fixed, or name another section than %q in ablation_test.go", a.section)
					}
				}
			})
		}
	}
}

// movesATenth plays whole games with -long, else until it is so.
func (a *ablation) movesATenth(t *testing.T) {
	t.Helper()
	least := 30
	if *long {
		least = 50
	}
	m, players, games := &moved{}, 5, uint64(3)
	if a.section == "summary" { // the history of five players is too short to be cut
		if players, games = 13, 1; a.kind == "kanolab" && !*long {
			t.Skip("the longest of these games: kanolab.TestSummary holds that what it makes is in the prompt, and in none without it")
		}
	}
	ofOne := 1
	if a.module == "fake-divination" {
		ofOne = players
	}
	tenth := func() bool { return m.answersOf >= least && m.answers*10*ofOne >= m.answersOf }
	enough := tenth
	if *long {
		enough = nil
	}
	for seed := uint64(0); seed < games && (*long || !tenth()); seed++ {
		a.play(t, m, players, seed, enough)
	}
	if t.Logf("%s: %v", a.section, m); !tenth() {
		t.Errorf("%v: less than a tenth, or few in all", m)
	}
}

// movesNothing holds that a player beside its like is asked, notes and answers the same, so that what moves is the module's doing.
func movesNothing(t *testing.T, kind string) {
	t.Helper()
	var b [2]strings.Builder
	for i, off := range [][]string{nil, {"no such module"}} {
		k := &keeper{Model: llmtest.Model(bottest.Echo())}
		seats := bottest.Seats(rosters["en"][:5]...)
		for i := range seats {
			seats[i].Profile = bottest.Profile("en")
		}
		table, players := kin(t, kind, seats, bot.Config{Lang: "en", Model: k, Off: off})
		table.Observe = func(o *werewolf.Observation, answer string) {
			fmt.Fprintln(&b[i], o.Seat, o.Request.Kind, answer)
			for topic, text := range players[o.Seat-1].(match.Thinker).Notes() {
				fmt.Fprintln(&b[i], topic, text)
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
		for _, asked := range k.all() {
			b[i].WriteString(asked)
		}
	}
	if one, two := b[0].String(), b[1].String(); one != two {
		at := common(one, two)
		t.Errorf("the same game comes out otherwise, or a module that does not exist matters:\n%.200s\n%.200s", one[at:], two[at:])
	}
}
