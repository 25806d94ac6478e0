package chances

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Point is a moment of a game and the chance of each side there.
type Point struct {
	Moment  string `json:"moment"`  // as position.Find takes it
	Entries int    `json:"entries"` // of the record, before the moment
	Day     int    `json:"day"`
	Games   int    `json:"games"` // that were played on; of none there are no chances but the sketch
	Shares
	Sketch float64 `json:"sketch"` // the village's chance from what was learned of other games, before any is played on
	// Played is what the games that were played on came to, where the chances are not these; see Curve.Told.
	Played *Shares `json:"played,omitempty"`
}

// Shares are the chances of each side.
type Shares struct {
	Village    Interval `json:"village,omitzero"`
	Werewolves Interval `json:"werewolves,omitzero"`
	Nobody     Interval `json:"nobody,omitzero"` // games without a winner
	// Seats are the chances of each seat's side, seat by seat. By somebody's eyes a seat is not in every game on the same side.
	Seats []Interval `json:"seats,omitempty"`
}

// NewPoint returns the chances at a moment from how games ended that were played on from it.
func NewPoint(moment string, p *position.Position, ends []End) Point {
	point := Point{Moment: moment, Entries: len(p.Past()), Day: p.Day()}
	if len(ends) > 0 {
		point.add(p.Players(), ends)
	}
	return point
}

// add takes more games of so many players into account.
func (p *Point) add(players int, ends []End) {
	more := TallyOf(ends)
	won := func(before Interval, more int) Interval {
		return Share(stats.Wilson(int(math.Round(before.Value*float64(p.Games)))+more, p.Games+len(ends)))
	}
	if p.Games == 0 {
		p.Shares = Shares{Seats: make([]Interval, players)}
	}
	p.Village = won(p.Village, more.Won[werewolf.VillagerTeam])
	p.Werewolves = won(p.Werewolves, more.Won[werewolf.WerewolfTeam])
	p.Nobody = won(p.Nobody, more.Won[werewolf.NoTeam])
	for i := range p.Seats {
		wins := 0
		for n := range ends {
			if ends[n].Winners.Has(werewolf.SeatID(i + 1)) {
				wins++
			}
		}
		p.Seats[i] = won(p.Seats[i], wins)
	}
	p.Games += len(ends)
}

// Asks is what a curve is asked for.
type Asks struct {
	By    string `json:"by"`    // the players that go on, by name
	Games int    `json:"games"` // at each moment; a point of a curve may still have fewer
	Seed  uint64 `json:"seed"`
	Eyes  *int   `json:"eyes,omitempty"` // the seat by whose eyes; nil for those who see everything
	// Digest is that of the players; see Digest.
	Digest string `json:"digest,omitempty"`
}

// alike reports whether the first games of both are the same.
func (a *Asks) alike(b *Asks) bool {
	return a.By == b.By && a.Digest == b.Digest && a.Seed == b.Seed &&
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
	return a.Sharpen(ctx, rec, &first, a.Games, players)
}

// Sharpen plays on from the moment of a point, which may be a sketch, until that makes so many games in all, and returns the
// chances after them. They are the same whether the games were played at once or not.
func (a *Asks) Sharpen(ctx context.Context, rec *gamelog.Record, so *Point, games int, players Player) (Point, error) {
	p, from, err := a.source(rec, so.Moment)
	if err != nil {
		return Point{}, err
	}
	ends, err := playMore(ctx, from, players, so.Games, games, a.Seed)
	if err != nil {
		return Point{}, fmt.Errorf("%s: %w", so.Moment, err)
	}
	point := *so
	point.Seats = slices.Clone(so.Seats)
	point.add(p.Players(), ends)
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
