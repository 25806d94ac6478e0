package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"wolfden/internal/english"
)

// progress tells how far something is that may take more than two seconds: on a terminal as a bar, elsewhere as a line now and then. It is
// safe for concurrent use; nil tells nobody.
type progress struct {
	of    string // what is counted, one of it; of one thing alone, what is being done
	alone bool   // nothing is counted
	total int    // 0 where nobody knows
	each  time.Duration

	mu    sync.Mutex
	bar   *progressbar.ProgressBar // on a terminal
	lines io.Writer                // elsewhere
	done  int
	told  time.Time
	next  time.Time // when a line is due, or the bar is
	first *time.Timer
}

const (
	barFrom  = time.Second / 2 // from then on there is a bar: what is done sooner needs none
	lineFrom = 2 * time.Second // or a line
	lineEach = 10 * time.Second
)

func newProgress(w io.Writer, of string, total int, quiet bool) *progress {
	if quiet {
		return nil
	}
	p := &progress{of: of, total: total, each: lineEach, next: time.Now().Add(lineFrom)}
	if _, ok := w.(impatient); ok {
		p.each, p.next = 0, time.Now()
	}
	if colour(w) {
		p.next, p.bar = time.Now().Add(barFrom), newBar(w, of, total)
	} else {
		p.lines = w
	}
	p.mu.Lock() // none reads it
	defer p.mu.Unlock()
	p.first = time.AfterFunc(2*lineFrom, p.none)
	return p
}

// impatient is a writer of tests, to which everything is told at once.
type impatient interface{ impatient() }

// eachFile passes every file to take, and tells how far that is. It ends with the first error, or when it is stopped.
func (e *env) eachFile(files []string, take func(p *progress, file string) error) error {
	p := newProgress(e.stderr, "file", len(files), false)
	defer p.finish()
	for _, file := range files {
		if e.ctx.Err() != nil {
			return fmt.Errorf("stopped before %s", file)
		}
		p.add(1)
		if err := take(p, file); err != nil {
			return err
		}
	}
	return nil
}

// doing tells now and then what is being done that has no parts to count, until finish is called.
func (e *env) doing(what string) (finish func()) {
	p := newProgress(e.stderr, what, 0, false)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.alone = true; p.each == 0 {
		p.tell(0, nil)
	}
	p.first.Reset(lineFrom)
	return p.finish
}

// none says that not one is done yet, which may take minutes where a program or a model is slow.
func (p *progress) none() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done == 0 {
		p.next = time.Time{}
		p.tell(0, nil)
		p.first.Reset(max(p.each, lineFrom))
	}
}

func newBar(w io.Writer, of string, total int) *progressbar.ProgressBar {
	if total == 0 {
		total = -1 // no bar, but what moves
	}
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(of+"s"),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetWidth(24),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0), // it moves when something does, and nobody draws it once it is taken away
	)
}

// add counts more of them.
func (p *progress) add(n int) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.tell(p.done+n, nil)
	}
}

// move says how many there are, and what is known by now, which is asked for rarely.
func (p *progress) move(done int, known func() string) {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.tell(done, known)
	}
}

func (p *progress) tell(done int, known func() string) {
	p.done = done
	now := time.Now()
	if !now.After(p.next) {
		return
	}
	if p.bar != nil {
		if p.alone {
			p.bar.Describe(p.of)
		}
		if known != nil && now.Sub(p.told) > 250*time.Millisecond {
			p.told = now
			p.bar.Describe(known())
		}
		_ = p.bar.Set(done) // an error affects only the display
		return
	}
	p.next = now.Add(p.each)
	line := english.Count(done, p.of)
	if p.alone {
		line = p.of
	}
	if p.total > 0 {
		line = fmt.Sprintf("%d of %s", done, english.Count(p.total, p.of))
	}
	if known != nil {
		line += ": " + known()
	}
	fmt.Fprintln(p.lines, line)
}

// print prints a line beside what is told.
func (p *progress) print(w io.Writer, format string, args ...any) {
	p.finish()
	fmt.Fprintf(w, format, args...)
}

// finish takes the bar away.
func (p *progress) finish() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first != nil {
		p.first.Stop()
	}
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
