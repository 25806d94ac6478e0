package contest

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/contesttest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// defaults is a server of five with everything as it comes.
const defaults = `
server: {data_dir: DIR}
`

// others lets clients 2 to 5 of a team, or with none one each of four teams, play, each taking its time, and notes the
// longest time in which one of them was sent nothing.
type others struct {
	all     sync.WaitGroup
	mu      sync.Mutex
	longest time.Duration
	last    wire.Request
}

func (s *bubbled) others(t *testing.T, team string, pace time.Duration) *others {
	o := &others{}
	for i := 2; i <= 5; i++ {
		name := fmt.Sprint(team, i)
		if team == "" {
			name = string(rune('a'+i)) + "1"
		}
		g := s.come(t, name)
		o.all.Go(func() {
			var before time.Time
			g.play(pace, func(g *guest) bool {
				now := time.Now()
				o.mu.Lock()
				defer o.mu.Unlock()
				if o.last = g.packet.Request; !before.IsZero() {
					o.longest = max(o.longest, now.Sub(before))
				}
				before = now
				return false
			})
		})
	}
	return o
}

// only is the record of the only game that was played.
func (s *bubbled) only(t *testing.T) *gamelog.Record {
	t.Helper()
	return (&contesttest.Server{Dir: s.dir}).Records(t, 1)[0]
}

// leaver plays well and leaves when it is asked to talk on a day.
func leaver(day int, how func(*guest)) func(*guest) bool {
	return func(g *guest) bool {
		if g.packet.Request != wire.RequestTalk || g.packet.Info.Day != day {
			return false
		}
		how(g)
		return true
	}
}

// Client 1 leaves for good: nobody waits for it longer than a request does, and
// that once. With everything as it comes the game is played to its end.
func TestAClosedClientStallsNobodyLongerThanTheWait(t *testing.T) {
	const pace = 100 * time.Millisecond
	for what, how := range map[string]func(*guest){
		"closed": func(g *guest) { go func() { _ = g.Close(1000, "") }() },
		"broken": func(g *guest) { g.lose() },
	} {
		t.Run(what, func(t *testing.T) {
			bubble(t, defaults, func(t *testing.T, s *bubbled) {
				g := s.come(t, "left1")
				o := s.others(t, "left", pace)
				g.play(pace, leaver(0, how))
				o.all.Wait()
				synctest.Wait()
				rec := s.only(t)
				if o.last != wire.RequestFinish || rec.Result().End == werewolf.Failure {
					t.Errorf("the last they hear is %s, the game ended by %v", o.last, rec.Result().End)
				}
				// Who is first in one turn and last in the next hears nothing while itself and three others
				// speak, those twice, and one is waited for.
				if most := 5*time.Second + 8*pace; o.longest > most || o.longest < 5*time.Second {
					t.Errorf("somebody heard nothing for %v", o.longest)
				}
				var waits int
				for i, e := range rec.Entries[1:] {
					if e.At-rec.Entries[i].At >= 4000 {
						waits++
					}
				}
				if waits != 1 {
					t.Errorf("the table waited %d times", waits)
				}
			})
		})
	}
}

// A client that comes back two days later is told where the game is and plays
// on. Where it was killed meanwhile it has nothing to play, and another game
// has to show it.
func TestAClientReturnsTwoDaysLater(t *testing.T) {
	for range 20 {
		if given := returnTwoDaysLater(t); given > 0 || t.Failed() {
			return
		}
	}
	t.Error("it never gave an answer after its return")
}

// returnTwoDaysLater is how many answers it gave after its return.
func returnTwoDaysLater(t *testing.T) (given int) {
	const pace, players = 100 * time.Millisecond, 9
	bubble(t, `
server: {data_dir: DIR, reconnect: {wait: 1s}}
game: {agent_count: 9}
`, func(t *testing.T, s *bubbled) {
		var all sync.WaitGroup
		second := make(chan struct{})
		var once sync.Once
		g := s.come(t, "two1")
		for i := 2; i <= players; i++ {
			g := s.come(t, fmt.Sprint("two", i))
			all.Go(func() {
				g.play(pace, func(g *guest) bool {
					if in := g.packet.Info; in != nil && in.Day == 2 {
						once.Do(func() { close(second) })
					}
					return false
				})
			})
		}
		g.play(pace, leaver(0, (*guest).lose))
		me, game := g.packet.Info.Agent, g.packet.Info.GameID
		<-second
		g = s.come(t, "two1")
		var got []wire.Request
		g.play(pace, func(g *guest) bool {
			if got = append(got, g.packet.Request); g.packet.Info.Agent != me || g.packet.Info.GameID != game {
				t.Errorf("it is %s in %s now", g.packet.Info.Agent, g.packet.Info.GameID)
			}
			return false
		})
		all.Wait()
		synctest.Wait()
		if len(got) < 3 || got[0] != wire.RequestInitialize || got[1] != wire.RequestDailyInitialize || got[len(got)-1] != wire.RequestFinish {
			t.Errorf("it hears %v", got)
		}
		var lost int
		rec := s.only(t)
		for _, e := range rec.Entries {
			if e.Input == nil || e.Input.Action.Kind != werewolf.Answer || rec.Header.Seats[e.Input.Action.Seat-1].Client != "two1" {
				continue
			}
			switch {
			case e.Input.Fault == gamelog.Lost && given == 0:
				lost++
			case e.Input.Fault == gamelog.NoFault && lost > 0:
				given++
			case e.Input.Fault != gamelog.NoFault:
				t.Errorf("fault %v", e.Input.Fault)
			}
		}
		t.Logf("%d answers lost, %d given after that", lost, given)
	})
	return given
}

// Owners of seats that think long, and give no sign of life meanwhile, keep them
// however often somebody comes under their name.
func TestNamesakesNeverGetALivingSeat(t *testing.T) {
	const tries, together = 1000, 84
	mixed := defaults + "matching: {self_match: false}\n" // or the namesakes would play with each other
	for what, test := range map[string]struct {
		yaml  string
		pause wire.Request // when the owner thinks, reading nothing
	}{
		"slow":                      {mixed, wire.RequestTalk},
		"blocking":                  {mixed, wire.RequestDailyInitialize},
		"pongless on an open floor": {mixed + "game: {talk: {duration: 40s}}\n", wire.RequestTalkPhaseStart},
	} {
		t.Run(what, func(t *testing.T) {
			bubble(t, test.yaml, func(t *testing.T, s *bubbled) {
				owner := s.come(t, "name1")
				o := s.others(t, "", 100*time.Millisecond)
				tried := 0
				owner.play(0, func(g *guest) bool {
					if g.packet.Request != test.pause {
						return false
					}
					for range 2 {
						for range together {
							if tried++; tried <= tries/3+1 {
								go namesake(t, s)
							}
						}
						time.Sleep(15 * time.Second)
					}
					return false
				})
				o.all.Wait()
				if owner.packet.Request != wire.RequestFinish {
					t.Errorf("the last the owner hears is %s", owner.packet.Request)
				}
				if tried < tries/3 {
					t.Errorf("%d tries", tried)
				}
				if got := faults(s.only(t), "name1"); len(got) > 0 {
					t.Errorf("faults %v", got)
				}
			})
		})
	}
}

// namesake tries for a while to get the seat of name1.
func namesake(t *testing.T, s *bubbled) {
	g := s.come(t, "name1")
	time.AfterFunc(14*time.Second, g.lose)
	for g.next() {
		t.Errorf("a namesake is sent %s", g.packet.Request)
	}
}

// halfOpen is a game whose first client's network breaks, which only that client
// notices: it comes back at once and is seated after the time that is returned.
// Its old connection still stands.
func halfOpen(t *testing.T, s *bubbled, token string) (after time.Duration) {
	const pace = 3 * time.Second // the game lasts longer than that takes
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	come := func(name string) *guest {
		g := s.dial(t, header)
		g.name = name
		g.next()
		g.say(name)
		return g
	}
	g := come("half1")
	var all sync.WaitGroup
	for i := 2; i <= 5; i++ {
		g := come(fmt.Sprint("half", i))
		all.Go(func() { g.play(pace, nil) })
	}
	g.play(0, leaver(0, func(g *guest) { g.wire.Cut() }))
	left := time.Now()
	back := come("half1")
	back.play(pace, func(g *guest) bool {
		if after == 0 {
			if after = time.Since(left); g.packet.Request != wire.RequestInitialize {
				t.Errorf("it is sent %s", g.packet.Request)
			}
		}
		return false
	})
	if back.packet.Request != wire.RequestFinish {
		t.Errorf("the last it is told is %s", back.packet.Request)
	}
	all.Wait()
	return after
}

// Silence alone takes nobody's seat: the old connection has its time to answer
// and then for a sign of life.
func TestHalfOpenConnectionsGiveWay(t *testing.T) {
	bubble(t, `
server: {data_dir: DIR, timeout: {action: 20s, acceptable: 5s, response: 30s}}
`, func(t *testing.T, s *bubbled) {
		if after := halfOpen(t, s, ""); after < 55*time.Second || after > 56*time.Second {
			t.Errorf("seated after %v", after)
		}
		got := faults(s.only(t), "half1")
		if len(got) == 0 || slices.ContainsFunc(got, func(f gamelog.Fault) bool { return f != gamelog.Late && f != gamelog.Lost }) {
			t.Errorf("faults %v", got)
		}
	})
}

// Who shows its team's token has its seat when the old connection has been
// silent for the grace, though it might still answer.
func TestATokenReplacesASilentConnection(t *testing.T) {
	bubble(t, `
server:
  data_dir: DIR
  authentication: {enable: true}
  timeout: {action: 60s, response: 120s}
  reconnect: {grace: 10s}
`, func(t *testing.T, s *bubbled) {
		token := tokenOf(t, testKey, access.PlayerToken, "half", time.Hour)
		if after := halfOpen(t, s, token); after < 10*time.Second || after > 11*time.Second {
			t.Errorf("seated after %v", after)
		}
	})
}

// Whoever waits under the name from before is another client. It has the seat
// only when the one that left it stays away.
func TestWhoLeftASeatGoesFirst(t *testing.T) {
	for _, returns := range []bool{true, false} {
		bubble(t, defaults+"matching: {self_match: false}\n", func(t *testing.T, s *bubbled) {
			owner := s.come(t, "seat1")
			o := s.others(t, "", time.Second)
			owner.play(0, leaver(0, func(*guest) {}))
			other := s.come(t, "seat1")
			go owner.next() // which answers a ping: it is here
			time.Sleep(2 * time.Second)
			if !s.waits("seat1") {
				t.Fatal("the other does not wait")
			}
			owner.lose()
			left := time.Now()
			if returns {
				time.Sleep(3 * time.Second)
				owner = s.come(t, "seat1")
			} else {
				owner = other
			}
			if !owner.next() || owner.packet.Request != wire.RequestInitialize {
				t.Fatalf("back %t: it is sent %s", returns, owner.packet.Request)
			}
			if after := time.Since(left); returns != (after < 5*time.Second) {
				t.Errorf("back %t: seated after %v", returns, after)
			}
			owner.play(0, nil)
			o.all.Wait()
			if returns {
				go other.lose()
				if other.next() {
					t.Errorf("the other is sent %s", other.packet.Request)
				}
			}
		})
	}
}

// Nights of a contest last as long whoever is the seer, though each team takes its own time, and whoever is dead; with whispers, whose
// pace the first morning tells, that holds in each game.
func TestNightsOfAContestTellNothing(t *testing.T) {
	for _, c := range []struct{ players, wolves, games int }{{5, 1, 10}, {9, 2, 9}} {
		bubble(t, fmt.Sprintf(`
server: {data_dir: DIR}
game: {agent_count: %[1]d, talk: {max_count: {per_agent: 1}}}
matching: {self_match: false, is_optimize: true, team_count: %[1]d, game_count: %d, output_path: DIR/journal.jsonl}
`, c.players, c.games), func(t *testing.T, s *bubbled) {
			var playing sync.WaitGroup
			for i := range c.players {
				playing.Go(func() {
					for !s.Over() {
						g := s.come(t, string(rune('a'+i))+"nn")
						g.play(time.Duration(1+i)*time.Second, nil)
						_ = g.CloseNow()
						<-time.After(10 * time.Second)
					}
				})
			}
			playing.Wait()
			lengths, seers, alike := map[int]int64{}, map[string]bool{}, 0
			files := contesttest.Server{Dir: s.dir}
			for _, rec := range files.Records(t, c.games) {
				for _, seat := range rec.Header.Seats {
					if seat.Role == werewolf.Seer {
						seers[seat.Team] = true
					}
				}
				if c.wolves > 1 {
					clear(lengths)
				}
				dusk, public, alive := int64(-1), 0, c.players
				for _, e := range rec.Entries {
					switch {
					case e.Event == nil:
					case e.Event.Kind == werewolf.Executed || e.Event.Kind == werewolf.FoundDead:
						alive--
					case e.Event.Kind == werewolf.NightBegan:
						if dusk, public = e.At, min(c.wolves, (alive-1)/2); e.Event.Day == 0 {
							public = -1 // nobody is executed or attacked
						}
					case e.Event.Kind == werewolf.DayBegan && dusk >= 0:
						switch known := lengths[public]; {
						case known == 0:
							lengths[public] = e.At - dusk
						case known != e.At-dusk:
							t.Errorf("%d players: nights in which at most %d werewolves live last %d and %d ms", c.players, public, known, e.At-dusk)
						default:
							alike++
						}
					}
				}
			}
			if alike < c.games || len(seers) != c.players {
				t.Errorf("%d players: %d nights as the one before; the seer was %v", c.players, alike, seers)
			}
		})
	}
}
