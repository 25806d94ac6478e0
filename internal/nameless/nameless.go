// Package nameless takes the names of teams out of the records of games.
//
// Its law: a team has one letter in all games, drawn by lot, and nothing that is written tells which. What follows from a record still does: roles,
// inputs and events stay as they are, and so does what players say.
package nameless

import (
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// Names are the letters of the teams of some games. New makes them. They may be used from several goroutines.
type Names struct {
	letters map[string]string
	teams   []string // those whose names may be found in a text
}

// shortest is how many letters a name has at least that is looked for in what players say: shorter ones stand in many words.
const shortest = 4

// New gives the teams of games their letters. shuffle puts things in the order of lots.
func New(games []*chronicle.Summary, shuffle func(n int, swap func(i, j int))) *Names {
	n := &Names{letters: map[string]string{}}
	var teams []string
	for _, g := range games {
		for i := range g.Players {
			if team := g.Players[i].PlaysFor(); team != "" {
				teams = append(teams, team)
			}
		}
	}
	slices.Sort(teams)
	teams = slices.Compact(teams)
	shuffle(len(teams), func(i, j int) { teams[i], teams[j] = teams[j], teams[i] })
	for i, team := range teams {
		n.letters[team] = letters(i)
		if len([]rune(team)) >= shortest {
			n.teams = append(n.teams, strings.ToLower(team))
		}
	}
	return n
}

// letters are A to Z, then AA and on. A team's name does not end in a digit: that would count as the number of its player.
func letters(i int) string {
	name := string(rune('A' + i%26))
	if i >= 26 {
		name = letters(i/26-1) + name
	}
	return name
}

// Len is how many teams there are.
func (n *Names) Len() int { return len(n.letters) }

// Hide returns the record with letters in place of what its players belong to and are called as programs. What tells who made a player is left
// out: all else that the provenance says of players, the file that a foreign game came from, and notes on calls of models.
func (n *Names) Hide(rec *gamelog.Record) *gamelog.Record {
	hidden := &gamelog.Record{Header: rec.Header, Entries: slices.Clone(rec.Entries)}
	h := &hidden.Header
	h.Seats = slices.Clone(h.Seats)
	players := chronicle.Summarize(rec).Players
	for i := range h.Seats {
		s, letter := &h.Seats[i], n.letters[players[i].PlaysFor()]
		if s.Team != "" {
			s.Team = letter
		}
		if s.Client != "" {
			s.Client = letter + s.Client[len(strings.TrimRight(s.Client, "0123456789")):]
		}
	}
	if from := h.Provenance; from != nil {
		p := *from
		p.Source, p.Players = "", slices.Clone(from.Players)
		for i := range p.Players {
			was := &p.Players[i]
			p.Players[i] = gamelog.Entrant{Person: was.Person, Remote: was.Remote}
			if was.Entry != "" {
				p.Players[i].Entry = n.letters[was.Entry]
			}
		}
		h.Provenance = &p
	}
	for i, e := range hidden.Entries {
		if e.Input == nil || len(e.Input.Notes) == 0 {
			continue
		}
		in := *e.Input
		in.Notes = nil
		for j, call := range chronicle.CallsOf(e.Input.Notes) {
			if call == nil {
				in.Notes = append(in.Notes, e.Input.Notes[j])
			}
		}
		hidden.Entries[i].Input = &in
	}
	return hidden
}

// Told counts the utterances of a game in which a team's name stands; those stay as they are.
func (n *Names) Told(rec *gamelog.Record) (count int) {
	for _, e := range rec.Entries {
		if e.Event == nil || e.Event.Kind != werewolf.Talked && e.Event.Kind != werewolf.Whispered {
			continue
		}
		text := strings.ToLower(e.Event.Text)
		if slices.ContainsFunc(n.teams, func(team string) bool { return strings.Contains(text, team) }) {
			count++
		}
	}
	return count
}
