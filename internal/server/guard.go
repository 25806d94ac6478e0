package server

import (
	"errors"
	"fmt"
	"sync"

	"wolfden/internal/contest/config"
	"wolfden/internal/teamname"
	"wolfden/werewolf"
)

var errCrowd = errors.New("too many connections of the team")

// guard counts connections and checks tokens. It is safe for concurrent use.
type guard struct {
	tokens bool
	key    []byte
	most   config.Connections

	mu        sync.Mutex
	addresses map[string]int
	teams     map[string]int
	looks     map[string]string // how the names of the teams that are known look
	lasting   map[string]bool   // teams that are known without a connection
	total     int
}

func newGuard(c *config.Config, key []byte) *guard {
	return &guard{
		tokens: c.Server.Authentication, key: key, most: c.Server.MaxConnections,
		addresses: map[string]int{}, teams: map[string]int{}, looks: map[string]string{}, lasting: map[string]bool{},
	}
}

func within(n, most int) bool { return most == werewolf.NoLimit || n < most }

func (g *guard) admit(address string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !within(g.total, g.most.Total) || !within(g.addresses[address], g.most.PerAddress) {
		return false
	}
	g.total++
	g.addresses[address]++
	return true
}

func (g *guard) leave(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.total--
	if g.addresses[address]--; g.addresses[address] == 0 {
		delete(g.addresses, address)
	}
}

// admitTeam lets in another connection of a team. One that looks like a team
// that is known here is refused, unless it has a place here itself: two that look
// alike may have got theirs before looks were compared, or on another server.
func (g *guard) admitTeam(team string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	looks := teamname.Looks(team)
	for _, look := range looks {
		if known, taken := g.looks[look]; taken && known != team && !g.lasting[team] {
			return fmt.Errorf("the name %s looks like that of team %s, which is here already", team, known)
		}
	}
	if !within(g.teams[team], g.most.PerTeam) {
		return errCrowd
	}
	g.teams[team]++
	g.note(team, looks)
	return nil
}

func (g *guard) note(team string, looks [2]string) {
	for _, look := range looks {
		g.looks[look] = team
	}
}

// know keeps the looks of teams for good: those that have a place here.
func (g *guard) know(teams ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, team := range teams {
		g.lasting[team] = true
		g.note(team, teamname.Looks(team))
	}
}

func (g *guard) leaveTeam(team string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.teams[team]--; g.teams[team] > 0 {
		return
	}
	delete(g.teams, team)
	if g.lasting[team] {
		return
	}
	for _, look := range teamname.Looks(team) {
		delete(g.looks, look)
	}
}
