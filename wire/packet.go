package wire

import (
	"fmt"

	"wolfden/werewolf"
)

// Packet is one message of the server. Keys without a value are left out. The fields, here and below, are in
// the order of the organisers' packets.
type Packet struct {
	Request Request  `json:"request"`
	Info    *Info    `json:"info,omitempty"`
	Setting *Setting `json:"setting,omitempty"`
	// Histories are differences: what was not sent before. Nil is no history,
	// an empty one is written as [].
	TalkHistory    []Talk `json:"talk_history,omitzero"`
	WhisperHistory []Talk `json:"whisper_history,omitzero"`
	NewTalk        *Talk  `json:"new_talk,omitempty"`
	NewWhisper     *Talk  `json:"new_whisper,omitempty"`
	// Unknown are the paths of the keys that Decode did not know, sorted.
	Unknown []string `json:"-"`
}

// Info is what the player may know of the game now. Results, deaths and votes are from the day before.
type Info struct {
	GameID         string                   `json:"game_id"`
	Day            int                      `json:"day"`
	Agent          string                   `json:"agent"` // the player itself
	Profile        string                   `json:"profile,omitempty"`
	MediumResult   *Judge                   `json:"medium_result,omitempty"`
	DivineResult   *Judge                   `json:"divine_result,omitempty"`
	ExecutedAgent  string                   `json:"executed_agent,omitempty"`
	AttackedAgent  string                   `json:"attacked_agent,omitempty"` // only when killed
	VoteList       []Vote                   `json:"vote_list,omitempty"`
	AttackVoteList []Vote                   `json:"attack_vote_list,omitempty"`
	RemainCount    *int                     `json:"remain_count,omitempty"` // see Dialect
	RemainLength   *int                     `json:"remain_length,omitempty"`
	RemainSkip     *int                     `json:"remain_skip,omitempty"`
	StatusMap      map[string]Status        `json:"status_map"`
	RoleMap        map[string]werewolf.Role `json:"role_map"`
}

// Judge is a result. In a medium result Agent is the executed player, just like Target: a habit of the
// organisers' server.
type Judge struct {
	Day    int              `json:"day"`
	Agent  string           `json:"agent"`
	Target string           `json:"target"`
	Result werewolf.Species `json:"result"`
}

// Vote says who chose whom.
type Vote struct {
	Day    int    `json:"day"`
	Agent  string `json:"agent"`
	Target string `json:"target"`
}

// Talk is an utterance. Idx counts from 0 on each day; in February's dialect, in each phase of a day.
type Talk struct {
	Idx   int    `json:"idx"`
	Day   int    `json:"day"`
	Turn  int    `json:"turn"`
	Agent string `json:"agent"`
	Text  string `json:"text"`
	Skip  bool   `json:"skip"`
	Over  bool   `json:"over"`
	Time  int64  `json:"time,omitempty"` // Unix milliseconds; 0 is not known
}

// Status says whether a player lives.
type Status string

// The two states.
const (
	Alive Status = "ALIVE"
	Dead  Status = "DEAD"
)

// UnmarshalText reads a state and refuses any other word.
func (s *Status) UnmarshalText(b []byte) error {
	switch Status(b) {
	case Alive, Dead:
		*s = Status(b)
		return nil
	}
	return fmt.Errorf("unknown status %q (known: %s, %s)", b, Alive, Dead)
}
