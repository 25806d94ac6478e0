package understand

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// conclude adds what a match says.
func (u *utterance) conclude(c *clause, m *match) {
	target := m.target.Without(u.speaker)
	species := m.used & (c.has[catWolf] | c.has[catHuman])
	switch m.p.kind {
	case finding:
		u.consumed |= species
	case stating, confirming, accusing, trusting:
		if species&u.consumed != 0 {
			return
		}
	default:
	}
	switch m.p.kind {
	case claiming:
		u.claims(m.role)
	case retracting:
		u.retract = true
	case owning:
		u.owns(m.role)
	case finding:
		u.find(m)
	case examining:
		u.owns(m.role)
		u.examined |= target
	case stating, confirming, topicSuspect, topicVote, topicResult, topicRole, topicWhy, topicPlan:
		u.note(m)
	case reporting:
		if u.report(m) {
			u.consumed |= species
		}
	case voicing:
		u.source = m.source | m.target
	case guarding:
		u.owns(werewolf.Bodyguard)
		for id := range target.All() {
			u.result(speech.Result{Verb: speech.Guarded, Target: id})
		}
	case protecting:
		u.claims(werewolf.Bodyguard)
	case voting, urging, planning, deciding:
		u.votes(c, m)
	case accusing, discrediting:
		if !u.whisper || m.p.kind == discrediting {
			u.accuse |= target
		}
	case blaming:
		if u.whisper {
			return
		}
		u.blamed = true
		if target == 0 {
			target = u.focus(c)
		}
		u.accuse |= target
	case trusting:
		u.support |= target
	case attacking:
		u.strike(c, m)
	default: // the others do not come here
	}
}

// strike notes whom wolves name for the attack; of several the first counts.
func (u *utterance) strike(c *clause, m *match) {
	if !u.whisper || m.first == 0 || m.first == u.speaker {
		return
	}
	if u.attack == 0 {
		u.attack = m.first
	}
	u.attacked |= m.used &^ c.has[catName] &^ c.has[catHim]
}

// focus is who was spoken of last: the player voted for, else named, else spoken to.
func (u *utterance) focus(c *clause) werewolf.SeatSet {
	switch {
	case u.addressee != 0 && c.has[catYou] != 0:
		return u.addressee
	case u.subject != 0:
		return u.subject
	case u.last != 0:
		return u.last
	case u.addressee != 0:
		return u.addressee
	}
	return werewolf.SetOf(u.vote).Without(0)
}

func (u *utterance) claims(r werewolf.Role) {
	if r == werewolf.NoRole {
		u.owns(werewolf.NoRole)
		return
	}
	if u.claim == werewolf.NoRole {
		u.claim = r
	}
	if r == werewolf.Seer || r == werewolf.Medium {
		u.own = true
	}
}

func (u *utterance) owns(r werewolf.Role) {
	u.own = true
	if r == werewolf.Seer || r == werewolf.Medium || r == werewolf.Bodyguard {
		u.ability = r
	}
}

// find adds results of the speaker's own.
func (u *utterance) find(m *match) {
	u.owns(m.role)
	target := m.target.Without(u.speaker)
	if target == 0 {
		target = u.examined
	}
	if target == 0 {
		target = u.last
	}
	for id := range target.All() {
		u.result(speech.Result{Verb: speech.Divined, Target: id, Species: m.species})
	}
	u.examined &^= target
}

// result adds a result. One of the same target takes the place of one that told no species.
func (u *utterance) result(r speech.Result) {
	for i := range u.results {
		if have := &u.results[i]; have.Target == r.Target && (have.Species == r.Species || r.Species == werewolf.NoSpecies) {
			return
		} else if have.Target == r.Target && have.Species == werewolf.NoSpecies {
			*have = r
			return
		}
	}
	u.results = append(u.results, r)
}

// note keeps a bare statement, or what a question is about.
func (u *utterance) note(m *match) {
	if m.p.kind >= topicSuspect && m.p.kind <= topicPlan {
		u.topic = speech.SuspectWhom + speech.Topic(m.p.kind-topicSuspect)
		return
	}
	for id := range m.target.Without(u.speaker).All() {
		u.facts = append(u.facts, fact{target: id, species: m.species, sure: m.p.kind == confirming})
	}
}

// report adds what somebody else is said to have found, and reports whether there is anybody who may have.
func (u *utterance) report(m *match) (known bool) {
	targets := m.target
	if m.self {
		targets = targets.With(u.speaker)
	}
	for target := range targets.All() {
		source := m.source
		if source == 0 {
			source = u.source
		}
		if source == 0 {
			source = u.l.claims.finders(u.speaker, target, m.species)
		}
		for by := range source.All() {
			r := speech.Report{Claimant: by, Target: target, Species: m.species}
			if by == u.speaker || by == target {
				continue
			}
			known = true
			if !slices.Contains(u.others, r) {
				u.others = append(u.others, r)
			}
		}
	}
	return known
}

// votes notes whom the speaker votes for or wants others to; of several the last counts, of alternatives the first. A word
// that was about the night's attack is about no vote.
func (u *utterance) votes(c *clause, m *match) {
	k, id := m.p.kind, m.first
	if k == deciding {
		u.decided = true
		return
	}
	if id == 0 || id == u.speaker || u.attacked&m.used != 0 {
		return
	}
	if k != urging {
		u.vote = id
	}
	if k != voting {
		u.request = id
	}
}
