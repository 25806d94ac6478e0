package agent

import (
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
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
	learned  []task.Claim
	heard    ledger.Writer // as the talker heard it, with what was learned
}

// Reason is what the player makes of the game, up to date with the current observation. It costs nothing to agents that
// never ask. What it hands out is valid until the next answer.
func (a *Agent) Reason() *reason.Reasoner {
	t := &a.thinker
	if t.reasoner == nil {
		t.reasoner = reason.NewReasoner(t.table)
	}
	o := a.talker.Observation()
	if t.seen == o {
		return t.reasoner
	}
	t.seen = o
	for at := t.heard.Heard(); at < len(o.Talks); at++ {
		u := &o.Talks[at]
		t.heard.Hear(u, t.amend(u, a.talker.Ledger().Rows(at), o, a.talker.Ledger().ClaimOf(u.Seat)))
	}
	t.reasoner.See(o, t.heard.Reader())
	return t.reasoner
}

// Learn adds what a model found in utterances to what the rules understood of them. Reason takes it in with the
// utterances, so it must be learned before Reason is asked about them.
func (a *Agent) Learn(claims []task.Claim) {
	a.thinker.learned = append(a.thinker.learned, claims...)
}

// amend adds what was learned about an utterance to what it says, where that has nothing. standing is what the speaker has
// claimed before.
func (t *thinker) amend(u *werewolf.Utterance, rows speech.Rows, o *werewolf.Observation, standing werewolf.Role) speech.Rows {
	silent := true
	for range rows.Results(u.Seat) {
		silent = false
	}
	for _, changed := range t.learned {
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
