package werewolf

// NoLimit stands for "no limit" wherever a rule counts something.
const NoLimit = -1

// Rules are the rules of one game. The machine never changes them; a copy may
// be shared between games. Standard gives the contest's; the zero Rules is not
// legal. Names of fields in JSON are those of the organisers' configuration.
type Rules struct {
	// Version is that of how the rules are written, see RulesVersion; 0 stands for the newest.
	Version        int         `json:"-"`
	Table          *RoleTable  `json:"-"` // what roles there are, nil for the standard ones
	Roles          RoleCounts  `json:"-"`
	MaxDay         int         `json:"max_day"` // last day played, NoLimit for none
	VoteVisibility bool        `json:"vote_visibility"`
	Talk           TalkRules   `json:"talk"`
	Whisper        TalkRules   `json:"whisper"`
	Vote           VoteRules   `json:"vote"`
	AttackVote     AttackRules `json:"attack_vote"`
	DayPhases      []Phase     `json:"day_phases"`
	NightPhases    []Phase     `json:"night_phases"`
	// MaxFailedRatio ends the game without a winner when this share of the
	// players (rounded down, at least one) is gone for good.
	MaxFailedRatio float64 `json:"max_continue_error_ratio"`
	Timeout        Timeout `json:"timeout"`
	// Habits are those of another server, where the game was played elsewhere.
	Habits Habits `json:"habits,omitzero"`
}

// RulesVersion is the newest version of how rules are written: with the roles that are played, and those that the table
// adds. The first one, which says no version, wrote every role of the contest with its number.
const RulesVersion = 2

// Wolves is how many werewolves play, of whatever role.
func (r *Rules) Wolves() int { return r.Roles.Of(r.Table.OfSpecies(Wolf)) }

// Count is how many players have a role with the power.
func (r *Rules) Count(p Power) int { return r.Roles.Of(r.Table.WithPower(p)) }

// Find is the first role for which a question is true, of those that are played before the others.
func (r *Rules) Find(is func(RoleSpec) bool) Role { return r.Table.First(r.Roles, is) }

// RoleWith is the role of the village with the power, of several the first that is played.
func (r *Rules) RoleWith(p Power) Role { return r.Find(p.OfVillage) }

// Ordinary is the role that nothing sets apart.
func (r *Rules) Ordinary() Role { return r.Find(RoleSpec.Ordinary) }

// peaceful reports whether nobody is a werewolf: a playground for trying out
// an agent's talk, as the organisers publish one.
func (r *Rules) peaceful() bool { return r.Wolves() == 0 }

// Timeout is what players are told about time and what drivers keep to, in
// milliseconds. The machine itself knows no time.
type Timeout struct {
	Action     int `json:"action"`     // for an answer, 0 for as long as it takes
	Response   int `json:"response"`   // for a sign of life after a late answer, 0 for none
	Acceptable int `json:"acceptable"` // grace added to Action, not announced
}

// Habits are ways in which servers of the organisers play, or have played, that
// are not the rules. Games played here have none of them; they are there so
// that a game that was played elsewhere can be told as it was.
type Habits struct {
	// EndAtDawn looks for a winner in the morning only, so that the night is
	// played also when an execution has decided the game.
	EndAtDawn bool `json:"end_at_dawn,omitempty"`
	// VoidVotes casts and shows an attack vote for a werewolf, which does not
	// count; a round of such votes alone is repeated like a tie.
	VoidVotes bool `json:"void_votes,omitempty"`
	// NeedsVoters knows no attack where no werewolf can be asked for one,
	// instead of one that names nobody.
	NeedsVoters bool `json:"needs_voters,omitempty"`
}

// TalkMode is who may speak when.
type TalkMode uint8

// The three modes of the rules page. Serial is the default.
const (
	Serial       TalkMode = iota // one after another, each hears those before it
	Synchronized                 // all of a turn at once, hearing nothing of it
	Anytime                      // an open floor
)

// TalkOrder is how often the speaking order is drawn.
type TalkOrder uint8

// EachTurn is the regulations' order and the default; EachPhase is what the
// organisers' server does.
const (
	EachTurn TalkOrder = iota
	EachPhase
)

var talkModeNames = [...]string{"serial", "synchronized", "anytime"}
var talkOrderNames = [...]string{"every_turn", "every_phase"}

// TalkRules limit talk or whisper, per day.
type TalkRules struct {
	Mode      TalkMode    `json:"mode"`
	Order     TalkOrder   `json:"order"`
	MaxCount  CountRules  `json:"max_count"`
	MaxLength LengthRules `json:"max_length"`
	MaxSkip   int         `json:"max_skip"` // skips in a row beyond this are Over
	// PerPhase renews counts, lengths, skips and Over in every phase, as the
	// organisers' server does; by default they last for the day.
	PerPhase bool `json:"per_phase,omitempty"`
	// OverPasses makes Over end the speaker's turn only. The organisers' server
	// writes Over for an empty text and asks that player again, so that games
	// played there go on after an Over.
	OverPasses bool `json:"over_passes,omitempty"`
	// Of the anytime mode, in milliseconds, kept by the driver; 0 is none.
	Duration    int `json:"duration,omitempty"`     // the floor closes after this
	Silence     int `json:"silence,omitempty"`      // or after this long without a word
	MinInterval int `json:"min_interval,omitempty"` // between two utterances of a player
}

// CountRules are numbers of utterances a day; skips and Over count.
type CountRules struct {
	PerAgent int `json:"per_agent"`
	PerDay   int `json:"per_day"` // of all players together
}

// VoteRules are the rules of the execution vote.
type VoteRules struct {
	MaxCount      int  `json:"max_count"` // votes in all while there is a tie
	AllowSelfVote bool `json:"allow_self_vote"`
}

// AttackRules are the rules of the werewolves' vote.
type AttackRules struct {
	MaxCount      int  `json:"max_count"`
	AllowSelfVote bool `json:"allow_self_vote"` // announced; votes for werewolves are void
	AllowNoTarget bool `json:"allow_no_target"` // a tie attacks nobody
}

// Phase is a named part of a day or a night.
type Phase struct {
	Name      string   `json:"name"`
	Actions   []string `json:"actions"` // of talk, whisper, execution, divine, guard, attack
	OnlyDay   *int     `json:"only_day,omitempty"`
	ExceptDay *int     `json:"except_day,omitempty"`
}

// On reports whether the phase takes place on the day.
func (p *Phase) On(day int) bool {
	return (p.OnlyDay == nil || *p.OnlyDay == day) && (p.ExceptDay == nil || *p.ExceptDay != day)
}

// Players is how many play.
func (r *Rules) Players() int { return r.Roles.Total() }

// FatalLosses is how many players gone for good end the game without a winner.
func (r *Rules) FatalLosses() int {
	// The small addend keeps products such as 10 x 0.3 from falling short.
	return max(1, int(float64(r.Players())*r.MaxFailedRatio+1e-9))
}

// TalkRules are the rules for talk or for whisper.
func (r *Rules) talkRules(k RequestKind) *TalkRules {
	if k == Whisper {
		return &r.Whisper
	}
	return &r.Talk
}

// PhaseName is the name of the phase with an event's index, "" outside of any.
func (r *Rules) PhaseName(i int8) string {
	if p := r.phase(int(i)); p != nil {
		return p.Name
	}
	return ""
}

// phase is the phase with the index: day phases first, night phases after.
func (r *Rules) phase(i int) *Phase {
	switch {
	case i < 0 || i >= len(r.DayPhases)+len(r.NightPhases):
		return nil
	case i < len(r.DayPhases):
		return &r.DayPhases[i]
	default:
		return &r.NightPhases[i-len(r.DayPhases)]
	}
}

// String is the mode's name in configuration files.
func (m TalkMode) String() string { return nameOf(talkModeNames[:], int(m)) }

// MarshalText writes the mode's name.
func (m TalkMode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the mode's name.
func (m *TalkMode) UnmarshalText(b []byte) error {
	i, err := indexOf(talkModeNames[:], string(b), "talk mode")
	*m = TalkMode(i)
	return err
}

// String is the order's name in configuration files.
func (o TalkOrder) String() string { return nameOf(talkOrderNames[:], int(o)) }

// MarshalText writes the order's name.
func (o TalkOrder) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads the order's name.
func (o *TalkOrder) UnmarshalText(b []byte) error {
	i, err := indexOf(talkOrderNames[:], string(b), "talk order")
	*o = TalkOrder(i)
	return err
}
