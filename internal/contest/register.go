package contest

import (
	"errors"
	"fmt"
	"sync"

	"wolfden/internal/contest/access"
	"wolfden/internal/teamname"
)

var errCrowd = errors.New("too many connections of the team")

// teamRegister counts the connections of each team, and keeps apart those whose names look alike. It is safe for
// concurrent use.
type teamRegister struct {
	most int // connections of a team

	mu      sync.Mutex
	teams   map[string]int
	looks   map[string]string // how the names of the teams that are known look
	lasting map[string]bool   // teams that are known without a connection
}

func newTeamRegister(most int) *teamRegister {
	return &teamRegister{most: most, teams: map[string]int{}, looks: map[string]string{}, lasting: map[string]bool{}}
}

// enter lets in another connection of a team. One that looks like a team
// that is known here is refused, unless it has a place here itself: two that look
// alike may have got theirs before looks were compared, or on another server.
func (r *teamRegister) enter(team string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	looks := teamname.Looks(team)
	for _, look := range looks {
		if known, taken := r.looks[look]; taken && known != team && !r.lasting[team] {
			return fmt.Errorf("the name %s looks like that of team %s, which is here already", team, known)
		}
	}
	if !access.Within(r.teams[team], r.most) {
		return errCrowd
	}
	r.teams[team]++
	r.keepLooks(team, looks)
	return nil
}

func (r *teamRegister) keepLooks(team string, looks [2]string) {
	for _, look := range looks {
		r.looks[look] = team
	}
}

// know keeps the looks of teams for good: those that have a place here.
func (r *teamRegister) know(teams ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, team := range teams {
		r.lasting[team] = true
		r.keepLooks(team, teamname.Looks(team))
	}
}

func (r *teamRegister) leave(team string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.teams[team]--; r.teams[team] > 0 {
		return
	}
	delete(r.teams, team)
	if r.lasting[team] {
		return
	}
	for _, look := range teamname.Looks(team) {
		delete(r.looks, look)
	}
}
