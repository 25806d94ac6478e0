package agent

import (
	"wolfden/internal/bot/task"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Claims returns the claims that the ledger has of the utterance at a place of the talk, in the form in which a model
// finds them.
func (t *Table) Claims(at int) (list []task.Claim) {
	o := t.O
	rows, u := t.Heard.Rows(at), &o.Talks[at]
	claim := task.Claim{Day: u.Day, Idx: u.Idx, Speaker: o.Name(u.Seat), Quote: u.Text}
	if role := rows.Claimed(u.Seat); role != werewolf.NoRole {
		c := claim
		c.Role = o.Rules.Table.Name(role)
		list = append(list, c)
	}
	for f := range rows.Results(u.Seat) {
		if f.Tells() && f.Species == werewolf.NoSpecies {
			continue
		}
		c := claim
		c.Target, c.Species = o.Name(f.Target), f.Species.String()
		list = append(list, c)
	}
	return list
}

// learn adds to the ledger what a model found in utterances and the rules did not understand. A reasoner reads an utterance once, so
// learning comes before reasoning.
func (a *Agent[S]) learn(claims []task.Claim) {
	o, heard := a.mind.o, a.talker.Ledger()
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
		role, species := changed.Meant(o.Rules.Table)
		if claimed == werewolf.NoRole && role != werewolf.NoRole {
			claimed = role
			rows = speech.Join(speech.Claim(u.Seat, role), rows)
		}
		if target := o.SeatOf(changed.Target); target != 0 && silent {
			if claimed == werewolf.NoRole {
				claimed = standing
			}
			rows = speech.Join(rows, speech.Found(o.Rules.Table.Power(claimed), target, species))
		}
	}
	return rows
}
