package kanolab

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/rulebook"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

type moment = bottest.Moment[*agent.Agent[state]]

// number is a parameter of the list.
func number(name string) int {
	d := System.Design()
	values, _ := d.Values(nil)
	return int(values[name])
}

// profile is what the organisers of the games say of everybody.
const profile = "Age: 33\nGender: Female\nPersonality: collects barometers."

// play plays a game of which nothing may be wrong. A behaviour answers as a model; nil is none.
func play(t *testing.T, n int, seed uint64, off []string, behave llmtest.Behaviour, watch func(*moment)) *bottest.Table {
	t.Helper()
	return playWith(t, n, seed, agent.Config{Off: off}, behave, watch)
}

// playWith is play with players of a configuration.
func playWith(t *testing.T, n int, seed uint64, c agent.Config, behave llmtest.Behaviour, watch func(*moment)) *bottest.Table {
	t.Helper()
	c.Shared = understood
	table, err := bottest.Solo[*agent.Agent[state]]{
		Players: n, Seed: seed, Profile: profile, Behave: behave, Watch: watch, Shared: understood,
		New: func(seed uint64, lang string, m llm.Model) (*agent.Agent[state], error) {
			one := c
			one.Seed, one.Lang, one.Model = seed, lang, m
			return System.Player(one)
		},
	}.Play()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// answering answers one task and is mute otherwise.
func answering(task, text string) llmtest.Behaviour {
	return func(p llmtest.Prompt) llmtest.Answer {
		if p.Task == task {
			return llmtest.Answer{Text: text}
		}
		return bottest.Mute(p)
	}
}

// Who speaks is settled once and stays in every prompt; without the module the profile stands there.
func TestCharacter(t *testing.T) {
	behave := answering("expand-character", `{"name":"Ada","age":"33","gender":"Female","personality":"Counts clouds.","speech":"Sighs.","background":"","examples":["Oh well."]}`)
	for _, off := range [][]string{nil, {"character"}} {
		asked, days := 0, map[int]bool{}
		play(t, 5, 4, off, behave, func(m *moment) {
			if m.O.Seat != 1 {
				return // the model's character is called Ada
			}
			asked += len(m.Of("expand-character"))
			for _, p := range m.Of("word") {
				days[m.O.Day] = true
				if whole := off == nil; strings.Contains(bottest.Fenced(p, "character"), "Personality: Counts clouds.\nManner of speech: Sighs.\nExamples of what is said:\n- Oh well.") != whole || strings.Contains(p, "barometers") == whole {
					t.Errorf("off %v: a prompt of day %d:\n%s", off, m.O.Day, p)
				}
			}
		})
		if off == nil && asked != 1 || off != nil && asked != 0 || len(days) < 2 {
			t.Errorf("off %v: asked %d times, prompts on days %v", off, asked, days)
		}
	}
}

// claimsOfSeer is a model that hears everybody's first words as a claim to be the seer, and one claim that nobody made.
func claimsOfSeer(p llmtest.Prompt) llmtest.Answer {
	if p.Task != "extract-claims" || !strings.Contains(p.Text(), "\n[day 0]\n") {
		return bottest.Mute(p)
	}
	var claims []string
	day := ""
	for line := range strings.Lines(bottest.Fenced(p.Text(), "talk")) {
		if strings.HasPrefix(line, "[") {
			day = strings.Trim(line, "[]day \n")
			continue
		}
		idx, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "#"), " ")
		speaker, text, _ := strings.Cut(rest, ": ")
		head := `{"day":` + day + `,"idx":` + idx + `,"speaker":"` + speaker + `","target":"","species":"","role":"SEER","quote":"`
		claims = append(claims, head+strings.ReplaceAll(text, `"`, `\"`)+`"}`, head+`I am the seer of this imaginary village."}`)
	}
	return llmtest.Answer{Text: `{"claims":[` + strings.Join(claims, ",") + `]}`}
}

// What a model finds in the talk goes into what follows, if it was said so; what was not said is discarded, which is noted.
func TestExtraction(t *testing.T) {
	for _, off := range [][]string{nil, {"extraction"}} {
		noted, discarded, excess, claims := 0, 0, 0, 0
		for seed := range uint64(4) {
			play(t, 5, seed, off, claimsOfSeer, func(m *moment) {
				for _, note := range m.Notes["extraction"] {
					noted++
					discarded += strings.Count(note, "discarded: ")
					if m.O.Day == 0 && strings.Count(note, "discarded: ")*2 != strings.Count(note, "SEER") {
						t.Errorf("half of the claims were never made: %q", note)
					}
				}
				if m.O.Day == 0 {
					claims = max(claims, m.Player.Table().Reason().Ledger().Claimants(werewolf.Seer).Len())
					excess += len(m.Player.State().Elements().Excesses)
				}
			})
		}
		t.Logf("off %v: %d notes, %d claims discarded, %d excesses on day 0", off, noted, discarded, excess)
		if off == nil && (noted < 20 || discarded < 20 || excess < 20 || claims != 5) {
			t.Errorf("%d notes, %d claims discarded, %d excesses on day 0, %d claims at most", noted, discarded, excess, claims)
		}
		if off != nil && (noted > 0 || excess > 0) {
			t.Errorf("without the module %d notes, %d excesses on day 0", noted, excess)
		}
	}
}

// Without a model the claims that rules hear are noted as they are made, with number, speaker, role and result.
func TestExtractionByRule(t *testing.T) {
	claims, results := 0, 0
	for seed := range uint64(4) {
		play(t, 5, seed, nil, nil, func(m *moment) {
			for line := range strings.SplitSeq(strings.TrimSpace(strings.Join(m.Notes["extraction"], "")), "\n") {
				speaker, rest, _ := strings.Cut(line, " #")
				switch {
				case line == "":
					continue
				case m.O.SeatOf(speaker) == 0:
					t.Errorf("nobody is called %q", speaker)
				case strings.HasSuffix(rest, "SEER"):
					claims++
				case strings.HasSuffix(rest, " HUMAN"), strings.HasSuffix(rest, " WEREWOLF"):
					results++
				}
			}
		})
	}
	if claims < 20 || results < 20 {
		t.Errorf("%d claims and %d results are noted in 4 games", claims, results)
	}
}

// All that follows stands in every prompt, whatever its length; where the window is too small, the talk gives way.
func TestLogicInPrompts(t *testing.T) {
	for _, off := range [][]string{nil, {"logic"}} {
		word, target, patterns, longest := 0, 0, 0, 0
		for _, game := range []struct {
			players, window int
			seed            uint64
		}{{5, 0, 1}, {13, 0, 6}, {13, 5000, 17}} {
			if !*long && off != nil && game.players > 5 {
				continue
			}
			playWith(t, game.players, game.seed, agent.Config{Off: off, Window: game.window}, bottest.Mute, func(m *moment) {
				lines := m.Player.State().Tracker.Lines()
				for task, fence := range map[string]string{"word": "logic", "choose-target": "analysis"} {
					for _, p := range m.Of(task) {
						text := bottest.Fenced(p, fence)
						if off == nil && text != strings.Join(lines, "\n") || off != nil && text != "" {
							t.Errorf("off %v, %d players: %q is in the prompt, and what follows is %q", off, game.players, text, lines)
						}
						longest = max(longest, llm.Tokens(text))
						patterns += min(1, len(m.Player.State().Elements().Patterns))
						word, target = word+strings.Count(task, "word"), target+strings.Count(task, "target")
					}
				}
			})
		}
		t.Logf("off %v: %d prompts to speak, %d to choose, %d with a pattern, at most %d tokens of logic", off, word, target, patterns, longest)
		if off == nil && (word < 200 || target < 10 || patterns < 100 || longest < 600) {
			t.Errorf("%d prompts to speak, %d to choose, %d with a pattern, at most %d tokens of logic", word, target, patterns, longest)
		}
	}
}

// The game settings stand in every prompt of a seat: how many play, the own role and that it stays, the day, how many have each role,
// and the side and the doings of each. Without the module the sides and doings do not.
func TestSettings(t *testing.T) {
	for _, seed := range []uint64{2, 3} {
		for _, n := range []int{5, 13} {
			for _, off := range [][]string{nil, {"settings"}} {
				if !*long && n > 5 && (off != nil || seed != 2) {
					continue
				}
				prompts := 0
				play(t, n, seed, off, bottest.Mute, func(m *moment) {
					roles, own := rulebook.Lines(m.Player.Table().Desk.Lang(), m.O)
					for _, task := range []string{"word", "choose-target"} {
						for _, p := range m.Of(task) {
							prompts++
							for _, line := range slices.Concat(roles, own) {
								if strings.Contains(p, "\n"+line+"\n") != (off == nil) {
									t.Errorf("off %v: %q in a prompt:\n%s", off, line, p)
								}
							}
							day := map[bool]string{true: "It is day ", false: "いまは"}[seed%2 == 0] + strconv.Itoa(m.O.Day)
							for _, one := range []string{day, m.O.Role().String()} {
								if !strings.Contains(p, one) {
									t.Errorf("%q is not in a prompt:\n%s", one, p)
								}
							}
						}
					}
				})
				if prompts < 20 {
					t.Errorf("%d prompts", prompts)
				}
			}
		}
	}
}

// Whom logic excludes, for certain or whoever of the claimants is real, is hardly anybody's first suspect; what excludes
// nobody weighs nothing.
func TestSuspicionFollowsLogic(t *testing.T) {
	count := func(off ...string) (cases, against int) {
		weighed := map[float32]int{}
		for seed := range bottest.Few(*long, uint64(40)) {
			play(t, 5, seed, off, nil, func(m *moment) {
				if m.O.Team() != werewolf.VillagerTeam || m.O.Day == 0 {
					return
				}
				p, e := m.Player.Table().Self, m.Player.Table().Reason().Logic()
				not, _ := agreed(e.Patterns)
				if not |= e.NotWolves; not&m.O.Others() != 0 && m.O.Others()&^not != 0 {
					cases++
					if not.Has(p.Opinion().Top(m.O.Others())) {
						against++
					}
				}
				checkWeights(t, m, weighed)
			})
		}
		if len(weighed) != 5 {
			t.Errorf("weights %v", weighed)
		}
		return cases, against
	}
	cases, against := count()
	_, without := count("logic")
	t.Logf("of %d times that somebody is excluded, %d the first suspect is; without the module %d", cases, against, without)
	if cases < 100 || against*2 > without || against*20 > cases {
		t.Errorf("of %d times that somebody is excluded, %d the first suspect is; without the module %d", cases, against, without)
	}
}

// checkWeights weighs what follows once more, and compares what that changes with what it should.
func checkWeights(t *testing.T, m *moment, seen map[float32]int) {
	t.Helper()
	p, r := m.Player.Table().Self, m.Player.Table().Reason()
	e := r.Logic()
	not, must := agreed(e.Patterns)
	before := p.Opinion().Score
	certain, supposed := float32(number("certain")), float32(number("supposed"))
	after := m.Player.State().conclude(m.Player.Table()).Score
	for id := range m.O.Others().All() {
		want := float32(0)
		switch {
		case e.NotWolves.Has(id):
			want = -certain
		case e.Wolves.Has(id):
			want = certain
		case not.Has(id):
			want = -supposed
		case must.Has(id):
			want = supposed
		}
		if got := after[id] - before[id]; got-want > 0.01 || want-got > 0.01 {
			t.Errorf("day %d: what follows about %s weighs %v, not %v", m.O.Day, m.O.Name(id), got, want)
		}
		seen[want]++
	}
}

// A liar who knows the werewolves accuses as a villager would: that it knows everybody else to be human does not show.
func TestALiarDoubts(t *testing.T) {
	for _, n := range []int{5, 13} {
		seen, cleared, condemned := 0, 0, 0
		for seed := range uint64(4) {
			play(t, n, seed, nil, nil, func(m *moment) {
				if m.O.Role() != werewolf.Werewolf || m.O.Day == 0 {
					return
				}
				for id := range m.O.Others().All() {
					seen++
					switch ally := m.O.Allies().Has(id); {
					case !ally && m.Player.Table().Self.Opinion().Score[id] < -float32(number("certain"))/2:
						cleared++
					case ally && m.Player.Table().Self.Opinion().Score[id] > float32(number("certain"))/2:
						condemned++
					}
				}
			})
		}
		t.Logf("%d players: of %d opinions %d clear, %d condemn an ally", n, seen, cleared, condemned)
		if cleared*4 > seen || condemned*10 > seen {
			t.Errorf("%d players: a werewolf clears %d of %d, and condemns its own side %d times", n, cleared, seen, condemned)
		}
	}
}

// History beyond the budget gives way to a summary, in prompts to speak and to choose; without the module all of it stands.
func TestSummary(t *testing.T) {
	const sum = "The baker was loud."
	for _, off := range [][]string{nil, {"summary"}} {
		short, long, summed := 0, 0, map[string]int{}
		play(t, 13, 2, off, answering("summarise", `{"summary":"`+sum+`"}`), func(m *moment) {
			for _, task := range []string{"word", "choose-target"} {
				for _, p := range m.Of(task) {
					history := 0
					talk := false
					for line := range strings.Lines(p) {
						talk = talk && line != "</talk>\n" || strings.HasPrefix(line, "<talk>")
						if talk && strings.Contains(line, ": ") {
							history += llm.Tokens(line[:len(line)-len(":\n")])
						}
					}
					most := number("history")
					if off == nil {
						most *= 2 // lines stay until their summary is there, which is at the next answer
					}
					if history > most {
						long++
					} else {
						short++
					}
					if bottest.Fenced(p, "summary") == sum {
						summed[task]++
					}
				}
			}
		})
		t.Logf("off %v: %d prompts within the budget, %d beyond, %v with the summary", off, short, long, summed)
		if off == nil && (long > 0 || summed["word"] < 50 || summed["choose-target"] < 10) {
			t.Errorf("%d histories beyond the budget, %v with the summary", long, summed)
		}
		if off != nil && (long < 50 || len(summed) > 0) {
			t.Errorf("without the module %d histories beyond the budget, %v with the summary", long, summed)
		}
	}
}

// Without a model rules sum up, and it is noted.
func TestSummaryByRule(t *testing.T) {
	for _, off := range [][]string{nil, {"summary"}} {
		noted := 0
		play(t, 13, 1, off, nil, func(m *moment) { noted += len(m.Notes["summary"]) })
		if (noted > 20) != (off == nil) {
			t.Errorf("off %v: %d summaries noted", off, noted)
		}
	}
}

// Prompts to speak show how players talk, and never what somebody of this game would have said.
func TestExamples(t *testing.T) {
	for _, seed := range []uint64{2, 3} {
		for _, off := range [][]string{nil, {"examples"}} {
			play(t, 5, seed, off, bottest.Mute, func(m *moment) {
				for _, p := range m.Of("word") {
					shown := bottest.Fenced(p, "examples")
					if (shown == "") != (off != nil) {
						t.Errorf("off %v: the examples are %q", off, shown)
					}
					for _, name := range m.O.Names {
						if strings.Contains(shown, name) {
							t.Errorf("%s plays, and the examples say %q", name, shown)
						}
					}
				}
			})
		}
	}
}

// The command closes every prompt to speak, whatever is taken out.
func TestCommand(t *testing.T) {
	for _, seed := range []uint64{2, 3} {
		prompts := 0
		play(t, 5, seed, []string{"character", "extraction", "logic", "summary", "strategies", "examples"}, bottest.Mute, func(m *moment) {
			for _, p := range m.Of("word") {
				if prompts++; !strings.Contains(p, commands[m.Player.Table().Desk.Lang()]) || bottest.Fenced(p, "draft") != "" {
					t.Errorf("no command, or a draft in:\n%s", p)
				}
			}
		})
		if prompts < 20 {
			t.Errorf("%d prompts", prompts)
		}
	}
}

// Models of every bad mode leave games whole; what is asked and every module that can be is noted.
func TestBadModels(t *testing.T) {
	noted := map[string]bool{}
	for i, mode := range llmtest.Modes() {
		if mode.Name == "slow" || !*long && i%4 != 3 {
			continue // the test of all players has a clock for it, and samples the modes
		}
		calls := 0
		play(t, []int{5, 5, 9, 5, 5, 13}[i%6], uint64(i), nil, mode.Behave, func(m *moment) {
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
