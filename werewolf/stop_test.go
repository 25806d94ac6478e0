package werewolf

import (
	"errors"
	"testing"
)

// A game can be stopped at any moment. It ends as other games do, and who is to blame is gone.
func TestStop(t *testing.T) {
	for inputs := range 60 {
		for _, blamed := range []SeatSet{0, SetOf(2), SetOf(1, 3, 4)} {
			p := &player{rng: newRand(uint64(inputs))}
			g, err := New(With(setups[5]), table(5), 7)
			if err != nil {
				t.Fatal(err)
			}
			for range inputs {
				do(t, g, p.answer(g.Pending()[0]))
				if g.over() {
					return
				}
			}
			for _, bad := range []SeatSet{SetOf(6), 1} {
				if err := g.Apply(Action{Kind: Stop, Blamed: bad}); !errors.Is(err, errNotPending) {
					t.Errorf("blamed %v: %v", bad.Slice(), err)
				}
			}
			from := len(g.Log())
			do(t, g, Action{Kind: Stop, Blamed: blamed})
			want := Result{NoTeam, Stopped}
			if blamed != 0 {
				want.End = Failure
			}
			var failed SeatSet
			shown := 0
			for _, e := range g.Log()[from:] {
				switch e.Kind {
				case Failed:
					failed = failed.With(e.Seat)
				case RoleShown:
					shown++
				default:
				}
			}
			if g.Result() != want || failed != blamed || g.Gone() != blamed || shown != 5 || len(g.Pending()) > 0 || g.Log()[len(g.Log())-1].Kind != GameOver {
				t.Errorf("after %d inputs, blamed %v: %+v, failed %v, %d roles shown", inputs, blamed.Slice(), g.Result(), failed.Slice(), shown)
			}
		}
	}
}
