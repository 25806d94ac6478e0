package understand

import (
	"fmt"
	"maps"
	"slices"
)

// category is what a token may be. A token can be of several: "guard" is a role and a deed.
type category uint8

// The categories that the engine itself knows; the files of a language may name others as they like.
const (
	noCategory category = iota
	catName             // a player by name
	catAt               // the name stands after an @
	catMe               // the speaker as an object
	catYou              // who is spoken to; becomes catLost where nobody is
	catHim              // who was named last
	catThem             // all who were named last
	catRef              // the player a role is claimed by: "the seer"
	catLost             // a pronoun that points at nobody known
	catOther            // any word not known
	catComma            // a comma, or the two blanks that contest servers leave of it
	catBreak            // parts clauses
	catDef              // the next word is a known one: "the", "our"
	catBoth             // the next word is plural: "both seers"
	catRole             // names a role that is no werewolf's
	catWolf             // names a werewolf, as a role or as a species
	catHuman
	catQuote  // a quotation stands here
	catList   // parts the members of a list of players
	catObject // the player is no subject: a preposition stands before
	catTitle  // an honorific: passed over behind a name
	catCalled // a name that is called, and so no subject or object
	catSelf   // the speaker by its own name
	catTag    // asks for assent to what stands before: "right?"
	catLast   // with it the utterance ends, not on a question
	catAny    // every token
	numKnown
)

// knownCategories are the names of the categories above in the files of a language.
var knownCategories = [numKnown]string{
	"", "NAME", "AT", "ME", "YOU", "HIM", "THEM", "REF", "LOST", "X", "COMMA", "BREAK", "DEF", "BOTH", "ROLENAME",
	"WOLF", "HUMAN", "QUOTE", "LIST", "OBJ", "TITLE", "CALLED", "SELF", "TAG", "LAST", "ANY",
}

const maxCategories = 256

// categories gives names of categories their numbers.
type categories struct {
	byName map[string]category
	names  []string
}

func newCategories() *categories {
	c := &categories{byName: map[string]category{}}
	for i, name := range knownCategories {
		c.names = append(c.names, name)
		c.byName[name] = category(i)
	}
	return c
}

// clone is the same categories, to which others can be added.
func (c *categories) clone() *categories {
	return &categories{byName: maps.Clone(c.byName), names: slices.Clone(c.names)}
}

// intern is the number of a name, a new one where it has none.
func (c *categories) intern(name string) (category, error) {
	if known, ok := c.byName[name]; ok && name != "" {
		return known, nil
	}
	if name == "" || len(c.names) == maxCategories {
		return 0, fmt.Errorf("category %q: a name is needed, and at most %d of them", name, maxCategories)
	}
	c.byName[name] = category(len(c.names))
	c.names = append(c.names, name)
	return c.byName[name], nil
}
