package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/internal/speech/wording"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

type whatifCmd struct {
	File   string         `arg:"" help:"A record or a contest log."`
	At     string         `required:"" help:"The moment: d1:17 (before the 17th utterance of day 1), d1:vote, d2 (dawn)." placeholder:"MOMENT"`
	Say    string         `help:"Whoever speaks there says this: words, no more than the rules let through." placeholder:"TEXT"`
	Silent bool           `help:"Whoever speaks there says nothing."`
	Claim  string         `help:"Whoever speaks there claims this role." placeholder:"ROLE"`
	Vote   string         `help:"Who votes there votes for this player: a name or a seat number." placeholder:"NAME"`
	Of     string         `help:"Who speaks or votes so (default: who speaks next)." placeholder:"SEAT"`
	Seat   map[int]string `help:"Another player in a seat from there on." placeholder:"N=BOT"`
	Roles  []string       `help:"Other roles, by seat: the public past stays, all else is made up." placeholder:"ROLE"`
	Show   int            `default:"2" help:"How many of the commonest ways to go on are told." placeholder:"N"`
	JSON   bool           `help:"One JSON object."`

	rolloutFlags `kong:"set='games=400',set='where=each way'"`
	fleetFlags
}

// Help is the long help of the command.
func (whatifCmd) Help() string {
	return `Tells what would have happened: plays the game on from a moment many times as it was, and
as many times with something replaced, on paired deals.

  wolfden whatif g.jsonl --at d1:17 --say "I am the seer. Mio is a werewolf."
  wolfden whatif g.jsonl --at d1:17 --silent
  wolfden whatif g.jsonl --at d1:17 --claim seer
  wolfden whatif g.jsonl --at d1:vote --of 3 --vote Mio
  wolfden whatif g.jsonl --at d1 --seat 3=plain
  wolfden whatif g.jsonl --at d2 --roles villager,seer,werewolf,possessed,villager
  wolfden whatif g.jsonl --at d1:17 --silent --games 100000 --fleet nats://host:4222

What is said with --say must have words (--silent says nothing) and be what the game would
let the others hear: more letters than its rules let through there, or than 5,000 at all,
are refused. "Skip" and "Over" pass the turn and the day, as in the game.

The change is in the village's chance to win, with its 95% interval. See docs/chances.md.`
}

// replaced is a position with something replaced, beside the one that stays as it was.
type replaced struct {
	with, without *position.Position
	from, was     chances.Source // of the games that go on with it and without
	what          string         // in words
}

// Run tells what would have happened.
func (c *whatifCmd) Run(e *env) error {
	if err := c.need(2); err != nil {
		return err
	}
	if c.Show < 0 {
		return usagef("--show %d: a number of ways to go on is meant", c.Show)
	}
	g, err := readGame(c.File)
	if err != nil {
		return err
	}
	r, with, without, err := c.sides(g)
	if err != nil {
		return err
	}
	if c.at, err = c.join(e); err != nil {
		return err
	}
	defer c.at.leave()
	finish := c.show(e, 2*c.Games)
	defer finish()
	var change chances.Change
	if c.at != nil {
		change, err = c.onWhatIf(e, g.record)
	} else {
		change, err = chances.WhatIf(e.ctx, with, without, c.Games, c.Seed)
	}
	if err != nil {
		return err
	}
	caution, err := cautionOfPlayed(&g.record.Header)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.json(e, r, [2]chances.Side{with, without}, &change, caution)
	}
	if err := c.text(e, g, r, with, &change); err != nil || caution == "" {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "\n%s\n", caution)
	return err
}

// sides are the game with something replaced and as it was.
func (c *whatifCmd) sides(g *gameFile) (r *replaced, with, without chances.Side, err error) {
	if without.Players, err = c.players(g.record); err != nil {
		return nil, with, without, err
	}
	if r, err = c.replace(g); err != nil {
		return nil, with, without, err
	}
	with.From, without.From = r.from, r.was
	with.Players, err = c.others(g, without.Players)
	return r, with, without, err
}

// replace returns both positions at the moment.
func (c *whatifCmd) replace(g *gameFile) (*replaced, error) {
	rec := chances.Unhurried(g.record)
	entries, err := position.Find(rec, c.At)
	if err != nil {
		return nil, usagef("--at: %w", err)
	}
	p, err := position.At(rec, entries)
	if err != nil {
		return nil, usagef("--at %s: %w", c.At, err)
	}
	r := &replaced{with: p, without: p}
	answers := 0
	for _, given := range []bool{c.Say != "", c.Silent, c.Claim != "", c.Vote != ""} {
		if given {
			answers++
		}
	}
	switch {
	case answers > 1:
		return nil, usagef("--say, --silent, --claim and --vote: one of them")
	case answers == 0 && len(c.Seat) == 0 && len(c.Roles) == 0:
		return nil, usagef("nothing is replaced: --say, --silent, --claim, --vote, --seat or --roles says what")
	case answers == 0 && c.Of != "":
		return nil, usagef("--of goes with --say, --silent, --claim or --vote")
	case answers == 1:
		if err := c.answer(g, len(p.Past()), r); err != nil {
			return nil, err
		}
	}
	if len(c.Roles) > 0 {
		return r, c.deal(g, r)
	}
	r.from, r.was = chances.From(r.with), chances.From(r.without)
	return r, nil
}

// answer replaces an answer of the record.
func (c *whatifCmd) answer(g *gameFile, entries int, r *replaced) error {
	h, kind := &g.record.Header, werewolf.Talk
	if c.Vote != "" {
		kind = werewolf.Vote
	}
	seat := werewolf.SeatID(0)
	if c.Of != "" {
		var err error
		if seat, err = seatNamed(h, c.Of); err != nil {
			return err
		}
	}
	if kind == werewolf.Vote && seat == 0 {
		return usagef("--vote: --of says who votes")
	}
	was, known := chances.Recorded(g.record, entries, seat, kind)
	if !known {
		return usagef("--at %s: the record has no %s there", c.At, strings.ToLower(kind.String()))
	}
	asked, err := r.without.Asked()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(asked, func(q werewolf.Request) bool { return q.Kind == kind && q.Seat == was.Seat }) {
		return c.notAsked(h, asked, was)
	}
	now, err := c.instead(g, was)
	if err == nil && c.Say != "" {
		err = c.sayable(h, asked, was.Seat)
	}
	if err != nil {
		return err
	}
	before := r.without
	if r.without, err = before.Then(was); err == nil {
		r.with, err = before.Then(now)
	}
	if errors.Is(err, position.ErrOver) {
		return usagef("--at %s: this answer ends the game, nothing is left to play", c.At)
	}
	name := transcript.Safe(h.Seats[was.Seat-1].Name)
	switch {
	case kind == werewolf.Vote:
		r.what = fmt.Sprintf("%s votes for %s", name, transcript.Safe(h.Seats[now.Target-1].Name))
	case now.Missing:
		r.what = name + " says nothing"
	default:
		r.what = fmt.Sprintf("%s says: %s", name, transcript.Safe(now.Text))
	}
	return err
}

// notAsked says that a seat does not do at the moment what is to be replaced, and where or of whom it can be.
func (c *whatifCmd) notAsked(h *gamelog.Header, asked []werewolf.Request, was werewolf.Action) error {
	name := func(id werewolf.SeatID) string { return transcript.Safe(h.Seats[id-1].Name) }
	kind := strings.ToLower(was.Request.String())
	var others []string
	for _, q := range asked {
		if q.Kind == was.Request {
			others = append(others, name(q.Seat))
		}
	}
	instead := ""
	switch {
	case len(others) > 0:
		instead = "; there it is the turn of " + strings.Join(others, ", ")
	case was.Request == werewolf.Vote:
		instead = "; a moment before votes is d1:vote"
	}
	return usagef("--at %s: %s is not asked for a %s there%s", c.At, name(was.Seat), kind, instead)
}

// mostSaid is how many letters anybody may say at once, whatever the rules.
const mostSaid = 5000

// sayable refuses words of which the others would not hear all.
func (c *whatifCmd) sayable(h *gamelog.Header, asked []werewolf.Request, seat werewolf.SeatID) error {
	text := werewolf.Clean(c.Say)
	letters := utf8.RuneCountInString(text)
	if text == "" {
		return usagef("--say: there are no words in it; --silent says nothing")
	}
	if letters > mostSaid {
		return usagef("--say: %d letters; at most %d can be said at once", letters, mostSaid)
	}
	if text == werewolf.SkipText || text == werewolf.OverText {
		return nil
	}
	var others []string
	for i := range h.Seats {
		if i+1 != int(seat) {
			others = append(others, h.Seats[i].Name)
		}
	}
	for _, q := range asked {
		if q.Kind != werewolf.Talk || q.Seat != seat {
			continue
		}
		if kept, _ := h.Rules.Talk.MaxLength.Fit(text, others, q.Left.Length); len(kept) < len(text) {
			return usagef("--say: %d letters, of which the rules of the game let through the first %d here; say less",
				letters, utf8.RuneCountInString(werewolf.Clean(kept)))
		}
	}
	return nil
}

// instead is the answer that takes the place of the recorded one.
func (c *whatifCmd) instead(g *gameFile, was werewolf.Action) (werewolf.Action, error) {
	h := &g.record.Header
	now := werewolf.Action{Seat: was.Seat, Request: was.Request, Text: c.Say}
	switch {
	case c.Vote != "":
		target, err := seatNamed(h, c.Vote)
		if err != nil {
			return now, err
		}
		if target == 0 {
			return now, usagef("--vote 0: nobody sits there")
		}
		now.Target = target
	case c.Silent:
		now.Missing = true // a skip that the rules count as one would end the speaker's day where they allow none
	case c.Claim != "":
		role, err := roleNamed(h, c.Claim)
		if err != nil {
			return now, usagef("--claim: %w", err)
		}
		book, err := wording.In(languages(g.record)[was.Seat-1])
		if err != nil {
			return now, err
		}
		if companyBefore(h).commas() {
			book = book.WithCommas()
		}
		var names []string
		for i := range h.Seats {
			names = append(names, h.Seats[i].Name)
		}
		seating := wording.Seating{Me: was.Seat, Names: names, Roles: h.Rules.Table}
		speaker := wording.NewSpeaker(book, h.Seats[was.Seat-1].Profile, seating, rand.New(rand.NewPCG(c.Seed, 0)))
		now.Text, _ = speaker.Say(wording.ClaimRole, wording.Slots{Role: role}, nil)
	}
	return now, nil
}

// deal gives other roles to the seats of the position with something replaced. What the public has not seen is made up on both sides,
// anew for every game, so that the ways differ by the roles alone.
func (c *whatifCmd) deal(g *gameFile, r *replaced) error {
	h := &g.record.Header
	if len(c.Roles) != len(h.Seats) {
		return usagef("--roles: %d roles for %d seats", len(c.Roles), len(h.Seats))
	}
	roles := make([]werewolf.Role, len(h.Seats)+1)
	var counts werewolf.RoleCounts
	for i, name := range c.Roles {
		role, err := roleNamed(h, name)
		if err != nil {
			return usagef("--roles: %w", err)
		}
		roles[i+1] = role
		counts[role]++
	}
	if counts != h.Rules.Roles {
		return usagef("--roles: the game is played with %s", h.Rules.Table.Counts(h.Rules.Roles))
	}
	var err error
	if r.from, err = chances.Dealt(r.with, roles, c.Seed); err != nil {
		return err
	}
	if r.was, err = chances.Dealt(r.without, r.without.Roles(), c.Seed); err != nil {
		return err
	}
	r.with, err = r.from(0)
	if errors.Is(err, position.ErrImpossible) {
		return usagef("--roles: %w", err)
	}
	return err
}

// roleNamed is the role of the game's table that a user has typed.
func roleNamed(h *gamelog.Header, name string) (werewolf.Role, error) {
	table := h.Rules.Table
	if role := table.Typed(name); role != werewolf.NoRole {
		return role, nil
	}
	var known []string
	for _, role := range table.Roles() {
		known = append(known, strings.ToLower(table.Name(role)))
	}
	return werewolf.NoRole, fmt.Errorf("%q is no role; roles are %s", name, strings.Join(known, ", "))
}

// others makes who goes on where something is replaced.
func (c *whatifCmd) others(g *gameFile, players chances.Player) (chances.Player, error) {
	makers := map[werewolf.SeatID]chances.Player{}
	for seat, name := range c.Seat {
		if seat < 1 || seat > len(g.record.Header.Seats) {
			return nil, usagef("--seat %d=%s: the game has the seats 1 to %d", seat, name, len(g.record.Header.Seats))
		}
		if name == c.By {
			return nil, usagef("--seat %d=%s: %[2]s plays on in all seats (--by), so nothing is replaced there; a change of 0 would say nothing", seat, name)
		}
		maker, err := goingOn(g.record, name, fmt.Sprintf("--seat %d", seat))
		if err != nil {
			return nil, err
		}
		makers[werewolf.SeatID(seat)] = maker
	}
	return func(seat werewolf.SeatID, seed uint64) (match.Player, error) {
		if maker := makers[seat]; maker != nil {
			return maker(seat, seed)
		}
		return players(seat, seed)
	}, nil
}

// seated says who has which role.
func seated(h *gamelog.Header, p *position.Position) string {
	var list []string
	for i, role := range rolesIn(p) {
		list = append(list, transcript.Safe(h.Seats[i].Name)+" "+role)
	}
	return strings.Join(list, ", ")
}

// text prints the result for people.
func (c *whatifCmd) text(e *env, g *gameFile, r *replaced, with chances.Side, change *chances.Change) error {
	was, now := chances.NewPoint(c.At, r.without, change.Without), chances.NewPoint(c.At, r.with, change.With)
	less := chances.Of(change.For(werewolf.VillagerTeam))
	verdict := "it makes no difference that can be told from chance"
	switch {
	case !less.Bounded():
	case less.Low > 0:
		verdict = "the village is better off so"
	case less.High < 0:
		verdict = "the village is worse off so"
	}
	_, _ = fmt.Fprintf(e.stdout, "%s\nthe village wins %s as it was, %s so: %s points\n\n", verdict, spaced(was.Village), spaced(now.Village), points(less))
	_, _ = fmt.Fprintf(e.stdout, "at %s, played on %d times each way by %s\n", c.At, c.Games, c.By)
	if r.what != "" {
		_, _ = fmt.Fprintf(e.stdout, "what if: %s\n", r.what)
	}
	for _, seat := range slices.Sorted(maps.Keys(c.Seat)) {
		_, _ = fmt.Fprintf(e.stdout, "what if: %s plays in the seat of %s\n", c.Seat[seat], transcript.Safe(g.record.Header.Seats[seat-1].Name))
	}
	if len(c.Roles) > 0 {
		_, _ = fmt.Fprintf(e.stdout, "roles as it was: %s\nroles so:        %s\n", seated(&g.record.Header, r.without), seated(&g.record.Header, r.with))
	}
	for i, way := range chances.Courses(change.With) {
		if i == c.Show {
			break
		}
		_, _ = fmt.Fprintf(e.stdout, "\n%d of %d games go on like this:\n", way.Games, way.Over)
		if err := c.tell(e, g, r.with.Roles(), with, way.Game); err != nil {
			return err
		}
	}
	return nil
}

// tell prints how one game goes on.
func (c *whatifCmd) tell(e *env, g *gameFile, roles []werewolf.Role, with chances.Side, game int) error {
	p := transcript.New(e.stdout, &g.record.Header, colour(e.stdout))
	for i := range g.record.Header.Seats {
		p.Event(&werewolf.Event{Kind: werewolf.Dealt, Seat: werewolf.SeatID(i + 1), Role: roles[i+1]})
	}
	return errors.Join(c.follow(e, with, game, p.Event), p.Err())
}

// follow passes what is told of how one game goes on: what is said before the next night, who dies, and the end.
func (c *whatifCmd) follow(e *env, way chances.Side, game int, tell func(*werewolf.Event)) error {
	night := false
	_, err := chances.Watch(e.ctx, way.From, way.Players, game, c.Seed, func(ev *werewolf.Event) {
		switch ev.Kind {
		case werewolf.Talked:
			if !night && !ev.Skip && !ev.Over {
				tell(ev)
			}
		case werewolf.NightBegan:
			night = true
			tell(ev)
		case werewolf.DayBegan, werewolf.Executed, werewolf.FoundDead, werewolf.GameOver:
			tell(ev)
		default: // told by what comes of it
		}
	})
	return err
}
