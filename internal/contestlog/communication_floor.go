package contestlog

import (
	"slices"
	"strconv"

	"wolfden/werewolf"
)

// opens notes the start of an open floor, once for all seats.
func (p *postman) opens(kind werewolf.RequestKind) {
	if p.floor != kind {
		p.floor = kind
		p.note("", kind.String()+"_PHASE_START", nil, p.at)
	}
}

// word notes what was said on an open floor.
func (p *postman) word(e *werewolf.Event, at int64) {
	if p.floor == werewolf.NoRequest {
		return
	}
	p.note(p.seats[e.Seat].name, p.floor.String(), &e.Text, at)
	if p.closing {
		p.end(at)
	}
}

// closes notes the end of an open floor that the latest input has closed. When
// that was a word, it comes before the end.
func (p *postman) closes(game *werewolf.Game) {
	by := p.taken
	p.taken = nil
	if by == nil || p.floor == werewolf.NoRequest {
		return
	}
	open := slices.ContainsFunc(game.Pending(), func(q werewolf.Request) bool { return q.Open && q.Kind == p.floor })
	switch {
	case open:
	case by.Kind == werewolf.Answer:
		p.closing = true
	default:
		p.end(p.at)
	}
}

func (p *postman) end(at int64) {
	p.note("", p.floor.String()+"_PHASE_END", nil, at)
	p.floor, p.closing = werewolf.NoRequest, false
}

// note adds an entry that has the name of a request in place of a packet.
func (p *postman) note(agent, request string, said *string, at int64) {
	p.log.Entries = append(p.log.Entries, CommunicationEntry{
		Agent: agent, Request: strconv.Quote(request), Response: said, RequestTimestamp: at, ResponseTimestamp: at,
	})
}
