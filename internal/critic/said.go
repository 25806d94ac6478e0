package critic

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

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
	if id := meant(t, s, f); id != 0 {
		if what, _ := r.found(t, id); what == werewolf.Wolf {
			return "it follows nobody: the result on " + r.name(id) + " is its own"
		}
	}
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
		for a := range u.says.Results(by) { // one sentence may name the player and the next one tell the result
			if a.Target == id && is(a, speech.Act{}) {
				return true
			}
		}
		alone := false
		for i := range u.sentences {
			s := &u.sentences[i]
			judges := r.book.has(s, "blames") || r.book.has(s, "favours") || r.book.has(s, "votes") || r.book.has(s, "weighs on")
			if s.who == 0 && !s.asks && judges {
				return true // it is about whom another sentence names
			}
			if !says(s.rows, id, is) {
				continue
			}
			alone = true
			if s.asks || s.who.Len() > 1 || judges { // of two at once a dispute is spoken of
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
	if id == 0 || r.opposed(t.Seat, id) {
		return ""
	}
	return "it has not been against " + r.name(id) + " before"
}

// opposed reports whether the speaker has been against a player before.
func (r *reader) opposed(by, id werewolf.SeatID) bool {
	return r.about(by, id, hostile) || r.cast(by, id)
}

func drops(r *reader, t *turn, _ *sentence, f taken) string {
	if f.o == 0 || r.opposed(t.Seat, f.o) {
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
