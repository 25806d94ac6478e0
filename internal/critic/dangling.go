package critic

import (
	"slices"
	"strings"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// dangling finds what speaks of something that did not happen.
func (r *reader) dangling(t *turn) {
	for i := range t.sentences {
		s := &t.sentences[i]
		r.dead(t, s)
		if s.asks {
			continue
		}
		for _, f := range r.book.find(s) {
			check, known := checks[f.cue]
			if !known || r.conditional(s, f) {
				continue
			}
			if why := check(r, t, s, f); why != "" {
				r.find(kindOf[f.cue], t, -1, s.raw, "%s", why)
			}
		}
	}
}

// conditional reports whether what was found is said under a condition.
func (r *reader) conditional(s *sentence, f taken) bool {
	return r.book.perhaps.MatchString(s.plain)
}

// dead finds votes for the dead, and questions to them.
func (r *reader) dead(t *turn, s *sentence) {
	if to := vote(s); to > 0 && s.who.Has(to) && r.game.Player(to) != nil && !r.living.Has(to) && !r.book.perhaps.MatchString(s.plain) && !r.book.has(s, "past") {
		r.find(NoEvent, t, -1, s.raw, "a vote for %s, who is dead", r.name(to))
	}
	some, _ := s.rows.Asked(t.Seat)
	for id := range some.All() {
		if s.asks && !r.living.Has(id) && r.game.Player(id) != nil && strings.HasPrefix(s.plain, "@") && s.who.Has(id) {
			r.find(NoEvent, t, -1, s.raw, "a question to %s, who is dead", r.name(id))
		}
	}
}

// check says what is wrong with what a cue takes for granted, "" when nothing is.
type check func(r *reader, t *turn, s *sentence, f taken) string

// checks are what the cues take for granted. Cues without one are used elsewhere.
var checks = map[string]check{
	"none claimed": noneClaimed, "sole claim": soleClaim, "two claim": twoClaim, "many claim": manyClaim, "rivals": someRivals,
	"crowd": crowd, "follows": follows, "leads": leads,
	"accused": accused, "called wolf": calledWolf, "cleared": clearedMe, "reports human": reportsHuman, "reports wolf": reportsWolf,
	"agrees": agrees, "keeps": keeps, "drops": drops, "changed": changed, "withdrew": withdrew, "confessed": confessed, "shields": shields,
	"asked": wasAsked, "repeats": repeats, "quiet": quiet,
	"nobody died": nobodyDied, "died": hasDied, "left": howManyLeft, "voted": hasVoted,
}

// kindOf is the kind of finding by cue.
var kindOf = map[string]Kind{
	"none claimed": NoClaim, "sole claim": NoClaim, "two claim": NoClaim, "many claim": NoClaim, "rivals": NoClaim,
	"crowd": NoVote, "follows": NoVote, "leads": NoVote, "changed": NoVote, "voted": NoVote, "keeps": NoVote, "drops": NoVote,
	"accused": NoWord, "called wolf": NoWord, "cleared": NoWord, "reports human": NoWord, "reports wolf": NoWord, "agrees": NoWord,
	"withdrew": NoClaim, "confessed": NoClaim, "shields": NoWord, "asked": NoWord, "repeats": NoWord, "quiet": NoWord,
	"nobody died": NoEvent, "died": NoEvent, "left": NoEvent,
}

// claimants are those who claim a role, or one with a power where none is named, after this turn's own claim.
func (r *reader) claimants(t *turn, role werewolf.Role) (s werewolf.SeatSet) {
	if role != werewolf.NoRole {
		s = r.ledger.Claimants(role)
	} else {
		s = r.ledger.ClaimantsWhere(func(x werewolf.RoleSpec) bool { return !x.Ordinary() && !x.IsWolf() && !x.Traitor() })
	}
	if own := t.says.Claimed(t.Seat); own != werewolf.NoRole && (own == role || role == werewolf.NoRole && r.powerful(own)) {
		s = s.With(t.Seat)
	}
	return s
}

// ever are those who have ever claimed a role.
func (r *reader) ever(t *turn, role werewolf.Role) (s werewolf.SeatSet) {
	s = r.claimants(t, role)
	for _, c := range r.ledger.Claims() {
		if c.Role == role {
			s = s.With(c.Seat)
		}
	}
	return s
}

// murky reports whether somebody who is not known to claim anything has spoken in a way in which claims are made.
func (r *reader) murky() bool {
	var known werewolf.SeatSet
	for _, c := range r.ledger.Claims() {
		known = known.With(c.Seat)
	}
	for _, u := range r.turns {
		for i := range u.sentences {
			if s := &u.sentences[i]; !known.Has(u.Seat) && !s.asks && r.book.has(s, "claims softly") {
				return true
			}
		}
	}
	return false
}

func noneClaimed(r *reader, t *turn, _ *sentence, f taken) string {
	for id := range (r.claimants(t, f.role).Without(t.Seat) & r.living).All() {
		return r.name(id) + " has claimed"
	}
	return ""
}

func soleClaim(r *reader, t *turn, _ *sentence, f taken) string {
	role := f.role
	if role == werewolf.NoRole {
		role = r.ledger.ClaimOf(f.t)
	}
	all := r.claimants(t, role)
	switch {
	case f.t == 0 || role == werewolf.NoRole:
		return ""
	case !all.Has(f.t) && !r.ever(t, role).Has(f.t):
		return r.name(f.t) + " has not claimed to be the " + r.role(role)
	case (all & r.living).Without(f.t).Len() > 0:
		return r.name((all & r.living).Without(f.t).First()) + " claims it as well"
	}
	return ""
}

func twoClaim(r *reader, t *turn, _ *sentence, f taken) string {
	role := f.role
	if role == werewolf.NoRole {
		role = r.ledger.ClaimOf(f.t)
	}
	if f.t == 0 || f.o == 0 {
		if n := r.ever(t, role).Len(); role != werewolf.NoRole && !r.murky() && n != 2 && r.claimants(t, role).Len() != 2 && (r.claimants(t, role)&r.living).Len() != 2 {
			return "not two claim to be the " + r.role(role)
		}
		return ""
	}
	for _, id := range [...]werewolf.SeatID{f.t, f.o} {
		if role == werewolf.NoRole || !r.ever(t, role).Has(id) {
			return r.name(id) + " has not claimed that"
		}
	}
	return ""
}

func manyClaim(r *reader, t *turn, _ *sentence, f taken) string {
	role := f.role
	if role == werewolf.NoRole || f.n < 0 || r.game.Setup[role] > 1 || r.murky() {
		return ""
	}
	now := r.claimants(t, role)
	if n := now.Len(); n != f.n && r.ever(t, role).Len() != f.n && (now&r.living).Len() != f.n && now.Without(t.Seat).Len() != f.n {
		return "not so many claim to be the " + r.role(role)
	}
	return ""
}

func someRivals(r *reader, t *turn, _ *sentence, _ taken) string {
	for role := werewolf.Villager; role <= werewolf.Werewolf; role++ {
		if spec := r.game.Roles().Spec(role); !spec.Ordinary() && (r.ever(t, role).Len() > 1 || r.murky()) {
			return ""
		}
	}
	return "no two claim the same role"
}

// against are those who have said today that they are against a player, or have found it a werewolf.
func (r *reader) against(t *turn, id werewolf.SeatID) (s werewolf.SeatSet) {
	s = r.ledger.Accusers(id, t.Day)
	for _, x := range r.ledger.Findings() {
		if x.Target == id && x.Species == werewolf.Wolf {
			s = s.With(x.By)
		}
	}
	return s.Without(t.Seat)
}

// meant is the player a cue is about: its own, else whom the turn votes for.
func meant(t *turn, s *sentence, f taken) werewolf.SeatID {
	switch {
	case f.t != 0:
		return f.t
	case vote(s) > 0:
		return vote(s)
	case t.says.Announced(speech.Vote) > 0:
		return t.says.Announced(speech.Vote)
	}
	return max(0, t.says.Urged())
}

func crowd(r *reader, t *turn, s *sentence, f taken) string {
	if id := meant(t, s, f); id != 0 && r.against(t, id).Len() < 2 && !r.hazy(t, 0, id) {
		return "fewer than two others are against " + r.name(id)
	}
	return ""
}

func follows(r *reader, t *turn, s *sentence, f taken) string {
	if id := meant(t, s, f); id != 0 && r.against(t, id) == 0 && !r.hazy(t, 0, id) {
		return "nobody else is against " + r.name(id)
	}
	return ""
}

// leads wants that nobody has more announced votes.
func leads(r *reader, t *turn, s *sentence, f taken) string {
	id := meant(t, s, f)
	if id == 0 {
		return ""
	}
	votes := r.ledger.Backing(id, t.Day).Len()
	for other := range r.living.All() {
		if other != id && r.ledger.Backing(other, t.Day).Len() > votes+1 {
			return r.name(other) + " has more votes"
		}
	}
	if votes == 0 && r.against(t, id) == 0 {
		return "nobody is against " + r.name(id)
	}
	return ""
}

// hazy reports whether somebody, or anybody for no seat, has spoken of a player today in a sentence of which nothing about the
// player was understood.
func (r *reader) hazy(t *turn, by, about werewolf.SeatID) bool {
	for _, u := range r.turns {
		if u.Seat == t.Seat || by != 0 && u.Seat != by || by == 0 && u.Day != t.Day {
			continue
		}
		for i := range u.sentences {
			if s := &u.sentences[i]; s.who.Has(about) && !speaksOf(s.rows, about) {
				return true
			}
		}
	}
	return false
}

// speaksOf reports whether rows have a player in them.
func speaksOf(rows speech.Rows, id werewolf.SeatID) bool {
	return slices.ContainsFunc(rows, func(a speech.Act) bool { return a.Target == id || a.About == id })
}

// about reports whether a player has said something of another that is reports, in words that bear it out. What only a whole
// turn says, by pronouns, is believed.
func (r *reader) about(by, id werewolf.SeatID, is func(a speech.Act, frame speech.Act) bool) bool {
	for _, u := range r.turns {
		if u.Seat != by || !says(u.says, id, is) {
			continue
		}
		alone := false
		for i := range u.sentences {
			s := &u.sentences[i]
			if !says(s.rows, id, is) {
				continue
			}
			alone = true
			if s.asks || r.book.has(s, "blames") || r.book.has(s, "favours") {
				return true
			}
		}
		if !alone {
			return true
		}
	}
	return false
}

func says(rows speech.Rows, id werewolf.SeatID, is func(a speech.Act, frame speech.Act) bool) bool {
	for frame, a := range rows.Said() {
		if a.Target == id && is(a, frame) {
			return true
		}
	}
	return false
}

func hostile(a, frame speech.Act) bool {
	return a.Suspects() || a.Verb == speech.Vote || a.Tells() && a.Species == werewolf.Wolf || frame.Verb == speech.Inquire
}

func friendly(a, frame speech.Act) bool {
	return frame.Verb == speech.NoVerb && (a.Trusts() || a.Tells() && a.Species == werewolf.Human)
}

func anything(_, _ speech.Act) bool { return true }

// accused: somebody is to have gone after the speaker.
func accused(r *reader, t *turn, _ *sentence, f taken) string {
	id := f.o
	if id == 0 {
		id = f.t
	}
	if id == 0 || id == t.Seat || r.about(id, t.Seat, hostile) || r.asked(id, t.Seat) || r.hazy(t, id, t.Seat) || r.cast(id, t.Seat) || r.allied(t, id) {
		return ""
	}
	return r.name(id) + " has said nothing against " + r.name(t.Seat)
}

// allied reports whether a player has taken the side of somebody who is against the speaker.
func (r *reader) allied(t *turn, id werewolf.SeatID) bool {
	for other := range r.against(t, t.Seat).All() {
		if r.about(id, other, friendly) {
			return true
		}
	}
	return false
}

// asked reports whether a player has asked another something.
func (r *reader) asked(by, of werewolf.SeatID) bool {
	for _, u := range r.turns {
		if u.Seat != by {
			continue
		}
		if some, everybody := u.says.Asked(by); everybody || some.Has(of) {
			return true
		}
		for i := range u.sentences {
			if s := &u.sentences[i]; s.asks && (s.who.Has(of) || s.who == 0 || slices.Contains(u.Mentions(), of)) {
				return true
			}
		}
	}
	return false
}

// cast reports whether a player has voted for another.
func (r *reader) cast(by, target werewolf.SeatID) bool {
	return slices.ContainsFunc(r.ballots, func(b ballot) bool { return b.by == by && b.target == target })
}

func calledWolf(r *reader, t *turn, _ *sentence, f taken) string {
	if f.t == 0 || f.t == t.Seat || r.about(f.t, t.Seat, hostile) || r.hazy(t, f.t, t.Seat) {
		return ""
	}
	return r.name(f.t) + " has not called " + r.name(t.Seat) + " a werewolf"
}

func clearedMe(r *reader, t *turn, _ *sentence, f taken) string {
	id := max(f.t, f.o)
	if id == 0 || id == t.Seat || r.about(id, t.Seat, friendly) || r.hazy(t, id, t.Seat) {
		return ""
	}
	return r.name(id) + " has not called " + r.name(t.Seat) + " human"
}

func reportsHuman(r *reader, t *turn, _ *sentence, f taken) string {
	return r.reports(t, f, "human", friendly)
}

func reportsWolf(r *reader, t *turn, _ *sentence, f taken) string {
	return r.reports(t, f, "a werewolf", hostile)
}

// reports: f.o is to have said something of f.t.
func (r *reader) reports(t *turn, f taken, what string, is func(a, frame speech.Act) bool) string {
	if f.o == 0 || f.t == 0 || f.o == f.t || f.o == t.Seat || r.about(f.o, f.t, is) || r.hazy(t, f.o, f.t) {
		return ""
	}
	return r.name(f.o) + " has not called " + r.name(f.t) + " " + what
}

func agrees(r *reader, t *turn, _ *sentence, f taken) string {
	if f.o == 0 || f.t == 0 || f.o == f.t || f.o == t.Seat || r.about(f.o, f.t, anything) || r.hazy(t, f.o, f.t) {
		return ""
	}
	return r.name(f.o) + " has said nothing of " + r.name(f.t)
}

// keeps: the speaker is to have announced the vote before.
func keeps(r *reader, t *turn, s *sentence, f taken) string {
	id := meant(t, s, f)
	if id == 0 || r.against2(t.Seat, id) {
		return ""
	}
	return "it has not been against " + r.name(id) + " before"
}

// against2 reports whether the speaker has been against a player before.
func (r *reader) against2(by, id werewolf.SeatID) bool {
	return r.about(by, id, hostile) || r.cast(by, id)
}

func drops(r *reader, t *turn, _ *sentence, f taken) string {
	if f.o == 0 || r.against2(t.Seat, f.o) {
		return ""
	}
	return "it has not been against " + r.name(f.o) + " before"
}

func changed(r *reader, t *turn, _ *sentence, f taken) string {
	var targets werewolf.SeatSet
	for _, u := range r.turns {
		if u.Seat != f.t {
			continue
		}
		targets |= u.says.Suspected()
		for _, id := range [...]werewolf.SeatID{u.says.Announced(speech.Vote), u.says.Requested(speech.Vote)} {
			if id > 0 {
				targets = targets.With(id)
			}
		}
	}
	if f.t == 0 || targets.Len() > 1 {
		return ""
	}
	return r.name(f.t) + " has not changed its vote"
}

func withdrew(r *reader, t *turn, _ *sentence, f taken) string {
	if f.t == 0 || f.t == t.Seat || r.ledger.HasRetracted(f.t) || r.ledger.GaveUp(f.t) || len(r.ledger.Claims()) > 0 && r.hazy(t, f.t, f.t) {
		return ""
	}
	return r.name(f.t) + " has taken no claim back"
}

func confessed(r *reader, t *turn, _ *sentence, f taken) string {
	if f.t == 0 || f.t == t.Seat {
		return ""
	}
	for _, c := range r.ledger.Claims() {
		if spec := r.game.Roles().Spec(c.Role); c.Seat == f.t && (spec.IsWolf() || spec.Traitor()) {
			return ""
		}
	}
	return r.name(f.t) + " has confessed nothing"
}

func shields(r *reader, t *turn, _ *sentence, f taken) string {
	if f.t == 0 || f.o == 0 || f.t == t.Seat || r.about(f.t, f.o, friendly) || r.hazy(t, f.t, f.o) {
		return ""
	}
	return r.name(f.t) + " has not defended " + r.name(f.o)
}

func wasAsked(r *reader, t *turn, _ *sentence, f taken) string {
	id := max(f.t, f.o)
	if id == 0 || id == t.Seat || r.asked(id, t.Seat) {
		return ""
	}
	return r.name(id) + " has asked nothing"
}

// repeats: the speaker is to have said it before.
func repeats(r *reader, t *turn, _ *sentence, _ taken) string {
	for _, u := range r.turns {
		if u.Seat == t.Seat && u.Day > 0 {
			return ""
		}
	}
	return "it has not spoken before"
}

// quiet: somebody is to have said little.
func quiet(r *reader, t *turn, _ *sentence, f taken) string {
	if f.t == 0 || f.t == t.Seat || !r.living.Has(f.t) {
		return ""
	}
	said, all := 0, 0
	for _, u := range r.turns[r.today:] {
		all++
		if u.Seat == f.t {
			said++
		}
	}
	if said < 2 || said*r.living.Len() < all {
		return ""
	}
	return r.name(f.t) + " has said as much as others"
}

// lastNight are those who died between yesterday's talk and today's.
func (r *reader) lastNight(day int) (attacked, executed werewolf.SeatSet) {
	for _, d := range r.died {
		switch {
		case d.day != day-1:
		case d.executed:
			executed = executed.With(d.seat)
		default:
			attacked = attacked.With(d.seat)
		}
	}
	return attacked, executed
}

func nobodyDied(r *reader, t *turn, _ *sentence, _ taken) string {
	if attacked, _ := r.lastNight(t.Day); attacked != 0 {
		return r.name(attacked.First()) + " was attacked"
	}
	return ""
}

func hasDied(r *reader, _ *turn, _ *sentence, f taken) string {
	if f.t != 0 && r.living.Has(f.t) {
		return r.name(f.t) + " lives"
	}
	return ""
}

func howManyLeft(r *reader, _ *turn, _ *sentence, f taken) string {
	if f.n >= 0 && f.n != r.living.Len() {
		return "another number of players is left"
	}
	return ""
}

// hasVoted: f.t is to have voted for f.o on an earlier day.
func hasVoted(r *reader, t *turn, _ *sentence, f taken) string {
	if f.t == 0 || f.o == 0 || f.t == f.o || len(r.ballots) == 0 || r.cast(f.t, f.o) {
		return ""
	}
	return r.name(f.t) + " has not voted for " + r.name(f.o)
}
