package summary

import (
	"context"
	"strings"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// perPlayer is how many characters of a day's summary there may be for each player.
const perPlayer = 240

// Daily keeps a summary of each day that is over (UEC-IL 2024). It is not safe for concurrent use.
type Daily struct {
	desk  *task.Desk
	days  []string
	heads []string
	noted int
}

// NewDaily asks at the desk.
func NewDaily(d *task.Desk) *Daily { return &Daily{desk: d} }

// See closes the days before the observation's: each is summed up once, a line a player.
func (d *Daily) See(ctx context.Context, o *werewolf.Observation, s *scene.Scene, b *ledger.Ledger, sheet *doubt.Opinion) {
	lang := d.desk.Lang()
	for day := len(d.days); day < o.Day; day++ {
		var notes []string
		for _, p := range Day(lang, o, b, sheet, day) {
			notes = append(notes, o.Name(p.Seat)+": "+p.Sentences(lang))
		}
		d.heads = append(d.heads, heading(newWriter(lang, o), day))
		if len(notes) == 0 {
			d.days = append(d.days, "")
			continue
		}
		in := task.SummariseIn{Scene: *s, Max: perPlayer * len(notes), Notes: notes}
		in.Scene.Talks = nil
		for _, l := range s.Talks {
			if l.Day == day {
				in.New = append(in.New, l)
			}
		}
		d.days = append(d.days, task.Ask(ctx, d.desk, d.desk.Summarise, in).Summary)
	}
}

// Of is the summary of a day, "" when it is not over or nobody spoke.
func (d *Daily) Of(day int) string {
	if day < 0 || day >= len(d.days) {
		return ""
	}
	return d.days[day]
}

// All is every summary below a heading for its day, for prompts; "" before the first day is over.
func (d *Daily) All() string {
	var parts []string
	for day, text := range d.days {
		if text != "" {
			parts = append(parts, d.heads[day]+"\n"+text)
		}
	}
	return strings.Join(parts, "\n")
}

// Note is the next summary that was not noted yet, "" when there is none.
func (d *Daily) Note() string {
	for d.noted < len(d.days) {
		d.noted++
		if text := d.days[d.noted-1]; text != "" {
			return d.heads[d.noted-1] + "\n" + text
		}
	}
	return ""
}
