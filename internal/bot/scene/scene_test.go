package scene_test

import (
	"encoding/json"
	"flag"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/random"
	"wolfden/internal/bot/scene"
	"wolfden/werewolf"
)

// play plays a game of random players and hands every observation to a function.
func play(t *testing.T, players int, seed uint64, see func(o *werewolf.Observation)) *bottest.Table {
	t.Helper()
	r, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gwen", "Hugo", "Ines", "Jack", "Kim", "Lea", "Mia"}[:players]
	seated := make([]bottest.Player, players)
	for i := range seated {
		seated[i] = random.New(seed+uint64(i), "en")
	}
	table, err := bottest.Sit(r, bottest.Seats(names...), seed, seated)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, _ string) { see(o) }
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	return table
}

var long = flag.Bool("long", false, "play all games, not a third")

// TestSceneTellsWhatHappened counts what the log holds for a seat and what its last scene holds.
func TestSceneTellsWhatHappened(t *testing.T) {
	for seed := range bottest.Few(*long, uint64(20)) {
		builders := map[werewolf.SeatID]*scene.Builder{}
		last := map[werewolf.SeatID]scene.Scene{}
		table := play(t, 13, seed, func(o *werewolf.Observation) {
			if builders[o.Seat] == nil {
				builders[o.Seat] = &scene.Builder{}
			}
			s := builders[o.Seat].Next(o)
			if fresh := (&scene.Builder{}).Next(o); !reflect.DeepEqual(s, fresh) {
				t.Fatalf("the scene depends on when it was seen:\n%+v\n%+v", s, fresh)
			}
			last[o.Seat] = s
		})
		for seat, s := range last {
			said, died := 0, 0
			for _, e := range table.Game.Log() {
				switch {
				case e.Kind == werewolf.Talked && !e.Skip && !e.Over:
					said++
				case e.Kind == werewolf.Executed || e.Kind == werewolf.AttackMade && e.Killed:
					died++
				}
			}
			if len(s.Talks) > said || len(s.Deaths) > died || said > 0 && len(s.Talks) == 0 {
				t.Errorf("seat %d: %d lines of %d, %d deaths of %d", seat, len(s.Talks), said, len(s.Deaths), died)
			}
			if slices.Contains(s.Living(), s.Me) {
				t.Errorf("%s is among the others", s.Me)
			}
		}
	}
}

// Votes are cast by day, though the talk is over; what is chosen for the night is chosen at night.
func TestVotesAreByDay(t *testing.T) {
	seen := map[werewolf.RequestKind]int{}
	play(t, 13, 1, func(o *werewolf.Observation) {
		s := (&scene.Builder{}).Next(o)
		kind := o.Request.Kind
		if seen[kind]++; kind.Chooses() && s.Night == (kind == werewolf.Vote) || kind == werewolf.Talk && s.Night {
			t.Errorf("%s of day %d: night %v", kind, o.Day, s.Night)
		}
	})
	if seen[werewolf.Vote] == 0 || seen[werewolf.Divine] == 0 || seen[werewolf.Talk] == 0 {
		t.Errorf("asked: %v", seen)
	}
}

// TestSceneKeepsSecrets: nobody but a werewolf reads whispers, nobody but their owner results, and no role but what is
// known.
func TestSceneKeepsSecrets(t *testing.T) {
	for seed := range bottest.Few(*long, uint64(20)) {
		play(t, 13, seed, func(o *werewolf.Observation) {
			s := (&scene.Builder{}).Next(o)
			if o.Result.Winner != werewolf.NoTeam || o.Request.Kind == werewolf.Finish {
				return // everything is known
			}
			if s.Role != "WEREWOLF" && len(s.Whispers)+len(s.Allies) > 0 {
				t.Errorf("a %s hears the pack", s.Role)
			}
			if s.Role != "SEER" && s.Role != "MEDIUM" && len(s.Results) > 0 {
				t.Errorf("a %s has results", s.Role)
			}
			for _, p := range s.Players {
				if p.Role != "" && p.Name != s.Me && !slices.Contains(s.Allies, p.Name) {
					t.Errorf("%s knows the role of %s", s.Me, p.Name)
				}
			}
		})
	}
}

func TestSceneIsPlain(t *testing.T) {
	play(t, 5, 4, func(o *werewolf.Observation) {
		s := (&scene.Builder{}).Next(o)
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var again scene.Scene
		if err := json.Unmarshal(text, &again); err != nil || !strings.Contains(string(text), `"me":"`+s.Me) {
			t.Fatalf("%s: %v", text, err)
		}
		if second, _ := json.Marshal(again); string(second) != string(text) {
			t.Fatalf("%s\n%s", text, second)
		}
	})
}

// TestNoRoomIsNotNoLimit: a prompt must tell whether anything may be said at any length, or nothing at all.
func TestNoRoomIsNotNoLimit(t *testing.T) {
	seen := 0
	play(t, 5, 1, func(o *werewolf.Observation) {
		if o.Request.Kind != werewolf.Talk {
			return
		}
		seen++
		for _, tt := range []struct {
			base, each, perTalk, left int
			max                       int
			full                      bool
		}{
			{werewolf.NoLimit, werewolf.NoLimit, werewolf.NoLimit, werewolf.NoLimit, 0, false},
			{werewolf.NoLimit, werewolf.NoLimit, 30, werewolf.NoLimit, 30, false},
			{0, 100, werewolf.NoLimit, 40, 40, false},
			{0, 100, werewolf.NoLimit, 0, 0, true},
			{20, 100, werewolf.NoLimit, 0, 20, false},
		} {
			c := *o
			c.Request.Left.Count, c.Request.Left.Length = 0, tt.left
			l := &c.Rules.Talk.MaxLength
			l.BaseLength, l.PerAgent, l.PerTalk = tt.base, tt.each, tt.perTalk
			if s := (&scene.Builder{}).Next(&c); s.MaxLength != tt.max || s.Full != tt.full {
				t.Errorf("%+v: at most %d, full %t", tt, s.MaxLength, s.Full)
			}
		}
	})
	if seen == 0 {
		t.Error("nobody talked")
	}
}

// A freemason's fellow is no werewolf beside it: prompts call allies so.
func TestFellowsAreNoWerewolves(t *testing.T) {
	rules := werewolf.With(werewolf.RoleCounts{werewolf.Werewolf: 2, werewolf.Freemason: 2, werewolf.Villager: 2})
	seated := make([]bottest.Player, rules.Players())
	for i := range seated {
		seated[i] = random.New(uint64(i), "en")
	}
	table, err := bottest.Sit(rules, bottest.Seats("Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn"), 1, seated)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, _ string) {
		if !o.Request.Kind.Speaks() && !o.Request.Kind.Chooses() {
			return // at the end everybody is shown
		}
		s, spec := (&scene.Builder{}).Next(o), o.Spec()
		allies, fellows := 0, 0
		switch {
		case spec.IsWolf():
			allies = 1
		case spec.Mason():
			fellows = 1
		}
		if len(s.Allies) != allies || len(s.Fellows) != fellows {
			t.Errorf("a %s has the allies %v and the fellows %v", s.Role, s.Allies, s.Fellows)
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
}

// Votes are told by target: every voter once, targets in the order in which they were first voted for.
func TestTally(t *testing.T) {
	d := scene.Day{Votes: []scene.Vote{{1, "Ada", "Bela"}, {1, "Bela", "Ada"}, {1, "Cleo", "Bela"}}}
	want := []scene.Tally{{"Bela", []string{"Ada", "Cleo"}}, {"Ada", []string{"Bela"}}}
	if got := d.Tally(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}
