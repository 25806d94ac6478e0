package werewolf

import "slices"

const (
	// NoLimit stands for "no limit" wherever a rule counts something.
	NoLimit = -1
	// Spent is the Left.Count of a seat that can say nothing more today.
	Spent = NoLimit - 1
	// MaxSeats is the largest number of players of one game.
	MaxSeats = 60
	// MaxRoles is the length of arrays indexed by Role, with one place for NoRole.
	MaxRoles = 16
	// SkipText passes one turn.
	SkipText = "Skip"
	// OverText passes the rest of the day.
	OverText = "Over"
)

// Rules are the rules of one game. A Game never changes them, so a copy may be shared between games. Standard
// returns those of the contest; the zero Rules cannot be played. The JSON names of the fields are those of the
// organisers' configuration.
type Rules struct {
	// Version is the version of the JSON form; 0 stands for the newest. Version 1 wrote every role of the
	// contest with its number, later ones write the roles in play.
	Version        int         `json:"-"`
	Table          *RoleTable  `json:"-"` // the roles there are, nil for the standard table
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
	// Habits are those of the server that played the game, when it was played elsewhere.
	Habits Habits `json:"habits,omitzero"`
}

// rulesVersion is the newest version of the JSON form of Rules. It lists the roles in play and the roles that
// the table adds. Version 1 has no version key and lists every role of the contest with its number.
const rulesVersion = 2

// Wolves returns the number of werewolves, whatever their roles.
func (r *Rules) Wolves() int { return r.Roles.Of(r.Table.OfSpecies(Wolf)) }

// Count returns how many players have a role with the power.
func (r *Rules) Count(p Power) int { return r.Roles.Of(r.Table.WithPower(p)) }

// Find returns the first role for which a question is true; roles that are played come before the others.
func (r *Rules) Find(is func(RoleSpec) bool) Role { return r.Table.First(r.Roles, is) }

// RoleWith returns the role of the village with the power, of several the first that is played.
func (r *Rules) RoleWith(p Power) Role { return r.Find(p.OfVillage) }

// Ordinary returns the role that nothing sets apart.
func (r *Rules) Ordinary() Role { return r.Find(RoleSpec.Ordinary) }

// Timeout holds the times that players are told and drivers enforce, in milliseconds. The game itself knows no
// time.
type Timeout struct {
	Action     int `json:"action"`     // for an answer, 0 for no limit
	Response   int `json:"response"`   // for a sign of life after a late answer, 0 for none
	Acceptable int `json:"acceptable"` // grace added to Action, not announced
}

// Habits are ways in which servers of the organisers play, or have played, that the rules do not allow. Games
// played here have none of them. They exist so that games played elsewhere can be recorded as they were.
type Habits struct {
	// EndAtDawn looks for a winner only in the morning, so the night is played even after an execution has
	// decided the game.
	EndAtDawn bool `json:"end_at_dawn,omitempty"`
	// VoidVotes accepts and shows attack votes for werewolves, which do not count. A round with only such
	// votes is repeated like a tie.
	VoidVotes bool `json:"void_votes,omitempty"`
	// NeedsVoters leaves out the attack of a night in which no werewolf can be asked, instead of recording one
	// without a target.
	NeedsVoters bool `json:"needs_voters,omitempty"`
	// DrawsVictim draws a victim among all who can be attacked where no vote of the werewolves counts.
	DrawsVictim bool `json:"draws_victim,omitempty"`
	// VoidChoices accepts choices that lead to nothing: a seer's of itself, a bodyguard's of somebody dead.
	VoidChoices bool `json:"void_choices,omitempty"`
}

// TalkMode says who may speak when.
type TalkMode uint8

// The three modes of the rules page. Serial is the default.
const (
	Serial       TalkMode = iota // one after another, each hears those before it
	Synchronized                 // all of a turn at once, hearing nothing of it
	Anytime                      // an open floor
)

// TalkOrder says how often the speaking order is drawn.
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
	// PerPhase resets counts, lengths, skips and Over in every phase, as the organisers' server does. By
	// default they last for the day.
	PerPhase bool `json:"per_phase,omitempty"`
	// OverPasses lets Over end only the speaker's turn. The organisers' server writes Over for an empty text
	// and then asks the player again, so games played there go on after an Over.
	OverPasses bool `json:"over_passes,omitempty"`
	// Of the anytime mode, in milliseconds, kept by the driver; 0 is none.
	Duration    int `json:"duration,omitempty"`     // the floor closes after this
	Silence     int `json:"silence,omitempty"`      // or after this long without a word
	MinInterval int `json:"min_interval,omitempty"` // between two utterances of a player
}

// CountRules limit the number of utterances a day. Skip and Over count.
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

// On reports whether the phase takes place on that day.
func (p *Phase) On(day int) bool {
	return (p.OnlyDay == nil || *p.OnlyDay == day) && (p.ExceptDay == nil || *p.ExceptDay != day)
}

// Asks reports whether players are asked for that in the phase.
func (p *Phase) Asks(k RequestKind) bool {
	return slices.ContainsFunc(p.Actions, func(name string) bool {
		a, err := indexOf(actionNames[:], name, "action")
		return err == nil && asks[a] == k
	})
}

// Players returns the number of players.
func (r *Rules) Players() int { return r.Roles.Total() }

// FatalLosses returns the number of failed players at which the game ends without a winner.
func (r *Rules) FatalLosses() int {
	// The small addend keeps products such as 10 x 0.3 from falling short.
	return max(1, int(float64(r.Players())*r.MaxFailedRatio+1e-9))
}

// AttackOn reports whether the werewolves attack on the day or in the night after it: somebody, if one of them votes.
func (r *Rules) AttackOn(day int) bool {
	asks := func(p Phase) bool { return p.On(day) && p.Asks(Attack) }
	return !r.AttackVote.AllowNoTarget && (slices.ContainsFunc(r.DayPhases, asks) || slices.ContainsFunc(r.NightPhases, asks))
}

// NightOf returns what is asked for in the night after a day, in order.
func (r *Rules) NightOf(day int) (kinds []RequestKind) {
	for i := range r.NightPhases {
		if p := &r.NightPhases[i]; p.On(day) {
			for _, name := range p.Actions {
				a, _ := indexOf(actionNames[:], name, "action") // Validate has checked the name
				kinds = append(kinds, asks[a])
			}
		}
	}
	return kinds
}

// talkRules returns the rules of talk or of whisper.
func (r *Rules) talkRules(k RequestKind) *TalkRules {
	if k == Whisper {
		return &r.Whisper
	}
	return &r.Talk
}

// PhaseName returns the name of the phase with the index that events carry, "" outside of any.
func (r *Rules) PhaseName(i int8) string {
	if p := r.phase(int(i)); p != nil {
		return p.Name
	}
	return ""
}

// phase returns the phase with the index: day phases come first, then night phases.
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
