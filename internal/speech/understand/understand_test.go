package understand

import (
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

func TestTheDataCompiles(t *testing.T) {
	for _, name := range []string{"en", "ja"} {
		if _, err := load(files, name); err != nil {
			t.Error(err)
		}
	}
}

func TestBothLanguagesAreRead(t *testing.T) {
	l := New(Table{Names: []string{"Ada", "Bela", "トシオ"}})
	r := l.Hear(werewolf.Utterance{Seat: 1, Text: "I am the seer. I vote Bela."}, false)
	if r.Claimed(1) != werewolf.Seer || r.Announced(speech.Vote) != 2 {
		t.Errorf("English: %+v", r)
	}
	r = l.Hear(werewolf.Utterance{Seat: 1, Text: "私は占い師です。トシオに投票します。"}, false)
	if r.Claimed(1) != werewolf.Seer || r.Announced(speech.Vote) != 3 {
		t.Errorf("Japanese: %+v", r)
	}
	r = l.Hear(werewolf.Utterance{Seat: 1, Text: "私が占い師なら、トシオは人狼です"}, false)
	if r.Claimed(1) != werewolf.NoRole || !r.Suspected().Has(3) {
		t.Errorf("supposed: %+v", r)
	}
}
