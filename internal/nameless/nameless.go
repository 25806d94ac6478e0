// Package nameless takes the names of teams out of the records of games.
//
// Its law: a team has one letter in all games, drawn by lot, and nothing that is written tells which. A record without names is one that the
// rules confirm: names leave the answers of players, and the events follow from those anew. Roles, choices and times stay as they are.
package nameless

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// Names are the letters of the teams of some games. New makes them. They may be used from several goroutines.
type Names struct {
	letters map[string]string
	said    *regexp.Regexp    // finds them in a text, nil where none is looked for
	lower   map[string]string // letters by names in small letters
	Left    []string          // names that are not looked for in what players say: a single letter, or a word of the game
}

// New gives the teams of games their letters. shuffle puts things in the order of lots.
func New(games []*chronicle.Summary, shuffle func(n int, swap func(i, j int))) *Names {
	n := &Names{letters: map[string]string{}, lower: map[string]string{}}
	var teams []string
	also := map[string]string{} // what seats of a team are called besides
	for _, g := range games {
		for i := range g.Players {
			if team := g.Players[i].PlaysFor(); team != "" {
				teams = append(teams, team)
				also[g.Players[i].Affiliation] = team
			}
		}
	}
	slices.Sort(teams)
	teams = slices.Compact(teams)
	shuffle(len(teams), func(i, j int) { teams[i], teams[j] = teams[j], teams[i] })
	for i, team := range teams {
		n.letters[team] = letters(i)
		also[team] = team
	}
	n.look(also)
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

// Hide returns the record with letters in place of what its players belong to and are called as programs, also where somebody says or notes it,
// and in how many utterances that was. What tells who made a player is left out: all else that the provenance says of players, pictures, the
// file that a foreign game came from, and notes on calls of models. It is an error where the game would have gone otherwise without the names.
func (n *Names) Hide(rec *gamelog.Record) (hidden *gamelog.Record, told int, err error) {
	hidden = &gamelog.Record{Header: rec.Header, Entries: slices.Clone(rec.Entries)}
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
		s.Avatar, s.Profile = "", n.In(s.Profile, h.Seats)
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
	told = n.hideTalk(hidden)
	if told > 0 || !slices.EqualFunc(h.Seats, rec.Header.Seats, func(a, b werewolf.Seat) bool { return a.Profile == b.Profile }) {
		err = follow(hidden)
	}
	return hidden, told, err
}

// hideTalk takes names out of all answers and notes, and counts the answers that had any. Times become whole seconds.
func (n *Names) hideTalk(rec *gamelog.Record) (told int) {
	for i, e := range rec.Entries {
		rec.Entries[i] = e.InSeconds()
		if e.Input == nil {
			continue
		}
		in := *e.Input
		in.Action.Text, in.Raw, in.Notes = n.In(in.Action.Text, rec.Header.Seats), n.In(in.Raw, rec.Header.Seats), nil
		if in.Raw != e.Input.Raw {
			told++
		}
		for j, call := range chronicle.CallsOf(e.Input.Notes) {
			if call == nil {
				note := e.Input.Notes[j]
				note.Text = n.In(note.Text, rec.Header.Seats)
				in.Notes = append(in.Notes, note)
			}
		}
		rec.Entries[i].Input = &in
	}
	return told
}

// follow has the events of a record follow from its inputs anew.
func follow(rec *gamelog.Record) error {
	g, err := rec.Header.Game()
	if err != nil {
		return err
	}
	seen := 0
	for i := range rec.Entries {
		e := &rec.Entries[i]
		if e.Input != nil {
			if err := g.Apply(e.Input.Action); err != nil {
				return fmt.Errorf("line %d, without names of teams: %w", i+2, err)
			}
			continue
		}
		if seen >= len(g.Log()) || g.Log()[seen].Kind != e.Event.Kind || g.Log()[seen].Seat != e.Event.Seat {
			return fmt.Errorf("line %d: without names of teams the game goes otherwise", i+2)
		}
		event := g.Log()[seen]
		e.Event = &event
		seen++
	}
	return nil
}
