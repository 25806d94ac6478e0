package export

import (
	"cmp"
	"fmt"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/analysis/heard"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Tables are the rows of a number of games. The zero Tables is empty. It is not safe for concurrent use.
type Tables struct {
	Games      []Game
	Players    []Player
	Utterances []Utterance
	Acts       []Act
	Votes      []Vote
	Outcomes   []Outcome
}

// Add adds the rows of a game that was read from the file. A game is to be added once.
func (t *Tables) Add(g *heard.Game, file string) {
	row := Game{
		Game: g.ID, File: valid(file), Players: int32(len(g.Players)), Setup: setup(g.Setup), LastDay: int32(g.LastDay()),
		Over: g.Over, Record: g.Recorded, Lang: some(g.Lang), Started: some(g.Started),
	}
	if g.Over {
		row.Winner = new(g.Winner.String())
	}
	t.Games = append(t.Games, row)
	first := len(t.Players)
	for i := range g.Players {
		t.Players = append(t.Players, player(g, &g.Players[i]))
	}
	players := t.Players[first:]
	for i := range g.Lines {
		t.line(g, &g.Lines[i], players)
	}
}

// some is a value that is not known where it is zero.
func some[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// seat is a seat that may be missing.
func seat(id werewolf.SeatID) *int32 { return some(int32(id)) }

func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

func setup(counts werewolf.RoleCounts) string {
	var parts []string
	for _, r := range werewolf.Roles() {
		if counts[r] > 0 {
			parts = append(parts, fmt.Sprintf("%s=%d", r, counts[r]))
		}
	}
	return strings.Join(parts, " ")
}

func player(g *heard.Game, p *heard.Player) Player {
	row := Player{
		Game: g.ID, Seat: int32(p.Seat), Team: p.Team, Name: p.Name, Role: p.Role.String(), Side: p.Role.Team().String(),
	}
	if g.Over && g.Winner != werewolf.NoTeam {
		row.Won = new(p.Role.Team() == g.Winner)
	}
	if g.Recorded {
		faults := int32(0)
		for _, n := range p.Faults {
			faults += int32(n)
		}
		row.Faults = &faults
	}
	return row
}

// line adds what a line of the game is to the tables, and to the rows of its players.
func (t *Tables) line(g *heard.Game, l *heard.Line, players []Player) {
	switch l.Kind {
	case gamelog.TalkLine, gamelog.WhisperLine:
		t.utterance(g, l)
		if l.Kind == gamelog.TalkLine && l.Worded() {
			players[l.Seat-1].Spoken++
		}
	case gamelog.VoteLine, gamelog.AttackVoteLine:
		if l.Target == 0 {
			return
		}
		t.Votes = append(t.Votes, Vote{
			Game: g.ID, Line: int32(l.Number), Day: int32(l.Day), Kind: l.Kind.String(), Round: int32(l.Round),
			Seat: int32(l.Seat), Target: int32(l.Target),
		})
		if l.Kind == gamelog.VoteLine {
			players[l.Target-1].Receives++
		}
	default:
		t.outcome(g, l, players)
	}
}

func (t *Tables) outcome(g *heard.Game, l *heard.Line, players []Player) {
	row := Outcome{
		Game: g.ID, Line: int32(l.Number), Day: int32(l.Day), Kind: l.Kind.String(), Seat: seat(l.Seat), Target: seat(l.Target),
	}
	switch {
	case l.Kind == gamelog.DivineLine:
		row.Result = some(l.Species.String())
	case l.Kind == gamelog.GuardLine:
		row.Result = some(l.Role.String())
	case l.Kind == gamelog.ExecuteLine:
		row.Result = some(l.Role.String())
		died(players, l, "executed")
	case l.Killed():
		row.Result = new("killed")
		died(players, l, "attacked")
	case l.Kind == gamelog.AttackLine && l.Target != 0:
		row.Result = new("guarded")
	case l.Kind == gamelog.AttackLine:
		row.Result = new("nobody")
	case l.Kind == gamelog.ResultLine:
		row.Result = new(l.Winner.String())
	}
	t.Outcomes = append(t.Outcomes, row)
}

func died(players []Player, l *heard.Line, how string) {
	if l.Target != 0 {
		players[l.Target-1].DiedDay, players[l.Target-1].DiedHow = new(int32(l.Day)), &how
	}
}

func (t *Tables) utterance(g *heard.Game, l *heard.Line) {
	s := l.Says
	_, everybody := s.Asked(l.Seat)
	row := Utterance{
		Game: g.ID, Line: int32(l.Number), Channel: l.Kind.String(), Day: int32(l.Day), Idx: int32(l.Idx), Turn: int32(l.Turn),
		Seat: int32(l.Seat), Phase: s.Phase(), Text: valid(l.Text), Claim: some(s.Claimed(l.Seat).String()), Retract: s.Retracts(l.Seat),
		Vote: seat(s.Announced(speech.Vote)), RequestVote: seat(s.Requested(speech.Vote)), Attack: seat(s.Announced(speech.Attack)), AskedAll: everybody,
	}
	if g.Recorded {
		row.At, row.Forced, row.Cut = &l.At, &l.Forced, &l.Cut
	}
	var sentences []string
	for n := range s.Sentences() {
		a := act(l.Seat, s, n)
		a.Game, a.Line, a.Act = g.ID, int32(l.Number), int32(len(sentences))
		sentences = append(sentences, a.Sentence)
		t.Acts = append(t.Acts, a)
	}
	row.Acts = strings.Join(sentences, "; ")
	t.Utterances = append(t.Utterances, row)
}

// act is a sentence as a row. What is asked for or denied is one sentence within another.
func act(speaker werewolf.SeatID, rows speech.Rows, n int) Act {
	a := rows[n-1]
	row := Act{Seat: int32(speaker), Sentence: rows.Sentence(n)}
	core := a
	if a.Verb == speech.Request || a.Verb == speech.Inquire || a.Verb == speech.Not {
		row.Frame, row.To = new(a.Verb.String()), agent(a.Target)
		for _, core = range rows.Inside(n) {
			break
		}
	}
	row.Verb, row.Target = strings.ToUpper(core.Verb.String()), agent(core.Target)
	row.Role, row.Species = some(core.Role.String()), some(core.Species.String())
	switch subject := cmp.Or(core.Subject, a.Subject); {
	case subject > 0:
		row.Subject = int32(subject)
	case subject == 0 && row.Frame == nil, subject == 0 && a.Verb == speech.Not:
		row.Subject = int32(speaker)
	case subject == 0 && row.To != nil:
		row.Subject = *row.To
	}
	return row
}

// agent is the seat of an agent, missing for everybody and nobody.
func agent(a werewolf.SeatID) *int32 {
	if a <= 0 {
		return nil
	}
	return new(int32(a))
}
