package export

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/opinion"
	"wolfden/internal/origin"
	"wolfden/werewolf"
)

// played adds what the record says of who played.
func (r *playerRow) played(e *gamelog.Entrant) {
	r.Entry, r.Player, r.Option, r.Model = some(valid(e.Entry)), some(valid(e.Player)), some(valid(e.Option)), some(valid(e.Model))
	var set []string
	for _, name := range slices.Sorted(maps.Keys(e.Parameters)) {
		set = append(set, fmt.Sprintf("%s=%g", name, e.Parameters[name]))
	}
	r.Off, r.Parameters = some(valid(strings.Join(e.Off, " "))), some(valid(strings.Join(set, " ")))
	r.Person, r.Remote = &e.Person, &e.Remote
	is := origin.Describe(e)
	r.Models, r.Prompts, r.Settings = some(is.Models), some(is.Prompts), some(is.Settings)
	r.Command, r.Files = some(valid(e.Command)), some(is.Files)
}

// input adds what moved the game on.
func (t *Tables) input(g *chronicle.Game, all []chronicle.Input) {
	for i := range all {
		in := &all[i]
		a := &in.Action
		if (a.Kind == werewolf.Answer || a.Kind == werewolf.Fail) && g.Player(a.Seat) == nil {
			continue // records need not come from the rules
		}
		row := inputRow{
			Game: g.ID, Lang: g.Lang, Line: int32(in.Number), Day: int32(in.Day), Phase: some(valid(in.Phase)), Kind: a.Kind.String(), Seat: seat(a.Seat),
			Missing: a.Missing, Fault: some(in.Fault.String()), At: in.At, Latency: in.Millis, Notes: int32(len(in.Notes)),
		}
		if a.Kind == werewolf.Answer {
			row.Request = new(a.Request.String())
			if in.Raw != "" || !a.Missing {
				row.Raw = new(valid(in.Raw))
			}
			if g.Player(a.Target) != nil {
				row.Target = seat(a.Target)
			}
		}
		t.inputs = append(t.inputs, row)
	}
}

// note adds what players noted for themselves, and the beliefs in it. Calls have a table of their own.
func (t *Tables) note(g *chronicle.Game) {
	var names opinion.Table
	for i := range g.Players {
		names = append(names, g.Players[i].Called)
	}
	for i := range g.Notes {
		n := &g.Notes[i]
		if n.Call != nil {
			continue
		}
		t.notes = append(t.notes, noteRow{
			Game: g.ID, Lang: g.Lang, Line: int32(n.Number), Note: int32(n.Place), Day: int32(n.Day), Seat: int32(n.Seat), Topic: valid(n.Topic), Text: valid(n.Text),
		})
		t.believe(g, n, names.Read(n.Topic, n.Text, false))
	}
}

func (t *Tables) believe(g *chronicle.Game, n *chronicle.Note, o opinion.Opinion) {
	row := beliefRow{
		Game: g.ID, Lang: g.Lang, Line: int32(n.Number), Note: int32(n.Place), Day: int32(n.Day), Seat: int32(n.Seat), Shown: o.Mask != nil,
	}
	if n.Line < len(g.Lines) && g.Lines[n.Line].Kind == contestlog.TalkLine {
		row.Turn = new(int32(g.Lines[n.Line].Turn))
	}
	for about := range werewolf.SeatsUpTo(len(g.Players)).All() {
		for _, name := range slices.Sorted(maps.Keys(o.Roles[about])) {
			if role, err := g.Roles().Parse(name); err != nil || role == werewolf.NoRole {
				continue
			}
			row.About, row.Role, row.Chance = int32(about), name, o.Roles[about][name]
			t.beliefs = append(t.beliefs, row)
		}
	}
}
