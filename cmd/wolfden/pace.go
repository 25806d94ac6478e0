package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"wolfden/internal/bot/demand"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/llm/examine"
)

// gamePace tells how long a game is going to take, as soon as the pace of its models is known by their first answers, and once more if
// later many questions have to be put again. nil tells nothing.
type gamePace struct {
	out  io.Writer
	game demand.Seat // all seats of a game together, on average
	// atOnce is how many games share the models.
	atOnce int
	busy   []span // of the requests so far
	usage  llm.Usage
	bytes  int // of their prompts
	// requests are more than questions where questions were put again.
	requests, questions int
	factor              float64 // requests a question at the first forecast
	done                bool    // nothing more is told
}

// span is a time in which a model was asked.
type span struct{ from, to time.Time }

const (
	// pacedBy is how many questions make a pace; they come from the first minutes of the first game. Those are greetings, in which a
	// model goes wrong less often than later.
	pacedBy = 6
	// watched is how many questions are looked at for those that are put again.
	watched = 8 * pacedBy
	// halfAgain is how many times as many requests a question takes as in the first forecast before another is told.
	halfAgain = 1.5
	// worthTelling is the shortest game that anybody is told of.
	worthTelling = time.Minute
)

// tellPace has the models say how long games in a language take in which these players sit, in one line a game. Of answers that are
// replayed nothing is told: they take no time.
func (f *modelFlags) tellPace(w io.Writer, m *models, atOnce int, lang string, games ...[]string) error {
	if m == nil || f.ModelReplay != "" || len(games) == 0 {
		return nil
	}
	table, err := demand.Counted()
	if err != nil {
		return err
	}
	p := &gamePace{out: w, atOnce: max(1, min(atOnce, len(games)))}
	for _, players := range games {
		for _, name := range players {
			seat, _ := table.Of(name, lang, len(players)) // nothing where it asks no model, or was never counted
			p.game = p.game.Plus(seat)
		}
	}
	p.game = p.game.Times(1 / float64(len(games)))
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.game.Requests > 0 {
		m.pace = p
	}
	return nil
}

// asking are the players of a table that ask a model, by seat, as often as there are games.
func (t *tableSetup) asking(games int) [][]string {
	names := slices.Clone(t.bots)
	for i, name := range names {
		if t.program(name) || t.says.by(name) {
			names[i] = ""
		}
	}
	return slices.Repeat([][]string{names}, games)
}

// askingInLeague are those of the games of a league.
func askingInLeague(r *league.Runner) (games [][]string) {
	entries := slices.Concat(r.Spec.Entries, r.Spec.Against)
	for i := range r.Games {
		names := make([]string, len(r.Games[i].Seats))
		for k, s := range r.Games[i].Seats {
			if e := entries[s.Entry]; e.Model != "" {
				names[k] = e.Bot
			}
		}
		games = append(games, names)
	}
	return games
}

// add takes a call that has just ended.
func (p *gamePace) add(now time.Time, c *llm.Call) {
	if p == nil || p.done || c.Response.Cached || c.Response.Out == 0 {
		return
	}
	p.busy = append(p.busy, span{now.Add(-c.Elapsed), now})
	p.usage = p.usage.Add(c.Response.Usage)
	times := 1
	if c.Response.Reasked {
		times = 2
	}
	for _, m := range c.Request.Messages {
		p.bytes += times * len(m.Text)
	}
	if p.requests += times; c.Request.Label.Again {
		return
	}
	p.questions++
	factor := float64(p.requests) / float64(p.questions)
	switch {
	case p.questions == pacedBy:
		p.factor = factor
		p.tell("at this model's pace a game takes about", "")
	case p.questions > pacedBy && factor >= halfAgain*p.factor:
		p.tell("a game takes rather", fmt.Sprintf(", since %d of %d requests had to be put again", p.requests-p.questions, p.requests))
		p.done = true
	}
	p.done = p.done || p.questions == watched
}

// tell says what a game takes, with words before and behind, where it is worth telling.
func (p *gamePace) tell(before, behind string) {
	if f := p.forecast(); f.Longest >= worthTelling {
		fmt.Fprintf(p.out, "wolfden: %s %s%s\n", before, between(roundly(f.Shortest), roundly(f.Longest)), behind)
	}
}

// forecast is what a game takes by the answers so far.
func (p *gamePace) forecast() gameForecast {
	r := examine.Report{
		Thought:       float64(p.usage.Thought) / float64(max(1, p.requests)),
		TokensPerByte: float64(p.usage.In) / float64(max(1, p.bytes)),
		Pace:          examine.PaceOf(float64(p.usage.In-p.usage.CachedIn), float64(p.usage.Out), p.took()*time.Duration(p.atOnce)),
	}
	if p.usage.CachedIn > 0 {
		r.Findings = []examine.Finding{{Check: examine.Cache, Verdict: examine.Yes}}
	}
	var f gameForecast
	f.fill(p.game.Times(float64(p.requests)/float64(max(1, p.questions))), &r)
	return f
}

// took is how long the models were asked, the times counted once in which several calls were under way.
func (p *gamePace) took() (sum time.Duration) {
	slices.SortFunc(p.busy, func(a, b span) int { return a.from.Compare(b.from) })
	var until time.Time
	for _, s := range p.busy {
		if s.from.Before(until) {
			s.from = until
		}
		if s.to.After(s.from) {
			sum += s.to.Sub(s.from)
			until = s.to
		}
	}
	return sum
}
