// Package transcript prints a game as text for people.
//
// It prints every event it is given, so the caller must filter events that the reader may not see. Text
// written by players is printed without any byte that could steer a terminal.
package transcript

import (
	"fmt"
	"io"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Printer prints one game, event by event, as it happens or from its record.
type Printer struct {
	out     io.Writer
	colour  bool
	table   *werewolf.RoleTable
	names   []string
	limited bool // what is handed over is one player's view
	roles   [werewolf.MaxSeats + 1]werewolf.Role
	living  werewolf.SeatSet
	err     error
}

// New returns a printer for the game with the header; colour enables ANSI colours.
func New(out io.Writer, h *gamelog.Header, colour bool) *Printer {
	p := &Printer{out: out, colour: colour, table: h.Rules.Table}
	p.living = werewolf.SeatsUpTo(len(h.Seats))
	for _, s := range h.Seats {
		p.names = append(p.names, s.Name)
	}
	return p
}

// Limit prepares the printer for the view of one player or of the public: at dawn it prints what readers of
// the full transcript have read earlier.
func (p *Printer) Limit() { p.limited = true }

// Err returns the first error of writing.
func (p *Printer) Err() error { return p.err }

// Title prints who sits where.
func (p *Printer) Title(h *gamelog.Header) {
	p.line(bold, "Game %s", Safe(h.ID))
	setup := fmt.Sprintf("%d players", len(h.Seats))
	if h.Rules.MaxDay != werewolf.NoLimit {
		setup += fmt.Sprintf(", at most %d days", h.Rules.MaxDay)
	}
	if !p.limited && !h.Foreign { // the seed tells every secret of the game
		setup += fmt.Sprintf(", seed %d", h.Seed)
	}
	p.line(faint, "%s", setup)
	for i, s := range h.Seats {
		p.line(plain, "%3d  %s  %s", i+1, p.name(werewolf.SeatID(i+1)), p.paint(faint, Safe(s.Team)))
	}
}

// Event prints one event.
func (p *Printer) Event(e *werewolf.Event) {
	switch e.Kind {
	case werewolf.Dealt:
		p.roles[e.Seat] = e.Role
		if p.limited {
			p.line(faint, "  %s is %s", p.name(e.Seat), p.role(e.Role))
		}
	case werewolf.DayBegan:
		p.line(bold, "\nDay %d", e.Day)
	case werewolf.NightBegan:
		p.line(bold, "Night %d", e.Day)
	case werewolf.Talked:
		p.utterance(e, "", plain)
	case werewolf.Whispered:
		p.utterance(e, " (whispers)", purple)
	case werewolf.GameOver:
		p.ending(e)
	default:
		p.choice(e)
	}
}

func (p *Printer) utterance(e *werewolf.Event, how string, in ansi) {
	text := Safe(e.Text)
	switch {
	case e.Forced:
		p.line(faint, "  %s%s: (no answer)", p.name(e.Seat), how)
	case e.Skip, e.Over:
		p.line(faint, "  %s%s: %s", p.name(e.Seat), how, text)
	default:
		if e.Cut {
			text += p.paint(red, " [cut]")
		}
		p.line(plain, "  %s%s: %s", p.name(e.Seat), p.paint(in, how), p.paint(in, text))
	}
}

// choice prints votes, actions of the night, and their results.
func (p *Printer) choice(e *werewolf.Event) {
	seat, target := p.name(e.Seat), p.name(e.Target)
	switch e.Kind {
	case werewolf.VoteCast:
		p.line(plain, "  %s votes for %s", seat, target)
	case werewolf.Executed:
		p.living = p.living.Without(e.Seat)
		p.line(red, "  %s is executed", seat)
	case werewolf.DivineChosen:
		p.line(blue, "  %s divines %s%s", seat, target, p.divinationResult(e.Target))
	case werewolf.GuardChosen:
		p.line(blue, "  %s guards %s", seat, target)
	case werewolf.AttackCast:
		p.line(purple, "  %s wants to attack %s", seat, target)
	case werewolf.AttackMade:
		p.attack(e)
	case werewolf.SeerTold:
		if p.limited { // the full transcript has it with the divination
			p.line(blue, "  %s learns that %s is %s", seat, target, strings.ToLower(e.Species.String()))
		}
	case werewolf.MediumTold:
		p.line(blue, "  %s learns that %s is %s", seat, target, strings.ToLower(e.Species.String()))
	case werewolf.FoundDead:
		p.living = p.living.Without(e.Seat)
		p.line(red, "  %s was found dead", seat)
	case werewolf.VotesShown:
		p.ballots("votes", e.Votes)
	case werewolf.AttackVotesShown:
		p.ballots("attack votes", e.Votes)
	case werewolf.Failed:
		p.line(red, "  %s is gone for good", seat)
	case werewolf.RoleShown:
		p.roles[e.Seat] = e.Role
	default:
	}
}

func (p *Printer) attack(e *werewolf.Event) {
	switch {
	case e.Target == 0:
		p.line(purple, "  nobody is attacked")
	case e.Killed:
		p.line(purple, "  %s is attacked", p.name(e.Target))
	default:
		p.line(purple, "  %s is attacked, but was guarded", p.name(e.Target))
	}
}

// ballots lists votes that are revealed, for readers who did not see them cast.
func (p *Printer) ballots(what string, votes []werewolf.Ballot) {
	if !p.limited {
		return
	}
	var all []string
	for _, v := range votes {
		all = append(all, p.name(v.Seat)+" -> "+p.name(v.Target))
	}
	p.line(faint, "  %s: %s", what, strings.Join(all, ", "))
}

// divinationResult returns what a divination of the seat will show, if the reader knows the role.
func (p *Printer) divinationResult(id werewolf.SeatID) string {
	if p.limited || p.roles[id] == werewolf.NoRole {
		return ""
	}
	return ": " + strings.ToLower(p.table.Species(p.roles[id]).String())
}

func (p *Printer) ending(e *werewolf.Event) {
	winner := map[werewolf.Team]string{
		werewolf.VillagerTeam: "The village wins",
		werewolf.WerewolfTeam: "The werewolves win",
		werewolf.NoTeam:       "Nobody wins (no winner)",
	}[e.Winner]
	p.line(bold, "\n%s: %s", winner, e.End)
	for i := range p.names {
		id := werewolf.SeatID(i + 1)
		fate := ""
		if !p.living.Has(id) {
			fate = p.paint(faint, " †")
		}
		p.line(plain, "%3d  %s  %s%s", i+1, p.name(id), p.role(p.roles[id]), fate)
	}
}

// Fault prints what was wrong with an answer.
func (p *Printer) Fault(in *gamelog.Input) {
	if in.Fault == gamelog.NoFault {
		return
	}
	raw := ""
	if in.Raw != "" {
		raw = fmt.Sprintf(" %.60q", in.Raw)
	}
	p.line(red, "  ! %s: %s answer to %s%s", p.name(in.Action.Seat), in.Fault, in.Action.Request, raw)
}

// Note prints what a player wrote down for itself.
func (p *Printer) Note(topic, text string) {
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		p.line(faint, "      ~ %-8s %s", Safe(topic), Safe(line))
		topic = ""
	}
}

// Remark prints a line of the program's own, about what is printed.
func (p *Printer) Remark(format string, args ...any) {
	p.line(faint, "\n(%s)", Safe(fmt.Sprintf(format, args...)))
}

func (p *Printer) line(in ansi, format string, args ...any) {
	if p.err != nil {
		return
	}
	_, p.err = fmt.Fprintln(p.out, p.paint(in, fmt.Sprintf(format, args...)))
}

// name is a seat's name, always in the same colour.
func (p *Printer) name(id werewolf.SeatID) string {
	if id < 1 || int(id) > len(p.names) {
		return "nobody"
	}
	return p.paint(speakers[int(id-1)%len(speakers)], Safe(p.names[id-1]))
}

func (p *Printer) role(r werewolf.Role) string {
	if r == werewolf.NoRole {
		return "?"
	}
	if p.table.Team(r) == werewolf.WerewolfTeam {
		return p.paint(red, strings.ToLower(p.table.Name(r)))
	}
	return p.paint(green, strings.ToLower(p.table.Name(r)))
}
