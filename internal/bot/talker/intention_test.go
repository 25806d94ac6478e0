package talker

import (
	"iter"
	"slices"
	"testing"

	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// wishing wants these things to be said, and nothing else.
type wishing struct {
	Nothing
	list []Intention
}

func (w wishing) Urgent(*Self) iter.Seq[Intention] { return slices.Values(w.list) }

// own are words of the player's own that mean nothing.
func own(texts ...string) Intention { return Words(texts, "", wording.Slots{}) }

// noted is an intention with a note.
func noted(in Intention, note string) Intention {
	in.Note = note
	return in
}

// TestIntentions: of several intentions what is said is what their form says, and the notes are of what was said.
func TestIntentions(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	a, b, c, never := noted(own("One."), "a"), noted(own("Two."), "b"), noted(own("Three."), "c"), noted(own(""), "never")
	more := func(in Intention) Intention { in.More = true; return in }
	for _, tt := range []struct {
		name  string
		list  []Intention
		says  string
		notes []string
	}{
		{"nothing", []Intention{{}, never}, "", nil},
		{"the first offer", []Intention{a, b}, "One.", []string{"a"}},
		{"one that cannot be said", []Intention{never, b}, "Two.", []string{"b"}},
		{"others may add", []Intention{more(a), b, c}, "One. Two.", []string{"a", "b"}},
		{"others may add to one sentence", []Intention{more(Each(a, b)), c}, "One. Two.", []string{"a", "b"}},
		{"words that fit", []Intention{own("", "Two.", "Three.")}, "Two.", nil},
		{"nothing twice", []Intention{more(a), more(own("One.")), b}, "One. Two.", []string{"a", "b"}},
		{"first", []Intention{First(never, b, c)}, "Two.", []string{"b"}},
		{"each", []Intention{Each(a, never, b, c)}, "One. Two. Three.", []string{"a", "b", "c"}},
		{"briefly", []Intention{Briefly(a, b, c)}, "One. Two.", []string{"a", "b"}},
		{"then", []Intention{noted(Then(a, b), "both")}, "One. Two.", []string{"a", "b", "both"}},
		{"then, in vain", []Intention{Then(never, b)}, "", nil},
		{"first of several", []Intention{First(Then(never, a), Each(b, c))}, "Two. Three.", []string{"b", "c"}},
		{"certainly", []Intention{Maybe(1, a)}, "One.", []string{"a"}},
		{"never", []Intention{Maybe(0, a)}, "", nil},
		{"one question", []Intention{Each(noted(Ask(wording.AskSuspect, 2, 0), "asked"), noted(Ask(wording.AskQuiet, 3, 0), "again"))}, "?", []string{"asked"}},
		{"once", []Intention{Each(noted(Once(wording.Greet, wording.Slots{}), "greets"), noted(Once(wording.Greet, wording.Slots{}), "again"))}, "?", []string{"greets"}},
	} {
		p, err := speaking(1, "en", wishing{list: tt.list})
		if err != nil {
			t.Fatal(err)
		}
		o := werewolf.Observation{
			Rules: &rules, Seat: 1, Day: 1, Names: names[:5], Living: werewolf.SeatsUpTo(5), Roles: []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0},
			Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 9, Length: werewolf.NoLimit}},
		}
		p.Listen(&o)
		turn := p.beginTurn()
		said := p.urge(turn)
		text, notes := turn.Finish(false), []string(nil)
		for _, s := range p.Said() {
			if s.Note != "" {
				notes = append(notes, s.Note)
			}
		}
		if said != (tt.says != "") || tt.says != "?" && said && text != tt.says || !slices.Equal(notes, tt.notes) {
			t.Errorf("%s: says %q (%v), notes %q, not %q and %q", tt.name, text, said, notes, tt.says, tt.notes)
		}
	}
}

// TestIntentionShows: who says so shows another role from then on, and only then.
func TestIntentionShows(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	for text, shows := range map[string]werewolf.Role{"I am the wolf.": werewolf.Werewolf, "": werewolf.Villager} {
		in := own(text)
		in.Shows = werewolf.Werewolf
		p, err := speaking(1, "en", wishing{list: []Intention{in}})
		if err != nil {
			t.Fatal(err)
		}
		p.Listen(&werewolf.Observation{
			Rules: &rules, Seat: 1, Day: 1, Names: names[:5], Living: werewolf.SeatsUpTo(5), Roles: []werewolf.Role{0, werewolf.Werewolf, 0, 0, 0, 0},
			Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 9, Length: werewolf.NoLimit}},
		})
		if p.Act(); p.Pretence().Role != shows {
			t.Errorf("%q shows %s", text, rules.Table.Name(p.Pretence().Role))
		}
	}
}

// TestOnceAndDaily: what is said once is not said on another day, what is said daily is.
func TestOnceAndDaily(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	about := wording.Slots{T: 2}
	for _, tt := range []struct {
		name string
		in   Intention
		says []bool
	}{
		{"once", Once(wording.VoteFor, about), []bool{true, false, false}},
		{"daily", Daily(wording.VoteFor, about), []bool{true, false, true}},
	} {
		p, err := speaking(1, "en", wishing{list: []Intention{tt.in}})
		if err != nil {
			t.Fatal(err)
		}
		for i, day := range []int{1, 1, 2} {
			p.Listen(&werewolf.Observation{
				Rules: &rules, Seat: 1, Day: day, Names: names[:5], Living: werewolf.SeatsUpTo(5), Roles: []werewolf.Role{0, werewolf.Villager, 0, 0, 0, 0},
				Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 9, Length: werewolf.NoLimit}},
			})
			if said := p.urge(p.beginTurn()); said != tt.says[i] {
				t.Errorf("%s: utterance %d, of day %d, says it: %v", tt.name, i, day, said)
			}
		}
	}
}
