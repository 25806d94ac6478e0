package understand

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// testTable is a listener at a table, and what its players say.
type testTable struct {
	*Listener
	names []string
}

func sit(names ...string) testTable { return testTable{New(Table{Names: names}), names} }

func (t testTable) says(who, text string) speech.Rows {
	return t.Hear(werewolf.Utterance{Seat: werewolf.SeatID(slices.Index(t.names, who) + 1), Text: text}, false)
}

func TestNames(t *testing.T) {
	l := sit("Ada", "Shizuka", "May", "Bertram")
	for text, want := range map[string]werewolf.SeatSet{
		"I don't trust Shizuka.":             werewolf.SetOf(2),
		"I don't trust shizuka.":             werewolf.SetOf(2),
		"I don't trust SHIZUKA at all.":      werewolf.SetOf(2),
		"I don't trust Ms. Shizuka.":         werewolf.SetOf(2),
		"I don't trust Shizuka-san.":         werewolf.SetOf(2),
		"I don't trust @Shizuka.":            werewolf.SetOf(2),
		"I don't trust Shizuca.":             werewolf.SetOf(2), // one slip
		"I don't trust Shziuka.":             werewolf.SetOf(2), // two letters swapped
		"I don't trust Shizu.":               0,                 // two letters missing
		"I don't trust Shizuk":               0,                 // the text is cut: nothing is made of half a word
		"I don't trust Shizukas.":            werewolf.SetOf(2), // a slip as well
		"I don't trust Adam.":                0,                 // too short a name for slips
		"We may not trust that.":             0,                 // May is also a word
		"I don't trust May.":                 werewolf.SetOf(3),
		"I don't trust Bertram and Shizuka.": werewolf.SetOf(2, 4),
		"I don't trust Bertra.":              werewolf.SetOf(4),
	} {
		if r := l.says("Ada", text); r.Suspected() != want {
			t.Errorf("%q accuses %v, want %v", text, r.Suspected().Slice(), want.Slice())
		}
	}
}

func TestMentions(t *testing.T) {
	l := sit("Ada", "Bela", "Adamant", "トシオ")
	for text, want := range map[string][]werewolf.SeatID{
		"@Bela @Ada and @Bela again": {2, 1},
		"@Adamant":                   {3},
		"@Adam and @Everyone, Bela":  nil,
		"x@Bela's vote":              {2},
		"@ Bela":                     nil,
		"@bela":                      nil,
		"@トシオさん、どう見る？":               {4},
		"@トシオンヌ":                     nil,
		"@Ada, I speak of myself":    {1},
	} {
		if got := l.Mentions(text); !slices.Equal(got, want) {
			t.Errorf("%q mentions %v, want %v", text, got, want)
		}
	}
}

func TestPhases(t *testing.T) {
	l := sit("Ada")
	for text, want := range map[string]string{
		"Skip": "skip", "...": "skip", "": "skip", " Over ": "over",
		"Over.": "talk", "I skip": "talk", "See you. Over": "talk",
	} {
		if r := l.says("Ada", text); r.Phase() != want {
			t.Errorf("%q is %v, want %v", text, r.Phase(), want)
		}
	}
}

func TestClaimsAreRemembered(t *testing.T) {
	l := sit("Ada", "Bela", "Cleo", "Dov")
	l.says("Ada", "I am the seer. I divined Cleo: human.")
	l.says("Bela", "I am the seer. I divined Cleo: werewolf.")
	l.says("Bela", "I am the seer. I divined Cleo: werewolf.")
	heard := l.Ledger()
	if got := heard.Claimants(werewolf.Seer); got != werewolf.SetOf(1, 2) {
		t.Errorf("seers: %v", got.Slice())
	}
	if got := heard.Results(); len(got) != 2 || got[1].By != 2 || got[1].Target != 3 || got[1].Species != werewolf.Wolf {
		t.Errorf("results: %v", got)
	}
	if r := l.says("Dov", "I trust the seer."); r.Trusted() != 0 {
		t.Errorf("of two seers, the seer is %v", r.Trusted().Slice())
	}
	l.Died(2)
	l.Died(0)
	l.Died(99)
	if r := l.says("Dov", "I trust the remaining seer."); r.Trusted() != werewolf.SetOf(1) || heard.Dead() != werewolf.SetOf(2) {
		t.Errorf("when seat 2 is dead, the seer is %v; dead: %v", r.Trusted().Slice(), heard.Dead().Slice())
	}
	l.says("Ada", "I retract my seer claim.")
	if got := heard.ClaimOf(1); got != werewolf.NoRole {
		t.Errorf("after taking it back, seat 1 claims %v", got)
	}
	if r := l.says("Ada", "I divined Dov and he is human."); r.Claimed(1) != werewolf.NoRole || len(slices.Collect(r.Results(1))) != 1 {
		t.Errorf("results after taking the claim back: %+v", r)
	}
	if heard.ClaimOf(-1) != werewolf.NoRole || heard.ClaimOf(100) != werewolf.NoRole {
		t.Error("seats that are none claim something")
	}
}

func TestRolesOfTheTable(t *testing.T) {
	five := werewolf.RoleCounts{}
	five[werewolf.Villager], five[werewolf.Seer], five[werewolf.Possessed], five[werewolf.Werewolf] = 2, 1, 1, 1
	l := New(Table{Names: []string{"Ada", "Bela"}, Roles: five})
	r := l.Hear(werewolf.Utterance{Seat: 1, Text: "My medium reading: Bela is human."}, false)
	if got := slices.Collect(r.Results(1)); len(got) != 1 || got[0].Verb != speech.Divined {
		t.Errorf("without a medium at the table: %v", r)
	}
}

func TestQuestionsHaveTopics(t *testing.T) {
	l := sit("Ada", "Bela", "Cleo")
	for text, want := range map[string]speech.Rows{
		"@Bela who will you vote for?":    speech.Ask(2, speech.VoteWhom, 0),
		"@Bela what is your role?":        speech.Ask(2, speech.WhichRole, 0),
		"@Bela why do you doubt Cleo?":    speech.Ask(2, speech.WhyTopic, 3),
		"@Bela how do you see Cleo now?":  speech.Ask(2, speech.AnyTopic, 3),
		"@Bela what was your result?":     speech.Ask(2, speech.WhichResult, 0),
		"@Bela whom will you divine?":     speech.Ask(2, speech.WhichPlan, 0),
		"@Bela whom do you suspect?":      speech.Ask(2, speech.SuspectWhom, 0),
		"Who is the most suspicious one?": speech.Ask(0, speech.SuspectWhom, 0),
	} {
		if r := l.says("Ada", text); len(r) < 2 || r[len(r)-2] != want[0] {
			t.Errorf("%q asks %+v, want %+v", text, r, want)
		}
	}
}

func TestTheWolvesWhisper(t *testing.T) {
	l := New(Table{Names: []string{"Ada", "Bela", "Cleo"}})
	u := werewolf.Utterance{Seat: 1, Text: "Cleo is lying. Let's attack Bela tonight."}
	if r := l.Hear(u, true); r.Announced(speech.Attack) != 2 || r.Suspected() != 0 {
		t.Errorf("among wolves: %+v", r)
	}
	if r := l.Hear(u, false); r.Announced(speech.Attack) != 0 || r.Suspected() != werewolf.SetOf(3) {
		t.Errorf("in the open: %+v", r)
	}
}

func TestFaultsOfTheDataAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"A one":         "line 1: \"A one\" has no colon",
		"\nA: x |":      "line 2: an empty phrase",
		"A: [a|b":       "brackets must be closed",
		"A: x\nB C: x":  "\"x\" stands in another line",
		": x":           "is no row of categories",
		"+A B: x":       "is no row of categories",
		"A: [a|[b]] c":  "not nested",
		"A: a\\\n| b |": "line 2: an empty phrase",
	} {
		l := &lexicon{cats: newCategories()}
		if err := l.parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("words %q: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"NAME":                       "a pattern stands in a section",
		"[shout]":                    "no act is called \"shout\"",
		"[scope loud]":               "no scope is called \"loud\"",
		"[vote]\nSHOUT":              "\"SHOUT\" is no category",
		"[vote]\nNAME:of":            "what is captured",
		"[vote]\nNAME ; even loud":   "no scope is called \"loud\"",
		"[vote]\nNAME ; near X":      "no directive is called \"near\"",
		"[vote]\nbefore X/y":         "invalid syntax",
		"define A":                   "no =",
		"define A = B\ndefine B = A": "",
		"define A = A\n[vote]\nA":    "defined by itself",
	} {
		err := newGrammar(newCategories()).parse(text)
		if want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("patterns %q: %v, want %q", text, err, want)
		}
	}
}

func TestHaltingSpeech(t *testing.T) {
	l := sit("Ada", "Bela", "Cleo")
	for text, vote := range map[string]werewolf.SeatID{
		"M-my v-vote is for B-Bela.":          2,
		"My vote... is for Bela.":             2,
		"My vote… is for Bela.":               2,
		"I have no vote... Bela sits there.":  0, // a new sentence
		"Cleo is odd and I'm voting for her.": 3, // the "I" after "and" begins a clause of its own
		"Cleo is odd and let's vote for her.": 3,
		"My pre-vote thoughts are on Bela.":   0,
	} {
		if r := l.says("Ada", text); r.Announced(speech.Vote) != vote {
			t.Errorf("%q votes for %d, want %d", text, r.Announced(speech.Vote), vote)
		}
	}
}

// "The latest result" is that of somebody who has found something out: to have guarded somebody is no result.
func TestAGuardIsNoResult(t *testing.T) {
	l := sit("Ada", "Bela", "Cleo", "Dov")
	l.says("Ada", "I divined Cleo: human.")
	l.says("Ada", "I guarded Dov.")
	if got := l.latest(1, werewolf.NoSpecies); got != werewolf.SetOf(3) {
		t.Errorf("the latest result is about %v, reports %+v", got.Slice(), l.Ledger().Results())
	}
	if got := l.Ledger().Results(); len(got) != 2 {
		t.Errorf("reports %+v", got)
	}
}

// Who claims a role that knows its fellows may name them; who claims another names nobody by it.
func TestFellows(t *testing.T) {
	l := sit("Ada", "Bob", "Cleo", "ボブ")
	fellow := func(by, id werewolf.SeatID) speech.Act {
		return speech.Act{Verb: speech.ComingOut, Subject: by, Target: id, Role: werewolf.Freemason}
	}
	if r := l.says("Ada", "I am a freemason and Bob is my fellow."); r.Claimed(1) != werewolf.Freemason || !slices.Contains(r, fellow(1, 2)) {
		t.Errorf("a freemason names a fellow: %v", r)
	}
	if r := l.says("Ada", "My fellow mason is Bob."); !slices.Contains(r, fellow(1, 2)) {
		t.Errorf("and again: %v", r)
	}
	if r := l.says("Bob", "共有者です。相方はボブさん。"); r.Claimed(2) != werewolf.Freemason || !slices.Contains(r, fellow(2, 4)) {
		t.Errorf("in Japanese: %v", r)
	}
	if r := l.says("Cleo", "I am the seer and Bob is my fellow."); slices.ContainsFunc(r, func(a speech.Act) bool { return a.Role == werewolf.Freemason }) {
		t.Errorf("a seer: %v", r)
	}
	if got := l.Ledger().ClaimOf(2); got != werewolf.Freemason {
		t.Errorf("Bob claims %v", got)
	}
}

// TestWhoComesLateUnderstandsTheSame: what was said before a death is heard as it was then, however late.
func TestWhoComesLateUnderstandsTheSame(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"},
		Talks: []werewolf.Utterance{
			{Day: 1, Seat: 2, Text: "I am the seer."}, {Day: 1, Seat: 3, Text: "I am the seer."}, {Day: 1, Seat: 4, Text: "I suspect the seer."},
		},
	}
	newListener := func() *Listener { return New(Table{Names: o.Names, Roles: rules.Roles, Specs: rules.Table}) }
	there, late := newListener(), newListener()
	there.Follow(&o, nil)
	o.Day, o.Deaths = 2, []werewolf.Death{{Day: 1, Seat: 2, Cause: werewolf.ByExecution}}
	o.Talks = append(o.Talks, werewolf.Utterance{Day: 2, Seat: 5, Text: "I suspect the seer."})
	there.Follow(&o, nil)
	late.Follow(&o, nil)
	for at := range o.Talks {
		if a, b := there.Ledger().Rows(at), late.Ledger().Rows(at); !slices.Equal(a, b) {
			t.Errorf("%q: there %s, late %s", o.Talks[at].Text, a, b)
		}
	}
	if got := late.Ledger().Rows(3).Suspected(); got != werewolf.SetOf(3) {
		t.Errorf("the seer who is left is not suspected: %v", got)
	}
}
