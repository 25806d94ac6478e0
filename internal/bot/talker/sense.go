package talker

import (
	"strings"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// stance is for whom and against whom sentences speak.
type stance struct{ praised, blamed werewolf.SeatSet }

// relied is whom a sentence of the kind counts on besides the player it is about: O of its slots.
var relied = map[wording.SentenceKind]bool{
	wording.Thank: true, wording.WhySplit: true, wording.WhyBlack: true, wording.TrustFound: true, wording.TrustPair: true, wording.Agree: true,
}

// favours is what speaks for the player it is about though it says no more than that others did.
var favours = map[wording.SentenceKind]bool{wording.HeardClaim: true, wording.HeardHuman: true}

// ofOwnResults is what is said of results of one's own without telling one.
var ofOwnResults = map[wording.SentenceKind]bool{
	wording.TrustMine: true, wording.SeenMyself: true, wording.Consistent: true, wording.Repeat: true, wording.WhyClash: true, wording.WhyRival: true,
}

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
	if relied[k] {
		of.praised = of.praised.With(s.O)
	}
	if favours[k] {
		of.praised = of.praised.With(s.T)
	}
	return stance{of.praised.Without(0), of.blamed.Without(0)} // seat 0 is nobody
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
	for range means.Results(p.o.Seat) { // a result is told, whatever it does to what was said
		return !p.hasBetrayed(t, k, now, means)
	}
	if now.praised&t.stance.blamed != 0 || now.blamed&t.stance.praised != 0 || p.rivals(now.praised|t.stance.praised) {
		return false
	}
	for id := range now.praised.All() {
		if p.opposes(id) {
			return false
		}
	}
	for id := range means.Suspected().With(max(0, means.Announced(speech.Vote))).Without(0).All() {
		if p.ledger.Told(p.o.Seat, id) == werewolf.Human {
			return false
		}
	}
	if vote := t.Means.Announced(speech.Vote); vote != 0 && means.Announced(speech.Vote) != 0 && means.Announced(speech.Vote) != vote {
		return false
	}
	return !p.hasBetrayed(t, k, now, means) && p.hasHappened(k, s)
}

// opposes reports whether the player is against somebody by what it has said: its result, its vote, its suspicion, its own claim to
// the only place of a role.
func (p *Player) opposes(id werewolf.SeatID) bool {
	role := p.ledger.ClaimOf(p.o.Seat)
	return p.ledger.Told(p.o.Seat, id) == werewolf.Wolf || p.hasAccused(id) ||
		role != werewolf.NoRole && p.o.Rules.Roles[role] == 1 && p.ledger.ClaimOf(id) == role
}

// hasBetrayed reports whether the player has claimed a role of the werewolves' side, in this turn or before, and the sentence claims
// another, tells results, or suspects somebody as a werewolf that is one itself.
func (p *Player) hasBetrayed(t *turn, k wording.SentenceKind, now stance, means speech.Rows) bool {
	before := p.ledger.ClaimOf(p.o.Seat)
	if role := t.Means.Claimed(p.o.Seat); role != werewolf.NoRole {
		before = role
	}
	if before == werewolf.NoRole || p.ledger.Spec(before).Team != werewolf.WerewolfTeam {
		return false
	}
	for range means.Results(p.o.Seat) {
		return true
	}
	if ofOwnResults[k] {
		return true
	}
	if p.ledger.Spec(before).IsWolf() && now.blamed != 0 && means.Announced(speech.Vote) == 0 {
		return true
	}
	role := means.Claimed(p.o.Seat)
	return role != werewolf.NoRole && role != before
}

// hasHappened reports whether what a sentence of the kind takes for granted is so.
func (p *Player) hasHappened(k wording.SentenceKind, s wording.Slots) bool {
	switch k {
	case wording.HeardClaim:
		return p.ledger.Spec(s.Role).Team != werewolf.WerewolfTeam
	case wording.TrustSole:
		return p.ledger.Claimants(s.Role) == werewolf.SetOf(s.T)
	case wording.WhySplit:
		return p.ledger.Claimants(s.Role).Has(s.T) && p.ledger.Claimants(s.Role).Has(s.O)
	case wording.VoteJoin:
		return p.ledger.Backing(s.T, p.o.Day).Without(p.o.Seat).Len() > 1 && p.ledger.Told(p.o.Seat, s.T) != werewolf.Wolf
	case wording.Agree:
		return p.hasSpokenAgainst(s.O, s.T)
	default:
		return true
	}
}

// hasSpokenAgainst reports whether one player has spoken against another, or announced a vote for it.
func (p *Player) hasSpokenAgainst(by, target werewolf.SeatID) bool {
	against := func(l ledger.Line) bool { return l.Suspects() || l.Is(speech.Vote) }
	for _, l := range p.ledger.Lines() {
		if l.Seat == by && l.Target == target && against(l) {
			return true
		}
	}
	return p.ledger.Told(by, target) == werewolf.Wolf
}
