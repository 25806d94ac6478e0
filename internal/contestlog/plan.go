package contestlog

import (
	"fmt"
	"strings"

	"wolfden/werewolf"
)

// logPlan is what a contest log tells about the game as a whole: who sits where, the rules as far as they
// show, whose client was lost, how the game ends.
type logPlan struct {
	*Log
	seats  []werewolf.Seat
	roles  []werewolf.Role // by SeatID
	names  []string        // as written, by SeatID
	named  bool            // status lines have the column of the name
	dawns  map[int][]*Line // status lines by day
	rules  werewolf.Rules
	result *Line
	// last is the index in Lines of the last status lines, after which only the result follows; the number of
	// lines if there are none.
	last int
	// lost is the index of the first status line without a status, by the seat whose client failed for good.
	lost map[werewolf.SeatID]int
	// lastAct is the number of the last line in which a player does something, by SeatID.
	lastAct [werewolf.MaxSeats + 1]int
	// aborted reports whether the game broke off because clients had failed.
	aborted bool
	// late is the first line of a night that was played when the game was over already, nil if there was none.
	late *Line
	// blank holds the lines without a status that none of this explains.
	blank map[int]string
}

func newLogPlan(c *Log) *logPlan {
	p := &logPlan{Log: c, dawns: map[int][]*Line{}, lost: map[werewolf.SeatID]int{}, blank: map[int]string{}}
	p.findEnd()
	p.findSeats()
	p.findLost()
	p.findRules()
	return p
}

// findEnd finds the result and the status lines before it.
func (p *logPlan) findEnd() {
	p.last = len(p.Lines)
	for i := range p.Lines {
		if p.Lines[i].Kind == ResultLine {
			p.result, p.last = &p.Lines[i], i
			break
		}
	}
	end := p.last
	for p.last > 0 && p.Lines[p.last-1].Kind == StatusLine && p.Lines[p.last-1].Day == p.Lines[end-1].Day {
		p.last--
	}
}

// findSeats seats the players. Every status line tells all about a player; what most of its lines say counts,
// so that a single wrong line shows.
func (p *logPlan) findSeats() {
	lines := map[werewolf.SeatID][]*Line{}
	for i := range p.Lines {
		if l := &p.Lines[i]; l.Kind == StatusLine {
			lines[l.Seat] = append(lines[l.Seat], l)
			p.dawns[l.Day] = append(p.dawns[l.Day], l)
			p.named = p.named || l.Named
		}
	}
	p.roles, p.names = append(p.roles, werewolf.NoRole), append(p.names, "")
	names := map[string]bool{}
	for id := werewolf.SeatID(1); id <= werewolf.MaxSeats && 2*len(lines[id]) >= max(1, len(p.dawns)); id++ {
		of := lines[id]
		s := werewolf.Seat{
			Name:   werewolf.Clean(common(of, func(l *Line) string { return l.Name })),
			Client: werewolf.Clean(common(of, func(l *Line) string { return l.Client })),
			Role:   common(of, func(l *Line) werewolf.Role { return l.Role }),
		}
		p.names = append(p.names, s.Name)
		s.Team = clientTeam(s.Client)
		if s.Name == "" || names[s.Name] || strings.EqualFold(s.Name, "Over") || strings.EqualFold(s.Name, "Skip") {
			s.Name = unnamed(id)
		}
		names[s.Name] = true
		p.seats = append(p.seats, s)
		p.roles = append(p.roles, s.Role)
	}
}

// common returns the most frequent value of the lines, the first one of equals.
func common[T comparable](lines []*Line, of func(*Line) T) (best T) {
	times := map[T]int{}
	for _, l := range lines {
		times[of(l)]++
	}
	for _, l := range lines {
		if times[of(l)] > times[best] {
			best = of(l)
		}
	}
	return best
}

// findLost finds the players whose state the server had lost: their status is empty to the end and they do
// nothing more. Any other empty status is an error in the log.
func (p *logPlan) findLost() {
	first := map[werewolf.SeatID]int{}
	for i := range p.Lines {
		l := &p.Lines[i]
		since, lost := first[l.Seat]
		if l.Kind != StatusLine {
			p.lastAct[l.Seat] = l.Number
		}
		switch {
		case l.Kind == StatusLine && l.Status == NoStatus && !lost:
			first[l.Seat] = i
		case lost && l.Kind == StatusLine && l.Status != NoStatus:
			p.blank[since] = fmt.Sprintf("player %d has no status here, but has one again in line %d", l.Seat, l.Number)
			delete(first, l.Seat)
		case lost && l.Kind != StatusLine && p.blank[since] == "":
			p.blank[since] = fmt.Sprintf("player %d has no status here, as if its client had failed for good, but acts in line %d", l.Seat, l.Number)
		}
	}
	for id, i := range first {
		if p.blank[i] == "" {
			p.lost[id] = i
		}
	}
}

// findRules derives the rules from what happened. Limits that the log does not show are left open.
func (p *logPlan) findRules() {
	r := &p.rules
	for _, s := range p.seats {
		r.Roles[s.Role]++
	}
	contest := werewolf.With(r.Roles)
	r.DayPhases, r.NightPhases = contest.DayPhases, contest.NightPhases
	r.MaxDay, r.VoteVisibility, r.MaxFailedRatio = werewolf.NoLimit, true, 1
	r.Talk, r.Whisper = openFloor(), openFloor()
	r.Whisper.PerPhase = p.whispersAnew()
	r.Vote = werewolf.VoteRules{MaxCount: 1, AllowSelfVote: true}
	r.AttackVote = werewolf.AttackRules{MaxCount: 1, AllowSelfVote: true}
	p.findVotes()
	p.findHabits()
	if p.result == nil || p.result.Winner != werewolf.NoTeam {
		return
	}
	if day := p.result.Day - 1; p.wholeDay(day) {
		r.MaxDay = day
		return
	}
	p.aborted = true
	r.MaxFailedRatio = float64(p.failures()) / float64(max(1, len(p.seats)))
}

// openFloor returns rules by which players may speak in any order.
func openFloor() werewolf.TalkRules {
	const none, tenMinutes = werewolf.NoLimit, 10 * 60 * 1000
	return werewolf.TalkRules{
		Mode:      werewolf.Anytime,
		MaxCount:  werewolf.CountRules{PerAgent: none, PerDay: none},
		MaxLength: werewolf.LengthRules{PerTalk: none, MentionLength: none, PerAgent: none, BaseLength: none},
		MaxSkip:   none,

		OverPasses: true,
		Duration:   tenMinutes,
	}
}

// whispersAnew reports whether the second whisper of day 0 restarts the count of turns, as on the organisers'
// server, where it is a phase of its own.
func (p *logPlan) whispersAnew() bool {
	var spoke werewolf.SeatSet
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Kind != WhisperLine || l.Day != 0 {
			continue
		}
		if l.Turn == 0 && spoke.Has(l.Seat) {
			return true
		}
		spoke = spoke.With(l.Seat)
	}
	return false
}

// wholeDay reports whether the day lasted to its end, which is the attack.
func (p *logPlan) wholeDay(day int) bool {
	for i := range p.Lines {
		if l := &p.Lines[i]; l.Kind == AttackLine && l.Day == day && day > 0 {
			return true
		}
	}
	return false
}

// failures returns how many players had failed when a game ended for that reason: those without a status, and
// perhaps one more that never showed.
func (p *logPlan) failures() int {
	before, atEnd := 0, 0
	for _, i := range p.lost {
		if i < p.last {
			before++
		} else {
			atEnd++
		}
	}
	return before + max(1, atEnd)
}

// counts reports whether a vote counts, as far as roles tell.
func (p *logPlan) counts(l *Line) bool {
	return l.Kind == VoteLine || p.rules.Table.Power(p.role(l.Target)) != werewolf.Attacks
}

// role is the role of a seat, NoRole for one that does not exist.
func (p *logPlan) role(id werewolf.SeatID) werewolf.Role {
	if id < 1 || int(id) >= len(p.roles) {
		return werewolf.NoRole
	}
	return p.roles[id]
}
