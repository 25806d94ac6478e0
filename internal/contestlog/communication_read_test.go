package contestlog

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

const smallCommunication = `{"game_id":"01G","win_side":"VILLAGER","agents":[{"idx":1,"team":"t","name":"t1","role":"SEER"}],"entries":[` +
	`{"agent":"Mio","request_timestamp":5,"response_timestamp":6,"request":"{\"request\":\"INITIALIZE\",\"info\":{\"agent\":\"Mio\",\"profile\":\"calm\"}}"},` +
	`{"agent":"","request_timestamp":6,"response_timestamp":6,"request":"\"TALK\"","response":"hi","error":"late"},` +
	`{"agent":"Mio","request_timestamp":7,"response_timestamp":7}]}`

func TestReadCommunication(t *testing.T) {
	c, err := ReadCommunication(strings.NewReader(smallCommunication + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Profiles(); len(p) != 1 || p["Mio"] != "calm" {
		t.Errorf("profiles %q", p)
	}
	if c.WinSide != werewolf.VillagerTeam || *c.Entries[1].Response != "hi" || c.Entries[1].Error != "late" || c.Entries[0].Response != nil {
		t.Errorf("%+v", c)
	}
	// The server of autumn 2024 wrote packets and errors as objects.
	old := strings.NewReplacer(`"{\"request\":\"INITIALIZE\",\"info\":{\"agent\":\"Mio\",\"profile\":\"calm\"}}"`, `{"request":"INITIALIZE","info":{"agent":"Mio","profile":"calm"}}`,
		`"error":"late"`, `"error":{}`).Replace(smallCommunication)
	was, err := ReadCommunication(strings.NewReader(old))
	if err != nil || was.Entries[0].Request != c.Entries[0].Request || was.Entries[1].Error != "{}" || !reflect.DeepEqual(was.Profiles(), c.Profiles()) {
		t.Errorf("objects: %+v, %v", was, err)
	}
	many := strings.Repeat(`{"idx":1,"team":"","name":"","role":"SEER"},`, 61)
	tests := []struct{ from, to, want string }{
		{smallCommunication, ``, "EOF"},
		{smallCommunication, `{}`, "game_id, agents or entries is missing"},
		{smallCommunication, `[]`, "cannot unmarshal array"},
		{`"game_id":"01G"`, `"game_id":7`, "game_id"},
		{`"game_id":"01G"`, `"game_id":""`, "game_id, agents or entries is missing"},
		{`"agent":"Mio"`, `"moon":1,"agent":"Mio"`, `unknown field "moon"`},
		{`"game_id"`, `"moon":1,"game_id"`, `unknown field "moon"`},
		{`"VILLAGER"`, `"FOX"`, `unknown team "FOX"`},
		{`"SEER"`, `""`, "agents[0]: no role"},
		{`"SEER"`, `"FOX"`, `unknown role "FOX"`},
		{`"idx":1`, `"idx":2`, "agents[0]: idx is 2, want 1"},
		{`[{"idx":1`, `[` + many + `{"idx":1`, "agents: 62, at most 60 can play"},
		{`"\"TALK\""`, `"TALK"`, "entries[1]: the request is no JSON"},
		{`"request_timestamp":5`, `"request_timestamp":-5`, "entries[0]: response_timestamp 6 after request_timestamp -5"},
		{`"response_timestamp":7`, `"response_timestamp":1`, "entries[2]: response_timestamp 1"},
		{`"entries":[`, `"entries":null,"x":[`, `unknown field "x"`},
		{`}]}`, `}]`, "unexpected EOF"},
		{`}]}`, `}]}}`, "more than one JSON value"},
	}
	for _, test := range tests {
		text := strings.Replace(smallCommunication, test.from, test.to, 1)
		c, err := ReadCommunication(strings.NewReader(text))
		if c != nil || !errors.Is(err, ErrNoCommunication) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for %s: %v, want %q", test.to, test.from, err, test.want)
		}
	}
	if _, err := ReadCommunication(brokenPipe{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a reader that fails gives %v", err)
	}
	if !testing.Short() {
		if _, err := ReadCommunication(blanks{}); !errors.Is(err, ErrNoCommunication) || !strings.Contains(err.Error(), "more than") {
			t.Errorf("an endless file gives %v", err)
		}
	}
}

// Servers have been published that write milliseconds, seconds, or both.
func TestReadCommunicationKnowsSeconds(t *testing.T) {
	text := strings.NewReplacer(`:5,`, `:1700000000,`, `:6,`, `:1700000001999,`, `:6}`, `:1700000001999}`, `:7,`, `:1700000002,`, `:7}`, `:1700000003}`).Replace(smallCommunication)
	c, err := ReadCommunication(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	for _, e := range c.Entries {
		got = append(got, e.RequestTimestamp, e.ResponseTimestamp)
	}
	want := []int64{1700000000000, 1700000001999, 1700000001999, 1700000001999, 1700000002000, 1700000003000}
	if !slices.Equal(got, want) {
		t.Errorf("times %d, want %d", got, want)
	}
}

// blanks is an endless file.
type blanks struct{}

func (blanks) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// FuzzReadCommunication: whatever comes, there is an error or a log that is
// the same when it is written and read again.
func FuzzReadCommunication(f *testing.F) {
	f.Add([]byte(smallCommunication))
	rec := mustParse(f, shortRecord(f))
	whole, err := newCommunication(rec, packets(&rec.Header), Newest)
	if err != nil {
		f.Fatal(err)
	}
	whole.Entries = whole.Entries[:3]
	f.Add([]byte(asJSON(f, whole)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2*mostFuzzed {
			return
		}
		c, err := ReadCommunication(bytes.NewReader(data))
		if err != nil {
			return
		}
		c.Profiles()
		again, err := ReadCommunication(strings.NewReader(asJSON(t, c)))
		if err != nil || !reflect.DeepEqual(c, again) {
			t.Errorf("%v\nread %s\nthen %s", err, asJSON(t, c), asJSON(t, again))
		}
	})
}
