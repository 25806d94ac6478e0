package werewolf

// tonight collects what has happened since the last dawn and will be announced at the next.
type tonight struct {
	executed    SeatSet
	killed      SeatSet
	votes       []Ballot
	attackVotes []Ballot
	divined     []Ballot // seer and target
	guards      []Ballot // who guards, and whom
	attackAsked bool     // some werewolf was asked for a target
}

func (g *Game) openDivine() { g.ask(Divine, g.living&g.able[Divines]) }
func (g *Game) openGuard()  { g.ask(Guard, g.living&g.able[Guards]) }

// closeDivine records whom the seers divined. They learn the result at dawn.
func (g *Game) closeDivine() {
	g.early.remove(Divine)
	for id := range g.able[Divines].All() {
		if target := g.choiceOf(id); target != 0 {
			g.emit(Event{Kind: DivineChosen, Seat: id, Target: target, Audience: Only(SetOf(id))})
			g.tonight.divined = append(g.tonight.divined, Ballot{id, target})
		}
	}
	g.next()
}

// closeGuard records who guards whom.
func (g *Game) closeGuard() {
	g.early.remove(Guard)
	for id := range g.able[Guards].All() {
		if target := g.choiceOf(id); target != 0 {
			g.emit(Event{Kind: GuardChosen, Seat: id, Target: target, Audience: Only(SetOf(id))})
			g.tonight.guards = append(g.tonight.guards, Ballot{id, target})
		}
	}
	g.next()
}

// choiceOf returns the seat's choice and clears it.
func (g *Game) choiceOf(id SeatID) SeatID {
	s := &g.seats[id]
	if !g.living.Has(id) || !s.chosen {
		return 0
	}
	s.chosen = false
	return s.target
}

// tellDawn announces the results of the last day and night, then begins the new day.
func (g *Game) tellDawn() {
	g.tellResults()
	g.emit(Event{Kind: DayBegan, Audience: Everybody})
}

// tellResults emits what dawn reveals: deaths to everybody, votes if the rules show them, results to the seers
// and mediums.
func (g *Game) tellResults() {
	t := &g.tonight
	for id := range t.killed.All() {
		g.emit(Event{Kind: FoundDead, Seat: id, Audience: Everybody})
	}
	if g.rules.VoteVisibility && len(t.votes) > 0 {
		g.emit(Event{Kind: VotesShown, Votes: t.votes, Audience: Everybody})
	}
	if g.rules.VoteVisibility && len(t.attackVotes) > 0 {
		g.emit(Event{Kind: AttackVotesShown, Votes: t.attackVotes, Audience: Only(g.able[Attacks])})
	}
	for out := range t.executed.All() {
		for id := range g.able[Identifies].All() {
			g.tellSpecies(MediumTold, id, out)
		}
	}
	for _, d := range t.divined {
		g.tellSpecies(SeerTold, d.Seat, d.Target)
	}
	*t = tonight{}
	g.early = 0
}

// tellSpecies tells a seer or a medium the species of the target.
func (g *Game) tellSpecies(kind EventKind, id, target SeatID) {
	g.emit(Event{
		Kind: kind, Seat: id, Target: target,
		Species: g.rules.Table.Species(g.seats[target].role), Audience: Only(SetOf(id)),
	})
}

func (g *Game) tellDusk() { g.emit(Event{Kind: NightBegan, Audience: Everybody}) }

// closeDay ends the day. The next one begins unless this was the last.
func (g *Game) closeDay() {
	if g.peaceful() {
		g.finish(VillagerTeam, Elimination)
		return
	}
	if g.rules.Habits.EndAtDawn && g.checkWin() {
		return
	}
	// Without a last day, two days in a row without a request mean that everybody who could act is gone: a
	// phase with a kill is skipped for one day at most. The game would never end.
	g.idle++
	if g.idle > 2 && g.rules.MaxDay == NoLimit {
		g.finish(NoTeam, Failure)
		return
	}
	if g.rules.MaxDay != NoLimit && g.day >= g.rules.MaxDay {
		g.finish(NoTeam, DayLimit)
		return
	}
	g.beginDay()
	g.planDay()
}

// beginDay counts the day up and resets everybody's budgets.
func (g *Game) beginDay() {
	g.day++
	g.floor.used = [2]int{}
	for i := range g.seats {
		g.seats[i].budgets = [2]budget{}
	}
}

// checkWin ends the game when a side has won, and reports whether it did. A game without werewolves, which the
// village has won from the start, ends after its first day instead.
func (g *Game) checkWin() bool {
	if g.peaceful() {
		return false
	}
	wolves := (g.living & g.wolves).Len()
	humans := g.living.Len() - wolves
	switch {
	case wolves == 0:
		g.finish(VillagerTeam, Elimination)
	case wolves >= humans:
		g.finish(WerewolfTeam, Parity)
	default:
		return false
	}
	return true
}

// finish ends the game as the protocol does: on the morning after, with the last results told and every role
// shown.
func (g *Game) finish(winner Team, how End) {
	g.open = [numRequests]SeatSet{}
	for i := range g.seats {
		g.seats[i].asked = NoRequest
	}
	g.plan = nil
	g.beginDay()
	g.tellResults()
	for i := 1; i < len(g.seats); i++ {
		g.emit(Event{Kind: RoleShown, Seat: SeatID(i), Role: g.seats[i].role, Audience: Everybody})
	}
	g.result = Result{Winner: winner, End: how}
	g.emit(Event{Kind: GameOver, Winner: winner, End: how, Audience: Everybody})
}
