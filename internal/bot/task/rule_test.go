package task

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// TestChecks: an answer that breaks what was asked for is not taken. Among them are those that a model gives that obeys
// what others told it.
func TestChecks(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	long := strings.Repeat("x", 700)
	tests := []struct {
		task, set, answer, why string
	}{
		{"situation", `{}`, `{"analysis":" ","target":"Bela"}`, "empty"},
		{"situation", `{}`, `{"analysis":"I was told so","target":"Cleo"}`, "may be chosen"},
		{"situation", `{}`, `{"analysis":"nobody","target":""}`, "may be chosen"},
		{"believe", `{}`, `{"beliefs":[]}`, "nothing is said of Bela"},
		{"believe", `{"names":["Bela"]}`, `{"beliefs":[{"name":"Bela","roles":[]}]}`, "nothing is said of Bela"},
		{"believe", `{"names":["Bela"]}`, `{"beliefs":[{"name":"Bela","roles":[{"role":"VILLAGER","percent":0}]}]}`, "nothing is said of Bela"},
		{"believe", `{"names":["Bela"]}`, `{"beliefs":[{"name":"Bela","roles":[{"role":"KING","percent":100}]}]}`, "may be chosen"},
		{"believe", `{"names":["Bela"]}`, `{"beliefs":[{"name":"Bela","roles":[{"role":"SEER","percent":101}]}]}`, "percentage"},
		{"believe", `{"names":["Bela"]}`, `{"beliefs":[{"name":"Bela","roles":[{"role":"SEER","percent":-1}]}]}`, "percentage"},
		{"infer-personality", `{}`, `{"extroversion":2,"introversion":0,"sensing":0,"intuition":0,"thinking":0,"feeling":0,"judging":0,"perceiving":0}`, "extroversion"},
		{"infer-personality", `{}`, `{"extroversion":1,"introversion":0,"sensing":0,"intuition":0,"thinking":0,"feeling":0,"judging":0,"perceiving":-0.1}`, "perceiving"},
		{"choose-strategy", `{}`, `{"reason":"I was told so","title":"Reveal your role"}`, "may be chosen"},
		{"derive-strategy", `{}`, `{"reading":"r","strategy":" ","points":["p"]}`, "strategy is empty"},
		{"derive-strategy", `{}`, `{"reading":"r","strategy":"s","points":[""," "]}`, "no points"},
		{"reason", `{}`, `{"reasoning":" ","strategy":"s"}`, "reasoning is empty"},
		{"reason", `{}`, `{"reasoning":"r","strategy":""}`, "strategy is empty"},
		{"summarise-day", `{}`, `{"players":[{"name":"Ada","claims":"a"},{"name":"Cleo","claims":"c"}]}`, "nothing is said of Bela"},
		{"summarise-day", `{}`, `{"players":[{"name":"Ada","claims":"a"},{"name":"Bela","claims":" "}]}`, "nothing is said of Bela"},
		{"choose-target", `{}`, `{"reason":"I was told so","target":"the moderator"}`, "may be chosen"},
		{"choose-target", `{}`, `{"reason":"not offered","target":"Ada"}`, "may be chosen"},
		{"choose-target", `{}`, `{"reason":"not a candidate of the rules","target":"Cleo"}`, "may be chosen"},
		{"play-memo", `{}`, `{"inferences":"","plans":" "}`, "empty"},
		{"macro-plan", `{}`, `{"plan":"","steps":["one"]}`, "empty"},
		{"macro-desire", `{}`, `{"reasons":"r","final":" "}`, "no final"},
		{"macro-desire", `{}`, `{"reasons":"r","final":"Attack Bela."}`, "Bela is named"},
		{"policies", `{}`, `{"strategy_summary":"s","co_policy":"","results_policy":"r","analysis_policy":"a","persuasion_policy":"p","vote_policy":"v"}`, "empty"},
		{"policies", `{}`, `{"strategy_summary":"s","co_policy":"c","results_policy":"r","analysis_policy":"a","persuasion_policy":"p","vote_policy":"Vote for Bela."}`, "Bela is named"},
		{"message-type", `{}`, `{"content":"Bela lies.","type":"negative","from":"Dora","to":"host"}`, "addressed"},
		{"message-type", `{}`, `{"content":"Bela lies.","type":"order","from":"Dora","to":"all"}`, "schema"},
		{"message-type", `{"role_words":["medium"]}`, `{"content":"Bela lies.","type":"co","from":"Dora","to":"all"}`, "no co"},
		{"credibility", `{}`, `{"logical_consistency":10,"specificity_and_detail":1,"intuitive_depth":1,"clarity_and_conciseness":1}`, "logical_consistency"},
		{"micro-desire", `{}`, `{"discussion_stage":"voting_decision","current_desire":"d","content":"c"}`, "may be chosen"},
		{"micro-desire", `{}`, `{"discussion_stage":"moderation","current_desire":"d","content":"c"}`, "schema"},
		{"micro-desire", `{"force":"reasoning_analysis"}`, `{"discussion_stage":"information_sharing","current_desire":"d","content":"c"}`, "may be chosen"},
		{"micro-desire", `{}`, `{"discussion_stage":"information_sharing","current_desire":" ","content":"c"}`, "no aim"},
		{"micro-desire", `{}`, `{"discussion_stage":"information_sharing","current_desire":"d","content":""}`, "you plan no answer"},
		{"micro-desire", `{}`, `{"discussion_stage":"information_sharing","current_desire":"Praise Ezra.","content":"c"}`, "Ezra must not"},
		{"micro-desire", `{"forced":[]}`, `{"discussion_stage":"information_sharing","current_desire":"Praise Ezra.","content":"c"}`, "Ezra must not"},
		{"micro-desire", `{}`, `{"discussion_stage":"information_sharing","current_desire":"Blame Dora.","content":"c"}`, "Dora must not"},
		{"micro-desire", `{"forced":[],"targets":[]}`, `{"discussion_stage":"information_sharing","current_desire":"d","content":"Point at Bela."}`, "Bela must not"},
		{"micro-intention", `{}`, `{"consist":"c","content":""}`, "no content"},
		{"pick-topic", `{}`, `{"topic":"my secret role","why":"w"}`, "no topic"},
		{"pick-topic", `{}`, `{"topic":"who came out","why":"again"}`, "no topic"},
		{"expand-character", `{}`, `{"name":"Ada","age":"17","gender":"female","personality":"p","speech":"Make the manner of speech so definite that one knows the character by it 話し方は、聞けばその人と分かるほどはっきり、一人称、口調、語尾、相手の呼び方まで決めます。","background":"b","examples":[]}`, "by your instructions"},
		{"expand-character", `{}`, `{"name":"Ada","age":"17","gender":"female","personality":"p","speech":"","background":"b","examples":[]}`, "speech"},
		{"word", `{}`, `{"utterance":"** ,"}`, "empty"},
		{"word", `{}`, `{"utterance":"` + long + `"}`, "length"},
		{"word", `{}`, `{"utterance":"Bela: I am no seer."}`, "as if Bela spoke"},
		{"word", `{}`, "Bela： I am no seer.", "as if Bela spoke"},
		{"word", `{}`, "@Cleo @Dora Bela: I am no seer.", "as if Bela spoke"},
		{"word", `{}`, "What you claim, tell, hide or announce is yours to decide 何を名乗り、何を伝え、隠し、誰への投票を告げるかは自分で決めます", "by your instructions"},
		{"summarise", `{}`, `{"summary":"Bela claims. </talk>"}`, "only marks where"},
		{"summarise", `{}`, `{"summary":" "}`, "summary is empty"},
		{"word", `{"scene":{"players":[],"in_words":true,"max_length":3}}`, `{"utterance":"one two three four"}`, "length"},
		{"word", `{"draft":"","scene":{"players":[],"full":true}}`, `{"utterance":"one"}`, "used up"},
		{"word", `{"due":true}`, `{"utterance":" I am the seer. Cleo is human. "}`, "same today"},
		{"word", `{}`, "@Bela Cleo Dora Ezra", "nothing but names"},
		{"word", `{}`, "Ada.", "nothing but names"},
		{"word", `{}`, "@Ada。", "nothing but names"},
		{"word", `{}`, "Bela。Cleo。", "nothing but names"},
		{"word", `{}`, "I'm sorry, but I can't help you with that.", "decline as a model"},
		{"word", `{}`, "@Bela I'm sorry, but I can't play Werewolf.", "decline as a model"},
		{"word", `{}`, "I am sorry I cannot take part in this game.", "decline as a model"},
		{"word", `{}`, "申し訳ありませんが、人狼ゲームをプレイすることはできません。", "decline as a model"},
		{"word", `{"scene":{"me":"Ada","players":[{"name":"Ada","alive":true}],"character":"Ada keeps to the dark side of every stage."}}`, "Ada keeps to the dark side of every stage.", "by your instructions"},
		{"word", `{}`, "@Bela お手伝いできることがあれば、何か教えてください。", "decline as a model"},
		{"word", `{}`, "As an AI language model I have no role.", "decline as a model"},
		{"word", `{}`, "How can I assist you today?", "decline as a model"},
		{"word", `{}`, "喜んでお手伝いできることが何かございましたか？", "decline as a model"},
		{"word", `{}`, "申し訳ありませんが、そのご質問にはお答えできません。", "decline as a model"},
		{"word", `{"keep":true}`, `{"utterance":"","over":true}`, "something to say"},
		{"word", `{"keep":true}`, `{"utterance":"Cleo you talk a lot."}`, "Bela is named"},
		{"word", `{"keep":true}`, `{"utterance":"Cleo you talk a lot and Bela like Dora gets my vote."}`, "Dora is named"},
		{"word", `{"keep":true}`, `{"utterance":"My role is werewolf; Cleo and Bela are human."}`, "speaks of"},
		{"word", `{"keep":true}`, `{"utterance":"私は人狼です Cleo と Bela"}`, `"werewolf"`},
		{"word-mention", `{}`, `{"utterance":"Hm.","mention_target":"Moderator","mention_content":"what now?"}`, "no other living player"},
		{"word-mention", `{}`, `{"utterance":"Hm.","mention_target":"Ada","mention_content":"what now?"}`, "no other living player"},
		{"word-mention", `{}`, `{"utterance":"@Cleo hm.","mention_target":"Bela","mention_content":"what now?"}`, "more than one"},
		{"word-mention", `{}`, `{"utterance":"` + long + `","mention_target":"","mention_content":""}`, "length"},
		{"fake-divination", `{}`, `{"seer_reason":"r","werewolf_reason":"","seer_player":"Ada","werewolf_player":""}`, "may be chosen"},
		{"fake-divination", `{}`, `{"seer_reason":" ","werewolf_reason":"","seer_player":"Bela","werewolf_player":""}`, "no reason"},
		{"fake-divination", `{}`, `{"seer_reason":"r","werewolf_reason":"r","seer_player":"Bela","werewolf_player":"Bela"}`, "both"},
	}
	b := book(t)
	tried := map[string]bool{"extract-claims": true} // which drops what does not hold, see TestGrounded
	for _, tt := range tests {
		tried[tt.task] = true
		s, found := b.Find(tt.task)
		if !found {
			t.Fatalf("no task %s", tt.task)
		}
		var set map[string]any
		if err := json.Unmarshal([]byte(tt.set), &set); err != nil {
			t.Fatal(err)
		}
		_, call, err := s.Try(t.Context(), NewDesk(b, "en", llmtest.Model(llmtest.Say(tt.answer))), with(t, example(t, tt.task), set))
		if err != nil || call.By != ByRule || !strings.Contains(call.Why, tt.why) {
			t.Errorf("%s: %s: by %s because %q, not %q: %v", tt.task, tt.answer, call.By, call.Why, tt.why, err)
		}
		_, call, err = s.Try(t.Context(), NewDesk(b, "ja", llmtest.Model(llmtest.Say(tt.answer))), with(t, example(t, tt.task), set))
		last := call.Messages[len(call.Messages)-1].Text
		last = last[strings.LastIndex("\n\n"+last, "\n\n"):]
		if err != nil || (call.Cause != llm.CauseForm) != (call.Again != "") || len(call.Messages) != messagesOf(s, &call) || call.Again != "" && !japaneseAlone(last) {
			t.Errorf("%s: %s: asked again in Japanese so: %s: %v (%s)", tt.task, tt.answer, last, err, call.Why)
		}
	}
	for _, s := range b.All() {
		if !tried[s.Name()] {
			t.Errorf("no answer stands here that the check of %s refuses", s.Name())
		}
	}
}

// TestGoodAnswers are taken, mended where that costs no meaning.
func TestGoodAnswers(t *testing.T) {
	tests := []struct {
		task, set, answer, want string
	}{
		{"situation", `{}`, `{"analysis":"a","target":"Ezra"}`, `{"analysis":"a","target":"Ezra"}`},
		{"situation", `{"candidates":[]}`, `{"analysis":"a","target":"Ezra"}`, `{"analysis":"a","target":""}`},
		{"believe", `{"names":["Ezra","Bela"]}`,
			`{"beliefs":[{"name":" Bela ","roles":[{"role":"SEER","percent":100},{"role":"SEER","percent":1}]},{"name":"Host","roles":[]},{"name":"Ezra","roles":[{"role":"SEER","percent":20},{"role":"WEREWOLF","percent":60}]}]}`,
			`{"beliefs":[{"name":"Ezra","roles":[{"role":"SEER","percent":25},{"role":"WEREWOLF","percent":75}]},{"name":"Bela","roles":[{"role":"SEER","percent":100}]}]}`},
		{"choose-target", `{}`, `{"reason":"r","target":"Ezra"}`, `{"reason":"r","target":"Ezra"}`},
		{"derive-strategy", `{}`, `{"reading":"r","strategy":"s","points":["1","","2\nb","3","4","5"]}`, `{"reading":"r","strategy":"s","points":["1","2 b","3","4"]}`},
		{"summarise-day", `{}`, `{"players":[{"name":"Host","claims":"h"},{"name":" Bela ","claims":"b\nc"},{"name":"Ada","claims":"a"},{"name":"Ada","claims":"again"}]}`,
			`{"players":[{"name":"Ada","claims":"a"},{"name":"Bela","claims":"b c"}]}`},
		{"micro-intention", `{}`, `{"consist":"c","content":"` + strings.Repeat("vote Bela ", 10) + `"}`,
			`{"consist":"c","content":"` + strings.TrimSpace(strings.Repeat("vote Bela ", 6)) + `"}`},
		{"macro-plan", `{}`, `{"plan":"p","steps":["1","2","3","4","5","6"]}`, `{"plan":"p","steps":["1","2","3","4","5"]}`},
		{"macro-desire", `{}`, `{"reasons":"r","final":"Press {t} on\n each point."}`, `{"reasons":"r","final":"Press {t} on each point."}`},
		{"micro-desire", `{}`, `{"discussion_stage":"reasoning_analysis","current_desire":"Doubt Bela.","content":"Thank Cleo."}`, `{"discussion_stage":"reasoning_analysis","current_desire":"Doubt Bela.","content":"Thank Cleo."}`},
		{"micro-desire", `{"forced":[]}`, `{"discussion_stage":"reasoning_analysis","current_desire":"Doubt Dora.","content":"Thank Cleo."}`, `{"discussion_stage":"reasoning_analysis","current_desire":"Doubt Dora.","content":"Thank Cleo."}`},
		{"micro-desire", `{"selected":{},"forced":[]}`, `{"discussion_stage":"reasoning_analysis","current_desire":"d","content":"answer"}`, `{"discussion_stage":"reasoning_analysis","current_desire":"d","content":""}`},
		{"message-type", `{}`, `{"content":"Bela lies.","type":"negative","from":"Dora","to":"Bela"}`, `{"content":"Bela lies.","type":"negative","from":"Dora","to":"Bela"}`},
		{"word", `{}`, `{"utterance":"\"Well, *Bela*\n is no seer! 🎉\""}`, `{"utterance":"Well Bela is no seer!"}`},
		{"word", `{}`, `{"utterance":"@Bela 「本当」ですか？"}`, `{"utterance":"@Bela 「本当」ですか？"}`},
		{"word", `{"draft":""}`, `{"utterance":"bye","over":true}`, `{"utterance":"bye"}`},
		{"word", `{"draft":""}`, `{"utterance":"","over":true}`, `{"utterance":"","over":true}`},
		{"word-mention", `{}`, `{"utterance":"I trust nobody.","mention_target":"Bela","mention_content":"whom do you trust?"}`,
			`{"utterance":"I trust nobody. @Bela whom do you trust?","mention_target":"","mention_content":""}`},
		{"word-mention", `{}`, `{"utterance":"I trust nobody.","mention_target":"Bela","mention_content":""}`,
			`{"utterance":"I trust nobody.","mention_target":"","mention_content":""}`},
		{"word-mention", `{}`, `{"utterance":"Over","mention_target":"Bela","mention_content":"bye"}`,
			`{"utterance":"@Bela bye","mention_target":"","mention_content":""}`},
		{"word-mention", `{}`, `{"utterance":"Over.","mention_target":"","mention_content":""}`, `{"utterance":"Over","mention_target":"","mention_content":""}`},
		{"fake-divination", `{}`, `{"seer_reason":"x","werewolf_reason":"r","seer_player":"","werewolf_player":"Dora"}`,
			`{"seer_reason":"","werewolf_reason":"r","seer_player":"","werewolf_player":"Dora"}`},
		{"word", `{"keep":true}`, `{"utterance":"@Cleo it was all your talk and Bela the false seer gets my vote!"}`,
			`{"utterance":"@Cleo it was all your talk and Bela the false seer gets my vote!"}`},
	}
	b := book(t)
	for _, tt := range tests {
		s, _ := b.Find(tt.task)
		var set map[string]any
		if err := json.Unmarshal([]byte(tt.set), &set); err != nil {
			t.Fatal(err)
		}
		out, call, err := s.Try(t.Context(), NewDesk(b, "en", llmtest.Model(llmtest.Say(tt.answer))), with(t, example(t, tt.task), set))
		if err != nil || call.By != ByModel || string(out) != tt.want {
			t.Errorf("%s: %s by %s (%s), not %s: %v", tt.task, out, call.By, call.Why, tt.want, err)
		}
	}
}

// TestRules compares the rules' answers to the examples.
func TestRules(t *testing.T) {
	tests := []struct{ task, set, want string }{
		{"believe", `{"reckoned":[{"name":"Bela","roles":[{"role":"SEER","percent":100}]}]}`, `{"beliefs":[{"name":"Bela","roles":[{"role":"SEER","percent":100}]}]}`},
		{"situation", `{}`, `{"analysis":"Ada and Bela both claim to be the seer.","target":"Bela"}`},
		{"situation", `{"candidates":[]}`, `{"analysis":"Ada and Bela both claim to be the seer.","target":""}`},
		{"choose-strategy", `{}`, `{"reason":"somebody else claims the same role","title":"Convince with facts"}`},
		{"choose-strategy", `{"suggested":"Win allies"}`, `{"reason":"few players believe the result","title":"Win allies"}`},
		{"choose-strategy", `{"suggested":"nothing"}`, `{"reason":"somebody else claims the same role","title":"Convince with facts"}`},
		{"derive-strategy", `{}`, `{"reading":"somebody else claims the same role","strategy":"Convince with facts","points":["Show where the other claim does not fit.","Ask for the vote on the rival."]}`},
		{"reason", `{}`, `{"reasoning":"Bela claims my role.","strategy":"Convince with facts"}`},
		{"summarise-day", `{}`, `{"players":[{"name":"Ada","claims":"Claims to be the seer."},{"name":"Bela","claims":"Claims to be the seer."}]}`},
		{"choose-target", `{}`, `{"reason":"Bela claims my role.","target":"Bela"}`},
		{"choose-target", `{"candidates":[{"name":"Cleo","score":-2},{"name":"Dora","score":-1,"reasons":["a","b"]},{"name":"Ezra","score":-1}]}`, `{"reason":"a","target":"Dora"}`},
		{"choose-target", `{"candidates":[{"name":"Ada","score":9}]}`, `{"reason":"","target":"Bela"}`},
		{"play-memo", `{"notes":["Cleo is human.","New."],"max":14}`, `{"inferences":"New.","plans":"Vote for Bela."}`},
		{"play-memo", `{"notes":[],"plans":[]}`, `{"inferences":"Cleo is human.","plans":"Come out with the result."}`},
		{"macro-desire", `{}`, `{"reasons":"","final":"Show where the claim of {t} does not fit."}`},
		{"policies", `{"usual":{"co_policy":"c"}}`, `{"strategy_summary":"","co_policy":"c","results_policy":"","analysis_policy":"","persuasion_policy":"","vote_policy":""}`},
		{"message-type", `{"heard":{}}`, `{"content":"Bela lies. I am a plain villager and will vote for Bela.","type":"null","from":"Dora","to":"all"}`},
		{"micro-desire", `{}`, `{"discussion_stage":"information_sharing","current_desire":"Answer Cleo and keep her trust.","content":"Give Cleo one reason."}`},
		{"micro-desire", `{"force":"reasoning_analysis","selected":{}}`, `{"discussion_stage":"reasoning_analysis","current_desire":"Answer Cleo and keep her trust.","content":""}`},
		{"micro-desire", `{"suggested":{"discussion_stage":"voting_decision","current_desire":"d"}}`, `{"discussion_stage":"information_sharing","current_desire":"d","content":""}`},
		{"micro-intention", `{"suggested":{"consist":"c","content":"` + strings.Repeat("あ", 70) + `"}}`, `{"consist":"c","content":"` + strings.Repeat("あ", 60) + `"}`},
		{"pick-topic", `{}`, `{"topic":"whom to vote for","why":""}`},
		{"pick-topic", `{"suggested":"who came out"}`, `{"topic":"who is silent","why":""}`},
		{"pick-topic", `{"topics":["who came out"],"suggested":""}`, `{"topic":"who came out","why":""}`},
		{"expand-character", `{"age":"","profile":"年齢：16歳\n性別: 女性\n性格: 明るい"}`, `{"name":"Ada","age":"16歳","gender":"female","personality":"明るい","speech":"","background":"","examples":null}`},
		{"expand-character", `{"profile":"A quiet one."}`, `{"name":"Ada","age":"17","gender":"female","personality":"A quiet one.","speech":"","background":"","examples":null}`},
		{"word", `{"draft":"d"}`, `{"utterance":"d"}`},
		{"word", `{"draft":""}`, `{"utterance":"","over":true}`},
		{"word-mention", `{"draft":"d"}`, `{"utterance":"d","mention_target":"","mention_content":""}`},
		{"fake-divination", `{}`, `{"seer_reason":"Bela claims it.","werewolf_reason":"Bela says so.","seer_player":"Bela","werewolf_player":"Dora"}`},
	}
	b := book(t)
	for _, tt := range tests {
		s, _ := b.Find(tt.task)
		var set map[string]any
		if err := json.Unmarshal([]byte(tt.set), &set); err != nil {
			t.Fatal(err)
		}
		out, _, err := s.Try(t.Context(), NewDesk(b, "en", nil), with(t, example(t, tt.task), set))
		if err != nil || string(out) != tt.want {
			t.Errorf("%s %s:\n%s\nnot %s: %v", tt.task, tt.set, out, tt.want, err)
		}
	}
}

func TestGrounded(t *testing.T) {
	lines := []scene.Line{
		{Day: 1, Idx: 3, Speaker: "Bela", Text: "I am the seer  <really>, and Dora is a werewolf!"},
		{Day: 1, Idx: 4, Speaker: "Cleo", Text: "占い師"},
		{Day: 2, Idx: 3, Speaker: "Dora", Text: "I am the medium."},
	}
	tests := []struct {
		why  string
		c    Claim
		kept bool
	}{
		{"whole", Claim{1, 3, "Bela", "I am the seer <really>, and Dora is a werewolf!", "SEER", "Dora", "WEREWOLF"}, true},
		{"as the prompt shows it", Claim{1, 3, "Bela", "the seer (really)", "SEER", "", ""}, true},
		{"part", Claim{1, 3, "Bela", "I am the seer", "SEER", "", ""}, true},
		{"short but whole", Claim{1, 4, "Cleo", "占い師", "SEER", "", ""}, true},
		{"other speaker", Claim{1, 3, "Cleo", "I am the seer", "SEER", "", ""}, false},
		{"other number", Claim{1, 4, "Bela", "I am the seer", "SEER", "", ""}, false},
		{"other day", Claim{2, 3, "Bela", "I am the seer", "SEER", "", ""}, false},
		{"no such line", Claim{1, 9, "Bela", "I am the seer", "SEER", "", ""}, false},
		{"made up", Claim{1, 3, "Bela", "I am the bodyguard", "BODYGUARD", "", ""}, false},
		{"no words", Claim{1, 3, "Bela", "", "SEER", "", ""}, false},
		{"too little", Claim{1, 3, "Bela", "I", "SEER", "", ""}, false},
		{"a target not named", Claim{1, 3, "Bela", "I am the seer", "SEER", "Cleo", "HUMAN"}, false},
	}
	var all, want []Claim
	for _, tt := range tests {
		kept, discarded := Grounded(lines, []Claim{tt.c})
		if (len(kept) == 1) != tt.kept || len(kept)+len(discarded) != 1 {
			t.Errorf("%s: kept %v, discarded %v", tt.why, kept, discarded)
		}
		all = append(all, tt.c)
		if tt.kept {
			want = append(want, tt.c)
		}
	}
	if kept, discarded := Grounded(lines, all); !reflect.DeepEqual(kept, want) || len(kept)+len(discarded) != len(all) {
		t.Errorf("kept %v, discarded %v", kept, discarded)
	}
}

// TestClaimsOfTheGame: what is grounded and not of this game is dropped, and the rest of the answer stands.
func TestClaimsOfTheGame(t *testing.T) {
	claim := func(role, target, species string) string {
		return `{"day":1,"idx":1,"speaker":"Bela","quote":"the seer is me","role":"` + role + `","target":"` + target + `","species":"` + species + `"}`
	}
	answer := `{"claims":[` + strings.Join([]string{
		claim("SEER", "Dora", "WEREWOLF"), claim("MODERATOR", "", ""), claim("SEER", "Dora", "GHOST"), claim("SEER", "", "HUMAN"),
		claim("SEER", "werewolf", "HUMAN"), claim("", "", ""), claim("", "Dora", "WEREWOLF"),
	}, ",") + `]}`
	b := book(t)
	var in ExtractClaimsIn
	if err := json.Unmarshal(example(t, "extract-claims"), &in); err != nil {
		t.Fatal(err)
	}
	out := Ask(t.Context(), NewDesk(b, "en", llmtest.Model(llmtest.Say(answer))), ExtractClaims, in)
	want := []Claim{
		{1, 1, "Bela", "the seer is me", "SEER", "Dora", "WEREWOLF"}, {1, 1, "Bela", "the seer is me", "", "Dora", "WEREWOLF"},
	}
	if !reflect.DeepEqual(out.Claims, want) {
		t.Errorf("%+v", out.Claims)
	}
}
