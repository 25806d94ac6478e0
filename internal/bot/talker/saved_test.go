package talker

import (
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/werewolf"
)

// attackedInVain are those whom the log says the werewolves attacked, and nobody died.
func attackedInVain(g *werewolf.Game) (s werewolf.SeatSet) {
	for _, e := range g.Log() {
		if e.Kind == werewolf.AttackMade && e.Target != 0 && !e.Killed {
			s = s.With(e.Target)
		}
	}
	return s
}

// Whom a bodyguard guarded in a night in which nobody died was attacked: the bodyguard knows that it is human, and does not vote for it.
func TestWhomTheBodyguardSavedIsHuman(t *testing.T) {
	saved := 0
	for seed := range bottest.Few(*long, uint64(25)) {
		table, players := sit(t, 9, seed)
		table.Observe = func(o *werewolf.Observation, answer string) {
			p := players[o.Seat-1]
			if o.Role() != werewolf.Bodyguard || o.Request.Kind != werewolf.Talk && o.Request.Kind != werewolf.Vote || p.o == nil || p.o.Request != o.Request {
				return
			}
			if got, want := o.Saved(), attackedInVain(table.Game); got != want {
				t.Errorf("seed %d, day %d: the bodyguard has saved %v, attacked in vain were %v", seed, o.Day, got, want)
			}
			for id := range o.Saved().All() {
				saved++
				if p.opinion.Proven(id) != werewolf.Human {
					t.Errorf("seed %d, day %d: the bodyguard does not know what %s is", seed, o.Day, o.Name(id))
				}
				if o.Request.Kind == werewolf.Vote && o.Name(id) == answer {
					t.Errorf("seed %d, day %d: the bodyguard votes for %s, whom it saved", seed, o.Day, answer)
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
