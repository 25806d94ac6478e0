package personality

import (
	"context"

	"wolfden/internal/bot/task"
)

// Infer computes the personality that belongs to a profile. A model gives the eight values, or the task's rule guesses
// them; the desk's record tells which.
func Infer(ctx context.Context, d *task.Desk, name, profile string) Personality {
	e := task.Ask(ctx, d, personalityTask, InferPersonalityIn{Name: name, Profile: profile})
	return Of(MBTI{
		Extroversion: e.Extroversion, Introversion: e.Introversion, Sensing: e.Sensing, Intuition: e.Intuition,
		Thinking: e.Thinking, Feeling: e.Feeling, Judging: e.Judging, Perceiving: e.Perceiving,
	})
}

// Indicators returns the values of some groups in the form that tasks take. The slice is fresh.
func (p *Personality) Indicators(groups ...Group) (list []task.Indicator) {
	for _, g := range groups {
		for _, f := range g.Features() {
			list = append(list, task.Indicator{Name: f.String(), Value: p[f]})
		}
	}
	return list
}
