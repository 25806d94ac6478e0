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
	lost, words moveWorth
}

// moveWorth is what is added up of the players of each game. Who has none counts as 0, but where nobody has any there is no mean.
type moveWorth struct {
	some  bool
	games parts
}

func (w *moveWorth) add(game int, value *chances.Interval) {
	w.games.add(game, 0, 1)
	if value != nil {
		w.some = true
		w.games.add(game, value.Value, 0)
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
func moveGroups(games []Judged, by By) []*MoveGroup {
	var found grouping[string, MoveGroup]
	for i := range games {
		g := games[i].Game
		for seat, s := range games[i].sums() {
			name := groupName(g, seat, by)
			found.of(name, MoveGroup{Name: name}).add(g, &s)
		}
	}
	for _, m := range found.list {
		m.Lost, m.Words = m.lost.mean(), m.words.mean()
	}
	return found.sorted(func(a, b *MoveGroup) int { return cmp.Compare(a.Name, b.Name) })
}

// mean is the mean over games, nil where there are no figures; its interval rests on games.
func (w *moveWorth) mean() *chances.Interval {
	if !w.some {
		return nil
	}
	return new(chances.Of(stats.ClusteredMean(w.games)))
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
			p, mistakes := &g.Players[seat], "" // where nobody was judged
			if s.Mistakes != nil {
				mistakes = strconv.Itoa(*s.Mistakes)
			}
			t.lines = append(t.lines, slices.Concat([]string{
				g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(int(p.Seat)), p.Team, p.Name, g.Roles().Name(p.Role), g.won(seat),
				g.Moves.By, strconv.Itoa(g.Moves.Games), strconv.Itoa(s.Moves), mistakes,
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
	cell := func(i *chances.Interval, none string) sheet.Cell {
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
			cell(m.Lost, "none found"), cell(m.Words, "none judged"))
	}
	return s
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
