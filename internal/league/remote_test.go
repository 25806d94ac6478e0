package league

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/bot/random"
	"wolfden/internal/league/lobby"
	"wolfden/internal/match"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// program lets a built-in player play over the network until the test is over.
func program(t *testing.T, url, name, kind string, games int) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		client := wire.Client{URL: url, Name: name, Games: games, Reconnect: true, New: func(string) (wire.Player, error) {
			return bot.New(kind, bot.Config{Seed: 5})
		}}
		_ = client.Run(ctx) // ends with the test
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
}

// TestRemote: teams that connect play as entries, several programs at a table
// and several tables at a time, and a league that was ended goes on with them.
func TestRemote(t *testing.T) {
	s := testSpec(t, 3, 5, 4, Duplicate)
	for i, name := range []string{"far", "away"} {
		s.Entries[i] = Entry{Name: name, Remote: true}
	}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	door := lobby.New(lobby.Options{Teams: []string{"far", "away"}})
	web := httptest.NewServer(door)
	defer web.Close()
	url := "ws" + strings.TrimPrefix(web.URL, "http") + "/ws"
	for i := range 4 { // two seats at each of two tables
		program(t, url, fmt.Sprintf("far%d", i+1), "plain", 0)
		program(t, url, fmt.Sprintf("away%d", i+1), "random", 0)
	}
	k, games := &kept{}, Plan(s)
	results := make([]Result, len(games))
	for _, until := range []int{5, len(games)} {
		ctx, stop := context.WithTimeout(context.Background(), waittest.Longest)
		r := &Runner{Spec: s, Games: games, Results: results, Make: botMaker, Guests: door, Parallel: 2, Keep: k.keep}
		r.Report = func(played int) {
			if played >= until {
				stop()
			}
		}
		if err := r.Run(ctx); err != nil {
			t.Fatal(err)
		}
		stop()
	}
	if len(k.records) != len(games) || k.twice > 0 {
		t.Fatalf("%d games, %d twice, want %d", len(k.records), k.twice, len(games))
	}
	for i, g := range games {
		rec, err := gamelog.Verify(k.records[g.ID])
		if err != nil {
			t.Fatal(err)
		}
		if results[i].faults > 0 {
			t.Errorf("game %s: %d faults", g.ID, results[i].faults)
		}
		for j, seat := range rec.Header.Seats {
			if want := s.Entries[g.Seats[j].Entry].Name; !strings.HasPrefix(seat.Team, want) {
				t.Errorf("game %s: seat %d is %q, want an entry of %s", g.ID, j+1, seat.Team, want)
			}
		}
	}
}

// TestRemoteWaits: a league without its programs ends when it is told to, and
// nothing has begun.
func TestRemoteWaits(t *testing.T) {
	s := testSpec(t, 2, 5, 2, Duplicate)
	s.Entries[0] = Entry{Name: "far", Remote: true}
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	games := Plan(s)
	r := &Runner{Spec: s, Games: games, Results: make([]Result, len(games)), Make: botMaker, Parallel: 2,
		Guests: lobby.New(lobby.Options{Teams: []string{"far"}})}
	if err := r.Run(ctx); err != nil || r.Left() != 4 {
		t.Errorf("%d left, %v", r.Left(), err)
	}
}

// nobody never comes.
type nobody struct{}

func (nobody) Invite(ctx context.Context, _ string, _ map[string]int) (map[string][]match.Player, func(), error) {
	<-ctx.Done()
	return nil, nil, ctx.Err()
}

// TestFailureFreesThoseWhoWait: games that wait for programs do so no longer when another game has failed, which is what Run tells.
func TestFailureFreesThoseWhoWait(t *testing.T) {
	s := testSpec(t, 6, 5, 1, Duplicate)
	s.Entries[0] = Entry{Name: "far", Remote: true}
	failed := errors.New("failed")
	synctest.Test(t, func(t *testing.T) {
		maker := func(Entry, string, uint64) (match.Player, error) { return nil, failed }
		r := &Runner{Spec: s, Games: Plan(s), Make: maker, Guests: nobody{}, Parallel: 6}
		if err := r.Run(t.Context()); !errors.Is(err, failed) {
			t.Errorf("the league ends with %v", err)
		}
	})
}

// doorman lets in random players and counts.
type doorman struct{ came, left atomic.Int32 }

// Invite lets them in at once.
func (d *doorman) Invite(_ context.Context, _ string, teams map[string]int) (map[string][]match.Player, func(), error) {
	players := map[string][]match.Player{}
	for team, n := range teams {
		for range n {
			players[team] = append(players[team], random.New(1, "en"))
		}
	}
	d.came.Add(1)
	return players, func() { d.left.Add(1) }, nil
}

// quitter is a random player that breaks off when it is asked for something.
type quitter struct {
	match.Player
	at werewolf.RequestKind
}

// Answer implements match.Player.
func (q quitter) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Kind == q.at {
		return "", match.ErrGone
	}
	return q.Player.Answer(ctx, o)
}

// Invite lets in players that break off.
func (q quitter) Invite(_ context.Context, _ string, teams map[string]int) (map[string][]match.Player, func(), error) {
	players := map[string][]match.Player{}
	for team, n := range teams {
		for range n {
			players[team] = append(players[team], quitter{random.New(1, "en"), q.at})
		}
	}
	return players, func() {}, nil
}

// TestLeavingALeagueDoesNotPay: a game goes on without a program that breaks off, and counts for it.
func TestLeavingALeagueDoesNotPay(t *testing.T) {
	for _, against := range []bool{false, true} {
		for _, at := range []werewolf.RequestKind{werewolf.Talk, werewolf.Vote} {
			s := testSpec(t, 5, 5, 4, Duplicate)
			s.Entries[0] = Entry{Name: "far", Remote: true}
			if against {
				s.Against, s.Entries = []Entry{{Name: "far", Remote: true}, s.Entries[1]}, s.Entries[2:]
				s.Setups[0].Games = 4 * len(s.Entries)
			}
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
			k, games := &kept{}, Plan(s)
			r := &Runner{Spec: s, Games: games, Results: make([]Result, len(games)), Make: botMaker, Guests: quitter{random.New(1, "en"), at}, Parallel: 2, Keep: k.keep}
			if err := r.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			gone := 0
			for _, data := range k.records {
				rec, err := gamelog.Verify(data)
				if err != nil {
					t.Fatal(err)
				}
				if end := rec.Result().End; end == werewolf.Failure || end == werewolf.NotOver {
					t.Errorf("left at %v, against %v: a game ended by %q", at, against, end)
				}
				if bytes.Contains(data, []byte(`"ev":"failed"`)) {
					gone++
				}
			}
			if gone == 0 || len(k.records) != len(games) {
				t.Errorf("left at %v: gone from %d of %d games", at, gone, len(k.records))
			}
		}
	}
}

// TestGuestsLeave: guests are let go after every game, also one that fails or
// cannot begin.
func TestGuestsLeave(t *testing.T) {
	fault := errors.New("no player")
	for name, maker := range map[string]Maker{
		"played":       botMaker,
		"cannot begin": func(Entry, string, uint64) (match.Player, error) { return nil, fault },
	} {
		s := testSpec(t, 2, 5, 3, Duplicate)
		s.Entries[0] = Entry{Name: "far", Remote: true}
		games, door := Plan(s), &doorman{}
		r := &Runner{Spec: s, Games: games, Results: make([]Result, len(games)), Make: maker, Guests: door, Parallel: 2}
		if err := r.Run(t.Context()); errors.Is(err, fault) != (name != "played") {
			t.Errorf("%s: %v", name, err)
		}
		if door.came.Load() == 0 || door.came.Load() != door.left.Load() || name == "played" && door.left.Load() != 6 {
			t.Errorf("%s: %d invitations, %d left", name, door.came.Load(), door.left.Load())
		}
	}
}
