package werewolf

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Power is what a role does at night.
type Power uint8

// The powers. The zero Power is none.
const (
	NoPower    Power = iota
	Divines          // chooses a player and learns its species
	Identifies       // learns the species of whoever was executed
	Guards           // chooses a player whom an attack then cannot kill
	Attacks          // votes with its kind on whom to kill
)

var powerNames = [...]string{"", "divines", "identifies", "guards", "attacks"}

// RoleSpec is the entry of a role in a RoleTable.
type RoleSpec struct {
	Name    string  `json:"name"`   // in capitals, as packets and records have it
	Letter  string  `json:"letter"` // its one letter in a setup that is typed or printed
	Team    Team    `json:"team"`
	Species Species `json:"species"`
	Power   Power   `json:"power,omitzero"`
	// Knows: the player is told at the start who else has the role. If the role also whispers, the player
	// learns who has any other role that knows and whispers.
	Knows bool `json:"knows,omitempty"`
	// Whispers: the player takes part in the whisper, together with all other roles that whisper.
	Whispers bool `json:"whispers,omitempty"`
}

// Ordinary reports whether the role is a plain villager: of the village, without a power at night, and told of
// nobody.
func (s RoleSpec) Ordinary() bool {
	return s.Team == VillagerTeam && s.Power == NoPower && !s.Knows && !s.Whispers
}

// IsWolf reports whether a player of the role is a werewolf.
func (s RoleSpec) IsWolf() bool { return s.Species == Wolf }

// Traitor reports whether a player of the role is human and wins with the werewolves, as the possessed.
func (s RoleSpec) Traitor() bool { return s.Species == Human && s.Team == WerewolfTeam }

// Mason reports whether a player of the role is of the village and told who its fellows are, as the freemason.
func (s RoleSpec) Mason() bool { return s.Team == VillagerTeam && s.Knows }

// standardRoles are the contest's roles (overview 2025, table 1), then the freemason of the AIWolf protocol. None has
// the letters X, Y and Z: they are left for roles that are added, so that a table which uses them is legal in later
// versions, too.
var standardRoles = [...]RoleSpec{
	Villager:  {Name: "VILLAGER", Letter: "V", Team: VillagerTeam, Species: Human},
	Seer:      {Name: "SEER", Letter: "S", Team: VillagerTeam, Species: Human, Power: Divines},
	Medium:    {Name: "MEDIUM", Letter: "M", Team: VillagerTeam, Species: Human, Power: Identifies},
	Bodyguard: {Name: "BODYGUARD", Letter: "B", Team: VillagerTeam, Species: Human, Power: Guards},
	Possessed: {Name: "POSSESSED", Letter: "P", Team: WerewolfTeam, Species: Human},
	Werewolf:  {Name: "WEREWOLF", Letter: "W", Team: WerewolfTeam, Species: Wolf, Power: Attacks, Knows: true, Whispers: true},
	Freemason: {Name: "FREEMASON", Letter: "F", Team: VillagerTeam, Species: Human, Knows: true},
}

// FirstAdded is the first role of a table that is added to the standard ones.
const FirstAdded = Role(len(standardRoles))

// contestRoles is the number of roles of the contest, which come first in every table. The contest's packets
// and configurations list all of them, in play or not; they list any other role only when it is in play.
const contestRoles = int(Werewolf)

// RoleTable lists the roles that a game may have. It never changes. The nil table is the standard one. Every
// other table begins with the standard roles, so the constants mean the same in all tables.
type RoleTable struct{ specs []RoleSpec }

// NewRoleTable returns the standard table with roles added, which are numbered after the standard ones in the
// order given.
func NewRoleTable(added ...RoleSpec) (*RoleTable, error) {
	f := &faults{}
	t := &RoleTable{append(slices.Clone(standardRoles[:]), added...)}
	f.add(len(t.specs) > MaxRoles, "%d roles, at most %d", len(t.specs)-1, MaxRoles-1)
	for i, s := range added {
		before := t.specs[:int(FirstAdded)+i]
		f.add(s.Name == "" || s.Name != strings.ToUpper(s.Name) || Clean(s.Name) != s.Name || strings.ContainsAny(s.Name, "=, "),
			"role %q: a name is one word in capitals", s.Name)
		f.add(slices.Contains([]string{"ANY", Human.String()}, s.Name), "role %q: the protocol of the contest means something else by this word", s.Name)
		f.add(len(s.Letter) != 1 || s.Letter < "A" || s.Letter > "Z", "role %s: the letter %q is not one of A to Z", s.Name, s.Letter)
		f.add(s.Team == NoTeam || int(s.Team) >= len(teamNames), "role %s: it has no team", s.Name)
		f.add(s.Species == NoSpecies || int(s.Species) >= len(speciesNames), "role %s: it has no species", s.Name)
		f.add(int(s.Power) >= len(powerNames), "role %s: unknown power %d", s.Name, s.Power)
		for _, b := range before {
			f.add(b.Name == s.Name, "role %s: there is one of that name", s.Name)
			f.add(b.Letter == s.Letter, "role %s: %s has the letter %s", s.Name, b.Name, s.Letter)
		}
	}
	if err := f.err(ErrRules); err != nil {
		return nil, err
	}
	return t, nil
}

// StandardRoles returns the standard table.
func StandardRoles() *RoleTable { return nil }

func (t *RoleTable) all() []RoleSpec {
	if t == nil {
		return standardRoles[:]
	}
	return t.specs
}

// Added returns the roles that the table has beyond the standard ones. The caller must not change them.
func (t *RoleTable) Added() []RoleSpec { return t.all()[FirstAdded:] }

// Spec returns the entry of a role, or the zero RoleSpec for NoRole and roles that the table does not have.
func (t *RoleTable) Spec(r Role) RoleSpec {
	if all := t.all(); int(r) < len(all) {
		return all[r]
	}
	return RoleSpec{}
}

// Has reports whether the table has the role.
func (t *RoleTable) Has(r Role) bool { return r != NoRole && int(r) < len(t.all()) }

// Name returns the name of the role, "" for NoRole.
func (t *RoleTable) Name(r Role) string {
	if all := t.all(); int(r) < len(all) {
		return all[r].Name
	}
	return fmt.Sprintf("?%d", uint8(r))
}

// Letter returns the letter of the role, "" for NoRole.
func (t *RoleTable) Letter(r Role) string { return t.Spec(r).Letter }

// Team returns the side that the role wins with, NoTeam for NoRole.
func (t *RoleTable) Team(r Role) Team { return t.Spec(r).Team }

// Species returns what a seer or a medium learns about the role, NoSpecies for NoRole.
func (t *RoleTable) Species(r Role) Species { return t.Spec(r).Species }

// Power returns what the role does at night.
func (t *RoleTable) Power(r Role) Power { return t.Spec(r).Power }

// Roles returns every role of the table in its order, as a fresh slice.
func (t *RoleTable) Roles() []Role {
	roles := make([]Role, 0, MaxRoles)
	for i := 1; i < len(t.all()); i++ {
		roles = append(roles, Role(i))
	}
	return roles
}

// Where returns the roles whose entry satisfies the condition.
func (t *RoleTable) Where(is func(RoleSpec) bool) (s RoleSet) {
	for i, spec := range t.all() {
		if i != int(NoRole) && is(spec) {
			s |= RolesOf(Role(i))
		}
	}
	return s
}

// OfTeam returns the roles that win with the side.
func (t *RoleTable) OfTeam(team Team) RoleSet {
	return t.Where(func(s RoleSpec) bool { return s.Team == team })
}

// OfSpecies returns the roles of the species.
func (t *RoleTable) OfSpecies(species Species) RoleSet {
	return t.Where(func(s RoleSpec) bool { return s.Species == species })
}

// WithPower returns the roles that have the power.
func (t *RoleTable) WithPower(p Power) RoleSet {
	return t.Where(func(s RoleSpec) bool { return s.Power == p })
}

// First returns the first role for which a question is true, of those that somebody has, else of all; NoRole where it is
// true of none.
func (t *RoleTable) First(c RoleCounts, is func(RoleSpec) bool) (first Role) {
	for i, spec := range t.all() {
		switch r := Role(i); {
		case r == NoRole || !is(spec):
		case c[r] > 0:
			return r
		case first == NoRole:
			first = r
		}
	}
	return first
}

// Known returns the roles whose players are made known at the start to a player of role r, including r itself.
func (t *RoleTable) Known(r Role) RoleSet {
	spec := t.Spec(r)
	switch {
	case !spec.Knows:
		return 0
	case !spec.Whispers:
		return RolesOf(r)
	default:
		return t.Where(func(s RoleSpec) bool { return s.Knows && s.Whispers })
	}
}

// Like returns the contest's role that is most like r. The same species counts most, then the same team, then
// the same power. It serves where something, such as typical behaviour, is known only of the contest's roles.
func (t *RoleTable) Like(r Role) Role {
	if int(r) <= contestRoles {
		return r
	}
	best, most := NoRole, -1
	spec := t.Spec(r)
	for i := 1; i <= contestRoles; i++ {
		s, alike := &standardRoles[i], 0
		for place, same := range [...]bool{s.Power == spec.Power, s.Team == spec.Team, s.Species == spec.Species} {
			if same {
				alike += 1 << place
			}
		}
		if alike > most {
			best, most = Role(i), alike
		}
	}
	return best
}

// Heading returns the name of the role under which texts that are written role by role serve for r: its own where has
// reports that there are some, otherwise the contest's role that it is most like.
func (t *RoleTable) Heading(r Role, has func(name string) bool) string {
	if name := t.Name(r); has(name) {
		return name
	}
	return t.Name(t.Like(r))
}

// Parse reads the name of a role; "" is NoRole. The error lists the known names.
func (t *RoleTable) Parse(name string) (Role, error) {
	var known []string
	for i, s := range t.all() {
		if s.Name == name {
			return Role(i), nil
		}
		known = append(known, s.Name)
	}
	return 0, fmt.Errorf("unknown role %q (known: %q)", name, known)
}

// Typed returns the role that a user typed by name or letter, in upper or lower case, or NoRole when there is
// none.
func (t *RoleTable) Typed(s string) Role {
	for _, r := range t.Roles() {
		if s != "" && (strings.EqualFold(s, t.Name(r)) || strings.EqualFold(s, t.Letter(r))) {
			return r
		}
	}
	return NoRole
}

// MarshalJSON writes the added roles.
func (t *RoleTable) MarshalJSON() ([]byte, error) { return json.Marshal(t.Added()) }

// UnmarshalJSON reads what MarshalJSON writes.
func (t *RoleTable) UnmarshalJSON(b []byte) error {
	var added []RoleSpec
	if err := strictly(b, &added); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	read, err := NewRoleTable(added...)
	if err == nil {
		*t = *read
	}
	return err
}

// String is the power's name, "" for none.
func (p Power) String() string { return nameOf(powerNames[:], int(p)) }

// OfVillage reports whether a role has the power and is of the village.
func (p Power) OfVillage(s RoleSpec) bool { return s.Power == p && s.Team == VillagerTeam }

// MarshalText writes the power's name.
func (p Power) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the power's name; "" is none.
func (p *Power) UnmarshalText(b []byte) error {
	i, err := indexOf(powerNames[:], string(b), "power")
	*p = Power(i)
	return err
}

// RoleSet is a set of roles. The zero RoleSet is empty.
type RoleSet uint16

// RolesOf is the set of the given roles.
func RolesOf(roles ...Role) (s RoleSet) {
	for _, r := range roles {
		s |= 1 << r
	}
	return s
}

// Has reports whether the role is in the set.
func (s RoleSet) Has(r Role) bool { return s>>r&1 == 1 }

// Slice returns the roles in the order of the table, as a fresh slice.
func (s RoleSet) Slice() (roles []Role) {
	for r := Role(1); r < MaxRoles; r++ {
		if s.Has(r) {
			roles = append(roles, r)
		}
	}
	return roles
}

// Only returns the role of a set with exactly one, NoRole for any other set.
func (s RoleSet) Only() Role {
	for r := Role(1); r < MaxRoles; r++ {
		if s == RolesOf(r) {
			return r
		}
	}
	return NoRole
}
