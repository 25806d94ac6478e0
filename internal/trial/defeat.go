package trial

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/parallel"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// Defeat is a game that the program lost.
type Defeat struct {
	*Game `json:"-"`
	// Stood is the best chance that its side had when a vote began, by the sketch of package chances; At is when.
	Stood  float64 `json:"stood"`
	At     string  `json:"at,omitempty"`
	Astray *Astray `json:"astray,omitempty"` // its vote that was furthest from what it was shown; nil where none was
	Judged bool    `json:"judged"`
	// Mistakes are what it could know to lose, the dearest first; only of games that were judged.
	Mistakes []chances.Move `json:"mistakes"`
}

// Astray is a vote of the village's side for somebody whom there was less reason to suspect than another, from what the voter was
// shown.
type Astray struct {
	Moment  string          `json:"moment"`
	Target  werewolf.SeatID `json:"target"`
	Chance  float64         `json:"chance"` // that the target was a werewolf
	Rather  werewolf.SeatID `json:"rather"`
	Instead float64         `json:"instead"` // the chance of the other, the most suspected who could be chosen
}

func (a *Astray) by() float64 {
	if a == nil {
		return 0
	}
	return a.Instead - a.Chance
}

// Turn is the moment to look at first: of its dearest mistake, else of the vote that was furthest astray, else when its side stood best;
// "" where nothing could be reckoned.
func (d *Defeat) Turn() string {
	switch {
	case len(d.Mistakes) > 0:
		return d.Mistakes[0].Moment
	case d.Astray != nil:
		return d.Astray.Moment
	default:
		return d.At
	}
}

// Lost is what its mistakes lost in all, of its side's chance by its own eyes.
func (d *Defeat) Lost() (sum float64) {
	for i := range d.Mistakes {
		sum += lost(&d.Mistakes[i])
	}
	return sum
}

func lost(m *chances.Move) float64 {
	if m.Lost == nil {
		return 0
	}
	return m.Lost.Value
}

// Defeats are the games that the program lost: those first in which a vote of its own was furthest from what it was shown, then those
// that it was nearest to winning. Games of which nothing can be reckoned stand at the end. When the context ends before all were looked
// into, whole is false, and the order means nothing.
func Defeats(ctx context.Context, games []Game) (all []Defeat, whole bool) {
	for i := range games {
		if !games[i].Won {
			all = append(all, Defeat{Game: &games[i]})
		}
	}
	err := parallel.Each(ctx, len(all), 0, func(_ context.Context, i int) error {
		if rec, err := gamelog.ReadFile(all[i].File); err == nil {
			all[i].look(chances.Unhurried(rec))
		}
		return nil
	})
	if err != nil {
		return all, false
	}
	slices.SortStableFunc(all, func(a, b Defeat) int {
		return cmp.Or(cmp.Compare(b.Astray.by(), a.Astray.by()), cmp.Compare(b.Stood, a.Stood))
	})
	return all, true
}

// look finds the vote at which the program's side stood best, and its own that was furthest astray.
func (d *Defeat) look(rec *gamelog.Record) {
	asks := chances.Asks{}
	for day := 1; ; day++ {
		moment := fmt.Sprintf("d%d:vote", day)
		point, err := asks.Sketch(rec, moment)
		if err != nil {
			return // there is no such day, or nothing to reckon from
		}
		chance := point.Sketch
		if d.Side == werewolf.WerewolfTeam {
			chance = 1 - chance
		}
		if chance > d.Stood {
			d.Stood, d.At = chance, moment
		}
		if d.Side != werewolf.VillagerTeam {
			continue
		}
		if a := voteAt(rec, d.Seat, moment); a.by() > d.Astray.by() {
			d.Astray = a
		}
	}
}

// voteAt is the vote of a seat beside the most suspected, nil where it did not vote for another.
func voteAt(rec *gamelog.Record, seat werewolf.SeatID, moment string) *Astray {
	entries, err := position.Find(rec, moment)
	if err != nil {
		return nil
	}
	made := chosenAt(rec, entries, seat, werewolf.Vote)
	if made == nil {
		return nil
	}
	if rather := made.rather(beliefs.Wolf); rather != 0 {
		return &Astray{moment, made.target, made.now.Wolf(made.target), rather, made.now.Wolf(rather)}
	}
	return nil
}

// Jury plays games on to tell mistakes from bad luck.
type Jury struct {
	// Players makes who goes on in the game of a record.
	Players func(rec *gamelog.Record) (chances.Player, error)
	Games   int // each way, at each move
	Seed    uint64
}

// Judge finds what the program could know to lose by in a defeat: its votes, and claims of a role, by its own eyes.
func (j *Jury) Judge(ctx context.Context, d *Defeat) error {
	rec, err := gamelog.ReadFile(d.File)
	if err != nil {
		return err
	}
	players, err := j.Players(rec)
	if err != nil {
		return err
	}
	judge := chances.Judge{Record: chances.Unhurried(rec), Players: players, Games: j.Games, Seed: j.Seed, Own: d.Seat}
	var so chances.Judged
	if err := judge.GoOn(ctx, &so, func(int) error { return nil }); err != nil {
		return fmt.Errorf("%s: %w", d.File, err)
	}
	d.Judged = true
	for _, m := range so.Moves {
		if m.Mistake() {
			m.Ways = nil
			d.Mistakes = append(d.Mistakes, m)
		}
	}
	slices.SortStableFunc(d.Mistakes, func(a, b chances.Move) int { return cmp.Compare(lost(&b), lost(&a)) })
	return nil
}

// Instructive are at most so many of the defeats: those first in which mistakes lost most, then in the order that they have.
func Instructive(defeats []Defeat, most int) []Defeat {
	all := slices.Clone(defeats)
	slices.SortStableFunc(all, func(a, b Defeat) int { return cmp.Compare(b.Lost(), a.Lost()) })
	return all[:min(most, len(all))]
}
