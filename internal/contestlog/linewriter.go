package contestlog

import (
	"cmp"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// lineWriter turns a record into the lines of its contest log. What an event does not tell, such as who lives
// and who has which role, it takes from earlier events.
type lineWriter struct {
	rec    *gamelog.Record
	lines  []Line
	roles  []werewolf.Role // by SeatID
	living werewolf.SeatSet
	daily  bool   // number utterances by day, not by phase
	said   [2]int // talks and whispers of the day
	// For a game played elsewhere: the players without a status because their clients had failed for good, and
	// the utterance as that server wrote it.
	lost werewolf.SeatSet
	raw  string
}

// linesOf returns the lines of the record's contest log. Utterances are numbered by day if daily is set,
// otherwise by phase as on the organisers' server until February.
func linesOf(rec *gamelog.Record, daily bool) []Line {
	n := len(rec.Header.Seats)
	t := &lineWriter{rec: rec, roles: make([]werewolf.Role, n+1), living: werewolf.SeatsUpTo(n), daily: daily}
	for i := range rec.Header.Seats {
		t.roles[i+1] = rec.Header.Seats[i].Role
	}
	t.lost = t.neverThere()
	for i := range rec.Entries {
		e := &rec.Entries[i]
		switch {
		case e.Event == nil:
			t.input(e.Input)
		case t.seated(e.Event.Seat) && t.seated(e.Event.Target):
			t.addEvent(e.At, e.Event)
		}
	}
	return t.lines
}

// neverThere returns the players of a game played elsewhere that failed before anything else happened.
func (t *lineWriter) neverThere() (who werewolf.SeatSet) {
	if !t.rec.Header.Foreign {
		return 0
	}
	for i := range t.rec.Entries {
		if in := t.rec.Entries[i].Input; in != nil {
			if !isLoss(in) || !t.seated(in.Action.Seat) {
				break
			}
			who = who.With(in.Action.Seat)
		}
	}
	return who
}

// input records what only the inputs of a game played elsewhere tell.
func (t *lineWriter) input(in *gamelog.Input) {
	t.raw = in.Raw
	if isLoss(in) && t.rec.Header.Foreign && t.seated(in.Action.Seat) {
		t.lost = t.lost.With(in.Action.Seat)
	}
}

// isLoss reports whether the input is the failure of a player that is known to have failed. Where a game broke
// off and nothing shows whose client had failed, its record has a failure without a fault.
func isLoss(in *gamelog.Input) bool {
	return in.Action.Kind == werewolf.Fail && in.Fault == gamelog.Lost
}

// seated reports whether a seat is one of the table or none. Records need not come from the engine.
func (t *lineWriter) seated(id werewolf.SeatID) bool { return id >= 0 && int(id) < len(t.roles) }

// addEvent adds the lines of an event.
func (t *lineWriter) addEvent(at int64, e *werewolf.Event) {
	l := Line{Day: e.Day, Seat: e.Seat, Target: e.Target}
	switch e.Kind {
	case werewolf.Dealt:
		t.roles[e.Seat] = e.Role
		return
	case werewolf.DayBegan:
		t.status(e.Day)
		t.said = [2]int{}
		return
	case werewolf.Talked:
		t.utterance(&l, TalkLine, at, e)
	case werewolf.Whispered:
		t.utterance(&l, WhisperLine, at, e)
	case werewolf.VoteCast:
		l.Kind = VoteLine
	case werewolf.AttackCast:
		l.Kind = AttackVoteLine
	case werewolf.DivineChosen:
		l.Kind, l.Species = DivineLine, t.rec.Header.Rules.Table.Species(t.roles[e.Target])
	case werewolf.GuardChosen:
		l.Kind, l.Role = GuardLine, t.roles[e.Target]
	case werewolf.Executed:
		t.living = t.living.Without(e.Seat)
		l.Kind, l.Seat, l.Target, l.Role = ExecuteLine, 0, e.Seat, t.roles[e.Seat]
	case werewolf.AttackMade:
		if e.Killed {
			t.living = t.living.Without(e.Target)
		}
		l.Kind, l.Seat, l.Unguarded = AttackLine, 0, e.Killed || e.Target == 0
	case werewolf.GameOver:
		t.status(e.Day)
		l.Kind, l.Winner = ResultLine, e.Winner
		l.Humans, l.Werewolves = sides(t.rec.Header.Rules.Table, t.living, t.roles)
	default:
		return
	}
	t.lines = append(t.lines, l)
}

func (t *lineWriter) status(day int) {
	for i := range t.rec.Header.Seats {
		id, s := werewolf.SeatID(i+1), &t.rec.Header.Seats[i]
		l := Line{
			Kind: StatusLine, Day: day, Seat: id, Role: t.roles[id], Status: Dead, Named: true,
			Client: nameColumn(s.Client), Name: nameColumn(s.Name),
		}
		if !t.rec.Header.Foreign {
			l.Client = nameColumn(cmp.Or(s.Client, s.Team, s.Name))
		}
		switch {
		case t.lost.Has(id):
			l.Status = NoStatus
		case t.living.Has(id):
			l.Status = Alive
		}
		t.lines = append(t.lines, l)
	}
}

func (t *lineWriter) utterance(l *Line, kind LineKind, at int64, e *werewolf.Event) {
	said := &t.said[kind-TalkLine]
	l.Kind, l.Idx, l.Turn = kind, e.Idx, e.Turn
	if t.daily {
		l.Idx = *said
	}
	*said++
	l.Time = (t.rec.Header.Started + at) / 1000
	l.Text = werewolf.Clean(e.Text)
	if t.rec.Header.Foreign {
		l.Text = asTold(t.raw, l.Text)
	}
}

// asTold is an utterance as the other server had it, where the game took it without blanks around it and line breaks in
// it, or took nothing for Over.
func asTold(raw, text string) string {
	bare := strings.Trim(strings.ReplaceAll(raw, "\n", ""), " \u3000")
	if bare == text || bare == "" && text == werewolf.OverText {
		return raw
	}
	return text
}

// sides counts the seats of each species. Roles are by SeatID.
func sides(t *werewolf.RoleTable, living werewolf.SeatSet, roles []werewolf.Role) (humans, wolves int) {
	for id := range living.All() {
		if t.Species(roles[id]) == werewolf.Wolf {
			wolves++
		} else {
			humans++
		}
	}
	return humans, wolves
}

// nameColumn makes a name fit for a column: what would break the line or the column is replaced.
func nameColumn(name string) string { return strings.ReplaceAll(werewolf.Clean(name), ",", ";") }
