package contestlog

import (
	"slices"
	"strconv"

	"wolfden/werewolf"
)

// addFloorStart adds the start of an open floor, once for all seats.
func (p *packetReplay) addFloorStart(kind werewolf.RequestKind) {
	if p.floor != kind {
		p.floor = kind
		p.addNamed("", kind.String()+"_PHASE_START", nil, p.at)
	}
}

// addUtterance adds what was said on an open floor.
func (p *packetReplay) addUtterance(e *werewolf.Event, at int64) {
	if p.floor == werewolf.NoRequest {
		return
	}
	p.addNamed(p.seats[e.Seat].name, p.floor.String(), &e.Text, at)
	if p.closing {
		p.addFloorEnd(at)
	}
}

// checkFloorEnd adds the end of an open floor if the latest input has closed it. If that input was an
// utterance, the end comes after it.
func (p *packetReplay) checkFloorEnd(game *werewolf.Game) {
	by := p.lastInput
	p.lastInput = nil
	if by == nil || p.floor == werewolf.NoRequest {
		return
	}
	open := slices.ContainsFunc(game.Pending(), func(q werewolf.Request) bool { return q.Open && q.Kind == p.floor })
	switch {
	case open:
	case by.Kind == werewolf.Answer:
		p.closing = true
	default:
		p.addFloorEnd(p.at)
	}
}

func (p *packetReplay) addFloorEnd(at int64) {
	p.addNamed("", p.floor.String()+"_PHASE_END", nil, at)
	p.floor, p.closing = werewolf.NoRequest, false
}

// addNamed adds an entry with the name of a request instead of a packet.
func (p *packetReplay) addNamed(agent, request string, said *string, at int64) {
	p.log.Entries = append(p.log.Entries, CommunicationEntry{
		Agent: agent, Request: strconv.Quote(request), Response: said, RequestTimestamp: at, ResponseTimestamp: at,
	})
}
