package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"wolfden/internal/stats"
)

// progressBar shows the progress of a series on a terminal, and nothing elsewhere.
type progressBar struct {
	bar  *progressbar.ProgressBar
	last time.Time
}

func newProgressBar(w io.Writer, total int, quiet bool) *progressBar {
	if quiet || !colour(w) {
		return &progressBar{}
	}
	return &progressBar{bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("games"),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetWidth(24),
		progressbar.OptionClearOnFinish(),
	)}
}

// show moves the bar and shows the rate so far.
func (b *progressBar) show(games int, village stats.Rate) {
	b.move(games, func() string { return fmt.Sprintf("village %s", village) })
}

// move moves the bar and shows a text before it. It calls text rarely.
func (b *progressBar) move(games int, text func() string) {
	if b.bar == nil {
		return
	}
	if now := time.Now(); now.Sub(b.last) > 250*time.Millisecond {
		b.last = now
		b.bar.Describe(text())
	}
	_ = b.bar.Set(games) // an error affects only the display
}

func (b *progressBar) finish() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
