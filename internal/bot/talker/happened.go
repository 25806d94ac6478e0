package talker

import (
	"slices"

	"strings"
	"wolfden/internal/ledger"

	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// hasHappened reports whether what a sentence of the kind takes for granted is so, now.
func (p *Player) hasHappened(t *turn, k wording.SentenceKind, s wording.Slots) bool {
	switch k {
	case wording.ClosingTomorrow, wording.LastWill, wording.SeerTonight, wording.PlanDivine, wording.WhisperPush, wording.WhisperCareful:
		return p.mayGoOn()
	case wording.HeardClaim: // who alone claims a role of the village, has not accused the player, and has not been welcomed
		return p.ledger.Spec(s.Role).Team != werewolf.WerewolfTeam && p.ledger.Claimants(s.Role) == werewolf.SetOf(s.T) && !p.isAccusedBy(s.T) && !p.done[topic{kind: k, a: s.T}]
	case wording.TrustSole:
		return p.ledger.Claimants(s.Role) == werewolf.SetOf(s.T)
	case wording.DenySuspect: // who says that it is a werewolf need not be told better
		return !p.isOpenlyAgainstUs(s.O) && p.isAccusedBy(s.O)
	case wording.TwoClaim, wording.HeardWolf: // news for whom it has not moved yet
		both := werewolf.SetOf(s.T, s.O)
		return both&t.stance.blamed == 0 && !p.judges(both)
	case wording.WhySplit: // of two that stand; whom the village has executed nobody finds better without a word on that
		executed := func(d werewolf.Death) bool { return d.Seat == s.O && d.Cause == werewolf.ByExecution }
		return p.ledger.Claimants(s.Role).Has(s.T) && p.ledger.Claimants(s.Role).Has(s.O) && !slices.ContainsFunc(p.o.Deaths, executed)
	case wording.VoteJoin:
		return !p.wasFirst(s.T) && p.leads(s.T) && p.ledger.Backing(s.T, p.o.Day).Without(p.o.Seat).Len() > 1 && p.ledger.Told(p.o.Seat, s.T) != werewolf.Wolf
	case wording.WhyCrowd:
		return !p.wasFirst(s.T) && p.leads(s.T) && 3*p.ledger.Backing(s.T, p.o.Day).Without(p.o.Seat).Len() >= p.o.Living.Len()
	case wording.Agree:
		return p.isStillAgainst(s.O, s.T) && !t.stance.blamed.Has(s.O) && !p.opposes(s.O) && !p.opinion.IsFake(s.O)
	case wording.HeardHuman:
		return !p.doubts(s.O)
	case wording.SuspectLead: // what its own result says is no suspicion, and a vote has said it
		return p.ledger.Told(p.o.Seat, s.T) != werewolf.Wolf && p.Plan() != s.T
	case wording.TrustLean: // whom its own result calls human it knows to be
		return !t.tells(p.o.Seat, s.T) && p.ledger.Told(p.o.Seat, s.T) == werewolf.NoSpecies
	case wording.TrustMine, wording.SeenMyself:
		return !t.tells(p.o.Seat, s.T) && p.ledger.Told(p.o.Seat, s.T) != werewolf.NoSpecies
	case wording.WhyGut:
		return !t.tells(p.o.Seat, s.T) && p.ledger.Told(p.o.Seat, s.T) != werewolf.Wolf
	case wording.WhyOpen, wording.WhyQuiet:
		return k == wording.WhyQuiet && p.saysLittle(s.T) || k == wording.WhyOpen && !p.isVouchedFor(s.T)
	case wording.TrustRight:
		return !p.o.Living.Has(s.X)
	case wording.TrustProof, wording.WhyRefuted, wording.WhyCleared:
		return !p.o.Living.Has(s.O)
	case wording.WhyShield, wording.WhySides: // who had to die to be known for human was worth a good word
		return p.o.Living.Has(s.O) || p.opinion.Proven(s.O) != werewolf.Human
	case wording.WhyPushed:
		return p.hasVotedOut(s.T, s.O)
	case wording.Defend:
		return p.isWanted(s.T)
	case wording.WhisperFriend:
		return !p.whispered.wants(s.T) && t.Means.Announced(speech.Attack) != s.T
	case wording.WhisperAttack, wording.WhisperAgree:
		return !p.done[topic{kind: wording.WhisperFriend, a: s.T}]
	default:
		return p.isOpenQuestion(t, k, s)
	}
}

// isOpenQuestion reports of a question whether it is not answered yet, and may be asked of whom it is asked.
func (p *Player) isOpenQuestion(t *turn, k wording.SentenceKind, s wording.Slots) bool {
	switch k {
	case wording.AskWhy: // who says that it is a werewolf need not be asked why it is against the village; and who asks why wants a reason first
		owed := func(l ledger.Line) bool { return l.Seat == s.T && l.Frame.Topic == speech.WhyTopic }
		return !p.isOpenlyAgainstUs(s.T) && !p.hasBetrayed(t) && p.isAccusedBy(s.T) && !slices.ContainsFunc(p.pending(), owed)
	case wording.AskView:
		return !p.hasSpokenOf(s.T, s.O)
	case wording.AskVote, wording.AskVoteFor:
		return p.ledger.PlanOf(s.T, p.o.Day).Target == 0 || k == wording.AskVoteFor && p.ledger.PlanOf(s.T, p.o.Day).Target != s.O
	case wording.AskDeciding:
		return p.decides(s.T, s.O)
	case wording.AskSuspect, wording.AskQuiet: // whom its own result calls a werewolf it asks for no advice
		return p.ledger.Told(p.o.Seat, s.T) != werewolf.Wolf && (k != wording.AskQuiet || p.isQuiet(s.T)) && p.ledger.PlanOf(s.T, p.o.Day).Target == 0 && !p.hasNamed(s.T)
	default:
		return true
	}
}

// mayGoOn reports whether there can be another day, by what is known where the player speaks: the table knows of one werewolf, and that
// one of the others may be executed; a pack knows itself, after the execution. A guard may save whom the werewolves attack.
func (p *Player) mayGoOn() bool {
	living, wolves := p.o.Living.Len(), 1
	switch {
	case p.o.Request.Kind == werewolf.Whisper:
		wolves = (p.o.Allies() & p.o.Living).With(p.o.Seat).Len()
	case p.votesToday():
		living--
	}
	if living <= 2*wolves {
		return false
	}
	return living-1 > 2*wolves || p.o.Rules.Count(werewolf.Guards) > 0
}

// hasVotedOut reports whether a player was executed with the vote of another.
func (p *Player) hasVotedOut(by, target werewolf.SeatID) bool {
	return slices.ContainsFunc(p.o.Deaths, func(d werewolf.Death) bool {
		return d.Seat == target && d.Cause == werewolf.ByExecution &&
			slices.ContainsFunc(p.o.Votes, func(v werewolf.Choice) bool { return v.Seat == by && v.Target == target && v.Day == d.Day })
	})
}

// isAccusedBy reports whether somebody has spoken against the player today, or told that it is a werewolf.
func (p *Player) isAccusedBy(id werewolf.SeatID) bool {
	return p.ledger.Told(id, p.o.Seat) == werewolf.Wolf || slices.ContainsFunc(p.ledger.Lines(), func(l ledger.Line) bool {
		return l.Seat == id && l.Day == p.o.Day && l.Target == p.o.Seat && l.Against()
	})
}

// isOpenlyAgainstUs reports whether a player has said that it is on the werewolves' side.
func (p *Player) isOpenlyAgainstUs(id werewolf.SeatID) bool {
	spec := p.ledger.ClaimSpec(id)
	return spec.IsWolf() || spec.Traitor()
}

// isQuiet reports whether a player has spoken today less often than the others, whatever the length.
func (p *Player) isQuiet(id werewolf.SeatID) bool {
	said, all := p.turnsToday(id)
	return said < 2 || said*p.o.Living.Len() < all
}

// saysLittle reports whether a player has spoken today at most half as often as the others, on a day that everybody has had two turns to
// speak: that nobody has said much yet is no reason.
func (p *Player) saysLittle(id werewolf.SeatID) bool {
	said, all := p.turnsToday(id)
	return all >= 2*p.o.Living.Len() && 2*said*p.o.Living.Len() <= all
}

// turnsToday is how often a player has spoken today, and how often all have.
func (p *Player) turnsToday(id werewolf.SeatID) (said, all int) {
	for i := len(p.o.Talks) - 1; i >= 0 && p.o.Talks[i].Day == p.o.Day; i-- {
		if u := &p.o.Talks[i]; !u.Skip && !u.Over {
			if all++; u.Seat == id {
				said++
			}
		}
	}
	return said, all
}

// tells reports whether the turn tells a result of the speaker's on a player.
func (t *turn) tells(by, target werewolf.SeatID) bool {
	for r := range t.Means.Results(by) {
		if r.Target == target {
			return true
		}
	}
	return false
}

// leads reports whether nobody has more announced votes today than a player.
func (p *Player) leads(id werewolf.SeatID) bool {
	n := p.ledger.Backing(id, p.o.Day).Without(p.o.Seat).Len()
	return p.o.Living.Without(id).Where(func(other werewolf.SeatID) bool { return p.ledger.Backing(other, p.o.Day).Without(p.o.Seat).Len() > n }) == 0
}

// wasFirst reports whether the player itself was the first today to speak against somebody: it follows nobody in that.
func (p *Player) wasFirst(id werewolf.SeatID) bool {
	for _, l := range p.ledger.Lines() {
		if l.Day == p.o.Day && l.Target == id && l.Against() {
			return l.Seat == p.o.Seat
		}
	}
	return false
}

// isWanted reports whether somebody other than a rival has spoken against a player today: that a rival does goes without saying.
func (p *Player) isWanted(id werewolf.SeatID) bool {
	against := p.ledger.Accusers(id, p.o.Day).Without(p.o.Seat)
	if role := p.ledger.ClaimOf(id); role != werewolf.NoRole && p.o.Rules.Roles[role] == 1 {
		against &^= p.ledger.Claimants(role)
	}
	return against != 0
}

// decides reports whether one player's vote decides by itself whether another is executed, the player's own with it: everybody else has
// announced a vote, and with that one the other has more votes than anybody, and without it not.
func (p *Player) decides(id, target werewolf.SeatID) bool {
	var votes [werewolf.MaxSeats + 1]int
	for by := range p.o.Living.Without(id).All() {
		plan := p.ledger.PlanOf(by, p.o.Day).Target
		if by == p.o.Seat {
			plan = target
		}
		if plan == 0 {
			return false
		}
		votes[plan]++
	}
	lead := votes[target]
	votes[target] = 0
	return lead == slices.Max(votes[:])
}

// hasSpokenOf reports whether an utterance of a player's today names all of the others.
func (p *Player) hasSpokenOf(by werewolf.SeatID, others ...werewolf.SeatID) bool {
	for _, u := range slices.Backward(p.o.Talks) {
		unnamed := func(id werewolf.SeatID) bool { return !strings.Contains(u.Text, p.o.Name(id)) }
		switch {
		case u.Day != p.o.Day:
			return false
		case u.Seat == by && !slices.ContainsFunc(others, unnamed):
			return true
		}
	}
	return false
}

// isVouchedFor reports whether somebody has told that a player is human, or spoken for it today.
func (p *Player) isVouchedFor(id werewolf.SeatID) bool {
	cleared := func(by werewolf.SeatID) bool { return p.ledger.Told(by, id) == werewolf.Human }
	return (p.o.Living|p.ledger.Dead()).Without(id).Where(cleared) != 0 || slices.ContainsFunc(p.ledger.Lines(), func(l ledger.Line) bool {
		return l.Target == id && l.Day == p.o.Day && l.Trusts() && l.Seat != id
	})
}

// hasNamed reports whether a player has named a suspect today, or somebody beside a suspect of that one: that is agreement more often than
// not, in whatever words.
func (p *Player) hasNamed(id werewolf.SeatID) bool {
	return slices.ContainsFunc(p.ledger.Lines(), func(l ledger.Line) bool {
		return l.Day == p.o.Day && l.Suspects() && (l.Seat == id || l.Target != id && p.hasSpokenOf(id, l.Seat, l.Target))
	})
}

// isStillAgainst reports whether one player stands by a result that another is a werewolf, or has spoken or announced a vote against it
// today, and neither for it nor against somebody else since.
func (p *Player) isStillAgainst(by, target werewolf.SeatID) bool {
	if p.ledger.Told(by, target) == werewolf.Wolf {
		return true
	}
	for _, l := range slices.Backward(p.ledger.Lines()) {
		switch {
		case l.Day != p.o.Day:
			return false
		case l.Seat == by && (l.Suspects() || l.Is(speech.Vote)):
			return l.Target == target
		case l.Seat == by && l.Trusts() && l.Target == target:
			return false
		}
	}
	return false
}
