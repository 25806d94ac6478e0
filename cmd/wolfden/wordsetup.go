package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"wolfden/werewolf"
)

// setup is what games have in common that can be put together: their roles and their rules, but for the times that nobody waits for
// when a game is played on.
type setup struct {
	players int
	roles   string
	rules   string // as JSON
}

// setupOf is the setup of a game with the rules.
func setupOf(r *werewolf.Rules) (setup, error) {
	free := *r
	free.Version, free.Timeout = 0, werewolf.Timeout{}
	rules, err := json.Marshal(&free)
	return setup{r.Players(), strings.ToLower(r.Table.Counts(r.Roles)), string(rules)}, err
}

// setupsOf are the setups of the effects, in the order of their numbers.
func setupsOf(effects wordEffects) (list []setup) {
	all := map[setup]bool{}
	for group := range effects {
		all[group.Setup] = true
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b setup) int {
		return cmp.Or(cmp.Compare(a.players, b.players), cmp.Compare(a.roles, b.roles), cmp.Compare(a.rules, b.rules))
	})
}

// inWordsOf tells setups apart for people: by their roles and, where these are those of an earlier one, by which rules are other ones.
func inWordsOf(setups []setup) (list []string) {
	for i, s := range setups {
		text := fmt.Sprintf("%d players, %s", s.players, s.roles)
		if as := slices.IndexFunc(setups, func(other setup) bool { return other.roles == s.roles }); as < i {
			var was, now any
			if json.Unmarshal([]byte(setups[as].rules), &was) == nil && json.Unmarshal([]byte(s.rules), &now) == nil {
				text += fmt.Sprintf("; as setup %d, but %s", as+1, strings.Join(otherRules("", was, now), ", "))
			}
		}
		list = append(list, text)
	}
	return list
}

// otherRules are the rules below a path that are other ones than they were.
func otherRules(path string, was, now any) (list []string) {
	before, nested := was.(map[string]any)
	after, too := now.(map[string]any)
	if !nested || !too {
		if !reflect.DeepEqual(was, now) {
			text, _ := json.Marshal(now) // it was read from JSON
			list = append(list, fmt.Sprintf("%s %s", path, text))
		}
		return list
	}
	keys := map[string]bool{}
	for _, rules := range []map[string]any{before, after} {
		for key := range rules {
			keys[key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		list = append(list, otherRules(strings.TrimPrefix(path+"."+key, "."), before[key], after[key])...)
	}
	return list
}
