package deal

import "wolfden/werewolf"

// four sums over the deals of four single cards beside the rest, which is what humans hold at the contest's tables of nine and
// more. It does what the general sums do, in the same order, without their loops over lots.
type four struct {
	role   [4]werewolf.Role
	before []sums // by number of seats that were dealt to
}

// sums has an entry for each set of cards, whose bits are the lots: what the ways to deal exactly these are worth.
type sums [16]float64

// newFour returns nil where the lots are others.
func newFour(lots []lot) *four {
	f := &four{}
	if len(lots) != len(f.role) {
		return nil
	}
	for i := range lots {
		if lots[i].count != 1 {
			return nil
		}
		f.role[i] = lots[i].role
	}
	return f
}

// marginals is Marginals without gates.
func (f *four) marginals(table, out []Weights) float64 {
	n := len(table)
	if cap(f.before) <= n {
		f.before = make([]sums, n+1)
	}
	f.before = f.before[:n+1]
	f.before[0] = sums{1}
	for i := range table {
		f.seat(&f.before[i], &table[i], &f.before[i+1])
	}
	after, next := &sums{1}, &sums{}
	for i := n - 1; i >= 0; i-- {
		f.meet(&f.before[i], after, &table[i], &out[i])
		f.seat(after, &table[i], next)
		after, next = next, after
	}
	return f.before[n][len(sums{})-1]
}

// seat deals to one more seat.
func (f *four) seat(s *sums, w *Weights, to *sums) {
	v, a, b, c, d := w[rest], w[f.role[0]], w[f.role[1]], w[f.role[2]], w[f.role[3]]
	to[0] = s[0] * v
	to[1] = s[1]*v + s[0]*a
	to[2] = s[2]*v + s[0]*b
	to[3] = s[3]*v + s[2]*a + s[1]*b
	to[4] = s[4]*v + s[0]*c
	to[5] = s[5]*v + s[4]*a + s[1]*c
	to[6] = s[6]*v + s[4]*b + s[2]*c
	to[7] = s[7]*v + s[6]*a + s[5]*b + s[3]*c
	to[8] = s[8]*v + s[0]*d
	to[9] = s[9]*v + s[8]*a + s[1]*d
	to[10] = s[10]*v + s[8]*b + s[2]*d
	to[11] = s[11]*v + s[10]*a + s[9]*b + s[3]*d
	to[12] = s[12]*v + s[8]*c + s[4]*d
	to[13] = s[13]*v + s[12]*a + s[9]*c + s[5]*d
	to[14] = s[14]*v + s[12]*b + s[10]*c + s[6]*d
	to[15] = s[15]*v + s[14]*a + s[13]*b + s[11]*c + s[7]*d
}

// meet sets the sums over the deals that give a seat each role: those before it and those after it have dealt all cards but its own.
func (f *four) meet(s, t *sums, w, out *Weights) {
	v, a, b, c, d := w[rest], w[f.role[0]], w[f.role[1]], w[f.role[2]], w[f.role[3]]
	*out = Weights{}
	out[rest] = s[0]*(t[15]*v) + s[1]*(t[14]*v) + s[2]*(t[13]*v) + s[3]*(t[12]*v) + s[4]*(t[11]*v) + s[5]*(t[10]*v) + s[6]*(t[9]*v) + s[7]*(t[8]*v) +
		s[8]*(t[7]*v) + s[9]*(t[6]*v) + s[10]*(t[5]*v) + s[11]*(t[4]*v) + s[12]*(t[3]*v) + s[13]*(t[2]*v) + s[14]*(t[1]*v) + s[15]*(t[0]*v)
	out[f.role[0]] = s[0]*(t[14]*a) + s[2]*(t[12]*a) + s[4]*(t[10]*a) + s[6]*(t[8]*a) + s[8]*(t[6]*a) + s[10]*(t[4]*a) + s[12]*(t[2]*a) + s[14]*(t[0]*a)
	out[f.role[1]] = s[0]*(t[13]*b) + s[1]*(t[12]*b) + s[4]*(t[9]*b) + s[5]*(t[8]*b) + s[8]*(t[5]*b) + s[9]*(t[4]*b) + s[12]*(t[1]*b) + s[13]*(t[0]*b)
	out[f.role[2]] = s[0]*(t[11]*c) + s[1]*(t[10]*c) + s[2]*(t[9]*c) + s[3]*(t[8]*c) + s[8]*(t[3]*c) + s[9]*(t[2]*c) + s[10]*(t[1]*c) + s[11]*(t[0]*c)
	out[f.role[3]] = s[0]*(t[7]*d) + s[1]*(t[6]*d) + s[2]*(t[5]*d) + s[3]*(t[4]*d) + s[4]*(t[3]*d) + s[5]*(t[2]*d) + s[6]*(t[1]*d) + s[7]*(t[0]*d)
}
