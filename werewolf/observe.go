package werewolf

// Utterance is something said, as those who heard it know it.
type Utterance struct {
	Day  int
	Idx  int // from 0 in each phase
	Turn int
	Seat SeatID
	Text string
	Skip bool
	Over bool
	Time int64 // Unix milliseconds, 0 where the driver gave none
}

// Choice is a vote, an attack vote, a divination or a guard: who chose whom.
type Choice struct {
	Day    int
	Seat   SeatID
	Target SeatID
}

// Finding is what a seer or a medium learned. Day is that of the divination
// or of the execution.
type Finding struct {
	Day     int
	Target  SeatID
	Species Species
}

// Cause is how a player died.
type Cause uint8

// The two ways to die.
const (
	ByExecution Cause = iota + 1
	ByAttack
)

// Death is a death known to all. Day is that of the execution or of the night.
type Death struct {
	Day   int
	Seat  SeatID
	Cause Cause
}

// Observation is what a player is given and all it is given, folded from the
// view of its seat. Slices are in the order of events, cover the whole game and
// are shared with later observations: they must not be changed.
type Observation struct {
	Request Request // what is asked, or what is announced (Kind)
	Rules   *Rules
	Seat    SeatID // oneself; 0 is the village's gallery
	Profile string
	Day     int
	Night   bool     // the day's phases are over
	Names   []string // of seat 1, 2, ...
	Living  SeatSet
	Roles   []Role // by SeatID, NoRole where it is not known

	Talks       []Utterance
	Whispers    []Utterance
	Votes       []Choice // as far as they were shown, days before today
	AttackVotes []Choice
	Deaths      []Death
	Divined     []Finding // told to the seer
	Medium      []Finding // told to the medium
	Chosen      []Made    // own choices that were valid, today's too
	Result      Result
}

// Made is a choice of one's own.
type Made struct {
	Kind   RequestKind
	Day    int
	Round  int
	Target SeatID
}

// Role is one's own role.
func (o *Observation) Role() Role { return o.RoleOf(o.Seat) }

// RoleOf is the role of a seat where it is known, else NoRole.
func (o *Observation) RoleOf(id SeatID) Role {
	if id < 1 || int(id) >= len(o.Roles) {
		return NoRole
	}
	return o.Roles[id]
}

// Name is the name of a seat, "" for no seat.
func (o *Observation) Name(id SeatID) string {
	if id < 1 || int(id) > len(o.Names) {
		return ""
	}
	return o.Names[id-1]
}

// SeatOf is the seat of a name, no seat for a name nobody has.
func (o *Observation) SeatOf(name string) SeatID {
	for i, n := range o.Names {
		if n == name {
			return SeatID(i + 1)
		}
	}
	return 0
}

// Others are the living but oneself.
func (o *Observation) Others() SeatSet { return o.Living.Without(o.Seat) }

// Spec is what the rules say of one's own role.
func (o *Observation) Spec() RoleSpec { return o.table().Spec(o.Role()) }

// Team is one's own side.
func (o *Observation) Team() Team { return o.Spec().Team }

// Like is the role of the contest that one's own is most like, itself if it is
// one: see [RoleTable.Like].
func (o *Observation) Like() Role { return o.table().Like(o.Role()) }

// Allies are the other players known to be on one's own side, dead or alive;
// while the game goes on only a role that is told of others has any.
func (o *Observation) Allies() (s SeatSet) {
	table, team := o.table(), o.Team()
	for i, r := range o.Roles {
		if r != NoRole && SeatID(i) != o.Seat && table.Team(r) == team {
			s = s.With(SeatID(i))
		}
	}
	return s
}

// table is the table of roles of the game, the standard one before the rules are known.
func (o *Observation) table() *RoleTable {
	if o.Rules == nil {
		return nil
	}
	return o.Rules.Table
}

// Watcher folds the view of one seat into observations, one event at a time.
// It is not safe for concurrent use; the observations it hands out may be read
// by anybody while it goes on.
type Watcher struct{ o Observation }

// NewWatcher watches for a seat; seat 0 is the village's gallery. The rules
// are kept and must not change.
func NewWatcher(r *Rules, id SeatID) *Watcher {
	n := r.Players()
	return &Watcher{Observation{
		Rules: r, Seat: id, Living: SeatsUpTo(n),
		Names: make([]string, 0, n), Roles: make([]Role, n+1),
	}}
}

// See takes the next event of the game's log; what the seat may not see passes
// it by. at is when it happened, in Unix milliseconds, 0 where nobody knows.
func (w *Watcher) See(e *Event, at int64) {
	if !e.SeenBy(w.o.Seat) {
		return
	}
	o := &w.o
	if e.Day != o.Day {
		o.Day, o.Night = e.Day, false
	}
	switch e.Kind {
	case Talked:
		o.Talks = append(o.Talks, heard(e, at))
	case Whispered:
		o.Whispers = append(o.Whispers, heard(e, at))
	case VoteCast:
		o.made(Vote, e)
	case DivineChosen:
		o.made(Divine, e)
	case GuardChosen:
		o.made(Guard, e)
	case AttackCast:
		o.made(Attack, e)
	case VotesShown:
		o.Votes = appendVotes(o.Votes, e)
	case AttackVotesShown:
		o.AttackVotes = appendVotes(o.AttackVotes, e)
	case MediumTold:
		o.Medium = append(o.Medium, Finding{e.Day - 1, e.Target, e.Species})
	case SeerTold:
		o.Divined = append(o.Divined, Finding{e.Day - 1, e.Target, e.Species})
	case NightBegan:
		o.Night = true
	case GameOver:
		o.Result = Result{e.Winner, e.End}
	default:
		w.seeSeat(e)
	}
}

// seeSeat takes the events that tell something of one seat.
func (w *Watcher) seeSeat(e *Event) {
	o := &w.o
	switch e.Kind {
	case Seated:
		o.Names = append(o.Names, e.Text)
	case Introduced:
		o.Profile = e.Text
	case Dealt, RoleShown:
		// Observations handed out before must not learn it.
		o.Roles = append([]Role(nil), o.Roles...)
		o.Roles[e.Seat] = e.Role
	case Executed:
		o.Living = o.Living.Without(e.Seat)
		o.Deaths = append(o.Deaths, Death{e.Day, e.Seat, ByExecution})
	case FoundDead:
		o.Living = o.Living.Without(e.Seat)
		o.Deaths = append(o.Deaths, Death{e.Day - 1, e.Seat, ByAttack})
	default:
	}
}

// Observation is what the seat knows now, with the request it is asked or the
// announcement it is told.
func (w *Watcher) Observation(r Request) Observation {
	o := w.o
	o.Request = r
	return o
}

// Observe folds a whole view, as a Watcher would.
func Observe(view []Event, r *Rules, id SeatID, req Request) Observation {
	w := NewWatcher(r, id)
	for i := range view {
		w.See(&view[i], 0)
	}
	return w.Observation(req)
}

func (o *Observation) made(kind RequestKind, e *Event) {
	o.Chosen = append(o.Chosen, Made{Kind: kind, Day: e.Day, Round: e.Turn, Target: e.Target})
}

func heard(e *Event, at int64) Utterance {
	return Utterance{
		Day: e.Day, Idx: e.Idx, Turn: e.Turn, Seat: e.Seat,
		Text: e.Text, Skip: e.Skip, Over: e.Over, Time: at,
	}
}

func appendVotes(to []Choice, e *Event) []Choice {
	for _, b := range e.Votes {
		to = append(to, Choice{e.Day - 1, b.Seat, b.Target})
	}
	return to
}
