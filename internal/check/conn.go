package check

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"wolfden/werewolf"
	"wolfden/wire"
)

// stage says what the next message of the agent would be.
type stage uint8

const (
	idle   stage = iota // nothing: nobody asked
	asked               // the answer to a request
	naming              // the answer to NAME
	floor               // an utterance on an open floor
	over                // nothing, ever again: FINISH has been sent
)

const (
	maxMessage = 64 << 10 // what a contest's server reads
	readLimit  = 1 << 20  // what the check reads, to see what it is
	maxStrays  = 200
	// crossing is how long messages may be on their way when a floor closes.
	crossing = 150 * time.Millisecond
)

// message is one message of the agent as it arrived.
type message struct {
	text   string
	binary bool
	at     time.Time
}

// agentConn is the raw connection to the agent. It classifies every message the moment it arrives: as an
// answer, or as one that nobody asked for.
type agentConn struct {
	ws     *websocket.Conn
	book   *findingLog
	out    chan []byte
	inbox  chan message
	lost   chan struct{} // closed when the connection is gone
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	stage    stage
	at       place
	sent     time.Time // when the latest request was sent
	dead     bool
	named    bool      // the latest request was a NAME in place of an answer
	opened   time.Time // when the latest floor opened
	closed   time.Time // when it closed, zero while it is open
	said     [2]int    // utterances of the day on the floors of talk and whisper
	saidOver [2]bool   // the agent has said Over there
	most     [2]int    // utterances a day, or no limit
	lane     int       // the floor that is open
	live     bool      // the game is in the anytime mode
	strays   int
	broken   bool // closed by the check, for a reason that is noted
}

// newAgentConn takes over the websocket for the game with that number.
func newAgentConn(ctx context.Context, ws *websocket.Conn, book *findingLog, game int) *agentConn {
	l := &agentConn{
		ws: ws, book: book, at: place{game: game},
		out: make(chan []byte, 256), inbox: make(chan message, 64), lost: make(chan struct{}),
	}
	l.ctx, l.cancel = context.WithCancel(ctx)
	ws.SetReadLimit(readLimit)
	go l.read()
	go l.write()
	return l
}

func (l *agentConn) read() {
	defer close(l.lost)
	defer l.cancel()
	for {
		kind, data, err := l.ws.Read(l.ctx)
		if err != nil {
			l.readError(err)
			return
		}
		l.receive(message{string(data), kind == websocket.MessageBinary, time.Now()})
	}
}

func (l *agentConn) write() {
	for {
		select {
		case packet := <-l.out:
			if err := l.ws.Write(l.ctx, websocket.MessageText, packet); err != nil {
				l.cancel()
				return
			}
		case <-l.ctx.Done():
			return
		}
	}
}

// send queues a packet. An agent that does not read its packets loses its connection.
func (l *agentConn) send(packet []byte) {
	select {
	case l.out <- packet:
	default:
		l.cancel()
	}
}

// hangUp closes the connection and gives the agent a short time to do the same.
func (l *agentConn) hangUp() {
	go func() { _ = l.ws.Close(websocket.StatusNormalClosure, "") }()
	select {
	case <-l.lost:
	case <-time.After(time.Second):
	}
	l.cancel()
	_ = l.ws.CloseNow()
}

// begin resets the connection for a game.
func (l *agentConn) begin(at place, rules *werewolf.Rules) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stage, l.at, l.dead, l.named = idle, at, false, false
	l.live = rules.Talk.Mode == werewolf.Anytime
	l.most = [2]int{rules.Talk.MaxCount.PerAgent, rules.Whisper.MaxCount.PerAgent}
	l.said, l.saidOver = [2]int{}, [2]bool{}
	l.opened, l.closed = time.Time{}, time.Time{}
}

// tell sends an announcement, to which nothing may come back.
func (l *agentConn) tell(at place, packet []byte, dead bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at.day != l.at.day {
		l.said, l.saidOver = [2]int{}, [2]bool{}
		l.opened, l.closed = time.Time{}, time.Time{}
	}
	l.stage, l.at, l.dead, l.named = idle, at, dead, false
	l.send(packet)
}

// finish sends FINISH.
func (l *agentConn) finish(at place, packet []byte) {
	l.tell(at, packet, false)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stage = over
}

// ask sends a request. The next message is its answer.
func (l *agentConn) ask(at place, packet []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stage, l.at, l.named, l.sent = asked, at, false, time.Now()
	l.send(packet)
}

// answer waits for the answer to the request until its time is up. Then late is true, and from that moment on
// only a name is awaited.
func (l *agentConn) answer(ctx context.Context, limit time.Duration) (m message, late bool, err error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case m = <-l.inbox:
		return m, false, nil
	case <-timer.C:
	case <-l.lost:
		return m, false, errLost
	case <-ctx.Done():
		return m, false, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stage != asked { // it came at the last moment
		return <-l.inbox, false, nil
	}
	l.stage = naming
	return m, true, nil
}

// demandName sends NAME. If an answer is overdue, one message with that answer may come before the name. It
// reports whether a name came or, if want is not empty, whether that name came.
func (l *agentConn) demandName(ctx context.Context, want string, limit time.Duration, isOverdue bool) (got string, ok bool) {
	l.mu.Lock()
	l.stage = naming
	l.at.request = wire.RequestName.String()
	l.send(wire.NamePacket())
	l.mu.Unlock()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case m := <-l.inbox:
			got = strings.TrimSpace(m.text)
			if want == "" || got == want || !isOverdue {
				l.endNaming(want != "")
				return got, want == "" || got == want
			}
			isOverdue = false // this was the late answer
		case <-timer.C:
			l.endNaming(false)
			return got, false
		case <-l.lost:
			return got, false
		case <-ctx.Done():
			return got, false
		}
	}
}

// endNaming makes every further message an unasked one. A message right after the name is the late answer,
// which cannot be told from the next one any more.
func (l *agentConn) endNaming(named bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stage, l.named = idle, named
	for len(l.inbox) > 0 {
		l.addUnasked(<-l.inbox)
	}
}

// busy reports whether a game is running on the connection.
func (l *agentConn) busy() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stage != over && l.ctx.Err() == nil
}

// gone reports whether the connection is lost.
func (l *agentConn) gone() bool {
	select {
	case <-l.lost:
		return true
	default:
		return false
	}
}

// place returns where the game is.
func (l *agentConn) place() place {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at
}
