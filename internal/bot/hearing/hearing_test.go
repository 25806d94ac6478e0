package hearing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

var people = []string{"Alice", "Bob", "Carol", "アリス", "ボブ", "カレン", "レン", "Ann", "Anna", "Mr. Fox"}

// write puts acts into words for the tables: "vote Bob", "found Alice WEREWOLF SEER", "ask Bob vote", "claim SEER".
func write(a Act) string {
	words := []string{a.Kind.String()}
	if a.Target != 0 {
		words = append(words, people[a.Target-1])
	}
	if a.Kind == Ask {
		words = append(words, [...]string{"any", "suspect", "vote", "result", "role", "why"}[a.Topic])
	}
	if a.About != 0 {
		words = append(words, "about", people[a.About-1])
	}
	if a.Species != 0 {
		words = append(words, a.Species.String())
	}
	if a.Role != 0 {
		words = append(words, a.Role.String())
	}
	return strings.Join(words, " ")
}

func heard(text string) []string {
	list := []string{}
	for _, a := range New(people, werewolf.RoleCounts{}).Hear(&werewolf.Utterance{Seat: 1, Text: text}, false) {
		list = append(list, write(a))
	}
	slices.Sort(list)
	return list
}

func checkAll(t *testing.T, cases [][2]string) {
	t.Helper()
	for _, c := range cases {
		want := []string{}
		if c[1] != "" {
			want = strings.Split(c[1], "; ")
		}
		slices.Sort(want)
		if got := heard(c[0]); !slices.Equal(got, want) {
			t.Errorf("%q\n  means %q\n  want  %q", c[0], got, want)
		}
	}
}

func TestEnglish(t *testing.T) {
	checkAll(t, [][2]string{
		// claims
		{"I am the seer", "claim SEER"},
		{"I'm the real seer and nobody else", "claim SEER"},
		{"Seer here", "claim SEER"},
		{"Seer CO!", "claim SEER"},
		{"CO seer", "claim SEER"},
		{"I claim to be the medium", "claim MEDIUM"},
		{"My role is bodyguard", "claim BODYGUARD"},
		{"I am a simple villager", "claim VILLAGER"},
		{"I'm a werewolf", "claim WEREWOLF"},
		{"I am the possessed", "claim POSSESSED"},
		{"Hello everyone I am Alice", ""},
		{"I am so happy the seer came out", ""},
		{"I am not the seer", "retract SEER"},
		{"I take back my claim", "retract"},
		{"Bob is the seer", ""},
		{"Bob says I am the seer", ""},
		{"If I were the seer I would speak", ""},
		{"Is anyone the medium?", "ask role"},
		{"We need the seer to speak up", ""},
		{"She said \"I am the seer\" and that was it", ""},

		// results
		{"I divined Bob and Bob is human", "found Bob HUMAN SEER"},
		{"I divined Bob last night. He is a werewolf", ""},
		{"I checked Carol last night and the result was werewolf", "found Carol WEREWOLF SEER"},
		{"I divined Carol. Human.", "found Carol HUMAN SEER"},
		{"Result: Bob = werewolf", "found Bob WEREWOLF"},
		{"My divination shows Bob is human", "found Bob HUMAN"},
		{"I am the seer. Bob is a werewolf", "claim SEER; found Bob WEREWOLF"},
		{"Seer CO: Bob is human, Carol is a werewolf", "claim SEER; found Bob HUMAN; found Carol WEREWOLF"},
		{"The spirits say Bob was human", "found Bob HUMAN MEDIUM"},
		{"My medium result is that Carol was a werewolf", "found Carol WEREWOLF MEDIUM"},
		{"I guarded Bob last night", "guarded Bob"},
		{"Bob is a werewolf", "call Bob WEREWOLF"},
		{"Bob is not a werewolf", "call Bob HUMAN"},
		{"I think Bob is the werewolf", "accuse Bob"},
		{"Maybe Bob is human", "trust Bob"},
		{"Alice says Bob is a werewolf", ""},
		{"According to Alice Bob is a werewolf", ""},
		{"If Bob is a werewolf then who is the other?", "ask suspect about Bob"},
		{"I don't think Bob is a werewolf", ""},
		{"Is Bob a werewolf?", "ask suspect about Bob"},
		{"Why did Alice call Bob a werewolf?", "ask why about Bob"},

		// votes
		{"I will vote for Bob", "vote Bob"},
		{"I'll vote Bob today", "vote Bob"},
		{"I am voting for Anna", "vote Anna"},
		{"My vote goes to Carol", "vote Carol"},
		{"My vote is on @Carol", "vote Carol"},
		{"I think I will vote for Bob", "vote Bob"},
		{"Final vote: Bob", "vote Bob"},
		{"Vote Bob", "vote Bob"},
		{"Let's vote for Bob", "vote Bob; urge Bob"},
		{"Please vote for Ann with me", "vote Ann; urge Ann"},
		{"We should vote Mr. Fox out", "vote Mr. Fox; urge Mr. Fox"},
		{"I voted for Bob yesterday", ""},
		{"I won't vote for Bob", ""},
		{"Alice will vote for Bob", ""},
		{"Should we vote for Bob?", "ask vote about Bob"},
		{"Who will you vote for?", "ask vote"},
		{"I will vote for Bob because Alice called Bob a werewolf", "vote Bob"},

		// opinions
		{"I suspect Bob", "accuse Bob"},
		{"Bob is suspicious", "accuse Bob"},
		{"Bob is lying to us", "accuse Bob"},
		{"I do not trust Alice", "accuse Alice"},
		{"I trust Alice", "trust Alice"},
		{"I believe Alice more than Bob", "trust Alice"},
		{"Alice suspects Bob", ""},
		{"Nobody suspects Bob", ""},
		{"@Bob you are lying", "accuse Bob"},

		// questions
		{"@Bob who do you suspect?", "ask Bob suspect"},
		{"Bob who do you suspect?", "ask Bob suspect"},
		{"Bob, what is your result?", "ask Bob result"},
		{"@Bob what do you think of Carol?", "ask Bob any about Carol"},
		{"@Bob are you the seer?", "ask Bob role"},
		{"@Bob why did you vote for me?", "ask Bob why"},
		{"@Bob tell us your result", "ask Bob result"},
		{"@Bob I will tell you my result tomorrow", ""},
		{"What do you all think?", "ask any"},

		// whispers
		{"Let us attack Bob tonight", "strike Bob"},
		{"I want to bite Carol", "strike Carol"},
		{"I will claim seer", "claim SEER"},
		{"Do not attack Bob", ""},

		// nothing
		{"", ""}, {"...", ""}, {"Good morning everyone", ""}, {"Over", ""}, {"Bobby and Annabel are no names here", ""},
	})
}

func TestJapanese(t *testing.T) {
	checkAll(t, [][2]string{
		// claims
		{"私は占い師です", "claim SEER"},
		{"俺が占い師だ", "claim SEER"},
		{"占い師CO", "claim SEER"},
		{"占い師COします。ボブは人間でした", "claim SEER; found ボブ HUMAN"},
		{"占い師です。よろしく", "claim SEER"},
		{"本物の占い師は私です", "claim SEER"},
		{"霊媒師です", "claim MEDIUM"},
		{"実は騎士なんです", "claim BODYGUARD"},
		{"僕はただの村人だよ", "claim VILLAGER"},
		{"私は占い師ではありません", "retract SEER"},
		{"ボブは占い師です", ""},
		{"占い師は誰ですか？", "ask role"},
		{"占い師なら名乗ってください", ""},
		{"占い師だけが頼りです", ""},
		{"カレンは「私は占い師です」と言いました", ""},
		{"占い師の人は出てきて", ""},

		// results
		{"ボブを占って白でした", "found ボブ HUMAN SEER"},
		{"昨夜ボブを占いました。結果は人狼でした", "found ボブ WEREWOLF SEER"},
		{"占い結果、ボブは人狼でした", "found ボブ WEREWOLF"},
		{"占ったのはカレンで、黒でした", "found カレン WEREWOLF SEER"},
		{"霊媒結果はボブが人間です", "found ボブ HUMAN MEDIUM"},
		{"昨夜はボブを護衛しました", "guarded ボブ"},
		{"ボブは人狼です", "call ボブ WEREWOLF"},
		{"ボブは人狼ではない", "call ボブ HUMAN"},
		{"ボブは白", "call ボブ HUMAN"},
		{"ボブは人狼だと思う", "accuse ボブ"},
		{"ボブは人間だと思います", "trust ボブ"},
		{"アリスはボブが人狼だと言いました", ""},
		{"ボブが人狼なら困ります", ""},
		{"もしボブが黒なら、カレンは白です", ""},
		{"ボブは人狼ですか？", "ask suspect about ボブ"},

		// votes
		{"ボブに投票します", "vote ボブ"},
		{"今日はボブに投票するつもりです", "vote ボブ"},
		{"私はカレンに入れる", "vote カレン"},
		{"投票先はレンです", "vote レン"},
		{"ボブを吊りたい", "vote ボブ"},
		{"ボブに投票しましょう", "vote ボブ; urge ボブ"},
		{"ボブに投票してください", "vote ボブ; urge ボブ"},
		{"ボブに投票しました", ""},
		{"ボブには投票しません", ""},
		{"アリスはボブに投票するそうです", ""},
		{"ボブの投票が気になる", ""},
		{"昨日のボブの票はカレンでした", ""},
		{"誰に投票しますか？", "ask vote"},

		// opinions
		{"ボブが怪しい", "accuse ボブ"},
		{"ボブを疑っています", "accuse ボブ"},
		{"ボブは嘘をついています", "accuse ボブ"},
		{"ボブは怪しくない", "trust ボブ"},
		{"ボブを信じます", "trust ボブ"},
		{"ボブは信じられない", "accuse ボブ"},
		{"アリスはボブを疑っている", ""},

		// questions
		{"@ボブ 誰が怪しいと思いますか？", "ask ボブ suspect"},
		{"@ボブさん、占い結果を教えてください", "ask ボブ result"},
		{"@ボブ カレンをどう思う？", "ask ボブ any about カレン"},
		{"ボブさん、誰に投票しますか。", "ask ボブ vote"},
		{"@ボブ なぜ私を疑うの？", "ask ボブ why"},
		{"@ボブ あなたは占い師ですか？", "ask ボブ role"},

		// whispers
		{"今夜はボブを襲撃しましょう", "strike ボブ"},
		{"ボブを噛みたい", "strike ボブ"},
		{"私が占い師を騙ります", "claim SEER"},

		// nothing
		{"おはようございます", ""}, {"フレンドリーに行きましょう", ""}, {"よろしくお願いします", ""},
	})
}

func TestTopicsAndKindsHaveNames(t *testing.T) {
	for k := Nothing; k <= Strike; k++ {
		if k.String() == "" {
			t.Errorf("kind %d has no name", k)
		}
	}
}

func TestWordListsAreWhole(t *testing.T) {
	for name, list := range map[string]string{"en.lex": englishWords, "ja.lex": japaneseWords} {
		if err := readWords(&trie{}, list); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, faulty := range []string{"v", "v vote | | lynch"} {
		if err := readWords(&trie{}, faulty); err == nil {
			t.Errorf("no error about %q", faulty)
		}
	}
}

// FuzzHear: whatever is said, listening ends, knows only players of the table, and hears the same twice.
func FuzzHear(f *testing.F) {
	for _, s := range []string{"I am the seer. @Bob is a wolf?", "「", "\"", "@", "@Bob", "ボブは人狼だ", "\xff\xfe", "I'm", "，。！"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := New(people, werewolf.RoleCounts{})
		first := slices.Clone(e.Hear(&werewolf.Utterance{Seat: 1, Text: text}, false))
		for _, a := range first {
			if a.Target < 0 || int(a.Target) > len(people) || a.About < 0 || int(a.About) > len(people) || a.Role > werewolf.Werewolf {
				t.Fatalf("%q means %v", text, a)
			}
		}
		if again := e.Hear(&werewolf.Utterance{Seat: 1, Text: text}, false); !slices.Equal(first, again) {
			t.Fatalf("%q means %v, then %v", text, first, again)
		}
	})
}

func BenchmarkHear(b *testing.B) {
	for name, text := range map[string]string{
		"english":  "@Bob I will vote for Carol. Carol claims to be the seer but so does Alice and I believe Alice. Whom do you suspect?",
		"japanese": "@ボブさん、カレンさんに投票します。カレンさんの話はアリスさんの話に比べて弱いです。誰が怪しいと思いますか？",
	} {
		b.Run(name, func(b *testing.B) {
			e := New(people, werewolf.RoleCounts{})
			b.ReportAllocs()
			for b.Loop() {
				e.Hear(&werewolf.Utterance{Seat: 1, Text: text}, false)
			}
		})
	}
}

func ExampleEar_Hear() {
	ear := New([]string{"Alice", "Bob"}, werewolf.RoleCounts{})
	text := "I am the seer. I divined Bob and Bob is a werewolf. Let us vote for Bob."
	for _, a := range ear.Hear(&werewolf.Utterance{Seat: 1, Text: text}, false) {
		fmt.Printf("%s %d %q\n", a.Kind, a.Target, a.Role)
	}
	// Output:
	// claim 0 "SEER"
	// found 2 "SEER"
	// vote 2 ""
	// urge 2 ""
}
