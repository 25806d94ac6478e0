package memo

import (
	"encoding/json"
	"slices"
	"strconv"
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

// most is how many tokens each part of a page has in these tests.
const most = 750

func desk(t *testing.T, lang string, m llm.Model) *task.Desk {
	t.Helper()
	return task.NewDesk(nil, lang, m)
}

// view is what Ada sees in a role: Bela has claimed to be the seer and found Dov a werewolf, Emil votes for Ada.
func view(t *testing.T, role werewolf.Role, living werewolf.SeatSet) *View {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	o := &werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: living,
		Roles: []werewolf.Role{0, role, 0, 0, 0, 0}, Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk},
		Talks: []werewolf.Utterance{{Day: 1, Seat: 2, Text: "b"}, {Day: 1, Seat: 5, Text: "e"}},
	}
	v := &View{Observation: o, Scene: &scene.Scene{Me: "Ada", Action: "TALK"}, Ledger: &ledger.Ledger{}, Opinion: &doubt.Opinion{}}
	hear(v, map[string]speech.Rows{"b": speech.Join(speech.Claim(2, werewolf.Seer), speech.Found(werewolf.Divines, 4, werewolf.Wolf)), "e": speech.Do(speech.Vote, 1)})
	return v
}

func hear(v *View, says map[string]speech.Rows) {
	var book ledger.Writer
	for i := range v.Observation.Talks {
		u := &v.Observation.Talks[i]
		if rows, now := says[u.Text]; now || i >= v.Ledger.Heard() {
			book.Hear(u, rows)
		} else {
			book.Hear(u, v.Ledger.Rows(i))
		}
	}
	v.Ledger = book.Reader()
	v.Opinion.Weigh(v.Observation, v.Ledger, doubt.Observer{Me: 1, Role: werewolf.Villager})
}

func TestRewriteByRule(t *testing.T) {
	m, v := New(desk(t, "en", nil), most), view(t, werewolf.Villager, werewolf.SeatsUpTo(5))
	v.Target = 4
	m.Rewrite(t.Context(), v)
	for _, want := range []string{"Bela claims to be the seer.", "Bela reports that Dov is werewolf.", "Day 1: I suspect Dov most, since Bela reports"} {
		if !strings.Contains(m.Page().Inferences, want) {
			t.Errorf("the page lacks %q: %q", want, m.Page().Inferences)
		}
	}
	if p := m.Page().Plans; !strings.HasPrefix(p, "I go for Dov") || !strings.Contains(p, "Emil goes for me") || !strings.Contains(p, "hold the claims") {
		t.Errorf("plans %q", p)
	}
	// What stood on the page stays, and what is new is added once.
	v.Observation.Talks = append(v.Observation.Talks, werewolf.Utterance{Day: 1, Seat: 3, Text: "c"}, werewolf.Utterance{Day: 1, Seat: 1, Text: "a"})
	hear(v, map[string]speech.Rows{"c": speech.Trust(2), "a": speech.Do(speech.Vote, 4)})
	m.Rewrite(t.Context(), v)
	p := m.Page()
	if strings.Count(p.Inferences, "Bela claims") != 1 || !strings.Contains(p.Inferences, "Cleo trusts Bela.") {
		t.Errorf("the page became %q", p.Inferences)
	}
	if !strings.HasPrefix(p.Plans, "I announced my vote for Dov") {
		t.Errorf("plans became %q", p.Plans)
	}
	// Who has joined the votes of others does not forget it for its own suspect.
	v.Target = 5
	if list := plans("en", v); !strings.HasPrefix(list[0], "I announced my vote for Dov") || !strings.HasPrefix(list[1], "I doubt Emil more") {
		t.Errorf("with another suspect the plans are %q", list)
	}
	v.Observation.Living = v.Observation.Living.Without(4)
	if list := plans("en", v); !strings.HasPrefix(list[0], "I go for Emil") {
		t.Errorf("after the death of the announced the plans are %q", list)
	}
}

func TestPlansByRole(t *testing.T) {
	want := map[werewolf.Role]string{
		werewolf.Seer: "Tonight I divine Cleo", werewolf.Bodyguard: "Tonight I guard Cleo", werewolf.Werewolf: "Tonight Cleo should be attacked",
		werewolf.Medium: "in the morning what I learn", werewolf.Possessed: "away from the werewolves", werewolf.Villager: "hold the claims",
	}
	for role, text := range want {
		v := view(t, role, werewolf.SeatsUpTo(5))
		v.Tonight = 3
		list := plans("en", v)
		if !strings.Contains(list[len(list)-1], text) || !strings.HasPrefix(list[0], "I have nobody to go for") {
			t.Errorf("%s plans %q", role, list)
		}
		if slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, "Only") }) {
			t.Errorf("five are few: %q", list)
		}
	}
	list := plans("en", view(t, werewolf.Villager, werewolf.SetOf(1, 2, 4, 5)))
	if !slices.Contains(list, "Only 4 of us live. The next vote may decide the game.") {
		t.Errorf("in the endgame %q", list)
	}
	list = plans("en", view(t, werewolf.Seer, werewolf.SetOf(1, 2)))
	if slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, "Tonight") }) {
		t.Errorf("a seer with nobody left plans %q", list)
	}
}

func TestInferencesOfWhatIsCertain(t *testing.T) {
	v := view(t, werewolf.Seer, werewolf.SeatsUpTo(5))
	v.Opinion.Weigh(v.Observation, v.Ledger, doubt.Observer{Me: 1, Role: werewolf.Seer, Divined: []werewolf.Finding{
		{Target: 4, Species: werewolf.Human}, {Target: 3, Species: werewolf.Wolf},
	}})
	list := inferences("en", v)
	for _, want := range []string{"Day 1: Dov is human for certain.", "Day 1: Cleo is a werewolf for certain.", "Day 1: Bela cannot be what Bela claims to be."} {
		if !slices.Contains(list, want) {
			t.Errorf("%q lacks %q", list, want)
		}
	}
}

// Claims and results stay on the page of rules however much is said after them; a model is told them once.
func TestWhatCountsStays(t *testing.T) {
	m, v := New(desk(t, "en", nil), most), view(t, werewolf.Villager, werewolf.SeatsUpTo(5))
	m.Rewrite(t.Context(), v)
	for i := range 180 {
		v.Observation.Day = 1 + i/20
		v.Observation.Talks = append(v.Observation.Talks, werewolf.Utterance{Day: v.Observation.Day, Seat: werewolf.SeatID(3 + i%3), Text: strconv.Itoa(i)})
		id := werewolf.SeatID(1 + i%2)
		hear(v, map[string]speech.Rows{strconv.Itoa(i): []speech.Rows{speech.Suspect(id), speech.Do(speech.Vote, id), speech.Trust(id)}[i/2%3]})
		v.Observation.Names[4] = "Emil" + strconv.Itoa(i) // so that no sentence is like an earlier one
		m.Rewrite(t.Context(), v)
	}
	p := m.Page().Inferences
	if strings.Count(p, "Bela claims to be the seer.") != 1 || strings.Count(p, "Bela reports that Dov is werewolf.") != 1 {
		t.Errorf("the page lost what counts: %q", p)
	}
	if len(p) < 3*most/2 || len(p) > 3*most {
		t.Errorf("the page has %d characters", len(p))
	}
}

func TestRewriteByModel(t *testing.T) {
	var shown []string
	d := desk(t, "ja", llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		shown = append(shown, p.Text())
		return llmtest.Answer{Text: `{"inferences":"thought ` + string(rune('0'+len(shown))) + `","plans":"p"}`}
	}))
	m := New(d, most)
	v := view(t, werewolf.Villager, werewolf.SeatsUpTo(5))
	rewrite := func() {
		_, done := d.Open(t.Context())
		m.Rewrite(t.Context(), v)
		done()
		d.Close(t.Context())
	}
	rewrite()
	rewrite()
	if m.Page().Inferences != "thought 1" {
		t.Errorf("the page of the second answer is %q", m.Page())
	}
	_, done := d.Open(t.Context())
	done()
	if m.Page().Inferences != "thought 2" || len(shown) != 2 || !strings.Contains(shown[1], "thought 1") {
		t.Errorf("the page is %q; the old page is not shown", m.Page())
	}
	if !strings.Contains(shown[0], "Belaは占い師だと名乗った。") || strings.Contains(shown[1], "Belaは占い師だと名乗った。") {
		t.Error("what was heard is not shown just once")
	}
	var page Page
	if err := json.Unmarshal([]byte(m.Note()), &page); err != nil || page != m.Page() {
		t.Errorf("noted %v, %v", page, err)
	}
}

func TestBooks(t *testing.T) {
	en, ja := books("en"), books("ja")
	if !slices.Equal(en.Kinds(), ja.Kinds()) {
		t.Errorf("kinds %q beside %q", en.Kinds(), ja.Kinds())
	}
	for _, r := range werewolf.StandardRoles().Roles() {
		o := werewolf.Observation{Seat: 1, Roles: []werewolf.Role{0, r}}
		if en.Say(o.Heading(func(name string) bool { return en.Say(name) != "" })) == "" {
			t.Errorf("no plan for %s", r)
		}
	}
}
