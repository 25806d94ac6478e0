package agent

import (
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Changes are what a module makes of what it has found before an answer. The zero Changes are none.
type Changes struct {
	Note string // noted under the module's name, unless its last note says the same
	// Claims are what a model found in utterances, to be added where the rules did not understand it. A reasoner reads an utterance once,
	// so that learning comes before reasoning.
	Claims  []task.Claim
	Shown   *talker.Pretence // what the player shows of itself from now on; nil for what it showed
	Opinion *doubt.Opinion   // of the others, in the place of the player's; nil for its own
}

// apply makes the changes that the module of the table has returned.
func (t *Table) apply(c Changes) {
	if len(c.Claims) > 0 {
		t.learn(c.Claims)
	}
	if c.Shown != nil {
		t.frame.talker.Show(*c.Shown)
	}
	if c.Opinion != nil {
		t.frame.talker.Correct(c.Opinion)
	}
	t.Note(c.Note)
}

// learn adds the claims to what was heard.
func (t *Table) learn(claims []task.Claim) {
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
