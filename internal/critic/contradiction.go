package critic

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// contradictions finds what a player says against itself.
func (r *reader) contradictions(t *turn) {
	r.claims(t)
	r.betrays(t)
	r.results(t)
	r.suspicions(t)
	r.votes(t)
}

// claims finds a role other than the one that is claimed.
func (r *reader) claims(t *turn) {
	if r.retracts(t) || t.says.Retracts(t.Seat) {
		for role := range r.outright {
			r.outright[role] = r.outright[role].Without(t.Seat)
		}
	}
	if r.retracts(t) {
		return
	}
	before := r.ledger.ClaimOf(t.Seat)
	now := werewolf.NoRole
	for i := range t.sentences {
		s := &t.sentences[i]
		if r.book.has(s, "once") {
			return
		}
		role := s.rows.Claimed(t.Seat)
		was := before
		if now != werewolf.NoRole {
			was = now
		}
		if role == werewolf.NoRole && r.book.has(s, "powerless") && !s.asks && r.powerful(was) {
			r.find(Claim, t, r.claimed(t.Seat), s.raw, "claims to be the %s, and says that it has no power", r.role(was))
		}
		if role == werewolf.NoRole {
			continue
		}
		for other := range r.outright {
			r.outright[other] = r.outright[other].Without(t.Seat)
		}
		r.outright[role] = r.outright[role].With(t.Seat)
		if spec := r.game.Roles().Spec(role); was != werewolf.NoRole && role != was && !spec.IsWolf() && !spec.Traitor() {
			r.find(Claim, t, r.claimed(t.Seat), s.raw, "says that it is the %s, after claiming to be the %s", r.role(role), r.role(was))
		}
		now = role
	}
}

// betrays finds words for the village from somebody who has said that it helps the werewolves.
func (r *reader) betrays(t *turn) {
	if now := t.says.Claimed(t.Seat); r.retracts(t) || now != werewolf.NoRole || !r.game.Roles().Spec(r.ledger.ClaimOf(t.Seat)).Traitor() {
		return
	}
	for i := range t.sentences {
		if s := &t.sentences[i]; !s.asks && r.book.has(s, "for the village") && !r.book.has(s, "once") && !r.book.has(s, "disowns") && !r.book.perhaps.in(s.plain) {
			r.find(Claim, t, r.claimed(t.Seat), s.raw, "claims to be the %s, and speaks for the village", r.role(r.ledger.ClaimOf(t.Seat)))
		}
	}
}

// retracts reports whether the speaker takes its claim back in so many words.
func (r *reader) retracts(t *turn) bool {
	return slices.ContainsFunc(t.sentences, func(s sentence) bool { return r.book.has(&s, "retracts") })
}

// claimed is the line of the claim that stands.
func (r *reader) claimed(id werewolf.SeatID) int {
	for _, c := range r.ledger.Claims() {
		if c.Seat == id && c.Stands() {
			return r.lineOf(c.At)
		}
	}
	return -1
}

// powerful reports whether a role gives results.
func (r *reader) powerful(role werewolf.Role) bool {
	p := r.game.Roles().Power(role)
	return role != werewolf.NoRole && (p == werewolf.Divines || p == werewolf.Identifies)
}

// told is a result that a player has told outright, of one player, in the words of results.
type told struct {
	by, target werewolf.SeatID
	verb       speech.Verb
	species    werewolf.Species
	at         int
}

// tells are the results that the turn tells outright: a sentence about one player has them, or says in the words of results how
// they came about.
func (r *reader) tells(t *turn) (all []told) {
	for i := range t.sentences {
		s := &t.sentences[i]
		if s.asks || s.who.Len() != 1 || r.book.perhaps.in(s.plain) || !r.book.has(s, "result") {
			continue
		}
		rows := s.rows
		if r.book.has(s, "divines") || r.powerful(t.says.Claimed(t.Seat)) { // by what ability may stand in another sentence
			rows = t.says
		}
		for a := range rows.Results(t.Seat) {
			one := told{t.Seat, a.Target, a.Verb, a.Species, t.at}
			if a.Target > 0 && s.who.Has(a.Target) && a.Species != werewolf.NoSpecies && !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return all
}

// results finds results that do not go with others of the speaker, or that nobody can have.
func (r *reader) results(t *turn) {
	for _, a := range r.tells(t) {
		for _, x := range r.told {
			if x.by == a.by && x.target == a.target && x.verb == a.verb && x.species != a.species {
				r.find(Result, t, x.at, t.Text, "told before that %s is %s", r.name(a.target), species(x.species))
			}
		}
		if a.verb == speech.Identified && r.living.Has(a.target) {
			r.find(Result, t, -1, t.Text, "a medium's result on %s, who lives", r.name(a.target))
		}
		r.told = append(r.told, a)
	}
	var divined werewolf.SeatSet
	last := -1
	for _, x := range r.told {
		if x.by == t.Seat && x.verb == speech.Divined {
			divined, last = divined.With(x.target), x.at
		}
	}
	if last == t.at && t.Day > 0 && divined.Len() > t.Day {
		r.find(Result, t, -1, t.Text, "%d players divined in %d nights", divined.Len(), t.Day)
	}
}

func species(s werewolf.Species) string {
	if s == werewolf.Wolf {
		return "a werewolf"
	}
	return "human"
}

// found is what a player has told outright about another, this turn included, and where.
func (r *reader) found(t *turn, target werewolf.SeatID) (werewolf.Species, int) {
	for _, x := range slices.Backward(r.told) {
		if x.by == t.Seat && x.target == target && (x.at == t.at || !r.retracted(t.Seat)) {
			return x.species, x.at
		}
	}
	return werewolf.NoSpecies, -1
}

// retracted reports whether a player has given up what it claimed, and with it its results.
func (r *reader) retracted(id werewolf.SeatID) bool {
	return r.ledger.HasRetracted(id) || r.ledger.GaveUp(id) || r.isOpenEnemy(id)
}

// isOpenEnemy reports whether a player has come out on the werewolves' side.
func (r *reader) isOpenEnemy(id werewolf.SeatID) bool {
	spec := r.ledger.ClaimSpec(id)
	return r.ledger.ClaimOf(id) != werewolf.NoRole && (spec.IsWolf() || spec.Traitor())
}

// suspicions finds opinions against the speaker's own results, and for both of two rivals.
func (r *reader) suspicions(t *turn) {
	if r.retracts(t) {
		return
	}
	shown := t.says.Claimed(t.Seat)
	if shown == werewolf.NoRole {
		shown = r.ledger.ClaimOf(t.Seat)
	}
	switch spec := r.game.Roles().Spec(shown); {
	case shown == werewolf.NoRole:
	case spec.IsWolf() && r.game.Setup[shown] == 1:
		r.confessed(t)
		return
	case spec.IsWolf(), spec.Traitor():
		return
	}
	var trusted, praised werewolf.SeatSet
	for i := range t.sentences {
		s := &t.sentences[i]
		if s.asks || r.book.perhaps.in(s.plain) || r.book.has(s, "once") {
			continue
		}
		for id := range s.who.All() {
			if what, at := r.found(t, id); what == werewolf.Human && !r.rival(t, id) && vote(s) != id && r.suspects(t, s, id) {
				r.find(Suspicion, t, at, s.raw, "suspects %s, who is human by its own result", r.name(id))
			}
			if r.says(s, id, "praises") && r.tone(t, s, id) == praise {
				praised = praised.With(id)
			}
			if !r.favours(t, s, id) || r.book.has(s, "cleared") {
				continue // a liar may be right about somebody
			}
			switch what, at := r.found(t, id); {
			case what == werewolf.Wolf:
				r.find(Suspicion, t, at, s.raw, "trusts %s, who is a werewolf by its own result", r.name(id))
			case r.accuses(id, t.Seat) && !s.addressed().Has(id):
				r.find(Suspicion, t, -1, s.raw, "trusts %s, who has told that it is a werewolf", r.name(id))
			case r.clash(t, id) != 0 && !s.addressed().Has(id):
				r.find(Suspicion, t, -1, s.raw, "trusts %s, whose result on %s is not its own", r.name(id), r.name(r.clash(t, id)))
			case what == werewolf.NoSpecies && !r.says(s, id, "seconds"):
				trusted = trusted.With(id)
			}
		}
		r.hunch(t, s, t.before(i))
	}
	r.rivals(t, trusted, praised)
	r.puttingOff(t)
}

// clash is on whom a player has told the opposite of what the speaker has told outright, 0 where on nobody.
func (r *reader) clash(t *turn, id werewolf.SeatID) werewolf.SeatID {
	for _, x := range r.told {
		told := r.ledger.Told(id, x.target)
		if x.by == t.Seat && told != werewolf.NoSpecies && told != x.species && !r.retracted(id) && !r.retracted(t.Seat) {
			return x.target
		}
	}
	return 0
}

// puttingOff finds a suspicion or a vote beside the word that its speaker will have an answer later.
func (r *reader) puttingOff(t *turn) {
	off := slices.IndexFunc(t.sentences, func(s sentence) bool { return r.book.has(&s, "puts off") })
	if off < 0 {
		return
	}
	for i := range t.sentences {
		s := &t.sentences[i]
		if s.asks || i == off || r.turned(t, min(i, off), max(i, off)) || r.book.perhaps.in(s.plain) {
			continue
		}
		for id := range (s.who.Without(t.Seat) &^ s.addressed()).All() {
			if vote(s) == id && r.book.has(s, "votes") || r.suspects(t, s, id) {
				r.find(Suspicion, t, -1, t.Text, "has no answer yet, and is against %s", r.name(id))
			}
		}
	}
}

// accuses reports whether a player stands by a result by which another is a werewolf: it lies, or that one does.
func (r *reader) accuses(by, id werewolf.SeatID) bool {
	return r.ledger.Told(by, id) == werewolf.Wolf && !r.retracted(by)
}

// confessed finds suspicion in the mouth of somebody who says that it is the only werewolf.
func (r *reader) confessed(t *turn) {
	for i := range t.sentences {
		s := &t.sentences[i]
		for id := range s.who.All() {
			if !s.asks && vote(s) != id && r.suspects(t, s, id) && !r.book.perhaps.in(s.plain) {
				r.find(Suspicion, t, r.claimed(t.Seat), s.raw, "says that it is the werewolf, and suspects %s", r.name(id))
			}
		}
	}
}

// hunch finds the speaker's own result called a feeling, where the sentence before names nobody else.
func (r *reader) hunch(t *turn, s *sentence, before werewolf.SeatSet) {
	if !r.book.has(s, "hunch") {
		return
	}
	for id := range s.who.All() {
		if what, at := r.found(t, id); what == werewolf.Human && s.rows.Trusted().Has(id) && r.book.has(s, "favours") && !r.book.has(s, "misread") {
			r.find(Suspicion, t, at, s.raw, "calls a feeling what its own result says of %s", r.name(id))
		}
	}
	about := t.says.Suspected()
	if v := t.says.Announced(speech.Vote); v > 0 {
		about = about.With(v)
	}
	if about.Len() != 1 || s.who != 0 && !s.who.Has(about.First()) || before != 0 && before&about == 0 {
		return
	}
	if what, at := r.found(t, about.First()); what == werewolf.Wolf {
		r.find(Suspicion, t, at, s.raw, "calls a feeling what its own result says of %s", r.name(about.First()))
	}
}

// rivals finds trust in both of two who claim what only one can be, and trust in a rival of one's own or praise of it.
func (r *reader) rivals(t *turn, trusted, praised werewolf.SeatSet) {
	for role := werewolf.Villager; role <= werewolf.Werewolf; role++ {
		if r.game.Setup[role] != 1 || r.game.Roles().Power(role) == werewolf.NoPower {
			continue
		}
		claimants := r.outright[role]
		sides := trusted & claimants
		switch {
		case claimants.Has(t.Seat) && ((trusted|praised)&claimants).Without(t.Seat) != 0:
			rival := ((trusted | praised) & claimants).Without(t.Seat).First()
			r.find(Suspicion, t, -1, t.Text, "trusts %s, who claims to be the %s as it does itself", r.name(rival), r.role(role))
		case sides.Len() > 1:
			both := sides.Slice()
			r.find(Suspicion, t, -1, t.Text, "trusts %s and %s, of whom only one can be the %s", r.name(both[0]), r.name(both[1]), r.role(role))
		}
	}
}

// votes finds votes against the speaker's own words, and two at once.
func (r *reader) votes(t *turn) {
	if r.retracts(t) {
		return
	}
	confesses := false
	if role := t.says.Claimed(t.Seat); role != werewolf.NoRole || r.ledger.ClaimOf(t.Seat) != werewolf.NoRole {
		spec := r.game.Roles().Spec(role)
		confesses = role != werewolf.NoRole && (spec.IsWolf() || spec.Traitor()) || r.retracted(t.Seat)
	}
	var first *sentence
	var target werewolf.SeatID
	var against werewolf.SeatSet
	turned := false
	for i := range t.sentences {
		s := &t.sentences[i]
		for id := range (s.who &^ s.addressed()).All() {
			if !s.asks && vote(s) != id && r.suspects(t, s, id) && !r.book.perhaps.in(s.plain) {
				against = against.With(id)
			}
		}
		turned = turned || r.book.has(s, "turns") || r.book.has(s, "once")
		to := vote(s)
		if to == 0 || s.asks || s.who.Len() > 1 || r.book.perhaps.in(s.plain) || !s.who.Has(to) || !r.book.has(s, "votes") || r.book.has(s, "misread") {
			continue
		}
		switch what, at := r.found(t, to); {
		case what == werewolf.Human && !confesses && !r.rival(t, to):
			r.find(Vote, t, at, s.raw, "votes for %s, who is human by its own result", r.name(to))
		case target != 0 && to != target && !turned:
			r.find(Vote, t, -1, first.raw+" "+s.raw, "votes for %s and for %s", r.name(target), r.name(to))
		case (against&r.living) != 0 && !against.Has(to) && what != werewolf.Wolf && !turned && !confesses && r.unexplained(t, to):
			r.find(Vote, t, -1, t.Text, "suspects %s, and votes for %s without a word why", r.name((against & r.living).First()), r.name(to))
		}
		first, target = s, to
	}
}

// vote is whom a sentence announces a vote for or asks everybody to vote for, 0 for nobody.
func vote(s *sentence) werewolf.SeatID {
	if id := s.rows.Announced(speech.Vote); id > 0 {
		return id
	}
	return max(0, s.rows.Urged())
}
