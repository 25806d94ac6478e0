package summary

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

const (
	ada = werewolf.SeatID(iota + 1)
	bela
	cleo
	dov
	emil
)

// said is an utterance with what it means.
type said struct {
	day  int
	seat werewolf.SeatID
	text string
	acts speech.Rows
}

// testTable is what Ada, a villager, has seen on a day.
type testTable struct {
	o       *werewolf.Observation
	b       *ledger.Ledger
	book    ledger.Writer
	opinion *doubt.Opinion
	scenes  scene.Builder
}

func sit(t *testing.T, day int, talk []said) *testTable {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	x := &testTable{opinion: &doubt.Opinion{}, o: &werewolf.Observation{
		Rules: &rules, Seat: ada, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
		Roles: []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0}, Request: werewolf.Request{Seat: ada, Kind: werewolf.Talk},
	}}
	x.say(day, talk)
	return x
}

// say lets the talk go on.
func (x *testTable) say(day int, talk []said) {
	x.o.Day = day
	for _, s := range talk {
		x.o.Talks = append(x.o.Talks, werewolf.Utterance{
			Day: s.day, Seat: s.seat, Text: s.text, Skip: s.text == werewolf.SkipText, Idx: len(x.o.Talks),
		})
	}
	for i, s := range talk {
		u := &x.o.Talks[len(x.o.Talks)-len(talk)+i]
		if u.Skip {
			s.acts = speech.Of(speech.Act{Verb: speech.Skip})
		}
		x.book.Hear(u, s.acts)
	}
	x.b = x.book.Reader()
	x.opinion.Weigh(x.o, x.b, doubt.Observer{Me: ada, Role: werewolf.Villager})
}

func desk(t *testing.T, lang string, m llm.Model) *task.Desk {
	t.Helper()
	return task.NewDesk(nil, lang, m)
}

func found(target werewolf.SeatID, s werewolf.Species) speech.Rows {
	return speech.Found(werewolf.Divines, target, s)
}

func claim(by werewolf.SeatID, r werewolf.Role) speech.Rows { return speech.Claim(by, r) }

// aDay is a day with everything a summary tells.
func aDay() []said {
	return []said{
		{1, bela, "b1", speech.Join(claim(bela, werewolf.Seer), found(dov, werewolf.Wolf))},
		{1, cleo, "c1", speech.Join(claim(cleo, werewolf.Seer), found(ada, werewolf.Wolf))},
		{1, bela, "b2", speech.Join(speech.Suspect(dov), speech.Suspect(cleo))},
		{1, emil, "e1", speech.Join(speech.Suspect(dov), speech.Do(speech.Vote, dov), speech.Trust(cleo))},
		{1, dov, "d1", speech.Join(speech.Suspect(bela), speech.Suspect(emil))},
		{1, ada, werewolf.SkipText, nil},
		{1, cleo, "c2", speech.Join(found(ada, werewolf.Human), speech.Retract(cleo), claim(cleo, werewolf.Medium))},
		{1, emil, "e2", speech.Join(speech.Suspect(cleo), speech.Do(speech.Vote, cleo))},
	}
}

func TestDay(t *testing.T) {
	x := sit(t, 2, aDay())
	x.o.Votes = []werewolf.Choice{{Day: 1, Seat: emil, Target: bela}, {Day: 1, Seat: bela, Target: dov}}
	want := map[werewolf.SeatID]Player{
		bela: {Claims: []string{"Claimed to be the seer."}, Results: []string{"Reported Dov as werewolf."},
			Suspicions: []string{"Suspected Dov, as its own result says so.", "Suspected Cleo."}},
		cleo: {Claims: []string{"Claimed to be the seer.", "Took back a claim.", "Claimed to be the medium."},
			Results: []string{"Reported Ada as werewolf.", "Reported Ada as human."},
			Contradictions: []string{"Claimed to be the seer and then the medium.", "Told two different results about Ada.",
				(doubt.Reason{Why: doubt.Lied, Seat: cleo}).Phrase("en", x.o) + "."}},
		dov: {Suspicions: []string{"Suspected Bela, who had spoken against it first.", "Suspected Emil, who had spoken against it first."}},
		emil: {Suspicions: []string{"Suspected Dov, whom Bela had reported as a werewolf.", "Wanted to vote for Dov.", "Trusted Cleo.",
			"Suspected Cleo.", "Wanted to vote for Cleo."},
			Contradictions: []string{"Changed the announced vote, last to Cleo.", "Announced a vote for Cleo but voted for Bela.",
				"Trusted Cleo and suspected Cleo on the same day."}},
	}
	list := daySummary("en", x.o, x.b, x.opinion, 1)
	if len(list) != len(want) {
		t.Errorf("%d players, want %d", len(list), len(want))
	}
	for _, p := range list {
		w := want[p.Seat]
		for _, part := range []struct {
			what      string
			got, want []string
		}{
			{"claims", p.Claims, w.Claims}, {"results", p.Results, w.Results}, {"suspicions", p.Suspicions, w.Suspicions},
			{"contradictions", p.Contradictions, w.Contradictions},
		} {
			if !slices.Equal(part.got, part.want) {
				t.Errorf("%s of %s:\n%q\nwant\n%q", part.what, x.o.Name(p.Seat), part.got, part.want)
			}
		}
	}
	if list := daySummary("en", x.o, x.b, x.opinion, 0); len(list) != 0 {
		t.Errorf("of a day without talk: %v", list)
	}
}

func TestSuspicionOfARival(t *testing.T) {
	x := sit(t, 1, []said{
		{1, bela, "b", claim(bela, werewolf.Seer)}, {1, cleo, "c", speech.Join(claim(cleo, werewolf.Seer), speech.Suspect(bela))},
	})
	list := daySummary("en", x.o, x.b, x.opinion, 1)
	if len(list) != 2 || !slices.Equal(list[1].Suspicions, []string{"Suspected Bela, who claims the same role."}) {
		t.Errorf("days %+v", list)
	}
	if s := (&Player{}).Sentences("ja"); s != "目立った発言はなかった。" {
		t.Errorf("of nothing: %q", s)
	}
}

// A day's summary holds that day alone, and reasons only of what came before.
func TestDaysAreKeptApart(t *testing.T) {
	x := sit(t, 2, []said{
		{1, bela, "b1", speech.Join(claim(bela, werewolf.Seer), found(dov, werewolf.Human), speech.Trust(emil))},
		{1, cleo, "c1", speech.Suspect(emil)},
		{1, emil, "e1", speech.Suspect(cleo)},
		{2, cleo, "c2", speech.Suspect(dov)},
		{2, bela, "b2", speech.Join(found(dov, werewolf.Wolf), claim(bela, werewolf.Medium), speech.Suspect(emil))},
		{3, bela, "b3", speech.Suspect(ada)},
	})
	first, second, third := daySummary("en", x.o, x.b, &doubt.Opinion{}, 1), daySummary("en", x.o, x.b, &doubt.Opinion{}, 2), daySummary("en", x.o, x.b, &doubt.Opinion{}, 3)
	if got := first[1].Suspicions; !slices.Equal(got, []string{"Suspected Emil."}) {
		t.Errorf("who began: %q", got)
	}
	if got := first[2].Suspicions; !slices.Equal(got, []string{"Suspected Cleo, who had spoken against it first."}) {
		t.Errorf("who answered: %q", got)
	}
	if got := first[0].Contradictions; len(got) != 0 {
		t.Errorf("on the first day: %q", got)
	}
	want := []string{"Claimed to be the seer and then the medium.", "Told two different results about Dov."}
	if got := second[0]; !slices.Equal(got.Contradictions, want) || !slices.Equal(got.Results, []string{"Reported Dov as werewolf."}) {
		t.Errorf("on the second day: %+v", got)
	}
	if got := second[1].Suspicions; !slices.Equal(got, []string{"Suspected Dov."}) {
		t.Errorf("before the result: %q", got)
	}
	if len(third) != 1 || !slices.Equal(third[0].Suspicions, []string{"Suspected Ada."}) || len(third[0].Contradictions) != 0 {
		t.Errorf("on the third day: %+v", third)
	}
}

// What a summary says once it does not say again when it grows.
func TestRollingSaysNothingTwice(t *testing.T) {
	talk := aDay()
	for i := range talk {
		if talk[i].text != werewolf.SkipText {
			talk[i].text += strings.Repeat("z", 250)
		}
	}
	x := sit(t, 1, nil)
	r := NewRolling(desk(t, "en", nil), 200, 80)
	for i := range talk {
		x.say(1, talk[i:i+1])
		s := x.scenes.Next(x.o)
		r.See(t.Context(), x.o, &s, x.b)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(r.Summary()) {
		if seen[line] {
			t.Errorf("twice: %q", line)
		}
		seen[line] = true
	}
	if len(seen) < 5 {
		t.Errorf("the summary is %q", r.Summary())
	}
}

// Claims and results of the living outlast everything else in a summary of rules.
func TestRollingKeepsWhatCounts(t *testing.T) {
	x := sit(t, 1, []said{
		{1, bela, "b" + strings.Repeat("z", 40), speech.Join(claim(bela, werewolf.Seer), found(dov, werewolf.Wolf), found(cleo, werewolf.Human))},
		{1, ada, "a" + strings.Repeat("z", 40), nil},
	})
	r := NewRolling(desk(t, "en", nil), 54, 21)
	for i := range 24 {
		id := werewolf.SeatID(1 + i%3)
		kinds := []speech.Rows{speech.Suspect(id), speech.Do(speech.Vote, id), speech.Trust(id), speech.RequestVote(id)}
		x.say(1, []said{{1, emil, string(rune('a'+i)) + strings.Repeat("y", 60), kinds[i%4]}})
		s := x.scenes.Next(x.o)
		if r.See(t.Context(), x.o, &s, x.b); i == 12 {
			x.o.Living = x.o.Living.Without(cleo)
		}
	}
	for text, want := range map[string]bool{"Bela claims to be the seer.": true, "Bela reports that Dov is werewolf.": true, "Emil": false} {
		if strings.Contains(r.Summary(), text) != want {
			t.Errorf("%q is in the summary: %v: %q", text, !want, r.Summary())
		}
	}
}

func TestStanding(t *testing.T) {
	x := sit(t, 1, []said{
		{1, bela, "b", speech.Join(claim(bela, werewolf.Seer), found(dov, werewolf.Wolf), speech.Suspect(dov))},
		{1, cleo, "c", found(emil, werewolf.Human)},
		{1, cleo, "d", speech.Retract(cleo)},
	})
	x.o.Living = x.o.Living.Without(emil)
	want := []string{"Cleo reports that Emil is human.", "Bela claims to be the seer.", "Bela reports that Dov is werewolf."}
	if got := Standing("en", x.o, x.b, 0, 2); !slices.Equal(got, want) {
		t.Errorf("what counts is %q, want %q", got, want)
	}
	if got := Standing("en", x.o, x.b, 0, 3); len(got) != 4 {
		t.Errorf("with a claim taken back %q", got)
	}
}

func TestHeard(t *testing.T) {
	x := sit(t, 1, append(aDay(), said{1, bela, "b3", speech.Join(speech.Suspect(dov), speech.Ask(emil, speech.AnyTopic, 0), speech.Of(speech.Act{Verb: speech.Divined, Subject: cleo, Target: ada, Species: werewolf.Wolf}))}))
	got := Heard("en", x.o, x.b, 2, len(x.o.Talks))
	want := []string{"Bela suspects Dov.", "Bela suspects Cleo.", "Emil suspects Dov.", "Emil means to vote for Dov.", "Emil trusts Cleo.",
		"Dov suspects Bela.", "Dov suspects Emil.", "Cleo reports that Ada is human.", "Cleo took the claim back.", "Cleo claims to be the medium.",
		"Emil suspects Cleo.", "Emil means to vote for Cleo.", "Bela says that Cleo reported Ada as werewolf."}
	if !slices.Equal(got, want) {
		t.Errorf("heard %q\nwant %q", got, want)
	}
	for _, s := range Heard("ja", x.o, x.b, 0, len(x.o.Talks)) {
		if !strings.HasSuffix(s, "。") || strings.ContainsAny(s, "{}") {
			t.Errorf("in Japanese: %q", s)
		}
	}
}

// The two books have the same kinds, and sentences in both.
func TestBooks(t *testing.T) {
	en, ja := books("en"), books("ja")
	if !slices.Equal(en.Kinds(), ja.Kinds()) || len(en.Kinds()) < 20 {
		t.Errorf("kinds %q\nbeside %q", en.Kinds(), ja.Kinds())
	}
}

func TestRolling(t *testing.T) {
	talk := aDay()
	for i := range talk {
		if talk[i].text != werewolf.SkipText {
			talk[i].text += strings.Repeat("x", 28) // with the speaker 34 or 35 characters
		}
	}
	x := sit(t, 1, talk[:2])
	r := NewRolling(desk(t, "en", nil), 40, 16)
	see := func() {
		s := x.scenes.Next(x.o)
		r.See(t.Context(), x.o, &s, x.b)
	}
	see()
	if r.Summary() != "" || len(r.Lines()) != 2 {
		t.Errorf("within the budget: %q, %d lines", r.Summary(), len(r.Lines()))
	}
	x.say(1, talk[2:4])
	see()
	if len(r.Lines()) != 1 || r.Lines()[0].Speaker != "Emil" {
		t.Errorf("beyond the budget %d lines are left", len(r.Lines()))
	}
	if strings.Contains(r.Summary(), "Emil") || r.Summary() != "Cleo reports that Ada is werewolf." || len(r.Summary()) > 60 {
		t.Errorf("the summary is %q", r.Summary())
	}
	wide := NewRolling(desk(t, "en", nil), 0, 0)
	s := x.scenes.Next(x.o)
	if wide.See(t.Context(), x.o, &s, x.b); wide.Summary() != "" || len(wide.Lines()) != 4 {
		t.Errorf("without a budget %q", wide.Summary())
	}
}

// A new summary is made of the old one and the lines since: the model is shown both, and each line once.
func TestRollingAsksAModel(t *testing.T) {
	talk := aDay()
	for i := range talk {
		talk[i].text += strings.Repeat("y", 30)
	}
	var asked []string
	model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		asked = append(asked, p.Last())
		return llmtest.Answer{Text: `{"summary":"sum` + strings.Repeat("!", len(asked)) + `"}`}
	})
	x := sit(t, 1, talk[:4])
	d := desk(t, "en", model)
	r := NewRolling(d, 24, 9)
	for _, more := range [][]said{nil, talk[4:6], talk[6:]} {
		x.say(1, more)
		s := x.scenes.Next(x.o)
		_, done := d.Open(t.Context())
		before := len(r.Lines())
		if r.See(t.Context(), x.o, &s, x.b); len(r.Lines()) != before+len(more) && before > 0 {
			t.Errorf("%d lines after %d and %d more: none goes before its summary is there", len(r.Lines()), before, len(more))
		}
		done()
		d.Close(t.Context())
	}
	_, done := d.Open(t.Context())
	done()
	if len(asked) != 3 || r.Summary() != "sum!!!" {
		t.Fatalf("asked %d times, the summary is %q", len(asked), r.Summary())
	}
	all := strings.Join(asked, "\n")
	if !strings.Contains(asked[1], "sum!") || !strings.Contains(asked[2], "sum!!") {
		t.Error("the old summary is not shown")
	}
	if r.heard != after(x.o, r.covered) || r.heard == 0 {
		t.Errorf("knows what rules heard up to %d, the summary stands for all before %d", r.heard, after(x.o, r.covered))
	}
	for _, l := range talk[:6] {
		if n := strings.Count(all, l.text); n != 1 {
			t.Errorf("%q is shown %d times", l.text, n)
		}
	}
}

// By day there is a note for each: made when the day is over, of its lines alone, or before the vote that ends it, whose voter still sees them.
// A day that is too long is summed up before, and its note written anew with the rest.
func TestByDay(t *testing.T) {
	for _, keep := range []int{1000, 12} {
		var asked []string
		d := desk(t, "en", llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			asked = append(asked, p.Last())
			return llmtest.Answer{Text: fmt.Sprintf(`{"summary":"note %d."}`, len(asked))}
		}))
		x, r := sit(t, 0, nil), NewByDay(d, keep, 100)
		answer := func(kind werewolf.RequestKind, day int, text string) (shown string) {
			if text != "" {
				x.say(day, []said{{day, bela, text, nil}})
			}
			x.o.Day, x.o.Request.Kind = day, kind
			s := x.scenes.Next(x.o)
			ctx, done := d.Open(t.Context())
			r.See(ctx, x.o, &s, x.b)
			for _, l := range r.Lines() {
				shown += l.Text + ";"
			}
			done()
			d.Close(t.Context())
			return shown + r.Summary()
		}
		steps := []struct {
			kind werewolf.RequestKind
			day  int
			text string
			want string
		}{
			{werewolf.Talk, 0, "Hello to all of you.", "Hello to all of you.;"},
			{werewolf.Talk, 1, "It is a fine morning.", "Hello to all of you.;It is a fine morning.;"},
			{werewolf.Talk, 1, "What a day this will be.", "It is a fine morning.;What a day this will be.;Day 0\nnote 1."},
			{werewolf.Vote, 1, "", "It is a fine morning.;What a day this will be.;Day 0\nnote 1.\nDay 1\nnote 2."},
			{werewolf.Divine, 1, "", "It is a fine morning.;What a day this will be.;Day 0\nnote 1.\nDay 1\nnote 2."},
			{werewolf.Talk, 2, "Snow again.", "Snow again.;Day 0\nnote 1.\nDay 1\nnote 2."},
		}
		for i, step := range steps {
			if got := answer(step.kind, step.day, step.text); keep == 1000 && got != step.want {
				t.Errorf("answer %d: %q, want %q", i, got, step.want)
			}
		}
		if keep == 1000 {
			if len(asked) != 2 || strings.Contains(asked[1], "Hello") || strings.Contains(asked[1], "note 1") || !strings.Contains(asked[1], "What a day") {
				t.Errorf("asked %d times: %q", len(asked), asked)
			}
			continue
		}
		if got, want := r.Summary(), "Day 0\nnote 1.\nDay 1\nnote 3."; got != want || len(asked) != 3 {
			t.Errorf("of a long day %q, asked %d times", got, len(asked))
		} else if !strings.Contains(asked[2], "note 2.") || strings.Contains(asked[2], "note 1.") || strings.Contains(asked[2], "fine morning") {
			t.Errorf("the rest of a long day is put to %q", asked[2])
		}
	}
}

func TestDaily(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "Day 1\nBela: Claimed to be the seer. Reported Dov as werewolf.",
		"ja": "1日目\nBela: 占い師だと名乗った。 Dovを人狼と報告した。",
	} {
		x := sit(t, 1, aDay())
		d := NewDaily(desk(t, lang, nil), 240)
		see := func() {
			s := x.scenes.Next(x.o)
			d.See(t.Context(), x.o, &s, x.b, x.opinion)
		}
		if see(); d.All() != "" || len(d.days) > 1 {
			t.Errorf("%s: before the day is over: %q", lang, d.All())
		}
		x.say(2, nil)
		see()
		if !strings.HasPrefix(d.All(), want) || strings.Count(d.days[1], "\n") != 3 {
			t.Errorf("%s: %q", lang, d.All())
		}
		if d.Note() != d.All() || d.Note() != "" {
			t.Errorf("%s: noted twice or not at all", lang)
		}
		before := d.days[1]
		x.say(3, []said{{2, bela, "late", claim(bela, werewolf.Medium)}})
		if see(); d.days[1] != before || !strings.Contains(d.days[2], "Bela") {
			t.Errorf("%s: the first day became %q, the second %q", lang, d.days[1], d.days[2])
		}
	}
}

// A model sums up a day while others vote, unless the game cannot go on after it; if it does nevertheless, the summary is made then.
func TestDailyLeavesOutTheLastDay(t *testing.T) {
	for living, guarded := range map[int][2]bool{5: {true, true}, 4: {false, true}, 3: {false, false}} {
		for at, players := range []int{5, 13} { // there is a bodyguard among thirteen
			asked := 0
			d := desk(t, "en", llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
				asked++
				for _, want := range []string{"each of these players", "exactly", "reasons it gave", "contradicts", "\nA: ", "\nB: ", "\nC: ", "\nD: ", "\nE: "} {
					if !strings.Contains(p.Text(), want) {
						t.Errorf("%q is not in:\n%s", want, p.Text())
					}
				}
				_, list, _ := strings.Cut(p.Text(), "each of these players claimed on it: ")
				list, _, _ = strings.Cut(list, ".")
				names := strings.Split(list, ", ")
				return llmtest.Answer{Text: `{"players":[{"name":"` + strings.Join(names, `","claims":"It rained."},{"name":"`) + `","claims":"It snowed."}]}`}
			}))
			x, daily := sit(t, 1, aDay()), NewDaily(d, 240)
			rules, err := werewolf.Standard(players)
			if err != nil {
				t.Fatal(err)
			}
			x.o.Rules, x.o.Living, x.o.Request.Kind = &rules, werewolf.SeatsUpTo(living), werewolf.Vote
			answer := func() {
				s := x.scenes.Next(x.o)
				_, done := d.Open(t.Context())
				daily.See(t.Context(), x.o, &s, x.b, x.opinion)
				done()
				d.Close(t.Context())
				d.Settle()
			}
			if answer(); (asked > 0) != guarded[at] {
				t.Errorf("%d of %d players live: asked for a summary %d times", living, players, asked)
			}
			x.say(2, nil)
			if answer(); asked != 1 || !strings.HasSuffix(daily.days[1], ": It snowed.") || !strings.Contains(daily.days[1], ": It rained.\n") {
				t.Errorf("%d of %d players lived: asked %d times, %q", living, players, asked, daily.days[1])
			}
		}
	}
}
