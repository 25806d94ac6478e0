// Package memo is a player's notebook, which it writes anew each turn.
//
// The law of the package: the new page follows from the old page and from what the player saw, so that a plan lives on
// until something speaks against it (CanisLupus, AIWolfDial 2025: recursive play memo).
package memo

import (
	"context"
	"encoding/json"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/summary"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// View is what a page is written from. Everything but Target, Tonight and Summary must be there.
type View struct {
	Observation *werewolf.Observation
	Scene       *scene.Scene
	Ledger      *ledger.Ledger
	Opinion     *doubt.Opinion
	Target      werewolf.SeatID // whom the player means to go for, no seat for nobody yet
	Tonight     werewolf.SeatID // whom it means to divine, guard or attack next, no seat for nobody
	Summary     string          // of what was said before the scene's talk
}

// most is how many characters each part of a page may have.
const most = 1200

// Memo is the notebook of one player in one game. It is not safe for concurrent use.
type Memo struct {
	desk  *task.Desk
	page  task.Memo
	noted task.Memo
	heard int // utterances that the page knows of
}

// New is an empty notebook; it is written at the desk, in the desk's language.
func New(d *task.Desk) *Memo { return &Memo{desk: d} }

// Rewrite writes the page anew: once for each request, before it is answered.
func (m *Memo) Rewrite(ctx context.Context, v *View) {
	lang := m.desk.Lang()
	in := task.PlayMemoIn{Scene: *v.Scene, Old: m.page, Summary: v.Summary, Max: most, Plans: plans(lang, v)}
	if !m.desk.HasModel() { // which keeps what still counts by itself
		in.Notes = summary.Standing(lang, v.Observation, v.Ledger, m.heard)
	}
	in.Notes = append(in.Notes, summary.Heard(lang, v.Observation, v.Ledger, m.heard, len(v.Observation.Talks))...)
	in.Notes = append(in.Notes, inferences(lang, v)...)
	m.page = task.Ask(ctx, m.desk, m.desk.PlayMemo, in)
	m.heard = len(v.Observation.Talks)
}

// Page is what stands there now, the zero page before the first Rewrite.
func (m *Memo) Page() task.Memo { return m.page }

// Topic is that of Note.
const Topic = "memo"

// Note is the page as JSON when it has changed since the last Note, else "".
func (m *Memo) Note() string {
	if m.page == m.noted {
		return ""
	}
	m.noted = m.page
	text, err := json.Marshal(&m.page)
	if err != nil {
		return "" // strings have a form
	}
	return string(text)
}
