// Package chances estimates who wins from a moment of a recorded game on, by playing it on many times.
//
// The law of the package: a chance is a share of games that were played to their end, with its interval. The same moment,
// players, number of games and seed give the same chance, whatever the machine. What is estimated by a seat's eyes is played
// from games that look to the seat exactly like its own, so nothing that the seat cannot know has an influence.
package chances

import (
	"context"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/internal/parallel"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Player makes who goes on in a seat.
type Player func(seat werewolf.SeatID, seed uint64) (match.Player, error)

// Source returns the position that game i goes on from. It may be called by several goroutines.
type Source func(i int) (*position.Position, error)

// From is the source of those who see everything: every game goes on from the position itself.
func From(p *position.Position) Source {
	return func(int) (*position.Position, error) { return p, nil }
}

// Unhurried returns the record with rules in which no answer is late, since nobody waits for those who play on. What
// happened in it stays as it is. The record itself is not changed.
func Unhurried(rec *gamelog.Record) *gamelog.Record {
	free := *rec
	free.Header.Rules.Timeout = werewolf.Timeout{}
	return &free
}

// End is how a game went on.
type End struct {
	Winner  werewolf.Team
	Winners werewolf.SeatSet // the seats of that side, dead or alive
	Deaths  []werewolf.Event // after the moment: who was executed and who was found dead, in order
}

// Tally counts how games have ended. The zero Tally has none.
type Tally struct {
	Games int
	Won   [3]int // by team; NoTeam for games without a winner
}

// TallyOf counts the winners of games.
func TallyOf(ends []End) (t Tally) {
	for i := range ends {
		t.Games++
		t.Won[ends[i].Winner]++
	}
	return t
}

// Rounds are the numbers of games after which it is told what came of them: a few, then twice as many, in the end all.
func Rounds(few, all int) (list []int) {
	for n := few; n < all; n *= 2 {
		list = append(list, n)
	}
	return append(list, all)
}

// Difference is how much the team wins more often in one set of games than in another, whose i-th games are pairs.
func Difference(team werewolf.Team, with, without []End) stats.Estimate {
	more, fewer, pairs := 0, 0, min(len(with), len(without))
	for i := range pairs {
		switch won := with[i].Winner == team; {
		case won == (without[i].Winner == team):
		case won:
			more++
		default:
			fewer++
		}
	}
	return stats.Paired(more, fewer, pairs)
}

// Play plays so many games on all cores and returns how each ended. Game i has the chance and the players that the i-th seed
// gives it, so the same game on from another position is its pair.
func Play(ctx context.Context, from Source, players Player, games int, seed uint64) ([]End, error) {
	return playMore(ctx, from, players, 0, games, seed)
}

// playMore is Play without the games that were played before.
func playMore(ctx context.Context, from Source, players Player, before, games int, seed uint64) ([]End, error) {
	ends := make([]End, max(games-before, 0))
	err := parallel.Each(ctx, len(ends), 0, func(ctx context.Context, i int) (err error) {
		ends[i], err = One(ctx, from, players, before+i, seed)
		return err
	})
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return ends, err
}

// One plays game i on and returns how it ended.
func One(ctx context.Context, from Source, players Player, i int, seed uint64) (End, error) {
	p, err := from(i)
	if err != nil {
		return End{}, err
	}
	var end End
	result, err := play(ctx, p, players, i, seed, func(e *werewolf.Event) {
		if e.Kind == werewolf.Executed || e.Kind == werewolf.FoundDead {
			end.Deaths = append(end.Deaths, *e)
		}
	})
	end.Winner = result.Winner
	for id, role := range p.Roles() {
		if id > 0 && end.Winner != werewolf.NoTeam && p.Rules().Table.Team(role) == end.Winner {
			end.Winners = end.Winners.With(werewolf.SeatID(id))
		}
	}
	return end, err
}

// Watch plays game i on, passes every event after the moment and returns the result.
func Watch(ctx context.Context, from Source, players Player, i int, seed uint64, see func(*werewolf.Event)) (werewolf.Result, error) {
	p, err := from(i)
	if err != nil {
		return werewolf.Result{}, err
	}
	return play(ctx, p, players, i, seed, see)
}

// play plays a game on from the position, with the chance and the players of game i.
func play(ctx context.Context, p *position.Position, players Player, i int, seed uint64, see func(*werewolf.Event)) (werewolf.Result, error) {
	var err error
	chance := werewolf.SubSeed(seed, i)
	seats := make([]position.Seat, p.Players())
	for s := range seats {
		if seats[s].Player, err = players(werewolf.SeatID(s+1), werewolf.SubSeed(chance, s+1)); err != nil {
			return werewolf.Result{}, err
		}
	}
	m, err := p.Match(ctx, seats, &chance)
	if err != nil {
		return werewolf.Result{}, err
	}
	m.Observer = watcher(see)
	return m.Run(ctx)
}

// watcher is an observer that keeps no record.
type watcher func(*werewolf.Event)

// Append passes the event on.
func (w watcher) Append(e gamelog.Entry) {
	if e.Event != nil {
		w(e.Event)
	}
}

// Flush has nothing to write.
func (watcher) Flush() error { return nil }
