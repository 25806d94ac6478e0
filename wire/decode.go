package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"wolfden/werewolf"
)

// Decode reads one packet of either dialect. It is strict about structure: one JSON object, every key that its
// request requires, values of the right type and from the right list. Optional keys may be null. The error
// says what is wrong and where, such as "info.status_map.May".
//
// Unknown keys are no error, so that a newer server does not shut out its players in the middle of a contest.
// Packet.Unknown lists their paths for the caller to report.
func Decode(b []byte) (Packet, error) {
	if !json.Valid(b) {
		var v any
		return Packet{}, fmt.Errorf("the packet is no JSON: %w", json.Unmarshal(b, &v))
	}
	var p Packet
	o := object{d: &decoding{}}
	o.read(bytes.TrimSpace(b))
	o.packet(&p)
	if o.d.err != nil {
		return Packet{}, o.d.err
	}
	slices.Sort(o.d.unknown)
	p.Unknown = o.d.unknown
	return p, nil
}

func (o *object) packet(p *Packet) {
	if o.word("request", &p.Request); o.d.err != nil {
		return
	}
	must := requests[p.Request].must
	if in := o.object("info", must&withInfo != 0); in != nil {
		p.Info = new(Info)
		in.info(p.Info)
	}
	if in := o.object("setting", must&withSetting != 0); in != nil {
		p.Setting = new(Setting)
		in.setting(p.Setting)
	}
	p.TalkHistory = o.history("talk_history", must&withTalks != 0)
	p.WhisperHistory = o.history("whisper_history", must&withWhispers != 0)
	p.NewTalk = o.newTalk("new_talk", must&withNewTalk != 0)
	p.NewWhisper = o.newTalk("new_whisper", must&withNewWhisper != 0)
	o.done()
}

func (o *object) info(i *Info) {
	o.text("game_id", &i.GameID, true)
	o.number("day", &i.Day)
	o.text("agent", &i.Agent, true)
	o.text("profile", &i.Profile, false)
	i.MediumResult = o.judge("medium_result")
	i.DivineResult = o.judge("divine_result")
	o.text("executed_agent", &i.ExecutedAgent, false)
	o.text("attacked_agent", &i.AttackedAgent, false)
	i.VoteList = o.votes("vote_list")
	i.AttackVoteList = o.votes("attack_vote_list")
	i.RemainCount = optional(o, "remain_count", wholeNumber, false)
	i.RemainLength = optional(o, "remain_length", wholeNumber, false)
	i.RemainSkip = optional(o, "remain_skip", wholeNumber, false)
	if in := o.object("status_map", true); in != nil {
		i.StatusMap = words[Status](in)
	}
	if in := o.object("role_map", true); in != nil {
		i.RoleMap = words[werewolf.Role](in)
	}
	o.done()
}

func (o *object) judge(key string) *Judge {
	in := o.object(key, false)
	if in == nil {
		return nil
	}
	j := &Judge{}
	in.number("day", &j.Day)
	in.text("agent", &j.Agent, true)
	in.text("target", &j.Target, true)
	in.word("result", &j.Result)
	in.done()
	return j
}

func (o *object) votes(key string) []Vote {
	var list []Vote
	objects := o.list(key, false)
	for i := range objects {
		v, in := Vote{}, &objects[i]
		in.number("day", &v.Day)
		in.text("agent", &v.Agent, true)
		in.text("target", &v.Target, true)
		in.done()
		list = append(list, v)
	}
	return list
}

// history reads a list of utterances. It is never nil when the key is present or required: the newest schema
// uses null for an empty list.
func (o *object) history(key string, must bool) []Talk {
	if o.find(key) == nil && !must {
		return nil
	}
	objects := o.list(key, must)
	talks := make([]Talk, len(objects))
	for i := range objects {
		objects[i].talk(&talks[i])
	}
	return talks
}

func (o *object) newTalk(key string, must bool) *Talk {
	in := o.object(key, must)
	if in == nil {
		return nil
	}
	t := &Talk{}
	in.talk(t)
	return t
}

func (o *object) talk(t *Talk) {
	o.number("idx", &t.Idx)
	o.number("day", &t.Day)
	o.number("turn", &t.Turn)
	o.text("agent", &t.Agent, true)
	o.text("text", &t.Text, true)
	o.flag("skip", &t.Skip)
	o.flag("over", &t.Over)
	if at := optional(o, "time", wholeNumber, false); at != nil {
		t.Time = int64(*at)
	}
	o.done()
}

func (o *object) setting(s *Setting) {
	o.number("agent_count", &s.AgentCount)
	s.MaxDay = optional(o, "max_day", wholeNumber, false)
	o.flag("vote_visibility", &s.VoteVisibility)
	o.talkSetting("talk", &s.Talk)
	o.talkSetting("whisper", &s.Whisper)
	if in := o.object("vote", true); in != nil {
		in.number("max_count", &s.Vote.MaxCount)
		in.flag("allow_self_vote", &s.Vote.AllowSelfVote)
		in.done()
	}
	if in := o.object("attack_vote", true); in != nil {
		in.number("max_count", &s.AttackVote.MaxCount)
		in.flag("allow_self_vote", &s.AttackVote.AllowSelfVote)
		in.flag("allow_no_target", &s.AttackVote.AllowNoTarget)
		in.done()
	}
	if in := o.object("timeout", true); in != nil {
		in.number("action", &s.Timeout.Action)
		in.number("response", &s.Timeout.Response)
		in.done()
	}
	if in := o.object("role_num_map", true); in != nil {
		s.RoleNumMap = in.roleCounts()
	}
	o.done()
}

func (o *object) talkSetting(key string, s *TalkSetting) {
	in := o.object(key, true)
	if in == nil {
		return
	}
	if count := in.object("max_count", true); count != nil {
		count.number("per_agent", &s.MaxCount.PerAgent)
		count.number("per_day", &s.MaxCount.PerDay)
		count.done()
	}
	if length := in.object("max_length", true); length != nil {
		length.lengths(&s.MaxLength)
	}
	in.number("max_skip", &s.MaxSkip)
	s.Duration = optional(in, "duration", wholeNumber, false)
	in.done()
}

func (o *object) lengths(l *LengthSetting) {
	l.CountInWord = optional(o, "count_in_word", trueOrFalse, false)
	l.CountSpaces = optional(o, "count_spaces", trueOrFalse, false)
	l.PerTalk = optional(o, "per_talk", wholeNumber, false)
	l.MentionLength = optional(o, "mention_length", wholeNumber, false)
	l.PerAgent = optional(o, "per_agent", wholeNumber, false)
	l.BaseLength = optional(o, "base_length", wholeNumber, false)
	o.done()
}

// roleCounts reads how many players have each role. The keys are roles; an unknown role is allowed if nobody
// has it.
func (o *object) roleCounts() map[werewolf.Role]int {
	counts := make(map[werewolf.Role]int, len(o.fields))
	for i := range o.fields {
		key, role, n := o.fields[i].key, werewolf.NoRole, 0
		o.number(key, &n)
		switch err := wordInto(key, &role); {
		case err != nil && n == 0:
			o.d.unknown = append(o.d.unknown, o.at(key))
		case err != nil:
			o.fail(key, err.Error())
		case n < 0 || n > werewolf.MaxSeats:
			o.fail(key, fmt.Sprintf("%d players have it, at most %d can play", n, werewolf.MaxSeats))
		default:
			counts[role] = n
		}
	}
	return counts
}

// words reads an object whose values are words from a fixed list, such as a map from names to roles.
func words[T any, P reader[T]](o *object) map[string]T {
	m := make(map[string]T, len(o.fields))
	for i := range o.fields {
		var v T
		o.word(o.fields[i].key, P(&v))
		m[o.fields[i].key] = v
	}
	return m
}

// reader is a pointer to T that can parse the text form of T.
type reader[T any] interface {
	*T
	UnmarshalText([]byte) error
}
