package understand

import (
	"errors"
	"fmt"
	"strings"

	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

// wolfName is how words files call a werewolf, whether the role is meant or the species.
const wolfName = "WOLF"

// kindOf is the category of what a role is like: patterns call it by the name of the contest's role that is most like it.
// Who knows its fellows is like none of them.
func (l *lexicon) kindOf(role werewolf.Role) (kind string, known bool) {
	switch spec := l.roles.Spec(role); {
	case spec.IsWolf():
		return wolfName, true
	case spec.Mason():
		return "", false
	}
	return l.roles.Name(l.roles.Like(role)), true
}

// role is the categories of a token that names a role: that it does, and what the role is like. A word for a werewolf speaks
// of the species as well, so it is no more than that.
func (l *lexicon) role(role werewolf.Role) []category {
	kind, known := l.kindOf(role)
	cats := []category{catRole}
	if kind == wolfName {
		return []category{catWolf}
	}
	if known {
		if c, err := l.cats.intern(kind); err == nil { // there is room: a test loads all
			cats = append(cats, c)
		}
	}
	return cats
}

// roleNamed is the role that a words file calls by the name, NoRole for what is no role's name.
func (l *lexicon) roleNamed(name string) werewolf.Role {
	if name == wolfName {
		return l.roles.First(werewolf.RoleCounts{}, werewolf.RoleSpec.IsWolf)
	}
	role, err := l.roles.Parse(name)
	if err != nil {
		return werewolf.NoRole
	}
	return role
}

// parseRoles adds the words for the roles.
func (l *lexicon) parseRoles(b *roletext.Book, roles []werewolf.Role) error {
	var faults []error
	for _, role := range roles {
		name := l.roles.Name(role)
		for _, h := range b.Heard(l.roles, role) {
			if err := l.parse(strings.ReplaceAll(h.Row, "ROLE", name) + ": " + h.Phrases); err != nil {
				faults = append(faults, fmt.Errorf("roletext: role %s: %w", name, err))
			}
		}
	}
	return errors.Join(faults...)
}

// forRoles is the words for the roles that the table has beyond the standard ones, nil where it has none.
func (l *language) forRoles(t *werewolf.RoleTable) *lexicon {
	if len(t.Added()) == 0 {
		return nil
	}
	own := &lexicon{cats: l.lexicon.cats.clone(), roles: t} // the language is shared and does not change
	// What cannot be read of them is not known: the texts were tested, and a name that is no phrase is none.
	_ = own.parseRoles(roletext.In(l.name), t.Roles()[werewolf.FirstAdded-1:])
	return own
}
