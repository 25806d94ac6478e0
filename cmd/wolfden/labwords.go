package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/stats"
	"wolfden/internal/transcript"
)

type labWordsCmd struct {
	wholeFlags
	rolloutFlags `kong:"set='games=20',set='where=each way at each place'"`
}

// Help is the long help of the command.
func (labWordsCmd) Help() string {
	return `Tells what words do: takes one kind of utterance after another out of recorded games, puts
silence in its place, and plays on from there with and without it, on paired deals. The
effect is what the words bring to the speaker's side, with its 95% interval over games.

  wolfden lab words games
  wolfden lab words games --games 50 --by plain
  wolfden lab words games -o words --fleet nats://host:4222   by many machines, gone on with after Ctrl-C

The kinds: seer (coming out as the seer on day 1), vote (saying whom one will vote for),
accusation (calling somebody a werewolf without a reason). An utterance may be of several.
Games with other roles or other rules, save for how long answers may take, are never put
together: each setup has lines of its own, and is told below the table.`
}

// wordGroup is a kind of utterance of a role in a setup.
type wordGroup struct {
	Word  chances.Word
	Setup setup
	Role  string
}

// wordEffects are the effects in a group, game by game.
type wordEffects map[wordGroup][][]float64

// Run plays and tells the effects.
func (c *labWordsCmd) Run(e *env) error {
	if err := c.need(2); err != nil {
		return err
	}
	same := wholeGame{Asks: chances.Asks{By: c.By, Games: c.Games, Seed: c.Seed}, Words: true}
	return playWhole(e, &c.wholeFlags, &c.rolloutFlags, same, func(n int, _ *gameFile) (wholeGame, error) {
		one := same
		one.Number = n
		return one, nil
	}, func(all []*playedOn[[]chances.Effect]) error { return c.tell(e, all) })
}

// effectsOf are the effects of games by group, and at how many places.
func effectsOf(all []*playedOn[[]chances.Effect]) (effects wordEffects, places int, err error) {
	effects = wordEffects{}
	for _, g := range all {
		s, err := setupOf(&g.Rules)
		if err != nil {
			return nil, 0, err
		}
		fresh := map[wordGroup][]float64{}
		for _, p := range g.Got {
			for _, word := range p.Says {
				group := wordGroup{word, s, p.Role}
				fresh[group] = append(fresh[group], p.Value)
			}
		}
		for group, values := range fresh {
			effects[group] = append(effects[group], values)
		}
		places += len(g.Got)
	}
	return effects, places, nil
}

// wordEffect is one line of the result.
type wordEffect struct {
	Word    chances.Word     `json:"word"`
	Setup   int              `json:"setup"` // number in the list of setups, from 1
	Players int              `json:"players"`
	Role    string           `json:"role"`
	Games   int              `json:"games"`
	Places  int              `json:"places"`
	Effect  chances.Interval `json:"effect"` // on the chance of the speaker's side; without bounds where there are too few games
}

// leastGames are needed for an interval: two games that happen to agree are not certain of anything.
const leastGames = 5

// summary is the mean over all places of a group; the interval draws whole games.
func summary(group wordGroup, games [][]float64, seed uint64) wordEffect {
	w := wordEffect{Word: group.Word, Players: group.Setup.players, Role: group.Role, Games: len(games)}
	mean := stats.Bootstrap(len(games), seed, func(picks []int) float64 {
		sum, n := 0.0, 0
		for _, i := range picks {
			for _, v := range games[i] {
				sum, n = sum+v, n+1
			}
		}
		return sum / float64(n)
	})
	for _, values := range games {
		w.Places += len(values)
	}
	if w.Effect = chances.Of(mean); w.Games < leastGames {
		w.Effect.Low, w.Effect.High = math.NaN(), math.NaN()
	}
	return w
}

// tell prints the effects.
func (c *labWordsCmd) tell(e *env, all []*playedOn[[]chances.Effect]) error {
	effects, places, err := effectsOf(all)
	if err != nil {
		return err
	}
	list, setups := []wordEffect{}, setupsOf(effects)
	for group, games := range effects {
		w := summary(group, games, c.Seed)
		w.Setup = 1 + slices.Index(setups, group.Setup)
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b wordEffect) int {
		return cmp.Or(cmp.Compare(slices.Index(chances.Words, a.Word), slices.Index(chances.Words, b.Word)),
			cmp.Compare(a.Setup, b.Setup), cmp.Compare(a.Role, b.Role))
	})
	if c.JSON {
		return e.json(map[string]any{"by": went(all), "games": c.Games, "seed": c.Seed, "setups": inWordsOf(setups), "effects": list})
	}
	verdict := "no kind of words has an effect that can be told from chance"
	if told := slices.DeleteFunc(slices.Clone(list), func(w wordEffect) bool { return !w.Effect.Bounded() || w.Effect.Low <= 0 && w.Effect.High >= 0 }); len(told) > 0 {
		w := slices.MaxFunc(told, func(a, b wordEffect) int { return cmp.Compare(math.Abs(a.Effect.Value), math.Abs(b.Effect.Value)) })
		verdict = fmt.Sprintf("%d of %d effects can be told from chance, where about one in twenty is without any; the largest is that of %s by the %s, %s points",
			len(told), len(list), w.Word, w.Role, points(w.Effect))
	}
	_, _ = fmt.Fprintf(e.stdout, "%s\n\n%s, %s; %d games played on each way at each, by %s\nthe effect of words, against silence in their place, on the chance of the speaker's side, in points\n\n",
		verdict, english.Count(len(all), "game"), english.Count(places, "place"), c.Games, went(all))
	var rows strings.Builder
	rows.WriteString("WORDS\tSETUP\tPLAYERS\tROLE\tGAMES\tPLACES\tEFFECT [95%]\n")
	for i := range list {
		w := &list[i]
		_, _ = fmt.Fprintf(&rows, "%s\t%d\t%d\t%s\t%d\t%d\t%s\n", w.Word, w.Setup, w.Players, w.Role, w.Games, w.Places, points(w.Effect))
	}
	_, _ = fmt.Fprintf(e.stdout, "%s\n", columns.Align(rows.String()))
	for i, text := range inWordsOf(setups) {
		_, _ = fmt.Fprintf(e.stdout, "setup %d: %s\n", i+1, transcript.Safe(text))
	}
	return nil
}
