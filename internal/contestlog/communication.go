package contestlog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"wolfden/gamelog"
	"wolfden/internal/strictjson"
	"wolfden/werewolf"
)

// CommunicationExtension is the ending of a communication log's file name.
const CommunicationExtension = ".json"

// ErrNoCommunication is returned for a file that is not a communication log.
var ErrNoCommunication = errors.New("no communication log")

// Communication is the organisers' log of what passed between the server and the players: one JSON object with
// its keys in alphabetical order. Times are Unix milliseconds. The newest server writes seconds, which are
// converted when read.
type Communication struct {
	Agents  []CommunicationAgent `json:"agents"`
	Entries []CommunicationEntry `json:"entries"`
	GameID  string               `json:"game_id"`
	WinSide werewolf.Team        `json:"win_side"` // NONE also while the game goes on
}

// CommunicationAgent is a player under the name of its client.
type CommunicationAgent struct {
	Idx  werewolf.SeatID `json:"idx"`
	Name string          `json:"name"`
	Role werewolf.Role   `json:"role"`
	Team string          `json:"team"`
}

// CommunicationEntry is one packet and its answer. Agent is the player's name in the game; it is "" in an
// entry for nobody. On an open floor the newest edition has the name of a request instead of a packet: for
// nobody at the start and the end of the floor, and for the speaker of each utterance.
type CommunicationEntry struct {
	Agent            string  `json:"agent"`
	Error            string  `json:"error,omitempty"`
	Request          string  `json:"request,omitempty"` // the packet
	RequestTimestamp int64   `json:"request_timestamp"`
	Response         *string `json:"response,omitempty"` // nil when none came or none was wanted
	// ResponseTimestamp is the time of the request when no answer is wanted.
	ResponseTimestamp int64 `json:"response_timestamp"`
}

// UnmarshalJSON also reads what the server of autumn 2024 wrote: the packet and the error as the objects that they were.
func (e *CommunicationEntry) UnmarshalJSON(data []byte) error {
	type entry CommunicationEntry
	told := struct {
		*entry
		Error   json.RawMessage `json:"error"`
		Request json.RawMessage `json:"request"`
	}{entry: (*entry)(e)}
	if err := strictjson.Read(data, &told); err != nil {
		return err
	}
	for into, raw := range map[*string]json.RawMessage{&e.Error: told.Error, &e.Request: told.Request} {
		if len(raw) > 0 && raw[0] == '{' {
			*into = string(raw)
		} else if raw != nil {
			if err := json.Unmarshal(raw, into); err != nil {
				return err
			}
		}
	}
	return nil
}

// ReadCommunication reads a communication log. It returns ErrNoCommunication for anything else and for a log
// that breaks off; the error says what is wrong and where.
func ReadCommunication(r io.Reader) (*Communication, error) {
	c := &Communication{}
	err := readObject(r, c)
	if err == nil {
		c.toMilliseconds()
		err = c.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoCommunication, err)
	}
	return c, nil
}

// A time between these two is in seconds, of the years 1973 to 5138. In milliseconds it would be in or before
// 1973.
const minSeconds, maxSeconds = 100_000_000, 100_000_000_000

// toMilliseconds converts the times that are in seconds. One log may have both, because some published servers
// wrote both.
func (c *Communication) toMilliseconds() {
	for i := range c.Entries {
		e := &c.Entries[i]
		for _, at := range []*int64{&e.RequestTimestamp, &e.ResponseTimestamp} {
			if *at >= minSeconds && *at < maxSeconds {
				*at *= 1000
			}
		}
	}
}

// inSeconds returns the log with its times in seconds.
func (c *Communication) inSeconds() *Communication {
	s := *c
	s.Entries = slices.Clone(c.Entries)
	for i := range s.Entries {
		s.Entries[i].RequestTimestamp /= 1000
		s.Entries[i].ResponseTimestamp /= 1000
	}
	return &s
}

// check reports the first impossible thing in a log.
func (c *Communication) check() error {
	if c.GameID == "" || len(c.Agents) == 0 || c.Entries == nil {
		return errors.New("game_id, agents or entries is missing")
	}
	if len(c.Agents) > werewolf.MaxSeats {
		return fmt.Errorf("agents: %d, at most %d can play", len(c.Agents), werewolf.MaxSeats)
	}
	for i, a := range c.Agents {
		if a.Idx != werewolf.SeatID(i+1) {
			return fmt.Errorf("agents[%d]: idx is %d, want %d", i, a.Idx, i+1)
		}
		if a.Role == werewolf.NoRole {
			return fmt.Errorf("agents[%d]: no role", i)
		}
	}
	for i := range c.Entries {
		e := &c.Entries[i]
		if e.Request != "" && !json.Valid([]byte(e.Request)) {
			return fmt.Errorf("entries[%d]: the request is no JSON", i)
		}
		if e.RequestTimestamp < 0 || e.ResponseTimestamp < e.RequestTimestamp {
			return fmt.Errorf("entries[%d]: response_timestamp %d after request_timestamp %d", i, e.ResponseTimestamp, e.RequestTimestamp)
		}
	}
	return nil
}

// Profiles returns the character profiles by the players' names in the game, from the INITIALIZE packets. A
// player without a profile has an empty one.
func (c *Communication) Profiles() map[string]string {
	profiles := map[string]string{}
	for i := range c.Entries {
		var packet struct {
			Request string
			Info    struct{ Agent, Profile string }
		}
		// What is no packet, as some entries of newer servers, has no profile.
		err := json.Unmarshal([]byte(c.Entries[i].Request), &packet)
		if err == nil && packet.Request == werewolf.Initialize.String() && packet.Info.Agent != "" {
			profiles[packet.Info.Agent] = packet.Info.Profile
		}
	}
	return profiles
}

// PacketEncoder returns for each seat a function that writes its packets. The function is given, in order,
// every observation with which the seat was asked or told something, and returns the packet as a JSON object.
type PacketEncoder func(werewolf.SeatID) func(werewolf.Observation) ([]byte, error)

// WriteCommunication writes the communication log of a record, finished or not. It fails without writing
// anything when the record does not follow from its own inputs or a packet cannot be written.
func WriteCommunication(w io.Writer, rec *gamelog.Record, encode PacketEncoder, e Edition) error {
	c, err := newCommunication(rec, encode, e)
	if err != nil {
		return err
	}
	if e == Newest {
		c = c.inSeconds()
	}
	b, err := c.json()
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// json returns the log as json.Marshal writes it, made printable as by Shown.
func (c *Communication) json() ([]byte, error) {
	agents, err := json.Marshal(c.Agents)
	if err != nil {
		return nil, err
	}
	const framing = 160 // the keys of an entry, its times and its answer
	size := len(agents) + framing
	for i := range c.Entries {
		size += framing + len(c.Entries[i].Request)*5/4 // packets are a fifth quotes
	}
	b := append(make([]byte, 0, size), `{"agents":`...)
	b = append(append(b, Shown(agents)...), `,"entries":[`...)
	for i := range c.Entries {
		if i > 0 {
			b = append(b, ',')
		}
		b = c.Entries[i].appendTo(b)
	}
	b = appendShown(append(b, `],"game_id":`...), c.GameID)
	b = appendShown(append(b, `,"win_side":`...), c.WinSide.String())
	return append(b, '}'), nil
}

func (e *CommunicationEntry) appendTo(b []byte) []byte {
	b = appendShown(append(b, `{"agent":`...), e.Agent)
	if e.Error != "" {
		b = appendShown(append(b, `,"error":`...), e.Error)
	}
	if e.Request != "" {
		b = appendShown(append(b, `,"request":`...), e.Request)
	}
	b = strconv.AppendInt(append(b, `,"request_timestamp":`...), e.RequestTimestamp, 10)
	if e.Response != nil {
		b = appendShown(append(b, `,"response":`...), *e.Response)
	}
	b = strconv.AppendInt(append(b, `,"response_timestamp":`...), e.ResponseTimestamp, 10)
	return append(b, '}')
}
