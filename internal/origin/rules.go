package origin

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/werewolf"
)

// law is rules, and how many games went by them.
type law struct {
	rules werewolf.Rules
	games int
}

// Rules is a short hash of the rules: the same for games that were played by the same ones.
func Rules(rules *werewolf.Rules) string { return digest(rules) }

func (o *Origin) addRules(rules *werewolf.Rules) {
	roles, hash := chronicle.Label(rules.Table.Counts(rules.Roles)), Rules(rules)
	if o.rules == nil {
		o.rules = map[string]map[string]*law{}
	}
	if o.rules[roles] == nil {
		o.rules[roles] = map[string]*law{}
	}
	if o.rules[roles][hash] == nil {
		o.rules[roles][hash] = &law{rules: *rules}
	}
	o.rules[roles][hash].games++
}

// differences says in what rules differ, like "max_day (3 in 2 games, 5 in 1 game)".
func differences(of map[string]*law) (list []string) {
	values := map[string]counts{} // by the path of a rule
	for _, one := range of {
		flat := map[string]string{}
		flatten("", one.rules, flat)
		for path, value := range flat {
			if values[path] == nil {
				values[path] = counts{}
			}
			values[path][value] += one.games
		}
	}
	all := 0
	for _, one := range of {
		all += one.games
	}
	for _, path := range slices.Sorted(maps.Keys(values)) {
		c, told := values[path], 0
		for _, n := range c {
			told += n
		}
		if told < all {
			c["nothing"] = all - told
		}
		if len(c) > 1 {
			list = append(list, chronicle.Label(path)+" ("+each(c, "game")+")")
		}
	}
	return list
}

// longest is how many characters of a value are shown.
const longest = 40

// flatten takes apart what JSON writes of a value: every value in it, as JSON, by its path.
func flatten(path string, value any, into map[string]string) {
	text, err := json.Marshal(value)
	if err != nil {
		return // rules that were read can be written
	}
	var parts map[string]json.RawMessage
	if json.Unmarshal(text, &parts) != nil || parts == nil {
		value := []rune(chronicle.Label(string(text)))
		if len(value) > longest {
			value = append(value[:longest], '…')
		}
		into[path] = string(value)
		return
	}
	for key, part := range parts {
		flatten(strings.TrimPrefix(path+"."+key, "."), part, into)
	}
}

// each is like "a in 3 games, b in 2 games".
func each(c counts, unit string) string {
	var parts []string
	for _, what := range mostFirst(c, strings.Compare) {
		parts = append(parts, what+" in "+english.Count(c[what], unit))
	}
	return strings.Join(parts, ", ")
}
