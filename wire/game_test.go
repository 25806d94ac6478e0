package wire

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/werewolf"
)

// sent is one packet on its way to a player, with the observation it was made
// from.
type sent struct {
	seat    werewolf.SeatID
	request Request
	o       werewolf.Observation
	packet  []byte
}

// party plays a whole game with random players, some of which fail, and hands
// on every packet that a server would send, in order.
type party struct {
	tb      testing.TB
	rng     *rand.Rand
	g       *werewolf.Game
	watch   []*werewolf.Watcher // by SeatID
	encode  []*Encoder
	asked   []werewolf.Request   // what each seat has been asked and not answered
	floor   werewolf.RequestKind // that is open
	here    werewolf.SeatSet     // who takes part in it
	left    []werewolf.Left      // by SeatID: on it
	seen    int                  // events
	send    func(sent)
	chose   func(seat, target werewolf.SeatID)
	faults  int // percent of the answers
	dialect Dialect
	forgets bool // what the watchers need not keep for packets
}

var testNames = []string{
	"ミナト", "Yumi", "Kenji", "May", "アサギ", "Shion", "Shizue", "Agent[01]", "George", "Ｓakura", "Asuka", "Benjamin", "Mio",
}

func testSeats(n int) []werewolf.Seat {
	seats := make([]werewolf.Seat, n)
	for i := range seats {
		seats[i] = werewolf.Seat{Name: testNames[i], Profile: fmt.Sprintf("age: %d\npersonality: calm & \"quiet\"", 20+i), Team: "secret"}
	}
	return seats
}

func (p *party) play(rules werewolf.Rules, seed uint64) *werewolf.Game {
	p.rng = rand.New(rand.NewPCG(seed, 7))
	g, err := werewolf.New(rules, testSeats(rules.Players()), seed)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.g = g
	n := rules.Players()
	p.asked, p.left, p.here = make([]werewolf.Request, n+1), make([]werewolf.Left, n+1), 0
	p.watch, p.encode, p.seen = make([]*werewolf.Watcher, n+1), make([]*Encoder, n+1), 0
	for id := 1; id <= n; id++ {
		p.watch[id] = werewolf.NewWatcher(g.Rules(), werewolf.SeatID(id))
		p.encode[id] = NewEncoder("01GAME", p.dialect)
	}
	for {
		p.tell()
		pending := p.ask()
		if len(pending) == 0 {
			return g
		}
		q := pending[p.rng.IntN(len(pending))]
		p.apply(q)
	}
}

// tell hands the new events to the watchers and announces what they begin.
func (p *party) tell() {
	for ; p.seen < len(p.g.Log()); p.seen++ {
		e := &p.g.Log()[p.seen]
		if e.Kind != werewolf.Talked && e.Kind != werewolf.Whispered {
			p.endFloor()
		}
		if e.Kind == werewolf.DayBegan && e.Day == 0 {
			p.announce(werewolf.Initialize)
		}
		for _, w := range p.watch[1:] {
			w.See(e, 1_700_000_000_000+int64(p.seen))
			if p.forgets && e.Kind == werewolf.DayBegan {
				w.Forget()
			}
		}
		switch e.Kind {
		case werewolf.DayBegan:
			p.announce(werewolf.DailyInitialize)
		case werewolf.NightBegan:
			p.announce(werewolf.DailyFinish)
		case werewolf.GameOver:
			p.announce(werewolf.Finish)
		case werewolf.Talked:
			p.broadcast(werewolf.Talk, RequestTalkBroadcast)
		case werewolf.Whispered:
			p.broadcast(werewolf.Whisper, RequestWhisperBroadcast)
		default:
		}
	}
}

func (p *party) announce(kind werewolf.RequestKind) {
	for id := 1; id < len(p.watch); id++ {
		o := p.watch[id].Observation(werewolf.Request{Seat: werewolf.SeatID(id), Kind: kind})
		p.hand(o, requestOf(kind), p.encode[id].Encode)
	}
}

func (p *party) hand(o werewolf.Observation, request Request, encode func(werewolf.Observation) ([]byte, error)) {
	b, err := encode(o)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.send(sent{o.Seat, request, o, b})
}

// broadcast tells those on an open floor the latest word.
func (p *party) broadcast(kind werewolf.RequestKind, request Request) {
	for id := range p.here.All() {
		p.left[id] = p.g.Left(kind, id)
		if !p.floorIsOpen() {
			p.left[id].Count = werewolf.Spent
		}
		o := p.watch[id].Observation(werewolf.Request{Seat: id, Kind: kind, Open: true, Left: p.left[id]})
		packets, err := p.encode[id].Broadcasts(o)
		if err != nil {
			p.tb.Fatal(err)
		}
		for _, b := range packets {
			p.send(sent{o.Seat, request, o, b})
		}
	}
}

func (p *party) floorIsOpen() bool {
	return slices.ContainsFunc(p.g.Pending(), func(q werewolf.Request) bool { return q.Open && q.Kind == p.floor })
}

// endFloor sends the ends of a floor that has closed.
func (p *party) endFloor() {
	if p.here == 0 || p.floorIsOpen() {
		return
	}
	request := phase(p.floor, RequestTalkPhaseEnd, RequestWhisperPhaseEnd)
	for id := range p.here.All() {
		o := p.watch[id].Observation(werewolf.Request{Seat: id, Kind: p.floor, Left: p.left[id]})
		p.hand(o, request, p.encode[id].PhaseEnd)
		p.asked[id] = werewolf.Request{}
	}
	p.here, p.floor = 0, werewolf.NoRequest
}

// ask sends what has become pending.
func (p *party) ask() []werewolf.Request {
	p.endFloor()
	pending := p.g.Pending()
	for _, q := range pending {
		if p.asked[q.Seat].Kind != werewolf.NoRequest {
			continue
		}
		p.asked[q.Seat] = q
		request := requestOf(q.Kind)
		if q.Open {
			request = phase(q.Kind, RequestTalkPhaseStart, RequestWhisperPhaseStart)
			p.floor, p.here, p.left[q.Seat] = q.Kind, p.here.With(q.Seat), q.Left
		}
		p.hand(p.watch[q.Seat].Observation(q), request, p.encode[q.Seat].Encode)
	}
	return pending
}

var testWords = []string{
	"Good morning", "おはようございます", "Over", "Skip", "", "@May I doubt you <&> \"you\"", "a\nb", "I vote for @Yumi, then.", "Skip",
}

func (p *party) apply(q werewolf.Request) {
	a := werewolf.Action{Seat: q.Seat, Request: q.Kind}
	switch roll := p.rng.IntN(1000); {
	case q.Open && roll < 60:
		a = werewolf.Action{Kind: werewolf.CloseFloor}
	case roll < p.faults:
		a = werewolf.Action{Kind: werewolf.Fail, Seat: q.Seat}
	case roll < 10*p.faults:
		a.Missing = true
	case roll < 20*p.faults && q.Kind.Chooses():
		a.Target = werewolf.SeatID(p.rng.IntN(len(p.asked) + 2))
	case q.Kind.Chooses():
		a.Target = q.Targets.Nth(p.rng.IntN(q.Targets.Len()))
	default:
		a.Text = testWords[p.rng.IntN(len(testWords))]
	}
	if err := p.g.Apply(a); err != nil {
		p.tb.Fatal(err)
	}
	if a.Kind == werewolf.CloseFloor {
		return // the ends are sent by ask
	}
	if q.Kind.Chooses() && a.Target != 0 && p.chose != nil {
		p.chose(a.Seat, a.Target)
	}
	if !q.Open {
		p.asked[q.Seat] = werewolf.Request{}
	}
}

// testRules are rules that differ in everything that packets show.
func testRules(tb testing.TB, players int, rng *rand.Rand) werewolf.Rules {
	r, err := werewolf.Standard(players)
	if err != nil {
		tb.Fatal(err)
	}
	r.Talk.Mode, r.Whisper.Mode = werewolf.TalkMode(rng.IntN(3)), werewolf.TalkMode(rng.IntN(3))
	for _, t := range []*werewolf.TalkRules{&r.Talk, &r.Whisper} {
		t.Order = werewolf.TalkOrder(rng.IntN(2))
		t.MaxSkip = rng.IntN(4) - 1
		t.MaxLength.BaseLength = []int{125, 10, werewolf.NoLimit}[rng.IntN(3)]
		t.MaxLength.PerTalk = []int{werewolf.NoLimit, 8}[rng.IntN(2)]
		t.MaxLength.CountInWord = rng.IntN(2) == 0
		if t.Mode == werewolf.Anytime {
			t.Duration = 600_000
		} else {
			t.MaxLength.PerAgent = []int{werewolf.NoLimit, 40}[rng.IntN(2)]
		}
	}
	r.VoteVisibility = rng.IntN(4) > 0
	r.Vote.MaxCount, r.AttackVote.MaxCount = 1+rng.IntN(3), 1+rng.IntN(3)
	r.AttackVote.AllowNoTarget = rng.IntN(2) == 0
	r.Vote.AllowSelfVote = rng.IntN(2) == 0
	r.MaxDay = []int{werewolf.NoLimit, 3, 30}[rng.IntN(3)]
	r.MaxFailedRatio = 1
	return r
}
