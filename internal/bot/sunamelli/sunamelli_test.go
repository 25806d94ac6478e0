package sunamelli

import (
	"context"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

type moment = bottest.Moment[*agent.Agent[state]]

// play plays a game of which nothing may be wrong. A behaviour answers as a model; nil is none.
func play(t *testing.T, n int, seed uint64, off []string, behave llmtest.Behaviour, watch func(*moment)) *bottest.Table {
	t.Helper()
	table, err := bottest.Solo[*agent.Agent[state]]{
		Players: n, Seed: seed, Behave: behave, Watch: watch, Shared: understood,
		Profile: "Age: 33\nGender: Female\nPersonality: to attack is her joy.",
		New: func(seed uint64, lang string, m llm.Model) (*agent.Agent[state], error) {
			return System.Player(agent.Config{Seed: seed, Lang: lang, Model: m, Shared: understood, Off: off})
		},
	}.Play()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// acts are what an answer without a model means.
func acts(m *moment) speech.Rows {
	list, _ := m.Player.Table().Self.Meant(m.Answer)
	return list
}

// asks reports whether an answer without a model holds a question of which something is so.
func asks(m *moment, what func(q speech.Act) bool) bool {
	return slices.ContainsFunc(slices.Collect(acts(m).Questions()), what)
}

// Every phase comes in most games of each size, in its place.
func TestPhases(t *testing.T) {
	for _, n := range []int{5, 13} {
		games, in := 20/(n/4), map[phase]int{}
		for seed := range uint64(games) {
			seen := map[phase]bool{}
			play(t, n, seed, nil, nil, func(m *moment) {
				o, at := m.O, m.Player.State().phase
				seen[at] = true
				speaks, left := o.Request.Kind == werewolf.Talk, o.Request.Left.Count
				if (at == introduction) != (speaks && o.Day == 0) || (at == night) == (speaks || o.Request.Kind == werewolf.Vote) ||
					(at == voting) != (o.Request.Kind == werewolf.Vote || speaks && o.Day > 0 && left < m.Player.State().lateTurns) {
					t.Errorf("day %d, %s, %d turns left: %s", o.Day, o.Request.Kind, left, at)
				}
			})
			for at := range seen {
				in[at]++
			}
		}
		t.Logf("%d players: phases by games of %d: %v", n, games, in)
		for _, at := range []phase{introduction, discussion, encouraging, voting, night} {
			if in[at]*2 < games {
				t.Errorf("%d players: %s in %d of %d games", n, at, in[at], games)
			}
		}
	}
}

// Prompts differ by the phase; without the module there is one for all.
func TestPromptsDifferByPhase(t *testing.T) {
	for _, seed := range []uint64{2, 3} {
		for _, off := range [][]string{nil, {"phases"}} {
			seen := map[phase]int{}
			play(t, map[bool]int{true: 9, false: 5}[off == nil], seed, off, bottest.Mute, func(m *moment) {
				for _, p := range m.Of("word") {
					for at, command := range m.Player.State().book.commands {
						if !strings.Contains(p, command) {
							continue
						}
						if seen[at]++; at != m.Player.State().phase || off == nil && at != m.Player.State().phaseOf(m.Player.Table()) {
							t.Errorf("the command is that of %s", at)
						}
					}
				}
				if off != nil && len(m.Notes["phases"]) > 0 {
					t.Error("a phase is noted without the module")
				}
			})
			if want := map[bool]int{true: 5, false: 1}[off == nil]; len(seen) != want {
				t.Errorf("off %v: commands of %v", off, seen)
			}
		}
	}
}

// Who is quiet is drawn in by name: somebody nobody has asked, when most others have said something of weight.
func TestDrawsIn(t *testing.T) {
	count := func(off ...string) (games, asked int) {
		for seed := range bottest.Few(*long, uint64(20)) {
			before := asked
			play(t, 5, seed, off, nil, func(m *moment) {
				o, heard := m.O, m.Player.Table().Heard
				who := m.Player.State().quietest(m.Player.Table())
				if m.Player.State().phase != encouraging || !m.Spoke() {
					return
				}
				if weighty(heard, who, o.Day) >= m.Player.State().fewWords || heard.Asked(who, o.Day) > 0 || heard.Words(o.Seat, o.Day) == 0 {
					t.Errorf("%s is drawn in", o.Name(who))
				}
				if asks(m, func(q speech.Act) bool { return q.Target == who }) {
					asked++
				}
			})
			if asked > before {
				games++
			}
		}
		return games, asked
	}
	games, asked := count()
	if t.Logf("%d questions to the quiet in %d games", asked, games); games < bottest.Few(*long, 10) {
		t.Errorf("%d questions to the quiet in %d games", asked, games)
	}
	if _, asked := count("phases"); asked > 0 {
		t.Errorf("without phases %d questions to the quiet", asked)
	}
}

// Votes are settled in the last turns, and from their beginning; without the module not all of them.
func TestVotesAreSettledEarly(t *testing.T) {
	count := func(off ...string) (first, all int) {
		for seed := range bottest.Few(*long, uint64(10)) {
			play(t, 5, seed, off, nil, func(m *moment) {
				if !m.Spoke() || m.O.Day == 0 || m.O.Request.Left.Count != m.Player.State().lateTurns-1 {
					return
				}
				if all++; acts(m).Announced(speech.Vote) != 0 || m.Player.Table().Self.Plan() != 0 {
					first++
				}
			})
		}
		return first, all
	}
	if first, all := count(); first*10 < all*9 || all < bottest.Few(*long, 40) {
		t.Errorf("%d of %d votes are announced when the last turns begin", first, all)
	}
	for _, off := range []string{"phases", "strategy"} {
		with, _ := count()
		if without, all := count(off); without >= with {
			t.Errorf("without %s %d of %d votes are announced when the last turns begin, with it %d", off, without, all, with)
		}
	}
}

// Every strategy is what rules suggest at times; where it stands up for the trusted or leads away from the player, they do so.
func TestEveryStrategyIsSuggested(t *testing.T) {
	b, err := readBook("en")
	if err != nil {
		t.Fatal(err)
	}
	count := func(off ...string) (chosen map[string]int, stoodUp, distracted int) {
		chosen = map[string]int{}
		for seed := uint64(0); seed < 40; seed += 2 { // in English
			play(t, []int{5, 5, 5, 13}[seed/2%4], seed, off, nil, func(m *moment) {
				w := m.Player.State().usual
				title := w.option.Title
				if chosen[title]++; title != m.Player.State().strategy.Strategy {
					t.Errorf("%q is told and %q is done", m.Player.State().strategy.Strategy, title)
				}
				if w.team != "both" && title != "" && w.team != m.O.Team().String() {
					t.Errorf("the %s plays %q", m.O.Role(), title)
				}
				switch {
				case w.sign == defended && acts(m).Trusted() != 0:
					stoodUp++
				case w.sign == pressed && asks(m, func(q speech.Act) bool { return q.About != 0 }):
					distracted++
				}
			})
		}
		return chosen, stoodUp, distracted
	}
	chosen, stoodUp, distracted := count()
	t.Logf("%v; stood up %d times, led away %d times", chosen, stoodUp, distracted)
	for at, ways := range b.strategies {
		for _, w := range ways {
			if w.sign == idea {
				if chosen[w.option.Title] > 0 {
					t.Errorf("%s: %q is chosen by rules", at, w.option.Title)
				}
				continue
			}
			if chosen[w.option.Title] < 5 {
				t.Errorf("%s: %q is chosen %d times in 20 games", at, w.option.Title, chosen[w.option.Title])
			}
		}
	}
	if stoodUp < 5 || distracted < 5 {
		t.Errorf("stood up %d times, led away %d times", stoodUp, distracted)
	}
	if chosen, stoodUp, distracted := count("strategy"); len(chosen) > 1 || stoodUp+distracted > 0 {
		t.Errorf("without the module: %v, stood up %d times, led away %d times", chosen, stoodUp, distracted)
	}
}

// derived is a model that derives a strategy and is mute otherwise.
func derived(p llmtest.Prompt) llmtest.Answer {
	if p.Task != "derive-strategy" {
		return bottest.Mute(p)
	}
	return llmtest.Answer{Text: `{"reading":"The moon is up.","strategy":"Wait for the sun.","points":["Ask who saw the moon.","Speak of stars."]}`}
}

// The strategy that the model derives from the log, with its points, is all that the conversation module is told of the talk;
// choosing is told the same beside the log. It is derived for each answer, with the last one at hand, and nothing is chosen from a list.
func TestStrategyLeadsTheWords(t *testing.T) {
	const told = "Wait for the sun.\nAsk who saw the moon.\nSpeak of stars."
	for _, seed := range []uint64{2, 3} {
		for _, off := range [][]string{nil, {"strategy"}} {
			asked, with, spoken, chosen := 0, 0, 0, 0
			last := map[werewolf.SeatID]bool{}
			play(t, 5, seed, off, derived, func(m *moment) {
				book, at := m.Player.State().book, m.Player.State().phase
				for _, p := range m.Of("derive-strategy") {
					asked++
					if bottest.Fenced(p, "last") == told {
						with++
					}
					if last[m.O.Seat] != (bottest.Fenced(p, "last") == told) || !strings.Contains(softly(m.Player.State(), p), softly(m.Player.State(), book.told[at])) {
						t.Errorf("the phase or the last strategy is not in:\n%s", p)
					}
					last[m.O.Seat] = true
					for _, w := range book.strategiesOf(at, m.O.Team()) {
						if !strings.Contains(softly(m.Player.State(), p), softly(m.Player.State(), w.option.Title)) {
							t.Errorf("%q is not among the ideas", w.option.Title)
						}
					}
				}
				for task, n := range map[string]*int{"word": &spoken, "choose-target": &chosen} {
					for _, p := range m.Of(task) {
						if *n++; (bottest.Fenced(p, "strategy") == told) != (off == nil) {
							t.Errorf("off %v: the strategy in a prompt:\n%s", off, p)
						}
					}
				}
				if len(m.Of("choose-strategy")) > 0 {
					t.Error("a strategy is chosen from a list")
				}
			})
			// The mute are asked twice for each answer.
			if spoken < 20 || chosen < 2 || off == nil && (2*asked != spoken+chosen || with < 20) || off != nil && asked > 0 {
				t.Errorf("off %v: %d strategies asked for, %d with the last, %d prompts to speak, %d to choose", off, asked, with, spoken, chosen)
			}
		}
	}
}

// softly is a text in the words of prompts, white space aside.
func softly(m *state, text string) string {
	return strings.Join(strings.Fields(m.terms.soften(text)), " ")
}

// Both modules ask the model of the phase, where one has its own; without phases nobody does.
func TestPhasesHaveModels(t *testing.T) {
	for _, off := range [][]string{nil, {"phases"}} {
		seen := map[phase]map[string]int{}
		table, err := bottest.Solo[*agent.Agent[state]]{
			Players: 5, Seed: 2, Behave: derived,
			New: func(seed uint64, lang string, m llm.Model) (a *agent.Agent[state], err error) {
				all := map[string]llm.Model{}
				for _, at := range []phase{introduction, discussion, encouraging, voting, night} {
					all[string(at)] = watched(func(r llm.Request) {
						if seen[at] == nil {
							seen[at] = map[string]int{}
						}
						if seen[at][r.Label.Task]++; a.State().phase != at {
							t.Errorf("%s is asked in %s", at, a.State().phase)
						}
					}, m)
				}
				a, err = System.Player(agent.Config{Seed: seed, Lang: lang, Model: llm.ByTask(m, all), Shared: understood, Off: off})
				return a, err
			},
		}.Play()
		if err != nil || len(table.Illegal) > 0 {
			t.Fatal(err, table.Illegal)
		}
		if off == nil && (len(seen) != 5 || seen[discussion]["word"] == 0 || seen[discussion]["derive-strategy"] == 0 || seen[night]["choose-target"] == 0) || off != nil && len(seen) > 0 {
			t.Errorf("off %v: asked %v", off, seen)
		}
	}
}

// asking is a model that is watched.
type asking struct {
	llm.Model
	see func(llm.Request)
}

func (w asking) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	w.see(r)
	return w.Model.Complete(ctx, r)
}

func watched(see func(llm.Request), m llm.Model) llm.Model { return asking{m, see} }

// The conversation module sees nothing that was said, the strategy module all of it.
func TestConversationNeverSeesTheLog(t *testing.T) {
	for _, off := range [][]string{nil, {"conversation"}} {
		saw, blind, planned := 0, 0, 0
		for _, n := range map[bool][]int{true: {5, 9}, false: {5}}[off == nil] {
			play(t, n, uint64(n), off, bottest.Mute, func(m *moment) {
				talk := strings.Contains(strings.Join(m.Of("derive-strategy"), ""), "<talk>")
				if talk {
					planned++
				}
				for _, p := range m.Of("word") {
					if strings.Contains(p, "<talk>") || strings.Contains(p, "<whisper>") {
						saw++
					} else {
						blind++
					}
					for _, demand := range []string{"Answer what was said", "bring something new", "repeat nothing", "said before", "自分に向けられた言葉に応え", "新しいことを加え", "繰り返しません"} {
						if off == nil && strings.Contains(p, demand) {
							t.Errorf("who sees nothing is told %q", demand)
						}
					}
					told, draft, _ := strings.Cut(p, "\n<draft>")
					_, rest, _ := strings.Cut(draft, "\n</draft>")
					for i := range m.O.Talks {
						if u := &m.O.Talks[i]; off == nil && len(u.Text) > 30 && strings.Contains(told+rest, m.Player.State().terms.soften(u.Text)) {
							t.Errorf("%q is told to who words", u.Text)
						}
					}
				}
			})
		}
		if off == nil && (saw > 0 || planned < 100) || off != nil && blind*10 > saw {
			t.Errorf("off %v: %d prompts with the log, %d without; %d strategies by the log", off, saw, blind, planned)
		}
	}
}

// Both languages have the same strategies with the same signs, at least one that always fits where rules must choose, and a
// command for every phase.
func TestBookIsWhole(t *testing.T) {
	shape := func(lang string) (list []string) {
		b, err := readBook(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []phase{introduction, discussion, encouraging, voting, night} {
			for _, team := range []werewolf.Team{werewolf.VillagerTeam, werewolf.WerewolfTeam} {
				ways := b.strategiesOf(at, team)
				if suggest(ways, func(sign) bool { return false }).option.Title == "" && at != encouraging && at != voting || b.commands[at] == "" || b.told[at] == "" {
					t.Errorf("%s: nothing always fits the %s in %s", lang, team, at)
				}
				for _, w := range ways {
					if list = append(list, string(at)+w.team+string(w.sign)); len(w.option.Advice) < 2 || w.option.When == "" {
						t.Errorf("%s: %q is not whole", lang, w.option.Title)
					}
				}
			}
		}
		return list
	}
	if en, ja := shape(""), shape("ja"); !slices.Equal(en, ja) || len(en) != 20 {
		t.Errorf("%v\n%v", en, ja)
	}
	if _, err := System.Player(agent.Config{Lang: "fr"}); err == nil || !strings.Contains(err.Error(), "fr") {
		t.Errorf("French: %v", err)
	}
}

// Models of every bad mode leave games whole; what is asked and every module that can be is noted.
func TestBadModels(t *testing.T) {
	noted := map[string]bool{}
	for i, mode := range llmtest.Modes() {
		if !*long && i%4 != 1 {
			continue // the test of all players samples the modes, too
		}
		if mode.Name == "slow" {
			continue // the test of all players has a clock for it
		}
		calls := 0
		play(t, []int{5, 5, 9, 5, 5, 5, 13}[i%7], uint64(i), nil, mode.Behave, func(m *moment) {
			calls += len(m.Notes["model"])
			for topic := range m.Notes {
				noted[topic] = true
			}
		})
		if calls == 0 {
			t.Errorf("%s: no call is noted", mode.Name)
		}
	}
	d := System.Design()
	for _, m := range d.Modules {
		if !m.Silent && !noted[m.Name] {
			t.Errorf("nothing is noted under %q", m.Name)
		}
	}
}
