package agent

import (
	"wolfden/internal/bot/task"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// thinker keeps a reasoner up to date for the modules that need one.
type thinker struct {
	table    *belief.Table
	reasoner *reason.Reasoner
	seen     *werewolf.Observation
}

// Reason is what the player makes of the game, up to date with the current observation. It costs nothing to agents that
// never ask. What it hands out is valid until the next answer.
func (a *Agent) Reason() *reason.Reasoner {
	t := &a.thinker
	if t.reasoner == nil {
		t.reasoner = reason.NewReasoner(t.table)
	}
	if o := a.talker.Observation(); t.seen != o {
		t.seen = o
		t.reasoner.See(o, a.talker.Ledger())
	}
	return t.reasoner
}

// Learn adds to the ledger what a model found in utterances and the rules did not understand. Reason takes utterances in
// once, so it must be learned before Reason is asked about them.
func (a *Agent) Learn(claims []task.Claim) {
	o, heard := a.Observation(), a.talker.Ledger()
	for at := range heard.Heard() {
		u, rows := &o.Talks[at], heard.Rows(at)
		if more := amend(o, u, rows, claims, heard.ClaimOf(u.Seat)); len(more) > len(rows) {
			a.talker.Learn(at, more)
		}
	}
}

// amend adds what a model found in an utterance to what it says, where that has nothing. standing is what the speaker
// claims.
func amend(o *werewolf.Observation, u *werewolf.Utterance, rows speech.Rows, found []task.Claim, standing werewolf.Role) speech.Rows {
	silent := true
	for range rows.Results(u.Seat) {
		silent = false
	}
	for _, changed := range found {
		if changed.Day != u.Day || changed.Idx != u.Idx || changed.Speaker != o.Name(u.Seat) {
			continue
		}
		claimed := rows.Claimed(u.Seat)
		for _, role := range o.Rules.Table.Roles() {
			if claimed == werewolf.NoRole && o.Rules.Table.Name(role) == changed.Role {
				claimed = role
				rows = speech.Join(speech.Claim(u.Seat, role), rows)
			}
		}
		if target := o.SeatOf(changed.Target); target != 0 && silent {
			if claimed == werewolf.NoRole {
				claimed = standing
			}
			rows = speech.Join(rows, speech.Found(o.Rules.Table.Power(claimed), target, speciesOf(changed.Species)))
		}
	}
	return rows
}

func speciesOf(name string) werewolf.Species {
	for _, s := range []werewolf.Species{werewolf.Human, werewolf.Wolf} {
		if s.String() == name {
			return s
		}
	}
	return werewolf.NoSpecies
}
