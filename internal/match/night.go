package match

import (
	"context"
	"slices"
	"time"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// BySlowest is a Night that follows from the game: it has the time that the choices which its rules ask for that night take where each answer
// is the slowest that everybody knows to be asked for, which is to talk or to a vote, and an eighth of one to spare. Whispers have one such
// answer to spare, and as many rounds as they ever took in the game, of the length that everybody saw them have by day; where there are
// none by day, as long as the slowest talk of as many as may be there. So it tells nobody who was asked, who is alive to whisper and
// whether anybody does, whatever the players' pace, and a table of fast players waits for nobody.
const BySlowest = time.Duration(-1)

// dusk is what has dawns come at times that do not tell who was asked, or how fast somebody answered.
type dusk struct {
	at       time.Time // when the night began, zero by day
	morning  time.Time // when the day began, zero once anything but a whisper is asked in it
	calm     time.Time // when the last vote of the night ended, or the night began; zero once somebody may whisper
	day      int       // before it
	full     int       // who lived then
	living   int
	slowest  time.Duration   // answer of the game that everybody knows to be asked for
	took     []time.Duration // by seat: all such answers
	answers  []int           // and how many these are
	rounds   int             // of whispers, the most of a phase
	floor    time.Duration   // the longest that one was open
	today    int
	whispers int           // rounds today, before the night
	open     time.Duration // that these took
	round    time.Duration // the longest of such rounds on average
}

// timed takes in how long the answers to a wave took that began at a time.
func (n *dusk) timed(pending []werewolf.Request, got []reply, began time.Time) {
	kind, longest := pending[0].Kind, time.Duration(0)
	if pending[0].Open || !kind.Speaks() && kind != werewolf.Vote {
		return
	}
	for _, q := range pending {
		if r := &got[q.Seat]; r.number != 0 && r.err == nil { // who does not answer makes nobody wait longer than that
			took := r.at.Sub(began)
			longest = max(longest, took)
			if kind != werewolf.Whisper {
				n.took[q.Seat] += took
				n.answers[q.Seat]++
			}
		}
	}
	switch {
	case kind != werewolf.Whisper:
		n.slowest, n.calm = max(n.slowest, longest), time.Now()
	case n.at.IsZero():
		n.open += longest
	}
}

// opened takes in that a floor was open since then.
func (n *dusk) opened(kind werewolf.RequestKind, since time.Time) {
	if kind == werewolf.Whisper {
		n.floor = max(n.floor, time.Since(since))
	}
}

// hear takes in that whispers by day have ended, which everybody notices.
func (n *dusk) hear() {
	if n.open > 0 {
		n.round, n.open = max(n.round, n.open/time.Duration(max(n.whispers, 1))), 0
	}
}

// see takes in what is said, who dies, and when night falls and ends.
func (n *dusk) see(e *werewolf.Event) {
	if e.Day != n.today {
		n.today, n.whispers = e.Day, 0
	}
	switch e.Kind {
	case werewolf.Seated:
		n.living++
	case werewolf.Executed, werewolf.FoundDead:
		n.living--
	case werewolf.Whispered:
		n.rounds = max(n.rounds, e.Turn+1)
		if n.at.IsZero() {
			n.whispers = max(n.whispers, e.Turn+1)
		}
	case werewolf.Talked:
		n.hear()
	case werewolf.NightBegan:
		n.hear()
		n.at, n.calm, n.day, n.full = time.Now(), time.Now(), e.Day, n.living
	case werewolf.DayBegan:
		n.at, n.morning = time.Time{}, time.Now()
	default: // is in a night or in none
	}
}

// night is how long nights last: a multiple of this. It is 0 where dawn waits for nothing.
func (d *driver) night() time.Duration {
	if d.Night >= 0 {
		return d.Night
	}
	rules, slowest, whispers := d.Game.Rules(), d.dusk.slowest, d.whispers()
	length := whispers
	together := map[werewolf.RequestKind]bool{} // what is asked with the choices that are counted, as the rules do
	rounds := func(n int) { length += time.Duration(n) * slowest }
	for _, kind := range rules.NightOf(d.dusk.day) {
		switch kind {
		case werewolf.Vote:
			rounds(rules.Vote.MaxCount)
			clear(together)
		case werewolf.Attack:
			rounds(rules.AttackVote.MaxCount)
			if len(together) > 0 && !together[werewolf.Whisper] {
				rounds(-1)
			}
			clear(together)
		case werewolf.Whisper:
			if whispers > 0 {
				together[kind] = true
			}
		case werewolf.Divine, werewolf.Guard:
			switch power := map[werewolf.RequestKind]werewolf.Power{werewolf.Divine: werewolf.Divines, werewolf.Guard: werewolf.Guards}[kind]; {
			case rules.Count(power) == 0:
			case together[kind] || len(together) == 0:
				rounds(1)
				fallthrough
			default:
				together[kind] = true
			}
		default:
		}
	}
	return length + slowest/8
}

// whisperers is how many may live who whisper, of so many players.
func (d *driver) whisperers(living int) int {
	rules := d.Game.Rules()
	may := func(s werewolf.Species) int {
		return rules.Roles.Of(rules.Table.Where(func(r werewolf.RoleSpec) bool { return r.Whispers && r.Species == s }))
	}
	wolves := may(werewolf.Wolf)
	if !rules.Habits.EndAtDawn {
		wolves = min(wolves, (living-1)/2) // or the game would be over
	}
	return min(wolves+may(werewolf.Human), living)
}

// whispers is how long the whispers of a night take by what everybody knows.
func (d *driver) whispers() time.Duration {
	rules, n := d.Game.Rules(), &d.dusk
	who, limits := d.whisperers(n.full), rules.Whisper.MaxCount
	switch {
	case who < 2 || !slices.Contains(rules.NightOf(n.day), werewolf.Whisper):
		return 0
	case rules.Whisper.Mode == werewolf.Anytime:
		return n.floor
	}
	round, pace := n.round, []time.Duration(nil)
	for id, took := range n.took {
		pace = append(pace, took/time.Duration(max(n.answers[id], 1)))
	}
	slices.Sort(pace)
	slices.Reverse(pace)
	if rules.Whisper.Mode == werewolf.Synchronized {
		clear(pace[1:])
	}
	for _, p := range pace[:who] {
		if n.round == 0 {
			round += p
		}
	}
	rounds := n.rounds
	if limits.PerAgent != werewolf.NoLimit && !rules.Whisper.PerPhase {
		rounds = min(rounds, limits.PerAgent-n.whispers)
	}
	if most := limits.PerDay; most != werewolf.NoLimit && most < rounds*who {
		return n.slowest + round*time.Duration(most)/time.Duration(who)
	}
	return n.slowest + round*time.Duration(rounds)
}

// awaitDawn waits, where a night has ended, until its time is over: nothing of what follows is recorded or told before. Where the match is to
// stop meanwhile the error says so, and dawn comes when it is resumed.
func (d *driver) awaitDawn() error {
	dawns := func(e werewolf.Event) bool { return e.Kind == werewolf.DayBegan }
	if d.dusk.at.IsZero() || !slices.ContainsFunc(d.Game.Log()[d.Recorded:], dawns) {
		return nil
	}
	if night := d.night(); night > 0 {
		if !d.await(night - time.Since(d.dusk.at)%night) {
			return context.Canceled
		}
		d.at = max(d.at, d.Clock(time.Now()))
	}
	return nil
}

// awaitWhispers has the first whispers of a night wait for as long as divine and guard before them take by what everybody knows: so who
// whispers does not learn whether anybody was asked, and how fast it was. The night has that time in any case.
func (d *driver) awaitWhispers(next werewolf.RequestKind) {
	calm := d.dusk.calm
	if next != werewolf.Whisper || d.Night == 0 || d.dusk.at.IsZero() || calm.IsZero() {
		return
	}
	d.dusk.calm = time.Time{}
	before, rules := false, d.Game.Rules()
	for _, kind := range rules.NightOf(d.dusk.day) {
		switch kind {
		case werewolf.Whisper:
			if before {
				d.await(time.Until(calm.Add(d.dusk.slowest)))
			}
			return
		case werewolf.Divine:
			before = before || rules.Count(werewolf.Divines) > 0
		case werewolf.Guard:
			before = before || rules.Count(werewolf.Guards) > 0
		default:
			before = false
		}
	}
}

// awaitTalk has a day that begins with whispers go on a multiple of the length of nights after dawn, where that is configured: so they do not
// tell by their length who whispers. There is nothing yet that a length could follow from.
func (d *driver) awaitTalk(next werewolf.RequestKind) {
	began, days := d.dusk.morning, d.Game.Rules().DayPhases
	if next == werewolf.Whisper || began.IsZero() {
		return
	}
	d.dusk.morning = time.Time{}
	first := slices.IndexFunc(days, func(p werewolf.Phase) bool { return p.On(d.dusk.today) })
	if d.Night > 0 && first >= 0 && days[first].Asks(werewolf.Whisper) && d.whisperers(d.dusk.living) > 1 {
		d.await(d.Night - time.Since(began)%d.Night)
	}
}

// await waits for a time, and reports false where the match is to stop before it is over.
func (d *driver) await(long time.Duration) bool {
	timer := time.NewTimer(long)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-d.ended:
		return false
	}
}

// recall takes in how long answers to talk took in the past of a resumed game, as far as its record tells: each since the one before.
func (n *dusk) recall(past []gamelog.Entry) {
	for i := 1; i < len(past); i++ {
		in := past[i].Input
		if in == nil || in.Fault != gamelog.NoFault || in.Action.Kind != werewolf.Answer || in.Action.Request != werewolf.Talk {
			continue
		}
		took := time.Duration(past[i].At-past[i-1].At) * time.Millisecond
		n.slowest = max(n.slowest, took)
		n.took[in.Action.Seat] += took
		n.answers[in.Action.Seat]++
	}
}
