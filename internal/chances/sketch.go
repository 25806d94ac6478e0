package chances

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"wolfden/internal/position"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Sign is something about a position that tells who may win.
type Sign int

// The signs. Those of sizes are 1 for a game of that size; what was learned of other signs holds for all sizes.
const (
	SignSmall  Sign = iota // up to 6 players
	SignMiddle             // up to 10
	SignLarge
	SignMargin    // living humans less living werewolves, as a share of the living
	SignWolves    // living werewolves, of those at the beginning
	SignSuspected // how much the village has reason to suspect the living werewolves, beside chance
	SignMisled    // the same for the human most suspected
	SignFound     // living werewolves whom a living seer has found
	SignSeer      // the seer lives
	SignMedium    // the medium lives
	SignGuard     // the bodyguard lives
	SignTraitor   // a possessed lives
	SignAgainst   // living players who have announced a vote for a werewolf, as a share
	SignAstray    // the same for a human
	NumSigns
)

// signNames are the names in the file of weights.
var signNames = [NumSigns]string{
	"small", "middle", "large", "margin", "wolves", "suspected", "misled", "found", "seer", "medium", "guard", "traitor", "against", "astray",
}

// String is the sign's name.
func (s Sign) String() string { return signNames[s] }

// Signs returns the signs of a position, all roles known.
func Signs(p *position.Position) ([NumSigns]float64, error) {
	o := p.Observation(0)
	reasoner, err := reasonerAt(&o)
	if err != nil {
		return [NumSigns]float64{}, err
	}
	now, heard := reasoner.Village().Now(), reasoner.Ledger()
	var s [NumSigns]float64
	s[sizeOf(o.Rules.Players())] = 1
	living, wolves, misled := float64(o.Living.Len()), 0.0, 0.0
	roles, table := p.Roles(), o.Rules.Table
	var found werewolf.SeatSet
	for id := range o.Living.All() {
		own, spec := p.Observation(id), table.Spec(roles[id])
		if spec.IsWolf() {
			wolves++
			s[SignSuspected] += now.Wolf(id)
		} else {
			misled = max(misled, now.Wolf(id))
		}
		for _, f := range own.Divined {
			if f.Species == werewolf.Wolf {
				found = found.With(f.Target)
			}
		}
		if sign, counts := powers[spec.Power]; counts && spec.Team == werewolf.VillagerTeam {
			s[sign] = 1
		}
		if spec.Traitor() {
			s[SignTraitor] = 1
		}
		if plan := heard.PlanOf(id, o.Day); o.Living.Has(plan.Target) {
			if table.Spec(roles[plan.Target]).IsWolf() {
				s[SignAgainst] += 1 / living
			} else {
				s[SignAstray] += 1 / living
			}
		}
	}
	s[SignFound] = float64((found & o.Living).Len())
	base := wolves / living
	s[SignMargin] = 1 - 2*base
	s[SignWolves] = wolves / float64(max(1, o.Rules.Wolves()))
	s[SignSuspected] = s[SignSuspected]/max(1, wolves) - base
	s[SignMisled] = misled - base
	return s, nil
}

// reasonerAt is a reasoner that has seen what is observed.
func reasonerAt(o *werewolf.Observation) (*reason.Reasoner, error) {
	beliefs, err := belief.Standard()
	if err != nil {
		return nil, err
	}
	listener := understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	listener.Follow(o, nil)
	reasoner := reason.NewReasoner(beliefs)
	reasoner.See(o, listener.Ledger())
	return reasoner, nil
}

// Believed is what there is reason to believe of everybody from what a seat was shown. The caller must not change it.
func Believed(p *position.Position, seat werewolf.SeatID) (*belief.Posterior, error) {
	o := p.Observation(seat)
	reasoner, err := reasonerAt(&o)
	if err != nil {
		return nil, err
	}
	return reasoner.Mine().Now(), nil
}

// Suspicion is the chance of being a werewolf, by seat, that there is reason to believe in from what a seat was shown; the first is
// not used.
func Suspicion(p *position.Position, seat werewolf.SeatID) ([]float64, error) {
	now, err := Believed(p, seat)
	if err != nil {
		return nil, err
	}
	all := make([]float64, p.Players()+1)
	for id := 1; id < len(all); id++ {
		all[id] = min(1, max(0, now.Wolf(werewolf.SeatID(id))))
	}
	return all, nil
}

// powers are the signs of the village's roles.
var powers = map[werewolf.Power]Sign{werewolf.Divines: SignSeer, werewolf.Identifies: SignMedium, werewolf.Guards: SignGuard}

// sizeOf is the sign of a number of players.
func sizeOf(players int) Sign {
	switch {
	case players <= 6:
		return SignSmall
	case players <= 10:
		return SignMiddle
	}
	return SignLarge
}

// Weights are what the signs were found to mean: the logarithm of the odds of the village is their sum.
type Weights [NumSigns]float64

//go:embed sketch.tsv
var learnt string

// Learnt returns the weights that internal/lab/sketch has learned.
var Learnt = sync.OnceValues(func() (Weights, error) { return ReadWeights(learnt) })

// ReadWeights reads weights, a line a sign.
func ReadWeights(text string) (w Weights, err error) {
	known := map[string]Sign{}
	for s, name := range signNames {
		known[name] = Sign(s)
	}
	seen := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, _ := strings.Cut(line, "\t")
		sign, ok := known[name]
		if !ok {
			return w, fmt.Errorf("no sign %q", name)
		}
		if w[sign], err = strconv.ParseFloat(value, 64); err != nil {
			return w, fmt.Errorf("sign %s: %w", name, err)
		}
		delete(known, name)
		seen++
	}
	if seen < int(NumSigns) {
		return w, fmt.Errorf("%d of %d signs have a weight", seen, NumSigns)
	}
	return w, nil
}

// Village is the village's chance.
func (w *Weights) Village(signs [NumSigns]float64) float64 {
	sum := 0.0
	for s, v := range signs {
		sum += w[s] * v
	}
	return 1 / (1 + math.Exp(-sum))
}

// worldsSketched are looked at for a sketch by a seat's eyes.
const worldsSketched = 40

// Sketch estimates the village's chance from what was learned, without a game played; by a seat's eyes as the mean over games
// from the source.
func Sketch(from Source, games int) (float64, error) {
	weights, err := Learnt()
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for i := range games {
		p, err := from(i)
		if err != nil {
			return 0, err
		}
		signs, err := Signs(p)
		if err != nil {
			return 0, err
		}
		sum += weights.Village(signs)
	}
	return sum / float64(games), nil
}
