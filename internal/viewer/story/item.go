package story

import (
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// Kind is what an item tells. Its name is that of its words and of its look.
type Kind string

// The items with the fields of Item each uses beside N, Until, Day, Night, At and Alive.
const (
	Dawn        Kind = "day"
	Dusk        Kind = "night"
	Talk        Kind = "talk"        // Seat said Words
	Whisper     Kind = "whisper"     // the same among werewolves
	Votes       Kind = "votes"       // Ballots of round Turn, on VotedOn
	AttackVotes Kind = "attackvotes" // the werewolves' ballots
	OwnVote     Kind = "ownvote"     // Seat voted for Target, as Seat alone knows
	OwnAttack   Kind = "ownattack"   // the same of an attack
	Executed    Kind = "executed"    // Seat
	Divine      Kind = "divine"      // Seat divines Target, which is Species where the reader knows
	Guard       Kind = "guard"       // Seat guards Target
	Attack      Kind = "attack"      // Target, Killed or not; 0 is nobody
	Seer        Kind = "seer"        // Seat learns that Target is Species
	Medium      Kind = "medium"      // the same of who was executed
	Dead        Kind = "dead"        // Seat was found
	Gone        Kind = "gone"        // Seat will not answer any more
	Fault       Kind = "fault"       // Seat's answer to Request, which read Raw, had Fault
	End         Kind = "over"        // Winner won, how: How
)

// Item is one thing that happened.
type Item struct {
	Kind  Kind
	N     int // the first entry in it, of those the reader has seen
	Until int // the last
	// Public is how many entries everybody at the table had seen with N: it is the same moment for whoever reads.
	Public int
	Day    int
	Night  bool
	At     int64            // milliseconds since the start
	Alive  werewolf.SeatSet // as far as the reader knows, after it
	Seat   werewolf.SeatID  // who
	// Target is upon whom.
	Target  werewolf.SeatID
	Idx     int
	Turn    int
	VotedOn int
	Words   []Piece
	Skip    bool
	Over    bool
	Forced  bool
	Cut     bool
	Killed  bool
	Species werewolf.Species
	Ballots []werewolf.Ballot
	Fault   gamelog.Fault
	Request werewolf.RequestKind
	Raw     string // what was answered, where that is not what was said
	// Thoughts are what the players noted for themselves with the answers behind it.
	Thoughts []Thought
	Winner   werewolf.Team
	How      werewolf.End
}

// Thought is a note that a player made for itself.
type Thought struct {
	Seat  werewolf.SeatID
	Topic string
	Text  string
	Call  *Call // of a note of a call; Text is "" then
}

// ID names the item, the same for every reader with this perspective: as the fragment of an address it leads there.
func (i Item) ID() string {
	if i.Kind == Dawn {
		return "day" + strconv.Itoa(i.Day)
	}
	return "e" + strconv.Itoa(i.N)
}

// At names the item at a moment, as wolfden whatif takes it: an utterance of a day (d1:17), its vote (d1:vote), or its dawn (d1). It is ""
// where the story has none.
func (s *Story) At(moment string) string {
	number, part, _ := strings.Cut(strings.TrimPrefix(moment, "d"), ":")
	nth, _ := strconv.Atoi(part) // 0 of what is no utterance
	for i := range s.Items {
		it := &s.Items[i]
		switch {
		case strconv.Itoa(it.Day) != number:
		case it.Kind == Talk:
			if nth--; nth == 0 {
				return it.ID()
			}
		case it.Kind == Dawn && part == "", it.Kind == Votes && part == "vote":
			return it.ID()
		}
	}
	return ""
}

// Text is what was said, in one piece.
func (i Item) Text() string {
	var b strings.Builder
	for _, p := range i.Words {
		b.WriteString(p.Text)
	}
	return b.String()
}

// item is what the event adds to the story, false for nothing.
func (s *Story) item(e *werewolf.Event) (Item, bool) {
	it := Item{Seat: e.Seat, Target: e.Target, Turn: e.Turn, VotedOn: e.Day}
	switch e.Kind {
	case werewolf.DayBegan:
		it.Kind = Dawn
	case werewolf.NightBegan:
		it.Kind = Dusk
	case werewolf.Talked:
		return s.utterance(Talk, e), true
	case werewolf.Whispered:
		return s.utterance(Whisper, e), true
	case werewolf.VoteCast:
		return s.ballot(Votes, OwnVote, e), true
	case werewolf.AttackCast:
		return s.ballot(AttackVotes, OwnAttack, e), true
	case werewolf.VotesShown:
		return s.shown(Votes, e)
	case werewolf.AttackVotesShown:
		return s.shown(AttackVotes, e)
	default:
		return s.deed(it, e)
	}
	return it, true
}

// deed is what was done to or by one player.
func (s *Story) deed(it Item, e *werewolf.Event) (Item, bool) {
	it.Species, it.Killed = e.Species, e.Killed
	switch e.Kind {
	case werewolf.Executed:
		it.Kind = Executed
	case werewolf.DivineChosen:
		it.Kind, it.Thoughts = Divine, s.thoughts(e.Seat)
		if s.Perspective.All {
			it.Species = s.speciesOf(e.Target)
		}
	case werewolf.GuardChosen:
		it.Kind, it.Thoughts = Guard, s.thoughts(e.Seat)
	case werewolf.AttackMade:
		it.Kind = Attack
	case werewolf.SeerTold:
		it.Kind = Seer
		return it, !s.Perspective.All // who sees all has read it with the divination
	case werewolf.MediumTold:
		it.Kind = Medium
	case werewolf.FoundDead:
		it.Kind = Dead
	case werewolf.Failed:
		it.Kind = Gone
	case werewolf.GameOver:
		it.Kind, it.Winner, it.How = End, e.Winner, e.End
	default:
		return it, false
	}
	return it, true
}

func (s *Story) speciesOf(id werewolf.SeatID) werewolf.Species {
	if p := s.Player(id); p != nil {
		return s.Rules.Table.Species(p.Role)
	}
	return werewolf.NoSpecies
}

func (s *Story) utterance(kind Kind, e *werewolf.Event) Item {
	it := Item{
		Kind: kind, Seat: e.Seat, Idx: e.Idx, Turn: e.Turn,
		Skip: e.Skip, Over: e.Over, Forced: e.Forced, Cut: e.Cut, Words: s.pieces(e.Text),
	}
	last := s.last[e.Seat]
	if e.Cut && last != nil {
		it.Raw = last.raw
	}
	if p := s.Player(e.Seat); p != nil && !e.Skip && !e.Over {
		p.Asked.Line(last != nil && last.byModel)
	}
	it.Thoughts = s.thoughts(e.Seat)
	return it
}

// thoughts are the notes of a player's last answer, once.
func (s *Story) thoughts(id werewolf.SeatID) []Thought {
	last := s.last[id]
	if last == nil {
		return nil
	}
	delete(s.last, id)
	return last.thoughts
}

// ballot is a vote as it is cast: for who sees all it joins those of its round.
func (s *Story) ballot(round, own Kind, e *werewolf.Event) Item {
	if !s.Perspective.All {
		return Item{Kind: own, Seat: e.Seat, Target: e.Target, Turn: e.Turn, Thoughts: s.thoughts(e.Seat)}
	}
	vote := werewolf.Ballot{Seat: e.Seat, Target: e.Target}
	for i := len(s.Items) - 1; i >= 0 && s.Items[i].Day == e.Day; i-- {
		if it := s.Items[i]; it.Kind == round && it.Turn == e.Turn && !holds(it.Ballots, e.Seat) {
			it.Ballots = append(it.Ballots[:len(it.Ballots):len(it.Ballots)], vote)
			it.Thoughts = append(it.Thoughts[:len(it.Thoughts):len(it.Thoughts)], s.thoughts(e.Seat)...)
			return it
		}
	}
	return Item{Kind: round, Turn: e.Turn, VotedOn: e.Day, Ballots: []werewolf.Ballot{vote}, Thoughts: s.thoughts(e.Seat)}
}

func holds(votes []werewolf.Ballot, voter werewolf.SeatID) bool {
	for _, v := range votes {
		if v.Seat == voter {
			return true
		}
	}
	return false
}

// shown are the votes of the day before; who sees all has seen them cast.
func (s *Story) shown(kind Kind, e *werewolf.Event) (Item, bool) {
	it := Item{Kind: kind, VotedOn: e.Day - 1}
	for _, v := range e.Votes {
		if s.Player(v.Seat) != nil && (v.Target == 0 || s.Player(v.Target) != nil) {
			it.Ballots = append(it.Ballots, v)
			if kind == Votes && !s.Perspective.All && v.Seat != s.Perspective.Seat {
				s.Player(v.Seat).Votes++ // one's own was counted when it was cast
			}
		}
	}
	return it, !s.Perspective.All && len(it.Ballots) > 0
}

// addInput notes an answer: of most only what came of it is of interest, and that is an event.
func (s *Story) addInput(at int64, in *gamelog.Input) {
	p := s.Player(in.Action.Seat)
	if p == nil || in.Action.Kind != werewolf.Answer {
		return
	}
	calls := chronicle.CallsOf(in.Notes)
	last := &answer{raw: Show(in.Raw), byModel: chronicle.ModelsWords(calls, in.Action.Request)}
	for i, c := range calls {
		n := &in.Notes[i]
		thought := Thought{Seat: p.Seat, Topic: Show(n.Topic), Call: shownCall(c)}
		if thought.Call == nil {
			thought.Text = Show(n.Text)
		} else {
			p.Asked.Count(c)
			s.called(thought.Call)
		}
		last.thoughts = append(last.thoughts, thought)
	}
	s.last[p.Seat] = last
	if in.Fault == gamelog.NoFault {
		return
	}
	p.Faults++
	s.append(Item{Kind: Fault, At: at, Seat: p.Seat, Fault: in.Fault, Request: in.Action.Request, Raw: last.raw})
}

// called numbers a call.
func (s *Story) called(c *Call) {
	s.Calls = append(s.Calls, c)
	c.N, s.Called = len(s.Calls), s.Seen
}

// Round is the number of the vote on its day, from 1.
func (i Item) Round() int { return i.Turn + 1 }
