package wire

import (
	"fmt"

	"wolfden/werewolf"
)

// Dialect selects one of the organisers' published protocols. The zero Dialect is the newest. docs/protocol.md
// lists the differences.
type Dialect uint8

// February is the protocol of the organisers' server of February 2026: counts
// are those after the request they come with; talks carry no time, and their
// idx begins anew in the second whisper of a day.
const (
	Newest Dialect = iota
	February
)

// Encoder turns the observations of one seat into packets. It remembers which utterances the player has been
// sent. So each observation must be encoded in order, and only if the packet is really sent. It is not safe
// for concurrent use.
//
// Like on the organisers' server, utterances broadcast on an open floor come again in the next history.
type Encoder struct {
	game     string
	dialect  Dialect
	talks    cursor
	whispers cursor
	writer   writer
}

// cursor counts how many utterances of the game the player has been sent.
type cursor struct {
	told  int // in histories
	heard int // as broadcasts
}

// NewEncoder returns an encoder for one player of the game with that id.
func NewEncoder(game string, d Dialect) *Encoder { return &Encoder{game: game, dialect: d} }

// NamePacket returns the packet that asks for the client's name.
func NamePacket() []byte { return []byte(`{"request":"NAME"}`) }

// Encode returns the packet for what the observation asks or announces (o.Request.Kind). For an open floor
// that is the start of its phase. It fails when the observation asks nothing or has no seat.
func (e *Encoder) Encode(o werewolf.Observation) ([]byte, error) {
	p := Packet{Request: requestOf(o.Request.Kind)}
	if p.Request == NoRequest || o.Role() == werewolf.NoRole {
		return nil, fmt.Errorf("no packet for the request %q of seat %d", o.Request.Kind, o.Seat)
	}
	if o.Request.Open {
		p.Request = phase(o.Request.Kind, RequestTalkPhaseStart, RequestWhisperPhaseStart)
	}
	p.Info = e.info(p.Request, &o)
	switch {
	case o.Request.Open:
		p.Setting = NewSetting(o.Rules)
	case p.Request == RequestInitialize, p.Request == RequestDailyInitialize:
		e.talks, e.whispers = cursor{}, cursor{}
		p.Setting = NewSetting(o.Rules)
		if p.Request == RequestInitialize {
			p.Info.Profile = o.Profile
		} else {
			e.addMissed(&p, &o)
		}
	default:
		e.addHistories(&p, &o)
	}
	return e.writer.packet(&p, &o)
}

// Broadcasts returns one packet for each utterance on an open floor (o.Request.Kind) since the last packet
// that carried any. The packets say that o.Request.Left is left.
func (e *Encoder) Broadcasts(o werewolf.Observation) ([][]byte, error) {
	request, err := openFloor(&o, RequestTalkBroadcast, RequestWhisperBroadcast)
	if err != nil {
		return nil, err
	}
	var news []Talk
	if request == RequestTalkBroadcast {
		news = e.unsent(&e.talks.heard, o.Talks, &o)
	} else {
		news = e.unsent(&e.whispers.heard, o.Whispers, &o)
	}
	if len(news) == 0 {
		return nil, nil
	}
	packets, info := make([][]byte, len(news)), e.info(request, &o)
	for i := range news {
		p := Packet{Request: request, Info: info}
		if request == RequestTalkBroadcast {
			p.NewTalk = &news[i]
		} else {
			p.NewWhisper = &news[i]
		}
		if packets[i], err = e.writer.packet(&p, &o); err != nil {
			return nil, err
		}
	}
	return packets, nil
}

// PhaseEnd returns the packet for the end of an open floor (o.Request.Kind), with what was left
// (o.Request.Left).
func (e *Encoder) PhaseEnd(o werewolf.Observation) ([]byte, error) {
	request, err := openFloor(&o, RequestTalkPhaseEnd, RequestWhisperPhaseEnd)
	if err != nil {
		return nil, err
	}
	return e.writer.packet(&Packet{Request: request, Info: e.info(request, &o)}, &o)
}

func openFloor(o *werewolf.Observation, talk, whisper Request) (Request, error) {
	if !o.Request.Kind.Speaks() || o.Role() == werewolf.NoRole {
		return NoRequest, fmt.Errorf("no open floor for the request %q of seat %d", o.Request.Kind, o.Seat)
	}
	return phase(o.Request.Kind, talk, whisper), nil
}

func phase(kind werewolf.RequestKind, talk, whisper Request) Request {
	if kind == werewolf.Whisper {
		return whisper
	}
	return talk
}

// addHistories adds the talk and whisper histories that the request's packet has.
func (e *Encoder) addHistories(p *Packet, o *werewolf.Observation) {
	must := requests[p.Request].must
	if p.Request == RequestDailyFinish && o.Spec().Whispers {
		must |= withWhispers
	}
	if must&withTalks != 0 {
		p.TalkHistory = e.unsent(&e.talks.told, o.Talks, o)
	}
	if must&withWhispers != 0 {
		p.WhisperHistory = e.unsent(&e.whispers.told, o.Whispers, o)
	}
}

// addMissed gives a player that reconnects in the middle of a day what was said on that day. On other mornings
// nothing was.
func (e *Encoder) addMissed(p *Packet, o *werewolf.Observation) {
	if said := e.unsent(&e.talks.told, o.Talks, o); len(said) > 0 {
		p.TalkHistory = said
	}
	if said := e.unsent(&e.whispers.told, o.Whispers, o); len(said) > 0 {
		p.WhisperHistory = said
	}
	e.talks.heard, e.whispers.heard = e.talks.told, e.whispers.told
}

// unsent returns today's utterances after the first *after of the game, never nil, and sets *after to the end.
func (e *Encoder) unsent(after *int, said []werewolf.Utterance, o *werewolf.Observation) []Talk {
	from := len(said)
	for from > *after && said[from-1].Day == o.Day {
		from--
	}
	*after = len(said)
	dawn := from
	for dawn > 0 && said[dawn-1].Day == o.Day {
		dawn--
	}
	news := make([]Talk, len(said)-from)
	for i := range news {
		u := &said[from+i]
		news[i] = Talk{
			Idx: u.Idx, Day: u.Day, Turn: u.Turn, Agent: o.Name(u.Seat),
			Text: u.Text, Skip: u.Skip, Over: u.Over,
		}
		if e.dialect == Newest {
			news[i].Time, news[i].Idx = u.Time, from+i-dawn
		}
	}
	return news
}

// info returns the packet's info without the maps, which the writer takes from the observation.
func (e *Encoder) info(request Request, o *werewolf.Observation) *Info {
	i := &Info{
		GameID: e.game, Day: o.Day, Agent: o.Name(o.Seat),
		VoteList:       votes(o.Votes, o),
		AttackVoteList: votes(o.AttackVotes, o),
	}
	i.MediumResult = judge(o.Medium, o)
	if i.MediumResult != nil {
		i.MediumResult.Agent = i.MediumResult.Target
	}
	i.DivineResult = judge(o.Divined, o)
	for n := len(o.Deaths) - 1; n >= 0 && o.Deaths[n].Day >= o.Day-1; n-- {
		e.tellDeath(i, &o.Deaths[n], o)
	}
	if o.Request.Kind.Speaks() {
		left := &o.Request.Left
		i.RemainCount, i.RemainLength, i.RemainSkip = e.count(request, left.Count), limit(left.Length), limit(left.Skip)
	}
	return i
}

// count returns the number of utterances left as the packet tells it, nil for no limit. An open floor has no
// request to count before or after, so both dialects tell what may be said from now on.
func (e *Encoder) count(request Request, left int) *int {
	if left != werewolf.NoLimit && (e.dialect == Newest || request >= RequestTalkPhaseStart) {
		left = max(0, left+1)
	}
	return limit(left)
}

// tellDeath names yesterday's dead. The protocol has room for one of each cause, so the last one counts.
func (e *Encoder) tellDeath(i *Info, d *werewolf.Death, o *werewolf.Observation) {
	name := &i.ExecutedAgent
	if d.Cause == werewolf.ByAttack {
		name = &i.AttackedAgent
	}
	if d.Day == o.Day-1 && *name == "" {
		*name = o.Name(d.Seat)
	}
}

// judge returns yesterday's last finding.
func judge(findings []werewolf.Finding, o *werewolf.Observation) *Judge {
	if len(findings) == 0 {
		return nil
	}
	f := findings[len(findings)-1]
	if f.Day != o.Day-1 {
		return nil
	}
	return &Judge{Day: f.Day, Agent: o.Name(o.Seat), Target: o.Name(f.Target), Result: f.Species}
}

// votes returns yesterday's votes, nil if there were none.
func votes(cast []werewolf.Choice, o *werewolf.Observation) []Vote {
	from := len(cast)
	for from > 0 && cast[from-1].Day == o.Day-1 {
		from--
	}
	var list []Vote
	for _, c := range cast[from:] {
		list = append(list, Vote{Day: c.Day, Agent: o.Name(c.Seat), Target: o.Name(c.Target)})
	}
	return list
}
