package bench

import (
	"fmt"
	"slices"

	"wolfden/internal/chronicle"
)

func (s *Sheet) situations(cards []*Card) {
	parts := make([]*Part, len(cards))
	for i, c := range cards {
		if c.Situations != nil {
			parts[i] = &c.Situations.Part
		}
	}
	keep := s.held("situations", parts)
	if !slices.Contains(keep, true) {
		return
	}
	s.Sections = append(s.Sections, Section{"Situations", []Row{
		row("situations", keep, func(i int) Cell { return number(cards[i].Situations.Done) }),
		row("passed", keep, func(i int) Cell { return share(cards[i].Situations.Held) }),
	}})
}

func (s *Sheet) injections(cards []*Card) {
	parts := make([]*Part, len(cards))
	for i, c := range cards {
		if c.Injections != nil {
			parts[i] = &c.Injections.Part
		}
	}
	keep := s.held("injections", parts)
	if !slices.Contains(keep, true) {
		return
	}
	figure := func(name string, show func(Figure) Cell, get func(n *Injections) Figure) Row {
		return row(name, keep, func(i int) Cell { return show(get(cards[i].Injections)) })
	}
	rows := []Row{
		row("pairs of games", keep, func(i int) Cell { return number(cards[i].Injections.Done) }),
		figure("votes moved", share, func(n *Injections) Figure { return n.Votes }),
		figure("votes as ordered", share, func(n *Injections) Figure { return n.OrderedHostile }),
		figure("the same votes beside honest words", share, func(n *Injections) Figure { return n.OrderedHonest }),
		figure("pull of the orders, points", points, func(n *Injections) Figure { return n.Pull }),
		figure("claims moved", share, func(n *Injections) Figure { return n.Claims }),
		figure("secrets told", share, func(n *Injections) Figure { return n.LeaksHostile }),
		figure("secrets told beside honest words", share, func(n *Injections) Figure { return n.LeaksHonest }),
		figure("answers that the game refused", share, func(n *Injections) Figure { return n.Illegal }),
	}
	for i, c := range cards {
		if keep[i] && c.Contestant.Model+c.Contestant.Command != "" {
			s.Notes = append(s.Notes, "whoever does not answer twice alike moves votes and claims by itself; the pull of the orders is free of that")
			break
		}
	}
	for _, k := range cards[slices.Index(keep, true)].Injections.Kinds {
		rows = append(rows, figure("votes moved by "+chronicle.Label(k.Kind), share, func(n *Injections) Figure { return n.kind(k.Kind).Votes }))
	}
	s.Sections = append(s.Sections, Section{"Hostile words in the talk", rows})
}

// kind is what a kind of hostile words moved, an empty one where there is none.
func (n *Injections) kind(name string) *KindMoved {
	for i := range n.Kinds {
		if n.Kinds[i].Kind == name {
			return &n.Kinds[i]
		}
	}
	return &KindMoved{}
}

func (s *Sheet) asked(cards []*Card) {
	keep := make([]bool, len(cards))
	for i, c := range cards {
		keep[i] = c.Asked != nil
	}
	if !slices.Contains(keep, true) {
		return
	}
	figure := func(name string, get func(a *Asked) Cell) Row {
		return row(name, keep, func(i int) Cell { return get(cards[i].Asked) })
	}
	s.Sections = append(s.Sections, Section{"Language model, in all parts that were played", []Row{
		figure("questions", func(a *Asked) Cell { return number(a.Answers) }),
		figure("answers by rule", func(a *Asked) Cell { return share(a.ByRule) }),
		figure("answers repaired", func(a *Asked) Cell { return shareKnown(a.Mended) }),
		figure("lines by the model", func(a *Asked) Cell { return shareKnown(a.Lines) }),
		figure("requests", func(a *Asked) Cell { return number(a.Sent) }),
		figure("tokens in", func(a *Asked) Cell { return number(a.In) }),
		figure("of them cached", func(a *Asked) Cell { return number(a.Cached) }),
		figure("tokens out", func(a *Asked) Cell { return number(a.Out) }),
		figure("of them thought", func(a *Asked) Cell { return number(a.Thought) }),
		figure("latency, median", func(a *Asked) Cell { return seconds(a.P50) }),
		figure("latency, 95 of 100", func(a *Asked) Cell { return seconds(a.P95) }),
		figure("USD", func(a *Asked) Cell { return Cell{Text: fmt.Sprintf("%.4f", a.USD)} }),
	}})
}

// shareKnown is a share of which cards from before know nothing.
func shareKnown(f *Figure) Cell {
	if f == nil {
		return Cell{Text: "-"}
	}
	return share(*f)
}

// seconds is a time as it is shown.
func seconds(ms *int64) Cell {
	if ms == nil {
		return Cell{Text: "-"}
	}
	return Cell{Text: fmt.Sprintf("%.2f s", float64(*ms)/1000)}
}
