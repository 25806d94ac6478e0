package stats

import "math"

// Part is how many of how many there were in one cluster, such as a game.
type Part struct{ Of, All float64 }

// Ratio is the share of all parts in all wholes, where what happens in a cluster hangs together as much as it does: the clusters
// themselves show how much. The interval is Wilson's for as many trials as are worth the same (Kish 1965), with Student's
// distribution for the clusters there are (Korn and Graubard 1998). So it is defined also where nothing or everything is a part; there
// a cluster counts as one trial. It takes no draws, and is defined at 0 and 1, where resampling gives no width.
func Ratio(parts []Part) Rate {
	var of, all float64
	clusters := 0
	for _, p := range parts {
		of, all = of+p.Of, all+p.All
		if p.All > 0 {
			clusters++
		}
	}
	r := Clustered(int(math.Round(of)), int(math.Round(all)), clusters)
	if clusters < 2 || of <= 0 || of >= all {
		return r
	}
	share, squares := of/all, 0.0
	for _, p := range parts {
		d := p.Of - share*p.All
		squares += d * d
	}
	g := float64(clusters)
	variance := squares * g / (g - 1) / (all * all)
	// A few clusters that happen to agree are worth no more than their trials.
	worth, t := all, studentsT(clusters-1)
	if variance > 0 {
		worth = min(worth, share*(1-share)/variance*z95*z95/(t*t))
	}
	r.Low, r.High = wilson(share, worth)
	return r
}
