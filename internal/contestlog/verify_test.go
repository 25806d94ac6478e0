package contestlog

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A log of seven with a bodyguard, a medium and two werewolves, who whisper on
// day 0 in the morning and in the evening, as on a server that counts every
// phase anew. The second attack is guarded.
const wolvesWin = `0,status,1,WEREWOLF,ALIVE,a1,Mio
0,status,2,WEREWOLF,ALIVE,b1,Kei
0,status,3,SEER,ALIVE,c1,Ren
0,status,4,BODYGUARD,ALIVE,d1,Aoi
0,status,5,MEDIUM,ALIVE,e1,Sora
0,status,6,VILLAGER,ALIVE,f1,Umi
0,status,7,VILLAGER,ALIVE,g1,Rin
0,whisper,0,0,1,We are two
0,whisper,1,0,2,Over
0,talk,0,0,6,Hello
0,whisper,2,0,2,Attack 3
0,whisper,3,0,1,Over
0,divine,3,6,HUMAN
1,status,1,WEREWOLF,ALIVE,a1,Mio
1,status,2,WEREWOLF,ALIVE,b1,Kei
1,status,3,SEER,ALIVE,c1,Ren
1,status,4,BODYGUARD,ALIVE,d1,Aoi
1,status,5,MEDIUM,ALIVE,e1,Sora
1,status,6,VILLAGER,ALIVE,f1,Umi
1,status,7,VILLAGER,ALIVE,g1,Rin
1,talk,0,0,1,I am the seer
1,vote,1,6
1,vote,2,6
1,vote,3,1
1,vote,4,6
1,execute,6,VILLAGER
1,divine,3,1,WEREWOLF
1,whisper,0,0,2,Attack 3
1,guard,4,3,SEER
1,attackVote,1,3
1,attackVote,2,3
1,attack,3,false
2,status,1,WEREWOLF,ALIVE,a1,Mio
2,status,2,WEREWOLF,ALIVE,b1,Kei
2,status,3,SEER,ALIVE,c1,Ren
2,status,4,BODYGUARD,ALIVE,d1,Aoi
2,status,5,MEDIUM,ALIVE,e1,Sora
2,status,6,VILLAGER,DEAD,f1,Umi
2,status,7,VILLAGER,ALIVE,g1,Rin
2,vote,1,4
2,vote,2,4
2,execute,4,BODYGUARD
2,divine,3,2,WEREWOLF
2,attackVote,1,3
2,attackVote,2,7
2,attack,7,true
3,status,1,WEREWOLF,ALIVE,a1,Mio
3,status,2,WEREWOLF,ALIVE,b1,Kei
3,status,3,SEER,ALIVE,c1,Ren
3,status,4,BODYGUARD,DEAD,d1,Aoi
3,status,5,MEDIUM,ALIVE,e1,Sora
3,status,6,VILLAGER,DEAD,f1,Umi
3,status,7,VILLAGER,DEAD,g1,Rin
3,result,2,2,WEREWOLF`

// lineChange is one line of a log made another, or, without a text, removed. Lines
// are those of the log as it is, from 1; a text with line feeds is several.
type lineChange struct {
	line int
	text string
}

func withLines(log string, changes ...lineChange) string {
	lines := strings.Split(log, "\n")
	for _, c := range changes {
		lines[c.line-1] = c.text
	}
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), "\n")
}

// noNames is the log as old servers wrote it.
func noNames(log string) string {
	for _, name := range []string{"Mio", "Kei", "Ren", "Aoi", "Sora"} {
		log = strings.ReplaceAll(log, "1,"+name+"\n", "1\n")
	}
	return log
}

// A file in which nothing fits is given up at some point.
func TestVerifyHopeless(t *testing.T) {
	log := villageWins[:strings.Index(villageWins, "0,talk")] + strings.Repeat("0,talk,5,0,9,boo\n", 5000)
	findings := Verify(readLog(t, []byte(log)))
	if n := len(findings); n > 1100 || !strings.Contains(findings[n-1].Text, "more than 1000 findings: the rest is not judged") {
		t.Errorf("%d findings, the last %v", n, findings[n-1])
	}
	if rec, findings := new(Log).Record(); rec != nil || len(mismatches(findings)) != 1 {
		t.Errorf("an empty contest: %v, %v", rec, findings)
	}
}

func TestVerify(t *testing.T) {
	const m, w = Mismatch, Warning
	lost := withLines(villageWins, lineChange{32, "2,status,5,VILLAGER,,omega1,Sora"}, lineChange{36, ""}, lineChange{42, "3,status,5,VILLAGER,,omega1,Sora"})
	werewolvesLost := strings.NewReplacer("WEREWOLF,ALIVE,a1", "WEREWOLF,,a1", "WEREWOLF,ALIVE,b1", "WEREWOLF,,b1").Replace(withLines(
		strings.Join(strings.SplitAfter(wolvesWin, "\n")[13:39], ""), lineChange{8, ""}, lineChange{9, ""}, lineChange{10, ""}, lineChange{11, "1,vote,3,6"},
		lineChange{14, ""}, lineChange{15, ""}, lineChange{17, ""}, lineChange{18, ""}, lineChange{19, ""}))
	werewolvesLost = strings.Join(strings.SplitAfter(wolvesWin, "\n")[:13], "") + werewolvesLost + "\n2,talk,0,0,3,Hm\n" +
		strings.ReplaceAll(werewolvesLost[strings.Index(werewolvesLost, "2,status"):], "2,status", "3,status") + "\n3,result,4,2,NONE"
	type found struct {
		line     int
		severity Severity
		text     string
	}
	for _, test := range []struct {
		name string
		log  string
		want []found
	}{
		{"the village wins", villageWins, nil},
		{"the werewolves win", wolvesWin, nil},
		{"old server", noNames(villageWins), nil},
		{"words that are no UTF-8", withLines(villageWins, lineChange{6, "0,talk,0,0,3,\x82\xa8 morning"}, lineChange{33, "2,talk,0,0,3,\xff"}), []found{
			{6, w, "bytes that are no UTF-8 are replaced, here and wherever else they are"}}},

		{"another executed", withLines(villageWins, lineChange{24, "1,execute,5,VILLAGER"}), []found{
			{24, m, "player 5 was executed, but most votes (lines 20 to 23) are for the players [2 3]"}}},
		{"the other of a tie", withLines(villageWins, lineChange{24, "1,execute,3,SEER"}), []found{
			{24, m, "player 3 was executed, but the next status lines show that it was player 2"}}},
		{"execution without votes", withLines(villageWins, lineChange{20, ""}, lineChange{21, ""}, lineChange{22, ""}, lineChange{23, ""}), []found{
			{20, m, "execute has no place here: no valid vote, or no vote at all, leads to it"}, {25, w, "builds on line 20"}}},
		{"a vote turned", withLines(villageWins, lineChange{36, "2,vote,5,3"}, lineChange{35, "2,vote,3,3"}), []found{
			{37, m, "player 1 was executed, but most votes (lines 34 to 36) are for player 3"}, {38, w, "builds on line 37"}}},
		{"a vote of the dead", withLines(villageWins, lineChange{36, "2,vote,4,1\n2,vote,5,1"}), []found{{36, m, "vote cannot have been cast: player 4 is dead"}}},
		{"a vote for the dead", withLines(villageWins, lineChange{34, "2,vote,1,4"}), []found{{34, m, "vote for player 4, who is dead or does not exist, was void"}}},
		{"a vote of nobody", withLines(villageWins, lineChange{36, "2,vote,5,1\n2,vote,9,1"}), []found{{37, m, "vote cannot have been cast: there is no player 9"}}},
		{"a vote for nobody", withLines(villageWins, lineChange{34, "2,vote,1,9"}), []found{{34, m, "vote for player 9"}}},
		{"a vote twice", withLines(villageWins, lineChange{36, "2,vote,5,1\n2,vote,5,3"}), []found{{37, m, "player 5 votes twice"}}},
		{"another vote without a tie", withLines(villageWins, lineChange{36, "2,vote,5,1\n2,vote,1,1\n2,vote,3,1\n2,vote,5,1"}), []found{{37, m, "vote again, although vote 1 had decided"}}},
		{"votes out of order", withLines(villageWins, lineChange{34, "2,vote,3,1"}, lineChange{35, "2,vote,5,1"}, lineChange{36, "2,vote,1,3"}), []found{{36, w, "out of order"}}},

		{"vote and re-vote", withLines(villageWins, lineChange{23, "1,vote,5,2\n1,vote,1,2\n1,vote,2,3\n1,vote,3,2\n1,vote,5,2"}), nil},
		{"re-vote by others", withLines(villageWins, lineChange{23, "1,vote,5,2\n1,vote,4,2"}), []found{{24, w, "out of order"}}},
		{"a tie not repeated", withLines(villageWins, lineChange{23, "1,vote,5,2\n1,vote,1,2\n1,vote,2,3\n1,vote,3,2\n1,vote,5,2"}, lineChange{36, ""}), []found{
			{40, m, "the vote was tied and not repeated, although votes of this game were"}}},
		{"a tie and nobody executed", withLines(villageWins, lineChange{24, ""}, lineChange{29, "2,status,2,POSSESSED,ALIVE,beta1,Kei"}), []found{
			{38, m, "player 2 is DEAD here"}, {42, m, "the result has 2 humans and 0 werewolves living, but it is 3 and 0"}}},

		{"attack of another", withLines(villageWins, lineChange{27, "1,attack,5,true"}), []found{
			{27, m, "the log has 1,attack,5,true, but the night leads to 1,attack,4,true: most votes (lines 26 to 26) are for player 4"}}},
		{"attack on nobody that was guarded", withLines(villageWins, lineChange{26, ""}, lineChange{27, "1,attack,-1,false"}, lineChange{31, "2,status,4,VILLAGER,ALIVE,delta1,Aoi"}), []found{
			{26, m, "the log has 1,attack,-1,false, but the night leads to 1,attack,-1,true: there is no valid vote"}, {40, m, "player 4 is DEAD here"}, {42, m, "it is 3 and 0"}}},
		{"attack on a werewolf", withLines(villageWins, lineChange{26, "1,attackVote,1,1"}, lineChange{27, "1,attack,-1,true"}, lineChange{31, "2,status,4,VILLAGER,ALIVE,delta1,Aoi"},
			lineChange{41, "3,status,4,VILLAGER,ALIVE,delta1,Aoi"}, lineChange{43, "3,result,3,0,VILLAGER"}), []found{{26, w, "attackVote for player 1, a werewolf, is void"}}},
		{"attack vote of a human", withLines(villageWins, lineChange{26, "1,attackVote,1,4\n1,attackVote,5,4"}), []found{{27, m, "attackVote cannot have been cast: player 5 is VILLAGER"}}},
		{"no attack", withLines(villageWins, lineChange{27, ""}), []found{{27, m, "1,attack,4,true is missing here"}}},
		{"an attack too many", withLines(villageWins, lineChange{27, "1,attack,4,true\n1,attack,5,true"}), []found{{28, m, "attack has no place here"}}},
		{"a guard undone", withLines(wolvesWin, lineChange{29, ""}), []found{{31, m, "the log has 1,attack,3,false, but the night leads to 1,attack,3,true"}, {34, w, "builds on line 31"}}},
		{"a tie of werewolves that attacks nobody", withLines(wolvesWin, lineChange{46, "2,attack,-1,true"}, lineChange{53, "3,status,7,VILLAGER,ALIVE,g1,Rin"}, lineChange{54, ""}), []found{
			{54, w, "the log breaks off on day 3, before its result"}}},
		{"werewolves vote twice", withLines(wolvesWin, lineChange{45, "2,attackVote,2,7\n2,attackVote,1,7\n2,attackVote,2,7"}), nil},
		{"a void attempt before", withLines(villageWins, lineChange{26, "1,attackVote,1,1\n1,attackVote,1,4"}), []found{{26, w, "is void"}, {26, w, "no valid attackVote in this round"}}},

		{"divination of the dead", withLines(villageWins, lineChange{25, "1,divine,3,2,HUMAN"}), []found{{25, m, "divine of player 2, who is dead"}}},
		{"divination of oneself", withLines(villageWins, lineChange{25, "1,divine,3,3,HUMAN"}), []found{{25, m, "divine of player 3, who is dead, does not exist or is the same, was void"}}},
		{"divination of nobody", withLines(villageWins, lineChange{25, "1,divine,3,9,HUMAN"}), []found{{25, m, "divine of player 9"}}},
		{"divination by another", withLines(villageWins, lineChange{25, "1,divine,5,1,WEREWOLF"}), []found{{25, m, "divine has no place here: player 5 is VILLAGER"}}},
		{"wrong species", withLines(villageWins, lineChange{25, "1,divine,3,1,HUMAN"}), []found{{25, m, "divine says HUMAN, but player 1 is WEREWOLF"}}},
		{"wrong role of the guarded", withLines(wolvesWin, lineChange{29, "1,guard,4,3,MEDIUM"}), []found{{29, m, "guard says MEDIUM, but player 3 is SEER"}}},
		{"wrong role of the executed", withLines(villageWins, lineChange{24, "1,execute,2,SEER"}), []found{{24, m, "execute says SEER, but player 2 is POSSESSED"}}},

		{"idx", withLines(villageWins, lineChange{8, "0,talk,3,0,4,Over"}), []found{{8, m, "talk has idx 3, but idx 2 comes next"}, {9, m, "talk has idx 3, but idx 4 comes next"}}},
		{"turn", withLines(villageWins, lineChange{9, "0,talk,3,2,3,Over"}), []found{{9, w, "talk has turn 2, but turn 1 comes next for player 3"}}},
		{"talk of the dead", withLines(villageWins, lineChange{33, "2,talk,0,0,4,boo"}), []found{{33, m, "talk cannot have been said: player 4 is dead"}}},
		{"whisper of a human", withLines(wolvesWin, lineChange{28, "1,whisper,0,0,3,Attack 3"}), []found{{28, m, "whisper cannot have been said: player 3 is SEER"}}},
		{"whisper of one", withLines(villageWins, lineChange{26, "1,whisper,0,0,1,hello\n1,attackVote,1,4"}), []found{{26, m, "whisper has no place here"}}},
		{"whispers without talk between", withLines(wolvesWin, lineChange{10, ""}), nil},
		{"whispers counted from 0 twice", withLines(wolvesWin, lineChange{11, "0,whisper,0,0,2,Attack 3"}, lineChange{12, "0,whisper,1,0,1,Over"}), nil},
		{"whispers counted on", withLines(wolvesWin, lineChange{11, "0,whisper,0,1,2,Attack 3"}, lineChange{12, "0,whisper,1,1,1,Over"}), nil},
		{"whispers counted from 0 without talk between", withLines(wolvesWin, lineChange{10, ""}, lineChange{11, "0,whisper,0,1,2,Attack 3"}, lineChange{12, "0,whisper,1,1,1,Over"}), nil},
		{"only in the evening", withLines(wolvesWin, lineChange{8, ""}, lineChange{9, ""}, lineChange{11, "0,whisper,0,0,2,Attack 3"}, lineChange{12, "0,whisper,1,0,1,Over"}), nil},
		{"no words on day 0", withLines(wolvesWin, lineChange{8, ""}, lineChange{9, ""}, lineChange{10, ""}, lineChange{11, ""}, lineChange{12, ""}), nil},
		{"spoken on after Over", withLines(villageWins, lineChange{9, "0,talk,3,1,4,Over\n0,talk,4,2,4,No"}), nil},

		{"status", withLines(villageWins, lineChange{32, "2,status,5,VILLAGER,DEAD,omega1,Sora"}), []found{{32, m, "player 5 is DEAD here, but should be ALIVE"}}},
		{"role", withLines(villageWins, lineChange{1, "0,status,1,VILLAGER,ALIVE,alpha1,Mio"}), []found{{1, m, "player 1 is VILLAGER here, but WEREWOLF elsewhere"}}},
		{"client", withLines(villageWins, lineChange{1, "0,status,1,WEREWOLF,ALIVE,alpha2,Mio"}), []found{{1, m, `player 1 has the client "alpha2" here, but "alpha1" elsewhere`}}},
		{"name", withLines(villageWins, lineChange{1, "0,status,1,WEREWOLF,ALIVE,alpha1,Neo"}), []found{{1, m, `player 1 is called "Neo" here, but "Mio" elsewhere`}}},
		{"status missing", withLines(villageWins, lineChange{13, ""}), []found{{13, m, "the status line of player 3 on day 1 is missing here"}}},
		{"status twice", withLines(villageWins, lineChange{13, "1,status,3,SEER,ALIVE,gamma1,Ren\n1,status,3,SEER,ALIVE,gamma1,Ren"}), []found{{14, m, "status has no place here"}}},
		{"a day without status", withLines(villageWins, lineChange{11, ""}, lineChange{12, ""}, lineChange{13, ""}, lineChange{14, ""}, lineChange{15, ""}), []found{{11, m, "the status lines of day 1 are missing here"}}},
		{"wrong day", withLines(villageWins, lineChange{22, "2,vote,3,2"}), []found{{22, m, "day 2, but it is day 1"}}},

		{"no status at the end", withLines(villageWins, lineChange{38, ""}, lineChange{39, ""}, lineChange{40, ""}, lineChange{41, ""}, lineChange{42, ""}), []found{{38, w, "the last status lines are missing"}}},
		{"no result", withLines(villageWins, lineChange{43, ""}), []found{{43, m, "the result line is missing here"}}},
		{"the end cut off", strings.Join(strings.SplitAfter(villageWins, "\n")[:37], ""), []found{{38, w, "the log breaks off on day 3, before its result"}}},
		{"cut off", strings.Join(strings.SplitAfter(villageWins, "\n")[:34], ""), []found{{35, w, "the log breaks off on day 2"}}},
		{"lines after the result", villageWins + "\n3,talk,0,0,3,bye", []found{{44, m, "the game and its log are over, but lines follow, the first with talk"}}},
		{"lines after the game", withLines(villageWins, lineChange{37, "2,execute,1,WEREWOLF\n2,talk,0,0,3,bye"}), []found{{38, m, "talk has no place here"}}},
		{"lines before the result", withLines(villageWins, lineChange{43, "3,talk,0,0,3,bye\n3,result,2,0,VILLAGER"}), []found{{43, m, "the result line is missing here"}, {43, m, "lines follow"}}},
		{"winner", withLines(villageWins, lineChange{43, "3,result,2,0,WEREWOLF"}), []found{{43, m, "the result says WEREWOLF, but it is VILLAGER, by elimination"}}},
		{"nobody wins", withLines(villageWins, lineChange{43, "3,result,2,0,NONE"}), []found{{43, m, "the result says NONE, but it is VILLAGER, by elimination"}}},
		{"living", withLines(villageWins, lineChange{43, "3,result,3,0,VILLAGER"}), []found{{43, m, "the result has 3 humans and 0 werewolves living, but it is 2 and 0"}}},
		{"won too early", withLines(villageWins, lineChange{33, "2,result,2,1,VILLAGER"}), []found{{33, m, "VILLAGER cannot have won: 2 humans and 1 werewolves live, and the game goes on"}}},

		{"day limit", strings.Join(strings.SplitAfter(wolvesWin, "\n")[:39], "") + "2,result,4,2,NONE", nil},
		{"broken off", strings.Join(strings.SplitAfter(villageWins, "\n")[:19], "") +
			strings.ReplaceAll(strings.Join(strings.SplitAfter(villageWins, "\n")[10:15], ""), "1,status", "2,status") + "2,result,4,1,NONE", []found{
			{25, w, "the game ends without a winner on day 1, and nothing shows whose client had failed; the record has player 4, silent since line 8"}}},
		{"broken off in the middle of the night", withLines(strings.Join(strings.SplitAfter(wolvesWin, "\n")[:26], "")+
			strings.ReplaceAll(strings.Join(strings.SplitAfter(wolvesWin, "\n")[32:39], "")+"2,result,4,2,NONE", "ALIVE,c1", ",c1"), lineChange{32, "2,status,6,VILLAGER,,f1,Umi"}), []found{
			{29, w, "player 3 has no status from here on: the server had lost its client for good (known flaw); by the rules it is ALIVE"},
			{32, w, "player 6 has no status from here on: the server had lost its client for good (known flaw); by the rules it is DEAD"},
			{34, w, "the result counts players as living"}}},
		{"broken off while it was won", withLines(villageWins, lineChange{42, "3,status,5,VILLAGER,,omega1,Sora"}, lineChange{43, "3,result,2,0,NONE"}), []found{
			{42, w, "player 5 has no status"}, {43, w, "VILLAGER has won, but the server counted the game as broken off"}, {43, w, "counts players as living"}}},

		{"lost", lost, []found{{32, w, "player 5 has no status from here on"}, {42, w, "the result counts players as living whose clients had failed for good (known flaw)"}}},
		{"lost and not counted", strings.Replace(lost, "3,result,2", "3,result,1", 1), []found{{32, w, "player 5 has no status from here on"}}},
		{"lost and counted twice", strings.Replace(lost, "3,result,2", "3,result,3", 1), []found{{32, w, "player 5"}, {42, m, "the result has 3 humans"}}},
		{"lost and found", withLines(villageWins, lineChange{32, "2,status,5,VILLAGER,,omega1,Sora"}), []found{{32, m, "player 5 has no status here, but has one again in line 42"}}},
		{"lost and acting", withLines(villageWins, lineChange{32, "2,status,5,VILLAGER,,omega1,Sora"}, lineChange{42, "3,status,5,VILLAGER,,omega1,Sora"}), []found{
			{32, m, "player 5 has no status here, as if its client had failed for good, but acts in line 36"}, {42, m, "player 5 has no status, but should be ALIVE"}}},
		{"lost and voted for", withLines(lost, lineChange{34, "2,vote,1,5"}), []found{{32, w, "player 5"}, {34, m, "vote for player 5, who was lost since line 32, was void"}, {42, w, "counts"}}},
		{"lost and divined", withLines(lost, lineChange{10, ""}, lineChange{25, "1,divine,3,5,HUMAN"}, lineChange{15, "1,status,5,VILLAGER,,omega1,Sora"}, lineChange{16, ""}, lineChange{23, ""},
			lineChange{17, "1,talk,0,0,2,I am the seer"}, lineChange{18, "1,talk,1,0,1,"}, lineChange{19, "1,talk,2,1,1,Well"}, lineChange{20, "1,vote,1,2"}), []found{
			{14, w, "player 5"}, {22, m, "divine of player 5, who was lost since line 14, was void"}, {39, w, "counts"}}},
		{"lost werewolves", werewolvesLost, []found{{14, w, "player 1 has no status"}, {15, w, "player 2 has no status"}, {40, w, "nothing shows whose client had failed"}, {40, w, "counts"}}},
		{"ended as if the lost were dead", strings.NewReplacer("ALIVE,c1", ",c1", "ALIVE,d1", ",d1").Replace(
			strings.Join(strings.SplitAfter(wolvesWin, "\n")[:7], "") + "0,result,5,2,WEREWOLF"), []found{
			{3, w, "player 3 has no status"}, {4, w, "player 4 has no status"}, {8, m, "WEREWOLF cannot have won"}}},
		{"ended as if the lost were dead, and rightly", strings.NewReplacer("ALIVE,c1", ",c1", "ALIVE,d1", ",d1", "ALIVE,e1", ",e1").Replace(
			strings.Join(strings.SplitAfter(wolvesWin, "\n")[:7], "") + "0,result,5,2,WEREWOLF"), []found{
			{3, w, "player 3 has no status"}, {4, w, "player 4 has no status"}, {5, w, "player 5 has no status"}, {8, w, "the game ended as if players whose clients had failed for good were dead (known flaw)"}}},

		{"a night after the end", strings.Replace(noNames(villageWins), "2,execute,1,WEREWOLF\n", "2,execute,1,WEREWOLF\n2,divine,3,5,HUMAN\n", 1), []found{
			{38, w, "the game was over here, but old servers ended the night first"}}},
		{"a night after the end that kills", strings.NewReplacer("2,vote,5,1", "2,vote,5,3", "2,execute,1,WEREWOLF\n", "2,execute,3,SEER\n2,attackVote,1,5\n2,attack,5,true\n",
			"3,status,1,WEREWOLF,DEAD", "3,status,1,WEREWOLF,ALIVE", "3,status,3,SEER,ALIVE", "3,status,3,SEER,DEAD", "3,status,5,VILLAGER,ALIVE", "3,status,5,VILLAGER,DEAD",
			"3,result,2,0,VILLAGER", "3,result,0,1,WEREWOLF").Replace(noNames(villageWins)), []found{{38, w, "old servers"}}},
		{"a night after the end of a new server", strings.Replace(villageWins, "2,execute,1,WEREWOLF\n", "2,execute,1,WEREWOLF\n2,divine,3,5,HUMAN\n", 1), []found{{38, m, "divine has no place here"}}},

		{"nothing but players", strings.Join(strings.SplitAfter(villageWins, "\n")[:5], ""), []found{{6, w, "the log breaks off on day 0"}}},
		{"no players", "0,talk,0,0,1,hello", []found{{1, m, "no status lines tell who plays"}}},
		{"players who cannot play", withLines(villageWins[:strings.Index(villageWins, "0,talk")], lineChange{2, "0,status,2,WEREWOLF,ALIVE,b,b"}, lineChange{3, "0,status,3,WEREWOLF,ALIVE,c,c"}), []found{{1, m, "cannot play"}}},
	} {
		var got []found
		for _, f := range Verify(readLog(t, []byte(test.log))) {
			got = append(got, found{f.Line, f.Severity, f.Text})
		}
		same := slices.EqualFunc(got, test.want, func(g, w found) bool {
			return g.line == w.line && g.severity == w.severity && strings.Contains(g.text, w.text)
		})
		if !same {
			var b strings.Builder
			for _, g := range got {
				fmt.Fprintf(&b, "\t%d %s %s\n", g.line, g.severity, g.text)
			}
			t.Errorf("%s:\n%swant %v", test.name, b.String(), test.want)
		}
	}
}
