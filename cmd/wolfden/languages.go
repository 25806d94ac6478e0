package main

import (
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
)

// languages are those in which the seats of a game speak, seat by seat: as the record has them; where it has none, as in contest logs,
// as what was said is written.
func languages(rec *gamelog.Record) []string {
	h := &rec.Header
	lang := h.Lang
	if lang == "" {
		if g, err := chronicle.OfRecord(rec); err == nil {
			lang = g.Lang
		}
	}
	langs := slices.Repeat([]string{lang}, len(h.Seats))
	if h.Provenance != nil {
		for i := range min(len(h.Provenance.Players), len(langs)) {
			if own := h.Provenance.Players[i].Lang; own != "" {
				langs[i] = own
			}
		}
	}
	return langs
}
