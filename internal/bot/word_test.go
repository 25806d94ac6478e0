package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/talker"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// deciding are the players in which a model decides what is said and who is chosen, by the tasks of the frame.
func deciding() []string {
	return slices.DeleteFunc(modelled(), func(name string) bool {
		return slices.Contains([]string{"gptaku", "lycaon", "mille", "plain", "baseline"}, name)
	})
}

// wilful is the model of one seat.
type wilful struct {
	bottest.Player
	o     *werewolf.Observation
	speak func(o *werewolf.Observation) string // what it says, "" to forget the form
	vote  bool                                 // it votes for the last name, else it forgets the form
	said  []string
}

func (w *wilful) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	w.o = &o
	return w.Player.Answer(ctx, o)
}

func (w *wilful) behave(p llmtest.Prompt) llmtest.Answer {
	switch kind := w.o.Request.Kind; {
	case p.Task == "word" && kind == werewolf.Talk:
		if text := w.speak(w.o); text == werewolf.OverText {
			return llmtest.Answer{Text: `{"utterance": "", "over": true}`}
		} else if text != "" {
			if !slices.Contains(w.said, text) {
				w.said = append(w.said, text)
			}
			return llmtest.Answer{Text: fmt.Sprintf(`{"utterance": %q, "over": false}`, text)}
		}
	case p.Task == "choose-target" && kind == werewolf.Vote && w.vote:
		return llmtest.Answer{Text: fmt.Sprintf(`{"reason": "because", "target": %q}`, last(w.o))}
	}
	return llmtest.Answer{Text: "{}"}
}

// last is the name of the last player who may be chosen.
func last(o *werewolf.Observation) string {
	targets := o.Request.Targets
	return o.Name(targets.Nth(targets.Len() - 1))
}

// next is another player, who lives.
func next(o *werewolf.Observation) string {
	return o.Name(o.Others().Nth(int(o.Seat) % o.Others().Len()))
}

// seatWilful plays a game of one kind with a model for each seat.
func seatWilful(t *testing.T, kind string, players int, seed uint64, newModel func(seat int) *wilful, watch func(*wilful, *werewolf.Observation, string)) {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	names := rosters["en"][:players]
	seated := []*wilful{}
	list := []bottest.Player{}
	for i := range names {
		w := newModel(i + 1)
		if w.Player, err = bot.New(kind, bot.Config{Seed: seed + uint64(i), Model: llmtest.Model(w.behave)}); err != nil {
			t.Fatal(err)
		}
		seated, list = append(seated, w), append(list, w)
	}
	table, err := bottest.Sit(rules, bottest.Seats(names...), seed, list)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, answer string) { watch(seated[o.Seat-1], o, answer) }
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Fatal(err, table.Illegal)
	}
}

// TestTheModelDecides: in every system whose paper has a model decide, what it claims stands in the acts of the game, its
// silence is silence, and its vote is cast, also against its word.
func TestTheModelDecides(t *testing.T) {
	for _, kind := range deciding() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			spoke, claims, votes := 0, 0, 0
			for seed := range rounds(8) {
				seatWilful(t, kind, 5, seed, func(seat int) *wilful {
					return &wilful{vote: true, speak: func(o *werewolf.Observation) string {
						if seat == 1 {
							return werewolf.OverText
						}
						return fmt.Sprintf("I am the seer. I divined %s and found a werewolf. Hear me for the %d. time. I vote for %s.", next(o), 1+len(o.Talks), next(o))
					}}
				}, func(w *wilful, o *werewolf.Observation, answer string) {
					switch {
					case o.Request.Kind == werewolf.Talk && o.Seat == 1:
						if answer != werewolf.OverText {
							t.Errorf("seed %d: it is to be silent and says %q", seed, answer)
						}
					case o.Request.Kind == werewolf.Talk:
						spoke++
						if rows := bottest.Read(o, answer); rows.Claimed(o.Seat) == werewolf.Seer && strings.HasPrefix(answer, "I am the seer. I divined") {
							claims++
						}
					case o.Request.Kind == werewolf.Vote:
						if votes++; answer != last(o) {
							t.Errorf("seed %d: votes for %s, not %s", seed, answer, last(o))
						}
					}
				})
			}
			if spoke == 0 || votes == 0 || claims*100 < spoke*95 {
				t.Errorf("%d claims in %d utterances, %d votes", claims, spoke, votes)
			}
		})
	}
}

// TestRulesKeepTheModelsWord: where a model forgets its form after a claim, the rules of no system contradict it, and they
// vote as was announced.
func TestRulesKeepTheModelsWord(t *testing.T) {
	for _, kind := range deciding() {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			later := 0
			for seed := range rounds(16) {
				pledges := map[werewolf.SeatID]*bottest.Pledge{}
				seatWilful(t, kind, []int{5, 9}[seed%2], seed, func(seat int) *wilful {
					w := &wilful{}
					w.speak = func(o *werewolf.Observation) string {
						if len(w.said) > 0 || o.Day == 0 {
							return ""
						}
						return []string{
							fmt.Sprintf("I am the seer. I divined %s and found a werewolf. I vote for %s.", next(o), next(o)),
							fmt.Sprintf("I am the seer. I divined %s and found a human.", next(o)), "I am a villager.", "I am the medium.",
						}[(seat+int(seed))%4]
					}
					return w
				}, func(w *wilful, o *werewolf.Observation, answer string) {
					teller, ok := w.Player.(interface{ Talker() *talker.Player })
					if !ok {
						t.Fatalf("%T has no rules to look at", w.Player)
					}
					pledge := pledges[o.Seat]
					switch {
					case o.Request.Kind == werewolf.Vote && pledge != nil:
						if plan := teller.Talker().Plan(); o.Request.Targets.Has(plan) && answer != o.Name(plan) {
							t.Errorf("seed %d: seat %d (%s) announced %s and votes for %s", seed, o.Seat, o.Role(), o.Name(plan), answer)
						}
					case o.Request.Kind != werewolf.Talk || answer == werewolf.OverText || answer == werewolf.SkipText:
					case pledge == nil && len(w.said) > 0:
						pledge = &bottest.Pledge{}
						pledge.Take(o, bottest.Read(o, answer))
						if pledges[o.Seat] = pledge; pledge.Role == werewolf.NoRole {
							t.Fatalf("seed %d: %q is no claim", seed, answer)
						}
					case pledge != nil:
						later++
						says, known := teller.Talker().Meant(answer)
						if !known {
							says = bottest.Read(o, answer)
						}
						if kind == "UEC-IL" && o.Living.Len() == 3 && o.Team() == werewolf.WerewolfTeam {
							return // the paper's plan: with two votes of three they say who they are
						}
						if fault := pledge.Check(o, says); fault != "" {
							t.Errorf("seed %d, day %d: seat %d (%s) said %q; %s: %q", seed, o.Day, o.Seat, o.Role(), w.said[0], fault, answer)
						}
					}
				})
			}
			if later < 5 {
				t.Errorf("the rules spoke %d times after the model", later)
			}
		})
	}
}
