package export

import (
	"cmp"
	"strconv"
	"strings"

	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/origin"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Tables are the rows of a number of games. The zero Tables is empty. It is not safe for concurrent use.
type Tables struct {
	games      []gameRow
	players    []playerRow
	utterances []utteranceRow
	acts       []actRow
	votes      []voteRow
	outcomes   []outcomeRow
	calls      []callRow
	moves      []moveRow
	inputs     []inputRow
	notes      []noteRow
	beliefs    []beliefRow
}

// Origin is where a game comes from, with what is known of it beside its chronicle. The zero Origin knows nothing.
type Origin struct {
	File    string            // below the folder that was named
	Contest string            // the folder that the game belongs to
	Inputs  []chronicle.Input // nil where no record tells them
	Judged  *chances.Judged   // its moves; nil where they were not judged
}

// Add adds the rows of a game. A game is to be added once.
func (t *Tables) Add(g *chronicle.Game, from *Origin) {
	row := gameRow{
		Game: g.ID, Lang: g.Lang, File: valid(from.File), Contest: valid(from.Contest), Players: int32(len(g.Players)), Setup: strings.ReplaceAll(g.Roles().Counts(g.Setup), ",", " "), LastDay: int32(g.Days),
		Over: g.Over, Record: g.Recorded, Started: some(g.Started), Division: g.Table(),
	}
	if g.Recorded {
		row.Seed, row.Rules, row.Mode = new(strconv.FormatUint(g.Seed, 10)), new(origin.HashOf(g.Rules())), new(g.Rules().Talk.Mode.String())
	}
	if p := g.Provenance; p != nil {
		row.Plan, row.Round, row.Deal = some(valid(p.Plan)), some(int32(p.Round)), some(int32(p.Deal))
		row.Source, row.In, row.Match = some(valid(p.Source)), some(valid(p.Setup)), some(valid(p.Match))
		row.Command, row.Program, row.Commit = some(valid(p.Command)), some(valid(p.Program)), some(valid(p.Commit))
	}
	if g.Over {
		row.Winner = new(g.Winner.String())
	}
	t.games = append(t.games, row)
	first := len(t.players)
	for i := range g.Players {
		t.players = append(t.players, player(g, &g.Players[i]))
	}
	players := t.players[first:]
	for i := range g.Lines {
		t.line(g, &g.Lines[i], players)
	}
	t.call(g)
	t.input(g, from.Inputs)
	t.note(g)
	if from.Judged != nil {
		t.move(g, from.Judged, players)
	}
}

// call adds what players asked of models.
func (t *Tables) call(g *chronicle.Game) {
	number := int32(0)
	for i := range g.Notes {
		c := g.Notes[i].Call
		if c == nil {
			continue
		}
		number++
		row := callRow{
			Game: g.ID, Lang: g.Lang, Call: number, Day: int32(g.Notes[i].Day), Seat: int32(g.Notes[i].Seat), Task: valid(c.Task), Prompt: valid(c.Prompt),
			Model: some(valid(c.Model)), By: c.By, Why: some(valid(c.Why)), Again: some(valid(c.Again)), Repaired: some(valid(c.Repaired)), Answer: some(valid(c.Answer)), Cached: c.Cached,
			Requests: int32(c.Attempts), In: int64(c.In), CachedIn: int64(c.CachedIn), Out: int64(c.Out), Thinking: int64(c.ThoughtOut),
			Latency: c.Latency, USD: c.USD, Line: int32(g.Notes[i].Number), Note: int32(g.Notes[i].Place), Thought: some(valid(c.Thought)),
			Answers: some(valid(c.Answers)),
		}
		if c.By == chronicle.ByRule {
			row.Cause = new(c.Cause())
		}
		t.calls = append(t.calls, row)
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

func player(g *chronicle.Game, p *chronicle.Player) playerRow {
	row := playerRow{
		Game: g.ID, Lang: g.Lang, Seat: int32(p.Seat), Team: p.Team, Name: p.Name, Role: g.Roles().Name(p.Role), Side: g.Side(p).String(),
		Spoken: int32(p.Said),
	}
	if g.Over && g.Winner != werewolf.NoTeam {
		row.Won = new(g.Won(p))
	}
	if g.Recorded {
		row.Faults = new(int32(p.FaultCount()))
	}
	if p.Cause != 0 {
		row.DiedDay, row.DiedHow = new(int32(p.Died)), new(map[werewolf.Cause]string{werewolf.ByExecution: "executed", werewolf.ByAttack: "attacked"}[p.Cause])
	}
	row.Client = some(valid(p.Client))
	if from := g.Provenance; from != nil && len(from.Players) >= int(p.Seat) {
		row.played(&from.Players[p.Seat-1])
	}
	return row
}

// line adds what a line of the game is to the tables, and to the rows of its players.
func (t *Tables) line(g *chronicle.Game, l *chronicle.Line, players []playerRow) {
	switch l.Kind {
	case contestlog.TalkLine, contestlog.WhisperLine:
		t.utterance(g, l)
	case contestlog.VoteLine, contestlog.AttackVoteLine:
		if l.Target == 0 {
			return
		}
		t.votes = append(t.votes, voteRow{
			Game: g.ID, Lang: g.Lang, Line: int32(l.Number), Day: int32(l.Day), Kind: l.Kind.String(), Round: int32(l.Round),
			Seat: int32(l.Seat), Target: int32(l.Target),
		})
		if l.Kind == contestlog.VoteLine {
			players[l.Target-1].Receives++
		}
	case contestlog.StatusLine: // what it tells follows from the others
	default:
		t.outcome(g, l)
	}
}

func (t *Tables) outcome(g *chronicle.Game, l *chronicle.Line) {
	row := outcomeRow{
		Game: g.ID, Lang: g.Lang, Line: int32(l.Number), Day: int32(l.Day), Kind: l.Kind.String(), Seat: seat(l.Seat), Target: seat(l.Target),
	}
	switch {
	case l.Kind == contestlog.DivineLine:
		row.Result = some(l.Species.String())
	case l.Kind == contestlog.GuardLine:
		row.Result = some(g.Roles().Name(l.Role))
	case l.Kind == contestlog.ExecuteLine:
		row.Result = some(g.Roles().Name(l.Role))
	case l.Killed():
		row.Result = new("killed")
	case l.Kind == contestlog.AttackLine && l.Target != 0:
		row.Result = new("guarded")
	case l.Kind == contestlog.AttackLine:
		row.Result = new("nobody")
	case l.Kind == contestlog.ResultLine:
		row.Result = new(l.Winner.String())
	}
	t.outcomes = append(t.outcomes, row)
}

func (t *Tables) utterance(g *chronicle.Game, l *chronicle.Line) {
	s := l.Says()
	_, everybody := s.Asked(l.Seat)
	row := utteranceRow{
		Game: g.ID, Lang: g.Lang, Line: int32(l.Number), Channel: l.Kind.String(), Day: int32(l.Day), Idx: int32(l.Idx), Turn: int32(l.Turn),
		Seat: int32(l.Seat), Phase: s.Phase(), Text: valid(l.Text), Claim: some(g.Roles().Name(s.Claimed(l.Seat))), Retract: s.Retracts(l.Seat),
		Vote: seat(s.Announced(speech.Vote)), RequestVote: seat(s.Requested(speech.Vote)), Attack: seat(s.Announced(speech.Attack)), AskedAll: everybody,
	}
	if g.Recorded {
		row.At, row.Forced, row.Cut = &l.At, &l.Forced, &l.Cut
	}
	if p := g.Player(l.Seat); p != nil && p.Calls != nil {
		row.ByModel = &l.ByModel
	}
	var sentences []string
	for n := range s.Sentences() {
		a := act(g.Roles(), l.Seat, s, n)
		a.Game, a.Lang, a.Line, a.Act = g.ID, g.Lang, int32(l.Number), int32(len(sentences))
		sentences = append(sentences, a.Sentence)
		t.acts = append(t.acts, a)
	}
	row.Acts = strings.Join(sentences, "; ")
	t.utterances = append(t.utterances, row)
}

// act is a sentence as a row. What is asked for or denied is one sentence within another.
func act(roles *werewolf.RoleTable, speaker werewolf.SeatID, rows speech.Rows, n int) actRow {
	a := rows[n-1]
	row := actRow{Seat: int32(speaker), Sentence: rows.Sentence(n, roles)}
	core := a
	if a.Verb == speech.Request || a.Verb == speech.Inquire || a.Verb == speech.Not {
		row.Frame, row.To = new(a.Verb.String()), agent(a.Target)
		for _, core = range rows.Inside(n) {
			break
		}
	}
	row.Verb, row.Target = strings.ToUpper(core.Verb.String()), agent(core.Target)
	row.Role, row.Species = some(roles.Name(core.Role)), some(core.Species.String())
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
