package viewer

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/internal/chronicle"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// filter says which games are wanted. The zero filter wants all.
type filter struct {
	Team    string // as it is shown
	Player  string // part of a character's name, in any case
	Role    string // its name in packets
	Outcome string // see outcomes
	Players int    // of the setup, 0 for any
	Days    int    // the last day, -1 for any
	From    string // a date, "" for any
	To      string
	// Blind hides outcomes: for who wants to guess along.
	Blind bool

	from, to int64 // Unix milliseconds; to is exclusive, 0 for any
}

// outcomes are the ways a game may stand, with the keys of their words.
var outcomes = []string{"village", "wolves", "nobody", "unfinished"}

// Outcomes are the values of the field, for the form.
func (f *filter) Outcomes() []string { return outcomes }

const dateFormat = "2006-01-02"

// readFilter reads what is asked for. What makes no sense is as if it was not there.
func readFilter(v url.Values) filter {
	f := filter{Team: story.Show(v.Get("team")), Player: strings.TrimSpace(story.Show(v.Get("player"))), Days: -1, Blind: v.Get("blind") != ""}
	f.Role = v.Get("role") // choices drops it where no game has such a role
	if slices.Contains(outcomes, v.Get("outcome")) {
		f.Outcome = v.Get("outcome")
	}
	if n, err := strconv.Atoi(v.Get("players")); err == nil && n > 0 {
		f.Players = n
	}
	if n, err := strconv.Atoi(v.Get("days")); err == nil && n >= 0 {
		f.Days = n
	}
	if t, err := time.Parse(dateFormat, v.Get("from")); err == nil {
		f.From, f.from = v.Get("from"), t.UnixMilli()
	}
	if t, err := time.Parse(dateFormat, v.Get("to")); err == nil {
		f.To, f.to = v.Get("to"), t.AddDate(0, 0, 1).UnixMilli()
	}
	if f.Blind {
		f.Role, f.Outcome, f.Days = "", "", -1 // asking for them would tell
	}
	return f
}

// Empty reports whether nothing is asked for but to hide outcomes.
func (f *filter) Empty() bool {
	return f.Team == "" && f.Player == "" && f.Role == "" && f.Outcome == "" && f.Players == 0 &&
		f.Days < 0 && f.From == "" && f.To == ""
}

func (f *filter) wants(g *archive.Game) bool {
	switch {
	case f.Players > 0 && len(g.Players) != f.Players, f.Days >= 0 && g.Days != f.Days,
		f.from > 0 && g.Started < f.from, f.to > 0 && (g.Started >= f.to || g.Started == 0),
		f.Outcome != "" && f.Outcome != outcomeOf(g):
		return false
	case f.Team == "" && f.Player == "" && f.Role == "":
		return true
	default:
		// One player must be all that is asked for: this team's seer, not a game with this team and some seer.
		player := strings.ToLower(f.Player)
		return slices.ContainsFunc(g.Players, func(s chronicle.Player) bool {
			return (f.Team == "" || story.Show(s.PlaysFor()) == f.Team) && (f.Role == "" || g.Roles().Name(s.Role) == f.Role && g.Over) &&
				(player == "" || strings.Contains(strings.ToLower(story.Show(s.Called)), player))
		})
	}
}

func outcomeOf(g *archive.Game) string {
	switch {
	case !g.Over:
		return "unfinished"
	case g.Winner == werewolf.VillagerTeam:
		return "village"
	case g.Winner == werewolf.WerewolfTeam:
		return "wolves"
	default:
		return "nobody"
	}
}

// choose are the games that are wanted, in their order.
func (f *filter) choose(games []*archive.Game) (wanted []*archive.Game) {
	for _, g := range games {
		if f.wants(g) {
			wanted = append(wanted, g)
		}
	}
	return wanted
}
