package summary

import (
	"context"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// Rolling is a history of which older lines give way to notes: one note on all of them, which is written anew with those that follow
// (kanolab 2024, section 3.1), or one for each day (kanolab-nw 2025, appendices A.4.3 and A.7). It is not safe for concurrent use.
type Rolling struct {
	desk       *task.Desk
	keep, most int
	daily      bool
	notes      []note
	noted      int // lines of the scene that the notes are made of
	covered    int // those of them that are shown no more
	heard      int // utterances of the observation that the notes are made of
	seen       bool
	lines      []scene.Line
}

// note is on the lines of one day, or of all.
type note struct {
	day  int
	text string
}

// NewRolling keeps up to keep tokens of history as they are. With the line that makes more of them, the older lines are due to be summed up,
// until the rest takes at most a sixth of keep, or is that line. The note has at most most tokens. A keep below 1 sums up nothing.
func NewRolling(d *task.Desk, keep, most int) *Rolling {
	return &Rolling{desk: d, keep: keep, most: most}
}

// NewByDay is NewRolling with a note for each day. A day is summed up when it is over, and before the player votes at its end, who still sees
// its lines then; earlier only where there is more to keep.
func NewByDay(d *task.Desk, keep, most int) *Rolling {
	return &Rolling{desk: d, keep: keep, most: most, daily: true}
}

// See adds what the player sees. A model sums up while others play, except for a vote; until its note is there, all lines stay.
// Observation, scene and ledger are of the same moment and follow those seen before.
func (r *Rolling) See(ctx context.Context, o *werewolf.Observation, s *scene.Scene, b *ledger.Ledger) {
	if r.daily && r.noted > 0 && s.Talks[r.noted-1].Day < o.Day {
		r.covered = r.noted
	}
	r.seen, r.lines = true, s.Talks[r.covered:]
	fresh := s.Talks[r.noted:]
	n, votes := r.due(fresh), r.daily && o.Request.Kind == werewolf.Vote
	if r.daily && len(fresh) > 0 && (votes || fresh[0].Day < o.Day) {
		n = 1
		for n < len(fresh) && fresh[n].Day == fresh[0].Day {
			n++
		}
	}
	if n == 0 {
		return
	}
	at, since, to, lang := r.place(fresh[0].Day), 0, after(o, r.noted+n), r.desk.Lang()
	if r.daily {
		since = r.heard
	}
	in := task.SummariseIn{Scene: *s, Old: r.notes[at].text, New: fresh[:n], Max: r.desk.Characters(r.most), Notes: Heard(lang, o, b, r.heard, to)}
	in.Notes = append(in.Notes, Standing(lang, o, b, since, to)...)
	in.Scene.Talks = nil // New is what is to be summed up, the rest stays as it is
	settle := func(out task.Summary) {
		r.notes[at].text = out.Summary
		r.noted, r.heard = r.noted+n, to
		if !votes {
			r.lines = r.lines[r.noted-r.covered:]
			r.covered = r.noted
		}
	}
	if votes {
		settle(task.Ask(ctx, r.desk, task.Summarise, in))
	} else {
		task.Later(ctx, r.desk, task.Summarise, in, settle)
	}
}

// due is how many of the lines are to be summed up. It follows from what was said and not from when the player looks, so that the history
// of all players of a table who keep as much begins with the same line, and their prompts alike.
func (r *Rolling) due(lines []scene.Line) (old int) {
	const kept = 6 // what is said until the summary is there stays as well
	if r.keep < 1 {
		return 0
	}
	for n, since := 1, 0; n <= len(lines); n++ {
		if since += length(lines[n-1 : n]); since <= r.keep {
			continue
		}
		for old < n-1 && since > r.keep/kept {
			since -= length(lines[old : old+1])
			old++
		}
	}
	return old
}

// place finds the note on a day, and makes it where there is none.
func (r *Rolling) place(day int) int {
	if n := len(r.notes); n == 0 || r.daily && r.notes[n-1].day != day {
		r.notes = append(r.notes, note{day: day})
	}
	return len(r.notes) - 1
}

// Summarise is what a module of a player does with the history before an answer. It returns the note.
func (r *Rolling) Summarise(t *agent.Table) agent.Changes {
	r.See(t.Ctx, t.O, t.Scene, t.Heard)
	return agent.Changes{Note: r.Summary()}
}

// Abridge takes the lines that are summed up out of the scene and returns the summary. It leaves the scene as it is where
// nothing was seen.
func (r *Rolling) Abridge(s *scene.Scene) string {
	if r.seen {
		s.Talks = r.lines
	}
	return r.Summary()
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

// Summary returns the notes, those on a day under its heading; "" where there are none.
func (r *Rolling) Summary() string {
	var parts []string
	for _, n := range r.notes {
		switch {
		case n.text == "":
		case r.daily:
			parts = append(parts, heading(r.desk.Lang(), n.day), n.text)
		default:
			parts = append(parts, n.text)
		}
	}
	return strings.Join(parts, "\n")
}

// Lines returns the history that is not summed up. The slice must not be changed.
func (r *Rolling) Lines() []scene.Line { return r.lines }
