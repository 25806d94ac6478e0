package stats

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// term is one coefficient of a row and how often it counts.
type term struct {
	at int
	by float64
}

// trial is a row of a logistic regression: won of played.
type trial struct {
	terms       []term
	won, played float64
}

// fit is a maximum of the penalised likelihood, with the curvature there.
type fit struct {
	beta      []float64
	curvature mat.Cholesky // of the negative log posterior
	logPost   float64      // log likelihood less the penalty
}

var errSingular = errors.New("the figures cannot be told apart")

const (
	newtonSteps = 50
	newtonClose = 1e-10
)

// fitLogistic maximises the likelihood less half the quadratic form of the penalty by Newton's method. It
// begins at start, which it does not change. It halves steps that overshoot and converges from anywhere,
// because the function is concave.
func fitLogistic(trials []trial, penalty *mat.SymDense, start []float64) (*fit, error) {
	f := &fit{beta: append([]float64(nil), start...)}
	f.logPost = logPosterior(trials, penalty, f.beta)
	k := len(start)
	step := mat.NewVecDense(k, nil)
	for range newtonSteps {
		gradient, hessian := slope(trials, penalty, f.beta)
		if !f.curvature.Factorize(hessian) {
			return nil, errSingular
		}
		if err := f.curvature.SolveVecTo(step, gradient); err != nil {
			return nil, errSingular
		}
		if mat.Dot(step, gradient) < newtonClose || !f.move(trials, penalty, step) {
			return f, nil
		}
	}
	return f, nil
}

// move goes along the step as far as that improves the fit, and reports whether it did.
func (f *fit) move(trials []trial, penalty *mat.SymDense, step *mat.VecDense) bool {
	next := make([]float64, len(f.beta))
	for length := 1.0; length > 1e-6; length /= 2 {
		for i := range next {
			next[i] = f.beta[i] + length*step.AtVec(i)
		}
		if v := logPosterior(trials, penalty, next); v > f.logPost {
			f.beta, f.logPost = next, v
			return true
		}
	}
	return false
}

// slope is the gradient of the log posterior and its negative curvature.
func slope(trials []trial, penalty *mat.SymDense, beta []float64) (*mat.VecDense, *mat.SymDense) {
	k := len(beta)
	gradient := mat.NewVecDense(k, nil)
	gradient.MulVec(penalty, mat.NewVecDense(k, beta))
	gradient.ScaleVec(-1, gradient)
	hessian := mat.NewSymDense(k, nil)
	hessian.CopySym(penalty)
	raw, stride := hessian.RawSymmetric().Data, hessian.RawSymmetric().Stride
	for i := range trials {
		t := &trials[i]
		p := logistic(t.linear(beta))
		miss, weight := t.won-t.played*p, t.played*p*(1-p)
		for a, u := range t.terms {
			gradient.SetVec(u.at, gradient.AtVec(u.at)+u.by*miss)
			for _, v := range t.terms[a:] {
				row, column := min(u.at, v.at), max(u.at, v.at)
				raw[row*stride+column] += weight * u.by * v.by
			}
		}
	}
	return gradient, hessian
}

func logPosterior(trials []trial, penalty *mat.SymDense, beta []float64) float64 {
	b := mat.NewVecDense(len(beta), beta)
	sum := -mat.Inner(b, penalty, b) / 2
	for i := range trials {
		t := &trials[i]
		x := t.linear(beta)
		// log p = x - log(1+e^x), kept finite for large x.
		sum += t.won*x - t.played*softplus(x)
	}
	return sum
}

func (t *trial) linear(beta []float64) float64 {
	x := 0.0
	for _, u := range t.terms {
		x += u.by * beta[u.at]
	}
	return x
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// Logistic is a logistic regression: what each sign adds to the logarithm of the odds, and how sure that is.
type Logistic struct {
	Weights    []float64   `json:"weights"`
	Covariance [][]float64 `json:"covariance"`
}

// FitLogistic finds the weights of signs by what happened, a share of what each row counts for. Weights are drawn towards 0 as if each were
// known to lie there with the variance 1/ridge, which is above 0; so they are the middle of what is believed afterwards, and the covariance
// is that belief's.
func FitLogistic(signs [][]float64, happened, counts []float64, ridge float64) (Logistic, error) {
	trials := make([]trial, len(signs))
	for i, row := range signs {
		trials[i] = trial{won: happened[i] * counts[i], played: counts[i]}
		for at, by := range row {
			trials[i].terms = append(trials[i].terms, term{at, by})
		}
	}
	k := len(signs[0])
	penalty := mat.NewSymDense(k, nil)
	for i := range k {
		penalty.SetSym(i, i, ridge)
	}
	f, err := fitLogistic(trials, penalty, make([]float64, k))
	if err != nil {
		return Logistic{}, err
	}
	var inverse mat.SymDense
	if err := f.curvature.InverseTo(&inverse); err != nil {
		return Logistic{}, errSingular
	}
	l := Logistic{Weights: f.beta, Covariance: make([][]float64, k)}
	for i := range k {
		for j := range k {
			l.Covariance[i] = append(l.Covariance[i], inverse.At(i, j))
		}
	}
	return l, nil
}

// Chance is the chance by the signs, with its 95% interval, which is about the weights.
func (l *Logistic) Chance(signs []float64) Estimate {
	x, variance := 0.0, 0.0
	for i, v := range signs {
		x += v * l.Weights[i]
		for j, w := range signs {
			variance += v * w * l.Covariance[i][j]
		}
	}
	half := z95 * math.Sqrt(variance)
	return Estimate{Value: logistic(x), Low: logistic(x - half), High: logistic(x + half)}
}
