package lobby

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/aside"
	"wolfden/internal/bot/random"
	"wolfden/internal/match"
	"wolfden/werewolf"
	"wolfden/wire"
)

// quietGame plays a game with one program, which answers each packet with the words that talk gives for it, and returns the record.
func quietGame(t *testing.T, probe bool, offers []string, talk func(a wire.Aside, packet string) []string) []gamelog.Entry {
	t.Helper()
	l, url := open(t, Options{Teams: []string{"far"}, Probe: probe})
	ws, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{Subprotocols: offers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	ws.SetReadLimit(1 << 20)
	go func() {
		for {
			_, packet, err := ws.Read(t.Context())
			if err != nil {
				return
			}
			var a wire.Aside
			_ = json.Unmarshal(packet, &a)
			for _, word := range talk(a, string(packet)) {
				if ws.Write(t.Context(), websocket.MessageText, []byte(word)) != nil {
					return
				}
			}
		}
	}()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	h := &gamelog.Header{Version: gamelog.Version, ID: "01JGFJJZ0162TTZZ1BAR982FPC", Lang: "en", Seed: 3, Rules: rules}
	for i, role := range []werewolf.Role{werewolf.Seer, werewolf.Villager, werewolf.Villager, werewolf.Werewolf, werewolf.Possessed} {
		name := "Name" + string(rune('A'+i))
		h.Seats = append(h.Seats, werewolf.Seat{Name: name, Team: name, Role: role})
	}
	game, err := h.Game()
	if err != nil {
		t.Fatal(err)
	}
	guests, leave, err := l.Invite(t.Context(), h.ID, map[string]int{"far": 1})
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	players := []match.Player{guests["far"][0]}
	for i := range 4 {
		players = append(players, random.New(uint64(i), "en"))
	}
	o := &keeping{}
	m := match.Match{Game: game, Players: players, Observer: o, Clock: match.StepClock(0, 1)}
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return o.entries
}

type keeping struct{ entries []gamelog.Entry }

// Append keeps the entry.
func (k *keeping) Append(e gamelog.Entry) { k.entries = append(k.entries, e) }

// Flush has nothing to write.
func (*keeping) Flush() error { return nil }

// apart takes the notes out of a record, and returns those of the program.
func apart(entries []gamelog.Entry) (bare []gamelog.Entry, notes []gamelog.Note) {
	for _, e := range entries {
		if e.Input != nil {
			in := *e.Input
			if in.Action.Seat == 1 {
				notes = append(notes, in.Notes...)
			}
			in.Notes, e.Input = nil, &in
		}
		bare = append(bare, e)
	}
	return bare, notes
}

// answers are what the game is to hear of the program, whatever else it says.
func answers(packet string) []string {
	switch {
	case strings.Contains(packet, `"request":"NAME"`):
		return []string{"far1"}
	case strings.Contains(packet, `"request":"TALK"`):
		return []string{"I listen."}
	case strings.Contains(packet, `"request":"VOTE"`), strings.Contains(packet, `"request":"DIVINE"`):
		return []string{"NameB"}
	default:
		return nil
	}
}

// TestAsideChangesNothing: a game is the same whether a program says nothing aside, notes and believes, or says all sorts of things
// that are refused, before and after each of its answers; and a program that has not asked for it is asked nothing.
func TestAsideChangesNothing(t *testing.T) {
	offer := []string{wire.AsideProtocol}
	want, none := apart(quietGame(t, true, nil, func(a wire.Aside, packet string) []string {
		if a.Request == wire.AsideProtocol {
			t.Errorf("a program that does not know of it is told %s", packet)
		}
		return answers(packet)
	}))
	if len(none) != 0 {
		t.Errorf("notes %v", none)
	}
	hostile := []string{
		`{"wolfden.aside":`, `{"wolfden.aside":{"note":"` + strings.Repeat("x", 100<<10) + `"}}`, `{"wolfden.aside":{"day":9,"beliefs":{"NameB":{"SEER":1}}}}`,
	}
	for name, c := range map[string]struct {
		probe bool
		talk  func(a wire.Aside, packet string) []string
		topic map[string]bool // of the notes
	}{
		"asked nothing":    {false, func(_ wire.Aside, packet string) []string { return answers(packet) }, map[string]bool{}},
		"says nothing":     {true, func(_ wire.Aside, packet string) []string { return answers(packet) }, map[string]bool{}},
		"notes, believes":  {true, believing, map[string]bool{aside.TopicNote: true, aside.TopicBeliefs: true}},
		"notes, not asked": {false, believing, map[string]bool{aside.TopicNote: true}},
		"hostile": {true, func(a wire.Aside, packet string) []string {
			if a.Request == wire.AsideProtocol {
				return nil
			}
			return append(append(append([]string{}, hostile...), answers(packet)...), hostile...)
		}, map[string]bool{aside.TopicRefused: true}},
	} {
		got, notes := apart(quietGame(t, c.probe, offer, c.talk))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another game", name)
		}
		topics := map[string]bool{}
		for _, n := range notes {
			topics[n.Topic] = true
		}
		if !reflect.DeepEqual(topics, c.topic) {
			t.Errorf("%s: notes of %v, want %v", name, topics, c.topic)
		}
	}
}

// believing notes with every answer and says what it believes.
func believing(a wire.Aside, packet string) []string {
	if a.Ask == wire.AskBeliefs {
		word, err := wire.AsideWord{Day: a.Day, Beliefs: wire.Beliefs{a.Agents[0]: {a.Roles[0]: 1}}}.Encode()
		if err != nil {
			return nil
		}
		return []string{word}
	}
	said := answers(packet)
	if len(said) == 0 || said[0] == "far1" {
		return said
	}
	return append([]string{`{"wolfden.aside":{"note":"I think"}}`}, said...)
}

// TestTooLong: an answer that is too long ends the connection of a program that speaks aside as it does any other's.
func TestTooLong(t *testing.T) {
	entries := quietGame(t, false, []string{wire.AsideProtocol}, func(_ wire.Aside, packet string) []string {
		if strings.Contains(packet, `"TALK"`) {
			return []string{strings.Repeat("x", readLimit+1)}
		}
		return answers(packet)
	})
	lost := 0
	for _, e := range entries {
		if e.Input != nil && e.Input.Fault == gamelog.Lost {
			lost++
		}
	}
	if lost == 0 {
		t.Error("it was taken")
	}
}
