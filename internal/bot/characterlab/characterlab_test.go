package characterlab

import (
	"context"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var rosters = map[string][]string{
	"en": {"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gwen", "Hugo", "Ines", "Jack", "Kira", "Liam", "Mona"},
	"ja": {"アオイ", "ボタン", "チカ", "ダイキ", "エミ", "フウタ", "ギン", "ハルカ", "イブキ", "ジロウ", "カエデ", "リオ", "ミナト"},
}

// moment is an answer of a player, with the prompts and notes that came before.
// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

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
	c.Seed, c.Lang, c.Shared = seed, []string{"en", "ja"}[seed%2], understood
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
		if !*long && up > 0 && ruled > 0 {
			break // enough has been seen
		}
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
		for seed := range bottest.Few(*long, uint64(20)) {
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
			state := x.m.prompt(x.o)
			for _, prompt := range x.words {
				if words++; strings.Contains(prompt, state) != (off == nil) || strings.Contains(prompt, x.m.advice("speak", x.o)) != (off == nil) {
					t.Errorf("off %v: the state is in the prompt: %v", off, off != nil)
				}
			}
			for _, prompt := range x.ballot {
				if ballots++; !strings.Contains(prompt, state) || !strings.Contains(prompt, x.m.advice("choose", x.o)) {
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
		if !*long && i%4 != 2 {
			continue // the test of all players samples the modes, too
		}
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

// A prompt says the state in words that give its numbers back, under lines that say what they are: every role that is likely enough, of
// every living other, and every tie between the living that is strong enough.
func TestPromptGivesTheStateBack(t *testing.T) {
	role, link := regexp.MustCompile(`([A-Z]+) (\d+)%`), regexp.MustCompile(`^(.+) → (.+): (.+)$`)
	for _, seed := range []uint64{2, 3} {
		for _, n := range []int{5, 13} {
			rows, links := 0, 0
			play(t, n, seed, agent.Config{}, nil, func(x *moment) {
				text := x.m.prompt(x.o)
				if strings.ContainsAny(text, "{}\"") || !strings.HasPrefix(text, x.m.words.Say("roles")+"\n") {
					t.Fatalf("no legend, or JSON: %s", text)
				}
				names, ties, under := map[string]bool{}, map[string]tie{}, false
				for line := range strings.SplitSeq(text, "\n") {
					if line == x.m.words.Say("roles") || line == x.m.words.Say("ties") {
						under = line == x.m.words.Say("ties")
						continue
					}
					if m := link.FindStringSubmatch(line); under && m != nil {
						ties[m[1]+" to "+m[2]] = readTie(t, &x.m.words, m[3])
						links++
						continue
					}
					name, list, _ := strings.Cut(line, ": ")
					names[name] = true
					told := map[string]bool{}
					for _, m := range role.FindAllStringSubmatch(list, -1) {
						p, _ := strconv.ParseFloat(m[2], 64)
						if told[m[1]] = true; math.Abs(p/100-x.m.Roles[name][m[1]]) > 0.0051 {
							t.Errorf("%s is %s with %v, the prompt says %v%%", name, m[1], x.m.Roles[name][m[1]], p)
						}
					}
					for r, p := range x.m.Roles[name] {
						if told[r] != (p >= unlikely) {
							t.Errorf("%s is %s with %v: in the prompt %v", name, r, p, told[r])
						}
					}
					rows++
				}
				if len(names) != x.o.Others().Len() {
					t.Errorf("%d others live, the prompt tells of %d", x.o.Others().Len(), len(names))
				}
				for pair, is := range x.m.Ties {
					got := ties[pair]
					for _, part := range [][2]float64{{is.Trust, got.Trust}, {is.Suspicion, got.Suspicion}, {is.Alliance, got.Alliance}} {
						if math.Abs(part[0]-part[1]) > 0.0051 && !(part[1] == 0 && math.Abs(part[0]) < weak) {
							t.Errorf("%s: %+v, the prompt says %+v", pair, is, got)
						}
					}
				}
			})
			if rows < 100 || links < 100 {
				t.Errorf("%d rows, %d links", rows, links)
			}
		}
	}
}

func readTie(t *testing.T, words *phrase.Book, text string) (one tie) {
	t.Helper()
	for part := range strings.SplitSeq(text, ", ") {
		kind, number, _ := strings.Cut(part, " ")
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		switch kind {
		case words.Say("trust"):
			one.Trust = n
		case words.Say("suspicion"):
			one.Suspicion = n
		case words.Say("alliance"):
			one.Alliance = n
		default:
			t.Errorf("%q is no figure", part)
		}
	}
	return one
}

// twins are a player and the same without a module, which is shown the same game.
type twins struct {
	whole, without *agent.Agent[state]
	count          func(o *werewolf.Observation, moved bool)
}

func (p *twins) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	answer, err := p.whole.Answer(ctx, o)
	if err != nil {
		return "", err
	}
	other, err := p.without.Answer(ctx, o)
	if o.Day > 0 && (o.Request.Kind == werewolf.Talk || o.Request.Kind.Chooses()) {
		p.count(&o, other != answer)
	}
	return answer, err
}

// Without probabilities, or without relations, rules say or choose otherwise in a tenth of the answers of either side; and so without
// the manager, which is all that both work through.
func TestStateMovesBothSides(t *testing.T) {
	for _, module := range []string{"inference", "relations", "manager"} {
		answers, moved := map[werewolf.Team]int{}, map[werewolf.Team]int{}
		chosen, turned := map[werewolf.RequestKind]int{}, map[werewolf.RequestKind]int{}
		for seed := range bottest.Few(*long, uint64(16)) {
			n := []int{5, 5, 5, 13}[seed%4]
			rules, err := werewolf.Standard(n)
			if err != nil {
				t.Fatal(err)
			}
			var players []bottest.Player
			for i := range n {
				p := &twins{count: func(o *werewolf.Observation, other bool) {
					answers[o.Team()]++
					if chosen[o.Request.Kind]++; other {
						moved[o.Team()]++
						turned[o.Request.Kind]++
					}
				}}
				for one, off := range map[**agent.Agent[state]][]string{&p.whole: nil, &p.without: {module}} {
					if *one, err = System.Player(agent.Config{Seed: seed + uint64(i), Lang: "en", Off: off, Shared: understood}); err != nil {
						t.Fatal(err)
					}
				}
				players = append(players, p)
			}
			table, err := bottest.Sit(rules, bottest.Seats(rosters["en"][:n]...), seed, players)
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Play(); err != nil || len(table.Illegal) > 0 {
				t.Fatal(err, table.Illegal)
			}
		}
		t.Logf("without %s: moved %v of %v answers; by request %v of %v", module, moved, answers, turned, chosen)
		for side, n := range answers {
			if moved[side]*10 < n || n < 100 {
				t.Errorf("without %s %d of %d answers of the %s are others", module, moved[side], n, side)
			}
		}
	}
}

// Werewolves go along with whom the others suspect, and attack the likely seer.
func TestWerewolvesDeceiveAndHunt(t *testing.T) {
	count := func(c agent.Config) (along, days, hunted, nights int) {
		for seed := range bottest.Few(*long, uint64(40)) {
			play(t, 5, seed, c, nil, func(x *moment) {
				o := x.o
				if o.Role() != werewolf.Werewolf || o.Day == 0 {
					return
				}
				pressed := o.Others().Most(func(id werewolf.SeatID) float64 { return x.table.Reason().Ties().Pressure(id, o.Others()) })
				if o.Request.Kind == werewolf.Talk && x.table.Reason().Ties().Pressure(pressed, o.Others()) > 0.15 {
					if days++; x.table.Self.Target() == pressed {
						along++
					}
				}
				if o.Request.Kind == werewolf.Attack {
					now := x.table.Reason().Mine().Now()
					if nights++; now.TopPower(o.Others(), werewolf.Divines) == o.SeatOf(x.answer) {
						hunted++
					}
				}
			})
		}
		return along, days, hunted, nights
	}
	along, days, hunted, nights := count(agent.Config{})
	if days < bottest.Few(*long, 50) || nights < bottest.Few(*long, 15) || hunted*4 < nights*3 {
		t.Errorf("along %d of %d; the likeliest seer attacked %d of %d", along, days, hunted, nights)
	}
	for what, c := range map[string]agent.Config{"relations": {Off: []string{"relations"}}, "the weight of others' suspicion": {Params: map[string]float64{"crowd": 0}}} {
		alone, allDays, _, _ := count(c)
		t.Logf("along %d of %d, without %s %d of %d", along, days, what, alone, allDays)
		if along*allDays <= alone*days {
			t.Errorf("along %d of %d, without %s %d of %d", along, days, what, alone, allDays)
		}
	}
}

// What rules do not understand a model reads, and it moves the relations; without the module it does not.
func TestReadingMovesRelations(t *testing.T) {
	said := regexp.MustCompile(`(\w+): (\w+) makes me think of rain\.`)
	behave := func(p llmtest.Prompt) llmtest.Answer {
		switch p.Task {
		case "word":
			me := regexp.MustCompile(`Werewolf as (\w+)\.`).FindStringSubmatch(p.Text())[1]
			other := map[bool]string{true: "Bela", false: "Ada"}[me == "Ada"]
			return llmtest.Answer{Text: "" + other + " makes me think of rain."}
		case "message-type":
			if m := said.FindStringSubmatch(p.Text()); m != nil {
				return llmtest.Answer{Text: `{"content":"` + m[2] + ` makes me think of rain.","type":"negative","from":"` + m[1] + `","to":"` + m[2] + `"}`}
			}
		}
		return silent(p)
	}
	for _, off := range [][]string{nil, {"reading"}} {
		suspected := 0
		play(t, 5, 2, agent.Config{Off: off}, behave, func(x *moment) {
			if x.o.Day == 0 && x.m.Ties["Cleo to Ada"].Suspicion > 0 {
				suspected++
			}
		})
		if (suspected > 0) != (off == nil) {
			t.Errorf("off %v: %d times somebody is seen to suspect", off, suspected)
		}
	}
}
