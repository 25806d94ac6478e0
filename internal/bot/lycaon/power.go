package lycaon

import (
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// sure is how likely somebody must be on one's side to be told the truth.
const sure = 0.6

// earliest is the turn of a day from which a player with nothing left to claim announces its vote: early enough for
// others to follow, late enough to have heard them.
const earliest = 2

// Urgent is the power play where there is one, an answer to whoever has asked something, and the vote.
func (d *decider) Urgent(p *talker.Player, t *talker.Turn) bool {
	if d.powerPlay(p, t) {
		return true
	}
	said := p.Reply(t)
	if t.Sentences() > 1 {
		return said
	}
	if o := p.Observation(); o.Day > 0 && o.Request.Turn >= earliest && d.isOpenOrSilent(p) && p.Declare(t) {
		return true
	}
	return d.reconsider(p, t) || said
}

// isOpenOrSilent reports whether the player has no claim left to make before it speaks of votes.
func (d *decider) isOpenOrSilent(p *talker.Player) bool {
	return p.IsOpen() || p.ShownSpec().Power != werewolf.Divines && p.ShownSpec().Power != werewolf.Identifies
}

// powerPlay: when werewolf and possessed are most of the living, they say who they are and vote together. The possessed
// says so whether or not it can tell who the werewolf is: who votes for it votes for no werewolf. The werewolf has
// everything to lose by it, and says so only to a possessed that has.
func (d *decider) powerPlay(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	if o.Team() != werewolf.WerewolfTeam {
		return false
	}
	ally, victim := d.power(p)
	if ally == 0 || o.Spec().IsWolf() && !p.Ledger().ClaimSpec(ally).Traitor() {
		return false
	}
	kind := wording.PowerWolf
	if o.Spec().Traitor() {
		kind = wording.PowerPossessed
	}
	said := p.AddOnce(t, kind, true, wording.Slots{T: ally, O: victim})
	if said {
		d.think("plan", "power play with %s against %s", o.Name(ally), o.Name(victim))
	}
	return said
}

// power is the ally and the victim of a power play that would win now, none where there is none: werewolf and possessed
// together are a majority. The possessed takes the likelier of the two others for the werewolf; the werewolf must be
// sure that the possessed lives.
func (d *decider) power(p *talker.Player) (ally, victim werewolf.SeatID) {
	o := p.Observation()
	mine := d.reasoner.Mine().Now()
	others := o.Others()
	if o.Living.Len() != 3 || others.Len() != 2 {
		return 0, 0
	}
	likely, most := mine.Traitor, sure
	if o.Spec().Traitor() {
		likely, most = mine.Wolf, 0
	}
	for id := range others.All() {
		if how := likely(id); how > most {
			most, ally, victim = how, id, others.Without(id).First()
		}
	}
	return ally, victim
}

// decisive reports whether the execution of anybody but a werewolf wins the game for them.
func decisive(o *werewolf.Observation) bool { return o.Living.Len() <= 3 }
