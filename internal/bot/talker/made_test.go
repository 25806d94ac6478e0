package talker

import (
	"testing"

	"wolfden/werewolf"
)

// Roles that nobody has thought of are played by what they can do: one that divines as the seer, a human of the
// werewolves' team as the possessed, one that guards as the bodyguard.
func TestMadeUpRoles(t *testing.T) {
	const oracle, mole, sheriff = werewolf.FirstAdded, werewolf.FirstAdded + 1, werewolf.FirstAdded + 2
	roles, err := werewolf.NewRoleTable(
		werewolf.RoleSpec{Name: "ORACLE", Letter: "X", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Divines},
		werewolf.RoleSpec{Name: "MOLE", Letter: "Y", Team: werewolf.WerewolfTeam, Species: werewolf.Human},
		werewolf.RoleSpec{Name: "SHERIFF", Letter: "Z", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Guards})
	if err != nil {
		t.Fatal(err)
	}
	rules := roles.Rules(werewolf.RoleCounts{werewolf.Werewolf: 1, oracle: 1, mole: 1, sheriff: 1, werewolf.Villager: 1})
	o := werewolf.Observation{
		Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dov", "Emil"}, Living: werewolf.SeatsUpTo(5),
		Talks:   []werewolf.Utterance{{Day: 1, Seat: 2, Text: "I am the seer. I divined Dov and Dov is human."}},
		Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Left: werewolf.Left{Count: 2, Length: werewolf.NoLimit}},
	}
	for role, shows := range map[werewolf.Role]werewolf.Role{oracle: oracle, mole: oracle, sheriff: sheriff} {
		o.Roles = []werewolf.Role{0, role, 0, 0, 0, 0}
		if o.Divined = nil; role == oracle {
			o.Divined = []werewolf.Finding{{Day: 0, Target: 3, Species: werewolf.Human}}
		}
		p := newPlayer(t, 1)
		text, err := p.Answer(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if p.pretence.Role != shows || p.ledger.ClaimOf(2) != oracle {
			t.Errorf("the %s shows itself as %s, and hears of %s", roles.Name(role), roles.Name(p.pretence.Role), roles.Name(p.ledger.ClaimOf(2)))
		}
		if rows, _ := p.Meant(text); (rows.Claimed(1) == oracle) != (shows == oracle) {
			t.Errorf("the %s says %q: %v", roles.Name(role), text, rows)
		}
		o := o
		o.Request.Kind, o.Request.Targets = werewolf.Guard, o.Others()
		if got, err := p.Answer(t.Context(), o); err != nil || role == sheriff && got != "Bela" {
			t.Errorf("the %s guards %s, %v", roles.Name(role), got, err)
		}
	}
}
