package origin

import (
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

func TestDivide(t *testing.T) {
	with := func(change func(h *gamelog.Header)) func() *chronicle.Summary {
		return func() *chronicle.Summary {
			h := header(t, nil)
			change(h)
			g := chronicle.Summarize(&gamelog.Record{Header: *h})
			g.Setup = h.Rules.Roles // as dealt
			return g
		}
	}
	plain := with(func(*gamelog.Header) {})
	japanese := with(func(h *gamelog.Header) { h.Lang = "ja" })
	short := with(func(h *gamelog.Header) { h.Rules.MaxDay = 3 })
	other := with(func(h *gamelog.Header) { h.Rules.MaxDay, h.Rules.Vote.MaxCount, h.Rules.Timeout.Action = 4, 7, 5 })
	theirs := with(func(h *gamelog.Header) { h.Foreign = true })
	thirteen := with(func(h *gamelog.Header) { h.Rules, _ = werewolf.Standard(13) })
	silent := with(func(h *gamelog.Header) { h.Lang = "" })
	hash := HashOf(other().Rules())
	for _, c := range []struct {
		name  string
		merge []Part
		of    []func() *chronicle.Summary
		want  []string
		note  string
	}{
		{"alike", nil, []func() *chronicle.Summary{plain, plain}, []string{"", ""}, ""},
		{"none", nil, nil, nil, ""},
		{"languages", nil, []func() *chronicle.Summary{plain, japanese, silent}, []string{"5 players, en", "5 players, ja", "5 players, language not known"}, ""},
		{"languages together", []Part{Language}, []func() *chronicle.Summary{plain, japanese}, []string{"", ""}, ""},
		{"rules", nil, []func() *chronicle.Summary{plain, short}, []string{"5 players, max_day 30", "5 players, max_day 3"}, ""},
		{"rules together, languages not", []Part{Rules}, []func() *chronicle.Summary{plain, short, japanese}, []string{"5 players, en", "5 players, en", "5 players, ja"}, ""},
		{"many rules", nil, []func() *chronicle.Summary{plain, other}, []string{"5 players, rules " + HashOf(plain().Rules()), "5 players, rules " + hash}, "rules " + hash + " have max_day 4, timeout.action 5 and vote.max_count 7"},
		{"setups together", []Part{Setup}, []func() *chronicle.Summary{plain, thirteen}, []string{"", ""}, ""},
		{"setups together, languages not", []Part{Setup}, []func() *chronicle.Summary{japanese, thirteen}, []string{"ja", "en"}, ""},
		{"setups", nil, []func() *chronicle.Summary{plain, thirteen}, []string{"5 players", "13 players"}, ""},
		{"games from elsewhere", nil, []func() *chronicle.Summary{plain, theirs}, []string{"5 players, played here", "5 players, played elsewhere"}, ""},
		{"all together", Parts(), []func() *chronicle.Summary{plain, other, japanese, theirs}, []string{"", "", "", ""}, ""},
	} {
		var games []*chronicle.Summary
		for _, g := range c.of {
			games = append(games, g())
		}
		notes := strings.Join(Divide(games, c.merge), "; ")
		var got []string
		for _, g := range games {
			got = append(got, g.Division)
		}
		if !slices.Equal(got, c.want) || !strings.Contains(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%s: %q with %q, want %q with %q", c.name, got, notes, c.want, c.note)
		}
	}
}
