package agent

import (
	"context"
	"fmt"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// forgetful is the player of a model that says one thing in a game, at its first chance on the day, and then forgets every
// form, so that the rules go on.
type forgetful struct {
	*Agent[plain]
	o     *werewolf.Observation
	day   int
	said  string // what the model said
	words func(o *werewolf.Observation) string
}

func (f *forgetful) behave(p llmtest.Prompt) llmtest.Answer {
	if p.Task != "word" || f.said != "" || f.o.Day < f.day || f.o.Request.Kind != werewolf.Talk {
		return bottest.Mute(p)
	}
	f.said = f.words(f.o)
	return llmtest.Answer{Text: f.said}
}

// A model's word binds the rules that answer after it: they claim no other role, take nothing back, tell no other result
// and none too many, and vote as it announced.
func TestRulesGoOnFromTheModelsWord(t *testing.T) {
	next := func(o *werewolf.Observation) string { return o.Name(o.Others().Nth(int(o.Seat) % o.Others().Len())) }
	lies := []func(o *werewolf.Observation) string{
		func(o *werewolf.Observation) string {
			return fmt.Sprintf("I am the seer. I divined %s and found a werewolf.", next(o))
		},
		func(o *werewolf.Observation) string {
			return fmt.Sprintf("I am the seer. I divined %s and found a human.", next(o))
		},
		func(*werewolf.Observation) string { return "I am a villager." },
		func(*werewolf.Observation) string { return "I am the medium." },
		func(o *werewolf.Observation) string {
			return fmt.Sprintf("I am the seer. I divined %s and found a werewolf. I vote for %s.", next(o), next(o))
		},
	}
	few := func(all int) int { return bottest.Few(*long, all) }
	claims, later, votes := map[werewolf.Role]int{}, 0, 0
	for seed := range bottest.Few(*long, uint64(20)) {
		n := []int{5, 9}[seed%2]
		rules, err := werewolf.Standard(n)
		if err != nil {
			t.Fatal(err)
		}
		names := bottest.Roster("en", n)
		var players []bottest.Player
		seated := map[werewolf.SeatID]*forgetful{}
		for i := range names {
			f := &forgetful{day: 1 + i%2, words: lies[(i+int(seed))%len(lies)]}
			f.Agent = newAgent(t, Config{Seed: seed + uint64(i), Shared: understood, Model: llmtest.Model(f.behave)}, "")
			players, seated[werewolf.SeatID(i+1)] = append(players, listening{f}), f
		}
		table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
		if err != nil {
			t.Fatal(err)
		}
		heard, audience := map[werewolf.SeatID]*bottest.Pledge{}, &bottest.Audience{}
		table.Observe = func(o *werewolf.Observation, answer string) {
			f, pledge := seated[o.Seat], heard[o.Seat]
			switch {
			case o.Request.Kind == werewolf.Vote && pledge != nil:
				if plan := f.Table().Self.Plan(); o.Request.Targets.Has(plan) {
					if votes++; answer != o.Name(plan) {
						t.Errorf("seed %d: seat %d announced %s and votes for %s", seed, o.Seat, o.Name(plan), answer)
					}
				}
			case o.Request.Kind != werewolf.Talk || f.said == "" || silent(answer):
			case pledge == nil:
				pledge = &bottest.Pledge{}
				pledge.Take(o, audience.Read(o, answer))
				if heard[o.Seat] = pledge; pledge.Role == werewolf.NoRole || answer != f.said {
					t.Fatalf("seed %d: %q is no claim, or not what was said: %q", seed, f.said, answer)
				}
				claims[pledge.Role]++
			default:
				later++
				says, known := f.Table().Self.Meant(answer)
				if !known {
					says = audience.Read(o, answer)
				}
				if fault := pledge.Check(o, says); fault != "" {
					t.Errorf("seed %d, day %d: seat %d (%s) said %q; %s: %q", seed, o.Day, o.Seat, o.Role(), f.said, fault, answer)
				}
			}
		}
		if err := table.Play(); err != nil || len(table.Illegal) > 0 {
			t.Fatal(err, table.Illegal)
		}
	}
	if t.Logf("claims %v, %d later utterances, %d announced votes", claims, later, votes); claims[werewolf.Seer] < few(40) || claims[werewolf.Villager] < few(10) || claims[werewolf.Medium] < few(10) || later < few(200) || votes < few(60) {
		t.Error("too little was said")
	}
}

// listening tells a forgetful player what its model may look at.
type listening struct{ *forgetful }

func (l listening) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	l.o = &o
	return l.Agent.Answer(ctx, o)
}

// A model that has nothing to say is silent, whatever the rules would say.
func TestSilenceStands(t *testing.T) {
	asked := 0
	trial(t, 1, func(p llmtest.Prompt) llmtest.Answer {
		if p.Task == "word" {
			return llmtest.Answer{Text: "Over"}
		}
		return bottest.Mute(p)
	}, func(m *bottest.Moment[*Agent[plain]]) {
		if m.O.Request.Kind == werewolf.Talk {
			if asked++; m.Answer != werewolf.OverText {
				t.Errorf("%q is said", m.Answer)
			}
		}
	})
	if asked < 5 {
		t.Errorf("%d chances to speak", asked)
	}
}
