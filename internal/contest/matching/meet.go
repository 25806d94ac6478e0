package matching

import "slices"

// meetings is the first puzzle: which teams meet in each game. How often a team
// plays is settled before; moves exchange two teams between two games, and the
// cost is the sum over all pairs of the square of how often they meet.
type meetings struct {
	seats int
	order [][]slot // of each game all teams; the first ones play
	place [][]int  // of each game, where a team stands in its order
	met   [][]int  // how often two teams meet
	above int
	move  exchange
}

// exchange moves team a from game g to game h, and b from h to g.
type exchange struct {
	g, h, change int
	a, b         slot
}

// drawMeetings is the teams of every game.
func drawMeetings(s *Spec, d *dice) [][]slot {
	m := &meetings{seats: s.Players(), met: grid(s.Teams, s.Teams)}
	m.deal(d, s.Teams, s.Games)
	m.count()
	if s.Teams > m.seats {
		improve(m, d, s.Games*m.seats, 2)
	}
	tables := make([][]slot, s.Games)
	for g := range tables {
		tables[g] = m.order[g][:m.seats]
	}
	return tables
}

// deal fills the games in turn with the teams that have most games left. No
// team ever has more left than there are games to come, so it comes out.
func (m *meetings) deal(d *dice, count, games int) {
	teams, left := make([]slot, count), make([]int, count)
	for t := range teams {
		teams[t] = slot(t)
	}
	shuffle(d, teams)
	for i, t := range teams {
		left[t] = games * m.seats / count
		if i < games*m.seats%count {
			left[t]++
		}
	}
	for range games {
		shuffle(d, teams)
		slices.SortStableFunc(teams, func(a, b slot) int { return left[b] - left[a] })
		place := make([]int, count)
		for i, t := range teams {
			place[t] = i
			if i < m.seats {
				left[t]--
			}
		}
		m.order, m.place = append(m.order, slices.Clone(teams)), append(m.place, place)
	}
}

// count takes stock of the pairs, and of how far the cost is above what it is
// when every team meets all others equally often, give or take one.
func (m *meetings) count() {
	for _, order := range m.order {
		for i, a := range order[:m.seats] {
			for _, b := range order[:i] {
				m.met[a][b]++
				m.met[b][a]++
			}
		}
	}
	twice := 0 // every pair is seen from both sides
	for _, row := range m.met {
		sum := 0
		for _, n := range row {
			sum += n
			twice += n * n
		}
		twice -= spread(sum, max(1, len(row)-1))
	}
	m.above = twice / 2
}

func (m *meetings) excess() int { return m.above }

func (m *meetings) plays(game int, t slot) bool { return m.place[game][t] < m.seats }

func (m *meetings) propose(d *dice) (change int, ok bool) {
	g, h := d.below(len(m.order)), d.below(len(m.order))
	a := m.order[g][d.below(m.seats)]
	b := m.order[g][m.seats+d.below(len(m.met)-m.seats)]
	if m.plays(h, a) || !m.plays(h, b) { // as when g is h
		return 0, false
	}
	metA, metB := m.met[a], m.met[b]
	for _, x := range m.order[g][:m.seats] {
		if x != a && !m.plays(h, x) {
			change += 2*(metB[x]-metA[x]) + 2
		}
	}
	for _, x := range m.order[h][:m.seats] {
		if x != b && !m.plays(g, x) {
			change += 2*(metA[x]-metB[x]) + 2
		}
	}
	m.move = exchange{g: g, h: h, a: a, b: b, change: change}
	return change, true
}

func (m *meetings) commit() {
	x := m.move
	m.replace(x.g, x.a, x.b)
	m.replace(x.h, x.b, x.a)
	m.above += x.change
}

// replace puts one team into a game in place of another.
func (m *meetings) replace(game int, out, in slot) {
	order, place := m.order[game], m.place[game]
	for _, x := range order[:m.seats] {
		if x != out {
			m.met[out][x]--
			m.met[x][out]--
			m.met[in][x]++
			m.met[x][in]++
		}
	}
	place[out], place[in] = place[in], place[out]
	order[place[out]], order[place[in]] = out, in
}
