package understand

import (
	"fmt"
	"maps"
	"slices"
)

// category is what a token may be. A token can belong to several: "guard" is a role and a deed.
type category uint8

// The categories that the engine itself uses. The files of a language may add others under any name.
const (
	noCategory category = iota
	catName             // a player by name
	catAt               // the name stands after an @
	catMe               // the speaker as an object: "me"
	catYou              // the addressee: "you"; becomes catLost where nobody is addressed
	catHim              // the player named last: "him"
	catThem             // all players named last: "them"
	catRef              // the player who claims a role: "the seer"
	catLost             // a pronoun whose player is not known
	catOther            // any unknown word
	catComma            // a comma, or the two blanks that contest servers put in its place
	catBreak            // separates clauses
	catDef              // what comes next is known already: "the", "our"
	catBoth             // the next word is plural: "both seers"
	catRole             // names a role that is no werewolf's
	catWolf             // names a werewolf, as a role or as a species
	catHuman
	catQuote    // stands for a quotation
	catList     // separates the members of a list of players
	catObject   // a preposition stands before: the player is no subject
	catTitle    // an honorific; skipped after a name
	catCalled   // a name used to call somebody, so neither subject nor object
	catSelf     // the speaker by its own name
	catTag      // asks for assent to what was said: "right?"
	catLast     // ends the utterance, but is no question
	catReflex   // the speaker, unless somebody else is what the clause is about: "oneself"
	catTopic    // the player before it is what the clause is about
	catMarks    // the player before it is an object
	catAsked    // the player before it is an object in a question
	catToward   // what is done is done to the player before it
	catHead     // says something only behind other words: "then", "if so"
	catStranger // what may be the name of somebody who is not at the table: an unknown word in katakana, or with a capital letter
	catAny      // every token
	numKnown
)

// knownCategories are the names of these categories in the files of a language.
var knownCategories = [numKnown]string{
	"", "NAME", "AT", "ME", "YOU", "HIM", "THEM", "REF", "LOST", "X", "COMMA", "BREAK", "DEF", "BOTH", "ROLENAME",
	"WOLF", "HUMAN", "QUOTE", "LIST", "OBJ", "TITLE", "CALLED", "SELF", "TAG", "LAST", "REFLEX", "TOPIC", "MARKS", "ASKED", "TOWARD", "HEAD", "STRANGER", "ANY",
}

const maxCategories = 256

// categories numbers the names of categories.
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

// clone returns the same categories, to which others can be added.
func (c *categories) clone() *categories {
	return &categories{byName: maps.Clone(c.byName), names: slices.Clone(c.names)}
}

// intern returns the number of a name; a new name gets the next number.
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
