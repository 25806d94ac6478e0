package main

import (
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/league"
)

// company is who sits at a table beside built-in players. It decides whether those write English with its commas: contests ask for
// utterances without, since their logs part fields by them.
type company bool

// The companies.
const (
	strangers company = false // programs of others, as in a contest that is joined or a league with remote entries
	ourselves company = true  // built-in players, and people at a page
)

func (c company) commas() bool { return bool(c) }

// companyOf is who plays by a plan, the same in all its games, so that games of a plan can be compared.
func companyOf(s *league.Spec) company {
	remote := func(e league.Entry) bool { return e.Remote }
	return company(!slices.ContainsFunc(s.Entries, remote) && !slices.ContainsFunc(s.Against, remote))
}

// companyBefore is the company of a recorded game, as its record has it.
func companyBefore(h *gamelog.Header) company {
	return company(h.Provenance != nil && h.Provenance.Commas)
}
