package wording

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// said is an act or an intent, and what a listener should have understood.
type said struct {
	name    string
	act     speech.Rows
	in      Intent // where there is no act for it
	whisper bool
	means   func(r speech.Rows) bool
}

func player(verb speech.Verb, target werewolf.SeatID) speech.Rows { return speech.Do(verb, target) }

func wrap(verb speech.Verb, target werewolf.SeatID, inner ...speech.Rows) speech.Rows {
	return speech.Within(speech.Act{Verb: verb, Target: target}, inner...)
}

func result(verb speech.Verb, target werewolf.SeatID, s werewolf.Species) speech.Rows {
	return speech.Of(speech.Act{Verb: verb, Target: target, Species: s})
}

func hasResult(r speech.Rows, verb speech.Verb, s werewolf.Species) bool {
	for f := range r.Results(seatMe) {
		if f.Verb == verb && f.Target == seatT && (s == werewolf.NoSpecies || f.Species == s) {
			return true
		}
	}
	return false
}

func asks4(topic speech.Topic) func(speech.Rows) bool {
	return func(r speech.Rows) bool {
		for q := range r.Questions() {
			if q.Target == seatT && (q.Topic == topic || topic == speech.AnyTopic) {
				return true
			}
		}
		return false
	}
}

func claims(role werewolf.Role) func(speech.Rows) bool {
	return func(r speech.Rows) bool { return r.Claimed(seatMe) == role }
}

func accuses(id werewolf.SeatID) func(speech.Rows) bool {
	return func(r speech.Rows) bool { return (r.Suspected() &^ r.Trusted()).Has(id) }
}

func supports(r speech.Rows) bool { return (r.Trusted() &^ r.Suspected()).Has(seatT) }

func requests(id werewolf.SeatID) func(speech.Rows) bool {
	return func(r speech.Rows) bool { return r.Requested(speech.Vote) == id }
}

func votes(r speech.Rows) bool { return r.Announced(speech.Vote) == seatT }

func both(a, b func(speech.Rows) bool) func(speech.Rows) bool {
	return func(r speech.Rows) bool { return a(r) && b(r) }
}

func finds(verb speech.Verb, s werewolf.Species) func(speech.Rows) bool {
	return func(r speech.Rows) bool { return hasResult(r, verb, s) }
}

// tellings is what must be understood as it was meant.
func tellings() []said {
	human, wolf := werewolf.Human, werewolf.Wolf
	seen := result(speech.Divined, seatT, wolf)
	claim := func(r werewolf.Role) speech.Rows { return speech.Claim(seatMe, r) }
	opinion, trust := speech.Suspect(seatT), speech.Trust(seatT)
	all := func(a speech.Rows) speech.Rows { return wrap(speech.Request, 0, a) }
	ask := func(a speech.Rows) speech.Rows { return wrap(speech.Inquire, seatT, a) }
	list := []said{
		{name: "claim seer", act: claim(werewolf.Seer), means: claims(werewolf.Seer)},
		{name: "claim medium", act: claim(werewolf.Medium), means: claims(werewolf.Medium)},
		{name: "claim bodyguard", act: claim(werewolf.Bodyguard), means: claims(werewolf.Bodyguard)},
		{name: "claim villager", act: claim(werewolf.Villager), means: claims(werewolf.Villager)},
		{name: "claim possessed", act: claim(werewolf.Possessed), means: claims(werewolf.Possessed)},
		{name: "claim werewolf", act: claim(werewolf.Werewolf), means: claims(werewolf.Werewolf)},
		{name: "divined human", act: result(speech.Divined, seatT, human), means: finds(speech.Divined, human)},
		{name: "divined werewolf", act: seen, means: finds(speech.Divined, wolf)},
		{name: "identified human", act: result(speech.Identified, seatT, human), means: finds(speech.Identified, human)},
		{name: "identified werewolf", act: result(speech.Identified, seatT, wolf), means: finds(speech.Identified, wolf)},
		{name: "guarded", act: player(speech.Guarded, seatT), means: finds(speech.Guarded, 0)},
		{name: "vote", act: player(speech.Vote, seatT), means: votes},
		{name: "request vote", act: all(player(speech.Vote, seatT)), means: requests(seatT)},
		{name: "request vote by name", act: wrap(speech.Request, seatO, player(speech.Vote, seatT)), means: requests(seatT)},
		{name: "accuse", act: opinion, means: accuses(seatT)},
		{name: "support", act: trust, means: supports},
		{name: "ask vote", act: ask(player(speech.Vote, 0)), means: asks4(speech.VoteWhom)},
		{name: "ask suspect", act: ask(player(speech.Estimate, 0)), means: asks4(speech.SuspectWhom)},
		{name: "ask result", act: ask(player(speech.Divined, 0)), means: asks4(speech.WhichResult)},
		{name: "ask role", act: ask(player(speech.ComingOut, seatT)), means: asks4(speech.WhichRole)},
		{name: "ask plan", act: ask(player(speech.Divination, 0)), means: asks4(speech.WhichPlan)},
		{name: "ask view", act: ask(player(speech.Estimate, seatO)), means: asks4(speech.AnyTopic)},
		{name: "ask why", act: ask(wrap(speech.Because, 0)), means: asks4(speech.WhyTopic)},
		{name: "attack", act: player(speech.Attack, seatT), whisper: true, means: func(r speech.Rows) bool { return r.Announced(speech.Attack) == seatT }},
		{name: "retract", act: wrap(speech.Not, 0, claim(werewolf.Seer)), means: func(r speech.Rows) bool { return r.Retracts(seatMe) }},
		{name: "because vote", act: wrap(speech.Because, 0, seen, player(speech.Vote, seatT)), means: both(votes, finds(speech.Divined, wolf))},
		{name: "because request", act: wrap(speech.Because, 0, seen, all(player(speech.Vote, seatT))),
			means: both(requests(seatT), finds(speech.Divined, wolf))},
		{name: "claim with result", in: ClaimSeenWolf, means: both(claims(werewolf.Seer), finds(speech.Divined, wolf))},
		{name: "claim with human", in: ClaimSeenHuman, means: both(claims(werewolf.Seer), finds(speech.Divined, human))},
		{name: "medium with result", in: ClaimMediumWolf, means: both(claims(werewolf.Medium), finds(speech.Identified, wolf))},
		{name: "bodyguard with guarded", in: ClaimGuarded, means: both(claims(werewolf.Bodyguard), finds(speech.Guarded, 0))},
		{name: "power play, werewolf", in: PowerWolf, means: both(claims(werewolf.Werewolf), requests(seatO))},
		{name: "power play, possessed", in: PowerPossessed, means: both(claims(werewolf.Possessed), requests(seatO))},
		{name: "induce", in: Induce, means: both(requests(seatT), accuses(seatT))},
		{name: "counter", in: Counter, means: both(claims(werewolf.Seer), accuses(seatO))},
		{name: "vote change", in: VoteChange, means: votes},
		{name: "turn back", in: TurnBack, means: accuses(seatO)},
	}
	return list
}

// understood is how many of what was said a listener must understand as it was meant, of 1, by language.
var understood = map[string]float64{"en": 0.98, "ja": 0.80}

// controls are sentences that whoever knows the language understands.
var controls = map[string]string{"en": "I divined Alice and Alice is a werewolf.", "ja": "アリスを占って黒でした。"}

// TestRoundTrip words acts in every style and has them read back. What is misread is the business of two packages, so
// a rate must hold, not each line.
func TestRoundTrip(t *testing.T) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	for lang, names := range tables {
		control := understand.New(understand.Table{Names: names}).Hear(werewolf.Utterance{Seat: seatMe, Text: controls[lang]}, false)
		if !hasResult(control, speech.Divined, werewolf.Wolf) {
			t.Logf("%s: the listener does not know this language", lang)
			continue
		}
		right, all := 0, 0
		for _, what := range tellings() {
			got, n := roundTrip(t, lang, names, rules.Roles, &what)
			right, all = right+got, all+n
			if got*100 < 80*n {
				t.Logf("%s: %s: %d of %d", lang, what.name, got, n)
			}
		}
		t.Logf("%s: %d of %d understood as meant (%.3f)", lang, right, all, float64(right)/float64(all))
		if float64(right) < understood[lang]*float64(all) {
			t.Errorf("%s: only %d of %d are understood as meant", lang, right, all)
		}
	}
}

// TestFellowsRoundTrip: who says that it has a role with somebody is understood, in every style.
func TestFellowsRoundTrip(t *testing.T) {
	for lang, names := range tables {
		right, all := 0, 0
		for _, in := range []Intent{ClaimFellow, ConfirmFellow} {
			for style := range bookOf(t, lang).styles {
				for seed := range uint64(6) {
					s := speakerIn(bookOf(t, lang), style, seed)
					slots := Slots{T: names[0], Role: s.RoleWord(werewolf.Freemason)}
					text, ok := s.Say(in, slots, nil)
					if !ok {
						t.Fatalf("%s: no words for %s", lang, in)
					}
					r := understand.New(understand.Table{Names: names}).Hear(werewolf.Utterance{Day: 1, Seat: seatMe, Text: text}, false)
					fellow := speech.Act{Verb: speech.ComingOut, Subject: seatMe, Target: 1, Role: werewolf.Freemason}
					if all++; r.Claimed(seatMe) == werewolf.Freemason && slices.Contains(r, fellow) {
						right++
					} else {
						t.Logf("%s: %q: %v", in, text, r)
					}
				}
			}
		}
		if right*20 < all*19 {
			t.Errorf("%s: %d of %d are understood", lang, right, all)
		}
	}
}

func roundTrip(t *testing.T, lang string, names []string, roles werewolf.RoleCounts, what *said) (right, all int) {
	t.Helper()
	b := bookOf(t, lang)
	missed := map[string]bool{}
	for style := range b.styles {
		for seed := range uint64(12) {
			s := speakerIn(b, style, seed)
			s.rng = rand.New(rand.NewPCG(seed, uint64(style)))
			text, ok := "", false
			if what.in != "" {
				text, ok = s.Say(what.in, *slotsFor(s, names), nil)
			} else {
				text, ok = s.Act(what.act, &Table{Me: seatMe, Names: names}, nil)
			}
			if !ok {
				t.Errorf("%s: no words for %s", lang, what.name)
				return
			}
			l := understand.New(understand.Table{Names: names, Roles: roles})
			r := l.Hear(werewolf.Utterance{Day: 1, Seat: seatMe, Text: text}, what.whisper)
			all++
			if what.means(r) {
				right++
			} else if !missed[text] {
				missed[text] = true
				if testing.Verbose() {
					t.Logf("%s: %q", what.name, text)
				}
			}
		}
	}
	return right, all
}
