package uecil

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

var rosters = map[string][]string{
	"en": {"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gwen", "Hugo", "Ines", "Jack", "Kira", "Liam", "Mona"},
	"ja": {"アオイ", "ボタン", "チカ", "ダイキ", "エミ", "フウタ", "ギン", "ハルカ", "イブキ", "ジロウ", "カエデ", "リオ", "ミナト"},
}

// moment is an answer of a player, with the prompts that it asked a model before. It is looked at when it is given: later the
// player thinks otherwise.
type moment struct {
	g      *playedGame
	o      *werewolf.Observation
	p      *agent.Agent[state]
	answer string
	asked  []llmtest.Prompt
}

// of are the prompts of a task.
func (m *moment) of(task string) (list []string) {
	for _, p := range m.asked {
		if p.Task == task {
			list = append(list, p.Text())
		}
	}
	return list
}

// heard is what the answer says to whoever has heard the talk.
func (m *moment) heard() speech.Rows {
	l := understand.New(understand.Table{Names: m.o.Names, Roles: m.o.Rules.Roles, Shared: understood})
	l.Follow(m.o, nil)
	return l.Hear(werewolf.Utterance{Day: m.o.Day, Seat: m.o.Seat, Text: m.answer}, false)
}

// tells reports whether the answer tells a result about a player.
func (m *moment) tells(target werewolf.SeatID) bool {
	return slices.ContainsFunc(slices.Collect(m.heard().Results(m.o.Seat)), func(a speech.Act) bool { return a.Tells() && a.Target == target })
}

// spoke reports whether the answer is an utterance with something in it.
func (m *moment) spoke() bool {
	return m.o.Request.Kind == werewolf.Talk && m.answer != werewolf.OverText && m.answer != werewolf.SkipText
}

// playedGame is one of the player with itself, with what each seat noted.
type playedGame struct {
	*bottest.Table
	notes []map[string][]string // by seat - 1
}

// roleOf is what was dealt to a seat.
func (g *playedGame) roleOf(seat werewolf.SeatID) werewolf.Role {
	for _, e := range g.Game.Log() {
		if e.Kind == werewolf.Dealt && e.Seat == seat {
			return e.Role
		}
	}
	return werewolf.NoRole
}

// forewarned is a player of whose requests something is told before it answers. It keeps all methods of the player: without Settle, calls
// for later would be counted in another player's moment.
type forewarned struct {
	*agent.Agent[state]
	warn func(*werewolf.Observation)
}

func (p forewarned) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	p.warn(&o)
	return p.Agent.Answer(ctx, o)
}

// play plays a game of which nothing may be wrong. A behaviour answers as a model, and a watch sees every answer; nil is none. Who
// warns is told of every request before.
func play(t testing.TB, n int, seed uint64, c agent.Config, behave llmtest.Behaviour, watch func(*moment), warn ...func(*werewolf.Observation)) *playedGame {
	t.Helper()
	if c.Lang == "" {
		c.Lang = "en"
	}
	rules, err := werewolf.Standard(n)
	if err != nil {
		t.Fatal(err)
	}
	g := &playedGame{}
	var asked []llmtest.Prompt
	if behave != nil {
		c.Model = llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
			asked = append(asked, p)
			return behave(p)
		})
	}
	c.Seed, c.Shared = seed, understood
	var seated []*agent.Agent[state]
	var players []bottest.Player
	for range n {
		p, err := System.Player(c)
		if err != nil {
			t.Fatal(err)
		}
		var player bottest.Player = p
		for _, w := range warn {
			player = forewarned{p, w}
		}
		seated, players = append(seated, p), append(players, player)
		g.notes = append(g.notes, map[string][]string{})
	}
	seats := bottest.Seats(rosters[c.Lang][:n]...)
	for i := range seats {
		seats[i].Profile = profile
	}
	if g.Table, err = bottest.Sit(rules, seats, seed, players); err != nil {
		t.Fatal(err)
	}
	g.Observe = func(o *werewolf.Observation, answer string) {
		p := seated[o.Seat-1]
		for topic, text := range p.Notes() {
			g.notes[o.Seat-1][topic] = append(g.notes[o.Seat-1][topic], text)
		}
		if kind := o.Request.Kind; watch != nil && (kind.Speaks() || kind.Chooses()) {
			watch(&moment{g, o, p, answer, asked})
		}
		asked = nil
	}
	if err := g.Play(); err != nil || len(g.Illegal) > 0 {
		t.Fatalf("%d players, seed %d: %v, illegal: %v", n, seed, err, g.Illegal)
	}
	return g
}

// profile is what the organisers of the games say of everybody.
const profile = "Age: 33\nGender: Female\nPersonality: collects barometers."

// silent is a model that answers nothing of use, so that prompts are asked and rules decide.
func silent(llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Text: "{}"} }

// choosing is a model that answers one field of one task by what a function makes of the prompt.
func choosing(task, field string, of func(prompt string) string) llmtest.Behaviour {
	return func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != task {
			return silent(p)
		}
		return llmtest.Answer{Text: fmt.Sprintf(`{"reason": "test", %q: %q}`, field, of(p.Text()))}
	}
}

// contains reports whether one of the texts holds the other.
func contains(texts []string, part string) bool {
	return slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, part) })
}
