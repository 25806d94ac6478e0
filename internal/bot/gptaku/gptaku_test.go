package gptaku

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// understood is what was understood in any game of these tests: many begin alike.
var understood = understand.NewShared()

var names = []string{"Alice", "Bob", "Carol", "Dave", "Erin"}

// sit begins a game.
func sit(t testing.TB, c agent.Config, seats []werewolf.Seat) (*bottest.Table, []*Player) {
	t.Helper()
	rules, err := werewolf.Standard(Players)
	if err != nil {
		t.Fatal(err)
	}
	c.Shared = understood
	var all []*Player
	players := make([]bottest.Player, Players)
	for i := range players {
		p, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		players[i], all = p, append(all, p)
	}
	table, err := bottest.Sit(rules, seats, c.Seed, players)
	if err != nil {
		t.Fatal(err)
	}
	return table, all
}

// play plays a game of which nothing may be wrong.
func play(t testing.TB, table *bottest.Table) {
	t.Helper()
	if err := table.Play(); err != nil || len(table.Illegal) > 0 {
		t.Fatalf("%v, illegal: %v", err, table.Illegal)
	}
}

// seated plays a game; watch, where there is one, is told what each utterance meant.
func seated(t testing.TB, lang string, seed uint64, seats []werewolf.Seat, watch func(*Player, *werewolf.Observation, speech.Rows)) (*bottest.Table, []*Player) {
	t.Helper()
	table, all := sit(t, agent.Config{Seed: seed, Lang: lang}, seats)
	if watch != nil {
		table.Observe = func(o *werewolf.Observation, answer string) {
			if o.Request.Kind != werewolf.Talk {
				return
			}
			if acts, meant := all[o.Seat-1].State().composer.Meant(answer); meant {
				watch(all[o.Seat-1], o, acts)
			}
		}
	}
	play(t, table)
	return table, all
}

// heard is what the village has heard in the end.
func heard(g *werewolf.Game) *ledger.Ledger {
	public := werewolf.NewWatcher(g.Rules(), 0)
	for _, e := range g.Log() {
		public.See(&e, 0)
	}
	o := public.Observation(werewolf.Request{Kind: werewolf.Finish})
	l := understand.New(understand.Table{Names: o.Names, Roles: g.Rules().Roles, Shared: understood})
	l.Follow(&o, nil)
	return l.Ledger()
}

// In self-play everything happens that the paper names.
func TestBehaviours(t *testing.T) {
	games := bottest.Few(*long, uint64(max(300, *played)))
	if testing.Short() {
		games = 100
	}
	count := map[string]int{}
	for seed := range games {
		found := map[string]bool{}
		table, _ := seated(t, "en", seed, bottest.Seats(names...), persuasion(found))
		b := heard(table.Game)
		for what := range behaviours(table.Game, b, found) {
			count[what]++
		}
	}
	t.Logf("of %d games: %v", games, count)
	for what, least := range map[string]uint64{
		"universal seer CO": games / 100, "villager CO": games / 3, "retraction": games / 50,
		"vote request with reason": games * 9 / 10, "power play": games / 10,
	} {
		if count[what] < int(least) {
			t.Errorf("%s in %d games of %d", what, count[what], games)
		}
	}
}

// persuasion finds the two steps of persuasion: somebody asks for votes, then says why.
func persuasion(found map[string]bool) func(*Player, *werewolf.Observation, speech.Rows) {
	var urged werewolf.SeatSet
	return func(p *Player, o *werewolf.Observation, says speech.Rows) {
		if says.Requested(speech.Vote) != 0 {
			urged = urged.With(o.Seat)
		}
		for name := range p.State().said {
			if strings.HasPrefix(name, "reason") && urged.Has(o.Seat) {
				found["vote request with reason"] = true
			}
		}
	}
}

// behaviours adds what the village has heard.
func behaviours(g *werewolf.Game, b *ledger.Ledger, found map[string]bool) map[string]bool {
	var claimed werewolf.SeatSet
	for _, c := range b.Claims() {
		switch {
		case c.Role == werewolf.Seer && c.Day == 1:
			claimed = claimed.With(c.Seat)
			if g.Role(c.Seat) == werewolf.Villager {
				found["villager CO"] = true
			}
		case c.Day == 2 && (c.Role == werewolf.Possessed || c.Role == werewolf.Werewolf):
			found["power play"] = true
		}
	}
	if claimed.Len() == Players {
		found["universal seer CO"] = true
	}
	for _, l := range b.Lines() {
		if l.Frame.Verb == speech.Not && l.Day == 1 {
			found["retraction"] = true
		}
	}
	return found
}

// The seer comes out on day 1 with its true result, and the werewolf with an invented one.
func TestEverySeerComesOut(t *testing.T) {
	seats := bottest.Seats(names...)
	for i, role := range []werewolf.Role{werewolf.Seer, werewolf.Werewolf, werewolf.Possessed, werewolf.Villager, werewolf.Villager} {
		seats[i].Role = role
	}
	for seed := range bottest.Few(*long, uint64(30)) {
		table, players := seated(t, "en", seed, seats, nil)
		b := heard(table.Game)
		if b.Claimants(werewolf.Seer)&werewolf.SetOf(1) == 0 {
			t.Errorf("seed %d: the seer has not come out", seed)
		}
		for _, r := range b.Findings() {
			if r.By == 1 && r.Species != werewolf.StandardRoles().Species(table.Game.Role(r.Target)) {
				t.Errorf("seed %d: the seer tells %+v", seed, r)
			}
		}
		if f := players[1].State().told; f.Target == 0 || f.Target == 2 {
			t.Errorf("seed %d: the werewolf invents %+v", seed, f)
		}
	}
}

// A black result that others contradict is not held up.
func TestImplausibleResultsAreRetracted(t *testing.T) {
	p := &state{o: &werewolf.Observation{Seat: 1, Living: werewolf.SeatsUpTo(5)}, told: werewolf.Finding{Target: 2, Species: werewolf.Wolf}}
	var book ledger.Writer
	p.heard = book.Reader()
	told := func(by, target werewolf.SeatID, s werewolf.Species) {
		book.Hear(&werewolf.Utterance{Day: 1, Seat: by}, speech.Found(werewolf.Divines, target, s))
	}
	if !p.plausible() {
		t.Error("alone it is plausible")
	}
	told(3, 2, werewolf.Human)
	if p.plausible() {
		t.Error("cleared by another it is not")
	}
	told(4, 2, werewolf.Wolf)
	if !p.plausible() {
		t.Error("confirmed by a third it is")
	}
	told(3, 5, werewolf.Wolf)
	told(4, 5, werewolf.Wolf)
	told(2, 5, werewolf.Wolf)
	if p.plausible() {
		t.Error("with somebody else more accused it is not")
	}
}

func TestOnlyFivePlay(t *testing.T) {
	p, err := New(agent.Config{Seed: 1, Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Answer(t.Context(), werewolf.Observation{Names: make([]string, 9)}); !errors.Is(err, agent.ErrPlayers) {
		t.Errorf("nine players: %v", err)
	}
	if _, err := New(agent.Config{Seed: 1, Lang: "fr"}); err == nil {
		t.Error("it speaks French")
	}
}

// The same seed gives the same game, in both languages.
func TestSameSeedSameGame(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		a, _ := seated(t, lang, 7, bottest.Seats(names...), nil)
		b, _ := seated(t, lang, 7, bottest.Seats(names...), nil)
		if fmt.Sprint(a.Game.Log()) != fmt.Sprint(b.Game.Log()) {
			t.Errorf("%s: two games", lang)
		}
	}
}
