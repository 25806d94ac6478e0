package lycaon

import (
	"math"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/utterance"
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

// helpful is the player whose name on a villager's ballot helps most.
func (s *state) helpful(t *agent.Table) (best werewolf.SeatID, decided bool) {
	if t.O.Team() != werewolf.VillagerTeam || s.reasoner == nil {
		return 0, false
	}
	best, _ = s.wisest(t.O, suspects(t.O))
	return best, true
}

// wisest returns the player whose name on its ballot gives the village the best chance to win, given the announced
// votes, and the chance for each player. A single vote executes nobody.
func (s *state) wisest(o *werewolf.Observation, among werewolf.SeatSet) (best werewolf.SeatID, win [werewolf.MaxSeats + 1]float64) {
	return s.best(o, among, s.worthToVillage)
}

// best is the same for whoever takes executions to be worth so much.
func (s *state) best(o *werewolf.Observation, among werewolf.SeatSet, of func(*werewolf.Observation, werewolf.SeatID) float64) (best werewolf.SeatID, win [werewolf.MaxSeats + 1]float64) {
	var pull, worth [werewolf.MaxSeats + 1]float64
	sum := 0.0
	for id := range o.Living.All() {
		votes := s.reasoner.Evidence().Against(id).Without(o.Seat).Len()
		pull[id], worth[id] = math.Exp(firm*float64(votes)), of(o, id)
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

// worthToWolves is how likely the werewolves' side is to win once the player has been executed, as the player sees it.
func (s *state) worthToWolves(o *werewolf.Observation, id werewolf.SeatID) float64 {
	mine := s.reasoner.Mine().Now()
	wolf := mine.Wolf(id)
	switch {
	case id == o.Seat && o.Spec().IsWolf():
		wolf = 1
	case id == o.Seat:
		return 1 - usual.possessed
	}
	if decisive(o) {
		return 1 - wolf
	}
	seer := mine.Power(id, werewolf.Divines)
	return (1 - wolf) * (seer*(1-bySeer.self) + (1-seer)*(1-usual.other))
}

// worthToVillage is how likely the village is to win once the player has been executed, as a liar's mask sees it.
func (s *state) worthToVillage(o *werewolf.Observation, id werewolf.SeatID) float64 {
	wolf, possessed := s.view.Wolf(id), s.view.Traitor(id)
	c := &usual
	if s.masked == werewolf.Divines {
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

// reconsider gives up the announced vote, with the last word of the day, for one that is likelier to help, as a liar's mask sees it.
func (s *state) reconsider(t *agent.Table) (none talker.Intention) {
	o, old := t.O, t.Self.Plan()
	if old == 0 || utterance.Rest(o) > 0 || s.reasoner == nil || o.Team() != werewolf.VillagerTeam && (decisive(o) || !s.honestly(t)) {
		return none
	}
	to, win := s.wisest(o, o.Others())
	if to == old || win[to] < win[old]+gain {
		return none
	}
	return talker.Change(to, old, s.reasoner.Evidence().Against(to).Without(o.Seat) != 0)
}

// cast gives up the announced vote on the ballot that decides the game, where votes announced since make another help more: nobody
// can be told any more, and nobody will hold it against the player tomorrow.
func (s *state) cast(t *agent.Table, kind werewolf.RequestKind) (target werewolf.SeatID, decided bool) {
	o, old := t.O, t.Self.Plan()
	last := decisive(o) || o.Spec().IsWolf() && parity(o)
	if kind != werewolf.Vote || s.reasoner == nil || old == 0 || !last {
		return 0, false
	}
	of := s.worthToVillage
	if o.Team() == werewolf.WerewolfTeam {
		of = s.worthToWolves
	}
	to, win := s.best(o, suspects(o), of)
	return to, to != old && win[to] > win[old]
}

// speaks decides when an utterance may move a vote. A villager speaks out of turn as soon as it wants somebody else
// executed than it announced last, or when nobody has more announced votes against it than itself. The werewolves' side
// takes turns like everybody else; being silent after its vote cost it 3 to 5 points of a hundred.
func (s *state) speaks(t *agent.Table, usual bool) bool {
	announced := t.Self.Plan()
	if announced == 0 || t.O.Team() != werewolf.VillagerTeam || s.reasoner == nil {
		return usual
	}
	return usual || s.threatened(t.O) || t.Self.Target() != announced
}

// threatened reports whether nobody has more votes announced against it than the player, who has some, and the last
// word was not its own.
func (s *state) threatened(o *werewolf.Observation) bool {
	signs := s.reasoner.Evidence()
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
