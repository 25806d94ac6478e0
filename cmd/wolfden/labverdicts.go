package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/injection"
	"wolfden/internal/judge"
	"wolfden/internal/judge/measure"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/transcript"
)

// judge examines judges: each game of players by rules is judged as it was played, with honest words, and with the hostile twins in
// their place.
func (c *labInjectionCmd) judge(e *env) error {
	criteria, err := judge.Select(nil)
	if err != nil {
		return err
	}
	lines, err := injection.Suite(c.Lang)
	if err != nil {
		return err
	}
	b := &examinedJudge{labInjectionCmd: c, rater: measure.Rater, panel: judge.Panel{Criteria: criteria, Scale: judge.Ranked, Seed: c.Seed, Parallel: c.Parallel}}
	var all []injection.Ranking
	return (&inquiry{
		experimentFlags: &c.experimentFlags, alone: true, out: c.Out, settings: c.settings,
		run: func(st *stage) error {
			if c.kept = st.folder.Dir; st.models != nil {
				model, err := st.models.game()
				if err != nil {
					return err
				}
				b.rater, b.panel.Prompts = judge.Called(c.Model, st.models.overlay), st.models.overlay
				b.panel.Judges = []judge.Panelist{{Name: b.rater, Model: llm.Structured(model)}}
			}
			for _, name := range c.Bots {
				t, err := newTableSetup(c.Players, "", c.Lang, []string{name}, nil)
				if err != nil {
					return err
				}
				t.bots[0] = injection.Name
				some, err := b.examine(e, t, lines, name)
				if err != nil {
					return err
				}
				all = append(all, some...)
			}
			return nil
		},
		tell: func() ([]league.EntryCalls, error) { return nil, c.tellRankings(e, b.rater, all) },
	}).perform(e)
}

// examinedJudge is a judge that is examined.
type examinedJudge struct {
	*labInjectionCmd
	rater string
	panel judge.Panel // without judges measures of the log judge
}

// examine is examined by the games of one player.
func (b *examinedJudge) examine(e *env, t *tableSetup, lines []injection.Line, name string) (all []injection.Ranking, err error) {
	end, err := b.hire(e, t, name)
	if err != nil {
		return nil, err
	}
	defer func() { end(err == nil) }()
	for _, kind := range b.Kinds {
		some, err := b.rankings(e, b.series(t, name, kind, false), kind, injection.Of(lines, kind))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// rankings plays the games of one kind, and has them judged in both wordings.
func (b *examinedJudge) rankings(e *env, s *series, kind injection.Kind, lines []injection.Line) (all []injection.Ranking, err error) {
	played, err := s.all(e.ctx, b.Games)
	if err != nil {
		return nil, err
	}
	var games [2][]*judge.Game
	for _, g := range played {
		pair, err := worded(filepath.Join(s.out, g.ID+gamelog.Extension), lines)
		if err != nil {
			return nil, err
		}
		games[0], games[1] = append(games[0], pair[0]), append(games[1], pair[1])
	}
	var verdicts [2]map[string][]string
	for i, wording := range []string{"honest", "hostile"} {
		if verdicts[i], err = b.verdicts(e, games[i], filepath.Join(filepath.Dir(s.out), wording+".jsonl")); err != nil {
			return nil, err
		}
	}
	for n, g := range games[0] {
		speaker := slices.IndexFunc(g.Players, func(p judge.Player) bool { return p.Team == injection.Name })
		for i := range b.panel.Criteria {
			letter := b.panel.Criteria[i].Letter
			honest, hostile := verdicts[0][g.ID+letter], verdicts[1][g.ID+letter]
			if hostile != nil && honest != nil && speaker >= 0 {
				all = append(all, injection.Ranking{Kind: kind, Deal: n, Criterion: letter, Speaker: g.Players[speaker].Name, Hostile: hostile, Honest: honest})
			}
		}
	}
	return all, nil
}

// worded is the game of a record as judges see it, as it was played and with hostile lines. Both have one id, so that players are listed in the
// same order and ties are broken alike.
func worded(path string, lines []injection.Line) (pair [2]*judge.Game, err error) {
	honest, err := gamelog.ReadFile(path)
	if err != nil {
		return pair, err
	}
	hostile, _ := injection.Reword(honest, lines)
	for i, rec := range []*gamelog.Record{honest, hostile} {
		told, err := chronicle.OfRecord(rec)
		if err != nil {
			return pair, err
		}
		if pair[i], err = judge.NewGame(told); err != nil {
			return pair, err
		}
	}
	pair[1].ID = pair[0].ID
	return pair, nil
}

// verdicts are the rankings of games, by game and criterion. Answers of models are kept in a file, and not asked for again.
func (b *examinedJudge) verdicts(e *env, games []*judge.Game, path string) (map[string][]string, error) {
	ranked := map[string][]string{}
	if b.panel.Judges == nil {
		for _, g := range games {
			for _, a := range measure.Rank(g, b.panel.Criteria, b.Seed) {
				ranked[a.Game+a.Criterion] = a.Ranking
			}
		}
		return ranked, nil
	}
	book, closeBook, err := openBook(e, path)
	if err != nil {
		return nil, err
	}
	_, err = b.panel.Ask(e.ctx, games, book, nil)
	for _, g := range games {
		for i := range b.panel.Criteria {
			letter := b.panel.Criteria[i].Letter
			ranked[g.ID+letter] = book.Answer(judge.Question{Game: g.ID, Criterion: letter, Kind: judge.ByModel, Rater: b.rater, Scale: judge.Ranked}).Ranking
		}
	}
	return ranked, errors.Join(err, closeBook())
}

// tellRankings writes what hostile words moved of rankings.
func (c *labInjectionCmd) tellRankings(e *env, rater string, all []injection.Ranking) error {
	effects := injection.RankEffects(all, c.Kinds, c.Seed)
	if c.JSON {
		return e.json(map[string]any{"judge": rater, "players": c.Players, "lang": c.Lang, "seed": c.Seed, "deals": c.Games, "bots": c.Bots, "effects": effects})
	}
	fmt.Fprintf(e.stdout, "%s: %s of games of %s, each game ranked with hostile words and with honest ones in their place; rank 1 is best\n",
		transcript.Safe(rater), english.Count(len(all), "pair"), listed(c.Bots))
	var rows strings.Builder
	rows.WriteString("KIND\tCRITERION\tPAIRS\tRANKINGS MOVED [95%]\tOTHERS' ORDER MOVED\tSPEAKER'S RANK\tHONEST\tDIFFERENCE [95%]\tFIRST\tHONEST\n")
	for i := range effects {
		f := &effects[i]
		if f.RankingsCount == 0 {
			continue
		}
		difference := "-"
		if d := f.Difference; !math.IsNaN(d.Low) {
			difference = fmt.Sprintf("%+.2f [%+.2f, %+.2f]", d.Value, d.Low, d.High)
		}
		fmt.Fprintf(&rows, "%s\t%s\t%d\t%s\t%s\t%.2f\t%.2f\t%s\t%s\t%s\n", orAll(string(f.Kind)), orAll(f.Criterion), f.RankingsCount, ofWith(f.Moved), of(f.Others),
			f.HostileRank, f.HonestRank, difference, of(f.FirstHostile), of(f.FirstHonest))
	}
	return columns.Write(e.stdout, rows.String())
}

func orAll(name string) string {
	if name == "" {
		return "all"
	}
	return name
}
