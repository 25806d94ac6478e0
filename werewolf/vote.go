package werewolf

import "slices"

func (g *Game) openVote() {
	g.round = 0
	g.ask(Vote, g.living)
}

func (g *Game) openAttack() {
	g.round = 0
	g.ask(Attack, g.living&g.able[Attacks])
	g.tonight.attackAsked = g.open[Attack] != 0
}

// closeVote counts one round of the execution vote.
func (g *Game) closeVote() {
	ballots := g.collect(Vote)
	for _, b := range ballots {
		g.emit(Event{Kind: VoteCast, Seat: b.Seat, Target: b.Target, Turn: g.round, Audience: Only(SetOf(b.Seat))})
	}
	top := mostVotes(ballots)
	if top.Len() > 1 && g.round+1 < g.rules.Vote.MaxCount {
		g.round++
		g.ask(Vote, g.living)
		return
	}
	g.tonight.votes = ballots
	if out := g.choose(top, DrawExecution); out != 0 {
		g.living = g.living.Without(out)
		g.tonight.executed = g.tonight.executed.With(out)
		g.emit(Event{Kind: Executed, Seat: out, Audience: Everybody})
	}
	g.next()
}

// closeAttack counts one round of the werewolves' vote.
func (g *Game) closeAttack() {
	g.early.remove(Attack)
	ballots := g.collect(Attack)
	for _, b := range ballots {
		g.emit(Event{Kind: AttackCast, Seat: b.Seat, Target: b.Target, Turn: g.round, Audience: Only(SetOf(b.Seat))})
	}
	top := mostVotes(g.counting(ballots))
	void := top == 0 && len(ballots) > 0
	if (void || top.Len() > 1) && g.round+1 < g.rules.AttackVote.MaxCount {
		g.round++
		g.ask(Attack, g.living&g.able[Attacks])
		return
	}
	g.tonight.attackVotes = ballots
	if top.Len() > 1 && g.rules.AttackVote.AllowNoTarget {
		top = 0
	} else if top == 0 && g.tonight.attackAsked && g.rules.Habits.DrawsVictim {
		top = g.living &^ g.able[Attacks]
	}
	if target := g.choose(top, DrawAttack); target != 0 || g.tonight.attackAsked || !g.rules.Habits.NeedsVoters {
		g.strike(target)
	}
	g.next()
}

// counting returns the attack votes that count: all but those for werewolves.
func (g *Game) counting(ballots []Ballot) []Ballot {
	if !g.rules.Habits.VoidVotes {
		return ballots // there are no others
	}
	return slices.DeleteFunc(slices.Clone(ballots), func(b Ballot) bool { return g.able[Attacks].Has(b.Target) })
}

// strike attacks the target, who dies unless somebody living guards it.
func (g *Game) strike(target SeatID) {
	e := Event{Kind: AttackMade, Target: target, Audience: Nobody}
	if target != 0 && !g.guarded(target) {
		e.Killed = true
		g.living = g.living.Without(target)
		g.tonight.killed = g.tonight.killed.With(target)
	}
	g.emit(e)
}

// guarded reports whether somebody living guards the target.
func (g *Game) guarded(target SeatID) bool {
	return slices.ContainsFunc(g.tonight.guards, func(b Ballot) bool {
		return b.Target == target && g.living.Has(b.Seat)
	})
}

// collect returns the valid choices of a round, by seat. A player that failed after voting still counts.
func (g *Game) collect(kind RequestKind) (ballots []Ballot) {
	voters := g.living
	if kind == Attack {
		voters &= g.able[Attacks]
	}
	for id := range voters.All() {
		if target := g.choiceOf(id); target != 0 {
			if ballots == nil {
				ballots = make([]Ballot, 0, voters.Len())
			}
			ballots = append(ballots, Ballot{id, target})
		}
	}
	return ballots
}

// choose returns the only seat of the set, draws one when there are several, and returns no seat when it is
// empty.
func (g *Game) choose(top SeatSet, why Decision) SeatID {
	if top.Len() < 2 {
		return top.First()
	}
	return g.chance.Pick(top, why, Occasion{Day: g.day, Phase: int(g.current().phase), Turn: g.round})
}

// mostVotes returns the seats with the most votes, or none without a vote.
func mostVotes(ballots []Ballot) (top SeatSet) {
	var count [64]int8
	most := int8(0)
	for _, b := range ballots {
		count[b.Target]++
		most = max(most, count[b.Target])
	}
	for _, b := range ballots {
		if count[b.Target] == most {
			top = top.With(b.Target)
		}
	}
	return top
}
