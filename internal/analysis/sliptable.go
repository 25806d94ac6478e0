package analysis

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/critic"
	"wolfden/internal/csvtable"
	"wolfden/internal/stats"
)

// SlipGroup is how often what players of a group say does not hold together in one way.
type SlipGroup struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Found     int    `json:"found"`
	Of        int    `json:"of"` // turns with words; of unanswered and evaded, questions by name
	Games     int    `json:"games"`
	questions bool
}

// Share is that of the turns, or questions, in which it was found.
func (g *SlipGroup) Share() stats.Rate { return stats.Clustered(min(g.Found, g.Of), g.Of, g.Games) }

// byQuestion reports whether findings of a kind are counted by questions.
func byQuestion(k critic.Kind) bool { return k == critic.Unanswered || k == critic.Evaded }

// Slips is what the critic finds in games.
type Slips struct {
	games   []*Game
	reports []*critic.Report
}

// FindSlips reads games.
func FindSlips(games []*Game) *Slips {
	s := &Slips{games: games}
	for _, g := range games {
		s.reports = append(s.reports, critic.Read(g.Game))
	}
	return s
}

// groups puts together what was found of players.
func (s *Slips) groups(by By) (list []*SlipGroup) {
	all := map[string][]*SlipGroup{} // by name, a group a kind
	var names []string
	for n, g := range s.games {
		here := map[string]bool{}
		for i := range g.Players {
			p := &g.Players[i]
			name := groupName(g, i, by)
			if all[name] == nil {
				names = append(names, name)
				for _, k := range critic.Kinds() {
					all[name] = append(all[name], &SlipGroup{Name: name, Kind: k.String(), questions: byQuestion(k)})
				}
			}
			for _, group := range all[name] {
				if !here[name] {
					group.Games++
				}
				if group.questions {
					group.Of += s.reports[n].Questions[p.Seat]
				} else {
					group.Of += s.reports[n].Turns[p.Seat]
				}
			}
			here[name] = true
		}
		for _, f := range s.reports[n].Findings {
			all[groupName(g, int(f.Seat)-1, by)][f.Kind-1].Found++
		}
	}
	slices.Sort(names)
	for _, name := range names {
		list = append(list, all[name]...)
	}
	return list
}

// Write writes how often what players say does not hold together, for people.
func (s *Slips) Write(w io.Writer, by By, warnings []string) error {
	var b, t strings.Builder
	fmt.Fprintf(&t, "%s\tkind\tfound\tof\tin 100 [95%%]\n", by)
	for _, g := range s.groups(by) {
		if g.Of == 0 {
			continue
		}
		of := "turns"
		if g.questions {
			of = "questions"
		}
		share := g.Share()
		fmt.Fprintf(&t, "%s\t%s\t%d\t%d %s\t%.2f [%.2f, %.2f]\n", g.Name, g.Kind, g.Found, g.Of, of, 100*share.Share(), 100*share.Low, 100*share.High)
	}
	if err := align(&b, t.String()); err != nil {
		return err
	}
	b.WriteString("\n")
	for _, warning := range warnings {
		fmt.Fprintf(&b, "note: %s\n", warning)
	}
	_, err := io.WriteString(w, trimLines(b.String()))
	return err
}

// slipColumns are those of a line for a finding.
func slipColumns() []string {
	return []string{"game", "lang", "players", "day", "line", "seat", "team", "name", "role", "kind", "why", "said", "with"}
}

// rows are the lines of all findings.
func (s *Slips) rows() (rows [][]string) {
	for n, g := range s.games {
		for _, f := range s.reports[n].Findings {
			p, l, with := g.Player(f.Seat), &g.Lines[f.Line], ""
			if f.With >= 0 {
				with = strconv.Itoa(g.Lines[f.With].Number)
			}
			rows = append(rows, []string{
				g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(l.Day), strconv.Itoa(l.Number), strconv.Itoa(int(f.Seat)), p.Team, p.Name,
				g.Roles().Name(p.Role), f.Kind.String(), f.Why, f.Said, with,
			})
		}
	}
	return rows
}

// WriteCSV writes a line for every finding.
func (s *Slips) WriteCSV(w io.Writer) error {
	lines := [][]string{slipColumns()}
	for _, row := range s.rows() {
		for at := range row {
			row[at] = csvtable.Cell(row[at])
		}
		lines = append(lines, row)
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// WriteJSON writes one object: the groups, and every finding as WriteCSV has it.
func (s *Slips) WriteJSON(w io.Writer, by By, warnings []string) error {
	findings := []map[string]string{}
	for _, row := range s.rows() {
		one := map[string]string{}
		for at, cell := range row {
			one[slipColumns()[at]] = cell
		}
		findings = append(findings, one)
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(map[string]any{"groups": s.groups(by), "findings": findings, "by": by, "warnings": warnings})
}
