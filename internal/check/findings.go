package check

import (
	"sync"
	"time"

	"wolfden/werewolf"
)

// place says where in the check something happened.
type place struct {
	game    int // from 1, 0 before the first
	day     int
	request string
}

// finding counts the breaches of one rule.
type finding struct {
	count int
	first place
	text  string
}

// findingLog collects findings and times. It is safe for concurrent use.
type findingLog struct {
	mu       sync.Mutex
	findings map[string]*finding
	tried    [numEvidence]bool
	times    map[string][]time.Duration // by request
	late     map[string]int
	silent   int // requests in a row without an answer
}

func newFindingLog() *findingLog {
	l := &findingLog{
		findings: map[string]*finding{}, times: map[string][]time.Duration{}, late: map[string]int{},
	}
	l.tried[always] = true
	return l
}

// addFinding counts a finding. The first one of a rule is its example.
func (l *findingLog) addFinding(id string, at place, text string) { l.add(id, at, defused(text)) }

// add counts a finding whose text is safe to show.
func (l *findingLog) add(id string, at place, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.findings[id]
	if f == nil {
		f = &finding{first: at, text: text}
		l.findings[id] = f
	}
	f.count++
}

// markTested records that the agent met the situation that a rule is about.
func (l *findingLog) markTested(what evidence) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tried[what] = true
}

// addAnswer records an answer in time.
func (l *findingLog) addAnswer(request string, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times[request] = append(l.times[request], took)
	l.tried[answered] = true
	l.silent = 0
}

// addMissing records a request without an answer in time.
func (l *findingLog) addMissing(request string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.late[request]++
	l.tried[answered] = true
	l.silent++
}

// hopeless reports whether the agent has been silent for so long that waiting is of no use.
func (l *findingLog) hopeless() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.silent >= 5
}

// answers returns how many requests were answered in time so far.
func (l *findingLog) answers() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, list := range l.times {
		n += len(list)
	}
	return n
}

// How much of a text a report shows, in characters: of an answer, and of the reason why no agent came.
const (
	longestExample = 72
	longestReason  = 400
)

// defused returns the beginning of an agent's text, safe for a terminal.
func defused(text string) string { return beginning(text, longestExample) }

// beginning returns so many characters of a text, safe for a terminal.
func beginning(text string, most int) string {
	cut := len(text) > 4*most
	if cut {
		text = text[:4*most]
	}
	runes := []rune(werewolf.Clean(text))
	if len(runes) > most {
		runes, cut = runes[:most], true
	}
	if cut {
		return string(runes) + "…"
	}
	return string(runes)
}
