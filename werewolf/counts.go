package werewolf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// RoleCounts holds the number of players of each role, indexed by Role.
type RoleCounts [MaxRoles]int

// Total is the number of players.
func (c RoleCounts) Total() (n int) {
	for _, k := range c {
		n += k
	}
	return n
}

// Of is the number of players with a role of the set.
func (c RoleCounts) Of(s RoleSet) (n int) {
	for r, k := range c {
		if s.Has(Role(r)) {
			n += k
		}
	}
	return n
}

// InPlay returns the roles that at least one player has.
func (c RoleCounts) InPlay() (s RoleSet) {
	for r := Role(1); r < MaxRoles; r++ {
		if c[r] > 0 {
			s |= RolesOf(r)
		}
	}
	return s
}

// String writes the counts with the names of the standard table; see [RoleTable.Counts].
func (c RoleCounts) String() string { return StandardRoles().Counts(c) }

// Counts writes every role in play with its number, in the order of the table, as in VILLAGER=2,SEER=1.
// Players without a role come last.
func (t *RoleTable) Counts(c RoleCounts) string {
	var parts []string
	for r := Role(1); r < MaxRoles; r++ {
		if c[r] != 0 {
			parts = append(parts, fmt.Sprintf("%s=%d", t.Name(r), c[r]))
		}
	}
	if c[NoRole] != 0 {
		parts = append(parts, fmt.Sprintf("none=%d", c[NoRole]))
	}
	return strings.Join(parts, ",")
}

// Listed returns the roles that the contest's packets and configurations list with a number: all of the
// contest's roles, then every added role in play.
func (c RoleCounts) Listed() []Role {
	return (c.InPlay() | (1<<(contestRoles+1) - 2)).Slice()
}

// MarshalJSON writes the numbers of the roles that Listed returns, by their names in the standard table.
func (c RoleCounts) MarshalJSON() ([]byte, error) {
	for _, r := range c.Listed() {
		if _, err := r.MarshalText(); err != nil {
			return nil, err
		}
	}
	return StandardRoles().appendCounts(nil, c, c.Listed()), nil
}

// UnmarshalJSON reads an object from role names of the standard table to numbers; a role that is absent counts
// 0.
func (c *RoleCounts) UnmarshalJSON(b []byte) (err error) {
	*c, err = StandardRoles().parseCounts(b)
	return err
}

func (t *RoleTable) appendCounts(b []byte, c RoleCounts, roles []Role) []byte {
	b = append(b, '{')
	for i, r := range roles {
		if i > 0 {
			b = append(b, ',')
		}
		name, _ := json.Marshal(t.Name(r)) // a string always has a JSON form; %q is Go's, which JSON cannot read
		b = fmt.Appendf(b, "%s:%d", name, c[r])
	}
	return append(b, '}')
}

func (t *RoleTable) parseCounts(b []byte) (c RoleCounts, err error) {
	var m map[string]int
	if err := json.Unmarshal(b, &m); err != nil {
		return c, fmt.Errorf("roles: %w", err)
	}
	for name, n := range m {
		r, err := t.Parse(name)
		if err != nil {
			return c, fmt.Errorf("roles: %w", err)
		}
		if r == NoRole {
			return c, fmt.Errorf("roles: %d players with no role", n)
		}
		c[r] = n
	}
	return c, nil
}

// rulesForm is the JSON form of Rules. The version and the table come first, because the roles depend on them.
type rulesForm struct {
	Version int             `json:"version,omitempty"`
	Table   *RoleTable      `json:"table,omitempty"`
	Roles   json.RawMessage `json:"roles"`
	plainRules
}

// plainRules are the Rules without their methods, so that they marshal field by field.
type plainRules Rules

// MarshalJSON writes the rules in the form of their version.
func (r Rules) MarshalJSON() ([]byte, error) {
	form := rulesForm{plainRules: plainRules(r)}
	if len(r.Table.Added()) > 0 {
		form.Table = r.Table
	}
	roles := r.Roles.Listed()
	if r.Version != 1 {
		form.Version, roles = rulesVersion, r.Roles.InPlay().Slice()
	}
	form.Roles = r.Table.appendCounts(nil, r.Roles, roles)
	return json.Marshal(form)
}

// UnmarshalJSON reads what MarshalJSON writes and refuses unknown keys. A field whose key is absent keeps its
// value.
func (r *Rules) UnmarshalJSON(b []byte) (err error) {
	form := rulesForm{Version: 1, plainRules: plainRules(*r)}
	if err := strictly(b, &form); err != nil {
		return err
	}
	if form.Version > rulesVersion {
		return fmt.Errorf("rules of version %d; this program knows them up to %d", form.Version, rulesVersion)
	}
	table := r.Table
	if form.Table != nil {
		table = form.Table
	}
	*r = Rules(form.plainRules)
	r.Version, r.Table = form.Version, table
	if form.Version == rulesVersion {
		r.Version = 0
	}
	if len(form.Roles) > 0 {
		r.Roles, err = r.Table.parseCounts(form.Roles)
	}
	return err
}

// strictly reads a JSON value and refuses unknown keys.
func strictly(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
