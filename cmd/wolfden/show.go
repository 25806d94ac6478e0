package main

import (
	"fmt"
	"strconv"

	"wolfden/gamelog"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

type showCmd struct {
	File string `arg:"" help:"A record or a contest log."`
	As   string `help:"Only what this player knew: a name or a seat number; 0 is the village." placeholder:"SEAT"`
	Why  string `help:"What this player knew, and why it did what it did: a name or a seat number." placeholder:"SEAT"`
	Acts bool   `help:"Under every utterance, what it says as speech acts."`
	pageFlags
}

// Help is the long help of the command.
func (showCmd) Help() string {
	return `Examples:

  wolfden show games/01JGG9.jsonl              everything that happened
  wolfden show games/01JGG9.jsonl --as 3       what seat 3 knew
  wolfden show games/01JGG9.jsonl --as Mio     what Mio knew
  wolfden show games/01JGG9.jsonl --as 0       what everybody in the village knew
  wolfden show games/01JGG9.jsonl --why 3      and what seat 3 thought
  wolfden show games/01JGG9.jsonl --acts       and what every utterance says
  wolfden show games/01JGG9.jsonl --html -o game.html`
}

// Run prints the transcript.
func (c *showCmd) Run(e *env) error {
	g, err := readGame(c.File)
	if err != nil {
		return err
	}
	if c.HTML {
		return c.writePage(e, g, c.As)
	}
	h := &g.record.Header
	p := transcript.New(e.stdout, h, colour(e.stdout))
	entries := g.record.Entries
	if c.Why != "" {
		if c.As != "" {
			return usagef("--as and --why: one of them")
		}
		c.As = c.Why
	}
	var why *whyPrinter
	if c.As != "" {
		seat, err := seatNamed(h, c.As)
		if err != nil {
			return err
		}
		if c.Why != "" {
			if seat == 0 {
				return usagef("--why 0: nobody sits there; --as 0 is what everybody in the village knew")
			}
			why = &whyPrinter{p: p, header: h, seat: seat, shown: map[string]shownMessage{}}
		}
		entries = g.record.View(seat)
		p.Limit()
		h = publicHeader(h)
	}
	p.Title(h)
	said := newActPrinter(e.stdout, h)
	for _, entry := range entries {
		if why != nil && entry.Input != nil {
			why.notes(entry.Input)
		}
		printEntry(p, entry)
		if c.Acts && entry.Event != nil {
			said.event(entry.Event)
		}
	}
	if why != nil {
		why.end()
	}
	if g.record.Result().End == werewolf.NotOver {
		fmt.Fprintln(e.stdout, "\n(the record ends here: the game is not over)")
	}
	return p.Err()
}

// publicHeader returns the header without teams, as a player may see it.
func publicHeader(h *gamelog.Header) *gamelog.Header {
	public := *h
	public.Seats = append([]werewolf.Seat(nil), h.Seats...)
	for i := range public.Seats {
		public.Seats[i] = werewolf.Seat{Name: public.Seats[i].Name}
	}
	return &public
}

// seatNamed finds a seat by its number or its player's name.
func seatNamed(h *gamelog.Header, s string) (werewolf.SeatID, error) {
	for i := range h.Seats {
		if h.Seats[i].Name == s {
			return werewolf.SeatID(i + 1), nil
		}
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > len(h.Seats) {
		var names []string
		for _, seat := range h.Seats {
			names = append(names, transcript.Safe(seat.Name))
		}
		return 0, usagef("%q is no seat of this game (0 to %d, or one of %q)", s, len(h.Seats), names)
	}
	return werewolf.SeatID(n), nil
}
