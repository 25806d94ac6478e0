package check

import (
	"context"
	"time"

	"wolfden/werewolf"
)

// director decides for all puppets of one game. It knows every role and never changes, so all of them may use
// it.
type director struct {
	plan  *scenario
	table *werewolf.RoleTable
	roles []werewolf.Role // by SeatID
	agent werewolf.SeatID
	quiet time.Duration
	floor time.Duration
}

func newDirector(plan *scenario, table *werewolf.RoleTable, seats []werewolf.Seat, agent werewolf.SeatID, c *Config) *director {
	d := &director{plan: plan, table: table, roles: make([]werewolf.Role, len(seats)+1), agent: agent, quiet: c.Quiet, floor: c.Floor}
	for i := range seats {
		d.roles[i+1] = seats[i].Role
	}
	return d
}

// puppet plays one of the other seats.
type puppet struct{ *director }

// noChoice is nobody's name: a void choice.
const noChoice = "-"

// Answer answers as the scenario demands. After an announcement the puppet waits as long as the check listens
// to the agent, so that no puppet runs ahead.
func (p puppet) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	switch kind := o.Request.Kind; {
	case o.Request.Open:
		return p.chat(ctx, &o), nil
	case kind.Speaks():
		return p.nextLine(&o), nil
	case kind == werewolf.Vote:
		return p.vote(&o), nil
	case kind == werewolf.Attack:
		return o.Name(p.attackTarget(o.Living, o.Day)), nil
	case kind == werewolf.Guard:
		// A guard must not save the player who has to die tonight.
		return o.Name(o.Request.Targets.Without(p.attackTarget(o.Living, o.Day)).First()), nil
	case kind.Chooses():
		return o.Name(o.Request.Targets.First()), nil
	case kind != werewolf.Finish:
		pause(ctx, p.quiet)
	}
	return "", nil
}

// vote votes for the day's victim. For a tie there is one vote for the agent, which works whatever the agent
// votes.
func (p puppet) vote(o *werewolf.Observation) string {
	if p.plan.tie && o.Day == 1 && o.Request.Turn == 0 {
		if o.Seat == o.Living.Without(p.agent).First() {
			return o.Name(p.agent)
		}
		return noChoice
	}
	return o.Name(p.victim(o.Living, o.Day))
}

// victim returns who is to be executed today.
func (d *director) victim(living werewolf.SeatSet, day int) werewolf.SeatID {
	if d.plan.dies == werewolf.ByExecution && day == 1 && living.Has(d.agent) {
		return d.agent
	}
	return d.pick(living)
}

// attackTarget returns who is to be attacked tonight.
func (d *director) attackTarget(living werewolf.SeatSet, day int) werewolf.SeatID {
	if d.plan.dies == werewolf.ByAttack && day == 1 && living.Has(d.agent) {
		return d.agent
	}
	return d.pick(living)
}

// pick returns a human that can be spared, never the agent: of the least powerful roles, the first one in the
// table.
func (d *director) pick(living werewolf.SeatSet) werewolf.SeatID {
	for _, power := range []werewolf.Power{werewolf.NoPower, werewolf.Identifies, werewolf.Guards, werewolf.Divines} {
		for _, role := range (d.table.WithPower(power) & d.table.OfSpecies(werewolf.Human)).Slice() {
			for id := range living.Without(d.agent).All() {
				if d.roles[id] == role {
					return id
				}
			}
		}
	}
	return 0
}

// wordiness is how often a puppet speaks a day.
const wordiness = 3

// nextLine returns the puppet's next utterance, or Over when it has said enough.
func (p puppet) nextLine(o *werewolf.Observation) string {
	n := p.spoken(o)
	if n >= wordiness {
		return werewolf.OverText
	}
	return p.line(o, n)
}

// chat returns the next utterance on an open floor, after a while.
func (p puppet) chat(ctx context.Context, o *werewolf.Observation) string {
	n := p.spoken(o)
	pause(ctx, p.floor/8+p.floor/100*time.Duration(o.Seat))
	switch {
	case ctx.Err() != nil:
		return ""
	case n >= wordiness-1:
		return werewolf.OverText
	}
	return p.line(o, n)
}

// spoken is how often the puppet has spoken today.
func (p puppet) spoken(o *werewolf.Observation) (n int) {
	said := o.Talks
	if o.Request.Kind == werewolf.Whisper {
		said = o.Whispers
	}
	for i := len(said) - 1; i >= 0 && said[i].Day == o.Day; i-- {
		if said[i].Seat == o.Seat {
			n++
		}
	}
	return n
}

// line returns the puppet's utterance number n of the day, which differs from those of the other puppets.
func (p puppet) line(o *werewolf.Observation, n int) string {
	pool := talkOf(p.plan.lang, p.plan.hostile)
	if o.Request.Kind == werewolf.Whisper {
		pool = whispersOf(p.plan.lang)
	}
	seats := len(o.Names)
	text := pool[((o.Day*wordiness+n)*seats+int(o.Seat))%len(pool)]
	return fill(text, o.Name(p.agent), o.Name(o.Others().Without(p.agent).First()))
}
