package story

import (
	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// Player is somebody at the table, as far as the reader knows.
type Player struct {
	Seat   werewolf.SeatID
	Name   string // as shown: see Show
	Team   string // for spectators; players are never told, so a seat's story does not say
	Avatar string // address of a configured picture
	// Profile is what the player was told about its character; All sees everybody's, a seat its own.
	Profile string
	Role    werewolf.Role // NoRole while it is not known
	RoleAt  int           // the entry that told, 0 where it was known from the beginning
	Cause   werewolf.Cause
	DiedOn  int // the day, when Cause is not zero
	DiedAt  int // the entry
	GoneAt  int // the entry since which the player does not answer any more, 0 for never

	Talks, Skips, Whispers, Votes, Faults int

	Asked chronicle.Calls // of models, for the answers that the reader may see
}

// Story is one game from one perspective. It grows with Add and is not safe for concurrent use; the items that were
// handed out do not change, but for a later one taking the place of one with the same N.
type Story struct {
	ID          string
	Started     int64 // Unix milliseconds, 0 where nobody knows
	Lang        string
	Rules       *werewolf.Rules
	Perspective Perspective
	Players     []Player // of seat 1, 2, ...
	Items       []Item
	// Seen is how many entries of the record the reader has seen; they are numbered from 1.
	Seen int
	// Met is the latest entry that changed something about the players.
	Met    int
	Day    int // -1 before it began
	Night  bool
	Over   bool // the game is over
	Hidden bool // it is, and the reader is not told how
	Winner werewolf.Team
	End    werewolf.End
	// Calls are those of the answers that the reader may see, in the order of the answers.
	Calls  []*Call
	Called int // the latest entry with a call

	public int // entries that everybody has seen
	names  []name
	last   map[werewolf.SeatID]*answer
}

// answer is what a player gave and noted, until something comes of it.
type answer struct {
	raw      string
	thoughts []Thought
	byModel  bool // it is talk in a model's words
}

// New is the story of the game with the header before anything happened. Of the header only what the perspective may show is
// kept: no seed, no roles.
func New(h *gamelog.Header, as Perspective) *Story {
	if as.All {
		as.End = true
	}
	s := &Story{
		ID: h.ID, Started: h.Started, Lang: h.Lang, Rules: &h.Rules, Perspective: as, Day: -1,
		names: namesOf(h), last: map[werewolf.SeatID]*answer{},
	}
	for i := range h.Seats {
		p := Player{Seat: werewolf.SeatID(i + 1), Name: Show(h.Seats[i].Name), Avatar: h.Seats[i].Avatar}
		if as.All || as.Seat == 0 {
			p.Team = Show(h.Seats[i].Team)
		}
		s.Players = append(s.Players, p)
	}
	return s
}

// Of is the story of a whole record.
func Of(rec *gamelog.Record, as Perspective) *Story {
	s := New(&rec.Header, as)
	s.Add(rec.Entries)
	return s
}

// Add takes what happened next, as the record has it.
func (s *Story) Add(entries []gamelog.Entry) {
	for _, e := range entries {
		switch {
		case !s.Perspective.see(e):
		case !s.Perspective.End && reveals(e.Event):
			s.Over, s.Hidden = true, true
		default:
			s.Seen++
			if e.SeenBy(0) {
				s.public++
			}
			s.addEntry(e)
		}
	}
}

// After are the items that are new or have changed since the reader had seen n entries.
func (s *Story) After(n int) []Item {
	var items []Item
	for i := range s.Items {
		if s.Items[i].Until > n {
			items = append(items, s.Items[i])
		}
	}
	return items
}

// Player is who sits there, nil for no seat of this table.
func (s *Story) Player(id werewolf.SeatID) *Player {
	if id < 1 || int(id) > len(s.Players) {
		return nil
	}
	return &s.Players[id-1]
}

// Living are those who are known to be alive.
func (s *Story) Living() (alive werewolf.SeatSet) {
	for i := range s.Players {
		if s.Players[i].Cause == 0 {
			alive = alive.With(s.Players[i].Seat)
		}
	}
	return alive
}

func (s *Story) addEntry(e gamelog.Entry) {
	if e.Input != nil {
		s.addInput(e.At, e.Input)
		return
	}
	ev := e.Event
	if s.Player(ev.Seat) == nil && ev.Seat != 0 || s.Player(ev.Target) == nil && ev.Target != 0 {
		return // records need not come from the rules
	}
	s.meet(ev)
	item, ok := s.item(ev)
	if !ok {
		return
	}
	if ev.Day > s.Day && !reveals(ev) { // news of the night come before the day they are told on
		s.Day, s.Night = ev.Day, false
		dawn := Item{Kind: Dawn, N: s.Seen, Public: s.public, Day: ev.Day, Until: s.Seen, At: e.At, Alive: s.Living()}
		s.Items = append(s.Items, dawn)
	}
	if ev.Kind != werewolf.DayBegan {
		item.At = e.At
		s.append(item)
	}
}

// append adds an item, or lets it take the place of the one it continues.
func (s *Story) append(item Item) {
	item.Until = s.Seen
	item.Alive = s.Living()
	if item.N == 0 {
		item.N, item.Public, item.Day, item.Night = s.Seen, s.public, s.Day, s.Night
		s.Items = append(s.Items, item)
		return
	}
	for i := len(s.Items) - 1; i >= 0; i-- {
		if s.Items[i].N == item.N && s.Items[i].Kind == item.Kind {
			s.Items[i] = item
			return
		}
	}
}

// meet notes what an event tells about the players and the time of day.
func (s *Story) meet(e *werewolf.Event) {
	p := s.Player(e.Seat)
	switch e.Kind {
	case werewolf.NightBegan:
		s.Night = true
	case werewolf.GameOver:
		s.Over, s.Winner, s.End = true, e.Winner, e.End
	default:
		if p != nil {
			s.know(p, e)
		}
	}
}

func (s *Story) know(p *Player, e *werewolf.Event) {
	switch e.Kind {
	case werewolf.Introduced:
		p.Profile = Show(e.Text)
	case werewolf.Dealt:
		p.Role = e.Role
	case werewolf.RoleShown:
		if p.Role == werewolf.NoRole {
			p.RoleAt = s.Seen
		}
		p.Role = e.Role
	case werewolf.Executed:
		p.Cause, p.DiedOn, p.DiedAt = werewolf.ByExecution, e.Day, s.Seen
	case werewolf.FoundDead:
		p.Cause, p.DiedOn, p.DiedAt = werewolf.ByAttack, e.Day-1, s.Seen
	case werewolf.Failed:
		p.GoneAt = s.Seen
	default:
		p.count(e)
		return
	}
	s.Met = s.Seen
}

func (p *Player) count(e *werewolf.Event) {
	switch {
	case e.Kind == werewolf.Talked && (e.Skip || e.Over || e.Forced):
		p.Skips++
	case e.Kind == werewolf.Talked:
		p.Talks++
	case e.Kind == werewolf.Whispered:
		p.Whispers++
	case e.Kind == werewolf.VoteCast:
		p.Votes++
	}
}
