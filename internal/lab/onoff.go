package lab

import (
	"context"
	"fmt"
	"iter"
	"regexp"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Player is a player to be asked again.
type Player interface {
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// OnOff asks a player again at every turn of a recorded game, once as it is and once with something taken out: the
// experiment of Watanabe and Kano (2024), section 5, on the element of logic. Both see the game as it was recorded, their
// own earlier words included.
type OnOff struct {
	Record  *gamelog.Record
	Seat    werewolf.SeatID
	With    func() (Player, error)
	Without func() (Player, error)
	Asked   func() // is told after each turn; nil: nobody is
}

// Pair is one turn, said in two ways, which may be the same.
type Pair struct {
	Game     string   `json:"game"`
	Player   string   `json:"player"`
	Day      int      `json:"day"`
	Turn     int      `json:"turn"`
	Before   []string `json:"before"` // what was said that day before it
	Recorded string   `json:"recorded"`
	With     string   `json:"with"`
	Without  string   `json:"without"`
}

// OnOffResult is what came of a game.
type OnOffResult struct {
	Pairs []Pair `json:"pairs"`
	// Turns are all turns; of these are left out, as in the paper, those where a side said nothing, only greeted or only
	// told a result. Same are the pairs whose sides are the same.
	Turns  int `json:"turns"`
	Silent int `json:"silent"`
	Empty  int `json:"greetings_and_results"`
	Same   int `json:"same"`
	// Recorded are the turns at which the side without the module says what the record has: all of them where the recorded player was
	// that side itself and nothing was left to chance.
	Recorded int `json:"as_recorded"`
	// Noted are the notes of both players, an answer's after the other's.
	Noted [2][]gamelog.Note `json:"noted"`
}

// Run asks at every turn of the record.
func (x *OnOff) Run(ctx context.Context) (*OnOffResult, error) {
	with, err := x.With()
	if err != nil {
		return nil, err
	}
	without, err := x.Without()
	if err != nil {
		return nil, err
	}
	h := &x.Record.Header
	if n := h.Rules.Players(); n != len(h.Seats) {
		return nil, fmt.Errorf("the record has %d seats for %d players", len(h.Seats), n)
	}
	w := werewolf.NewWatcher(&h.Rules, x.Seat)
	d := &desk{rec: x.Record, seat: x.Seat, players: []Player{with, without}, watcher: w, asked: requests(x.Record, x.Seat), told: x.Asked}
	defer func() { // what they have asked for later nobody waits for
		o := w.Observation(werewolf.Request{Seat: x.Seat, Kind: werewolf.Finish})
		for _, p := range d.players {
			_, _ = p.Answer(ctx, o) // an announcement
		}
	}()
	for i := range x.Record.Entries {
		e := x.Record.Entries[i].Event
		if e == nil {
			continue
		}
		if int(e.Seat) > len(h.Seats) || e.Kind == werewolf.Talked && e.Seat == 0 {
			return nil, fmt.Errorf("line %d of the record: nobody sits on seat %d", i+2, e.Seat)
		}
		if e.Kind == werewolf.Talked && e.Seat == x.Seat {
			if err := d.turn(ctx, e); err != nil {
				return nil, err
			}
		}
		w.See(e, x.Record.Entries[i].At)
		d.heard(ctx, e)
	}
	return &d.result, nil
}

// desk is where both players are asked.
type desk struct {
	rec     *gamelog.Record
	seat    werewolf.SeatID
	players []Player
	watcher *werewolf.Watcher
	asked   []werewolf.Request // of the seat's turns of the talk, in order; fewer where the record cannot be played again
	before  []string
	day     int
	spoken  int // turns of the seat on the day
	skipped int // those of them that were skips
	told    func()
	result  OnOffResult
}

// requests are what the seat was asked at its turns of the talk, with the limits of each turn. A record of a game that was played
// elsewhere may not tell.
func requests(rec *gamelog.Record, seat werewolf.SeatID) (list []werewolf.Request) {
	_, err := rec.Walk(func(g *werewolf.Game, e *gamelog.Entry) error {
		if e.Input == nil || e.Input.Action.Seat != seat {
			return nil
		}
		for _, r := range g.Pending() {
			if r.Seat == seat && r.Kind == werewolf.Talk {
				list = append(list, r)
			}
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return list
}

// request is what the seat is asked at a turn: as the record tells, else with the numbers of turns that the rules leave.
func (d *desk) request(turn int) werewolf.Request {
	if d.result.Turns < len(d.asked) {
		return d.asked[d.result.Turns]
	}
	talk := &d.rec.Header.Rules.Talk
	left := func(limit, used int) int {
		if limit == werewolf.NoLimit {
			return limit
		}
		return max(0, limit-used)
	}
	return werewolf.Request{Seat: d.seat, Kind: werewolf.Talk, Turn: turn, Left: werewolf.Left{
		Count: left(talk.MaxCount.PerAgent, d.spoken+1), Skip: left(talk.MaxSkip, d.skipped), Length: werewolf.NoLimit,
	}}
}

// heard keeps the day's words and makes the announcements.
func (d *desk) heard(ctx context.Context, e *werewolf.Event) {
	switch e.Kind {
	case werewolf.DayBegan:
		d.before, d.day, d.spoken, d.skipped = nil, e.Day, 0, 0
		kind := werewolf.DailyInitialize
		if e.Day == 0 {
			kind = werewolf.Initialize
		}
		for _, p := range d.players {
			_, _ = p.Answer(ctx, d.watcher.Observation(werewolf.Request{Seat: d.seat, Kind: kind})) // answers to announcements are nothing
		}
	case werewolf.Talked:
		if e.Seat == d.seat {
			if d.spoken++; e.Skip {
				d.skipped++
			}
		}
		if !e.Skip && !e.Over {
			d.before = append(d.before, d.rec.Header.Seats[e.Seat-1].Name+": "+e.Text)
		}
	default: // the watcher has seen it
	}
}

// turn asks both players what they would have said.
func (d *desk) turn(ctx context.Context, e *werewolf.Event) error {
	h := &d.rec.Header
	o := d.watcher.Observation(d.request(e.Turn))
	var said [2]string
	for i, p := range d.players {
		var err error
		if said[i], err = p.Answer(ctx, o); err != nil {
			return fmt.Errorf("day %d, turn %d: %w", e.Day, e.Turn, err)
		}
		d.result.note(i, p)
	}
	d.result.Turns++
	if d.told != nil {
		d.told()
	}
	if said[1] == e.Text || silent(said[1]) && (e.Skip || e.Over) {
		d.result.Recorded++
	}
	switch {
	case silent(said[0]) || silent(said[1]):
		d.result.Silent++
	case d.empty(e, said[0]) || d.empty(e, said[1]):
		d.result.Empty++
	default:
		if said[0] == said[1] {
			d.result.Same++
		}
		d.result.Pairs = append(d.result.Pairs, Pair{
			Game: h.ID, Player: h.Seats[d.seat-1].Name, Day: e.Day, Turn: e.Turn, Before: slices.Clone(d.before),
			Recorded: e.Text, With: said[0], Without: said[1],
		})
	}
	return nil
}

func silent(text string) bool {
	return text == "" || text == werewolf.SkipText || text == werewolf.OverText
}

// greeting is how an utterance begins that says good day.
var greeting = regexp.MustCompile(`^(?i:good (?:morning|day|afternoon|evening)|hello|hi|hey|greetings|welcome|nice to (?:meet|see))\b|^(?:おはよう|こんにちは|こんばんは|はじめまして|初めまして|よろしく|どうも)`)

// empty reports whether an utterance holds nothing to judge: no act at all on day 0, a greeting that asks nobody by name, or claims and
// results alone.
func (d *desk) empty(e *werewolf.Event, text string) bool {
	var names []string
	for _, s := range d.rec.Header.Seats {
		names = append(names, s.Name)
	}
	l := understand.New(understand.Table{Names: names, Roles: d.rec.Header.Rules.Roles, Specs: d.rec.Header.Rules.Table})
	r := l.Hear(werewolf.Utterance{Day: e.Day, Seat: e.Seat, Text: text}, false)
	told := r.Claimed(e.Seat) != werewolf.NoRole
	for range r.Results(e.Seat) {
		told = true
	}
	about, greets := opinions(e.Seat, r), greeting.MatchString(text)
	for q := range r.Questions() {
		if greets && q.Target == 0 {
			about--
		}
	}
	return about == 0 && (told || greets || e.Day == 0)
}

// opinions counts what rows say beyond claims and results, whose targets they always judge too.
func opinions(by werewolf.SeatID, r speech.Rows) (n int) {
	judged := r.Suspected() | r.Trusted()
	for f := range r.Results(by) {
		judged = judged.Without(f.Target)
	}
	n = judged.Len()
	for range r.Questions() {
		n++
	}
	for range r.Reports(by) {
		n++
	}
	if r.Announced(speech.Vote) != 0 || r.Requested(speech.Vote) != 0 {
		n++
	}
	return n
}

// note takes over what a player has noted.
func (r *OnOffResult) note(side int, p Player) {
	if t, notes := p.(interface {
		Notes() iter.Seq2[string, string]
	}); notes {
		for topic, text := range t.Notes() {
			r.Noted[side] = append(r.Noted[side], gamelog.Note{Topic: topic, Text: text})
		}
	}
}

// Add counts another game's result in.
func (r *OnOffResult) Add(s *OnOffResult) {
	r.Pairs = append(r.Pairs, s.Pairs...)
	r.Turns += s.Turns
	r.Silent += s.Silent
	r.Empty += s.Empty
	r.Same += s.Same
	r.Recorded += s.Recorded
	for i := range r.Noted {
		r.Noted[i] = append(r.Noted[i], s.Noted[i]...)
	}
}
