package contest

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/internal/contest/archive"
	"wolfden/werewolf"
	"wolfden/wire"
)

// rubbish is said to every request: Over to talk, nobody to choices.
func rubbish(r wire.Request) string {
	switch r {
	case wire.RequestTalk, wire.RequestWhisper:
		return werewolf.OverText
	case wire.RequestVote, wire.RequestDivine, wire.RequestGuard, wire.RequestAttack:
		return "no such player"
	default:
		return ""
	}
}

// A table on which nothing happens is ended without a winner though the game has no last day, and whose answers were rubbish is named:
// in games of one team, of several, and of a plan, in which such a match is tried no more often than others.
func TestATableOnWhichNothingHappensIsGivenUp(t *testing.T) {
	for what, test := range map[string]struct {
		matching string
		names    []string
		games    int
	}{
		"self":    {"{}", []string{"bad1", "bad2", "bad3", "bad4", "bad5"}, 1},
		"mixed":   {"{self_match: false}", []string{"bada", "badb", "badc", "badd", "bade"}, 1},
		"planned": {"{self_match: false, is_optimize: true, team_count: 5, game_count: 1, tries: 2}", []string{"bada", "badb", "badc", "badd", "bade"}, 2},
	} {
		t.Run(what, func(t *testing.T) {
			bubble(t, "server: {data_dir: DIR}\ngame: {max_day: -1}\nmatching: "+test.matching+"\n", func(t *testing.T, s *bubbled) {
				var playing sync.WaitGroup
				for _, name := range test.names {
					playing.Go(func() {
						for range test.games {
							g := s.come(t, name)
							for g.next() && g.packet.Request != wire.RequestFinish {
								if text := rubbish(g.packet.Request); text != "" {
									g.say(text)
								}
							}
							_ = g.CloseNow()
						}
					})
				}
				playing.Wait()
				<-time.After(time.Second) // the last game is filed
				games := s.hosts[0].store.Games()
				if len(games) != test.games {
					t.Errorf("%d games", len(games))
				}
				for _, game := range games {
					if game.End != werewolf.Failure || game.Winner != werewolf.NoTeam || game.Why != "nobody has died for 20 days" ||
						!slices.Equal(game.Gone(), game.Teams()) || slices.ContainsFunc(game.Seats, func(p archive.SeatSummary) bool { return !p.Gone }) {
						t.Errorf("%+v", game)
					}
				}
				for _, v := range s.Teams() {
					if !strings.HasPrefix(v.Team, "bad") || v.Fatal != test.games || v.Aborted != test.games || (v.Lost == 1) != (what == "planned") {
						t.Errorf("%+v", v)
					}
				}
				if p := s.hosts[0].decided(); what == "planned" && (p.GivenUp != 1 || p.Finished != 1) {
					t.Errorf("%+v", p)
				}
			})
		})
	}
}
