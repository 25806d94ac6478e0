package origin

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Condition is something that was not the same in several origins, in words, and what it was in each; "-" where there was none.
type Condition struct {
	What string
	Was  []string
}

// compared is what sets origins apart, as far as it is known.
type compared struct {
	all  []*Origin
	list []Condition
}

// Conditions are what sets origins apart: who played what by which rules, by which version, but for plans and seeds, which say nothing
// to a reader.
func Conditions(all []*Origin) []Condition {
	c := compared{all: all}
	c.see("games", func(o *Origin) (tables []string) {
		for roles := range o.rules {
			_, division, _ := strings.Cut(roles, ", ")
			tables = append(tables, cmp.Or(division, roles))
		}
		return tables
	})
	c.rules()
	c.see("language", func(o *Origin) (langs []string) {
		for one := range o.players {
			langs = append(langs, one.lang)
		}
		return langs
	})
	c.see("version of wolfden", func(o *Origin) []string { return slices.Collect(maps.Keys(o.programs)) })
	c.see("command", func(o *Origin) []string { return slices.Collect(maps.Keys(o.commands)) })
	c.see("commas in English", func(o *Origin) []string { return slices.Collect(maps.Keys(o.commas)) })
	for _, name := range c.any(func(o *Origin) []string { return o.players.names() }) {
		c.entry(name)
	}
	return c.list
}

// see notes what origins have of something, where it is not the same.
func (c *compared) see(what string, of func(o *Origin) []string) {
	was := make([]string, len(c.all))
	for i, o := range c.all {
		was[i] = cmp.Or(listed(slices.Compact(slices.Sorted(slices.Values(of(o))))), "-")
	}
	if slices.ContainsFunc(was, func(other string) bool { return other != was[0] }) {
		c.list = append(c.list, Condition{what, was})
	}
}

// any are the names that any of the origins has, sorted.
func (c *compared) any(of func(o *Origin) []string) (names []string) {
	for _, o := range c.all {
		names = append(names, of(o)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// rules sees whatever differs in rules.
func (c *compared) rules() {
	setups := c.any(func(o *Origin) []string { return slices.Collect(maps.Keys(o.rules)) })
	for _, roles := range setups {
		together := map[string]*law{}
		for _, o := range c.all {
			maps.Copy(together, o.rules[roles])
		}
		for _, path := range differing(together) {
			what := path
			if len(setups) > 1 {
				what += " (" + roles + ")"
			}
			c.see(what, func(o *Origin) (values []string) {
				for _, one := range o.rules[roles] {
					values = append(values, cmp.Or(strings.Trim(flat(&one.rules)[path], `"`), "none"))
				}
				return values
			})
		}
	}
}

// entry sees what an entry was: part by part where all have it.
func (c *compared) entry(name string) {
	parts := []Part{Player, Model, Prompts, Settings, Files}
	if slices.ContainsFunc(c.all, func(o *Origin) bool { return len(o.players.of(name)) == 0 }) {
		parts = []Part{""}
	}
	for _, part := range parts {
		what := name
		if part != "" {
			what += ": " + string(part)
		}
		c.see(what, func(o *Origin) (was []string) {
			for e := range o.players.of(name) {
				if part == "" {
					was = append(was, e.String())
				} else {
					was = append(was, cmp.Or(e.part(part), "none"))
				}
			}
			return was
		})
	}
}
