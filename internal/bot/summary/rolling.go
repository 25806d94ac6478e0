package summary

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// Rolling is a history within a budget: a summary replaces the old lines and is itself summed up with those that follow
// (kanolab 2024, section 3.1: old summary and new history make a new summary). It is not safe for concurrent use.
type Rolling struct {
	desk    *task.Desk
	budget  int
	summary string
	covered int // lines of the scene that the summary stands for
	heard   int // utterances of the observation that it stands for
	seen    bool
	lines   []scene.Line
}

// NewRolling keeps up to budget tokens of history as they are. With the line that makes more of them, the older lines are due to be summed
// up, in at most two fifths of the budget, until the rest takes at most a sixth of it, or is that line. A budget below 1 sums up nothing.
func NewRolling(d *task.Desk, budget int) *Rolling { return &Rolling{desk: d, budget: budget} }

// See adds what the player sees. A model sums up while others play; until its summary is there, all lines stay. Observation, scene and ledger are of the same moment and follow those seen before.
func (r *Rolling) See(ctx context.Context, o *werewolf.Observation, s *scene.Scene, b *ledger.Ledger) {
	r.seen, r.lines = true, s.Talks[r.covered:]
	old := r.lines[:r.due()]
	if len(old) == 0 {
		return
	}
	to := after(o, r.covered+len(old))
	in := task.SummariseIn{Scene: *s, Old: r.summary, New: old, Max: r.desk.Characters(r.budget * 2 / 5), Notes: Heard(r.desk.Lang(), o, b, r.heard, to)}
	in.Notes = append(in.Notes, Standing(r.desk.Lang(), o, b, to)...)
	in.Scene.Talks = nil // New is what is to be summed up, the rest stays as it is
	task.Later(ctx, r.desk, r.desk.Summarise, in, func(out task.Summary) {
		r.summary = out.Summary
		r.covered += len(old)
		r.heard = to
		r.lines = r.lines[len(old):]
	})
}

// due is how many of the lines are to be summed up. It follows from what was said and not from when the player looks, so that the history
// of all players of a table with one budget begins with the same line, and their prompts alike.
func (r *Rolling) due() (old int) {
	const kept = 6 // what is said until the summary is there stays as well
	if r.budget < 1 {
		return 0
	}
	for n, since := 1, 0; n <= len(r.lines); n++ {
		if since += length(r.lines[n-1 : n]); since <= r.budget {
			continue
		}
		for old < n-1 && since > r.budget/kept {
			since -= length(r.lines[old : old+1])
			old++
		}
	}
	return old
}

// Summarise is what a module of a player does with the history before an answer. It returns the note.
func (r *Rolling) Summarise(ctx context.Context, t *agent.Table) string {
	r.See(ctx, t.O, t.Scene, t.Heard)
	return r.summary
}

// Abridge takes the lines that are summed up out of the scene and returns the summary. It leaves the scene as it is where
// nothing was seen.
func (r *Rolling) Abridge(s *scene.Scene) string {
	if r.seen {
		s.Talks = r.lines
	}
	return r.summary
}

// TellSummary puts the summary in the place of the lines that it stands for.
func (r *Rolling) TellSummary(_ *agent.Table, b *agent.Brief) {
	b.Summary = r.Abridge(&b.Scene)
}

// length is about how many tokens the lines have with their speakers.
func length(lines []scene.Line) (n int) {
	for i := range lines {
		n += llm.Tokens(lines[i].Speaker + " " + lines[i].Text)
	}
	return n
}

// after is the place in the observation's talk behind so many lines of its scene, which leaves out silence.
func after(o *werewolf.Observation, lines int) int {
	for at := range o.Talks {
		if lines == 0 {
			return at
		}
		if !o.Talks[at].Skip && !o.Talks[at].Over {
			lines--
		}
	}
	return len(o.Talks)
}

// Summary returns what stands for the lines before Lines, "" for nothing.
func (r *Rolling) Summary() string { return r.summary }

// Lines returns the history that is not summed up. The slice must not be changed.
func (r *Rolling) Lines() []scene.Line { return r.lines }
