package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/columns"
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
	Players int    `json:"players"`
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

	games map[*Game]bool // with an attempt
	voted map[*Game]bool
}

// DayGroups puts days together: every role's in games of every size, on all days and day by day, attempts of both kinds and kind by
// kind.
func DayGroups(days []VoteDay) (list []*DayGroup) {
	groups, kinds := map[string]*DayGroup{}, []string{anyKind, asserted, evoked}
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
				g := DayGroup{Players: len(v.Game.Players), Role: v.role(), Day: day, Kind: kind}
				name := fmt.Sprint(g.Players, g.Role, g.Day, g.Kind)
				if groups[name] == nil {
					g.games, g.voted = map[*Game]bool{}, map[*Game]bool{}
					groups[name] = &g
					list = append(list, &g)
				}
				groups[name].add(v)
			}
		}
	}
	slices.SortFunc(list, func(a, b *DayGroup) int {
		return cmp.Or(cmp.Compare(a.Players, b.Players), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Day, b.Day), cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)))
	})
	return list
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
	if v.Free > 0 {
		g.Free, g.Joined, g.voted[v.Game] = g.Free+v.Free, g.Joined+v.Joined, true
	}
	if v.Target == 0 {
		return
	}
	g.games[v.Game] = true
	g.Attempts++
	g.Chance += 1 / float64(max(1, v.Others))
	g.Votes, g.Village, g.Won, g.Pushers = g.Votes+v.Votes, g.Village+v.Village, g.Won+v.Won, g.Pushers+v.Pushers
	if v.Executed {
		g.Executed++
	} else {
		g.Margin += v.Margin
	}
}

// Success is the share of the attempts whose target was executed.
func (g *DayGroup) Success() stats.Rate { return stats.Clustered(g.Executed, g.Attempts, len(g.games)) }

// Following is the share of the others' ballots that were for the same player.
func (g *DayGroup) Following() stats.Rate { return stats.Clustered(g.Joined, g.Free, len(g.voted)) }

// mean is a sum by attempts.
func (g *DayGroup) mean(sum, of int) string {
	if of == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(sum)/float64(of), 'f', 2, 64)
}

// day is the day in words.
func (g *DayGroup) day() string {
	if g.Day == allDays {
		return "all"
	}
	return strconv.Itoa(g.Day)
}

// paper is what Watanabe and Kano (2025, section 8) count for their own agents, "" where they count nothing.
func (g *DayGroup) paper() string {
	switch {
	case g.Kind != anyKind:
	case g.Players == 5 && g.Role == werewolf.Possessed.String() && g.Day == 1:
		return "11 of 15"
	case g.Players == 13 && g.Role == werewolf.Werewolf.String() && g.Day == allDays:
		return "2 of 27"
	}
	return ""
}

// DayTable has a line for every player and day with a vote, and tells of their groups.
func DayTable(days []VoteDay) *Table {
	groups := DayGroups(days)
	t := &Table{name: "days", columns: dayColumns(), groups: groups}
	for i := range days {
		t.lines = append(t.lines, days[i].cells())
	}
	var text strings.Builder
	fmt.Fprintln(&text, "players\trole\tday\tkind\tattempts\tof days\texecuted [95%]\tby chance\tshort by\tvotes\tof village\twon\tpushers\tpaper")
	for _, g := range groups {
		if g.Attempts == 0 {
			continue
		}
		r, of := g.Success(), ""
		if g.Kind == anyKind {
			of = strconv.Itoa(g.Seats)
		}
		fmt.Fprintf(&text, "%d\t%s\t%s\t%s\t%d\t%s\t%d: %s\t%.1f%%\t%s\t%s\t%s\t%s\t%s\t%s\n", g.Players, g.Role, g.day(), g.Kind, g.Attempts, of, g.Executed,
			percents(Rate{Rate: r}), 100*g.Chance/float64(g.Attempts), g.mean(g.Margin, g.Attempts-g.Executed), g.mean(g.Votes, g.Attempts),
			g.mean(g.Village, g.Attempts), g.mean(g.Won, g.Attempts), g.mean(g.Pushers, g.Attempts), g.paper())
	}
	t.text = "ATTEMPTS TO HAVE SOMEBODY EXECUTED\n" + columns.Align(text.String())
	text.Reset()
	fmt.Fprintln(&text, "players\trole\tday\tplayer-days\tthe same [95%]\tof")
	for _, g := range groups {
		if g.Kind == anyKind && g.Free > 0 {
			fmt.Fprintf(&text, "%d\t%s\t%s\t%d\t%s\t%d of %d\n", g.Players, g.Role, g.day(), g.Seats, percents(Rate{Rate: g.Following()}), g.Joined, g.Free)
		}
	}
	t.text += "\nBALLOTS OF OTHERS FOR WHOM THE PLAYER VOTES\n" + columns.Align(text.String())
	return t
}

// dayColumns are those of a line for a player and a day.
func dayColumns() []string {
	return []string{
		"game", "lang", "players", "day", "seat", "team", "name", "role", "target", "target_role", "kind", "ground", "executed", "others", "margin", "votes",
		"village_votes", "village_votes_won", "pushers", "ballot", "votes_free", "votes_joined",
	}
}

// cells are the line of a player and a day. What there is not is empty.
func (v *VoteDay) cells() []string {
	g, p := v.Game, v.Game.Player(v.Seat)
	cells := []string{
		g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(v.Day), strconv.Itoa(int(v.Seat)), p.Team, p.Name, v.role(),
	}
	if target := g.Player(v.Target); target != nil {
		cells = append(cells, target.Name, g.Roles().Name(target.Role), v.kind(), v.Ground, strconv.FormatBool(v.Executed))
		for _, n := range []int{v.Others, v.Margin, v.Votes, v.Village, v.Won, v.Pushers} {
			cells = append(cells, strconv.Itoa(n))
		}
	} else {
		cells = append(cells, make([]string, 11)...)
	}
	ballot := ""
	if to := g.Player(v.Ballot); to != nil {
		ballot = to.Name
	}
	return append(cells, ballot, strconv.Itoa(v.Free), strconv.Itoa(v.Joined))
}
