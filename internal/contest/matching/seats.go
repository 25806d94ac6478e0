package matching

import "wolfden/werewolf"

// seats is the third puzzle: who sits where, teams and roles being settled.
// Moves exchange the seats of two players of a game. The cost counts squares of
// how often a team sits in a seat, how often a role is played there (a seat must
// not tell its role), and, least, how often a team plays a role there.
type seats struct {
	tables [][]chair
	sat    [][]int // of each team, by seat
	held   [][]int // of each role, by seat
	both   [][]int // of each team and role, by seat
	above  int
	change int
	move   trade
}

// The weights of the three parts of the cost.
const (
	weightSat  = 4
	weightHeld = 2
	weightBoth = 1
)

// seatTables orders the chairs of every game by seat, in place. Of the settled
// games it only counts who sat where.
func seatTables(s *Spec, d *dice, tables, settled [][]chair) [][]chair {
	n := s.Players()
	p := &seats{
		tables: tables, sat: grid(s.Teams, n), held: grid(werewolf.MaxRoles, n), both: grid(s.Teams*werewolf.MaxRoles, n),
	}
	for _, chairs := range settled {
		for seat, c := range chairs {
			p.sits(c, seat)
		}
	}
	for g, chairs := range tables {
		p.tables[g] = p.seat(d, chairs)
	}
	p.count()
	improve(p, d, len(tables)*n, 12)
	even(&evener{
		tables: p.tables, count: p.sat,
		label: func(_ chair, seat int) int { return seat },
		swap:  func(t trade) { p.move = t; p.commit() },
	})
	return p.tables
}

// seat gives each player the seat that costs least.
func (p *seats) seat(d *dice, chairs []chair) []chair {
	shuffle(d, chairs)
	out, free := make([]chair, len(chairs)), make([]int, len(chairs))
	for i := range free {
		free[i] = i
	}
	for _, c := range chairs {
		least := 0
		for k, s := range free {
			if p.price(c, s) < p.price(c, free[least]) {
				least = k
			}
		}
		s := free[least]
		free[least] = free[len(free)-1]
		free = free[:len(free)-1]
		p.sits(c, s)
		out[s] = c
	}
	return out
}

func (p *seats) sits(c chair, seat int) {
	for _, row := range p.rows(c) {
		row[seat]++
	}
}

// rows is all that counts where a chair stands.
func (p *seats) rows(c chair) [3][]int {
	return [...][]int{p.sat[c.slot], p.held[c.Role], p.both[int(c.slot)*werewolf.MaxRoles+int(c.Role)]}
}

// price is half of the rise in cost if the chair stood in the seat once more,
// less what is the same for all seats.
func (p *seats) price(c chair, seat int) int {
	rows := p.rows(c)
	return weightSat*rows[0][seat] + weightHeld*rows[1][seat] + weightBoth*rows[2][seat]
}

func (p *seats) count() {
	rise := func(weight int, rows [][]int) {
		for _, row := range rows {
			sum, squares := 0, 0
			for _, n := range row {
				sum, squares = sum+n, squares+n*n
			}
			p.above += weight * (squares - spread(sum, len(row)))
		}
	}
	rise(weightSat, p.sat)
	rise(weightHeld, p.held)
	rise(weightBoth, p.both)
}

func (p *seats) excess() int { return p.above }

func (p *seats) propose(d *dice) (change int, ok bool) {
	g := d.below(len(p.tables))
	chairs := p.tables[g]
	i, j := d.below(len(chairs)), d.below(len(chairs))
	if i == j {
		return 0, false
	}
	p.move = trade{g, i, j}
	p.change = p.cost(chairs[i], chairs[j], i, j)
	return p.change, true
}

// cost is what it costs to exchange chair a in seat i with chair b in seat j.
func (p *seats) cost(a, b chair, i, j int) int {
	change := 2 * (p.price(a, j) - p.price(a, i) + p.price(b, i) - p.price(b, j))
	change += 4 * (weightSat + weightBoth)
	if a.Role != b.Role { // else the role stays in both seats, and its prices cancel
		change += 4 * weightHeld
	}
	return change
}

func (p *seats) commit() {
	i, j, chairs := p.move.i, p.move.j, p.tables[p.move.game]
	for k, row := range p.rows(chairs[i]) {
		row[i]--
		row[j]++
		row = p.rows(chairs[j])[k]
		row[j]--
		row[i]++
	}
	chairs[i], chairs[j] = chairs[j], chairs[i]
	p.above += p.change
}
