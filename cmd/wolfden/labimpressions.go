package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/fleet"
	"wolfden/internal/lab"
	"wolfden/internal/league"
)

type labImpressionsCmd struct {
	Runs     int    `default:"20" help:"Discussions of each of the four combinations."`
	Lang     string `default:"ja" enum:"en,ja" help:"Language of the discussion: ja, as in the paper, or en."`
	Seed     uint64 `default:"1" help:"Of the participants, the order of speaking and what rules draw."`
	Parallel int    `default:"8" help:"Discussions at the same time."`
	Out      string `short:"o" help:"Folder to keep every discussion in, with all that was said. The same command goes on with it." placeholder:"DIR"`
	JSON     bool   `help:"The result as a JSON object."`

	fleetFlags
	experimentFlags
}

// Help is the long help of the command.
func (labImpressionsCmd) Help() string {
	return `Thirteen colleagues discuss which of two trainings should, or should not, be chosen: four
argue for one by good feelings, four for the other by bad ones, and five who side with neither
vote. Four combinations of question and plan, 20 discussions each, 5,600 calls.

  wolfden lab impressions --model openai:gpt-4o-2024-08-06 --forecast
  wolfden lab impressions --model openai:gpt-4o-2024-08-06 -o impressions

Ctrl-C or a crash costs the discussions under way: the same command with -o goes on.`
}

// Run holds the discussions.
func (c *labImpressionsCmd) Run(e *env) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.RequireModel > 0 && c.Model == "" {
		return usagef("--require-model: no model answers (--model NAME)")
	}
	if c.Runs < 1 || c.Parallel < 1 {
		return usagef("--runs and --parallel: at least 1")
	}
	x := lab.Impressions{Seed: c.Seed, Lang: c.Lang, Runs: c.Runs, Parallel: c.Parallel}
	var result *lab.ImpressionResult
	return (&inquiry{
		experimentFlags: &c.experimentFlags, alone: true, out: c.Out,
		foresee: func(*stage) (experiment.Forecasts, error) {
			named, err := c.named()
			if err != nil {
				return nil, err
			}
			x.Prompts = named.overlay
			f, err := x.Forecast()
			return experiment.Forecasts{named.choice.main: f}, err
		},
		rests: "utterances as long as the paper's; discussions kept before are not asked for again",
		settings: func(used *models) any {
			return struct {
				Experiment string   `json:"experiment"`
				Runs       int      `json:"runs"` // the numbers of discussions follow from it
				Lang       string   `json:"lang"`
				Seed       uint64   `json:"seed"`
				Asked      labAsked `json:"asked"`
			}{"impressions", c.Runs, c.Lang, c.Seed, c.asked(used)}
		},
		run: func(s *stage) (err error) {
			if x.Model, err = s.models.game(); err != nil {
				return err
			}
			shared := c.sharing("")
			crew, end, err := c.crew(e, func() (fleet.Run, error) { return shared.run("lab impressions", x.Held(), c.Seed) })
			if err != nil {
				return err
			}
			if crew != nil {
				x.Parallel = handedOut
				x.Away = func(ctx context.Context, n int) (*lab.Discussion, error) {
					return experiment.Away[lab.Discussion](ctx, crew, fleetGame{Held: &heldElsewhere{c.Seed, c.Lang, c.Runs, n}})
				}
			}
			x.Kept, x.Keep = experiment.In[lab.Discussion](s.folder, "discussion-%03d.json")
			p := s.show("discussion", x.Held())
			x.Done = func() { p.add(1) }
			result, err = x.Run(e.ctx)
			end(err == nil)
			return err
		},
		tell: func() ([]league.EntryCalls, error) { return nil, c.tell(e, result) },
	}).perform(e)
}

// heldElsewhere is a discussion that others hold.
type heldElsewhere struct {
	Seed   uint64 `json:"seed"`
	Lang   string `json:"lang"`
	Runs   int    `json:"runs"`
	Number int    `json:"number"`
}

// hold holds a discussion for others.
func (p *gamePlayer) hold(ctx context.Context, h *heldElsewhere) (*lab.Discussion, error) {
	model, err := p.models.models[modelKey(p.shared.Entries[0])].game()
	if err != nil {
		return nil, err
	}
	return (&lab.Impressions{Seed: h.Seed, Lang: h.Lang, Runs: h.Runs, Model: model, Prompts: p.shared.overlay()}).Hold(ctx, h.Number)
}

// tell writes the result.
func (c *labImpressionsCmd) tell(e *env, r *lab.ImpressionResult) (err error) {
	calls := chronicle.Counted(r.Calls, r.Causes)
	if c.JSON {
		err = json.NewEncoder(e.stdout).Encode(struct {
			*lab.ImpressionResult
			Causes map[string]int `json:"causes"` // why rules answered
		}{r, calls.Causes})
	} else {
		err = writeImpressions(e.stdout, r, calls)
	}
	if err != nil {
		return err
	}
	return c.enough("the participants", calls)
}

func writeImpressions(out io.Writer, r *lab.ImpressionResult, calls *chronicle.Calls) error {
	var rows strings.Builder
	fmt.Fprintln(&rows, "group\tplan\ttopic\tvotes\tpaper")
	for _, row := range r.Rows {
		fmt.Fprintf(&rows, "%s\t%s\t%s\t%s\t%d%%\n", row.Group, row.Plan, row.Topic, row.Votes.Of("discussion"), row.Paper)
	}
	if err := columns.Write(out, rows.String()); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nThe two rows of a combination share their votes. Intervals take the votes of a discussion as one. %s; by %s, %s.\n",
		english.Count(r.Held, "discussion"), r.By, english.Count(r.Calls, "answer"))
	if r.Rules < r.Calls || r.Again > 0 {
		fmt.Fprintf(out, "Asked for again, since it could not be used: %s; repaired, since it had slips: %s. Of %s by a model %d name their plan more than once, %d the other plan.\n",
			english.Count(r.Again, "answer"), english.Count(r.Repaired, "answer"), english.Count(r.Arguments, "argument"), r.Repeated, r.Other)
	}
	switch {
	case r.Rules == r.Calls && calls.Causes["no model"] == r.Rules:
		fmt.Fprintln(out, byRules)
	case r.Rules > 0:
		fmt.Fprintf(out, "%d of them are a model's (%.1f%%); rules gave the others because: %s\n", calls.ByModel, 100*calls.Share(), calls.Commonest(mostCauses))
	}
	return nil
}
