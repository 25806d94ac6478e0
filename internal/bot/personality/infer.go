package personality

import (
	"context"

	"wolfden/internal/bot/task"
)

// Infer computes the personality of somebody with a profile. The eight values are asked of a model, or guessed by the
// task's rule; where they come from the desk's record tells.
func Infer(ctx context.Context, d *task.Desk, name, profile string) Personality {
	e := task.Ask(ctx, d, d.InferPersonality, task.InferPersonalityIn{Name: name, Profile: profile})
	return Of(MBTI{
		Extroversion: e.Extroversion, Introversion: e.Introversion, Sensing: e.Sensing, Intuition: e.Intuition,
		Thinking: e.Thinking, Feeling: e.Feeling, Judging: e.Judging, Perceiving: e.Perceiving,
	})
}

// Indicators are the values of some groups as tasks take them. The slice is fresh.
func (p *Personality) Indicators(groups ...Group) (list []task.Indicator) {
	for _, g := range groups {
		for _, f := range g.Features() {
			list = append(list, task.Indicator{Name: f.String(), Value: p[f]})
		}
	}
	return list
}
