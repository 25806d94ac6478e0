package wire

import "wolfden/werewolf"

// Setting holds the rules as far as the protocol tells them.
type Setting struct {
	AgentCount     int                   `json:"agent_count"`
	MaxDay         *int                  `json:"max_day,omitempty"` // nil is no limit
	VoteVisibility bool                  `json:"vote_visibility"`
	Talk           TalkSetting           `json:"talk"`
	Whisper        TalkSetting           `json:"whisper"`
	Vote           VoteSetting           `json:"vote"`
	AttackVote     AttackSetting         `json:"attack_vote"`
	Timeout        TimeoutSetting        `json:"timeout"`
	RoleNumMap     map[werewolf.Role]int `json:"role_num_map"`
}

// TalkSetting limits talk or whisper.
type TalkSetting struct {
	MaxCount  CountSetting  `json:"max_count"`
	MaxLength LengthSetting `json:"max_length"`
	MaxSkip   int           `json:"max_skip"`
	// Duration, in milliseconds, is present only in the speak-anytime track. It tells the client that it is in
	// that track.
	Duration *int `json:"duration,omitempty"`
}

// CountSetting are numbers of utterances a day.
type CountSetting struct {
	PerAgent int `json:"per_agent"`
	PerDay   int `json:"per_day"`
}

// LengthSetting limits the length of utterances; nil means not set.
type LengthSetting struct {
	CountInWord   *bool `json:"count_in_word,omitempty"`
	CountSpaces   *bool `json:"count_spaces,omitempty"`
	PerTalk       *int  `json:"per_talk,omitempty"`
	MentionLength *int  `json:"mention_length,omitempty"`
	PerAgent      *int  `json:"per_agent,omitempty"`
	BaseLength    *int  `json:"base_length,omitempty"`
}

// VoteSetting are the rules of the execution vote.
type VoteSetting struct {
	MaxCount      int  `json:"max_count"`
	AllowSelfVote bool `json:"allow_self_vote"`
}

// AttackSetting are the rules of the werewolves' vote.
type AttackSetting struct {
	MaxCount      int  `json:"max_count"`
	AllowSelfVote bool `json:"allow_self_vote"`
	AllowNoTarget bool `json:"allow_no_target"`
}

// TimeoutSetting are times in milliseconds.
type TimeoutSetting struct {
	Action   int `json:"action"`
	Response int `json:"response"`
}

// NewSetting returns the setting that tells players the rules.
func NewSetting(r *werewolf.Rules) *Setting {
	s := &Setting{
		AgentCount:     r.Players(),
		MaxDay:         limit(r.MaxDay),
		VoteVisibility: r.VoteVisibility,
		Talk:           talkSetting(&r.Talk),
		Whisper:        talkSetting(&r.Whisper),
		Vote:           VoteSetting(r.Vote),
		AttackVote:     AttackSetting(r.AttackVote),
		Timeout:        TimeoutSetting{r.Timeout.Action, r.Timeout.Response},
		RoleNumMap:     make(map[werewolf.Role]int, len(r.Roles)),
	}
	for _, role := range r.Roles.Listed() {
		s.RoleNumMap[role] = r.Roles[role]
	}
	return s
}

func talkSetting(t *werewolf.TalkRules) TalkSetting {
	s := TalkSetting{MaxCount: CountSetting(t.MaxCount), MaxSkip: t.MaxSkip}
	if t.Mode == werewolf.Anytime {
		s.Duration = &t.Duration
	}
	l := &t.MaxLength
	s.MaxLength = LengthSetting{PerTalk: limit(l.PerTalk), PerAgent: limit(l.PerAgent), BaseLength: limit(l.BaseLength)}
	// The rest means something only beside a limit.
	if free := s.MaxLength.PerAgent != nil || s.MaxLength.BaseLength != nil; free || s.MaxLength.PerTalk != nil {
		s.MaxLength.CountInWord, s.MaxLength.CountSpaces = &l.CountInWord, &l.CountSpaces
		if free {
			s.MaxLength.MentionLength = limit(l.MentionLength)
		}
	}
	return s
}

// limit returns nil for NoLimit.
func limit(n int) *int {
	if n == werewolf.NoLimit {
		return nil
	}
	return &n
}

// Rules returns the rules that the setting tells. What it does not tell is as in the contest: the phases, and
// talk in turn with a new order each turn unless a duration is set. The grace of time-outs, the share of
// failed players, and the least interval and the silence of the open floor are zero.
func (s *Setting) Rules() werewolf.Rules {
	r := werewolf.Rules{
		MaxDay:         number(s.MaxDay),
		VoteVisibility: s.VoteVisibility,
		Talk:           s.Talk.rules(),
		Whisper:        s.Whisper.rules(),
		Vote:           werewolf.VoteRules(s.Vote),
		AttackVote:     werewolf.AttackRules(s.AttackVote),
		Timeout:        werewolf.Timeout{Action: s.Timeout.Action, Response: s.Timeout.Response},
	}
	for role, n := range s.RoleNumMap {
		r.Roles[role] = n
	}
	contest := werewolf.With(r.Roles)
	r.DayPhases, r.NightPhases = contest.DayPhases, contest.NightPhases
	return r
}

func (s *TalkSetting) rules() werewolf.TalkRules {
	l := &s.MaxLength
	r := werewolf.TalkRules{
		MaxCount: werewolf.CountRules(s.MaxCount),
		MaxSkip:  s.MaxSkip,
		MaxLength: werewolf.LengthRules{
			CountInWord: l.CountInWord != nil && *l.CountInWord,
			CountSpaces: l.CountSpaces != nil && *l.CountSpaces,
			PerTalk:     number(l.PerTalk), MentionLength: number(l.MentionLength),
			PerAgent: number(l.PerAgent), BaseLength: number(l.BaseLength),
		},
	}
	if s.Duration != nil {
		r.Mode, r.Duration = werewolf.Anytime, *s.Duration
	}
	return r
}

// number is the inverse of limit.
func number(n *int) int {
	if n == nil {
		return werewolf.NoLimit
	}
	return *n
}
