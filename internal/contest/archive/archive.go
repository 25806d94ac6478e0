package archive

import (
	"cmp"
	"slices"
	"sync"

	"wolfden/werewolf"
)

// Archive knows the games of one track that are over. It is safe for concurrent
// use.
type Archive struct {
	dir string

	mu       sync.RWMutex
	games    []*Summary      // by id, which is by age
	complete map[string]bool // of which nothing is left to be done
	teams    map[string]*Tally
	lines    sync.Mutex // one line at a time
}

// New is the archive of a folder of records, of which it knows nothing before Open.
func New(dir string) *Archive {
	return &Archive{dir: dir, teams: map[string]*Tally{}, complete: map[string]bool{}}
}

func byID(s *Summary, id string) int { return cmp.Compare(s.ID, id) }

// Add takes in a game, once.
func (a *Archive) Add(s *Summary) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, known := slices.BinarySearchFunc(a.games, s.ID, byID)
	if known {
		return
	}
	a.games = slices.Insert(a.games, at, s)
	a.count(s, 1)
}

// remove takes a game out again, false where it is not in.
func (a *Archive) remove(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, known := slices.BinarySearchFunc(a.games, id, byID)
	if known {
		a.count(a.games[at], -1)
		a.games = slices.Delete(a.games, at, at+1)
	}
	return known
}

// count adds a game to its teams' tallies so many times; the lock is held.
func (a *Archive) count(s *Summary, times int) {
	for _, team := range s.Teams() {
		t := a.teams[team]
		if t == nil {
			t = NewTally(team)
			a.teams[team] = t
		}
		t.Games += times
		if s.End == werewolf.Failure {
			t.Failed += times
		}
	}
	type side struct {
		team string
		of   werewolf.Team
	}
	counted := map[side]bool{}
	for _, p := range s.Seats {
		t := a.teams[p.Team]
		t.Seats += times
		if s.Winner != werewolf.NoTeam {
			of := side{p.Team, werewolf.StandardRoles().Team(p.Role)}
			t.Decided += times
			if of.of == s.Winner {
				t.Wins += times
			}
			if !counted[of] {
				t.Sides += times
			}
			counted[of] = true
		}
		for name, n := range p.Faults {
			t.Faults[name] += n * times
		}
	}
}

// Game is the summary of a game, nil when there is none.
func (a *Archive) Game(id string) *Summary {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if at, ok := slices.BinarySearchFunc(a.games, id, byID); ok {
		return a.games[at]
	}
	return nil
}

// Latest are the games older than the id, of all with "", that are wanted: the
// latest first, at most so many.
func (a *Archive) Latest(before string, most int, wanted func(*Summary) bool) []*Summary {
	a.mu.RLock()
	defer a.mu.RUnlock()
	n := len(a.games)
	if before != "" {
		n, _ = slices.BinarySearchFunc(a.games, before, byID)
	}
	var games []*Summary
	for _, s := range slices.Backward(a.games[:n]) {
		if len(games) == most {
			break
		}
		if wanted(s) {
			games = append(games, s)
		}
	}
	return games
}

// AddTo adds the teams' tallies to those of other tracks.
func (a *Archive) AddTo(all map[string]*Tally) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for team, t := range a.teams {
		if all[team] == nil {
			all[team] = NewTally(team)
		}
		all[team].add(t)
	}
}

// Games are all games that are over, by age.
func (a *Archive) Games() []*Summary {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return slices.Clone(a.games)
}
