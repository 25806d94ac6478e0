package werewolf

import "fmt"

// Role is a player's secret role: the index of an entry in the [RoleTable] of the rules. The zero Role means
// "not known".
type Role uint8

// The roles of the standard table, with which every table begins.
const (
	NoRole Role = iota
	Villager
	Seer
	Medium
	Bodyguard
	Possessed
	Werewolf
	Freemason
)

// Species is what seers and mediums learn. The zero Species means "not known".
type Species uint8

// The two species; the possessed is human.
const (
	NoSpecies Species = iota
	Human
	Wolf
)

// Team is a side that wins together. The zero Team is nobody: a game without a winner.
type Team uint8

// The two teams; the possessed plays for the werewolves.
const (
	NoTeam Team = iota
	VillagerTeam
	WerewolfTeam
)

var speciesNames = [...]string{"", "HUMAN", "WEREWOLF"}
var teamNames = [...]string{"NONE", "VILLAGER", "WEREWOLF"}

// String returns the name of a role of the standard table, "" for NoRole. Inside a game, use the name in its
// table.
func (r Role) String() string { return StandardRoles().Name(r) }

// String is HUMAN or WEREWOLF, "" for NoSpecies.
func (s Species) String() string { return nameOf(speciesNames[:], int(s)) }

// String is VILLAGER, WEREWOLF or NONE.
func (t Team) String() string { return nameOf(teamNames[:], int(t)) }

// MarshalText writes the name of a role of the standard table. It fails for other roles, whose names only the
// game's table knows.
func (r Role) MarshalText() ([]byte, error) {
	if r != NoRole && !StandardRoles().Has(r) {
		return nil, fmt.Errorf("role %d is none of the standard table", uint8(r))
	}
	return []byte(r.String()), nil
}

// UnmarshalText reads the name of a role of the standard table; "" is NoRole.
func (r *Role) UnmarshalText(b []byte) (err error) {
	*r, err = StandardRoles().Parse(string(b))
	return err
}

// MarshalText writes the contest name.
func (s Species) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a contest name; "" is NoSpecies.
func (s *Species) UnmarshalText(b []byte) error {
	i, err := indexOf(speciesNames[:], string(b), "species")
	*s = Species(i)
	return err
}

// MarshalText writes the contest name.
func (t Team) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a contest name.
func (t *Team) UnmarshalText(b []byte) error {
	i, err := indexOf(teamNames[:], string(b), "team")
	*t = Team(i)
	return err
}

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("?%d", i)
}

func indexOf(names []string, s, what string) (int, error) {
	for i, n := range names {
		if n == s {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q (known: %q)", what, s, names)
}
