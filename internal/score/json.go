package score

import (
	"encoding/json"
	"io"
	"math"

	"wolfden/internal/chronicle"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
)

// number is a figure that is null where it is not defined.
type number float64

// MarshalJSON writes null for what JSON has no number for.
func (n number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

type jsonRate struct {
	Wins     int      `json:"wins"`
	Games    int      `json:"games"`
	Value    number   `json:"value"`
	Low      number   `json:"low"`
	High     number   `json:"high"`
	N        int      `json:"n"` // the games, as every figure has them
	Warnings []string `json:"warnings,omitempty"`
}

type jsonStrength struct {
	Overall  stats.Estimate `json:"overall"`
	Village  stats.Estimate `json:"village"`
	Werewolf stats.Estimate `json:"werewolf"`
	Adjusted stats.Estimate `json:"adjusted"`
	RankLow  int            `json:"rank_low"`
	RankHigh int            `json:"rank_high"`
	Best     number         `json:"best"`
	// Roles are the strengths by role, where roles were told apart.
	Roles map[string]stats.Estimate `json:"roles,omitempty"`
}

type jsonRow struct {
	Team          string              `json:"team"`
	Track         string              `json:"track,omitempty"`
	Games         int                 `json:"games"`
	Wins          int                 `json:"wins"`
	Roles         map[string]jsonRate `json:"roles"`
	Macro         stats.Estimate      `json:"macro"`
	Micro         stats.Estimate      `json:"micro"`
	Weighted      stats.Estimate      `json:"weighted_micro"`
	SetupWeighted *stats.Estimate     `json:"setup_weighted,omitempty"`
	Strength      *jsonStrength       `json:"rating,omitempty"`
	Clean         *jsonRate           `json:"clean,omitempty"`
	Faulty        *jsonRate           `json:"faulty,omitempty"`
	Faults        map[string]int      `json:"faults,omitempty"`
}

type jsonGroup struct {
	Label string `json:"label"`
	jsonRate
}

type jsonEffect struct {
	Of        string      `json:"of"`
	P         number      `json:"p"`
	Corrected number      `json:"p_holm"` // for all effects of all setups
	Groups    []jsonGroup `json:"groups"`
	Warnings  []string    `json:"warnings,omitempty"`
}

type jsonCalls struct {
	Team  string          `json:"team"`
	Calls chronicle.Calls `json:"calls"`
}

type jsonTable struct {
	Setup     string         `json:"setup"`
	Players   int            `json:"players,omitempty"`
	Roles     map[string]int `json:"roles,omitempty"`
	Games     int            `json:"games,omitempty"`
	Undecided int            `json:"undecided"`
	Village   *jsonRate      `json:"village,omitempty"`
	Teams     []jsonRow      `json:"teams"`
	versus.JSON
	Paired   int          `json:"paired_rounds"` // that pairs were compared by; 0: by all games
	Effects  []jsonEffect `json:"effects,omitempty"`
	Models   []jsonCalls  `json:"models,omitempty"`
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
		Setup: t.Name(), Players: t.Setup.Total(), Games: t.Games, Undecided: t.Undecided, Paired: t.Paired,
		Teams: []jsonRow{}, Warnings: append([]string{}, t.Warnings...),
	}
	if t.Setup.Total() > 0 {
		out.Roles = map[string]int{}
		for _, role := range t.Setup.Listed() {
			out.Roles[t.Known.Name(role)] = t.Setup[role]
		}
	}
	if t.Games > 0 {
		out.Village = rateJSON(t.Sides)
	}
	for i := range t.Rows {
		out.Teams = append(out.Teams, t.rowJSON(&t.Rows[i]))
	}
	if len(t.Pairs.All) > 0 {
		out.JSON = t.Pairs.JSON()
	}
	for i := range t.Calls {
		out.Models = append(out.Models, jsonCalls{t.Calls[i].Team, t.Calls[i].Calls})
	}
	for _, e := range t.Effects {
		groups := []jsonGroup{}
		for _, g := range e.Groups {
			groups = append(groups, jsonGroup{g.Label, *rateJSON(g.Rate)})
		}
		out.Effects = append(out.Effects, jsonEffect{e.Of, number(e.P), number(e.Corrected), groups, e.Warnings})
	}
	return out
}

func (t *Table) rowJSON(r *Row) jsonRow {
	out := jsonRow{
		Team: r.Team, Track: r.Track, Games: r.Games, Wins: r.Wins, Roles: map[string]jsonRate{},
		Macro: r.Macro.Scale(0.01), Micro: r.Micro.Scale(0.01), Weighted: r.Weighted.Scale(0.01),
	}
	for _, role := range t.Roles {
		cell := rateJSON(r.Cells[role].Rate())
		cell.Value = number(r.Cells[role].Percent / 100)
		out.Roles[t.Known.Name(role)] = *cell
	}
	if t.Setup.Total() > 0 {
		weighted := r.SetupWeighted.Scale(0.01)
		out.SetupWeighted = &weighted
	}
	if s := r.Strength; s != nil {
		out.Strength = &jsonStrength{
			Overall: s.Overall, Village: s.Side[0], Werewolf: s.Side[1],
			Adjusted: s.Rate, RankLow: s.RankLow, RankHigh: s.RankHigh, Best: number(s.Best), Roles: map[string]stats.Estimate{},
		}
		for _, role := range t.Roles {
			if int(role) < len(s.Role) {
				out.Strength.Roles[t.Known.Name(role)] = s.Role[role]
			}
		}
	}
	if r.Clean.Trials > 0 {
		out.Clean = sidesJSON(r.Clean)
	}
	if r.Faulty.Trials > 0 {
		out.Faulty = sidesJSON(r.Faulty)
	}
	if r.FaultSeats > 0 {
		out.Faults = map[string]int{}
		for f, n := range r.Faults {
			out.Faults[f.String()] = n
		}
	}
	return out
}

// rateJSON is a rate as a fraction.
func rateJSON(r stats.Rate) *jsonRate {
	return warnedJSON(r, r.Warning())
}

// sidesJSON is one over seats of both sides.
func sidesJSON(r stats.Rate) *jsonRate { return warnedJSON(r, sidesWarning(r)) }

func warnedJSON(r stats.Rate, warning string) *jsonRate {
	rate := &jsonRate{Wins: r.Successes, Games: r.Trials, Value: number(r.Share()), Low: number(r.Low), High: number(r.High), N: r.Trials}
	if warning != "" {
		rate.Warnings = []string{warning}
	}
	return rate
}
