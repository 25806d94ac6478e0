package hearing

import (
	"reflect"
	"slices"
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

var people = []string{"Alice", "Bob", "Carol", "Dave", "Erin"}

func roles(t testing.TB) werewolf.RoleCounts {
	r, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	return r.Roles
}

func TestHear(t *testing.T) {
	ear := New(people, roles(t))
	talk := func(seat werewolf.SeatID, text string) []Act {
		return slices.Clone(ear.Hear(&werewolf.Utterance{Day: 1, Seat: seat, Text: text}, false))
	}
	wolf := Act{Kind: Found, Target: 2, Role: werewolf.Seer, Species: werewolf.Wolf}
	got := talk(1, "I am the seer. I divined Bob and he is a werewolf. Let us all vote for Bob.")
	for _, want := range []Act{{Kind: Claim, Role: werewolf.Seer}, wolf, {Kind: Urge, Target: 2}, {Kind: Accuse, Target: 2}} {
		if !slices.Contains(got, want) {
			t.Errorf("heard %v, want %v among it", got, want)
		}
	}
	got = talk(3, "@Dave Whom do you suspect?")
	if want := (Act{Kind: Ask, Target: 4, Topic: SuspectWhom}); !slices.Contains(got, want) {
		t.Errorf("heard %v, want %v", got, want)
	}
	if got = talk(4, "Skip"); len(got) > 0 {
		t.Errorf("skip says %v", got)
	}
}

// What acts say is what the reading of them says.
func TestReadingOf(t *testing.T) {
	acts := []Act{
		{Kind: Claim, Role: werewolf.Medium}, {Kind: Found, Target: 2, Role: werewolf.Medium, Species: werewolf.Human},
		{Kind: Guarded, Target: 3}, {Kind: Vote, Target: 4}, {Kind: Urge, Target: 4}, {Kind: Accuse, Target: 4}, {Kind: Trust, Target: 2},
		{Kind: Ask, Target: 5, About: 4, Topic: WhyTopic}, {Kind: Ask}, {Kind: Strike, Target: 1}, {Kind: Retract},
	}
	want := speech.Reading{
		Claim: werewolf.Medium, Retract: true, Vote: 4, RequestVote: 4, Attack: 1, Accuse: werewolf.SetOf(4), Support: werewolf.SetOf(2),
		Results: []speech.Result{{Verb: speech.Identified, Target: 2, Species: werewolf.Human}, {Verb: speech.Guarded, Target: 3}},
		Asked:   werewolf.SetOf(5), AskedAll: true,
		Questions: []speech.Question{{To: 5, About: 4, Topic: WhyTopic}, {}},
	}
	got := ReadingOf(acts)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("reading %+v, want %+v", got, want)
	}
	e := &Ear{}
	for _, a := range e.list(&got) {
		if !slices.Contains(acts, a) {
			t.Errorf("%v was not said", a)
		}
	}
	if n := len(e.list(&got)); n != len(acts) {
		t.Errorf("%d acts of %d", n, len(acts))
	}
}
