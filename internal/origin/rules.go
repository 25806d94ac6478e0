package origin

import (
	"cmp"
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

// HashOf is a short hash of the rules: the same for games that were played by the same ones.
func HashOf(rules *werewolf.Rules) string { return digest(rules) }

func (o *Origin) addRules(g *chronicle.Summary) {
	rules := g.Rules()
	roles, hash := chronicle.Label(rules.Table.Counts(rules.Roles)), HashOf(rules)
	if g.Division != "" {
		roles += ", " + g.Division
	}
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
	for _, path := range differing(of) {
		values := counts{}
		for _, one := range of {
			values[cmp.Or(flat(&one.rules)[path], "nothing")] += one.games
		}
		list = append(list, path+" ("+each(values, "game")+")")
	}
	return list
}

// flat are all values of rules, as JSON, by their paths in words that are harmless to print.
func flat(rules *werewolf.Rules) map[string]string {
	values := map[string]string{}
	flatten("", rules, values)
	return values
}

// differing are the paths of what is not the same in all rules.
func differing(of map[string]*law) []string {
	differ, first := map[string]bool{}, map[string]string(nil)
	for _, one := range of {
		values := flat(&one.rules)
		if first == nil {
			first = values
		}
		for _, all := range []map[string]string{first, values} {
			for path := range all {
				if first[path] != values[path] {
					differ[path] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(differ))
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
		into[chronicle.Label(path)] = string(value)
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
