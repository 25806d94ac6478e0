package position_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// somewhere returns positions all over the record.
func somewhere(t *testing.T, rec *gamelog.Record, rng *rand.Rand, n int) (list []*position.Position) {
	t.Helper()
	for len(list) < n {
		p, err := position.At(rec, rng.IntN(len(rec.Entries)))
		if errors.Is(err, position.ErrOver) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// dealt returns the roles of the record, by seat.
func dealt(rec *gamelog.Record) []werewolf.Role {
	roles := make([]werewolf.Role, len(rec.Header.Seats)+1)
	for _, e := range rec.Entries {
		if e.Event != nil && e.Event.Kind == werewolf.Dealt {
			roles[e.Event.Seat] = e.Event.Role
		}
	}
	return roles
}

// TestImagined: the true roles can always be imagined, a seat sees in an imagined game what it has seen, and what it has not
// seen makes no difference: a game imagined from an imagined one is the same.
func TestImagined(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	settings := []func(*werewolf.Rules){
		nil,
		func(r *werewolf.Rules) { r.VoteVisibility = false },
		func(r *werewolf.Rules) { r.Talk.Mode, r.Whisper.Mode = werewolf.Synchronized, werewolf.Synchronized },
		func(r *werewolf.Rules) { r.Talk.Order = werewolf.EachPhase; r.Vote.MaxCount = 3 },
		func(r *werewolf.Rules) {
			r.Talk.Mode, r.Whisper.Mode = werewolf.Anytime, werewolf.Anytime
			r.Talk.Duration, r.Whisper.Duration = 60_000, 60_000
		},
	}
	possible, all := 0, 0
	for i, change := range settings {
		for _, players := range []int{5, 9, 13} {
			t.Run(fmt.Sprintf("%d of %d", players, i), func(t *testing.T) {
				rec := lay(t, players, "en", uint64(i+players), change, "plain", "random").play(t)
				truth, rng := dealt(rec), rand.New(rand.NewPCG(uint64(i), uint64(players)))
				for m, p := range somewhere(t, rec, rng, 6) {
					for seat := range werewolf.SeatID(players + 1) {
						roles := append([]werewolf.Role(nil), truth...)
						if m%2 == 1 {
							deal(p.Observation(seat), roles, rng)
							all++
						}
						again, err := p.Imagine(seat, roles, nil, 7)
						if m%2 == 1 && errors.Is(err, position.ErrImpossible) {
							continue
						}
						if err != nil {
							t.Errorf("seat %d after %d entries: %v", seat, len(p.Past()), err)
							continue
						}
						possible += m % 2
						looksAlike(t, p, again, seat, roles)
					}
				}
			})
		}
	}
	if possible*2 < all {
		t.Errorf("%d of %d deals that agree with what the seat was told were possible", possible, all)
	}
}

// deal mixes the roles that the seat does not know.
func deal(o werewolf.Observation, roles []werewolf.Role, rng *rand.Rand) {
	var open []int
	for id := 1; id < len(roles); id++ {
		if o.Roles[id] == werewolf.NoRole {
			open = append(open, id)
		}
	}
	rng.Shuffle(len(open), func(i, j int) { roles[open[i]], roles[open[j]] = roles[open[j]], roles[open[i]] })
}

// looksAlike fails where the seat sees a difference, and where a game that looks alike is imagined otherwise.
func looksAlike(t *testing.T, p, again *position.Position, seat werewolf.SeatID, roles []werewolf.Role) {
	t.Helper()
	want, got := p.Observation(seat), again.Observation(seat)
	want.Rules, got.Rules = nil, nil
	if !reflect.DeepEqual(want, got) {
		t.Errorf("seat %d sees\n%+v\nafter %+v", seat, got, want)
	}
	second, err := again.Imagine(seat, roles, nil, 7)
	if err != nil {
		t.Errorf("imagined again: %v", err)
		return
	}
	if was, now := asked(t, p, seat), asked(t, again, seat); !reflect.DeepEqual(was, now) {
		t.Errorf("seat %d is asked for %+v, and was asked for %+v", seat, now, was)
	}
	if !reflect.DeepEqual(second.Past(), again.Past()) {
		t.Errorf("seat %d: what it has not seen makes a difference", seat)
	}
	for id := 1; id < len(roles); id++ {
		o := again.Observation(werewolf.SeatID(id))
		if o.Role() != roles[id] {
			t.Errorf("seat %d is %v and should be %v", id, o.Role(), roles[id])
		}
		if o.Profile != "" && o.Seat != seat {
			t.Errorf("seat %d imagines the profile that only seat %d was shown: %q", seat, id, o.Profile)
		}
	}
}

// asked is what a seat is asked for at a moment when everybody knows what comes next.
func asked(t *testing.T, p *position.Position, seat werewolf.SeatID) (list []werewolf.Request) {
	t.Helper()
	all, err := p.Asked()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range all {
		if q.Seat == seat && (q.Kind == werewolf.Talk || q.Kind == werewolf.Vote) {
			list = append(list, q)
		}
	}
	return list
}

// TestImaginedGoesOn: players go on from an imagined position as from any other.
func TestImaginedGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, players := range []int{5, 9, 13} {
		table := lay(t, players, "en", 2, nil, "plain")
		rec := table.play(t)
		p := after(t, rec, "d1:9")
		for seat := range werewolf.SeatID(3) {
			im, err := p.Imagine(seat, dealt(rec), nil, 3)
			if err != nil {
				t.Fatal(err)
			}
			ends := map[string]bool{}
			for seed := range uint64(2) {
				seats := table.fresh(t, "plain")
				m, err := im.Match(t.Context(), seats, &seed)
				if err != nil {
					t.Fatal(err)
				}
				m.Observer = &book{}
				if _, err := m.Run(t.Context()); err != nil {
					t.Fatal(err)
				}
				ends[fmt.Sprint(m.Game.Log())] = true
			}
			if len(ends) == 1 {
				t.Errorf("%d players: every chance gives the same game", players)
			}
		}
	}
}
