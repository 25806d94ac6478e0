package viewer

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"wolfden/internal/stats"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// statsPage counts the games that are asked for.
type statsPage struct {
	gamesPage
	Games   int // that are counted
	Sides   []rate
	Ranks   []rate
	Roles   []string // the heads of ByRole
	ByRole  []cells
	Against []cells
	Seats   []bySeat
	Order   []rate
	Deep    *deep
	Curves  []curve
	Conduct []conduct
}

// rate is a share, ready to be shown.
type rate struct {
	stats.Rate
	Name string
	// Expected is where the mark of the whole stands in the plot, "" for none.
	Expected string
}

// cells is a row of a table of rates.
type cells struct {
	Name  string
	Cells []rate
}

// bySeat are the rates of the seats of one setup.
type bySeat struct {
	Players int
	Rows    []rate
}

// few is the number of trials below which a rate is only a hint, as stats warns.
func (r rate) Few() bool { return r.Warning() != "" }

// Share is the rate in per cent.
func (r rate) Share() string { return fmt.Sprintf("%.1f %%", 100*r.Rate.Share()) }

// Interval is the bounds in per cent.
func (r rate) Interval() string { return fmt.Sprintf("%.1f–%.1f", 100*r.Low, 100*r.High) }

// Of is the numbers behind the rate.
func (r rate) Of() string { return fmt.Sprintf("%d / %d", r.Successes, r.Trials) }

// At, LowAt and HighAt are places in the plot.
func (r rate) At() string { return place(r.Rate.Share()) }

// LowAt is where the interval begins.
func (r rate) LowAt() string { return place(r.Low) }

// HighAt is where it ends.
func (r rate) HighAt() string { return place(r.High) }

func place(share float64) string { return num(10 + 200*share) }

// count is how often something was, of how many times.
type count struct{ hits, of int }

func (c *count) add(hit bool) {
	c.of++
	if hit {
		c.hits++
	}
}

func (c *count) rate(name string) rate {
	if c == nil {
		c = &count{}
	}
	return rate{Rate: stats.Wilson(c.hits, c.of), Name: name}
}

// tallies are what is counted over games. Only games with a winner count.
type tallies struct {
	games   int
	village count
	teams   map[string]*count
	roles   map[string]map[string]*count // by team, then the role's name: a number is another role in another table
	against map[string]map[string]*count
	seats   map[int]map[int]*count // by players, then seat from 0
	first   count                  // the first speaker of day 1 executed on it
	others  count
}

func newTallies() *tallies {
	return &tallies{
		teams: map[string]*count{}, roles: map[string]map[string]*count{},
		against: map[string]map[string]*count{}, seats: map[int]map[int]*count{},
	}
}

func (t *tallies) add(g *archive.Game) {
	if g.Winner == werewolf.NoTeam {
		return
	}
	t.games++
	t.village.add(g.Winner == werewolf.VillagerTeam)
	for i := range g.Players {
		seat, won := &g.Players[i], g.Won(&g.Players[i])
		at(t.teams, seat.PlaysFor()).add(won)
		at(under(t.roles, seat.PlaysFor()), g.Roles().Name(seat.Role)).add(won)
		at(under(t.seats, len(g.Players)), i).add(won)
		t.opponents(g, i, won)
		t.spoke(g, i)
	}
}

// opponents counts a player against the teams on the other side, each once.
func (t *tallies) opponents(g *archive.Game, i int, won bool) {
	met := map[string]bool{}
	mine := &g.Players[i]
	for j := range g.Players {
		other := &g.Players[j]
		if team := other.PlaysFor(); g.Side(other) != g.Side(mine) && team != mine.PlaysFor() && !met[team] {
			met[team] = true
			at(under(t.against, mine.PlaysFor()), team).add(won)
		}
	}
}

// spoke counts who was executed on day 1, the first speaker apart.
func (t *tallies) spoke(g *archive.Game, i int) {
	if firstSpeaker(g) == 0 {
		return
	}
	c := &t.others
	if g.Players[i].Order == 1 {
		c = &t.first
	}
	c.add(g.Players[i].Cause == werewolf.ByExecution && g.Players[i].Died == 1)
}

// firstSpeaker is who opened the talk of day 1, 0 where nobody did or all speak at once.
func firstSpeaker(g *archive.Game) werewolf.SeatID {
	for i := range g.Players {
		if g.Players[i].Order == 1 {
			return g.Players[i].Seat
		}
	}
	return 0
}

func at[K comparable](m map[K]*count, key K) *count {
	if m[key] == nil {
		m[key] = &count{}
	}
	return m[key]
}

func under[K, L comparable](m map[K]map[L]*count, key K) map[L]*count {
	if m[key] == nil {
		m[key] = map[L]*count{}
	}
	return m[key]
}

// mostAgainst is how many teams the table of head to head takes.
const mostAgainst = 24

// stats shows figures over the games that are asked for.
func (s *Site) stats(w http.ResponseWriter, r *http.Request) {
	c := s.chrome(r, "stats", "")
	c.Title = c.T("stats.title")
	p := statsPage{gamesPage: gamesPage{chrome: c, Filter: readFilter(r.URL.Query())}}
	all := s.archive.Games()
	p.choices(all)
	p.All = len(all)
	t := newTallies()
	chosen := entries(p.Filter.choose(all))
	for _, g := range chosen {
		t.add(g)
	}
	p.fill(t)
	p.Deep, p.Curves = s.deep.of(&p.Filter, chosen), curves(chosen)
	p.conducts(chosen)
	s.reply(w, r, http.StatusOK, "stats", &p)
}

func (p *statsPage) fill(t *tallies) {
	p.Games = t.games
	wolves := count{t.village.of - t.village.hits, t.village.of}
	p.Sides = []rate{t.village.rate(p.T("stats.side.village")), wolves.rate(p.T("stats.side.wolves"))}
	for _, team := range keys(t.teams) {
		p.Ranks = append(p.Ranks, t.teams[team].rate(story.Show(team)))
	}
	slices.SortStableFunc(p.Ranks, func(a, b rate) int { return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High)) })
	p.fillTables(t)
	for _, players := range keys(t.seats) {
		p.Seats = append(p.Seats, bySeat{players, p.seatRates(t.seats[players])})
	}
	p.Order = []rate{t.first.rate(p.T("stats.order.first")), t.others.rate(p.T("stats.order.rest"))}
}

// fillTables fills the tables of teams by role and of teams by team.
func (p *statsPage) fillTables(t *tallies) {
	var roles []string
	for _, role := range p.Known {
		if slices.ContainsFunc(keys(t.roles), func(team string) bool { return t.roles[team][role.Name] != nil }) {
			roles = append(roles, role.Name)
			p.Roles = append(p.Roles, role.Title)
		}
	}
	teams := keys(t.teams)
	for _, team := range teams {
		row := cells{Name: story.Show(team)}
		for _, role := range roles {
			row.Cells = append(row.Cells, t.roles[team][role].rate(""))
		}
		p.ByRole = append(p.ByRole, row)
	}
	if len(teams) < 2 || len(teams) > mostAgainst {
		return
	}
	for _, team := range teams {
		row := cells{Name: story.Show(team)}
		for _, other := range teams {
			row.Cells = append(row.Cells, t.against[team][other].rate(""))
		}
		p.Against = append(p.Against, row)
	}
}

// seatRates are the rates of the seats of one setup, with the mark of all seats together.
func (p *statsPage) seatRates(seats map[int]*count) (rows []rate) {
	var whole count
	for _, c := range seats {
		whole.hits += c.hits
		whole.of += c.of
	}
	mark := place(float64(whole.hits) / float64(max(whole.of, 1)))
	for _, i := range keys(seats) {
		row := seats[i].rate(p.T("stats.seat.n", i+1))
		row.Expected = mark
		rows = append(rows, row)
	}
	return rows
}
