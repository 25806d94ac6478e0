package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/chances"
)

// stopping is an output that stops a command when it has written a text.
type stopping struct {
	bytes.Buffer
	at   string
	stop context.CancelFunc
}

// Write implements io.Writer.
func (s *stopping) Write(text []byte) (int, error) {
	n, err := s.Buffer.Write(text)
	if s.at != "" && strings.Contains(s.String(), s.at) {
		s.stop()
	}
	return n, err
}

// runUntil runs a command and stops it when it has written the text, "" for never. It returns what it printed, and its complaints.
func runUntil(t *testing.T, text string, args ...string) (printed, complaints string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out bytes.Buffer
	errs := stopping{at: text, stop: stop}
	if status := run(ctx, args, &out, &errs); (status == exitOK) != (text == "") {
		t.Fatalf("%v: status %d: %s", args, status, errs.String())
	}
	return out.String(), errs.String()
}

// TestStoppedChancesGoOn: what was played until Ctrl-C is kept, and the same command goes on from it to the figures that come of
// all games at once.
func TestStoppedChancesGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("games that are played on")
	}
	dir := t.TempDir()
	if status := run(t.Context(), []string{"play", "--seed", "7", "--bots", "random", "--out", dir, "-q"}, io.Discard, io.Discard); status != exitOK {
		t.Fatal("no game")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	file := files[0]
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	curve := []string{"chances", file, "--by", "random", "--games", "60", "--at", "d1,d1:3"}
	want, _ := runUntil(t, "", append(curve, "--no-keep")...)
	if _, why := runUntil(t, "(25 of 60 games)", curve...); !strings.Contains(why, "what was played before is kept") {
		t.Errorf("chances, stopped: %s", why)
	}
	kept, err := chances.Load(file, data)
	if err != nil || len(kept.Curves) != 1 || kept.Curves[0].Least() != 25 {
		t.Errorf("kept is %+v, %v", kept, err)
	}
	if got, _ := runUntil(t, "", curve...); got != want {
		t.Errorf("gone on with:\n%s\nat once:\n%s", got, want)
	}
	moves := []string{"moves", file, "--by", "random", "--games", "16"}
	want, _ = runUntil(t, "", append(moves, "--no-keep")...)
	if _, why := runUntil(t, "15 games each way of 16", moves...); !strings.Contains(why, "are kept") {
		t.Errorf("moves, stopped: %s", why)
	}
	judged, err := chances.LoadMoves(file, data)
	if err != nil || len(judged.Judged) != 1 || !judged.Judged[0].Unfinished || len(judged.Judged[0].Moves[0].Ways["roles"]) < 15 || judged.Best() != nil {
		t.Errorf("kept is %+v, %v", judged, err)
	}
	if got, _ := runUntil(t, "", moves...); got != want {
		t.Errorf("gone on with:\n%s\nat once:\n%s", got, want)
	}
}

// TestReliabilityOfTrueChances: chances that are right look right, however few games tell them.
func TestReliabilityOfTrueChances(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	share := func(chance float64) float64 {
		won := 0
		for range 4 {
			if rng.Float64() < chance {
				won++
			}
		}
		return float64(won) / 4
	}
	var list []prediction
	for game := range 8000 {
		chance := .2 + .6*rng.Float64()
		list = append(list, prediction{game: game, first: share(chance), rest: share(chance), won: rng.Float64() < chance})
	}
	for n, at := range reliability(list, 5) {
		chance, won := at.chance/float64(at.moments), float64(at.won)/float64(at.moments)
		if math.Abs(chance-won) > 4*math.Sqrt(.25*1.25/float64(at.moments)) || at.moments != len(at.games) {
			t.Errorf("line %d: a mean chance of %.3f, won %.3f, %d moments of %d games", n, chance, won, at.moments, len(at.games))
		}
	}
}
