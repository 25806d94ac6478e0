package speech

import (
	"iter"

	"wolfden/werewolf"
)

// plain goes through what is said in no frame.
func (r Rows) plain() iter.Seq[Act] {
	return func(yield func(Act) bool) {
		for frame, a := range r.Said() {
			if frame.Verb == NoVerb && !yield(a) {
				return
			}
		}
	}
}

// Worded reports whether something was said in words: more than Skip or Over, which say so by their rows.
func (r Rows) Worded() bool { return len(r) == 0 || r[0].Verb != Skip && r[0].Verb != Over }

// Phase is "skip" or "over" for the words of the protocol that stand alone, else "talk".
func (r Rows) Phase() string {
	switch {
	case r.Worded():
		return "talk"
	case r[0].Verb == Skip:
		return "skip"
	}
	return "over"
}

// Claimed is the role that the speaker says it has, NoRole where it claims none.
func (r Rows) Claimed(speaker werewolf.SeatID) werewolf.Role {
	for a := range r.plain() {
		if a.Verb == ComingOut && a.own(speaker) && a.Target == speaker {
			return a.Role
		}
	}
	return werewolf.NoRole
}

// own reports whether the speaker is the subject.
func (a Act) own(speaker werewolf.SeatID) bool { return a.Subject == 0 || a.Subject == speaker }

// Retracts reports whether the speaker takes a claim back.
func (r Rows) Retracts(speaker werewolf.SeatID) bool {
	for frame, a := range r.Said() {
		if frame.Verb == Not && a.Verb == ComingOut && a.own(speaker) && a.Target == speaker {
			return true
		}
	}
	return false
}

// Results goes through what the speaker tells of its own ability: divined, identified, guarded.
func (r Rows) Results(speaker werewolf.SeatID) iter.Seq[Act] {
	return func(yield func(Act) bool) {
		for a := range r.plain() {
			if (a.Tells() || a.Verb == Guarded) && a.own(speaker) && !yield(a) {
				return
			}
		}
	}
}

// Reports goes through results of others, their Subject, that the speaker tells.
func (r Rows) Reports(speaker werewolf.SeatID) iter.Seq[Act] {
	return func(yield func(Act) bool) {
		for a := range r.plain() {
			if a.Tells() && a.Subject > 0 && !a.own(speaker) && !yield(a) {
				return
			}
		}
	}
}

// Announced is whom the speaker says it will vote for, attack, divine or guard, by the verb; 0 for nobody.
func (r Rows) Announced(v Verb) werewolf.SeatID {
	for a := range r.plain() {
		if a.Verb == v && a.Subject == 0 {
			return a.Target
		}
	}
	return 0
}

// Urged returns whom the rows ask everybody to vote for, 0 if nobody. Players mean their own vote by it, too.
func (r Rows) Urged() werewolf.SeatID {
	for frame, a := range r.Said() {
		if frame.Verb == Request && frame.Target == 0 && a.Verb == Vote {
			return a.Target
		}
	}
	return 0
}

// Requested is whom others are asked to vote for, by the verb; 0 for nobody.
func (r Rows) Requested(v Verb) werewolf.SeatID {
	for frame, a := range r.Said() {
		if frame.Verb == Request && a.Verb == v {
			return a.Target
		}
	}
	return 0
}

// Calls reports whether others are asked to vote for a player. Whether they are so clearly, package understand tells by the words.
func (r Rows) Calls(target werewolf.SeatID) bool {
	for frame, a := range r.Said() {
		if frame.Verb == Request && a.Verb == Vote && a.Target == target && target != 0 {
			return true
		}
	}
	return false
}

// Casts goes through who is asked to claim which role, the speaker of its own claims to come: by Target, 0 for whoever has the role, and
// Role.
func (r Rows) Casts() iter.Seq[Act] {
	return func(yield func(Act) bool) {
		for frame, a := range r.Said() {
			if frame.Verb == Request && a.Verb == ComingOut && a.Role != werewolf.NoRole && !yield(a) {
				return
			}
		}
	}
}

// Suspected is the players who are called werewolves.
func (r Rows) Suspected() (s werewolf.SeatSet) {
	for a := range r.plain() {
		if a.Suspects() && a.Target > 0 {
			s = s.With(a.Target)
		}
	}
	return s
}

// Trusted is the players who are called human.
func (r Rows) Trusted() (s werewolf.SeatSet) {
	for a := range r.plain() {
		if a.Trusts() && a.Target > 0 {
			s = s.With(a.Target)
		}
	}
	return s
}

// Questions goes through the questions: rows of INQUIRE.
func (r Rows) Questions() iter.Seq[Act] {
	return func(yield func(Act) bool) {
		for frame, a := range r.Said() {
			if frame.Verb == Inquire && a.Verb != NoVerb && !yield(frame) {
				return
			}
		}
	}
}

// Asked is the players other than the speaker who are asked something, and whether everybody is.
func (r Rows) Asked(speaker werewolf.SeatID) (some werewolf.SeatSet, everybody bool) {
	for q := range r.Questions() {
		if everybody = everybody || q.Target == 0; q.Target > 0 && q.Target != speaker {
			some = some.With(q.Target)
		}
	}
	return some, everybody
}
