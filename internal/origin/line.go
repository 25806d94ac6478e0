package origin

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/english"
)

// most is at most how many of a kind a line or a warning names.
const most = 4

// listed is like "a, b and 3 others".
func listed(all []string) string {
	if len(all) > most {
		all = append(slices.Clone(all[:most-1]), english.Count(len(all)-most+1, "other"))
	}
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// Line says in a line what the games were made by, "" where none says anything. Players are left out whose name says
// all.
func (o *Origin) Line() string {
	if o.games == o.silent {
		return ""
	}
	var makers, parts []string
	if len(o.programs) > 0 {
		makers = append(makers, "wolfden "+listed(mostFirst(o.programs, strings.Compare)))
	}
	if len(o.commands) > 0 {
		makers = append(makers, listed(mostFirst(o.commands, strings.Compare)))
	}
	switch n := len(o.sources); {
	case n == 1:
		parts = append(parts, "from "+listed(mostFirst(o.sources, strings.Compare)))
	case n > 1:
		parts = append(parts, "from "+english.Count(n, "file"))
	}
	switch plans := listed(mostFirst(o.plans, strings.Compare)); len(o.plans) {
	case 0:
	case 1:
		parts = append(parts, "plan "+plans)
	default:
		parts = append(parts, "plans "+plans)
	}
	parts = append(parts, o.parties()...)
	if o.silent > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s say nothing of it", o.silent, english.Count(o.games, "game")))
	}
	return "made by " + strings.Join(append([]string{strings.Join(makers, ", ")}, parts...), "; ")
}

// parties are the players with what they were, those together that were the same.
func (o *Origin) parties() (parts []string) {
	names := map[string][]string{} // by what they were
	for one, was := range o.players {
		for e := range was {
			if text := e.String(); text != one.name && !slices.Contains(names[text], one.name) {
				names[text] = append(names[text], one.name)
			}
		}
	}
	for _, was := range slices.Sorted(maps.Keys(names)) {
		slices.Sort(names[was])
		who := listed(names[was])
		if strings.HasPrefix(was, who+", ") {
			parts = append(parts, was) // it is called as the player
		} else {
			parts = append(parts, who+" = "+was)
		}
	}
	if len(parts) > 2*most {
		parts = append(parts[:2*most:2*most], english.Count(len(parts)-2*most, "other kind")+" of players")
	}
	return parts
}

// Warnings say what is counted together although it was not alike: games of other rules, and entries of one name that were other
// players, or other versions of them, or had other models, prompts or settings.
func (o *Origin) Warnings() (warnings []string) {
	for _, roles := range slices.Sorted(maps.Keys(o.rules)) {
		if of := o.rules[roles]; len(of) > 1 {
			warnings = append(warnings, fmt.Sprintf("games of different rules are counted together (%s): %s", roles, listed(differences(of))))
		}
	}
	if len(o.commas) > 1 {
		warnings = append(warnings, "English with and without commas is counted together: "+each(o.commas, "game"))
	}
	return append(warnings, o.Mixed(nil)...)
}

// Mixed says in what entries of one name differ, but in what they may, among the games that were added and those to come, of which the
// headers tell.
func (o *Origin) Mixed(may []Part, coming ...*gamelog.Header) (all []string) {
	of := Origin{players: seats{}}
	for one, was := range o.players {
		of.players[one] = maps.Clone(was)
	}
	for _, h := range coming {
		of.AddRecord(h)
	}
	names := map[Part][]string{}
	for _, name := range of.players.names() {
		for _, part := range of.players.differ(name, may) {
			was := counts{}
			for e, n := range of.players.of(name) {
				was[cmp.Or(e.part(part), "no "+string(part))] += n
			}
			names[part] = append(names[part], name+" ("+each(was, "seat")+")")
		}
	}
	for _, part := range Parts() {
		if len(names[part]) > 0 {
			all = append(all, fmt.Sprintf("different %s are counted together as one: %s", part.several(), listed(names[part])))
		}
	}
	return all
}

// Seated is what an entry was in so many seats of games of one language.
type Seated struct {
	Entry string `json:"entry"`
	Entrant
	Lang  string `json:"lang"` // that it played in, "" if that is not known
	Seats int    `json:"seats"`
}

// Seated are all players of whom something is known, by name.
func (o *Origin) Seated() (all []Seated) {
	all = []Seated{}
	for one, was := range o.players {
		for e, seats := range was {
			all = append(all, Seated{one.name, e, one.lang, seats})
		}
	}
	slices.SortFunc(all, func(a, b Seated) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Lang, b.Lang), cmp.Compare(b.Seats, a.Seats), cmp.Compare(a.String(), b.String()))
	})
	return all
}

// MarshalJSON writes how many games there are, how many of them are silent, how many have each program, command, source and
// plan, how many of each setup have which rules, and the players.
func (o *Origin) MarshalJSON() ([]byte, error) {
	rules := map[string]counts{}
	for roles, of := range o.rules {
		rules[roles] = counts{}
		for hash, one := range of {
			rules[roles][hash] = one.games
		}
	}
	return json.Marshal(struct {
		Games    int               `json:"games"`
		Silent   int               `json:"silent"`
		Programs counts            `json:"programs,omitempty"`
		Commands counts            `json:"commands,omitempty"`
		Sources  counts            `json:"sources,omitempty"`
		Plans    counts            `json:"plans,omitempty"`
		Commas   counts            `json:"commas,omitempty"`
		Rules    map[string]counts `json:"rules,omitempty"`
		Players  []Seated          `json:"players"`
	}{o.games, o.silent, o.programs, o.commands, o.sources, o.plans, o.commas, rules, o.Seated()})
}
