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
		{"analyse", `{"analysis":"a","suspects":[{"name":"Bela","score":85,"reasons":[]},{"name":"Cleo","score":5,"reasons":[]}]}`, "percent", `"score":0.05`, ":85"},
		{"credibility", `{"logical_consistency":80,"specificity_and_detail":50,"intuitive_depth":0,"clarity_and_conciseness":100}`, "percent", `"logical_consistency":0.8,`, "80"},
		{"infer-personality", `{"extroversion":90,"introversion":10,"sensing":0,"intuition":0,"thinking":0,"feeling":0,"judging":0,"perceiving":0}`, "percent", `"introversion":0.1`, "90"},
		{"word", "@Moderator I vote for Bela. @everyone look!", "address", "Moderator I vote for Bela. everyone look!", "@"},
		{"word", "I'm sorry, I can't vote with you. You cannot help me with that claim!", "", "I can't vote with you. You cannot", "@"},
		{"word", "投票はできません。お答えします、占い師は私です。", "", "投票はできません", "@"},
		{"expand-character", `{"name":"Ada","age":"17","gender":"female","personality":"p","speech":"She is loud. Make the manner of speech so definite that one knows the character by it.","background":"b","examples":[]}`, "shortened", `"speech":"She is loud."`, "definite"},
		{"word", "I doubt Bela. What you claim, tell, hide or announce is yours to decide.", "shortened", `"I doubt Bela."`, "decide"},
		{"word", "@Ada Bela lies.", "address", `"Bela lies."`, "@"},
		{"word", "@Ada is no werewolf and Bela lies.", "address", `"Ada is no werewolf and Bela lies."`, "@"},
		{"word", "@Ada は人狼ではありません。", "address", `"Ada は人狼ではありません。"`, "@"},
		{"word", "@Ada 私は人狼ではありません。", "address", `"私は人狼ではありません。"`, "Ada"},
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
	in := with(t, example(t, "word"), map[string]any{"keep": true, "guided": true, "draft": "I wonder.", "strategy": "Convince with facts."})
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
	in := with(t, example(t, "word"), map[string]any{"keep": true, "guided": true, "draft": "I wonder.", "strategy": "Convince with facts."})
	if out, call, err := s.Try(t.Context(), NewDesk(b, "en", m), in); err != nil || string(out) != `{"utterance":"I do wonder."}` || call.Repaired != repairedCut {
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

// TestReasonsAreNotSaid: what a model was told of its first answer is no utterance, though it is short; what that quotes may be said.
func TestReasonsAreNotSaid(t *testing.T) {
	b := book(t)
	s, _ := b.Find("word")
	draft := map[string]any{"keep": true, "draft": "I wonder, and I have no idea."}
	for _, tt := range []struct{ lang, first, second, want string }{
		{"en", "I wonder about Cleo.", "Cleo is named in only one of draft and utterance.", ""},
		{"en", "I wonder about Cleo.", "I wonder, I have no idea at all.", "I wonder I have no idea at all."},
		{"ja", "Cleoが気になる。", "Cleo の名前が、下書きと発言の片方にしかありません。", ""},
	} {
		m := llmtest.Model(llmtest.Sequence(llmtest.Say(tt.first), llmtest.Say(tt.second)))
		out, call, err := s.Try(t.Context(), NewDesk(b, tt.lang, m), with(t, example(t, "word"), draft))
		if tt.want == "" && (call.By != ByRule || call.Cause != breachPrompt) || tt.want != "" && string(out) != `{"utterance":"`+tt.want+`"}` || err != nil {
			t.Errorf("%s: %s by %s (%s): %v", tt.second, out, call.By, call.Why, err)
		}
	}
}

// TestDraftsAsTheyWere: a draft that comes back as it was is counted, whatever became of its commas.
func TestDraftsAsTheyWere(t *testing.T) {
	b := book(t)
	s, _ := b.Find("word")
	draft := map[string]any{"keep": true, "draft": "I wonder, and I have no idea."}
	for said, want := range map[string]string{"I wonder and I have no idea": repairedDraft, "I do wonder, and I have no idea.": ""} {
		m := llmtest.Model(llmtest.Say(said))
		if _, call, err := s.Try(t.Context(), NewDesk(b, "en", m), with(t, example(t, "word"), draft)); err != nil || call.By != ByModel || call.Repaired != want {
			t.Errorf("%s: by %s, repaired %q: %v", said, call.By, call.Repaired, err)
		}
	}
}

// TestLeftOut: a summary that leaves the same player out twice is of the others, if that is most of them.
func TestLeftOut(t *testing.T) {
	b := book(t)
	s, _ := b.Find("summarise-day")
	three := map[string]any{"players": []string{"Ada", "Bela", "Cleo"}}
	twice := `{"players":[{"name":"Ada","claims":"a"},{"name":"Bela","claims":"b"},{"name":"Ada","claims":"again"}]}`
	for _, tt := range []struct{ first, second, want string }{
		{twice, twice, `{"players":[{"name":"Ada","claims":"a"},{"name":"Bela","claims":"b"}]}`},
		{twice, `{"players":[{"name":"Cleo","claims":"c"}]}`, ""},
		{twice, `{"players":[{"name":"Ada","claims":"a"},{"name":"Bela","claims":"b"},{"name":"Cleo","claims":"c"}]}`,
			`{"players":[{"name":"Ada","claims":"a"},{"name":"Bela","claims":"b"},{"name":"Cleo","claims":"c"}]}`},
	} {
		m := llmtest.Model(llmtest.Sequence(llmtest.Say(tt.first), llmtest.Say(tt.second)))
		out, call, err := s.Try(t.Context(), NewDesk(b, "en", m), with(t, example(t, "summarise-day"), three))
		if err != nil || (call.By == ByModel) != (tt.want != "") || call.By == ByModel && string(out) != tt.want {
			t.Errorf("%s: %s by %s (%s): %v", tt.second, out, call.By, call.Why, err)
		}
		if counted := tt.second == twice; counted != (call.Repaired == repairedLeftOut) {
			t.Errorf("%s: repaired %q", tt.second, call.Repaired)
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
		{"analyse", `{"analysis":"a","suspects":[{"name":"Bela","score":85,"reasons":[]},{"name":"Cleo","score":0.9,"reasons":[]}]}`, ""},
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
