package chances

import (
	"context"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/werewolf"
)

// TestDigestOfParts: a change of anything that fixed games come to changes their digest; one of the last bits of a sketch does not.
func TestDigestOfParts(t *testing.T) {
	fresh := func() []sample {
		return []sample{
			{Game: []string{"a", "b"}, Alike: []alike{{.5, []string{"c"}, []string{"d"}}, {.25, []string{"e"}, nil}}},
			{Game: []string{"f"}, Alike: []alike{{.75, []string{"g"}, []string{"h"}}}},
		}
	}
	want := digestOf(fresh())
	if got := digestOf(fresh()); got != want || len(got) != 16 {
		t.Errorf("the same games have the digests %q and %q", want, got)
	}
	seen := map[string]string{want: "nothing"}
	for what, change := range map[string]func(s []sample){
		"an event of a game":          func(s []sample) { s[0].Game[1] = "B" },
		"an event of the second game": func(s []sample) { s[1].Game[0] = "F" },
		"an event more":               func(s []sample) { s[0].Game = append(s[0].Game, "b") },
		"a sketch":                    func(s []sample) { s[0].Alike[1].Sketch += 1e-5 },
		"a sketch of the second game": func(s []sample) { s[1].Alike[0].Sketch = .7 },
		"what is made up":             func(s []sample) { s[0].Alike[0].Past[0] = "C" },
		"how it goes on":              func(s []sample) { s[0].Alike[0].After[0] = "D" },
		"how the second game goes on": func(s []sample) { s[1].Alike[0].After = nil },
		"that it goes on at all":      func(s []sample) { s[0].Alike[1].After = []string{"i"} },
		"one game that looks alike":   func(s []sample) { s[0].Alike = s[0].Alike[:1] },
		"the order of those":          func(s []sample) { slices.Reverse(s[0].Alike) },
	} {
		s := fresh()
		change(s)
		got := digestOf(s)
		if other, known := seen[got]; known {
			t.Errorf("%s: the digest is that of %s", what, other)
		}
		seen[got] = what
	}
	s := fresh()
	s[0].Alike[0].Sketch += 1e-12
	if got := digestOf(s); got != want {
		t.Error("the last bits of a sketch change the digest")
	}
}

// otherwise plays like a player, but votes for its first target.
type otherwise struct{ match.Player }

// Answer implements match.Player.
func (p otherwise) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := p.Player.Answer(ctx, o)
	if o.Request.Kind == werewolf.Vote {
		text = o.Names[o.Request.Targets.First()-1]
	}
	return text, err
}

// TestSampled: the parts are those that they should be. Who plays otherwise only where games go on has another digest; how long answers
// may take, which nobody waits for, changes nothing.
func TestSampled(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	plain := func(_ werewolf.SeatID, seed uint64) (match.Player, error) {
		return bot.New("plain", bot.Config{Seed: seed, Lang: "en"})
	}
	rec, err := fixedGame(t.Context(), &rules, plain, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sampled(t.Context(), rec, plain)
	if err != nil {
		t.Fatal(err)
	}
	moments, village := Moments(rec, 0), 0
	asks := Asks{Eyes: &village, Seed: 1}
	_, from, err := asks.source(rec, moments[len(moments)-1])
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Alike) != digestGames || len(s.Game) == 0 || !strings.Contains(s.Game[len(s.Game)-1], "over") {
		t.Fatalf("%d games look alike, the game ends with %q", len(s.Alike), s.Game[len(s.Game)-1])
	}
	for i, a := range s.Alike {
		sketch, err := Sketch(func(int) (*position.Position, error) { return from(i) }, 1)
		if err != nil || sketch != a.Sketch || a.Sketch <= 0 || a.Sketch >= 1 {
			t.Errorf("game %d: the sketch is %v, %v, in the sample %v", i, sketch, err, a.Sketch)
		}
		p, err := from(i)
		if err != nil || !slices.Equal(happened(p.Past()), a.Past) || !strings.Contains(a.After[len(a.After)-1], "over") {
			t.Errorf("game %d: %v, begins with %q and goes on to %q", i, err, a.Past, a.After[len(a.After)-1])
		}
	}
	fixed := map[uint64]bool{}
	for seed := range uint64(digestGames) {
		for seat := range rules.Players() {
			fixed[werewolf.SubSeed(seed, seat+1)] = true
		}
	}
	later := func(id werewolf.SeatID, seed uint64) (match.Player, error) {
		p, err := plain(id, seed)
		if !fixed[seed] {
			p = otherwise{p}
		}
		return p, err
	}
	patient := rules
	patient.Timeout.Action *= 2
	digest := func(r *werewolf.Rules, players Player) string {
		d, err := Digest(t.Context(), r, players)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	was := digest(&rules, plain)
	if digest(&rules, later) == was {
		t.Error("who plays otherwise where games go on has the same digest")
	}
	if digest(&patient, plain) != was {
		t.Error("more time to answer changes the digest")
	}
}
