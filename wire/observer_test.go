package wire

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// follower checks what an Observer makes of the packets of one seat against
// the observations they were made from, as far as packets can carry them.
type follower struct {
	r               Observer
	dialect         Dialect
	talks, whispers told
	perm            []werewolf.SeatID // our seats to those by name
}

// told are the utterances a player has been sent: the slow twin of Encoder's
// cursor and Observer's differences. It marks them one by one.
type told struct {
	done []bool
	said []werewolf.Utterance
}

func (f *told) take(said []werewolf.Utterance, day int) {
	for len(f.done) < len(said) {
		f.done = append(f.done, false)
	}
	for i, u := range said {
		if u.Day == day && !f.done[i] {
			f.done[i] = true
			f.said = append(f.said, u)
		}
	}
}

func (f *follower) follow(t *testing.T, s sent) {
	p, err := Decode(s.packet)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.packet)
	}
	if len(p.Unknown) != 0 || p.Request != s.request {
		t.Fatalf("%s, unknown %q\n%s", p.Request, p.Unknown, s.packet)
	}
	switch s.request {
	case RequestTalk, RequestTalkBroadcast:
		f.talks.take(s.o.Talks, s.o.Day)
	case RequestWhisper, RequestAttack, RequestWhisperBroadcast:
		f.whispers.take(s.o.Whispers, s.o.Day)
	case RequestDailyFinish:
		f.talks.take(s.o.Talks, s.o.Day)
		f.whispers.take(s.o.Whispers, s.o.Day)
	default:
	}
	got, err := f.r.See(&p)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.packet)
	}
	want := f.want(&s)
	if got.Result.End == werewolf.Failure {
		want.Chosen = got.Chosen // what was chosen in the last moment counts no more
	}
	if slices.Equal(got.Talks, want.Talks) {
		got.Talks, want.Talks = nil, nil // long, and slow to compare by reflection
	}
	for i, g, w := 0, reflect.ValueOf(got), reflect.ValueOf(want); i < g.NumField(); i++ {
		if !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
			t.Errorf("%s:\n got %+v\nwant %+v", g.Type().Field(i).Name, g.Field(i), w.Field(i))
		}
	}
	if t.Failed() {
		t.Fatalf("after the packet %s", s.packet)
	}
}

// want is the observation with the seats by name, without what packets do not
// tell.
func (f *follower) want(s *sent) werewolf.Observation {
	o := s.o
	if f.perm == nil {
		sorted := slices.Sorted(slices.Values(o.Names))
		f.perm = make([]werewolf.SeatID, len(o.Names)+1)
		for i, name := range o.Names {
			f.perm[i+1] = werewolf.SeatID(slices.Index(sorted, name) + 1)
		}
	}
	w := werewolf.Observation{
		Request: o.Request, Seat: f.perm[o.Seat], Profile: o.Profile, Day: o.Day, Night: o.Night,
		Names: slices.Sorted(slices.Values(o.Names)), Living: f.set(o.Living), Roles: make([]werewolf.Role, len(o.Roles)),
		Result: o.Result,
	}
	rules := NewSetting(o.Rules).Rules()
	w.Rules = &rules
	w.Request.Seat, w.Request.Targets = w.Seat, f.set(o.Request.Targets)
	if s.request == RequestTalkPhaseEnd || s.request == RequestWhisperPhaseEnd || o.Request.Left.Count == werewolf.Spent {
		w.Request = werewolf.Request{}
	}
	for id, role := range o.Roles {
		w.Roles[f.perm[id]] = role
	}
	w.Talks, w.Whispers = f.utterances(f.talks.said), f.utterances(f.whispers.said)
	w.Votes, w.AttackVotes = f.choices(o.Votes), f.choices(o.AttackVotes)
	for _, d := range o.Deaths {
		d.Seat = f.perm[d.Seat]
		w.Deaths = append(w.Deaths, d)
	}
	w.Divined, w.Medium = f.findings(o.Divined), f.findings(o.Medium)
	for _, m := range o.Chosen {
		m.Target = f.perm[m.Target]
		w.Chosen = append(w.Chosen, m)
	}
	return w
}

func (f *follower) set(s werewolf.SeatSet) (out werewolf.SeatSet) {
	for id := range s.All() {
		out = out.With(f.perm[id])
	}
	return out
}

func (f *follower) utterances(said []werewolf.Utterance) (out []werewolf.Utterance) {
	n, day := 0, -1
	for _, u := range said {
		u.Seat = f.perm[u.Seat]
		if n++; u.Day != day {
			n, day = 0, u.Day
		}
		if f.dialect == February {
			u.Time = 0
		} else {
			u.Idx = n
		}
		out = append(out, u)
	}
	return out
}

func (f *follower) choices(cast []werewolf.Choice) (out []werewolf.Choice) {
	for _, c := range cast {
		c.Seat, c.Target = f.perm[c.Seat], f.perm[c.Target]
		out = append(out, c)
	}
	return out
}

func (f *follower) findings(list []werewolf.Finding) (out []werewolf.Finding) {
	for _, g := range list {
		g.Target = f.perm[g.Target]
		out = append(out, g)
	}
	return out
}

func TestObserverRebuildsObservations(t *testing.T) {
	ends := map[werewolf.End]int{}
	requests := map[Request]int{}
	games := 60
	if !*long {
		games = 24
	}
	for seed := range games {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		rules := testRules(t, []int{5, 9, 13}[seed%3], rng)
		p := party{tb: t, dialect: Dialect(rng.IntN(2)), faults: rng.IntN(2) * 5}
		if p.faults > 0 {
			rules.MaxFailedRatio, rules.MaxDay = 0.4, werewolf.NoLimit
		}
		players := make([]follower, rules.Players()+1)
		for i := range players {
			players[i].dialect = p.dialect
		}
		p.send = func(s sent) {
			requests[s.request]++
			players[s.seat].follow(t, s)
		}
		p.chose = func(seat, target werewolf.SeatID) {
			f := &players[seat]
			if int(target) < len(f.perm) {
				f.r.Chose(f.perm[target])
			} else {
				f.r.Chose(target)
			}
		}
		ends[p.play(rules, uint64(seed)).Result().End]++
	}
	for r := RequestInitialize; r < numRequests; r++ {
		if requests[r] == 0 {
			t.Errorf("no game had a %s", r)
		}
	}
	if len(ends) != 4 && !testing.Short() {
		t.Errorf("games ended %v, want every way", ends)
	}
}

// observed is an Observer and its game after the INITIALIZE of a five-player
// game, to be sent packets of one's own making.
func observed(t *testing.T) (*Observer, func() *Packet) {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	packet := func() *Packet {
		return &Packet{
			Request: RequestInitialize, Setting: NewSetting(&rules),
			Info: &Info{
				GameID: "g", Agent: "b", RoleMap: map[string]werewolf.Role{"b": werewolf.Seer},
				StatusMap: map[string]Status{"a": Alive, "b": Alive, "c": Alive, "d": Alive, "e": Alive},
			},
		}
	}
	r := &Observer{}
	if _, err := r.See(packet()); err != nil {
		t.Fatal(err)
	}
	return r, packet
}

func TestObserverRefusesWhatCannotBe(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Packet)
		want   string
	}{
		{"another game in its middle", func(p *Packet) { p.Info.GameID, p.Request = "h", RequestVote }, `VOTE: game "h" has not begun`},
		{"another game without setting", func(p *Packet) { p.Info.GameID, p.Setting = "h", nil }, `game "h" has not begun`},
		{"another player", func(p *Packet) { p.Info.Agent = "c" }, `info.agent is "c", but this is the player "b"`},
		{"an unknown player", func(p *Packet) { p.Info.Agent = "x" }, "info.agent"},
		{"an earlier day", func(p *Packet) { p.Info.Day = -1 }, "info.day is -1, but day 0 has begun"},
		{"a missing player", func(p *Packet) { delete(p.Info.StatusMap, "c") }, "info.status_map has 4 players of 5"},
		{"a stranger", func(p *Packet) { p.Info.StatusMap["x"] = Alive }, `info.status_map: nobody is called "x"`},
		{"a stranger's role", func(p *Packet) { p.Info.RoleMap["x"] = werewolf.Seer }, `info.role_map: nobody is called "x"`},
		{"a stranger executed", func(p *Packet) { p.Info.ExecutedAgent = "x" }, `info.executed_agent: nobody is called "x"`},
		{"a stranger attacked", func(p *Packet) { p.Info.AttackedAgent = "x" }, `info.attacked_agent: nobody`},
		{"a stranger's vote", func(p *Packet) { p.Info.VoteList = []Vote{{1, "a", "b"}, {1, "x", "b"}} }, `info.vote_list[1].agent: nobody`},
		{"a vote for a stranger", func(p *Packet) { p.Info.AttackVoteList = []Vote{{1, "a", "x"}} }, `info.attack_vote_list[0].target: nobody`},
		{"a stranger divined", func(p *Packet) { p.Info.DivineResult = &Judge{Target: "x"} }, `info.divine_result.target: nobody`},
		{"a stranger's talk", func(p *Packet) { p.TalkHistory = []Talk{{Agent: "x"}} }, `talk_history[0].agent: nobody is called "x"`},
		{"a stranger's news", func(p *Packet) { p.NewTalk = &Talk{Agent: "x"} }, `new_talk.agent: nobody`},
		{"another number", func(p *Packet) { p.Setting.AgentCount = 6 }, "setting.agent_count is 6, but info.status_map has 5 players"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, packet := observed(t)
			before := fmt.Sprintf("%+v", *r)
			p := packet()
			test.change(p)
			if _, err := r.See(p); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if after := fmt.Sprintf("%+v", *r); after != before {
				t.Errorf("the observer has changed\nfrom %s\n  to %s", before, after)
			}
		})
	}
	var r Observer
	if _, err := r.See(&Packet{Request: RequestTalkBroadcast, NewTalk: &Talk{}}); err == nil {
		t.Error("a broadcast before any game is taken")
	}
	_, packet := observed(t)
	p := packet()
	for i := range 61 {
		p.Info.StatusMap[fmt.Sprint(i)] = Alive
	}
	if _, err := r.See(p); err == nil || !strings.Contains(err.Error(), "66 players, at most 60 can play") {
		t.Errorf("error %v for 66 players", err)
	}
}

func TestObserverBeginsAnew(t *testing.T) {
	r, packet := observed(t)
	talk := packet()
	talk.Request, talk.Setting = RequestTalk, nil
	talk.TalkHistory = []Talk{{Idx: 0, Agent: "a", Text: "hello"}}
	first, err := r.See(talk)
	if err != nil {
		t.Fatal(err)
	}
	// The server takes a player back with an INITIALIZE, and sends the day's
	// talk again.
	if _, err := r.See(packet()); err != nil {
		t.Fatal(err)
	}
	talk.TalkHistory = []Talk{{Idx: 0, Agent: "a", Text: "hello"}, {Idx: 1, Agent: "c", Text: "Over", Over: true}}
	again, err := r.See(talk)
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Talks) != 1 || len(again.Talks) != 2 || again.Talks[0] != first.Talks[0] {
		t.Errorf("talks %v, then %v", first.Talks, again.Talks)
	}
	other := packet()
	other.Info.GameID, other.Info.Agent = "h", "d"
	o, err := r.See(other)
	if err != nil || o.Seat != 4 || len(o.Talks) != 0 || o.RoleOf(2) != werewolf.Seer {
		t.Errorf("%v, %+v", err, o)
	}
	if o, err := r.See(&Packet{Request: RequestName}); err != nil || o.Request != (werewolf.Request{}) || o.Seat != 4 {
		t.Errorf("NAME: %v, %+v", err, o.Request)
	}
}

// The organisers' server sends what it broadcast once more in the histories,
// also to those who were not there to hear it.
func TestObserverHearsBroadcastsOnce(t *testing.T) {
	r, packet := observed(t)
	start := packet()
	start.Request, start.Setting = RequestTalkPhaseStart, nil
	o, err := r.See(start)
	if err != nil || !o.Request.Open || o.Request.Kind != werewolf.Talk || o.Request.Left.Count != 3 {
		t.Fatalf("%v, %+v", err, o.Request)
	}
	said := []Talk{{Idx: 0, Agent: "a", Text: "x"}, {Idx: 1, Agent: "b", Text: "x"}, {Idx: 2, Agent: "b", Text: "Over", Over: true}}
	for i := range said[1:] {
		if o, err = r.See(&Packet{Request: RequestTalkBroadcast, NewTalk: &said[i+1]}); err != nil {
			t.Fatal(err)
		}
		if i == 0 && (!o.Request.Open || o.Request.Left.Count != 2) {
			t.Errorf("after the first word: %+v", o.Request)
		}
	}
	if o.Request.Open || len(o.Talks) != 2 {
		t.Errorf("after Over: %+v, %d talks", o.Request, len(o.Talks))
	}
	end := packet()
	end.Request, end.Setting = RequestTalkPhaseEnd, nil
	if o, err = r.See(end); err != nil || o.Request != (werewolf.Request{}) {
		t.Errorf("%v, %+v", err, o.Request)
	}
	if o, err = r.See(&Packet{Request: RequestTalkBroadcast, NewTalk: &Talk{Idx: 3, Agent: "c", Text: "late"}}); err != nil || o.Request.Open {
		t.Errorf("%v, %+v", err, o.Request)
	}
	finish := packet()
	finish.Request, finish.Setting, finish.TalkHistory = RequestDailyFinish, nil, said
	if o, err = r.See(finish); err != nil || !o.Night {
		t.Fatal(err)
	}
	if len(o.Talks) != 4 || o.Talks[3].Text != "x" || o.Talks[3].Seat != 1 {
		t.Errorf("talks %+v", o.Talks)
	}
}

// Who is dead in the night was executed, as far as one can tell; at dawn the
// packets say.
func TestObserverCorrectsGuessedCauses(t *testing.T) {
	r, packet := observed(t)
	see := func(request Request, day int, change func(*Info)) werewolf.Observation {
		t.Helper()
		p := packet()
		p.Request, p.Info.Day = request, day
		change(p.Info)
		o, err := r.See(p)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	see(RequestDailyInitialize, 1, func(*Info) {})
	guess := see(RequestDivine, 1, func(i *Info) { i.StatusMap["a"] = Dead })
	sure := see(RequestDailyInitialize, 2, func(i *Info) {
		i.AttackedAgent, i.ExecutedAgent = "a", "d"
		i.StatusMap["a"], i.StatusMap["d"], i.StatusMap["e"] = Dead, Dead, Dead
	})
	if want := []werewolf.Death{{Day: 1, Seat: 1, Cause: werewolf.ByExecution}}; !reflect.DeepEqual(guess.Deaths, want) {
		t.Errorf("guessed %+v", guess.Deaths)
	}
	want := []werewolf.Death{
		{Day: 1, Seat: 1, Cause: werewolf.ByAttack}, {Day: 1, Seat: 4, Cause: werewolf.ByExecution}, {Day: 1, Seat: 5, Cause: werewolf.ByAttack},
	}
	if !reflect.DeepEqual(sure.Deaths, want) || sure.Living != werewolf.SetOf(2, 3) {
		t.Errorf("deaths %+v, living %b", sure.Deaths, sure.Living)
	}
}

func TestObserverNotesChoices(t *testing.T) {
	r, packet := observed(t)
	p := packet()
	p.Request, p.Setting = RequestDivine, nil
	if _, err := r.See(p); err != nil {
		t.Fatal(err)
	}
	r.Chose(2) // oneself
	r.Chose(0)
	r.Chose(9)
	r.Chose(3)
	o, err := r.See(&Packet{Request: RequestName})
	if want := []werewolf.OwnChoice{{Kind: werewolf.Divine, Target: 3}}; err != nil || !reflect.DeepEqual(o.Chosen, want) {
		t.Errorf("%v, chosen %+v", err, o.Chosen)
	}
}
