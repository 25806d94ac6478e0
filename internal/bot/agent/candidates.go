package agent

import (
	"math"

	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// candidates are who may be chosen, with how much the rules want it, from 0 to 1, and why. What they would choose comes
// first and has 1.
func (a *Agent) candidates(choice string) []task.Candidate {
	o := a.Observation()
	list := []task.Candidate{{Name: choice, Score: 1, Reasons: a.Reasons(o.SeatOf(choice))}}
	for id := range o.Request.Targets.All() {
		if o.Name(id) != choice {
			list = append(list, task.Candidate{Name: o.Name(id), Score: a.want(o.Request.Kind, id), Reasons: a.Reasons(id)})
		}
	}
	return list
}

// want is how much the rules want a player chosen: below 1, which is for what they would choose.
func (a *Agent) want(kind werewolf.RequestKind, id werewolf.SeatID) float64 {
	const most = 0.9
	doubted := 1 / (1 + math.Exp(-float64(a.talker.Opinion().Score[id])))
	if kind == werewolf.Attack || kind == werewolf.Guard {
		doubted = 1 - doubted
	}
	return math.Round(most*doubted*100) / 100
}

// Reasons returns what speaks against a player by the rules, the weightiest first.
func (a *Agent) Reasons(id werewolf.SeatID) (list []string) {
	const most = 3
	for _, r := range a.talker.Opinion().ReasonsAgainst(id) {
		if text := r.Phrase(a.Lang(), a.Observation()); text != "" && len(list) < most {
			list = append(list, text)
		}
	}
	return list
}
