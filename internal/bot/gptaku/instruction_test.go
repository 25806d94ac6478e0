package gptaku

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// elements are what the paper's instructions name, by step and box, in both languages, and where: figure or section. A step without a
// box has the same in each.
var elements = []struct{ step, box, section, en, ja string }{
	{"claim", "claim", "figures 1, 3, 5, 7", "Come out as the seer now and tell the result: ", "いま占い師だと名乗り、結果を告げます。"},
	{"claim", "seer-two", "5.3, figure 6", "Tell as the seer what the last night has shown you: ", "占い師として昨夜の結果を告げます。"},
	{"claim", "wolf-counter", "5.4 B, figure 8", "Counter: you are the seer, {t} is a fake", "占い師は自分で、{t}さんは偽物"},
	{"claim", "wolf-seer", "5.4 B, figure 8", "Take that part, with a result on {t}: WEREWOLF", "その役を取り、{t}さんの結果を WEREWOLF とします"},
	{"retract", "retract", "5.1, 5.4", "You give up the claim to be the seer", "占い師の名乗りを取り下げます"},
	{"innocent", "innocent", "5.1, figure 2", "Stress that you are innocent.", "自分の潔白を強調します"},
	{"power", "power", "5.2", "Reveal that you are the possessed. Win {o}", "自分が狂人だと明かします。そして人狼と思われる{o}さん"},
	{"power", "bluff", "5.1, figure 2", "Pose as the werewolf. Win {o}", "人狼のふりをします。狂人と思われる{o}さん"},
	{"power", "wolf-power", "5.4 A, figure 8", "Reveal that you are the werewolf. Win {o}", "自分が人狼だと明かします。狂人と思われる{o}さん"},
	{"request", "suspect", "5.1", "Ask everybody in so many words to vote for {t}", "全員に、{t}さんへの投票をはっきり頼みます"},
	{"request", "black", "5.1", "Your result says that {t} is a werewolf.", "あなたの結果では{t}さんは人狼です"},
	{"request", "retract", "5.1, 5.4", "vote for another suspect, {t}", "別の怪しい人、{t}さんへの投票"},
	{"request", "seer-alone", "5.3 A", "Nobody else claims to be the seer.", "ほかに占い師を名乗る人はいません"},
	{"request", "seer-rival", "5.3 A", "There is only one seer, and {t} is a fake.", "占い師は一人だけで、{t}さんは偽物です"},
	{"request", "seer-rivals", "5.3 A", "{t} is the most inconsistent", "一番矛盾しているのは{t}さんです"},
	{"request", "seer-black", "5.3 B", "You divined {t} and found a werewolf.", "あなたは{t}さんを占い、人狼と出ました"},
	{"request", "seer-two", "5.3", "Ask {o}, by name and in so many words, to vote for {t}", "{o}さんに、名前を呼んで、{t}さんへの投票をはっきり"},
	{"request", "innocent", "5.1, figure 2", "Ask {o}, by name and in so many words, to vote for {t}", "{o}さんに、名前を呼んで、人狼と思われる{t}さんへの投票"},
	{"request", "wolf-rival", "5.4 A", "{t} claims to be the seer and is not of your side", "{t}さんは占い師を名乗っていて、あなたの味方ではなさそうです"},
	{"request", "wolf-suspect", "5.4 A", "Ask everybody in so many words to vote for {t}", "{t}さんへの投票をはっきり頼みます"},
	{"request", "wolf-black", "5.4 B", "Your result says that {t} is a werewolf.", "あなたの結果では{t}さんは人狼です"},
	{"request", "wolf-counter", "5.4 B, figure 8", "{t}, who claims to be the seer, is a fake.", "占い師を名乗る{t}さんは偽物です"},
	{"request", "wolf-seer", "5.4 B, figure 8", "Your result says that {t} is a werewolf.", "あなたの結果では{t}さんは人狼です"},
	{"why", "suspect", "5.1", "what {t} has said, and what the results", "{t}さんの発言と、ほかの人の結果"},
	{"why", "black", "5.1", "(i) from how you came to divine {t} (ii) from what contradicts what {t} and others say (iii)", "(i) {t}さんを占うに至った経緯 (ii)"},
	{"why", "retract", "5.1, 5.4", "what {t} has said and what results mean", "{t}さんの発言と、結果から"},
	{"why", "seer-rival", "5.3 A", "(i) your results are consistent (ii)", "(i) 結果の一貫性 (ii)"},
	{"why", "seer-rivals", "5.3 A", "(i) your results are consistent (ii)", "(i) 結果の一貫性 (ii)"},
	{"why", "seer-black", "5.3 B", "(i) from how you came to divine {t} (ii)", "(i) {t}さんを占うに至った経緯 (ii)"},
	{"why", "seer-two", "5.3", "(1) from your results (2) from who was executed and attacked (3) from contradictions in the talk", "(1) 自分の結果 (2) 処刑と襲撃の事実 (3) 会話の矛盾"},
	{"why", "power", "5.2", "Give {o} a logical reason from the results of the first day", "{o}さんに、1日目の結果から論理的な理由"},
	{"why", "bluff", "5.1", "Give {o} a logical reason from the results of the first day", "{o}さんに、1日目の結果から論理的な理由"},
	{"why", "wolf-power", "5.4 A", "Give {o} a logical reason from the results of the first day", "{o}さんに、1日目の結果から論理的な理由"},
	{"why", "wolf-counter", "5.4 B", "from contradictions in the talk", "会話の矛盾から論じます"},
	{"vote", "", "figures", "Announce that you vote for {t} yourself.", "自分は{t}さんに投票すると告げます"},
}

// takes reports whether the draft at hand takes a step.
func (p *state) takes(name string) bool {
	return slices.ContainsFunc(p.drafted, func(s step) bool { return s.name == name || name == "why" && s.why != nil })
}

// asking is a player and what its model was asked at the last answer.
type asking struct {
	*Player
	last *llmtest.Prompt
}

func (a *asking) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	a.last = nil
	return a.Player.Answer(ctx, o)
}

func (a *asking) behave(p llmtest.Prompt) llmtest.Answer {
	if p.Task == "word" && a.last == nil {
		a.last = &p
	}
	return llmtest.Answer{Text: "{}"}
}

// instructed plays a game with a model that is asked and never heard; watch sees every prompt for an utterance.
func instructed(t *testing.T, lang string, seed uint64, watch func(p *state, o *werewolf.Observation, prompt string)) {
	t.Helper()
	rules, err := werewolf.Standard(Players)
	if err != nil {
		t.Fatal(err)
	}
	var players []bottest.Player
	var all []*asking
	for range Players {
		a := &asking{}
		if a.Player, err = New(agent.Config{Seed: seed, Lang: lang, Shared: understood, Model: llmtest.Model(a.behave)}); err != nil {
			t.Fatal(err)
		}
		players, all = append(players, a), append(all, a)
	}
	table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, _ string) {
		if a := all[o.Seat-1]; a.last != nil {
			watch(a.State(), o, a.last.Text())
		}
	}
	play(t, table)
}

// The model that words a draft sees what the paper gives it: the strategic instruction of the box with the names in it, for the steps of
// the draft and for no other, most often a request with its reasons as one, and of the draft no reason, the talk, on day 2 who is gone and who is left, and the results told.
func TestTheModelIsGivenTheInstruction(t *testing.T) {
	met := map[string]map[string]bool{"en": {}, "ja": {}}
	decided, together, requests := 0, 0, 0
	for seed := range bottest.Few(*long, uint64(60)) {
		lang := []string{"en", "ja"}[seed%2]
		instructed(t, lang, seed/2, func(p *state, o *werewolf.Observation, prompt string) {
			if o.Day == 0 {
				return
			}
			if len(p.drafted) == 0 {
				t.Fatalf("%s, seed %d: a draft without a step:\n%s", lang, seed, prompt)
			}
			wants := append(p.common(), "<strategy>", map[string]string{"en": "give only the reason", "ja": "理由だけを言います"}[lang])
			if p.decided != "" {
				wants[len(wants)-1] = "<draft>\n" + p.decided + "\n</draft>"
				decided++
			}
			if p.takes("request") {
				requests++
			}
			if p.takes("request") && p.takes("why") {
				together++
			}
			fill := strings.NewReplacer("{t}", o.Name(p.box.target), "{o}", o.Name(p.box.asked))
			for i, e := range elements {
				text := fill.Replace(map[string]string{"en": e.en, "ja": e.ja}[lang])
				switch {
				case e.box != "" && e.box != p.box.name:
				case p.takes(e.step):
					met[lang][strconv.Itoa(i)] = true
					wants = append(wants, text)
				case strings.Contains(prompt, text):
					t.Errorf("%s, seed %d, day %d, %s at %q: %q is no part of the draft:\n%s", lang, seed, o.Day, o.Role(), p.box.name, text, prompt)
				}
			}
			for _, want := range wants {
				if !strings.Contains(prompt, want) {
					t.Errorf("%s, seed %d, day %d, %s at %q: the prompt has no %q:\n%s", lang, seed, o.Day, o.Role(), p.box.name, want, prompt)
				}
			}
		})
	}
	if t.Logf("%d drafts with something decided, %d requests, %d of them with a reason", decided, requests, together); decided == 0 || together*10 < requests*9 {
		t.Errorf("%d drafts with something decided, %d requests, %d of them with a reason", decided, requests, together)
	}
	for lang, seen := range met {
		t.Logf("%s: %d of %d elements", lang, len(seen), len(elements))
		if len(seen) < len(elements)*4/5 {
			t.Errorf("%s: only %d elements were met", lang, len(seen))
		}
	}
}

// common is what every prompt for a draft holds beside the instructions for its steps.
func (p *state) common() (wants []string) {
	o := p.o
	wants = append(wants, p.words.Say("as-"+o.Rules.Table.Name(o.Role())))
	if slices.ContainsFunc(o.Talks, func(u werewolf.Utterance) bool { return !u.Over && !u.Skip }) {
		wants = append(wants, "<talk>")
	}
	if results := p.findings(o.Day); len(results) > 0 {
		wants = append(wants, strings.Join(results, "; "))
	}
	if o.Day == 1 {
		return wants
	}
	return append(append(wants, p.orders("order-deaths")[0]), p.orders("order-left")[0])
}

// A model may find its own reasons, also with names that the rules did not mention, and may not change a vote, a claim or a result.
func TestTheModelFindsReasonsAndKeepsTheVote(t *testing.T) {
	for name, change := range map[string]bool{"reason": false, "vote": true} {
		kept, taken := 0, 0
		for seed := range uint64(6) {
			rules, err := werewolf.Standard(Players)
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
				draft := section(p.Text(), "draft")
				said = draft + " I keep thinking of what Dave said about Erin."
				if change {
					said = draft + " I vote for Dave. I am the medium."
				}
				return llmtest.Answer{Text: "" + said + ""}
			})
			p, err := New(agent.Config{Seed: seed, Model: model})
			if err != nil {
				t.Fatal(err)
			}
			o := werewolf.Observation{
				Rules: &rules, Seat: 1, Day: 1, Names: names, Living: werewolf.SeatsUpTo(Players), Roles: []werewolf.Role{0, werewolf.Seer, 0, 0, 0, 0},
				Divined: []werewolf.Finding{{Day: 0, Target: 2, Species: werewolf.Wolf}},
				Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 3, Length: werewolf.NoLimit}},
			}
			text, err := p.Answer(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			if text == said {
				taken++
			} else {
				kept++
			}
		}
		if change && taken > 0 || !change && kept > 0 {
			t.Errorf("%s: %d answers of the model are taken, %d are not", name, taken, kept)
		}
	}
}

// section is the text of a prompt's section of that name.
func section(prompt, name string) string {
	_, after, _ := strings.Cut(prompt, "<"+name+">")
	_, text, _ := strings.Cut(after, "\n")
	text, _, _ = strings.Cut(text, "\n")
	return text
}
