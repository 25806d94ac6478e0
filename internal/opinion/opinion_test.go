package opinion

import (
	"maps"
	"math"
	"testing"

	"wolfden/werewolf"
)

func table() Table { return Table{"Mio", "Bo", "Big Bo", "ミナト", ""} }

func TestRead(t *testing.T) {
	type wolves map[werewolf.SeatID]float64
	for _, c := range []struct {
		topic, text string
		voting      bool
		wolf        wolves
		target      werewolf.SeatID
	}{
		{"belief", "Mio: werewolf 35%, rather villager (50%)\nミナト: werewolf 2.5%\n", false, wolves{1: .35, 4: .025}, 0},
		{"belief", "Mio: werewolf 35%\nNobody: werewolf 5%", false, nil, 0},
		{"belief", "Mio: werewolf 35%\nsomething else", false, nil, 0},
		{"belief", "Mio: werewolf 135%", false, nil, 0},
		{"belief", "Mio: werewolf NaN%", false, nil, 0},
		{"belief", "Mio: werewolf 35", false, nil, 0},
		{"belief", ": werewolf 35%", false, nil, 0},
		{"inference", `{"Mio":{"SEER":0.5,"WEREWOLF":0.25},"Bo":{"WEREWOLF":1}}`, false, wolves{1: .25, 2: 1}, 0},
		{"inference", `{"Mio":{"SEER":0.5}}`, false, nil, 0},
		{"inference", `{"Mio":{"WEREWOLF":-1}}`, false, nil, 0},
		{"inference", `{"Mio":{"WEREWOLF":"1"}}`, false, nil, 0},
		{"relations", `{}`, false, nil, 0},
		{"plan", "VOTE: Big Bo", false, nil, 3},
		{"plan", "I want Bo executed", false, nil, 2},
		{"plan", "DIVINE: Bo", false, nil, 0},
		{"plan", "I will say that Bo is WEREWOLF", false, nil, 0},
		{"vote", "As I announced: Big Bo", false, nil, 3},
		{"vote", "理由：ミナト", false, nil, 4},
		{"vote", "aMio", false, nil, 0},
		{"manager", "Mio", false, nil, 1},
		{"whatever", "Mio", false, nil, 0},
		{"inducement", `{"day":1,"target":"Bo"}`, false, nil, 2},
		{"inducement", `{"target":7}`, false, nil, 0},
		{"choice", "Mio: lied", true, nil, 1},
		{"choice", "Mio: lied", false, nil, 0},
		{"choice", "", true, nil, 0},
	} {
		o := table().Read(c.topic, c.text, c.voting)
		if !maps.Equal(o.Wolf, c.wolf) || o.Mask != nil || o.Target != c.target {
			t.Errorf("%s %q: %+v, want %v %d", c.topic, c.text, o, c.wolf, c.target)
		}
	}
}

// All roles that a note speaks of are read, as far as what it gives them is a chance.
func TestReadRoles(t *testing.T) {
	for text, want := range map[string]map[string]float64{
		"Mio: werewolf 35%, rather villager (50%)":                        {"WEREWOLF": .35, "VILLAGER": .5},
		"Mio: werewolf 35%, rather villager (500%)":                       {"WEREWOLF": .35},
		"Mio: werewolf 35%, whatever":                                     {"WEREWOLF": .35},
		"Mio: werewolf 35%":                                               {"WEREWOLF": .35},
		`{"Mio":{"SEER":0.5,"WEREWOLF":0.25,"MEDIUM":"1","VILLAGER":-1}}`: {"WEREWOLF": .25, "SEER": .5},
		"Mio: seer 35%":                                                   nil,
	} {
		for _, topic := range []string{"belief", "mask"} {
			if o := table().Read(topic, text, false); !maps.Equal(o.Roles[1], want) {
				t.Errorf("%s %q: %v, want %v", topic, text, o.Roles[1], want)
			}
		}
	}
}

// What a liar shows to believe is read from the same forms, and is not what it believes.
func TestReadMask(t *testing.T) {
	for _, text := range []string{"Mio: werewolf 35%, rather villager (50%)", `{"Mio":{"WEREWOLF":0.35}}`} {
		o := table().Read("mask", text, true)
		if o.Wolf != nil || o.Target != 0 || !maps.Equal(o.Mask, map[werewolf.SeatID]float64{1: .35}) {
			t.Errorf("%q: %+v", text, o)
		}
	}
	if o := table().Read("mask", "Mio", true); o.Mask != nil || o.Target != 0 {
		t.Errorf("%+v", o)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("belief", "Mio: werewolf 35%")
	f.Add("inference", `{"Mio":{"WEREWOLF":0.25}}`)
	f.Add("mask", "Mio: werewolf 35%")
	f.Add("vote", "for: Big Bo")
	f.Add("inducement", `{"target":"Bo"}`)
	f.Fuzz(func(t *testing.T, topic, text string) {
		o := table().Read(topic, text, true)
		if o.Wolf != nil && o.Mask != nil {
			t.Errorf("%+v", o)
		}
		for id, p := range o.Wolf {
			if id < 1 || int(id) > len(table()) || !(p >= 0 && p <= 1) || math.IsNaN(p) {
				t.Errorf("%d: %v", id, p)
			}
		}
		if o.Target < 0 || int(o.Target) > len(table()) {
			t.Errorf("target %d", o.Target)
		}
	})
}
