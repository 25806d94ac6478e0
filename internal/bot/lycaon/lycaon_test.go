package lycaon_test

import (
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/bot/plain"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

func sit(t *testing.T, n int, seed uint64, roles ...werewolf.Role) (*bottest.Table, []*lycaon.Player) {
	t.Helper()
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	seats := bottest.Seats(people[:n]...)
	for i, r := range roles {
		seats[i].Role = r
	}
	players, all, shared := make([]bottest.Player, n), make([]*lycaon.Player, n), understand.NewShared()
	for i := range players {
		if all[i], err = lycaon.NewAmong(shared, seed, "en"); err != nil {
			t.Fatal(err)
		}
		players[i] = all[i]
	}
	table, err := bottest.Sit(rules, seats, seed, players)
	if err != nil {
		t.Fatal(err)
	}
	return table, all
}

// Invented results fit together: none about oneself, none twice, never more werewolves than there are.
func TestInventedResultsFitTogether(t *testing.T) {
	liars := 0
	for _, n := range []int{5, 13} {
		for seed := range map[bool]uint64{true: 8, false: 2}[*lycaon.Long || n == 5] {
			table, players := sit(t, n, seed)
			if err := table.Play(); err != nil || len(table.Illegal) > 0 {
				t.Fatalf("%v, illegal %v", err, table.Illegal)
			}
			for i, p := range players {
				blacks, about := 0, werewolf.SetOf(werewolf.SeatID(i+1))
				for _, f := range p.Pretence().Invented {
					liars++
					if about.Has(f.Target) || f.Target == 0 {
						t.Errorf("%d players, seed %d, seat %d: %+v", n, seed, i+1, p.Pretence().Invented)
					}
					about = about.With(f.Target)
					if f.Species == werewolf.Wolf {
						blacks++
					}
				}
				if blacks > table.Game.Rules().Roles[werewolf.Werewolf] {
					t.Errorf("%d players, seed %d, seat %d: %d werewolves found", n, seed, i+1, blacks)
				}
				if werewolf.StandardRoles().Team(table.Game.Role(werewolf.SeatID(i+1))) == werewolf.VillagerTeam && len(p.Pretence().Invented) > 0 {
					t.Errorf("seat %d is honest and invents", i+1)
				}
			}
		}
	}
	if liars == 0 {
		t.Error("nobody lies")
	}
}

// Werewolf and possessed, who know each other on the last day, vote together.
func TestPowerPlay(t *testing.T) {
	plays, won := 0, 0
	for seed := uint64(0); seed < 300 && plays < 10; seed++ {
		table, _ := sit(t, 5, seed, werewolf.Seer, werewolf.Possessed, werewolf.Werewolf, werewolf.Villager, werewolf.Villager)
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
		g := table.Game
		claimed := map[werewolf.SeatID]bool{}
		for _, e := range g.Log() {
			if e.Kind == werewolf.Talked && e.Day == 2 && (strings.Contains(e.Text, "I am the werewolf") || strings.Contains(e.Text, "I'm the werewolf") ||
				strings.Contains(e.Text, "the possessed")) {
				claimed[e.Seat] = true
			}
		}
		if claimed[2] && claimed[3] {
			plays++
			if g.Result().Winner == werewolf.WerewolfTeam {
				won++
			}
		}
	}
	if plays < 10 || won < plays*9/10 {
		t.Errorf("%d power plays of both, %d won", plays, won)
	}
}

// A werewolf among strangers does not say who it is before the possessed has: they would all vote for it.
func TestWerewolfWaitsForThePossessed(t *testing.T) {
	shown, unasked := 0, 0
	for seed := uint64(0); seed < 200 && shown < 10; seed++ {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		seats := bottest.Seats(people[:5]...)
		players, shared := make([]bottest.Player, 5), understand.NewShared()
		for i, r := range []werewolf.Role{werewolf.Seer, werewolf.Possessed, werewolf.Werewolf, werewolf.Villager, werewolf.Villager} {
			seats[i].Role = r
			if players[i], err = plain.System.Player(agent.Config{Seed: seed, Shared: shared}); r == werewolf.Werewolf || r == werewolf.Possessed && seed%2 == 0 {
				players[i], err = lycaon.NewAmong(shared, seed, "en")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		table, err := bottest.Sit(rules, seats, seed, players)
		if err != nil {
			t.Fatal(err)
		}
		open := false
		table.Observe = func(o *werewolf.Observation, answer string) {
			p, ours := players[o.Seat-1].(*lycaon.Player)
			if !ours || o.Request.Kind != werewolf.Talk {
				return
			}
			rows, _ := p.Meant(answer)
			claim := rows.Claimed(o.Seat)
			open = open || claim == werewolf.Possessed
			if claim == werewolf.Werewolf {
				shown++
				if !open {
					unasked++
				}
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if unasked > 0 || shown < 10 {
		t.Errorf("%d of %d werewolves said who they are unasked", unasked, shown)
	}
}

// A player says why: what it believes, what it plans, what speaks against its target; each under the name of the module that
// found it, and once.
func TestNotes(t *testing.T) {
	var topics []string
	reasoned := false
	for seed := range uint64(5) {
		table, players := sit(t, 5, seed)
		table.Observe = func(o *werewolf.Observation, _ string) {
			p := players[o.Seat-1]
			for topic, text := range p.Notes() {
				if text == "" || !slices.Contains([]string{"belief", "mask", "plan", "appeal", "power-play", talker.TopicRules}, topic) {
					t.Errorf("note %q: %q", topic, text)
				}
				topics = append(topics, topic)
				reasoned = reasoned || topic == "plan" && strings.Contains(text, ", day 1)")
			}
			for topic := range p.Notes() {
				t.Errorf("%s is handed out twice", topic)
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	for _, topic := range []string{"belief", "mask", "plan"} {
		if !slices.Contains(topics, topic) || !reasoned {
			t.Errorf("no note of %s among %q, or no reasons: %v", topic, topics, reasoned)
		}
	}
}

// On an open floor a villager speaks out of turn when its vote has changed or it is in danger; who pretends does not.
func TestSpeaksWhenWordsMayMoveAVote(t *testing.T) {
	for _, tt := range []struct {
		role werewolf.Role
		said string
		want bool
	}{
		{werewolf.Villager, "I will vote for Ada today.", true},
		{werewolf.Villager, "It rains a little.", false},
		{werewolf.Werewolf, "I will vote for Ada today.", false},
	} {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		p, err := lycaon.New(3, "en")
		if err != nil {
			t.Fatal(err)
		}
		o := werewolf.Observation{
			Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"}, Living: werewolf.SeatsUpTo(5),
			Roles: []werewolf.Role{0, tt.role, 0, 0, 0, 0}, Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk},
		}
		// Its own words are from before a restart: that is enough for a vote announced.
		o.Talks = []werewolf.Utterance{{Day: 1, Idx: 0, Seat: 1, Text: "I will vote for Bela today."}, {Day: 1, Idx: 1, Seat: 2, Text: tt.said}}
		if _, err := p.Answer(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if got := p.Speaks(); got != tt.want {
			t.Errorf("%s, %q: %v, want %v", tt.role, tt.said, got, tt.want)
		}
	}
}

// A liar's notes tell what it believes apart from what it shows.
func TestNotesTellBeliefFromMask(t *testing.T) {
	for _, tt := range []struct {
		role  werewolf.Role
		masks bool
	}{{werewolf.Werewolf, true}, {werewolf.Villager, false}} {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		p, err := lycaon.New(3, "en")
		if err != nil {
			t.Fatal(err)
		}
		o := werewolf.Observation{
			Rules: &rules, Seat: 1, Day: 1, Names: []string{"Ada", "Bela", "Cleo", "Dora", "Ezra"}, Living: werewolf.SeatsUpTo(5),
			Roles: []werewolf.Role{0, tt.role, 0, 0, 0, 0}, Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk},
		}
		if _, err := p.Answer(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		notes := map[string]string{}
		for topic, text := range p.Notes() {
			notes[topic] = text
		}
		if sure := strings.Count(notes["belief"], "werewolf 0%") == 4; sure != tt.masks || notes["belief"] == "" {
			t.Errorf("%s believes %q", tt.role, notes["belief"])
		}
		if mask, has := notes["mask"]; has != tt.masks || strings.Contains(mask, "werewolf 0%") {
			t.Errorf("%s shows to believe %q", tt.role, mask)
		}
	}
}
