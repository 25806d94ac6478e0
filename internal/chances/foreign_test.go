package chances_test

import (
	"math"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/werewolf"
)

// TestForeign: only players that are known to be wolfden's own, and play by rules, are taken for that.
func TestForeign(t *testing.T) {
	for what, test := range map[string]struct {
		change  func(h *gamelog.Header)
		foreign bool
	}{
		"own players":      {func(*gamelog.Header) {}, false},
		"played elsewhere": {func(h *gamelog.Header) { h.Foreign = true }, true},
		"nothing is known": {func(h *gamelog.Header) { h.Provenance = nil }, true},
		"a seat unknown":   {func(h *gamelog.Header) { h.Provenance.Players = h.Provenance.Players[:1] }, true},
		"a program":        {func(h *gamelog.Header) { h.Provenance.Players[1] = gamelog.Entrant{} }, true},
		"a remote program": {func(h *gamelog.Header) { h.Provenance.Players[1].Remote = true }, true},
		"a person":         {func(h *gamelog.Header) { h.Provenance.Players[1].Person = true }, true},
		"a model":          {func(h *gamelog.Header) { h.Provenance.Players[1].Model = "gpt" }, true},
		"a model for talk": {func(h *gamelog.Header) { h.Provenance.Players[1].Models = map[string]string{"talk": "gpt"} }, true},
	} {
		h := gamelog.Header{Seats: make([]werewolf.Seat, 2), Provenance: &gamelog.Provenance{Players: []gamelog.Entrant{{Player: "plain"}, {Player: "lycaon"}}}}
		test.change(&h)
		if by := chances.GoingOn(&h); chances.Foreign(&h) != test.foreign || (by == chances.Several) != test.foreign {
			t.Errorf("%s: foreign %v, played on by %s", what, chances.Foreign(&h), by)
		}
	}
}

// TestOnForeign: what is told of games of others was measured by all eyes, is no worse than the share of games won, and never sure.
func TestOnForeign(t *testing.T) {
	village, seat := 0, 3
	for _, eyes := range []*int{nil, &village, &seat} {
		m, err := chances.OnForeign(eyes)
		if err != nil || m == nil || m.Eyes != chances.EyesOf(eyes) {
			t.Fatalf("by %s: %+v, %v", chances.EyesOf(eyes), m, err)
		}
		if used := m.Used(); m.Games < 20 || m.By != chances.Several || used.Less.Value > 0 || used.Error.Value > m.Share.Value {
			t.Errorf("by %s: %+v", m.Eyes, m)
		}
		sure := chances.Interval{Value: 1, Low: .99, High: 1}
		p := chances.Point{Moment: "d1", Games: 400, Sketch: .97, Shares: chances.Shares{Village: sure, Seats: []chances.Interval{sure}}}
		told := m.Tell(m.By, p)
		if v := told.Village; v.Value < .5 || v.Value > .8 || v.High-v.Low < .3 || told.Seats != nil || told.Played.Village != sure || len(told.Played.Seats) != 1 {
			t.Errorf("by %s: told %+v", m.Eyes, told)
		}
		if v, w := told.Village, told.Werewolves; math.Abs(v.Value+w.Value-1) > 1e-9 || math.Abs(v.Low+w.High-1) > 1e-9 {
			t.Errorf("by %s: %+v and %+v", m.Eyes, v, w)
		}
		if p.Games = 0; m.Tell(m.By, p).Played != nil {
			t.Errorf("by %s: nothing was played", m.Eyes)
		}
	}
}

// TestTellWherePlayedTells: where what was played on tells of such games it counts, of the players that were measured alone.
func TestTellWherePlayedTells(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	m, _, err := chances.Measure(predictions(3, 300, true), 1)
	if err != nil {
		t.Fatal(err)
	}
	m.By = "plain"
	at := func(by string, village float64) float64 {
		p := chances.Point{Games: 400, Sketch: .5, Shares: chances.Shares{Village: chances.Interval{Value: village}}}
		return m.Tell(by, p).Village.Value
	}
	if low, high := at("plain", .1), at("plain", .9); low > .3 || high < .7 {
		t.Errorf("played on by who was measured: %v and %v", low, high)
	}
	if low, high := at("random", .1), at("random", .9); low != high {
		t.Errorf("played on by others: %v and %v", low, high)
	}
	if text := m.CautionOfPlayed(); text != "" {
		t.Errorf("who plays on may judge, and yet: %s", text)
	}
	if text := m.Caution(); !strings.Contains(text, "the sketch and what was played on") {
		t.Errorf("%s", text)
	}
}
