package main

import (
	"context"
	"encoding/json"

	"wolfden/internal/fleet"
	"wolfden/internal/judge"
	"wolfden/internal/league"
	"wolfden/internal/llm"
)

// sharedPanel is how games are judged in a fleet's run; who judges are its entries.
type sharedPanel struct {
	Criteria []string    `json:"criteria"`
	Scale    judge.Scale `json:"scale"`
	Lang     string      `json:"lang,omitempty"`
	Seed     uint64      `json:"seed"`
}

// run is the run in which games are judged, so many by so many judges.
func (c *judgeRunCmd) run(panel *judge.Panel, jobs int) (fleet.Run, error) {
	s := c.flags().sharing()
	s.Judged = &sharedPanel{Scale: panel.Scale, Lang: c.Lang, Seed: c.Seed}
	for _, x := range panel.Criteria {
		s.Judged.Criteria = append(s.Judged.Criteria, x.Letter)
	}
	for _, name := range c.Model {
		s.Entries = append(s.Entries, league.Entry{Name: name, Model: name, Settings: c.Tuning.settings(), Prompts: c.Prompts})
	}
	return s.run("judge run "+c.Output, jobs, c.Output)
}

// judgeDoer judges games for others.
type judgeDoer struct {
	*gamePlayer
	panel judge.Panel
}

func (p *gamePlayer) judging() (*judgeDoer, error) {
	s, over := p.shared.Judged, p.shared.overlay()
	criteria, err := judge.Select(s.Criteria)
	d := &judgeDoer{p, judge.Panel{Criteria: criteria, Scale: s.Scale, Lang: s.Lang, Seed: s.Seed, Prompts: over}}
	for _, e := range p.shared.Entries {
		d.panel.Judges = append(d.panel.Judges, judge.Panelist{Name: judge.Called(e.Name, over), Of: func(*judge.Game) (llm.Model, error) { return p.models.models[modelKey(e)].game() }})
	}
	return d, err
}

// Do judges a game and returns what came of each question.
func (d *judgeDoer) Do(ctx context.Context, body json.RawMessage) ([]byte, error) {
	var asked judge.Asked
	if err := json.Unmarshal(body, &asked); err != nil {
		return nil, err
	}
	return asJSON(d.panel.Put(ctx, &asked))
}
