package lycaon_test

import (
	"strings"
	"testing"

	"wolfden/internal/bot/lycaon"
	"wolfden/werewolf"
)

// A bodyguard holds nobody for a werewolf whom it saved from an attack.
func TestWhomTheBodyguardSavedIsHuman(t *testing.T) {
	saved := 0
	for seed := range uint64(12) {
		if !*lycaon.Long && saved > 0 {
			break // enough has been seen
		}
		table, players := sit(t, 9, seed)
		table.Observe = func(o *werewolf.Observation, _ string) {
			belief := ""
			for topic, note := range players[o.Seat-1].Notes() {
				if topic == "belief" {
					belief = note
				}
			}
			if o.Role() != werewolf.Bodyguard {
				return
			}
			for id := range o.Saved().All() {
				if _, how, believes := strings.Cut(belief, o.Name(id)+": werewolf "); believes {
					if saved++; !strings.HasPrefix(how, "0%") {
						t.Errorf("seed %d, day %d: %s, who was saved, is a werewolf at %s", seed, o.Day, o.Name(id), how)
					}
				}
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if saved == 0 {
		t.Error("nobody is ever saved")
	}
}
