package lycaon

import (
	"math"

	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

const (
	// firm is how firm announced votes are: one vote more makes an execution e^firm times as likely, beside the others.
	firm = 1.5
	// gain is by how much the village must be likelier to win for an announced vote to be given up.
	gain = 0.03
)

// chances are how likely the village is to win once somebody other than a werewolf was executed and others can still be,
// as counted in games of five among the built-in players.
type chances struct{ possessed, other, self float64 }

var (
	usual  = chances{possessed: 0.45, other: 0.4, self: 0.38}
	bySeer = chances{possessed: 0.6, other: 0.3, self: 0.2} // the seer knows more tomorrow, where it lives and is believed
)

// wisest is the player whose name on one's own ballot makes the village likeliest to win, given the votes announced, with
// how likely each makes it. A vote that stands alone executes nobody.
func (d *decider) wisest(o *werewolf.Observation, among werewolf.SeatSet) (best werewolf.SeatID, win [werewolf.MaxSeats + 1]float64) {
	var pull, worth [werewolf.MaxSeats + 1]float64
	sum := 0.0
	for id := range o.Living.All() {
		votes := d.reasoner.Evidence().Against(id).Without(o.Seat).Len()
		pull[id], worth[id] = math.Exp(firm*float64(votes)), d.worthToVillage(o, id)
		sum += pull[id]
	}
	for id := range among.All() {
		for other := range o.Living.All() {
			win[id] += pull[other] * worth[other]
		}
		more := pull[id] * (math.Exp(firm) - 1)
		win[id] = (win[id] + more*worth[id]) / (sum + more)
		if best == 0 || win[id] > win[best] {
			best = id
		}
	}
	return best, win
}

// worthToVillage is how likely the village is to win once the player has been executed.
func (d *decider) worthToVillage(o *werewolf.Observation, id werewolf.SeatID) float64 {
	wolf, possessed := d.view.Wolf(id), d.view.Traitor(id)
	c := &usual
	if o.Power() == werewolf.Divines {
		c = &bySeer
	}
	switch {
	case decisive(o):
		return wolf
	case id == o.Seat:
		return c.self
	default:
		return wolf + c.possessed*possessed + c.other*(1-wolf-possessed)
	}
}

// reconsider gives up the announced vote, with the last word of the day, for one that is likelier to help.
func (d *decider) reconsider(p *talker.Player, t *talker.Turn) bool {
	o, old := p.Observation(), p.Plan()
	if old == 0 || t.Rest > 0 || o.Team() != werewolf.VillagerTeam {
		return false
	}
	to, win := d.wisest(o, o.Others())
	if to == old || win[to] < win[old]+gain {
		return false
	}
	kind := wording.VoteChange
	if d.reasoner.Evidence().Against(to).Without(o.Seat) != 0 {
		kind = wording.VoteJoin
	}
	return p.AddOnce(t, kind, true, wording.Slots{T: to, O: old})
}
