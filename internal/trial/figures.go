package trial

import (
	"cmp"
	"math"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Figures are what some games of a trial tell of the program.
type Figures struct {
	Won   stats.Rate
	Roles []RoleFigures // in the order of the table of roles
	With  []Company     // the others, those it did worst against first
	// Ahead is by how much more often it wins than the others in the same roles, over whole decks: as many games as there are seats,
	// in which it had every card once. N counts decks.
	Ahead stats.Estimate
	// Decided is how many games in all make that difference plain, at 5% with a power of 80%; 0 where it is plain, or where nothing
	// tells how many.
	Decided int
	Faults  map[gamelog.Fault]int // of its answers
}

// RoleFigures are how often the program won with a role, and how often the others did.
type RoleFigures struct {
	Role werewolf.Role
	Own  stats.Rate
	// Others has intervals for as many trials as there are games: several that have the role win together.
	Others stats.Rate
}

// Company is how the program did with one of the others at the table.
type Company struct {
	Name    string
	Against stats.Rate // the other was on the other side
	Beside  stats.Rate // both were on one side
}

// count is wins of trials.
type count struct{ won, all, games int }

func (c *count) add(won bool) {
	c.all++
	if won {
		c.won++
	}
}

// FiguresOf counts the games of a trial, in the order of the plan.
func FiguresOf(games []Game, rules *werewolf.Rules) *Figures {
	f := &Figures{Faults: map[gamelog.Fault]int{}}
	var own count
	var roles, others [werewolf.MaxRoles]count
	against, beside := map[string]*count{}, map[string]*count{}
	for i := range games {
		g := &games[i]
		own.add(g.Won)
		roles[g.Role].add(g.Won)
		for kind, n := range g.Faults {
			f.Faults[kind] += n
		}
		met := [werewolf.MaxRoles]bool{}
		for _, o := range g.Others {
			others[o.Role].add(o.Won)
			met[o.Role] = true
			with := against
			if o.Mate {
				with = beside
			}
			if with[o.Name] == nil {
				with[o.Name] = &count{}
			}
			with[o.Name].add(g.Won)
		}
		for role := range met {
			if met[role] {
				others[role].games++
			}
		}
	}
	f.Won = stats.Wilson(own.won, own.all)
	for _, role := range rules.Roles.InPlay().Slice() {
		f.Roles = append(f.Roles, RoleFigures{
			Role: role, Own: stats.Wilson(roles[role].won, roles[role].all),
			Others: stats.Clustered(others[role].won, others[role].all, others[role].games),
		})
	}
	f.With = companies(against, beside)
	f.Ahead, f.Decided = ahead(games, rules)
	return f
}

// companies puts together how the program did with everybody.
func companies(against, beside map[string]*count) (all []Company) {
	for name, c := range against {
		all = append(all, Company{Name: name, Against: stats.Wilson(c.won, c.all)})
	}
	for name, c := range beside {
		i := slices.IndexFunc(all, func(w Company) bool { return w.Name == name })
		if i < 0 {
			i = len(all)
			all = append(all, Company{Name: name})
		}
		all[i].Beside = stats.Wilson(c.won, c.all)
	}
	slices.SortFunc(all, func(a, b Company) int {
		return cmp.Or(cmp.Compare(a.Against.Share(), b.Against.Share()), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// ahead compares the program with the others, deck by deck.
func ahead(games []Game, rules *werewolf.Rules) (e stats.Estimate, decided int) {
	decks := Decks(games, rules)
	e = stats.Mean(decks)
	if len(decks) < 2 || e.Low > 0 || e.High < 0 {
		return e, 0
	}
	need := stats.MeanNeeded(stats.Spread(decks), e.Value, level, power)
	return e, rules.Players() * need.Games
}

// Decks are by how much more often the program won than the others did in the same roles, deck by deck: as many games as there are
// seats, in which it had every card once. Games of a deck that is not whole are left out. Where the program is no better and no worse
// than the others the mean is 0: whoever sits in a seat has its chance.
func Decks(games []Game, rules *werewolf.Rules) (decks []float64) {
	players := rules.Players()
	for from := 0; from < len(games); {
		to := from + 1
		for to < len(games) && games[to].Number/players == games[from].Number/players {
			to++
		}
		if to-from == players {
			decks = append(decks, aheadIn(games[from:to], rules))
		}
		from = to
	}
	return decks
}

// The level and the power of a verdict.
const (
	level = 0.05
	power = 0.8
)

// aheadIn is by how much more of a deck the program won than the others do in the same roles.
func aheadIn(games []Game, rules *werewolf.Rules) float64 {
	var others [werewolf.MaxRoles]count
	own := 0.0
	for i := range games {
		if games[i].Won {
			own++
		}
		for _, o := range games[i].Others {
			others[o.Role].add(o.Won)
		}
	}
	theirs := 0.0
	for _, role := range rules.Roles.InPlay().Slice() {
		theirs += float64(rules.Roles[role]) * float64(others[role].won) / math.Max(1, float64(others[role].all))
	}
	return (own - theirs) / float64(len(games))
}
