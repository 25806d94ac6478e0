package werewolf

import "slices"

// Utterance is something said, with what its hearers know about it.
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

// Choice says who chose whom in a vote, an attack vote, a divination or a guard.
type Choice struct {
	Day    int
	Seat   SeatID
	Target SeatID
}

// Finding is the result that a seer or a medium learned. Day is the day of the divination or of the execution.
type Finding struct {
	Day     int
	Target  SeatID
	Species Species
}

// Cause says how a player died.
type Cause uint8

// The two ways to die.
const (
	ByExecution Cause = iota + 1
	ByAttack
)

// Death is a death that everybody knows of. Day is the day of the execution or of the attack.
type Death struct {
	Day   int
	Seat  SeatID
	Cause Cause
}

// Observation is everything a player is given. It is folded from the events that its seat may see. Slices
// follow the order of events and cover the whole game, or what its watcher has not forgotten. Later observations
// share them, so they must not be changed.
type Observation struct {
	Request Request // what is asked or announced
	Rules   *Rules
	Seat    SeatID // the player's own; 0 for the public
	Profile string
	Day     int
	Night   bool     // the day's phases are over
	Names   []string // of seat 1, 2, ...
	Living  SeatSet
	Roles   []Role // by SeatID, NoRole where it is not known

	Talks       []Utterance
	Whispers    []Utterance
	Votes       []Choice // of earlier days, if the rules show them
	AttackVotes []Choice
	Deaths      []Death
	Divined     []Finding   // told to the seer
	Medium      []Finding   // told to the medium
	Chosen      []OwnChoice // the player's own valid choices, today's too
	Result      Result
}

// OwnChoice is a choice that the player itself made.
type OwnChoice struct {
	Kind   RequestKind
	Day    int
	Round  int
	Target SeatID
}

// Role returns the player's own role.
func (o *Observation) Role() Role { return o.RoleOf(o.Seat) }

// RoleOf returns the role of a seat, or NoRole when the player does not know it.
func (o *Observation) RoleOf(id SeatID) Role {
	if id < 1 || int(id) >= len(o.Roles) {
		return NoRole
	}
	return o.Roles[id]
}

// Name returns the name of a seat, or "" for no seat.
func (o *Observation) Name(id SeatID) string {
	if id < 1 || int(id) > len(o.Names) {
		return ""
	}
	return o.Names[id-1]
}

// NamesOf returns the names of some seats, the lowest first.
func (o *Observation) NamesOf(some SeatSet) (list []string) {
	for id := range some.All() {
		list = append(list, o.Name(id))
	}
	return list
}

// SeatOf returns the seat with the name, or no seat when nobody has it.
func (o *Observation) SeatOf(name string) SeatID {
	for i, n := range o.Names {
		if n == name {
			return SeatID(i + 1)
		}
	}
	return 0
}

// Others returns the living players without the player itself.
func (o *Observation) Others() SeatSet { return o.Living.Without(o.Seat) }

// Spec returns what the rules say about the player's own role.
func (o *Observation) Spec() RoleSpec { return o.table().Spec(o.Role()) }

// Team returns the player's own side.
func (o *Observation) Team() Team { return o.Spec().Team }

// Power returns what the player does at night.
func (o *Observation) Power() Power { return o.Spec().Power }

// Heading returns the name of the role under which texts that are written role by role speak to the player: its own
// where has reports that there are some, otherwise the contest's role that it is most like.
func (o *Observation) Heading(has func(name string) bool) string {
	return o.table().Heading(o.Role(), has)
}

// Allies returns the other players known to be on the player's side, dead or alive. While the game goes on,
// only a role that is told of others has any.
func (o *Observation) Allies() (s SeatSet) {
	table, team := o.table(), o.Team()
	for i, r := range o.Roles {
		if r != NoRole && SeatID(i) != o.Seat && table.Team(r) == team {
			s = s.With(SeatID(i))
		}
	}
	return s
}

// Saved returns whom the player guarded in nights in which the werewolves attack and nobody died. They were attacked, and are none of
// them, unless no werewolf voted that night.
func (o *Observation) Saved() (s SeatSet) {
	for _, c := range o.Chosen {
		died := func(d Death) bool { return d.Day == c.Day && d.Cause == ByAttack }
		if c.Kind == Guard && c.Day < o.Day && o.Rules.AttackOn(c.Day) && !slices.ContainsFunc(o.Deaths, died) {
			s = s.With(c.Target)
		}
	}
	return s
}

// table returns the game's table of roles, or the standard table before the rules are known.
func (o *Observation) table() *RoleTable {
	if o.Rules == nil {
		return nil
	}
	return o.Rules.Table
}

// Watcher folds the events that one seat may see into observations, one event at a time. It is not safe for
// concurrent use, but the observations it returns may be read by any goroutine while it goes on.
type Watcher struct{ o Observation }

// NewWatcher returns a watcher for a seat; seat 0 watches as the public. The watcher keeps the rules, which
// must not change.
func NewWatcher(r *Rules, id SeatID) *Watcher {
	n := r.Players()
	return &Watcher{Observation{
		Rules: r, Seat: id, Living: SeatsUpTo(n),
		Names: make([]string, 0, n), Roles: make([]Role, n+1),
	}}
}

// See takes the next event of the game's log and ignores one that the seat may not see. at is when it happened
// in Unix milliseconds, 0 if unknown.
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
		o.Talks = append(o.Talks, utteranceOf(e, at))
	case Whispered:
		o.Whispers = append(o.Whispers, utteranceOf(e, at))
	case VoteCast:
		o.noteOwnChoice(Vote, e)
	case DivineChosen:
		o.noteOwnChoice(Divine, e)
	case GuardChosen:
		o.noteOwnChoice(Guard, e)
	case AttackCast:
		o.noteOwnChoice(Attack, e)
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

// seeSeat takes events about a single seat.
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

// Observation returns what the seat knows now, together with the request or announcement r.
func (w *Watcher) Observation(r Request) Observation {
	o := w.o
	o.Request = r
	return o
}

// Forget lets go of what was said, chosen and found before yesterday, for a player that keeps what it was shown.
func (w *Watcher) Forget() {
	o, yesterday := &w.o, w.o.Day-1
	o.Talks = recent(o.Talks, func(u Utterance) bool { return u.Day >= yesterday })
	o.Whispers = recent(o.Whispers, func(u Utterance) bool { return u.Day >= yesterday })
	o.Votes = recent(o.Votes, func(c Choice) bool { return c.Day >= yesterday })
	o.AttackVotes = recent(o.AttackVotes, func(c Choice) bool { return c.Day >= yesterday })
	o.Divined = recent(o.Divined, func(f Finding) bool { return f.Day >= yesterday })
	o.Medium = recent(o.Medium, func(f Finding) bool { return f.Day >= yesterday })
	o.Chosen = recent(o.Chosen, func(c OwnChoice) bool { return c.Day >= yesterday })
}

// recent returns the end of a slice from the first element that is kept on, in memory of its own.
func recent[T any](all []T, kept func(T) bool) []T {
	from := slices.IndexFunc(all, kept)
	if from < 0 {
		return nil
	}
	return slices.Clone(all[from:])
}

func (o *Observation) noteOwnChoice(kind RequestKind, e *Event) {
	o.Chosen = append(o.Chosen, OwnChoice{Kind: kind, Day: e.Day, Round: e.Turn, Target: e.Target})
}

func utteranceOf(e *Event, at int64) Utterance {
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
