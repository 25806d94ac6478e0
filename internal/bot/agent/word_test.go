package agent

import (
	"context"
	"fmt"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// forgetful is the player of a model that says one thing in a game, at its first chance on the day, and then forgets every
// form, so that the rules go on.
type forgetful struct {
	*Agent
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
	return llmtest.Answer{Text: fmt.Sprintf(`{"utterance": %q, "over": false}`, f.said)}
}

// word is what a player has said so far, as a table of its own has understood it.
type word struct {
	role    werewolf.Role
	told    map[werewolf.SeatID]werewolf.Species
	results int // told, ever
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
	claims, later, votes := map[werewolf.Role]int{}, 0, 0
	for seed := range uint64(20) {
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
			f.Agent = newAgent(t, Config{Seed: seed + uint64(i), Model: llmtest.Model(f.behave)}, "")
			players, seated[werewolf.SeatID(i+1)] = append(players, listening{f}), f
		}
		table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
		if err != nil {
			t.Fatal(err)
		}
		heard := map[werewolf.SeatID]*word{}
		table.Observe = func(o *werewolf.Observation, answer string) {
			f := seated[o.Seat]
			w := heard[o.Seat]
			switch {
			case o.Request.Kind == werewolf.Vote && w != nil:
				if plan := f.Talker().Plan(); o.Request.Targets.Has(plan) {
					if votes++; answer != o.Name(plan) {
						t.Errorf("seed %d: seat %d announced %s and votes for %s", seed, o.Seat, o.Name(plan), answer)
					}
				}
			case o.Request.Kind != werewolf.Talk || f.said == "" || silent(answer):
			default:
				l := understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
				rows := l.Hear(werewolf.Utterance{Day: o.Day, Seat: o.Seat, Text: answer}, false)
				if w == nil {
					w = &word{told: map[werewolf.SeatID]werewolf.Species{}}
					heard[o.Seat] = w
					w.role = rows.Claimed(o.Seat)
					if w.role == werewolf.NoRole || answer != f.said {
						t.Fatalf("seed %d: %q is no claim, or not what was said: %q", seed, f.said, answer)
					}
					claims[w.role]++
				} else {
					later++
				}
				if role := rows.Claimed(o.Seat); role != werewolf.NoRole && role != w.role || rows.Retracts(o.Seat) {
					t.Errorf("seed %d, day %d: seat %d (%s) said %q and now %q", seed, o.Day, o.Seat, o.Role(), f.said, answer)
				}
				for a := range rows.Results(o.Seat) {
					if !a.Tells() || a.Species == werewolf.NoSpecies {
						continue
					}
					if before, known := w.told[a.Target]; known && before != a.Species {
						t.Errorf("seed %d, day %d: seat %d told %s of %s and now %q", seed, o.Day, o.Seat, before, o.Name(a.Target), answer)
					} else if !known {
						w.results++
					}
					if w.told[a.Target] = a.Species; w.results > o.Day || w.results > 1 && o.Team() == werewolf.VillagerTeam && o.Role() != w.role {
						t.Errorf("seed %d, day %d: seat %d (%s) said %q and tells another result: %q", seed, o.Day, o.Seat, o.Role(), f.said, answer)
					}
				}
				for id := range rows.Suspected().All() {
					if w.told[id] == werewolf.Human {
						t.Errorf("seed %d: seat %d found %s human and now says %q", seed, o.Seat, o.Name(id), answer)
					}
				}
			}
		}
		if err := table.Play(); err != nil || len(table.Illegal) > 0 {
			t.Fatal(err, table.Illegal)
		}
	}
	if t.Logf("claims %v, %d later utterances, %d announced votes", claims, later, votes); claims[werewolf.Seer] < 40 || claims[werewolf.Villager] < 10 || claims[werewolf.Medium] < 10 || later < 200 || votes < 60 {
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
			return llmtest.Answer{Text: `{"utterance": "", "over": true}`}
		}
		return bottest.Mute(p)
	}, func(m *bottest.Moment[*Agent]) {
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
