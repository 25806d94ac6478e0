package agent

import (
	"wolfden/internal/bot/task"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Learn adds to what was heard what a model found in utterances and the rules did not understand. A reasoner reads an utterance once, so
// learning comes before reasoning. It is for Module.Think, as are Show and Correct.
func (t *Table) Learn(claims []task.Claim) {
	o, heard := t.O, t.Heard
	for at := range heard.Heard() {
		u, rows := &o.Talks[at], heard.Rows(at)
		if more := amend(o, u, rows, claims, heard.ClaimOf(u.Seat)); len(more) > len(rows) {
			t.frame.talker.Learn(at, more)
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
