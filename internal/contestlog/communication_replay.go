package contestlog

import (
	"cmp"
	"fmt"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// newCommunication derives from a record what must have passed between server and players. Every announcement
// is an entry for each seat at the time of its event, every answer one at its own time. Requests sent together
// get the time of the entry before the first answer. On an open floor February's packet that opened it stands
// for everything the seat said there; for the newest edition see CommunicationEntry.
func newCommunication(r *gamelog.Record, encode PacketEncoder, edition Edition) (*Communication, error) {
	p := newPacketReplay(r, encode, edition)
	game, err := r.Walk(p.addEntry)
	if err != nil {
		return nil, err
	}
	for i := range r.Header.Seats {
		id, s := werewolf.SeatID(i+1), &r.Header.Seats[i]
		p.log.Agents = append(p.log.Agents, CommunicationAgent{Idx: id, Name: cmp.Or(s.Client, s.Name), Role: game.Role(id), Team: s.Team})
	}
	p.checkFloorEnd(game)
	p.log.WinSide = r.Result().Winner
	return &p.log, nil
}

// packetReplay writes the packets of a game again while the game is replayed.
type packetReplay struct {
	header *gamelog.Header
	seats  []seatPackets // by SeatID, 0 unused
	at     int64         // Unix milliseconds of the latest entry
	log    Communication

	edition   Edition
	floor     werewolf.RequestKind // the open floor whose start is in the log and whose end is not
	closing   bool                 // the next utterance closes the floor
	lastInput *werewolf.Action     // the latest input, nil once it is known whether it closed the floor
}

// seatPackets is what a seat knows and what it has been asked.
type seatPackets struct {
	name    string
	watcher *werewolf.Watcher
	encode  func(werewolf.Observation) ([]byte, error)
	asked   werewolf.Request // NoRequest when nothing waits for an answer
	entry   CommunicationEntry
}

func newPacketReplay(r *gamelog.Record, encode PacketEncoder, edition Edition) *packetReplay {
	p := &packetReplay{header: &r.Header, seats: make([]seatPackets, len(r.Header.Seats)+1), at: r.Header.Started, edition: edition}
	p.log = Communication{GameID: r.Header.ID, Agents: []CommunicationAgent{}, Entries: []CommunicationEntry{}}
	for i, s := range r.Header.Seats {
		id := werewolf.SeatID(i + 1)
		p.seats[id] = seatPackets{name: s.Name, watcher: werewolf.NewWatcher(&r.Header.Rules, id), encode: encode(id)}
	}
	return p
}

// addEntry takes an entry of the record, beside the replayed game.
func (p *packetReplay) addEntry(game *werewolf.Game, e *gamelog.Entry) (err error) {
	p.checkFloorEnd(game)
	if e.Event != nil {
		err = p.event(e)
	} else if err = p.ask(game); err == nil {
		p.input(e)
		p.lastInput = &e.Input.Action
	}
	p.at = p.header.Started + e.At
	return err
}

// event shows an event to the seats and adds the announcements that it causes.
func (p *packetReplay) event(e *gamelog.Entry) error {
	at := p.header.Started + e.At
	for i := range p.seats[1:] {
		p.seats[i+1].watcher.See(e.Event, at)
	}
	switch e.Event.Kind {
	case werewolf.DayBegan:
		if e.Event.Day == 0 {
			if err := p.announce(werewolf.Initialize, at); err != nil {
				return err
			}
		}
		return p.announce(werewolf.DailyInitialize, at)
	case werewolf.NightBegan:
		return p.announce(werewolf.DailyFinish, at)
	case werewolf.GameOver:
		return p.announce(werewolf.Finish, at)
	case werewolf.Talked, werewolf.Whispered:
		p.addUtterance(e.Event, at)
		return nil
	default:
		return nil
	}
}

func (p *packetReplay) announce(kind werewolf.RequestKind, at int64) error {
	for i := range p.seats[1:] {
		id := werewolf.SeatID(i + 1)
		e, err := p.packet(id, werewolf.Request{Seat: id, Kind: kind}, at)
		if err != nil {
			return err
		}
		p.log.Entries = append(p.log.Entries, e)
	}
	return nil
}

// packet returns the entry of a packet without an answer yet.
func (p *packetReplay) packet(id werewolf.SeatID, q werewolf.Request, at int64) (CommunicationEntry, error) {
	m := &p.seats[id]
	b, err := m.encode(m.watcher.Observation(q))
	if err != nil {
		return CommunicationEntry{}, fmt.Errorf("%s to seat %d: %w", q.Kind, id, err)
	}
	return CommunicationEntry{Agent: m.name, Request: string(b), RequestTimestamp: at, ResponseTimestamp: at}, nil
}

// ask adds the requests that have become pending since the last input. By then all events that followed from
// that input have been shown.
func (p *packetReplay) ask(game *werewolf.Game) error {
	var pending werewolf.SeatSet
	for _, q := range game.Pending() {
		pending = pending.With(q.Seat)
		m := &p.seats[q.Seat]
		if m.asked.Kind == q.Kind && m.asked.Open == q.Open {
			continue
		}
		if q.Open && p.edition == Newest {
			p.addFloorStart(q.Kind)
			m.asked = q
			continue
		}
		e, err := p.packet(q.Seat, q, p.at)
		if err != nil {
			return err
		}
		m.asked, m.entry = q, e
	}
	for id := range p.seats {
		if !pending.Has(werewolf.SeatID(id)) {
			p.seats[id].asked = werewolf.Request{}
		}
	}
	return nil
}

// input takes an input. An answer, or a failure while an answer was awaited, completes the entry of its
// request. The game refuses unknown seats.
func (p *packetReplay) input(e *gamelog.Entry) {
	in := e.Input
	a := &in.Action
	switch a.Kind {
	case werewolf.CloseFloor:
		for id := range p.seats {
			if p.seats[id].asked.Open {
				p.seats[id].asked = werewolf.Request{}
			}
		}
	case werewolf.Answer, werewolf.Fail:
		if a.Seat > 0 && int(a.Seat) < len(p.seats) {
			p.answer(&p.seats[a.Seat], e)
		}
	case werewolf.Stop: // it asks nobody
	}
}

func (p *packetReplay) answer(m *seatPackets, e *gamelog.Entry) {
	in := e.Input
	if m.asked.Kind == werewolf.NoRequest || in.Action.Kind == werewolf.Fail && m.asked.Open {
		return // it failed when nothing was asked of it
	}
	if m.asked.Open && p.edition == Newest {
		return // the utterance itself is the entry
	}
	entry := m.entry
	entry.ResponseTimestamp = max(p.header.Started+e.At, entry.RequestTimestamp)
	entry.Error = in.Fault.String()
	switch {
	case in.Action.Kind == werewolf.Fail && entry.Error == "":
		entry.Error = "failed"
	case in.Action.Kind == werewolf.Answer && (in.Raw != "" || !in.Action.Missing):
		entry.Response = &in.Raw
	}
	p.log.Entries = append(p.log.Entries, entry)
	if !m.asked.Open {
		m.asked = werewolf.Request{}
	}
}
