package check

import (
	"errors"
	"time"

	"github.com/coder/websocket"

	"wolfden/werewolf"
)

// errLost is returned when the connection ends.
var errLost = errors.New("the connection is lost")

// receive handles a message by the current stage.
func (l *agentConn) receive(m message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch l.stage {
	case asked:
		l.stage = idle
		l.deliver(m)
	case naming:
		l.deliver(m)
	case floor:
		l.receiveUtterance(m)
	default:
		l.addUnasked(m)
	}
}

// deliver hands a message to whoever waits for it; the lock is held.
func (l *agentConn) deliver(m message) {
	select {
	case l.inbox <- m:
	default:
		l.addUnasked(m)
	}
}

// receiveUtterance takes an utterance on an open floor. The caller holds the lock.
func (l *agentConn) receiveUtterance(m message) {
	most := l.most[l.lane]
	switch {
	case l.saidOver[l.lane]:
		l.count("floor-over", m)
	case most != werewolf.NoLimit && l.said[l.lane] >= most:
		l.count("floor-count", m)
	default:
		l.said[l.lane]++
		switch text := werewolf.Clean(m.text); {
		case text == werewolf.SkipText:
			l.book.addFinding("floor-skip", l.at, m.text)
		case text == werewolf.OverText, text == "" && m.text != "":
			l.saidOver[l.lane] = true
		}
		l.deliver(m)
	}
}

// addUnasked records a message that nobody asked for. The caller holds the lock.
func (l *agentConn) addUnasked(m message) {
	switch {
	case l.stage == over:
		l.count("after-finish", m)
	case l.named:
		l.count("late-after-name", m)
	case l.dead:
		l.count("talks-dead", m)
	case l.live && !l.closed.IsZero():
		if m.at.Sub(l.closed) > crossing {
			l.count("after-phase", m)
		}
	case l.live && l.opened.IsZero():
		l.count("floor-closed", m)
	default:
		l.count("unasked", m)
	}
}

// count counts an unasked message and hangs up after too many. The caller holds the lock.
func (l *agentConn) count(id string, m message) {
	l.book.addFinding(id, l.at, m.text)
	if l.strays++; l.strays == maxStrays {
		l.book.addFinding("flood", l.at, m.text)
		l.broken = true
		l.cancel()
	}
}

// readError records what is wrong with a connection that can no longer be read.
func (l *agentConn) readError(err error) {
	if errors.Is(err, websocket.ErrMessageTooBig) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.book.addFinding("huge", l.at, "")
		l.broken = true
	}
}

// wasBroken reports whether the check itself ended the connection.
func (l *agentConn) wasBroken() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.broken
}

// openFloor sends the start of a talk or whisper phase, except to a dead agent.
func (l *agentConn) openFloor(at place, kind werewolf.RequestKind, packet []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stage, l.at, l.dead, l.opened, l.closed, l.named = floor, at, false, time.Now(), time.Time{}, false
	l.lane = int(kind - werewolf.Talk)
	l.send(packet)
}

// closeFloor sends the end of the phase.
func (l *agentConn) closeFloor(at place, packet []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stage, l.at, l.closed = idle, at, time.Now()
	for len(l.inbox) > 0 {
		<-l.inbox // said in time, but there was no time to hear it
	}
	l.send(packet)
}

// sinceFloor returns how long ago the latest floor closed; a long time if there was none.
func (l *agentConn) sinceFloor() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed.IsZero() {
		return time.Hour
	}
	return time.Since(l.closed)
}
