package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// allDays stands for every day of a group.
const allDays = -1

// The kinds of attempts of a group.
const (
	anyKind  = "both"
	asserted = "asserted"
	evoked   = "evoked"
)

// DayGroup is what players of one role in games of one size did on one day, or on all.
type DayGroup struct {
	Player  string `json:"player,omitempty"` // where several are compared
	Players int    `json:"players"`
	Setup   string `json:"setup"` // the players, and what sets their games apart from others
	Role    string `json:"role"`
	Day     int    `json:"day"`  // -1 for all days
	Kind    string `json:"kind"` // of the attempts: asserted, evoked, or both; or the ground of their target

	Seats    int     `json:"player_days"`
	Attempts int     `json:"attempts"`
	Executed int     `json:"executed"`
	Chance   float64 `json:"chance"` // what Executed would be by chance
	Margin   int     `json:"margin"` // of those that failed, together; so are the others below, of all attempts
	Votes    int     `json:"votes"`
	Village  int     `json:"village_votes"`
	Won      int     `json:"village_votes_won"`
	Pushers  int     `json:"pushers"`
	Free     int     `json:"votes_free"`
	Joined   int     `json:"votes_joined"`

	Success   stats.Estimate `json:"success"`   // Executed of Attempts; intervals rest on games
	Following stats.Estimate `json:"following"` // Joined of Free
	// Means are those of an attempt, by what is counted: margin (of those that failed), votes, village_votes, village_votes_won, pushers.
	Means map[string]stats.Estimate `json:"means"`

	parts  grouping[*Game, dayPart]
	others bool // there are players among them that are not those of the paper
}

// dayPart is what a group did in one game.
type dayPart struct {
	deal               int // see VoteDay
	success, following stats.Part
	means              [len(dayMeans)]stats.Part
}

// dayMeans are what is counted of attempts, as people and JSON read it.
var dayMeans = [...]struct {
	head, name string
	of         func(*VoteDay) int
}{
	{"short by", "margin", func(v *VoteDay) int { return v.Margin }},
	{"votes", "votes", func(v *VoteDay) int { return v.Votes }},
	{"of village", "village_votes", func(v *VoteDay) int { return v.Village }},
	{"won", "village_votes_won", func(v *VoteDay) int { return v.Won }},
	{"pushers", "pushers", func(v *VoteDay) int { return v.Pushers }},
}

// dayGroups puts days together: every role's in games of every size, on all days and day by day, attempts of both kinds and kind by
// kind.
func dayGroups(days []VoteDay) []*DayGroup {
	var found grouping[string, DayGroup]
	kinds := []string{anyKind, asserted, evoked}
	for i := range days {
		v := &days[i]
		for _, day := range []int{allDays, v.Day} {
			for _, kind := range []string{anyKind, v.kind(), v.Ground} {
				if kind == "" || kind == v.Ground && day != allDays {
					continue
				}
				if !slices.Contains(kinds, kind) {
					kinds = append(kinds, kind)
				}
				g := DayGroup{Players: len(v.Game.Players), Setup: v.Game.setup(), Role: v.role(), Day: day, Kind: kind}
				found.of(fmt.Sprint(g.Setup, g.Role, g.Day, g.Kind), g).add(v)
			}
		}
	}
	for _, g := range found.list {
		g.Success, g.Following = g.success().Estimate(), g.following().Estimate()
		g.Means = map[string]stats.Estimate{}
		for i, m := range dayMeans {
			g.Means[m.name] = stats.ClusteredMean(g.by(func(p *dayPart) stats.Part { return p.means[i] })).Within(0, math.Inf(1))
		}
	}
	slices.SortFunc(found.list, func(a, b *DayGroup) int {
		return cmp.Or(sheet.ByNumber(a.Setup, b.Setup), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Day, b.Day), cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)))
	})
	return found.list
}

func (v *VoteDay) role() string { return v.Game.Roles().Name(v.Game.Player(v.Seat).Role) }

// kind is that of the attempt, "" where there is none.
func (v *VoteDay) kind() string {
	switch {
	case v.Target == 0:
		return ""
	case v.Asserted:
		return asserted
	}
	return evoked
}

// add counts a day of a player in.
func (g *DayGroup) add(v *VoteDay) {
	g.Seats++
	g.others = g.others || !v.deployed()
	part := g.parts.of(v.Game, dayPart{deal: v.Deal})
	g.Free, g.Joined = g.Free+v.Free, g.Joined+v.Joined
	part.following.Of, part.following.All = part.following.Of+float64(v.Joined), part.following.All+float64(v.Free)
	if v.Target == 0 {
		return
	}
	g.Attempts++
	part.success.All++
	g.Chance += 1 / float64(max(1, v.Others))
	g.Votes, g.Village, g.Won, g.Pushers = g.Votes+v.Votes, g.Village+v.Village, g.Won+v.Won, g.Pushers+v.Pushers
	if v.Executed {
		g.Executed++
		part.success.Of++
	} else {
		g.Margin += v.Margin
	}
	for i, m := range dayMeans {
		if m.name != "margin" || !v.Executed {
			part.means[i].Of, part.means[i].All = part.means[i].Of+float64(m.of(v)), part.means[i].All+1
		}
	}
}

// success is the share of the attempts whose target was executed.
func (g *DayGroup) success() stats.Rate {
	return stats.Ratio(g.by(func(p *dayPart) stats.Part { return p.success }))
}

// following is the share of the others' ballots that were for the same player.
func (g *DayGroup) following() stats.Rate {
	return stats.Ratio(g.by(func(p *dayPart) stats.Part { return p.following }))
}

// by is what the group did, game by game.
func (g *DayGroup) by(of func(*dayPart) stats.Part) (games []stats.Part) {
	for _, p := range g.parts.list {
		games = append(games, of(p))
	}
	// Sums of fractions depend on their order, and games come in any.
	slices.SortFunc(games, func(a, b stats.Part) int { return cmp.Or(cmp.Compare(a.All, b.All), cmp.Compare(a.Of, b.Of)) })
	return games
}

// day is the day in words.
func (g *DayGroup) day() string {
	if g.Day == allDays {
		return "all"
	}
	return strconv.Itoa(g.Day)
}

// deployed reports whether the player is as the one was whose attempts Watanabe and Kano (2025) count, which hinted (section 9.2).
func (v *VoteDay) deployed() bool {
	p := v.Game.Player(v.Seat)
	if p == nil || !v.Game.Recorded {
		return false
	}
	name, params, _ := strings.Cut(p.Affiliation, ":")
	return name == inducer && slices.Contains(strings.Split(params, ","), "assert=0")
}

// paper is what Watanabe and Kano (2025, section 8) count for their own agents, "" where they count nothing or others are among these.
func (g *DayGroup) paper() string {
	switch {
	case g.Kind != anyKind || g.others:
	case g.Players == 5 && g.Role == werewolf.Possessed.String() && g.Day == 1:
		return "11 of 15"
	case g.Players == 13 && g.Role == werewolf.Werewolf.String() && g.Day == allDays:
		return "2 of 27"
	}
	return ""
}

// DayTable has a line for every player and day with a vote, and tells of their groups.
func DayTable(days []VoteDay) *Table {
	groups, t := dayGroups(days), newDays(days)
	t.groups, t.text = groups, printed(daySheets(groups)...)
	return t
}

// CompareDays is DayTable of a player and of another that played the same deals, one after the other, and then tells how much more often
// the first's attempts came off.
func CompareDays(first, other string, days, others []VoteDay) *Table {
	a, b := dayGroups(days), dayGroups(others)
	for _, g := range a {
		g.Player = first
	}
	for _, g := range b {
		g.Player = other
	}
	t, d := newDays(slices.Concat(days, others)), dayDifferences(a, b)
	t.groups, t.differences = append(a, b...), d
	t.text = explained(strings.ToUpper(first) + "\n\n" + below(daySheets(a)...) + "\n" + strings.ToUpper(other) + "\n\n" + below(daySheets(b)...) + "\n" + below(differenceSheet(d)))
	return t
}

// daySheets are what groups come to: the attempts, what is counted of them, and the ballots of others.
func daySheets(groups []*DayGroup) []sheet.Sheet {
	attempts := sheet.Sheet{
		Name: "attempts", Title: "Attempts to have somebody executed", Keys: []string{"players", "role", "day", "kind"},
		Columns: []sheet.Column{{Name: "attempts"}, {Name: "of days"}, {Name: "executed"}, {Name: "of attempts", Unit: sheet.Percent}, {Name: "by chance", Unit: sheet.Percent}, {Name: "paper"}},
	}
	votes := sheet.Sheet{Name: "attempt-votes", Title: "Votes of an attempt, means", Keys: attempts.Keys, Columns: []sheet.Column{{Name: "attempts"}, {Name: "failed"}}}
	for _, m := range dayMeans {
		votes.Columns = append(votes.Columns, sheet.Column{Name: m.head})
	}
	ballots := sheet.Sheet{
		Name: "ballots", Title: "Ballots of others for whom the player votes", Keys: attempts.Keys[:3],
		Columns: []sheet.Column{{Name: "player-days"}, {Name: "ballots"}, {Name: "the same"}, {Name: "of ballots", Unit: sheet.Percent}},
	}
	for _, g := range groups {
		keys := []string{g.Setup, g.Role, g.day(), g.Kind}
		if g.Kind == anyKind && g.Free > 0 {
			ballots.Add(keys[:3], sheet.Count(g.Seats), sheet.Count(g.Free), sheet.Count(g.Joined), sheet.Figure(g.Following))
		}
		if g.Attempts == 0 {
			continue
		}
		of := sheet.Text("-")
		if g.Kind == anyKind {
			of = sheet.Count(g.Seats)
		}
		attempts.Add(keys, sheet.Count(g.Attempts), of, sheet.Count(g.Executed), sheet.Figure(g.Success), sheet.Number(g.Chance/float64(g.Attempts)), sheet.Text(g.paper()))
		means := []sheet.Cell{sheet.Count(g.Attempts), sheet.Count(g.Attempts - g.Executed)}
		for _, m := range dayMeans {
			means = append(means, sheet.Figure(g.Means[m.name]))
		}
		votes.Add(keys, means...)
	}
	return []sheet.Sheet{attempts, votes, ballots}
}

// newDays has a line for each day.
func newDays(days []VoteDay) *Table {
	t := newTable("days", "", "target", "target_role", "kind", "ground", "executed", "others", "margin", "votes",
		"village_votes", "village_votes_won", "pushers", "ballot", "votes_free", "votes_joined")
	for i := range days {
		t.add(days[i].Game, days[i].Day, nil, days[i].Seat, days[i].cells()...)
	}
	return t
}

// cells are the line of a player and a day, behind who it is. What there is not is empty.
func (v *VoteDay) cells() (cells []string) {
	g := v.Game
	if target := g.Player(v.Target); target != nil {
		cells = append(cells, target.Name, g.Roles().Name(target.Role), v.kind(), v.Ground, strconv.FormatBool(v.Executed))
		for _, n := range []int{v.Others, v.Margin, v.Votes, v.Village, v.Won, v.Pushers} {
			cells = append(cells, strconv.Itoa(n))
		}
	} else {
		cells = make([]string, 11)
	}
	ballot := ""
	if to := g.Player(v.Ballot); to != nil {
		ballot = to.Name
	}
	return append(cells, ballot, strconv.Itoa(v.Free), strconv.Itoa(v.Joined))
}
