package situation

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// Cut returns the file of a situation: the record's game as far as the last of the moments, at which the seat is asked. Its answers
// there stand behind the questions.
func Cut(rec *gamelog.Record, seat werewolf.SeatID, moments []string) ([]byte, error) {
	if seat < 1 || int(seat) > len(rec.Header.Seats) {
		return nil, fmt.Errorf("seat %d: the game has the seats 1 to %d", seat, len(rec.Header.Seats))
	}
	c := cutting{rec: rec, seat: seat, asked: map[int]bool{}}
	for _, m := range moments {
		if err := c.find(m); err != nil {
			return nil, err
		}
	}
	f := c.file()
	text := f.text()
	_, err := Parse("the cut", text)
	if err == nil {
		return text, nil
	}
	// The contest's rules do not let it happen so: those of the record do, if any do.
	rules := rec.Header.Rules
	rules.Habits = werewolf.Habits{}
	encoded, fault := json.Marshal(rules)
	if fault != nil {
		return nil, fault
	}
	f.Rules = string(encoded)
	text = f.text()
	if _, again := Parse("the cut", text); again != nil {
		return nil, errors.Join(err, again)
	}
	return text, nil
}

// cutting cuts a position out of a record.
type cutting struct {
	rec   *gamelog.Record
	seat  werewolf.SeatID
	asked map[int]bool // places of the inputs that are asked for
	last  int          // the last of them
	day   int          // of all of them
}

// kindsAt are the questions that a moment may mean.
func kindsAt(moment string) []werewolf.RequestKind {
	_, part, _ := strings.Cut(moment, ":")
	switch part {
	case "vote":
		return []werewolf.RequestKind{werewolf.Vote}
	case "night":
		return []werewolf.RequestKind{werewolf.Divine, werewolf.Guard, werewolf.Attack}
	case "whisper":
		return []werewolf.RequestKind{werewolf.Whisper}
	default:
		return []werewolf.RequestKind{werewolf.Talk}
	}
}

// find takes the seat's first answer from a moment on.
func (c *cutting) find(moment string) error {
	from, err := position.Find(c.rec, moment)
	if err != nil {
		return err
	}
	day := 0
	for _, e := range c.rec.Entries[:from] {
		if e.Event != nil {
			day = e.Event.Day
		}
	}
	kinds := kindsAt(moment)
	for i := from; i < len(c.rec.Entries); i++ {
		e := &c.rec.Entries[i]
		if e.Event != nil {
			if e.Event.Day > day && e.Event.Kind == werewolf.DayBegan {
				break
			}
			continue
		}
		in := &e.Input.Action
		if in.Seat == c.seat && in.Kind == werewolf.Answer && slices.Contains(kinds, in.Request) {
			if len(c.asked) > 0 && day != c.day {
				return fmt.Errorf("%s: the moments are of days %d and %d, and a position is of one; cut it out by itself", moment, c.day, day)
			}
			c.asked[i], c.last, c.day = true, max(c.last, i), day
			return nil
		}
	}
	return fmt.Errorf("%s: seat %d (%s) is asked nothing there on that day; another moment or another seat", moment, c.seat, c.rec.Header.Seats[c.seat-1].Name)
}

// file is the game as far as the last question.
func (c *cutting) file() *file {
	h := &c.rec.Header
	f := &file{
		About: "cut out of a game", Source: "game " + h.ID, Lang: h.Lang, Seat: h.Seats[c.seat-1].Name,
		Expect: []expectFile{{Law: "answers", Why: "write here what the game asks for, and why; docs/situations.md says how"}},
	}
	if f.Lang != "ja" {
		f.Lang = "en"
	}
	for i := range h.Seats {
		f.Players = append(f.Players, playerFile{h.Seats[i].Name, h.Rules.Table.Name(h.Seats[i].Role)})
	}
	w := writing{cutting: c, file: f}
	for i := range c.rec.Entries[:c.last+1] {
		if e := &c.rec.Entries[i]; e.Event != nil {
			w.event(e.Event)
		} else {
			w.input(i, &e.Input.Action)
		}
	}
	w.flush()
	w.trim(c.rec.Entries[c.last].Input.Action.Request)
	return f
}

// writing is a file that is written entry by entry.
type writing struct {
	*cutting
	*file

	talked bool
	asking bool // what the seat says next is asked for
	own    bool // the seat has been asked in this talk: what it says from there on is asked for
	open   *werewolf.Action
}

// input takes an answer: of what is said the event follows.
func (w *writing) input(at int, a *werewolf.Action) {
	w.flush()
	if a.Kind != werewolf.Answer || a.Seat != w.seat {
		return
	}
	if w.asking = w.asked[at]; w.asking {
		w.open = a
	}
}

// flush writes a question that no event has followed: the last one, or a choice that was void.
func (w *writing) flush() {
	if w.open == nil {
		return
	}
	a := w.open
	w.open = nil
	if a.Request.Speaks() {
		w.say(a.Request, a.Seat, a.Text)
		return
	}
	w.choose(a.Request, a.Seat, a.Target)
}

// today is the day that is written.
func (w *writing) today() *dayFile { return &w.Days[len(w.Days)-1] }

// name is what a seat is called.
func (w *writing) name(id werewolf.SeatID) string {
	if id < 1 {
		return ""
	}
	return w.rec.Header.Seats[id-1].Name
}

func (w *writing) event(e *werewolf.Event) {
	switch e.Kind {
	case werewolf.DayBegan:
		w.Days = append(w.Days, dayFile{Day: e.Day})
		w.talked, w.own = false, false
	case werewolf.Talked, werewolf.Whispered:
		w.open = nil
		kind := werewolf.Talk
		if e.Kind == werewolf.Whispered {
			kind = werewolf.Whisper
		}
		if !e.Forced || w.asking {
			w.say(kind, e.Seat, e.Text)
		}
		w.asking = w.asking && e.Seat != w.seat
	case werewolf.VoteCast:
		w.choose(werewolf.Vote, e.Seat, e.Target)
	case werewolf.DivineChosen:
		w.choose(werewolf.Divine, e.Seat, e.Target)
	case werewolf.GuardChosen:
		w.choose(werewolf.Guard, e.Seat, e.Target)
	case werewolf.AttackCast:
		w.choose(werewolf.Attack, e.Seat, e.Target)
	case werewolf.Executed:
		w.today().Executed = w.name(e.Seat)
	case werewolf.FoundDead:
		if len(w.Days) > 0 { // it is told before its day begins
			w.today().Killed = w.name(e.Seat)
		}
	default:
	}
}

// say writes an utterance.
func (w *writing) say(kind werewolf.RequestKind, seat werewolf.SeatID, text string) {
	d := w.today()
	part := &d.Talk
	switch {
	case kind == werewolf.Talk:
		w.talked = true
	case w.talked:
		part = &d.Whisper
	default:
		part = &d.Before
	}
	text = strings.TrimPrefix(strings.Join(strings.Fields(text), " "), ask)
	if seat == w.seat {
		if w.own = w.own || w.asking; w.own {
			text = strings.TrimSpace(ask + " " + text)
		}
	}
	*part += w.name(seat) + ": " + text + "\n"
}

// choose writes a choice.
func (w *writing) choose(kind werewolf.RequestKind, seat, target werewolf.SeatID) {
	d := w.today()
	part := map[werewolf.RequestKind]*map[string]string{
		werewolf.Vote: &d.Vote, werewolf.Divine: &d.Divine, werewolf.Guard: &d.Guard, werewolf.Attack: &d.Attack,
	}[kind]
	if *part == nil {
		*part = map[string]string{}
	}
	to := w.name(target)
	if seat == w.seat && w.asking {
		w.open, w.asking = nil, false
		to = strings.TrimSpace(ask + " " + to)
	}
	(*part)[w.name(seat)] = to
}

// trim leaves out of the last day what the others chose at the same time as the seat.
func (w *writing) trim(kind werewolf.RequestKind) {
	d := w.today()
	own := w.name(w.seat)
	for k, part := range map[werewolf.RequestKind]*map[string]string{
		werewolf.Vote: &d.Vote, werewolf.Divine: &d.Divine, werewolf.Guard: &d.Guard, werewolf.Attack: &d.Attack,
	} {
		if chosen, is := (*part)[own]; k == kind || kind.Speaks() && !strings.HasPrefix(chosen, ask) && k != werewolf.Vote {
			if *part = nil; is {
				*part = map[string]string{own: chosen}
			}
		}
	}
}
