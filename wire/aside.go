package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// AsideProtocol is the WebSocket subprotocol by which a program opts in to what is said beside the game: it offers the word when it
// connects, and a server that knows it confirms it. Without that neither side says anything of the kind. It is the request of the
// server's packets, and the one key of the program's words, too.
const AsideProtocol = "wolfden.aside"

// AskBeliefs asks a program for the chance of each role of each of the others.
const AskBeliefs = "beliefs"

// Beliefs are chances of roles, from 0 to 1, by name of a player and of a role.
type Beliefs map[string]map[string]float64

// Aside is what the server says to a program beside the game: a question, or why it took no notice of what it was told.
type Aside struct {
	Request string   `json:"request"` // AsideProtocol
	Ask     string   `json:"ask,omitempty"`
	GameID  string   `json:"game_id,omitempty"`
	Day     int      `json:"day"`
	Agents  []string `json:"agents,omitempty"`  // who is asked about
	Roles   []string `json:"roles,omitempty"`   // that there are in the game
	Refused string   `json:"refused,omitempty"` // in words
}

// Encode is the packet.
func (a Aside) Encode() []byte {
	a.Request = AsideProtocol
	packet, _ := json.Marshal(a) // of words and whole numbers, which never fails
	return packet
}

// decodeAside reads a packet of that kind; ok is false where it is another, or none at all. Unknown keys are no error.
func decodeAside(packet []byte) (a Aside, ok bool) {
	if !bytes.Contains(packet, []byte(AsideProtocol)) || json.Unmarshal(packet, &a) != nil {
		return Aside{}, false
	}
	return a, a.Request == AsideProtocol
}

// AsideWord is what a program says beside the game: a note, or beliefs that it was asked for.
type AsideWord struct {
	Note    string  `json:"note,omitempty"`
	Topic   string  `json:"topic,omitempty"` // of the note, one word
	Day     int     `json:"day,omitempty"`   // of the question
	Beliefs Beliefs `json:"beliefs,omitempty"`
}

// Encode is the word as it is sent.
func (w AsideWord) Encode() (string, error) {
	text, err := json.Marshal(map[string]AsideWord{AsideProtocol: w})
	if err != nil {
		return "", fmt.Errorf("beliefs: %w", err)
	}
	return string(text), nil
}

// IsAside reports whether a program's text, or one that begins so, is such a word, well-formed or not, and no answer.
func IsAside(text string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), "{")
	return ok && strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), `"`+AsideProtocol+`"`)
}

// DecodeAsideWord reads such a word. It is strict: unknown keys and what is no JSON are errors, and the error says what is wrong.
// Whether the word fits the game it does not know.
func DecodeAsideWord(text string) (AsideWord, error) {
	var in map[string]AsideWord
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return AsideWord{}, unread(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return AsideWord{}, errors.New("more than one JSON object came in it")
	}
	if len(in) != 1 {
		return AsideWord{}, fmt.Errorf("it has %d keys; the only one is %s", len(in), AsideProtocol)
	}
	return in[AsideProtocol], nil
}

// unread says why a word cannot be read to somebody who does not know how it is read here.
func unread(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return fmt.Errorf("it cannot be read: %w", err)
	}
	what, ok := map[reflect.Kind]string{reflect.Float64: "a number", reflect.Int: "a whole number", reflect.String: "a text"}[wrong.Type.Kind()]
	if !ok {
		what = "an object"
	}
	return fmt.Errorf("%s: %s where %s belongs", cmp.Or(wrong.Field, AsideProtocol), wrong.Value, what)
}
