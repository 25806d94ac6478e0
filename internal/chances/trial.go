package chances

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Outcomes are who won the games that were played on in one way, a letter each, in the order of the games.
type Outcomes string

// letters are those of the winners in outcomes, by team.
var letters = [...]byte{werewolf.NoTeam: '-', werewolf.VillagerTeam: 'v', werewolf.WerewolfTeam: 'w'}

// outcomesOf writes down who won.
func outcomesOf(ends []End) Outcomes {
	var b strings.Builder
	for i := range ends {
		_ = b.WriteByte(letters[ends[i].Winner])
	}
	return Outcomes(b.String())
}

// won counts the games that the team has won.
func (o Outcomes) won(team werewolf.Team) int { return strings.Count(string(o), string(letters[team])) }

// pairs compares the games with others, whose i-th are pairs of these, by whether the team wins.
func (o Outcomes) pairs(others Outcomes, team werewolf.Team) (p stats.Pairs) {
	p.All = min(len(o), len(others))
	for i := range p.All {
		switch won := o[i] == letters[team]; {
		case won == (others[i] == letters[team]):
		case won:
			p.More++
		default:
			p.Fewer++
		}
	}
	return p
}

// over is how much more often the team wins in these games than in others, whose i-th are pairs of these.
func (o Outcomes) over(others Outcomes, team werewolf.Team) Interval {
	return Of(stats.PairedSum([]stats.Pairs{o.pairs(others, team)}))
}

// The ways of going on from a move: by true roles or by the mover's eyes, with the move or, after a colon, with something in its
// place: none, or the seat that is voted for.
const (
	byRoles = "roles"
	byOwn   = "own"
	none    = ":none"
)

// voteFor is the way of voting for a seat, by the mover's eyes.
func voteFor(target werewolf.SeatID) string { return fmt.Sprintf("%s:%d", byOwn, target) }

// gamesIn are the outcomes of so many games in a way.
type gamesIn func(way string, games int) (Outcomes, error)

// judge judges the move from so many games in each way.
func (m *Move) judge(play gamesIn, games int) error {
	with, err := play(byRoles, games)
	if err != nil {
		return err
	}
	without, err := play(byRoles+none, games)
	if err != nil {
		return err
	}
	m.Village = with.over(without, werewolf.VillagerTeam)
	return nil
}

// judgeOwn judges the move by the mover's eyes, beside other votes; beside silence where there are none. The best of several is
// found in half of the games, and measured in the others, since the best of many is best by luck as well.
func (m *Move) judgeOwn(play gamesIn, games int, team werewolf.Team, others werewolf.SeatSet) error {
	first := 0
	if m.Kind == werewolf.Vote {
		m.Better = others.First()
		if others.Len() > 1 {
			most := -1
			first = games / 2
			for id := range others.All() {
				ended, err := play(voteFor(id), first)
				if err != nil {
					return err
				}
				if won := ended.won(team); won > most {
					most, m.Better = won, id
				}
			}
		}
		if m.Better == 0 {
			return nil
		}
	}
	value, err := m.beside(play, first, games, team)
	m.Own = &value
	return err
}

// measure plays a mistake again, as often as it was played before it was called one, and says what it lost. Those first games do
// not: a move that they make out to be worse than it is is taken for a mistake more easily.
func (m *Move) measure(play gamesIn, games int, team werewolf.Team) error {
	m.Lost = nil
	if !m.Mistake() {
		return nil
	}
	value, err := m.beside(play, games, 2*games, team)
	value = value.negative()
	m.Lost = &value
	return err
}

// beside is what the move brings to the team beside the better vote or silence, by the mover's eyes, in some of the games.
func (m *Move) beside(play gamesIn, first, games int, team werewolf.Team) (Interval, error) {
	instead := byOwn + none
	if m.Better != 0 {
		instead = voteFor(m.Better)
	}
	own, err := play(byOwn, games)
	if err != nil {
		return Interval{}, err
	}
	other, err := play(instead, games)
	if err != nil {
		return Interval{}, err
	}
	return own[first:].over(other[first:], team), nil
}

// trial plays a move's games. What has been played is in the move's ways.
type trial struct {
	judge  *Judge
	move   *Move
	before *position.Position
	seed   uint64
	own    Source // nil until it is needed
}

// sharpen judges the move anew from so many games in each way; in the end mistakes are measured, too.
func (j *Judge) sharpen(ctx context.Context, m *Move, games int) error {
	before, err := position.At(j.Record, m.Entries)
	if err != nil {
		return err
	}
	t := trial{judge: j, move: m, before: before, seed: werewolf.SubSeed(j.Seed, m.Entries)}
	play := func(way string, games int) (Outcomes, error) { return t.outcomes(ctx, way, games) }
	if j.Own == 0 {
		if err := m.judge(play, games); err != nil {
			return err
		}
	}
	if j.Unjudged || m.Kind == werewolf.Talk && !m.claim {
		return nil
	}
	others, err := t.others()
	if err != nil {
		return err
	}
	return m.byEyes(play, games, games >= j.Games, teamOf(before, m.Seat), others)
}

// byEyes judges the move by the mover's eyes and, in all of the games, measures it where it is a mistake. Where what the mover saw is
// not found again nothing is said of either, and the other moves are judged all the same.
func (m *Move) byEyes(play gamesIn, games int, all bool, team werewolf.Team, others werewolf.SeatSet) error {
	err := m.judgeOwn(play, games, team, others)
	if err == nil && all {
		err = m.measure(play, games, team)
	}
	if errors.Is(err, position.ErrImpossible) {
		m.Own, m.Better, m.Lost = nil, 0, nil
		return nil
	}
	return err
}

// outcomes returns those of so many games in a way, and plays those that have not been played.
func (t *trial) outcomes(ctx context.Context, way string, games int) (Outcomes, error) {
	known := t.move.Ways[way]
	if len(known) < games {
		from, err := t.source(way)
		if err != nil {
			return "", err
		}
		ends, err := playMore(ctx, from, t.judge.Players, len(known), games, t.seed)
		if err != nil {
			return "", err
		}
		if known += outcomesOf(ends); t.move.Ways == nil {
			t.move.Ways = map[string]Outcomes{}
		}
		t.move.Ways[way] = known
	}
	return known[:games], nil
}

// source is that of the games in a way.
func (t *trial) source(way string) (Source, error) {
	eyes, instead, replaced := strings.Cut(way, ":")
	from, err := From(t.before), error(nil)
	if eyes == byOwn {
		if from, err = t.eyes(); err != nil {
			return nil, err
		}
	}
	a := t.judge.Record.Entries[t.move.Entries].Input.Action
	switch {
	case replaced && a.Request == werewolf.Talk:
		return after(from, func(p *position.Position) (*position.Position, error) { return p.Silent(a.Seat) }), nil
	case replaced:
		target, _ := strconv.Atoi(instead) // 0 of none
		a = werewolf.Action{Seat: a.Seat, Request: a.Request, Target: werewolf.SeatID(target), Missing: target == 0}
	}
	return after(from, func(p *position.Position) (*position.Position, error) { return p.Then(a) }), nil
}

// eyes is the source of games that look to the mover like the moment.
func (t *trial) eyes() (Source, error) {
	if t.own != nil {
		return t.own, nil
	}
	own, err := ByEyes(t.before, t.move.Seat, t.seed)
	t.own = own
	return own, err
}

// others are whom the mover could have voted for instead.
func (t *trial) others() (werewolf.SeatSet, error) {
	asked, err := t.before.Asked()
	for _, q := range asked {
		if q.Seat == t.move.Seat && q.Kind == werewolf.Vote {
			return q.Targets.Without(q.Seat).Without(t.move.Target), err
		}
	}
	return 0, err
}
