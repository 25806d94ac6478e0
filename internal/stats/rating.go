package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// Match is one game of two sides, each of which wins or loses as a whole.
type Match struct {
	Setting int      // games of a setting share how strong the sides are; from 0, below the number of matches
	Sides   [2][]int // the teams of the players on either side; a team may come several times
	// Roles are those of the players, from 0, in the order of Sides. None where they are not known.
	Roles  [2][]int
	Winner int // 0 or 1
}

// Strength is a team's estimated strength. Strengths are in log-odds: how much one such player adds to its own
// side's chance to win, compared with the mean of the rated teams.
type Strength struct {
	Overall Estimate    // of a seat drawn from all
	Side    [2]Estimate // of a seat on the first, the second side
	// Role is by role, none where roles are not known. Few games in a role say little of it: the strength on its side says more.
	Role []Estimate
	// Rate is the expected win rate in a seat drawn from all, with average players in the other seats: the win
	// rate without luck in sides, team-mates and opponents. It is between 0 and 1.
	Rate Estimate
	// RankLow to RankHigh contains the rank with a probability of 95%; rank 1 is the strongest.
	RankLow, RankHigh int
	// Best is the probability of being the strongest of the teams rated.
	Best  float64
	Games int // seats played
}

// Rating is the result of RateTeams.
type Rating struct {
	Teams []Strength
	// Advantage is the rate at which the first side wins between average
	// players, by setting.
	Advantage []Estimate
	// Warnings are what a reader must know before comparing teams.
	Warnings []string
}

// RateTeams rates teams by the games they played with and against each other.
//
// The model: the log-odds of the first side are an advantage of the setting, plus the strengths of its
// players, less those of the other side. A team has one strength for each side, and in each role, where all
// matches tell roles, one that lies around it. The prior is normal around 0. Its width, how much the two sides of
// a team go together, and how far its roles lie apart, are averaged over, weighted by how well they explain the
// games. So few games give strengths near 0 instead of wild ones. Intervals, ranks and the probability of being best
// come from 4,000 draws of the posterior: of its normal approximation where there are many games, else of itself.
// The same seed gives the same figures.
//
// Matches with a winner other than 0 and 1, with an empty side, or with teams that are not below the given
// number, are left out with a warning. The time grows with matches times the square of the players.
func RateTeams(teams int, matches []Match, seed uint64) Rating {
	return rateTeams(teams, matches, seed, ratingDraws)
}

func rateTeams(teams int, matches []Match, seed uint64, number int) Rating {
	teams = max(teams, 0)
	valid := slices.DeleteFunc(slices.Clone(matches), func(m Match) bool {
		return !m.valid(teams) || m.Setting >= len(matches)
	})
	r := Rating{Teams: make([]Strength, teams)}
	if left := len(matches) - len(valid); left > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("left out, for want of a winner, of two sides or of a known team: %s", games(left)))
	}
	if teams == 0 || len(valid) == 0 {
		r.Warnings = append(r.Warnings, "no games to rate")
		for t := range r.Teams {
			none := undefined(0, "no games")
			r.Teams[t] = Strength{Overall: none, Side: [2]Estimate{none, none}, Rate: none, RankLow: 1, RankHigh: teams}
		}
		return r
	}
	l := newLeague(teams, valid)
	d := l.newDraws()
	exact, err := l.draw(seed, number, func(x []float64) { l.addDraw(d, x) })
	if err != nil {
		r.Warnings = append(r.Warnings, err.Error())
		return r
	}
	l.summarise(&r, d)
	l.warn(&r, valid)
	if !exact && len(valid) < manyGames {
		r.Warnings = append(r.Warnings, "so many teams with so few games: strengths and intervals are approximate")
	}
	return r
}

func (m *Match) valid(teams int) bool {
	unknown := func(t int) bool { return t < 0 || t >= teams }
	for side, roles := range m.Roles {
		if len(roles) > 0 && (len(roles) != len(m.Sides[side]) || slices.Min(roles) < 0) {
			return false
		}
	}
	return m.Setting >= 0 && (m.Winner == 0 || m.Winner == 1) && len(m.Sides[0]) > 0 && len(m.Sides[1]) > 0 &&
		!slices.ContainsFunc(m.Sides[0], unknown) && !slices.ContainsFunc(m.Sides[1], unknown)
}

// post is a role on a side; the role is 0 where roles are not known.
type post struct{ side, role int }

// sign is what a strength in the post adds to the log-odds of the first side.
func (p post) sign() float64 { return [...]float64{1, -1}[p.side] }

// league is the games as input of the regression. The coefficients are one for each setting, then one for each
// post of each team.
type league struct {
	teams, settings int
	posts           []post
	trials          []trial
	games           []int       // of each setting
	seats           [][]float64 // of all games of each setting, by post
	played          [][]int     // of each team in each post
}

// mostByRole is how many strengths by role there may be: more take minutes.
const mostByRole = 400

func newLeague(teams int, matches []Match) *league {
	l := &league{teams: teams, played: make([][]int, teams)}
	l.posts = postsOf(matches, !slices.ContainsFunc(matches, func(m Match) bool { return len(m.Roles[0]) == 0 || len(m.Roles[1]) == 0 }))
	if l.knowsRoles() && teams*len(l.posts) > mostByRole {
		l.posts = postsOf(matches, false)
	}
	number := map[post]int{}
	for i, p := range l.posts {
		number[p] = i
	}
	for i := range matches {
		l.settings = max(l.settings, matches[i].Setting+1)
	}
	l.games, l.seats = make([]int, l.settings), make([][]float64, l.settings)
	for s := range l.seats {
		l.seats[s] = make([]float64, len(l.posts))
	}
	for t := range l.played {
		l.played[t] = make([]int, len(l.posts))
	}
	for i := range matches {
		m := &matches[i]
		t := trial{terms: []term{{m.Setting, 1}}, played: 1, won: float64(1 - m.Winner)}
		for side := range m.Sides {
			for k, team := range m.Sides[side] {
				at := post{side, 0}
				if l.knowsRoles() {
					at.role = m.Roles[side][k]
				}
				p := number[at]
				t.add(l.at(team, p), at.sign())
				l.played[team][p]++
				l.seats[m.Setting][p]++
			}
		}
		l.games[m.Setting]++
		l.trials = append(l.trials, t)
	}
	return l
}

// postsOf are those of the matches, in order. Without roles, and where no side has more than one, they are the two sides.
func postsOf(matches []Match, roles bool) []post {
	var posts []post
	for i := range matches {
		for side, of := range matches[i].Roles {
			for _, role := range of {
				if p := (post{side, role}); roles && !slices.Contains(posts, p) {
					posts = append(posts, p)
				}
			}
		}
	}
	if len(posts) <= 2 {
		return []post{{0, 0}, {1, 0}}
	}
	slices.SortFunc(posts, func(a, b post) int { return cmp.Or(cmp.Compare(a.side, b.side), cmp.Compare(a.role, b.role)) })
	return posts
}

// knowsRoles reports whether a side has several posts.
func (l *league) knowsRoles() bool { return len(l.posts) > 2 }

// at returns the index of the coefficient of a team in a post.
func (l *league) at(team, post int) int { return l.settings + len(l.posts)*team + post }

func (l *league) size() int { return l.settings + len(l.posts)*l.teams }

// add counts one more player of the coefficient.
func (t *trial) add(at int, by float64) {
	for i := range t.terms {
		if t.terms[i].at == at {
			t.terms[i].by += by
			return
		}
	}
	t.terms = append(t.terms, term{at, by})
}

// shares are those of all seats that the posts have, and that the sides have.
func (l *league) shares() (posts []float64, sides [2]float64) {
	posts = make([]float64, len(l.posts))
	all := 0.0
	for _, seats := range l.seats {
		for p, n := range seats {
			posts[p] += n
			all += n
		}
	}
	for p := range posts {
		posts[p] /= all
		sides[l.posts[p].side] += posts[p]
	}
	return posts, sides
}

// warn adds warnings about what the games cannot tell.
func (l *league) warn(r *Rating, matches []Match) {
	linked := make(map[[2]int]bool)
	for i := range matches {
		all := slices.Concat(matches[i].Sides[0], matches[i].Sides[1])
		for _, a := range all {
			linked[[2]int{all[0], a}] = true
		}
	}
	if most(groups(l.teams, func(i, j int) bool { return linked[[2]int{i, j}] })) > 0 {
		r.Warnings = append(r.Warnings, "not all teams are connected by games: between groups that never met, strengths cannot be compared")
	}
	few, lopsided := 0, 0
	for _, played := range l.played {
		var seats [2]int
		for p, n := range played {
			seats[l.posts[p].side] += n
		}
		if seats[0]+seats[1] < fewTrials {
			few++
		}
		if min(seats[0], seats[1]) == 0 {
			lopsided++
		}
	}
	if few > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %d teams have fewer than %d games: their strengths lean on the prior", few, l.teams, fewTrials))
	}
	if lopsided > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %d teams never played one of the sides", lopsided, l.teams))
	}
	if l.settings > 1 {
		r.Warnings = append(r.Warnings, "a player is taken to add as much in every setting, however many play")
	}
}

// groups numbers the connected parts of a graph from 0.
func groups(n int, linked func(i, j int) bool) []int {
	group := make([]int, n)
	for i := range group {
		group[i] = -1
	}
	next := 0
	for start := range n {
		if group[start] >= 0 {
			continue
		}
		group[start] = next
		for todo := []int{start}; len(todo) > 0; {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for j := range n {
				if group[j] < 0 && (linked(i, j) || linked(j, i)) {
					group[j] = next
					todo = append(todo, j)
				}
			}
		}
		next++
	}
	return group
}

func most(group []int) (highest int) {
	for _, g := range group {
		highest = max(highest, g)
	}
	return highest
}
