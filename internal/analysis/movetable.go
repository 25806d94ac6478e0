package analysis

import (
	"cmp"
	"slices"
	"strconv"

	"wolfden/internal/chances"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Judged is a game whose moves were judged.
type Judged struct {
	*Game
	Moves *chances.Judged
}

// sums are what the moves of each player were worth, by place at the table.
func (j *Judged) sums() []chances.Sums {
	return j.Moves.Sums(func(id werewolf.SeatID) werewolf.Team { return j.Side(j.Player(id)) }, len(j.Players))
}

// MoveGroup is what the moves of a player of a group were worth in a game, on the mean.
type MoveGroup struct {
	Name     string            `json:"name"`
	Games    int               `json:"games"`
	Players  int               `json:"players"` // a player of several games counts once in each
	Moves    int               `json:"moves"`
	Mistakes *int              `json:"mistakes"`    // nil where nobody was judged
	Lost     *chances.Interval `json:"chance_lost"` // the intervals rest on games; nil where none was found
	Words    *chances.Interval `json:"gained_by_words"`

	latest      *Game // of those that were added
	lost, words part
}

// part is what is added up of the players of each game. Who has none counts as 0, but where nobody has any there is no mean.
type part struct {
	some  bool
	games []stats.Part
}

func (p *part) add(game int, value *chances.Interval) {
	for game >= len(p.games) {
		p.games = append(p.games, stats.Part{})
	}
	p.games[game].All++
	if value != nil {
		p.some = true
		p.games[game].Of += value.Value
	}
}

func (m *MoveGroup) add(g *Game, s *chances.Sums) {
	if m.latest != g {
		m.latest, m.Games = g, m.Games+1
	}
	m.words.add(m.Games-1, s.Words)
	m.Players, m.Moves = m.Players+1, m.Moves+s.Moves
	if s.Mistakes == nil {
		return
	}
	if m.Mistakes == nil {
		m.Mistakes = new(int)
	}
	*m.Mistakes += *s.Mistakes
	m.lost.add(m.Games-1, s.Lost)
}

// moveGroups puts the players of judged games together.
func moveGroups(games []Judged, by By) (list []*MoveGroup) {
	list = []*MoveGroup{}
	groups := map[string]*MoveGroup{}
	for i := range games {
		g := games[i].Game
		for seat, s := range games[i].sums() {
			name := groupName(g, seat, by)
			if groups[name] == nil {
				groups[name] = &MoveGroup{Name: name}
				list = append(list, groups[name])
			}
			groups[name].add(g, &s)
		}
	}
	for _, m := range list {
		m.Lost, m.Words = m.lost.mean(), m.words.mean()
	}
	slices.SortFunc(list, func(a, b *MoveGroup) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// mean is the mean over games, nil where there are no figures; its interval rests on games.
func (p *part) mean() *chances.Interval {
	if !p.some {
		return nil
	}
	return new(chances.Of(stats.ClusteredMean(p.games)))
}

// MoveTable has a line for every player of every judged game, and tells what moves were worth to groups.
func MoveTable(games []Judged, by By) *Table {
	groups := moveGroups(games, by)
	t := &Table{name: "moves", groups: groups, columns: []string{
		"game", "lang", "players", "seat", "team", "name", "role", "won", "played_on_by", "games_each_way", "moves", "mistakes",
		"chance_lost", "chance_lost_low", "chance_lost_high", "gained_by_words", "gained_by_words_low", "gained_by_words_high",
	}}
	for i := range games {
		g := &games[i]
		for seat, s := range g.sums() {
			p := &g.Players[seat]
			t.lines = append(t.lines, slices.Concat([]string{
				g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(int(p.Seat)), p.Team, p.Name, g.Roles().Name(p.Role), g.won(seat),
				g.Moves.By, strconv.Itoa(g.Moves.Games), strconv.Itoa(s.Moves), judgedOf(s.Mistakes),
			}, intervalCells(s.Lost), intervalCells(s.Words)))
		}
	}
	t.text = printed(moveSheet(groups, by))
	return t
}

// MoveSheet has what moves were worth to groups, of the games whose moves were judged.
func MoveSheet(games []Judged, by By) sheet.Sheet { return moveSheet(moveGroups(games, by), by) }

func moveSheet(groups []*MoveGroup, by By) sheet.Sheet {
	s := sheet.Sheet{
		Name: "moves", Title: "What moves were worth", Keys: []string{by.grouped()},
		Note: "Of a player and game, in points of the chance of its side, by players that went on from every move: lost by what it had reason to know to be " +
			"a mistake, and gained by words (docs/chances.md). 95% intervals rest on games.",
		Columns: []sheet.Column{
			{Name: "games"}, {Name: "players"}, {Name: "moves"}, {Name: "mistakes"}, {Name: "chance lost", Unit: sheet.Percent}, {Name: "gained by words", Unit: sheet.Points},
		},
	}
	worth := func(i *chances.Interval, none string) sheet.Cell {
		if i == nil {
			return sheet.Text(none)
		}
		return sheet.Figure(i.Estimate())
	}
	for _, m := range groups {
		mistakes := sheet.Text("not judged")
		if m.Mistakes != nil {
			mistakes = sheet.Count(*m.Mistakes)
		}
		s.Add([]string{m.Name}, sheet.Count(m.Games), sheet.Count(m.Players), sheet.Count(m.Moves), mistakes,
			worth(m.Lost, "none found"), worth(m.Words, "none judged"))
	}
	return s
}

// judgedOf is a number of mistakes, empty where nobody was judged.
func judgedOf(mistakes *int) string {
	if mistakes == nil {
		return ""
	}
	return strconv.Itoa(*mistakes)
}

// intervalCells are a figure and its bounds, each empty where there is none.
func intervalCells(i *chances.Interval) []string {
	if i == nil {
		return []string{"", "", ""}
	}
	cells := []string{number(i.Value), "", ""}
	if i.Bounded() {
		cells[1], cells[2] = number(i.Low), number(i.High)
	}
	return cells
}
