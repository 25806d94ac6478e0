package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/columns"
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
	Mean     stats.Estimate `json:"mean_ms"`        // the interval draws games
	Median   *int64         `json:"median_ms"`
	P95      *int64         `json:"p95_ms"`
	Longest  *int64         `json:"longest_ms"`

	latest *Game     // of those that were added
	times  [][]int64 // by game
	late   []stats.Part
}

// answerGroups puts answers together by group and kind of request.
func answerGroups(games []Answered, by By) (list []*AnswerGroup) {
	list = []*AnswerGroup{}
	groups := map[[2]string]*AnswerGroup{}
	for _, g := range games {
		for i := range g.Waits {
			w := &g.Waits[i]
			for _, request := range []string{allRequests, w.Request.String()} {
				key := [2]string{groupName(g.Game, int(w.Seat)-1, by), request}
				if groups[key] == nil {
					groups[key] = &AnswerGroup{Name: key[0], Request: request}
					list = append(list, groups[key])
				}
				groups[key].add(g.Game, w)
			}
		}
	}
	for _, one := range list {
		one.Late = stats.Ratio(one.late).Estimate()
		one.measure()
	}
	slices.SortFunc(list, func(a, b *AnswerGroup) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.kind(), b.kind()))
	})
	return list
}

// kind is the kind of request, "" of all, which stand before the kinds.
func (a *AnswerGroup) kind() string { return strings.TrimPrefix(a.Request, allRequests) }

func (a *AnswerGroup) add(g *Game, w *chronicle.Wait) {
	if a.latest != g {
		a.latest, a.Games, a.times, a.late = g, a.Games+1, append(a.times, nil), append(a.late, stats.Part{})
	}
	a.Asked++
	a.late[a.Games-1].All++
	switch w.Fault {
	case gamelog.Late:
		a.Timeouts++
		a.late[a.Games-1].Of++
	case gamelog.Lost, gamelog.Crashed:
		a.Lost++
	case gamelog.Illegal, gamelog.Unparsable:
		a.Refused++
	case gamelog.NoFault:
	}
	if last := len(a.times) - 1; w.Came() {
		a.times[last] = append(a.times[last], w.Millis)
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
	a.Mean = stats.Bootstrap(len(a.times), 1, func(picks []int) float64 {
		sum, n := 0.0, 0
		for _, i := range picks {
			for _, ms := range a.times[i] {
				sum += float64(ms)
			}
			n += len(a.times[i])
		}
		return sum / float64(n) // NaN of nothing
	})
}

// cells are the figures for people, in seconds.
func (a *AnswerGroup) cells() []string {
	seconds := func(ms *int64) string {
		if ms == nil {
			return "-"
		}
		return fmt.Sprintf("%.2f", float64(*ms)/1000)
	}
	return []string{
		a.Name, a.Request, strconv.Itoa(a.Games), strconv.Itoa(a.Asked), bounded("%.2f", "", a.Mean.Scale(0.001)), seconds(a.Median), seconds(a.P95), seconds(a.Longest),
		fmt.Sprintf("%d: %s", a.Timeouts, percents(Rate{Rate: stats.Ratio(a.late)})), strconv.Itoa(a.Lost), strconv.Itoa(a.Refused),
	}
}

// AnswerTable has a line for every answer, and tells how long groups took.
func AnswerTable(games []Answered, by By) *Table {
	groups := answerGroups(games, by)
	t := &Table{name: "answers", groups: groups, columns: []string{"game", "lang", "players", "day", "seat", "team", "name", "role", "request", "ms", "fault"}}
	for _, g := range games {
		for i := range g.Waits {
			w, p := &g.Waits[i], g.Player(g.Waits[i].Seat)
			t.lines = append(t.lines, []string{
				g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(w.Day), strconv.Itoa(int(w.Seat)), p.Team, p.Name, g.Roles().Name(p.Role),
				w.Request.String(), strconv.FormatInt(w.Millis, 10), w.Fault.String(),
			})
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\trequest\tgames\tasked\tmean s [95%%]\tmedian\t95th\tlongest\ttimeouts [95%%]\tlost\trefused\n", by)
	for _, one := range groups {
		fmt.Fprintln(&text, strings.Join(one.cells(), "\t"))
	}
	t.text = columns.Align(text.String())
	return t
}
