package lycaon

import (
	"wolfden/internal/bot/hearing"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// sure is how likely somebody must be on one's side to be told the truth.
const sure = 0.6

// earliest is the turn of a day from which a player with nothing left to claim announces its vote: early enough for
// others to follow, late enough to have heard them.
const earliest = 2

// Urgent is the power play where there is one, and an answer to whoever has asked something.
func (h *head) Urgent(p *talker.Player, t *talker.Turn) bool {
	if h.powerPlay(p, t) {
		return true
	}
	said := p.Reply(t)
	if o := p.Observation(); t.Beats() < 2 && o.Day > 0 && o.Request.Turn >= earliest && h.isOpenOrSilent(p) {
		said = p.Declare(t) || said
	}
	return said
}

// isOpenOrSilent reports whether the player has no claim left to make before it speaks of votes.
func (h *head) isOpenOrSilent(p *talker.Player) bool {
	return p.IsOpen() || p.Mask.Role != werewolf.Seer && p.Mask.Role != werewolf.Medium
}

// powerPlay: when werewolf and possessed are most of the living, they say who they are and vote together.
func (h *head) powerPlay(p *talker.Player, t *talker.Turn) bool {
	o := p.Observation()
	if o.Role().Team() != werewolf.WerewolfTeam {
		return false
	}
	ally, victim := h.power(p)
	if ally == 0 {
		return false
	}
	in, role := wording.PowerWolf, werewolf.Werewolf
	if o.Role() == werewolf.Possessed {
		in, role = wording.PowerPossessed, werewolf.Possessed
	}
	said := p.Say(t, in, true, [3]werewolf.SeatID{ally, victim}, werewolf.NoRole,
		hearing.Act{Kind: hearing.Claim, Role: role}, hearing.Act{Kind: hearing.Urge, Target: victim}, hearing.Act{Kind: hearing.Vote, Target: victim})
	if said {
		h.think("plan", "power play with %s against %s", o.Name(ally), o.Name(victim))
	}
	return said
}

// power is the ally and the victim of a power play that would win now, none where there is none: werewolf and possessed
// together are a majority, and one can tell who the other is.
func (h *head) power(p *talker.Player) (ally, victim werewolf.SeatID) {
	o := p.Observation()
	mine := h.mind.Mine().Now()
	others := o.Others()
	if o.Living.Len() != 3 || others.Len() != 2 {
		return 0, 0
	}
	for id := range others.All() {
		how := mine.Role(id, werewolf.Possessed)
		if o.Role() == werewolf.Possessed {
			how = mine.Wolf(id)
		}
		if how > sure {
			return id, others.Without(id).First()
		}
	}
	return 0, 0
}
