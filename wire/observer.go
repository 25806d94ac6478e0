package wire

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"wolfden/werewolf"
)

// Observer turns the packets of one player back into observations. The zero
// Observer waits for an INITIALIZE or DAILY_INITIALIZE. It is not safe for
// concurrent use; the observations it hands out share memory with later ones,
// must not be changed, and may be read by anybody while it goes on.
//
// Packets give no seat numbers: players are numbered from 1 in the order of
// their names, byte by byte. What no packet tells is missing from the
// observations, or made up where that can be done:
//
//   - Rules: see [Setting.Rules].
//   - Utterances that came after the last packet with a history of their day.
//   - Utterance.Time in February's dialect.
//   - Whether Utterance.Idx counts by phase, as here, or by day: it is as told.
//   - Night, for a player that came back after the DAILY_FINISH.
//   - Request.Targets follow from the rules. Request.Turn is counted from the
//     requests that came in a row. On an open floor of a server that does not
//     tell it, Request.Left is what the rules and one's own utterances leave,
//     with the length and the skips whole.
//   - Chosen: see [Observer.Chose].
//   - Deaths and findings of one day and cause but the last, whose cause is
//     guessed; otherwise a death within a day is by execution, one of the night
//     by attack, until a packet names it.
//   - Result follows from who lives in the end. A game that ended with neither
//     side ahead reached its last day, or else failed for its players.
type Observer struct {
	game     string
	o        werewolf.Observation
	seats    map[string]werewolf.SeatID
	asked    Request // the last request but NAME
	turn     int     // how often it has been asked in a row before
	counts   convention
	open     bool           // a floor is open
	left     *werewolf.Left // what may be said on it from now on, nil where the server does not tell
	talks    echo
	whispers echo
}

// See takes the next packet and returns the observation that follows from it. Its Request is what the packet
// asks or announces. An utterance on an open floor comes with the request to speak, which still stands; NAME
// and the end of a floor ask nothing. When something in the packet is impossible, See returns an error that
// says what, and the Observer is unchanged.
func (r *Observer) See(p *Packet) (werewolf.Observation, error) {
	next := *r
	if err := next.see(p); err != nil {
		return werewolf.Observation{}, fmt.Errorf("%s: %w", p.Request, err)
	}
	*r = next
	o := r.o
	o.Request = r.request(p)
	return o, nil
}

// Chose records that the player answered the last request with the seat, for later observations. It ignores a
// choice that the rules make void.
func (r *Observer) Chose(target werewolf.SeatID) {
	kind := r.asked.Kind()
	if kind.Chooses() && r.targets(kind).Has(target) {
		r.o.Chosen = append(r.o.Chosen, werewolf.OwnChoice{Kind: kind, Day: r.o.Day, Round: r.turn, Target: target})
	}
}

func (r *Observer) see(p *Packet) error {
	if p.Request == RequestName {
		return nil
	}
	r.count(p.Request)
	if p.Info != nil {
		if err := r.beginDay(p); err != nil {
			return err
		}
		if err := r.learn(p); err != nil {
			return err
		}
	}
	if r.seats == nil {
		return errors.New("no INITIALIZE came before")
	}
	if err := r.addUtterances(p); err != nil {
		return err
	}
	switch p.Request {
	case RequestTalkPhaseStart, RequestWhisperPhaseStart:
		r.open = true
	case RequestTalkBroadcast, RequestWhisperBroadcast:
	case RequestFinish:
		r.o.Result = r.result()
	default:
		r.open = false
		r.o.Night = r.o.Night || p.Request == RequestDailyFinish
	}
	// A broadcast without a count makes the count of an earlier packet obsolete.
	r.left = nil
	if r.open && p.Info != nil && p.Info.RemainCount != nil {
		r.left = new(leftBy(p.Info))
	}
	return nil
}

// count counts the requests of one kind in a row: the turn of a talk, the
// round of a vote.
func (r *Observer) count(request Request) {
	if request == r.asked {
		r.turn++
	} else {
		r.asked, r.turn = request, 0
	}
}

// beginDay takes what begins a game or a day: who plays, and by which rules.
func (r *Observer) beginDay(p *Packet) error {
	in := p.Info
	begins := p.Request == RequestInitialize || p.Request == RequestDailyInitialize
	if r.seats == nil || r.game != in.GameID {
		if !begins || p.Setting == nil {
			return fmt.Errorf("game %q has not begun with an INITIALIZE", in.GameID)
		}
		if err := r.beginGame(in); err != nil {
			return err
		}
	}
	if p.Setting != nil {
		if p.Setting.AgentCount != len(r.o.Names) {
			return fmt.Errorf("setting.agent_count is %d, but info.status_map has %d players", p.Setting.AgentCount, len(r.o.Names))
		}
		rules := p.Setting.Rules()
		r.o.Rules = &rules
	}
	if begins {
		// From here on the server sends again what was said on this day.
		r.o.Talks = before(in.Day, r.o.Talks)
		r.o.Whispers = before(in.Day, r.o.Whispers)
		r.talks, r.whispers = nil, nil
	}
	return nil
}

// beginGame seats the players by name.
func (r *Observer) beginGame(in *Info) error {
	names := slices.Sorted(maps.Keys(in.StatusMap))
	if len(names) > werewolf.MaxSeats {
		return fmt.Errorf("info.status_map has %d players, at most %d can play", len(names), werewolf.MaxSeats)
	}
	*r = Observer{game: in.GameID, asked: r.asked, seats: make(map[string]werewolf.SeatID, len(names))}
	for i, name := range names {
		r.seats[name] = werewolf.SeatID(i + 1)
	}
	r.o = werewolf.Observation{
		Seat: r.seats[in.Agent], Names: names, Living: werewolf.SeatsUpTo(len(names)),
		Roles: make([]werewolf.Role, len(names)+1),
	}
	return nil
}

// learn takes what the packet says about the state of the game.
func (r *Observer) learn(p *Packet) error {
	in, o := p.Info, &r.o
	f := seatNames{seats: r.seats}
	if f.seat("info.agent", in.Agent) != o.Seat {
		return fmt.Errorf("info.agent is %q, but this is the player %q", in.Agent, o.Name(o.Seat))
	}
	if in.Day < o.Day {
		return fmt.Errorf("info.day is %d, but day %d has begun", in.Day, o.Day)
	}
	dawn := in.Day != o.Day
	if dawn {
		o.Day, o.Night = in.Day, false
	}
	if in.Profile != "" {
		o.Profile = in.Profile
	}
	r.learnRoles(&f, in)
	r.learnDeaths(&f, in, dawn)
	o.Votes = f.votes("info.vote_list", o.Votes, in.VoteList)
	o.AttackVotes = f.votes("info.attack_vote_list", o.AttackVotes, in.AttackVoteList)
	o.Divined = f.finding("info.divine_result", o.Divined, in.DivineResult)
	o.Medium = f.finding("info.medium_result", o.Medium, in.MediumResult)
	return f.err
}

func (r *Observer) learnRoles(f *seatNames, in *Info) {
	copied := false
	for name, role := range in.RoleMap {
		id := f.seat("info.role_map", name)
		if r.o.Roles[id] == role || id == 0 {
			continue
		}
		if !copied { // observations handed out before must not learn it
			r.o.Roles, copied = slices.Clone(r.o.Roles), true
		}
		r.o.Roles[id] = role
	}
}

// learnDeaths records who has died: first those named, then others who no longer live, for whom the packet
// gives no cause.
func (r *Observer) learnDeaths(f *seatNames, in *Info, dawn bool) {
	if in.ExecutedAgent != "" {
		r.died(f.seat("info.executed_agent", in.ExecutedAgent), in.Day-1, werewolf.ByExecution)
	}
	if in.AttackedAgent != "" {
		r.died(f.seat("info.attacked_agent", in.AttackedAgent), in.Day-1, werewolf.ByAttack)
	}
	for _, name := range slices.Sorted(maps.Keys(in.StatusMap)) {
		id := f.seat("info.status_map", name)
		switch {
		case in.StatusMap[name] == Alive || !r.o.Living.Has(id):
		case dawn:
			r.died(id, in.Day-1, werewolf.ByAttack)
		default:
			r.died(id, in.Day, werewolf.ByExecution)
		}
	}
	if f.err == nil && len(in.StatusMap) != len(r.o.Names) {
		f.err = fmt.Errorf("info.status_map has %d players of %d", len(in.StatusMap), len(r.o.Names))
	}
}

// died records a death once and corrects a guessed cause.
func (r *Observer) died(id werewolf.SeatID, day int, cause werewolf.Cause) {
	o := &r.o
	death := werewolf.Death{Day: day, Seat: id, Cause: cause}
	at := slices.IndexFunc(o.Deaths, func(d werewolf.Death) bool { return d.Seat == id })
	if at < 0 {
		o.Living = o.Living.Without(id)
		o.Deaths = append(o.Deaths, death)
	} else if o.Deaths[at] != death {
		o.Deaths = slices.Clone(o.Deaths)
		o.Deaths[at] = death
	}
}

// addUtterances takes what was said.
func (r *Observer) addUtterances(p *Packet) error {
	f := seatNames{seats: r.seats}
	o := &r.o
	o.Talks = r.talks.history(&f, "talk_history", o.Talks, p.TalkHistory)
	o.Whispers = r.whispers.history(&f, "whisper_history", o.Whispers, p.WhisperHistory)
	if p.NewTalk != nil {
		o.Talks = r.talks.broadcast(&f, "new_talk", o.Talks, p.NewTalk)
	}
	if p.NewWhisper != nil {
		o.Whispers = r.whispers.broadcast(&f, "new_whisper", o.Whispers, p.NewWhisper)
	}
	return f.err
}

// before returns the utterances of earlier days. Appending to the result does not touch memory that earlier
// observations share.
func before(day int, said []werewolf.Utterance) []werewolf.Utterance {
	n := len(said)
	for n > 0 && said[n-1].Day >= day {
		n--
	}
	return said[:n:n]
}

// echo holds utterances of the day that were broadcast but have not come in a history yet. The organisers'
// server sends them there again.
type echo []werewolf.Utterance

func (e *echo) broadcast(f *seatNames, path string, said []werewolf.Utterance, t *Talk) []werewolf.Utterance {
	u := f.utterance(path, t)
	*e = append(*e, u)
	return append(said, u)
}

func (e *echo) history(f *seatNames, path string, said []werewolf.Utterance, talks []Talk) []werewolf.Utterance {
	for i := range talks {
		u := f.utterance(fmt.Sprintf("%s[%d]", path, i), &talks[i])
		if at := slices.Index(*e, u); at >= 0 {
			*e = slices.Concat((*e)[:at], (*e)[at+1:])
			continue
		}
		said = append(said, u)
	}
	return said
}
