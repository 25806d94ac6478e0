package persuasion

import (
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

func TestAppealAt(t *testing.T) {
	tests := []struct {
		turns int
		want  []Appeal // by turn
	}{
		{5, []Appeal{NoAppeal, NoAppeal, Logical, Credibility, Emotional}},
		{8, []Appeal{NoAppeal, NoAppeal, Logical, Credibility, Emotional, NoAppeal, NoAppeal, NoAppeal}},
		{0, []Appeal{NoAppeal, NoAppeal, Logical, Credibility, Emotional, NoAppeal}},
		{4, []Appeal{NoAppeal, Logical, Credibility, Emotional}},
		{3, []Appeal{Logical, Credibility, Emotional}},
		{2, []Appeal{Credibility, Emotional}},
		{1, []Appeal{Emotional}},
	}
	for _, tt := range tests {
		for turn, want := range tt.want {
			if got := appealAt(turn, tt.turns); got != want {
				t.Errorf("turn %d of %d: %s, want %s", turn, tt.turns, got, want)
			}
		}
	}
}

var people = []string{"Ada", "Bela", "Cleo", "Dov", "Emil", "Fay", "Gil"}

// game is what the werewolf Ada, with the ally Bela, sees in the middle of day 1 of so many utterances said.
func game(t *testing.T, said int) *werewolf.Observation {
	t.Helper()
	rules := werewolf.With(werewolf.RoleCounts{werewolf.Villager: 2, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Possessed: 1, werewolf.Werewolf: 2})
	o := &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: people, Living: werewolf.SeatsUpTo(7),
		Roles:   []werewolf.Role{0, werewolf.Werewolf, werewolf.Werewolf, 0, 0, 0, 0, 0},
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 4 - said - 1}},
	}
	for range said {
		for id := range o.Living.All() {
			o.Talks = append(o.Talks, werewolf.Utterance{Day: 1, Seat: id, Text: "x"})
		}
	}
	return o
}

// Appeals that come sooner do so once a day: the first is not made again where the player would be silent once more.
func TestHasten(t *testing.T) {
	p, err := New("en", 1)
	if err != nil {
		t.Fatal(err)
	}
	late := func(said int) *werewolf.Observation {
		o := game(t, said)
		o.Rules.Talk.MaxCount.PerDay, o.Request.Left.Count = werewolf.NoLimit, 6-said-1
		return o
	}
	for said, want := range []Appeal{Logical, Credibility, Emotional, NoAppeal} {
		if hastened := p.Hasten(late(said)); hastened != (said == 0) {
			t.Errorf("turn %d: hastened %t", said, hastened)
		}
		if got, _ := p.Due(late(said)); got != want {
			t.Errorf("turn %d: %s, want %s", said, got, want)
		}
	}
}

// told is a ledger of what these seats did.
func told(o *werewolf.Observation, acts map[werewolf.SeatID]speech.Rows) *ledger.Ledger {
	var b ledger.Writer
	seen := werewolf.SeatSet(0)
	for i := range o.Talks {
		u := &o.Talks[i]
		if seen.Has(u.Seat) {
			b.Hear(u, nil)
			continue
		}
		seen = seen.With(u.Seat)
		b.Hear(u, acts[u.Seat])
	}
	return b.Reader()
}

func found(target werewolf.SeatID, s werewolf.Species) speech.Rows {
	return speech.Found(werewolf.Divines, target, s)
}

func TestThreats(t *testing.T) {
	accuse := speech.Suspect
	tests := []struct {
		name  string
		acts  map[werewolf.SeatID]speech.Rows
		seat  werewolf.SeatID
		score float64
		parts []string
	}{
		{"a seer who found me", map[werewolf.SeatID]speech.Rows{3: found(1, werewolf.Wolf)}, 3, 9, []string{"found-me", "seer"}},
		{"a seer who found an ally", map[werewolf.SeatID]speech.Rows{3: found(2, werewolf.Wolf)}, 3, 7, []string{"seer", "found-ally"}},
		{"a seer who told the truth of a villager", map[werewolf.SeatID]speech.Rows{3: found(4, werewolf.Human)}, 3, 4, []string{"seer"}},
		{"a liar of our side", map[werewolf.SeatID]speech.Rows{3: found(4, werewolf.Wolf), 5: accuse(1)}, 5, 1, []string{"accuses-me"}},
		{"a liar about me", map[werewolf.SeatID]speech.Rows{3: found(1, werewolf.Human), 5: accuse(2)}, 5, 0.5, []string{"accuses-ally"}},
		{"a medium", map[werewolf.SeatID]speech.Rows{4: speech.Claim(4, werewolf.Medium), 5: accuse(1)}, 4, 2, []string{"medium"}},
		{"a vote", map[werewolf.SeatID]speech.Rows{6: speech.Join(speech.Do(speech.Vote, 1), accuse(1))}, 6, 3.5, []string{"votes-me", "accuses-me"}},
		{"a bodyguard", map[werewolf.SeatID]speech.Rows{6: speech.Do(speech.Guarded, 3), 5: accuse(1)}, 6, 1.5, []string{"bodyguard"}},
		{"nothing", nil, 3, 0, nil},
	}
	for _, tt := range tests {
		o := game(t, 2)
		list := Threats(o, told(o, tt.acts), &doubt.Opinion{})
		if len(list) != 5 || list[0].Seat != tt.seat || list[0].Score != tt.score || !slices.Equal(list[0].Parts, tt.parts) {
			t.Errorf("%s: %+v; want seat %d, %.1f of %v", tt.name, list, tt.seat, tt.score, tt.parts)
		}
		if slices.ContainsFunc(list, func(x Threat) bool { return x.Seat <= 2 }) {
			t.Errorf("%s: the pack threatens itself: %+v", tt.name, list)
		}
	}
}

// Whom the werewolf has told to be human is no threat while there are others.
func TestToldHumanIsNoThreat(t *testing.T) {
	o := game(t, 2)
	acts := map[werewolf.SeatID]speech.Rows{1: found(3, werewolf.Human), 3: found(1, werewolf.Wolf)}
	if list := Threats(o, told(o, acts), &doubt.Opinion{}); len(list) != 4 || list[0].Seat == 3 {
		t.Errorf("%+v", list)
	}
	o.Living = werewolf.SetOf(1, 2, 3)
	if list := Threats(o, told(o, acts), &doubt.Opinion{}); len(list) != 1 || list[0].Seat != 3 {
		t.Errorf("alone with it: %+v", list)
	}
}

// A liar for our side is the least threat, nobody counts more than twice for words, and trust has an end.
func TestThreatsHaveBounds(t *testing.T) {
	o := game(t, 1)
	accuse := speech.Suspect(1)
	s := &doubt.Opinion{}
	s.Score[6] = -10
	list := Threats(o, told(o, map[werewolf.SeatID]speech.Rows{3: found(4, werewolf.Wolf), 5: speech.Join(accuse, accuse, accuse)}), s)
	want := map[werewolf.SeatID]float64{3: 4 - 6, 4: 0, 5: 2, 6: 0.4 * 3, 7: 0}
	for _, x := range list {
		if math.Abs(x.Score-want[x.Seat]) > 1e-9 {
			t.Errorf("seat %d threatens by %.2f, want %.2f", x.Seat, x.Score, want[x.Seat])
		}
	}
}

func TestThreatsOfTheTrustedAndTheSharp(t *testing.T) {
	o := game(t, 1)
	o.Talks = append(o.Talks, werewolf.Utterance{Day: 1, Seat: 6, Text: "y"})
	s := &doubt.Opinion{}
	s.Score[4] = -2
	list := Threats(o, told(o, nil), s)
	if list[0].Seat != 4 || list[0].Score != 0.8 || list[1].Seat != 6 || list[1].Score != 0.5 || list[1].Parts[0] != "sharp" {
		t.Errorf("threats %+v", list)
	}
}

func persuader(t *testing.T, lang string) *Persuader {
	t.Helper()
	p, err := New(lang, 3)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// next is what is due, with the threats that those acts make; nobody chooses among them.
func next(p *Persuader, o *werewolf.Observation, acts map[werewolf.SeatID]speech.Rows) Appeal {
	return p.Next(o, Threats(o, told(o, acts), &doubt.Opinion{}), 0)
}

// Over the four turns of a day: nothing, then the three appeals in order, all against the threat of the second turn.
func TestNextOverADay(t *testing.T) {
	p := persuader(t, "en")
	blame := map[werewolf.SeatID]speech.Rows{5: speech.Suspect(1)}
	want := []Appeal{NoAppeal, Logical, Credibility, Emotional}
	for turn, appeal := range want {
		acts := blame
		if turn >= 2 {
			acts = map[werewolf.SeatID]speech.Rows{3: found(1, werewolf.Wolf)}
		}
		if got := next(p, game(t, turn), acts); got != appeal {
			t.Errorf("turn %d: %s, want %s", turn, got, appeal)
		}
		if turn > 0 && p.Target() != 5 {
			t.Errorf("turn %d: against seat %d, want 5", turn, p.Target())
		}
	}
	if note := p.Note(); note != "day 1: emotional against Emil (Emil speaks against me.)" || p.Note() != "" {
		t.Errorf("the note is %q", note)
	}
	o := game(t, 3)
	o.Living = o.Living.Without(5)
	if next(p, o, nil); p.Target() == 5 {
		t.Error("a dead target is kept")
	}
}

func TestNextOnADayWithoutAVote(t *testing.T) {
	o := game(t, 3)
	o.Day = 0
	for i := range o.Talks {
		o.Talks[i].Day = 0
	}
	if got := next(persuader(t, "en"), o, nil); got != NoAppeal {
		t.Errorf("%s on day 0", got)
	}
}

// The target is the one that was chosen when the first appeal was due, whatever is chosen later; a choice of somebody who is no
// threat counts for nothing.
func TestNextTakesTheChosen(t *testing.T) {
	p := persuader(t, "en")
	acts := map[werewolf.SeatID]speech.Rows{5: speech.Suspect(1)}
	for turn, chosen := range []werewolf.SeatID{6, 7, 3} {
		o := game(t, turn)
		if _, choose := p.Due(o); choose != (turn == 1) {
			t.Errorf("turn %d: a target is to be chosen: %v", turn, choose)
		}
		if p.Next(o, Threats(o, told(o, acts), &doubt.Opinion{}), chosen); turn > 0 && p.Target() != 7 {
			t.Errorf("turn %d: against seat %d", turn, p.Target())
		}
	}
	p = persuader(t, "en")
	if p.Next(game(t, 1), Threats(game(t, 1), told(game(t, 1), acts), &doubt.Opinion{}), 2); p.Target() != 5 {
		t.Errorf("against the ally? seat %d", p.Target())
	}
}

// Whatever makes a player a threat is said in both languages.
func TestReasons(t *testing.T) {
	for part := range weights() {
		for _, lang := range []string{"en", "ja"} {
			list := persuader(t, lang).Reasons(game(t, 1), &Threat{Seat: 3, Parts: []string{part}})
			if len(list) != 1 || !strings.Contains(list[0], "Cleo") {
				t.Errorf("%s in %s: %q", part, lang, list)
			}
		}
	}
}

func TestTurns(t *testing.T) {
	o := game(t, 1)
	if turn, turns := Turns(o); turn != 1 || turns != 4 {
		t.Errorf("turn %d of %d", turn, turns)
	}
	o.Request.Left.Count = werewolf.NoLimit
	if turn, turns := Turns(o); turn != 1 || turns != 1+1+(28-7-1)/7 {
		t.Errorf("by the table's limit turn %d of %d", turn, turns)
	}
	o.Request.Left.Count = 1
	if turn, turns := Turns(o); turn != 1 || turns != 3 {
		t.Errorf("by the player's own limit turn %d of %d", turn, turns)
	}
	o.Request.Left.Count, o.Rules.Talk.MaxCount.PerDay = werewolf.NoLimit, werewolf.NoLimit
	if _, turns := Turns(o); turns != 0 {
		t.Errorf("without limits %d turns", turns)
	}
}

// Utterances are left on a day that ends in a vote, as far as the limits tell.
func TestTurnsLeft(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(o *werewolf.Observation)
		want int
	}{
		{"two are left", func(*werewolf.Observation) {}, 2},
		{"the last", func(o *werewolf.Observation) { o.Request.Left.Count = 0 }, 0},
		{"day 0", func(o *werewolf.Observation) { o.Day = 0 }, -1},
		{"a whisper", func(o *werewolf.Observation) { o.Request.Kind = werewolf.Whisper }, -1},
		{"no limit", func(o *werewolf.Observation) {
			o.Request.Left.Count, o.Rules.Talk.MaxCount.PerDay = werewolf.NoLimit, werewolf.NoLimit
		}, -1},
		{"the table's limit", func(o *werewolf.Observation) {
			o.Request.Left.Count, o.Rules.Talk.MaxCount.PerDay = werewolf.NoLimit, 8
		}, 0},
	} {
		o := game(t, 1)
		if tt.set(o); TurnsLeft(o) != tt.want {
			t.Errorf("%s: %d", tt.name, TurnsLeft(o))
		}
	}
}

func TestChoose(t *testing.T) {
	p := persuader(t, "en")
	o := game(t, 1)
	heard := told(o, map[werewolf.SeatID]speech.Rows{5: speech.Suspect(1), 6: speech.Claim(6, werewolf.Medium)})
	p.target = 5
	tests := []struct {
		among werewolf.SeatSet
		want  werewolf.SeatID
	}{
		{werewolf.SetOf(3, 5, 6), 5}, {werewolf.SetOf(3, 6), 6}, {werewolf.SetOf(2), 2}, {0, 0},
	}
	for _, tt := range tests {
		if got := p.Choose(o, heard, &doubt.Opinion{}, tt.among); got != tt.want {
			t.Errorf("of %s seat %d, want %d", tt.among, got, tt.want)
		}
	}
}

// Every example, in every voice, asks for the vote by name, as listeners understand it, claims nothing, and fits the contest's limit.
func TestExamples(t *testing.T) {
	rules := game(t, 0).Rules
	for _, lang := range []string{"en", "ja"} {
		p := persuader(t, lang)
		for a := Logical; a <= Emotional; a++ {
			list := p.Examples(a)
			if len(list) != 3 {
				t.Errorf("%s: %d examples of %s", lang, len(list), a)
			}
			for _, text := range bottest.Voiced(t, lang, list, wording.Seating{Me: 1, Names: people}, wording.Slots{T: 4}) {
				listener := understand.New(understand.Table{Names: people, Roles: rules.Roles, Specs: rules.Table})
				r := listener.Hear(werewolf.Utterance{Day: 1, Seat: 1, Text: text}, false)
				if r.Requested(speech.Vote) != 4 || r.Claimed(1) != werewolf.NoRole || slices.ContainsFunc(r, speech.Act.Tells) {
					t.Errorf("%s: %q is heard as %+v", lang, text, r)
				}
				if kept, _ := rules.Talk.MaxLength.Fit(text, people[1:], 0); kept != text {
					t.Errorf("%s: %q does not fit", lang, text)
				}
			}
		}
	}
}
