package check

import (
	"slices"
	"time"
)

// Report is what a check found. Its structure is the same for every agent:
// every check is in it, in the same order.
type Report struct {
	Agent   string  `json:"agent"` // the name it gave
	OK      bool    `json:"ok"`    // nothing of the severity fail was found
	Players int     `json:"players"`
	Anytime bool    `json:"anytime"`
	Planned int     `json:"games_planned"`
	Broken  string  `json:"broken_off"` // why games are missing, "" when none is
	Passed  int     `json:"passed"`
	Failed  int     `json:"failed"`
	Warned  int     `json:"warned"`
	Untried int     `json:"untried"`
	Games   []Game  `json:"games"`
	Times   []Times `json:"times"`
	Checks  []Point `json:"checks"`
}

// Game is one game of the check.
type Game struct {
	Number   int    `json:"number"`
	Role     string `json:"role"` // of the agent
	Title    string `json:"title"`
	Lang     string `json:"lang"` // of the table
	Answers  int    `json:"answers"`
	Finished bool   `json:"finished"`
	Outcome  string `json:"outcome"`
}

// Times are how long the answers to one request took, in milliseconds.
type Times struct {
	Request string `json:"request"`
	Answers int    `json:"answers"`
	Late    int    `json:"late"`
	Median  int64  `json:"median_ms"`
	P95     int64  `json:"p95_ms"`
	Max     int64  `json:"max_ms"`
}

// Status is what became of one check.
type Status string

// A check that never came up is untried.
const (
	StatusPassed  Status = "passed"
	StatusFailed  Status = "failed"
	StatusWarned  Status = "warned"
	StatusNoted   Status = "noted"
	StatusUntried Status = "untried"
)

// Point is one check and what was found.
type Point struct {
	ID       string   `json:"id"`
	Severity Severity `json:"severity"` // of a finding
	Status   Status   `json:"status"`
	Count    int      `json:"count"`
	What     string   `json:"what"`
	Why      string   `json:"why"`
	Do       string   `json:"do"`
	Example  *Example `json:"example"` // the first finding, null without one
}

// Example is where the first finding was. Its text is shortened, and holds
// nothing that could drive a terminal.
type Example struct {
	Game    int    `json:"game"` // from 1, 0 before the first
	Day     int    `json:"day"`
	Request string `json:"request"`
	Text    string `json:"text"`
}

func (c *Check) report() *Report {
	r := &Report{
		Agent: defused(c.name), Players: c.config.Players, Anytime: c.config.Anytime, Planned: len(c.config.games),
		Broken: c.broken, Games: append([]Game{}, c.played...), Times: c.book.timesOf(), Checks: []Point{},
	}
	c.book.mu.Lock()
	defer c.book.mu.Unlock()
	for _, rule := range rules() {
		p := c.book.point(&rule)
		r.Checks = append(r.Checks, p)
		switch p.Status {
		case StatusPassed:
			r.Passed++
		case StatusFailed:
			r.Failed++
		case StatusWarned:
			r.Warned++
		case StatusUntried:
			r.Untried++
		case StatusNoted:
		}
	}
	r.OK = r.Failed == 0
	return r
}

// point is what became of a rule; the lock is held.
func (l *findingLog) point(r *rule) Point {
	p := Point{ID: r.id, Severity: r.level, What: r.what, Why: r.why, Do: r.do, Status: StatusPassed}
	f := l.findings[r.id]
	if f == nil {
		if !l.tried[r.needs] {
			p.Status = StatusUntried
		}
		return p
	}
	p.Count = f.count
	p.Example = &Example{Game: f.first.game, Day: f.first.day, Request: f.first.request, Text: f.text}
	switch r.level {
	case Fail:
		p.Status = StatusFailed
	case Warn:
		p.Status = StatusWarned
	case Info:
		p.Status = StatusNoted
	}
	return p
}

// timesOf sums the times up, one entry a request in the order of the protocol.
func (l *findingLog) timesOf() []Times {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := []Times{}
	for _, request := range []string{"TALK", "WHISPER", "VOTE", "DIVINE", "GUARD", "ATTACK"} {
		took := slices.Sorted(slices.Values(l.times[request]))
		if len(took)+l.late[request] == 0 {
			continue
		}
		t := Times{Request: request, Answers: len(took), Late: l.late[request]}
		if n := len(took); n > 0 {
			t.Median = milliseconds(took[(n-1)/2])
			t.P95 = milliseconds(took[(n*95+99)/100-1])
			t.Max = milliseconds(took[n-1])
		}
		all = append(all, t)
	}
	return all
}

func milliseconds(d time.Duration) int64 { return d.Milliseconds() }
