package measure

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/judge"
	"wolfden/internal/stats"
)

// Rater is what this judge is called in tables, and Note what it says in every answer.
const (
	Rater = "rules"
	Note  = "ranked by figures of the log, without a model: it cannot tell good sentences from bad ones"
)

// figure is one count of how somebody played.
type figure struct {
	name string
	of   func(*seat) float64
}

// figures are all of them: shares from 0 to 1, but terse (the negative of the mean length of an utterance in letters, up to
// 80), contradictions and shared (counts). docs/judging.md explains each.
var figures = [...]figure{
	{"wordless", func(s *seat) float64 { return share(s.wordless, s.wordless+len(s.texts), 1) }},
	{"repeats", func(s *seat) float64 { return share(s.repeats, len(s.texts), 0) }},
	{"echoes", func(s *seat) float64 { return share(s.echoes, len(s.texts), 0) }},
	{"terse", func(s *seat) float64 { return -min(share(utf8.RuneCountInString(s.text()), len(s.texts), 0), 80) }},
	{"codes", func(s *seat) float64 { return codes(s.text()) }},
	{"unfinished", func(s *seat) float64 { return share(s.unfinished, len(s.texts), 0) }},
	{"unanswered", func(s *seat) float64 { return share(s.asked-s.answered, s.asked, 0) }},
	{"addresses", func(s *seat) float64 { return share(s.addresses, len(s.texts), 0) }},
	{"contradictions", func(s *seat) float64 { return float64(s.against) }},
	{"broken_words", func(s *seat) float64 { return share(s.broken, s.votes, 0) }},
	{"unannounced", func(s *seat) float64 { return share(s.silent, s.votes, 0) }},
	{"denied_words", func(s *seat) float64 { return share(s.denied, s.votes, 0) }},
	{"variety", func(s *seat) float64 { return variety(s.text()) }},
	{"distinctness", func(s *seat) float64 { return s.distinct }},
	{"with_side", func(s *seat) float64 { return share(s.withSide, s.votes, 0.5) }},
	{"shared", func(s *seat) float64 { return float64(s.shared) }},
}

// Figures are the figures of every player of a game, by name.
func Figures(g *judge.Game) []map[string]float64 {
	c := count(g)
	compare(c.seats)
	all := make([]map[string]float64, len(c.seats))
	for i := range c.seats {
		all[i] = map[string]float64{}
		for _, f := range figures {
			all[i][f.name] = f.of(&c.seats[i])
		}
	}
	return all
}

// text is everything that the player said.
func (s *seat) text() string { return strings.Join(s.texts, "\n") }

// compare notes how unlike the others' each player's use of letters is.
func compare(seats []seat) {
	voices := make([]map[string]float64, len(seats))
	for i := range seats {
		voices[i] = grams(seats[i].text())
	}
	for own := range seats {
		likeness := 0.0
		for i := range voices {
			if i != own {
				likeness += cosine(voices[own], voices[i]) / float64(len(voices)-1)
			}
		}
		if len(seats[own].texts) > 0 {
			seats[own].distinct = 1 - likeness
		}
	}
}

// share is a part of a whole, or what stands for it where there is nothing.
func share(part, whole int, otherwise float64) float64 {
	if whole == 0 {
		return otherwise
	}
	return float64(part) / float64(whole)
}

// Check reports a criterion whose signs name a figure that there is not.
func Check(criteria []judge.Criterion) error {
	var names []string
	for _, f := range figures {
		names = append(names, f.name)
	}
	for i := range criteria {
		for _, name := range sorted(criteria[i].Signs) {
			if !slices.Contains(names, name) {
				return fmt.Errorf("criterion %s: %q is no figure; there are %s", criteria[i].Letter, name, strings.Join(names, ", "))
			}
		}
	}
	return nil
}

// Rank is the ranking of a game's players by each of the criteria that it fits and that have signs. Each figure gives ranks within the game,
// weighed by its signs; players that stay equal are put in an order drawn from the seed.
func Rank(g *judge.Game, criteria []judge.Criterion, seed uint64) []judge.Answer {
	counted := Figures(g)
	var answers []judge.Answer
	for i := range criteria {
		c := &criteria[i]
		if !c.Fits(len(g.Players)) || len(c.Signs) == 0 {
			continue
		}
		a := judge.Answer{
			Question: judge.Question{Game: g.ID, Criterion: c.Letter, Kind: judge.ByRules, Rater: Rater}, Note: Note,
		}
		for _, player := range order(scores(counted, c.Signs), g.Order(seed, c.Letter, 0)) {
			a.Ranking = append(a.Ranking, g.Players[player].Name)
		}
		answers = append(answers, a)
	}
	return answers
}

// scores are weighed ranks, the best lowest.
func scores(counted []map[string]float64, weights map[string]float64) []float64 {
	scores := make([]float64, len(counted))
	for _, name := range sorted(weights) {
		values := make([]float64, len(counted))
		for i := range counted {
			values[i] = counted[i][name]
			if weights[name] > 0 {
				values[i] = -values[i]
			}
		}
		for i, rank := range stats.Ranks(values) {
			scores[i] += rank * max(weights[name], -weights[name])
		}
	}
	return scores
}

// order puts the lowest score first, equals as drawn.
func order(scores []float64, drawn []int) []int {
	slices.SortStableFunc(drawn, func(a, b int) int {
		switch {
		case scores[a] < scores[b]:
			return -1
		case scores[a] > scores[b]:
			return 1
		}
		return 0
	})
	return drawn
}
