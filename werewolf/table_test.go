package werewolf

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestFaultyTablesAreRefused(t *testing.T) {
	good := RoleSpec{Name: "FOOL", Letter: "X", Team: VillagerTeam, Species: Human}
	for _, c := range []struct {
		set  func(*RoleSpec)
		want string
	}{
		{func(s *RoleSpec) { s.Name = "Fool" }, "a name is one word in capitals"},
		{func(s *RoleSpec) { s.Name = "A FOOL" }, "a name is one word in capitals"},
		{func(s *RoleSpec) { s.Name = "SEER" }, "there is one of that name"},
		{func(s *RoleSpec) { s.Name = "HUMAN" }, "means something else"},
		{func(s *RoleSpec) { s.Name = "ANY" }, "means something else"},
		{func(s *RoleSpec) { s.Letter = "W" }, "WEREWOLF has the letter W"},
		{func(s *RoleSpec) { s.Letter = "qq" }, `the letter "qq" is not one of A to Z`},
		{func(s *RoleSpec) { s.Team = NoTeam }, "it has no team"},
		{func(s *RoleSpec) { s.Species = NoSpecies }, "it has no species"},
		{func(s *RoleSpec) { s.Power = 99 }, "unknown power 99"},
	} {
		bad := good
		c.set(&bad)
		if _, err := NewRoleTable(bad); !errors.Is(err, ErrRules) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", bad, err, c.want)
		}
	}
	many := make([]RoleSpec, MaxRoles)
	for i := range many {
		many[i] = good
		many[i].Name, many[i].Letter = strings.Repeat("X", i+1), string(rune('A'+i))
	}
	if _, err := NewRoleTable(many...); err == nil || !strings.Contains(err.Error(), "at most 15") {
		t.Errorf("too many roles: %v", err)
	}
}

// The letters X, Y and Z are left for roles of tables of one's own.
func TestLettersLeftForAddedRoles(t *testing.T) {
	for _, r := range StandardRoles().Roles() {
		if letter := StandardRoles().Letter(r); strings.Contains("XYZ", letter) {
			t.Errorf("%s has the letter %s; take one of A to W", r, letter)
		}
	}
}

// A role takes after the one that it is most like: by species before all, then by side, then by power.
func TestRolesTakeAfterOthers(t *testing.T) {
	for role, want := range map[Role]Role{
		Freemason: Villager, sheriff: Bodyguard, alpha: Werewolf, cultist: Possessed, Seer: Seer, NoRole: NoRole,
	} {
		if got := made.Like(role); got != want {
			t.Errorf("%s is like %s, want %s", made.Name(role), got, want)
		}
	}
}

// Texts that are written role by role are found by the player's own role, or by the one that it is most like.
func TestHeading(t *testing.T) {
	written := func(name string) bool { return name == "SHERIFF" || name == "SEER" || name == "VILLAGER" }
	r := made.Rules(RoleCounts{Villager: 2, Werewolf: 1})
	for role, want := range map[Role]string{sheriff: "SHERIFF", Seer: "SEER", Freemason: "VILLAGER", alpha: "WEREWOLF", cultist: "POSSESSED", NoRole: ""} {
		o := Observation{Rules: &r, Seat: 1, Roles: []Role{0, role}}
		if got := o.Heading(written); got != want {
			t.Errorf("%s reads what stands under %q, want %q", made.Name(role), got, want)
		}
	}
}

// Rules of either version are written as they were read.
func TestVersionsOfRules(t *testing.T) {
	read := func(text string) (r Rules, err error) { return r, json.Unmarshal([]byte(text), &r) }
	for _, c := range []struct{ text, want string }{
		{`{"roles":{"VILLAGER":2,"WEREWOLF":1}}`, `{"roles":{"VILLAGER":2,"SEER":0,"MEDIUM":0,"BODYGUARD":0,"POSSESSED":0,"WEREWOLF":1},`},
		{`{"version":2,"roles":{"WEREWOLF":1,"FREEMASON":2}}`, `{"version":2,"roles":{"WEREWOLF":1,"FREEMASON":2},`},
		{
			`{"version":2,"table":[{"name":"FOOL","letter":"X","team":"VILLAGER","species":"HUMAN"}],"roles":{"FOOL":3}}`,
			`{"version":2,"table":[{"name":"FOOL","letter":"X","team":"VILLAGER","species":"HUMAN"}],"roles":{"FOOL":3},`,
		},
	} {
		r, err := read(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(r); err != nil || !strings.HasPrefix(string(got), c.want) {
			t.Errorf("%s is written as %s, %v", c.text, got, err)
		}
	}
	for text, want := range map[string]string{
		`{"version":3,"roles":{}}`:                "rules of version 3; this program knows them up to 2",
		`{"version":2,"roles":{"FOOL":1}}`:        `unknown role "FOOL"`,
		`{"version":2,"table":[{"name":"SEER"}]}`: "there is one of that name",
		`{"version":2,"rolls":{}}`:                `unknown field "rolls"`,
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A name that is legal can be written and read again, whatever Go would make of it between quotation marks.
func TestRulesWithStrangeNames(t *testing.T) {
	for _, name := range []string{"\U000F0000", "\u00ad", "\U0001F468\u200d\U0001F469", `"\`, "<&>", "狼男", "%Q"} {
		table, err := NewRoleTable(RoleSpec{Name: name, Letter: "X", Team: VillagerTeam, Species: Human})
		if err != nil {
			t.Fatal(err)
		}
		rules := table.Rules(RoleCounts{Werewolf: 1, FirstAdded: 4})
		data, err := json.Marshal(rules)
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		var read Rules
		if err := json.Unmarshal(data, &read); err != nil || read.Roles != rules.Roles || read.Table.Name(FirstAdded) != name {
			t.Errorf("%q is read as %q, %v: %v", name, read.Table.Name(FirstAdded), read.Roles, err)
		}
	}
}
