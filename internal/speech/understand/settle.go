package understand

import (
	"cmp"
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// settle turns what the clauses have said into rows, once all clauses are known.
func (u *utterance) settle() speech.Rows {
	role := u.settleRole()
	for id := range u.examined.All() {
		u.addResult(speech.Act{Verb: speech.Divined, Target: id})
	}
	u.settleFacts(role)
	for i := range u.results {
		u.settleResult(&u.results[i], role)
	}
	u.settleQuestions()
	if u.decided && u.vote == 0 {
		u.vote = u.elided()
	}
	if u.insisted && u.request == 0 {
		u.request = u.elided()
	}
	if u.followed && u.request == 0 {
		u.request = u.vote
	}
	if u.blames && !u.whisper {
		u.accuse |= werewolf.SetOf(u.vote, u.request).Without(0)
	}
	u.settleTrust()
	if u.whisper && !u.l.spec(u.claim).IsWolf() {
		u.addCast(0, u.speaker, u.claim) // werewolves only plan their claims
		u.claim, u.results = werewolf.NoRole, u.results[:0]
	}
	return u.rows()
}

// rows returns what the utterance says, in the order of the keys.
func (u *utterance) rows() speech.Rows {
	result := u.scratch[:0]
	if u.claim != werewolf.NoRole {
		result = append(result, speech.Act{Verb: speech.ComingOut, Target: u.speaker, Role: u.claim})
	}
	if u.retract {
		result = append(result, speech.Act{Verb: speech.Not}, speech.Act{Verb: speech.ComingOut, In: len(result) + 1, Target: u.speaker})
	}
	if claim := cmp.Or(u.claim, u.l.ledger.ClaimOf(u.speaker)); u.l.spec(claim).Mason() && !u.retract {
		for id := range u.fellows.All() {
			result = append(result, speech.Act{Verb: speech.ComingOut, Subject: u.speaker, Target: id, Role: claim})
		}
	}
	result = append(result, u.results...)
	result = append(result, u.others...)
	if u.vote != 0 {
		result = append(result, speech.Act{Verb: speech.Vote, Target: u.vote})
	}
	if u.request != 0 {
		result = append(result, speech.Act{Verb: speech.Request}, speech.Act{Verb: speech.Vote, In: len(result) + 1, Target: u.request})
	}
	if u.cast != nil {
		result = speech.Join(result, u.cast)
	}
	if u.next != 0 {
		result = append(result, speech.Act{Verb: speech.Divination, Target: u.next})
	}
	if u.attack != 0 {
		result = append(result, speech.Act{Verb: speech.Attack, Target: u.attack})
	}
	for id := range u.accuse.Without(u.speaker).All() {
		result = append(result, speech.Act{Verb: speech.Estimate, Target: id, Role: werewolf.Werewolf})
	}
	for id := range u.support.Without(u.speaker).All() {
		result = append(result, speech.Act{Verb: speech.Estimate, Target: id, Species: werewolf.Human})
	}
	for _, q := range u.question {
		result = append(result, speech.Act{Verb: speech.Inquire, Target: q.Target, Topic: q.Topic, About: q.About}, q.Asked(len(result)+1))
	}
	u.scratch = result
	if len(result) == 0 {
		return nil
	}
	return slices.Clone(result)
}

// addVote notes for whom the speaker votes or wants others to vote: the last of several, but the first of alternatives.
// Words that were about the night's attack are about no vote.
func (u *utterance) addVote(c *clause, m *match) {
	k, id := m.p.kind, m.first
	if u.followed = u.followed || k == following; k == following {
		return
	}
	if k == deciding || k == insisting {
		u.decided = u.decided || k == deciding
		u.insisted = u.insisted || k == insisting
		if u.blames = u.blames || m.p.blames; k == deciding {
			u.vote = cmp.Or(u.vote, c.lastNamed(m.start).Without(u.speaker).First())
		}
		return
	}
	if id == 0 || id == u.speaker || u.attacked&m.used != 0 {
		return
	}
	u.blames = u.blames || m.p.blames
	if k != urging {
		u.vote = id
	}
	if k != voting {
		u.request = id
	}
}

// elided returns the target of a vote that names nobody: who is spoken to only where the speaker has announced no other.
func (u *utterance) elided() werewolf.SeatID {
	switch alive := u.accuse &^ u.l.ledger.Dead(); {
	case alive.Len() == 1:
		return alive.First()
	case u.last&^u.addressee&^u.l.ledger.Dead() != 0:
		return u.last.First()
	}
	if before := u.l.ledger.PlanOf(u.speaker, u.day).Target; before != 0 && !u.l.ledger.Dead().Has(before) {
		return before
	}
	return u.addressee.First()
}

// settleTrust adds what follows from votes. A vote that follows somebody's result against the target trusts that
// player, and an accusation without a name is against the target of the vote.
func (u *utterance) settleTrust() {
	said := werewolf.SetOf()
	for _, act := range u.others {
		said = said.With(act.Subject)
	}
	for _, act := range u.others {
		built := !u.neutral && said.Len() == 1 && (u.accuse != 0 || u.vote != 0 || u.request != 0)
		if built && act.Species == werewolf.Human && !u.accuse.Has(act.Subject) {
			u.support = u.support.With(act.Subject)
		}
		if built && act.Species == werewolf.Human && !u.accuse.Has(act.Target) && !u.accuse.Has(act.Subject) {
			u.support = u.support.With(act.Target)
		}
		if !u.neutral && act.Species == werewolf.Human && act.Target == u.speaker && !u.accuse.Has(act.Subject) {
			u.support = u.support.With(act.Subject)
		}
		if act.Species == werewolf.Wolf && (act.Target == u.vote || act.Target == u.request) && !u.accuse.Has(act.Subject) {
			u.support = u.support.With(act.Subject)
			u.accuse = u.accuse.With(act.Target)
		}
	}
	if u.blamed && u.accuse == 0 && u.vote != 0 {
		u.accuse = werewolf.SetOf(u.vote)
	}
	if u.whisper {
		u.support = u.support.Without(u.attack)
	}
}

// settleRole returns the role whose results the utterance tells; telling them claims the role.
func (u *utterance) settleRole() werewolf.Role {
	role := u.claim
	before := u.l.ledger.ClaimOf(u.speaker)
	teller := u.finds(before) // the claimed role has visions or sees spirits
	if role == werewolf.NoRole && (!teller || u.l.spec(u.ability).Power == werewolf.Guards) {
		role = u.ability
	}
	if role == werewolf.NoRole {
		role = before
	}
	if u.own && (role == werewolf.NoRole || u.l.spec(role).Ordinary() && u.claim == werewolf.NoRole) {
		role = u.l.roleWith(werewolf.Divines)
	}
	dropped := before == werewolf.NoRole && u.l.ledger.HasRetracted(u.speaker)
	if u.own && u.claim == werewolf.NoRole && !u.retract && !dropped && !u.l.spec(role).Ordinary() {
		u.claim = role
	}
	incompatible := before != werewolf.NoRole && u.claim != werewolf.NoRole && u.claim != before
	if now := u.l.spec(u.claim); incompatible && (now.Traitor() || now.Ordinary()) {
		u.retract = true
	}
	return role
}

// settleFacts decides what bare statements are: results, if the speaker tells its own; else somebody's reported result,
// or an opinion.
func (u *utterance) settleFacts(role werewolf.Role) {
	told := len(u.results) > 0
	white := false // the utterance calls somebody human, so that "wolf" names the one who is left
	for _, statement := range u.facts {
		white = white || statement.species == werewolf.Human
	}
	teller := u.finds(role)
	for _, statement := range u.facts {
		if !teller && u.isVerdict(statement) && u.repeatsReport(statement) {
			continue
		}
		switch {
		case u.whisper || statement.species == werewolf.Human && u.l.ledger.Dead().Has(statement.target):
		case statement.species == werewolf.Wolf:
			u.accuse = u.accuse.With(statement.target)
		default:
			u.support = u.support.With(statement.target)
		}
		if u.completeResult(statement) {
			continue
		}
		again := u.l.hasFound(u.speaker, statement.target, statement.species)
		fresh := u.own && !told && (statement.species == werewolf.Human || !white)
		medium := u.l.spec(role).Power == werewolf.Identifies && u.l.ledger.Dead().Has(statement.target)
		again = again && (u.own || statement.sure)
		if !teller || !again && !fresh && !medium && !statement.verdict {
			continue
		}
		u.addResult(speech.Act{Target: statement.target, Species: statement.species})
		if u.claim == werewolf.NoRole && !u.retract && (medium || u.own || statement.verdict || statement.claims) {
			u.claim = role
		}
	}
}

// isVerdict reports whether a statement is made in the words of the ability, in this or another reading of them.
func (u *utterance) isVerdict(f bareStatement) bool {
	return slices.ContainsFunc(u.facts, func(v bareStatement) bool {
		return v.verdict && v.target == f.target && v.species == f.species
	})
}

// repeatsReport adds what others have told, where a statement in the words of the ability says it again, and reports whether
// anybody has.
func (u *utterance) repeatsReport(f bareStatement) bool {
	by := u.l.finders(u.speaker, f.target, f.species).Without(f.target)
	for id := range by.All() {
		r := speech.Act{Verb: speech.Divined, Subject: id, Target: f.target, Species: f.species}
		if !slices.Contains(u.others, r) {
			u.others = append(u.others, r)
		}
	}
	return by != 0
}

// completeResult fills in a result that was told without its species.
func (u *utterance) completeResult(f bareStatement) bool {
	for i := range u.results {
		if r := &u.results[i]; r.Target == f.target && r.Species == werewolf.NoSpecies && r.Verb != speech.Guarded {
			r.Species = f.species
			return true
		}
	}
	return false
}

// settleResult gives a result its verb and takes it as trust in its target or as an accusation.
func (u *utterance) settleResult(r *speech.Act, role werewolf.Role) {
	if r.Verb == speech.Guarded {
		return
	}
	r.Verb = speech.Divined
	if u.finds(role) && u.l.inPlay(role) {
		r.Verb = speech.Telling(u.l.spec(role).Power)
	}
	switch r.Species {
	case werewolf.Wolf:
		u.accuse = u.accuse.With(r.Target)
	case werewolf.Human:
		u.support = u.support.With(r.Target)
	default:
	}
}
