package gptaku

import (
	"flag"
	"maps"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

var played = flag.Int("games", 40, "games in which requests, reasons and retractions are counted")

// pleader is what one player said on one day that has to do with votes.
type pleader struct {
	said             map[string]bool
	asked            werewolf.SeatID // against whom, last
	box              string          // and where in the flowchart
	reasoned         bool            // and why
	retracted, after bool            // a claim is taken back; a request came with that or after it
}

// count is what was counted.
type count struct {
	requests, bare, reasons, votes, powers, told int
	retractions                                  map[werewolf.Role]int
}

// see takes in an answer.
func (c *count) see(t *testing.T, s *pleader, p *Player, o *werewolf.Observation, answer string) {
	state := p.State()
	if o.Request.Kind == werewolf.Vote && s.asked != 0 && o.Living.Has(s.asked) {
		if c.votes++; answer != o.Name(s.asked) {
			t.Errorf("day %d: %s asked for votes against %s and votes for %s", o.Day, o.Name(o.Seat), o.Name(s.asked), answer)
		}
	}
	if o.Request.Kind != werewolf.Talk {
		return
	}
	means, _ := state.composer.Meant(answer)
	if target := means.Requested(speech.Vote); target != 0 {
		c.requests++
		if box := state.asked.name; s.box == box && s.asked != target && o.Living.Has(s.asked) {
			t.Errorf("day %d: %s asks for votes against %s and then %s, from the same box %s", o.Day, o.Name(o.Seat), o.Name(s.asked), o.Name(target), box)
		}
		s.box = state.asked.name
		s.asked, s.reasoned, s.after = target, false, s.retracted
	}
	for frame := range means.Said() {
		if frame.Verb == speech.Not {
			s.retracted, s.after = true, means.Requested(speech.Vote) != 0
			c.retractions[o.Role()]++
		}
	}
	for name := range state.said {
		power := strings.HasPrefix(name, "because")
		if s.said[name] || !power && !strings.HasPrefix(name, "reason") {
			continue
		}
		c.reasons++
		s.reasoned = true
		if !strings.HasSuffix(name, " "+o.Name(s.asked)) {
			t.Errorf("day %d: %s asked for votes against %q and gives the %s", o.Day, o.Name(o.Seat), o.Name(s.asked), name)
		}
		if power {
			c.powers++
			if strings.Contains(strings.ToLower(answer), "yesterday") || strings.Contains(answer, "昨日") {
				c.told++
			}
		}
	}
	s.said = maps.Clone(state.said)
}

// close is the end of a day.
func (c *count) close(t *testing.T, today map[werewolf.SeatID]*pleader) {
	for id, s := range today {
		if s.retracted && !s.after {
			t.Errorf("seat %d takes a claim back and asks for no vote", id)
		}
		if s.asked != 0 && !s.reasoned {
			c.bare++
		}
	}
	clear(today)
}

// A request for votes and its reasons are about the same player, and the vote is for whom was asked last. Who takes a claim back asks
// for another vote, in every role. A power play is argued from the results of the day before.
func TestPersuasion(t *testing.T) {
	c := count{retractions: map[werewolf.Role]int{}}
	for n := range uint64(*played) {
		today, day := map[werewolf.SeatID]*pleader{}, 0
		table, all := sit(t, agent.Config{Seed: n, Lang: []string{"en", "ja"}[n%2]}, bottest.Seats(names...))
		table.Observe = func(o *werewolf.Observation, answer string) {
			if o.Day != day {
				day = o.Day
				c.close(t, today)
			}
			if today[o.Seat] == nil {
				today[o.Seat] = &pleader{}
			}
			c.see(t, today[o.Seat], all[o.Seat-1], o, answer)
		}
		play(t, table)
		c.close(t, today)
	}
	t.Logf("%d games: %d requests, %d targets without a reason, %d reasons, %d votes, %d power plays of which %d name a result; claims taken back by role: %v",
		*played, c.requests, c.bare, c.reasons, c.votes, c.powers, c.told, c.retractions)
	if c.requests < *played || c.bare*20 > c.requests || c.votes == 0 || c.powers == 0 || c.told < c.powers {
		t.Error("too few requests, reasons, votes or results")
	}
	for _, role := range []werewolf.Role{werewolf.Villager, werewolf.Possessed, werewolf.Werewolf} {
		if c.retractions[role] == 0 {
			t.Errorf("no %s takes a claim back", role)
		}
	}
}
