package talker

import (
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// A vote for another than whom the player has named on the day says so: that one is suspicious as well, or no longer.
func TestVoteAfterAnotherSuspect(t *testing.T) {
	const bela, cleo = 2, 3
	for lang, said := range map[string]string{"en": "I suspect Bela.", "ja": "Belaさんが怪しいです。"} {
		for score, wants := range map[float32]struct {
			sentences int
			suspects  bool
		}{1: {1, true}, -1: {2, false}} {
			p, turn := replying(t, lang, 1, []werewolf.Utterance{{Day: 1, Seat: 1, Text: said}})
			p.opinion.Score[bela] = score
			ok := p.addSentence(turn, wording.VoteFor, wording.Slots{T: cleo})
			if last := turn.Last; !ok || last.Announced(speech.Vote) != cleo || last.Suspected().Has(bela) != wants.suspects || turn.Sentences() < wants.sentences {
				t.Errorf("%s, %v: %q", lang, score, turn.Finish(false))
			}
		}
	}
}

// So it does where others vote for that one as well, and it could go with them.
func TestNobodyHidesAnotherSuspectBehindOthers(t *testing.T) {
	for seed := range bottest.Few(*long, uint64(20)) {
		p, turn := replying(t, "en", seed, []werewolf.Utterance{{Day: 1, Seat: 1, Text: "I suspect Bela."}, {Day: 1, Seat: 4, Text: "I will vote for Cleo."}})
		p.done[topic{kind: wording.SuspectLead, a: 2, day: 1}] = true
		p.opinion.Score[2], p.opinion.Score[3] = 1, 5
		if p.declare(turn); !turn.Means.Suspected().Has(2) || turn.Means.Announced(speech.Vote) != 3 {
			t.Errorf("seed %d: %q", seed, turn.Finish(false))
		}
	}
}

// Who is asked for a suspect after it has named one names that one, unless another is more suspicious by far; then it takes the first back
// where that one is suspicious no longer.
func TestSuspectOfTheDayIsKept(t *testing.T) {
	for _, c := range []struct {
		bela, cleo float32
		named      werewolf.SeatID
		takesBack  bool
	}{{1, 1.5, 2, false}, {1, 5, 3, false}, {-1, 5, 3, true}} {
		p, turn := replying(t, "en", 1, []werewolf.Utterance{{Day: 1, Seat: 4, Text: "Ada, whom do you suspect?"}})
		p.done[topic{kind: wording.SuspectLead, a: 2, day: 1}] = true
		p.opinion.Score[2], p.opinion.Score[3], p.opinion.Score[4] = c.bela, c.cleo, -2
		p.replyToAll(turn)
		takesBack := p.done[topic{kind: wording.Misjudged, a: 2, day: 1}]
		if text := turn.Finish(false); !turn.Means.Suspected().Has(c.named) || takesBack != c.takesBack {
			t.Errorf("%+v: %q", c, text)
		}
	}
}

// A liar is one, whomever the player votes for: it takes back nothing of what it has said against who called it a werewolf.
func TestNobodyTakesBackThatALiarLies(t *testing.T) {
	for lang, talk := range map[string][2]string{
		"en": {"I suspect Bela.", "I am the seer. I divined Ada and Ada is a werewolf."},
		"ja": {"Belaさんが怪しいです。", "私が占い師です。Adaさんを占って黒でした。"},
	} {
		p, turn := replying(t, lang, 1, []werewolf.Utterance{{Day: 1, Seat: 1, Text: talk[0]}, {Day: 1, Seat: 2, Text: talk[1]}})
		p.opinion.Score[2] = -1 // the possessed, not the werewolf
		if ok := p.addSentence(turn, wording.VoteFor, wording.Slots{T: 3}); !ok || !turn.Last.Suspected().Has(2) {
			t.Errorf("%s: %q", lang, turn.Finish(false))
		}
	}
}

// Who agrees with the teller of a result has its reason in that.
func TestAgreementWithWhoFoundIt(t *testing.T) {
	agreed := 0
	for seed := range bottest.Few(*long, uint64(40)) {
		p := ada(t, seed, werewolf.Villager, werewolf.Utterance{Seat: 2, Text: "I am the seer. I divined Dov and Dov is a werewolf. I will vote for Dov."})
		turn := p.beginTurn()
		if !p.agree(turn) {
			continue
		}
		if agreed++; turn.Sentences() > 1 {
			t.Errorf("seed %d: %q", seed, turn.Finish(false))
		}
	}
	if agreed == 0 {
		t.Error("nobody agrees")
	}
}

// Who announces its first vote of the day says why, though nothing speaks against the player, or with whom it goes.
func TestFirstVoteSaysWhy(t *testing.T) {
	for seed := range bottest.Few(*long, uint64(20)) {
		for lang, vote := range map[string]string{"en": "I will vote for Dov.", "ja": "Dovさんに投票します。"} {
			for _, talk := range [][]werewolf.Utterance{nil, {{Day: 1, Seat: 2, Text: vote}}} {
				p, turn := replying(t, lang, seed, talk)
				p.done[topic{kind: wording.WhyGut, day: p.o.Day + 1}] = true // no feeling is left to tell
				p.opinion.Score[4] = 5
				said := p.declare(turn)
				n, text := turn.Sentences(), turn.Finish(false)
				if !said || talk == nil && n < 2 || talk != nil && !strings.Contains(text, "Bela") {
					t.Errorf("%s, seed %d, %d heard: %q", lang, seed, len(talk), text)
				}
			}
		}
	}
}

// Who tells a result that is the opposite of what it has said of the player says that it was wrong.
func TestResultAgainstOwnWord(t *testing.T) {
	for _, c := range []struct {
		said    string
		species werewolf.Species
		wrong   bool
	}{
		{"I trust Dov.", werewolf.Wolf, true}, {"I trust Dov.", werewolf.Human, false}, {"I trust Cleo.", werewolf.Wolf, false},
		{"I suspect Dov.", werewolf.Human, true}, {"I suspect Dov.", werewolf.Wolf, false}, {"I suspect Dov. I trust Dov.", werewolf.Human, false},
	} {
		p, _ := replying(t, "en", 1, []werewolf.Utterance{{Day: 1, Seat: 1, Text: c.said}})
		if wrong := p.hasMisjudged(werewolf.Finding{Day: 1, Target: 4, Species: c.species}); wrong != c.wrong {
			t.Errorf("%q, and then %v: was wrong: %v", c.said, c.species, wrong)
		}
		p.pretence = Pretence{Role: werewolf.Seer, Invented: []werewolf.Finding{{Day: 0, Target: 4, Species: c.species}}}
		turn := p.beginTurn()
		said := p.tellResults(turn)
		if text := turn.Finish(false); !said || strings.Contains(text, "wrong") != c.wrong && !strings.Contains(text, "what I thought") && !strings.Contains(text, "coming") {
			t.Errorf("%q: %q", c.said, text)
		}
	}
}

// Of whom a werewolf says that it is on the pack's side it does not want to attack, nor the other way round.
func TestFriendsAreNoPrey(t *testing.T) {
	const friend = 5
	for _, c := range []struct {
		heard         string
		first, second wording.SentenceKind
		said          bool
	}{
		{"", wording.WhisperAttack, wording.WhisperFriend, false},
		{"", wording.WhisperFriend, wording.WhisperAttack, false},
		{"", wording.WhisperFriend, wording.WhisperAgree, false},
		{"Let us attack Eve tonight.", wording.WhisperGreet, wording.WhisperFriend, false},
		{"Let us attack Frank tonight.", wording.WhisperGreet, wording.WhisperFriend, true},
	} {
		p := newPlayer(t, 1)
		o := pack([]string{"Ann", "Bob", "Cid", "Dan", "Eve", "Frank", "Gil", "Hal", "Ida", "Jim", "Kay", "Lou", "May"}, 1, werewolf.Whisper)
		if c.heard != "" {
			o.Whispers = []werewolf.Utterance{{Day: 1, Seat: 2, Text: c.heard}}
		}
		p.Listen(&o)
		turn := p.beginTurn()
		p.addOnce(turn, topic{kind: c.first, a: friend}, wording.Slots{T: friend})
		if said := p.addOnce(turn, topic{kind: c.second, a: friend}, wording.Slots{T: friend}); said != c.said {
			t.Errorf("%q after %q, heard %q: said %v: %q", c.second, c.first, c.heard, said, turn.Finish(false))
		}
	}
}

// Who asks somebody for a vote asks no question beside it.
func TestRequestsAreNoQuestions(t *testing.T) {
	for _, asksFirst := range []bool{false, true} {
		p, turn := replying(t, "en", 1, nil)
		p.answered = 100
		in := Appeal(2, doubt.Reason{Why: doubt.Quiet, Seat: 3})
		said := [2]bool{}
		for i := range said {
			if (i == 0) == asksFirst {
				said[i] = p.askPlayer(turn, wording.AskVote, 2, 0)
			} else {
				said[i] = p.appeal(turn, &in)
			}
		}
		if !said[0] || said[1] {
			t.Errorf("asks first %v: said %v: %q", asksFirst, said, turn.Finish(false))
		}
	}
}
