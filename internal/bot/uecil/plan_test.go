package uecil

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/ledger"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// turn is which of its utterances of the day the player makes, from 0; -1 when it makes none.
func (m *moment) turn() int {
	if !m.spoke() {
		return -1
	}
	turn, _ := persuasion.Turns(m.o)
	return turn
}

// In its first turn of day 1 the possessed claims to be the seer with a black result on whom it takes for the real one, then
// asks for the votes against it and votes so itself.
func TestPossessedBlackensTheSeer(t *testing.T) {
	count := func(off ...string) (black, seer, urged int) {
		for seed := range bottest.Few(*Long, uint64(20)) {
			play(t, 5, seed, agent.Config{Lang: []string{"en", "ja"}[seed%2], Off: off}, nil, func(m *moment) {
				mark := m.p.State().mark
				if m.o.Role() != werewolf.Possessed || m.o.Day != 1 || mark == 0 {
					return
				}
				switch {
				case m.turn() == 0 && !slices.ContainsFunc(m.heard(), func(a speech.Act) bool { return a == speech.Found(werewolf.Divines, mark, werewolf.Wolf)[0] }):
					t.Errorf("seed %d: begins day 1 with %q", seed, m.answer)
				case m.turn() == 0:
					if black++; m.g.roleOf(mark) == werewolf.Seer {
						seer++
					}
				case m.heard().Requested(speech.Vote) == mark:
					urged++
				case m.o.Request.Kind == werewolf.Vote && m.answer != m.o.Name(mark):
					t.Errorf("seed %d: votes %s, not %s", seed, m.answer, m.o.Name(mark))
				}
			})
		}
		return black, seer, urged
	}
	games := bottest.Few(*Long, 20)
	black, seer, urged := count()
	if t.Logf("%d black results in %d games, %d on the seer; %d later calls to vote", black, games, seer, urged); black != games || seer < games*2/5 || urged < games {
		t.Errorf("%d black results in %d games, %d on the seer; %d later calls to vote", black, games, seer, urged)
	}
	if black, _, _ := count("inference"); black > 0 {
		t.Errorf("%d black results of the module without it", black)
	}
}

// A model finds the seer in the talk of day 0: among those who have claimed to be it, where there are any.
func TestPossessedAsksForTheSeer(t *testing.T) {
	found, claimed := 0, 0
	for seed := range uint64(15) {
		if !*Long && found > 0 && claimed > 0 {
			break // enough has been seen
		}
		choice := ""
		behave := choosing("choose-target", "target", func(prompt string) string {
			if !strings.Contains(prompt, "Find the real seer") {
				return ""
			}
			choice = lastListed(prompt)
			return choice
		})
		play(t, 5, seed, agent.Config{}, behave, func(m *moment) {
			if m.o.Role() != werewolf.Possessed || m.o.Day != 1 || m.turn() != 0 {
				return
			}
			if !m.tells(m.o.SeatOf(choice)) {
				t.Errorf("seed %d: the model names %s, the possessed says %q", seed, choice, m.answer)
			}
			if rivals := m.p.Table().Self.Ledger().Claimants(werewolf.Seer) & m.o.Others(); rivals == 0 {
				found++
			} else if claimed++; !rivals.Has(m.o.SeatOf(choice)) {
				t.Errorf("seed %d: %s is offered to the model, who claims nothing", seed, choice)
			}
		})
	}
	if found == 0 || claimed == 0 {
		t.Errorf("%d possessed come first, %d after a claim", found, claimed)
	}
}

// On day 2 the possessed begins with who it is, and werewolf and possessed vote together.
func TestComingOut(t *testing.T) {
	count := func(off ...string) (chances, out, joined, won int) {
		for seed := range bottest.Few(*Long, uint64(12)) {
			came := false
			g := play(t, 5, seed, agent.Config{Lang: []string{"en", "ja"}[seed%2], Off: off}, nil, func(m *moment) {
				if m.o.Day != 2 || m.o.Living.Len() != 3 || !m.spoke() {
					return
				}
				switch {
				case m.o.Role() == werewolf.Possessed && m.turn() == 0:
					if chances++; m.heard().Claimed(m.o.Seat) == werewolf.Possessed {
						came = true
						out++
					}
				case m.o.Role() == werewolf.Werewolf && m.heard().Claimed(m.o.Seat) == werewolf.Werewolf:
					joined++
				}
			})
			if end := g.Game.Log()[len(g.Game.Log())-1]; came && end.Winner == werewolf.WerewolfTeam {
				won++
			}
		}
		return chances, out, joined, won
	}
	chances, out, joined, won := count()
	t.Logf("%d chances, %d taken, %d times the werewolf shows itself, %d games won", chances, out, joined, won)
	if chances < bottest.Few(*Long, 5) || out != chances || joined < chances/2 || won*10 < 8*out {
		t.Errorf("%d chances, %d taken, %d times the werewolf shows itself, %d games won", chances, out, joined, won)
	}
	if _, out, _, _ := count("coming-out"); out > 0 {
		t.Errorf("comes out %d times without the module", out)
	}
}

// Whoever speaks to the last turn says there whom it votes for, and votes so.
func TestVoteIsDeclaredInTheLastTurn(t *testing.T) {
	for _, size := range []int{5, 9, 13} {
		whole, less := declared(t, size), declared(t, size, "declaration")
		t.Logf("%d players: %d last turns, with the vote %d; without the module %d and %d", size, whole.turns, whole.said, less.turns, less.said)
		if whole.turns == 0 || whole.said != whole.turns || less.said*10 > less.turns*9 {
			t.Errorf("%d players: %d of %d last turns hold the vote; without the module %d of %d", size, whole.said, whole.turns, less.said, less.turns)
		}
		if whole.broken > 0 {
			t.Errorf("%d players: %d votes are not cast as declared", size, whole.broken)
		}
	}
}

type declarations struct{ turns, said, broken int }

func declared(t *testing.T, size int, off ...string) (d declarations) {
	t.Helper()
	for seed := range uint64(2) {
		if !*Long && size > 5 && seed != uint64(size/4%2) {
			continue
		}
		plans := map[werewolf.SeatID]string{}
		play(t, size, seed, agent.Config{Lang: []string{"en", "ja"}[seed%2], Off: off}, nil, func(m *moment) {
			switch {
			case m.spoke() && lastTurn(m.o):
				d.turns++
				if target := m.heard().Announced(speech.Vote); target != 0 {
					plans[m.o.Seat] = m.o.Name(target)
					d.said++
				}
			case m.o.Request.Kind == werewolf.Vote && plans[m.o.Seat] != "":
				if plans[m.o.Seat] != m.answer {
					d.broken++
				}
				delete(plans, m.o.Seat)
			default: // says nothing of the vote
			}
		})
	}
	return d
}

// The vote is decided before it is declared, with the reason first; what a model chooses is declared.
func TestDecision(t *testing.T) {
	behave := func(p llmtest.Prompt) llmtest.Answer {
		if !strings.Contains(p.Text(), "asked to vote") {
			return silent(p)
		}
		return choosing("choose-target", "target", lastListed)(p)
	}
	count := func(off ...string) (decided, followed int) {
		for seed := range uint64(6) {
			if !*Long && (decided >= 10 || seed > 1 && off != nil) {
				break // enough has been seen
			}
			play(t, 5, seed, agent.Config{Off: off}, behave, func(m *moment) {
				if m.spoke() && lastTurn(m.o) && contains(m.of("choose-target"), "Go through what each player claimed") {
					decided++
					if m.heard().Announced(speech.Vote) == m.o.SeatOf(lastListed(m.of("choose-target")[0])) {
						followed++
					}
				}
			})
		}
		return decided, followed
	}
	if decided, followed := count(); decided < 10 || followed != decided {
		t.Errorf("%d votes decided, %d declared so", decided, followed)
	}
	if decided, _ := count("decision"); decided > 0 {
		t.Errorf("%d votes decided without the module", decided)
	}
}

// Who seeks the seer is shown the talk of day 0 alone, and nobody is shown what rules think of a choice or would do.
func TestRulesKeepTheirOpinion(t *testing.T) {
	looked := 0
	for _, lang := range []string{"en", "ja"} {
		for seed := range bottest.Few(*Long, uint64(6)) {
			play(t, 5, seed, agent.Config{Lang: lang}, silent, func(m *moment) {
				for _, p := range slices.Concat(m.of("choose-target"), m.of("choose-strategy")) {
					for _, told := range []string{"with how good a choice", "Usual in this situation", "その評価および理由", "この状況での定石", "First guesses", "最初の見立て"} {
						if strings.Contains(p, told) {
							t.Errorf("%q is in a prompt:\n%s", told, p)
						}
					}
					if strings.Contains(p, "Find the real seer") {
						if looked++; strings.Contains(p, "[day 1]") || !strings.Contains(p, "[day 0]") {
							t.Errorf("not the talk of day 0:\n%s", p)
						}
					}
				}
			})
		}
	}
	if looked < bottest.Few(*Long, 3) {
		t.Errorf("the seer is looked for %d times", looked)
	}
}

// A seer is not led to vote for whom it has found human, nor for another than the werewolf that it has found.
func TestCertainVotes(t *testing.T) {
	behave := func(p llmtest.Prompt) llmtest.Answer {
		if p.Task == "choose-target" && strings.Contains(p.Text(), "asked to vote") {
			return choosing("choose-target", "target", lastListed)(p)
		}
		return silent(p)
	}
	black, white, least := 0, 0, 1 // black results are rare
	if *Long {
		least = 5
	}
	for seed := range uint64(30) {
		if !*Long && black >= least && white >= least {
			break // enough has been seen
		}
		play(t, 5, seed, agent.Config{}, behave, func(m *moment) {
			who := m.p.State().vote.onDay(m.o.Day)
			if m.o.Role() != werewolf.Seer || !m.spoke() || !lastTurn(m.o) || who == 0 {
				return
			}
			for _, f := range m.o.Divined {
				switch found := m.o.Living.Has(f.Target); {
				case found && f.Species == werewolf.Wolf:
					if black++; who != f.Target {
						t.Errorf("seed %d: %s is a werewolf, %s gets the vote", seed, m.o.Name(f.Target), m.o.Name(who))
					}
				case found && m.o.Others().Len() > 1:
					if white++; who == f.Target {
						t.Errorf("seed %d: %s is human and gets the vote", seed, m.o.Name(f.Target))
					}
				}
			}
		})
	}
	if black < least || white < least {
		t.Errorf("%d black results, %d white", black, white)
	}
}

// On the ballot of a seer stands the werewolf that it has found alone, else nobody whom it has found human: also where votes were even,
// unless nobody else is left. Others have everybody on it.
func TestCertainBallot(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		black, white, least := 0, 0, 1 // black results are rare
		if *Long {
			least = 3
		}
		for seed := range uint64(20) {
			if !*Long && black >= least && white >= least {
				break // enough has been seen
			}
			play(t, 5, seed, agent.Config{Lang: lang}, silent, func(m *moment) {
				if m.o.Request.Kind != werewolf.Vote {
					return
				}
				legal := m.o.Request.Targets.Without(m.o.Seat)
				want := legal
				for _, f := range m.o.Divined {
					switch {
					case !legal.Has(f.Target):
					case f.Species == werewolf.Wolf:
						want = werewolf.SetOf(f.Target)
						black++
					case want != want.Without(f.Target) && want.Len() > 1:
						want = want.Without(f.Target)
						white++
					}
				}
				for _, prompt := range m.of("choose-target") {
					var listed werewolf.SeatSet
					for _, name := range allListed(prompt) {
						listed = listed.With(m.o.SeatOf(name))
					}
					if listed != want {
						t.Errorf("%s, seed %d: on the ballot of the %s stand %v, want %v", lang, seed, m.o.Role(), listed, want)
					}
				}
			})
		}
		if black < least || white < least {
			t.Errorf("%s: %d black results, %d white", lang, black, white)
		}
	}
}

// allListed are those in a prompt's list of candidates.
func allListed(prompt string) (names []string) {
	_, list, _ := strings.Cut(prompt, "<candidates>")
	for _, line := range regexp.MustCompile(`(?m)^- (\S+)`).FindAllStringSubmatch(list, -1) {
		names = append(names, line[1])
	}
	return names
}

// lastListed is who stands last there.
func lastListed(prompt string) string {
	names := allListed(prompt)
	return names[len(names)-1]
}

// A model that has decided the vote, and said so, is not asked again when votes are taken; where it would rather be silent, rules say so
// for it. One that speaks of something else, or announces another vote, is asked, and that stands; and so it is where votes were even,
// or where a rule had to decide for it.
func TestDeclaredVoteStands(t *testing.T) {
	var now werewolf.RequestKind
	warn := func(o *werewolf.Observation) { now = o.Request.Kind }
	decided := regexp.MustCompile(`You have decided to vote for (\w+)|あなたは (\S+) に投票すると決めて`)
	for _, says := range []string{"as decided", "silence", "another", "nothing", "as a rule decided"} {
		votes, n := map[bool]int{}, 0 // asked for or not
		for seed := range uint64(6) {
			if !*Long && seed > 0 && votes[says != "as decided" && says != "silence"] >= 8 {
				break // enough has been seen
			}
			lang := []string{"en", "ja"}[seed%2]
			speak := func(order []string) string {
				switch says {
				case "silence":
					return "Over"
				case "nothing":
					n++
					return fmt.Sprintf("The tea is cold %d.", n)
				}
				who := order[1] + order[2]
				if says == "another" {
					who = rosters[lang][(slices.Index(rosters[lang], who)+1)%5]
				}
				return map[string]string{"en": "I will vote for " + who + ".", "ja": who + "に投票します。"}[lang]
			}
			behave := func(p llmtest.Prompt) llmtest.Answer {
				switch order := decided.FindStringSubmatch(p.Text()); {
				case p.Task == "choose-target" && says == "as a rule decided" && now.Speaks():
					return silent(p)
				case p.Task == "choose-target":
					return choosing(p.Task, "target", lastListed)(p)
				case p.Task == "word" && order != nil:
					return llmtest.Answer{Text: speak(order)}
				}
				return silent(p)
			}
			play(t, 5, seed, agent.Config{Lang: lang}, behave, func(m *moment) {
				who, plan := m.p.State().vote.onDay(m.o.Day), m.p.Table().Self.Plan()
				if m.o.Request.Kind != werewolf.Vote || who == 0 || says == "another" && plan == 0 {
					return // decided by the day's plan, or the other one is dead
				}
				again := *m.p.Table()
				even := *again.O
				even.Request.Turn, again.O = 1, &even
				if who, is := m.p.State().declared(&again); is {
					t.Errorf("%s, seed %d: a vote for %s stands where votes were even", says, seed, m.o.Name(who))
				}
				asked := m.of("choose-target")
				votes[len(asked) > 0]++
				switch settled := says != "as a rule decided" && plan == who && m.o.Request.Turn == 0; {
				case (len(asked) == 0) != settled:
					t.Errorf("%s, seed %d, day %d, round %d: asked %d times", says, seed, m.o.Day, m.o.Request.Turn, len(asked))
				case settled && m.answer != m.o.Name(who), !settled && m.answer != lastListed(asked[0]):
					t.Errorf("%s, seed %d: %s is decided, the vote is for %s", says, seed, m.o.Name(who), m.answer)
				}
			}, warn)
		}
		if votes[says != "as decided" && says != "silence"] < 8 {
			t.Errorf("%s: %v votes", says, votes)
		}
	}
}

// The werewolf attacks by its strategy, and spares who lies for it.
func TestAttack(t *testing.T) {
	count := func(off ...string) (attacks, friends int) {
		for seed := range bottest.Few(*Long, uint64(24)) {
			play(t, 5, seed, agent.Config{Off: off}, silent, func(m *moment) {
				if m.o.Request.Kind != werewolf.Attack {
					return
				}
				if attacks++; m.g.roleOf(m.o.SeatOf(m.answer)) == werewolf.Possessed {
					friends++
				}
				if told := contains(m.of("choose-target"), "Attack whoever the village would follow"); told != (off == nil) {
					t.Errorf("off %v: the strategy of attack is in the prompt: %v", off, told)
				}
			})
		}
		return attacks, friends
	}
	attacks, friends := count()
	_, without := count("decision")
	if t.Logf("of %d attacks %d hit the possessed, without the module %d", attacks, friends, without); attacks < bottest.Few(*Long, 10) || friends > 2 || without <= friends {
		t.Errorf("of %d attacks %d hit the possessed, without the module %d", attacks, friends, without)
	}
}

// announcing says what the player is told to have decided for the night, in words that no rule has.
func announcing(p llmtest.Prompt) llmtest.Answer {
	for says, told := range map[string]*regexp.Regexp{
		"I have thought about it long enough and tonight I'm going to divine %s.": regexp.MustCompile(`Tonight you will divine (\S+)\.`),
		"よく考えましたが今夜は%sさんを占うつもりです。":                                                regexp.MustCompile(`今夜は (\S+) を占います。`),
	} {
		if m := told.FindStringSubmatch(p.Text()); m != nil && p.Task == "word" {
			return llmtest.Answer{Text: fmt.Sprintf(says, m[1])}
		}
	}
	return silent(p)
}

// A model that has decided the divination is not asked again at night, if the player has said so in words that are heard as that, the
// rules' or the model's own; where a rule had to decide it, the model is.
func TestSaidDivinationStands(t *testing.T) {
	var now werewolf.RequestKind
	warn := func(o *werewolf.Observation) { now = o.Request.Kind }
	for _, how := range []string{"rules' words", "own words", "lost"} {
		said, lost := 0, how == "lost"
		for seed := range bottest.Few(*Long, uint64(15)) {
			behave := func(p llmtest.Prompt) llmtest.Answer {
				if p.Task == "choose-target" && (!lost || !now.Speaks()) {
					return choosing(p.Task, "target", lastListed)(p)
				}
				if how == "own words" {
					return announcing(p)
				}
				return silent(p)
			}
			play(t, 5, seed, agent.Config{}, behave, func(m *moment) {
				who := m.p.State().divine.onDay(m.o.Day)
				heard := slices.ContainsFunc(m.p.Table().Heard.Lines(), func(l ledger.Line) bool {
					return l.Seat == m.o.Seat && l.Day == m.o.Day && l.Is(speech.Divination)
				})
				if m.o.Request.Kind != werewolf.Divine || !m.o.Request.Targets.Has(who) || !heard {
					return
				}
				said++
				asked := m.of("choose-target")
				if (len(asked) > 0) != lost || !lost && m.answer != m.o.Name(who) {
					t.Errorf("%s, seed %d, day %d: %s was decided, asked %d times, %s is divined", how, seed, m.o.Day, m.o.Name(who), len(asked), m.answer)
				}
			}, warn)
		}
		if t.Logf("%s: %d divinations", how, said); said < 2 {
			t.Errorf("%s: %d divinations", how, said)
		}
	}
}
