package site

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// teamPage is a team: what it did in each division.
type teamPage struct {
	viewer.Frame
	Parts []teamPart
}

// teamPart is what a team did in a division.
type teamPart struct {
	Name, Href  string
	ID          string // of its headings
	Standings   []standing
	Setups      []string // by place among Standings, "" where the division has one
	Faults      faults
	Best, Worst []moment
	Judged      int    // moves
	Sure        int    // those of them whose interval excludes 0
	ByChance    int    // how many that would be if no move did anything
	Foreign     string // who played on, where nobody was judged
	Games       []teamGame
}

// teamGame is a game of a team.
type teamGame struct {
	listed
	Seats  []teamSeat
	Faults int
	Told   bool // the file tells of faults
}

// teamSeat is what a player of the team was in a game.
type teamSeat struct {
	Name, Role, Side string
	Won              bool
	Fate             string
	By               string // the built-in player that played for the team, "" for none
}

// moment is a move of a team that changed its side's chance.
type moment struct {
	ID, At       string // of the game, and of the move as moves calls it
	Href, When   string
	Name, Target string // of the player, and of whom it voted for
	Words        string
	Day          int
	Change       string
	Bounds       string
	Mistake      string // what it lost by the player's own eyes, where it could know that it would

	gain float64
}

// mostMoments are shown of each kind.
const mostMoments = 5

func (w *writer) writeTeams() error {
	for _, team := range slices.Sorted(maps.Keys(w.teams)) {
		p := &teamPage{Frame: w.frame(team, "../", nil)}
		for i, d := range w.divisions {
			if part := w.teamPart(d, team); len(part.Games) > 0 {
				part.ID = fmt.Sprintf("d%d", i+1)
				p.Parts = append(p.Parts, part)
			}
		}
		if err := w.page("teams/"+w.teams[team], "site-team", p); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) teamPart(d *division, team string) teamPart {
	p := teamPart{Name: chronicle.Label(d.Name), Href: "../" + d.path + "/index.html", Faults: w.faultsOf(d, team)}
	for _, t := range w.standings(d, "../") {
		for _, row := range t.Rows {
			if row.Team == team {
				p.Standings, p.Setups = append(p.Standings, row), append(p.Setups, t.Name)
			}
		}
	}
	var all []moment
	for _, g := range d.games {
		mine := teamGame{listed: w.listed(g, "../"+d.path+"/games/"), Told: g.told.Recorded}
		for i := range g.told.Players {
			if player := &g.told.Players[i]; player.Team == team {
				mine.Faults += player.FaultCount()
				mine.Seats = append(mine.Seats, w.seat(g, player))
			}
		}
		if len(mine.Seats) == 0 {
			continue
		}
		p.Games = append(p.Games, mine)
		if g.judged != nil {
			moments, judged := w.moments(g, team, mine.Href)
			all, p.Judged = append(all, moments...), p.Judged+judged
			if g.judged.Unjudged {
				p.Foreign = story.Show(g.judged.By)
			}
		}
	}
	p.Sure, p.ByChance = len(all), chances.ByChance(p.Judged)
	slices.SortStableFunc(all, func(a, b moment) int { return cmp.Compare(b.gain, a.gain) })
	gained := slices.IndexFunc(all, func(m moment) bool { return m.gain < 0 })
	if gained < 0 {
		gained = len(all)
	}
	p.Best, p.Worst = all[:min(gained, mostMoments)], all[max(gained, len(all)-mostMoments):]
	slices.Reverse(p.Worst)
	return p
}

func (w *writer) seat(g *game, p *chronicle.Player) teamSeat {
	s := teamSeat{Name: p.Name, Role: w.roleName(g.told.Roles(), p.Role), Side: sideOf(g.told.Roles(), p.Role), Won: g.told.Won(p)}
	if from := g.told.Provenance; from != nil && int(p.Seat) <= len(from.Players) && from.Players[p.Seat-1].Remote {
		s.By = story.Show(from.Players[p.Seat-1].Player)
	}
	switch {
	case p.Cause == werewolf.ByExecution:
		s.Fate = w.pages.T("fate.executed", p.Died)
	case p.Cause == werewolf.ByAttack:
		s.Fate = w.pages.T("fate.attacked", p.Died)
	case p.Gone:
		s.Fate = w.pages.T("fate.gone")
	default:
		s.Fate = w.pages.T("fate.alive")
	}
	return s
}

// moments are the moves of a team in a game that changed its side's chance for certain, by true roles; judged is of how many.
func (w *writer) moments(g *game, team, href string) (all []moment, judged int) {
	for i := range g.judged.Moves {
		m := &g.judged.Moves[i]
		p := g.told.Player(m.Seat)
		if p == nil || p.Team != team || g.anchors[i] == "" {
			continue
		}
		judged++
		if !m.Turned() {
			continue
		}
		value, low, high := m.Village.Value, m.Village.Low, m.Village.High
		if g.told.Side(p) == werewolf.WerewolfTeam {
			value, low, high = -value, -high, -low
		}
		found := moment{
			ID: g.ID, At: m.Moment,
			Href: href + "#" + g.anchors[i], Name: p.Name, Words: story.Show(m.Text), Day: m.Day(),
			Change: points(value), Bounds: w.pages.T("turns.bounds", points(low), points(high)), gain: value,
		}
		if g.Started > 0 {
			found.When = day(g.Started)
		}
		if voted := g.told.Player(m.Target); m.Kind == werewolf.Vote && voted != nil {
			found.Target = voted.Name
		}
		if m.Lost != nil {
			found.Mistake = points(-m.Lost.Value)
		}
		all = append(all, found)
	}
	return all, judged
}

// points are points of a percent, with their sign.
func points(v float64) string { return strings.ReplaceAll(fmt.Sprintf("%+.0f", 100*v), "-", "−") }
