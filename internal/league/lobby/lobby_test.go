package lobby

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/bot/random"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/match"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// open is a lobby and its address.
func open(t *testing.T, o Options) (*Lobby, string) {
	t.Helper()
	l := New(o)
	web := httptest.NewServer(l)
	t.Cleanup(web.Close)
	return l, "ws" + strings.TrimPrefix(web.URL, "http")
}

// come connects a program and answers NAME. What it hears then goes to hear,
// whose words are sent back unless they are empty.
func come(t *testing.T, url, name string, hear func(packet string) string) *websocket.Conn {
	t.Helper()
	return comeOver(t, nil, url, name, hear)
}

// comeOver is come over a network, nil for loopback.
func comeOver(t *testing.T, network *http.Client, url, name string, hear func(packet string) string) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPClient: network})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	go func() {
		for {
			_, packet, err := ws.Read(t.Context())
			if err != nil {
				return
			}
			words := ""
			if strings.Contains(string(packet), `"NAME"`) {
				words = name
			} else if hear != nil {
				words = hear(string(packet))
			}
			if words != "" && ws.Write(t.Context(), websocket.MessageText, []byte(words)) != nil {
				return
			}
		}
	}()
	return ws
}

func (l *Lobby) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting)
}

// TestAllOrNothing: a game that has to wait takes nobody, and the one behind it
// does not overtake it; a game that gives up lets the next have its programs.
func TestAllOrNothing(t *testing.T) {
	l, url := open(t, Options{Teams: []string{"far", "away"}})
	for _, name := range []string{"far1", "far2", "away1"} {
		come(t, url, name, nil)
	}
	waittest.Until(t, "three wait", func() bool { return l.count() == 3 })
	first, giveUp := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() {
		_, _, err := l.Invite(first, "a", map[string]int{"far": 1, "away": 2})
		gaveUp <- err
	}()
	waittest.Until(t, "the first wishes", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.wishes) == 1
	})
	granted := make(chan map[string][]match.Player, 1)
	go func() {
		players, leave, err := l.Invite(t.Context(), "b", map[string]int{"far": 2})
		if err == nil {
			defer leave()
		}
		granted <- players
	}()
	select {
	case <-granted:
		t.Fatal("overtaken")
	case <-time.After(50 * time.Millisecond): // a lobby that lets it overtake does so at once; one that does not, never
	}
	if l.count() != 3 {
		t.Fatalf("%d wait: a game that waits holds programs", l.count())
	}
	giveUp()
	if err := <-gaveUp; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if players := <-granted; len(players["far"]) != 2 || len(players) != 1 {
		t.Errorf("players %v", players)
	}
	if l.count() != 1 {
		t.Errorf("%d wait, want away1", l.count())
	}
}

// TestWhoMayCome: other teams, unclean names and those that are not admitted are
// sent away.
func TestWhoMayCome(t *testing.T) {
	l, url := open(t, Options{Teams: []string{"far"}, Admit: func(r *http.Request, team string) error {
		if r.URL.Query().Get("token") != team {
			return errors.New("no token")
		}
		return nil
	}})
	for name, query := range map[string]string{
		"near1": "?token=near", "far1": "?token=near", "far\x1b[2J": "?token=far", "": "?token=far", strings.Repeat("far", 99): "?token=far",
	} {
		if name == "" {
			continue
		}
		ws, _, err := websocket.Dial(t.Context(), url+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := ws.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := ws.Write(t.Context(), websocket.MessageText, []byte(name)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ws.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
			t.Errorf("%q with %s: %v", name, query, err)
		}
	}
	come(t, url+"?token=far", "far7", nil)
	waittest.Until(t, "far7 waits", func() bool { return l.count() == 1 })
}

// TestGonePlaysNoGame: a program that went away while it waited is not seated.
func TestGonePlaysNoGame(t *testing.T) {
	l, url := open(t, Options{Teams: []string{"far"}})
	lost := come(t, url, "far1", nil)
	waittest.Until(t, "far1 waits", func() bool { return l.count() == 1 })
	if err := lost.CloseNow(); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "far1 is forgotten", func() bool { return l.count() == 0 })
	come(t, url, "far2", nil)
	players, leave, err := l.Invite(t.Context(), "a", map[string]int{"far": 1})
	if err != nil || players["far"][0].(*player).name != "far2" {
		t.Fatalf("%v, %v", players, err)
	}
	leave()
}

// faultsOf plays a game with one program and counts its faults by kind.
func faultsOf(t *testing.T, hear func(ws **websocket.Conn) func(string) string) (faults map[gamelog.Fault]int, result werewolf.Result) {
	t.Helper()
	l, url := open(t, Options{Teams: []string{"far"}})
	var ws *websocket.Conn
	started := make(chan struct{})
	ws = come(t, url, "far1", func(packet string) string {
		<-started
		return hear(&ws)(packet)
	})
	close(started)
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	rules.Timeout.Action, rules.Timeout.Response, rules.Timeout.Acceptable = 100, 100, 0
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
	o := &counting{faults: map[gamelog.Fault]int{}}
	m := match.Match{Game: game, Players: players, Observer: o, Clock: match.StepClock(0, 1)}
	if result, err = m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return o.faults, result
}

type counting struct{ faults map[gamelog.Fault]int }

// Append counts faults.
func (c *counting) Append(e gamelog.Entry) {
	if e.Input != nil && e.Input.Action.Seat == 1 {
		c.faults[e.Input.Fault]++
	}
}

// Flush has nothing to write.
func (*counting) Flush() error { return nil }

// TestFaults: a program that is late, breaks off or talks nonsense costs answers
// of its own, and the game is played to its end.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		hear func(**websocket.Conn) func(string) string
		want gamelog.Fault
	}{
		"silent": {func(**websocket.Conn) func(string) string { return func(string) string { return "" } }, gamelog.Late},
		"breaks off": {func(ws **websocket.Conn) func(string) string {
			return func(packet string) string {
				if strings.Contains(packet, `"TALK"`) {
					_ = (*ws).CloseNow()
				}
				return ""
			}
		}, gamelog.Lost},
		"nonsense": {func(**websocket.Conn) func(string) string { return func(string) string { return "nobody" } }, gamelog.Illegal},
	} {
		faults, result := faultsOf(t, c.hear)
		if faults[c.want] == 0 || result.End == 0 {
			t.Errorf("%s: faults %v, %v", name, faults, result)
		}
	}
}

// A program that gives no sign of life when it comes keeps no game waiting.
func TestSilentProgramsDoNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // no time passes there while the lobby has anything to do
		l, wires := New(Options{Teams: []string{"far"}}), contesttest.NewWires()
		web := &http.Server{Handler: l, ReadHeaderTimeout: time.Minute}
		go func() { _ = web.Serve(wires) }()
		silent(t, l, wires.Client())
		_ = web.Close()
		wires.CloseAll()
	})
}

// silent lets twenty silent programs come, and then one that plays.
func silent(t *testing.T, l *Lobby, network *http.Client) {
	t.Helper()
	const url = "ws://lobby/ws"
	began := time.Now()
	for range 20 {
		ws, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPClient: network})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = ws.CloseNow() }()
		if _, _, err := ws.Read(t.Context()); err != nil { // and then never reads again, so that no ping is answered
			t.Fatal(err)
		}
		if err := ws.Write(t.Context(), websocket.MessageText, []byte("far1")); err != nil {
			t.Fatal(err)
		}
	}
	defer func(ws *websocket.Conn) { _ = ws.CloseNow() }(comeOver(t, network, url, "far2", nil))
	players, leave, err := l.Invite(t.Context(), "G", map[string]int{"far": 1})
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	if p, took := players["far"][0].(*player), time.Since(began); p.name != "far2" || took >= firstPing/2 {
		t.Errorf("%s plays after %v", p.name, took)
	}
}

// What a waiting program sends is not kept.
func TestFloodsAreNotKept(t *testing.T) {
	l, url := open(t, Options{Teams: []string{"far"}})
	ws := come(t, url, "far1", nil)
	waittest.Until(t, "it waits", func() bool { return l.count() == 1 })
	l.mu.Lock()
	c := l.waiting[0]
	l.mu.Unlock()
	for range 100 {
		if err := ws.Write(t.Context(), websocket.MessageText, []byte(strings.Repeat("x", 60<<10))); err != nil {
			t.Fatal(err)
		}
	}
	if err := ws.Ping(t.Context()); err != nil { // all before it is read
		t.Fatal(err)
	}
	if n := len(c.inbox); n != 0 || c.held.Load() != 0 {
		t.Errorf("%d messages with %d bytes are kept", n, c.held.Load())
	}
}
