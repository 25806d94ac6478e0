package talker

import (
	"testing"

	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

type sentence struct {
	kind  wording.SentenceKind
	slots wording.Slots
}

// TestOneThoughtATurn: of the sentences of a turn the last is said only where it goes with those before it, with what the speaker,
// Ada on seat 1, has said, and with what the table has heard.
func TestOneThoughtATurn(t *testing.T) {
	const ada, bela, cleo, dov, seer = 1, 2, 3, 4, werewolf.Seer
	about := func(k wording.SentenceKind, who ...werewolf.SeatID) sentence {
		s := sentence{kind: k, slots: wording.Slots{T: who[0], Role: seer}}
		if len(who) > 1 {
			s.slots.O = who[1]
		}
		return s
	}
	by := func(k wording.SentenceKind, o werewolf.SeatID) sentence {
		return sentence{k, wording.Slots{T: o, O: o, Role: seer}}
	}
	type line struct {
		seat werewolf.SeatID
		text string
	}
	for _, c := range []struct {
		name  string
		heard []line
		turn  []sentence // the last is tried
		said  bool
	}{
		{"suspicion of who was found human", nil, []sentence{about(wording.SeenHuman, bela), about(wording.SuspectLead, bela)}, false},
		{"suspicion of another", nil, []sentence{about(wording.SeenHuman, bela), about(wording.SuspectLead, cleo)}, true},
		{"a vote against who was found human", nil, []sentence{about(wording.SeenHuman, bela), about(wording.VoteFor, bela)}, false},
		{"thanks after a vote against", nil, []sentence{about(wording.VoteFor, bela), by(wording.Thank, bela)}, false},
		{"thanks to another", nil, []sentence{about(wording.VoteFor, cleo), by(wording.Thank, bela)}, true},
		{"a reason against who was praised", nil, []sentence{about(wording.TrustLean, bela), about(wording.WhyGut, bela)}, false},
		{"relief for who is suspected", nil, []sentence{about(wording.SuspectLead, bela), about(wording.HeardHuman, bela, cleo)}, false},
		{"welcome for who is suspected", nil, []sentence{about(wording.SuspectLead, bela), about(wording.HeardClaim, bela)}, false},
		{"praise for whom one has announced", []line{{ada, "I will vote for Bela."}}, []sentence{about(wording.TrustLean, bela)}, false},
		{"cleared by who is suspected", []line{{ada, "I will vote for Bela."}}, []sentence{about(wording.TrustFound, cleo, bela)}, false},
		{"cleared by somebody", []line{{ada, "I will vote for Dov."}}, []sentence{about(wording.TrustFound, cleo, bela)}, true},
		{"praise for one's own black result", []line{{ada, "I am the seer. I divined Bela and Bela is a werewolf."}}, []sentence{about(wording.TrustLean, bela)}, false},
		{"suspicion of one's own white result", []line{{ada, "I am the seer. I divined Bela and Bela is human."}}, []sentence{about(wording.SuspectLead, bela)}, false},
		{"praise for who called one a werewolf", []line{{bela, "I am the seer. I divined Ada and Ada is a werewolf."}}, []sentence{about(wording.TrustLean, bela)}, false},
		{"praise for a rival", []line{{ada, "I am the seer."}, {bela, "I am the seer."}}, []sentence{about(wording.TrustLean, bela)}, false},
		{"a traitor is asked why", []line{{bela, "I am the possessed."}}, []sentence{about(wording.AskWhy, bela)}, false},
		{"a villager is asked why", []line{{bela, "I suspect Ada."}}, []sentence{about(wording.AskWhy, bela)}, true},
		{"who has accused another is asked why", []line{{bela, "@Ada I suspect Dov."}}, []sentence{about(wording.AskWhy, bela)}, false},
		{"who has accused another is told that it errs", []line{{bela, "@Ada I suspect Dov."}}, []sentence{by(wording.DenySuspect, bela)}, false},
		{"who has accused is told that it errs", []line{{bela, "I suspect Ada."}}, []sentence{by(wording.DenySuspect, bela)}, true},
		{"who asks why is asked why", []line{{bela, "I suspect Ada. Ada, why do you suspect me?"}}, []sentence{about(wording.AskWhy, bela)}, false},
		{"a vote beside a black result", nil, []sentence{about(wording.SeenWolf, bela), about(wording.VoteFor, cleo)}, false},
		{"a vote for a black result", nil, []sentence{about(wording.SeenWolf, bela), about(wording.VoteFor, bela)}, true},
		{"cleared, and a traitor by its own word", []line{{cleo, "I am the seer. I divined Bela and Bela is human."}, {bela, "I am the possessed."}}, []sentence{about(wording.TrustFound, bela, cleo)}, false},
		{"cleared, and no traitor", []line{{cleo, "I am the seer. I divined Bela and Bela is human."}}, []sentence{about(wording.TrustFound, bela, cleo)}, true},
		{"no opinion of a rival", []line{{ada, "I am the seer."}, {bela, "I am the seer."}}, []sentence{about(wording.ViewNeutral, bela)}, false},
		{"praise for a seer", []line{{bela, "I am the seer."}}, []sentence{about(wording.TrustLean, bela)}, true},
		{"praise for two rivals", []line{{bela, "I am the seer."}, {cleo, "I am the seer."}}, []sentence{about(wording.TrustLean, bela), about(wording.TrustLean, cleo)}, false},
		{"cleared by a rival", []line{{bela, "I am the seer."}, {cleo, "I am the seer."}}, []sentence{about(wording.TrustFound, cleo, bela)}, false},
		{"a feeling about one's own white result", nil, []sentence{about(wording.SeenHuman, bela), about(wording.TrustLean, bela)}, false},
		{"a feeling about another", nil, []sentence{about(wording.SeenHuman, bela), about(wording.TrustLean, cleo)}, true},
		{"an answer later after a suspicion", nil, []sentence{about(wording.SuspectLead, bela), about(wording.AnswerYou, cleo)}, false},
		{"a suspicion after an answer later", nil, []sentence{about(wording.AnswerYou, cleo), about(wording.SuspectLead, bela)}, false},
		{"the same answer after a suspicion", nil, []sentence{about(wording.SuspectLead, bela), about(wording.AnswerToo, cleo)}, true},
		{"two votes", nil, []sentence{about(wording.VoteKeep, bela), about(wording.VoteFor, cleo)}, false},
		{"a call beside a vote", nil, []sentence{about(wording.VoteKeep, bela), about(wording.VoteAll, bela)}, true},
		{"a seer that was the possessed", []line{{ada, "I am the possessed."}}, []sentence{{wording.ClaimRole, wording.Slots{Role: seer}}}, false},
		{"results of the possessed", []line{{ada, "I am the possessed."}}, []sentence{about(wording.SeenHuman, bela)}, false},
		{"a werewolf that suspects", []line{{ada, "I am the werewolf."}}, []sentence{about(wording.SuspectLead, bela)}, false},
		{"a werewolf that puts a question off", []line{{ada, "I am the werewolf."}}, []sentence{{wording.NotSure, wording.Slots{}}}, true},
		{"a werewolf that votes", []line{{ada, "I am the werewolf."}}, []sentence{about(wording.VoteFor, bela)}, true},
		{"a possessed that was the seer", []line{{ada, "I am the seer."}}, []sentence{{wording.ClaimPossessed, wording.Slots{}}}, true},
		{"welcome to a werewolf", []line{{bela, "I am the werewolf."}}, []sentence{{wording.HeardClaim, wording.Slots{T: bela, Role: werewolf.Werewolf}}}, false},
		{"the only one of two", []line{{bela, "I am the seer."}, {cleo, "I am the seer."}}, []sentence{about(wording.TrustSole, bela)}, false},
		{"the only one", []line{{bela, "I am the seer."}}, []sentence{about(wording.TrustSole, bela)}, true},
		{"one of two claims", []line{{bela, "I am the seer."}}, []sentence{about(wording.WhySplit, bela, cleo)}, false},
		{"one of two claims that are there", []line{{bela, "I am the seer."}, {cleo, "I am the seer."}}, []sentence{about(wording.WhySplit, bela, cleo)}, true},
		{"a table that has not made up its mind", []line{{bela, "I will vote for Dov."}}, []sentence{about(wording.VoteJoin, dov, cleo)}, false},
		{"a table that has", []line{{bela, "I will vote for Dov."}, {cleo, "I will vote for Dov."}}, []sentence{about(wording.VoteJoin, dov, cleo)}, true},
		{"an accuser that follows", []line{{ada, "I divined Dov and Dov is a werewolf."}, {bela, "I will vote for Dov."}, {cleo, "I will vote for Dov."}},
			[]sentence{about(wording.VoteJoin, dov, cleo)}, false},
		{"agreement with nobody", []line{{bela, "I suspect Dov."}}, []sentence{about(wording.Agree, cleo, bela)}, false},
		{"agreement", []line{{bela, "I suspect Cleo."}}, []sentence{about(wording.Agree, cleo, bela)}, true},
		{"agreement with who goes for another by now", []line{{bela, "I suspect Cleo."}, {bela, "I will vote for Dov."}}, []sentence{about(wording.Agree, cleo, bela)}, false},
		{"agreement with who trusts by now", []line{{bela, "I suspect Cleo."}, {bela, "I trust Cleo."}}, []sentence{about(wording.Agree, cleo, bela)}, false},
		{"agreement with who has come back", []line{{bela, "I suspect Dov."}, {bela, "I will vote for Cleo."}}, []sentence{about(wording.Agree, cleo, bela)}, true},
		{"no opinion of who was just suspected", nil, []sentence{about(wording.SuspectLead, bela), about(wording.ViewNeutral, bela)}, false},
		{"no opinion of who was suspected before", []line{{ada, "I will vote for Bela."}}, []sentence{about(wording.ViewNeutral, bela)}, false},
		{"no opinion of another", []line{{ada, "I will vote for Dov."}}, []sentence{about(wording.ViewNeutral, bela)}, true},
		{"suspicion of whom one has no opinion of", nil, []sentence{about(wording.ViewNeutral, bela), about(wording.SuspectLead, bela)}, false},
		{"undecided, with a vote announced", []line{{ada, "I will vote for Bela."}}, []sentence{{wording.NotSure, wording.Slots{}}}, false},
		{"suspicion of whom one votes for", []line{{ada, "I will vote for Bela."}}, []sentence{about(wording.SuspectLead, bela)}, false},
		{"suspicion of one's own black result", []line{{ada, "I am the seer. I divined Bela and Bela is a werewolf."}}, []sentence{about(wording.SuspectLead, bela)}, false},
		{"a feeling about one's own black result", []line{{ada, "I am the seer. I divined Bela and Bela is a werewolf."}}, []sentence{about(wording.WhyGut, bela)}, false},
		{"a vote against a white result of before", []line{{ada, "I am the seer. I divined Bela and Bela is human."}}, []sentence{about(wording.VoteFor, bela)}, false},
		{"a reason against a white result of before", []line{{ada, "I am the seer. I divined Bela and Bela is human."}}, []sentence{about(wording.WhyQuiet, bela)}, false},
		{"a result told and looked back on", nil, []sentence{about(wording.SeenHuman, bela), about(wording.TrustMine, bela)}, false},
		{"nobody vouches for who was cleared", []line{{bela, "I am the seer. I divined Dov and Dov is human."}}, []sentence{about(wording.WhyOpen, dov)}, false},
		{"nobody vouches for who is trusted", []line{{bela, "I trust Dov."}}, []sentence{about(wording.WhyOpen, dov)}, false},
		{"nobody vouches for somebody", []line{{bela, "I trust Dov."}}, []sentence{about(wording.WhyOpen, cleo)}, true},
		{"votes that gather elsewhere", []line{{bela, "I will vote for Dov."}, {cleo, "I will vote for Dov."}, {dov, "I will vote for Cleo."}}, []sentence{about(wording.WhyCrowd, cleo)}, false},
		{"votes that gather", []line{{bela, "I will vote for Dov."}, {cleo, "I will vote for Dov."}}, []sentence{about(wording.WhyCrowd, dov)}, true},
		{"a vote that was right, while the other lives", nil, []sentence{{wording.TrustRight, wording.Slots{T: bela, X: cleo}}}, false},
		{"a question for a suspect, to who has named one", []line{{bela, "I suspect Dov."}}, []sentence{about(wording.AskSuspect, bela)}, false},
		{"a question for a suspect, to who agrees on one", []line{{cleo, "I suspect Dov."}, {bela, "I see Dov the same way Cleo does."}}, []sentence{about(wording.AskSuspect, bela)}, false},
		{"a question for a suspect, to one's own black result", []line{{ada, "I am the seer. I divined Bela and Bela is a werewolf."}}, []sentence{about(wording.AskSuspect, bela)}, false},
		{"a welcome to one's accuser", []line{{bela, "I am the seer. I suspect Ada."}}, []sentence{about(wording.HeardClaim, bela)}, false},
		{"a welcome", []line{{bela, "I am the seer. I suspect Dov."}}, []sentence{about(wording.HeardClaim, bela)}, true},
		{"a question for a suspect", []line{{bela, "I trust Dov."}}, []sentence{about(wording.AskSuspect, bela)}, true},
		{"an accuser that joins", []line{{ada, "I suspect Dov."}, {bela, "I will vote for Dov."}, {cleo, "I will vote for Dov."}}, []sentence{about(wording.VoteJoin, dov, cleo)}, false},
		{"an accuser that goes by the votes", []line{{ada, "I suspect Dov."}, {bela, "I will vote for Dov."}, {cleo, "I will vote for Dov."}}, []sentence{about(wording.WhyCrowd, dov)}, false},
		{"who joins goes by the votes", []line{{bela, "I will vote for Dov."}, {cleo, "I will vote for Dov."}}, []sentence{about(wording.VoteJoin, dov, cleo), about(wording.WhyCrowd, dov)}, true},
		{"a defence where only a rival wants it", []line{{bela, "I am the seer."}, {cleo, "I am the seer."}, {cleo, "I will vote for Bela."}}, []sentence{about(wording.Defend, bela)}, false},
		{"a defence where nobody wants it", []line{{cleo, "I will vote for Dov."}}, []sentence{about(wording.Defend, bela)}, false},
		{"a defence", []line{{bela, "I am the seer."}, {cleo, "I will vote for Bela."}}, []sentence{about(wording.Defend, bela)}, true},
		{"a question for a view that was given", []line{{bela, "I trust Dov."}}, []sentence{about(wording.AskView, bela, dov)}, false},
		{"a question for a view after agreement", []line{{cleo, "I suspect Dov."}, {bela, "I agree with Cleo about Dov."}}, []sentence{about(wording.AskView, bela, dov)}, false},
		{"a question for a view", []line{{bela, "I trust Dov."}}, []sentence{about(wording.AskView, bela, cleo)}, true},
		{"a question for a vote that is announced", []line{{bela, "I will vote for Dov."}}, []sentence{about(wording.AskVote, bela)}, false},
		{"a question for a vote", []line{{bela, "I suspect Dov."}}, []sentence{about(wording.AskVote, bela)}, true},
		{"a request for a vote that is announced", []line{{bela, "I will vote for Dov."}}, []sentence{about(wording.AskVoteFor, bela, dov)}, false},
		{"a request for a vote", []line{{bela, "I will vote for Dov."}}, []sentence{about(wording.AskVoteFor, bela, cleo)}, true},
		{"a vote that decides", []line{{cleo, "I will vote for Bela."}, {dov, "I will vote for Emil."}, {5, "I will vote for Dov."}}, []sentence{about(wording.AskDeciding, bela, dov)}, false},
		{"a vote that decides a tie", []line{{cleo, "I will vote for Emil."}, {dov, "I will vote for Emil."}, {5, "I will vote for Dov."}}, []sentence{about(wording.AskDeciding, bela, dov)}, true},
		{"a vote that decides while others are silent", []line{{cleo, "I will vote for Emil."}, {5, "I will vote for Dov."}}, []sentence{about(wording.AskDeciding, bela, dov)}, false},
		{"a vote that decides nothing any more", []line{{cleo, "I will vote for Dov."}, {dov, "I will vote for Emil."}, {5, "I will vote for Dov."}}, []sentence{about(wording.AskDeciding, bela, dov)}, false},
		{"a welcome to whom one has taken for the only one", []line{{bela, "I am the seer."}}, []sentence{about(wording.TrustSole, bela), about(wording.HeardClaim, bela)}, false},
		{"a welcome to one of two", []line{{bela, "I am the seer."}, {cleo, "I am the seer."}}, []sentence{about(wording.HeardClaim, bela)}, false},
		{"the possessed that suspects", []line{{ada, "I am the possessed."}}, []sentence{about(wording.SuspectLead, bela)}, false},
		{"the possessed that reasons for the village", []line{{ada, "I am the possessed."}}, []sentence{about(wording.FewLeft, bela)}, false},
		{"the possessed that votes", []line{{ada, "I am the possessed."}}, []sentence{about(wording.VoteFor, bela)}, true},
	} {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		var talk []werewolf.Utterance
		for _, l := range c.heard {
			talk = append(talk, werewolf.Utterance{Day: 1, Seat: l.seat, Text: l.text})
		}
		p := newPlayer(t, 1)
		p.Listen(&werewolf.Observation{
			Rules: &rules, Seat: ada, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
			Roles: []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0}, Talks: talk,
			Request: werewolf.Request{Seat: ada, Kind: werewolf.Talk, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}},
		})
		turn, last := p.beginTurn(), len(c.turn)-1
		for i, s := range c.turn {
			if said := p.addSentence(turn, s.kind, s.slots); said != (i < last || c.said) {
				t.Errorf("%s: %q is said: %v (%q)", c.name, s.kind, said, turn.Finish(false))
			}
		}
	}
}

// A vote beside words against another, or after a reason against another, says of that one that it is suspicious as well; a vote against
// whom the turn is against has no need of it.
func TestVoteBesideSuspicion(t *testing.T) {
	const bela, cleo = 2, 3
	for _, lang := range []string{"en", "ja"} {
		for _, against := range []wording.SentenceKind{wording.SuspectLead, wording.WhyGut} {
			for target, beside := range map[werewolf.SeatID]bool{bela: false, cleo: true} {
				p, turn := replying(t, lang, 1, nil)
				p.addSentence(turn, against, wording.Slots{T: bela})
				turn.Think()
				said := p.addSentence(turn, wording.VoteFor, wording.Slots{T: target})
				if last := turn.Last; !said || last.Announced(speech.Vote) != target || last.Suspected().Has(bela) != beside {
					t.Errorf("%s: after %q: %v with %q", lang, against, said, turn.Finish(false))
				}
			}
		}
	}
}

// Nobody is blamed for a good word for somebody whose death has shown that it was human.
func TestGoodWordForTheDead(t *testing.T) {
	const bela, cleo = 2, 3
	for _, living := range []bool{true, false} {
		p, turn := replying(t, "en", 1, nil)
		if !living {
			o := *p.o
			o.Living, o.Deaths = o.Living.Without(cleo), []werewolf.Death{{Day: 1, Seat: cleo, Cause: werewolf.ByAttack}}
			p.o = &o
			p.opinion.Weigh(p.o, p.ledger, p.observer())
		}
		for _, k := range []wording.SentenceKind{wording.WhySides, wording.WhyShield} {
			if said := p.makesSense(turn, k, wording.Slots{T: bela, O: cleo}); said != living {
				t.Errorf("%q of the living %v is said: %v", k, living, said)
			}
		}
	}
}

// Nobody speaks of tomorrow where the game ends before it whatever happens: by what the table knows of one werewolf at least, and in
// whispers of all of the pack. A guard may save somebody for another day.
func TestTomorrowThatCannotCome(t *testing.T) {
	for _, c := range []struct {
		seats, living, wolves int
		whispers, tomorrow    bool
	}{
		{5, 5, 1, false, true}, {5, 4, 1, false, false}, {5, 3, 1, false, false},
		{9, 5, 1, false, true}, {9, 4, 1, false, true}, {9, 3, 1, false, false},
		{9, 7, 2, true, true}, {9, 5, 2, true, true}, {9, 4, 2, true, false}, {5, 4, 1, true, true}, {5, 3, 1, true, false},
	} {
		rules, err := werewolf.Standard(c.seats)
		if err != nil {
			t.Fatal(err)
		}
		roles := make([]werewolf.Role, c.seats+1)
		kind := werewolf.Talk
		for i := range c.wolves {
			roles[i+1] = werewolf.Werewolf
		}
		if c.whispers {
			kind = werewolf.Whisper
		}
		p := newPlayer(t, 1)
		p.Listen(&werewolf.Observation{
			Rules: &rules, Seat: 1, Day: 1, Names: names[:c.seats], Living: werewolf.SeatsUpTo(c.living), Roles: roles,
			Request: werewolf.Request{Seat: 1, Kind: kind, Left: werewolf.Left{Count: 4, Length: werewolf.NoLimit}},
		})
		if said := p.addSentence(p.beginTurn(), wording.LastWill, wording.Slots{T: 3}); said != c.tomorrow {
			t.Errorf("%+v: speaks of tomorrow: %v", c, said)
		}
	}
}

// Somebody helped to execute a player where that player was executed on the day of the vote, and not where it was attacked later.
func TestWhoHelpedToExecute(t *testing.T) {
	o := &werewolf.Observation{
		Votes:  []werewolf.Choice{{Day: 1, Seat: 2, Target: 3}, {Day: 1, Seat: 4, Target: 5}, {Day: 2, Seat: 4, Target: 3}},
		Deaths: []werewolf.Death{{Day: 1, Seat: 5, Cause: werewolf.ByExecution}, {Day: 1, Seat: 3, Cause: werewolf.ByAttack}},
	}
	p := new(Player)
	p.o = o
	for pair, want := range map[[2]werewolf.SeatID]bool{{4, 5}: true, {2, 5}: false, {2, 3}: false, {4, 3}: false} {
		if got := p.hasVotedOut(pair[0], pair[1]); got != want {
			t.Errorf("%d helped to execute %d: %v", pair[0], pair[1], got)
		}
	}
}
