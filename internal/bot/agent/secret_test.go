package agent

import (
	"testing"

	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// A model's words tell no secret to the village, unless the player or its rules play in the open; fellows may hear everything.
func TestKeepsSecrets(t *testing.T) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	const w, p, s, v = werewolf.Werewolf, werewolf.Possessed, werewolf.Seer, werewolf.Villager
	for _, c := range []struct {
		kind        werewolf.RequestKind
		role, shown werewolf.Role
		rules, text string
		told        bool
	}{
		{werewolf.Talk, w, v, "", "I am a werewolf.", true},
		{werewolf.Talk, w, s, "I am the seer.", "My partner is Bela.", true},
		{werewolf.Talk, p, s, "", "I am the possessed.", true},
		{werewolf.Talk, p, p, "", "I am the possessed.", false},                     // it shows so
		{werewolf.Talk, p, p, "", "You play as Ada. Your role is POSSESSED.", true}, // but nobody says so in these words
		{werewolf.Talk, w, v, "I am the werewolf.", "Yes, I am a werewolf.", false},
		{werewolf.Talk, w, v, "I am the werewolf.", "I am a werewolf and my partner is Bela.", true},
		{werewolf.Whisper, w, v, "", "I am a werewolf and my partner is Bela.", false},
		{werewolf.Talk, w, v, "", "I am a villager and I suspect Bela.", false},
		{werewolf.Talk, v, v, "", "I am a werewolf.", false},
		{werewolf.Talk, w, v, "", werewolf.OverText, false},
	} {
		o := &werewolf.Observation{
			Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo"}, Living: werewolf.SeatsUpTo(3), Rules: &rules,
			Roles: []werewolf.Role{0, c.role, werewolf.NoRole, werewolf.NoRole}, Request: werewolf.Request{Seat: 1, Kind: c.kind},
		}
		if c.role == w {
			o.Roles[2] = w
		}
		err := KeepsSecrets(o, c.shown, c.rules, c.text)
		if told := err != nil; told != c.told || told && llm.CauseOf(err) != "does not hold: tells a secret" {
			t.Errorf("%q of a %v to %s: %v, want %v", c.text, c.role, c.kind, err, c.told)
		}
	}
}
