package talker

import (
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// What a player shows itself to know is what it was told: a seer that comes out sees with its own findings. Nobody remarks on
// a result about somebody who is dead, or of somebody who is.
func TestPlayersGoByWhatIsSo(t *testing.T) {
	seers, remarks := 0, 0
	for seed := range bottest.Few(*long, uint64(25)) {
		table, players := sit(t, 9, seed)
		known := map[topic]bool{}
		table.Observe = func(o *werewolf.Observation, _ string) {
			p := players[o.Seat-1]
			if o.Role() == werewolf.Seer && o.Request.Kind.Speaks() && len(o.Divined) > 0 {
				seers++
				if e := p.observer(); p.pretence.Role == werewolf.Seer && len(e.Divined) != len(o.Divined) {
					t.Errorf("seed %d: the seer sees %d of its %d findings", seed, len(e.Divined), len(o.Divined))
				}
			}
			for about := range p.done {
				own := about
				own.day = int(o.Seat)*1000 + about.day // a player's own
				if about.kind != wording.HeardHuman && about.kind != wording.HeardWolf || known[own] {
					continue
				}
				known[own] = true
				remarks++
				if !o.Living.Has(about.a) || !o.Living.Has(about.b) {
					t.Errorf("seed %d, day %d: seat %d remarks on a result of %d about %d, living %v", seed, o.Day, o.Seat, about.b, about.a, o.Living.Slice())
				}
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if seers == 0 || remarks < 10 {
		t.Errorf("%d seers, %d remarks", seers, remarks)
	}
}

// A result told today about somebody who lives is remarked on; one about the dead, or of the dead, is not.
func TestResultsOfTheDeadAreLeftAlone(t *testing.T) {
	r, _ := werewolf.Standard(9)
	remarked := map[string]int{}
	for seed := range bottest.Few(*long, uint64(12)) {
		var players []bottest.Player
		for range 9 {
			players = append(players, newPlayer(t, seed))
		}
		table, err := bottest.Sit(r, bottest.Seats(names[:9]...), seed, players)
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		table.Observe = func(o *werewolf.Observation, _ string) {
			if o.Request.Kind != werewolf.Talk || tried == 3 {
				return
			}
			p := players[o.Seat-1].(*Player)
			others := o.Others()
			by, target := others.First(), others.Without(others.First()).First()
			dead := []werewolf.SeatID{0, by, target}[tried]
			seen := *o
			seen.Living = o.Living.Without(dead)
			p.o = &seen
			var book ledger.Writer
			for range o.Talks {
				book.Hear(&werewolf.Utterance{Day: o.Day}, nil)
			}
			book.Hear(&werewolf.Utterance{Day: o.Day, Seat: by}, speech.Found(werewolf.Divines, target, werewolf.Wolf))
			before := p.ledger
			p.ledger = book.Reader()
			defer func() { p.ledger = before }()
			if p.reactToResults(p.beginTurn()) {
				remarked[[]string{"alive", "dead teller", "dead target"}[tried]]++
			}
			tried++
		}
		_ = table.Play() // from here on it is another game
	}
	if remarked["alive"] == 0 || remarked["dead teller"] > 0 || remarked["dead target"] > 0 {
		t.Errorf("remarks: %v", remarked)
	}
}
