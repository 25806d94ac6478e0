package origin

import (
	"slices"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
)

func summary(t *testing.T, from *gamelog.Provenance) *chronicle.Summary {
	t.Helper()
	return chronicle.Summarize(&gamelog.Record{Header: *header(t, from)})
}

// namesOf are the names of the first seat of games in which such players sat there.
func namesOf(t *testing.T, n *Names, firsts ...gamelog.Entrant) (names []string) {
	t.Helper()
	var games []*chronicle.Summary
	for _, e := range firsts {
		from := made()
		from.Players[0] = e
		games = append(games, summary(t, from))
		n.Add(games[len(games)-1])
	}
	for _, g := range games {
		n.Name(g)
		names = append(names, g.Players[0].Team)
		if g.Players[1].Team != "hare" {
			t.Errorf("%q in another seat", g.Players[1].Team)
		}
	}
	return names
}

func TestNames(t *testing.T) {
	model := func(name string) gamelog.Entrant { return gamelog.Entrant{Player: "fox", Model: name} }
	hash := func(e gamelog.Entrant) Entrant { return Describe(&e) }
	asked, otherwise, hot := asking("x", 1), asking("y", 1), asking("x", 2)
	other := asking("x", 1)
	other.Model = "p:n"
	for _, c := range []struct {
		name  string
		merge []Part
		of    []gamelog.Entrant
		want  []string
	}{
		{"alike", nil, []gamelog.Entrant{asked, asked}, []string{"fox", "fox"}},
		{"models", nil, []gamelog.Entrant{model("openai:gpt-5-mini"), model("openai@http://127.0.0.1:8000/v1:qwen:8b"), model("")}, []string{"fox · gpt-5-mini", "fox · qwen:8b", "fox · no model"}},
		{"one model at two servers", nil, []gamelog.Entrant{model("openai:m"), model("openai@http://127.0.0.1:8000:m")}, []string{"fox · openai:m", "fox · openai@http://127.0.0.1:8000:m"}},
		{
			"models by task", nil,
			[]gamelog.Entrant{model("p:m"), {Player: "fox", Model: "p:m", Models: map[string]string{"talk": "p:n"}}}, []string{"fox · m", "fox · m, talk: n"},
		},
		{"players", nil, []gamelog.Entrant{{Player: "fox"}, {Player: "fox", Off: []string{"memo"}}, {Player: "lynx"}}, []string{"fox", "fox · off=memo", "fox · lynx"}},
		{"prompts", nil, []gamelog.Entrant{asked, otherwise}, []string{"fox · prompts " + hash(asked).Prompts, "fox · prompts " + hash(otherwise).Prompts}},
		{"settings", nil, []gamelog.Entrant{asked, hot}, []string{"fox · settings " + hash(asked).Settings, "fox · settings " + hash(hot).Settings}},
		{"what follows from another player", nil, []gamelog.Entrant{{Player: "fox"}, {Player: "lynx", Model: "p:m"}}, []string{"fox", "fox · lynx"}},
		{"models that are merged", []Part{Model}, []gamelog.Entrant{model("p:m"), model("p:n")}, []string{"fox", "fox"}},
		{"models that are merged, and settings", []Part{Model}, []gamelog.Entrant{asked, hot, other}, []string{
			"fox · settings " + hash(asked).Settings, "fox · settings " + hash(hot).Settings, "fox · settings " + hash(asked).Settings,
		}},
	} {
		if got := namesOf(t, &Names{Merge: c.merge}, c.of...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Who plays from elsewhere is the same whatever version serves it; what is part of wolfden is not.
func TestNamesByVersion(t *testing.T) {
	var n Names
	var games []*chronicle.Summary
	for _, version := range []string{"1.2", "1.3"} {
		from := made()
		from.Program, from.Players[1] = version, gamelog.Entrant{Remote: true}
		games = append(games, summary(t, from))
		n.Add(games[len(games)-1])
	}
	untold := summary(t, nil)
	n.Add(untold)
	for i, want := range []string{"fox · wolfden 1.2 (01234567)", "fox · wolfden 1.3 (01234567)"} {
		n.Name(games[i])
		if got := games[i].Players; got[0].Team != want || got[1].Team != "hare" {
			t.Errorf("%q, %q", got[0].Team, got[1].Team)
		}
	}
	if n.Name(untold); untold.Players[0].Team != "fox · not told" || untold.Players[1].Team != "hare" {
		t.Errorf("of a game that does not say: %q, %q", untold.Players[0].Team, untold.Players[1].Team)
	}
}

// The prompts of another language are others, and the same player.
func TestNamesInLanguages(t *testing.T) {
	var n Names
	var games []*chronicle.Summary
	for lang, e := range map[string]gamelog.Entrant{"en": asking("x", 1), "ja": asking("y", 1)} {
		from := made()
		from.Players[0] = e
		g := summary(t, from)
		g.Lang = lang
		games = append(games, g)
		n.Add(g)
	}
	for _, g := range games {
		if n.Name(g); g.Players[0].Team != "fox" {
			t.Errorf("%s: %q", g.Lang, g.Players[0].Team)
		}
	}
}
