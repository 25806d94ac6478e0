// Package memo is a player's notebook, which it rewrites each turn.
//
// The law of the package: a new page follows from the old page and from what the player saw, so that a plan lives on
// until something speaks against it (CanisLupus, AIWolfDial 2025: recursive play memo).
package memo

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/summary"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// View is what a page is written from. Target, Tonight and Summary may be zero.
type View struct {
	Observation *werewolf.Observation
	Scene       *scene.Scene
	Ledger      *ledger.Ledger
	Opinion     *doubt.Opinion
	Target      werewolf.SeatID // whom the player wants executed, 0 for nobody yet
	Tonight     werewolf.SeatID // whom it will divine, guard or attack next, 0 for nobody
	Summary     string          // of the talk before the scene's
}

// Memo is the notebook of one player in one game. It is not safe for concurrent use.
type Memo struct {
	desk  *task.Desk
	most  int // tokens of each part of a page
	page  Page
	heard int // utterances that the page knows of
}

// New returns an empty notebook, of whose pages each part has at most so many tokens. It is written at the desk, in the desk's
// language.
func New(d *task.Desk, most int) *Memo { return &Memo{desk: d, most: most} }

// Rewrite writes the page anew. Call it once for each request, before the answer. A model writes it while others play, so
// that the answer need not wait: its page is there for the next request.
func (m *Memo) Rewrite(ctx context.Context, v *View) {
	lang := m.desk.Lang()
	in := PlayMemoIn{Scene: *v.Scene, Old: m.page, Summary: v.Summary, Max: m.desk.Characters(m.most), Plans: plans(lang, v)}
	if !m.desk.HasModel() { // which keeps what still counts by itself
		in.Notes = summary.Standing(lang, v.Observation, v.Ledger, 0, m.heard)
	}
	in.Notes = append(in.Notes, summary.Heard(lang, v.Observation, v.Ledger, m.heard, len(v.Observation.Talks))...)
	in.Inferred = inferences(lang, v)
	task.Later(ctx, m.desk, memoTask, in, func(page Page) { m.page = page })
	m.heard = len(v.Observation.Talks)
}

// Page returns the current page, the zero page before the first Rewrite.
func (m *Memo) Page() Page { return m.page }

// Note returns the page as JSON, "" while it is empty.
func (m *Memo) Note() string {
	if m.page == (Page{}) {
		return ""
	}
	return agent.JSON(&m.page)
}
