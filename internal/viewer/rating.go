package viewer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/stats"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// deep is what takes time to reckon over games: ratings, and whether what should not matter does.
type deep struct {
	Ratings  []rated
	Warnings []string // of the ratings, in English
	Effects  []effect
	Talk     []cells // a row a team, its columns Talked
	Heard    int     // games that Talk rests on
}

// rated is a team with its rating.
type rated struct {
	Name string
	stats.Strength
}

// effect is a test of whether something that should not matter goes with winning.
type effect struct {
	Key      string // of the words
	Players  int
	P        float64  // for all effects of the page together, by Holm's method
	Warnings []string // in English
}

// Chance is P as it is shown.
func (e effect) Chance() string {
	switch {
	case math.IsNaN(e.P):
		return "–"
	case e.P < 0.001:
		return "< 0.001"
	default:
		return fmt.Sprintf("%.3f", e.P)
	}
}

// Strong reports whether so large differences are hardly chance.
func (e effect) Strong() bool { return e.P < 0.01 }

// Expected is the rate with average others, in per cent.
func (r rated) Expected() string { return fmt.Sprintf("%.1f %%", 100*r.Rate.Value) }

// Interval is its bounds in per cent.
func (r rated) Interval() string { return fmt.Sprintf("%.1f–%.1f", 100*r.Rate.Low, 100*r.Rate.High) }

// Ranks are the ranks that the team may have.
func (r rated) Ranks() string {
	if r.RankLow == r.RankHigh {
		return fmt.Sprint(r.RankLow)
	}
	return fmt.Sprintf("%d–%d", r.RankLow, r.RankHigh)
}

// Top is the probability of being the best, in per cent.
func (r rated) Top() string { return fmt.Sprintf("%.0f %%", 100*r.Best) }

// At, LowAt and HighAt are places in the plot.
func (r rated) At() string { return place(r.Rate.Value) }

// LowAt is where the interval begins.
func (r rated) LowAt() string { return place(r.Rate.Low) }

// HighAt is where it ends.
func (r rated) HighAt() string { return place(r.Rate.High) }

const (
	// mostRated is how many teams are rated: for more a page has no room.
	mostRated = 100
	// mostShuffled is how many games a test shuffles: the latest. More would not change what it tells.
	mostShuffled = 1500
	// The seeds make ratings and tests come out the same.
	ratingSeed, effectSeed = 1, 2
)

// rateGames reckons what takes time. Games come latest first; only those with a winner count.
func rateGames(games []*archive.Game, record func(id string) (*gamelog.Record, error)) *deep {
	d := &deep{}
	won := make([]*archive.Game, 0, len(games))
	teams, setups := map[string]int{}, map[int]int{}
	for _, g := range games {
		if g.Winner == werewolf.NoTeam {
			continue
		}
		won = append(won, g)
		setups[len(g.Players)] = 0
		for i := range g.Players {
			teams[g.Players[i].PlaysFor()] = 0
		}
	}
	names, sizes := keys(teams), keys(setups)
	for i, name := range names {
		teams[name] = i
	}
	for i, n := range sizes {
		setups[n] = i
	}
	if len(names) > 1 && len(names) <= mostRated {
		d.rate(won, names, teams, setups)
	}
	for _, n := range sizes {
		d.test(won, n)
	}
	var ps []float64
	for _, e := range d.Effects {
		ps = append(ps, e.P)
	}
	for i, p := range stats.Holm(ps) {
		d.Effects[i].P = p
	}
	d.countTalk(won, record)
	return d
}

func (d *deep) rate(games []*archive.Game, names []string, teams map[string]int, setups map[int]int) {
	matches := make([]stats.Match, 0, len(games))
	for _, g := range games {
		m := stats.Match{Setting: setups[len(g.Players)]}
		if g.Winner == werewolf.WerewolfTeam {
			m.Winner = 1
		}
		for i := range g.Players {
			side := 0
			if g.Side(&g.Players[i]) == werewolf.WerewolfTeam {
				side = 1
			}
			m.Sides[side] = append(m.Sides[side], teams[g.Players[i].PlaysFor()])
			m.Roles[side] = append(m.Roles[side], int(g.Players[i].Role))
		}
		matches = append(matches, m)
	}
	rating := stats.RateTeams(len(names), matches, ratingSeed)
	d.Warnings = rating.Warnings
	for i := range rating.Teams {
		d.Ratings = append(d.Ratings, rated{story.Show(names[i]), rating.Teams[i]})
	}
	slices.SortStableFunc(d.Ratings, func(a, b rated) int { return cmp.Compare(b.Rate.Value, a.Rate.Value) })
}

// test asks whether seats win alike, and whether who speaks first is executed as often as others.
func (d *deep) test(games []*archive.Game, players int) {
	var seats, order [][]stats.Labelled
	for _, g := range games {
		if len(g.Players) != players || len(seats) == mostShuffled {
			continue
		}
		seat, spoke := make([]stats.Labelled, players), make([]stats.Labelled, players)
		for i := range g.Players {
			seat[i] = stats.Labelled{Label: i, Value: one(g.Won(&g.Players[i]))}
			spoke[i] = stats.Labelled{
				Label: int(one(g.Players[i].Order == 1)), Value: one(g.Players[i].Cause == werewolf.ByExecution && g.Players[i].Died == 1),
			}
		}
		seats = append(seats, seat)
		if firstSpeaker(g) > 0 {
			order = append(order, spoke)
		}
	}
	bySeat := stats.LabelEffect(seats, players, effectSeed)
	d.Effects = append(d.Effects, effect{"stats.effect.seat", players, bySeat.P, bySeat.Warnings})
	if len(order) > 0 {
		byOrder := stats.LabelEffect(order, 2, effectSeed)
		d.Effects = append(d.Effects, effect{"stats.effect.order", players, byOrder.P, byOrder.Warnings})
	}
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// deepened keeps what was reckoned last, for who comes back or turns a page. It is safe for concurrent use.
type deepened struct {
	record func(id string) (*gamelog.Record, error)

	mu   sync.Mutex
	kept map[string]*deep
}

// mostDeep is how many results are kept.
const mostDeep = 32

// of is the result for the games, which the filter chose. One is reckoned at a time: it takes the machine's time.
func (k *deepened) of(f *filter, games []*archive.Game) *deep {
	changed := int64(0)
	for _, g := range games {
		changed = max(changed, g.Changed.UnixNano())
	}
	key := fmt.Sprintf("%+v %d %d", *f, len(games), changed)
	k.mu.Lock()
	defer k.mu.Unlock()
	if d := k.kept[key]; d != nil {
		return d
	}
	if k.kept == nil || len(k.kept) >= mostDeep {
		k.kept = map[string]*deep{}
	}
	k.kept[key] = rateGames(games, k.record)
	return k.kept[key]
}
