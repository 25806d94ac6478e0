package stats

import (
	"fmt"
	"slices"
)

// Match is one game of two sides, each of which wins or loses as a whole.
type Match struct {
	Setting int      // games of a setting share how strong the sides are; from 0, below the number of matches
	Sides   [2][]int // the teams of the players on either side; a team may come several times
	Winner  int      // 0 or 1
}

// Strength is a team's estimated strength. Strengths are in log-odds: how much one such player adds to its own
// side's chance to win, compared with the mean of the rated teams.
type Strength struct {
	Overall Estimate    // of a seat drawn from all
	Side    [2]Estimate // of a seat on the first, the second side
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
// players, less those of the other side. A team has one strength for each side. The estimate is a ridge
// regression, that is with a normal prior around 0. The width of the prior, and how much the two strengths of
// a team go together, are averaged over, weighted by how well they explain the games. So few games give
// strengths near 0 instead of wild ones. Intervals, ranks and the probability of being best come from 4,000
// draws of the posterior; the same seed gives the same figures.
//
// Matches with a winner other than 0 and 1, with an empty side, or with teams that are not below the given
// number, are left out with a warning. The time grows with matches times the square of the players.
func RateTeams(teams int, matches []Match, seed uint64) Rating {
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
	posterior := l.posterior()
	if len(posterior) == 0 {
		r.Warnings = append(r.Warnings, errSingular.Error())
		return r
	}
	l.summarise(&r, posterior, seed)
	l.warn(&r, valid)
	return r
}

func (m *Match) valid(teams int) bool {
	unknown := func(t int) bool { return t < 0 || t >= teams }
	return m.Setting >= 0 && (m.Winner == 0 || m.Winner == 1) && len(m.Sides[0]) > 0 && len(m.Sides[1]) > 0 &&
		!slices.ContainsFunc(m.Sides[0], unknown) && !slices.ContainsFunc(m.Sides[1], unknown)
}

// league is the games as input of the regression. The coefficients are one for each setting, then two for each
// team.
type league struct {
	teams, settings int
	trials          []trial
	games           []int        // of each setting
	seats           [][2]float64 // of all games of each setting
	played          [][2]int     // of each team on each side
}

func newLeague(teams int, matches []Match) *league {
	l := &league{teams: teams, played: make([][2]int, teams)}
	for i := range matches {
		l.settings = max(l.settings, matches[i].Setting+1)
	}
	l.games, l.seats = make([]int, l.settings), make([][2]float64, l.settings)
	for i := range matches {
		m := &matches[i]
		t := trial{terms: []term{{m.Setting, 1}}, played: 1, won: float64(1 - m.Winner)}
		for side, sign := range [2]float64{1, -1} {
			for _, team := range m.Sides[side] {
				t.add(l.at(team, side), sign)
				l.played[team][side]++
			}
			l.seats[m.Setting][side] += float64(len(m.Sides[side]))
		}
		l.games[m.Setting]++
		l.trials = append(l.trials, t)
	}
	return l
}

// at returns the index of the coefficient of a team on a side.
func (l *league) at(team, side int) int { return l.settings + 2*team + side }

func (l *league) size() int { return l.settings + 2*l.teams }

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

// share returns the share of all seats that are on the side.
func (l *league) share(side int) float64 {
	var seats [2]float64
	for _, s := range l.seats {
		seats[0] += s[0]
		seats[1] += s[1]
	}
	return seats[side] / (seats[0] + seats[1])
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
	for _, p := range l.played {
		if p[0]+p[1] < fewTrials {
			few++
		}
		if p[0] == 0 || p[1] == 0 {
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
