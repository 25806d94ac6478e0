package actor

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/llm"
)

const claimForm = `{"type":"object","properties":{"claims":{"type":"array","items":{"type":"object"}}},"required":["claims"]}`

// said is what the player answers to a prompt for an utterance, empty where it is over.
func said(t *testing.T, texts ...string) string {
	t.Helper()
	var answer struct{ Utterance string }
	if err := json.Unmarshal([]byte(Playing()(prompt(wordForm, texts...)).Text), &answer); err != nil || answer.Utterance == "" {
		t.Fatalf("%+v: %v", answer, err)
	}
	if answer.Utterance == "Over" {
		return ""
	}
	return answer.Utterance
}

func seated(role string) string {
	return "You play Werewolf as Ann. Your role is " + role + "; you win with them.\n"
}

func talked(lines ...string) string {
	return "<talk>\n[day 1]\n" + strings.Join(lines, "\n") + "\n</talk>\n"
}

const dayOne = "It is day 1. Living: Ann Bob Cleo Dan Eve \nYou speak to the table now."

// The player comes out as what it is and tells the result that it is shown; on the werewolves' side it poses as the seer, but not
// beside an ally who does, and tells no result twice.
func TestThePlayerComesOut(t *testing.T) {
	found := "Your own divination of day 0: Bob is WEREWOLF.\n"
	for name, test := range map[string]struct {
		prompt []string
		want   string
	}{
		"seer":     {[]string{seated("SEER"), found, dayOne}, "I am the seer. I divined Bob and found a werewolf."},
		"villager": {[]string{seated("VILLAGER"), dayOne}, "I am a villager."},
		"medium": {
			[]string{seated("MEDIUM"), "Your own finding as medium of day 1: Bob is HUMAN.\n", dayOne}, "I am the medium. My medium result is that Bob was human.",
		},
		"ally": {
			[]string{"You play Werewolf as Ann. Your role is WEREWOLF; you win with them. Werewolves beside you: Bob.\n", talked("Bob: I am the seer. I divined Eve and found a human."), dayOne},
			"I am a villager.",
		},
		"next result": {
			[]string{
				seated("SEER"), "<talk>\n[day 1]\nAnn: I am the seer. I divined Bob and found a werewolf.\n</talk>\n", found, "Your own divination of day 1: Dan is HUMAN.\n",
				strings.Replace(dayOne, "day 1", "day 2", 1),
			}, "I divined Dan and found a human.",
		},
		"a strategy is not said":       {[]string{seated("VILLAGER"), "<strategy>\nTell nothing yet.\n</strategy>\n", dayOne}, "I am a villager."},
		"but where it is all there is": {[]string{seated("VILLAGER"), "<strategy>\nTell nothing yet.\n</strategy>\n", dayOne, " You do not see the talk."}, "Tell nothing yet."},
		"asked for a vote":             {[]string{seated("VILLAGER"), talked("Bob: Hello."), dayOne[:strings.Index(dayOne, "You")] + "Ask everybody to vote for Dan.\nYou speak to the table now."}, "Dan"},
	} {
		if text := said(t, test.prompt...); text != test.want && (test.want != "Dan" || !strings.Contains(text, "I vote for Dan")) {
			t.Errorf("%s: %q, want %q", name, text, test.want)
		}
	}
	for _, role := range []string{"WEREWOLF", "POSSESSED"} {
		if text := said(t, seated(role), dayOne); !strings.HasPrefix(text, "I am the seer. I divined ") {
			t.Errorf("the %s says %q", role, text)
		}
	}
}

// Whoever has spoken goes on: it doubts who claims its role, votes for that player and chooses so.
func TestThePlayerKeepsToItsWord(t *testing.T) {
	lines := []string{"Bob: I am the seer. I divined Ann and found a werewolf.", "Ann: I am the seer. I divined Dan and found a human."}
	if text := said(t, seated("SEER"), talked(lines...), dayOne); text != "Bob claims my role and lies. I suspect Bob." {
		t.Errorf("against a rival it says %q", text)
	}
	lines = append(lines, "Ann: Bob claims my role and lies. I suspect Bob.")
	vote := said(t, seated("SEER"), talked(lines...), dayOne)
	if !strings.HasSuffix(vote, "I vote for Bob.") {
		t.Errorf("it announces %q", vote)
	}
	offered := "You are asked to vote on who is executed.\n<candidates>\n- Cleo\n- Bob\n</candidates>"
	for name, said := range map[string]string{"Bob": vote, "Cleo": "I vote for Cleo."} {
		answer := Playing()(prompt(chooseForm, seated("SEER"), talked(append(lines, "Ann: "+said)...), strings.Split(dayOne, "You")[0], offered)).Text
		if !strings.Contains(answer, `"target":"`+name+`"`) {
			t.Errorf("after %q it votes %s", said, answer)
		}
	}
	again := prompt(wordForm, seated("SEER"), dayOne)
	again.Messages = append(again.Messages, llm.Message{Role: llm.Assistant, Text: "{}"}, llm.Message{Role: llm.User, Text: "again"})
	if text := Playing()(again).Text; !strings.Contains(text, `"utterance":"Over"`) {
		t.Errorf("asked again it says %s", text)
	}
}

// Claims are taken from the lines that are shown, with their numbers and words, in both languages; what is no claim is left.
func TestThePlayerExtractsWhatWasSaid(t *testing.T) {
	type entry struct {
		Day, Idx                              int
		Speaker, Quote, Role, Target, Species string
	}
	for _, test := range []struct {
		asks  string
		lines []string
		want  []entry
	}{
		{
			"List every claim in these lines:", []string{
				"#3 Bob: Well. I am the seer. I divined Dan and found a werewolf. So there.", "#4 Ann: I suspect Bob.", "#5 Cleo: I am a villager.",
				"#6 Bob: I am the seer. I divined Dan and found a werewolf.", "#7 Eve: My medium result is that Zoe was human.",
			}, []entry{
				{1, 3, "Bob", "I am the seer. I divined Dan and found a werewolf", "SEER", "Dan", "WEREWOLF"}, {1, 5, "Cleo", "I am a villager", "VILLAGER", "", ""},
				{1, 7, "Eve", "My medium result is that Zoe was human", "", "Zoe", "HUMAN"},
			},
		},
		{
			"次の発言から、すべて挙げてください。", []string{"#3 ボブ: 私は占い師です。アンさんを占ったところ人間でした。", "#4 アン: ボブさんが怪しいです。", "#5 クレオ: 私は霊媒師です。霊媒結果、ボブさんは人狼でした。"},
			[]entry{
				{1, 3, "ボブ", "私は占い師です。アンさんを占ったところ人間", "SEER", "アン", "HUMAN"},
				{1, 5, "クレオ", "私は霊媒師です。霊媒結果、ボブさんは人狼", "MEDIUM", "ボブ", "WEREWOLF"},
			},
		},
	} {
		var got struct{ Claims []entry }
		if err := json.Unmarshal([]byte(Playing()(prompt(claimForm, test.asks+"\n"+talked(test.lines...))).Text), &got); err != nil || len(got.Claims) != len(test.want) {
			t.Fatalf("%+v: %v", got, err)
		}
		for i, want := range test.want {
			if got.Claims[i] != want {
				t.Errorf("%+v, want %+v", got.Claims[i], want)
			}
		}
	}
}

// An utterance is sorted by what it does; words of roles in another language make no prompt one of that language.
func TestThePlayerSortsUtterances(t *testing.T) {
	const form = `{"type":"object","properties":{"content":{"type":"string"},"type":{"type":"string"},"to":{"type":"string"}},"required":["content","type","to"]}`
	asks := "Judge this. co: Only where the utterance itself has one of these words: villager, seer, 村人, 占い師. Else null;\n"
	for line, want := range map[string][2]string{
		"I am the seer. I divined Dan and found a human.": {"co", "all"}, "I divined Dan and found a werewolf.": {"negative", "all"},
		"I vote for Dan.": {"negative", "all"}, "I trust Dan.": {"positive", "all"}, "@Dan who are you?": {"question", "Dan"}, "It rains.": {"null", "all"},
	} {
		var got struct{ Content, Type, To string }
		text := Playing()(prompt(form, asks+talked("Bob: "+line))).Text
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.Content != line || [2]string{got.Type, got.To} != want {
			t.Errorf("%q: %s, %v, want %v", line, text, err, want)
		}
	}
}

// Allies are told of an enemy that they have not been told of, and of its guard where the prompt says so; then of the next.
func TestThePlayerWhispers(t *testing.T) {
	me := "You play Werewolf as Ann. Your role is WEREWOLF; you win with them. Werewolves beside you: Dan.\nIt is day 1, night. Living: Ann Bob Cleo Dan \n"
	topic := "Topic:\n<topic>\nNot yet shared with your teammates, players and what they said:\nPlayers who claim to be the seer\n" +
		"Bob: I am the seer. I divined Dan and found a werewolf.\nAlready shared with your teammates:\nCleo: I am the medium.\n</topic>\n"
	ask := "Tell them.\nYou speak to the werewolves alone now."
	want := "Bob claims to be the seer. Bob reported Dan as a werewolf."
	if text := said(t, me, topic, ask); text != want {
		t.Errorf("it whispers %q", text)
	}
	if text := said(t, me, topic, "Tell them: you must mention the guard.\nYou speak to the werewolves alone now."); !strings.HasPrefix(text, want+" The bodyguard may protect Bob") {
		t.Errorf("asked to warn it whispers %q", text)
	}
	if text := said(t, me, ask); !strings.Contains(text, "I want to attack ") || strings.Contains(text, "Dan") {
		t.Errorf("with nothing to share it whispers %q", text)
	}
}

// The answer follows from the prompt: not from what was asked before, nor from who asks at the same time.
func TestThePlayerAnswersByThePromptAlone(t *testing.T) {
	behave := Playing()
	asked := prompt(wordForm, seated("POSSESSED"), talked("Bob: I am the seer. I divined Cleo and found a human."), dayOne)
	want := behave(asked).Text
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			behave(prompt(wordForm, seated("SEER"), dayOne))
			later := asked
			later.N = n
			if text := behave(later).Text; text != want {
				t.Errorf("%s, and later %s", want, text)
			}
		})
	}
	all.Wait()
	if _, err := Find(Player().Name); err != nil {
		t.Error(err)
	}
}
