package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// world is a contest whose strengths are known: by team and post.
type world struct {
	posts     []post
	seats     []int // the post of each seat
	advantage float64
	strength  [][]float64
	prior     prior
}

// The tables of the contest.
func fivePlayers() [2][]int     { return [2][]int{{0, 1, 1}, {2, 3}} }
func ninePlayers() [2][]int     { return [2][]int{{0, 1, 2, 3, 3, 3}, {4, 5, 5}} }
func thirteenPlayers() [2][]int { return [2][]int{{0, 1, 2, 3, 3, 3, 3, 3, 3}, {4, 5, 5, 5}} }

func emptyWorld(teams int, table [2][]int) *world {
	w := &world{}
	for side, roles := range table {
		for _, role := range roles {
			p := post{side, role}
			if !slices.Contains(w.posts, p) {
				w.posts = append(w.posts, p)
			}
			w.seats = append(w.seats, slices.Index(w.posts, p))
		}
	}
	w.strength = make([][]float64, teams)
	return w
}

// likely draws a world from the prior of the rating.
func likely(random *rand.Rand, teams int, table [2][]int) *world {
	w := emptyWorld(teams, table)
	l := &league{teams: teams, settings: 1, posts: w.posts}
	priors := l.priors()
	u := random.Float64()
	for i := range priors {
		w.prior = priors[i]
		if u -= priors[i].mass; u < 0 {
			break
		}
	}
	w.draw(random)
	return w
}

// alike reports whether all teams are equal.
func (w *world) alike() bool { return w.prior.width == 0 && w.prior.apart == 0 }

// draw draws strengths from the world's prior.
func (w *world) draw(random *rand.Rand) {
	w.advantage = settingSpread * random.NormFloat64()
	for t := range w.strength {
		var sides [2]float64
		common := random.NormFloat64()
		for s := range sides {
			sides[s] = w.prior.width * (math.Sqrt(w.prior.alliance)*common + math.Sqrt(1-w.prior.alliance)*random.NormFloat64())
		}
		w.strength[t] = make([]float64, len(w.posts))
		for p, at := range w.posts {
			w.strength[t][p] = sides[at.side] + w.prior.apart*random.NormFloat64()
		}
	}
	for p, at := range w.posts { // strengths are measured from the mean of the teams, and what the mean is worth is the advantage's
		sum := 0.0
		for t := range w.strength {
			sum += w.strength[t][p] / float64(len(w.strength))
		}
		for t := range w.strength {
			w.strength[t][p] -= sum
		}
		w.advantage += at.sign() * w.seatsOf(p) * sum
	}
}

// odds are the log-odds of the first side between teams in the seats.
func (w *world) odds(teams []int) float64 {
	x := w.advantage
	for seat, t := range teams[:len(w.seats)] {
		p := w.seats[seat]
		x += w.posts[p].sign() * w.strength[t][p]
	}
	return x
}

// play plays games of randomly drawn teams in randomly drawn seats.
func (w *world) play(random *rand.Rand, games int) []Match {
	matches := make([]Match, games)
	for g := range matches {
		teams, m := random.Perm(len(w.strength)), Match{Winner: 1}
		for seat, p := range w.seats {
			at := w.posts[p]
			m.Sides[at.side] = append(m.Sides[at.side], teams[seat])
			m.Roles[at.side] = append(m.Roles[at.side], at.role)
		}
		if random.Float64() < logistic(w.odds(teams)) {
			m.Winner = 0
		}
		matches[g] = m
	}
	return matches
}

// seatsOf is how many seats have the post.
func (w *world) seatsOf(p int) (n float64) {
	for _, q := range w.seats {
		if q == p {
			n++
		}
	}
	return n
}

// over is the mean strength of a team over the seats of posts that count.
func (w *world) over(team int, counts func(post) bool) float64 {
	sum, seats := 0.0, 0.0
	for p, at := range w.posts {
		if counts(at) {
			sum, seats = sum+w.seatsOf(p)*w.strength[team][p], seats+w.seatsOf(p)
		}
	}
	return sum / seats
}

func (w *world) overall(team int) float64 {
	return w.over(team, func(post) bool { return true })
}

// adjusted is the win rate of a team among average players.
func (w *world) adjusted(team int) float64 {
	sum := 0.0
	for _, p := range w.seats {
		sum += logistic(w.posts[p].sign()*w.advantage + w.strength[team][p])
	}
	return sum / float64(len(w.seats))
}

// lineUps is how many drawn tables a true win rate is the mean of.
const lineUps = 1000

// wins are how often each team wins in each post, among others drawn by chance.
func (w *world) wins(random *rand.Rand) [][]float64 {
	rates := make([][]float64, len(w.strength))
	for t := range rates {
		rates[t] = make([]float64, len(w.posts))
		for p, at := range w.posts {
			seat := slices.Index(w.seats, p)
			for range lineUps {
				teams := random.Perm(len(w.strength))
				own := slices.Index(teams, t)
				teams[own], teams[seat] = teams[seat], t
				x := at.sign() * w.odds(teams)
				rates[t][p] += logistic(x) / lineUps
			}
		}
	}
	return rates
}
