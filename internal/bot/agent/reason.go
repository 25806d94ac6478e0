package agent

import (
	"wolfden/internal/bot/task"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// thinker keeps a mind up to date for the modules that need one.
type thinker struct {
	table   *belief.Table
	mind    *reason.Mind
	seen    *werewolf.Observation
	learned []task.Claim
}

// Reason is what the player makes of the game, up to date with the current observation. It costs nothing to agents that
// never ask. What it hands out is valid until the next answer.
func (a *Agent) Reason() *reason.Mind {
	t := &a.thinker
	if t.mind == nil {
		t.mind = reason.NewMind(t.table)
	}
	o := a.talker.Observation()
	if t.seen == o {
		return t.mind
	}
	t.seen = o
	at := 0
	t.mind.See(o, func(u *werewolf.Utterance) speech.Reading {
		for at < len(o.Talks) && &o.Talks[at] != u {
			at++
		}
		return t.amend(u, a.talker.Said(at), o, a.talker.Board().ClaimOf(u.Seat))
	})
	return t.mind
}

// Learn adds what a model found in utterances to what the rules understood of them. Reason takes it in with the
// utterances, so it must be learned before Reason is asked about them.
func (a *Agent) Learn(claims []task.Claim) {
	a.thinker.learned = append(a.thinker.learned, claims...)
}

// amend adds what was learned about an utterance to a reading of it, where that has nothing. standing is what the speaker
// has claimed before.
func (t *thinker) amend(u *werewolf.Utterance, r speech.Reading, o *werewolf.Observation, standing werewolf.Role) speech.Reading {
	silent := len(r.Results) == 0
	for _, c := range t.learned {
		if c.Day != u.Day || c.Idx != u.Idx || c.Speaker != o.Name(u.Seat) {
			continue
		}
		for _, role := range werewolf.Roles() {
			if r.Claim == werewolf.NoRole && role.String() == c.Role {
				r.Claim = role
			}
		}
		if target := o.SeatOf(c.Target); target != 0 && silent {
			r.Results = append(r.Results, speech.Result{Verb: verbOf(r.Claim, standing), Target: target, Species: speciesOf(c.Species)})
		}
	}
	return r
}

// verbOf is how a claimant finds out, by what it claims with the result, else by what it has claimed.
func verbOf(claim, standing werewolf.Role) speech.Verb {
	if claim == werewolf.Medium || claim == werewolf.NoRole && standing == werewolf.Medium {
		return speech.Identified
	}
	return speech.Divined
}

func speciesOf(name string) werewolf.Species {
	for _, s := range []werewolf.Species{werewolf.Human, werewolf.Wolf} {
		if s.String() == name {
			return s
		}
	}
	return werewolf.NoSpecies
}
