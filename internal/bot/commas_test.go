package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
)

// punctuated plays a game in English of one kind of player, with commas or without.
func punctuated(t *testing.T, kind string, n int, c bot.Config) *bottest.Table {
	t.Helper()
	table, _ := kin(t, kind, bottest.Seats(rosters["en"][:n]...), c)
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	return table
}

// TestCommasChangeNoPlan: every player of rules does and says the same with commas and without, but for the commas.
func TestCommasChangeNoPlan(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and much of it")
	}
	t.Parallel()
	for _, k := range bot.Kinds() {
		if slices.Contains([]string{"random", "scripted", "chaos"}, k.Name) {
			continue
		}
		commas := 0
		for seed := range rounds(8) {
			n := 5
			if *long && seed%2 == 1 && k.Players == 0 {
				n = 9
			}
			with := punctuated(t, k.Name, n, bot.Config{Seed: seed, Commas: true}).Game.Log()
			without := punctuated(t, k.Name, n, bot.Config{Seed: seed}).Game.Log()
			for i := range min(len(with), len(without)) {
				one, two := with[i], without[i]
				commas += strings.Count(one.Text, ",")
				if one.Text = strings.ReplaceAll(one.Text, ",", ""); one.Text != two.Text || one.Kind != two.Kind || one.Seat != two.Seat || one.Target != two.Target {
					t.Fatalf("%s, seed %d: %v %q with commas, %v %q without", k.Name, seed, one.Kind, with[i].Text, two.Kind, two.Text)
				}
			}
			if len(with) != len(without) {
				t.Errorf("%s, seed %d: %d events with commas, %d without", k.Name, seed, len(with), len(without))
			}
		}
		if commas == 0 {
			t.Errorf("%s writes no commas", k.Name)
		}
	}
}

// TestCommasOfModels: what a model words keeps its commas where they may be, and its prompt asks for none where they may not.
func TestCommasOfModels(t *testing.T) {
	t.Parallel()
	for _, commas := range []bool{false, true} {
		asked, told := 0, 0
		model := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			asked++
			if strings.Contains(p.Text(), "without commas") {
				told++
			}
			if p.Task != "word" {
				return bottest.Mute(p)
			}
			return llmtest.Answer{Text: fmt.Sprintf("Well, I doubt %d of you.", asked)}
		})
		table := punctuated(t, "CanisLupus", 5, bot.Config{Seed: 1, Commas: commas, Model: model, Shared: understood})
		said := false
		for _, e := range table.Game.Log() {
			said = said || strings.HasPrefix(e.Text, "Well") && strings.Contains(e.Text, ",") == commas
			if strings.Contains(e.Text, ",") && !commas {
				t.Errorf("%q has a comma", e.Text)
			}
		}
		if !said || asked == 0 || (told == 0) != commas {
			t.Errorf("commas %v: said %v, %d of %d prompts ask for none", commas, said, told, asked)
		}
	}
}
