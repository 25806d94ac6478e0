package werewolf

import "fmt"

// Role is what a player secretly is. The zero Role is "not known".
type Role uint8

// The roles of the contest (overview 2025, table 1).
const (
	NoRole Role = iota
	Villager
	Seer
	Medium
	Bodyguard
	Possessed
	Werewolf
	numRoles
)

// Species is what seers and mediums see. The zero Species is "not known".
type Species uint8

// The two species; the possessed is human.
const (
	NoSpecies Species = iota
	Human
	Wolf
)

// Team is the side that wins together. The zero Team is "nobody": a game
// without a winner.
type Team uint8

// The two teams; the possessed plays for the werewolves.
const (
	NoTeam Team = iota
	VillagerTeam
	WerewolfTeam
)

var roleNames = [...]string{"", "VILLAGER", "SEER", "MEDIUM", "BODYGUARD", "POSSESSED", "WEREWOLF"}
var speciesNames = [...]string{"", "HUMAN", "WEREWOLF"}
var teamNames = [...]string{"NONE", "VILLAGER", "WEREWOLF"}

// Roles lists every role in the order of the rules page.
func Roles() []Role {
	return []Role{Villager, Seer, Medium, Bodyguard, Possessed, Werewolf}
}

// String is the contest's name of the role, "" for NoRole.
func (r Role) String() string { return nameOf(roleNames[:], int(r)) }

// Species is what a seer or a medium learns about the role.
func (r Role) Species() Species {
	switch r {
	case NoRole:
		return NoSpecies
	case Werewolf:
		return Wolf
	default:
		return Human
	}
}

// Team is the side the role wins with.
func (r Role) Team() Team {
	switch r {
	case NoRole:
		return NoTeam
	case Werewolf, Possessed:
		return WerewolfTeam
	default:
		return VillagerTeam
	}
}

// String is HUMAN or WEREWOLF, "" for NoSpecies.
func (s Species) String() string { return nameOf(speciesNames[:], int(s)) }

// String is VILLAGER, WEREWOLF or NONE.
func (t Team) String() string { return nameOf(teamNames[:], int(t)) }

// ParseRole reads a contest role name; the error names the known ones.
func ParseRole(s string) (Role, error) {
	i, err := indexOf(roleNames[:], s, "role")
	return Role(i), err
}

// MarshalText writes the contest name.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a contest name; "" is NoRole.
func (r *Role) UnmarshalText(b []byte) (err error) {
	*r, err = ParseRole(string(b))
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
	return 0, fmt.Errorf("werewolf: unknown %s %q (known: %q)", what, s, names)
}
