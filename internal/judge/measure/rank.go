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

// names of the figures, in the order of figures.
func names() []string {
	return []string{
		"wordless", "repeats", "echoes", "terse", "codes", "unfinished", "unanswered", "addresses", "contradictions",
		"broken_words", "unannounced", "denied_words", "variety", "distinctness", "with_side", "shared",
	}
}

// Figures are the figures of every player of a game, by name: shares from 0 to 1, but terse (the negative of the mean
// length of an utterance in letters, up to 80), contradictions and shared (counts). docs/judging.md explains each.
func Figures(g *judge.Game) []map[string]float64 {
	c := count(g)
	voices := make([]map[string]float64, len(c.seats))
	for i := range c.seats {
		voices[i] = grams(strings.Join(c.seats[i].texts, "\n"))
	}
	all := make([]map[string]float64, len(c.seats))
	for i := range c.seats {
		all[i] = c.seats[i].figures(voices, i)
	}
	return all
}

func (s *seat) figures(voices []map[string]float64, own int) map[string]float64 {
	text := strings.Join(s.texts, "\n")
	spoken := len(s.texts)
	likeness := 0.0
	for i := range voices {
		if i != own {
			likeness += cosine(voices[own], voices[i]) / float64(len(voices)-1)
		}
	}
	distinct := 1 - likeness
	if spoken == 0 {
		distinct = 0
	}
	return map[string]float64{
		"wordless": share(s.wordless, s.wordless+spoken, 1), "repeats": share(s.repeats, spoken, 0), "echoes": share(s.echoes, spoken, 0),
		"terse": -min(share(utf8.RuneCountInString(text), spoken, 0), 80), "codes": codes(text),
		"unfinished": share(s.unfinished, spoken, 0), "unanswered": share(s.asked-s.answered, s.asked, 0),
		"addresses": share(s.addresses, spoken, 0), "contradictions": float64(s.against),
		"broken_words": share(s.broken, s.votes, 0), "unannounced": share(s.silent, s.votes, 0),
		"denied_words": share(s.denied, s.votes, 0), "variety": variety(text), "distinctness": distinct,
		"with_side": share(s.withSide, s.votes, 0.5), "shared": float64(s.shared),
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
	for i := range criteria {
		for _, name := range sorted(criteria[i].Signs) {
			if !slices.Contains(names(), name) {
				return fmt.Errorf("measure: criterion %s: %q is no figure; there are %s", criteria[i].Letter, name, strings.Join(names(), ", "))
			}
		}
	}
	return nil
}

// Rank is the ranking of a game's players by each of the criteria that it fits and that have signs. Each figure gives ranks within the game,
// weighed by its signs; players that stay equal are put in an order drawn from the seed.
func Rank(g *judge.Game, criteria []judge.Criterion, seed uint64) []judge.Answer {
	figures := Figures(g)
	var answers []judge.Answer
	for i := range criteria {
		c := &criteria[i]
		if !c.Fits(len(g.Players)) || len(c.Signs) == 0 {
			continue
		}
		a := judge.Answer{
			Question: judge.Question{Game: g.ID, Criterion: c.Letter, Kind: judge.ByRules, Rater: Rater}, Note: Note,
		}
		for _, player := range order(scores(figures, c.Signs), g.Order(seed, c.Letter, 0)) {
			a.Ranking = append(a.Ranking, g.Players[player].Name)
		}
		answers = append(answers, a)
	}
	return answers
}

// scores are weighed ranks, the best lowest.
func scores(figures []map[string]float64, weights map[string]float64) []float64 {
	scores := make([]float64, len(figures))
	for _, name := range sorted(weights) {
		values := make([]float64, len(figures))
		for i := range figures {
			values[i] = figures[i][name]
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
