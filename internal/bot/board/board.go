// Package board keeps what the whole table has heard so far: who claimed what, which results were told, which votes
// announced, who asked whom.
//
// The law of the package: it records what was said in public and holds no opinion about it. It is folded from the talk
// of an observation, one utterance after another, so that it can be rebuilt from the observation alone.
package board

import (
	"wolfden/internal/bot/hearing"
	"wolfden/werewolf"
)

// Claim is a role somebody says to have.
type Claim struct {
	Seat    werewolf.SeatID
	Role    werewolf.Role
	Day     int
	At      int  // index into Observation.Talks
	Dropped bool // taken back, or replaced by another
}

// Result is a result somebody told as its own.
type Result struct {
	By, Target werewolf.SeatID
	As         werewolf.Role // Seer or Medium
	Species    werewolf.Species
	Day, At    int
}

// Plan is the vote somebody last announced for a day.
type Plan struct {
	Seat    werewolf.SeatID
	Target  werewolf.SeatID
	Day, At int
	Changes int // how often the name changed that day
}

// Line is anything heard.
type Line struct {
	Seat          werewolf.SeatID
	Day, Turn, At int
	Act           hearing.Act
}

// Board is the record. The zero Board has heard nothing. Its slices are in the order of the talk and are not to be
// changed.
type Board struct {
	Claims  []Claim
	Results []Result
	Plans   []Plan // one for each seat and day with an announcement
	Lines   []Line

	heard int
	day   int
	words [werewolf.MaxSeats + 1]struct{ today, total int }
	last  [werewolf.MaxSeats + 1]int // where the seat last spoke, counted from 1
}

// Hear takes the talk that is new in the observation. listen understands an utterance.
func (b *Board) Hear(o *werewolf.Observation, listen func(*werewolf.Utterance) []hearing.Act) {
	b.begin(o.Day)
	for ; b.heard < len(o.Talks); b.heard++ {
		u := &o.Talks[b.heard]
		b.begin(u.Day)
		if u.Skip || u.Over {
			continue
		}
		b.words[u.Seat].today++
		b.words[u.Seat].total++
		b.last[u.Seat] = b.heard + 1
		for _, a := range listen(u) {
			b.take(u, a)
		}
	}
}

func (b *Board) begin(day int) {
	if day == b.day {
		return
	}
	b.day = day
	for i := range b.words {
		b.words[i].today = 0
	}
}

// take files one act.
func (b *Board) take(u *werewolf.Utterance, a hearing.Act) {
	if a.Target == u.Seat && a.Kind != hearing.Ask {
		return // what is said about oneself in the third person
	}
	b.Lines = append(b.Lines, Line{Seat: u.Seat, Day: u.Day, Turn: u.Turn, At: b.heard, Act: a})
	switch a.Kind {
	case hearing.Claim:
		b.claim(u, a.Role)
	case hearing.Guarded:
		b.claim(u, werewolf.Bodyguard)
	case hearing.Retract:
		b.drop(u.Seat)
	case hearing.Found:
		b.found(u, a)
	case hearing.Vote:
		b.plan(u, a.Target)
	default: // a line like any other
	}
}

func (b *Board) claim(u *werewolf.Utterance, r werewolf.Role) {
	if b.ClaimOf(u.Seat) == r {
		return
	}
	b.drop(u.Seat)
	b.Claims = append(b.Claims, Claim{Seat: u.Seat, Role: r, Day: u.Day, At: b.heard})
}

func (b *Board) drop(id werewolf.SeatID) {
	for i := range b.Claims {
		if b.Claims[i].Seat == id {
			b.Claims[i].Dropped = true
		}
	}
}

// found files a result once, and the claim it implies.
func (b *Board) found(u *werewolf.Utterance, a hearing.Act) {
	b.claim(u, a.Role)
	for _, r := range b.Results {
		if r.By == u.Seat && r.Target == a.Target && r.Species == a.Species {
			return
		}
	}
	b.Results = append(b.Results, Result{By: u.Seat, Target: a.Target, As: a.Role, Species: a.Species, Day: u.Day, At: b.heard})
}

func (b *Board) plan(u *werewolf.Utterance, target werewolf.SeatID) {
	p := b.planOf(u.Seat, u.Day)
	if p == nil {
		b.Plans = append(b.Plans, Plan{Seat: u.Seat, Target: target, Day: u.Day, At: b.heard})
		return
	}
	if p.Target != target {
		p.Target, p.At = target, b.heard
		p.Changes++
	}
}

func (b *Board) planOf(id werewolf.SeatID, day int) *Plan {
	for i := len(b.Plans) - 1; i >= 0; i-- {
		if p := &b.Plans[i]; p.Seat == id && p.Day == day {
			return p
		}
	}
	return nil
}

// PlanOf is the vote a player last announced for the day, the zero Plan when it announced none.
func (b *Board) PlanOf(id werewolf.SeatID, day int) Plan {
	if p := b.planOf(id, day); p != nil {
		return *p
	}
	return Plan{}
}

// Backing is the players who have announced a vote for the target on the day.
func (b *Board) Backing(target werewolf.SeatID, day int) (s werewolf.SeatSet) {
	for i := range b.Plans {
		if p := &b.Plans[i]; p.Day == day && p.Target == target {
			s = s.With(p.Seat)
		}
	}
	return s
}

// ClaimOf is the role a player claims now, NoRole when it claims none.
func (b *Board) ClaimOf(id werewolf.SeatID) werewolf.Role {
	for i := len(b.Claims) - 1; i >= 0; i-- {
		if c := &b.Claims[i]; c.Seat == id && !c.Dropped {
			return c.Role
		}
	}
	return werewolf.NoRole
}

// Claimants are the players who claim the role now, dead or alive.
func (b *Board) Claimants(r werewolf.Role) (s werewolf.SeatSet) {
	for i := range b.Claims {
		if c := &b.Claims[i]; c.Role == r && !c.Dropped {
			s = s.With(c.Seat)
		}
	}
	return s
}

// Retracted reports whether a player has given up a claim to a role with a power.
func (b *Board) Retracted(id werewolf.SeatID) bool {
	for i := range b.Claims {
		if c := &b.Claims[i]; c.Seat == id && c.Dropped && c.Role != werewolf.Villager {
			return true
		}
	}
	return false
}

// HasTold reports whether a player has told a result of its own.
func (b *Board) HasTold(id werewolf.SeatID) bool {
	for i := range b.Results {
		if b.Results[i].By == id {
			return true
		}
	}
	return false
}

// Told is the result that one player told about another, NoSpecies when it told none; the last when it told several.
func (b *Board) Told(by, target werewolf.SeatID) werewolf.Species {
	for i := len(b.Results) - 1; i >= 0; i-- {
		if r := &b.Results[i]; r.By == by && r.Target == target {
			return r.Species
		}
	}
	return werewolf.NoSpecies
}

// WordsToday is how many utterances a player has made today, silences not counted; WordsTotal in the whole game.
func (b *Board) WordsToday(id werewolf.SeatID) int { return b.words[id].today }

// WordsTotal is how many utterances a player has made in the game.
func (b *Board) WordsTotal(id werewolf.SeatID) int { return b.words[id].total }

// LastSpoke is the index of a player's last utterance in Observation.Talks, -1 when there is none.
func (b *Board) LastSpoke(id werewolf.SeatID) int { return b.last[id] - 1 }

// AskedToday is how often a player has been asked something today.
func (b *Board) AskedToday(id werewolf.SeatID) (n int) {
	for i := len(b.Lines) - 1; i >= 0 && b.Lines[i].Day == b.day; i-- {
		if l := &b.Lines[i]; l.Act.Kind == hearing.Ask && l.Act.Target == id {
			n++
		}
	}
	return n
}
