package trial

import (
	"crypto/sha256"

	"wolfden/internal/stats"
)

// Beside is a trial compared with another by the deals that were played in both.
type Beside struct {
	Deals     int
	OnlyThis  int // that only this one won
	OnlyOther int // that only the other one won
	// Comparison is of the shares of deals won, this less the other, with McNemar's test.
	stats.Comparison
	// Decided is how many deals in all make the difference plain, at 5% with a power of 80%; 0 where it is plain, or where nothing
	// tells how many.
	Decided int
}

// BesideOf compares a trial with another.
func BesideOf(this, other []Game) Beside {
	won := map[[sha256.Size]byte]bool{}
	for i := range other {
		won[other[i].deal] = other[i].Won
	}
	var b Beside
	both, neither := 0, 0
	for i := range this {
		before, known := won[this[i].deal]
		if !known {
			continue
		}
		b.Deals++
		switch {
		case this[i].Won && before:
			both++
		case this[i].Won:
			b.OnlyThis++
		case before:
			b.OnlyOther++
		default:
			neither++
		}
	}
	b.Comparison = stats.McNemar(both, b.OnlyThis, b.OnlyOther, neither)
	if e := b.Difference; b.Deals > 0 && e.Low <= 0 && 0 <= e.High {
		n := float64(b.Deals)
		b.Decided = stats.DealsNeeded(float64(b.OnlyThis)/n, float64(b.OnlyOther)/n, level, power).Games
	}
	return b
}
