package rulebook

import (
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// at is what a seat with a role sees at the start.
func at(t *testing.T, n int, role werewolf.Role) *werewolf.Observation {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	o := &werewolf.Observation{Rules: &rules, Seat: 1, Names: make([]string, n), Roles: make([]werewolf.Role, n+1)}
	o.Roles[1] = role
	return o
}

// Every role of a game has its number, side, ability and colour; the own role is said to stay, and has its part.
func TestLines(t *testing.T) {
	sides := map[string][2]string{"en": {"wins with the villagers.", "wins with the werewolves."}, "ja": {"村人陣営。", "人狼陣営。"}}
	stays := map[string]string{"en": "never change", "ja": "変わりません"}
	for _, lang := range []string{"en", "ja"} {
		for _, n := range []int{5, 13} {
			for _, role := range []werewolf.Role{werewolf.Villager, werewolf.Seer, werewolf.Possessed, werewolf.Werewolf} {
				o := at(t, n, role)
				roles, own := Lines(lang, o)
				in := o.Rules.Roles.InPlay().Slice()
				if len(roles) != len(in) || len(own) != 2 {
					t.Fatalf("%s, %d players: %d lines for %d roles", lang, n, len(roles), len(in))
				}
				if first := own[0]; !strings.Contains(first, map[int]string{5: "5", 13: "13"}[n]) || !strings.Contains(first, role.String()) || !strings.Contains(first, stays[lang]) {
					t.Errorf("%s: %q", lang, first)
				}
				others, theirs := Lines(lang, at(t, n, werewolf.Bodyguard))
				if !slices.Equal(others, roles) {
					t.Errorf("%s: %q are not the lines of another seat", lang, roles)
				}
				if last := own[1]; !strings.Contains(last, role.String()) || slices.Contains(theirs, last) {
					t.Errorf("%s: %q is not the part of the %s", lang, last, role)
				}
				for i, r := range in {
					spec, line := werewolf.StandardRoles().Spec(r), roles[i]
					side := sides[lang][0]
					if spec.Team == werewolf.WerewolfTeam {
						side = sides[lang][1]
					}
					if !strings.HasPrefix(line, spec.Name) || !strings.Contains(line, side) || !strings.Contains(line, map[string]string{"en": "reads ", "ja": "を占うと "}[lang]+spec.Species.String()) {
						t.Errorf("%s: %q says not what the %s is", lang, line, r)
					}
				}
				for _, line := range slices.Concat(roles, own) {
					if line == "" || strings.ContainsAny(line, "{}\n") {
						t.Errorf("%s: %q", lang, line)
					}
				}
			}
		}
	}
}

// A role that nobody wrote of is described as the one that it is most like, under its own name.
func TestMadeUpRole(t *testing.T) {
	table, err := werewolf.NewRoleTable(werewolf.RoleSpec{Name: "ORACLE", Letter: "X", Team: werewolf.VillagerTeam, Species: werewolf.Human, Power: werewolf.Divines})
	if err != nil {
		t.Fatal(err)
	}
	o := at(t, 5, werewolf.FirstAdded)
	o.Rules.Table = table
	o.Rules.Roles[werewolf.Seer], o.Rules.Roles[werewolf.FirstAdded] = 0, 1
	roles, own := Lines("en", o)
	text := strings.Join(slices.Concat(roles, own), "\n")
	if !strings.Contains(text, "ORACLE (1 in the game) wins with the villagers. Each night it divines") || !strings.Contains(text, "as ORACLE: at night divine") {
		t.Error(text)
	}
}
