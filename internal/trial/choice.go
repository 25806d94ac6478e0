package trial

import (
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// beliefs are what there was reason to believe, from what a seat was shown.
type beliefs interface {
	Wolf(id werewolf.SeatID) float64
	Foe(id werewolf.SeatID) float64 // that it wins with the werewolves
	Power(id werewolf.SeatID, has werewolf.Power) float64
}

// Choice is a habit of choosing one player where another was worth more, from what the chooser was shown.
type Choice struct {
	Kind  string
	asked werewolf.RequestKind
	team  werewolf.Team // whose habit it is
	worth func(now beliefs, id werewolf.SeatID) float64
	most  float64 // that the one who was chosen is worth
}

// VoteAstray is the kind of habit of voting for somebody whom there was less reason to suspect than another.
const VoteAstray = "astray"

// nothing is what is worth nothing, but for what is lost in reckoning.
const nothing = 1e-6

// suspect is how likely somebody on its own side a werewolf knows too well to attack: more than twice as likely as anybody at a table.
const suspect = 1. / 3

// Choices are all habits of choosing. Of those for one request and side a choice shows the first whose bound holds.
func Choices() []Choice {
	const whatever = 1
	return []Choice{
		{VoteAstray, werewolf.Vote, werewolf.VillagerTeam, beliefs.Wolf, whatever},
		{"votes-own", werewolf.Vote, werewolf.WerewolfTeam, stranger, whatever},
		{"divines-known", werewolf.Divine, werewolf.VillagerTeam, unknown, nothing},
		{"divines-less", werewolf.Divine, werewolf.VillagerTeam, unknown, whatever},
		{"guards-less", werewolf.Guard, werewolf.VillagerTeam, gifted, whatever},
		{"attacks-own", werewolf.Attack, werewolf.WerewolfTeam, stranger, 1 - suspect},
		{"attacks-less", werewolf.Attack, werewolf.WerewolfTeam, gifted, whatever},
	}
}

// stranger is how likely somebody is not on the werewolves' side.
func stranger(now beliefs, id werewolf.SeatID) float64 { return 1 - now.Foe(id) }

// unknown is how much there is to learn of somebody's species: nothing of whom one is sure.
func unknown(now beliefs, id werewolf.SeatID) float64 { return now.Wolf(id) * (1 - now.Wolf(id)) }

// gifted is how likely the village loses a power with somebody.
func gifted(now beliefs, id werewolf.SeatID) float64 {
	return now.Power(id, werewolf.Divines) + now.Power(id, werewolf.Identifies) + now.Power(id, werewolf.Guards)
}

// chosen is a choice as it was made.
type chosen struct {
	now    beliefs
	from   werewolf.SeatSet // who else could be chosen, without the seat itself
	target werewolf.SeatID
}

// chosenAt is what a seat chose on a request at a place of a record, nil where it chose nobody whom it could, or nothing can be reckoned.
func chosenAt(rec *gamelog.Record, entries int, seat werewolf.SeatID, kind werewolf.RequestKind) *chosen {
	before, err := position.At(rec, entries)
	if err != nil {
		return nil
	}
	asked, err := before.Asked()
	i := slices.IndexFunc(asked, func(q werewolf.Request) bool { return q.Seat == seat && q.Kind == kind })
	made, known := chances.Recorded(rec, entries, seat, kind)
	if err != nil || i < 0 || !known || !asked[i].Targets.Has(made.Target) {
		return nil
	}
	now, err := chances.Believed(before, seat)
	if err != nil {
		return nil
	}
	return &chosen{now, asked[i].Targets.Without(seat), made.Target}
}

// rather is who was worth most of all that could be chosen, 0 where the choice was as good.
func (c *chosen) rather(worth func(beliefs, werewolf.SeatID) float64) werewolf.SeatID {
	best := c.from.Most(func(id werewolf.SeatID) float64 { return worth(c.now, id) })
	if best == 0 || worth(c.now, best) <= worth(c.now, c.target)+nothing {
		return 0
	}
	return best
}
