package task

import (
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
)

// BelieveIn asks, beside the game, what the player believes of others.
type BelieveIn struct {
	Scene scene.Scene `json:"scene"`
	Names []string    `json:"names"` // of whom
	// Reckoned is what follows by rules from what the player has seen; no model sees it.
	Reckoned []Belief `json:"reckoned,omitempty"`
}

// roles are those of the game.
func (in *BelieveIn) roles() (list []string) {
	for _, c := range in.Scene.Setup {
		list = append(list, c.Role)
	}
	return list
}

// Belief is what somebody believes of a player.
type Belief struct {
	Name  string       `json:"name" jsonschema:"as written in the list"`
	Roles []RoleChance `json:"roles" jsonschema:"the roles that the player may have, each once"`
}

// RoleChance is the chance of a role.
type RoleChance struct {
	Role    string  `json:"role" jsonschema:"as written in the list"`
	Percent float64 `json:"percent" jsonschema:"from 0 to 100; those of a player come to 100"`
}

// Beliefs are those of all players that were asked for, in that order.
type Beliefs struct {
	Beliefs []Belief `json:"beliefs" jsonschema:"each player once"`
}

// Believe asks beside the game what the player believes.
var Believe = New(embedded, Definition[BelieveIn, Beliefs]{
	About: About{
		Name: "believe", Summary: "say beside the game which role each of the others has, in percent", Tokens: 3000, Heat: 0.2,
		Source: "wolfden's own, to measure beliefs",
	},
	Rule: func(in *BelieveIn) Beliefs { return Beliefs{Beliefs: in.Reckoned} },
	Lists: func(in *BelieveIn) map[string][]string {
		return map[string][]string{"beliefs.name": in.Names, "beliefs.roles.role": in.roles()}
	},
	Check: checkBeliefs,
})

// checkBeliefs keeps what is believed of those who were asked for, brought to 100 percent each, and refuses an answer without one of
// them.
func checkBeliefs(in *BelieveIn, out *Beliefs) error {
	var kept []Belief
	for _, name := range in.Names {
		at := slices.IndexFunc(out.Beliefs, func(b Belief) bool { return strings.TrimSpace(b.Name) == name })
		if at < 0 {
			return Breaks(BreachEmpty, "of-nobody", "name", name)
		}
		b, sum := Belief{Name: name}, 0.0
		for _, c := range out.Beliefs[at].Roles {
			if err := OneOf(c.Role, in.roles()); err != nil {
				return err
			}
			if !(c.Percent >= 0 && c.Percent <= 100) {
				return Breaks(breachOther, "no-percent", "part", name+": "+c.Role, "value", c.Percent)
			}
			if !slices.ContainsFunc(b.Roles, func(before RoleChance) bool { return before.Role == c.Role }) {
				b.Roles = append(b.Roles, c)
				sum += c.Percent
			}
		}
		if sum == 0 {
			return Breaks(BreachEmpty, "of-nobody", "name", name)
		}
		for i := range b.Roles {
			b.Roles[i].Percent *= 100 / sum
		}
		kept = append(kept, b)
	}
	out.Beliefs = kept
	return nil
}
