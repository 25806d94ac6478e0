package understand

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// table is a listener at a table, and what its players say.
type table struct {
	*Listener
	names []string
}

func sit(names ...string) table { return table{New(Table{Names: names}), names} }

func (t table) says(who, text string) speech.Reading {
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
		if r := l.says("Ada", text); r.Accuse != want {
			t.Errorf("%q accuses %v, want %v", text, r.Accuse.Slice(), want.Slice())
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
		if r := l.says("Ada", text); !slices.Equal(r.Mention, want) {
			t.Errorf("%q mentions %v, want %v", text, r.Mention, want)
		}
	}
}

func TestPhases(t *testing.T) {
	l := sit("Ada")
	for text, want := range map[string]speech.Phase{
		"Skip": speech.SkipPhase, "...": speech.SkipPhase, "": speech.SkipPhase, " Over ": speech.OverPhase,
		"Over.": speech.TalkPhase, "I skip": speech.TalkPhase, "See you. Over": speech.TalkPhase,
	} {
		if r := l.says("Ada", text); r.Phase != want {
			t.Errorf("%q is %v, want %v", text, r.Phase, want)
		}
	}
}

func TestClaimsAreRemembered(t *testing.T) {
	l := sit("Ada", "Bela", "Cleo", "Dov")
	l.says("Ada", "I am the seer. I divined Cleo: human.")
	l.says("Bela", "I am the seer. I divined Cleo: werewolf.")
	l.says("Bela", "I am the seer. I divined Cleo: werewolf.")
	claims := l.Claims()
	if got := claims.Claimants(werewolf.Seer); got != werewolf.SetOf(1, 2) {
		t.Errorf("seers: %v", got.Slice())
	}
	want := []speech.Result{{Verb: speech.Divined, Target: 3, Species: werewolf.Wolf}}
	if got := claims.Results(2); !slices.Equal(got, want) {
		t.Errorf("results of seat 2: %v", got)
	}
	if r := l.says("Dov", "I trust the seer."); r.Support != 0 {
		t.Errorf("of two seers, the seer is %v", r.Support.Slice())
	}
	l.Died(2)
	l.Died(0)
	l.Died(99)
	if r := l.says("Dov", "I trust the remaining seer."); r.Support != werewolf.SetOf(1) || claims.Dead() != werewolf.SetOf(2) {
		t.Errorf("when seat 2 is dead, the seer is %v; dead: %v", r.Support.Slice(), claims.Dead().Slice())
	}
	l.says("Ada", "I retract my seer claim.")
	if got := claims.RoleOf(1); got != werewolf.NoRole {
		t.Errorf("after taking it back, seat 1 claims %v", got)
	}
	if r := l.says("Ada", "I divined Dov and he is human."); r.Claim != werewolf.NoRole || len(r.Results) != 1 {
		t.Errorf("results after taking the claim back: %+v", r)
	}
	if claims.RoleOf(-1) != werewolf.NoRole || claims.RoleOf(100) != werewolf.NoRole || claims.Results(100) != nil {
		t.Error("seats that are none claim something")
	}
}

func TestRolesOfTheTable(t *testing.T) {
	five := werewolf.RoleCounts{}
	five[werewolf.Villager], five[werewolf.Seer], five[werewolf.Possessed], five[werewolf.Werewolf] = 2, 1, 1, 1
	l := New(Table{Names: []string{"Ada", "Bela"}, Roles: five})
	r := l.Hear(werewolf.Utterance{Seat: 1, Text: "My medium reading: Bela is human."}, false)
	if len(r.Results) != 1 || r.Results[0].Verb != speech.Divined {
		t.Errorf("without a medium at the table: %+v", r.Results)
	}
}

func TestQuestionsHaveTopics(t *testing.T) {
	l := sit("Ada", "Bela", "Cleo")
	for text, want := range map[string]speech.Question{
		"@Bela who will you vote for?":    {To: 2, Topic: speech.VoteWhom},
		"@Bela what is your role?":        {To: 2, Topic: speech.WhichRole},
		"@Bela why do you doubt Cleo?":    {To: 2, Topic: speech.WhyTopic, About: 3},
		"@Bela what was your result?":     {To: 2, Topic: speech.WhichResult},
		"@Bela whom will you divine?":     {To: 2, Topic: speech.WhichPlan},
		"@Bela whom do you suspect?":      {To: 2, Topic: speech.SuspectWhom},
		"Who is the most suspicious one?": {Topic: speech.SuspectWhom},
	} {
		if r := l.says("Ada", text); len(r.Questions) != 1 || r.Questions[0] != want {
			t.Errorf("%q asks %+v, want %+v", text, r.Questions, want)
		}
	}
}

func TestTheWolvesWhisper(t *testing.T) {
	l := New(Table{Names: []string{"Ada", "Bela", "Cleo"}})
	u := werewolf.Utterance{Seat: 1, Text: "Cleo is lying. Let's attack Bela tonight."}
	if r := l.Hear(u, true); r.Attack != 2 || r.Accuse != 0 {
		t.Errorf("among wolves: %+v", r)
	}
	if r := l.Hear(u, false); r.Attack != 0 || r.Accuse != werewolf.SetOf(3) {
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
		if err := l.read(text); err == nil || !strings.Contains(err.Error(), want) {
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
		err := newGrammar(newCategories()).read(text)
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
		if r := l.says("Ada", text); r.Vote != vote {
			t.Errorf("%q votes for %d, want %d", text, r.Vote, vote)
		}
	}
}

// "The latest result" is that of somebody who has found something out: to have guarded somebody is no result.
func TestAGuardIsNoResult(t *testing.T) {
	l := sit("Ada", "Bela", "Cleo", "Dov")
	l.says("Ada", "I divined Cleo: human.")
	l.says("Ada", "I guarded Dov.")
	claims := l.Claims()
	if got := claims.latest(1, werewolf.NoSpecies); got != werewolf.SetOf(3) {
		t.Errorf("the latest result is about %v, reports %+v", got.Slice(), claims.Results(1))
	}
	if len(claims.Results(1)) != 2 {
		t.Errorf("reports %+v", claims.Results(1))
	}
}
