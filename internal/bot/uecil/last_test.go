package uecil

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// idle is a model that chooses the last of a list and says something else each time, and never what it is asked for.
func idle() llmtest.Behaviour {
	n := 0
	return func(p llmtest.Prompt) llmtest.Answer {
		switch p.Task {
		case "choose-target":
			return choosing(p.Task, "target", lastListed)(p)
		case "word":
		default:
			return silent(p)
		}
		n++
		return llmtest.Answer{Text: fmt.Sprintf("The tea is cold %d.", n)}
	}
}

// The last turn before a vote asks for the vote on top of what table 1 has the role do, which was not done yet.
func TestLastTurnAsksForAll(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		turns := map[werewolf.Role]int{}
		for seed := range bottest.Few(*Long, uint64(8)) {
			play(t, 5, seed, agent.Config{Lang: lang}, idle(), func(m *moment) {
				s, o := m.p.State(), m.o
				if !m.spoke() || !lastTurn(o) || o.Day == 0 {
					return
				}
				prompt := strings.Join(m.of("word"), "\n")
				want := []string{s.words.Say("declare")}
				switch o.Role() {
				case werewolf.Seer:
					who := s.divine.onDay(o.Day)
					want = append(want, s.decisions.Say("result"), s.words.Say("guidelines"), s.decisions.Say("before"), s.decisions.Say("tonight", "t", o.Name(who)), s.strategy.example)
					if who == 0 || who == s.vote.onDay(o.Day) {
						t.Errorf("%s, seed %d, day %d: the vote is for %d, the divination of %d", lang, seed, o.Day, s.vote.who, who)
					}
				case werewolf.Werewolf:
					want = append(want, s.strategy.example, s.strategy.option.Title)
					if len(m.of("choose-strategy")) == 0 {
						t.Errorf("%s, seed %d: the werewolf chooses no strategy", lang, seed)
					}
				case werewolf.Possessed:
					switch {
					case s.comingOut:
						want = append(want, s.decisions.Say("reveal"))
					case s.accusing(m.p.Table()):
						want = append(want, s.decisions.Say("first", "t", o.Name(s.mark)), s.decisions.Say("decided", "t", o.Name(s.mark)))
					default:
						return
					}
				default:
					want = append(want, s.reasoned.Strategy)
				}
				turns[o.Role()]++
				for _, line := range want {
					if line == "" || !strings.Contains(prompt, line) {
						t.Errorf("%s, seed %d, day %d, %s: %q is not in the last turn's prompt:\n%s", lang, seed, o.Day, o.Role(), line, prompt)
					}
				}
			})
		}
		for _, role := range []werewolf.Role{werewolf.Villager, werewolf.Seer, werewolf.Possessed, werewolf.Werewolf} {
			if turns[role] < bottest.Few(*Long, 5) {
				t.Errorf("%s: %d last turns of the %s", lang, turns[role], role)
			}
		}
	}
}

// Before its vote the seer is offered to divine everybody whom it has not divined; with its vote decided, everybody but that player.
func TestDivinationIsOfferedWithoutTheVote(t *testing.T) {
	before, with := 0, 0
	for seed := range uint64(12) {
		if !*Long && before >= 5 && with >= 5 {
			break // enough has been seen
		}
		play(t, 5, seed, agent.Config{}, idle(), func(m *moment) {
			for _, p := range m.of("choose-target") {
				if !m.spoke() || !strings.Contains(p, "asked to divine") {
					continue
				}
				want := m.o.Others()
				for _, f := range m.o.Divined {
					want = want.Without(f.Target)
				}
				if vote := m.p.State().vote.onDay(m.o.Day); vote != 0 && want.Len() > 1 {
					want = want.Without(vote)
					with++
				} else {
					before++
				}
				if got := allListed(p); !slices.Equal(got, m.o.NamesOf(want)) {
					t.Errorf("seed %d, day %d: %v are offered, want %v", seed, m.o.Day, got, m.o.NamesOf(want))
				}
			}
		})
	}
	if before < 5 || with < 5 {
		t.Errorf("%d divinations decided before the vote, %d with it", before, with)
	}
}

// What was done is not asked for again: the possessed that has told its result asks for votes, and that has come out, for the werewolf;
// the seer that has said whom it will divine has said so.
func TestWhatIsSaidIsNotAskedForAgain(t *testing.T) {
	told, out, planned := 0, 0, 0
	for seed := range uint64(12) {
		if !*Long && told >= 5 && out >= 1 && planned >= 5 {
			break // enough has been seen
		}
		idle := idle()
		behave := func(p llmtest.Prompt) llmtest.Answer {
			for asked, says := range map[string]string{
				"you have divined ": "I am the seer. I divined %s and %[1]s is a werewolf.", "you are the possessed and": "I am the possessed.",
				"Tonight you will divine ": "Tonight I will divine %s.",
			} {
				if _, rest, is := strings.Cut(p.Text(), asked); is && p.Task == "word" {
					name, _, _ := strings.Cut(strings.Fields(rest)[0], ".")
					if strings.Contains(says, "%") {
						says = fmt.Sprintf(says, name)
					}
					return llmtest.Answer{Text: says}
				}
			}
			return idle(p)
		}
		play(t, 5, seed, agent.Config{}, behave, func(m *moment) {
			s, o := m.p.State(), m.o
			if !m.spoke() || !lastTurn(o) || o.Day == 0 {
				return
			}
			prompt := strings.Join(m.of("word"), "\n")
			has := func(line string) bool { return line != "" && strings.Contains(prompt, line) }
			switch {
			case s.comingOut:
				if out++; !has(s.words.Say("mate")) || has(s.decisions.Say("reveal")) {
					t.Errorf("seed %d: %s", seed, prompt)
				}
			case o.Role() == werewolf.Possessed && s.accusing(m.p.Table()):
				if told++; !has(s.words.Say("later", "t", o.Name(s.mark))) || has(s.decisions.Say("first", "t", o.Name(s.mark))) {
					t.Errorf("seed %d: %s", seed, prompt)
				}
			case o.Role() == werewolf.Seer:
				if planned++; has(s.decisions.Say("before")) || has("Tonight you will divine") || !has(s.words.Say("guidelines")) {
					t.Errorf("seed %d: %s", seed, prompt)
				}
			default: // has no plan for the day
			}
		})
	}
	if told < 5 || out < 1 || planned < 5 {
		t.Errorf("%d results told, %d possessed came out, %d divinations announced", told, out, planned)
	}
}

// Who decides is shown its own words for one of those who may be chosen, not the names in them.
func TestOwnWordsAreShown(t *testing.T) {
	votes, divinations := 0, 0
	for seed := range bottest.Few(*Long, uint64(8)) {
		n := 0
		behave := func(p llmtest.Prompt) llmtest.Answer {
			if p.Task != "word" {
				return silent(p)
			}
			n++
			me := slices.IndexFunc(rosters["en"][:5], func(name string) bool { return strings.Contains(p.Text(), "Werewolf as "+name) })
			whom := rosters["en"][(me+1)%5]
			return llmtest.Answer{Text: fmt.Sprintf("I will vote for %s %d. Tonight I will divine %[1]s.", whom, n)}
		}
		play(t, 5, seed, agent.Config{}, behave, func(m *moment) {
			plan, named := m.p.Table().Self.Plan(), m.o.Name(m.o.Seat%5+1)
			for _, p := range m.of("choose-target") {
				_, stated, shown := strings.Cut(p, "You have said yourself:\n")
				stated, _, _ = strings.Cut(stated, "Keep to it unless")
				vote := strings.Contains(p, "asked to vote")
				switch {
				case strings.Contains(p, "Find the real seer"), vote && plan == 0, strings.Contains(p, "asked to attack"):
				case !slices.Contains(allListed(p), named):
					if shown {
						t.Errorf("seed %d, day %d: %s cannot be chosen, and %q is shown as own words", seed, m.o.Day, named, stated)
					}
				case !shown || !strings.Contains(stated, "I will vote for ") || strings.Contains(stated, "- "+m.o.Name(plan)+"\n"):
					t.Errorf("seed %d, day %d: %q is shown as own words", seed, m.o.Day, stated)
				case vote:
					votes++
				default:
					divinations++
				}
			}
		})
	}
	if votes < 10 || divinations < 3 {
		t.Errorf("own words in %d votes and %d divinations", votes, divinations)
	}
}
