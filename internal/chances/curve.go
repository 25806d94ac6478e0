package chances

import (
	"context"
	"errors"
	"fmt"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Point is a moment of a game and the chance of each side there.
type Point struct {
	Moment     string   `json:"moment"`  // as position.Find takes it
	Entries    int      `json:"entries"` // of the record, before the moment
	Day        int      `json:"day"`
	Games      int      `json:"games"` // that were played on
	Village    Interval `json:"village"`
	Werewolves Interval `json:"werewolves"`
	Nobody     Interval `json:"nobody"` // games without a winner
	// Seats are the chances of each seat's side, seat by seat. By somebody's eyes a seat is not in every game on the same side.
	Seats  []Interval `json:"seats"`
	Sketch float64    `json:"sketch"` // the village's chance from what was learned of other games, before any is played on
}

// NewPoint returns the chances at a moment from how games ended that were played on from it.
func NewPoint(moment string, p *position.Position, ends []End) Point {
	t := TallyOf(ends)
	point := Point{
		Moment: moment, Entries: len(p.Past()), Day: p.Day(), Games: t.Games,
		Village: share(t.Of(werewolf.VillagerTeam)), Werewolves: share(t.Of(werewolf.WerewolfTeam)), Nobody: share(t.Of(werewolf.NoTeam)),
	}
	for id := range werewolf.SeatsUpTo(p.Players()).All() {
		won := 0
		for i := range ends {
			if ends[i].Winners.Has(id) {
				won++
			}
		}
		point.Seats = append(point.Seats, share(stats.Wilson(won, len(ends))))
	}
	return point
}

// Asks is what a curve is asked for.
type Asks struct {
	By    string `json:"by"`    // the players that go on, by name
	Games int    `json:"games"` // at each moment
	Seed  uint64 `json:"seed"`
	Eyes  *int   `json:"eyes,omitempty"` // the seat by whose eyes; nil for those who see everything
}

// Same reports whether both ask for the same.
func (a *Asks) Same(b *Asks) bool {
	return a.By == b.By && a.Games == b.Games && a.Seed == b.Seed &&
		(a.Eyes == nil) == (b.Eyes == nil) && (a.Eyes == nil || *a.Eyes == *b.Eyes)
}

// Sketch returns the first sketch of the chances at a moment; no game is played.
func (a *Asks) Sketch(rec *gamelog.Record, moment string) (Point, error) {
	p, from, err := a.source(rec, moment)
	if err != nil {
		return Point{}, err
	}
	worlds := 1
	if a.Eyes != nil {
		worlds = worldsSketched
	}
	point := NewPoint(moment, p, nil)
	point.Sketch, err = Sketch(from, worlds)
	return point, err
}

// source returns the position at a moment, and the source of the games that are asked for.
func (a *Asks) source(rec *gamelog.Record, moment string) (*position.Position, Source, error) {
	entries, err := position.Find(rec, moment)
	if err != nil {
		return nil, nil, err
	}
	p, err := position.At(rec, entries)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", moment, err)
	}
	if a.Eyes == nil {
		return p, From(p), nil
	}
	from, err := ByEyes(p, werewolf.SeatID(*a.Eyes), a.Seed)
	return p, from, err
}

// At returns the chances at a moment.
func (a *Asks) At(ctx context.Context, rec *gamelog.Record, moment string, players Player) (Point, error) {
	first, err := a.Sketch(rec, moment)
	if err != nil {
		return Point{}, err
	}
	return a.Sharpen(ctx, rec, &first, players)
}

// Sharpen plays the games of which there is a first sketch, and returns the chances.
func (a *Asks) Sharpen(ctx context.Context, rec *gamelog.Record, first *Point, players Player) (Point, error) {
	p, from, err := a.source(rec, first.Moment)
	if err != nil {
		return Point{}, err
	}
	ends, err := Play(ctx, from, players, a.Games, a.Seed)
	if err != nil {
		return Point{}, fmt.Errorf("%s: %w", first.Moment, err)
	}
	point := NewPoint(first.Moment, p, ends)
	point.Sketch = first.Sketch
	return point, nil
}

// Moments returns the dawn and the dusk of every day of the game, and every so-and-so-many-th utterance where that is not 0; only
// those from which a game goes on.
func Moments(rec *gamelog.Record, every int) (list []string) {
	add := func(moment string) {
		if entries, err := position.Find(rec, moment); err == nil {
			if _, err := position.At(rec, entries); err == nil || !errors.Is(err, position.ErrOver) {
				list = append(list, moment)
			}
		}
	}
	spoken := 0
	for _, entry := range rec.Entries {
		e := entry.Event
		if e == nil {
			continue
		}
		switch e.Kind {
		case werewolf.DayBegan:
			spoken = 0
			add(fmt.Sprintf("d%d", e.Day))
		case werewolf.NightBegan:
			add(fmt.Sprintf("d%d:night", e.Day))
		case werewolf.Talked:
			if spoken++; every > 0 && spoken > 1 && (spoken-1)%every == 0 {
				add(fmt.Sprintf("d%d:%d", e.Day, spoken))
			}
		default: // no moment of its own
		}
	}
	return list
}
