package stats

import (
	"math"
	"math/rand/v2"
)

// cut is where the two proposals of polyaGamma meet.
const cut = 0.64

// polyaGamma draws from the Pólya-Gamma distribution PG(1, z), exactly, as Polson, Scott and Windle (2013) do: by rejection from an
// exponential tail and a truncated inverse Gaussian, with Devroye's alternating series.
func polyaGamma(z float64, random *rand.Rand) float64 {
	z = math.Abs(z) / 2
	rate := math.Pi*math.Pi/8 + z*z/2
	tail := tailShare(z, rate)
	for {
		x := 0.0
		if random.Float64() < tail {
			x = cut + random.ExpFloat64()/rate
		} else {
			x = inverseGaussian(z, random)
		}
		if seriesAccepts(x, random.Float64()) {
			return x / 4
		}
	}
}

// tailShare is how much of the proposal lies beyond the cut.
func tailShare(z, rate float64) float64 {
	root := 1 / math.Sqrt(cut)
	start := math.Log(rate) + rate*cut
	near := math.Exp(start - z + logNormal(root*(cut*z-1)))
	far := math.Exp(start + z + logNormal(-root*(cut*z+1)))
	return 1 / (1 + 4/math.Pi*(near+far))
}

// logNormal is the logarithm of the normal distribution function.
func logNormal(x float64) float64 { return math.Log(math.Erfc(-x/math.Sqrt2) / 2) }

// seriesAccepts decides by partial sums that lie in turn above and below the density.
func seriesAccepts(x, u float64) bool {
	sum := seriesTerm(0, x)
	y := u * sum
	for n := 1; ; n++ {
		if n%2 == 1 {
			if sum -= seriesTerm(n, x); y <= sum {
				return true
			}
		} else if sum += seriesTerm(n, x); y > sum {
			return false
		}
	}
}

func seriesTerm(n int, x float64) float64 {
	k := float64(n) + 0.5
	if x > cut {
		return math.Pi * k * math.Exp(-k*k*math.Pi*math.Pi*x/2)
	}
	return math.Pi * k * math.Exp(-1.5*math.Log(math.Pi*x/2)-2*k*k/x)
}

// inverseGaussian draws one with mean 1/z below the cut.
func inverseGaussian(z float64, random *rand.Rand) float64 {
	if z < 1/cut {
		for {
			e, f := random.ExpFloat64(), random.ExpFloat64()
			if e*e > 2*f/cut {
				continue
			}
			x := cut / ((1 + cut*e) * (1 + cut*e))
			if random.Float64() < math.Exp(-z*z*x/2) {
				return x
			}
		}
	}
	mu := 1 / z
	for {
		n := random.NormFloat64()
		y := mu * n * n
		x := mu + mu/2*(y-math.Sqrt(4*y+y*y))
		if random.Float64() > mu/(mu+x) {
			x = mu * mu / x
		}
		if x < cut {
			return x
		}
	}
}
