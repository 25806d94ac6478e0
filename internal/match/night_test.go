package match

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/werewolf"
)

// nightsOf plays a game in which each seat takes its own time for every answer, and returns how long its nights last, by day. Whoever
// sits in the place of a role is slow and fast in turn from seed to seed, since roles are drawn.
func nightsOf(t *testing.T, players int, seed uint64, night time.Duration) (nights []time.Duration, roles map[werewolf.Role]werewolf.SeatID) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := testHeader(t, players, seed)
		for _, phases := range []*[]werewolf.Phase{&h.Rules.DayPhases, &h.Rules.NightPhases} { // what werewolves say takes its own time
			*phases = slices.DeleteFunc(slices.Clone(*phases), func(p werewolf.Phase) bool { return p.Asks(werewolf.Whisper) })
		}
		seats := map[int]Player{}
		for i := range players {
			takes := time.Duration(8*(5+38*i/players)) * time.Millisecond // an eighth of it is whole in a record
			seats[i+1] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
				if o.Request.Kind.Speaks() || o.Request.Kind.Chooses() {
					time.Sleep(takes)
				}
				return obedient(ctx, o)
			})
		}
		table := newTable(t, h, seats)
		began := time.Now()
		table.Clock, table.Night = WallClock(began), night
		if _, err := table.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		roles = map[werewolf.Role]werewolf.SeatID{}
		for id := range werewolf.SeatsUpTo(players).All() {
			roles[table.Game.Role(id)] = id
		}
		dusk := int64(-1)
		for _, e := range table.mustVerify(t).Entries {
			switch {
			case e.Event == nil:
			case e.Event.Kind == werewolf.NightBegan:
				dusk = e.At
			case e.Event.Kind == werewolf.DayBegan && dusk >= 0:
				nights = append(nights, time.Duration(e.At-dusk)*time.Millisecond)
			}
		}
	})
	return nights, roles
}

// How long a night lasts tells nobody who was asked: neither who the seer is, by its pace, nor that the seer or the bodyguard is dead.
func TestNightsTellNothing(t *testing.T) {
	for _, players := range []int{5, 9} {
		lengths, before, seers := [2]map[time.Duration]int{{}, {}}, map[time.Duration]int{}, map[werewolf.SeatID]bool{}
		for seed := range uint64(25) {
			nights, roles := nightsOf(t, players, seed, BySlowest)
			seers[roles[werewolf.Seer]] = true
			for day, n := range nights {
				lengths[min(day, 1)][n]++ // on day 0 nobody is executed or attacked
			}
			bare, _ := nightsOf(t, players, seed, 0)
			for _, n := range bare {
				before[n]++
			}
		}
		if len(seers) < 4 || len(lengths[0]) != 1 || len(lengths[1]) != 1 || len(before) < 5 {
			t.Errorf("%d players: nights last %v, without it %v; %d seats were the seer's", players, lengths, before, len(seers))
		}
	}
}

// What nights that tell nothing cost where answers take 5 to 20 s, as those of models do, and everybody speaks while it may.
func TestWhatNightsCost(t *testing.T) {
	for players, most := range map[int]float64{5: 1.06, 13: 1.09} {
		var took [2]time.Duration
		for i, night := range []time.Duration{0, BySlowest} {
			for seed := range uint64(10) {
				synctest.Test(t, func(t *testing.T) {
					seats := map[int]Player{}
					for seat := range players {
						takes := 5*time.Second + 15*time.Second*time.Duration(seat)/time.Duration(players-1)
						seats[seat+1] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
							if o.Request.Kind.Speaks() || o.Request.Kind.Chooses() {
								time.Sleep(takes)
							}
							if o.Request.Kind.Speaks() && o.Request.Left.Count > 1 {
								return "I have something to say", nil
							}
							return obedient(ctx, o)
						})
					}
					table, began := newTable(t, testHeader(t, players, seed), seats), time.Now()
					table.Clock, table.Night = WallClock(began), night
					if _, err := table.Run(t.Context()); err != nil {
						t.Fatal(err)
					}
					took[i] += time.Since(began)
				})
			}
		}
		ratio := float64(took[1]) / float64(took[0])
		t.Logf("%d players: a game of %v lasts %.3f times as long", players, took[0]/10, ratio)
		if ratio <= 1 || ratio > most {
			t.Errorf("%d players: games last %.3f times as long", players, ratio)
		}
	}
}

// Nights of a length last that, or a multiple where somebody needs longer, and a match that is stopped waits for no dawn.
func TestNightsOfALength(t *testing.T) {
	for night, multiple := range map[time.Duration]time.Duration{time.Second: time.Second, 100 * time.Millisecond: 100 * time.Millisecond} {
		nights, _ := nightsOf(t, 5, 3, night)
		for _, n := range nights {
			if n < night || n%multiple != 0 || n > time.Second {
				t.Errorf("a night of %v lasts %v", night, n)
			}
		}
		if len(nights) == 0 {
			t.Errorf("no night of %v", night)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		table := newTable(t, testHeader(t, 5, 3), nil)
		table.Clock, table.Night = WallClock(time.Now()), 24*time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		if _, err := table.Run(ctx); err == nil || time.Since(began) != time.Minute {
			t.Errorf("stopped after %v: %v", time.Since(began), err)
		}
	})
}
