package origin

import (
	"encoding/json"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// header is the header of a game of five with the provenance.
func header(t *testing.T, from *gamelog.Provenance) *gamelog.Header {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	h := &gamelog.Header{Version: gamelog.Version, Lang: "en", Rules: rules, Provenance: from}
	for _, team := range []string{"fox", "hare", "wolf", "owl", "elk"} {
		h.Seats = append(h.Seats, werewolf.Seat{Name: team, Team: team})
	}
	return h
}

// players are five that are called as they are.
func players() []gamelog.Entrant {
	return []gamelog.Entrant{{Player: "fox"}, {Player: "hare"}, {Player: "wolf"}, {Player: "owl"}, {Player: "elk"}}
}

func made() *gamelog.Provenance {
	return &gamelog.Provenance{Program: "1.2", Commit: "0123456789abcdef", Command: "play", Commas: true, Players: players()}
}

// asking is a player that asks a model.
func asking(prompt string, heat float64) gamelog.Entrant {
	return gamelog.Entrant{Player: "fox", Model: "p:m", Tasks: map[string]gamelog.Generation{"talk": {Prompt: prompt, Temperature: &heat}}}
}

func TestLineOfNothing(t *testing.T) {
	var o Origin
	if o.Line() != "" || len(o.Warnings()) > 0 {
		t.Errorf("of no game: %q, %q", o.Line(), o.Warnings())
	}
	o.AddRecord(header(t, nil))
	if o.Line() != "" || len(o.Warnings()) > 0 {
		t.Errorf("of a silent game: %q, %q", o.Line(), o.Warnings())
	}
}

func TestLine(t *testing.T) {
	elsewhere := made()
	for i, name := range []string{"a", "b", "c", "d", "e"} {
		elsewhere.Players[i] = gamelog.Entrant{Entry: name, Remote: true}
	}
	elsewhere.Commas, elsewhere.Command, elsewhere.Plan = false, "serve", "track one"
	other := made()
	other.Players[0], other.Players[1] = asking("x", 0.5), gamelog.Entrant{Player: "hare", Off: []string{"memo"}, Parameters: map[string]float64{"claim": 0.25}}
	other.Commit, other.Source = "unknown", "a.log"
	for _, c := range []struct {
		name string
		from []*gamelog.Provenance
		want string
	}{
		{"players called as they are need no word", []*gamelog.Provenance{made(), made()}, "made by wolfden 1.2 (01234567), play"},
		{"those elsewhere are told together", []*gamelog.Provenance{elsewhere}, "made by wolfden 1.2 (01234567), serve; plan track on; a, b, c and 2 others = a program elsewhere"},
		{"some say nothing", []*gamelog.Provenance{made(), nil}, "made by wolfden 1.2 (01234567), play; 1 of 2 games say nothing of it"},
		{
			"models and settings", []*gamelog.Provenance{other},
			"made by wolfden 1.2, play; from a.log; fox, model p:m, prompts " + Describe(&other.Players[0]).Prompts + ", settings " +
				Describe(&other.Players[0]).Settings + "; hare = hare:off=memo,claim=0.25",
		},
	} {
		var o Origin
		for _, from := range c.from {
			o.AddRecord(header(t, from))
		}
		if got := o.Line(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		if len(o.Warnings()) > 0 {
			t.Errorf("%s: %q", c.name, o.Warnings())
		}
	}
}

func TestWarnings(t *testing.T) {
	seat := func(e gamelog.Entrant) func(*gamelog.Header) {
		return func(h *gamelog.Header) { h.Provenance.Players[0] = e }
	}
	for _, c := range []struct {
		name  string
		first gamelog.Entrant
		then  func(*gamelog.Header)
		want  string // what the only warning contains, "" for none
	}{
		{"alike", asking("x", 1), seat(asking("x", 1)), ""},
		{"rules", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Rules.MaxDay = 3 }, "(VILLAGER=2,SEER=1,POSSESSED=1,WEREWOLF=1): max_day (30 in 3 games, 3 in 1 game)"},
		{"another setup is a table of its own", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) {
			h.Rules, _ = werewolf.Standard(9)
		}, ""},
		{"rules of a game elsewhere are a guess", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Rules.MaxDay, h.Foreign = 3, true }, ""},
		{"programs", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Provenance.Program = "1.3" }, "different versions of wolfden are counted together as one: elk (1.2 (01234567) in 3 seats, 1.3 (01234567) in 1 seat), fox (1.2"},
		{"commas", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Provenance.Commas = false }, "commas"},
		{"commas of another language", gamelog.Entrant{Player: "fox"}, func(h *gamelog.Header) { h.Provenance.Commas, h.Lang = false, "ja" }, ""},
		{"players", gamelog.Entrant{Player: "fox"}, seat(gamelog.Entrant{Player: "lynx"}), "different players are counted together as one: fox (fox in 3 seats, lynx in 1 seat)"},
		{"parameters", gamelog.Entrant{Player: "fox"}, seat(gamelog.Entrant{Player: "fox", Parameters: map[string]float64{"claim": 1}}), "fox (fox in 3 seats, fox:claim=1 in 1 seat)"},
		{"languages", gamelog.Entrant{Player: "fox"}, seat(gamelog.Entrant{Player: "fox", Lang: "ja"}), ""},
		{"a model", asking("x", 1), seat(gamelog.Entrant{Player: "fox"}), "different models are counted together as one: fox (p:m in 3 seats, no model in 1 seat)"},
		{"prompts", asking("x", 1), seat(asking("y", 1)), "different prompts"},
		{"prompts of another language", asking("x", 1), func(h *gamelog.Header) { h.Lang, h.Provenance.Players[0] = "ja", asking("y", 1) }, ""},
		{"settings", asking("x", 1), seat(asking("x", 0)), "different settings"},
		{"files of programs", gamelog.Entrant{Remote: true, Command: "./fox {url}", Files: "0123456789"}, seat(gamelog.Entrant{Remote: true, Command: "./fox {url}", Files: "1123456789"}),
			"different files of programs are counted together as one: fox (01234567 in 3 seats, 11234567 in 1 seat)"},
		{"commands", gamelog.Entrant{Remote: true, Command: "./fox {url}"}, seat(gamelog.Entrant{Remote: true, Command: "./lynx {url}"}), "fox (exec:./fox {url} in 3 seats, exec:./lynx {url} in 1 seat)"},
		{"names of entries", gamelog.Entrant{Player: "fox", Entry: "one"}, seat(gamelog.Entrant{Player: "fox", Entry: "two"}), ""},
	} {
		var o Origin
		for i := range 4 {
			from := made()
			from.Players[0] = c.first
			h := header(t, from)
			if i == 3 {
				c.then(h)
			}
			o.AddRecord(h)
		}
		got := o.Warnings()
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%s: %q, want one with %q", c.name, got, c.want)
		}
	}
}

// TestHostile: texts of a record do not steer a terminal, and do not make a line of their own.
func TestHostile(t *testing.T) {
	const bad = "\x1b[2J\x07\u202e\u009b\nmade by me"
	from := &gamelog.Provenance{Program: bad, Commit: bad, Command: bad, Source: bad, Plan: bad, Players: players()}
	from.Players[0] = gamelog.Entrant{
		Entry: bad, Player: bad, Option: bad, Lang: bad, Model: bad, Models: map[string]string{bad: bad},
		Off: []string{bad}, Parameters: map[string]float64{bad: 1}, Tasks: map[string]gamelog.Generation{bad: {Prompt: bad, Extra: json.RawMessage(`"x"`)}},
	}
	var o Origin
	o.AddRecord(header(t, made()))
	o.AddRecord(header(t, from))
	for _, text := range append(o.Warnings(), o.Line()) {
		if strings.ContainsAny(text, "\x1b\x07\u202e\u009b\n") {
			t.Errorf("%q", text)
		}
	}
}

func TestJSON(t *testing.T) {
	var o Origin
	o.AddRecord(header(t, made()))
	o.AddRecord(header(t, nil))
	text, err := json.Marshal(&o)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"games":2,"silent":1,"programs":{"1.2 (01234567)":1},"commands":{"play":1}`, `"commas":{"with":1}`,
		`"rules":{"VILLAGER=2,SEER=1,POSSESSED=1,WEREWOLF=1":{"` + HashOf(&rules) + `":2}}`,
		`"players":[{"entry":"elk","player":"elk","program":"1.2 (01234567)","lang":"en","seats":1},`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}
