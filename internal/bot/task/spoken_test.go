package task

import (
	"runtime"
	"strings"
	"testing"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// TestWhatIsSaidIsSaid: the words come out of whatever stands around them, and silence is what remains without words.
func TestWhatIsSaidIsSaid(t *testing.T) {
	const words = "I doubt Bela, truly."
	for _, tt := range []struct{ text, want, repaired string }{
		{words, words, ""},
		{"\n " + words + "\n", words, ""},
		{"@Ada: " + words, words, repairedTranscript},
		{"@Bela Over", "Over", repairedSilence},
		{"@Bela: " + words, "@Bela: " + words, ""},
		{`{"utterance": "` + words + `", "over": true}`, words, repairedForm},
		{`{"utterance": "` + words + `", "over": false, "note": "be careful"}`, words, repairedForm},
		{"```json\n{\"Response\": \"" + words + "\", \"note\": \"x\"}\n```", words, repairedForm},
		{`[{"what I say": "` + words + `", "over": true}]`, words, repairedForm},
		{`"` + words + `"`, words, repairedForm},
		{`{"utterance": "", "over": true}`, "Over", repairedForm},
		{`{"utterance": "", "skip": true}`, "Skip", repairedForm},
		{`{"a": "b", "c": "d"}`, "", repairedForm},
		{`{"utterance": "` + words + `", "over"`, words, repairedForm},
		{`{"thought": "x", "utterance": "` + words + ` And th`, words, repairedForm},
		{`{"utterance": "I doubt`, "", repairedForm},
		{"{}}", "", repairedForm},
		{"[smiles] " + words, "[smiles] " + words, ""},
		{`[{"utterance": "` + words + `", "ov`, words, repairedForm},
		{`"Hm" is all I say.`, `"Hm" is all I say.`, ""},
		{"Ada: " + words, words, repairedTranscript},
		{"**Ada:** " + words, words, repairedTranscript},
		{"Ada（あなた）： " + words, words, repairedTranscript},
		{"Ada (you): " + words, words, repairedTranscript},
		{"Utterance: " + words, words, repairedTranscript},
		{"発言：" + words, words, repairedTranscript},
		{words + "\nBela: How dare you!\nAda: I dare.", words, repairedTranscript},
		{"Ada: " + words + "\nAda: And Cleo.", words + "\nAnd Cleo.", repairedTranscript},
		{words + "\n</talk>\nmore", words, repairedTranscript},
		{"<talk>\nAda: " + words + "\n</talk>", words, repairedTranscript},
		{"<draft>" + words + "</draft>", words, repairedTranscript},
		{"<memo>\nBela and I attack Cleo.\n</memo>\n" + words, words, repairedTranscript},
		{"<Strategy day=\"1\">Bela is mine.</STRATEGY>" + words, words, repairedTranscript},
		{"＜memo＞Bela is mine.＜/memo＞" + words, words, repairedTranscript},
		{"<memo>\nBela and I attack Cleo.", "", repairedTranscript},
		{"<think>They must not know.</think>\n" + words, words, repairedTranscript},
		{words + " </talk", words, repairedTranscript},
		{words + " <talk", words, repairedTranscript},
		{"<Talk>" + words + "</Talk>", words, repairedTranscript},
		{"[day 1]\nAda: " + words, words, repairedTranscript},
		{"Sure! Here is my answer:\n```json\n{\"utterance\": \"" + words + "\"}\n```\nLet me know!", words, repairedForm},
		{`"` + words + `" (This keeps suspicion off me.)`, words, repairedTranscript},
		{"Thought: I am the werewolf.\nUtterance: " + words, words, repairedTranscript},
		{"Reason: they must not know.\n" + words, words, repairedTranscript},
		{words + "\nReasoning: it keeps me safe.", words, repairedTranscript},
		{`{"thought": "I attack Bela.", "utterance": null, "over": true}`, "Over", repairedForm},
		{`{"thought": "I attack Bela.", "utterance": "", "over": true}`, "Over", repairedForm},
		{`{"over": true, "reason": "I am the werewolf."}`, "Over", repairedForm},
		{`{"my_strategy": "I attack Bela."}`, "", repairedForm},
		{"Over, " + words, words, repairedSilence},
		{"Over - " + words, words, repairedSilence},
		{words + " over.", words, repairedSilence},
		{"I trust Bela Over", "I trust Bela", repairedSilence},
		{words + "（Over）", words, repairedSilence},
		{"Over、" + words, words, repairedSilence},
		{"Over ベラを信じます。", "ベラを信じます。", repairedSilence},
		{"Over Over", "Over", repairedSilence},
		{"Ada「" + words + "」", words, repairedTranscript},
		{"Adaさん：" + words, words, repairedTranscript},
		{"Belaさん：" + words, "Belaさん：" + words, ""},
		{"Over the last days " + words, "Over the last days " + words, ""},
		{"Reasonable doubt: I have it.", "Reasonable doubt: I have it.", ""},
		{"The plan: vote for Bela.", "The plan: vote for Bela.", ""},
		{"Bela: How dare you!", "Bela: How dare you!", ""},
		{"Note: " + words, "Note: " + words, ""},
		{words + " Over.", words, repairedSilence},
		{words + "\nOver", words, repairedTranscript},
		{words + "\nOver\n\nAda Bela", words, repairedTranscript},
		{words + " (Over)", words, repairedSilence},
		{words + " Skip", words, repairedSilence},
		{"はい、以下が私の発言です：\n" + words, words, repairedFrame},
		{"承知しました。\n以下の発言です。\n\n「" + words + "」", "「" + words + "」", repairedFrame},
		{"Of course! Here's a possible response for Ada:\n\n" + words, words, repairedFrame},
		{"Here is my message:\n" + `{"text": "` + words + `"}`, words, repairedForm},
		{"Here is what I think: Bela lies.", "Here is what I think: Bela lies.", ""},
		{"This is my answer to Bela: no.", "This is my answer to Bela: no.", ""},
		{"Sure, I do.", "Sure, I do.", ""},
		{words + "\n\nLet me know if you disagree.", words + "\nLet me know if you disagree.", ""},
		{"以下の点が気になります：Bela", "以下の点が気になります：Bela", ""},
		{`{"text": "{smiles} ` + words + `"}`, "{smiles} " + words, repairedForm},
		{"The game is Over", "The game is Over", ""},
		{"Over.", "Over.", ""},
		{"GAME OVER.", "GAME OVER.", ""},
		{words + "\nSkipします。", words, repairedTranscript},
		{words + "\n\nWould you like me to change my vote?", words + "\nWould you like me to change my vote?", ""},
		{words + "\n\nWould you like me to change the tone?", words, repairedFrame},
		{"{smiles} " + words, "{smiles} " + words, ""},
		{"{Bela} lies.", "{Bela} lies.", ""},
		{`["` + words + `", "And Cleo."]`, words + "\nAnd Cleo.", repairedForm},
		{`["Bela", "Cleo"]`, "", repairedForm},
		{words + "\n```json\n{\"vote\": \"Bela\"}\n```", words, repairedTranscript},
		{"Bela Ada: " + words, words, repairedTranscript},
		{words + "\n```\n```", words, repairedTranscript},
		{"Sure!\n```\n" + words + "\n```", words, repairedTranscript},
		{"I must hide what I am.\n```\n" + words + "\n```", words, repairedTranscript},
		{"Sure!\n```json\n{\"utterance\": \"I doubt Bela\"}\n```", "I doubt Bela", repairedForm},
		{`["Ada: ` + words + `", "Bela: I am the seer."]`, words, repairedTranscript},
		{`["` + words + `", "Reason: I am the werewolf."]`, words, repairedTranscript},
		{`["` + words + `", "Over"]`, words, repairedTranscript},
		{"{思考：私は人狼だから隠す。発言：ベラを疑う。}", "", repairedForm},
		{"{my thought: I am the werewolf.} " + words, "", repairedForm},
		{"@Bela Ada: " + words, "@Bela " + words, repairedTranscript},
		{"Ada, Bela: " + words, "Ada, Bela: " + words, ""},
		{"My reads:\nBela, Ada: both are human.\nCleo: werewolf", "My reads:\nBela, Ada: both are human.\nCleo: werewolf", ""},
		{"Bela, Ada: human. Cleo: werewolf.", "Bela, Ada: human. Cleo: werewolf.", ""},
		{"@Bela @Ada :) " + words, "@Bela @Ada :) " + words, ""},
		{words + "\n「Over」とします。", words, repairedTranscript},
		{"@Bela 今日はもう言うことがなければ Over。", "Over", repairedSilence},
		{"ベラを信じます。もう言うことがなければ、Over", "ベラを信じます。", repairedSilence},
		{"If I have nothing more to say, Over.", "Over", repairedSilence},
		{"When there is nothing more to say today, Over.", "Over", repairedSilence},
		{"Over if there is nothing more to say today.", "Over", repairedSilence},
		{"I trust Bela. When there is nothing more to say today, Over.", "I trust Bela.", repairedSilence},
		{"I trust Bela, when there is nothing more to say, Over", "I trust Bela", repairedSilence},
		{"アキラさんを信じます、もう言うことがなければ Over", "アキラさんを信じます", repairedSilence},
		{"アキラさんに投票します\nもう言うことがなければ Over", "アキラさんに投票します", repairedSilence},
		{"アキラさんを疑います♪ もう言うことがなければ Over", "アキラさんを疑います♪", repairedSilence},
		{"占い師はリンさん、狼はアキラさんなら Over", "占い師はリンさん、狼はアキラさんなら", repairedSilence},
		{"アキラさんを吊らないので Over", "アキラさんを吊らないので", repairedSilence},
		{"今日はベラさんに投票しなければ Over", "今日はベラさんに投票しなければ", repairedSilence},
		{"それでは、さようなら Over", "それでは、さようなら", repairedSilence},
		{"アキラさん、意見があったら、Over", "アキラさん、意見があったら", repairedSilence},
		{words + " When there is nothing to add Over", words, repairedSilence},
		{"If Bela has nothing to hide I trust her Over", "If Bela has nothing to hide I trust her", repairedSilence},
		{"Bela and I: " + words, "Bela and I: " + words, ""},
		{"", "", ""},
	} {
		in := &WordIn{Scene: scene.Scene{Me: "Ada", Players: []scene.Person{{Name: "Ada", Alive: true}, {Name: "Bela", Alive: true}}}}
		if got, repaired := spoken(in, tt.text); got.Utterance != tt.want || repaired != tt.repaired || got.Over {
			t.Errorf("%q became %+v (%q), not %q (%q)", tt.text, got, repaired, tt.want, tt.repaired)
		}
	}
}

// TestLongWordsAreCut at the last sentence that the game takes, and it is counted.
func TestLongWordsAreCut(t *testing.T) {
	s, _ := book(t).Find("word")
	say := llmtest.Model(llmtest.Say("One two. Three four! Five six seven eight."))
	for max, want := range map[int]string{3: "One two.", 4: "One two. Three four!", 8: "One two. Three four! Five six seven eight."} {
		set := with(t, example(t, "word"), map[string]any{"scene": map[string]any{"players": []any{}, "in_words": true, "max_length": max}})
		out, call, err := s.Try(t.Context(), NewDesk(book(t), "en", say), set)
		if err != nil || string(out) != `{"utterance":"`+want+`"}` || call.By != ByModel || (call.Repaired == RepairedCut) != (max < 8) {
			t.Errorf("%d words: %s by %s, repaired %q: %v", max, out, call.By, call.Repaired, err)
		}
	}
	whole := with(t, example(t, "word"), map[string]any{"keep": true, "draft": "One", "scene": map[string]any{"players": []any{}, "in_words": true, "max_length": 3}})
	if out, call, err := s.Try(t.Context(), NewDesk(book(t), "en", say), whole); err != nil || string(out) != `{"utterance":"One two."}` || call.Repaired != RepairedCut {
		t.Errorf("a draft: %s by %s (%s): %v", out, call.By, call.Cause, err)
	}
}

// TestInstructionsAreNotSaid: ten words in a row of them are refused and nine are not; words of others may be quoted.
func TestInstructionsAreNotSaid(t *testing.T) {
	q := &question{}
	instructions := "You win with the villagers, so speak as one and vote. 人狼に勝つために、村人として話し、よく考えて投票してください。"
	others := "I have seen the whole of it from the very first day on"
	q.Messages = []llm.Message{{Role: llm.System, Text: instructions}, {Role: llm.User, Text: "Talk:\n" + llm.Fenced("talk", others) + "\nGo on."}}
	for text, refused := range map[string]bool{
		"You win, with the villagers; so speak as ONE and vote.": true,
		"You win with the villagers so speak as one.":            false,
		"村人として話し、よく考えて投票してください":                                  true,
		"村人として話し、よく考えて":                                          false,
		others: false, "I": false, "": false,
		strings.Repeat("no ", 30): false,
	} {
		if err := leak(instructionsOf(q, nil), text, nil); (err != nil) != refused || err != nil && llm.CauseOf(err) != breachPrompt {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestMoreOfARecitalIsNotSaid: what stands in the instructions goes beside a row of them, and is said where there is none.
func TestMoreOfARecitalIsNotSaid(t *testing.T) {
	q := &question{}
	q.Messages = []llm.Message{
		{Role: llm.System, Text: "Win with the villagers. Speak as one of them, and vote for whom you hold to be a werewolf. At most three sentences.\nDo not touch what did not happen.\n起きていないことには触れません。"},
		{Role: llm.User, Text: "あなたの方針:\n" + llm.Fenced("strategy", "疑う相手を一人選ぶ。") + "\n" +
			"狂人は HUMAN と出るが人狼の味方。 三文以内。 分析から言えることを述べて前に言ったことと食い違わないようにする。 もう言うことがなければ\nAkira was voted out on day 1 by all.\nNo. 投票先と理由を述べてください。"},
	}
	for text, want := range map[string]string{
		"Akira is quiet. Vote for whom you hold to be a werewolf.":                                                                            "Akira is quiet. Vote for whom you hold to be a werewolf.",
		"Akira is quiet. Speak as one of them, and vote for whom you hold to be a werewolf.":                                                  "Akira is quiet.",
		"Do not touch what did not happen! Akira is quiet.":                                                                                   "Akira is quiet.",
		"Akira was voted out on day 1 by all.":                                                                                                "Akira was voted out on day 1 by all.",
		"投票先と理由を述べてください。":                                                                                                                     "投票先と理由を述べてください。",
		"No. Akira is quiet. Do not touch what did not happen.":                                                                               "No. Akira is quiet.",
		"Akira is quiet. At most three sentences.":                                                                                            "Akira is quiet. At most three sentences.",
		"起きていないことには触れません。アキラさんは静かです。":                                                                                                         "アキラさんは静かです。",
		"Win with the villagers. Akira is quiet. Speak as one of them, and vote for whom you hold to be a werewolf. At most three sentences.": "Akira is quiet.",
		"Win with the villagers. Akira is quiet.":                                                                                             "Win with the villagers. Akira is quiet.",
		"あなたの方針: 狂人は HUMAN と出るが人狼の味方。 三文以内。 分析から言えることを述べて前に言ったことと食い違わないようにする。": "",
		"アキラさんは静かです。 三文以内。 分析から言えることを述べて前に言ったことと食い違わないようにする。 もう言うことが":          "アキラさんは静かです。",
		"狂人は HUMAN と出るが人狼の味方。 アキラさんは静かです。":                                     "狂人は HUMAN と出るが人狼の味方。 アキラさんは静かです。",
	} {
		out := &Wording{Utterance: text}
		_, err := mendLeaks(q, out, nil)
		if (err != nil) != (want == "") || err == nil && out.Utterance != want {
			t.Errorf("%q: %q, %v", text, out.Utterance, err)
		}
	}
}

// TestNothingIsSaidButTheInstructions: without their sentences a word for silence is no utterance that is due.
func TestNothingIsSaidButTheInstructions(t *testing.T) {
	const rule = "You win with the villagers so speak as one and vote."
	q := &question{}
	q.Messages = []llm.Message{{Role: llm.System, Text: rule}}
	out := &Wording{Utterance: rule + " Over. " + rule}
	if _, err := mendLeaks(q, out, nil); llm.CauseOf(err) != breachPrompt {
		t.Errorf("%+v: %v", out, err)
	}
}

// TestManySentencesAreSoonLookedAt: the instructions are taken apart once, however many sentences are compared with them.
func TestManySentencesAreSoonLookedAt(t *testing.T) {
	const rule = "You win with the villagers so speak as one and vote. "
	q := &question{}
	q.Messages = []llm.Message{{Role: llm.System, Text: strings.Repeat(rule, 2000)}}
	out := &Wording{Utterance: rule + strings.Repeat("a. ", longestSaid/3)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if repaired, err := mendLeaks(q, out, nil); err != nil || repaired != RepairedCut || strings.Contains(out.Utterance, "villagers") {
		t.Errorf("%q: %v", repaired, err)
	}
	runtime.ReadMemStats(&after)
	if took, most := after.TotalAlloc-before.TotalAlloc, 100*uint64(len(q.Messages[0].Text)); took > most { // once for each sentence is 1,000 times
		t.Errorf("it takes %d bytes, at most %d are allowed", took, most)
	}
}

// TestNamesInARowAreNoInstruction: whoever lists the living in their order says nothing of the prompt.
func TestNamesInARowAreNoInstruction(t *testing.T) {
	players := []scene.Person{}
	list := ""
	for _, name := range []string{"アキラ", "サンジェイ", "トビアス", "オデット", "ザイナブ", "ベアトリス"} {
		players = append(players, scene.Person{Name: name, Alive: true})
		list += name + "、"
	}
	in := WordIn{Scene: scene.Scene{Me: "アキラ", Action: "TALK", Players: players}}
	out, by := Consult(t.Context(), NewDesk(book(t), "ja", llmtest.Model(llmtest.Say(list+"みんな静かですね。"))), Word, in)
	if by != ByModel || out.Utterance != list+"みんな静かですね。" {
		t.Errorf("%+v by %s", out, by)
	}
}

// TestSilenceNeverWins: with Over or Skip before, behind or beside them, in whatever form, words are what is said.
func TestSilenceNeverWins(t *testing.T) {
	const words = "I doubt Bela, truly."
	in := &WordIn{Scene: scene.Scene{Me: "Ada", Players: []scene.Person{{Name: "Ada", Alive: true}, {Name: "Bela", Alive: true}}}}
	for _, silence := range []string{"Over", "Skip", "OVER", "Over.", "**Over**", "(Over)", "「Over」", "\"Over\"", "Ada: Over"} {
		quoted := strings.ReplaceAll(silence, "\"", "\\\"")
		for _, form := range []string{
			"%w %s", "%w\n%s", "%w\n\n%s\n", "%s\n%w", "%s\n\n%w", "%s\n%w\n%s", "Ada: %w\n%s", "%w\n%s\nBela: No.",
			`{"utterance": "%w", "over": true}`, `{"over": true, "say": "%w"}`, `{"utterance": "%q", "message": "%w"}`, `{"message": "%w", "utterance": "%q"}`,
			`{"utterance": "%w %q"}`, `{"utterance": "%q\n%w"}`, `{"utterance": "%q"}` + "\n%w", `{"over": true}` + "\n%w", `{"utterance": "%q"} {"utterance": "%w"}`,
			`{"utterance": "%q", "text": "%w"`, `{"utterance": "%q", "text": "%w And th`, "```json\n" + `{"utterance": "%q", "response": "%w"}` + "\n```",
			`[{"utterance": "%q", "speech": "%w"}]`,
		} {
			if strings.HasPrefix(silence, "Ada") && (form == "%w %s" || form == `{"utterance": "%w %q"}`) {
				continue // nobody's voice begins in the middle of a line
			}
			text := strings.NewReplacer("%w", words, "%s", silence, "%q", quoted).Replace(form)
			out, _ := spoken(in, text)
			if out.Utterance != words || mendWording(in, &out) != "" || checkWording(in, &out) != nil || out.Over {
				t.Errorf("%q became %+v", text, out)
			}
		}
	}
	for text, want := range map[string]string{
		"Over there I saw Bela.": "Over there I saw Bela.", "Skip that.": "Skip that.", "Overall, no.": "Overall, no.", "Over\nOver": "Over", "Over. Over.": "Over.",
		`{"utterance": "Over", "note": "say nothing more"}`: "Over", `{"utterance": "Skip"}`: "Skip", "Skip.": "Skip.",
	} {
		if got, _ := spoken(in, text); got.Utterance != want {
			t.Errorf("%q became %q, not %q", text, got.Utterance, want)
		}
	}
	for _, out := range []Addressed{
		{Utterance: "Over", MentionTarget: "Bela", MentionContent: words}, {Utterance: "Over", MentionContent: words}, {Utterance: words, MentionContent: "Over"},
		{Utterance: words, MentionTarget: "Bela", MentionContent: "Over"}, {Utterance: "Over. " + words},
	} {
		given := out
		mendAddressed(in, &out)
		if err := checkAddressed(in, &out); err != nil || !strings.Contains(out.Utterance, "I doubt Bela") || strings.Contains(out.Utterance, "Over") {
			t.Errorf("%+v became %+v: %v", given, out, err)
		}
	}
}

// TestNoSentenceIsLost: a model that adds that it has nothing more to say, in whatever way, is heard all the same.
func TestNoSentenceIsLost(t *testing.T) {
	for name, tail := range map[string][2]string{
		"word":         {`{"utterance":"I doubt Bela.","over":true}`, "I doubt Bela. Over"},
		"word-mention": {`{"utterance":"I doubt Bela. Over","mention_target":"","mention_content":""}`, `{"utterance":"Over","mention_target":"","mention_content":"","words":"x"}`},
	} {
		s, _ := book(t).Find(name)
		out, call, err := s.Try(t.Context(), NewDesk(book(t), "en", llmtest.Model(llmtest.Say(tail[0]))), example(t, name))
		if err != nil || call.By != ByModel || !strings.Contains(string(out), `"utterance":"I doubt Bela."`) {
			t.Errorf("%s: %s: %+v %v", name, out, call.Why, err)
		}
	}
	if text, _, err := Allowed(&scene.Scene{}, "I doubt Bela. Over."); text != "I doubt Bela." || err != nil {
		t.Errorf("%q %v", text, err)
	}
	if text, _, err := Allowed(&scene.Scene{}, `{"talk": "Over"}`); text != werewolf.OverText || err != nil {
		t.Errorf("%q %v", text, err)
	}
}

// BenchmarkLeaks compares an utterance with instructions that have none of its words.
func BenchmarkLeaks(b *testing.B) {
	q := &question{}
	q.Messages = []llm.Message{{Role: llm.System, Text: strings.Repeat("You win with the villagers, so speak as one and vote. ", 100)}}
	for b.Loop() {
		out := &Wording{Utterance: "I have seen the whole of it from the very first day on. Nobody has told me what to make of Akira."}
		if _, err := mendLeaks(q, out, nil); err != nil {
			b.Fatal(err)
		}
	}
}
