package talker

import (
	"context"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

var names = []string{"Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Mallory", "Niaj", "Olivia"}

// speaking returns a player of the language.
func speaking(seed uint64, lang string, d Decider) (*Player, error) {
	words, err := wording.In(lang)
	return New(seed, words, d, understood), err
}

func newPlayer(tb testing.TB, seed uint64) *Player {
	tb.Helper()
	p, err := speaking(seed, "en", Rules{})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// sit returns a standard game of n of these players, who all have the seed, as the table has.
func sit(tb testing.TB, n int, seed uint64) (*bottest.Table, []*Player) {
	tb.Helper()
	r, err := werewolf.Standard(n)
	if err != nil {
		tb.Fatal(err)
	}
	all, players := make([]*Player, n), make([]bottest.Player, n)
	for i := range all {
		all[i] = newPlayer(tb, seed)
		players[i] = all[i]
	}
	table, err := bottest.Sit(r, bottest.Seats(names[:n]...), seed, players)
	if err != nil {
		tb.Fatal(err)
	}
	return table, all
}

// seats sits players with these roles.
func seats(roles ...werewolf.Role) (list []werewolf.Seat) {
	for i, r := range roles {
		list = append(list, werewolf.Seat{Name: names[i], Role: r})
	}
	return list
}

// playFive plays a game of five in which seat 1 is the seer, 2 the possessed, 3 the werewolf.
func playFive(t *testing.T, seed uint64) (*bottest.Table, []bottest.Player) {
	t.Helper()
	r, _ := werewolf.Standard(5)
	var players []bottest.Player
	for range 5 {
		players = append(players, newPlayer(t, seed))
	}
	table, err := bottest.Sit(r, seats(werewolf.Seer, werewolf.Possessed, werewolf.Werewolf, werewolf.Villager, werewolf.Villager), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	return table, players
}

// TestHonestPlayersAreHonest: a seer tells each of its results, all true; nobody of the village claims another's role.
func TestHonestPlayersAreHonest(t *testing.T) {
	counters, games := 0, bottest.Few(*long, 100)
	for seed := range bottest.Few(*long, uint64(100)) {
		table, _ := playFive(t, seed)
		listener := understand.New(understand.Table{Names: names[:5], Roles: table.Game.Rules().Roles, Shared: understood})
		claimed := map[werewolf.SeatID]werewolf.Role{}
		results := map[werewolf.SeatID]int{}
		for _, e := range table.Game.Log() {
			if e.Kind != werewolf.Talked {
				continue
			}
			rows := listener.Hear(werewolf.Utterance{Day: e.Day, Seat: e.Seat, Text: e.Text}, false)
			if role := rows.Claimed(e.Seat); role != werewolf.NoRole {
				claimed[e.Seat] = role
			}
			for a := range rows.Results(e.Seat) {
				if a.Verb != speech.Divined || a.Species == werewolf.NoSpecies {
					continue
				}
				results[e.Seat]++
				if e.Seat == 1 && werewolf.StandardRoles().Species(table.Game.Role(a.Target)) != a.Species {
					t.Errorf("seed %d: the seer lies: %q", seed, e.Text)
				}
			}
		}
		if claimed[1] != werewolf.Seer || results[1] == 0 {
			t.Errorf("seed %d: the seer claims %q and tells %d results", seed, claimed[1], results[1])
		}
		for _, id := range []werewolf.SeatID{4, 5} {
			if r := claimed[id]; r != werewolf.NoRole && r != werewolf.Villager {
				t.Errorf("seed %d: a villager claims %s", seed, r)
			}
		}
		if claimed[2] == werewolf.Seer {
			counters++
		}
	}
	if counters < 95*games/100 {
		t.Errorf("the possessed claimed to be the seer in %d of %d games", counters, games)
	}
}

// TestInventedResultsFitTogether: never two about one player, never more werewolves than there are, none about oneself.
func TestInventedResultsFitTogether(t *testing.T) {
	for seed := range bottest.Few(*long, uint64(100)) {
		_, players := playFive(t, seed)
		for i, p := range players {
			blacks := 0
			about := map[werewolf.SeatID]bool{werewolf.SeatID(i + 1): true}
			for _, f := range p.(*Player).pretence.Invented {
				if about[f.Target] || f.Day < 0 {
					t.Errorf("seed %d, seat %d: results %+v", seed, i+1, p.(*Player).pretence.Invented)
				}
				about[f.Target] = true
				if f.Species == werewolf.Wolf {
					blacks++
				}
			}
			if blacks > 1 {
				t.Errorf("seed %d, seat %d: %d werewolves found of one", seed, i+1, blacks)
			}
		}
	}
}

// TestWerewolvesKeepTogether: they agree on their prey in whispers, vote for each other only where they have said so in whispers, never
// both claim.
func TestWerewolvesKeepTogether(t *testing.T) {
	nights, agreed := 0, 0
	for seed := range bottest.Few(*long, uint64(12)) {
		table, players := sit(t, 13, seed)
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
		g := table.Game
		prey := map[int]map[werewolf.SeatID]bool{}
		claimed := 0
		for _, e := range g.Log() {
			switch {
			case e.Kind == werewolf.AttackCast:
				if prey[e.Day] == nil {
					prey[e.Day] = map[werewolf.SeatID]bool{}
				}
				prey[e.Day][e.Target] = true
			case e.Kind == werewolf.VoteCast && g.Role(e.Seat) == werewolf.Werewolf && g.Role(e.Target) == werewolf.Werewolf && !players[e.Seat-1].whispered.forsaken.Has(e.Target):
				t.Errorf("seed %d: seat %d votes for its ally %d", seed, e.Seat, e.Target)
			}
		}
		for i, p := range players {
			if g.Role(werewolf.SeatID(i+1)) == werewolf.Werewolf && p.pretence.Role == werewolf.Seer {
				claimed++
			}
		}
		for _, targets := range prey {
			nights++
			if len(targets) == 1 {
				agreed++
			}
		}
		if claimed > 1 {
			t.Errorf("seed %d: %d werewolves play the seer", seed, claimed)
		}
	}
	if agreed*100 < nights*98 {
		t.Errorf("the pack agreed in %d of %d nights", agreed, nights)
	}
}

// restarting is a player that is replaced by a new one of the same seed at every dawn: its process has died.
type restarting struct {
	tb   testing.TB
	seed uint64
	now  *Player
}

func (r *restarting) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if r.now == nil || o.Request.Kind == werewolf.DailyFinish {
		r.now = newPlayer(r.tb, r.seed)
	}
	if o.Request.Kind == werewolf.Initialize || o.Request.Kind == werewolf.DailyInitialize {
		return "", nil // it was not there to hear it
	}
	return r.now.Answer(ctx, o)
}

// TestRestart: a player that comes back in the middle of a game has its past from the observation.
func TestRestart(t *testing.T) {
	r, _ := werewolf.Standard(9)
	for seed := range bottest.Few(*long, uint64(8)) {
		var players []bottest.Player
		for range 9 {
			players = append(players, &restarting{tb: t, seed: seed})
		}
		table, err := bottest.Sit(r, bottest.Seats(names[:9]...), seed, players)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Play(); err != nil || len(table.Illegal) > 0 {
			t.Fatal(err, table.Illegal)
		}
		said := map[string]bool{}
		for _, e := range table.Game.Log() {
			if e.Kind != werewolf.Talked && e.Kind != werewolf.Whispered || e.Over || e.Skip {
				continue
			}
			if key := names[e.Seat-1] + e.Text; said[key] {
				t.Errorf("seed %d: %s says %q again", seed, names[e.Seat-1], e.Text)
			} else {
				said[key] = true
			}
		}
	}
}

// TestWinRate keeps the balance of self-play where it was measured, within what chance explains.
func TestWinRate(t *testing.T) {
	for _, c := range []struct {
		players, games int
		low, high      float64
	}{{5, 100, 0.40, 0.70}, {13, 30, 0.40, 0.88}} {
		wins := 0
		if c.games = bottest.Few(*long, c.games); c.players == 13 && !*long {
			c.high = 0.95 // of few games
		}
		for seed := range uint64(c.games) {
			table, _ := sit(t, c.players, seed)
			if err := table.Play(); err != nil {
				t.Fatal(err)
			}
			if table.Game.Result().Winner == werewolf.VillagerTeam {
				wins++
			}
		}
		rate := float64(wins) / float64(c.games)
		t.Logf("%d players: the village wins %d of %d (%.3f)", c.players, wins, c.games, rate)
		if rate < c.low || rate > c.high {
			t.Errorf("%d players: the village wins %.3f of the games, want %.2f to %.2f", c.players, rate, c.low, c.high)
		}
	}
}

// BenchmarkAnswer is the answers of one player through whole games of thirteen, announcements included.
func BenchmarkAnswer(b *testing.B) {
	for _, lang := range []string{"en", "ja"} {
		b.Run(lang, func(b *testing.B) {
			var heard []werewolf.Observation
			r, _ := werewolf.Standard(13)
			var players []bottest.Player
			for range 13 {
				p, err := speaking(1, lang, Rules{})
				if err != nil {
					b.Fatal(err)
				}
				players = append(players, p)
			}
			table, err := bottest.Sit(r, bottest.Seats(names...), 3, players)
			if err != nil {
				b.Fatal(err)
			}
			table.Observe = func(o *werewolf.Observation, _ string) {
				if o.Seat == 1 {
					heard = append(heard, *o)
				}
			}
			if err := table.Play(); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			answers := 0
			for b.Loop() {
				p, _ := speaking(1, lang, Rules{})
				for _, o := range heard {
					_, _ = p.Answer(context.Background(), o)
					answers++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(answers), "ns/answer")
		})
	}
}
