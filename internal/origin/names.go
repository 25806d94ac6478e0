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
	Files    Part = "files"    // of programs that are started for games
	Setup    Part = "setup"    // of a game, with the rules that go with it
	Language Part = "language" // of a game
	Rules    Part = "rules"    // of a game, who speaks when among them
)

// Parts are all of them.
func Parts() []Part {
	return []Part{Player, Model, Prompts, Settings, Program, Files, Setup, Language, Rules}
}

// Names tells entries apart that bear one name and were not made of the same, by names that grow by what differs:
// "kanolab · gpt-5-mini". First all games are added, then they are named. Entries that differ in what Merge holds alone
// keep their name. The zero Names has seen no game. It must not be used from several goroutines at once.
type Names struct {
	Merge []Part

	seats seats
	grown map[string]map[Entrant]string // by name, of those that were not always the same
}

// who is an entry in games of one language: its prompts are others in another.
type who struct{ name, lang string }

// seats are how many seats each entrant had.
type seats map[who]map[Entrant]int

// Add adds what sat in the seats of a game, of which no more need be known than the header of its record tells.
func (n *Names) Add(g *chronicle.Summary) {
	n.grown = nil
	n.seats.add(g)
}

func (s *seats) add(g *chronicle.Summary) {
	for i, e := range seated(g) {
		one := who{g.Players[i].Team, cmp.Or(e.Lang, g.Lang)}
		if *s == nil {
			*s = seats{}
		}
		if (*s)[one] == nil {
			(*s)[one] = map[Entrant]int{}
		}
		(*s)[one][e]++
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
	for _, name := range n.seats.names() {
		differ := n.seats.differ(name, n.Merge)
		if len(differ) == 0 {
			continue
		}
		all := n.seats.of(name)
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

// names are those of all entries, sorted.
func (s seats) names() (all []string) {
	for one := range s {
		all = append(all, one.name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// of are the entrants of a name, in whatever language.
func (s seats) of(name string) map[Entrant]int {
	all := map[Entrant]int{}
	for one, was := range s {
		for e, n := range was {
			if one.name == name {
				all[e] += n
			}
		}
	}
	return all
}

// differ are the parts in which entrants of a name differ among games of one language, without those in which they may, and those that
// follow from others.
func (s seats) differ(name string, may []Part) (differ []Part) {
	for _, part := range Parts() {
		if slices.Contains(may, part) {
			continue
		}
		for one, was := range s {
			values := map[string]string{} // by what entrants are in the parts before
			if one.name == name && slices.ContainsFunc(slices.Collect(maps.Keys(was)), func(e Entrant) bool {
				alike := ""
				for _, before := range differ {
					alike += e.part(before) + "\n"
				}
				first, known := values[alike]
				values[alike] = cmp.Or(first, e.part(part))
				return known && first != e.part(part)
			}) {
				differ = append(differ, part)
				break
			}
		}
	}
	return differ
}

// several are what entrants have that differ in a part.
func (p Part) several() string {
	switch p {
	case Player, Model:
		return string(p) + "s"
	case Settings:
		return "settings of models"
	case Program:
		return "versions of wolfden"
	case Files:
		return "files of programs"
	default:
		return string(p)
	}
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
	case Files:
		return d.Files
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
func shownModels(all map[Entrant]int) map[string]string {
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
