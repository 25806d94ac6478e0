// Package reading asks a model what an utterance says that the rules have not understood.
//
// The law of the package: rules come first, and what they understand stands. A [Reader] asks only about utterances of others
// that name somebody and of which the rules understood nothing; an [Extractor] looks for claims in all that is new. What a
// model finds must occur in the words themselves, and it decides nothing.
package reading

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// An utterance is worth a question if it has at least shortest characters. For one answer at most most utterances are
// read, since the time is for the player's own words.
const (
	shortest = 12
	most     = 2
)

// Reader reads for one player through one game, as a module of it. It is not safe for concurrent use. The zero Reader is ready.
type Reader struct {
	o    *werewolf.Observation // of the answer that the reading is for
	left int                   // readings that the answer may still wait for
}

// Hear returns what an utterance of somebody else says: what the rules understood, or else what the model finds, and notes that.
func (r *Reader) Hear(t *agent.Table, u *werewolf.Utterance, heard speech.Rows) speech.Rows {
	if r.o != t.O {
		r.o, r.left = t.O, most
	}
	// What may hold something is long enough and names somebody at the table.
	if !t.Desk.HasModel() || r.left == 0 || len(heard) > 0 || u.Seat == t.O.Seat || u.Skip || u.Over || utf8.RuneCountInString(u.Text) < shortest ||
		!slices.ContainsFunc(t.O.Names, func(name string) bool { return strings.Contains(u.Text, name) }) {
		return heard
	}
	r.left--
	line := scene.Line{Day: u.Day, Idx: u.Idx, Speaker: t.O.Name(u.Seat), Text: u.Text}
	m := task.Ask(t.Ctx, t.Desk, task.MessageType, task.MessageTypeIn{
		Scene: *t.Scene, Line: line, Heard: task.Message{Content: u.Text, Type: task.Null, From: line.Speaker},
	})
	rows := read(t, u.Seat, &line, &m)
	if len(rows) > 0 {
		t.Note(fmt.Sprintf("%s #%d: %s", line.Speaker, line.Idx, m.Type))
	}
	return rows
}

// read makes rows of a message; of one that claims, of the claims in it.
func read(t *agent.Table, by werewolf.SeatID, line *scene.Line, m *task.Message) (rows speech.Rows) {
	to := t.O.SeatOf(m.To)
	switch m.Type {
	case task.Negative:
		rows = about(speech.Suspect(to), by)
	case task.Positive:
		rows = about(speech.Trust(to), by)
	case task.Question:
		rows = speech.Ask(to, speech.AnyTopic, 0)
	case task.CO:
		lines := []scene.Line{*line}
		found := task.Ask(t.Ctx, t.Desk, task.ExtractClaims, task.ExtractClaimsIn{Scene: *t.Scene, Lines: lines})
		kept, _ := task.Grounded(lines, found.Claims)
		for i := range kept {
			rows = speech.Join(rows, claimed(t.O, by, &kept[i]))
		}
	}
	return rows
}

// about is an opinion about somebody other than its speaker; none otherwise.
func about(opinion speech.Rows, speaker werewolf.SeatID) speech.Rows {
	if target := opinion[0].Target; target == 0 || target == speaker {
		return nil
	}
	return opinion
}

// claimed is the rows of one claim. Results are of divinations where no other power is said.
func claimed(o *werewolf.Observation, by werewolf.SeatID, c *task.Claim) (rows speech.Rows) {
	role, species := c.Meant(o.Rules.Table)
	if role != werewolf.NoRole {
		rows = speech.Join(rows, speech.Claim(by, role))
	}
	if target := o.SeatOf(c.Target); target != 0 && species != werewolf.NoSpecies {
		power := werewolf.Divines
		if o.Rules.Table.Power(role) == werewolf.Identifies {
			power = werewolf.Identifies
		}
		rows = speech.Join(rows, speech.Found(power, target, species))
	}
	return rows
}
