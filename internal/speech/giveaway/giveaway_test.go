package giveaway_test

import (
	"slices"
	"testing"

	"wolfden/internal/speech/giveaway"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// told is what a text of seat 1 gives away, whose fellow is seat 2.
func told(t *testing.T, role werewolf.Role, text string) []giveaway.Secret {
	t.Helper()
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ada", "Bela", "Cleo", "アオイ", "ベラ"}
	l := understand.New(understand.Table{Names: names, Roles: rules.Roles, Specs: rules.Table})
	s := giveaway.Speaker{Seat: 1, Role: role, Roles: rules.Table, Names: names}
	if rules.Table.Spec(role).IsWolf() {
		s.Fellows = werewolf.SetOf(1, 2, 5)
	}
	return s.In(text, l.Hear(werewolf.Utterance{Day: 1, Seat: 1, Text: text}, false))
}

func TestIn(t *testing.T) {
	const w, p, v = werewolf.Werewolf, werewolf.Possessed, werewolf.Villager
	const role, prompt, fellows = giveaway.OwnRole, giveaway.Recited, giveaway.Fellows
	for _, c := range []struct {
		role werewolf.Role
		text string
		want []giveaway.Secret
	}{
		{w, "I am a werewolf.", []giveaway.Secret{role}},
		{p, "I am the possessed.", []giveaway.Secret{role}},
		{p, "I am a werewolf.", []giveaway.Secret{role}}, // it says whose side it is on
		{w, "My true role is WEREWOLF.", []giveaway.Secret{role}},
		{w, "You play Werewolf as Ada. Your role is WEREWOLF; you win with them.", []giveaway.Secret{prompt}},
		{w, "YOUR ROLE IS WEREWOLF.", []giveaway.Secret{prompt}},
		{w, "Your role: werewolf.", []giveaway.Secret{prompt}},
		{p, "Your secret role was possessed.", []giveaway.Secret{prompt}},
		{p, "あなたの役職は狂人です。", []giveaway.Secret{prompt}},
		{w, "私は人狼です。", []giveaway.Secret{role}},
		{p, "私の本当の役職は狂人です。", []giveaway.Secret{role}},
		{w, "My partner is Bela.", []giveaway.Secret{fellows}},
		{w, "My werewolf partners are Cleo and Bela.", []giveaway.Secret{fellows}},
		{w, "Bela is my partner in this.", []giveaway.Secret{fellows}},
		{w, "人狼の仲間はベラです。", []giveaway.Secret{fellows}},
		{w, "ベラさんが私の仲間です。", []giveaway.Secret{fellows}},
		{w, "I am a werewolf and my partner is Bela.", []giveaway.Secret{role, fellows}},
		{w, "We werewolves, Bela and me, say hello.", []giveaway.Secret{fellows}},
		{w, "Bela and I are werewolves.", []giveaway.Secret{fellows}},
		{w, "My partner is Cleo.", nil}, // it is not so
		{w, "I suspect Bela. Bela is a werewolf.", nil},
		{w, "I trust Bela, who is my favourite.", nil},
		{w, "I am the seer and Bela is human.", nil},
		{w, "Cleo says that my role is WEREWOLVES' bait.", nil},
		{w, "I am not a werewolf.", nil},
		{w, "Who is a werewolf?", nil},
		{w, "私は人狼ではありません。ベラさんは人狼だと思います。", nil},
		{w, "仲間を信じよう。ベラさんに投票します。", nil},
		{v, "I am a werewolf and my partner is Bela.", nil}, // it has none
		{v, "My role is villager.", nil},
		{w, "Bela and I both doubt Cleo.", nil},
	} {
		if got := told(t, c.role, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q of a %v gives away %v, want %v", c.text, c.role, got, c.want)
		}
	}
}
