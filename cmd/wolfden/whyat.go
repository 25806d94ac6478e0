package main

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/opinion"
	"wolfden/internal/position"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

// whyAt prints what a player had in mind at a moment: what it had seen since its last answer, what it noted with the answer that it
// gave then, or with its last one before, and what it believed.
func (c *showCmd) whyAt(e *env, g *gameFile, seat werewolf.SeatID) error {
	rec := g.record
	entries, err := position.Find(rec, c.At)
	if err != nil {
		return usagef("--at: %w", err)
	}
	answer, now := answerAt(rec, entries, seat)
	p := transcript.New(e.stdout, &rec.Header, colour(e.stdout))
	p.Limit()
	fmt.Fprintf(e.stdout, "%s, seat %d of %s, %s, at %s\n", transcript.Safe(rec.Header.Seats[seat-1].Name), seat, transcript.Safe(rec.Header.ID),
		strings.ToLower(rec.Header.Rules.Table.Name(rolesOf(rec)[seat])), c.At)
	before := lastAnswer(rec, min(entries, max(answer, 0)), seat)
	p.Remark("seen since its last answer")
	for i := before + 1; i < entries; i++ {
		if entry := &rec.Entries[i]; entry.Event != nil && entry.SeenBy(seat) {
			p.Event(entry.Event)
		}
	}
	why := &whyPrinter{p: p, header: &rec.Header, seat: seat, at: !rec.Header.Foreign, shown: map[string]shownMessage{}}
	if answer < 0 {
		p.Remark("it has not answered anything by then")
		return p.Err()
	}
	noted := answer
	for i := answer; !now && i >= 0; i = lastAnswer(rec, i, seat) {
		if len(rec.Entries[i].Input.Notes) > 0 {
			noted = i
			break
		}
	}
	in := rec.Entries[noted].Input
	if now {
		p.Remark("what it noted with its answer to %s", in.Action.Request)
	} else {
		p.Remark("it is not asked anything; what it noted last, with its answer to %s on day %d", in.Action.Request, dayAt(rec, noted))
	}
	why.notes(in)
	why.end()
	if now {
		p.Remark("its answer: %s", answerText(&rec.Header, in))
		p.Fault(in)
	}
	return c.believedAt(e, rec, entries, answer, seat, p)
}

// answerAt is the place of the answer that the seat gave at the moment, if it was asked then; else of its last one before, -1 for none.
func answerAt(rec *gamelog.Record, entries int, seat werewolf.SeatID) (answer int, now bool) {
	if before, err := position.At(rec, entries); err == nil {
		asked, err := before.Asked()
		if err == nil && slices.ContainsFunc(asked, func(q werewolf.Request) bool { return q.Seat == seat }) {
			for i := entries; i < len(rec.Entries); i++ {
				if entry := &rec.Entries[i]; entry.Input != nil && entry.SeenBy(seat) {
					return i, true
				}
			}
		}
	}
	return lastAnswer(rec, entries, seat), false
}

// dayAt is the day of an entry.
func dayAt(rec *gamelog.Record, entry int) (day int) {
	for i := range rec.Entries[:entry] {
		if e := rec.Entries[i].Event; e != nil {
			day = e.Day
		}
	}
	return day
}

// lastAnswer is the place of the seat's last answer before an entry, -1 for none.
func lastAnswer(rec *gamelog.Record, entries int, seat werewolf.SeatID) int {
	for i := entries - 1; i >= 0; i-- {
		if entry := &rec.Entries[i]; entry.Input != nil && entry.SeenBy(seat) {
			return i
		}
	}
	return -1
}

// answerText is an answer in words.
func answerText(h *gamelog.Header, in *gamelog.Input) string {
	switch a := in.Action; {
	case a.Missing:
		return "none"
	case a.Target > 0 && int(a.Target) <= len(h.Seats):
		return h.Seats[a.Target-1].Name
	case a.Text != "":
		return a.Text
	default:
		return "nobody"
	}
}

// believedAt prints what the player noted of the others until then, and what it had reason to believe from what it was shown.
func (c *showCmd) believedAt(e *env, rec *gamelog.Record, entries, answer int, seat werewolf.SeatID, p *transcript.Printer) error {
	noted := notedOf(rec, answer, seat)
	now, err := reasonsAt(rec, entries, seat)
	if err != nil && len(noted) == 0 {
		return p.Err()
	}
	var rows strings.Builder
	rows.WriteString("PLAYER\tNOTED\tREASON TO BELIEVE\tIS\n")
	for i := range rec.Header.Seats {
		id := werewolf.SeatID(i + 1)
		if id == seat {
			continue
		}
		own, fair := "-", "-"
		if chance, ok := noted[id]; ok {
			own = fmt.Sprintf("%.0f%%", 100*chance)
		}
		if err == nil {
			fair = fmt.Sprintf("%.0f%%", 100*now[id])
		}
		fmt.Fprintf(&rows, "%s\t%s\t%s\t%s\n", transcript.Safe(rec.Header.Seats[i].Name), own, fair, strings.ToLower(rec.Header.Rules.Table.Name(rolesOf(rec)[id])))
	}
	p.Remark("chance of being a werewolf: as it noted last, and as there was reason to believe from what it was shown")
	if err := columns.Write(e.stdout, rows.String()); err != nil {
		return err
	}
	return p.Err()
}

// notedOf is what the seat noted last of the others, up to an answer.
func notedOf(rec *gamelog.Record, answer int, seat werewolf.SeatID) map[werewolf.SeatID]float64 {
	var names opinion.Table
	for i := range rec.Header.Seats {
		names = append(names, rec.Header.Seats[i].Name)
	}
	for i := answer; i >= 0; i-- {
		entry := &rec.Entries[i]
		if entry.Input == nil || !entry.SeenBy(seat) {
			continue
		}
		for _, note := range slices.Backward(entry.Input.Notes) {
			if o := names.Read(note.Topic, note.Text, entry.Input.Action.Request == werewolf.Vote); o.Wolf != nil {
				return o.Wolf
			}
		}
	}
	return nil
}

// reasonsAt is what there was reason to believe for a seat.
func reasonsAt(rec *gamelog.Record, entries int, seat werewolf.SeatID) ([]float64, error) {
	moment, err := position.At(rec, entries)
	if err != nil {
		return nil, err
	}
	return chances.Suspicion(moment, seat)
}

// rolesOf are the roles of a record, by seat; the first is not used.
func rolesOf(rec *gamelog.Record) []werewolf.Role {
	roles := make([]werewolf.Role, len(rec.Header.Seats)+1)
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e != nil && e.Kind == werewolf.Dealt && int(e.Seat) < len(roles) {
			roles[e.Seat] = e.Role
		}
	}
	return roles
}
