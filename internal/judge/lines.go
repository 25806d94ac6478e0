package judge

import (
	"bytes"
	"encoding/json"
	"fmt"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// Keys of the lines are those of the contest's judge. Absent ones are left out.
type logLine struct {
	Day    int    `json:"day"`
	Action string `json:"action"`
	Line   int    `json:"line_number"`

	Number  *int    `json:"talk_number,omitempty"`
	Count   *int    `json:"talk_count,omitempty"`
	Speaker string  `json:"speaker,omitempty"`
	Text    *string `json:"text,omitempty"`

	Index  int    `json:"player_index,omitempty"`
	Role   string `json:"role,omitempty"`
	Alive  string `json:"alive_status,omitempty"`
	Player string `json:"player_name,omitempty"`

	Voter   string `json:"voter,omitempty"`
	Diviner string `json:"diviner,omitempty"`
	Target  any    `json:"target,omitempty"`
	Divined string `json:"divine_result,omitempty"`

	Executed     string `json:"executed_player,omitempty"`
	ExecutedRole string `json:"executed_player_role,omitempty"`
	Guard        string `json:"guard_player,omitempty"`
	Guarded      string `json:"target_player,omitempty"`
	GuardedRole  string `json:"target_player_role,omitempty"`
	Killed       *bool  `json:"killed,omitempty"`
}

// Log is the game as lines of JSON, with names for seats and the status lines of a day in the given order. Texts are
// defused, but still foreign: the whole has to be fenced.
func (g *Game) Log(order []int) (string, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for at := 0; at < len(g.Lines); {
		end := at
		for end < len(g.Lines) && g.Lines[end].Kind == contestlog.StatusLine {
			end++
		}
		if end == at {
			if err := enc.Encode(g.line(&g.Lines[at])); err != nil {
				return "", fmt.Errorf("writing the log: %w", err)
			}
			at++
			continue
		}
		for index, player := range order {
			for i := at; i < end; i++ {
				if int(g.Lines[i].Seat) != player+1 {
					continue
				}
				l := g.line(&g.Lines[i])
				l.Index = index + 1
				if err := enc.Encode(l); err != nil {
					return "", fmt.Errorf("writing the log: %w", err)
				}
			}
		}
		at = end
	}
	return out.String(), nil
}

func (g *Game) called(id werewolf.SeatID) string {
	if id < 1 {
		return ""
	}
	return g.Players[id-1].Name
}

func (g *Game) line(l *chronicle.Line) *logLine {
	o := &logLine{Day: l.Day, Action: l.Kind.String(), Line: l.Number}
	seat, target := g.called(l.Seat), g.called(l.Target)
	switch l.Kind {
	case contestlog.StatusLine:
		o.Role, o.Alive, o.Player = g.Roles.Name(l.Role), l.Status.String(), seat
	case contestlog.TalkLine, contestlog.WhisperLine:
		text := llm.Defused(l.Text)
		o.Number, o.Count, o.Speaker, o.Text = &l.Idx, &l.Turn, seat, &text
	case contestlog.VoteLine, contestlog.AttackVoteLine:
		o.Voter, o.Target = seat, target
	case contestlog.DivineLine:
		o.Diviner, o.Target, o.Divined = seat, target, l.Species.String()
	case contestlog.GuardLine:
		o.Guard, o.Guarded, o.GuardedRole = seat, target, g.Roles.Name(l.Role)
	case contestlog.ExecuteLine:
		o.Executed, o.ExecutedRole = target, g.Roles.Name(l.Role)
	case contestlog.AttackLine:
		killed := l.Unguarded && l.Target > 0
		o.Target, o.Killed = json.RawMessage("null"), &killed
		if target != "" {
			o.Target = target
		}
	default: // results are hidden
	}
	return o
}
