package chronicle

import (
	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// OfRecord is the chronicle of a native record. The record is not kept, but for its texts.
func OfRecord(rec *gamelog.Record) (*Game, error) {
	g := fold(rec)
	if err := g.seated(); err != nil {
		return nil, err
	}
	if g.Lang == "" {
		g.Lang = g.language()
	}
	g.identify()
	return g, nil
}

// Summarize is what is known of the record of a game that may go on: all but its identity. Roles that nobody was dealt yet
// are not known.
func Summarize(rec *gamelog.Record) *Summary { return &fold(rec).Summary }

// fold is the chronicle without what takes time to find out.
func fold(rec *gamelog.Record) *Game {
	h := &rec.Header
	g := &Game{Seed: h.Seed, Summary: Summary{
		ID: h.ID, Started: h.Started, Lang: h.Lang, roles: h.Rules.Table, rules: h.Rules, Recorded: !h.Foreign, LogName: contestlog.FileName(h, ""),
		Provenance: h.Provenance,
	}}
	for i := range h.Seats {
		g.seat(&h.Seats[i])
		if from := h.Provenance; from != nil && i < len(from.Players) && from.Players[i].Entry != "" {
			g.Players[i].Entry = from.Players[i].Entry
			g.Players[i].Team = Label(g.Players[i].Entry) // teams of an entry's seats are numbered
		}
	}
	f := recordReader{Game: g, living: werewolf.SeatsUpTo(len(g.Players)), inTurn: h.Rules.Talk.Mode != werewolf.Synchronized, given: worded{}}
	for i := range rec.Entries {
		switch e := &rec.Entries[i]; {
		case e.Event != nil:
			f.event(e.Event, i+2, e.At)
		default:
			f.input(e.Input, i+2)
		}
	}
	for i := range g.Players {
		g.Setup[g.Players[i].Role]++
	}
	for i := range g.Lines {
		if l := &g.Lines[i]; l.Speaks() && !l.passing && g.Player(l.Seat).Calls != nil {
			g.Player(l.Seat).Calls.Line(l.ByModel)
		}
	}
	return g
}

// recordReader folds what happened into lines and into what is known of the players.
type recordReader struct {
	*Game
	living     werewolf.SeatSet
	inTurn     bool // players speak one after another
	spoken     int  // players that have spoken on day 1
	utterances int
	today      int
	todays     [2]int // talks and whispers of today
	given      worded
}

// event takes an event of a record, which stands in the line of that number. What a contest log does not tell makes no
// line.
func (f *recordReader) event(e *werewolf.Event, number int, at int64) {
	if f.Player(e.Seat) == nil && e.Seat != 0 || f.Player(e.Target) == nil && e.Target != 0 {
		return // records need not come from the rules
	}
	l := Line{Line: contestlog.Line{Number: number, Day: e.Day, Seat: e.Seat, Target: e.Target}, At: at}
	switch e.Kind {
	case werewolf.DayBegan:
		f.dawn(e.Day, number, at)
		return
	case werewolf.Dealt:
		if p := f.Player(e.Seat); p != nil {
			p.Role = e.Role
		}
		return
	case werewolf.Failed:
		if p := f.Player(e.Seat); p != nil {
			p.Gone = f.Recorded
		}
		return
	case werewolf.GameOver:
		f.dawn(e.Day, number, at)
		f.Over, f.Winner, f.End = true, e.Winner, e.End
	default:
		if e.Seat == 0 && e.Kind != werewolf.AttackMade {
			return // nobody did it
		}
	}
	if f.fillLine(&l, e) {
		f.addLine(l)
	}
}

// input takes an answer that stands in the line of that number: what was wrong with it, and what the player noted with it.
func (f *recordReader) input(in *gamelog.Input, number int) {
	id := in.Action.Seat
	if f.Player(id) == nil {
		return
	}
	if wrong := in.Wrong(); wrong != gamelog.NoFault {
		f.fault(id, wrong)
	}
	calls := CallsOf(in.Notes)
	f.given[asked{id, in.Action.Request}] = ModelsWords(calls, in.Action.Request)
	for i, c := range calls {
		if c != nil {
			f.Player(id).call(c)
			c.Messages = nil // the note has them
		}
		f.Notes = append(f.Notes, Note{in.Notes[i], c, id, f.Days, len(f.Lines), number, i})
	}
}

// dawn tells of every player whether it lives.
func (f *recordReader) dawn(day, number int, at int64) {
	for i := range f.Players {
		p := &f.Players[i]
		l := Line{Line: contestlog.Line{Number: number, Kind: contestlog.StatusLine, Day: day, Seat: p.Seat, Role: p.Role, Status: f.status(p.Seat), Named: true}, At: at}
		f.addLine(l)
	}
}

func (f *recordReader) status(id werewolf.SeatID) contestlog.LifeStatus {
	if f.living.Has(id) {
		return contestlog.Alive
	}
	return contestlog.Dead
}

// fillLine says in a line what the event was, false when a contest log has no such line.
func (f *recordReader) fillLine(l *Line, e *werewolf.Event) bool {
	switch e.Kind {
	case werewolf.Talked, werewolf.Whispered:
		l.Kind = contestlog.TalkLine
		if e.Kind == werewolf.Whispered {
			l.Kind = contestlog.WhisperLine
		}
		l.Idx, l.Turn, l.Text, l.Forced, l.Cut, l.passing = e.Idx, e.Turn, e.Text, e.Forced, e.Cut, e.Skip || e.Over
	case werewolf.VoteCast:
		l.Kind, l.Round = contestlog.VoteLine, e.Turn
	case werewolf.AttackCast:
		l.Kind, l.Round = contestlog.AttackVoteLine, e.Turn
	case werewolf.DivineChosen:
		l.Kind, l.Species = contestlog.DivineLine, f.Roles().Species(f.role(e.Target))
	case werewolf.GuardChosen:
		l.Kind, l.Role = contestlog.GuardLine, f.role(e.Target)
	case werewolf.Executed:
		l.Kind, l.Seat, l.Target, l.Role = contestlog.ExecuteLine, 0, e.Seat, f.role(e.Seat)
	case werewolf.AttackMade:
		l.Kind, l.Seat, l.Unguarded = contestlog.AttackLine, 0, e.Killed || e.Target == 0
	case werewolf.GameOver:
		l.Kind, l.Winner = contestlog.ResultLine, e.Winner
	default:
		return false
	}
	return true
}

func (f *recordReader) role(id werewolf.SeatID) werewolf.Role {
	if p := f.Player(id); p != nil {
		return p.Role
	}
	return werewolf.NoRole
}

// addLine takes the next line and notes what it tells of the players.
func (f *recordReader) addLine(l Line) {
	f.Days = max(f.Days, l.Day)
	switch {
	case l.Speaks():
		l.of, l.utterance = f.Game, f.utterances
		f.utterances++
		f.number(&l)
		f.spoke(&l)
	case l.Kind == contestlog.ExecuteLine:
		f.dies(l.Target, l.Day, werewolf.ByExecution)
	case l.Killed():
		f.dies(l.Target, l.Day, werewolf.ByAttack)
	}
	if l.Logged == 0 {
		l.Logged = len(f.Lines) + 1
	}
	f.Lines = append(f.Lines, l)
}

// number numbers the utterances of a day, talk and whisper each by itself. Some servers begin anew with every phase.
func (f *recordReader) number(l *Line) {
	if l.Day != f.today {
		f.today, f.todays = l.Day, [2]int{}
	}
	n := &f.todays[l.Kind-contestlog.TalkLine]
	l.Idx = *n
	*n++
}

func (f *recordReader) dies(id werewolf.SeatID, day int, cause werewolf.Cause) {
	f.living = f.living.Without(id)
	if p := f.Player(id); p != nil {
		p.Died, p.Cause = day, cause
	}
}

func (f *recordReader) spoke(l *Line) {
	p := f.Player(l.Seat)
	if p == nil {
		return
	}
	if l.ByModel = f.given.says(l.Seat, l.Kind) && !l.passing; l.Kind != contestlog.TalkLine {
		return
	}
	if l.passing {
		p.Passed++
	} else {
		p.Said++
	}
	if f.inTurn && l.Day == 1 && p.Order == 0 {
		f.spoken++
		p.Order = f.spoken
	}
}

func (s *Summary) fault(id werewolf.SeatID, what gamelog.Fault) {
	p := s.Player(id)
	if p == nil {
		return
	}
	if p.Faults == nil {
		p.Faults = map[gamelog.Fault]int{}
	}
	p.Faults[what]++
}
