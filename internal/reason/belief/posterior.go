package belief

import (
	"wolfden/internal/reason/deal"
	"wolfden/werewolf"
)

// Posterior is what is believed: a probability for every role of every player, and for every two players. The zero
// Posterior believes nothing. Several goroutines may read it.
type Posterior struct {
	n            int
	roles        *werewolf.RoleTable
	wolves, foes []werewolf.Role
	length       int // number of roles in what is indexed by role
	total        float64
	role         []deal.Weights
	joint        []deal.Weights // by seat and other seat: the seat has the role and the other is a werewolf
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

// finish turns the weights into probabilities.
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

// Role returns the probability that the player has the role, 0 for somebody not at the table.
func (p *Posterior) Role(id werewolf.SeatID, r werewolf.Role) float64 {
	if id < 1 || int(id) > p.n || r >= werewolf.MaxRoles {
		return 0
	}
	return p.role[id-1][r]
}

// Wolf returns the probability that the player is a werewolf.
func (p *Posterior) Wolf(id werewolf.SeatID) float64 { return p.one(id, p.wolves) }

// Foe returns the probability that the player wins with the werewolves.
func (p *Posterior) Foe(id werewolf.SeatID) float64 { return p.one(id, p.foes) }

// Traitor returns the probability that the player is human and wins with the werewolves.
func (p *Posterior) Traitor(id werewolf.SeatID) float64 {
	return p.in(id, p.roles.Where(werewolf.RoleSpec.Traitor))
}

// Power returns the probability that the player has a role with the power.
func (p *Posterior) Power(id werewolf.SeatID, has werewolf.Power) float64 {
	return p.in(id, p.roles.WithPower(has))
}

// in returns the probability that the player has a role of the set.
func (p *Posterior) in(id werewolf.SeatID, set werewolf.RoleSet) (sum float64) {
	for r := werewolf.Role(1); r < werewolf.MaxRoles; r++ {
		if set.Has(r) {
			sum += p.Role(id, r)
		}
	}
	return sum
}

// one returns the probability that the player has one of the roles.
func (p *Posterior) one(id werewolf.SeatID, of []werewolf.Role) (sum float64) {
	for _, r := range of {
		sum += p.Role(id, r)
	}
	return sum
}

// Both returns the probability that both players are werewolves.
func (p *Posterior) Both(a, b werewolf.SeatID) (sum float64) {
	for _, r := range p.wolves {
		sum += p.With(a, r, b)
	}
	return sum
}

// With returns the probability that a has the role and b is a werewolf, 0 where one of them is not at the table.
func (p *Posterior) With(a werewolf.SeatID, r werewolf.Role, b werewolf.SeatID) float64 {
	if a < 1 || b < 1 || int(a) > p.n || int(b) > p.n || r >= werewolf.MaxRoles {
		return 0
	}
	return p.joint[(int(a)-1)*p.n+int(b)-1][r]
}

// Wolves returns the expected number of werewolves among the players.
func (p *Posterior) Wolves(among werewolf.SeatSet) (sum float64) {
	for id := range among.All() {
		sum += p.Wolf(id)
	}
	return sum
}

// Top returns which of the players most likely has the role, 0 if there are none; among equals the lowest seat.
func (p *Posterior) Top(among werewolf.SeatSet, r werewolf.Role) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return p.Role(id, r) })
}

// TopWolf returns which of the players is most likely a werewolf, 0 if there are none; among equals the lowest seat.
func (p *Posterior) TopWolf(among werewolf.SeatSet) werewolf.SeatID { return among.Most(p.Wolf) }

// TopPower returns which of the players most likely has the power, 0 if there are none; among equals the lowest seat.
func (p *Posterior) TopPower(among werewolf.SeatSet, has werewolf.Power) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return p.Power(id, has) })
}

// Guess returns the player's most likely role, and its probability.
func (p *Posterior) Guess(id werewolf.SeatID) (best werewolf.Role, how float64) {
	for r := werewolf.Role(1); r < werewolf.MaxRoles; r++ {
		if x := p.Role(id, r); x > how {
			best, how = r, x
		}
	}
	return best, how
}
