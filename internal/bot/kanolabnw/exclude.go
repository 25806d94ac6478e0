package kanolabnw

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/doubt"
	"wolfden/werewolf"
)

// exclude takes over what the patterns of roles exclude: who is a werewolf in none of them is no suspect, who is one in
// all of them is. One of the werewolves' side, who knows more than it may show, concludes from what everybody knows.
func (s *state) exclude(t *agent.Table) *doubt.Opinion {
	o, now, opinion := t.O, t.Reason().Mine().Now(), t.Self.Opinion()
	if o.Team() != werewolf.VillagerTeam {
		now = t.Reason().Village().Now()
	}
	for id := range o.Others().All() {
		switch now.Wolf(id) {
		case 0:
			opinion.Score[id] -= s.certain
		case 1:
			opinion.Score[id] += s.certain
		}
	}
	return opinion
}
