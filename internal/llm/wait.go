package llm

import (
	"context"
	"time"
)

// Wait waits for whatever wraps or imitates a model, and reports false if the context ended first.
func Wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

type patientKey struct{}

// Patiently returns a context for a call whose answer nobody waits for until hurry is closed. Where an address takes only so many
// requests at once, those that somebody waits for go first.
func Patiently(ctx context.Context, hurry <-chan struct{}) context.Context {
	return context.WithValue(ctx, patientKey{}, hurry)
}

// Hurry is what Patiently was given, nil where the call is waited for from the start.
func Hurry(ctx context.Context) <-chan struct{} {
	hurry, _ := ctx.Value(patientKey{}).(<-chan struct{})
	return hurry
}
