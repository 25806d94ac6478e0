package lycaon_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

var conversations = flag.Int("conversations", 5, "games in which the conversation is counted")

// talkCount is what is counted over games of lycaons.
type talkCount struct {
	asked, answered  int // questions to a player by name that it could answer, and did in its next turn
	declared, cast   int // votes announced, and cast as announced last
	said, again, cut int
	unreal           []string // references to what has not happened
}

// TestConversation counts what the contest's organisers miss in players: answers, new sentences, deeds that follow words.
func TestConversation(t *testing.T) {
	if *lycaon.Long {
		*conversations = max(*conversations, 15)
	}
	for _, n := range []int{5, 9} {
		for _, lang := range []string{"en", "ja"} {
			var c talkCount
			for seed := range *conversations {
				c.play(t, n, lang, uint64(seed))
			}
			t.Logf("%d players, %s, %d games: %d of %d questions answered, %d of %d votes cast as announced, %d utterances, %d said again, %d cut",
				n, lang, *conversations, c.answered, c.asked, c.cast, c.declared, c.said, c.again, c.cut)
			kept := 0.98
			if *conversations < 15 {
				kept = 0.95 // of a few dozen
			}
			if c.asked == 0 || float64(c.answered) < kept*float64(c.asked) {
				t.Errorf("%d of %d questions answered", c.answered, c.asked)
			}
			if float64(c.cast) < kept*float64(c.declared) || c.declared == 0 {
				t.Errorf("%d of %d votes cast as announced", c.cast, c.declared)
			}
			if c.again > 0 || c.cut > 0 {
				t.Errorf("%d utterances said again, %d cut", c.again, c.cut)
			}
			if len(c.unreal) > 0 {
				t.Errorf("%d references to what has not happened, such as %s", len(c.unreal), c.unreal[0])
			}
		}
	}
}

// playedGame is one game being listened to, by what the players mean.
type playedGame struct {
	*talkCount
	names   []string
	pending [14]werewolf.SeatID // who has asked the seat last
	plans   [14]werewolf.SeatID
	day     int
}

func (c *talkCount) play(t *testing.T, n int, lang string, seed uint64) {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	names := people[:n]
	if lang == "ja" {
		names = []string{"アリス", "ボブ", "カレン", "ダイチ", "エリカ", "フミオ", "ガク", "ハナ", "イツキ"}[:n]
	}
	players, all, shared := make([]bottest.Player, n), make([]*lycaon.Player, n), understand.NewShared()
	for i := range players {
		if all[i], err = lycaon.NewAmong(shared, seed, lang); err != nil {
			t.Fatal(err)
		}
		players[i] = all[i]
	}
	table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
	if err != nil {
		t.Fatal(err)
	}
	g := playedGame{talkCount: c, names: names}
	table.Observe = func(o *werewolf.Observation, answer string) { g.observe(o, answer, all[o.Seat-1]) }
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Fatalf("%v, illegal %v", err, table.Illegal)
	}
	said := map[string]bool{}
	for _, e := range table.Game.Log() {
		if e.Kind != werewolf.Talked || e.Skip || e.Over {
			continue
		}
		key := fmt.Sprint(e.Seat, e.Text)
		c.said++
		if said[key] {
			c.again++
		}
		if e.Cut {
			c.cut++
		}
		said[key] = true
	}
}

func (g *playedGame) observe(o *werewolf.Observation, answer string, p *lycaon.Player) {
	if g.day != o.Day {
		g.day, g.pending, g.plans = o.Day, [14]werewolf.SeatID{}, [14]werewolf.SeatID{}
	}
	switch o.Request.Kind {
	case werewolf.Vote:
		if plan := g.plans[o.Seat]; plan != 0 && o.Living.Has(plan) {
			g.declared++
			if o.Name(plan) == answer {
				g.cast++
			}
		}
	case werewolf.Talk:
		if asker := g.pending[o.Seat]; asker != 0 {
			g.asked++
			if strings.Contains(answer, o.Name(asker)) {
				g.answered++
			}
		}
		g.pending[o.Seat] = 0
		if rows, said := p.Meant(answer); said {
			g.take(o, rows)
		}
	default: // not said aloud
	}
}

func (g *playedGame) take(o *werewolf.Observation, rows speech.Rows) {
	for q := range rows.Questions() {
		if q.Target != 0 {
			g.pending[q.Target] = o.Seat
		}
	}
	if target := rows.Announced(speech.Vote); target != 0 {
		g.plans[o.Seat] = target
		if !o.Living.Has(target) {
			g.unreal = append(g.unreal, fmt.Sprintf("day %d: %s votes for the dead %s", o.Day, o.Name(o.Seat), o.Name(target)))
		}
	}
	for a := range rows.Results(o.Seat) {
		if a.Tells() && o.Team() == werewolf.VillagerTeam && !really(o, a) {
			g.unreal = append(g.unreal, fmt.Sprintf("day %d: %s tells a result it never had", o.Day, o.Name(o.Seat)))
		}
	}
}

// really reports whether the player has had the result it tells.
func really(o *werewolf.Observation, a speech.Act) bool {
	for _, f := range append(append([]werewolf.Finding(nil), o.Divined...), o.Medium...) {
		if f.Target == a.Target && f.Species == a.Species {
			return true
		}
	}
	return false
}
