package yharada

import (
	"strings"
	"sync"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/werewolf"
)

// asked is a prompt and when it came.
type asked struct {
	llmtest.Prompt
	seat werewolf.SeatID
	game int
	o    *werewolf.Observation
}

// withActor plays a game of five with an actor and returns its prompts.
func withActor(t *testing.T, name string, seed uint64, profile string, params map[string]float64) (list []asked) {
	t.Helper()
	behave, err := actor.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	lang := []string{"en", "ja"}[seed%2]
	seats := bottest.Seats(rosters[lang][:5]...)
	var pending []llmtest.Prompt
	var several sync.Mutex // are asked at the same time
	var players []bottest.Player
	for i := range seats {
		seats[i].Profile = profile
		p, err := System.Player(agent.Config{Seed: seed, Lang: lang, Params: params, Model: llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			several.Lock()
			pending = append(pending, p)
			several.Unlock()
			return behave(p)
		})})
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	table, err := bottest.Sit(rules, seats, seed, players)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, _ string) {
		for _, p := range pending {
			list = append(list, asked{p, o.Seat, 0, o})
		}
		pending = nil
	}
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Fatal(err, table.Illegal)
	}
	return list
}

// secret is in the profile of the games that these tests read.
const secret = "keeps a tame heron"

// read are those games by language, played once.
var read = map[string]func(t *testing.T) []asked{"en": played(0, 2, 4), "ja": played(1, 3, 5)}

func played(seeds ...uint64) func(t *testing.T) []asked {
	var list []asked
	return func(t *testing.T) []asked {
		t.Helper()
		for i := 0; i < len(seeds) && (i > 0 || len(list) == 0); i++ {
			for _, p := range withActor(t, "last", seeds[i], quiet+" She "+secret+".", nil) {
				p.game = i
				list = append(list, p)
			}
		}
		return list
	}
}

// The profile is in the prompt that estimates the personality, and in no other (section 3.4).
func TestProfileIsInOnePrompt(t *testing.T) {
	for lang, games := range read {
		shown, others := 0, 0
		for _, p := range games(t) {
			switch has := strings.Contains(p.Text(), secret); {
			case p.Task == "infer-personality":
				if shown++; !has {
					t.Error("the personality is estimated without the profile")
				}
			case has:
				t.Fatalf("%s shows the profile:\n%s", p.Task, p.Text())
			default:
				others++
			}
		}
		if shown != 15 || others < 300 {
			t.Errorf("%s: %d estimates, %d other prompts", lang, shown, others)
		}
	}
}

// What the personality wants in each of the six situations is asked before the player's first answer, with the plan, and never again
// (section 3.4.7).
func TestMacroLayerComesBeforeTheGame(t *testing.T) {
	type player struct {
		game int
		seat werewolf.SeatID
	}
	for lang, games := range read {
		first, count := map[player]*werewolf.Observation{}, map[string]int{}
		for _, p := range games(t) {
			who := player{p.game, p.seat}
			if first[who] == nil {
				first[who] = p.o
			}
			if p.Task != "macro-desire" && p.Task != "policies" {
				continue
			}
			count[p.Task]++
			if p.o != first[who] {
				t.Errorf("%s: %s is asked again on day %d", lang, p.Task, p.o.Day)
			}
			for _, name := range rosters[lang][:5] {
				if p.o.SeatOf(name) != p.seat && strings.Contains(p.Text(), name) {
					t.Errorf("%s: %s names %s before the game:\n%s", lang, p.Task, name, p.Text())
				}
			}
		}
		if count["macro-desire"] != 3*5*6 || count["policies"] != 3*5 {
			t.Errorf("%s: %v", lang, count)
		}
	}
}

// element is something that the paper puts into a prompt: the task, words to look for by language, and where the paper has it.
type element struct{ source, task, en, ja string }

// always are in every prompt of their task; now and then are those that depend on the moment.
var (
	always = []element{
		{"A.2", "macro-desire", "Behavior tendency, from 0 to 1: avoidant_behavior ", "行動傾向(0から1): avoidant_behavior "},
		{"A.2", "macro-desire", "Desire tendency, from 0 to 1: self_realization ", "欲求傾向(0から1): self_realization "},
		{"A.2, situation and derivation", "macro-desire", "Situation, when it applies", "状況、当てはまる場合"},
		{"A.2, final", "macro-desire", "Then the final: one English sentence", "続けて final に、日本語の一文だけ"},
		{"A.5, co policy", "policies", "the policy for coming out", "名乗り出の方針"},
		{"A.5, allowed stages", "micro-desire", "that you may choose from: ", "選べる議論の段階: "},
		{"A.5, micro-belief is primary", "micro-desire", "What you believe of the others; this comes before everything else", "何よりもこれを優先します"},
		{"A.5, low trust", "micro-desire", "Little trusted: ", "信用の低い人: "},
		{"A.5, whitelist", "micro-desire", "You may name: ", "名前を出してよい人: "},
		{"A.5, desire tendency", "micro-desire", "Desire tendency, from 0 to 1: self_realization ", "欲求傾向(0から1): self_realization "},
		{"A.5, macro plan", "micro-desire", "Coming out:\n<co-policy>", "名乗り出:\n<co-policy>"},
		{"A.5, macro plan", "micro-desire", "<results-policy>", "<results-policy>"},
		{"A.5, macro plan", "micro-desire", "<analysis-policy>", "<analysis-policy>"},
		{"A.5, macro plan", "micro-desire", "<persuasion-policy>", "<persuasion-policy>"},
		{"A.5, macro plan", "micro-desire", "<vote-policy>", "<vote-policy>"},
		{"A.5, macro desire", "micro-desire", "What you want in this situation", "この状況で望むこと"},
		{"A.5, items", "micro-desire", "In other situations you would want", "別の状況なら望むこと"},
		{"3.5.3, remaining utterances", "micro-desire", "Utterances left to you today after this one: ", "この発言のあと今日残る発言回数: "},
		{"3.5.4 (ii), duty", "micro-intention", "What your role is there for", "役職の務め"},
		{"A.6, goal", "micro-intention", "Goal:\n<goal>", "目的:\n<goal>"},
		{"A.6, co policy", "micro-intention", "<co-policy>", "<co-policy>"},
		{"A.6, strategy", "micro-intention", "<strategy>", "<strategy>"},
		{"A.6, results", "micro-intention", "Your own results:", "自分の得た結果:"},
		{"3.5.4 (ii), tendencies", "micro-intention", "Your tendencies in behavior and desire, from 0 to 1: avoidant_behavior ", "行動と欲求の傾向(0から1): avoidant_behavior "},
		{"3.5.4 (iii), liking and credibility", "micro-intention", "Whom you believe and like:", "誰を信じ、誰を好むか:"},
		{"A.7, behavior tendency", "word", "Behavior tendency, from 0 to 1:\navoidant_behavior: ", "行動傾向(0から1):\navoidant_behavior: "},
		{"A.7, consist", "word", "Structure: ", "組み立て: "},
		{"A.7, content", "word", "Content: ", "内容: "},
		{"A.7, allowed names", "word", "Names of nobody but ", "名前を出せるのは "},
		{"3.4.6, choices", "choose-target", "Desire tendency, from 0 to 1:\nself_realization: ", "欲求傾向(0から1):\nself_realization: "},
	}
	sometimes = []element{
		{"A.5, last two stages", "micro-desire", "Used last, and not to be chosen: ", "直前に使ったので選べない段階: "},
		{"A.5, forced stage", "micro-desire", "The stage must be: ", "必ず選ぶ段階: "},
		{"A.5, negatives", "micro-desire", "How often was spoken against whom:", "誰が何回批判されたか:"},
		{"A.5, forced targets", "micro-desire", "It must be about: ", "必ず取り上げる人: "},
		{"A.5, must not name", "micro-desire", "You must not name: ", "名前を出してはいけない人: "},
		{"A.5, latest five", "micro-desire", "The latest utterances of others:", "ほかの人の最近の発言:"},
		{"A.5, own talk", "micro-desire", "What you said yourself:", "あなた自身の発言:"},
		{"3.5.3, selected by the tool", "micro-desire", "Selected to be answered:", "答える発言として選ばれたもの:"},
		{"A.5, nothing selected", "micro-desire", "No utterance is selected to be answered.", "答える発言は選ばれていません。"},
		{"A.5, speaker's micro-belief", "micro-desire", "What you believe of its speaker:", "その話し手についての信念:"},
		{"A.5, no negatives", "micro-desire", "Nothing speaks against anybody yet, so name nobody", "まだ誰にも疑う材料がないので、名前は出さず"},
		{"A.7, votes", "word", "There have been votes before.", "投票はすでに行われています。"},
		{"A.7, no votes", "word", "You know of no vote yet", "分かっている投票はまだない"},
		{"A.7, yesterday", "word", "There was a day before this one.", "昨日までの出来事があります。"},
		{"A.7, no yesterday", "word", "there is no yesterday to speak of", "昨日の話はしません"},
		{"3.5.4 (i), response plan", "micro-intention", "How you plan to answer:", "答え方の計画:"},
	}
	never = []element{
		{"the model does not choose what to answer", "micro-desire", "Choose the utterance to answer", "答える発言の番号を選んでください"},
		{"no advice of the rules", "micro-desire", "Usual now", "この場面での定石"},
		{"no advice of the rules", "micro-intention", "The usual thing to say", "ふつうに言うこと"},
		{"no advice of the rules", "macro-desire", "Nearest to your personality", "性格に最も近いもの"},
		{"the talk is not shown", "word", "<talk>", "<talk>"},
		{"nothing is asked of the talk", "word", "Answer what was said to you", "自分に向けられた言葉に応え"},
	}
)

// TestTalkKnowsWhatThereIs: the words are told of votes and a yesterday where there are some, and of none where there are none.
func TestTalkKnowsWhatThereIs(t *testing.T) {
	for _, p := range read["en"](t) {
		if p.Task != "word" {
			continue
		}
		text, o := p.Text(), p.o
		if strings.Contains(text, "There have been votes before.") != (len(o.Votes) > 0) || strings.Contains(text, "There was a day before this one.") != (o.Day > 0) {
			t.Errorf("%d votes, day %d:\n%s", len(o.Votes), o.Day, text)
		}
	}
}

// A model is told what the paper tells it, in both languages, and nothing of what the rules would do.
func TestPromptsHoldThePaper(t *testing.T) {
	for lang, games := range read {
		texts := map[string][]string{}
		for _, p := range games(t) {
			texts[p.Task] = append(texts[p.Task], p.Text())
		}
		count := func(e *element) (found, of int) {
			want := map[string]string{"en": e.en, "ja": e.ja}[lang]
			for _, text := range texts[e.task] {
				if strings.Contains(text, want) {
					found++
				}
			}
			return found, len(texts[e.task])
		}
		for i := range always {
			if found, of := count(&always[i]); found < of || of == 0 {
				t.Errorf("%s: %s: in %d of %d prompts of %s", lang, always[i].source, found, of, always[i].task)
			}
		}
		for i := range sometimes {
			if found, of := count(&sometimes[i]); found == 0 || found == of {
				t.Errorf("%s: %s: in %d of %d prompts of %s", lang, sometimes[i].source, found, of, sometimes[i].task)
			}
		}
		for i := range never {
			if found, of := count(&never[i]); found > 0 || of == 0 {
				t.Errorf("%s: %s: in %d of %d prompts of %s", lang, never[i].source, found, of, never[i].task)
			}
		}
	}
}
