package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

type showCmd struct {
	File  string `arg:"" help:"A record or a contest log; with --about also a folder of them."`
	As    string `help:"Only what this player knew: a seat number, the name of a character or a team; 0 is the village." placeholder:"SEAT"`
	Why   string `help:"What this player knew, and why it did what it did: as for --as." placeholder:"SEAT"`
	At    string `help:"With --why: only what it had in mind at this moment, such as d1:17 (before the 17th utterance of day 1), d1:vote or d2." placeholder:"MOMENT"`
	Acts  bool   `help:"Under every utterance, what it says as speech acts."`
	About bool   `help:"Not the game but what made it: versions, plan, players, models, prompts, settings; of a folder also what is counted together."`
	JSON  bool   `help:"With --about: one JSON object."`
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
  wolfden show games/01JGG9.jsonl --as agent   what the player of the team agent knew
  wolfden show games/01JGG9.jsonl --why agent --at d1:17
                                               what it had in mind before the 17th utterance of day 1
  wolfden show games/01JGG9.jsonl --acts       and what every utterance says
  wolfden show games/01JGG9.jsonl --about      what made it: versions, plan, players, models
  wolfden show games --about                   what made the games of a folder, and which are counted together
  wolfden show games/01JGG9.jsonl --html -o game.html`
}

// Run shows the game, or what made it.
func (c *showCmd) Run(e *env) error {
	switch {
	case c.At != "" && (c.Why == "" || c.HTML || c.Acts || c.About):
		return usagef("--at goes with --why alone: what a player had in mind at a moment")
	case c.About && (c.HTML || c.Acts || c.As != "" || c.Why != ""):
		return usagef("--about goes with no other flag than --json")
	case c.JSON && !c.About:
		return usagef("--json goes with --about; wolfden convert writes a game for programs")
	}
	if info, err := os.Stat(c.File); c.About && err == nil && info.IsDir() {
		return c.aboutAll(e)
	}
	g, err := readGame(c.File)
	switch {
	case err != nil:
		return err
	case c.About:
		return c.about(e, g)
	case c.HTML:
		return c.writePage(e, g, c.As)
	default:
		return c.transcript(e, g)
	}
}

// transcript prints what happened.
func (c *showCmd) transcript(e *env, g *gameFile) error {
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
			if c.At != "" {
				return c.whyAt(e, g, seat)
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

// seatNamed finds a seat by its number, its player's name, or its team where that has one seat.
func seatNamed(h *gamelog.Header, s string) (werewolf.SeatID, error) {
	var ofTeam []string
	found := werewolf.SeatID(0)
	for i := range h.Seats {
		if h.Seats[i].Name == s {
			return werewolf.SeatID(i + 1), nil
		}
		if s != "" && (h.Seats[i].Team == s || h.Seats[i].Team == "" && h.Seats[i].Client == s) {
			found, ofTeam = werewolf.SeatID(i+1), append(ofTeam, strconv.Itoa(i+1))
		}
	}
	if len(ofTeam) > 1 {
		return 0, usagef("%q has several seats of this game: name one of %s", s, strings.Join(ofTeam, ", "))
	}
	if found != 0 {
		return found, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > len(h.Seats) {
		var names, teams []string
		for _, seat := range h.Seats {
			names = append(names, transcript.Safe(seat.Name))
			if seat.Team != "" && !slices.Contains(teams, transcript.Safe(seat.Team)) {
				teams = append(teams, transcript.Safe(seat.Team))
			}
		}
		return 0, usagef("%q is no seat of this game (0 to %d, one of %q, or a team: %q)", s, len(h.Seats), names, teams)
	}
	return werewolf.SeatID(n), nil
}
