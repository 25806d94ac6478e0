package kanolabnw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/llm/llmtest"
	"wolfden/werewolf"
)

// looker is a model that names a seer and a werewolf where it is asked for them, and is of no use otherwise.
type looker struct {
	seer, wolf string
	asked      int
}

func (l *looker) behave(p llmtest.Prompt) llmtest.Answer {
	if p.Task != "fake-divination" {
		return llmtest.Answer{Text: "{}"}
	}
	l.asked++
	reason := func(name string) string {
		if name == "" {
			return ""
		}
		return "I heard it in the voice of " + name + "."
	}
	return llmtest.Answer{Text: fmt.Sprintf(`{"seer_reason": %q, "werewolf_reason": %q, "seer_player": %q, "werewolf_player": %q}`, reason(l.seer), reason(l.wolf), l.seer, l.wolf)}
}

// What the model finds makes the possessed's result and its target: a seer is called a werewolf and everybody asked to vote for it; a
// werewolf alone is called human, and nobody is induced to anything.
func TestTheModelFindsSeerAndWerewolf(t *testing.T) {
	for name, found := range map[string][2]int{"both": {1, 2}, "the seer": {1, 0}, "only the werewolf": {0, 2}} {
		played := 0
		for seed := range bottest.Few(*long, uint64(8)) {
			// Who is what depends on the seed: a first game tells the possessed and others.
			r := over(t, 5, seed, "en")
			possessed := werewolf.SeatID(0)
			for id := range werewolf.SeatsUpTo(5).All() {
				if r.role(id) == werewolf.Possessed {
					possessed = id
				}
			}
			others := werewolf.SeatsUpTo(5).Without(possessed)
			l := &looker{}
			if found[0] > 0 {
				l.seer = r.names[others.Nth(found[0])-1]
			}
			if found[1] > 0 {
				l.wolf = r.names[others.Nth(found[1])-1]
			}
			r = play(t, 5, seed, agent.Config{Model: llmtest.Model(l.behave)}, nil)
			played++
			var results []werewolf.Finding
			for _, f := range r.players[possessed-1].Table().Self.Results() {
				if f.Day == 0 {
					results = append(results, f)
				}
			}
			want := werewolf.Finding{Day: 0, Target: r.seat(l.seer), Species: werewolf.Wolf}
			if l.seer == "" {
				want = werewolf.Finding{Day: 0, Target: r.seat(l.wolf), Species: werewolf.Human}
			}
			if len(results) != 1 || results[0] != want {
				t.Errorf("%s, seed %d: results %v, want %v", name, seed, results, want)
			}
			hints := r.hints(t, possessed)
			if l.seer == "" && len(hints) > 0 {
				t.Errorf("%s, seed %d: it attempts %+v", name, seed, hints)
			}
			if l.seer != "" && (len(hints) == 0 || hints[0].Target != l.seer || hints[0].Ground != "found-wolf") {
				t.Errorf("%s, seed %d: it attempts %+v, not against %s", name, seed, hints, l.seer)
			}
			if note := strings.Join(r.notes[possessed-1]["fake-divination"], " "); !strings.Contains(note, "in the voice of "+l.seer) || !strings.Contains(note, "in the voice of "+l.wolf) {
				t.Errorf("%s, seed %d: the note is %q", name, seed, note)
			}
			if l.asked == 0 || l.asked > 8 {
				t.Errorf("%s, seed %d: asked %d times", name, seed, l.asked)
			}
		}
		if played == 0 {
			t.Errorf("%s: nothing was played", name)
		}
	}
}

func (r *round) seat(name string) werewolf.SeatID {
	return werewolf.SeatID(slices.Index(r.names, name) + 1)
}

// By rules the possessed may know a werewolf and no seer: the one whom an attacked seer called so. Then it induces nobody.
func TestOnlyAWerewolfIsFound(t *testing.T) {
	only := 0
	for _, seed := range [...]uint64{61, 99} { // it is rare
		if !*long && only > 0 {
			break
		}
		play(t, 13, seed, agent.Config{}, func(r *round, o *werewolf.Observation) {
			p := r.players[o.Seat-1].State()
			if o.Role() != werewolf.Possessed || p.guess.Seer != 0 || p.guess.Werewolf == 0 || o.Request.Kind != werewolf.Talk {
				return
			}
			if only++; p.last.target != 0 && p.last.day == o.Day && o.Living.Has(p.guess.Werewolf) {
				t.Errorf("seed %d: it knows only a werewolf and goes for seat %d", seed, p.last.target)
			}
		})
	}
	if only == 0 {
		t.Error("never happens")
	}
}
