package position_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/gamelogtest"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// addPhases adds legal phases to the day and to the night, drawn from the seed.
func addPhases(r *werewolf.Rules, rng *rand.Rand) {
	actions := []string{"talk", "whisper", "execution", "divine", "guard", "attack"}
	for i := range 1 + rng.IntN(3) {
		p := werewolf.Phase{Name: fmt.Sprintf("added %d", i)}
		for _, a := range rng.Perm(len(actions))[:1+rng.IntN(3)] {
			p.Actions = append(p.Actions, actions[a])
		}
		switch day := rng.IntN(2); rng.IntN(3) {
		case 0:
			p.OnlyDay = &day
		case 1:
			p.ExceptDay = &day
		}
		if rng.IntN(3) == 0 {
			r.NightPhases = append(r.NightPhases, p)
		} else {
			r.DayPhases = append(r.DayPhases, p)
		}
	}
}

// TestImaginedWithAddedPhases: by rules that add talks, votes, attacks and what is done at night to the day, anywhere, the true roles can
// be imagined as well. Players who are late, vote for nobody or are gone for good leave so few traces that a few games are not found.
func TestImaginedWithAddedPhases(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	failed, all := 0, 0
	for seed := range uint64(40) {
		players, faults := []int{5, 9}[seed%2], []int{0, 100}[seed/2%2]
		h := gamelogtest.Header(t, players, seed)
		rng := rand.New(rand.NewPCG(seed, 17))
		addPhases(&h.Rules, rng)
		rec, err := gamelog.Read(bytes.NewReader(gamelogtest.Record(t, h, faults)))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range somewhere(t, rec, rng, 3) {
			for seat := range werewolf.SeatID(players + 1) {
				again, err := p.Imagine(seat, dealt(rec), nil, 7)
				switch all++; {
				case errors.Is(err, position.ErrImpossible) && faults > 0:
					failed++
				case err != nil:
					t.Errorf("game %d, seat %d after %d entries: %v", seed, seat, len(p.Past()), err)
				default:
					looksAlike(t, p, again, seat, dealt(rec))
				}
			}
		}
	}
	if failed*100 > all {
		t.Errorf("%d of %d positions are not found", failed, all)
	}
}
