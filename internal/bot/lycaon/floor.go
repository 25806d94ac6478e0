package lycaon

import (
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// Speaks says when words may move a vote: a villager speaks, out of turn, as soon as it wants somebody else executed than
// it last announced, or as nobody has more votes announced against it than itself. The werewolves' side takes its turns
// as everybody does: falling silent after its vote cost it 3 to 5 points of a hundred.
func (d *decider) Speaks(p *talker.Player, usual bool) bool {
	o := p.Observation()
	announced := p.Plan()
	if announced == 0 || o.Team() != werewolf.VillagerTeam {
		return usual
	}
	return usual || d.threatened(o) || d.Target(p) != announced
}

// threatened reports whether nobody has more votes announced against it than the player, who has some, and the last
// word was not its own.
func (d *decider) threatened(o *werewolf.Observation) bool {
	signs := d.reasoner.Evidence()
	against := signs.Against(o.Seat).Len()
	if against == 0 || len(o.Talks) == 0 || o.Talks[len(o.Talks)-1].Seat == o.Seat {
		return false
	}
	for id := range o.Others().All() {
		if signs.Against(id).Len() > against {
			return false
		}
	}
	return true
}
