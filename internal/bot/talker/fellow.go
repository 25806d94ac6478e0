package talker

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// secret is a situation in which a player whose role knows its fellows comes out, and how it says so; "" is not yet.
type secret struct {
	name  string
	holds func(*Player) bool
	says  wording.SentenceKind
}

// secrets are tried in order; the first that holds decides. Two who are known to each other are worth most to the village
// when the werewolves learn of them last, and nothing when they are executed unheard.
var secrets = [...]secret{
	{"told already", (*Player).IsOpen, ""},
	{"a fellow has come out", func(p *Player) bool { return p.ledger.ClaimantsWhere(werewolf.RoleSpec.Mason)&p.o.Allies() != 0 }, wording.ConfirmFellow},
	{"somebody else claims the role", func(p *Player) bool {
		return p.ledger.ClaimantsWhere(werewolf.RoleSpec.Mason)&^p.us()&^p.o.Allies() != 0
	}, wording.ClaimFellow},
	{"one of them was called a werewolf", func(p *Player) bool {
		return slices.ContainsFunc(p.ledger.Findings(), func(r ledger.Result) bool { return r.Species == werewolf.Wolf && p.us().Has(r.Target) })
	}, wording.ClaimFellow},
	{"several turn on one of them", (*Player).isPressed, wording.ClaimFellow},
	{"the second day", func(p *Player) bool { return p.o.Day >= latest }, wording.ClaimFellow},
}

// latest is the last day on which fellows claim their role, and pressing is how many opponents of one of them make them claim it earlier.
const (
	latest   = 2
	pressing = 2
)

// knowsFellows reports whether the player has a role that knows its fellows, and shows it.
func (p *Self) knowsFellows() bool { return p.ShownSpec().Mason() && !p.lies() && p.o.Allies() != 0 }

// us are the player and its fellows who live.
func (p *Player) us() werewolf.SeatSet { return (p.o.Allies().With(p.o.Seat)) & p.o.Living }

// isPressed reports whether several have gone for one of them today.
func (p *Player) isPressed() bool {
	return p.us().Where(func(id werewolf.SeatID) bool {
		return (p.ledger.Accusers(id, p.o.Day) &^ p.o.Allies()).Len() >= pressing
	}) != 0
}

// unite comes out with the role that knows its fellows, naming one, when the situation asks for it.
func (p *Player) unite(t *turn) bool {
	if !p.knowsFellows() {
		return false
	}
	for i := range secrets {
		if s := &secrets[i]; s.holds(p) {
			return s.says != "" && p.nameFellow(t, s.says)
		}
	}
	return false
}

// nameFellow says who the player is and who its fellow is: one who lives rather than one who died.
func (p *Player) nameFellow(t *turn, k wording.SentenceKind) bool {
	fellow := (p.o.Allies() & p.o.Living).First()
	if fellow == 0 {
		fellow = p.o.Allies().First()
	}
	return p.addSentence(t, k, wording.Slots{T: fellow, Role: p.pretence.Role})
}
