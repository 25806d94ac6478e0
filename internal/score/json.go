package score

import (
	"encoding/json"
	"io"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
)

type jsonStrength struct {
	Overall  stats.Estimate `json:"overall"`
	Village  stats.Estimate `json:"village"`
	Werewolf stats.Estimate `json:"werewolf"`
	Adjusted stats.Estimate `json:"adjusted"`
	RankLow  int            `json:"rank_low"`
	RankHigh int            `json:"rank_high"`
	Best     sheet.Cell     `json:"best"`
	// Roles are the strengths by role, where roles were told apart.
	Roles map[string]stats.Estimate `json:"roles,omitempty"`
}

type jsonRow struct {
	Team          string                 `json:"team"`
	Track         string                 `json:"track,omitempty"`
	Games         int                    `json:"games"`
	Wins          int                    `json:"wins"`
	Roles         map[string]versus.Rate `json:"roles"`
	Macro         stats.Estimate         `json:"macro"`
	Micro         stats.Estimate         `json:"micro"`
	Weighted      stats.Estimate         `json:"weighted_micro"`
	SetupWeighted *stats.Estimate        `json:"setup_weighted,omitempty"`
	Strength      *jsonStrength          `json:"rating,omitempty"`
	Clean         *versus.Rate           `json:"clean,omitempty"`
	Faulty        *versus.Rate           `json:"faulty,omitempty"`
	Faults        map[string]int         `json:"faults,omitempty"`
}

type jsonGroup struct {
	Label string `json:"label"`
	versus.Rate
}

type jsonEffect struct {
	Of        string      `json:"of"`
	P         sheet.Cell  `json:"p"`
	Corrected sheet.Cell  `json:"p_holm"` // for all effects of all setups
	Groups    []jsonGroup `json:"groups"`
	Warnings  []string    `json:"warnings,omitempty"`
}

type jsonTable struct {
	Setup     string         `json:"setup"`
	Players   int            `json:"players,omitempty"`
	Roles     map[string]int `json:"roles,omitempty"`
	Games     int            `json:"games,omitempty"`
	Undecided int            `json:"undecided"`
	Village   *versus.Rate   `json:"village,omitempty"`
	Teams     []jsonRow      `json:"teams"`
	versus.JSON
	Paired   int          `json:"paired_rounds"` // that pairs were compared by; 0: by all games
	Effects  []jsonEffect `json:"effects,omitempty"`
	Models   []TeamCalls  `json:"models,omitempty"`
	Warnings []string     `json:"warnings"`
}

// WriteJSON writes everything, unrounded. Rates are fractions, strengths in
// log-odds; what is not defined is null.
func (r *Report) WriteJSON(w io.Writer) error {
	tables := []jsonTable{}
	for i := range r.Tables {
		tables = append(tables, r.Tables[i].json())
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	object := map[string]any{
		"games": r.Games, "counted": r.Counted, "undecided": r.Undecided, "unfinished": r.Unfinished, "repeated": r.Repeated,
		"translated": r.Translated,
		"merged":     r.Merged, "setups": tables, "warnings": append([]string{}, r.Warnings...),
	}
	if r.Made != nil {
		object["made_by"], object["warnings"] = r.Made, append(append([]string{}, r.Warnings...), r.Made.Warnings()...)
	}
	return out.Encode(object)
}

func (t *Table) json() jsonTable {
	out := jsonTable{
		Setup: t.Name(), Players: t.Setup.Total(), Games: t.Games, Undecided: t.Undecided, Paired: t.Paired, Models: t.Calls,
		Teams: []jsonRow{}, Warnings: append([]string{}, t.Warnings...),
	}
	if t.Setup.Total() > 0 {
		out.Roles = map[string]int{}
		for _, role := range t.Setup.Listed() {
			out.Roles[t.Known.Name(role)] = t.Setup[role]
		}
	}
	if t.Games > 0 {
		village := versus.RateOf(t.Sides, t.Sides.Warning())
		out.Village = &village
	}
	for i := range t.Rows {
		out.Teams = append(out.Teams, t.rowJSON(&t.Rows[i]))
	}
	if len(t.Pairs.All) > 0 {
		out.JSON = t.Pairs.JSON()
	}
	for _, e := range t.Effects {
		groups := []jsonGroup{}
		for _, g := range e.Groups {
			groups = append(groups, jsonGroup{g.Label, versus.RateOf(g.Rate, g.Rate.Warning())})
		}
		out.Effects = append(out.Effects, jsonEffect{e.Of, sheet.Number(e.P), sheet.Number(e.Corrected), groups, e.Warnings})
	}
	return out
}

func (t *Table) rowJSON(r *Row) jsonRow {
	out := jsonRow{
		Team: r.Team, Track: r.Track, Games: r.Games, Wins: r.Wins, Roles: map[string]versus.Rate{},
		Macro: r.Macro.Scale(0.01), Micro: r.Micro.Scale(0.01), Weighted: r.Weighted.Scale(0.01),
	}
	for _, role := range t.Roles {
		rate := r.Cells[role].Rate()
		cell := versus.RateOf(rate, rate.Warning())
		if rate.Trials > 0 {
			cell.Value = sheet.Number(r.Cells[role].Percent / 100)
		}
		out.Roles[t.Known.Name(role)] = cell
	}
	if t.Setup.Total() > 0 {
		weighted := r.SetupWeighted.Scale(0.01)
		out.SetupWeighted = &weighted
	}
	if s := r.Strength; s != nil {
		out.Strength = &jsonStrength{
			Overall: s.Overall, Village: s.Side[0], Werewolf: s.Side[1],
			Adjusted: s.Rate, RankLow: s.RankLow, RankHigh: s.RankHigh, Best: sheet.Number(s.Best), Roles: map[string]stats.Estimate{},
		}
		for _, role := range t.Roles {
			if int(role) < len(s.Role) {
				out.Strength.Roles[t.Known.Name(role)] = s.Role[role]
			}
		}
	}
	sides := func(of stats.Rate) *versus.Rate { // over seats of both sides
		if of.Trials == 0 {
			return nil
		}
		rate := versus.RateOf(of, sidesWarning(of))
		return &rate
	}
	out.Clean, out.Faulty = sides(r.Clean), sides(r.Faulty)
	if r.FaultSeats > 0 {
		out.Faults = map[string]int{}
		for f, n := range r.Faults {
			out.Faults[f.String()] = n
		}
	}
	return out
}
