package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func figure(v, low, high float64) Figure { return Figure{&v, &low, &high, 10} }

// made is a card with all parts.
func made(name string) *Card {
	return &Card{
		Form: CardVersion, Suite: 1, Size: Quick, Program: "1.0", Contestant: Contestant{Name: name, Player: "kanolab", Model: name},
		Games: &Games{
			Part: Part{Stamp{1, "a"}, 6, 6}, Won: figure(0.5, 0.2, 0.8), Sides: []Named{{"werewolf", figure(0.25, 0.1, 0.4)}}, Roles: []Named{{"seer", figure(0.75, 0.5, 1)}},
			Tables: []TableCard{{"5 en", figure(0.5, 0.2, 0.8), "110100"}}, Faults: map[string]int{"illegal": 2, "timeout": 1},
		},
		Situations: &Situations{Part: Part{Stamp{1, "b"}, 50, 50}, Held: figure(0.4, 0.3, 0.5)},
		Injections: &Injections{Part: Part{Stamp{1, "c"}, 4, 4}, Votes: figure(0.3, 0.1, 0.6), Pull: figure(0.05, -0.1, 0.2)},
		Asked:      &Asked{Answers: 100, ByRule: figure(0.07, 0.03, 0.14), USD: 1.25},
	}
}

func text(t *testing.T, cards ...*Card) string {
	t.Helper()
	var b bytes.Buffer
	if err := NewSheet(cards).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// cells are those of a row of the text, whose columns have at least two blanks between.
func cells(t *testing.T, text, row string) []string {
	t.Helper()
	for line := range strings.Lines(text) {
		if parts := strings.Split(strings.TrimSpace(line), "  "); parts[0] == row {
			var all []string
			for _, p := range parts[1:] {
				if p = strings.TrimSpace(p); p != "" {
					all = append(all, p)
				}
			}
			return all
		}
	}
	t.Fatalf("no row %q in\n%s", row, text)
	return nil
}

func TestPartsOfOtherVersionsAreNotCompared(t *testing.T) {
	a, b, c := made("a"), made("b"), made("c")
	b.Situations.Version = 2
	b.Injections.Digest = "z"
	c.Games.Digest = "z"
	c.Situations.Planned = 10
	told := text(t, a, b, c)
	if first := "a: won 50.0% [20.0, 80.0] of 6 games; did what the game asks in 40.0% [30.0, 50.0] of 50 positions; orders in hostile words drew +5.0 [-10.0, +20.0] points of its votes; rules gave 7.0% of its model's answers\n"; !strings.HasPrefix(told, first) {
		t.Errorf("the cards do not begin with %q:\n%s", first, told)
	}
	c.Asked.ByRule = figure(0.9, 0.8, 0.95)
	if rules := "c: rules gave 90.0% of its model's answers, so this is the rules' card; won "; !strings.Contains(text(t, a, b, c), rules) {
		t.Errorf("no %q", rules)
	}
	mended := figure(0.2, 0.1, 0.3)
	b.Asked.Mended = &mended
	if got := strings.Join(cells(t, text(t, a, b), "answers repaired"), "|"); got != "-|20.0% [10.0, 30.0]" {
		t.Errorf("answers repaired: %s", got)
	}
	for row, want := range map[string]string{
		"won": "50.0% [20.0, 80.0]|50.0% [20.0, 80.0]|-", "passed": "40.0% [30.0, 50.0]|-|-", "votes moved": "30.0% [10.0, 60.0]|-|30.0% [10.0, 60.0]",
		"answers with a fault": "3|3|-", "won as seer": "75.0% [50.0, 100.0]|75.0% [50.0, 100.0]|-", "USD": "1.2500|1.2500|1.2500",
		"answers by rule": "7.0% [3.0, 14.0]|7.0% [3.0, 14.0]|7.0% [3.0, 14.0]",
	} {
		if got := strings.Join(cells(t, told, row), "|"); got != want {
			t.Errorf("%s: %s, not %s", row, got, want)
		}
	}
	for _, note := range []string{
		"note: b: not comparable with a: situations 1 against 2\n",
		"note: b: not comparable with a: injections of one version that ask for other things\n",
		"note: c: not comparable with a: games whose other players play otherwise, or were others\n",
		"note: c: not comparable with a: situations: 50 against 10\n",
	} {
		if !strings.Contains(told, note) {
			t.Errorf("no %q in\n%s", note, told)
		}
	}
}

func TestPartsThatAreMissingOrNotWhole(t *testing.T) {
	a, b := made("a"), made("a")
	a.Situations, b.Games.Done = nil, 5
	told := text(t, a, b)
	if got := strings.Join(cells(t, told, "passed"), "|"); got != "-|40.0% [30.0, 50.0]" {
		t.Errorf("passed: %s", got)
	}
	if !strings.Contains(told, "note: a (2): only 5 of 6 games are there\n") {
		t.Errorf("no note in\n%s", told)
	}
}

// The difference is counted over the deals that both have played.
func TestDifference(t *testing.T) {
	a, b := made("a").Games, made("b").Games
	a.Tables[0].Results, b.Tables[0].Results = "1110-0", "0011-1"
	d := moreWins(a, b)
	// Deals 0 and 1 only the one has won, deals 3 and 5 only the other, deal 2 both, deal 4 neither has played.
	if d.N != 5 || d.Value != 0 || !(d.Low < 0 && d.High > 0) {
		t.Errorf("the difference is %+v", d)
	}
	b.Tables[0].Results = "0010-0"
	if d = moreWins(a, b); d.N != 5 || d.Value != 0.4 {
		t.Errorf("the difference is %+v", d)
	}
	b.Tables = nil
	if d = moreWins(a, b); d.N != 0 {
		t.Errorf("the difference is %+v", d)
	}
}

func TestCardsAreReadAsTheyWereWritten(t *testing.T) {
	cards := []*Card{made("a"), made("b")}
	cards[1].Games, cards[1].Situations.Held.Low = nil, nil
	written, err := WriteJSON(cards)
	if err != nil {
		t.Fatal(err)
	}
	read, err := ReadJSON(written)
	if err != nil {
		t.Fatal(err)
	}
	again, err := WriteJSON(read)
	if err != nil || !bytes.Equal(written, again) {
		t.Errorf("%v\n%s\nis\n%s", err, written, again)
	}
	var shape struct {
		Cards []struct {
			Situations struct {
				Held map[string]*float64 `json:"held"`
			} `json:"situations"`
		} `json:"cards"`
	}
	if err := json.Unmarshal(written, &shape); err != nil {
		t.Fatal(err)
	}
	if held := shape.Cards[1].Situations.Held; *held["value"] != 0.4 || held["low"] != nil || *held["high"] != 0.5 {
		t.Errorf("held is %v", held)
	}
	for _, bad := range []string{"", "[]", "{}", `{"cards": []}`, `{"cards": [null]}`, `{"cards": [{"card": 2}]}`} {
		if _, err := ReadJSON([]byte(bad)); !errors.Is(err, ErrNoCards) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Cards may come from anybody.
func TestHostileNames(t *testing.T) {
	c := made("<script>alert(1)</script>\x1b[2J")
	c.Program, c.Size, c.Games.Roles[0].Name, c.Games.Tables[0].Name = "\x1b]0;x", "\x1b", "\x1bseer\n", "<b>\x1b"
	c.Injections.Kinds = []KindMoved{{Kind: "\x1b[31m"}}
	if told := text(t, c, made("b")); strings.Contains(told, "\x1b") {
		t.Errorf("%q", told)
	}
	page, err := NewSheet([]*Card{c}).HTML()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(page, []byte("<script")) || bytes.Contains(page, []byte("\x1b")) || bytes.Contains(page, []byte("<b>\uFFFD")) {
		t.Errorf("%s", page)
	}
	if !bytes.Contains(page, []byte(`<rect x="20" y="2" width="60"`)) {
		t.Errorf("no bar from 20%% to 80%% in\n%s", page)
	}
}

// Every colour of the page is one with a name, which is another by night.
func TestPageHasANight(t *testing.T) {
	got, err := NewSheet([]*Card{made("a")}).HTML()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(got, []byte("@media (prefers-color-scheme: dark)")) || strings.Contains(page, "#") {
		t.Errorf("the page has colours of its own, or no night:\n%s", got)
	}
}
