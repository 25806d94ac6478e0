package baseline

import (
	"fmt"
	"strings"

	"wolfden/internal/llm"
	"wolfden/werewolf"
)

// The types here are what the organisers' agent gives its prompts, attribute by attribute: pointers where Python has
// None, and words for what Python prints of an object.

type word struct {
	Value string `jinja:"value"`
	Name  string `jinja:"name"`
}

// String returns what Python prints for the enumeration's value.
func (w word) String() string { return w.Value }

type judge struct {
	Day    int    `jinja:"day"`
	Agent  string `jinja:"agent"`
	Target string `jinja:"target"`
	Result word   `jinja:"result"`
}

// String returns what Python prints for the object.
func (j judge) String() string {
	return fmt.Sprintf("Judge(day=%d, agent='%s', target='%s', result=<Species.%s: '%s'>)", j.Day, j.Agent, j.Target, j.Result.Name, j.Result.Value)
}

type vote struct {
	Day    int    `jinja:"day"`
	Agent  string `jinja:"agent"`
	Target string `jinja:"target"`
}

// String returns what Python prints for the object.
func (v vote) String() string {
	return fmt.Sprintf("Vote(day=%d, agent='%s', target='%s')", v.Day, v.Agent, v.Target)
}

type talk struct {
	Idx   int    `jinja:"idx"`
	Day   int    `jinja:"day"`
	Turn  int    `jinja:"turn"`
	Agent string `jinja:"agent"`
	Text  string `jinja:"text"`
	Skip  bool   `jinja:"skip"`
	Over  bool   `jinja:"over"`
}

type info struct {
	GameID         string            `jinja:"game_id"`
	Day            int               `jinja:"day"`
	Agent          string            `jinja:"agent"`
	Profile        *string           `jinja:"profile"`
	MediumResult   *judge            `jinja:"medium_result"`
	DivineResult   *judge            `jinja:"divine_result"`
	ExecutedAgent  *string           `jinja:"executed_agent"`
	AttackedAgent  *string           `jinja:"attacked_agent"`
	VoteList       *[]vote           `jinja:"vote_list"`
	AttackVoteList *[]vote           `jinja:"attack_vote_list"`
	StatusMap      map[string]string `jinja:"status_map"`
	RoleMap        map[string]string `jinja:"role_map"`
	RemainCount    *int              `jinja:"remain_count"`
	RemainLength   *int              `jinja:"remain_length"`
	RemainSkip     *int              `jinja:"remain_skip"`
}

type setting struct {
	AgentCount int            `jinja:"agent_count"`
	RoleNumMap map[string]int `jinja:"role_num_map"`
	Talk       talkSetting    `jinja:"talk"`
	Whisper    talkSetting    `jinja:"whisper"`
}

type talkSetting struct {
	MaxCount  countSetting  `jinja:"max_count"`
	MaxLength lengthSetting `jinja:"max_length"`
	MaxSkip   *int          `jinja:"max_skip"`
}

type countSetting struct {
	PerAgent *int `jinja:"per_agent"`
	PerDay   *int `jinja:"per_day"`
}

type lengthSetting struct {
	PerTalk       *int `jinja:"per_talk"`
	MentionLength *int `jinja:"mention_length"`
	PerAgent      *int `jinja:"per_agent"`
	BaseLength    *int `jinja:"base_length"`
}

// limit is a limit of the rules, none where there is none.
func limit(n int) *int {
	if n == werewolf.NoLimit {
		return nil
	}
	return &n
}

// known is a name, none where there is none.
func known(name string) *string {
	if name == "" {
		return nil
	}
	return &name
}

// infoOf is what a packet of the protocol would tell with the observation.
func infoOf(o *werewolf.Observation) *info {
	i := &info{
		Day: o.Day, Agent: o.Name(o.Seat),
		StatusMap: map[string]string{}, RoleMap: map[string]string{},
	}
	if o.Request.Kind == werewolf.Initialize {
		i.Profile = known(o.Profile)
	}
	for n, name := range o.Names {
		id := werewolf.SeatID(n + 1)
		i.StatusMap[name] = "DEAD"
		if o.Living.Has(id) {
			i.StatusMap[name] = "ALIVE"
		}
		if role := o.RoleOf(id); role != werewolf.NoRole {
			i.RoleMap[name] = o.Rules.Table.Name(role)
		}
	}
	if o.Request.Kind.Speaks() {
		left := o.Request.Left
		if left.Count != werewolf.NoLimit {
			left.Count++ // packets count before the request
		}
		i.RemainCount, i.RemainLength, i.RemainSkip = limit(left.Count), limit(left.Length), limit(left.Skip)
	}
	i.yesterday(o)
	return i
}

// yesterday adds what happened on the day before; the protocol repeats it all day.
func (i *info) yesterday(o *werewolf.Observation) {
	day := o.Day - 1
	for _, d := range o.Deaths {
		switch {
		case d.Day != day:
		case d.Cause == werewolf.ByExecution:
			i.ExecutedAgent = known(o.Name(d.Seat))
		default:
			i.AttackedAgent = known(o.Name(d.Seat))
		}
	}
	i.DivineResult = judged(o, o.Divined, day)
	if i.MediumResult = judged(o, o.Medium, day); i.MediumResult != nil {
		i.MediumResult.Agent = i.MediumResult.Target // a habit of the organisers' server
	}
	i.VoteList = votes(o, o.Votes, day)
	i.AttackVoteList = votes(o, o.AttackVotes, day)
}

func judged(o *werewolf.Observation, found []werewolf.Finding, day int) *judge {
	for _, f := range found {
		if f.Day == day {
			s := f.Species.String()
			return &judge{Day: f.Day, Agent: o.Name(o.Seat), Target: o.Name(f.Target), Result: word{s, s}}
		}
	}
	return nil
}

func votes(o *werewolf.Observation, cast []werewolf.Choice, day int) *[]vote {
	var list []vote
	for _, c := range cast {
		if c.Day == day {
			list = append(list, vote{c.Day, o.Name(c.Seat), o.Name(c.Target)})
		}
	}
	if list == nil {
		return nil
	}
	return &list
}

func settingOf(r *werewolf.Rules) *setting {
	s := &setting{AgentCount: r.Players(), RoleNumMap: map[string]int{}, Talk: talkOf(&r.Talk), Whisper: talkOf(&r.Whisper)}
	for _, role := range r.Roles.Listed() {
		s.RoleNumMap[r.Table.Name(role)] = r.Roles[role]
	}
	return s
}

func talkOf(r *werewolf.TalkRules) talkSetting {
	l := &r.MaxLength
	return talkSetting{
		MaxCount: countSetting{limit(r.MaxCount.PerAgent), limit(r.MaxCount.PerDay)},
		MaxLength: lengthSetting{
			PerTalk: limit(l.PerTalk), MentionLength: limit(l.MentionLength), PerAgent: limit(l.PerAgent), BaseLength: limit(l.BaseLength),
		},
		MaxSkip: limit(r.MaxSkip),
	}
}

// plain is an utterance on one line, without the marks that a model takes for more than text.
func plain(text string) string { return strings.Join(strings.Fields(llm.Defused(text)), " ") }

func talksOf(o *werewolf.Observation, said []werewolf.Utterance) []talk {
	list := make([]talk, len(said))
	for i, u := range said {
		list[i] = talk{Idx: u.Idx, Day: u.Day, Turn: u.Turn, Agent: o.Name(u.Seat), Text: plain(u.Text), Skip: u.Skip, Over: u.Over}
	}
	return list
}
