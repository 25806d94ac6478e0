package analysis

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"wolfden/internal/contestlog"
	"wolfden/internal/opinion"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// forecast is the chance to be a werewolf that a player noted of another.
type forecast struct {
	seat, about werewolf.SeatID
	day, turn   int // turn -1: after the talk
	chance      float64
	base        float64 // the share of werewolves among those whom the note speaks of
	last        bool    // of the writer's day
}

// sureness is the chance that a note of 0% or 100% is taken for: notes are written in whole percents.
const sureness = 0.005

// forecasts are what the notes of a game say, in their order. Werewolves know who is one: theirs are left out.
func (g *Game) forecasts() (all []forecast) {
	names := g.called()
	for i := range g.Notes {
		n := &g.Notes[i]
		if n.Day == 0 || g.Roles().Species(g.Player(n.Seat).Role) == werewolf.Wolf {
			continue
		}
		chances := names.Read(n.Topic, n.Text, false).Wolf
		delete(chances, n.Seat)
		if len(chances) == 0 {
			continue
		}
		f := forecast{seat: n.Seat, day: n.Day, turn: -1}
		if n.Line < len(g.Lines) && g.Lines[n.Line].Kind == contestlog.TalkLine {
			f.turn = g.Lines[n.Line].Turn
		}
		for about := range chances {
			if g.wolf(about) {
				f.base += 1 / float64(len(chances))
			}
		}
		for about := range werewolf.SeatsUpTo(len(g.Players)).All() {
			if chance, noted := chances[about]; noted {
				f.about, f.chance = about, min(max(chance, sureness), 1-sureness)
				all = append(all, f)
			}
		}
	}
	latest := map[[3]int]int{}
	for i := range all {
		latest[[3]int{int(all[i].seat), int(all[i].about), all[i].day}] = i
	}
	for _, i := range latest {
		all[i].last = true
	}
	return all
}

// called are the names of the players in notes.
func (g *Game) called() (names opinion.Table) {
	for i := range g.Players {
		names = append(names, g.Players[i].Called)
	}
	return names
}

// wolf reports whether the player is a werewolf.
func (g *Game) wolf(id werewolf.SeatID) bool {
	return g.Roles().Species(g.Player(id).Role) == werewolf.Wolf
}

// Beliefs is how well the chances that players of a group noted, as the last of a day, fit who was a werewolf.
type Beliefs struct {
	Name      string         `json:"name"`
	Day       int            `json:"day"` // 0 for all days
	Games     int            `json:"games"`
	Forecasts int            `json:"forecasts"`
	Brier     stats.Estimate `json:"brier"` // mean squared error; all intervals rest on games
	// Base is the Brier score of somebody who knows only how many werewolves there are among those it speaks of.
	Base    stats.Estimate `json:"brier_of_base_rate"`
	LogLoss stats.Estimate `json:"log_loss"` // mean negative logarithm, base e, of the chance given to the truth
	Bins    []BeliefBin    `json:"reliability"`

	latest *Game        // of those that were added
	sums   []beliefSums // a game each
}

// BeliefBin is the forecasts of a range of chances.
type BeliefBin struct {
	From      float64        `json:"from"`
	To        float64        `json:"to"`
	Forecasts int            `json:"forecasts"`
	Predicted stats.Estimate `json:"predicted"`
	Happened  stats.Estimate `json:"happened"`
}

const beliefBins = 10

// beliefSums is what the forecasts of a game come to.
type beliefSums struct {
	n, squares, base, logs       float64
	count, predicted, werewolves [beliefBins]float64
}

func (s *beliefSums) add(f *forecast, wolf bool) {
	happened, given := 0.0, 1-f.chance
	if wolf {
		happened, given = 1, f.chance
	}
	s.n++
	s.squares += (happened - f.chance) * (happened - f.chance)
	s.base += (happened - f.base) * (happened - f.base)
	s.logs -= math.Log(given)
	bin := min(int(f.chance*beliefBins), beliefBins-1)
	s.count[bin]++
	s.predicted[bin] += f.chance
	s.werewolves[bin] += happened
}

// BeliefGroups compares noted beliefs with the truth, by group and day; all days of a group stand before its days.
func BeliefGroups(games []*Game, by By) []*Beliefs {
	type key struct {
		name string
		day  int
	}
	var found grouping[key, Beliefs]
	for _, g := range games {
		for _, f := range g.forecasts() {
			if !f.last {
				continue
			}
			for _, day := range []int{0, f.day} {
				k := key{groupName(g, int(f.seat)-1, by), day}
				b := found.of(k, Beliefs{Name: k.name, Day: day})
				if b.latest != g {
					b.latest, b.sums = g, append(b.sums, beliefSums{})
				}
				b.sums[len(b.sums)-1].add(&f, g.wolf(f.about))
			}
		}
	}
	for _, b := range found.list {
		b.finish()
	}
	return found.sorted(func(a, b *Beliefs) int { return cmp.Or(strings.Compare(a.Name, b.Name), a.Day-b.Day) })
}

// finish works out the figures from the sums.
func (b *Beliefs) finish() {
	over := func(part, whole func(s *beliefSums) float64) stats.Estimate {
		var games parts
		for i := range b.sums {
			games.add(i, part(&b.sums[i]), whole(&b.sums[i]))
		}
		return stats.ClusteredMean(games)
	}
	n := func(s *beliefSums) float64 { return s.n }
	b.Games = len(b.sums)
	for i := range b.sums {
		b.Forecasts += int(b.sums[i].n)
	}
	b.Brier = over(func(s *beliefSums) float64 { return s.squares }, n).Within(0, 1)
	b.Base = over(func(s *beliefSums) float64 { return s.base }, n).Within(0, 1)
	b.LogLoss = over(func(s *beliefSums) float64 { return s.logs }, n).Within(0, math.Inf(1))
	for at := range beliefBins {
		count := func(s *beliefSums) float64 { return s.count[at] }
		bin := BeliefBin{From: float64(at) / beliefBins, To: float64(at+1) / beliefBins}
		for i := range b.sums {
			bin.Forecasts += int(b.sums[i].count[at])
		}
		if bin.Forecasts > 0 {
			bin.Predicted = over(func(s *beliefSums) float64 { return s.predicted[at] }, count).Within(0, 1)
			bin.Happened = b.happened(at)
			b.Bins = append(b.Bins, bin)
		}
	}
}

// happened is how many of whom a chance of the range was noted were werewolves.
func (b *Beliefs) happened(at int) stats.Estimate {
	var games []stats.Part
	for i := range b.sums {
		if s := &b.sums[i]; s.count[at] > 0 {
			games = append(games, stats.Part{Of: s.werewolves[at], All: s.count[at]})
		}
	}
	r := stats.Ratio(games)
	return stats.Estimate{Value: float64(r.Successes) / float64(r.Trials), Low: r.Low, High: r.High, N: len(games)}
}

// Suspicion is how much honest players and liars were suspected in notes, at a time of a day. Somebody is a liar from its first false
// statement on, see Deceits.
type Suspicion struct {
	Name   string         `json:"name"` // of the group that noted it
	Day    int            `json:"day"`
	Turn   int            `json:"turn"` // -1: after the talk
	Liars  stats.Estimate `json:"liars"`
	Honest stats.Estimate `json:"honest"`

	noted [2]parts // of liars, of the honest
}

// suspicions are the mean chances noted, by group, day and turn.
func suspicions(games []*Game, by By) []*Suspicion {
	type key struct {
		name      string
		day, turn int
	}
	var found grouping[key, Suspicion]
	for at, g := range games {
		lied := g.liedFrom()
		for _, f := range g.forecasts() {
			k := key{groupName(g, int(f.seat)-1, by), f.day, f.turn}
			kind := 1
			if since, is := lied[f.about]; is && since.before(f.day, f.turn) {
				kind = 0
			}
			found.of(k, Suspicion{Name: k.name, Day: f.day, Turn: f.turn}).noted[kind].add(at, f.chance, 1)
		}
	}
	for _, s := range found.list {
		s.Liars, s.Honest = stats.ClusteredMean(s.noted[0]).Within(0, 1), stats.ClusteredMean(s.noted[1]).Within(0, 1)
	}
	late := func(turn int) int {
		if turn < 0 {
			return math.MaxInt
		}
		return turn
	}
	return found.sorted(func(a, b *Suspicion) int {
		return slices.Compare([]int{strings.Compare(a.Name, b.Name), a.Day, late(a.Turn)}, []int{0, b.Day, late(b.Turn)})
	})
}
