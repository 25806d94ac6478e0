package match

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// maxAnswer is the longest answer that is read, in bytes. A longer one is unparsable: no limit of the rules
// comes near it.
const maxAnswer = 64 << 10

// keptOfHuge is how much of an answer that is too long goes into the record.
const keptOfHuge = 256

// read turns what a player returned into an input. Names are compared after trimming; an unknown name is a
// void choice, never a guess.
func read(q werewolf.Request, names []string, text string, err error) *gamelog.Input {
	in := &gamelog.Input{Action: werewolf.Action{Seat: q.Seat, Request: q.Kind}}
	switch {
	case err != nil:
		in.Fault = faultOf(err)
	case len(text) > maxAnswer:
		in.Fault = gamelog.Unparsable
		in.Raw = strings.ToValidUTF8(text[:keptOfHuge], "\uFFFD")
	case !utf8.ValidString(text), Wrapped(text):
		in.Fault = gamelog.Unparsable
		in.Raw = strings.ToValidUTF8(text, "\uFFFD")
	default:
		in.Raw = text
	}
	if in.Fault != gamelog.NoFault {
		in.Action.Missing = true
		in.Action.Text = speech(q, in.Raw)
		return in
	}
	if q.Kind.Speaks() {
		in.Action.Text = in.Raw
		return in
	}
	in.Action.Target = seatOf(names, strings.TrimSpace(text))
	if !q.Targets.Has(in.Action.Target) {
		in.Fault = gamelog.Illegal
	}
	return in
}

// Wrapped reports whether an answer is an object that holds the answer, with a private note beside it: so agents write it for a server
// that others have made of the organisers'. As words it would tell the note to everybody.
func Wrapped(text string) bool {
	var object struct {
		Response *string `json:"response"`
	}
	return strings.HasPrefix(strings.TrimSpace(text), "{") && json.Unmarshal([]byte(text), &object) == nil && object.Response != nil
}

// speech returns the text of an utterance's action, which in the record is the raw answer.
func speech(q werewolf.Request, raw string) string {
	if q.Kind.Speaks() {
		return raw
	}
	return ""
}

func seatOf(names []string, name string) werewolf.SeatID {
	for i, n := range names {
		if n == name {
			return werewolf.SeatID(i + 1)
		}
	}
	return 0
}
