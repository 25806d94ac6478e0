package spectate

import (
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// feedLines makes the lines of one game's feed, as they come. It is not safe
// for concurrent use.
type feedLines struct {
	contestlog.RealtimeLines
	packets func(gamelog.Entry) []contestlog.RealtimePacket
	next    int // the entry that comes next
}

// newFeedLines makes either all packets of a game, or those that give away
// nothing that the village does not know.
func newFeedLines(h *gamelog.Header, village bool, e contestlog.Edition) *feedLines {
	if village {
		return &feedLines{packets: villagePackets(contestlog.NewRealtime(publicHeader(h), e))}
	}
	return &feedLines{packets: contestlog.NewRealtime(h, e).Packets}
}

// publicHeader is a header without roles, and without what is only for whoever keeps the record.
func publicHeader(h *gamelog.Header) *gamelog.Header {
	public := *h
	public.Seed, public.Provenance = 0, nil
	public.Seats = slices.Clone(h.Seats)
	for i := range public.Seats {
		public.Seats[i].Role = werewolf.NoRole
	}
	return &public
}

// villagePackets are the packets of what everybody sees. Votes and attacks are
// in it when dawn tells of them; whispers, divinations and guards never.
func villagePackets(r *contestlog.Realtime) func(gamelog.Entry) []contestlog.RealtimePacket {
	return func(e gamelog.Entry) (packets []contestlog.RealtimePacket) {
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

// feedPiece is how much of a feed is written at once.
const feedPiece = 1 << 20

// write makes the lines of a timeline's entries up to a number, or all, that have not been there before, and has them written,
// whole ones in each piece.
func (l *feedLines) write(t *timeline, upTo int, put func([]byte) error) error {
	var b []byte
	err := t.each(l.next, upTo, func(e gamelog.Entry) (err error) {
		l.next++
		for _, p := range l.packets(e) {
			if b, err = l.Append(b, &p); err != nil {
				return err
			}
		}
		if len(b) > feedPiece {
			err, b = put(b), b[:0]
		}
		return err
	})
	if err == nil && len(b) > 0 {
		err = put(b)
	}
	return err
}
