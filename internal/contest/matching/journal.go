package matching

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"wolfden/internal/filelock"
	"wolfden/internal/secret"
)

// Journal is the policy that plays a plan to its end, whatever happens on the
// way. It is a file of JSON lines that only grows: the plan itself, which team
// has which slot, and which match was started, finished or failed as which
// game. A line is on disk before the method that books it returns.
//
// A match that failed is put back behind all that never failed, and farther
// back each time; its roles and seats are dealt again, since its players know
// those it had, but for the roles of who was gone from it. After so many games as
// GiveUpAfter says it is given up. Where the spec has no seed, the journal draws a key, from which
// its plans and the seeds of its games follow: the file is its owner's only. After a crash the matches that were being played are Running:
// the caller resumes their games or ends them as failed.
//
// One process at a time has a journal open. It belongs to one goroutine.
type Journal struct {
	ledger  *journalState
	endless bool
	disk    disk
	size    int64
	broken  error
	release func() error
	begin   func(*Journal) error // fills a new journal; nil plans its first round

	rounds   int      // to be planned, 0 is 1; the organiser may have added others
	tries    int      // games of a match that somebody may be gone from, 0 or less: any number
	standing Standing // nil heeds nothing but the order
	factor   float64
}

// disk is the open file of a journal.
type disk interface {
	io.WriterAt
	Truncate(size int64) error
	Sync() error
}

// Running is a match that was started and not ended.
type Running struct {
	Match Match
	Game  string
}

// Progress counts matches and games.
type Progress struct {
	round    int // rounds planned so far
	Matches  int // in all of them, and in those that are still to be planned
	Finished int
	GivenUp  int // of the finished ones: no game of them was played to its end
	Struck   int // of the finished ones: none is played, since a team has withdrawn
	Running  int
	Failures int // games that failed, of whatever match
}

// Open opens the journal of the contest in the file, or begins one there. An
// endless one adds a round whenever all matches are finished. A torn last line
// is removed; it was never acted upon. It is refused, and left as it is, when
// another process has it open, when it belongs to another contest (the error
// says what differs), and when a line is broken. One by which nothing was played or
// ordered yet is begun anew instead, as the spec has it now. Close it at the end.
func Open(path string, spec Spec, endless bool) (*Journal, error) {
	return open(path, spec, endless, func(f *os.File) disk { return f })
}

func open(path string, spec Spec, endless bool, on func(*os.File) disk) (*Journal, error) {
	return (&Journal{endless: endless}).open(path, spec, on)
}

func (j *Journal) open(path string, spec Spec, on func(*os.File) disk) (*Journal, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	unlock, err := filelock.Lock(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), file.Close())
	}
	release := func() error { return errors.Join(unlock(), file.Close()) }
	err = file.Chmod(0o600) // one of before may be everybody's
	var data []byte
	if err == nil {
		data, err = io.ReadAll(file)
	}
	if err == nil {
		j.disk, j.release = on(file), release
		if err = j.resume(data, spec); err == nil {
			return j, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), release())
}

// resume takes up what the file holds and mends its end.
func (j *Journal) resume(data []byte, spec Spec) error {
	l, whole, err := read(data)
	if err != nil {
		return err
	}
	head, err := encode(header{version, spec})
	if err != nil {
		return err
	}
	switch {
	case l != nil:
		if err := l.spec.differs(&spec); err != nil && l.untouched() {
			l, whole = nil, 0 // nobody has played by it or knows anything of it
		} else if err != nil {
			return fmt.Errorf("it belongs to another contest; use its settings or another file:\n%w", err)
		}
	case !bytes.HasPrefix(head, data): // a new one, or one whose first write was cut short
		return errors.New("this is no matching journal, or its first line is torn; use another file")
	}
	if whole < len(data) {
		if err := j.disk.Truncate(int64(whole)); err != nil {
			return err
		}
	}
	j.ledger, j.size = l, int64(whole)
	if l == nil {
		if err := j.append(head); err != nil {
			return err
		}
		j.ledger = newLedger(spec)
		if j.begin != nil {
			return j.begin(j)
		}
	}
	return j.extend()
}

// extend draws the key, deals again what must be, and plans another round, as
// far as they are due.
func (j *Journal) extend() error {
	l := j.ledger
	if err := j.drawKey(); err != nil {
		return err
	}
	for n := l.dealAgain(); n != nil; n = l.dealAgain() {
		if err := j.book(n); err != nil {
			return err
		}
	}
	if l.round > 0 && (!j.endless && l.round >= j.wanted() || l.finished < len(l.matches)) {
		return nil
	}
	p, err := l.planNext()
	if p == nil {
		return err
	}
	n := &journalLine{Do: doRound, Round: p.round}
	for _, m := range p.Matches {
		n.Matches = append(n.Matches, write(m))
	}
	return j.book(n)
}

// wanted is how many rounds a contest that ends has.
func (j *Journal) wanted() int { return max(j.rounds, 1) + j.ledger.extra }

// PlayRounds makes the contest one of so many rounds, beside those that an organiser has added; it has one where nobody says so, and never
// ends where it was opened as endless.
func (j *Journal) PlayRounds(n int) error {
	j.rounds = n
	return j.extend()
}

// drawKey draws the key where one is still to be drawn.
func (j *Journal) drawKey() error {
	if !j.ledger.keyless() {
		return nil
	}
	key := secret.NewKey()
	return j.book(&journalLine{Do: doKey, Key: &key})
}

// book checks a line, writes it and then takes it: all or nothing.
func (j *Journal) book(n *journalLine) error {
	if err := j.ledger.check(n); err != nil {
		return err
	}
	b, err := encode(n)
	if err != nil {
		return err
	}
	if err := j.append(b); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	j.ledger.apply(n)
	return nil
}

// append puts bytes at the end of the file, or leaves it as it was. Where
// neither can be told, the journal is broken: nobody may build on it before it
// is opened, and so read, again.
func (j *Journal) append(b []byte) error {
	if j.broken != nil {
		return j.broken
	}
	if _, err := j.disk.WriteAt(b, j.size); err != nil {
		j.broken = j.disk.Truncate(j.size)
		return errors.Join(err, j.broken)
	}
	if err := j.disk.Sync(); err != nil {
		j.broken = err
		return err
	}
	j.size += int64(len(b))
	return nil
}

// Admit gives a team its slot when it comes for the first time. A team that has
// one keeps it, however often and with however many connections it comes. The
// error wraps ErrNoSlot when teams were named and this is none of them, or when
// all slots are taken, or when it has withdrawn. A name that is empty or has space around it is refused.
func (j *Journal) Admit(team string, at time.Time) error {
	l := j.ledger
	if i := slices.Index(l.names, team); team != "" && i >= 0 {
		if l.withdrawn[slot(i)] {
			return &NoSlotError{Team: team, Why: "it has withdrawn"}
		}
		return nil
	}
	free := slot(slices.Index(l.names, ""))
	switch {
	case len(l.spec.Names) > 0:
		return &NoSlotError{Team: team, Why: "it is none of those named"}
	case free < 0:
		return &NoSlotError{Team: team, Why: fmt.Sprintf("all %d slots are taken", l.spec.Teams)}
	}
	return j.book(&journalLine{Do: doBind, At: at.UnixMilli(), Slot: &free, Team: team})
}

// Next implements Policy: of the matches whose teams all wait, the one that is
// first in the plan, a failed one after all others; Heed changes that. Teams
// that were not admitted are passed over. There is none while the contest is paused.
func (j *Journal) Next(waiting []Waiting) (Match, bool) {
	e := j.ledger.next(waiting, j.standings())
	if e == nil || j.ledger.paused {
		return Match{}, false
	}
	return j.ledger.match(e), true
}

// Start implements Policy. Every game needs an id of its own.
func (j *Journal) Start(m Match, game string, at time.Time) error {
	return j.book(&journalLine{Do: doStart, At: at.UnixMilli(), Match: m.ID, Game: game})
}

// GiveUpAfter has a match given up when somebody was gone from so many games of it; 0
// or less is never. Then it is finished, and lost for the teams that were gone from most of them.
func (j *Journal) GiveUpAfter(games int) { j.tries = games }

// End implements Policy. To say the same twice is no error, so that a caller
// who crashed in between may say it again. The last match of a round of an
// endless contest plans the next, which takes as long as NewPlan; where that
// cannot be written the error says so, the match is ended all the same, and
// saying it again tries again.
func (j *Journal) End(match ID, o Outcome) error {
	n := &journalLine{Do: doFinish, At: o.At.UnixMilli(), Match: match, Game: o.Game}
	e := j.ledger.byID[match]
	booked := e != nil && o.Game != "" && e.game == o.Game && e.state != running && e.failed() == (o.Failure != "")
	if o.Failure != "" {
		n.Do, n.Why, n.Gone = doFail, strings.ToValidUTF8(o.Failure, "?"), j.ledger.slots(o.Gone)
		if e != nil && j.tries > 0 && len(n.Gone) > 0 && e.tries+1 >= j.tries {
			n.Do = doGiveUp
		}
	}
	if !booked {
		if err := j.book(n); err != nil {
			return err
		}
	}
	return j.extend()
}

// Lost counts, by team, the matches that were given up and are lost for it.
func (j *Journal) Lost() map[string]int {
	lost := map[string]int{}
	for _, e := range j.ledger.matches {
		if e.givenUp {
			for _, s := range e.absent() {
				lost[j.ledger.names[s]]++
			}
		}
	}
	return lost
}

// Running lists the matches that were started and not ended, in that order.
// Just after Open these are what a crash left.
func (j *Journal) Running() []Running {
	var all []Running
	for _, e := range j.ledger.running {
		all = append(all, Running{j.ledger.match(e), e.game})
	}
	return all
}

// Progress says how far the contest is.
func (j *Journal) Progress() Progress {
	l := j.ledger
	p := Progress{l.round, len(l.matches), l.finished, l.givenUp, l.struck, len(l.running), l.failures}
	if more := j.wanted() - l.round; more > 0 && !j.endless && len(l.active()) >= l.spec.Players() {
		p.Matches += more * l.spec.Games
	}
	return p
}

// ReadProgress says how far the contest of the journal in the file is, and which teams have withdrawn. A server may have it open.
func ReadProgress(path string) (p Progress, withdrawn []string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Progress{}, nil, err
	}
	l, _, err := read(data)
	if err == nil && l == nil {
		err = errors.New("its first line is not whole")
	}
	if err != nil {
		return Progress{}, nil, fmt.Errorf("journal %s: %w", path, err)
	}
	j := &Journal{ledger: l}
	return j.Progress(), j.Withdrawn(), nil
}

// Teams are the teams of the slots, "" for one that nobody has yet.
func (j *Journal) Teams() []string { return slices.Clone(j.ledger.names) }

// Close lets others open the journal. What was booked is on disk already.
func (j *Journal) Close() error {
	j.broken = errors.New("the journal is closed")
	return j.release()
}
