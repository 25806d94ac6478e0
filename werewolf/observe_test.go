package werewolf

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
)

// What a watcher has folded one event at a time is what the view folds to, and
// never holds a role that the seat may not know.
func TestObservationsFollowFromViews(t *testing.T) {
	t.Parallel()
	for seed := range seeds(400, 60) {
		rng := newRand(seed)
		var watchers []*Watcher
		seen := 0
		playChaos(t, seed, func(p *played) {
			for id := len(watchers); id <= len(p.seats); id++ {
				watchers = append(watchers, NewWatcher(&p.rules, SeatID(id)))
			}
			log := p.game.Log()
			for ; seen < len(log); seen++ {
				for _, w := range watchers {
					w.See(&log[seen], 0)
				}
			}
			if rng.IntN(10) == 0 || p.game.Result() != (Result{}) {
				id := SeatID(rng.IntN(len(watchers)))
				checkObservation(t, p, id, watchers[id])
			}
		})
	}
}

// observe folds a whole view at once.
func observe(view []Event, r *Rules, id SeatID, req Request) Observation {
	w := NewWatcher(r, id)
	for i := range view {
		w.See(&view[i], 0)
	}
	return w.Observation(req)
}

func checkObservation(t *testing.T, p *played, id SeatID, w *Watcher) {
	t.Helper()
	request := Request{Seat: id, Kind: DailyFinish}
	for _, q := range p.game.Pending() {
		if q.Seat == id {
			request = q
		}
	}
	got := w.Observation(request)
	want := observe(view(p.game.Log(), id), &p.rules, id, request)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("seed %d seat %d:\n%+v\n%+v", p.seed, id, got, want)
	}
	for seat := range SeatsUpTo(len(p.seats)).All() {
		role, may := p.game.Role(seat), p.game.Result() != (Result{}) || seat == id
		if id != 0 && fellows(p.game.Role(id)).Has(role) {
			may = true
		}
		if told := got.RoleOf(seat); may && told != role || !may && told != NoRole {
			t.Fatalf("seed %d: seat %d thinks that %d, a %s, is a %q", p.seed, id, seat, role, told)
		}
	}
	if p.game.Result() != got.Result {
		t.Fatalf("seed %d: result %v, want %v", p.seed, got.Result, p.game.Result())
	}
}

// watched is a game of nine up to the vote of day 2, seen by one seat.
func watched(t *testing.T, id SeatID) Observation {
	t.Helper()
	seats := fixed(Werewolf, Werewolf, Possessed, Seer, Bodyguard, Medium, Villager, Villager, Villager)
	seats[3].Profile = "a quiet one"
	r := With(countRoles(seats))
	r.Talk.MaxCount.PerAgent, r.Whisper.MaxCount.PerAgent = 1, 1
	g := begin(t, r, seats, ends{})
	w := NewWatcher(g.Rules(), id)
	seen := 0
	answers := map[RequestKind]Action{
		Talk: {Text: "hello"}, Whisper: {Text: "psst"}, Vote: {Target: 9}, Divine: {Target: 1}, Guard: {Target: 4}, Attack: {Target: 8},
	}
	for {
		for log := g.Log(); seen < len(log); seen++ {
			w.See(&log[seen], int64(1000+seen))
		}
		q := g.Pending()[0]
		if g.Day() == 2 && q.Kind == Vote {
			return w.Observation(Request{Seat: id, Kind: Vote, Targets: q.Targets})
		}
		a := answers[q.Kind]
		a.Seat, a.Request = q.Seat, q.Kind
		do(t, g, a)
	}
}

func TestObservationFields(t *testing.T) {
	votes := []Choice{{1, 1, 9}, {1, 2, 9}, {1, 3, 9}, {1, 4, 9}, {1, 5, 9}, {1, 6, 9}, {1, 7, 9}, {1, 8, 9}, {1, 9, 9}}
	deaths := []Death{{1, 9, ByExecution}, {1, 8, ByAttack}}
	cases := []struct {
		id       SeatID
		role     Role
		allies   SeatSet
		profile  string
		whispers int
		attacks  []Choice
		divined  []Finding
		medium   []Finding
		chosen   []OwnChoice
	}{
		{id: 0},
		{id: 1, role: Werewolf, allies: SetOf(2), whispers: 4, attacks: []Choice{{1, 1, 8}, {1, 2, 8}}, chosen: []OwnChoice{{Vote, 1, 0, 9}, {Attack, 1, 0, 8}}},
		{id: 3, role: Possessed, chosen: []OwnChoice{{Vote, 1, 0, 9}}},
		{id: 4, role: Seer, profile: "a quiet one", divined: []Finding{{0, 1, Wolf}, {1, 1, Wolf}}, chosen: []OwnChoice{{Divine, 0, 0, 1}, {Vote, 1, 0, 9}, {Divine, 1, 0, 1}}},
		{id: 5, role: Bodyguard, chosen: []OwnChoice{{Vote, 1, 0, 9}, {Guard, 1, 0, 4}}},
		{id: 6, role: Medium, medium: []Finding{{1, 9, Human}}, chosen: []OwnChoice{{Vote, 1, 0, 9}}},
	}
	for _, c := range cases {
		o := watched(t, c.id)
		got := []any{o.Role(), o.Allies(), o.Profile, len(o.Whispers), o.AttackVotes, o.Divined, o.Medium, o.Chosen}
		want := []any{c.role, c.allies, c.profile, c.whispers, c.attacks, c.divined, c.medium, c.chosen}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("seat %d knows\n%v, want\n%v", c.id, got, want)
		}
		if o.Day != 2 || !o.Night || o.Living != SeatsUpTo(7) || !slices.Equal(o.Votes, votes) || !slices.Equal(o.Deaths, deaths) {
			t.Errorf("seat %d: day %d, night %t, living %s, votes %v, deaths %v", c.id, o.Day, o.Night, o.Living, o.Votes, o.Deaths)
		}
		if len(o.Talks) != 9+9+7 || o.Talks[0] != (Utterance{Seat: 1, Text: "hello", Time: o.Talks[0].Time}) || o.Talks[0].Time < 1000 {
			t.Errorf("seat %d: %d talks, the first %+v", c.id, len(o.Talks), o.Talks[0])
		}
	}
}

func TestObservationNames(t *testing.T) {
	o := watched(t, 4)
	if o.Name(1) != "P1" || o.Name(9) != "P9" || o.Name(0) != "" || o.Name(10) != "" || o.Name(-1) != "" {
		t.Error("names of seats", o.Names)
	}
	if o.SeatOf("P9") != 9 || o.SeatOf("p9") != 0 || o.SeatOf("") != 0 {
		t.Error("seats of names", o.Names)
	}
	if o.Others() != SetOf(1, 2, 3, 5, 6, 7) {
		t.Error("others", o.Others())
	}
	if o.RoleOf(-1) != NoRole || o.RoleOf(99) != NoRole || o.RoleOf(4) != Seer || o.RoleOf(1) != NoRole {
		t.Error("roles", o.Roles)
	}
}

// What was handed out must not change when more happens.
func TestObservationsAreNotChangedLater(t *testing.T) {
	r := standard(t, 5)
	g := begin(t, r, table(5), Seeded(1))
	w := NewWatcher(&r, 1)
	seen := 0
	var given []Observation
	var kept []string
	for {
		for log := g.Log(); seen < len(log); seen++ {
			w.See(&log[seen], 0)
		}
		given = append(given, w.Observation(Request{}))
		kept = append(kept, asText(t, given[len(given)-1]))
		if len(g.Pending()) == 0 {
			break
		}
		q := g.Pending()[0]
		a := pass(q)
		if q.Kind.Chooses() {
			a = Action{Seat: q.Seat, Request: q.Kind, Target: q.Targets.First()}
		}
		do(t, g, a)
	}
	for i := range given {
		if got := asText(t, given[i]); got != kept[i] {
			t.Fatalf("observation %d of %d changed: %s", i, len(given), firstDifference(got, kept[i]))
		}
	}
}

func asText(t *testing.T, o Observation) string {
	t.Helper()
	b, err := json.MarshalIndent(o, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
