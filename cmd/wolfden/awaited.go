package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// awaited says for whom games wait that programs elsewhere are to play in, when they have waited for a while. It is safe for
// concurrent use.
type awaited struct {
	w     io.Writer
	mu    sync.Mutex
	who   string      // "" for nobody
	timer *time.Timer // until it says so, nil while nobody is waited for
}

// firstAwaited is how long games wait before somebody is told, and stillAwaited how long until the next time.
const (
	firstAwaited = 5 * time.Second
	stillAwaited = time.Minute
)

// missing takes how many programs of each team are missing.
func (a *awaited) missing(teams map[string]int) {
	var who []string
	for _, team := range slices.Sorted(maps.Keys(teams)) {
		if teams[team] > 0 {
			who = append(who, fmt.Sprintf("%d of %s", teams[team], team))
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.who = strings.Join(who, ", ")
	switch {
	case a.who == "" && a.timer != nil:
		a.timer.Stop()
		a.timer = nil
	case a.who != "" && a.timer == nil:
		a.timer = time.AfterFunc(firstAwaited, a.say)
	}
}

func (a *awaited) say() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.timer == nil {
		return
	}
	fmt.Fprintf(a.w, "games wait for %s\n", a.who)
	a.timer.Reset(stillAwaited)
}
