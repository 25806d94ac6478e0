package match

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/werewolf"
)

// aNight is how long one lasts, and how many live when it begins.
type aNight struct {
	lasts  time.Duration
	living int
}

// nightsOf plays a game in which each seat takes its own time for every answer, and returns its nights, by day. Whoever sits in the place
// of a role is slow and fast in turn from seed to seed, since roles are drawn. Werewolves whisper all they may in the first morning, and
// then now more, now less.
func nightsOf(t *testing.T, players int, seed uint64, night time.Duration) (nights []aNight, roles map[werewolf.Role]werewolf.SeatID) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := testHeader(t, players, seed)
		seats := map[int]Player{}
		for i := range players {
			takes := time.Duration(8*(5+38*i/players)) * time.Millisecond // an eighth of it is whole in a record
			seats[i+1] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
				if o.Request.Kind.Speaks() || o.Request.Kind.Chooses() {
					time.Sleep(takes)
				}
				if o.Request.Kind == werewolf.Whisper && (o.Day == 0 || o.Request.Left.Count >= (o.Day+i+int(seed))%4) {
					return "I have something to say", nil
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
		dusk, living, alive := int64(-1), players, players
		for _, e := range table.mustVerify(t).Entries {
			switch {
			case e.Event == nil:
			case e.Event.Kind == werewolf.Executed || e.Event.Kind == werewolf.FoundDead:
				alive--
			case e.Event.Kind == werewolf.NightBegan:
				dusk, living = e.At, alive
			case e.Event.Kind == werewolf.DayBegan && dusk >= 0:
				nights = append(nights, aNight{time.Duration(e.At-dusk) * time.Millisecond, living})
			}
		}
	})
	return nights, roles
}

// How long a night lasts tells nobody who was asked: neither who the seer is, by its pace, nor that the seer or the bodyguard is dead; nor
// who of the werewolves lives to whisper, and how much they do. It follows from how many live and, with whispers, from how long these
// took in the morning of the game.
func TestNightsTellNothing(t *testing.T) {
	for players, wolves := range map[int]int{5: 1, 9: 2, 13: 3} {
		before, seers, firsts, alike := map[time.Duration]int{}, map[werewolf.SeatID]bool{}, map[time.Duration]bool{}, 0
		lengths := map[int]time.Duration{}
		for seed := range uint64(25) {
			nights, roles := nightsOf(t, players, seed, BySlowest)
			seers[roles[werewolf.Seer]] = true
			if wolves > 1 {
				clear(lengths) // whispers have another pace
			}
			for day, n := range nights {
				public := min(wolves, (n.living-1)/2) // werewolves that may live
				if day == 0 {
					firsts[n.lasts], public = true, -1 // nobody is executed or attacked
				}
				switch known := lengths[public]; {
				case known == 0:
					lengths[public] = n.lasts
				case known != n.lasts:
					t.Errorf("%d players, seed %d: nights in which at most %d werewolves live last %v and %v", players, seed, public, known, n.lasts)
				default:
					alike++
				}
			}
			bare, _ := nightsOf(t, players, seed, 0)
			for _, n := range bare {
				before[n.lasts]++
			}
		}
		if len(seers) < 4 || players == 5 && len(firsts) != 1 || alike < 20 || len(before) < 5 {
			t.Errorf("%d players: %d nights as the one before, the first %v, without it %v; %d seats were the seer's", players, alike, firsts, before, len(seers))
		}
	}
}

// Werewolves that whisper are asked as long after the vote whether or not there is a seer, and however fast it is.
func TestWhispersTellNothingOfDivine(t *testing.T) {
	alive, dead := 0, 0
	for seed := range uint64(15) {
		synctest.Test(t, func(t *testing.T) {
			h, seats := testHeader(t, 9, seed), map[int]Player{}
			var mu sync.Mutex
			voted, whispered, divined := map[int]time.Time{}, map[int]time.Time{}, map[int]bool{}
			for i := range 9 {
				takes := time.Duration(1+i) * time.Second
				seats[i+1] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
					q := o.Request
					mu.Lock()
					if divined[o.Day] = divined[o.Day] || q.Kind == werewolf.Divine; q.Kind == werewolf.Whisper && q.Turn == 0 && whispered[o.Day].IsZero() {
						whispered[o.Day] = time.Now()
					}
					mu.Unlock()
					if q.Kind.Speaks() || q.Kind.Chooses() {
						time.Sleep(takes)
					}
					if q.Kind == werewolf.Vote {
						mu.Lock()
						voted[o.Day] = time.Now()
						mu.Unlock()
					}
					return obedient(ctx, o)
				})
			}
			table := newTable(t, h, seats)
			table.Clock, table.Night = WallClock(time.Now()), BySlowest
			if _, err := table.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			for day := 1; !whispered[day].IsZero(); day++ {
				if after := whispered[day].Sub(voted[day]); after != 9*time.Second {
					t.Errorf("seed %d, day %d: whispers begin %v after the vote, the slowest answer takes 9s; the seer was asked: %t", seed, day, after, divined[day])
				}
				if divined[day] {
					alive++
				} else {
					dead++
				}
			}
		})
	}
	if alive < 5 || dead < 3 {
		t.Errorf("%d nights with a seer, %d without", alive, dead)
	}
}

// What nights that tell nothing cost where answers take 5 to 20 s, as those of models do, and everybody speaks while it may, or once a day.
func TestWhatNightsCost(t *testing.T) {
	if testing.Short() {
		t.Skip("the same goroutines meet in TestNightsTellNothing")
	}
	for _, test := range []struct {
		players, says int
		most          float64
	}{{5, 4, 1.03}, {9, 4, 1.13}, {13, 4, 1.12}, {5, 1, 1.05}, {9, 1, 1.21}, {13, 1, 1.18}} {
		var took [2]time.Duration
		for i, night := range []time.Duration{0, BySlowest} {
			for seed := range uint64(10) {
				synctest.Test(t, func(t *testing.T) {
					seats := map[int]Player{}
					for seat := range test.players {
						takes := 5*time.Second + 15*time.Second*time.Duration(seat)/time.Duration(test.players-1)
						seats[seat+1] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
							if o.Request.Kind.Speaks() || o.Request.Kind.Chooses() {
								time.Sleep(takes)
							}
							if o.Request.Kind.Speaks() && o.Request.Left.Count >= 4-test.says {
								return "I have something to say", nil
							}
							return obedient(ctx, o)
						})
					}
					table, began := newTable(t, testHeader(t, test.players, seed), seats), time.Now()
					table.Clock, table.Night = WallClock(began), night
					if _, err := table.Run(t.Context()); err != nil {
						t.Fatal(err)
					}
					took[i] += time.Since(began)
				})
			}
		}
		ratio := float64(took[1]) / float64(took[0])
		t.Logf("%d players who say %d a day: a game of %v lasts %.3f times as long", test.players, test.says, took[0]/10, ratio)
		if ratio <= 1 || ratio > test.most {
			t.Errorf("%d players who say %d a day: games last %.3f times as long", test.players, test.says, ratio)
		}
	}
}

// Nights of a length last that, or a multiple where somebody needs longer, and a match that is stopped waits for no dawn.
func TestNightsOfALength(t *testing.T) {
	for night, multiple := range map[time.Duration]time.Duration{time.Second: time.Second, 100 * time.Millisecond: 100 * time.Millisecond} {
		nights, _ := nightsOf(t, 5, 3, night)
		for _, n := range nights {
			if n.lasts < night || n.lasts%multiple != 0 || n.lasts > time.Second {
				t.Errorf("a night of %v lasts %v", night, n.lasts)
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

// With a length of nights, talk begins a multiple of it after the first morning whoever whispers there; where nobody may, at once.
func TestMorningsOfALength(t *testing.T) {
	for players, want := range map[int]time.Duration{5: 0, 9: time.Minute, 13: time.Minute} {
		for seed := range uint64(10) {
			synctest.Test(t, func(t *testing.T) {
				seats, began, talk := map[int]Player{}, time.Now(), time.Duration(-1)
				for i := range players {
					seats[i+1] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
						switch q := o.Request; {
						case q.Kind == werewolf.Talk && talk < 0:
							talk = time.Since(began)
						case q.Kind == werewolf.Whisper:
							time.Sleep(time.Duration(1+i) * 400 * time.Millisecond)
							return "I have something to say", nil
						default:
						}
						return obedient(ctx, o)
					})
				}
				table := newTable(t, testHeader(t, players, seed), seats)
				table.Clock, table.Night = WallClock(began), time.Minute
				if _, err := table.Run(t.Context()); err != nil {
					t.Fatal(err)
				}
				if talk != want {
					t.Errorf("%d players, seed %d: talk begins after %v", players, seed, talk)
				}
			})
		}
	}
}

// A match that is stopped before dawn tells nobody that the night's last answer has come: dawn is neither recorded nor told early.
func TestAStopBringsNoDawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told, seats := [5]int{}, map[int]Player{}
		for i := range 5 {
			seats[i+1] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
				if o.Request.Kind == werewolf.DailyInitialize {
					told[i] = o.Day
				}
				return obedient(ctx, o)
			})
		}
		table := newTable(t, testHeader(t, 5, 1), seats)
		table.Clock, table.Night = WallClock(time.Now()), time.Hour
		ctx, stop := context.WithTimeout(t.Context(), 30*time.Minute)
		defer stop()
		if _, err := table.Run(ctx); err == nil {
			t.Fatal("the game is over before its first dawn")
		}
		synctest.Wait()
		for seat, day := range told {
			if day != 0 {
				t.Errorf("seat %d is told of day %d", seat+1, day)
			}
		}
		for _, e := range table.mustVerify(t).Entries {
			if e.Event != nil && e.Event.Kind == werewolf.DayBegan && e.Event.Day > 0 {
				t.Errorf("dawn is recorded at %d", e.At)
			}
		}
	})
}
