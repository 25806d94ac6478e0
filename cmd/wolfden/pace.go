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

// gamePace tells how long a game is going to take, as soon as the pace of its models is known by their first answers, and once more
// whenever twice as many answers tell otherwise. nil tells nothing.
type gamePace struct {
	out  io.Writer
	game demand.Seat // all seats of a game together, on average
	// atOnce is how many games share the models.
	atOnce int
	busy   []span // of the answers so far
	again  int    // of them, to questions that had been asked before
	usage  llm.Usage
	bytes  int // of their prompts
	// next is how many questions, each counted once, the next forecast waits for.
	next int
	told time.Duration // the longest that was told of; 0 before
}

// span is a time in which a model was asked.
type span struct{ from, to time.Time }

const (
	// pacedBy is how many questions make a pace; they come from the first minutes of the first game. Those are greetings, in which a
	// model goes wrong less often than later.
	pacedBy = 6
	// otherwise is how many times longer or shorter than told a game has to be for another line.
	otherwise = 1.5
	// worthTelling is the shortest game that anybody is told of.
	worthTelling = time.Minute
)

// tellPace has the models say how long games take in which these players sit, in one line a game. Of answers that are replayed nothing is
// told: they take no time.
func (f *modelFlags) tellPace(w io.Writer, m *models, atOnce int, games ...[]string) error {
	if m == nil || f.ModelReplay != "" || len(games) == 0 {
		return nil
	}
	table, err := demand.Counted()
	if err != nil {
		return err
	}
	p := &gamePace{out: w, atOnce: max(1, min(atOnce, len(games))), next: pacedBy}
	for _, players := range games {
		for _, name := range players {
			seat, _ := table.Of(name, len(players)) // nothing where it asks no model, or was never counted
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
		if t.program(name) || t.own[name] != nil {
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
	if p == nil || c.Err != nil || c.Response.Cached || c.Response.Out == 0 {
		return
	}
	p.busy = append(p.busy, span{now.Add(-c.Elapsed), now})
	p.usage = p.usage.Add(c.Response.Usage)
	for _, m := range c.Request.Messages {
		p.bytes += len(m.Text)
	}
	if c.Request.Label.Again {
		p.again++
	}
	if p.questions() < p.next {
		return
	}
	p.next *= 2
	f := p.forecast()
	off := float64(f.Longest) / float64(max(1, p.told))
	if f.Longest < worthTelling || 1/otherwise < off && off < otherwise {
		return
	}
	after := ""
	if p.told > 0 {
		after = fmt.Sprintf(" after all, by %d answers (%d of them to questions asked again)", len(p.busy), p.again)
	}
	p.told = f.Longest
	fmt.Fprintf(p.out, "wolfden: at this model's pace a game takes about %s%s\n", between(roundly(f.Shortest), roundly(f.Longest)), after)
}

// questions are those that were answered; one that is asked again is the same.
func (p *gamePace) questions() int { return len(p.busy) - p.again }

// forecast is what a game takes by the answers so far.
func (p *gamePace) forecast() gameForecast {
	r := examine.Report{
		Thought:       float64(p.usage.Thought) / float64(len(p.busy)),
		TokensPerByte: float64(p.usage.In) / float64(max(1, p.bytes)),
		Pace:          examine.PaceOf(float64(p.usage.In-p.usage.CachedIn), float64(p.usage.Out), p.took()*time.Duration(p.atOnce)),
	}
	if p.usage.CachedIn > 0 {
		r.Findings = []examine.Finding{{Check: examine.Cache, Verdict: examine.Yes}}
	}
	var f gameForecast
	f.fill(p.game.Times(float64(len(p.busy))/float64(max(1, p.questions()))), &r)
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
