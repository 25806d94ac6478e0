package analysis

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/csvtable"
	"wolfden/internal/english"
	"wolfden/internal/origin"
	"wolfden/internal/sheet"
)

// WriteCSV writes a line for every player of every game: game, language, players, day of the end, winner, seat, team, name,
// role, won, then every count by its name. What the game does not tell is empty.
func WriteCSV(w io.Writer, games []*Game) error {
	header := []string{"game", "lang", "players", "last_day", "winner", "seat", "team", "name", "role", "won"}
	for i := range counts {
		header = append(header, counts[i].Name)
	}
	lines := [][]string{header}
	for _, g := range games {
		for i := range g.Players {
			lines = append(lines, g.csv(i))
		}
	}
	return csvtable.Write(w, lines)
}

func (g *Game) csv(i int) []string {
	p := &g.Players[i]
	line := []string{
		g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(g.Days), g.winner(), strconv.Itoa(int(p.Seat)),
		p.Team, p.Name, g.Roles().Name(p.Role), g.won(i),
	}
	for c := range numCounts {
		if g.known(c) {
			line = append(line, number(g.figures[i][c]))
		} else {
			line = append(line, "")
		}
	}
	return line
}

// winner is the side that won, "" when the game is not over.
func (g *Game) winner() string {
	if !g.Over {
		return ""
	}
	return g.Winner.String()
}

// won is true or false, "" for a game that nobody won.
func (g *Game) won(i int) string {
	if !g.Over || g.Winner == 0 {
		return ""
	}
	return strconv.FormatBool(g.Side(&g.Players[i]) == g.Winner)
}

// number is a count; those by chance have four decimals.
func number(v float64) string {
	if v == float64(int(v)) {
		return strconv.Itoa(int(v))
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

type jsonGame struct {
	ID      string       `json:"game"`
	Lang    string       `json:"lang"`
	Players []jsonPlayer `json:"players"`
	LastDay int          `json:"last_day"`
	Winner  *string      `json:"winner"`
	Chains  int          `json:"agreement_chains"`
	Longest int          `json:"longest_chain"`
}

type jsonPlayer struct {
	Seat   int                 `json:"seat"`
	Team   string              `json:"team"`
	Name   string              `json:"name"`
	Role   string              `json:"role"`
	Won    *bool               `json:"won"`
	Counts map[string]*float64 `json:"counts"`
	Calls  *chronicle.Calls    `json:"calls,omitempty"` // what it asked of a language model
}

type jsonGroup struct {
	Name    string              `json:"name"`
	Players int                 `json:"players"`
	Calls   *chronicle.Calls    `json:"calls,omitempty"`
	Counts  map[string]float64  `json:"counts"`
	Shares  map[string]jsonRate `json:"shares"`
}

type jsonRate struct {
	Part   int        `json:"part"`
	Whole  int        `json:"whole"`
	Value  sheet.Cell `json:"value"`
	Low    sheet.Cell `json:"low"`
	High   sheet.Cell `json:"high"`
	N      int        `json:"n"`     // the whole, as every figure has it
	Games  int        `json:"games"` // with some of the whole
	Chance sheet.Cell `json:"chance"`
}

// WriteJSON writes one object: the definitions, every game with its players, the groups with shares and intervals, the
// warnings, what the games were made by. What is not known is null.
func WriteJSON(w io.Writer, games []*Game, by By, warnings []string, made *origin.Origin) error {
	all := []jsonGame{}
	for _, g := range games {
		all = append(all, g.json())
	}
	groups := []jsonGroup{}
	for _, g := range Summarize(games, by) {
		groups = append(groups, g.json())
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(map[string]any{
		"counts": counts[:], "shares": shares[:], "games": all, "by": by, "groups": groups, "warnings": warnings, "made_by": made,
	})
}

func (g *Game) json() jsonGame {
	j := jsonGame{ID: g.ID, Lang: g.Lang, LastDay: g.Days, Chains: g.Chains, Longest: g.Longest, Players: []jsonPlayer{}}
	if g.Over {
		winner := g.Winner.String()
		j.Winner = &winner
	}
	for i := range g.Players {
		p := &g.Players[i]
		player := jsonPlayer{Seat: int(p.Seat), Team: p.Team, Name: p.Name, Role: g.Roles().Name(p.Role), Counts: map[string]*float64{}, Calls: p.Calls}
		if won, err := strconv.ParseBool(g.won(i)); err == nil {
			player.Won = &won
		}
		for c := range numCounts {
			player.Counts[counts[c].Name] = nil
			if g.known(c) {
				player.Counts[counts[c].Name] = &g.figures[i][c]
			}
		}
		j.Players = append(j.Players, player)
	}
	return j
}

func (g *Group) json() jsonGroup {
	j := jsonGroup{Name: g.Name, Players: g.Players, Calls: g.Calls, Counts: map[string]float64{}, Shares: map[string]jsonRate{}}
	for c := range numCounts {
		j.Counts[counts[c].Name] = g.Total[c]
	}
	for i, r := range g.Rates {
		e, chance := r.Estimate(), r.Chance
		if chance < 0 {
			chance = math.NaN()
		}
		j.Shares[shares[i].Name] = jsonRate{
			r.Successes, r.Trials, sheet.Number(e.Value), sheet.Number(e.Low), sheet.Number(e.High), r.Trials, cmp.Or(r.Clusters, r.Trials), sheet.Number(chance),
		}
	}
	return j
}

// WriteText writes the summary for people: a block a theme, a line a share and group.
func WriteText(w io.Writer, games []*Game, by By, warnings []string) error {
	var b strings.Builder
	chains, longest := 0, 0
	for _, g := range games {
		chains += g.Chains
		longest = max(longest, g.Longest)
	}
	fmt.Fprintf(&b, "%s; %s, the longest of %s\n",
		english.Count(len(games), "game"), english.Count(chains, "agreement chain"), english.Count(longest, "utterance"))
	groups, theme := Summarize(games, by), ""
	var without []string
	for i := range shares {
		if !slices.ContainsFunc(groups, func(g Group) bool { return g.Rates[i].Trials > 0 }) {
			without = append(without, shares[i].Name)
		}
		if shares[i].Theme == theme {
			continue
		}
		theme = shares[i].Theme
		if s := habits(groups, by, theme); len(s.Lines) > 0 {
			b.WriteString("\n" + s.Told())
		}
	}
	if len(without) > 0 {
		fmt.Fprintf(&b, "\nnothing to count: %s\n", strings.Join(without, ", "))
	}
	b.WriteString("\n")
	for i := range shares {
		fmt.Fprintf(&b, "%s: %s\n", shares[i].Name, shares[i].Text)
	}
	return writeNoted(w, b.String(), warnings)
}
