package matching

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"wolfden/internal/secret"
)

// FuzzRead: no bytes make the reader fall over, and what it takes is a
// consistent contest, the same when read again without its torn end.
func FuzzRead(f *testing.F) {
	s := specOf(3, 2, 3, 1)
	f.Add([]byte(nil))
	f.Add([]byte("{\"matching\":1}\n"))
	head, _ := encode(header{version, s})
	p, _ := NewPlan(s, secret.Key{}, 1)
	n := journalLine{Do: doRound, Round: 1}
	for _, m := range p.Matches {
		n.Matches = append(n.Matches, write(m))
	}
	round, _ := encode(n)
	whole := slices.Concat(head, round,
		[]byte(`{"do":"bind","slot":0,"team":"a"}`+"\n"+`{"do":"bind","slot":1,"team":"b"}`+"\n"+`{"do":"bind","slot":2,"team":"c"}`+"\n"))
	for _, m := range p.Matches[:2] {
		for _, do := range []do{doStart, doFail, doStart, doFinish} {
			b, _ := encode(journalLine{Do: do, Match: m.ID, Game: string(m.ID) + string(rune('a'+bytes.Count(whole, []byte{'\n'})/2))})
			whole = append(whole, b...)
		}
	}
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add(append(slices.Clone(whole), round...))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, whole, err := read(data)
		if err != nil || l == nil {
			if whole != 0 {
				t.Fatalf("%d bytes of nothing", whole)
			}
			return
		}
		if whole > len(data) || bytes.IndexByte(data[whole:], '\n') >= 0 || data[whole-1] != '\n' {
			t.Fatalf("%d of %d bytes are whole", whole, len(data))
		}
		checkLedger(t, l)
		again, size, err := read(data[:whole])
		if err != nil || size != whole || !reflect.DeepEqual(l, again) {
			t.Fatalf("read again: %d, %v", size, err)
		}
	})
}

// checkLedger: every match is in one state, and in the list of that state.
func checkLedger(t *testing.T, l *journalState) {
	count := map[matchStatus]int{}
	for _, e := range l.matches {
		count[e.state]++
	}
	if count[queued] != len(l.queue) || count[running] != len(l.running) || count[finished] != l.finished || len(l.byID) != len(l.matches) {
		t.Fatalf("%v: %d queued, %d running, %d finished", count, len(l.queue), len(l.running), l.finished)
	}
	if !slices.IsSortedFunc(l.queue, byPriority) || len(l.matches) != l.round*l.spec.Games {
		t.Fatal("the queue is out of order")
	}
	for i, name := range l.names {
		if name != "" && slices.Index(l.names, name) != i {
			t.Fatalf("names %q", l.names)
		}
	}
}
