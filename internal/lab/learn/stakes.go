package main

import (
	"wolfden/internal/bot/lycaon"
	"wolfden/werewolf"
)

// execution is whether a werewolf was executed, and when.
type execution struct {
	at   lycaon.At
	wolf bool
}

// execution is that of a seat among those who lived.
func (p *played) execution(living werewolf.SeatSet, out werewolf.SeatID) execution {
	e := execution{at: lycaon.At{Players: p.rules.Players(), Living: living.Len()}, wolf: p.isWolf(out)}
	for id := range living.All() {
		if p.isWolf(id) {
			e.at.Wolves++
		}
	}
	return e
}

func (p *played) isWolf(id werewolf.SeatID) bool { return p.rules.Table.Spec(p.roles[id]).IsWolf() }

// stakes counts the executions of each moment.
type stakes map[lycaon.At]*counted

// counted are executions, and those after which the village won: of others first, then of werewolves.
type counted struct{ all, won [2]float64 }

func (s stakes) include(games []played) {
	for i := range games {
		for _, e := range games[i].out {
			if s[e.at] == nil {
				s[e.at] = &counted{}
			}
			who := 0
			if e.wolf {
				who = 1
			}
			s[e.at].all[who]++
			if games[i].winner == werewolf.VillagerTeam {
				s[e.at].won[who]++
			}
		}
	}
}

// leastExecutions are how many of each sort a moment must have seen to be in the table: for another the next of more living does.
const leastExecutions = 20

// estimate is the table that was counted.
func (s stakes) estimate() lycaon.StakeTable {
	table := lycaon.StakeTable{}
	for at, c := range s {
		if min(c.all[0], c.all[1]) >= leastExecutions {
			table[at] = lycaon.Stake{Human: c.won[0] / c.all[0], Wolf: c.won[1] / c.all[1]}
		}
	}
	return table
}
