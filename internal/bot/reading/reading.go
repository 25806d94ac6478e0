// Package reading asks a model what an utterance says that the rules have not understood.
//
// The law of the package: rules come first, and what they understand stands. A [Reader] asks only about utterances of others
// that name somebody and of which the rules understood nothing; an [Extractor] looks for claims in all that is new. What a
// model finds must occur in the words themselves, and it decides nothing.
package reading

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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

// Reader reads for one player through one game. It is not safe for concurrent use. The nil Reader reads nothing.
type Reader struct {
	desk   *task.Desk
	o      *werewolf.Observation // of the answer that the reading is for
	scenes scene.Builder
	left   int // readings that the answer may still wait for
}

// New returns a reader that asks at the desk. Without a model it is nil.
func New(d *task.Desk) *Reader {
	if !d.HasModel() {
		return nil
	}
	return &Reader{desk: d}
}

// Interpret returns what an utterance of somebody else says: what the rules understood, or else what the model finds, with
// a note on it. The observation is that of the answer.
func (r *Reader) Interpret(ctx context.Context, o *werewolf.Observation, u *werewolf.Utterance, heard speech.Rows) (_ speech.Rows, note string) {
	if r == nil {
		return heard, ""
	}
	if r.o != o {
		r.o, r.left = o, most
	}
	if r.left == 0 || len(heard) > 0 || u.Seat == o.Seat || !r.worth(u) {
		return heard, ""
	}
	r.left--
	s := r.scenes.Next(r.o)
	line := scene.Line{Day: u.Day, Idx: u.Idx, Speaker: r.o.Name(u.Seat), Text: u.Text}
	m := task.Ask(ctx, r.desk, task.MessageType, task.MessageTypeIn{
		Scene: s, Line: line, Heard: task.Message{Content: u.Text, Type: task.Null, From: line.Speaker},
	})
	rows := r.rows(ctx, u.Seat, &s, &line, &m)
	if len(rows) > 0 {
		note = fmt.Sprintf("%s #%d: %s", line.Speaker, line.Idx, m.Type)
	}
	return rows, note
}

// worth reports whether an utterance may hold something: it is long enough and names somebody at the table.
func (r *Reader) worth(u *werewolf.Utterance) bool {
	return !u.Skip && !u.Over && utf8.RuneCountInString(u.Text) >= shortest &&
		slices.ContainsFunc(r.o.Names, func(name string) bool { return strings.Contains(u.Text, name) })
}

// rows makes rows of a message; of one that claims, of the claims in it.
func (r *Reader) rows(ctx context.Context, by werewolf.SeatID, s *scene.Scene, line *scene.Line, m *task.Message) (rows speech.Rows) {
	to := r.o.SeatOf(m.To)
	switch m.Type {
	case task.Negative:
		rows = about(speech.Suspect(to), r.o.SeatOf(line.Speaker))
	case task.Positive:
		rows = about(speech.Trust(to), r.o.SeatOf(line.Speaker))
	case task.Question:
		rows = speech.Ask(to, speech.AnyTopic, 0)
	case task.CO:
		lines := []scene.Line{*line}
		found := task.Ask(ctx, r.desk, task.ExtractClaims, task.ExtractClaimsIn{Scene: *s, Lines: lines})
		kept, _ := task.Grounded(lines, found.Claims)
		for i := range kept {
			rows = speech.Join(rows, r.claims(by, &kept[i]))
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

// claims is the rows of one claim.
func (r *Reader) claims(by werewolf.SeatID, c *task.Claim) (rows speech.Rows) {
	role, species := c.Meant(r.o.Rules.Table)
	if role != werewolf.NoRole {
		rows = speech.Join(rows, speech.Claim(by, role))
	}
	if target := r.o.SeatOf(c.Target); target != 0 && species != werewolf.NoSpecies {
		rows = speech.Join(rows, speech.Found(finding(r.o.Rules.Table.Power(role)), target, species))
	}
	return rows
}

// finding is the power of results that tell a species: to divine, where another is not said.
func finding(p werewolf.Power) werewolf.Power {
	if p == werewolf.Identifies {
		return p
	}
	return werewolf.Divines
}
