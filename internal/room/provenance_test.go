package room

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"

	"wolfden/gamelog"
)

// The record says who is a person and what the others are made of. Who watches the game is told neither, nor its seed, as
// long as it goes on.
func TestProvenance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hall(t)
		h.options.Provenance = gamelog.Provenance{Program: "0.2.0", Command: "room"}
		h.options.Describe = func(kind, lang string) (gamelog.Entrant, error) {
			return gamelog.Entrant{Player: kind, Lang: lang, Model: "secret:model"}, nil
		}
		r := room(t, h, five(1))
		ann := join(t, r, "Ann")
		synctest.Wait()
		kept, over, _ := r.Game()
		if over || kept.Header.Provenance.Program != "0.2.0" || len(kept.Header.Provenance.Players) != 5 {
			t.Fatalf("over %v, %+v", over, kept.Header.Provenance)
		}
		for i, e := range kept.Header.Provenance.Players {
			if person := int(ann.ID) == i+1; e.Person != person || (e.Model == "secret:model") == person {
				t.Errorf("seat %d: %+v, Ann has seat %d", i+1, e, ann.ID)
			}
		}
		shown, _ := r.Now()
		text, err := json.Marshal(shown.Header)
		if err != nil || shown.Header.Seed != 0 || strings.Contains(string(text), "provenance") || strings.Contains(string(text), "secret") {
			t.Errorf("shown while it goes on: %s, %v", text, err)
		}
	})
}
