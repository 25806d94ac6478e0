package superil

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

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
	asked  []llmtest.Prompt
	notes  map[string]string
}

// of are the prompts of a task.
func (x *moment) of(task string) (list []string) {
	for _, p := range x.asked {
		if p.Task == task {
			list = append(list, p.Text())
		}
	}
	return list
}

func (x *moment) spoke() bool {
	return x.o.Request.Kind == werewolf.Talk && x.answer != werewolf.OverText && x.answer != werewolf.SkipText
}

// play plays a game of the player with itself of which nothing may be wrong. A behaviour answers as a model; nil is none.
func play(t testing.TB, n int, seed uint64, c agent.Config, behave llmtest.Behaviour, watch func(*moment)) {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	var asked []llmtest.Prompt
	if behave != nil {
		c.Model = llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			asked = append(asked, p)
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
		x := moment{o: o, m: p.State(), answer: answer, asked: asked, notes: map[string]string{}}
		for topic, text := range p.Notes() {
			x.notes[topic] = text
		}
		if asked = nil; kind.Speaks() || kind.Chooses() {
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

// offered are the names of the list that the prompt lets choose from.
func offered(p llmtest.Prompt) (names []string) {
	_, list, _ := strings.Cut(p.Text(), "<candidates>")
	list, _, _ = strings.Cut(list, "\n</candidates>")
	for line := range strings.Lines(list) {
		if name, listed := strings.CutPrefix(line, "- "); listed {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

func firstOffered(p llmtest.Prompt) string { return append(offered(p), "")[0] }

func lastOffered(p llmtest.Prompt) string {
	return append([]string{""}, offered(p)...)[len(offered(p))]
}

func contains(texts []string, part string) bool {
	return slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, part) })
}

// No answer of a model comes without an analysis, and what it found is told to whatever answers. Where the werewolf's choice follows
// from whom it persuaded against, nobody is asked for one.
func TestAnalysisComesBeforeEveryAnswer(t *testing.T) {
	const found = "The well was dry."
	behave := func(p llmtest.Prompt) llmtest.Answer {
		if p.Task == "situation" {
			return llmtest.Answer{Text: `{"analysis": "` + found + `", "target": "` + lastOffered(p) + `"}`}
		}
		return silent(p)
	}
	for _, off := range [][]string{nil, {"analysis"}} {
		answers, choices := 0, 0
		for seed := range uint64(4) {
			play(t, 5, seed, agent.Config{Off: off}, behave, func(x *moment) {
				answers++
				_, settled := x.m.settled(x.table)
				if settled {
					choices++
				}
				if analysed := len(x.asked) > 0 && x.asked[0].Task == "situation"; analysed != (off == nil && !settled) {
					t.Errorf("off %v, day %d: %s %q of the %s is analysed first: %v", off, x.o.Day, x.o.Request.Kind, x.answer, x.o.Role(), analysed)
				}
				prompts := x.of("choose-target")
				if x.o.Request.Kind.Speaks() {
					prompts = x.of("word")
				}
				for _, text := range prompts {
					if strings.Contains(text, found) != (off == nil) {
						t.Errorf("off %v: the analysis is in the prompt is not %v:\n%s", off, off == nil, text)
					}
				}
			})
		}
		if answers < 50 || choices < 4 {
			t.Errorf("%d answers, %d of them settled", answers, choices)
		}
	}
}

// The possessed stands as the seer with an invented result from its first word on; without the module it may wait.
func TestInvention(t *testing.T) {
	const games = 20
	count := func(off ...string) (first, noted int) {
		for seed := range uint64(games) {
			play(t, 5, seed, agent.Config{Off: off}, nil, func(x *moment) {
				if turn, _ := persuasion.Turns(x.o); x.o.Role() != werewolf.Possessed || x.o.Day != 1 || turn > 0 || !x.spoke() {
					return
				}
				acts, _ := x.table.Self.Meant(x.answer)
				told := x.table.Self.Results()
				if len(told) > 0 && slices.Contains(acts, speech.Found(werewolf.Divines, told[0].Target, told[0].Species)[0]) {
					first++
				}
				if text := x.notes["invention"]; text != "" && strings.HasPrefix(text, x.o.Name(told[0].Target)) {
					noted++
				}
			})
		}
		return first, noted
	}
	if first, noted := count(); first != games || noted != games {
		t.Errorf("in %d games the possessed begins with an invented result %d times, which is noted %d times", games, first, noted)
	}
	if first, noted := count("invention"); first >= games || noted > 0 {
		t.Errorf("without the module the possessed begins with an invented result %d times, which is noted %d times", first, noted)
	}
}

// An utterance is worded by the prompt of the role, in at most three sentences. Who is to tell results is told so once it has one, real
// or made up, and before the first is told that there is none.
func TestResponse(t *testing.T) {
	for _, off := range [][]string{nil, {"response"}} {
		roles, early := map[werewolf.Role]bool{}, 0
		for seed := range uint64(4) {
			if !*long && len(roles) >= 6 && early >= 20 {
				break // enough has been seen
			}
			play(t, 9, seed, agent.Config{Off: off}, silent, func(x *moment) {
				for _, text := range x.of("word") {
					if strings.Contains(text, x.m.prompts.Say("limit")) != (off == nil) {
						t.Errorf("off %v: the limit is in the prompt: %v", off, off != nil)
					}
					roles[x.o.Role()] = true
					for _, role := range x.m.prompts.Kinds() {
						own := x.o.Role().String()
						if tells := []string{"SEER", "MEDIUM", "POSSESSED"}; slices.Contains(tells, own) && !result(x) {
							own, early = "no-result", early+1
						}
						if role != strings.ToUpper(role) && role != "no-result" {
							continue // the text of no role
						}
						told := role == own && x.m.appeal == persuasion.NoAppeal && off == nil
						if has := strings.Contains(text, x.m.prompts.Say(role)); has != told {
							t.Errorf("off %v: the prompt of the %s for the %s on day %d: %v", off, role, x.o.Role(), x.o.Day, has)
						}
					}
				}
			})
		}
		if len(roles) < 6 || early < 20 {
			t.Errorf("only %v speak, %d times before the first result", roles, early)
		}
	}
}

// result reports whether the player's prompts hold a result of its own.
func result(x *moment) bool {
	return len(x.o.Divined)+len(x.o.Medium)+len(x.m.invented) > 0
}

// The werewolf goes for one player by logic, then credibility, then emotion, in its own sentences for each, with the last
// appeal in its last turn; it votes for that player, and attacks it where it still can.
func TestPersuasionInItsOrder(t *testing.T) {
	order := []persuasion.Appeal{persuasion.NoAppeal, persuasion.Logical, persuasion.Credibility, persuasion.Emotional}
	// This model goes for the last player of a list, whom rules would leave alone, also where it votes.
	behave := func(p llmtest.Prompt) llmtest.Answer {
		switch p.Task {
		case "situation":
			return llmtest.Answer{Text: `{"analysis": "test", "target": "` + lastOffered(p) + `"}`}
		case "choose-target":
			return llmtest.Answer{Text: `{"reason": "test", "target": "` + firstOffered(p) + `"}`}
		}
		return silent(p)
	}
	games := bottest.Few(*long, uint64(20))
	for _, off := range [][]string{nil, {"persuasion"}} {
		appeals, votes, attacks := map[persuasion.Appeal]int{}, 0, 0
		for seed := uint64(0); seed < 2*games; seed += 2 { // in English
			play(t, 5, seed, agent.Config{Off: off}, behave, func(x *moment) {
				o, target := x.o, x.m.persuader.Target()
				if o.Role() != werewolf.Werewolf || o.Day == 0 || target == 0 {
					return
				}
				turn, turns := persuasion.Turns(o)
				switch kind := o.Request.Kind; {
				case x.spoke() && turns == len(order) && turn > 0:
					says := func(s string) bool {
						return strings.Contains(x.answer, x.table.Self.Worded(s, wording.Slots{T: target}))
					}
					if slices.ContainsFunc(x.m.persuader.Examples(order[turn]), says) {
						appeals[order[turn]]++
					} else {
						t.Errorf("seed %d, turn %d: %q is no %s appeal against %s", seed, turn, x.answer, order[turn], o.Name(target))
					}
				case kind == werewolf.Vote && o.Request.Targets.Has(target) && x.table.Self.Plan() == target:
					if votes++; x.answer != o.Name(target) || len(x.of("choose-target")) > 0 {
						t.Errorf("seed %d: speaks against %s and votes for %s", seed, o.Name(target), x.answer)
					}
				case kind == werewolf.Attack && o.Request.Targets.Has(target):
					if attacks++; x.answer != o.Name(target) || len(x.of("choose-target")) > 0 {
						t.Errorf("seed %d: speaks against %s and attacks %s", seed, o.Name(target), x.answer)
					}
				}
			})
		}
		t.Logf("off %v: appeals %v, %d votes, %d attacks", off, appeals, votes, attacks)
		for _, a := range order[1:] {
			if off == nil && appeals[a] < int(games) || off != nil && appeals[a] > 0 {
				t.Errorf("off %v: %d %s appeals in %d games", off, appeals[a], a, games)
			}
		}
		if off == nil && (votes < int(games) || attacks < bottest.Few(*long, 3)) {
			t.Errorf("%d votes, %d attacks on whom it spoke against", votes, attacks)
		}
	}
}

// Who has announced no vote keeps to what it said: by rules it votes for whom it spoke against last, and a model is told what it said, word for word.
func TestVoteKeepsToOwnWords(t *testing.T) {
	// This model turns every utterance into a suspicion of the player's neighbour, and so no vote is ever announced.
	behave := func(p llmtest.Prompt) llmtest.Answer {
		text := p.Text()
		if p.Task != "word" {
			return silent(p)
		}
		for i, name := range rosters["en"][:5] {
			if strings.Contains(text, "\nYou play Werewolf as "+name) {
				return llmtest.Answer{Text: "I suspect " + rosters["en"][(i+1)%5] + ` more than ever. Number ` + string(rune('a'+p.N%26)) + "."}
			}
		}
		return silent(p)
	}
	count := func(off ...string) (votes, kept, told int) {
		for seed := uint64(0); seed < 8; seed += 2 {
			play(t, 5, seed, agent.Config{Off: off}, behave, func(x *moment) {
				next := x.o.Seat%5 + 1
				said := slices.ContainsFunc(x.o.Talks, func(u werewolf.Utterance) bool {
					return u.Seat == x.o.Seat && u.Day == x.o.Day && strings.Contains(u.Text, "I suspect "+x.o.Name(next))
				})
				_, held := x.m.settled(x.table) // the werewolf votes for whom it persuaded against
				if held || x.o.Request.Kind != werewolf.Vote || x.table.Self.Plan() != 0 || !said || !x.o.Living.Has(next) {
					return
				}
				votes++
				if x.answer == x.o.Name(next) {
					kept++
				}
				if own := x.table.Stated(); contains(x.of("choose-target"), "- "+strings.Join(own, "\n- ")+"\n") && len(own) > 2 {
					told++
				}
			})
		}
		return votes, kept, told
	}
	votes, kept, told := count()
	if t.Logf("%d votes not announced, %d as spoken, %d models told", votes, kept, told); votes < 5 || kept != votes || told != votes {
		t.Errorf("%d votes not announced, %d as spoken, %d models told", votes, kept, told)
	}
	if votes, kept, told := count("vote"); kept == votes || told > 0 {
		t.Errorf("without the module %d votes not announced, %d as spoken, %d models told", votes, kept, told)
	}
}

// Models of every bad mode leave games of every size whole.
func TestBadModels(t *testing.T) {
	for i, mode := range llmtest.Modes() {
		if !*long && mode.Name != "malformed" {
			continue // bot.TestBadModels samples the modes for all players; here it is asked what this one notes
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
