package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// settingSpread is the prior spread of a setting's log-odds: before any game a side is believed to win between 9 and 91 of 100
	// games. Where it is wider, a few games without an upset make that side look invincible.
	settingSpread = 1.2
	// widthSpread is the scale of the Rayleigh prior of how far strengths lie apart. The prior is 0 for no
	// spread at all: few games often look like that, and all intervals would become too narrow (Chung et al.
	// 2013).
	widthSpread = 1.0
	// roleSpread is the scale of the half-normal prior of how far a team's strengths in the roles of a side lie
	// apart. It is highest for no spread at all: that a team plays all its roles alike is nothing odd.
	roleSpread = 0.5
)

// The grid over which the prior of the strengths is averaged: how far they lie
// apart, how much the two sides of a team go together, and how far the roles of a side lie apart.
var (
	widths    = [...]float64{0.05, 0.1, 0.18, 0.3, 0.45, 0.65, 0.95, 1.4, 2}
	alliances = [...]float64{0, 0.5, 0.9}
	apart     = [...]float64{0.05, 0.2, 0.4, 0.6, 0.9, 1.3}
)

// prior is what is believed of the strengths of every team before any game.
type prior struct {
	width, alliance, apart float64
	mass                   float64 // of it in the grid; all sum to 1
	near                   []int   // the next ones in the grid
	precision              *mat.SymDense
	logDet                 float64 // of the precision of all coefficients
}

// priors is the grid for the league. Where roles are not known, there is nothing to lie apart.
func (l *league) priors() []prior {
	between := apart[:]
	if !l.knowsRoles() {
		between = []float64{0}
	}
	size := [3]int{len(widths), len(alliances), len(between)}
	all := make([]prior, size[0]*size[1]*size[2])
	sum := 0.0
	for i := range all {
		at := [3]int{i / (size[1] * size[2]), i / size[2] % size[1], i % size[2]}
		p := &all[i]
		p.width, p.alliance, p.apart = widths[at[0]], alliances[at[1]], between[at[2]]
		p.mass = rayleighMass(widths[:], at[0], widthSpread) * normalMass(between, at[2], roleSpread)
		sum += p.mass
		stride := 1
		for d := 2; d >= 0; d-- {
			if at[d] > 0 {
				p.near = append(p.near, i-stride)
			}
			if at[d] < size[d]-1 {
				p.near = append(p.near, i+stride)
			}
			stride *= size[d]
		}
		l.weigh(p)
	}
	for i := range all {
		all[i].mass /= sum
	}
	return all
}

// cell is the width of what a point of a grid stands for.
func cell(grid []float64, at int) float64 {
	below, above := 0.0, grid[len(grid)-1]
	if at > 0 {
		below = (grid[at-1] + grid[at]) / 2
	}
	if at < len(grid)-1 {
		above = (grid[at] + grid[at+1]) / 2
	}
	return above - below
}

// rayleighMass is the mass of a point of the grid, up to a factor.
func rayleighMass(grid []float64, at int, scale float64) float64 {
	x := grid[at] / scale
	return x * math.Exp(-x*x/2) * cell(grid, at)
}

// normalMass is the same of the half-normal distribution; all of it, where the grid is a point.
func normalMass(grid []float64, at int, scale float64) float64 {
	if len(grid) == 1 {
		return 1
	}
	x := grid[at] / scale
	return math.Exp(-x*x/2) * cell(grid, at)
}

// covariance is that of a team's coefficients.
func (l *league) covariance(p *prior) *mat.SymDense {
	c := mat.NewSymDense(len(l.posts), nil)
	for a, one := range l.posts {
		for b, other := range l.posts[a:] {
			v := p.width * p.width
			if one.side != other.side {
				v *= p.alliance
			}
			if b == 0 {
				v += p.apart * p.apart
			}
			c.SetSym(a, a+b, v)
		}
	}
	return c
}

// weigh sets the prior's precision of a team's coefficients.
func (l *league) weigh(p *prior) {
	var c mat.Cholesky
	c.Factorize(l.covariance(p)) // it is positive: no alliance is whole, and either roles lie apart or a side has one post
	p.precision = mat.NewSymDense(len(l.posts), nil)
	_ = c.InverseTo(p.precision) // the condition number is of no interest
	p.logDet = -float64(l.settings)*math.Log(settingSpread*settingSpread) - float64(l.teams)*c.LogDet()
}

// penalise adds the precision of all coefficients before any game.
func (l *league) penalise(to *mat.SymDense, p *prior) {
	raw := to.RawSymmetric()
	for s := range l.settings {
		raw.Data[s*raw.Stride+s] += 1 / (settingSpread * settingSpread)
	}
	of := p.precision.RawSymmetric()
	for t := range l.teams {
		from := l.at(t, 0)
		for a := range l.posts {
			for b := a; b < len(l.posts); b++ {
				raw.Data[(from+a)*raw.Stride+from+b] += of.Data[a*of.Stride+b]
			}
		}
	}
}
