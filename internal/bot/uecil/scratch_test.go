package uecil

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

func TestScratch(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	seed, _ := strconv.Atoi(os.Getenv("SEED"))
	lang := os.Getenv("LNG")
	names := []string{"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gwen", "Hugo", "Ines", "Jack", "Kira", "Liam", "Mona"}
	if lang == "ja" {
		names = []string{"アオイ", "ボタン", "チカ", "ダイキ", "エミ", "フウタ", "ギン", "ハルカ", "イブキ", "ジロウ", "カエデ", "リオ", "ミナト"}
	}
	rules, _ := werewolf.Standard(n)
	var players []bottest.Player
	var agents []*Player
	for range n {
		p, err := New(agent.Config{Seed: uint64(seed), Lang: lang})
		if err != nil {
			t.Fatal(err)
		}
		agents = append(agents, p)
		players = append(players, p)
	}
	table, err := bottest.Sit(rules, bottest.Seats(names[:n]...), uint64(seed), players)
	if err != nil {
		t.Fatal(err)
	}
	table.Observe = func(o *werewolf.Observation, answer string) {
		for topic, text := range agents[o.Seat-1].Notes() {
			if os.Getenv("NOTES") != "" {
				fmt.Println("      ", o.Name(o.Seat), o.Day, topic, text)
			}
		}
		if os.Getenv("NOTES") != "" {
			fmt.Println(o.Name(o.Seat), o.Request.Kind, answer)
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	fmt.Println(table.Transcript())
}
