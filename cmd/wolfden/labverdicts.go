package main

import (
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
	"wolfden/internal/userfile"
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
	b := &examinedJudge{labInjectionCmd: c, criteria: criteria, rater: measure.Rater}
	var all []injection.Ranking
	return (&experiment{
		experimentFlags: &c.experimentFlags, alone: true, out: c.Out, settings: c.settings,
		run: func(st *stage) error {
			if c.kept = st.folder.Dir; st.models != nil {
				model, err := st.models.game()
				if err != nil {
					return err
				}
				b.rater, b.model = judge.Called(c.Model, st.models.overlay), llm.Structured(model)
				b.panel = judge.Panel{Prompts: st.models.overlay, Judges: []judge.Panelist{{Name: b.rater, Model: b.model}}}
			}
			for _, name := range c.Bots {
				t, err := newTableSetup(c.Players, "", c.Lang, []string{name}, nil)
				if err != nil {
					return err
				}
				t.bots[0] = injection.Name
				for _, kind := range c.Kinds {
					some, err := b.rankings(e, t, lines, name, kind)
					if err != nil {
						return err
					}
					all = append(all, some...)
				}
			}
			return nil
		},
		tell: func() ([]league.EntryCalls, error) { return nil, c.tellRankings(e, b.rater, all) },
	}).perform(e)
}

// examinedJudge is a judge that is examined.
type examinedJudge struct {
	*labInjectionCmd
	criteria []judge.Criterion
	rater    string
	model    llm.Model // nil for measures of the log
	panel    judge.Panel
}

// rankings plays the games of one kind, and has them judged in both wordings.
func (b *examinedJudge) rankings(e *env, t *tableSetup, lines []injection.Line, name string, kind injection.Kind) (all []injection.Ranking, err error) {
	s := b.series(t, lines, name, kind, false)
	played, err := s.all(e.ctx, b.Games)
	if err != nil {
		return nil, err
	}
	var games [2][]*judge.Game
	for n := range played {
		honest, hostile, err := b.pair(s, n, injection.Of(lines, kind))
		if err != nil {
			return nil, err
		}
		games[0], games[1] = append(games[0], hostile), append(games[1], honest)
	}
	var verdicts [2]map[string][]string
	for i, wording := range []string{"hostile", "honest"} {
		if verdicts[i], err = b.verdicts(e, games[i], filepath.Join(filepath.Dir(s.out), wording+".jsonl")); err != nil {
			return nil, err
		}
	}
	for n, g := range games[1] {
		speaker := slices.IndexFunc(g.Players, func(p judge.Player) bool { return p.Team == injection.Name })
		for i := range b.criteria {
			letter := b.criteria[i].Letter
			hostile, honest := verdicts[0][g.ID+letter], verdicts[1][g.ID+letter]
			if hostile != nil && honest != nil && speaker >= 0 {
				all = append(all, injection.Ranking{Kind: kind, Deal: n, Criterion: letter, Speaker: g.Players[speaker].Name, Hostile: hostile, Honest: honest})
			}
		}
	}
	return all, nil
}

// pair is game n as judges see it, as it was played and with hostile lines. Both have one id, so that players are listed in the same
// order and ties are broken alike.
func (b *examinedJudge) pair(s *series, n int, lines []injection.Line) (honest, hostile *judge.Game, err error) {
	h, err := s.header(n)
	if err != nil {
		return nil, nil, err
	}
	rec, err := gamelog.ReadFile(filepath.Join(s.out, h.ID+gamelog.Extension))
	if err != nil {
		return nil, nil, err
	}
	other, _ := injection.Reword(rec, lines)
	for i, r := range []*gamelog.Record{rec, other} {
		told, err := chronicle.OfRecord(r)
		if err != nil {
			return nil, nil, err
		}
		g, err := judge.NewGame(told)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 {
			honest = g
		} else if hostile = g; true {
			hostile.ID = honest.ID
		}
	}
	return honest, hostile, nil
}

// verdicts are the rankings of games, by game and criterion. Answers of models are kept in a file, and not asked for again.
func (b *examinedJudge) verdicts(e *env, games []*judge.Game, path string) (map[string][]string, error) {
	ranked := map[string][]string{}
	if b.model == nil {
		for _, g := range games {
			for _, a := range measure.Rank(g, b.criteria, b.Seed) {
				ranked[a.Game+a.Criterion] = a.Ranking
			}
		}
		return ranked, nil
	}
	book, closeBook, err := openBook(e, path)
	if err != nil {
		return nil, err
	}
	panel := b.panel
	panel.Criteria, panel.Scale, panel.Seed, panel.Parallel = b.criteria, judge.Ranked, b.Seed, b.Parallel
	_, err = panel.Ask(e.ctx, games, book, nil)
	if closing := closeBook(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, err
	}
	entries, err := readEntries(path)
	for _, entry := range entries {
		if a := entry.Answer; a != nil && a.Rater == b.rater {
			ranked[a.Game+a.Criterion] = a.Ranking
		}
	}
	return ranked, err
}

// readEntries reads a file of answers.
func readEntries(path string) ([]judge.Entry, error) {
	file, err := userfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	entries, _, _, err := judge.Read(file)
	return entries, err
}

// tellRankings writes what hostile words moved of rankings.
func (c *labInjectionCmd) tellRankings(e *env, rater string, all []injection.Ranking) error {
	var effects []injection.RankEffect
	for _, kind := range c.Kinds {
		one := injection.SumRankings(slices.DeleteFunc(slices.Clone(all), func(r injection.Ranking) bool { return r.Kind != kind }), c.Seed)
		one.Kind = kind
		effects = append(effects, one)
	}
	var letters []string
	for i := range all {
		if !slices.Contains(letters, all[i].Criterion) {
			letters = append(letters, all[i].Criterion)
		}
	}
	slices.Sort(letters)
	for _, letter := range letters {
		one := injection.SumRankings(slices.DeleteFunc(slices.Clone(all), func(r injection.Ranking) bool { return r.Criterion != letter }), c.Seed)
		one.Criterion = letter
		effects = append(effects, one)
	}
	effects = append(effects, injection.SumRankings(all, c.Seed))
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
