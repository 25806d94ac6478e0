package summary

import (
	"context"
	"strconv"
	"strings"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/werewolf"
)

// Daily keeps a summary of each day that is over (UEC-IL 2024). It is not safe for concurrent use.
type Daily struct {
	desk  *task.Desk
	most  int // tokens of a summary for each player
	days  []string
	noted int
	early map[int]string // summaries of days whose night goes on
	asked int            // days whose summary was asked for early
}

// NewDaily returns an empty Daily that asks at the desk. A summary has at most so many tokens for each player.
func NewDaily(d *task.Desk, most int) *Daily {
	return &Daily{desk: d, most: most, early: map[int]string{}}
}

// See sums up the days before the observation's, each once and with a line for each player. A model that is asked for a
// vote, when the talk is over, begins with the day's summary while others play.
func (d *Daily) See(ctx context.Context, o *werewolf.Observation, s *scene.Scene, b *ledger.Ledger, opinion *doubt.Opinion) {
	for day := len(d.days); day < o.Day; day++ {
		text, ready := d.early[day]
		if in, spoken := d.question(o, s, b, opinion, day); spoken && !ready {
			text = d.text(task.Ask(ctx, d.desk, task.SummariseDay, in))
		}
		d.days = append(d.days, text)
	}
	if day := o.Day; o.Request.Kind == werewolf.Vote && d.asked <= day && d.desk.HasModel() && !lastDay(o) {
		d.asked = day + 1
		if in, spoken := d.question(o, s, b, opinion, day); spoken {
			task.Later(ctx, d.desk, task.SummariseDay, in, func(out task.DaySummary) { d.early[day] = d.text(out) })
		}
	}
}

// lastDay reports whether nobody will need the day's summary, as far as one can see: of three players one is executed, and
// then the werewolves are gone or half of the living; of four another is attacked where nobody guards.
func lastDay(o *werewolf.Observation) bool {
	left := o.Living.Len()
	return left <= 3 || left == 4 && o.Rules.Count(werewolf.Guards) == 0
}

// question asks for the summary of a day; it reports false where nobody spoke.
func (d *Daily) question(o *werewolf.Observation, s *scene.Scene, b *ledger.Ledger, opinion *doubt.Opinion, day int) (in task.SummariseDayIn, spoken bool) {
	lang := d.desk.Lang()
	in = task.SummariseDayIn{Scene: *s, Day: day, Max: d.desk.Characters(d.most)}
	players := daySummary(lang, o, b, opinion, day)
	for i := range players {
		name := o.Name(players[i].Seat)
		in.Players = append(in.Players, name)
		in.Heard = append(in.Heard, task.PlayerClaims{Name: name, Claims: players[i].Sentences(lang)})
	}
	in.Scene.Talks = nil
	for _, l := range s.Talks {
		if l.Day == day {
			in.New = append(in.New, l)
		}
	}
	return in, len(in.Heard) > 0
}

// text is a line for each player, and one for all of whom there is the same to tell, such as nothing.
func (d *Daily) text(sum task.DaySummary) string {
	var told []string
	names := map[string][]string{}
	for _, p := range sum.Players {
		if names[p.Claims] == nil {
			told = append(told, p.Claims)
		}
		names[p.Claims] = append(names[p.Claims], p.Name)
	}
	between := map[bool]string{true: "、", false: ", "}[d.desk.Lang() == "ja"]
	for i, claims := range told {
		told[i] = strings.Join(names[claims], between) + ": " + claims
	}
	return strings.Join(told, "\n")
}

// All returns every summary under a heading for its day, for prompts; "" before the first day is over.
func (d *Daily) All() string {
	var parts []string
	for day, text := range d.days {
		if text != "" {
			parts = append(parts, heading(d.desk.Lang(), day)+"\n"+text)
		}
	}
	return strings.Join(parts, "\n")
}

func heading(lang string, day int) string {
	book := books(lang)
	return book.Say("heading", "d", strconv.Itoa(day))
}

// Note returns the next summary that was not noted yet, "" if there is none.
func (d *Daily) Note() string {
	for d.noted < len(d.days) {
		d.noted++
		if text := d.days[d.noted-1]; text != "" {
			return heading(d.desk.Lang(), d.noted-1) + "\n" + text
		}
	}
	return ""
}
