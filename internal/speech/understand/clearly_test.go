package understand

import (
	"testing"

	"wolfden/werewolf"
)

// What asserts a vote for Dov and what hints at best, as section 9.2 of Watanabe and Kano 2025 has it. The sentences are of the kinds that
// stand in its appendices A.13 and A.14: calls with reasons, questions to all, words on what others want, on a condition, and refused.
func TestAsserts(t *testing.T) {
	for text, want := range map[string]bool{
		// asserted
		"If you do not vote for Dov the village will be doomed.":                                            true,
		"If we don't vote for Dov, we'll lose!":                                                             true,
		"Unless everyone votes for Dov the wolves win.":                                                     true,
		"My claim stands against Bela's. Dov is the werewolf. We should vote him out! @Dov Nothing to say?": true,
		"Dov's calm is misdirection. If we let him live the regret will haunt us, so vote for Dov.":         true,
		"I vote for Dov and so should all of you.":                                                          true,
		"Execute Dov or we lose.":                                                                           true,
		"Please vote for Dov?":                                                                              true,
		"Let's vote for Dov, okay?":                                                                         true,
		"Why wait? Vote for Dov!":                                                                           true,
		"Bela claims to be the seer as well. Should we believe it? No. Everybody vote for Dov.":             true,
		"Dovさんに投票しなければ村は滅びます。":                                                                              true,
		"Dovさんに投票しないと負けてしまいますよ。":                                                                            true,
		"Dovさんに投票してください。":                                                                                   true,
		"Dovさんに投票してくれませんか？":                                                                                 true,
		"今日はDovさんを吊りましょう！みなさんはどう思いますか？":                                                                     true,
		"なぜ黙っているのですか？怪しいです。Dovさんに投票しましょう。":                                                                  true,
		// asked whether
		"Should we vote for Dov?": false,
		"Shall we vote for Dov?":  false,
		"Let me think. As nobody contests Bela's claim, should we consider Dov? Does anyone think otherwise? @Emil Do you suspect Bela's claim?": false,
		"Should we execute Dov today or wait?":  false,
		"Why should we all vote for Dov today?": false,
		"Is it wise to vote for Dov?":           false,
		"Why would I ask you to vote for Dov?":  false,
		"Vote for Dov? Never.":                  false,
		"Dovさんに投票すべきでしょうか？":                     false,
		"Dovさんに投票しましょうか？":                       false,
		"Dovさんを処刑するべきですか？":                      false,
		"なぜDovさんに投票すべきなのですか？":                   false,
		"Dovさんに投票するべきかどうか、迷っています。":              false,
		// reported, on a condition, refused, somebody else's
		"According to Emil we should vote for Dov.":          false,
		"Only a werewolf would ask you to vote for Dov.":     false,
		"If he does not answer, vote for Dov.":               false,
		"Unless Dov explains, we should vote for Dov.":       false,
		"If Dov turns out to be a wolf, let's vote for Dov.": false,
		"Emil asked everybody to vote for Dov.":              false,
		"\"Vote for Dov!\" said Emil.":                       false,
		"@Bela Your votes for Dov are interesting.":          false,
		"I refuse to vote for Dov.":                          false,
		"If we vote for Dov we lose.":                        false,
		"Dovさんに投票しろと言われました。":                                 false,
		"Dovさんを吊るべきではない。":                                    false,
		"Dovさんに投票すると村は滅びます。":                                 false,
		"EmilさんはDovさんに投票してくださいと言っていました。":                     false,
		"Dovさんが人狼なら、Dovさんに投票しましょう。":                          false,
		// without a clear word
		"Maybe we should vote for Dov.":     false,
		"Perhaps we could vote for Dov.":    false,
		"Perhaps I am wrong. Vote for Dov.": true,
		"Dovさんに投票した方がいいかもしれません。":            false,
		"人狼かもしれません。Dovさんに投票しましょう。":          true,
		// evoked
		"I do not trust Dov.": false,
		"Is it not suspicious how Dov speaks? It looks like a werewolf's way.":               false,
		"Do not let Dov's hasty claim sway us! @Dov Voting for Bela looks like a diversion.": false,
		"Dovさんは怪しくないですか？":                                                                    false,
	} {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		table := Table{Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Roles: rules.Roles, Specs: rules.Table}
		u := werewolf.Utterance{Day: 1, Seat: 1, Text: text}
		if got := Asserts(table, u, New(table).Hear(u, false), 4); got != want {
			t.Errorf("%q: %v, want %v (%v)", text, got, want, New(table).Hear(u, false))
		}
	}
}
