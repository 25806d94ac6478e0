package match

import (
	"slices"
	"time"

	"wolfden/werewolf"
)

// BySlowest is a Night that follows from the game: each choice that its rules ask for that night has as long as the slowest answer took
// that everybody knows to be asked for, which is to talk or to a vote, and there is an eighth of that to spare. So it tells nobody who was
// asked, whatever the players' pace, and a table of fast players waits for nobody.
const BySlowest = time.Duration(-1)

// dusk is what has dawns come at times that do not tell who was asked, or how fast somebody answered.
type dusk struct {
	at      time.Time     // when the night began, zero by day
	day     int           // before it
	slowest time.Duration // answer of the game that everybody knows to be asked for
}

// timed takes in how long the answers to a wave took that began at a time.
func (n *dusk) timed(pending []werewolf.Request, got []reply, began time.Time) {
	if kind := pending[0].Kind; pending[0].Open || kind != werewolf.Talk && kind != werewolf.Vote {
		return
	}
	for _, q := range pending {
		if r := &got[q.Seat]; r.number != 0 && r.err == nil { // who does not answer makes nobody wait longer than that
			n.slowest = max(n.slowest, r.at.Sub(began))
		}
	}
}

// see takes in when night falls and ends.
func (n *dusk) see(e *werewolf.Event) {
	switch e.Kind {
	case werewolf.NightBegan:
		n.at, n.day = time.Now(), e.Day
	case werewolf.DayBegan:
		n.at = time.Time{}
	default: // is in a night or in none
	}
}

// night is how long nights last: a multiple of this. It is 0 where dawn waits for nothing.
func (d *driver) night() time.Duration {
	if d.Night >= 0 {
		return d.Night
	}
	rules, choices := d.Game.Rules(), time.Duration(0)
	asked := map[werewolf.RequestKind]bool{
		werewolf.Vote: true, werewolf.Divine: rules.Count(werewolf.Divines) > 0, werewolf.Guard: rules.Count(werewolf.Guards) > 0, werewolf.Attack: true,
	}
	for i := range rules.NightPhases {
		for kind, somebody := range asked {
			if p := &rules.NightPhases[i]; somebody && p.On(d.dusk.day) && p.Asks(kind) {
				choices++
			}
		}
	}
	return choices*d.dusk.slowest + d.dusk.slowest/8
}

// awaitDawn waits, where a night has ended, until its time is over: nothing of what follows is recorded or told before.
func (d *driver) awaitDawn() {
	dawns := func(e werewolf.Event) bool { return e.Kind == werewolf.DayBegan }
	if d.dusk.at.IsZero() || !slices.ContainsFunc(d.Game.Log()[d.Recorded:], dawns) {
		return
	}
	night := d.night()
	if night <= 0 {
		return
	}
	timer := time.NewTimer(night - time.Since(d.dusk.at)%night)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-d.ended:
	}
	d.at = max(d.at, d.Clock(time.Now()))
}
