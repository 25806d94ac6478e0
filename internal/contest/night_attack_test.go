package contest

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
	"wolfden/wire"
)

var attackers = flag.Int("attackers", 30, "how many games of each kind are watched by those who guess from times")

// watched is what everybody sees of a game, with its times in milliseconds, and beside it what is guessed.
type watched struct {
	pace   []float64 // by seat: mean time of a talk on day 0
	first  float64   // how long the first night is, in slowest talks of day 0
	lasts  float64   // in milliseconds
	whole  float64   // how long the game is, in milliseconds
	wolves []int     // seats
	opens  int       // the seat that talks first
	talk   float64   // when it has, in milliseconds from the beginning
	seer   int       // seat
	nights []watchedNight
}

// watchedNight is a night in which somebody was executed.
type watchedNight struct {
	living   int
	slowest  float64 // how long it lasts, in slowest answers so far
	relative float64 // and in the game's middle night in which as many werewolves may live
	seer     bool    // it was the seer
}

// watch folds what the public sees of a record. Talk goes from speaker to speaker, and a vote ends with the execution.
func watch(rec *gamelog.Record, wolves int) (w watched) {
	n := len(rec.Header.Seats)
	sum, count, slowest, alive, living := make([]float64, n+1), make([]float64, n+1), 0.0, n, n
	var last, dusk *gamelog.Entry
	var seer, executed werewolf.SeatID
	public := map[int][]float64{}
	took := func(e *gamelog.Entry) float64 { return float64(e.At - last.At) }
	for i := range rec.Entries {
		e := &rec.Entries[i]
		if e.Event != nil && e.Event.Kind == werewolf.Dealt && e.Event.Role == werewolf.Seer {
			seer = e.Event.Seat
		} else if e.Event != nil && e.Event.Kind == werewolf.Dealt && e.Event.Role == werewolf.Werewolf {
			w.wolves = append(w.wolves, int(e.Event.Seat)-1)
		}
		if !e.SeenBy(0) {
			continue
		}
		switch e.Event.Kind {
		case werewolf.Talked:
			if w.talk == 0 {
				w.opens, w.talk = int(e.Event.Seat)-1, float64(e.At)
			}
			if last.Event.Kind == werewolf.Talked {
				slowest = max(slowest, took(e))
				if e.Event.Day == 0 {
					sum[e.Event.Seat] += took(e)
					count[e.Event.Seat]++
				}
			}
		case werewolf.NightBegan:
			dusk, living, executed = e, alive, 0
		case werewolf.Executed:
			slowest, executed = max(slowest, float64(e.At-dusk.At)), e.Event.Seat
			alive--
		case werewolf.FoundDead:
			alive--
		case werewolf.DayBegan:
			if dusk == nil {
				break
			}
			lasts := float64(e.At - dusk.At)
			if dusk.Event.Day == 0 {
				w.first, w.lasts = lasts/slowest, lasts
			} else if executed != 0 {
				may := min(wolves, (living-1)/2)
				public[may] = append(public[may], lasts)
				w.nights = append(w.nights, watchedNight{living, lasts / slowest, lasts, executed == seer})
			}
		default:
		}
		last = e
	}
	for i := range w.nights {
		all := public[min(wolves, (w.nights[i].living-1)/2)]
		slices.Sort(all)
		w.nights[i].relative /= all[len(all)/2]
	}
	for id := 1; id <= n; id++ {
		w.pace = append(w.pace, sum[id]/max(count[id], 1))
	}
	w.seer, w.whole = int(seer)-1, float64(last.At)
	return w
}

// byPace names the seat that talks as fast as the first night is long.
func byPace(games []watched, i int) int { return closest(&games[i], -1) }

// closest is the seat but one's own whose pace is closest to the length of the first night.
func closest(w *watched, own int) int {
	best, off := -1, math.Inf(1)
	for seat, pace := range w.pace {
		if d := math.Abs(pace - w.lasts); seat != own && d < off {
			best, off = seat, d
		}
	}
	return best
}

// byEntrants is how many seers are named by pace by those who play beside them and know that they are not the seer themselves: of each game the
// share of them who do.
func byEntrants(games []watched) (right float64) {
	for i := range games {
		w := &games[i]
		for own := range w.pace {
			if own != w.seer && closest(w, own) == w.seer {
				right += 1 / float64(len(w.pace)-1)
			}
		}
	}
	return right
}

// byExperience names the seat whose place among the paces was the seer's most often in the fifteen other games whose first night was
// most like this one's.
func byExperience(games []watched, i int) int {
	others := slices.Delete(slices.Clone(games), i, i+1)
	slices.SortStableFunc(others, func(a, b watched) int {
		return cmp.Compare(math.Abs(a.first-games[i].first), math.Abs(b.first-games[i].first))
	})
	rank := func(w *watched, seat int) (r int) {
		for _, pace := range w.pace {
			if pace < w.pace[seat] {
				r++
			}
		}
		return r
	}
	votes := make([]int, len(games[i].pace))
	for k := range min(15, len(others)) {
		votes[rank(&others[k], others[k].seer)]++
	}
	best := 0
	for seat := range votes {
		if votes[rank(&games[i], seat)] > votes[rank(&games[i], best)] {
			best = seat
		}
	}
	return best
}

// byMorning names the three seats that whisper four times each in the time until talk begins.
func byMorning(w *watched) (named [3]int) {
	least := math.Inf(1)
	for i := range w.pace {
		for j := range i {
			for k := range j {
				off := math.Abs(4*(w.pace[i]+w.pace[j]+w.pace[k]) + w.pace[w.opens] - w.talk)
				if off < least {
					least, named = off, [3]int{i, j, k}
				}
			}
		}
	}
	return named
}

// guessed is how many seers a way to guess names.
func guessed(games []watched, guess func([]watched, int) int) (right float64) {
	for i := range games {
		if guess(games, i) == games[i].seer {
			right++
		}
	}
	return right
}

// seersTold is how often a night in which the seer was executed was shorter than one in which somebody else was, of all pairs in which as many
// lived before: a half where they are alike. sd is the standard deviation that this has by chance.
func seersTold(games []watched, length func(watchedNight) float64) (share, sd float64, seers int) {
	var pairs, shorter, variance float64
	strata := map[int][2][]float64{}
	for _, w := range games {
		for _, n := range w.nights {
			s := strata[n.living]
			which := 0
			if n.seer {
				which = 1
			}
			s[which] = append(s[which], length(n))
			strata[n.living] = s
		}
	}
	for _, s := range strata {
		a, b := float64(len(s[0])), float64(len(s[1]))
		seers += len(s[1])
		pairs += a * b
		variance += a * b * (a + b + 1) / 12
		for _, other := range s[0] {
			for _, seer := range s[1] {
				shorter += 0.5 + 0.5*float64(cmp.Compare(math.Round(1000*other), math.Round(1000*seer)))
			}
		}
	}
	return shorter / max(pairs, 1), math.Sqrt(variance) / max(pairs, 1), seers
}

// watchedGames plays games of teams that take 40 to 310 ms for an answer, give or take a quarter, and speak while they may; werewolves
// whisper as much on day 0, and later now more, now less.
func watchedGames(t *testing.T, players int, matching, night string) (games []watched) {
	teams := players + players%2*5
	if strings.Contains(matching, "{}") {
		teams = players
	}
	yaml := fmt.Sprintf("server: {data_dir: DIR%s}\ngame: {agent_count: %d}\nmatching: %s\n", night, players, matching)
	yaml = strings.NewReplacer("TEAMS", fmt.Sprint(teams), "GAMES", fmt.Sprint(*attackers)).Replace(yaml)
	bubble(t, yaml, func(t *testing.T, s *bubbled) {
		var playing sync.WaitGroup
		h := s.hosts[0]
		enough := func() bool {
			is := make(chan bool, 1)
			return !h.do(func() {
				over := len(h.store.Games()) >= *attackers
				if over {
					sendHome(h.waiting, 1000, "over")
				}
				is <- over
			}) || <-is
		}
		for i := range teams {
			name := fmt.Sprintf("team%c", 'a'+i)
			if teams == players && strings.Contains(matching, "{}") {
				name = fmt.Sprintf("self%d", i+1)
			}
			rng, pace := rand.New(rand.NewPCG(uint64(i), 9)), 40+270*float64(i)/float64(teams-1)
			playing.Go(func() {
				for !enough() {
					g := s.come(t, name)
					for g.next() && g.packet.Request != wire.RequestFinish {
						text := g.answer()
						if text == "" {
							continue
						}
						if g.packet.Request == wire.RequestWhisper && g.packet.Info.Day > 0 && rng.IntN(3) == 0 {
							text = werewolf.OverText
						}
						<-time.After(time.Duration(pace * (0.75 + rng.Float64()/2) * float64(time.Millisecond)))
						g.say(text)
					}
					_ = g.CloseNow()
					<-time.After(3 * time.Second) // what the games wait for is no part of them
				}
			})
		}
		playing.Wait()
		wolves := h.track.Rules.Wolves()
		for _, game := range h.store.Games() {
			rec, err := h.store.Finished(game.ID)
			if err != nil {
				t.Fatal(err)
			}
			if game.End != werewolf.Failure {
				games = append(games, watch(rec, wolves))
			}
		}
	})
	return games
}

// Whoever sees the times of a game, and those of all other games with their roles, names its seer no better than lots by the length of its first
// night, and does not tell the nights in which the seer was executed from others; where nights end with their last answer it does.
func TestWhatTimesTell(t *testing.T) {
	if testing.Short() {
		t.Skip("many games of a contest whose goroutines meet in every other test")
	}
	for _, players := range []int{5, 13} {
		if players > 5 && *attackers < 100 {
			continue // it takes its time
		}
		for _, kind := range []struct{ name, matching string }{
			{"tight", "{self_match: false, is_optimize: true, team_count: TEAMS, game_count: GAMES, output_path: DIR/journal.jsonl}"},
			{"loose", "{self_match: false, is_optimize: true, balance: loose, team_count: TEAMS, game_count: GAMES, output_path: DIR/journal.jsonl}"},
			{"mixed", "{self_match: false}"},
			{"self", "{}"},
		} {
			for what, night := range map[string]string{"": "", "-without": ", night: 0s"} {
				if night != "" && kind.name != "tight" && *attackers < 100 {
					continue
				}
				t.Run(fmt.Sprint(players, kind.name, what), func(t *testing.T) {
					games := watchedGames(t, players, kind.matching, night)
					n, p := float64(len(games)), 1/float64(players)
					by := math.Sqrt(n * p * (1 - p))
					pace, experience := guessed(games, byPace), guessed(games, byExperience)
					without, without2 := 0.0, 0.0 // what experience is worth where lengths of nights are mixed up
					for range 20 {
						mixed := slices.Clone(games)
						for i, k := range rand.Perm(len(games)) {
							mixed[i].first = games[k].first
						}
						right := guessed(mixed, byExperience)
						without, without2 = without+right/20, without2+right*right/20
					}
					give := math.Sqrt(max(without2-without*without, by*by))
					share, sd, seers := seersTold(games, func(n watchedNight) float64 { return n.slowest })
					again, _, _ := seersTold(games, func(n watchedNight) float64 { return n.relative })
					whole := 0.0
					for _, g := range games {
						whole += g.whole / 1000 / n
					}
					entrants, q := byEntrants(games), 1/float64(players-1)
					byThem := math.Sqrt(n * q * (1 - q))
					t.Logf("of %.0f seers pace names %.0f, lots %.0f ± %.0f; entrants name %.0f, lots %.0f ± %.0f; experience %.0f, without times %.0f ± %.0f; nights of %d executed seers are shorter in %.2f and %.2f of pairs, by chance 0.50 ± %.2f; a game lasts %.1f s",
						n, pace, n*p, 1.96*by, entrants, n*q, 1.96*byThem, experience, without, 1.96*give, seers, share, again, 1.96*sd, whole)
					if night == "" && (pace > n*p+5*by || entrants > n*q+5*byThem || experience > without+5*give || math.Abs(share-0.5) > 5*sd || math.Abs(again-0.5) > 5*sd) {
						t.Error("times tell who the seer is")
					}
					if night != "" && players == 5 && (pace < n*p+2.5*by || entrants < n*q+2*byThem) {
						t.Error("the attackers find nothing where there is something to find")
					}
				})
			}
		}
	}
}

// Where nights have a length of their own, whispers of the first morning take as long whoever whispers; by default they tell something.
func TestWhatMorningsTell(t *testing.T) {
	if testing.Short() || *attackers < 100 {
		t.Skip("games of 13 take their time")
	}
	for _, night := range []string{"", ", night: 20s"} {
		right, all := 0.0, 0.0
		for _, g := range watchedGames(t, 13, "{self_match: false, is_optimize: true, team_count: TEAMS, game_count: GAMES, output_path: DIR/journal.jsonl}", night) {
			for _, seat := range byMorning(&g) {
				all++
				if slices.Contains(g.wolves, seat) {
					right++
				}
			}
		}
		lots, by := all*3/13, math.Sqrt(all*3/13*10/13)
		t.Logf("night%q: of %.0f werewolves %.0f are named, by lots %.0f ± %.0f", night, all, right, lots, 1.96*by)
		if night != "" && right > lots+4*by {
			t.Error("a morning tells who whispers")
		}
	}
}
