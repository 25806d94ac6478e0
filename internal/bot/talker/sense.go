package talker

import (
	"slices"
	"strings"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// stance is for whom and against whom sentences speak, of whom they say that their speaker does not know, and whether it will have an
// answer later.
type stance struct {
	praised, blamed, unknown werewolf.SeatSet
	waits                    bool
}

func (s *stance) add(now stance) {
	s.praised, s.blamed, s.unknown = s.praised|now.praised, s.blamed|now.blamed, s.unknown|now.unknown
	s.waits = s.waits || now.waits
}

// judged are those whom it is for or against.
func (s *stance) judged() werewolf.SeatSet { return s.praised | s.blamed }

// clashes reports whether somebody is praised by the one and blamed by the other, or judged by one and unknown by the other.
func (s *stance) clashes(now stance) bool {
	if now.waits && s.judged() != 0 || s.waits && now.judged() != 0 {
		return true
	}
	return now.praised&s.blamed|now.blamed&s.praised|now.unknown&s.judged()|now.judged()&s.unknown != 0
}

// relied is whom a sentence of the kind counts on besides the player it is about: O of its slots.
var relied = map[wording.SentenceKind]bool{
	wording.Thank: true, wording.WhySplit: true, wording.WhyBlack: true, wording.TrustFound: true, wording.TrustPair: true, wording.Agree: true,
}

// favours is what speaks for the player it is about though it says no more than that others did.
var favours = map[wording.SentenceKind]bool{wording.HeardClaim: true, wording.HeardHuman: true}

// stanceOf is the stance of a sentence: by what it means, its own results among it, and by whom a reason is given against.
func (p *Player) stanceOf(means speech.Rows, k wording.SentenceKind, s wording.Slots) (of stance) {
	of.praised, of.blamed = means.Trusted(), means.Suspected().With(means.Announced(speech.Vote))
	for r := range means.Results(p.o.Seat) {
		switch r.Species {
		case werewolf.Human:
			of.praised = of.praised.With(r.Target)
		case werewolf.Wolf:
			of.blamed = of.blamed.With(r.Target)
		default: // no result yet
		}
	}
	if strings.HasPrefix(string(k), "why ") {
		of.blamed = of.blamed.With(s.T)
	}
	if k == wording.NoLonger || k == wording.Decided {
		of.blamed = of.blamed.With(s.T)
	}
	if relied[k] {
		of.praised = of.praised.With(s.O)
	}
	if favours[k] {
		of.praised = of.praised.With(s.T)
	}
	switch k {
	case wording.ViewNeutral:
		of.unknown = werewolf.SetOf(s.T)
	case wording.NotSure:
		of.unknown = p.o.Others()
	case wording.AnswerYou:
		of.waits = true
	default: // it judges, or is about nobody
	}
	of.praised, of.blamed = of.praised.Without(0), of.blamed.Without(0) // seat 0 is nobody
	return of
}

// rivals reports whether some of the players claim the same role, which only one of them can have.
func (p *Player) rivals(s werewolf.SeatSet) bool {
	for id := range s.All() {
		role := p.ledger.ClaimOf(id)
		if role != werewolf.NoRole && p.o.Rules.Roles[role] == 1 && p.ledger.Claimants(role)&s.Without(id) != 0 {
			return true
		}
	}
	return false
}

// makesSense reports whether a sentence goes with those of the turn before it, and with what the speaker has said and what the table
// knows. Nobody is praised and blamed in one turn, or praised by who is against it, or beside a rival; nobody announces two votes at once, or claims a
// role of the village after one of the werewolves' side; and what a sentence refers to has happened.
func (p *Player) makesSense(t *turn, k wording.SentenceKind, s wording.Slots) bool {
	means := p.composer.Means(k, s)
	now := p.stanceOf(means, k, s)
	if p.hasBetrayed(t) && !fitsTraitor(k, p.traitor(t), means.Claimed(p.o.Seat)) {
		return false
	}
	for range means.Results(p.o.Seat) { // a result is told, whatever it does to what was said
		return true
	}
	if t.stance.clashes(now) && (t.Rest > 0 || k != wording.VoteFor) || now.praised != 0 && p.rivals(now.praised|t.stance.praised|p.backed) {
		return false
	}
	if relied[k] && p.doubts(s.O) && (k != wording.WhySplit || p.opinion.Score[s.O] > p.opinion.Score[s.T]) || now.unknown != 0 && p.judges(now.unknown) || k == wording.ViewNeutral && p.refutes(s.T) {
		return false
	}
	against := (means.Suspected() | now.blamed).With(max(0, means.Announced(speech.Vote))).Without(0)
	if now.praised.Where(func(id werewolf.SeatID) bool { return p.opposes(id) || p.isOpenlyAgainstUs(id) }) != 0 ||
		against.Where(func(id werewolf.SeatID) bool { return p.ledger.Told(p.o.Seat, id) == werewolf.Human }) != 0 ||
		p.sparesItsBlack(t, means.Announced(speech.Vote)) {
		return false
	}
	if vote := t.Means.Announced(speech.Vote); vote != 0 && means.Announced(speech.Vote) != 0 && means.Announced(speech.Vote) != vote {
		return false
	}
	return p.hasHappened(t, k, s)
}

// sparesItsBlack reports whether a vote is for somebody else than whom the turn calls a werewolf, while there is time to come to that.
func (p *Player) sparesItsBlack(t *turn, vote werewolf.SeatID) bool {
	if vote == 0 || t.Rest == 0 {
		return false
	}
	for r := range t.Means.Results(p.o.Seat) {
		if r.Species == werewolf.Wolf && r.Target != vote && p.o.Living.Has(r.Target) {
			return true
		}
	}
	return false
}

// opposes reports whether the player is against somebody by what it has said: its result, its vote or its suspicion, or as one who
// refutes it.
func (p *Player) opposes(id werewolf.SeatID) bool {
	return p.ledger.Told(p.o.Seat, id) == werewolf.Wolf || p.hasAccused(id) || p.refutes(id)
}

// refutes reports whether somebody has told what cannot be true if the player is what it shows: that it is a werewolf, its own claim to
// the only place of a role that the player claims or has still to claim, or a result that contradicts the player's.
func (p *Player) refutes(id werewolf.SeatID) bool {
	role := p.ledger.ClaimOf(p.o.Seat)
	if p.Tells() {
		role = p.pretence.Role // which it will claim, if it has not yet
	}
	return p.ledger.Told(id, p.o.Seat) == werewolf.Wolf || p.contradicts(id) ||
		role != werewolf.NoRole && p.o.Rules.Roles[role] == 1 && p.ledger.ClaimOf(id) == role
}

// contradicts reports whether somebody has told the opposite of what the player itself has found or pretends to have found.
func (p *Player) contradicts(id werewolf.SeatID) bool {
	return slices.ContainsFunc(p.ledger.Findings(), func(r ledger.Result) bool {
		opposite := func(f werewolf.Finding) bool { return f.Target == r.Target && f.Species != r.Species }
		told := p.ledger.Told(p.o.Seat, r.Target)
		return r.By == id && (told != werewolf.NoSpecies && told != r.Species || p.Tells() && slices.ContainsFunc(p.Results(), opposite))
	})
}

// doubts reports whether the player would rather not count on somebody.
func (p *Player) doubts(id werewolf.SeatID) bool {
	return p.opinion.IsFake(id) || p.opinion.Score[id] > suspected || p.opposes(id)
}

// judges reports whether the player has accused one of the players today.
func (p *Player) judges(some werewolf.SeatSet) bool { return some.Where(p.hasAccused) != 0 }

// traitor is the role of the werewolves' side that the player has claimed, in this turn or before.
func (p *Player) traitor(t *turn) werewolf.Role {
	for _, role := range [...]werewolf.Role{t.Means.Claimed(p.o.Seat), p.ledger.ClaimOf(p.o.Seat)} {
		if role != werewolf.NoRole && p.ledger.Spec(role).Team == werewolf.WerewolfTeam {
			return role
		}
	}
	return werewolf.NoRole
}

// hasBetrayed reports whether the player has said that it is on the werewolves' side.
func (p *Player) hasBetrayed(t *turn) bool { return p.traitor(t) != werewolf.NoRole }

// traitorous are the kinds of sentence that are left to who has said that it is on the werewolves' side: votes, and what its side
// speaks of. No village believes the rest.
var traitorous = map[wording.SentenceKind]bool{
	wording.VoteFor: true, wording.VoteKeep: true, wording.VoteChange: true, wording.VoteAll: true, wording.AskVoteFor: true,
	wording.LastChance: true, wording.NotSure: true, wording.AnswerYou: true, wording.AnswerSaid: true, wording.Repeat: true, wording.Retract: true,
	wording.ClaimPossessed: true, wording.ClaimRole: true,
}

// fitsTraitor reports whether somebody who has claimed a role of the werewolves' side may say a sentence of the kind, which claims a
// role or none.
func fitsTraitor(k wording.SentenceKind, role, claimed werewolf.Role) bool {
	ours := strings.HasPrefix(string(k), "power ") || strings.HasPrefix(string(k), "ally ")
	return (ours || traitorous[k]) && (claimed == werewolf.NoRole || claimed == role)
}
