package critic

import (
	"slices"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// tone is what a sentence has for a player.
type tone int8

const (
	neither tone = iota
	praise
	blame
	even // says that it is neither for nor against
)

// stand is what a player has last said for or against another, and where: the sentence of a turn, and the turn among all.
type stand struct {
	tone tone
	at   int
	turn int
}

// praises finds praise and blame of one player without a turn of thought between them, and a vote without a reason for one of whom
// nothing is held: in one turn, or in two of a day between which nobody said anything that could have changed the mind.
func (r *reader) praises(t *turn) {
	heard := map[werewolf.SeatID]stand{}
	for i := range t.sentences {
		s := &t.sentences[i]
		if s.asks || r.book.perhaps.in(s.plain) {
			continue
		}
		for id := range s.who.Without(t.Seat).All() {
			now := r.tone(t, s, id)
			if now == neither {
				continue
			}
			was := heard[id]
			switch {
			case was.tone == neither || was.tone == now || r.turned(t, was.at, i):
			case was.tone == even && now == blame && r.unexplained(t, id):
				r.find(Vote, t, -1, t.Text, "holds nothing for or against %s, and votes for it", r.name(id))
			case was.tone == praise && now == blame || was.tone == blame && now == praise:
				r.find(Praise, t, -1, t.Text, "praises and blames %s", r.name(id))
			}
			heard[id] = stand{tone: now, at: i}
		}
	}
	for id, now := range heard {
		r.since(t, id, now.tone)
		r.stands[[2]werewolf.SeatID{t.Seat, id}] = stand{tone: now.tone, turn: len(r.turns)}
	}
}

// since compares what a turn has for a player with what its speaker last had for it on that day.
func (r *reader) since(t *turn, id werewolf.SeatID, now tone) {
	was, known := r.stands[[2]werewolf.SeatID{t.Seat, id}]
	if !known || was.turn < r.today || was.tone == now || r.moved(t, id, was.turn) {
		return
	}
	switch {
	case was.tone == even && now == blame && r.unexplained(t, id):
		r.find(Vote, t, r.turns[was.turn].at, t.Text, "votes for %s, for or against whom it held nothing", r.name(id))
	case was.tone == praise && now == blame || was.tone == blame && now == praise:
		r.find(Praise, t, r.turns[was.turn].at, t.Text, "speaks for and against %s", r.name(id))
	}
}

// unexplained reports whether a turn votes for a player and gives no reason, be it the result of another.
func (r *reader) unexplained(t *turn, id werewolf.SeatID) bool {
	votes := false
	for i := range t.sentences {
		s := &t.sentences[i]
		votes = votes || vote(s) == id
		if !r.says(s, id, "neutral") && r.reasons(t, s, s.who.With(id)) {
			return false
		}
	}
	return votes
}

// moved reports whether anything was said since a turn that may change what one thinks of a player: by it, of it, or the speaker's
// own claim or result; or whether the turn says that its mind has changed. A question changes nothing.
func (r *reader) moved(t *turn, id werewolf.SeatID, since int) bool {
	changes := func(s sentence) bool { return r.book.has(&s, "turns") || r.book.has(&s, "once") }
	if r.ownWord(t) || slices.ContainsFunc(t.sentences, changes) {
		return true
	}
	for _, u := range r.turns[since+1:] {
		switch {
		case u.Seat == t.Seat:
			if r.ownWord(u) {
				return true
			}
		case u.Seat == id && states(u.says, 0), states(u.says, id):
			return true
		}
	}
	return false
}

// states reports whether rows say something besides questions: of a player, or of anybody for no seat.
func states(rows speech.Rows, of werewolf.SeatID) bool {
	for frame, a := range rows.Said() {
		if frame.Verb != speech.Inquire && (of == 0 || a.Target == of || a.Subject == of) {
			return true
		}
	}
	return false
}

// ownWord reports whether a turn claims a role or tells a result.
func (r *reader) ownWord(t *turn) bool {
	for range t.says.Results(t.Seat) {
		return true
	}
	return t.says.Claimed(t.Seat) != werewolf.NoRole || r.retracts(t)
}

// turned reports whether something is turned around from one sentence to another: what the first says is past, or a word after
// it turns it.
func (r *reader) turned(t *turn, from, to int) bool {
	for i := from; i <= to; i++ {
		s := &t.sentences[i]
		if r.book.has(s, "once") || i > from && r.book.has(s, "turns") {
			return true
		}
	}
	return false
}

// tone is what a sentence has for a player.
func (r *reader) tone(t *turn, s *sentence, id werewolf.SeatID) tone {
	votes := s.rows.Announced(speech.Vote) == id || s.rows.Requested(speech.Vote) == id
	against := r.suspects(t, s, id) || votes && !r.book.has(s, "misread")
	friendly := r.favours(t, s, id)
	switch {
	case against && friendly:
		return neither
	case against:
		return blame
	case friendly || r.says(s, id, "praises", "seconds", "cleared"):
		return praise
	case r.says(s, id, "neutral"):
		return even
	}
	return neither
}

// favours reports whether a sentence calls a player human, speaks up for it or builds on its word.
func (r *reader) favours(t *turn, s *sentence, id werewolf.SeatID) bool {
	return r.trusts(t, s, id) || r.says(s, id, "defends", "relies")
}

// says reports whether one of the cues finds the player in a sentence.
func (r *reader) says(s *sentence, id werewolf.SeatID, cues ...string) bool {
	return slices.ContainsFunc(r.book.find(s), func(f taken) bool { return slices.Contains(cues, f.cue) && (f.t == id || f.o == id) })
}

// suspects reports whether a sentence calls a player whom it names a werewolf: by what it means, alone as in its turn, and in
// words that blame.
func (r *reader) suspects(t *turn, s *sentence, id werewolf.SeatID) bool {
	return s.who.Has(id) && s.rows.Suspected().Has(id) && t.says.Suspected().Has(id) && r.book.has(s, "blames") && !r.book.has(s, "misread")
}

// trusts reports whether a sentence calls a player whom it names human: by what it means, alone as in its turn, in words
// that praise, and not as a result of the speaker.
func (r *reader) trusts(t *turn, s *sentence, id werewolf.SeatID) bool {
	for _, rows := range [...]speech.Rows{s.rows, t.says} {
		for a := range rows.Results(t.Seat) {
			if a.Target == id {
				return false
			}
		}
	}
	for a := range s.rows.Reports(t.Seat) {
		if a.Target == id {
			return false // what somebody else found
		}
	}
	return r.living.Has(id) && s.who.Has(id) && s.rows.Trusted().Has(id) && t.says.Trusted().Has(id) && r.book.has(s, "favours") && !r.book.has(s, "misread")
}

// rival reports whether a player claims what only the speaker can be, or has told a result against it: then it lies, whatever it is.
func (r *reader) rival(t *turn, id werewolf.SeatID) bool {
	own := r.ledger.ClaimOf(t.Seat)
	if now := t.says.Claimed(t.Seat); now != werewolf.NoRole {
		own = now
	}
	return own != werewolf.NoRole && r.game.Setup[own] == 1 && r.claimedBy(id, own) || r.ledger.Told(id, t.Seat) == werewolf.Wolf
}

// claimedBy reports whether a player has ever claimed a role.
func (r *reader) claimedBy(id werewolf.SeatID, role werewolf.Role) bool {
	for _, c := range r.ledger.Claims() {
		if c.Seat == id && c.Role == role {
			return true
		}
	}
	return false
}
