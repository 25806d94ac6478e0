package matching

import (
	"fmt"
	"time"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// Mixed fills a game with one player each of different teams: those that wait
// longest, of two that wait equally long the one whose name comes first. Who
// sits where and plays what is drawn with the key. Nothing is kept: a game that
// fails is not repeated, its players just wait again.
type Mixed struct{ draw }

// Self fills a game with players of one team: of those that have enough, the
// one that has had enough for the longest time. For the rest it is like Mixed.
type Self struct{ draw }

// NewMixed is the policy for games with the roles; when no game can have them, it fails
// and must not be used.
func NewMixed(roles werewolf.RoleCounts, key secret.Key) (*Mixed, error) {
	d := draw{"mixed", roles, key, 1}
	return &Mixed{d}, d.check()
}

// NewSelf is the policy for games with the roles; when no game can have them, it fails
// and must not be used.
func NewSelf(roles werewolf.RoleCounts, key secret.Key) (*Self, error) {
	d := draw{"self", roles, key, 1}
	return &Self{d}, d.check()
}

// Next implements Policy.
func (m *Mixed) Next(waiting []Waiting) (Match, bool) {
	teams := gather(waiting)
	n := m.roles.Total()
	if len(teams) < n {
		return Match{}, false
	}
	byWait(teams, 0)
	players := make([]Place, n)
	for i := range players {
		players[i].Team = teams[i].Team
	}
	return m.seat(players), true
}

// Next implements Policy.
func (s *Self) Next(waiting []Waiting) (Match, bool) {
	n := s.roles.Total()
	var full []Waiting
	for _, w := range gather(waiting) {
		if len(w.Since) >= n {
			full = append(full, w)
		}
	}
	if len(full) == 0 {
		return Match{}, false
	}
	byWait(full, n-1)
	players := make([]Place, n)
	for i := range players {
		players[i] = Place{Team: full[0].Team, Nth: i}
	}
	return s.seat(players), true
}

// draw deals seats and roles for games that nobody planned.
type draw struct {
	kind   string
	roles  werewolf.RoleCounts
	key    secret.Key
	number int // of the next match
}

// check reports roles that no game can have.
func (d *draw) check() error {
	return (&Spec{Teams: maxTeams, Roles: d.roles, Games: 1}).check()
}

func (d *draw) id() ID {
	return ID(fmt.Sprintf("%s-%d-%016x", d.kind, d.number, d.key.Seed("match", d.number)))
}

// seat draws who sits where, and what is played there: not by the seed of the
// game, from which comes what everybody sees of it.
func (d *draw) seat(players []Place) Match {
	m := Match{ID: d.id(), attempt: 1, Seed: d.key.Seed("game", d.number), Places: make([]Place, len(players))}
	roles := rarestFirst(d.roles)
	at := werewolf.DrawSeats.Permutation(d.key.Seed("seats", d.number), len(players))
	plays := werewolf.DrawRoles.Permutation(d.key.Seed("roles", d.number), len(players))
	for i, p := range players {
		p.Role = roles[plays[i]]
		m.Places[at[i]] = p
	}
	return m
}

// Start implements Policy; the next match will be another one.
func (d *draw) Start(m Match, _ string, _ time.Time) error {
	if m.ID != d.id() {
		return fmt.Errorf("match %s is not the next one, %s; start what Next gave", m.ID, d.id())
	}
	d.number++
	return nil
}

// End implements Policy; there is nothing to book.
func (d *draw) End(ID, Outcome) error { return nil }
