package belief

import (
	"wolfden/internal/reason/evidence"
	"wolfden/werewolf"
)

// Cell is one sort of evidence. The table says how likely each cell is for each role. The zero Cell is no evidence.
type Cell uint8

// Cells that answer one question stand together; they exclude each other, and one of them always happens. For a choice
// (accuse to support) the table says how much more often than by chance the role picks such a target.
const (
	noCell Cell = iota

	claimNone // question: what does a player claim by the end of its first day of talk
	claimSeer
	claimSeerCounter
	claimMedium
	claimMediumCounter
	claimGuard
	claimVillager
	claimWolfSide
	laterNone // the same question on every later day
	laterSeer
	laterSeerCounter
	laterMedium
	laterMediumCounter
	laterGuard
	laterVillager
	laterWolfSide

	retract // question about claimants: what is wrong with the claim
	slip
	seerBlack // question: what does a claimed seer find
	seerWhite
	mediumBlack // the same for a medium
	mediumWhite
	attackedPlain // question: which player without a claim do the werewolves kill
	sparedPlain
	attackedSeer // the same for claimed seers
	sparedSeer
	attackedMedium // the same for other claimants
	sparedMedium
	quiet // question: does a player take part
	spoke
	kept // question: does a player vote as it announced
	broke

	accusePlain // choice among players of whom nothing is said
	accuseClaimant
	accuseBlamed
	declarePlain
	declareClaimant
	declareBlamed
	castPlain
	castClaimant
	castBlamed
	supportPlain
	supportClaimant
	supportBlamed
	numCells
)

var cellNames = [numCells]string{
	"", "claim.none", "claim.seer", "claim.seer.counter", "claim.medium", "claim.medium.counter", "claim.guard",
	"claim.villager", "claim.wolfside", "later.none", "later.seer", "later.seer.counter", "later.medium",
	"later.medium.counter", "later.guard", "later.villager", "later.wolfside", "flaw.retract", "flaw.slip",
	"seer.black", "seer.white", "medium.black", "medium.white", "night.attacked", "night.spared",
	"nightseer.attacked", "nightseer.spared", "nightmedium.attacked", "nightmedium.spared", "talk.quiet", "talk.spoke",
	"vote.kept", "vote.broke", "accuse.plain", "accuse.claimant", "accuse.blamed", "declare.plain", "declare.claimant",
	"declare.blamed", "cast.plain", "cast.claimant", "cast.blamed", "support.plain", "support.claimant", "support.blamed",
}

// String returns the cell's name in tables.
func (c Cell) String() string {
	if c < numCells {
		return cellNames[c]
	}
	return "?"
}

// choice reports whether the cell is about picking a target.
func (c Cell) choice() bool { return c >= accusePlain }

// aimed reports whether the cell depends on the species of a target.
func (c Cell) aimed() bool { return c.choice() || c >= seerBlack && c <= mediumWhite }

// question returns the first and the last cell of the question that the cell answers. For a choice or a flaw both are
// the cell itself.
func (c Cell) question() (first, last Cell) {
	for _, q := range [...][2]Cell{
		{claimNone, claimWolfSide}, {laterNone, laterWolfSide}, {seerBlack, seerWhite}, {mediumBlack, mediumWhite},
		{attackedPlain, sparedPlain}, {attackedSeer, sparedSeer}, {attackedMedium, sparedMedium}, {quiet, spoke}, {kept, broke},
	} {
		if c >= q[0] && c <= q[1] {
			return q[0], q[1]
		}
	}
	return c, c
}

// cellOf returns the sort of evidence that a fact is, noCell if it says nothing.
func cellOf(t *werewolf.RoleTable, f *evidence.Item) Cell {
	switch f.Kind {
	case evidence.Unclaimed, evidence.Claim:
		return claimCell(t, f)
	case evidence.Retract:
		return retract
	case evidence.Slip:
		return slip
	case evidence.Told:
		return toldCell(t, f)
	case evidence.Accuse, evidence.Declare, evidence.Cast, evidence.Support:
		return choiceCell(f)
	case evidence.Attacked:
		return nightCell(t, f)
	case evidence.Spared:
		return nightCell(t, f) + 1
	case evidence.Quiet:
		return quiet
	case evidence.Spoke:
		return spoke
	case evidence.Kept:
		return kept
	case evidence.Broke:
		return broke
	default:
		return noCell
	}
}

func claimCell(t *werewolf.RoleTable, f *evidence.Item) Cell {
	c := claimNone
	if f.Day > 1 {
		c = laterNone
	}
	counter := Cell(0)
	if f.Counter {
		counter = 1
	}
	switch spec := t.Spec(f.Role); {
	case spec.Power == werewolf.Divines:
		return c + 1 + counter
	case spec.Power == werewolf.Identifies:
		return c + 3 + counter
	case spec.Power == werewolf.Guards:
		return c + 5
	case spec.Team == werewolf.VillagerTeam:
		return c + 6
	case spec.Team == werewolf.WerewolfTeam:
		return c + 7
	default:
		return c
	}
}

func toldCell(t *werewolf.RoleTable, f *evidence.Item) Cell {
	c := seerBlack
	if t.Power(f.Role) == werewolf.Identifies {
		c = mediumBlack
	}
	if f.Species == werewolf.Human {
		c++
	}
	return c
}

func nightCell(t *werewolf.RoleTable, f *evidence.Item) Cell {
	switch t.Power(f.Role) {
	case werewolf.Divines:
		return attackedSeer
	case werewolf.Identifies, werewolf.Guards:
		return attackedMedium
	default:
		return attackedPlain
	}
}

// choiceCell returns the cell of a choice. Who has one target only has no choice.
func choiceCell(f *evidence.Item) Cell {
	if f.Choices.Len() < 2 {
		return noCell
	}
	c := accusePlain
	switch f.Kind {
	case evidence.Declare:
		c = declarePlain
	case evidence.Cast:
		c = castPlain
	case evidence.Support:
		c = supportPlain
	default: // accuse
	}
	switch f.Standing {
	case evidence.Claimant:
		c++
	case evidence.Blamed:
		c += 2
	default: // cleared players are chosen like others
	}
	return c
}
