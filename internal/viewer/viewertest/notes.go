package viewertest

import (
	"encoding/json"
	"fmt"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Noted is a copy of the record in which every answer comes with notes: whom the player takes for a werewolf, whom it
// wants executed, and a call of a model. What the player of seat 3 notes holds Secret(3) in each of them.
func Noted(rec *gamelog.Record) *gamelog.Record {
	out := &gamelog.Record{Header: rec.Header, Entries: append([]gamelog.Entry(nil), rec.Entries...)}
	for i, e := range out.Entries {
		if e.Input == nil {
			continue
		}
		in := *e.Input
		me := in.Action.Seat
		names := make([]string, len(rec.Header.Seats))
		for k := range names {
			names[k] = rec.Header.Seats[k].Name
		}
		in.Notes = append(append([]gamelog.Note(nil), in.Notes...),
			gamelog.Note{Topic: "belief", Text: belief(names, me, i)},
			gamelog.Note{Topic: "plan", Text: "I want " + names[i%len(names)] + " executed"},
			gamelog.Note{Topic: "reason", Text: Secret(me) + " because"},
			call(me, i),
		)
		out.Entries[i].Input = &in
	}
	return out
}

// Secret is what only the player of the seat, and who sees everything, may read.
func Secret(seat werewolf.SeatID) string { return fmt.Sprintf("secret-of-seat-%d-", seat) }

// Chance is how surely the player of a seat takes another for a werewolf in the notes of an entry, in percent.
func Chance(me, other werewolf.SeatID, entry int) int {
	return (int(me)*31 + int(other)*17 + entry/7*13) % 101
}

func belief(names []string, me werewolf.SeatID, entry int) string {
	var b strings.Builder
	for i, name := range names {
		if other := werewolf.SeatID(i + 1); other != me {
			fmt.Fprintf(&b, "%s: werewolf %d%%, rather villager\n", name, Chance(me, other, entry))
		}
	}
	return b.String()
}

func call(me werewolf.SeatID, entry int) gamelog.Note {
	text, _ := json.Marshal(map[string]any{ // strings and numbers have a form
		"task": "utterance", "prompt": "v1", "by": "model", "model": "m1", "tokens_in": 100 + int(me), "tokens_out": 10, "cost_usd": .001,
		"latency_ms": 20, "attempts": 1, "answer": Secret(me) + "answer",
		"messages": []map[string]string{{"role": "system", "text": Secret(me) + "prompt"}, {"role": "user", "text": fmt.Sprintf("entry %d <b>", entry)}},
	})
	return gamelog.Note{Topic: "model", Text: string(text)}
}
