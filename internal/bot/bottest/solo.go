package bottest

import (
	"fmt"
	"iter"
	"strings"
	"sync"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Thinker is a player that notes what it thinks.
type Thinker interface {
	Player
	Notes() iter.Seq2[string, string]
}

// Solo is a game in which one kind of player has all seats.
type Solo[P Thinker] struct {
	Players int    // of a standard game
	Seed    uint64 // seed of the game; the seats' seeds follow from it
	Lang    string // "en" or "ja", also for the seats' names; empty is English for even seeds and Japanese for odd ones
	Profile string // of every seat
	Behave  llmtest.Behaviour
	Shared  *understand.Shared // what was understood before, by who listens with Moment.Says; nil is nothing
	// New makes the player of one seat; m is nil if there is no Behaviour.
	New func(seed uint64, lang string, m llm.Model) (P, error)
	// Watch, if not nil, is called with every utterance and choice at the time it is made; later the player's thoughts
	// have changed.
	Watch func(*Moment[P])
}

// Moment is an answer of a player and what came before it.
type Moment[P Thinker] struct {
	O      *werewolf.Observation
	Player P
	Answer string
	Asked  []llmtest.Prompt    // what the player asked a model for this answer
	Notes  map[string][]string // what it noted since its last answer, by topic

	shared *understand.Shared
}

// Of returns the prompts of a task.
func (m *Moment[P]) Of(task string) (list []string) {
	for _, p := range m.Asked {
		if p.Task == task {
			list = append(list, p.Text())
		}
	}
	return list
}

// Spoke reports whether the answer is an utterance to the table with something in it.
func (m *Moment[P]) Spoke() bool {
	return m.O.Request.Kind == werewolf.Talk && m.Answer != "" && m.Answer != werewolf.OverText && m.Answer != werewolf.SkipText
}

// Says returns what the answer means to somebody who has heard the talk.
func (m *Moment[P]) Says() speech.Rows {
	l := understand.New(understand.Table{Names: m.O.Names, Roles: m.O.Rules.Roles, Shared: m.shared})
	l.Follow(m.O, nil)
	return l.Hear(werewolf.Utterance{Day: m.O.Day, Seat: m.O.Seat, Text: m.Answer}, false)
}

// seats is how many names a roster has.
const seats = 13

// Roster returns names for at most 13 seats of a game; none is part of another. The slice is the caller's.
func Roster(lang string, players int) []string {
	names := strings.Fields("Ada Bela Cleo Dora Ezra Finn Gwen Hugo Ines Jack Kira Liam Mona")
	if lang == "ja" {
		names = strings.Fields("アオイ ボタン チカ ダイキ エミ フウタ ギン ハルカ イブキ ジロウ カエデ リオ ミナト")
	}
	return names[:min(players, seats)]
}

// Play plays the game to its end. It returns an error if anything illegal happens.
func (s Solo[P]) Play() (*Table, error) {
	rules, err := werewolf.Standard(s.Players)
	if err != nil {
		return nil, err
	}
	if s.Lang == "" {
		s.Lang = []string{"en", "ja"}[s.Seed%2]
	}
	var mu sync.Mutex // a player may ask several questions at a time
	var asked []llmtest.Prompt
	players, table := make([]Player, s.Players), (*Table)(nil)
	thinkers := make([]P, s.Players)
	for i := range thinkers {
		if thinkers[i], err = s.New(werewolf.SubSeed(s.Seed, i+1), s.Lang, s.model(&mu, &asked)); err != nil {
			return nil, err
		}
		players[i] = thinkers[i]
	}
	chairs := Seats(Roster(s.Lang, s.Players)...)
	for i := range chairs {
		chairs[i].Profile = s.Profile
	}
	if table, err = Sit(rules, chairs, s.Seed, players); err != nil {
		return nil, err
	}
	table.Observe = func(o *werewolf.Observation, answer string) {
		m := &Moment[P]{O: o, Player: thinkers[o.Seat-1], Answer: answer, Asked: asked, Notes: map[string][]string{}, shared: s.Shared}
		asked = nil
		for topic, text := range m.Player.Notes() {
			m.Notes[topic] = append(m.Notes[topic], text)
		}
		if kind := o.Request.Kind; s.Watch != nil && (kind.Speaks() || kind.Chooses()) {
			s.Watch(m)
		}
	}
	if err := table.Play(); err != nil {
		return table, fmt.Errorf("%d players, seed %d: %w", s.Players, s.Seed, err)
	}
	if len(table.Illegal) > 0 {
		return table, fmt.Errorf("%d players, seed %d: illegal: %s", s.Players, s.Seed, strings.Join(table.Illegal, "; "))
	}
	return table, nil
}

// model is what answers, nil where nothing does.
func (s *Solo[P]) model(mu *sync.Mutex, asked *[]llmtest.Prompt) llm.Model {
	if s.Behave == nil {
		return nil
	}
	return llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		mu.Lock()
		*asked = append(*asked, p)
		mu.Unlock()
		return s.Behave(p)
	})
}
