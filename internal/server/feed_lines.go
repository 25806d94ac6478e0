package server

import (
	"bytes"
	"encoding/json"
	"slices"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// feedLines makes the lines of one game's feed, as they come. It is not safe
// for concurrent use.
type feedLines struct {
	packets func(gamelog.Entry) []gamelog.RealtimePacket
	next    int  // the entry that comes next
	begun   bool // whether there is a line before it
	agents  []gamelog.RealtimeAgent
	encoded []byte // the agents, which seldom change and are most of a packet
}

// newFeedLines makes either all packets of a game, or those that give away
// nothing that the village does not know.
func newFeedLines(h *gamelog.Header, village bool, e gamelog.Edition) *feedLines {
	if village {
		return &feedLines{packets: villagePackets(gamelog.NewRealtime(publicHeader(h), e))}
	}
	return &feedLines{packets: gamelog.NewRealtime(h, e).Packets}
}

// publicHeader is a header without roles.
func publicHeader(h *gamelog.Header) *gamelog.Header {
	public := *h
	public.Seats = slices.Clone(h.Seats)
	for i := range public.Seats {
		public.Seats[i].Role = werewolf.NoRole
	}
	return &public
}

// villagePackets are the packets of what everybody sees. Votes and attacks are
// in it when dawn tells of them; whispers, divinations and guards never.
func villagePackets(r *gamelog.Realtime) func(gamelog.Entry) []gamelog.RealtimePacket {
	return func(e gamelog.Entry) (packets []gamelog.RealtimePacket) {
		if !seenByAll(e) {
			return nil
		}
		told := func(kind werewolf.EventKind, seat, target werewolf.SeatID) {
			packets = append(packets, r.Packets(gamelog.Entry{At: e.At, Event: &werewolf.Event{
				Kind: kind, Day: e.Event.Day, Phase: -1, Seat: seat, Target: target, Killed: true,
			}})...)
		}
		switch e.Event.Kind {
		case werewolf.VotesShown:
			for _, b := range e.Event.Votes {
				told(werewolf.VoteCast, b.Seat, b.Target)
			}
		case werewolf.FoundDead:
			told(werewolf.AttackMade, 0, e.Event.Seat)
		default:
			return r.Packets(e)
		}
		return packets
	}
}

// add appends the lines of the entries that have not been there before. All
// calls are given the same entries, or more of them. As in the organisers'
// files there is a line feed between lines and none at the end.
func (l *feedLines) add(b []byte, entries []gamelog.Entry) ([]byte, error) {
	for ; l.next < len(entries); l.next++ {
		for _, p := range l.packets(entries[l.next]) {
			line, err := l.line(p)
			if err != nil {
				return b, err
			}
			if l.begun {
				b = append(b, '\n')
			}
			l.begun = true
			b = append(b, line...)
		}
	}
	return b, nil
}

// line encodes a packet.
func (l *feedLines) line(p gamelog.RealtimePacket) ([]byte, error) {
	if l.encoded == nil || !slices.Equal(l.agents, p.Agents) {
		encoded, err := json.Marshal(p.Agents)
		if err != nil {
			return nil, err
		}
		l.agents, l.encoded = p.Agents, encoded
	}
	p.Agents = nil
	line, err := json.Marshal(p)
	// The key stands before every text that somebody may have chosen.
	return gamelog.Shown(bytes.Replace(line, []byte(`"agents":null`), slices.Concat([]byte(`"agents":`), l.encoded), 1)), err
}
