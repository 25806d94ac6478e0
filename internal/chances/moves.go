package chances

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Move is something that a player did, and what it was worth to the player's side.
type Move struct {
	Moment  string               `json:"moment"`            // before it
	Entries int                  `json:"entries,omitempty"` // of the record, before the answer
	Kind    werewolf.RequestKind `json:"kind"`              // a talk or a vote
	Seat    werewolf.SeatID      `json:"seat"`
	Text    string               `json:"text,omitempty"`   // of an utterance
	Target  werewolf.SeatID      `json:"target,omitempty"` // of a vote
	// Village is what the move made of the village's chance, by true roles: beside silence, or a vote for nobody.
	Village Interval `json:"village"`
	// Own is the same for the mover's side by the mover's eyes, beside the best that the mover could have done instead: for an
	// utterance silence, for a vote one for somebody else. It is set for votes and claims, where games that look so to the mover are found.
	Own *Interval `json:"own,omitempty"`
	// Better is whom the vote should rather have been for, by the mover's eyes.
	Better werewolf.SeatID `json:"better,omitempty"`
	// Lost is what a mistake lost of the chance of the mover's side by its own eyes, in games that were played after it was called one.
	Lost *Interval `json:"lost,omitempty"`
	// Ways are who won the games that were played, so that they can be gone on with.
	Ways map[string]Outcomes `json:"ways,omitempty"`

	claim bool
}

// Mistake reports whether the mover could know that the move loses.
func (m *Move) Mistake() bool { return m.Own != nil && m.Own.High < 0 }

// Judge plays games on with and without each utterance with words and each vote of a record.
type Judge struct {
	Record  *gamelog.Record // see Unhurried
	Players Player
	Games   int // for each way, at each move
	Seed    uint64
	// Own, where it is set, leaves it at the votes and claims of this seat, by its own eyes alone.
	Own werewolf.SeatID
	// Unjudged leaves it at what moves made of the village's chance: nobody is said to have made a mistake.
	Unjudged bool
}

// fewGames are played each way at every move before any has more.
const fewGames = 15

// GoOn judges all moves from a few games each way, then from twice as many, in the end from all. so is what was judged before; it
// is brought up to date before each call of step, which is told in how many games each way the latest of its moves was played. An
// error of step ends the judging. What ended when the context did is kept by so.
func (j *Judge) GoOn(ctx context.Context, so *Judged, step func(games int) error) error {
	so.Moves, so.Unfinished = j.Moves(so.Moves), true
	so.Unjudged = j.Unjudged
	for _, games := range Rounds(fewGames, j.Games) {
		for i := 0; i < len(so.Moves); i++ {
			err := j.sharpen(ctx, &so.Moves[i], games)
			if errors.Is(err, position.ErrOver) {
				so.Moves = slices.Delete(so.Moves, i, i+1)
				i--
				continue
			}
			if err != nil {
				return err
			}
			so.Unfinished = games < j.Games || i+1 < len(so.Moves)
			if err := step(games); err != nil {
				return err
			}
		}
	}
	so.Unfinished = false
	return nil
}

// Ways plays all games of the move after so many entries, but those whose outcomes are known, and returns how all of them ended. A
// judge that goes on from moves with these Ways plays none.
func (j *Judge) Ways(ctx context.Context, entries int, known map[string]Outcomes) (map[string]Outcomes, error) {
	for _, m := range j.Moves([]Move{{Entries: entries, Ways: known}}) {
		if m.Entries == entries {
			err := j.sharpen(ctx, &m, j.Games)
			if errors.Is(err, position.ErrOver) { // nothing goes on from it
				err = nil
			}
			return m.Ways, err
		}
	}
	return nil, fmt.Errorf("no move can be judged after %d entries", entries)
}

// Moves returns the moves that can be judged, not judged yet, with the games that were played of them before.
func (j *Judge) Moves(before []Move) (list []Move) {
	claims, played := map[int]bool{}, map[int]map[string]Outcomes{}
	for _, p := range Utterances(j.Record) {
		claims[p.Entries] = p.Claims != werewolf.NoRole
	}
	for i := range before {
		played[before[i].Entries] = before[i].Ways
	}
	day, spoken := 0, 0
	for i := range j.Record.Entries {
		entry := &j.Record.Entries[i]
		if e := entry.Event; e != nil {
			if e.Kind == werewolf.DayBegan {
				day, spoken = e.Day, 0
			}
			continue
		}
		a := entry.Input.Action
		m := Move{Entries: i, Kind: a.Request, Seat: a.Seat, Text: a.Text, Target: a.Target, Ways: maps.Clone(played[i]), claim: claims[i]}
		switch {
		case a.Kind != werewolf.Answer:
			continue
		case a.Request == werewolf.Talk:
			spoken++
			m.Moment = fmt.Sprintf("d%d:%d", day, spoken)
			if text := werewolf.Clean(a.Text); a.Missing || text == "" || text == werewolf.SkipText || text == werewolf.OverText {
				continue
			}
		case a.Request == werewolf.Vote && a.Target != 0:
			m.Moment = fmt.Sprintf("d%d:vote", day)
		default:
			continue
		}
		if j.Own != 0 && (m.Seat != j.Own || m.Kind == werewolf.Talk && !m.claim) {
			continue
		}
		list = append(list, m)
	}
	return list
}

// teamOf is the side of a seat.
func teamOf(p *position.Position, id werewolf.SeatID) werewolf.Team {
	return p.Rules().Table.Team(p.Roles()[id])
}

// after is a source whose positions have gone one step on.
func after(from Source, step func(*position.Position) (*position.Position, error)) Source {
	return func(i int) (*position.Position, error) {
		p, err := from(i)
		if err != nil {
			return nil, err
		}
		return step(p)
	}
}

// Sums are what a player's moves were worth in a game.
type Sums struct {
	Seat     werewolf.SeatID `json:"seat"`
	Moves    int             `json:"moves"`           // that were judged
	Mistakes *int            `json:"mistakes"`        // of these, those that the player could know to lose; nil where nobody was judged
	Lost     *Interval       `json:"chance_lost"`     // chance lost by own mistakes: of its side's chance, by its own eyes; nil where none was found
	Words    *Interval       `json:"gained_by_words"` // gained by words: for its side, by true roles; nil where none was judged
}

// Sums adds the moves up, by seat. Each was judged in games of its own.
func (j *Judged) Sums(team func(werewolf.SeatID) werewolf.Team, players int) []Sums {
	list, lost, words, told := make([]Sums, players), make([][]stats.Estimate, players), make([][]stats.Pairs, players), make([][]stats.Estimate, players)
	for i := range list {
		if !j.Unjudged {
			list[i].Mistakes = new(int)
		}
	}
	for i := range j.Moves {
		m := &j.Moves[i]
		at := m.Seat - 1
		list[at].Moves++
		if m.Kind == werewolf.Talk {
			if pairs := m.pairs(team(m.Seat) == werewolf.VillagerTeam); pairs.All > 0 {
				words[at] = append(words[at], pairs)
			} else {
				told[at] = append(told[at], m.gain(team(m.Seat)).Estimate())
			}
		}
		if m.Mistake() && !j.Unjudged {
			*list[at].Mistakes++
		}
		if m.Lost != nil && !j.Unjudged {
			lost[at] = append(lost[at], m.Lost.Estimate())
		}
	}
	for i := range list {
		if len(words[i]) > 0 {
			told[i] = append(told[i], stats.PairedSum(words[i]))
		}
		list[i].Seat, list[i].Lost, list[i].Words = werewolf.SeatID(i+1), addedUp(lost[i]), addedUp(told[i])
	}
	return list
}

// addedUp is the sum of figures; of none nothing is known, which is not 0 for certain.
func addedUp(list []stats.Estimate) *Interval {
	if len(list) == 0 {
		return nil
	}
	return new(Of(stats.Sum(list)))
}

// pairs are the games by true roles with and without the move, for the village or against it; none where it is not known how they ended.
func (m *Move) pairs(village bool) stats.Pairs {
	p := m.Ways[byRoles].pairs(m.Ways[byRoles+none], werewolf.VillagerTeam)
	if !village {
		p.More, p.Fewer = p.Fewer, p.More
	}
	return p
}

// gain is what the move brought the team.
func (m *Move) gain(team werewolf.Team) Interval {
	if team == werewolf.VillagerTeam {
		return m.Village
	}
	return m.Village.negative()
}
