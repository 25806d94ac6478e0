// Package personality computes how a character thinks, wants and acts from eight numbers about it.
//
// The law of the package: every value is a linear form of the eight, exactly as appendix B of Harada and Kano
// ("Intent-driven AIWolf Agents with Hierarchical BDI Model and Personality", AIWolfDial 2025) writes it. The forms
// stand in formulas.txt; the code knows none of their numbers.
package personality

import "slices"

// Feature is one value of a personality, by its name in the paper. The zero Feature is extroversion.
type Feature uint8

// The eight values that everything follows from (MBTI), the nine affinities (Enneagram), and the 24 derived features:
// ten of cognition (four of statement bias, three of trust, three of liking), seven of desire, seven of behaviour.
const (
	Extroversion Feature = iota
	Introversion
	Sensing
	Intuition
	Thinking
	Feeling
	Judging
	Perceiving

	Reformer
	Helper
	Achiever
	Individualist
	Investigator
	Loyalist
	Enthusiast
	Challenger
	Peacemaker

	LogicalConsistency
	SpecificityAndDetail
	IntuitiveDepth
	ClarityAndConciseness

	SocialProof
	Honesty
	Consistency

	Friendliness
	EmotionalResonance
	AttractiveExpression

	SelfRealization
	SocialApproval
	Stability
	LoveIntimacy
	FreedomIndependence
	AdventureStimulation
	StableRelationships

	AvoidantBehavior
	AggressiveBehavior
	Adaptability
	IntroversionTendency
	ExtroversionTendency
	Empathy
	Assertiveness

	NumFeatures
)

// MBTI is the eight values a personality follows from, each from 0 to 1, in the order of the features Extroversion to
// Perceiving. The zero MBTI has none of anything.
type MBTI [Perceiving + 1]float64

// Personality is every value of a character by Feature, each from 0 to 1. It is a plain value: copy it freely. The zero
// Personality is that of the zero MBTI.
type Personality [NumFeatures]float64

// Of computes a personality; values of m outside of 0 to 1 count as the nearer end.
func Of(m MBTI) Personality {
	var p Personality
	for i, v := range m {
		p[i] = min(max(v, 0), 1)
	}
	for i := len(m); i < len(forms()); i++ {
		p[i] = forms()[i].value(&p)
	}
	return p
}

// MBTI is the eight values the personality follows from.
func (p *Personality) MBTI() (m MBTI) {
	copy(m[:], p[:])
	return m
}

// Top is the n highest features of a group, the highest first; of equals the one that the paper names first.
func (p *Personality) Top(g Group, n int) []Feature {
	list := g.Features()
	slices.SortStableFunc(list, func(a, b Feature) int {
		switch {
		case p[a] > p[b]:
			return -1
		case p[a] < p[b]:
			return 1
		}
		return 0
	})
	return list[:min(n, len(list))]
}

// Weighted is the sum of the weights times the values over the sum of the weights (section 3.4.5); 0 without any
// weight. Both slices have the same length.
func Weighted(weights, values []float64) float64 {
	var sum, all float64
	for k, w := range weights {
		product := w * values[k]
		sum += product
		all += w
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
