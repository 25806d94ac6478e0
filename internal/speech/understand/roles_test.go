package understand

import (
	"testing"

	"wolfden/werewolf"
)

// Who calls a role of the table by the name of the one it is like is understood, unless that one is in play itself; a role that
// knows its fellows is like none.
func TestOtherNamesOfARole(t *testing.T) {
	table, err := werewolf.NewRoleTable(
		werewolf.RoleSpec{Name: "SHERIFF", Letter: "X", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards},
		werewolf.RoleSpec{Name: "TWIN", Letter: "Y", Team: werewolf.VillagerTeam, Species: werewolf.Human, Knows: true})
	if err != nil {
		t.Fatal(err)
	}
	const sheriff, twin = werewolf.FirstAdded, werewolf.FirstAdded + 1
	without := werewolf.RoleCounts{sheriff: 1, twin: 2, werewolf.Werewolf: 1}
	both := werewolf.RoleCounts{sheriff: 1, twin: 2, werewolf.Werewolf: 1, werewolf.Bodyguard: 1}
	for _, c := range []struct {
		text   string
		counts werewolf.RoleCounts
		want   werewolf.Role
	}{
		{"I am the bodyguard.", without, sheriff}, {"I am the bodyguard.", both, werewolf.Bodyguard}, {"I am the sheriff.", both, sheriff},
		{"I am a villager.", without, werewolf.Villager}, {"I am a twin.", without, twin}, {"私は騎士です。", without, sheriff},
		{"私はsheriff役です。", both, sheriff},
	} {
		l := New(Table{Names: []string{"Ada", "Bela", "Cleo", "Dov"}, Roles: c.counts, Specs: table})
		if got := l.Hear(werewolf.Utterance{Day: 1, Seat: 2, Text: c.text}, false).Claimed(2); got != c.want {
			t.Errorf("%s: claims %s, want %s", c.text, table.Name(got), table.Name(c.want))
		}
	}
}
