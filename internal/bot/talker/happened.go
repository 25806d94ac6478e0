package talker

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// hasHappened reports whether what a sentence of the kind takes for granted is so, now.
func (p *Player) hasHappened(t *turn, k wording.SentenceKind, s wording.Slots) bool {
	switch k {
	case wording.ClosingTomorrow, wording.LastWill, wording.SeerTonight, wording.PlanDivine, wording.WhisperPush, wording.WhisperCareful:
		return p.mayGoOn()
	case wording.HeardClaim:
		return p.ledger.Spec(s.Role).Team != werewolf.WerewolfTeam && p.ledger.Claimants(s.Role) == werewolf.SetOf(s.T)
	case wording.TrustSole:
		return p.ledger.Claimants(s.Role) == werewolf.SetOf(s.T)
	case wording.DenySuspect: // who says that it is a werewolf need not be told better
		return !p.isOpenlyAgainstUs(s.O)
	case wording.AskWhy: // nor be asked why it is against the village
		return !p.isOpenlyAgainstUs(s.T) && !p.hasBetrayed(t)
	case wording.TwoClaim, wording.HeardWolf: // news for whom it has not moved yet
		both := werewolf.SetOf(s.T, s.O)
		return both&t.stance.blamed == 0 && !p.judges(both)
	case wording.WhySplit:
		return p.ledger.Claimants(s.Role).Has(s.T) && p.ledger.Claimants(s.Role).Has(s.O)
	case wording.VoteJoin:
		return p.leads(s.T) && p.ledger.Backing(s.T, p.o.Day).Without(p.o.Seat).Len() > 1 && p.ledger.Told(p.o.Seat, s.T) != werewolf.Wolf
	case wording.WhyCrowd:
		return p.leads(s.T) && 3*p.ledger.Backing(s.T, p.o.Day).Without(p.o.Seat).Len() >= p.o.Living.Len()
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
	case wording.WhyOpen:
		return !p.isVouchedFor(s.T)
	case wording.TrustRight:
		return !p.o.Living.Has(s.X)
	case wording.TrustProof, wording.WhyRefuted, wording.WhyCleared:
		return !p.o.Living.Has(s.O)
	case wording.WhyPushed:
		return p.hasVotedOut(s.T, s.O)
	case wording.AskSuspect, wording.AskQuiet:
		return (k != wording.AskQuiet || p.isQuiet(s.T)) && p.ledger.PlanOf(s.T, p.o.Day).Target == 0 && !p.hasNamed(s.T)
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

// isOpenlyAgainstUs reports whether a player has said that it is on the werewolves' side.
func (p *Player) isOpenlyAgainstUs(id werewolf.SeatID) bool {
	spec := p.ledger.ClaimSpec(id)
	return spec.IsWolf() || spec.Traitor()
}

// isQuiet reports whether a player has spoken today less often than the others, whatever the length.
func (p *Player) isQuiet(id werewolf.SeatID) bool {
	said, all := 0, 0
	for i := len(p.o.Talks) - 1; i >= 0 && p.o.Talks[i].Day == p.o.Day; i-- {
		if u := &p.o.Talks[i]; !u.Skip && !u.Over {
			if all++; u.Seat == id {
				said++
			}
		}
	}
	return said < 2 || said*p.o.Living.Len() < all
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
	for other := range p.o.Living.Without(id).All() {
		if p.ledger.Backing(other, p.o.Day).Without(p.o.Seat).Len() > n {
			return false
		}
	}
	return true
}

// isVouchedFor reports whether somebody has told that a player is human, or spoken for it today.
func (p *Player) isVouchedFor(id werewolf.SeatID) bool {
	for by := range (p.o.Living | p.ledger.Dead()).Without(id).All() {
		if p.ledger.Told(by, id) == werewolf.Human {
			return true
		}
	}
	for _, l := range p.ledger.Lines() {
		if l.Target == id && l.Day == p.o.Day && l.Trusts() && l.Seat != id {
			return true
		}
	}
	return false
}

// hasNamed reports whether a player has named a suspect today.
func (p *Player) hasNamed(id werewolf.SeatID) bool {
	for _, l := range p.ledger.Lines() {
		if l.Seat == id && l.Day == p.o.Day && l.Suspects() {
			return true
		}
	}
	return false
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
