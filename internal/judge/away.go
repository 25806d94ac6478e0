package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/experiment"
	"wolfden/werewolf"
)

// Asked is what a judge is asked about a game where somebody else puts the questions: as JSON it is all that they need, and holds no team.
type Asked struct {
	Game      *Game      `json:"game"`
	Questions []Question `json:"questions"`
}

// Outcome is what came of a question: an answer, or that there is none.
type Outcome struct {
	Entry
	Call  chronicle.Call `json:"call"`
	Wrong []string       `json:"wrong,omitempty"` // with each answer of no use
	Cut   bool           `json:"cut,omitempty"`   // no verdict came, since no more answers did
}

// Asked lists what the panel asks about games and the book does not answer, one judge and game after another.
func (p *Panel) Asked(games []*Game, book *AnswerBook) (all []Asked) {
	r := run{panel: p, book: book}
	for _, lane := range r.open(p.jobs(games)) {
		all = append(all, askedOf(lane))
	}
	return all
}

func askedOf(lane []job) Asked {
	a := Asked{Game: lane[0].game}
	for i := range lane {
		a.Questions = append(a.Questions, lane[i].q)
	}
	return a
}

// Put has the judges of the panel answer questions, and returns what came of each.
func (p *Panel) Put(ctx context.Context, a *Asked) ([]Outcome, error) {
	r, err := p.begin()
	if err != nil {
		return nil, err
	}
	var all []Outcome
	for _, q := range a.Questions {
		nth := slices.IndexFunc(p.Judges, func(j Panelist) bool { return j.Name == q.Rater })
		c := slices.IndexFunc(p.Criteria, func(c Criterion) bool { return c.Letter == q.Criterion })
		if nth < 0 || c < 0 {
			return nil, fmt.Errorf("nobody here can ask %q by criterion %q", q.Rater, q.Criterion)
		}
		o, _ := r.put(ctx, &job{q, a.Game, &p.Criteria[c], p.Judges[nth], nth}, len(a.Questions) > 1)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		all = append(all, *o)
	}
	return all, nil
}

// away has the crew put the questions of a lane, and keeps what comes.
func (r *run) away(ctx context.Context, lane []job) error {
	all, err := experiment.Away[[]Outcome](ctx, r.panel.Crew, askedOf(lane))
	if err != nil {
		return err
	}
	for i := range lane {
		if i >= len(*all) || !(*all)[i].answers(&lane[i].q) {
			return fmt.Errorf("a worker sent other answers than to what it was asked of game %s", lane[i].game.ID)
		}
		if err := r.take(&lane[i], &(*all)[i]); err != nil {
			return err
		}
	}
	return nil
}

// answers reports whether it is one of the question.
func (o *Outcome) answers(q *Question) bool {
	switch {
	case o.Key != nil || len(o.Answers) > 0 || (o.Answer == nil) == (o.Failure == nil):
		return false
	case o.Answer != nil:
		return o.Answer.Question == *q
	}
	return o.Failure.Question == *q && len(o.Wrong) == len(o.Failure.Tries)
}

// seen is a game as JSON: what raters may see of it.
type seen struct {
	ID       string              `json:"id"`
	Lang     string              `json:"lang"`
	Roles    *werewolf.RoleTable `json:"roles"`
	Names    []string            `json:"names"`
	Profiles []string            `json:"profiles"`
	Lines    []contestlog.Line   `json:"lines"`
}

// MarshalJSON writes what raters may see of the game.
func (g *Game) MarshalJSON() ([]byte, error) {
	s := seen{ID: g.ID, Lang: g.Lang, Roles: g.Roles, Names: g.Names()}
	for i := range g.Players {
		s.Profiles = append(s.Profiles, g.Players[i].Profile)
	}
	for i := range g.Lines {
		l := g.Lines[i].Line
		l.Client, l.Name = "", "" // which may tell the team
		s.Lines = append(s.Lines, l)
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads it. Such a game can be judged by models alone.
func (g *Game) UnmarshalJSON(text []byte) error {
	var s seen
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	if len(s.Profiles) != len(s.Names) {
		return errors.New("a game with other players than profiles")
	}
	*g = Game{ID: s.ID, Lang: s.Lang, Roles: s.Roles}
	for i, name := range s.Names {
		g.Players = append(g.Players, Player{Name: name, Profile: s.Profiles[i]})
	}
	for _, l := range s.Lines {
		if int(l.Seat) > len(s.Names) || int(l.Target) > len(s.Names) {
			return fmt.Errorf("line %d names a seat that nobody has", l.Number)
		}
		g.Lines = append(g.Lines, chronicle.Line{Line: l})
	}
	return nil
}
