package persuasion

import (
	"slices"

	"wolfden/internal/bot/utterance"
	"wolfden/werewolf"
)

// EndsInVote reports whether the observation's day ends in a vote.
func EndsInVote(o *werewolf.Observation) bool {
	votes := func(p werewolf.Phase) bool {
		return p.On(o.Day) && slices.Contains(p.Actions, "execution")
	}
	return slices.ContainsFunc(o.Rules.NightPhases, votes) || slices.ContainsFunc(o.Rules.DayPhases, votes)
}

// Turns returns which of the player's utterances of the day the request asks for, counted from 0, and how many it will
// have as far as the limits tell; 0 is no limit. The living share a limit of the whole table.
func Turns(o *werewolf.Observation) (turn, turns int) {
	turn, all := utterance.Today(o, o.Talks)
	rest := o.Request.Left.Count
	if limit := o.Rules.Talk.MaxCount.PerDay; limit != werewolf.NoLimit && !o.Request.Open {
		shared := max(0, limit-all-1) / max(1, o.Living.Len())
		if rest == werewolf.NoLimit || shared < rest {
			rest = shared
		}
	}
	if rest == werewolf.NoLimit {
		return turn, 0
	}
	return turn, turn + 1 + rest
}

// TurnsLeft is how many utterances the player has left after this one on a day that ends in a vote; -1 on other days, for other
// requests, and where no limit tells.
func TurnsLeft(o *werewolf.Observation) int {
	turn, turns := Turns(o)
	if turns == 0 || o.Request.Kind != werewolf.Talk || !EndsInVote(o) {
		return -1
	}
	return turns - turn - 1
}
