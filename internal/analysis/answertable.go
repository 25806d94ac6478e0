package analysis

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// Answered is a game with the times of its answers.
type Answered struct {
	*Game
	Waits []chronicle.Wait
}

// allRequests stands for requests of every kind.
const allRequests = "all"

// AnswerGroup is how players of a group answered requests of one kind, or of all. Times are in milliseconds, of the answers that
// came: a median or 95th percentile is the shortest time in which so many of them came.
type AnswerGroup struct {
	Name     string         `json:"name"`
	Request  string         `json:"request"`
	Games    int            `json:"games"`
	Asked    int            `json:"asked"`
	Timeouts int            `json:"timeouts"`       // no answer by its deadline
	Late     stats.Estimate `json:"timeouts_share"` // Timeouts of Asked; the interval rests on games
	Lost     int            `json:"lost"`           // the connection was gone, or the player crashed
	Refused  int            `json:"refused"`        // answers that the game could not read, or did not allow
	Mean     stats.Estimate `json:"mean_ms"`        // the interval rests on games
	Median   *int64         `json:"median_ms"`
	P95      *int64         `json:"p95_ms"`
	Longest  *int64         `json:"longest_ms"`

	latest *Game     // of those that were added
	times  [][]int64 // by game
	late   parts
}

// answerGroups puts answers together by group and kind of request.
func answerGroups(games []Answered, by By) []*AnswerGroup {
	var found grouping[[2]string, AnswerGroup]
	for _, g := range games {
		for i := range g.Waits {
			w := &g.Waits[i]
			for _, request := range []string{allRequests, w.Request.String()} {
				name := groupName(g.Game, int(w.Seat)-1, by)
				found.of([2]string{name, request}, AnswerGroup{Name: name, Request: request}).add(g.Game, w)
			}
		}
	}
	for _, one := range found.list {
		one.Late = stats.Ratio(one.late).Estimate()
		one.measure()
	}
	kind := func(a *AnswerGroup) string { return strings.TrimPrefix(a.Request, allRequests) } // all stand before the kinds
	return found.sorted(func(a, b *AnswerGroup) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(kind(a), kind(b)))
	})
}

func (a *AnswerGroup) add(g *Game, w *chronicle.Wait) {
	if a.latest != g {
		a.latest, a.Games, a.times = g, a.Games+1, append(a.times, nil)
	}
	a.Asked++
	a.late.add(a.Games-1, 0, 1)
	switch w.Fault {
	case gamelog.Late:
		a.Timeouts++
		a.late.add(a.Games-1, 1, 0)
	case gamelog.Lost, gamelog.Crashed:
		a.Lost++
	case gamelog.Illegal, gamelog.Unparsable:
		a.Refused++
	case gamelog.NoFault:
	}
	if w.Came() {
		a.times[a.Games-1] = append(a.times[a.Games-1], w.Millis)
	}
}

// measure makes the figures of the times.
func (a *AnswerGroup) measure() {
	all := slices.Sorted(slices.Values(slices.Concat(a.times...)))
	n := len(all)
	if n == 0 {
		a.Mean = stats.Mean(nil)
		return
	}
	within := func(share float64) *int64 { return &all[max(1, int(math.Ceil(share*float64(n))))-1] }
	a.Median, a.P95, a.Longest = within(0.5), within(0.95), within(1)
	var sums parts
	for game, times := range a.times {
		for _, ms := range times {
			sums.add(game, float64(ms), 1)
		}
	}
	a.Mean = stats.ClusteredMean(sums).Within(0, math.Inf(1))
}

// answerSheet is how long groups took.
func answerSheet(groups []*AnswerGroup, by By) sheet.Sheet {
	s := sheet.Sheet{
		Name: "answers", Title: "How long answers took", Keys: []string{by.grouped(), "request"},
		Note: "Times are of the answers that came. 95% intervals rest on games.",
		Columns: []sheet.Column{
			{Name: "games"}, {Name: "asked"}, {Name: "mean", Unit: sheet.Seconds}, {Name: "median", Unit: sheet.Seconds}, {Name: "95th", Unit: sheet.Seconds},
			{Name: "longest", Unit: sheet.Seconds}, {Name: "timeouts"}, {Name: "of the asked", Unit: sheet.Percent}, {Name: "lost"}, {Name: "refused"},
		},
	}
	seconds := func(ms *int64) sheet.Cell {
		if ms == nil {
			return sheet.Text("-")
		}
		return sheet.Number(float64(*ms) / 1000)
	}
	for _, a := range groups {
		s.Add([]string{a.Name, a.Request}, sheet.Count(a.Games), sheet.Count(a.Asked), sheet.Figure(a.Mean.Scale(0.001)), seconds(a.Median), seconds(a.P95),
			seconds(a.Longest), sheet.Count(a.Timeouts), sheet.Figure(a.Late), sheet.Count(a.Lost), sheet.Count(a.Refused))
	}
	return s
}

// AnswerTable has a line for every answer, and tells how long groups took.
func AnswerTable(games []Answered, by By) *Table {
	groups, t := answerGroups(games, by), newTable("answers", "", "request", "ms", "fault")
	for _, g := range games {
		for i := range g.Waits {
			w := &g.Waits[i]
			t.add(g.Game, w.Day, nil, w.Seat, w.Request.String(), strconv.FormatInt(w.Millis, 10), w.Fault.String())
		}
	}
	t.groups, t.text = groups, printed(answerSheet(groups, by))
	return t
}
