package superil

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/persuasion"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// element is something that the paper puts into a prompt. Every prompt of the task at such a moment must have it, and no other.
type element struct {
	source string
	task   string
	when   func(x *moment) bool // nil is always
	text   map[string]string    // by language; {t} is the target of the persuasion, {d} the day
}

func chooses(x *moment) bool { return len(x.m.threats) > 0 }

func appeals(a persuasion.Appeal) func(*moment) bool {
	return func(x *moment) bool { return x.m.appeal == a }
}

func elements() []element {
	persuades := func(x *moment) bool { return x.m.appeal != persuasion.NoAppeal }
	possessed := func(x *moment) bool { return x.o.Role() == werewolf.Possessed && len(x.m.invented) > 0 }
	list := []element{
		{"figure 2, task", "situation", nil, map[string]string{"en": "Think step by step", "ja": "順を追って考え"}},
		{"figure 2, task", "situation", nil, map[string]string{"en": "every detail that matters", "ja": "大事な点はすべて"}},
		{"figure 2, rules", "situation", nil, map[string]string{"en": "shows as HUMAN when a seer divines it", "ja": "占われると HUMAN と出ます"}},
		{
			"figure 2, rules", "situation", func(x *moment) bool { return x.o.Day > 0 },
			map[string]string{"en": "It is day {d}. Last night the seer divined one player", "ja": "いまは{d}日目です。昨夜、占い師は一人を占い"},
		},
		{
			"figure 2, rules", "situation", nil,
			map[string]string{"en": "Where several players claim to be the seer, those of them who are not are very likely of the werewolves' side", "ja": "占い師を名乗る人が複数いれば、本物でない人は人狼陣営"},
		},
		{"section 4.1, possessed", "situation", possessed, map[string]string{"en": "Your divination as the seer you pose as", "ja": "あなたが名乗る占い師としての占い結果"}},
		{"section 4.2, possessed", "word", possessed, map[string]string{"en": "Your divination as the seer, after day ", "ja": "あなたが作り上げた占い師としての結果"}},
		{
			"section 4.2, seer", "word", func(x *moment) bool { return x.o.Role() == werewolf.Seer && x.o.Day > 0 },
			map[string]string{"en": "Your own divination of day", "ja": "あなた自身の占い結果"},
		},
		{"figure 4", "word", nil, map[string]string{"en": "At most three sentences", "ja": "三文以内"}},
		{"figure 4, rules", "word", nil, map[string]string{"en": "Where several claim to be the seer", "ja": "占い師を名乗る人が複数いれば"}},
		{"figure 4, analysis", "word", nil, map[string]string{"en": "Your reading of the situation:", "ja": "あなたの状況分析:"}},
		{"figure 4, dialogue", "word", func(x *moment) bool {
			return slices.ContainsFunc(x.o.Talks, func(u werewolf.Utterance) bool { return !u.Skip && !u.Over })
		}, map[string]string{"en": "<talk>", "ja": "<talk>"}},
		{"section 4.3, target", "situation", chooses, map[string]string{"en": "the player who threatens you most and whom you should therefore vote for", "ja": "あなたにとって最も脅威であり、投票して追放すべき"}},
		{
			"section 4.3, the one target of the three appeals", "situation", func(x *moment) bool { return persuades(x) && !chooses(x) },
			map[string]string{"en": "already chosen {t} as the player who threatens you most", "ja": "今日あなたは {t} を最大の脅威として選び"},
		},
		{"figure 5, voting target", "word", persuades, map[string]string{"en": "I conclude that {t} threatens me most", "ja": "自分にとって最も脅威なのは {t}"}},
		{"section 4.4, reasoning", "choose-target", func(x *moment) bool { return x.o.Request.Kind == werewolf.Vote }, map[string]string{"en": "think it through step by step", "ja": "順を追って考えます"}},
		{
			"section 4.4, own statements", "choose-target", func(x *moment) bool { return x.o.Request.Kind == werewolf.Vote && len(x.table.Stated()) > 0 },
			map[string]string{"en": "You have said yourself:", "ja": "あなた自身の発言:"},
		},
	}
	list = append(list,
		element{"figure 5, task", "word", persuades, map[string]string{"en": "vote today to banish {t}. Give a reason that convinces, even if you have to make it up", "ja": "今日 {t} を追放するよう、全員に投票を呼びかける。作り話でもよい"}},
		element{"figure 5, examples", "word", persuades, map[string]string{"en": "Examples of this appeal. Follow them", "ja": "この説得の例。"}},
	)
	for a, text := range map[persuasion.Appeal]map[string]string{
		persuasion.Logical:     {"en": "Logical Appeal: persuasion by logic, facts and evidence", "ja": "論理的説得（論理、事実、根拠による説得）"},
		persuasion.Credibility: {"en": "Credibility Appeal: persuasion by the credibility and authority of the speaker", "ja": "信頼性による説得（話し手の信用と権威による説得）"},
		persuasion.Emotional:   {"en": "Emotional Appeal: persuasion by emotions such as fear, sympathy or anger", "ja": "感情的説得（恐れ、同情、怒りといった感情による説得）"},
	} {
		list = append(list, element{"section 4.3, strategies", "word", appeals(a), text})
	}
	return list
}

// A model is told what the paper tells it, in both languages: at the moments that the paper names, and at no other.
func TestPromptsHoldThePaper(t *testing.T) {
	behave, err := actor.Find("last")
	if err != nil {
		t.Fatal(err)
	}
	list, found := elements(), map[string]int{}
	for seed := range uint64(4) {
		lang := []string{"en", "ja"}[seed%2]
		play(t, 5, seed, agent.Config{}, behave, func(x *moment) {
			for i := range list {
				e := &list[i]
				must := e.when == nil || e.when(x)
				text := strings.NewReplacer("{t}", x.o.Name(x.m.persuader.Target()), "{d}", fmt.Sprint(x.o.Day)).Replace(e.text[lang])
				for _, prompt := range x.of(e.task) {
					if strings.Contains(prompt, text) != must {
						t.Fatalf("%s: in %s of the %s on day %d %q stands: %v:\n%s", e.source, e.task, x.o.Role(), x.o.Day, text, !must, prompt)
					}
					if must {
						found[text+e.task]++
					}
				}
				if must && len(x.of(e.task)) > 0 {
					found[lang+fmt.Sprint(i)]++
				}
			}
		})
	}
	for i := range list {
		for _, lang := range []string{"en", "ja"} {
			if found[lang+fmt.Sprint(i)] == 0 {
				t.Errorf("%s in %s: never at its moment", list[i].source, lang)
			}
		}
	}
}

// Who persuades is a villager in its prompt, without allies or whispers (figure 5), and a werewolf in every other.
func TestThePersuaderIsAVillagerInItsPrompt(t *testing.T) {
	behave, err := actor.Find("last")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string][]string{
		"en": {"Your role is VILLAGER; you win with the villagers", "WEREWOLF; you win", "Werewolves beside you", "Said among the werewolves"},
		"ja": {"役職は VILLAGER", "役職は WEREWOLF", "仲間の人狼", "人狼だけの"},
	}
	for seed, lang := range []string{"en", "ja"} {
		appeals, others, told := 0, 0, map[string]bool{}
		play(t, 13, uint64(seed), agent.Config{}, behave, func(x *moment) {
			if !x.o.Spec().IsWolf() || x.o.Day == 0 || x.o.Request.Kind != werewolf.Talk {
				return
			}
			for _, prompt := range x.of("word") {
				for i, text := range words[lang] {
					disguised := x.m.appeal != persuasion.NoAppeal
					if disguised {
						appeals++
					} else {
						others++
					}
					told[text] = told[text] || strings.Contains(prompt, text)
					if i < 2 && strings.Contains(prompt, text) != (disguised == (i == 0)) || i >= 2 && disguised && strings.Contains(prompt, text) {
						t.Fatalf("%s, appeal %v: %q stands there or lacks:\n%s", lang, disguised, text, prompt)
					}
				}
			}
		})
		if appeals == 0 || others == 0 || len(told) != 4 || slices.Contains(slices.Collect(maps.Values(told)), false) {
			t.Errorf("%s: %d prompts of appeals, %d others, of which some have %v", lang, appeals, others, told)
		}
	}
}

// What the player makes up is in nobody's analysis as a fact, and what rules think in no prompt: the werewolf is not asked who may be
// a werewolf, and its persuasion has all three examples of its appeal and no other's.
func TestPromptsHoldNothingElse(t *testing.T) {
	behave, err := actor.Find("liar")
	if err != nil {
		t.Fatal(err)
	}
	analyses := 0
	for seed := range uint64(2) {
		play(t, 5, seed, agent.Config{}, behave, func(x *moment) {
			for _, text := range x.of("situation") {
				analyses++
				wolf := x.o.Role() == werewolf.Werewolf
				for _, asks := range []string{"Who may be a werewolf, who", "人狼とその味方は誰らしいか"} {
					if strings.Contains(text, asks) && x.o.Team() == werewolf.WerewolfTeam {
						t.Errorf("the %s is asked %q", x.o.Role(), asks)
					}
				}
				for _, guess := range []string{"my own result says", "First guesses", "自分の占い", "最初の見立て", "The result that you, as"} {
					if strings.Contains(text, guess) {
						t.Errorf("the analysis of the %s is told %q", x.o.Role(), guess)
					}
				}
				if wolf && (strings.Contains(text, "Your divination as the seer") || strings.Contains(text, "あなたが名乗る占い師")) {
					t.Error("a werewolf is told of a result")
				}
			}
			for _, text := range x.of("word") {
				for a := persuasion.Logical; a <= persuasion.Emotional; a++ {
					for _, example := range x.m.persuader.Examples(a) {
						example = x.table.Self.Worded(example, wording.Slots{T: x.m.persuader.Target()})
						if strings.Contains(text, "- "+example+"\n") != (a == x.m.appeal) {
							t.Errorf("%s in the prompt for %s: %q", a, x.m.appeal, example)
						}
					}
				}
			}
		})
	}
	if analyses < 40 {
		t.Errorf("%d analyses", analyses)
	}
}

// The possessed's result is of anybody and either way (section 4.1).
func TestInventionIsRandom(t *testing.T) {
	wolves, targets, n := 0, map[werewolf.SeatID]int{}, 0
	least := 3 // of the results are of either kind: a third; a fourth where they are few
	if !*long {
		least = 4
	}
	for seed := range bottest.Few(*long, uint64(60)) {
		play(t, 5, seed, agent.Config{}, nil, func(x *moment) {
			if x.o.Role() == werewolf.Possessed && x.o.Day == 1 && x.o.Request.Kind == werewolf.Vote && len(x.m.invented) > 0 {
				n++
				targets[x.o.SeatOf(x.m.invented[0].Target)]++
				if x.m.invented[0].Species == "WEREWOLF" {
					wolves++
				}
			}
		})
	}
	if t.Logf("%d of %d invented results are black, of %v", wolves, n, targets); n < bottest.Few(*long, 50) || wolves < n/least || n-wolves < n/least || len(targets) < 5 {
		t.Errorf("%d of %d invented results are black, of %v", wolves, n, targets)
	}
}
