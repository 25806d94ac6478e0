package plain

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/cast"
	"wolfden/werewolf"
)

func TestStat(t *testing.T) {
	games, _ := strconv.Atoi(os.Getenv("G"))
	if games == 0 {
		t.Skip()
	}
	lang := os.Getenv("L")
	people, _ := cast.In(lang)
	for _, n := range []int{5, 9, 13} {
		r, _ := werewolf.Standard(n)
		wins := map[werewolf.Team]int{}
		declared, kept, none, talks, overs, cut := 0, 0, 0, 0, 0, 0
		start := time.Now()
		answers := 0
		days := 0
		for seed := range uint64(games) {
			var seats []werewolf.Seat
			var players []bottest.Player
			for i, k := range werewolf.Permutation(seed, werewolf.DrawCharacters, len(people))[:n] {
				seats = append(seats, werewolf.Seat{Name: people[k].Name, Profile: people[k].Profile()})
				p, err := New(seed*100+uint64(i), lang)
				if err != nil {
					t.Fatal(err)
				}
				players = append(players, p)
			}
			table, err := bottest.Sit(r, seats, seed, players)
			if err != nil {
				t.Fatal(err)
			}
			table.Observe = func(o *werewolf.Observation, a string) {
				answers++
				if o.Request.Kind == werewolf.Vote {
					p := players[o.Seat-1].(*Player)
					pl := p.board.PlanOf(o.Seat, o.Day)
					if pl.Target == 0 {
						none++
						if os.Getenv("NONE") != "" && none < 20 {
							fmt.Println("none: day", o.Day, o.Name(o.Seat), o.Role())
							for _, u := range o.Talks {
								if u.Day == o.Day && u.Seat == o.Seat {
									fmt.Println("    ", u.Text)
								}
							}
						}
					} else {
						declared++
						if o.Name(pl.Target) == a {
							kept++
						}
					}
				}
			}
			if err := table.Play(); err != nil {
				t.Fatal(err)
			}
			wins[table.Game.Result().Winner]++
			for _, e := range table.Game.Log() {
				if e.Kind == werewolf.Talked {
					talks++
					if e.Over {
						overs++
					}
					if e.Cut {
						cut++
					}
				}
				days = max(days, e.Day)
			}
			if len(table.Illegal) > 0 {
				t.Error(table.Illegal)
			}
		}
		el := time.Since(start)
		fmt.Println(n, "village", float64(wins[werewolf.VillagerTeam])/float64(games), "declared", declared, "kept", kept, "none", none, "talks", talks, "over", overs, "cut", cut, "us/answer", float64(el.Microseconds())/float64(answers), "ms/game", float64(el.Milliseconds())/float64(games))
	}
}
