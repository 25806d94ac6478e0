package chronicle

import (
	"cmp"
	"fmt"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// OfLog is the chronicle of a contest log, even of one that the rules contradict: what was done was done. Roles, clients
// and names are those of the first status lines.
func OfLog(c *contestlog.Log) (*Game, error) {
	g := &Game{}
	if err := g.readLines(c); err != nil {
		return nil, err
	}
	g.identify()
	if rec, _ := c.Record(); rec != nil {
		g.ID, g.Started, g.rules = rec.Header.ID, rec.Header.Started, rec.Header.Rules
	} else { // a table that no rules have
		g.ID, g.rules, g.Unplayed = fmt.Sprintf("%X", g.Sum[:13]), werewolf.Rules{Roles: g.Setup}, true
	}
	return g, nil
}

// ofFeed is the chronicle of a realtime feed. It tells teams and no clients.
func ofFeed(f *contestlog.Feed) (*Game, error) {
	g := &Game{}
	if err := g.readLines(f.Log); err != nil {
		return nil, err
	}
	for i := range f.Agents {
		p, a := &g.Players[i], &f.Agents[i]
		p.Client, p.Affiliation = "", a.Team
		p.Team, g.Profiles[i] = Label(cmp.Or(a.Team, p.Called)), a.Profile
	}
	g.identify()
	g.ID, g.rules = f.ID, werewolf.Rules{Roles: g.Setup}
	if rec, _ := f.Record(); rec != nil {
		g.rules = rec.Header.Rules
	} else {
		g.Unplayed = true
	}
	return g, nil
}

// readLines folds the lines of a log.
func (g *Game) readLines(c *contestlog.Log) error {
	if err := g.fromStatus(c.Lines); err != nil {
		return err
	}
	f := recordReader{Game: g, inTurn: true, living: werewolf.SeatsUpTo(len(g.Players))}
	rounds := rounds{}
	for i := range c.Lines {
		l := Line{Line: c.Lines[i], Logged: c.Lines[i].Number}
		for _, id := range [...]werewolf.SeatID{l.Seat, l.Target} {
			if g.Player(id) == nil && id != 0 {
				return fmt.Errorf("line %d: no status line says who player %d is: %w", l.Number, id, errPlayers)
			}
		}
		switch l.Kind {
		case contestlog.StatusLine:
			if p := g.Player(l.Seat); l.Status == contestlog.NoStatus && len(p.Faults) == 0 {
				g.fault(l.Seat, gamelog.Lost)
			}
			if l.Status == contestlog.NoStatus { // by the rules who is lost goes on living
				l.Status = f.status(l.Seat)
			}
			l.Client, l.Name = "", "" // the player has them
		case contestlog.TalkLine, contestlog.WhisperLine:
			l.Text = spoken(l.Text) // as the game takes it, and its record has it
			l.passing = l.Text == werewolf.SkipText || l.Text == werewolf.OverText
		case contestlog.VoteLine, contestlog.AttackVoteLine:
			l.Round = rounds.next(&l)
		case contestlog.ResultLine:
			g.Over, g.Winner = true, l.Winner
			l.Humans, l.Werewolves = 0, 0 // they follow from the rest
		default:
		}
		f.addLine(l)
	}
	g.Lang = g.language()
	return nil
}

// fromStatus seats the players that the status lines tell of.
func (g *Game) fromStatus(lines []contestlog.Line) error {
	seats := map[werewolf.SeatID]werewolf.Seat{}
	for i := range lines {
		l := &lines[i]
		if l.Kind != contestlog.StatusLine {
			continue
		}
		s, known := seats[l.Seat]
		if !known {
			s.Client, s.Role = l.Client, l.Role
		}
		if s.Name == "" {
			s.Name = l.Name
		}
		seats[l.Seat] = s
	}
	taken := map[string]bool{}
	for id := werewolf.SeatID(1); int(id) <= len(seats); id++ {
		s, told := seats[id]
		if !told {
			return errPlayers
		}
		if s.Name = werewolf.Clean(s.Name); s.Name == "" || taken[s.Name] || strings.EqualFold(s.Name, werewolf.OverText) || strings.EqualFold(s.Name, werewolf.SkipText) {
			s.Name = agent(int(id)) // as in the record that is made of the log
		}
		taken[s.Name] = true
		g.Setup[s.Role]++
		g.seat(&s)
	}
	return g.seated()
}

// rounds tells the rounds of a vote apart, which contest logs do not: with every further ballot of a voter on a day
// begins another.
type rounds map[voter]int

type voter struct {
	kind contestlog.LineKind
	day  int
	seat werewolf.SeatID
}

func (r rounds) next(l *Line) int {
	v := voter{l.Kind, l.Day, l.Seat}
	r[v]++
	return r[v] - 1
}
