package situation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Result is how a player has done in a situation.
type Result struct {
	Name  string `json:"name"`
	Holds bool   `json:"holds"` // in every run
	Runs  []Run  `json:"runs"`
}

// Run is one try.
type Run struct {
	Answers []Reply  `json:"answers"`
	Broken  []Breach `json:"broken"`
}

// Reply is an answer, for people and for other programs.
type Reply struct {
	Asked string         `json:"asked"`
	Said  string         `json:"said"`           // as the table heard it; a choice's name
	Acts  []string       `json:"acts,omitempty"` // of an utterance, what it says
	Was   string         `json:"original,omitempty"`
	Fault string         `json:"fault,omitempty"`
	Notes []gamelog.Note `json:"notes,omitempty"`
}

// Breach is an expectation that the answers do not fulfil.
type Breach struct {
	Expected string `json:"expected"`
	But      string `json:"but"`
	Why      string `json:"why"`
}

// Try gives the position to the player, who must be new to it, and returns what it answers.
func (s *Situation) Try(ctx context.Context, player match.Player) (*Run, error) {
	t, err := s.play(ctx, player)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	r := &Run{Answers: []Reply{}, Broken: []Breach{}}
	for _, a := range t.answers {
		r.Answers = append(r.Answers, t.reply(a))
		if how := a.fault(); how != "" {
			r.Broken = append(r.Broken, Breach{"answer as the rules allow", how, "whoever gives no legal answer in time has none"})
		}
	}
	for i := range s.expect {
		e := &s.expect[i]
		if how := e.broken(t); how != "" {
			r.Broken = append(r.Broken, Breach{e.text, how, e.why})
		} else if !slices.ContainsFunc(t.answers, func(a *Answer) bool { return slices.Contains(e.kinds, a.Kind) }) {
			r.Broken = append(r.Broken, Breach{e.text, "gave no answer to it", e.why})
		}
	}
	return r, nil
}

func (t *trial) reply(a *Answer) Reply {
	r := Reply{Asked: strings.ToLower(a.Kind.String()), Said: a.Text, Was: a.Was, Fault: a.Fault.String(), Notes: a.Why}
	for n := range a.Rows.Sentences() {
		r.Acts = append(r.Acts, t.script.called(a.Rows.Sentence(n, t.script.rules.Table)))
	}
	return r
}

// called is a sentence of the protocol with the names of the players.
func (s *Situation) called(sentence string) string {
	var names []string
	for i := range s.seats {
		names = append(names, fmt.Sprintf("Agent[%02d]", i+1), s.seats[i].Name)
	}
	return strings.NewReplacer(names...).Replace(sentence)
}

// Time lets set change how long answers may take; nothing else of the rules is its to change.
func (s *Situation) Time(set func(*werewolf.Rules)) { set(&s.rules) }

// Finish tells a player at the other end of a connection that the game is over.
func (s *Situation) Finish(ctx context.Context, player match.Player) {
	w := werewolf.NewWatcher(&s.rules, s.Seat)
	g, err := werewolf.New(s.rules, s.seats, 0)
	if err != nil {
		return
	}
	for i := range g.Log() {
		w.See(&g.Log()[i], startedAt)
	}
	_, _ = player.Answer(ctx, w.Observation(werewolf.Request{Seat: s.Seat, Kind: werewolf.Finish}))
}

// Report is how a player has done in many situations.
type Report struct {
	Player  string   `json:"player"`
	Results []Result `json:"results"`
}

// Held is in how many situations everything was as expected.
func (r *Report) Held() stats.Rate {
	held := 0
	for i := range r.Results {
		if r.Results[i].Holds {
			held++
		}
	}
	return stats.Wilson(held, len(r.Results))
}

// Difference is a situation in which two players do not behave alike.
type Difference struct {
	Name string
	A, B *Result
}

// Differences are the situations of both reports in which the answers say or choose other things, or hold in one only.
func Differences(a, b *Report) (all []Difference, common int) {
	for i := range a.Results {
		of := &a.Results[i]
		at := slices.IndexFunc(b.Results, func(r Result) bool { return r.Name == of.Name })
		if at < 0 {
			continue
		}
		common++
		if with := &b.Results[at]; of.Holds != with.Holds || !slices.Equal(of.Does(), with.Does()) {
			all = append(all, Difference{of.Name, of, with})
		}
	}
	return all, common
}

// Does is what the player does in all runs, whatever words it uses and in which run it does so.
func (r *Result) Does() (all []string) {
	for i := range r.Runs {
		all = append(all, r.Runs[i].Does())
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Does is what the answers of a run do, whatever their words.
func (r *Run) Does() string {
	var parts []string
	for i := range r.Answers {
		a := &r.Answers[i]
		does := a.Said
		if a.Asked == "talk" || a.Asked == "whisper" {
			does = strings.Join(a.Acts, "; ")
		}
		parts = append(parts, a.Asked+" "+does)
	}
	return strings.Join(parts, " | ")
}
