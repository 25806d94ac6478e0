// Package personality computes how a character thinks, wants and acts from eight numbers about it.
//
// The law of the package: every value is a linear combination of the eight, exactly as appendix B of Harada and Kano
// ("Intent-driven AIWolf Agents with Hierarchical BDI Model and Personality", AIWolfDial 2025) gives it. The
// coefficients are in formulas.txt, none in the code.
package personality

import "slices"

// Feature is one value of a personality, by its name in the paper. The zero Feature is extroversion.
type Feature uint8

// The eight values from which everything follows (MBTI), the nine affinities (Enneagram), and the 24 derived features:
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

	numFeatures
)

// MBTI holds the eight values of a personality, each from 0 to 1, in the order of the features Extroversion to
// Perceiving.
type MBTI [Perceiving + 1]float64

// Personality holds every value of a character by Feature, each from 0 to 1. It is a plain value and may be copied. The
// zero Personality is that of the zero MBTI.
type Personality [numFeatures]float64

// Of computes a personality. Values of m outside 0 to 1 count as the nearer end.
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

// MBTI returns the eight values of the personality.
func (p *Personality) MBTI() (m MBTI) {
	copy(m[:], p[:])
	return m
}

// Top returns the n highest features of a group, the highest first; among equals in the paper's order.
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

// Weighted returns the weighted mean of the values (section 3.4.5), 0 if the weights sum to 0. Both slices have the
// same length.
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
