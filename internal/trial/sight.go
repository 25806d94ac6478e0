package trial

import (
	"context"
	"fmt"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/critic"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// Sight is a place where a habit shows. What was done there is measured beside something else: words beside silence, a choice beside
// who was worth most, and what is lacking, an answer or the words of a day, beside the answers of who plays on.
type Sight struct {
	*Game
	Moment string
	Cost   float64 // what it took there, in the games that were played

	entries int             // of the record, before the answer
	beside  beside          // what it is measured beside
	rather  werewolf.SeatID // who was worth most
	words   []string        // of the day
}

// beside is what something is measured beside.
type beside uint8

const (
	besideSilence beside = iota
	besideChoice
	besideAnswer
	besideDay
)

// The kinds of habits of saying too little.
const (
	Silent = "silent" // no word on a day
	Hides  = "hides"  // words, but no claim of a role so far, in spite of a result
)

// price plays on from the place in both ways.
func (j *Jury) price(ctx context.Context, s *Sight, seed uint64) error {
	rec, err := gamelog.ReadFile(s.File)
	if err != nil {
		return err
	}
	players, err := j.Players(rec)
	if err != nil {
		return err
	}
	before, err := position.At(chances.Unhurried(rec), s.entries)
	if err != nil {
		return err
	}
	done := rec.Entries[s.entries].Input.Action
	as, other := chances.Side{Players: players}, chances.Side{Players: players}
	was, instead := before, before
	switch s.beside {
	case besideSilence:
		instead, err = before.Silent(s.Seat)
	case besideChoice:
		instead, err = before.Then(werewolf.Action{Seat: s.Seat, Request: done.Request, Target: s.rather})
	case besideAnswer:
	case besideDay:
		as.Players = s.recited(players, before.Day())
	}
	if err == nil && s.beside != besideDay {
		was, err = before.Then(done)
	}
	if err != nil {
		return err
	}
	as.From, other.From = chances.From(was), chances.From(instead)
	change, err := chances.WhatIf(ctx, as, other, gamesAPlace, seed)
	s.Cost = -change.For(s.Side).Value
	return err
}

// recited are the players, of whom the one in the program's seat says what was said on the day.
func (s *Sight) recited(players chances.Player, day int) chances.Player {
	return func(seat werewolf.SeatID, seed uint64) (match.Player, error) {
		p, err := players(seat, seed)
		if seat == s.Seat {
			p = &reciter{p, day, s.words}
		}
		return p, err
	}
}

// reciter says on a day what it is given, and no more; everything else another answers.
type reciter struct {
	match.Player

	day   int
	words []string
}

// Answer is the next of the words, or that of the other.
func (r *reciter) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	switch {
	case o.Request.Kind != werewolf.Talk || o.Day != r.day:
		return r.Player.Answer(ctx, o)
	case len(r.words) == 0:
		return werewolf.OverText, nil
	}
	text := r.words[0]
	r.words = r.words[1:]
	return text, nil
}

// sights are the places of a game where habits show, by kind.
type sights struct {
	game *Game
	rec  *gamelog.Record
	seen map[string][]Sight
}

// shown is where habits show in a game; of a game that cannot be read or understood, nothing.
func shown(g *Game) map[string][]Sight {
	rec, err := gamelog.ReadFile(g.File)
	if err != nil {
		return nil
	}
	told, err := chronicle.OfRecord(rec)
	if err != nil {
		return nil
	}
	s := &sights{g, chances.Unhurried(rec), map[string][]Sight{}}
	said := chances.Utterances(s.rec)
	s.words(told, said)
	s.answers(said)
	return s.seen
}

// add notes a place, once a kind.
func (s *sights) add(kind string, at Sight) {
	if list := s.seen[kind]; len(list) == 0 || list[len(list)-1].entries != at.entries {
		at.Game = s.game
		s.seen[kind] = append(list, at)
	}
}

// words finds habits of what is said.
func (s *sights) words(told *chronicle.Game, said []chances.Place) {
	add := func(kind string, p *chances.Place) {
		s.add(kind, Sight{Moment: p.Moment, entries: p.Entries})
	}
	for i := range said {
		if p := &said[i]; p.Event.Seat == s.game.Seat {
			for _, word := range p.Says {
				if word != chances.ComesOut { // which is a claim, as others are
					add("said-"+string(word), p)
				}
			}
			if p.Claims != werewolf.NoRole {
				add("claims-"+s.rec.Header.Rules.Table.Name(p.Claims), p)
			}
		}
	}
	places := map[int]*chances.Place{} // by the line of the chronicle
	for i := range told.Lines {
		if told.Lines[i].Kind == contestlog.TalkLine && len(places) < len(said) {
			places[i] = &said[len(places)]
		}
	}
	for _, f := range critic.Read(told).Findings {
		if p := places[f.Line]; f.Seat == s.game.Seat && p != nil && p.Event.Seat == s.game.Seat {
			add(f.Kind.String(), p)
		}
	}
}

// answers finds habits of what is chosen, not said, or not answered at all.
func (s *sights) answers(said []chances.Place) {
	var today day
	number, spoken, dusk, results := 0, 0, false, false
	for i := range s.rec.Entries {
		if e := s.rec.Entries[i].Event; e != nil {
			switch {
			case e.Kind == werewolf.DayBegan:
				s.quiet(&today, said, i)
				today, number, spoken, dusk = day{results: results}, e.Day, 0, false
			case e.Kind == werewolf.NightBegan:
				dusk = true
			case e.Seat == s.game.Seat && (e.Kind == werewolf.SeerTold || e.Kind == werewolf.MediumTold):
				results = true
			}
			continue
		}
		in := s.rec.Entries[i].Input
		kind, at := in.Action.Request, Sight{Moment: fmt.Sprint(i), entries: i}
		if in.Action.Kind == werewolf.Answer && kind == werewolf.Talk {
			spoken++
			at.Moment = fmt.Sprintf("d%d:%d", number, spoken)
		}
		if in.Action.Kind != werewolf.Answer || in.Action.Seat != s.game.Seat {
			continue
		}
		switch {
		case kind == werewolf.Vote && !today.voted:
			at.Moment, today.voted = fmt.Sprintf("d%d:vote", number), true
		case dusk:
			at.Moment, dusk = fmt.Sprintf("d%d:night", number), false
		}
		today.take(in, at)
		if wrong := in.Wrong(); wrong != gamelog.NoFault {
			at.beside = besideAnswer
			s.add(gamelog.OwnFault+wrong.String(), at)
			continue
		}
		s.choice(kind, at)
	}
	s.quiet(&today, said, len(s.rec.Entries))
}

// choice finds the habit that a choice shows.
func (s *sights) choice(kind werewolf.RequestKind, at Sight) {
	if !kind.Chooses() {
		return
	}
	made := chosenAt(s.rec, at.entries, s.game.Seat, kind)
	if made == nil {
		return
	}
	for _, c := range Choices() {
		if c.asked != kind || c.team != s.game.Side || c.worth(made.now, made.target) > c.most {
			continue
		}
		at.beside = besideChoice
		if at.rather = made.rather(c.worth); at.rather != 0 {
			s.add(c.Kind, at)
			return
		}
	}
}

// day is what the program has said on one.
type day struct {
	Sight        // of its first turn
	results bool // it had one when the day began
	voted   bool
	spoke   bool
	fault   bool
}

// take takes an answer.
func (d *day) take(in *gamelog.Input, at Sight) {
	if in.Action.Request != werewolf.Talk {
		return
	}
	if len(d.words) == 0 {
		d.Sight, d.beside = at, besideDay
	}
	text := werewolf.Clean(in.Action.Text)
	d.words = append(d.words, text)
	d.spoke = d.spoke || text != "" && text != werewolf.SkipText && text != werewolf.OverText
	d.fault = d.fault || in.Wrong() != gamelog.NoFault
}

// quiet finds habits of saying too little on a day that is over at this entry. Answers that never came are faults.
func (s *sights) quiet(d *day, said []chances.Place, entries int) {
	claimed := false
	for i := range said {
		claimed = claimed || said[i].Event.Seat == s.game.Seat && said[i].Entries < entries && said[i].Claims != werewolf.NoRole
	}
	switch {
	case len(d.words) == 0 || d.fault:
	case !d.spoke:
		s.add(Silent, d.Sight)
	case d.results && !claimed && s.game.Side == werewolf.VillagerTeam:
		s.add(Hides, d.Sight)
	}
}
