package understand

import (
	"cmp"
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// conclude adds what a match says.
func (u *utterance) conclude(c *clause, m *match) {
	target := m.target.Without(u.speaker)
	if u.alreadyTold(c, m) || u.isNone(m.p) {
		return
	}
	switch m.p.kind {
	case claiming:
		u.addClaim(m.role)
	case retracting:
		u.retract = true
	case disclaiming:
		u.retract = u.retract || u.disclaims(m)
	case owning:
		u.owns(m.role)
	case minding:
		u.own = u.own || u.finds(u.l.ledger.ClaimOf(u.speaker))
	case finding:
		u.addOwnResult(m)
		u.found |= species(c, m)
	case continuing:
		u.continues(c, m)
	case examining:
		u.examines(m, target)
	case stating, judging, confirming, denying, topicSuspect, topicVote, topicResult, topicRole, topicWhy, topicPlan:
		u.states(c, m)
	case reporting:
		if u.addReport(m) {
			u.consumed |= species(c, m)
		}
	case recalling:
		u.recalls(c, m)
	case divining:
		u.plans(m.first)
	case casting:
		u.casts(m)
	case pairing:
		u.fellows |= target
	case voicing:
		u.source = m.source | m.target
	case guarding:
		u.owns(u.l.roleWith(werewolf.Guards))
		u.addGuarded(target)
	case protecting:
		u.addClaim(u.l.roleWith(werewolf.Guards))
	case voting, urging, planning, deciding, insisting, following:
		u.addVote(c, m)
	case accusing, discrediting, blaming:
		u.accuses(c, m, target)
	case framing:
		if u.whisper {
			u.accuse |= target
		}
	case trusting, praising:
		u.trusts(c, m, target)
	case attacking:
		u.addAttack(c, m)
	default: // the other kinds are handled elsewhere
	}
}

// isNone reports whether a match says something of its own ability only for a player who has claimed to have results: "my white" of
// another is what it was found to be.
func (u *utterance) isNone(p *pattern) bool {
	return p.neutral && (p.kind == owning || p.kind == finding || p.kind == examining) && !u.tells()
}

// examines notes whom the speaker divined.
func (u *utterance) examines(m *match, target werewolf.SeatSet) {
	u.owns(m.role)
	if target == 0 && m.target == 0 {
		target = u.last
	}
	u.examined |= target
}

// disclaims reports whether a match denies the role that the speaker has claimed. Without a word for the speaker, nobody
// else may have been named before.
func (u *utterance) disclaims(m *match) bool {
	claim := u.l.ledger.ClaimOf(u.speaker)
	denied := m.role == werewolf.NoRole || m.role == claim
	return claim != werewolf.NoRole && denied && (m.self || u.last == 0)
}

// plans notes whom the speaker will divine. Werewolves among themselves plan what they will pretend.
func (u *utterance) plans(id werewolf.SeatID) {
	if id != u.speaker && !u.whisper {
		u.next = id
	}
}

// addGuarded adds that the speaker has guarded these players.
func (u *utterance) addGuarded(targets werewolf.SeatSet) {
	for id := range targets.All() {
		u.addResult(speech.Act{Verb: speech.Guarded, Target: id})
	}
}

// continues adds one more result to one that the clause has told already. The match holds the words for both species.
func (u *utterance) continues(c *clause, m *match) {
	told := species(c, m)
	switch {
	case told&u.consumed == 0 || told&^u.consumed == 0:
		return // the first is no result, or both are
	case told&u.found != 0:
		u.addOwnResult(m)
		u.found |= told
	default:
		m.source = u.reporter
		u.addReport(m)
	}
	u.consumed |= told
}

// states adds a bare statement, or the topic of a question. What a teller of results states in the words of the ability is no result
// of somebody else.
func (u *utterance) states(c *clause, m *match) {
	u.addBareStatement(m)
	if m.p.kind == judging && m.target != 0 && u.tells() {
		u.stated |= species(c, m)
	}
}

// species returns the places of the words in a match that say human or werewolf.
func species(c *clause, m *match) tokenSet { return m.used & (c.has[catWolf] | c.has[catHuman]) }

// alreadyTold reports whether a match takes a word as an opinion that has already told a result.
func (u *utterance) alreadyTold(c *clause, m *match) bool {
	switch m.p.kind {
	case finding:
		u.consumed |= species(c, m)
	case reporting:
		return m.source == 0 && u.source == 0 && species(c, m)&u.consumed != 0 && u.reporter != 0
	case recalling:
		return species(c, m)&(u.consumed|u.stated) != 0
	case stating, judging, confirming, denying, accusing, trusting, praising:
		return species(c, m)&u.consumed != 0
	default:
	}
	return false
}

// accuses notes whom the speaker speaks against. Among werewolves only plans for the day count.
func (u *utterance) accuses(c *clause, m *match, target werewolf.SeatSet) {
	if u.whisper && m.p.kind != discrediting {
		return
	}
	if m.p.neutral {
		target &= u.l.tellers() // of a result that is called weak, who told it is blamed
	}
	if m.p.kind == blaming {
		u.blamed = true
		if target == 0 {
			target = u.focus(c) &^ u.cleared() &^ c.named(m.used)
		}
	}
	u.accuse |= target
}

// trusts notes whom the speaker speaks for. Among werewolves only they themselves count.
func (u *utterance) trusts(c *clause, m *match, target werewolf.SeatSet) {
	if m.p.kind == praising && target == 0 {
		target = u.focus(c)
	}
	if m.p.kind == praising && m.p.neutral {
		target &= u.l.ledger.Dead()
	}
	if u.whisper {
		target &= u.l.ledger.Whispered().With(u.speaker)
	}
	u.support |= target
}

// cleared returns who has been called human so far.
func (u *utterance) cleared() (all werewolf.SeatSet) {
	for _, r := range u.results {
		if r.Species == werewolf.Human {
			all = all.With(r.Target)
		}
	}
	for _, f := range u.facts {
		if f.species == werewolf.Human {
			all = all.With(f.target)
		}
	}
	for _, r := range u.others {
		if r.Species == werewolf.Human {
			all = all.With(r.Target)
		}
	}
	return all
}

// addAttack notes whom a werewolf names for the attack; if it names several, the first.
func (u *utterance) addAttack(c *clause, m *match) {
	if !u.whisper || m.first == 0 || m.first == u.speaker {
		return
	}
	if u.attack == 0 {
		u.attack = m.first
	}
	u.attacked |= m.used &^ c.has[catName] &^ c.has[catHim]
}

// focus returns who was spoken of last: the player voted for, else the one named, else the one addressed.
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

func (u *utterance) addClaim(r werewolf.Role) {
	if r == werewolf.NoRole {
		u.owns(werewolf.NoRole)
		return
	}
	if u.claim == werewolf.NoRole {
		u.claim = r
	}
	if u.finds(r) {
		u.own = true
	}
}

// tells reports whether the speaker is one of those who tell results, by what it has claimed.
func (u *utterance) tells() bool { return u.finds(cmp.Or(u.claim, u.l.ledger.ClaimOf(u.speaker))) }

// finds reports whether the role learns what others are.
func (u *utterance) finds(r werewolf.Role) bool {
	p := u.l.spec(r).Power
	return p == werewolf.Divines || p == werewolf.Identifies
}

func (u *utterance) owns(r werewolf.Role) {
	u.own = true
	if u.finds(r) || u.l.spec(r).Power == werewolf.Guards {
		u.ability = r
	}
}

// addOwnResult adds results of the speaker.
func (u *utterance) addOwnResult(m *match) {
	u.owns(m.role)
	if m.species == werewolf.NoSpecies && u.l.spec(m.role).Ordinary() {
		m.species = werewolf.Human
	}
	target := m.target.Without(u.speaker)
	for _, elided := range []werewolf.SeatSet{u.examined, u.l.latest(u.speaker, m.species), u.last, u.addressee} {
		if target == 0 {
			target = elided
		}
	}
	for id := range target.All() {
		u.addResult(speech.Act{Verb: speech.Divined, Target: id, Species: m.species})
	}
	u.examined &^= target
}

// addResult adds a result. It replaces one about the same target that told no species.
func (u *utterance) addResult(r speech.Act) {
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

// addBareStatement keeps a bare statement, or the topic of a question.
func (u *utterance) addBareStatement(m *match) {
	if m.p.kind >= topicSuspect && m.p.kind <= topicPlan {
		u.topic = speech.SuspectWhom + speech.Topic(m.p.kind-topicSuspect)
		return
	}
	target := m.target
	if m.p.kind == judging && target == 0 {
		target = u.examined
		if target == 0 && u.tells() {
			target = u.subject
		}
	}
	for id := range target.Without(u.speaker).All() {
		u.facts = append(u.facts, bareStatement{target: id, species: m.species, sure: m.p.kind == confirming, claims: m.p.kind == confirming && !m.p.neutral, denial: m.p.kind == denying, verdict: m.p.kind == judging})
	}
}

// addReport adds what somebody else is said to have found. It reports whether there is anybody who may have found it.
func (u *utterance) addReport(m *match) (known bool) {
	targets, source := m.target, m.source
	if m.self {
		targets = targets.With(u.speaker)
	}
	if source == 0 {
		source = u.source
	}
	if targets == 0 {
		return u.addElidedReports(m, source)
	}
	if u.turned(source, targets, m.species) {
		source, targets = targets, source
	}
	return u.addReports(m, source, targets)
}

// turned reports whether a report is known the other way round: the player said to be found has told it of the player said
// to have found it, who has told no results.
func (u *utterance) turned(source, target werewolf.SeatSet, s werewolf.Species) bool {
	by, about := source.First(), target.First()
	return source.Len() == 1 && target.Len() == 1 && u.l.latest(by, werewolf.NoSpecies) == 0 && u.l.hasFound(about, by, s)
}

// addElidedReports adds the reports that are meant where the target is not named: the last result of the species by each
// source; what is known of the player named, where that one has told none.
func (u *utterance) addElidedReports(m *match, source werewolf.SeatSet) (known bool) {
	if source.Len() < 2 {
		by, targets := u.elidedReport(source, m.species)
		about := source.First()
		tells := about != 0 && u.l.latest(about, werewolf.NoSpecies) != 0
		if targets == 0 && about != 0 && !tells && u.l.finders(u.speaker, about, m.species) != 0 {
			by, targets = 0, source
		}
		return u.addReports(m, by, targets)
	}
	for by := range source.All() {
		known = u.addReports(m, werewolf.SetOf(by), u.l.latest(by, m.species)) || known
	}
	return known
}

// tellers returns who is meant to have found a result where nobody is named: who has told it; of several who
// found the speaker something, those spoken to or of. A speaker who tells results means its own, but to who has told the same.
func (u *utterance) tellers(target werewolf.SeatID, s werewolf.Species) werewolf.SeatSet {
	all := u.l.finders(u.speaker, target, s)
	near := all & (u.addressee | u.group)
	switch {
	case target == u.speaker && near != 0:
		return near
	case target == u.speaker:
		return all
	case u.l.hasFound(u.speaker, target, s):
		return 0
	case u.tells():
		return all & u.addressee
	}
	return all
}

// addReports adds that each source has found each target to be of the match's species.
func (u *utterance) addReports(m *match, source, targets werewolf.SeatSet) (known bool) {
	for target := range targets.All() {
		source := source
		if all := u.l.finders(u.speaker, target, m.species); source.Len() > 1 && all&source != 0 && source&^all != 0 {
			source = all // who has told something else is not one of "both"
		}
		if source == 0 {
			source = u.tellers(target, m.species)
		}
		if source == 0 && m.p.blames && !u.l.hasFound(u.speaker, target, m.species) {
			source = u.l.finders(u.speaker, target, m.species) // a rival's, since it is called bad
		}
		for by := range source.All() {
			r := speech.Act{Verb: speech.Divined, Subject: by, Target: target, Species: m.species}
			if by == u.speaker || by == target {
				continue
			}
			known, u.neutral, u.reporter = true, u.neutral || m.p.neutral, source
			if m.p.blames {
				u.accuse = u.accuse.With(by)
			}
			if !slices.Contains(u.others, r) {
				u.others = append(u.others, r)
			}
		}
	}
	return known
}

// elidedReport finds the result that is meant where its target is not named, and returns who told it and about whom. It
// is the last result of the species by the source, else by the addressee, else by the player named last.
func (u *utterance) elidedReport(source werewolf.SeatSet, s werewolf.Species) (by, targets werewolf.SeatSet) {
	for _, by := range []werewolf.SeatSet{source, u.addressee, u.last} {
		if by.Len() != 1 {
			continue
		}
		if targets = u.l.latest(by.First(), s); targets != 0 || source != 0 {
			return by, targets
		}
	}
	return 0, 0
}

// recalls adds the results of others that a word of the ability reminds of: those told by or about the players beside it. With two
// players it is what one told of the other; with one, what was told of that player, else the last that player told.
func (u *utterance) recalls(c *clause, m *match) {
	among := m.target
	if m.self {
		among = among.With(u.speaker)
	}
	if u.whisper {
		return // what werewolves say of results there are plans
	}
	if u.repeats(m.target, m.species) {
		u.consumed |= species(c, m)
		return
	}
	if among.Len() == 1 && among&u.l.tellers() == 0 && u.tells() {
		return // who tells results means its own
	}
	told := func(by, about werewolf.SeatSet) (found bool) {
		for _, x := range u.l.ledger.Results() {
			if x.Species == m.species && x.By != u.speaker && by.Has(x.By) && about.Has(x.Target) {
				r := match{p: m.p, species: m.species}
				found = u.addReports(&r, werewolf.SetOf(x.By), werewolf.SetOf(x.Target)) || found
			}
		}
		return found
	}
	everybody := werewolf.SeatsUpTo(len(u.l.table.Names))
	about := cmp.Or(m.target, among)
	if m.source != 0 {
		if told(m.source, about) {
			u.consumed |= species(c, m)
		}
		return
	}
	switch by := about.First(); {
	case among.Len() > 1 && told(among, among), about.Len() == 1 && told(everybody, about):
	case about.Len() == 1 && told(about, u.l.latest(by, m.species)):
	default:
		if by = u.addressee.First(); by == 0 || !told(u.addressee, u.l.latest(by, m.species)) {
			return
		}
	}
	u.consumed |= species(c, m)
}

// repeats adds the results about these players that the speaker has told before, and reports whether there are any or the utterance
// tells them anyway.
func (u *utterance) repeats(targets werewolf.SeatSet, s werewolf.Species) bool {
	if slices.ContainsFunc(u.results, func(x speech.Act) bool { return x.Species == s && targets.Has(x.Target) }) {
		return true
	}
	found := werewolf.SetOf()
	for id := range targets.All() {
		if u.l.hasFound(u.speaker, id, s) {
			found = found.With(id)
		}
	}
	if !u.tells() {
		return found != 0
	}
	for id := range found.All() {
		u.owns(werewolf.NoRole)
		u.addResult(speech.Act{Verb: speech.Divined, Target: id, Species: s})
	}
	return found != 0
}
