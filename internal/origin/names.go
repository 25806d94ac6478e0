package origin

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
)

// Part is something that what sits in a seat is made of.
type Part string

// The parts, those first that the others follow from: another player has other prompts, too.
const (
	Player   Part = "player" // with its parameters, and what is switched off
	Model    Part = "model"
	Prompts  Part = "prompts"
	Settings Part = "settings" // of models
	Program  Part = "program"  // the version of wolfden, of players that are part of it
	Setup    Part = "setup"    // of a game, with the rules that go with it
	Language Part = "language" // of a game
	Rules    Part = "rules"    // of a game, who speaks when among them
)

// Parts are all of them.
func Parts() []Part { return []Part{Player, Model, Prompts, Settings, Program, Setup, Language, Rules} }

// Names tells entries apart that bear one name and were not made of the same, by names that grow by what differs:
// "kanolab · gpt-5-mini". First all games are added, then they are named. Entries that differ in what Merge holds alone
// keep their name. The zero Names has seen no game. It must not be used from several goroutines at once.
type Names struct {
	Merge []Part

	seated map[who]map[Entrant]bool
	grown  map[string]map[Entrant]string // by name, of those that were not always the same
}

// Add adds what sat in the seats of a game, of which no more need be known than the header of its record tells.
func (n *Names) Add(g *chronicle.Summary) {
	if n.seated == nil {
		n.seated = map[who]map[Entrant]bool{}
	}
	n.grown = nil
	for i, e := range seated(g) {
		one := who{g.Players[i].Team, cmp.Or(e.Lang, g.Lang)}
		if n.seated[one] == nil {
			n.seated[one] = map[Entrant]bool{}
		}
		n.seated[one][e] = true
	}
}

// untold is what the name of an entry grows by in games that do not say what it was, where others do.
const untold = "not told"

// Name gives the players of a game their names.
func (n *Names) Name(g *chronicle.Summary) {
	if n.grown == nil {
		n.grow()
	}
	of := seated(g)
	for i := range g.Players {
		p := &g.Players[i]
		grown := n.grown[p.Team]
		switch {
		case grown == nil:
		case i >= len(of):
			p.Team = longer(p.Team, untold)
		default:
			p.Team = cmp.Or(grown[of[i]], p.Team)
		}
	}
}

// seated is what sat in the seats of a game, by seat; nil where it does not say.
func seated(g *chronicle.Summary) (all []Entrant) {
	if g.Provenance == nil {
		return nil
	}
	for i := range g.Provenance.Players[:min(len(g.Provenance.Players), len(g.Players))] {
		all = append(all, describe(g.Provenance, i))
	}
	return all
}

func longer(name string, by ...string) string {
	if by = slices.DeleteFunc(by, func(s string) bool { return s == "" }); len(by) > 0 {
		return name + " · " + strings.Join(by, ", ")
	}
	return name
}

// grow makes the names.
func (n *Names) grow() {
	n.grown = map[string]map[Entrant]string{}
	for _, name := range slices.Sorted(maps.Keys(n.names())) {
		differ := n.differ(name)
		if len(differ) == 0 {
			continue
		}
		all := map[Entrant]bool{}
		for one, was := range n.seated {
			if one.name == name {
				maps.Copy(all, was)
			}
		}
		shown := shownModels(all)
		n.grown[name] = map[Entrant]string{}
		for e := range all {
			var by []string
			for _, part := range differ {
				by = append(by, e.grownBy(name, part, shown))
			}
			n.grown[name][e] = longer(name, by...)
		}
	}
}

func (n *Names) names() map[string]bool {
	names := map[string]bool{}
	for one := range n.seated {
		names[one.name] = true
	}
	return names
}

// differ are the parts in which entries of a name differ among games of one language, without those that follow from others.
func (n *Names) differ(name string) (differ []Part) {
	alike := func(a, b Entrant) bool {
		return !slices.ContainsFunc(differ, func(p Part) bool { return a.part(p) != b.part(p) })
	}
	for _, part := range Parts() {
		if slices.Contains(n.Merge, part) {
			continue
		}
		for one, was := range n.seated {
			all := slices.Collect(maps.Keys(was))
			if one.name == name && slices.ContainsFunc(all, func(a Entrant) bool {
				return slices.ContainsFunc(all, func(b Entrant) bool { return alike(a, b) && a.part(part) != b.part(part) })
			}) {
				differ = append(differ, part)
				break
			}
		}
	}
	return differ
}

// part is what the entrant was in a part of it.
func (d Entrant) part(p Part) string {
	switch p {
	case Player:
		return d.Player
	case Model:
		return d.Models
	case Prompts:
		return d.Prompts
	case Settings:
		return d.Settings
	case Program:
		return d.Program
	default: // of games
		return ""
	}
}

// grownBy is what a name grows by for a part; a player that is called as it is, and a part that is not there, add nothing.
func (d Entrant) grownBy(name string, p Part, models map[string]string) string {
	value := d.part(p)
	switch {
	case p == Model && value == "":
		return "no model"
	case value == "" || p == Player && value == name:
		return ""
	case p == Player:
		return strings.TrimPrefix(value, name+":")
	case p == Model:
		return models[value]
	case p == Program:
		return "wolfden " + value
	default:
		return string(p) + " " + value
	}
}

// server is what stands before a model's own name.
var server = regexp.MustCompile(`(^|, |: )[a-z]+(?:@https?://(?:\[[0-9a-fA-F:]+\]|[\w.-]+)(?::[0-9]+)?(?:/[^:, ]*)?)?:([^ ])`)

// shownModels are models by the names that they have at their servers, where those are enough to tell them apart.
func shownModels(all map[Entrant]bool) map[string]string {
	shown, of := map[string]string{}, map[string]string{}
	for e := range all {
		short := server.ReplaceAllString(e.Models, "$1$2")
		if first, ok := of[short]; ok && first != e.Models {
			shown = map[string]string{}
			for e := range all {
				shown[e.Models] = e.Models
			}
			return shown
		}
		of[short], shown[e.Models] = e.Models, short
	}
	return shown
}
