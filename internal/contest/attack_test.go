package contest

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/contest/matching"
	"wolfden/internal/secret"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

var attacked = flag.Int("attacked", 20, "how many games of each mode the attacker guesses at")

// attacker wants to know who is the werewolf when a game begins. It has the
// configuration, the INITIALIZE packet of every game and the full records of all
// games before; and it knows how the server works.
type attacker struct {
	roles    werewolf.RoleCounts
	plan     *matching.Spec // nil where nothing is planned
	cast     []werewolf.Seat
	games    int
	past     []*gamelog.Record
	foreseen map[string][]foreseen // by the names of the players, in the order of their seats
}

// foreseen is a game that the attacker computed.
type foreseen struct {
	names []string
	roles []werewolf.Role // by seat, as the names
}

// opening is what is known of a game when it begins.
type opening struct {
	names, teams []string // by seat
	own          string   // the attacker's name
	role         werewolf.Role
}

func newAttacker(s *testServer, games int) *attacker {
	t := s.hosts[0].track
	a := &attacker{roles: t.Rules.Roles, cast: contesttest.Cast(20), games: games, foreseen: map[string][]foreseen{}}
	if !t.Matching.SelfMatch && t.Matching.IsOptimize {
		spec, _ := specOf(t)
		a.plan = &spec
	}
	a.foresee(secret.Key{})
	for seed := range uint64(3) {
		a.foresee(secret.KeyOf(seed))
	}
	return a
}

// foresee computes the games of a server that draws with the key.
func (a *attacker) foresee(key secret.Key) {
	if a.plan != nil {
		plan, err := matching.NewPlan(*a.plan, key, 1)
		if err != nil {
			return
		}
		for _, m := range plan.Matches {
			var roles []werewolf.Role
			for _, c := range m.Chairs {
				roles = append(roles, c.Role)
			}
			a.note(key.Seed("game "+string(m.ID), 1), roles)
		}
		return
	}
	policy, err := matching.NewSelf(a.roles, key)
	if err != nil {
		return
	}
	for range a.games {
		m, _ := policy.Next([]matching.Waiting{{Team: "t", Since: make([]time.Time, 5)}})
		var roles []werewolf.Role
		for _, p := range m.Places {
			roles = append(roles, p.Role)
		}
		a.note(m.Seed, roles)
		_ = policy.Start(m, "game", time.Time{})
	}
}

// note keeps the game with the seed under the names its players would have.
func (a *attacker) note(seed uint64, roles []werewolf.Role) {
	f := foreseen{roles: roles}
	for _, i := range werewolf.DrawCharacters.Permutation(seed, len(a.cast))[:len(roles)] {
		f.names = append(f.names, a.cast[i].Name)
	}
	a.foreseen[signature(f.names)] = append(a.foreseen[signature(f.names)], f)
}

func signature(names []string) string { return strings.Join(names, " ") }

// learn takes what the record of a finished game tells: its seed above all, and
// every seed that it may have been made from.
func (a *attacker) learn(rec *gamelog.Record) {
	a.past = append(a.past, rec)
	if most := map[bool]int{true: 4, false: 20}[a.plan != nil]; len(a.past) > most {
		return // all seeds of one server are of one kind, and too many games fit by chance
	}
	a.foresee(secret.KeyOf(rec.Header.Seed))
	for n := range a.games {
		if base := unmix(rec.Header.Seed) ^ mix(uint64(n)+0x5eed); n < 2 || plausible(base) {
			a.foresee(secret.KeyOf(base))
		}
	}
}

// plausible reports whether a seed looks like the time of somebody's start.
func plausible(seed uint64) bool {
	return time.Unix(0, int64(seed)).Year() >= 2020 && time.Unix(0, int64(seed)).Year() < 2040 && seed < 1<<63
}

// mix is the finaliser of SplitMix64, of which werewolf.SubSeed is made; unmix
// undoes it.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func unmix(x uint64) uint64 {
	x ^= x>>31 ^ x>>62
	x *= 0x319642b2d24d8ec3
	x ^= x>>27 ^ x>>54
	x *= 0x96de1b173f119089
	x ^= x>>30 ^ x>>60
	return x - 0x9e3779b97f4a7c15
}

// guess is the seat it takes for the werewolf's, and whether it computed that.
func (a *attacker) guess(o *opening) (seat int, computed bool) {
	for _, f := range a.foreseen[signature(o.names)] {
		if f.roles[slices.Index(f.names, o.own)] == o.role {
			return slices.Index(f.roles, werewolf.Werewolf), true
		}
	}
	return a.likeliest(o, func(i int) float64 {
		return a.left(o.teams[i]) * a.often(func(rec *gamelog.Record, seat int) bool { return seat == i }) *
			a.often(func(rec *gamelog.Record, seat int) bool { return rec.Header.Seats[seat].Name == o.names[i] })
	}), false
}

// byBalance is the guess of somebody who knows only the schedule's balance.
func (a *attacker) byBalance(o *opening) int {
	return a.likeliest(o, func(i int) float64 { return a.left(o.teams[i]) })
}

func (a *attacker) likeliest(o *opening, weight func(seat int) float64) int {
	best, most := 0, -1.0
	for i := range o.names {
		w := weight(i)
		if o.names[i] != o.own && w > most {
			best, most = i, w
		}
	}
	return best
}

// left is how likely a team is the werewolf by what it has had.
func (a *attacker) left(team string) float64 {
	if a.plan == nil {
		return 1
	}
	deals := 1.0
	if a.plan.Loose {
		deals = 2
	}
	games := deals * float64(a.plan.Games*a.plan.Players()) / float64(a.plan.Teams)
	wolf := games / float64(a.plan.Players())
	for _, rec := range a.past {
		for _, seat := range rec.Header.Seats {
			if seat.Team == team {
				games--
				if seat.Role == werewolf.Werewolf {
					wolf--
				}
			}
		}
	}
	return max(wolf, 0.01) / max(games, 0.01)
}

// often is the share of werewolves among the seats of the past that fit.
func (a *attacker) often(fits func(*gamelog.Record, int) bool) float64 {
	wolves, all := 1.0, 5.0
	for _, rec := range a.past {
		for i := range rec.Header.Seats {
			if fits(rec, i) {
				all++
				if rec.Header.Seats[i].Role == werewolf.Werewolf {
					wolves++
				}
			}
		}
	}
	return wolves / all
}

// spy plays legally and keeps what INITIALIZE told it.
type spy struct {
	contesttest.Legal
	mu    *sync.Mutex
	notes map[string]*opening
	game  string
}

func (s *spy) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	s.mu.Lock()
	if s.notes[s.game] == nil {
		s.notes[s.game] = &opening{own: o.Name(o.Seat), role: o.Role()}
	}
	s.mu.Unlock()
	return s.Legal.Answer(ctx, o)
}

// TestNobodyForeseesRoles: the attacker is no better at the next game's werewolf
// than a guesser who knows only the schedule's balance.
func TestNobodyForeseesRoles(t *testing.T) {
	t.Parallel()
	const planned = "matching: {self_match: false, is_optimize: true, team_count: 8, game_count: %d, balance: %s}\n"
	for _, c := range []struct {
		name, matching string
		clients        int
		chance         float64 // share of werewolves that a guesser names
	}{
		{"tight", fmt.Sprintf(planned, *attacked, "tight"), 8, 0.36},
		{"loose", fmt.Sprintf(planned, *attacked, "loose"), 8, 0.27},
		{"self", "matching: {self_match: true}\n", 5, 0.25},
		{"mixed", "matching: {self_match: false}\n", 5, 0.25},
	} {
		if testing.Short() && c.name != "self" {
			continue // goroutines meet in one as in the other
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, t.TempDir(), "server:\n  data_dir: DIR\n"+c.matching)
			notes := s.playAll(t, c.clients)
			a := newAttacker(s, *attacked)
			var records []*gamelog.Record
			for _, path := range slices.Sorted(slices.Values(s.Filed())) { // by id, and so by time
				records = append(records, contesttest.Read(t, path, gamelog.Read))
			}
			records = records[:*attacked]
			hits, balanced, computed, others := 0, 0, 0, 0
			for _, rec := range records {
				o := notes[rec.Header.ID]
				if o == nil || o.role == werewolf.Werewolf { // who is it need not guess
					a.learn(rec)
					continue
				}
				for _, seat := range rec.Header.Seats {
					o.names, o.teams = append(o.names, seat.Name), append(o.teams, seat.Team)
				}
				others++
				wolf := slices.IndexFunc(rec.Header.Seats, func(s werewolf.Seat) bool { return s.Role == werewolf.Werewolf })
				seat, knew := a.guess(o)
				if seat == wolf {
					hits++
					if knew {
						computed++
					}
				}
				if a.byBalance(o) == wolf {
					balanced++
				}
				a.learn(rec)
			}
			t.Logf("of %d games: %d werewolves named, %d of them from a game that was computed; by the balance alone %d",
				others, hits, computed, balanced)
			if others < *attacked/3 {
				t.Fatalf("only %d games were seen", others)
			}
			n := float64(others)
			noise := 4 * math.Sqrt(n*c.chance*(1-c.chance)) // once in thirty thousand runs it is more
			if computed > 3 {                               // as many may fit by chance
				t.Errorf("%d games were computed", computed)
			}
			if float64(hits) > c.chance*n+noise || float64(hits) > float64(balanced)+math.Sqrt2*noise {
				t.Errorf("the attacker names %d of %d werewolves, %d by the balance alone", hits, others, balanced)
			}
		})
	}
}

// playAll plays the games, one after the other, and returns what a player was
// told at the beginning of each.
func (s *testServer) playAll(t *testing.T, clients int) map[string]*opening {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Longest)
	defer cancel()
	var all sync.WaitGroup
	mu, notes := &sync.Mutex{}, map[string]*opening{}
	for i := range clients {
		name := fmt.Sprintf("team%c1", 'a'+i)
		if s.hosts[0].track.Matching.SelfMatch {
			name = fmt.Sprintf("team%d", i+1)
		}
		all.Go(func() {
			_ = (&wire.Client{URL: s.URL, Name: name, Reconnect: true, New: func(game string) (wire.Player, error) {
				if i == 0 {
					return &spy{mu: mu, notes: notes, game: game}, nil
				}
				return contesttest.Legal{}, nil
			}}).Run(ctx)
		})
	}
	s.AwaitFiled(t, *attacked)
	cancel()
	all.Wait()
	return notes
}

// A configured seed is refused where strangers could compute games with it.
func TestSeedsAreForThisMachineAlone(t *testing.T) {
	for host, refused := range map[string]bool{
		"127.0.0.1": false, "127.3.2.1": false, "localhost": false, "::1": false,
		"0.0.0.0": true, "::": true, "192.0.2.7": true, "contest.example.org": true,
	} {
		cfg, err := config.Parse("c.yml", []byte("server: {web_socket: {host: \""+host+"\"}}\ngame: {seed: 7}\n"))
		if err != nil {
			t.Fatal(err)
		}
		cfg.MoveData(t.TempDir())
		o := Options{Config: cfg, Characters: contesttest.Cast(5), Log: slog.New(slog.DiscardHandler)}
		if err := checkSeeds(&o); refused != (err != nil) || refused && !strings.Contains(err.Error(), "c.yml:2: game.seed: ") {
			t.Errorf("%s: %v", host, err)
		}
		if o.Foreseeable = true; checkSeeds(&o) != nil {
			t.Errorf("%s: refused although secrecy does not matter", host)
		}
	}
	cfg := config.Default()
	cfg.Server.Host = "0.0.0.0"
	if err := checkSeeds(&Options{Config: cfg}); err != nil {
		t.Errorf("no seed, and refused: %v", err)
	}
}
