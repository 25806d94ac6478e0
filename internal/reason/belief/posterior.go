package belief

import (
	"wolfden/internal/reason/deal"
	"wolfden/werewolf"
)

// Posterior is what is believed: a probability for every role of every player, and for every two players. The zero
// Posterior believes nothing. It may be read by anybody.
type Posterior struct {
	n            int
	roles        *werewolf.RoleTable
	wolves, foes []werewolf.Role
	length       int // of what is indexed by role, as far as there are roles
	total        float64
	role         []deal.Weights
	joint        []deal.Weights // by seat and other: the seat has the role and the other is a werewolf
}

func (p *Posterior) begin(n int, roles *werewolf.RoleTable) {
	if p.wolves == nil || p.roles != roles {
		p.wolves = roles.OfSpecies(werewolf.Wolf).Slice()
		p.foes = roles.OfTeam(werewolf.WerewolfTeam).Slice()
		p.length = 1 + len(roles.Roles())
	}
	p.n, p.roles, p.total = n, roles, 0
	p.role = resize(p.role, n)
	p.joint = resize(p.joint, n*n)
}

// finish makes probabilities of weights.
func (p *Posterior) finish() bool {
	if p.total <= 0 {
		return false
	}
	for _, rows := range [...][]deal.Weights{p.role, p.joint} {
		for i := range rows {
			for r := range rows[i][:p.length] {
				rows[i][r] /= p.total
			}
		}
	}
	p.total = 1
	return true
}

// Role is the probability that the player has the role, 0 for nobody at the table.
func (p *Posterior) Role(id werewolf.SeatID, r werewolf.Role) float64 {
	if id < 1 || int(id) > p.n || r >= werewolf.MaxRoles {
		return 0
	}
	return p.role[id-1][r]
}

// Wolf is the probability that the player is a werewolf.
func (p *Posterior) Wolf(id werewolf.SeatID) float64 { return p.one(id, p.wolves) }

// Foe is the probability that the player wins with the werewolves.
func (p *Posterior) Foe(id werewolf.SeatID) float64 { return p.one(id, p.foes) }

// Traitor is the probability that the player is human and wins with the werewolves.
func (p *Posterior) Traitor(id werewolf.SeatID) float64 {
	return p.in(id, p.roles.Where(werewolf.RoleSpec.Traitor))
}

// Power is the probability that the player has a role with the power.
func (p *Posterior) Power(id werewolf.SeatID, has werewolf.Power) float64 {
	return p.in(id, p.roles.WithPower(has))
}

// in is the probability that the player has a role of the set.
func (p *Posterior) in(id werewolf.SeatID, set werewolf.RoleSet) (sum float64) {
	for r := werewolf.Role(1); r < werewolf.MaxRoles; r++ {
		if set.Has(r) {
			sum += p.Role(id, r)
		}
	}
	return sum
}

// one is the probability that the player has one of the roles.
func (p *Posterior) one(id werewolf.SeatID, of []werewolf.Role) (sum float64) {
	for _, r := range of {
		sum += p.Role(id, r)
	}
	return sum
}

// Both is the probability that both players are werewolves.
func (p *Posterior) Both(a, b werewolf.SeatID) (sum float64) {
	for _, r := range p.wolves {
		sum += p.With(a, r, b)
	}
	return sum
}

// With is the probability that a has the role and b is a werewolf.
func (p *Posterior) With(a werewolf.SeatID, r werewolf.Role, b werewolf.SeatID) float64 {
	if a < 1 || b < 1 || int(a) > p.n || int(b) > p.n || r >= werewolf.MaxRoles {
		return 0
	}
	return p.joint[(int(a)-1)*p.n+int(b)-1][r]
}

// Wolves is the expected number of werewolves among the players.
func (p *Posterior) Wolves(among werewolf.SeatSet) (sum float64) {
	for id := range among.All() {
		sum += p.Wolf(id)
	}
	return sum
}

// Top is the player most likely to have the role among those given, none of none; of equals the lowest seat.
func (p *Posterior) Top(among werewolf.SeatSet, r werewolf.Role) (top werewolf.SeatID) {
	for id := range among.All() {
		if top == 0 || p.Role(id, r) > p.Role(top, r) {
			top = id
		}
	}
	return top
}

// TopWolf is the player most likely to be a werewolf among those given, none of none; of equals the lowest seat.
func (p *Posterior) TopWolf(among werewolf.SeatSet) werewolf.SeatID { return likeliest(among, p.Wolf) }

// TopPower is the player most likely to have the power among those given, none of none; of equals the lowest seat.
func (p *Posterior) TopPower(among werewolf.SeatSet, has werewolf.Power) werewolf.SeatID {
	return likeliest(among, func(id werewolf.SeatID) float64 { return p.Power(id, has) })
}

func likeliest(among werewolf.SeatSet, is func(werewolf.SeatID) float64) (top werewolf.SeatID) {
	for id := range among.All() {
		if top == 0 || is(id) > is(top) {
			top = id
		}
	}
	return top
}

// Guess is the role the player most likely has, and how likely.
func (p *Posterior) Guess(id werewolf.SeatID) (best werewolf.Role, how float64) {
	for r := werewolf.Role(1); r < werewolf.MaxRoles; r++ {
		if x := p.Role(id, r); x > how {
			best, how = r, x
		}
	}
	return best, how
}
