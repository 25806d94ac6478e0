package critic

import (
	"fmt"
	"strings"
	"testing"

	"wolfden/internal/chronicle"
)

// tables are the names at the table, by language.
var tables = map[string][]string{
	"en": {"Anna", "Ben", "Clara", "David", "Emma"},
	"ja": {"アンナ", "ベン", "クララ", "ダビド", "エマ"},
}

// game makes a game of five of lines "day name: words", "day voted name name", "day executed name" and "day
// attacked name".
func game(t *testing.T, lang, script string) *chronicle.Game {
	t.Helper()
	names := tables[lang]
	roles := []string{"SEER", "VILLAGER", "MEDIUM", "POSSESSED", "WEREWOLF"}
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "0,status,%d,%s,ALIVE,%s,%s\n", i+1, roles[i], "client"+fmt.Sprint(i+1), name)
	}
	seat := func(name string) int {
		for i, n := range names {
			if n == name {
				return i + 1
			}
		}
		t.Fatalf("nobody is called %q", name)
		return 0
	}
	for i, line := range strings.Split(strings.TrimSpace(script), "\n") {
		day, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if who, text, said := strings.Cut(rest, ": "); said {
			fmt.Fprintf(&b, "%s,talk,%d,%d,%d,%s\n", day, i, i/5, seat(who), text)
			continue
		}
		what, who, _ := strings.Cut(rest, " ")
		if voter, target, voted := strings.Cut(who, " "); voted {
			fmt.Fprintf(&b, "%s,vote,%d,%d\n", day, seat(voter), seat(target))
		} else if what == "executed" {
			fmt.Fprintf(&b, "%s,execute,%d,%s\n", day, seat(who), roles[seat(who)-1])
		} else {
			fmt.Fprintf(&b, "%s,attack,%d,true\n", day, seat(who))
		}
	}
	g, err := chronicle.Read([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// kindsOf are the kinds of what is found in a script, in order.
func kindsOf(t *testing.T, lang, script string) (all []string) {
	t.Helper()
	g := game(t, lang, script)
	for _, f := range Read(g).Findings {
		all = append(all, f.Kind.String())
	}
	return all
}

// chatter is so many turns of words that nobody else says.
func chatter(turns int) (script string) {
	words := [...]string{"wind", "rain", "snow", "hail", "fog", "frost", "thunder", "heat", "mud", "dew"}
	for _, w := range words[:turns] {
		script += "1 Emma: " + w + " again.\n"
	}
	return script
}

func TestKinds(t *testing.T) {
	for _, c := range []struct{ lang, script, want string }{
		// Claims.
		{"en", "1 Anna: I am the seer.\n1 Anna: I am the medium and I have been from the start.", "claim"},
		{"en", "1 Anna: I am the seer.\n1 Anna: I take back my claim. I am a villager.", ""},
		{"en", "1 Anna: I am the seer.\n1 Anna: I am not the seer. I take back what I claimed.", ""},
		{"en", "1 Anna: I am the seer.\n1 Anna: I am the possessed. I made all my results up for one of you.", ""},
		{"en", "1 Anna: I am the seer.\n1 Ben: @Anna whom did you divine?\n1 Anna: @Ben I have no such power.", "claim"},
		{"ja", "1 アンナ: 私は占い師です。\n1 アンナ: 私はただの村人です。", "claim"},
		{"ja", "1 アンナ: 私は占い師です。\n1 アンナ: 私が占い師です。ベンさんを占って白でした。", ""},
		// Results.
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n2 Anna: I divined Ben and Ben is a werewolf.", "result"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n1 Anna: I divined Clara and Clara is a werewolf.", "result"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n2 Anna: I divined Clara and Clara is a werewolf.", ""},
		{"ja", "1 アンナ: 私は占い師です。ベンさんを占って白でした。\n2 アンナ: ベンさんを占って黒でした。", "result"},
		{"en", "1 Clara: As medium I can tell you Ben was human.", "result"},
		{"en", "1 Clara: I am the medium and the spirits say that Ben was a werewolf.", "result"},
		{"en", "1 executed Ben\n2 Clara: As medium I can tell you Ben was human.", ""},
		{"ja", "1 クララ: 霊媒師として申し上げます。ベンさんは人間でした。", "result"},
		{"ja", "1 executed ベン\n2 クララ: 霊媒師として申し上げます。ベンさんは人間でした。", ""},
		// Words for the village from the possessed.
		{"en", "1 Anna: I am the possessed.\n1 Anna: We must find the wolf while we can.", "claim"},
		{"en", "1 Anna: I am the possessed.\n1 Anna: I do not play for the village.", ""},
		{"en", "1 Anna: I am the possessed.\n1 Anna: I take that back. I am a villager and I play for the village.", ""},
		{"en", "1 Anna: I am the possessed. I will vote for Ben.", ""},
		{"ja", "1 アンナ: 私は狂人です。\n1 アンナ: 一緒に人狼を見つけましょう。", "claim"},
		{"ja", "1 アンナ: 私は狂人です。\n1 アンナ: 村を守るつもりはありません。", ""},
		// Votes beside suspicions.
		{"en", "1 Anna: I suspect Ben. I vote for Clara.", "vote"},
		{"en", "1 Anna: I suspect Ben. I vote for Ben.", ""},
		{"en", "1 Anna: I suspect Ben. But I vote for Clara.", ""},
		{"en", "1 Anna: I suspect Ben. I vote for Clara. Clara has gone back and forth between two stories since the morning.", ""},
		{"ja", "1 アンナ: ベンさんが怪しいです。クララさんに投票します。", "vote"},
		{"ja", "1 アンナ: ベンさんが怪しいです。ただ、クララさんに投票します。", ""},
		{"ja", "1 アンナ: @クララ ベンさんにはまだ何の印象もありません。\n1 アンナ: ベンさんに投票します。", "vote"},
		{"ja", "1 アンナ: @クララ ベンさんにはまだ何の印象もありません。\n1 アンナ: ベンさんに投票します。ベンさんへの見方が、ようやく固まりました。", ""},
		{"en", "1 Anna: @Clara I cannot read Ben either way.\n1 Anna: My vote is for Ben. I have thought about Ben once more.", ""},
		{"en", "1 Anna: @Clara I cannot read Ben either way.\n1 Anna: My vote is for Ben. I was undecided about them, and that has changed.", ""},
		{"ja", "1 アンナ: @クララ ベンさんにはまだ何の印象もありません。\n1 アンナ: ベンさんに投票します。ベンさんについて、もう一度考えました。", ""},
		{"en", "1 Ben: I suspect Clara.\n1 Anna: Ben has named Clara, and that is where my vote goes.\n1 Anna: I have heard it all, and I stick with Clara.", ""},
		{"en", "1 Anna: My vote is for Ben.\n1 Anna: @Clara I will not move. You are wrong about me, David, and I'd rather you saw it before the vote.", ""},
		{"en", "1 Anna: Only one of us is right about Ben.", ""},
		{"en", "1 Anna: Only three of us are left.", "no-event"},
		// Suspicions.
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n1 Anna: Call it instinct. I suspect Ben.", "suspicion"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n1 Anna: Call it instinct. I suspect Clara.", ""},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is a werewolf.\n1 Anna: I suspect Ben. It is no more than a feeling.", "suspicion"},
		{"en", "1 Anna: I am the seer.\n1 Ben: I am the seer.\n1 Clara: Anna looks honest to me. I believe Ben.", "suspicion"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n1 Ben: I am the real seer and Anna is lying.\n1 Anna: Ben is lying. I suspect Ben.", ""},
		{"ja", "1 アンナ: 私は占い師です。ベンさんを占って白でした。正直、ベンさんを疑っています。", "suspicion"},
		{"en", "1 Anna: I am the seer.\n1 Ben: I am the seer.\n1 Ben: I take back my claim. I am not the seer.\n1 Ben: Anna looks honest to me.", ""},
		{"en", "1 Anna: I am the seer.\n1 Ben: I am the seer.\n1 Ben: Anna looks honest to me.", "suspicion"},
		{"en", "1 Anna: I am the werewolf. Please do not be angry but I suspect Ben.", "suspicion"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is a werewolf.\n1 Clara: I am the seer.\n1 David: The result of Anna against Ben is the strongest thing we have. Clara looks honest to me.", "suspicion"},
		{"en", "1 Anna: I suspect Ben.\n1 Clara: My suspicion falls on Ben. A seer at last and I hope Ben lives through the night.", "praise"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is a werewolf.\n1 Ben: @Clara I believe Anna and have no quarrel there.", "suspicion"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is a werewolf.\n1 Anna: I take back my claim. I am a villager.\n1 Ben: @Clara Anna looks honest to me.", ""},
		{"ja", "1 アンナ: 私は占い師です。ベンさんを占って黒でした。\n1 ベン: アンナさんは信用できます。", "suspicion"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human. Ben sounds honest to me although I have no proof.", "suspicion"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is a werewolf. Clara sounds honest to me although I have no proof. I suspect Ben.", ""},
		{"en", "1 executed David\n2 Ben: I suspect Clara.\n2 Anna: I am the medium. My medium result says that David was a werewolf. I agree with Ben about Clara. Call it instinct.", ""},
		{"en", "1 Clara: @Anna what do you think of Ben?\n1 Anna: Clara, you will have my answer when I am sure myself. I suspect Ben.", "suspicion"},
		{"en", "1 Clara: @Anna what do you think of Ben?\n1 Anna: Clara, you will have my answer when I am sure myself. But I suspect Ben.", ""},
		{"en", "1 Clara: @Anna what do you think of Ben?\n1 Anna: Clara, you will have my answer when I am sure myself. What a long day.", ""},
		{"en", "1 Clara: @Anna what do you think of Ben?\n1 Anna: @Ben it is the small contradictions that give a liar away. Clara, I wish I knew.", ""},
		{"ja", "1 クララ: @アンナ ベンさんをどう思いますか？\n1 アンナ: クララさん、すぐには答えられません。ベンさんに投票します。", "suspicion"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is a werewolf.\n1 Anna: Trusting Ben could cost us the village.", ""},
		// Whoever tells a werewolf result against the speaker lies: only that teller is at fault here.
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n1 Ben: I am the medium. My result says that Anna is a werewolf.\n1 Anna: I suspect Ben.\n1 Anna: I vote for Ben.", "claim result"},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n1 Ben: I am the medium.\n1 Anna: I suspect Ben.\n1 Anna: I vote for Ben.", "suspicion vote"},
		// Votes.
		{"en", "1 Anna: I will vote for Ben.\n1 Anna: Forget my vote for Ben. Let us vote for Clara today.", ""},
		{"en", "1 Anna: I will vote for Ben. My vote goes to Clara.", "vote"},
		{"en", "1 Anna: I will vote for Ben.\n1 Anna: I was going for Ben until now. My vote goes to Clara.", ""},
		{"en", "1 Anna: I am the seer. I divined Ben and Ben is human.\n1 Anna: I will vote for Ben.", "vote"},
		{"ja", "1 アンナ: ベンさんに投票します。クララさんに投票します。", "vote"},
		// Praise and blame.
		{"en", "1 Ben: I trust Anna.\n1 Anna: My vote goes to Ben. Thank you Ben and I can confirm that result is right.", "praise"},
		{"en", "1 Anna: Ben looks honest to me. I suspect Ben.", "praise"},
		{"en", "1 Anna: Ben looked honest to me yesterday. I suspect Ben.", ""},
		{"en", "1 Anna: Ben looks honest to me. But I suspect Clara.", ""},
		{"ja", "1 アンナ: ベンさんは信用できます。ベンさんが怪しいです。", "praise"},
		{"ja", "1 アンナ: ベンさんは信用できます。しかし、ベンさんが怪しいです。", ""},
		{"en", "1 Anna: I trust Ben.\n1 Clara: What a lovely evening.\n1 Anna: I will vote for Ben.", "praise"},
		{"en", "1 Anna: I trust Ben.\n1 Clara: I suspect Ben.\n1 Anna: I will vote for Ben.", ""},
		{"en", "1 Anna: I trust Ben.\n1 Anna: I no longer believe Ben. I will vote for Ben.", ""},
		{"en", "1 Anna: I trust Ben.\n2 Anna: I will vote for Ben.", ""},
		{"ja", "1 アンナ: ベンさんは信用できます。\n1 アンナ: ベンさんに投票します。", "praise"},
		{"ja", "1 アンナ: 私は占い師です。ベンさんを占って白でした。\n1 アンナ: ベンさんは人間でも、狼のために嘘をついています。", ""},
		{"en", "1 Ben: I suspect Anna.\n1 Anna: Ben, you will find that I am on your side. My vote goes to Ben.", "praise"},
		{"en", "1 Ben: I suspect Anna.\n1 Anna: Ben, you will find that I am on your side. But my vote goes to Ben.", ""},
		{"en", "1 Anna: I trust Ben.\n1 Ben: @Anna whom do you suspect?\n1 Clara: @Ben how do you see David?\n1 Ben: I cannot read David either way so far.\n1 Anna: I will vote for Ben.", "praise"},
		{"en", "1 Anna: I trust Ben.\n1 Ben: I am the seer.\n1 Anna: I will vote for Ben.", ""},
		{"en", "1 Anna: Ben was right about Clara and that is no matter of luck. I suspect Ben.", "praise"},
		{"ja", "1 アンナ: 私はベンさんの味方です。ベンさんに投票します。", "praise"},
		{"ja", "1 アンナ: ベンさんは信用できません。ベンさんに投票します。", ""},
		{"en", "1 Anna: @Ben whom do you suspect?\n1 Ben: Well said Anna. I suspect Clara.\n1 Ben: @Anna it is the small contradictions that give a liar away.", ""},
		// Praise of a rival.
		{"en", "1 Anna: I am the seer.\n1 Ben: I am the seer.\n1 Ben: I hope Anna lives through the night.", "suspicion"},
		{"en", "1 Anna: I am the seer.\n1 Ben: I am the seer.\n1 Clara: I hope Anna lives through the night.", ""},
		{"en", "1 Anna: I am the seer.\n1 Ben: I am the seer.\n1 Ben: I agree with Anna about Clara.\n1 Ben: Anna is right.", "no-word"},
		{"en", "1 Anna: I am the seer. I divined Clara and Clara is human.\n1 Ben: I am the seer. I divined Clara and Clara is a werewolf.\n1 Ben: Anna has my ear.", "suspicion"},
		{"ja", "1 アンナ: 私は占い師です。\n1 ベン: 私は占い師です。\n1 ベン: アンナさんを取ります。", "suspicion"},
		{"ja", "1 アンナ: 私は占い師です。\n1 ベン: 私は占い師です。\n1 ベン: アンナさんは信用できません。", ""},
		{"en", "1 Anna: I am the seer.\n1 Ben: I am the seer. I will vote for Anna.\n1 Ben: Change of plan! I will vote for Clara and leave Anna alone.", ""},
		// A result against one's own.
		{"en", "1 Anna: I am the seer. I divined Clara and Clara is human.\n1 executed Clara\n2 Ben: I am the medium. The spirits tell me that Clara was a werewolf.\n2 Anna: I trust Ben.", "suspicion"},
		{"en", "1 Anna: I am the seer. I divined Clara and Clara is human.\n1 executed Clara\n2 Ben: I am the medium. The spirits tell me that Clara was human.\n2 Anna: I trust Ben.", ""},
		// A vote for nothing.
		{"en", "1 Anna: Ben is somewhere in the middle of my list. My vote goes to Ben.", "vote"},
		{"en", "1 Anna: Ben is somewhere in the middle of my list. Something about the way Ben talks does not sit right with me. My vote goes to Ben.", ""},
		{"en", "1 Anna: Ben is somewhere in the middle of my list. My vote goes to Ben because nobody else is left.", ""},
		{"en", "1 Anna: Ben is somewhere in the middle of my list. Still my vote goes to Ben.", ""},
		{"en", "1 Anna: I cannot read Ben either way so far.\n1 Clara: @Ben what do you think of David?\n1 Anna: My vote goes to Ben.", "vote"},
		{"en", "1 Anna: I cannot read Ben either way so far.\n1 Clara: I suspect Ben.\n1 Anna: My vote goes to Ben.", ""},
		{"ja", "1 アンナ: ベンさんは保留です。ベンさんに投票します。", "vote"},
		{"ja", "1 アンナ: @ベン クララさんは真ん中くらいに置いています。今日はベンさんに投票するつもりです。", ""},
		{"ja", "1 クララ: 私は占い師です。ベンさんを占って黒でした。\n1 アンナ: ベンさんは保留です。クララさんの黒判定は重いです。ベンさんに投票します。", ""},
		{"ja", "1 アンナ: ベンさんは保留です。話し方に違和感があるからです。ベンさんに投票します。", ""},
		// Claims that were not made.
		{"en", "1 Anna: I am the seer.\n1 Ben: Nobody has claimed to be the seer yet.", "no-claim"},
		{"en", "1 Ben: Nobody has claimed to be the seer yet.", ""},
		{"en", "1 Anna: I am the seer.\n1 Ben: We have three players who claim to be the seer and only one of them can be honest.", "no-claim"},
		{"en", "1 Anna: I am the seer.\n1 Ben: The claimants will sort each other out so I look at the rest and there I see Emma.", "no-claim"},
		{"en", "1 Anna: I am the seer.\n1 Clara: I am the seer.\n1 Ben: The claimants will sort each other out so I look at the rest and there I see Emma.", ""},
		{"ja", "1 アンナ: 私は占い師です。\n1 ベン: 占い師が二人もいて、混乱しています。", "no-claim"},
		{"ja", "1 アンナ: 私は占い師です。\n1 ベン: まだ誰も占い師を名乗っていません。", "no-claim"},
		// Votes that nobody announced.
		{"en", "1 Anna: I suspect Ben.\n1 Clara: The table has made up its mind and I follow. I will vote for David.", "no-vote"},
		{"en", "1 Anna: I will vote for David.\n1 Ben: I will vote for David.\n1 Clara: The table has made up its mind and I follow. I will vote for David.", ""},
		{"ja", "1 アンナ: ベンさんが怪しいです。\n1 クララ: 皆さんに合わせて、ダビドさんに投票します。", "no-vote"},
		{"en", "1 Ben: I will vote for David.\n1 Clara: I will vote for David.\n1 Anna: I am the seer. I divined David and David is a werewolf.\n" +
			"1 Anna: The table has made up its mind and I follow. I will vote for David.", "no-vote"},
		{"en", "1 voted Anna Ben\n1 executed Ben\n2 Clara: Anna helped to vote Ben out who was one of us.", ""},
		{"en", "1 voted Anna Ben\n1 executed David\n1 attacked Ben\n2 Clara: Anna helped to vote Ben out who was one of us.", "no-vote"},
		{"en", "1 voted Anna Ben\n1 executed David\n1 attacked Ben\n2 Clara: Anna voted for Ben who was innocent.", ""},
		{"ja", "1 voted アンナ ベン\n1 executed ダビド\n1 attacked ベン\n2 クララ: ベンさんが消えた日、アンナさんはベンさんに票を入れていました。", "no-vote"},
		// Words that nobody said.
		{"en", "1 Anna: I suspect Ben.\n1 Clara: Look elsewhere David because voting me out only helps the wolves.", "no-word"},
		{"en", "1 David: I suspect Clara.\n1 Clara: Look elsewhere David because voting me out only helps the wolves.", ""},
		{"en", "1 Anna: I suspect Ben.\n1 Clara: According to David there is no wolf in Ben.", "no-word"},
		{"ja", "1 アンナ: ベンさんが怪しいです。\n1 クララ: ダビドさん、それは誤解です。", "no-word"},
		{"ja", "1 ダビド: クララさんが怪しいです。\n1 クララ: ダビドさん、それは誤解です。", ""},
		{"ja", "1 アンナ: 私が占い師です。昨夜はベンさんを占いました。結果は人狼でした。\n1 クララ: ベンさんの件はアンナさんに賛成です。", ""},
		// Events that did not happen.
		{"en", "1 executed Ben\n1 attacked Clara\n2 Anna: Nobody died last night.", "no-event"},
		{"en", "1 executed Ben\n2 Anna: Nobody died last night.", ""},
		{"en", "1 executed Ben\n2 Anna: I will vote for Ben.", "no-event"},
		{"ja", "1 executed ベン\n1 attacked クララ\n2 アンナ: ダビドさんが襲われました。", "no-event"},
		{"en", "1 executed Ben\n2 Anna: @Ben whom do you suspect?", "no-event"},
		{"en", "1 executed Ben\n2 Anna: @David whom do you suspect?\n2 David: I suspect Emma.", ""},
		{"ja", "1 executed ベン\n2 アンナ: @ベン 誰が怪しいと思いますか？", "no-event"},
		// Questions.
		{"en", "1 Anna: @Ben whom do you suspect?\n1 Ben: What a lovely evening.", "unanswered"},
		{"en", "1 Anna: @Ben whom do you suspect?\n1 Ben: I suspect Clara.", ""},
		{"en", "1 Anna: @Ben whom do you suspect?\n1 Ben: I have not made up my mind yet.", ""},
		{"en", "1 Anna: @Ben whom do you suspect?", ""},
		{"en", "1 Anna: @Ben how do you see Clara at the moment?\n1 Ben: @Anna I will speak about my role when it helps the village.", "evaded"},
		{"ja", "1 アンナ: @ベン 誰を疑っていますか？\n1 ベン: いい夜ですね。", "unanswered"},
		// An answer speaks to what was asked.
		{"en", "1 Anna: @Ben whom will you vote for today?\n1 Ben: @Anna that is all I hear from you. What a lovely evening.", "unanswered"},
		{"en", "1 Anna: @Ben whom will you vote for today?\n1 Ben: @Anna nothing is decided yet. David looks honest to me.", "unanswered"},
		{"en", "1 Anna: @Ben whom will you vote for today?\n1 Ben: Clara is the one who worries me.", ""},
		{"en", "1 Anna: @Ben whom will you vote for today?\n1 Ben: Anna, I cannot tell yet.", ""},
		{"en", "1 Anna: @Ben what do you think of Clara?\n1 Ben: @Anna I suspect David.", "unanswered"},
		{"en", "1 Anna: @Ben what do you think of Clara?\n1 Ben: @Clara whom do you suspect?\n1 Clara: I suspect David.", "unanswered"},
		{"en", "1 Anna: @Ben what do you think of Clara?\n1 Ben: @Anna I cannot read Clara either way so far.", ""},
		{"en", "1 Anna: @Ben what do you think of Clara?\n1 Ben: @Anna I cannot read David either way so far.", "unanswered"},
		{"en", "1 Clara: I am the seer.\n1 David: I am the seer.\n1 Anna: @Ben what do you think of Clara?\n1 Ben: David is our real seer.", ""},
		{"en", "1 Clara: I am the seer.\n1 David: I am the seer.\n1 Anna: @Ben what do you think of Clara?\n1 Ben: It all hangs on David.", ""},
		{"en", "1 Clara: I am the seer.\n1 David: I am the seer.\n1 David: @Ben what do you think of Clara?\n1 Ben: @David it is late.", "unanswered"},
		{"en", "1 Clara: I am the seer.\n1 Anna: @Clara what is your result?\n1 Clara: @Anna I will vote for Ben.", "unanswered"},
		{"en", "1 Clara: I am the seer.\n1 Anna: @Clara what is your result?\n1 Clara: I divined Ben and Ben is human.", ""},
		{"en", "1 Anna: @Clara what is your role?\n1 Clara: I would rather not say who I am yet.", ""},
		{"en", "1 Clara: I suspect Anna.\n1 Anna: @Clara why do you suspect me?\n1 Clara: I will vote for Anna.", "unanswered"},
		{"en", "1 Clara: I suspect Anna.\n1 Anna: @Clara why do you suspect me?\n1 Clara: Something about the way David talks does not sit right with me.", "unanswered"},
		{"en", "1 Clara: I suspect Anna.\n1 Anna: @Clara why do you suspect me?\n1 Clara: Anna changed sides in the middle of the day.", ""},
		{"en", "1 Clara: I suspect Anna.\n1 Anna: @Clara why do you suspect me?\n1 Clara: Call it instinct.", ""},
		{"en", "1 Clara: I am the seer. I divined Ben and Ben is a werewolf.\n1 Anna: Clara named Ben. @Ben what do you say to that?\n1 Ben: @Anna Clara is a fake.", ""},
		{"en", "1 Clara: I am the seer. I divined Ben and Ben is a werewolf.\n1 Anna: Clara named Ben. @Ben what do you say to that?\n1 Ben: @Anna nobody has vouched for David so far.", "unanswered"},
		{"ja", "1 クララ: アンナさんが怪しいです。\n1 アンナ: @クララ 私を疑う理由を聞かせてください。\n1 クララ: ベンさんの言葉は軽くないです。アンナさんを見たいです。", ""},
		{"ja", "1 クララ: アンナさんが怪しいです。\n1 アンナ: @クララ 私を疑う理由を聞かせてください。\n1 クララ: ベンさんの言葉は軽くないです。ダビドさんを見たいです。", "unanswered"},
		{"en", "1 Anna: @Ben what would you like for dinner?\n1 Ben: What a lovely evening.", ""},
		{"ja", "1 アンナ: @ベン 誰に投票しますか？\n1 ベン: アンナさん、いい夜ですね。", "unanswered"},
		{"ja", "1 アンナ: @ベン 誰に投票しますか？\n1 ベン: クララさんが怪しいです。", ""},
		{"ja", "1 アンナ: @ベン クララさんをどう思いますか？\n1 ベン: @アンナ ダビドさんが怪しいです。", "unanswered"},
		{"ja", "1 アンナ: @ベン クララさんをどう思いますか？\n1 ベン: 名前を挙げるには早いと感じています。", ""},
		{"ja", "1 クララ: 私は占い師です。\n1 アンナ: @クララ 占い結果を教えてください。\n1 クララ: アンナさん、ベンさんに投票します。", "unanswered"},
		{"ja", "1 クララ: アンナさんが怪しいです。\n1 アンナ: @クララ 私を疑う理由を聞かせてください。\n1 クララ: ダビドさんの話し方に違和感がありました。", "unanswered"},
		{"ja", "1 クララ: アンナさんが怪しいです。\n1 アンナ: @クララ 私を疑う理由を聞かせてください。\n1 クララ: アンナさんの話し方に違和感がありました。", ""},
		// Templates.
		{"en", "1 Anna: Nobody has vouched for Clara so far.\n1 Ben: Nobody has vouched for David so far.", "template"},
		{"en", "1 Anna: Nobody has vouched for Clara so far.\n1 Anna: Nobody has vouched for David so far.", ""},
		{"en", "1 Anna: I will vote for Clara.\n1 Ben: I will vote for Clara.", ""},
		{"ja", "1 アンナ: クララさんの考えがまるで見えてきません。\n1 ベン: ダビドさんの考えがまるで見えてきません。", "template"},
		{"ja", "1 アンナ: クララさんの正体は、私がこの目で見ました。\n1 ベン: ダビドの正体は、俺がこの目で見たぜ。", "template"},
		{"ja", "1 アンナ: クララさんが嘘をついていることは、私が一番よく知っています。\n1 ベン: ダビドが嘘をついてることは、わしが一番よく知っておる。", "template"},
		{"ja", "1 アンナ: @ベン 勘と理屈、どちらを信じますか？\n1 ベン: @クララ 勘と理屈、どっちを信じる？", "template"},
		{"ja", "1 アンナ: 昨日の夜のことを、もう一度思い出したいです。\n1 ベン: 昨日の夜のことは、誰も話したがりません。", ""},
		{"ja", "1 アンナ: クララさんが何を考えているのか、よく分かりません。\n1 ベン: ダビドさんが何を考えているのか、私は知っています。", ""},
		{"ja", "1 アンナ: この村は昨日から少しも変わっていません。\n1 ベン: この村は昨日から少しも変わっていませんか？", ""},
		// A template counts among ten turns of words, of one day.
		{"en", "1 Anna: Nobody has vouched for Clara so far.\n" + chatter(9) + "1 Ben: Nobody has vouched for David so far.", "template"},
		{"en", "1 Anna: Nobody has vouched for Clara so far.\n" + chatter(10) + "1 Ben: Nobody has vouched for David so far.", ""},
		{"en", "1 Anna: Nobody has vouched for Clara so far.\n2 Ben: Nobody has vouched for David so far.", ""},
		// Registers.
		{"ja", strings.Repeat("1 アンナ: 私はまだ迷っています。\n", 6) + "1 アンナ: クララさんが一番怪しいと思うぜ。", "register"},
		{"ja", strings.Repeat("1 アンナ: 私はまだ迷っています。\n", 5) + "1 アンナ: クララさんが一番怪しいと思うぜ。", ""},
		{"ja", "1 アンナ: 私はまだ迷っています。クララさんが一番怪しいと思うぜ。", "register"},
		{"ja", "1 アンナ: 私は村人です。クララさんが怪しいかな。", ""},
		{"ja", "1 アンナ: 私は人間です。\n1 アンナ: 俺を信じてください。", "register"},
		{"en", "1 Anna: With all due respect I disagree. Nah dude that is just wrong.", "register"},
		// Tics.
		{"ja", "1 アンナ: 正直、迷っています。\n1 アンナ: 正直、まだ決められません。", "tic"},
		{"ja", "1 アンナ: 正直、迷っています。\n1 ベン: 正直、まだ決められません。\n2 アンナ: 正直、まだ迷っています。", ""},
		{"en", "1 Anna: Okay so Mateo is lying.\n2 Anna: Okay so this goes on.", ""},
		{"en", "1 Anna: Okay so Mateo is lying. Okay so this goes on.", "tic"},
	} {
		if got := strings.Join(kindsOf(t, c.lang, c.script), " "); got != c.want {
			t.Errorf("%s\n%s\nfound %q, want %q", c.lang, c.script, got, c.want)
		}
	}
}
