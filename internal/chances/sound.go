package chances

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// sound returns an error about moves that nobody can have judged so: anybody can write the file.
func (j *Judged) sound() error {
	for i := range j.Moves {
		m := &j.Moves[i]
		why := m.unsound()
		if why == "" && !j.Unfinished && len(m.Ways) > 0 {
			why = m.unlikeWays(j.Games)
		}
		if why != "" {
			return m.wrong(why)
		}
	}
	return nil
}

// wrong is the error about a move.
func (m *Move) wrong(why string) error {
	return fmt.Errorf("the move of seat %d at %.40q: %s", m.Seat, m.Moment, why)
}

// unsound says what is wrong with a move by itself; "" for nothing.
func (m *Move) unsound() string {
	if m.Kind != werewolf.Talk && m.Kind != werewolf.Vote {
		return "it is no talk and no vote"
	}
	for way, ends := range m.Ways {
		if !m.goes(way) {
			return fmt.Sprintf("there is no way %.40q of going on from it", way)
		}
		if strings.Trim(string(ends), string(letters[:])) != "" {
			return fmt.Sprintf("way %q has other ends than games have", way)
		}
	}
	switch seats := werewolf.SeatsUpTo(werewolf.MaxSeats); {
	case !seats.Has(m.Seat), m.Target != 0 && !seats.Has(m.Target), m.Better != 0 && !seats.Has(m.Better):
		return "it names a seat that no game has"
	case m.Kind == werewolf.Talk && m.Better != 0:
		return "an utterance is beside silence, not beside a vote"
	}
	return ""
}

// goes reports whether games can be played on from the move in such a way.
func (m *Move) goes(way string) bool {
	eyes, instead, replaced := strings.Cut(way, ":")
	switch {
	case eyes != byRoles && eyes != byOwn:
		return false
	case !replaced, ":"+instead == none:
		return true
	}
	target, err := strconv.Atoi(instead)
	return err == nil && eyes == byOwn && m.Kind == werewolf.Vote && target > 0 && target <= werewolf.MaxSeats && way == voteFor(werewolf.SeatID(target))
}

// unlikeWays says what figure of the move is not what the games in its ways come to; "" for none.
func (m *Move) unlikeWays(games int) string {
	part := func(way string, first, last int) Outcomes {
		if ends := m.Ways[way]; 0 <= first && first < last && last <= len(ends) {
			return ends[first:last]
		}
		return ""
	}
	// is reports whether a figure of the mover's side, which the file does not name, is what some of the games come to.
	is := func(figure Interval, way, instead string, first, last int, teams ...werewolf.Team) bool {
		with, without := part(way, first, last), part(instead, first, last)
		return with != "" && without != "" && slices.ContainsFunc(teams, func(t werewolf.Team) bool { return figure.near(with.over(without, t)) })
	}
	sides := []werewolf.Team{werewolf.VillagerTeam, werewolf.WerewolfTeam}
	instead := byOwn + none
	if m.Better != 0 {
		instead = voteFor(m.Better)
	}
	switch {
	case !is(m.Village, byRoles, byRoles+none, 0, games, werewolf.VillagerTeam):
		return "what it made of the village's chance is not what its games came to"
	case m.Own != nil && !is(*m.Own, byOwn, instead, 0, games, sides...) && !is(*m.Own, byOwn, instead, games/2, games, sides...):
		return "what it brought by its own eyes is not what its games came to"
	case m.Lost != nil && !is(m.Lost.negative(), byOwn, instead, games, 2*games, sides...):
		return "what it lost is not what its games came to"
	}
	return ""
}

// near reports whether two figures are the same but for rounding.
func (i Interval) near(other Interval) bool {
	return math.Abs(i.Value-other.Value)+math.Abs(i.Low-other.Low)+math.Abs(i.High-other.High) < 1e-9
}

// Fits returns an error about moves that cannot be those of a game with so many players.
func (j *Judged) Fits(players int) error {
	for i := range j.Moves {
		m := &j.Moves[i]
		if int(max(m.Seat, m.Target, m.Better)) > players {
			return m.wrong(fmt.Sprintf("it names a seat of a game with more than %d players", players))
		}
		for way := range m.Ways {
			if _, instead, _ := strings.Cut(way, ":"); len(instead) > 0 {
				if target, err := strconv.Atoi(instead); err == nil && target > players {
					return m.wrong(fmt.Sprintf("way %q is to vote for nobody in a game of %d players", way, players))
				}
			}
		}
	}
	return nil
}

// Of returns an error about moves that are not those of the record.
func (j *Judged) Of(rec *gamelog.Record) error {
	for i := range j.Moves {
		m := &j.Moves[i]
		if m.Entries < 0 || m.Entries >= len(rec.Entries) || rec.Entries[m.Entries].Input == nil {
			return m.wrong(fmt.Sprintf("the record has no answer after %d entries", m.Entries))
		}
		if a := rec.Entries[m.Entries].Input.Action; a.Kind != werewolf.Answer || a.Request != m.Kind || a.Seat != m.Seat || a.Target != m.Target || a.Text != m.Text {
			return m.wrong("the record has another answer there")
		}
	}
	return j.Fits(len(rec.Header.Seats))
}

// Fits returns an error about a curve that cannot be that of a game with so many players.
func (c *Curve) Fits(players int) error {
	for i := range c.Points {
		if p := &c.Points[i]; len(p.Seats) != players {
			return fmt.Errorf("chances at %.40q: %d seats in a game of %d players", p.Moment, len(p.Seats), players)
		}
	}
	return nil
}
