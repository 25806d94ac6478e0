package chances

import (
	"context"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Predict predicts a game's end at dawn and dusk of every day; nothing where nobody won.
func (a *Asks) Predict(ctx context.Context, rec *gamelog.Record, players Player) (list []Prediction, err error) {
	winner := rec.Result().Winner
	if winner == werewolf.NoTeam {
		return nil, nil
	}
	rec = Unhurried(rec)
	for _, moment := range Moments(rec, 0) {
		sketch, err := a.Sketch(rec, moment)
		if err != nil {
			return nil, err
		}
		half, err := a.Sharpen(ctx, rec, &sketch, a.Games/2, players)
		if err != nil {
			return nil, err
		}
		all, err := a.Sharpen(ctx, rec, &half, a.Games, players)
		if err != nil {
			return nil, err
		}
		rest := (all.Village.Value*float64(all.Games) - half.Village.Value*float64(half.Games)) / float64(all.Games-half.Games)
		list = append(list, Prediction{
			Players: len(rec.Header.Seats), Village: all.Village.Value, Sketch: sketch.Sketch, First: half.Village.Value, Rest: rest,
			Playouts: all.Games, Won: winner == werewolf.VillagerTeam,
		})
	}
	return list, nil
}

// Reliable is a line of a table of reliability.
type Reliable struct {
	From    float64  `json:"from"`
	To      float64  `json:"to"`
	Moments int      `json:"moments"`
	Games   int      `json:"games"`
	Chance  float64  `json:"mean_chance"`
	Won     Interval `json:"won"`
	Error   float64  `json:"squared_error"`
	Share   float64  `json:"share_squared_error"` // of the share of games won
}

// Reliability tells how often the village won by what its chance was, in so many lines at most: as played on, and recalibrated. Of the first
// one half of the games that were played on says in which line a moment stands, and the other half its chance: a half that put the chance
// too high by luck would say so of it as well. The moments of one game end alike, so that the intervals count games.
func Reliability(list []Prediction, recalibrated []float64, bins int) (played, again []Reliable) {
	share := ShareOfOthers(list)
	return reliability(list, share, bins, func(i int) (line, chance, off float64) { return list[i].First, list[i].Rest, list[i].PlayedOff() }),
		reliability(list, share, bins, func(i int) (line, chance, off float64) {
			return recalibrated[i], recalibrated[i], list[i].Off(recalibrated[i])
		})
}

func reliability(list []Prediction, share []float64, bins int, by func(i int) (line, chance, off float64)) []Reliable {
	lines, won, games := make([]Reliable, bins), make([]int, bins), make([]map[int]bool, bins)
	for i := range list {
		p := &list[i]
		line, chance, off := by(i)
		n := min(int(line*float64(bins)), bins-1)
		at := &lines[n]
		at.Moments++
		at.Chance, at.Error, at.Share = at.Chance+chance, at.Error+off, at.Share+p.Off(share[i])
		if games[n] == nil {
			games[n] = map[int]bool{}
		}
		if games[n][p.Game] = true; p.Won {
			won[n]++
		}
	}
	for n := range lines {
		at, moments := &lines[n], float64(lines[n].Moments)
		at.From, at.To, at.Games = float64(n)/float64(bins), float64(n+1)/float64(bins), len(games[n])
		at.Won = Share(stats.Clustered(won[n], at.Moments, at.Games))
		at.Won.N = at.Games
		at.Chance, at.Error, at.Share = at.Chance/moments, at.Error/moments, at.Share/moments
	}
	return slices.DeleteFunc(lines, func(at Reliable) bool { return at.Moments == 0 })
}
