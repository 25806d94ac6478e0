package lycaon

import (
	"math"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// sure is how likely somebody must be on one's side to be told the truth.
const sure = 0.6

// earliest is the turn of a day from which a player with nothing left to claim announces its vote: early enough for
// others to follow, late enough to have heard them.
const earliest = 2

// lead answers a question, and announces the vote early.
func lead(_ *state, t *agent.Table, b *agent.Brief) {
	b.First = talker.Reply()
	if announces(t) {
		b.First = talker.Briefly(b.First, talker.Declare())
	}
	b.First.More = true
}

// announces reports whether it is time to announce a vote: the player has no claim left to make.
func announces(t *agent.Table) bool {
	return t.O.Day > 0 && t.O.Request.Turn >= earliest && (t.Self.IsOpen() || !t.Self.Tells())
}

// powerPlay: when werewolf and possessed are most of the living, they say who they are and vote together. The possessed
// says so whether or not it can tell who the werewolf is: who votes for it votes for no werewolf. The werewolf has
// everything to lose by it, and says so only to a possessed that has.
func (s *state) powerPlay(t *agent.Table, b *agent.Brief) {
	o := t.O
	if o.Team() != werewolf.WerewolfTeam {
		return
	}
	ally, victim := s.power(t)
	if ally == 0 || o.Spec().IsWolf() && !t.Heard.ClaimSpec(ally).Traitor() {
		return
	}
	kind := wording.PowerWolf
	if o.Spec().Traitor() {
		kind = wording.PowerPossessed
	}
	b.First = talker.Daily(kind, wording.Slots{T: ally, O: victim})
	if old := t.Self.Plan(); old != 0 && old != victim { // the werewolf has shown itself, and is somebody else
		b.First = talker.First(b.First, talker.Daily(wording.VoteChange, wording.Slots{T: victim, O: old}))
	}
	b.First.Note = "with " + o.Name(ally) + " against " + o.Name(victim)
}

// power is the ally and the victim of a power play that would win now, none where there is none: werewolf and possessed
// together are a majority. The possessed takes the likelier of the two others for the werewolf; the werewolf must be
// sure that the possessed lives.
func (s *state) power(t *agent.Table) (ally, victim werewolf.SeatID) {
	o, others := t.O, t.O.Others()
	if o.Living.Len() != 3 || others.Len() != 2 || s.reasoner == nil {
		return 0, 0
	}
	mine := s.reasoner.Mine().Now()
	likely, most := mine.Traitor, sure
	if o.Spec().Traitor() {
		likely, most = mine.Wolf, 0
	}
	for id := range others.All() {
		if how := likely(id); how > most {
			most, ally, victim = how, id, others.Without(id).First()
		}
	}
	return ally, victim
}

// overpower wants the victim of the possessed's power play. A werewolf takes whom others vote for.
func (s *state) overpower(t *agent.Table, c *talker.Choice) bool {
	if c.Of == talker.Want && t.O.Spec().Traitor() {
		_, c.Target = s.power(t)
	}
	return c.Target != 0
}

// decisive reports whether the execution of anybody but a werewolf leaves as many werewolves as others by morning, as the player sees it.
func (s *state) decisive(o *werewolf.Observation) bool {
	if o.Spec().IsWolf() {
		return o.Living.Len() <= 2*(o.Allies()&o.Living).With(o.Seat).Len()+2
	}
	return o.Living.Len() <= 2*packLeft(o, s.reasoner.Mine().Now())+2
}

// packLeft is how many werewolves live by somebody's belief, to the nearest number.
func packLeft(o *werewolf.Observation, view *belief.Posterior) int {
	return max(1, int(math.Round(view.Wolves(o.Living))))
}
