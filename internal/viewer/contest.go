package viewer

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"wolfden/internal/score"
	"wolfden/internal/viewer/story"
)

// Division is a kind of game of a contest, as its page shows it.
type Division struct {
	Name    string
	State   string // open, not begun, playing, waiting, paused, over or closing
	Planned bool
	Matches int // of the plan
	Done    int
	// Running and the others after it are shown where they are not 0.
	Running, Paused, GivenUp, Struck, Failures, Waiting int
	Begin, End, Over                                    time.Time // zero where there is none, or nobody can tell
	Missing                                             []Missing
	Withdrawn                                           []string
	Substitutes                                         map[string]string // the player, by team
	Teams                                               []Entrant
}

// Missing is a team that matches wait for.
type Missing struct {
	Team    string // "" for one that has not come yet
	Since   time.Time
	Matches int
	Games   int      // that stand still without it
	Which   []string // of the matches, where the reader may know who meets whom
}

// Entrant is what a team did in the games that are over.
type Entrant struct {
	score.Standing
	Games, Failed int
	Faults        map[string]int // by the name that records have for them
}

// contestPage is how far a contest is.
type contestPage struct {
	chrome
	Now       time.Time
	Divisions []divisionView
}

// divisionView is a division with its standings, the best first.
type divisionView struct {
	Division
	Counts []string
	Ranks  []entrantView
}

type entrantView struct {
	Entrant
	rate
	Wrong []string
}

// refreshEvery is how often, in seconds, the page of a contest is shown anew.
const refreshEvery = "30"

// contest shows how far the contest is.
func (s *Site) contest(w http.ResponseWriter, r *http.Request) {
	p := contestPage{chrome: s.chrome(r, "contest", ""), Now: s.options.Now()}
	p.Title = p.T("contest.title")
	for _, d := range s.options.Contest(r) {
		p.Divisions = append(p.Divisions, p.view(d))
	}
	w.Header().Set("Refresh", refreshEvery)
	w.Header().Set("Cache-Control", "no-store")
	s.reply(w, r, http.StatusOK, "contest", &p)
}

func (p *contestPage) view(d Division) divisionView {
	v := divisionView{Division: d}
	for _, n := range []struct {
		count int
		key   string
	}{
		{d.Running, "running"}, {d.Paused, "paused"}, {d.GivenUp, "givenup"}, {d.Struck, "struck"}, {d.Failures, "failures"}, {d.Waiting, "waiting"},
	} {
		if n.count > 0 {
			v.Counts = append(v.Counts, p.T("contest."+n.key, n.count))
		}
	}
	for _, e := range slices.SortedFunc(slices.Values(d.Teams), func(a, b Entrant) int { return score.Better(a.Standing, b.Standing) }) {
		view := entrantView{Entrant: e, rate: rate{Rate: e.Rate(), Name: story.Show(e.Team)}}
		for _, name := range keys(e.Faults) {
			if n := e.Faults[name]; n > 0 {
				view.Wrong = append(view.Wrong, fmt.Sprintf("%d × %s", n, p.T("fault."+name)))
			}
		}
		v.Ranks = append(v.Ranks, view)
	}
	return v
}

// Clock is a time of day, with its date where that is another.
func (p *contestPage) Clock(at time.Time) string {
	if at.Format(time.DateOnly) == p.Now.Format(time.DateOnly) {
		return at.Format("15:04")
	}
	return at.Format("2006-01-02 15:04")
}

// Standing is the key of the words for what the division does.
func (v divisionView) Standing() string {
	return "contest.is." + strings.ReplaceAll(v.State, " ", "")
}

// Show is a name fit for a page.
func (p *contestPage) Show(name string) string { return story.Show(name) }
