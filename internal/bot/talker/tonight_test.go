package talker

import (
	"iter"
	"slices"
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// TestTonightIsWhatIsChosen: what rules mean to choose at night is what they choose, known by day to roles that choose and to no
// other.
func TestTonightIsWhatIsChosen(t *testing.T) {
	r, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	chosen := map[werewolf.RequestKind]int{}
	for seed := range uint64(3) {
		players := make([]bottest.Player, 13)
		for i := range players {
			players[i] = newPlayer(t, seed)
		}
		table, err := bottest.Sit(r, bottest.Seats(names[:13]...), seed, players)
		if err != nil {
			t.Fatal(err)
		}
		table.Observe = func(o *werewolf.Observation, answer string) {
			p, ok := players[o.Seat-1].(*Player)
			if !ok || p.o == nil || p.o.Request != o.Request {
				return
			}
			who := p.Tonight()
			sleeps := o.Role() == werewolf.Villager || o.Role() == werewolf.Medium || o.Role() == werewolf.Possessed
			attacks := o.Role() == werewolf.Werewolf && o.Day == 0
			switch kind := o.Request.Kind; {
			case kind == werewolf.Divine || kind == werewolf.Guard || kind == werewolf.Attack:
				if chosen[kind]++; o.Name(who) != answer {
					t.Errorf("seed %d, day %d: %s %s, meant %s", seed, o.Day, kind, answer, o.Name(who))
				}
			case (sleeps || attacks) && who != 0:
				t.Errorf("seed %d, day %d: the %s means to choose %s", seed, o.Day, o.Role(), o.Name(who))
			case who != 0 && (who == o.Seat || !o.Living.Has(who) || o.Allies().Has(who)):
				t.Errorf("seed %d, day %d: the %s means to choose %s", seed, o.Day, o.Role(), o.Name(who))
			case kind == werewolf.Talk && o.Day > 0 && o.Role() == werewolf.Werewolf && who == 0:
				t.Errorf("seed %d, day %d: a werewolf means to choose nobody", seed, o.Day)
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if len(chosen) != 3 {
		t.Errorf("chosen %v", chosen)
	}
}

// asking puts questions to whoever sits first, as many as it may.
type asking struct{ Rules }

func (asking) Urgent(p *Self) iter.Seq[Intention] {
	who := p.o.Others().First()
	return slices.Values([]Intention{Each(Ask(wording.AskSuspect, who, 0), Ask(wording.AskQuiet, who, 0))})
}

// TestPut: a decider puts one question an utterance and two a day at most.
func TestPut(t *testing.T) {
	r, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	players := make([]bottest.Player, 5)
	for i := range players {
		if players[i], err = speaking(1, "en", asking{}); err != nil {
			t.Fatal(err)
		}
	}
	table, err := bottest.Sit(r, bottest.Seats(names[:5]...), 1, players)
	if err != nil {
		t.Fatal(err)
	}
	asked, most := map[[2]int]int{}, 0
	table.Observe = func(o *werewolf.Observation, answer string) {
		p, ok := players[o.Seat-1].(*Player)
		if !ok || o.Request.Kind != werewolf.Talk {
			return
		}
		rows, _ := p.Meant(answer)
		n := 0
		for range rows.Questions() {
			n++
		}
		if n > 1 {
			t.Errorf("%d questions: %q", n, answer)
		}
		day := [2]int{int(o.Seat), o.Day}
		asked[day] += n
		most = max(most, asked[day])
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	if most != 2 {
		t.Errorf("%d questions a day at most", most)
	}
}

// TestTwoQuestionsADay: the rules ask until the player has asked twice that day.
func TestTwoQuestionsADay(t *testing.T) {
	r, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	var players []bottest.Player
	for range 5 {
		players = append(players, newPlayer(t, 1))
	}
	table, err := bottest.Sit(r, bottest.Seats(names[:5]...), 1, players)
	if err != nil {
		t.Fatal(err)
	}
	asks := map[int]int{} // how often another question was put, by how many there were already
	table.Observe = func(o *werewolf.Observation, _ string) {
		if o.Request.Kind != werewolf.Talk {
			return
		}
		for already := range 4 {
			p := newPlayer(t, 1)
			p.Listen(o)
			p.asked = already
			if turn := p.beginTurn(); p.ask(turn) {
				asks[already]++
			}
		}
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	if asks[0] == 0 || asks[1] == 0 || asks[2] > 0 || asks[3] > 0 {
		t.Errorf("questions by how many were put before: %v", asks)
	}
}
