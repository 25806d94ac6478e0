package werewolf

// RequestKind says what a player is asked or told. The zero RequestKind is no request.
type RequestKind uint8

// Requests that want an answer, then announcements that want none. The names
// are those of the wire protocol.
const (
	NoRequest RequestKind = iota
	Talk
	Whisper
	Vote
	Divine
	Guard
	Attack
	Initialize
	DailyInitialize
	DailyFinish
	Finish
	numRequests
)

var requestNames = [...]string{
	"", "TALK", "WHISPER", "VOTE", "DIVINE", "GUARD", "ATTACK",
	"INITIALIZE", "DAILY_INITIALIZE", "DAILY_FINISH", "FINISH",
}

// String is the protocol's name of the request, "" for NoRequest.
func (k RequestKind) String() string { return nameOf(requestNames[:], int(k)) }

// MarshalText writes the protocol's name.
func (k RequestKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the protocol's name.
func (k *RequestKind) UnmarshalText(b []byte) error {
	i, err := indexOf(requestNames[:], string(b), "request")
	*k = RequestKind(i)
	return err
}

// Speaks reports whether the answer is an utterance.
func (k RequestKind) Speaks() bool { return k == Talk || k == Whisper }

// Chooses reports whether the answer is the name of a player.
func (k RequestKind) Chooses() bool { return k >= Vote && k <= Attack }

// Left is what a speaker has left today after the utterance it is asked for. NoLimit stands for no limit.
type Left struct {
	Count  int // utterances
	Length int // daily length budget, in the unit of the rules
	Skip   int // skips in a row that do not count as Over
}

// Request is one thing that the game waits for.
type Request struct {
	Seat    SeatID
	Kind    RequestKind
	Targets SeatSet // legal targets of a choice, empty for utterances
	Turn    int     // turn of the talk, or round of the vote, from 0
	Left    Left    // for utterances
	// Open marks an open floor in the anytime mode: there is no question, and
	// seat may speak whenever it likes until the floor closes.
	Open bool
}

// ActionKind is the kind of an input: an answer, or one of three things that happen without one.
type ActionKind uint8

// An Answer answers a pending request; CloseFloor ends the open floor of the
// anytime mode when its time is up; Fail marks a player as gone for good; Stop ends
// a game that would go on for ever, or longer than its record may be. Where some are
// to blame for that, they are gone for good, and the game ends by Failure.
const (
	Answer ActionKind = iota
	CloseFloor
	Fail
	Stop
)

var inputNames = [...]string{"answer", "close", "fail", "stop"}

// String is the name used in records.
func (k ActionKind) String() string { return nameOf(inputNames[:], int(k)) }

// MarshalText writes the name used in records.
func (k ActionKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name used in records.
func (k *ActionKind) UnmarshalText(b []byte) error {
	i, err := indexOf(inputNames[:], string(b), "action")
	*k = ActionKind(i)
	return err
}

// Action is one input of the game, chosen by its driver.
type Action struct {
	Kind    ActionKind
	Seat    SeatID      // who acts; unused by CloseFloor and Stop
	Request RequestKind // what an Answer answers
	Text    string      // the utterance of a talk or a whisper
	Target  SeatID      // the chosen player; an illegal one is a void choice
	Blamed  SeatSet     // of a Stop
	// Missing marks an answer that never came, came too late or could not be
	// read: a forced skip in a talk, no choice otherwise.
	Missing bool
}
