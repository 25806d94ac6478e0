package wording

import (
	"slices"
	"testing"

	"wolfden/internal/bot/hearing"
	"wolfden/werewolf"
)

// meaning is what a listener must and may hear in every wording of an intent.
type meaning struct{ must, may []hearing.Act }

func meanings() map[Intent]meaning {
	act := func(k hearing.Kind, s werewolf.SeatID) hearing.Act { return hearing.Act{Kind: k, Target: s} }
	claim := func(r werewolf.Role) hearing.Act { return hearing.Act{Kind: hearing.Claim, Role: r} }
	only := func(a ...hearing.Act) meaning { return meaning{must: a} }
	maybe := func(a ...hearing.Act) meaning { return meaning{may: a} }
	found := func(s werewolf.Species, r werewolf.Role) meaning {
		return meaning{must: []hearing.Act{{Kind: hearing.Found, Target: seatT, Species: s, Role: r}}}
	}
	accuseT, accuseO := act(hearing.Accuse, seatT), act(hearing.Accuse, seatO)
	m := map[Intent]meaning{
		ClaimRole: only(claim(werewolf.Seer)), ClaimPlain: only(claim(werewolf.Villager)),
		Counter:   {must: []hearing.Act{claim(werewolf.Seer), accuseO}},
		SeenHuman: found(werewolf.Human, werewolf.Seer), SeenWolf: found(werewolf.Wolf, werewolf.Seer),
		RecallHuman: found(werewolf.Human, werewolf.Seer), RecallWolf: found(werewolf.Wolf, werewolf.Seer),
		MediumHuman: found(werewolf.Human, werewolf.Medium), MediumWolf: found(werewolf.Wolf, werewolf.Medium),
		GuardedWhom: only(act(hearing.Guarded, seatT)),
		DenyWolf:    maybe(accuseO),
		SuspectLead: only(accuseT), WhisperFriend: maybe(accuseT), ViewNeutral: maybe(),
		VoteFor: only(act(hearing.Vote, seatT)), VoteKeep: only(act(hearing.Vote, seatT)),
		VoteChange: only(act(hearing.Vote, seatT)), VoteJoin: only(act(hearing.Vote, seatT)),
		VoteAll:       only(act(hearing.Vote, seatT), act(hearing.Urge, seatT)),
		WhisperClaim:  only(claim(werewolf.Seer)),
		WhisperAttack: only(act(hearing.Strike, seatT)), WhisperAgree: only(act(hearing.Strike, seatT)),
		Defend: maybe(act(hearing.Trust, seatT)),
	}
	for _, in := range []Intent{TrustSole, TrustMe, TrustFound, TrustRight, TrustProof, TrustMine, TrustLean} {
		m[in] = maybe(act(hearing.Trust, seatT))
	}
	for _, in := range []Intent{
		WhyRival, WhyLied, WhyBlack, WhySplit, WhyRefuted, WhyCleared, WhyClash, WhyChanged, WhyBroke, WhyQuiet, WhyPushed,
		WhyAgainst, WhyShield, WhyRetract, WhyCrowd, WhyOpen, WhySaid, WhyGut, SeenMyself, Agree,
	} {
		m[in] = maybe(accuseT)
	}
	call := func(s werewolf.SeatID, sp werewolf.Species) hearing.Act {
		return hearing.Act{Kind: hearing.Call, Target: s, Species: sp}
	}
	m[DawnDeath] = maybe(call(seatT, werewolf.Human))
	m[WhyRefuted] = maybe(accuseT, call(seatO, werewolf.Human))
	m[WhyPushed] = m[WhyRefuted]
	m[WhyCleared] = maybe(accuseT, call(seatO, werewolf.Wolf))
	m[TrustRight] = maybe(act(hearing.Trust, seatT), call(seatX, werewolf.Wolf))
	m[TrustMine] = maybe(act(hearing.Trust, seatT), hearing.Act{Kind: hearing.Found, Target: seatT, Role: werewolf.Seer, Species: werewolf.Human})
	m[WhisperTrusted] = maybe(act(hearing.Trust, seatT))
	m[WhisperPush] = maybe(accuseT)
	m[WhyBlack] = maybe(accuseT, act(hearing.Trust, seatO))
	m[WhySplit] = m[WhyBlack]
	return m
}

// asks are the intents that are questions, and what they are about.
func asks() map[Intent]hearing.Act {
	ask := func(about werewolf.SeatID, topic hearing.Topic) hearing.Act {
		return hearing.Act{Kind: hearing.Ask, Target: seatT, About: about, Topic: topic}
	}
	return map[Intent]hearing.Act{
		AskStyle: ask(0, hearing.AnyTopic), AskResult: ask(0, hearing.WhichResult), AskAccused: ask(0, hearing.AnyTopic),
		AskQuiet: ask(0, hearing.AnyTopic), AskSuspect: ask(0, hearing.SuspectWhom), AskVote: ask(0, hearing.VoteWhom),
		AskView: ask(seatO, hearing.AnyTopic), AskWhy: ask(0, hearing.WhyTopic),
	}
}

// TestEveryWordingIsHeard says, in every style, every wording of what players with a modest ear say to each other, and
// listens to it: a sentence must mean to them what it was meant to mean, and nothing else.
func TestEveryWordingIsHeard(t *testing.T) {
	modest := declaredIn(t, "intent.go")
	for lang, names := range tables {
		ear := hearing.New(names)
		forEveryWording(t, lang, 24, func(in Intent, l *line, _ *Speaker, text string) {
			if !slices.Contains(modest, in) {
				return
			}
			heard := ear.Hear(text)
			if want, isAsk := asks()[in]; isAsk {
				checkQuestion(t, in, text, heard, want)
				return
			}
			checkMeaning(t, in, text, heard, meanings()[in], l.terse)
		})
	}
}

// checkQuestion wants exactly one question, to the right player and about the right thing.
func checkQuestion(t *testing.T, in Intent, text string, heard []hearing.Act, want hearing.Act) {
	t.Helper()
	found := false
	for _, a := range heard {
		if a.Kind != hearing.Ask || a.Target != want.Target {
			t.Errorf("%s: %q also means %v", in, text, a)
			continue
		}
		found = found || a.Topic == want.Topic || want.Topic == hearing.AnyTopic
		if a.About != want.About && in != AskAccused {
			t.Errorf("%s: %q is about %d, want %d", in, text, a.About, want.About)
		}
	}
	if !found {
		t.Errorf("%s: %q means %v, want %v", in, text, heard, want)
	}
}

func checkMeaning(t *testing.T, in Intent, text string, heard []hearing.Act, want meaning, terse bool) {
	t.Helper()
	for _, a := range want.must {
		if !slices.ContainsFunc(heard, func(b hearing.Act) bool { return same(a, b, terse) }) {
			t.Errorf("%s: %q means %v, want %v", in, text, heard, a)
		}
	}
	for _, a := range heard {
		known := func(b hearing.Act) bool { return same(b, a, terse) }
		rhetoric := a.Kind == hearing.Ask && a.Target == 0
		if !rhetoric && !slices.ContainsFunc(want.must, known) && !slices.ContainsFunc(want.may, known) {
			t.Errorf("%s: %q also means %v", in, text, a)
		}
	}
}

// same compares what was heard with what was meant. A result may leave open how it was come by, and a terse one is no
// more than a statement.
func same(want, got hearing.Act, terse bool) bool {
	if want.Kind == hearing.Found {
		if got.Role == werewolf.NoRole && want.Role == werewolf.Seer {
			got.Role = want.Role
		}
		if terse && got.Kind == hearing.Call {
			got.Kind, got.Role = want.Kind, want.Role
		}
	}
	return want == got
}
