package werewolf

// EventKind says what happened.
type EventKind uint8

// Every event with the fields it uses beside Day, Phase and Audience. Results are
// told at dawn, as the protocol does (DAILY_INITIALIZE of the next day).
const (
	NoEvent          EventKind = iota
	Seated                     // Seat is called Text; everybody
	Introduced                 // Seat's profile is Text; the seat
	Dealt                      // Seat has Role; the seat, and those whose role knows of it
	DayBegan                   // results of the night have been told; everybody
	Talked                     // Seat said Text as Idx in Turn; everybody
	Whispered                  // the same among those who whisper
	NightBegan                 // the day's phases are over; everybody
	VoteCast                   // Seat votes for Target in round Turn; the voter
	Executed                   // Seat was executed; everybody
	DivineChosen               // Seat divines Target; the seer
	GuardChosen                // Seat guards Target; who guards
	AttackCast                 // Seat votes to attack Target in round Turn; the werewolf
	AttackMade                 // Target is attacked, Killed or not, none if 0; nobody
	VotesShown                 // yesterday's last round of votes; everybody
	AttackVotesShown           // yesterday's attack votes; who attacks
	MediumTold                 // Seat learns that Target was Species; the medium
	SeerTold                   // Seat learns that Target is Species; the seer
	FoundDead                  // Seat was killed in the night; everybody
	Failed                     // Seat is gone for good; nobody
	RoleShown                  // Seat had Role; everybody, at the end
	GameOver                   // Winner won, how: End; everybody
	numEvents
)

var eventNames = [...]string{
	"", "seated", "introduced", "dealt", "day", "talk", "whisper", "night", "vote",
	"executed", "divine", "guard", "attackvote", "attack", "votes", "attackvotes",
	"medium", "seer", "dead", "failed", "role", "over",
}

// String is the name used in records.
func (k EventKind) String() string { return nameOf(eventNames[:], int(k)) }

// MarshalText writes the name used in records.
func (k EventKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name used in records.
func (k *EventKind) UnmarshalText(b []byte) error {
	i, err := indexOf(eventNames[:], string(b), "event")
	*k = EventKind(i)
	return err
}

// Ballot is one vote: who chose whom.
type Ballot struct {
	Seat   SeatID
	Target SeatID
}

// Event is one thing that happened. Once it is in a log, neither it nor the slice of its Votes ever changes.
type Event struct {
	Kind     EventKind
	Role     Role
	Species  Species
	Winner   Team
	End      End
	Seat     SeatID
	Target   SeatID
	Phase    int8 // index into Rules.Phases, -1 outside of any
	Skip     bool // of an utterance: it passes the turn
	Over     bool // of an utterance: it ends the speaker's day
	Forced   bool // of an utterance: no answer came
	Cut      bool // of an utterance: it exceeded a limit
	Killed   bool
	Day      int
	Idx      int // of an utterance, from 0 in each phase
	Turn     int
	Text     string
	Votes    []Ballot
	Audience Audience
}

// SeenBy reports whether the seat may see the event; seat 0 stands for the public. Every way out to a player, a page
// or a spectator asks it. No other code looks at an audience, except to write it into a record and to read it there.
func (e *Event) SeenBy(id SeatID) bool { return e.Audience.includes(id) }
