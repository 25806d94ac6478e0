package talker

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// Whoever asks again is answered once, and nobody answers the dead: the player says the same as when those questions were
// idle words.
func TestEachWhoAsksIsAnsweredOnce(t *testing.T) {
	const whom, vote, idle = "Ada, whom do you suspect?", "Ada, whom will you vote for?", "It rains a little."
	type line struct {
		seat   werewolf.SeatID
		text   string
		passed bool // over
	}
	for name, talk := range map[string][]line{
		"asks twice":           {{2, whom, false}, {2, vote, true}},
		"another in between":   {{2, whom, false}, {3, whom, false}, {2, vote, true}},
		"both ask twice":       {{2, whom, false}, {3, whom, false}, {3, vote, true}, {2, vote, true}},
		"the dead":             {{5, whom, true}},
		"the dead, then one":   {{5, whom, true}, {3, whom, false}},
		"one, then the dead":   {{2, vote, false}, {5, whom, true}},
		"between two, a ghost": {{2, vote, false}, {5, whom, true}, {3, vote, false}},
	} {
		var asked, heeded []werewolf.Utterance
		for _, l := range talk {
			u := werewolf.Utterance{Day: 1, Seat: l.seat, Text: l.text}
			asked = append(asked, u)
			if l.passed {
				u.Text = idle
			}
			heeded = append(heeded, u)
		}
		for seed := range bottest.Few(*long, uint64(20)) {
			got, said := replyTo(t, seed, asked)
			if want, _ := replyTo(t, seed, heeded); got != want {
				t.Errorf("%s, seed %d: %q, want %q", name, seed, got, want)
			}
			if heeds := slices.ContainsFunc(talk, func(l line) bool { return !l.passed }); said != heeds {
				t.Errorf("%s, seed %d: replied %v with %q", name, seed, said, got)
			}
			if strings.Contains(got, "Emil") {
				t.Errorf("%s, seed %d: speaks to the dead: %q", name, seed, got)
			}
		}
	}
}

// Two who ask both get an answer: the first to the question, the second at least a word by name.
func TestTwoWhoAskAreBothAnswered(t *testing.T) {
	const whom = "Ada, whom do you suspect?"
	ask := func(seats ...werewolf.SeatID) (talk []werewolf.Utterance) {
		for _, id := range seats {
			talk = append(talk, werewolf.Utterance{Day: 1, Seat: id, Text: whom})
		}
		return talk
	}
	for seed := range bottest.Few(*long, uint64(20)) {
		if got, said := replyTo(t, seed, ask(2, 3)); !said || !strings.Contains(got, "Cleo") {
			t.Errorf("seed %d: %q", seed, got)
		}
	}
}

// Whose vote is asked for behind words about another player, alone or after somebody else has asked, says whom it votes for, and not
// what it thinks of that player.
func TestVoteIsAskedForBehindWordsOfAnother(t *testing.T) {
	for lang, say := range map[string]struct{ other, vote, whom string }{
		"en": {"I suspect Cleo.", "Ada, who gets your vote today?", "Ada, whom do you suspect?"},
		"ja": {"Cleoが怪しいです。", "@Ada 今日は誰に投票しますか？", "@Ada 誰を疑っていますか？"},
	} {
		asked := werewolf.Utterance{Day: 1, Seat: 2, Text: say.other + " " + say.vote}
		first := werewolf.Utterance{Day: 1, Seat: 3, Text: say.whom}
		for seed := range bottest.Few(*long, uint64(20)) {
			for _, talk := range [][]werewolf.Utterance{{asked}, {first, asked}} {
				p, turn := replying(t, lang, seed, talk)
				if said := p.replyToAll(turn); !said || !hasVote(turn.Means) {
					t.Errorf("%s, seed %d: says %v with %q", lang, seed, said, turn.Finish(false))
				}
			}
		}
	}
}

// Whose reason is asked for gives it against who asks, also where the words before the question were about another, somebody else has
// asked first or it goes for another; who has nothing against that player says so, and who was accused denies it.
func TestReasonIsGivenToWhoAsks(t *testing.T) {
	for _, c := range []struct{ name, before, asks, first string }{
		{"suspects", "I suspect Bela.", "Ada, why do you suspect me?", ""},
		{"votes", "I will vote for Bela.", "Ada, why do you suspect me?", ""},
		{"words about another", "I suspect Bela.", "I divined Cleo and Cleo is human. Ada, why do you suspect me?", ""},
		{"another asks first", "I suspect Bela.", "Ada, why do you suspect me?", "Ada, what do you think of Bela?"},
		{"is not against who asks", "I suspect Dov.", "Ada, why do you suspect me?", ""},
	} {
		for seed := range bottest.Few(*long, uint64(8)) {
			talk := []werewolf.Utterance{{Day: 1, Seat: 1, Text: c.before}}
			if c.first != "" {
				talk = append(talk, werewolf.Utterance{Day: 1, Seat: 3, Text: c.first})
			}
			p, turn := replying(t, "en", seed, append(talk, werewolf.Utterance{Day: 1, Seat: 2, Text: c.asks}))
			said, of := p.replyToAll(turn), turn.stance.blamed|turn.stance.unknown
			text := turn.Finish(false)
			if !said || !of.Has(2) || strings.Contains(text, "I suspect") || hasVote(turn.Means) {
				t.Errorf("%s, seed %d: %v with %q", c.name, seed, said, text)
			}
		}
	}
}

// Who told the opposite of the player's own result is nobody to count on, whatever role it has.
func TestOppositeResultsContradict(t *testing.T) {
	for second, want := range map[string]bool{"Dov was human": true, "Dov was a werewolf": false} {
		p, _ := replying(t, "en", 1, []werewolf.Utterance{
			{Day: 1, Seat: 1, Text: "I am the seer. I divined Dov and Dov is a werewolf."},
			{Day: 1, Seat: 2, Text: "I am the medium. My medium result says that " + second + "."},
		})
		if got := p.contradicts(2); got != want || want && !p.opposes(2) {
			t.Errorf("%q: contradicts %v, opposes %v", second, got, p.opposes(2))
		}
	}
}

// Who has answered a question that day, or has no more to say of it than it has claimed or found, says so and promises no answer for later:
// of a rival, of somebody whom its own result calls human, and of its role. Who has come out on the werewolves' side says whom it votes for.
func TestWhatWasAnsweredIsNotPutOff(t *testing.T) {
	for lang, say := range map[string]struct{ seer, traitor, villager, rival, view, role string }{
		"en": {
			"I am the seer. I divined Bela and Bela is human.", "I am the possessed.", "I am a villager.", "I am the seer.",
			"Ada, what do you think of Bela?", "Ada, what is your role?",
		},
		"ja": {
			"私が占い師です。Belaさんを占って白でした。", "私は狂人です。", "私は村人です。", "私が占い師です。",
			"@Ada Belaさんをどう思いますか？", "@Ada あなたの役職は何ですか？",
		},
	} {
		for _, c := range []struct {
			own, bela, asks string
			of              string // whom the answer names
			votes           bool
		}{
			{say.seer, say.rival, say.view, "Bela", false}, {say.traitor, say.rival, say.view, "", true}, {say.villager, "", say.role, "", false},
		} {
			for seed := range bottest.Few(*long, uint64(8)) {
				var talk []werewolf.Utterance
				for i, text := range []string{c.own, c.bela, c.asks} {
					if text != "" {
						talk = append(talk, werewolf.Utterance{Day: 1, Seat: werewolf.SeatID(i + 1), Text: text})
					}
				}
				p, turn := replying(t, lang, seed, talk)
				p.answered = len(talk) - 1 // its own words were its own
				said := p.replyToAll(turn)
				if !said || turn.stance.waits || turn.stance.unknown != 0 || hasVote(turn.Means) != c.votes || !strings.Contains(turn.Finish(false), c.of) {
					t.Errorf("%s: %q, asked %q, seed %d: %v with %q", lang, c.own, c.asks, seed, said, turn.Finish(false))
				}
			}
		}
	}
}

// Whom a result accuses denies it, also where that is asked second: what it said of another is no answer to the second.
func TestSecondQuestionAboutAResultIsAnswered(t *testing.T) {
	for _, say := range [][4]string{
		{"en", "I am the seer. I divined Ada and Ada is a werewolf.", "Ada, whom do you suspect?", "Ada, Bela has named you. What is your role?"},
		{"en", "I am the seer. I divined Ada and Ada is a werewolf.", "Ada, whom do you suspect?", "@Ada what do you say to that?"},
		{"ja", "私が占い師です。Adaさんを占って黒でした。", "@Ada 誰を疑っていますか？", "@Ada あなたの役職は何ですか？"},
		{"ja", "私が占い師です。Adaさんを占って黒でした。", "@Ada 誰を疑っていますか？", "@Ada 反論はありますか？"},
	} {
		for seed := range bottest.Few(*long, uint64(8)) {
			p, turn := replying(t, say[0], seed, []werewolf.Utterance{
				{Day: 1, Seat: 2, Text: say[1]}, {Day: 1, Seat: 3, Text: say[2]}, {Day: 1, Seat: 4, Text: say[3]},
			})
			p.answerBeside(turn, &p.pending()[1])
			if !turn.stance.blamed.Has(2) {
				t.Errorf("%s, seed %d: %q", say[3], seed, turn.Finish(false))
			}
		}
	}
}

// Words against somebody answer whom one suspects, and neither who one is nor what one divined.
func TestOneAnswerFitsNotEveryQuestion(t *testing.T) {
	for _, c := range []struct {
		asks string
		fits bool
	}{{"Ada, whom do you suspect?", true}, {"Ada, what is your role?", false}, {"Ada, what did you divine?", false}} {
		for seed := range bottest.Few(*long, uint64(8)) {
			p, turn := replying(t, "en", seed, []werewolf.Utterance{{Day: 1, Seat: 3, Text: c.asks}})
			turn.stance.blamed = werewolf.SetOf(4)
			before := turn.Sentences()
			p.answerBeside(turn, &p.pending()[0])
			if text := turn.Finish(false); turn.Sentences() == before || strings.Contains(text, "the same") && !c.fits {
				t.Errorf("%q, seed %d: %q", c.asks, seed, text)
			}
		}
	}
}

// replyTo is how seat 1, a villager of five of whom seat 5 is dead, replies to the talk.
func replyTo(t *testing.T, seed uint64, talk []werewolf.Utterance) (text string, said bool) {
	t.Helper()
	p, turn := replying(t, "en", seed, talk)
	said = p.replyToAll(turn)
	return turn.Finish(false), said
}

// replying is the same player before it replies.
func replying(t *testing.T, lang string, seed uint64, talk []werewolf.Utterance) (*Player, *turn) {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	p, err := speaking(seed, lang, Rules{})
	if err != nil {
		t.Fatal(err)
	}
	p.Listen(&werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(4),
		Roles: []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0}, Talks: talk,
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}},
	})
	return p, p.beginTurn()
}
