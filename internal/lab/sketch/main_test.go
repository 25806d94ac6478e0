package main

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/chances"
)

// TestFit: weights that games were drawn from are found again, and signs that tell nothing get none.
func TestFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var truth chances.Weights
	truth[chances.SignSmall], truth[chances.SignAgainst], truth[chances.SignAstray] = 0.5, 2, -3
	var list []example
	for range 6000 {
		var e example
		e.signs[chances.SignSmall] = 1
		for _, s := range []chances.Sign{chances.SignAgainst, chances.SignAstray, chances.SignSeer} {
			e.signs[s] = rng.Float64()
		}
		if rng.Float64() < truth.Village(e.signs) {
			e.won = 1
		}
		list = append(list, e)
	}
	w, err := fit(list)
	if err != nil {
		t.Fatal(err)
	}
	for s := range chances.NumSigns {
		if math.Abs(w[s]-truth[s]) > 0.35 {
			t.Errorf("%s: %.2f, drawn with %.2f", s, w[s], truth[s])
		}
	}
	if got, even := brier(w, list), brier(chances.Weights{}, list); got >= even {
		t.Errorf("squared error %.4f, without weights %.4f", got, even)
	}
	again, err := chances.ReadWeights(text(w, 10, len(list)))
	if err != nil {
		t.Fatal(err)
	}
	for s := range chances.NumSigns {
		if math.Abs(again[s]-w[s]) > 1e-3*math.Abs(w[s])+1e-9 {
			t.Errorf("%s: written %.4f, read %.4f", s, w[s], again[s])
		}
	}
}

// TestReadWeights: a file that lacks a sign, or has one that nobody knows, is refused.
func TestReadWeights(t *testing.T) {
	whole := text(chances.Weights{}, 0, 0)
	for what, bad := range map[string]string{
		"a sign less":    strings.Replace(whole, "seer\t0\n", "", 1),
		"a strange sign": whole + "luck\t1\n",
		"no number":      strings.Replace(whole, "seer\t0", "seer\tmuch", 1),
		"a sign twice":   whole + "seer\t1\n",
	} {
		if _, err := chances.ReadWeights(bad); err == nil {
			t.Errorf("%s is read", what)
		}
	}
}

// TestRun: folders without records are an error, and nothing is written.
func TestRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "weights.tsv")
	var said strings.Builder
	if err := run([]string{"-o", out, t.TempDir()}, &said); err == nil || !strings.Contains(err.Error(), "no records") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("weights of nothing were written")
	}
}
