package agent

import (
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// candidates are who may be chosen. What the rules think of them is not for the model that decides.
func (a *Agent) candidates() (list []task.Candidate) {
	o := a.Observation()
	for id := range o.Request.Targets.All() {
		list = append(list, task.Candidate{Name: o.Name(id)})
	}
	return list
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
