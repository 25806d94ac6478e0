package contestlog

import (
	"fmt"

	"github.com/oklog/ulid/v2"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// logReplay plays the game of a contest log: it feeds the players' inputs to the rules engine and compares
// what follows. The engine leads; a line that does not fit is reported and passed over.
type logReplay struct {
	*logPlan
	rec      *gamelog.Record
	game     *werewolf.Game
	seen     int   // number of the game's events already in the record
	now      int64 // time of what is being fed
	clock    int64 // latest time so far
	findings []Finding

	at     int // place of the next line
	day    int
	stage  stage
	begun  bool // anybody was asked anything
	talked bool // today's talk has begun
	votes  tally
	// doubted is a line with a death that does not follow from the rules. The next status lines show which of
	// the two the log goes on from.
	doubted *Line
	// unseen are players without a status that had not failed by their first status line; early are those of
	// which a first reading has shown this.
	unseen, early werewolf.SeatSet
	stopped       bool
	over          bool
}

func newLogReplay(c *Log, early werewolf.SeatSet) *logReplay {
	r := &logReplay{logPlan: newLogPlan(c), early: early}
	if r.begin() {
		r.run()
	}
	return r
}

func (r *logReplay) mismatch(line int, format string, args ...any) {
	r.report(Finding{line, Mismatch, fmt.Sprintf(format, args...)})
}

func (r *logReplay) warn(line int, format string, args ...any) {
	r.report(Finding{line, Warning, fmt.Sprintf(format, args...)})
}

// report adds a finding. It gives up a file in which nothing fits.
func (r *logReplay) report(f Finding) {
	const most = 1000
	switch n := len(r.findings); {
	case n < most:
		r.findings = append(r.findings, f)
	case n == most:
		r.stop(f.Line, "more than %d findings: the rest is not judged", most)
	}
}

// begin sets up game and record. It reports false when there cannot be a game.
func (r *logReplay) begin() bool {
	if len(r.Lines) == 0 {
		r.mismatch(1, "there are no lines")
		return false
	}
	h := gamelog.Header{Version: gamelog.Version, Rules: r.rules, Seats: r.seats, Foreign: true}
	h.Started = r.started()
	h.ID = r.id(h.Started)
	g, err := werewolf.NewWithChance(h.Rules, h.Seats, r)
	switch {
	case len(r.seats) == 0:
		r.mismatch(r.Lines[0].Number, "no status lines tell who plays: put back the first lines of the log")
	case err != nil:
		r.mismatch(r.Lines[0].Number, "the players of the status lines cannot play: %v", err)
	}
	if err != nil {
		return false
	}
	r.game, r.rec = g, &gamelog.Record{Header: h}
	if l := r.late; l != nil {
		r.warn(l.Number, "the game was over here, but old servers ended the night first")
	}
	return true
}

// started returns the time of the first utterance, 0 when the log has no times.
func (r *logReplay) started() (ms int64) {
	for i := range r.Lines {
		if l := &r.Lines[i]; r.Timed && l.Kind.speaks() && (ms == 0 || r.milliseconds(l) < ms) {
			ms = r.milliseconds(l)
		}
	}
	return ms
}

// id is the same for the same log and differs between logs.
func (r *logReplay) id(started int64) string {
	var id ulid.ULID
	copy(id[:], r.sum[:])
	_ = id.SetTime(uint64(started)) // only a time after the year 10889 is refused
	return id.String()
}

// Shuffle keeps the order: roles are fixed and the floor is open.
func (r *logReplay) Shuffle([]werewolf.SeatID, werewolf.Decision, werewolf.Occasion) {}

// Pick returns the victim in the log if it is among the tied. If the next status lines show another of the
// tied dead, that one is the victim: one line may be wrong.
func (r *logReplay) Pick(tied werewolf.SeatSet, why werewolf.Decision, _ werewolf.Occasion) werewolf.SeatID {
	kind := ExecuteLine
	if why == werewolf.DrawAttack {
		kind = AttackLine
	}
	pick := r.victim(kind)
	var dead, alive werewolf.SeatSet
	for _, l := range r.dawns[r.day+1] {
		switch {
		case !tied.Has(l.Seat):
		case l.Status == Dead:
			dead = dead.With(l.Seat)
		case l.Status == Alive:
			alive = alive.With(l.Seat)
		}
	}
	switch {
	case dead.Len() == 1 && (alive.Has(pick) || !tied.Has(pick)):
		pick = dead.First()
	case !tied.Has(pick):
		pick = tied.First()
	}
	r.rec.Header.Draws = append(r.rec.Header.Draws, pick)
	return pick
}

// victim returns the player named by the next line of the kind, 0 for nobody. That line is the next one, or
// close by in a log that was changed.
func (r *logReplay) victim(kind LineKind) werewolf.SeatID {
	const near = 8
	for i := r.at; i < min(len(r.Lines), r.at+near) && r.Lines[i].Kind != StatusLine; i++ {
		if r.Lines[i].Kind == kind {
			return r.Lines[i].Target
		}
	}
	return 0
}

// run plays until the game or the log is over.
func (r *logReplay) run() {
	r.follow()
	for !r.stopped && !r.over {
		r.failLost()
		r.failEarly()
		pending := r.game.Pending()
		if len(pending) == 0 || r.cutShort() {
			break
		}
		switch kind := pending[0].Kind; kind {
		case werewolf.Vote:
			r.vote(kind, atVote, ExecuteLine)
		case werewolf.Attack:
			r.vote(kind, atAttackVote, AttackLine)
		case werewolf.Divine:
			r.choose(kind, atDivine)
		case werewolf.Guard:
			r.choose(kind, atGuard)
		default:
			r.floor(kind)
		}
	}
	if r.over && r.at < len(r.Lines) && !r.stopped {
		l := &r.Lines[r.at]
		r.mismatch(l.Number, "the game and its log are over, but lines follow, the first with %s: remove them", l.Kind)
	}
}

// asked returns the seats that the engine waits for, if it waits for this kind.
func (r *logReplay) asked(kind werewolf.RequestKind) (who werewolf.SeatSet) {
	pending := r.game.Pending()
	if r.stopped || len(pending) == 0 || pending[0].Kind != kind {
		return 0
	}
	for _, q := range pending {
		if q.Kind == kind {
			who = who.With(q.Seat)
		}
	}
	return who
}

// apply feeds one input and handles the events that follow.
func (r *logReplay) apply(in gamelog.Input) {
	if err := r.game.Apply(in.Action); err != nil {
		// Only what the engine asks for is fed to it.
		r.stop(r.here(), "the rules refuse this: %v", err)
		return
	}
	r.begun = r.begun || in.Action.Kind != werewolf.Fail
	r.rec.Entries = append(r.rec.Entries, gamelog.Entry{At: r.now, Input: &in})
	r.follow()
}

// follow adds new events to the record and compares them with the log.
func (r *logReplay) follow() {
	for log := r.game.Log(); r.seen < len(log); {
		e := log[r.seen]
		r.seen++
		r.rec.Entries = append(r.rec.Entries, gamelog.Entry{At: r.now, Event: &e})
		switch e.Kind {
		case werewolf.DayBegan:
			r.day, r.stage, r.talked = e.Day, atStatus, false
			r.statusLines()
		case werewolf.Executed:
			r.compareExecution(&e)
		case werewolf.AttackMade:
			r.compareAttack(&e)
		case werewolf.GameOver:
			r.compareEnd(&e)
		default:
		}
	}
}

// stop ends the comparison, because what follows cannot be judged.
func (r *logReplay) stop(line int, format string, args ...any) {
	if !r.stopped {
		r.stopped = true
		r.findings = append(r.findings, Finding{line, Warning, fmt.Sprintf(format, args...)})
	}
}

// stopAfterWrongDeath stops because the log goes on from a death that does not follow from the rules.
func (r *logReplay) stopAfterWrongDeath(line int) {
	r.stop(line, "from here on the log builds on line %d and is not judged: mend that first", r.doubted.Number)
}

// brokenOff stops when there are no more lines, and reports whether it did.
func (r *logReplay) brokenOff() bool {
	if r.peek() != nil {
		return false
	}
	r.stop(r.here(), "the log breaks off on day %d, before its result", r.day)
	return true
}
