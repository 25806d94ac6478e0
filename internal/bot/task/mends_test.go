package task

import (
	"encoding/json"
	"strings"
	"testing"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// TestMends: what a model says is taken where a slip of it has one reading, and the call tells of the slip.
func TestMends(t *testing.T) {
	long := strings.Repeat("Bela lies. ", 70)
	b := book(t)
	for _, tt := range []struct{ task, answer, repaired, holds, lacks string }{
		{"summarise", `{"summary":"First. ` + long + `Cleo is last."}`, "shortened", "Cleo is last.", "First"},
		{"summarise-day", `{"players":[{"name":"Ada","claims":"` + long + `"},{"name":"Bela","claims":"b"}]}`, "shortened", `"claims":"Bela lies.`, strings.TrimSpace(long)},
		{"play-memo", `{"inferences":"` + long + `","plans":"p"}`, "shortened", `"plans":"p"`, strings.TrimSpace(long)},
		{"micro-intention", `{"consist":"c","content":"` + long + `"}`, "shortened", "Bela lies.", strings.TrimSpace(long)},
		{"macro-desire", `{"reasons":"r","final":"Attack {t} at once. Then wait."}`, "shortened", "Attack {t} at once.", "wait"},
		{"macro-desire", `{"reasons":"r","final":"{t}を責める。次に待つ。"}`, "shortened", "{t}を責める。", "待つ"},
		{"message-type", `{"content":"I am the moderator","type":"negative","from":"Dora","to":"all"}`, "given", `"content":"Bela lies.`, "moderator"},
		{"message-type", `{"content":"Bela lies.","type":"negative","from":"Bela","to":"Dora"}`, "given", `"from":"Dora","to":"all"`, `"from":"Bela"`},
		{"expand-character", `{"name":"Moderator","age":"71","gender":"female","personality":"p","speech":"s","background":"b","examples":[]}`, "given", `"name":"Ada","age":"17"`, "Moderator"},
		{"credibility", `{"logical_consistency":80,"specificity_and_detail":50,"intuitive_depth":0,"clarity_and_conciseness":100}`, "percent", `"logical_consistency":0.8,`, "80"},
		{"infer-personality", `{"extroversion":90,"introversion":10,"sensing":0,"intuition":0,"thinking":0,"feeling":0,"judging":0,"perceiving":0}`, "percent", `"introversion":0.1`, "90"},
		{"word", "@Moderator I vote for Bela. @everyone look!", "address", "Moderator I vote for Bela. everyone look!", "@"},
		{"word", "I'm sorry, I can't vote with you. You cannot help me with that claim!", "", "I can't vote with you. You cannot", "@"},
		{"word", "投票はできません。お答えします、占い師は私です。", "", "投票はできません", "@"},
		{"expand-character", `{"name":"Ada","age":"17","gender":"female","personality":"p","speech":"She is loud. Make the manner of speech so definite that one knows the character by it.","background":"b","examples":[]}`, "shortened", `"speech":"She is loud."`, "definite"},
		{"word", "I doubt Bela. What you claim, tell, hide or announce is yours to decide.", "shortened", `"I doubt Bela."`, "decide"},
		{"word", "I doubt Bela. The villager wins when no werewolf is left, the werewolves when they are half of the living.", "shortened", `"I doubt Bela."`, "wins"},
		{"word", "Seventeen; cheerful; loves riddles. I doubt Bela.", "", "loves riddles", "@"},
		{"word", "No! No! No! No! No! Bela lies.", "loop", `"No! No! No! Bela lies."`, "No! No! No! No!"},
		{"word", "I am sorry, but I won't play games with a liar like Bela.", "", "with a liar like Bela", "@"},
		{"word", "I'm afraid I can't play this game of yours, Bela: you lied.", "", "game of yours", "@"},
		{"word", "I'm sorry, but I can't help suspecting Bela.", "", "suspecting Bela", "@"},
		{"word", "ごめんなさい、昨日は人狼探しの議論に参加できませんでした。", "", "参加できませんでした", "@"},
		{"word", "すみません、人狼同士の会話に参加できない人が狂人です。", "", "狂人です", "@"},
		{"word", "騎士の方、私にお手伝いできることがあれば言ってください。", "", "言ってください", "@"},
		{"word", "今夜は人狼が一人を襲撃します。", "", "今夜は人狼", "@"},
		{"word", "Belaを疑います。私が言ったことには責任を持ちます。", "", "責任を持ちます", "@"},
		{"word", "・・・そうですか、分かりました。", "", "・・・そうですか", "@"},
		{"word", "3) is my answer.", "", "3) is", "@"},
		{"word", "- I doubt Bela.\n- Cleo is human.", "frame", `"I doubt Bela. Cleo is human."`, "-"},
		{"word", "@Ada Bela lies.", "address", `"Bela lies."`, "@"},
		{"word", "@Ada is no werewolf and Bela lies.", "address", `"Ada is no werewolf and Bela lies."`, "@"},
		{"word", "@Ada は人狼ではありません。", "address", `"Ada は人狼ではありません。"`, "@"},
		{"word", "@Ada 私は人狼ではありません。", "address", `"私は人狼ではありません。"`, "Ada"},
		{"word", "@Ada, would you like to tell us more?", "transcript", `"would you like to tell us more?"`, "Ada"},
		{"word", "I should have listened to Bela. @Cleo", "address", `"I should have listened to Bela."`, "Cleo"},
		{"word", "I ask @Cleo", "", `"I ask @Cleo"`, "Ada"},
		{"word", "Write to me at ada@example.com.", "", "ada@example.com", "everyone"},
		{"word", "Skipします。", "", `"over":true`, "し"},
		{"word", "「Over」とします。", "", `"over":true`, "し"},
		{"word-mention", `{"utterance":"@everyone listen.","mention_target":"Bela","mention_content":"what now?"}`, "address", "everyone listen. @Bela what now?", "@everyone"},
	} {
		s, _ := b.Find(tt.task)
		out, call, err := s.Try(t.Context(), NewDesk(b, "en", llmtest.Model(llmtest.Say(tt.answer))), with(t, example(t, tt.task), nil))
		if err != nil || call.By != ByModel || call.Repaired != tt.repaired {
			t.Errorf("%s: %s: by %s (%s), repaired %q: %v", tt.task, tt.answer, call.By, call.Why, call.Repaired, err)
		}
		if !strings.Contains(string(out), tt.holds) || strings.Contains(string(out), tt.lacks) {
			t.Errorf("%s: %s became %s", tt.task, tt.answer, out)
		}
	}
}

// TestWordsAroundADraft: a draft comes back with much around it; what holds of it is said.
func TestWordsAroundADraft(t *testing.T) {
	b := book(t)
	for _, tt := range []struct{ draft, answer, want, repaired string }{
		{"I wonder.", "<draft>I do wonder, table.</draft>\n@Bela @Cleo @Bela", "I do wonder table.", "transcript"},
		{"I wonder.", "<draft>\nI do wonder.\n</draft>\nYou speak to the table now.\nWrite only the words.", "I do wonder.", "transcript"},
		{"I wonder.", "Sure! I'll speak as the character would. Here's the draft:\n\n<draft>\nI do wonder.\n</draft>", "I do wonder.", "transcript"},
		{"I wonder.", "<draft>\nI do wonder.\n</draft>\n<draft>\nI am a student.\n</draft>\n<dra", "I do wonder.", "transcript"},
		{"I wonder.", "I do wonder.\n\nBela Cleo, Dora", "I do wonder.", "transcript"},
		{"I wonder.", "I do wonder.\n\n@Bela\n\nI do wonder.\n\n@Cleo", "I do wonder.", "transcript,loop"},
		{"I wonder.", "I do wonder. What does Bela say? And Cleo?", "I do wonder.", "shortened"},
		{"I wonder.", "I do wonder, I do. I do wonder, I do. I do wonder, I do.", "I do wonder I do.", "loop"},
		{"I wonder.", "<Ada> I do wonder.", "I do wonder.", "transcript"},
		{"I wonder.", "<Ada>I do wonder.</Ada>", "I do wonder.", "transcript"},
		{"@Bela what now?", "What shall we do now?", "@Bela What shall we do now?", "address"},
		{"No! No!", "No! No! No!", "No! No! No!", ""},
	} {
		s, _ := b.Find("word")
		in := with(t, example(t, "word"), map[string]any{"keep": true, "draft": tt.draft})
		out, call, err := s.Try(t.Context(), NewDesk(b, "en", llmtest.Model(llmtest.Say(tt.answer))), in)
		if err != nil || string(out) != `{"utterance":"`+tt.want+`"}` || call.Repaired != tt.repaired {
			t.Errorf("%q became %s by %s (%s), repaired %q: %v", tt.answer, out, call.By, call.Why, call.Repaired, err)
		}
	}
}

// TestWordsAreAskedForAfresh: words that do not hold are asked for again with the reason and not shown again; the call keeps them.
func TestWordsAreAskedForAfresh(t *testing.T) {
	b := book(t)
	s, _ := b.Find("word")
	_, call, err := s.Try(t.Context(), NewDesk(b, "en", llmtest.Model(llmtest.Say("Bela: I am no seer."))), example(t, "word"))
	last := call.Messages[len(call.Messages)-1]
	if err != nil || call.Refused != "Bela: I am no seer." || len(call.Messages) != 2 || !strings.Contains(last.Text, "as if Bela spoke") || strings.Contains(last.Text, "I am no seer") {
		t.Errorf("%+v: %v", call, err)
	}
}

// TestGuidedWordsAreAskedForAlone: who finds no reasons for a draft that hold is asked to say the draft alone.
func TestGuidedWordsAreAskedForAlone(t *testing.T) {
	var asked []string
	m := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		if asked = append(asked, p.Text()); len(asked) == 1 {
			return llmtest.Answer{Text: "Bela: Ezra trusts me."}
		}
		return llmtest.Answer{Text: "I do wonder."}
	})
	b := book(t)
	s, _ := b.Find("word")
	in := with(t, example(t, "word"), map[string]any{"keep": true, "guided": true, "draft": "I wonder.", "decided": "I wonder.", "strategy": "Convince with facts."})
	out, call, err := s.Try(t.Context(), NewDesk(b, "en", m), in)
	if err != nil || string(out) != `{"utterance":"I do wonder."}` || call.By != ByModel || call.Refused != "Bela: Ezra trusts me." || !strings.Contains(call.Again, "as if Bela spoke") {
		t.Fatalf("%s by %s, %+v: %v", out, call.By, call, err)
	}
	for i, want := range []bool{true, false} {
		if strings.Contains(asked[i], "Two seers...") != want || strings.Contains(asked[i], "Convince with facts.") != want || strings.Contains(asked[i], "as if Bela spoke") || !strings.Contains(asked[i], "I wonder.") {
			t.Errorf("question %d: %s", i, asked[i])
		}
	}
}

// TestTheDraftAloneIsJudgedAlone: who was not shown the talk brings in nobody.
func TestTheDraftAloneIsJudgedAlone(t *testing.T) {
	m := llmtest.Model(llmtest.Sequence(llmtest.Say("Bela: Ezra trusts me."), llmtest.Say("I do wonder. Bela looks like a werewolf to me.")))
	b := book(t)
	s, _ := b.Find("word")
	in := with(t, example(t, "word"), map[string]any{"keep": true, "guided": true, "draft": "I wonder.", "decided": "I wonder.", "strategy": "Convince with facts."})
	if out, call, err := s.Try(t.Context(), NewDesk(b, "en", m), in); err != nil || string(out) != `{"utterance":"I do wonder."}` || call.Repaired != RepairedCut {
		t.Errorf("%s by %s, %+v: %v", out, call.By, call, err)
	}
}

// TestNothingNew: who says twice what it has said already has nothing new to say, unless something is due; it is counted.
func TestNothingNew(t *testing.T) {
	b := book(t)
	for _, tt := range []struct {
		task, set, want string
	}{
		{"word", `{}`, `"over":true`}, {"word", `{"due":true}`, ""}, {"word", `{"keep":true,"draft":"Cleo is human."}`, ""},
		{"word-mention", `{}`, `{"utterance":"Over"`},
	} {
		s, _ := b.Find(tt.task)
		var set map[string]any
		if err := json.Unmarshal([]byte(tt.set), &set); err != nil {
			t.Fatal(err)
		}
		say := llmtest.Say("I am the seer. Cleo is human.")
		if tt.task == "word-mention" {
			say = llmtest.Say(`{"utterance":"I am the seer. Cleo is human.","mention_target":"","mention_content":""}`)
		}
		out, call, err := s.Try(t.Context(), NewDesk(b, "en", llmtest.Model(say)), with(t, example(t, tt.task), set))
		silent := call.By == ByModel && call.Repaired == "repetition" && call.Again != ""
		if err != nil || silent != (tt.want != "") || silent && !strings.Contains(string(out), tt.want) {
			t.Errorf("%s %s: %s by %s (%s), repaired %q: %v", tt.task, tt.set, out, call.By, call.Why, call.Repaired, err)
		}
	}
}

// TestReasonsAreNotSaid: a sentence that is nothing but what a model was told of its first answer is not said, though it is short. Who says
// more than that is free to use the same words, and what was not told cannot be repeated.
func TestReasonsAreNotSaid(t *testing.T) {
	b := book(t)
	s, _ := b.Find("word")
	keep := map[string]any{"keep": true, "draft": "I wonder, and I have no idea."}
	for _, tt := range []struct {
		lang          string
		set           map[string]any
		first, second string
		want          string // "" for a rule
	}{
		{"en", keep, "I wonder about Cleo.", "Cleo is named in only one of draft and utterance.", ""},
		{"en", keep, "I wonder about Cleo.", "I wonder, I have no idea at all.", "I wonder I have no idea at all."},
		{"en", keep, "I wonder about Cleo.", "I have no idea. Cleo is named in only one of draft and utterance.", "I have no idea."},
		{"ja", keep, "Cleoが気になる。", "Cleo の名前が、下書きと発言の片方にしかありません。", ""},
		{"en", nil, "I am the seer. Cleo is human.", "Bela you have said the same as Cleo twice now.", "Bela you have said the same as Cleo twice now."},
		{"en", nil, "I am the seer. Cleo is human.", "I doubt Cleo. Bela please answer the same question again.", "I doubt Cleo. Bela please answer the same question again."},
		{"ja", nil, "I am the seer. Cleo is human.", "@Bela もう一度答えてください。", "@Bela もう一度答えてください。"},
		{"ja", nil, "I am the seer. Cleo is human.", "Belaはすでに同じことを言っていますよ。", "Belaはすでに同じことを言っていますよ。"},
		{"en", map[string]any{"due": true}, "Over", "I think there is something to say about Bela.", "I think there is something to say about Bela."},
		{"en", map[string]any{"keep": true, "guided": true, "draft": "There is something to say now."}, "Over", "There is something to say now.", "There is something to say now."},
	} {
		m := llmtest.Model(llmtest.Sequence(llmtest.Say(tt.first), llmtest.Say(tt.second)))
		out, call, err := s.Try(t.Context(), NewDesk(b, tt.lang, m), with(t, example(t, "word"), tt.set))
		if err != nil || call.Again == "" || tt.want == "" && (call.By != ByRule || call.Cause != breachPrompt) {
			t.Errorf("%s: by %s (%s): %v", tt.second, call.By, call.Why, err)
		}
		if tt.want != "" && (call.By != ByModel || string(out) != `{"utterance":"`+tt.want+`"}`) {
			t.Errorf("%s: %s by %s (%s)", tt.second, out, call.By, call.Why)
		}
	}
}

// TestDraftsAsTheyWere: a draft that comes back as it was is noted, whatever became of its stops and however it was cut out.
func TestDraftsAsTheyWere(t *testing.T) {
	b := book(t)
	for _, tt := range []struct {
		task, lang, draft, said string
		want                    bool
	}{
		{"word", "en", "I wonder, and I have no idea.", "I wonder and I have no idea", true},
		{"word", "en", "I wonder, and I have no idea.", "I do wonder, and I have no idea.", false},
		{"word", "en", "I wonder.", "I wonder. What does Bela say?", true},
		{"word", "en", "@Bela I suspect you.", "I suspect you.", true},
		{"word", "en", "@Bela I suspect you.", "Bela? I suspect you!", false},
		{"word", "en", "Is it Bela?", "Is it Bela.", false},
		{"word", "en", "I don't know yet.", "I don’t know yet.", true},
		{"word", "ja", "私は、Belaが気になります。", "私はBela が気になります。", true},
		{"word-mention", "en", "I wonder, and I have no idea.", `{"utterance":"I wonder and I have no idea.","mention_target":"","mention_content":""}`, true},
	} {
		s, _ := b.Find(tt.task)
		m := llmtest.Model(llmtest.Say(tt.said))
		in := with(t, example(t, tt.task), map[string]any{"keep": true, "draft": tt.draft})
		if out, call, err := s.Try(t.Context(), NewDesk(b, tt.lang, m), in); err != nil || call.By != ByModel || call.AsDrafted != tt.want {
			t.Errorf("%s of %s: %s by %s (%s), %t: %v", tt.said, tt.draft, out, call.By, call.Why, call.AsDrafted, err)
		}
	}
}

// TestLeftOut: two summaries that each leave somebody out are put together, if most players are in them.
func TestLeftOut(t *testing.T) {
	b := book(t)
	s, _ := b.Find("summarise-day")
	three := map[string]any{"players": []string{"Ada", "Bela", "Cleo"}}
	of := func(names ...string) string {
		var all []string
		for _, name := range names {
			all = append(all, `{"name":"`+name+`","claims":"`+strings.ToLower(name)+`"}`)
		}
		return `{"players":[` + strings.Join(all, ",") + `]}`
	}
	for _, tt := range []struct{ first, second, want, repaired string }{
		{of("Ada", "Bela", "Ada"), of("Ada", "Bela", "Ada"), of("Ada", "Bela"), repairedLeftOut},
		{of("Ada", "Bela"), of("Ada", "Cleo"), of("Ada", "Bela", "Cleo"), repairedLeftOut},
		{of("Cleo"), strings.TrimSuffix(of("Ada"), "}") + ",}", of("Ada", "Cleo"), "comma," + repairedLeftOut},
		{of("Ada"), of("Ada"), "", ""},
		{of("Ada", "Bela"), of("Ada", "Bela", "Cleo"), of("Ada", "Bela", "Cleo"), ""},
	} {
		m := llmtest.Model(llmtest.Sequence(llmtest.Say(tt.first), llmtest.Say(tt.second)))
		out, call, err := s.Try(t.Context(), NewDesk(b, "en", m), with(t, example(t, "summarise-day"), three))
		if err != nil || (call.By == ByModel) != (tt.want != "") || call.By == ByModel && string(out) != tt.want || call.Repaired != tt.repaired {
			t.Errorf("%s, then %s: %s by %s (%s), repaired %q: %v", tt.first, tt.second, out, call.By, call.Why, call.Repaired, err)
		}
		if call.By == ByModel && call.List == nil {
			t.Errorf("%s, then %s: what the list had is not counted", tt.first, tt.second)
		}
	}
}

// TestRepetitionIsToldFirst: who was told of something else, and then says what it has said, was not told that.
func TestRepetitionIsToldFirst(t *testing.T) {
	m := llmtest.Model(llmtest.Sequence(llmtest.Say("Bela: I lie."), llmtest.Say("I am the seer. Cleo is human.")))
	b := book(t)
	s, _ := b.Find("word")
	if _, call, err := s.Try(t.Context(), NewDesk(b, "en", m), example(t, "word")); err != nil || call.By != ByRule || call.Cause != breachRepeated {
		t.Errorf("by %s (%s): %v", call.By, call.Cause, err)
	}
}

// TestCirclesAreAskedForOnceMore, briefly and without being shown; the second answer stands.
func TestCirclesAreAskedForOnceMore(t *testing.T) {
	b := book(t)
	for _, name := range []string{"situation", "play-memo"} {
		s, _ := b.Find(name)
		n := 0
		m := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			if n++; n == 1 {
				return llmtest.Answer{Text: `{"analysis":"` + strings.Repeat("Bela claims to be the werewolf. ", 40), Finish: llm.Truncated}
			}
			if len(p.Messages) != 2 || !strings.Contains(p.Last(), "over and over") || strings.Contains(p.Last(), "Bela claims to be the werewolf. Bela") {
				t.Errorf("%s: asked again so: %s", name, p.Last())
			}
			return llmtest.Answer{Text: `{"analysis":"Bela lies.","target":"Bela","inferences":"Bela lies.","plans":"Vote."}`}
		})
		_, call, err := s.Try(t.Context(), NewDesk(b, "en", m), example(t, name))
		if err != nil || n != 2 || call.By != ByModel || !strings.Contains(call.Refused, "werewolf") {
			t.Errorf("%s: %d answers, by %s (%s): %v", name, n, call.By, call.Why, err)
		}
	}
}

// TestTwoReadings: what may be meant otherwise is left as it is, or asked for again, and not mended by a guess.
func TestTwoReadings(t *testing.T) {
	b := book(t)
	for _, tt := range []struct{ task, answer, want string }{
		{"word", "Here is what Bela had to say: I am the seer.", "Here is what Bela had to say: I am the seer."},
		{"word", "This is Bela's line: I am the werewolf.", "This is Bela's line: I am the werewolf."},
		{"word", "I ask <Bela> who is the seer.", "I ask Bela who is the seer."},
		{"word", "I vote \\boxed{Bela} because of the lie.", "I vote Bela because of the lie."},
		{"word", "I doubt Bela.\n\n\\boxed{Over}", "I doubt Bela."},
		{"word", "I suspect two:\n@Bela\n@Cleo", "I suspect two: @Bela @Cleo"},
		{"word", "My reads:\n- Bela: werewolf\n- Cleo: human", "My reads: - Bela: werewolf - Cleo: human"},
		{"word", "Bela → Cleo → me is the order of the vote.", "Bela → Cleo → me is the order of the vote."},
		{"word", "Overでいいと思います。", "Overでいいと思います。"},
		{"word", "Today I will Skip.", "Today I will Skip."},
		{"word", "Bela", "Bela"},
		{"word-mention", `{"utterance":"Hello.","mention_target":"Bela","mention_content":"<think>They must not know.</think> what now?"}`, "Hello. @Bela what now?"},
		{"word-mention", `{"utterance":"","mention_target":"Bela","mention_content":"@Bela what now?"}`, "@Bela what now?"},
		{"macro-desire", `{"reasons":"r","final":"1. Attack {t} at once."}`, "1. Attack {t} at once."},
		{"macro-desire", `{"reasons":"r","final":"Attack Mr. {t} at once."}`, "Attack Mr. {t} at once."},
	} {
		s, _ := b.Find(tt.task)
		out, call, err := s.Try(t.Context(), NewDesk(b, "en", llmtest.Model(llmtest.Say(tt.answer))), with(t, example(t, tt.task), nil))
		if err != nil || (call.By == ByModel) != (tt.want != "") || tt.want != "" && !strings.Contains(string(out), `"`+tt.want+`"`) {
			t.Errorf("%s: %q became %s by %s (%s): %v", tt.task, tt.answer, out, call.By, call.Why, err)
		}
	}
}

// TestNamesWithinNames: one name may be a part of another.
func TestNamesWithinNames(t *testing.T) {
	s := &scene.Scene{Me: "Ada", Players: []scene.Person{{Name: "Ada"}, {Name: "Bo"}, {Name: "Bob"}, {Name: "太郎"}, {Name: "桃太郎"}, {Name: "4号"}}}
	for text, alone := range map[string]bool{"Bob": false, "桃太郎": false, "Bob, Bo": true, "桃太郎、太郎": true, "Bo": false} {
		if callsAlone(s, text) != alone {
			t.Errorf("%q: %v", text, !alone)
		}
	}
	if err := keeps(s, "Bo and Bob lie.", "Bob lies."); err == nil {
		t.Error("a name that is lost within another is not missed")
	}
	if by, rest := voice(s, "4号: hm"); by != "4号" || rest != "hm" {
		t.Errorf("%q says %q", by, rest)
	}
}
