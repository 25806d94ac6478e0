package wire

import (
	"fmt"
	"strings"

	"wolfden/werewolf"
)

// Request is what a packet asks or announces. The zero Request is none and comes in no packet.
type Request uint8

// The requests of the protocol. From RequestTalkPhaseStart on they belong to
// the speak-anytime track, where nothing is asked and everything is told.
const (
	NoRequest Request = iota
	RequestName
	RequestInitialize
	RequestDailyInitialize
	RequestTalk
	RequestWhisper
	RequestDailyFinish
	RequestVote
	RequestDivine
	RequestGuard
	RequestAttack
	RequestFinish
	RequestTalkPhaseStart
	RequestTalkBroadcast
	RequestTalkPhaseEnd
	RequestWhisperPhaseStart
	RequestWhisperBroadcast
	RequestWhisperPhaseEnd
	numRequests
)

// packetParts is a set of keys that a packet may have beside its request.
type packetParts uint8

const (
	withInfo packetParts = 1 << iota
	withSetting
	withTalks
	withWhispers
	withNewTalk
	withNewWhisper
)

// requests lists for each request its name, what it means to the game, and the keys that its packet must have.
// The DAILY_FINISH of a werewolf also has its whispers, and our phase starts also have the setting.
var requests = [numRequests]struct {
	name string
	kind werewolf.RequestKind
	must packetParts
}{
	RequestName:              {"NAME", werewolf.NoRequest, 0},
	RequestInitialize:        {"INITIALIZE", werewolf.Initialize, withInfo | withSetting},
	RequestDailyInitialize:   {"DAILY_INITIALIZE", werewolf.DailyInitialize, withInfo | withSetting},
	RequestTalk:              {"TALK", werewolf.Talk, withInfo | withTalks},
	RequestWhisper:           {"WHISPER", werewolf.Whisper, withInfo | withWhispers},
	RequestDailyFinish:       {"DAILY_FINISH", werewolf.DailyFinish, withInfo | withTalks},
	RequestVote:              {"VOTE", werewolf.Vote, withInfo},
	RequestDivine:            {"DIVINE", werewolf.Divine, withInfo},
	RequestGuard:             {"GUARD", werewolf.Guard, withInfo},
	RequestAttack:            {"ATTACK", werewolf.Attack, withInfo | withWhispers},
	RequestFinish:            {"FINISH", werewolf.Finish, withInfo},
	RequestTalkPhaseStart:    {"TALK_PHASE_START", werewolf.Talk, withInfo},
	RequestTalkBroadcast:     {"TALK_BROADCAST", werewolf.Talk, withNewTalk},
	RequestTalkPhaseEnd:      {"TALK_PHASE_END", werewolf.Talk, withInfo},
	RequestWhisperPhaseStart: {"WHISPER_PHASE_START", werewolf.Whisper, withInfo},
	RequestWhisperBroadcast:  {"WHISPER_BROADCAST", werewolf.Whisper, withNewWhisper},
	RequestWhisperPhaseEnd:   {"WHISPER_PHASE_END", werewolf.Whisper, withInfo},
}

// requestOf returns the request of the turn-based track for what the game asks or announces, NoRequest when
// the protocol has none.
func requestOf(kind werewolf.RequestKind) Request {
	for r := RequestInitialize; r <= RequestFinish; r++ {
		if requests[r].kind == kind {
			return r
		}
	}
	return NoRequest
}

// Kind returns what the request means to the game: what it asks or announces, or the open floor it belongs to.
// It is NoRequest for NAME.
func (r Request) Kind() werewolf.RequestKind {
	if r < numRequests {
		return requests[r].kind
	}
	return werewolf.NoRequest
}

// Answered reports whether the server waits for an answer.
func (r Request) Answered() bool {
	kind := r.Kind()
	return r == RequestName || r < RequestTalkPhaseStart && (kind.Speaks() || kind.Chooses())
}

// String is the protocol's name of the request, "" for NoRequest.
func (r Request) String() string {
	if r < numRequests {
		return requests[r].name
	}
	return fmt.Sprintf("?%d", uint8(r))
}

// MarshalText writes the protocol's name.
func (r Request) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the protocol's name; the error names the known ones.
func (r *Request) UnmarshalText(b []byte) error {
	names := make([]string, 0, numRequests)
	for i := RequestName; i < numRequests; i++ {
		if requests[i].name == string(b) {
			*r = i
			return nil
		}
		names = append(names, requests[i].name)
	}
	return fmt.Errorf("unknown request %q (known: %s)", b, strings.Join(names, ", "))
}
