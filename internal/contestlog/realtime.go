package contestlog

import (
	"slices"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// RealtimePacket is one packet of the realtime feed, which the organisers' viewer reads. Keys without a value
// are left out.
type RealtimePacket struct {
	ID     string          `json:"id"`  // of the game
	Idx    int             `json:"idx"` // from 1
	Day    int             `json:"day"`
	IsDay  bool            `json:"is_day"`
	Agents []RealtimeAgent `json:"agents"`
	Event  RealtimeEvent   `json:"event"`
	// Message is an utterance or an announcement.
	Message *string `json:"message,omitempty"`
	// FromIdx is who acts; -1 in an attack that was guarded.
	FromIdx   *int `json:"from_idx,omitempty"`
	ToIdx     *int `json:"to_idx,omitempty"` // upon whom
	BubbleIdx *int `json:"bubble_idx,omitempty"`
	// Timestamp is the Unix time in seconds, 0 where it is not known or February
	// had none.
	Timestamp int64 `json:"timestamp,omitempty"`
}

// RealtimeAgent is a player as the viewer shows it.
type RealtimeAgent struct {
	Idx     int           `json:"idx"`
	Team    string        `json:"team"`
	Name    string        `json:"name"`
	Profile string        `json:"profile,omitempty"`
	Avatar  string        `json:"avatar,omitempty"`
	Role    werewolf.Role `json:"role"`
	IsAlive bool          `json:"is_alive"`
}

// RealtimeEvent says in the protocol's words what a packet is about.
type RealtimeEvent string

// The events: begin, talk, whisper, vote, attack vote, divination, guard,
// execution (also when it has no victim), attack, end.
const (
	RealtimeBegin      RealtimeEvent = "開始"
	RealtimeTalk       RealtimeEvent = "トーク"
	RealtimeWhisper    RealtimeEvent = "囁き"
	RealtimeVote       RealtimeEvent = "投票"
	RealtimeAttackVote RealtimeEvent = "襲撃投票"
	RealtimeDivine     RealtimeEvent = "占い"
	RealtimeGuard      RealtimeEvent = "護衛"
	RealtimeExecution  RealtimeEvent = "追放"
	RealtimeAttack     RealtimeEvent = "襲撃"
	RealtimeEnd        RealtimeEvent = "終了"
)

// realtimeBegun is the organisers' announcement at the beginning.
const realtimeBegun = "ゲームが開始されました"

// Realtime makes the packets of a game from the entries of its record, in order. It is not safe for concurrent
// use.
type Realtime struct {
	rules  *werewolf.Rules
	id     string
	start  int64 // Unix milliseconds
	timed  bool
	now    int64 // seconds, of the entry that is told
	agents []RealtimeAgent
	idx    int
	day    int
	night  bool
	// votes are today's phases with an execution that has had no victim yet.
	votes []int8
}

// NewRealtime begins the feed of a game. For a game played elsewhere it gives no times. It keeps the header,
// which must not change.
func NewRealtime(h *gamelog.Header, e Edition) *Realtime {
	r := &Realtime{rules: &h.Rules, id: h.ID, start: h.Started, timed: e == Newest && !h.Foreign}
	for i := range h.Seats {
		s := &h.Seats[i]
		r.agents = append(r.agents, RealtimeAgent{
			Idx: i + 1, Team: seatTeam(s), Name: s.Name, Profile: s.Profile, Avatar: s.Avatar, Role: s.Role, IsAlive: true,
		})
	}
	return r
}

// Packets returns the packets for the next entry, mostly none or one. That nobody was executed shows only in a
// later entry. Packets share their agents, which must not be changed.
func (r *Realtime) Packets(entry gamelog.Entry) []RealtimePacket {
	e := entry.Event
	if e == nil || !r.seated(e.Seat) || !r.seated(e.Target) {
		return nil
	}
	if r.timed {
		r.now = (r.start + entry.At) / 1000
	}
	packets := r.executionsWithoutVictim(e)
	switch e.Kind {
	case werewolf.Dealt:
		r.change(e.Seat, func(a *RealtimeAgent) { a.Role = e.Role })
	case werewolf.DayBegan:
		r.begin(e.Day)
	case werewolf.NightBegan:
		r.night = true
	case werewolf.Executed:
		r.change(e.Seat, dies)
		r.votes = slices.DeleteFunc(r.votes, func(phase int8) bool { return phase == e.Phase })
	case werewolf.AttackMade:
		if e.Killed {
			r.change(e.Target, dies)
		}
	case werewolf.GameOver:
		r.day, r.night = e.Day, true
	default:
	}
	if p, ok := r.packet(e); ok {
		packets = append(packets, p)
	}
	return packets
}

// seated reports whether the seat exists, or is 0 for events that may do without one. Records need not come
// from the rules engine.
func (r *Realtime) seated(id werewolf.SeatID) bool { return id >= 0 && int(id) <= len(r.agents) }

func (r *Realtime) change(id werewolf.SeatID, how func(*RealtimeAgent)) {
	if id > 0 {
		r.agents = slices.Clone(r.agents) // the packets before keep theirs
		how(&r.agents[id-1])
	}
}

func dies(a *RealtimeAgent) { a.IsAlive = false }

// begin starts the next day.
func (r *Realtime) begin(day int) {
	r.day, r.night, r.votes = day, false, r.votes[:0]
	for i, p := range slices.Concat(r.rules.DayPhases, r.rules.NightPhases) {
		if p.On(day) && slices.Contains(p.Actions, "execution") {
			r.votes = append(r.votes, int8(i))
		}
	}
}

// executionsWithoutVictim returns packets for executions without a victim that this event shows to be over.
func (r *Realtime) executionsWithoutVictim(e *werewolf.Event) (packets []RealtimePacket) {
	dayOver := e.Kind == werewolf.DayBegan || e.Kind == werewolf.GameOver && e.End == werewolf.DayLimit
	for len(r.votes) > 0 && (dayOver || e.Day == r.day && e.Phase > r.votes[0]) {
		r.votes = r.votes[1:]
		packets = append(packets, r.add(RealtimeExecution))
	}
	return packets
}

// packet is the packet of an event, false when the feed has none for it.
func (r *Realtime) packet(e *werewolf.Event) (RealtimePacket, bool) {
	seat, target := new(int(e.Seat)), new(int(e.Target))
	switch {
	case e.Kind == werewolf.DayBegan && r.idx == 0:
		return r.add(RealtimeBegin).withMessage(realtimeBegun, nil), true
	case e.Kind == werewolf.Talked:
		return r.add(RealtimeTalk).withMessage(e.Text, seat), true
	case e.Kind == werewolf.Whispered:
		return r.add(RealtimeWhisper).withMessage(e.Text, seat), true
	case e.Kind == werewolf.VoteCast:
		return r.add(RealtimeVote).withPlayers(seat, target), true
	case e.Kind == werewolf.AttackCast:
		return r.add(RealtimeAttackVote).withPlayers(seat, target), true
	case e.Kind == werewolf.DivineChosen:
		return r.add(RealtimeDivine).withPlayers(seat, target), true
	case e.Kind == werewolf.GuardChosen:
		return r.add(RealtimeGuard).withPlayers(seat, target), true
	case e.Kind == werewolf.Executed:
		return r.add(RealtimeExecution).withPlayers(nil, seat), true
	case e.Kind == werewolf.AttackMade && e.Target == 0:
		return r.add(RealtimeAttack), true
	case e.Kind == werewolf.AttackMade && e.Killed:
		return r.add(RealtimeAttack).withPlayers(nil, target), true
	case e.Kind == werewolf.AttackMade:
		return r.add(RealtimeAttack).withPlayers(new(-1), target), true
	case e.Kind == werewolf.GameOver:
		return r.add(RealtimeEnd).withMessage(e.Winner.String(), nil), true
	default:
		return RealtimePacket{}, false
	}
}

func (r *Realtime) add(event RealtimeEvent) RealtimePacket {
	r.idx++
	return RealtimePacket{
		ID: r.id, Idx: r.idx, Day: r.day, IsDay: !r.night, Agents: r.agents, Event: event, Timestamp: r.now,
	}
}

func (p RealtimePacket) withMessage(text string, who *int) RealtimePacket {
	p.Message, p.BubbleIdx = &text, who
	return p
}

func (p RealtimePacket) withPlayers(from, to *int) RealtimePacket {
	p.FromIdx, p.ToIdx = from, to
	return p
}
