package lycaon

import (
	"math"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

const (
	// firm is how firm announced votes are: one vote more makes an execution e^firm times as likely, beside the others.
	firm = 1.5
	// gain is by how much the village must be likelier to win for an announced vote to be given up.
	gain = 0.03
)

// sway decides where votes help most, and when to speak about them.
func (s *state) sway(t *agent.Table, c *talker.Choice) bool {
	village := t.O.Team() == werewolf.VillagerTeam
	switch {
	case s.reasoner == nil:
		return false
	case c.Of == talker.Want && village:
		among := suspects(t.O)
		if found := s.found(t); found != 0 {
			among = found
		}
		c.Target, _ = s.wisest(t.O, among)
		return true
	case c.Of == talker.Floor && village:
		c.Speaks = c.Speaks || s.moves(t)
		return true
	case c.Answers(werewolf.Vote):
		return s.cast(t, c)
	}
	return false
}

// wisest returns the player whose name on its ballot gives the village the best chance to win, given the announced
// votes, and the chance for each player. A single vote executes nobody.
func (s *state) wisest(o *werewolf.Observation, among werewolf.SeatSet) (best werewolf.SeatID, win worths) {
	return s.best(o, among, s.worthToVillage(o))
}

// worths are what the executions of players are worth.
type worths [werewolf.MaxSeats + 1]float64

// best is the same for whoever takes executions to be worth so much.
func (s *state) best(o *werewolf.Observation, among werewolf.SeatSet, worth worths) (best werewolf.SeatID, win worths) {
	var pull worths
	sum := 0.0
	for id := range o.Living.All() {
		votes := s.reasoner.Evidence().Against(id).Without(o.Seat).Len()
		pull[id] = math.Exp(firm * float64(votes))
		sum += pull[id]
	}
	for id := range among.All() {
		for other := range o.Living.All() {
			win[id] += pull[other] * worth[other]
		}
		more := pull[id] * (math.Exp(firm) - 1)
		win[id] = (win[id] + more*worth[id]) / (sum + more)
	}
	return s.most(among, func(id werewolf.SeatID) float64 { return win[id] }), win
}

// worthToWolves is how likely the werewolves' side is to win once a player has been executed, as the player sees it.
func (s *state) worthToWolves(o *werewolf.Observation) (w worths) {
	w = s.worthTo(o, s.reasoner.Mine().Now())
	for id := range o.Living.All() {
		w[id] = 1 - w[id]
	}
	return w
}

// worthToVillage is how likely the village is to win once a player has been executed, as a liar's mask sees it.
func (s *state) worthToVillage(o *werewolf.Observation) worths { return s.worthTo(o, s.view) }

// worthTo is how likely the village is to win once a player has been executed, as somebody sees it who believes so much.
func (s *state) worthTo(o *werewolf.Observation, view *belief.Posterior) (w worths) {
	stake := s.learnt.Stakes.For(At{Players: len(o.Names), Living: o.Living.Len(), Wolves: packLeft(o, view)})
	for id := range o.Living.All() {
		w[id] = stake.Human + view.Wolf(id)*(stake.Wolf-stake.Human)
	}
	return w
}

// reconsider gives up the announced vote, with the last word of the day, for one that is likelier to help, as a liar's mask sees it.
func (s *state) reconsider(t *agent.Table, b *agent.Brief) {
	o, old := t.O, t.Self.Plan()
	if old == 0 || utterance.Rest(o) > 0 || s.reasoner == nil || o.Team() != werewolf.VillagerTeam && (s.decisive(o) || s.found(t) == 0 && !s.honestly(t)) {
		return
	}
	among := o.Others()
	if found := s.found(t); found != 0 {
		among = found
	}
	if to, win := s.wisest(o, among); to != old && win[to] >= win[old]+gain {
		b.First = talker.Change(to, old, s.reasoner.Evidence().Against(to).Without(o.Seat) != 0)
	}
}

// cast gives up the announced vote on the ballot that decides the game, where votes announced since make another help more: nobody
// can be told any more, and nobody will hold it against the player tomorrow.
func (s *state) cast(t *agent.Table, c *talker.Choice) bool {
	o, old := t.O, t.Self.Plan()
	if old == 0 || !s.decisive(o) {
		return false
	}
	worth := s.worthToVillage(o)
	if o.Team() == werewolf.WerewolfTeam {
		worth = s.worthToWolves(o)
	}
	to, win := s.best(o, suspects(o), worth)
	c.Target = to
	return to != old && win[to] > win[old]
}

// moves reports whether an utterance may move a vote. A villager speaks out of turn as soon as it wants somebody else
// executed than it announced last, or when nobody has more announced votes against it than itself. The werewolves' side
// takes turns like everybody else; being silent after its vote cost it 3 to 5 points of a hundred.
func (s *state) moves(t *agent.Table) bool {
	announced := t.Self.Plan()
	return announced != 0 && (s.threatened(t.O) || t.Self.Target() != announced)
}

// threatened reports whether nobody has more votes announced against it than the player, who has some, and the last
// word was not its own.
func (s *state) threatened(o *werewolf.Observation) bool {
	signs := s.reasoner.Evidence()
	against := signs.Against(o.Seat).Len()
	if against == 0 || len(o.Talks) == 0 || o.Talks[len(o.Talks)-1].Seat == o.Seat {
		return false
	}
	return o.Others().Where(func(id werewolf.SeatID) bool { return signs.Against(id).Len() > against }) == 0
}
