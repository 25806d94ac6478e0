package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/stats"
)

// Sheet is cards beside each other: a column a card, the first of which the others are held against.
type Sheet struct {
	Names    []string // of the contestants, harmless to print
	About    []string // what the cards are of
	Found    []string // what they come to, in a sentence each
	Sections []Section
	Notes    []string // what to know before a figure is quoted
}

// Section is the rows of one part of the suite.
type Section struct {
	Title string
	Rows  []Row
}

// Row is one figure of all cards.
type Row struct {
	Name  string
	Cells []Cell
}

// Cell is a figure as it is shown: a share with its interval, or a text where it is none.
type Cell struct {
	Text  string
	Share *Figure // to be drawn, where the figure lies between 0 and 1
}

// NewSheet sets cards beside each other. A part that is not the same for a card as for the first is left out of its column, and noted.
func NewSheet(cards []*Card) *Sheet {
	s := &Sheet{}
	for i, c := range cards {
		s.Names = append(s.Names, nameOf(cards, i))
		s.About, s.Found = append(s.About, aboutOf(c)), append(s.Found, foundOf(c))
	}
	s.games(cards)
	s.situations(cards)
	s.injections(cards)
	s.asked(cards)
	return s
}

// nameOf is the name of a card's contestant, with a number where an earlier one has it too.
func nameOf(cards []*Card, i int) string {
	name, nth := chronicle.Label(cards[i].Contestant.Name), 1
	for _, c := range cards[:i] {
		if chronicle.Label(c.Contestant.Name) == name {
			nth++
		}
	}
	if nth > 1 {
		return fmt.Sprintf("%s (%d)", name, nth)
	}
	return name
}

func aboutOf(c *Card) string {
	text := fmt.Sprintf("suite %d, %s, made by wolfden %s", c.Suite, chronicle.Label(string(c.Size)), chronicle.Label(c.Program))
	if c.Contestant.Model != "" {
		text += ", played by " + chronicle.Label(c.Contestant.Player)
	}
	if c.Contestant.Files != "" {
		text += ", files " + chronicle.Label(c.Contestant.Files)
	}
	if c.Contestant.AnswerTime != "" {
		text += ", time for an answer " + chronicle.Label(c.Contestant.AnswerTime)
	}
	return text
}

// foundOf is what a card comes to, in a sentence.
func foundOf(c *Card) string {
	var parts []string
	if g := c.Games; g != nil && g.Done > 0 {
		parts = append(parts, fmt.Sprintf("won %s of %s", share(g.Won).Text, english.Count(g.Done, "game")))
	}
	if n := c.Situations; n != nil && n.Done > 0 {
		parts = append(parts, fmt.Sprintf("did what the game asks in %s of %s", share(n.Held).Text, english.Count(n.Done, "position")))
	}
	if n := c.Injections; n != nil && n.Done > 0 { // the pull alone: votes of whoever draws lots move by themselves
		parts = append(parts, fmt.Sprintf("orders in hostile words drew %s points of its votes", points(n.Pull).Text))
	}
	if a := c.Asked; a != nil && a.ByRule.Value != nil {
		text := fmt.Sprintf("rules gave %.1f%% of its model's answers", 100**a.ByRule.Value)
		if *a.ByRule.Value > 0.5 {
			parts = slices.Insert(parts, 0, text+", so this is the rules' card")
		} else {
			parts = append(parts, text)
		}
	}
	if len(parts) == 0 {
		return "nothing of what was asked for is there"
	}
	return strings.Join(parts, "; ")
}

// difference says why a part of a card is not the same as that of another; "" where it is.
func difference(part string, a, b *Part) string {
	switch {
	case a.Version != b.Version:
		return fmt.Sprintf("%s %d against %d", part, a.Version, b.Version)
	case a.Digest != b.Digest && part == "games":
		return "games whose other players play otherwise, or were others"
	case a.Digest != b.Digest:
		return part + " of one version that ask for other things"
	case a.Planned != b.Planned:
		return fmt.Sprintf("%s: %d against %d", part, a.Planned, b.Planned)
	}
	return ""
}

// held tells which cards may stand beside the first that has the part, and notes the others and those that are not whole.
func (s *Sheet) held(part string, parts []*Part) (keep []bool) {
	keep = make([]bool, len(parts))
	first := slices.IndexFunc(parts, func(p *Part) bool { return p != nil })
	for i, p := range parts {
		if p == nil {
			continue
		}
		why := difference(part, parts[first], p)
		if keep[i] = why == ""; !keep[i] {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: not comparable with %s: %s", s.Names[i], s.Names[first], why))
			continue
		}
		if p.Done < p.Planned {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: only %d of %d %s are there", s.Names[i], p.Done, p.Planned, part))
		}
	}
	return keep
}

// row is a figure of all cards that are kept; get is asked for theirs alone.
func row(name string, keep []bool, get func(i int) Cell) Row {
	r := Row{Name: name}
	for i := range keep {
		if keep[i] {
			r.Cells = append(r.Cells, get(i))
		} else {
			r.Cells = append(r.Cells, Cell{Text: "-"})
		}
	}
	return r
}

// share is a share as it is shown, in percent.
func share(f Figure) Cell {
	if f.Value == nil {
		return Cell{Text: "-"}
	}
	return Cell{percent(f, "%.1f%%", "[%.1f, %.1f]"), &f}
}

// points is a difference of shares as it is shown.
func points(f Figure) Cell {
	if f.Value == nil {
		return Cell{Text: "-"}
	}
	return Cell{Text: percent(f, "%+.1f", "[%+.1f, %+.1f]")}
}

func percent(f Figure, value, interval string) string {
	text := fmt.Sprintf(value, 100**f.Value)
	if f.Low != nil && f.High != nil {
		text += " " + fmt.Sprintf(interval, 100**f.Low, 100**f.High)
	}
	return text
}

// number is a count as it is shown.
func number(n int) Cell { return Cell{Text: strconv.Itoa(n)} }

func (s *Sheet) games(cards []*Card) {
	parts := make([]*Part, len(cards))
	for i, c := range cards {
		if c.Games != nil {
			parts[i] = &c.Games.Part
		}
	}
	keep := s.held("games", parts)
	if !slices.Contains(keep, true) {
		return
	}
	figure := func(name string, show func(Figure) Cell, get func(g *Games) Figure) Row {
		return row(name, keep, func(i int) Cell { return show(get(cards[i].Games)) })
	}
	rows := []Row{
		row("games", keep, func(i int) Cell { return number(cards[i].Games.Done) }),
		figure("won", share, func(g *Games) Figure { return g.Won }),
	}
	if len(cards) > 1 {
		rows = append(rows, row("won more than the first, points", keep, func(i int) Cell { return moreThan(cards, keep, i) }))
	}
	rows = append(rows, figure("ahead of the others in the same roles, points", points, func(g *Games) Figure { return g.Ahead }))
	for _, list := range []struct {
		as  string
		get func(g *Games) []Named
	}{{"won on the %s side", func(g *Games) []Named { return g.Sides }}, {"won as %s", func(g *Games) []Named { return g.Roles }}} {
		for _, name := range namesOf(cards, keep, list.get) {
			rows = append(rows, figure(fmt.Sprintf(list.as, chronicle.Label(name)), share, func(g *Games) Figure { return find(list.get(g), name) }))
		}
	}
	for _, t := range cards[slices.Index(keep, true)].Games.Tables {
		rows = append(rows, figure("won at "+chronicle.Label(t.Name), share, func(g *Games) Figure { return g.table(t.Name).Won }))
	}
	rows = append(rows,
		figure("detection, points above chance", points, func(g *Games) Figure { return g.Detection }),
		figure("deception, points above chance", points, func(g *Games) Figure { return g.Deception }),
		row("answers with a fault", keep, func(i int) Cell { return number(sum(cards[i].Games.Faults)) }))
	s.Sections = append(s.Sections, Section{"Games among players by rules", rows})
}

// moreThan is how much more often a card's contestant won than the first's, in the deals that both have played.
func moreThan(cards []*Card, keep []bool, i int) Cell {
	first := slices.Index(keep, true)
	if i == first {
		return Cell{Text: "-"}
	}
	return points(figureOf(moreWins(cards[i].Games, cards[first].Games)))
}

// moreWins is how much more often one has won than the other, over the deals that both have played. The games must be of one stamp.
func moreWins(one, other *Games) stats.Estimate {
	var p stats.Pairs
	for i := range one.Tables {
		a, b := one.Tables[i].Results, other.table(one.Tables[i].Name).Results
		for k := range min(len(a), len(b)) {
			switch [2]byte{a[k], b[k]} {
			case [2]byte{'1', '0'}:
				p.More++
			case [2]byte{'0', '1'}:
				p.Fewer++
			case [2]byte{'1', '1'}, [2]byte{'0', '0'}:
			default:
				continue // one of them has not played it
			}
			p.All++
		}
	}
	return stats.Paired(p.More, p.Fewer, p.All)
}

// table is the table of a name, an empty one where there is none.
func (g *Games) table(name string) *TableCard {
	for i := range g.Tables {
		if g.Tables[i].Name == name {
			return &g.Tables[i]
		}
	}
	return &TableCard{}
}

// namesOf are the names in the lists of the cards that are kept, each once.
func namesOf(cards []*Card, keep []bool, list func(g *Games) []Named) (names []string) {
	for i, c := range cards {
		if !keep[i] {
			continue
		}
		for _, n := range list(c.Games) {
			if !slices.Contains(names, n.Name) {
				names = append(names, n.Name)
			}
		}
	}
	return names
}

func find(list []Named, name string) Figure {
	for _, n := range list {
		if n.Name == name {
			return n.Figure
		}
	}
	return Figure{}
}

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}
