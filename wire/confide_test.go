package wire

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"wolfden/werewolf"
)

// confiding is a player that notes and believes.
type confiding struct {
	thinker
	believe func() (Beliefs, error)
}

func (*confiding) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) { yield("plan", "VOTE: Bert") }
}

func (c *confiding) Believe(_ context.Context, q Aside) (Beliefs, error) {
	c.most.Store(max(c.most.Load(), c.calls.Add(1)))
	defer c.calls.Add(-1)
	if q.Day != 1 || len(q.Agents) != 1 {
		return nil, errors.New("another question")
	}
	return c.believe()
}

// confidant is a server of one connection that takes what is said aside if it knows of it, and what it was offered.
func confidant(t *testing.T, knows bool, serve func(*script)) (url string, offered *string) {
	offered = new(string)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*offered = r.Header.Get("Sec-WebSocket-Protocol")
		o := &websocket.AcceptOptions{}
		if knows {
			o.Subprotocols = []string{AsideProtocol}
		}
		ws, err := websocket.Accept(w, r, o)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = ws.CloseNow() }()
		serve(&script{ws, t})
	}))
	t.Cleanup(web.Close)
	return "ws" + strings.TrimPrefix(web.URL, "http"), offered
}

const fakeNote = `{"wolfden.aside":{"note":"VOTE: Bert","topic":"plan"}}`

// A player that may speak aside notes with each answer and says what it believes; one that cannot answer, or answers with an error, goes on.
func TestClientSpeaksAside(t *testing.T) {
	for name, c := range map[string]struct {
		believe func() (Beliefs, error)
		want    string
	}{
		"answers": {func() (Beliefs, error) { return Beliefs{"Bert": {"SEER": 1}}, nil }, `{"wolfden.aside":{"day":1,"beliefs":{"Bert":{"SEER":1}}}}`},
		"fails":   {func() (Beliefs, error) { return nil, errors.New("no idea") }, ""},
		"panics":  {func() (Beliefs, error) { panic("no idea") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			url, offered := confidant(t, true, func(s *script) {
				s.tell(fakeName)
				s.hears("team1")
				s.tell(`{"request":"wolfden.aside","ask":"beliefs","game_id":"G","day":1}`) // before the game
				s.tell(fakeBegin)
				s.hears(fakeNote)
				s.tell(string(Aside{Ask: AskBeliefs, GameID: "G", Day: 1, Agents: []string{"Bert"}}.Encode()))
				s.hears(fakeNote)
				if c.want != "" {
					s.hears(c.want)
				}
				s.tell(string(Aside{Refused: "\x1b[2J"}.Encode()))
				s.tell(fakeVote)
				s.hears(fakeNote)
				s.hears("Bert")
				s.tell(fakeEnd)
			})
			p := &confiding{thinker{answer: quickly}, c.believe}
			player := client(url, &p.thinker)
			player.Aside, player.New = true, func(string) (Player, error) { return p, nil }
			if err := player.Run(t.Context()); err != nil || *offered != AsideProtocol || p.most.Load() != 1 {
				t.Errorf("%v; offered %q, %d calls at once", err, *offered, p.most.Load())
			}
		})
	}
}

// On a server that does not know of it, and for a client that does not want it, nothing is said aside.
func TestClientSaysNothingAside(t *testing.T) {
	for _, aside := range []bool{true, false} {
		url, offered := confidant(t, !aside, func(s *script) {
			s.tell(fakeName)
			s.hears("team1")
			s.tell(fakeBegin)
			s.tell(fakeVote)
			s.hears("Bert")
			s.tell(fakeEnd)
		})
		p := &confiding{thinker{answer: quickly}, func() (Beliefs, error) { panic("nobody asks") }}
		player := client(url, &p.thinker)
		player.Aside, player.New = aside, func(string) (Player, error) { return p, nil }
		if err := player.Run(t.Context()); err != nil || (*offered != "") != aside {
			t.Errorf("%v; offered %q", err, *offered)
		}
	}
}

var _ Player = (*confiding)(nil)

// A word for which the client is asked is an answer only when it does not begin as one aside.
func TestIsAside(t *testing.T) {
	for text, want := range map[string]bool{
		`{"wolfden.aside":{}}`: true, " {\n\t\"wolfden.aside\"": true, `{"wolfden.aside"garbage`: true,
		`"wolfden.aside"`: false, `{"a":1,"wolfden.aside":{}}`: false, "Bert": false, "": false, werewolf.SkipText: false,
	} {
		if IsAside(text) != want {
			t.Errorf("%q", text)
		}
	}
}
