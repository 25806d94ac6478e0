package speech

import (
	"iter"
	"slices"

	"wolfden/werewolf"
)

// Rows is what one utterance says. Rows that stand in another follow it, in their order. Nil says nothing.
type Rows []Act

// Of is acts that each stand by themselves.
func Of(acts ...Act) Rows { return acts }

// Join says one thing after the other.
func Join(parts ...Rows) (all Rows) {
	for _, part := range parts {
		all = all.put(part, 0)
	}
	return all
}

// Within puts sentences into a row that frames them, as REQUEST frames what is asked for.
func Within(frame Act, sentences ...Rows) Rows {
	all := Rows{frame}
	for _, s := range sentences {
		all = all.put(s, 1)
	}
	return all
}

// put adds sentences; in is the row they are to stand in.
func (r Rows) put(more Rows, in int) Rows {
	offset := len(r)
	for _, a := range more {
		if a.In == 0 {
			a.In = in
		} else {
			a.In += offset
		}
		r = append(r, a)
	}
	return r
}

// Place is the rows with players in place of the first seats: who[0] stands where seat 1 stood, and so on. Rows with such seats
// are a pattern of what is said of anybody.
func (r Rows) Place(who ...werewolf.SeatID) Rows {
	placed := slices.Clone(r)
	for i := range placed {
		a := &placed[i]
		for _, id := range [...]*werewolf.SeatID{&a.Subject, &a.Target, &a.About} {
			if *id > 0 && int(*id) <= len(who) {
				*id = who[*id-1]
			}
		}
	}
	return placed
}

// Suspect is the opinion that a player is a werewolf.
func Suspect(id werewolf.SeatID) Rows {
	return Rows{{Verb: Estimate, Target: id, Role: werewolf.Werewolf}}
}

// Trust is the opinion that a player is human.
func Trust(id werewolf.SeatID) Rows {
	return Rows{{Verb: Estimate, Target: id, Species: werewolf.Human}}
}

// Claim is a role that a speaker says to have.
func Claim(speaker werewolf.SeatID, r werewolf.Role) Rows {
	return Rows{{Verb: ComingOut, Target: speaker, Role: r}}
}

// Retract takes the speaker's claim back.
func Retract(speaker werewolf.SeatID) Rows {
	return Rows{{Verb: Not}, {Verb: ComingOut, In: 1, Target: speaker}}
}

// Do is a row of a verb that takes no more than a player: what the speaker will do to it, or has done.
func Do(v Verb, id werewolf.SeatID) Rows { return Rows{{Verb: v, Target: id}} }

// Found is a result of the speaker, as one that the power gives.
func Found(by werewolf.Power, target werewolf.SeatID, s werewolf.Species) Rows {
	return Rows{{Verb: Telling(by), Target: target, Species: s}}
}

// RequestVote asks everybody to vote for a player.
func RequestVote(id werewolf.SeatID) Rows {
	return Rows{{Verb: Request}, {Verb: Vote, In: 1, Target: id}}
}

// Cast asks a player, or everybody for no seat, that a claimant claims a role; no claimant is whoever has the role. To ask everybody
// for one's own claim is to announce it.
func Cast(to, claimant werewolf.SeatID, r werewolf.Role) Rows {
	return Within(Act{Verb: Request, Target: to}, Claim(claimant, r))
}

// Ask is a question to a player, or to everybody for no seat, about another where about is one.
func Ask(to werewolf.SeatID, topic Topic, about werewolf.SeatID) Rows {
	q := Act{Verb: Inquire, Target: to, Topic: topic, About: about}
	return Rows{q, q.Asked(1)}
}

// Asked is the row that stands in a row of INQUIRE, which has the number: what is asked about, with ANY where the answer
// belongs.
func (a Act) Asked(number int) Act {
	switch a.Topic {
	case VoteWhom:
		return Act{Verb: Vote, In: number}
	case WhichResult:
		return Act{Verb: Divined, In: number, Target: a.About}
	case WhichRole:
		return Act{Verb: ComingOut, In: number, Target: a.Target}
	case WhichPlan:
		return Act{Verb: Divination, In: number}
	default:
		return Act{Verb: Estimate, In: number, Target: a.About, Role: werewolf.Werewolf}
	}
}

// Sentences goes through the rows that stand by themselves, with their numbers.
func (r Rows) Sentences() iter.Seq2[int, Act] {
	return func(yield func(int, Act) bool) {
		for i, a := range r {
			if a.In == 0 && !yield(i+1, a) {
				return
			}
		}
	}
}

// Inside goes through the rows that stand directly in row n.
func (r Rows) Inside(n int) iter.Seq2[int, Act] {
	return func(yield func(int, Act) bool) {
		for i := n; i < len(r); i++ {
			if r[i].In == n && !yield(i+1, r[i]) {
				return
			}
		}
	}
}

// Said goes through what the rows say outright, each with the REQUEST, INQUIRE or NOT it stands in, the zero Act where it
// stands in none. Reasons, days and lists are passed through; what stands in two such frames or is one of several
// alternatives is not said outright.
func (r Rows) Said() iter.Seq2[Act, Act] {
	return func(yield func(frame, said Act) bool) {
		for _, a := range r {
			if a.Verb.frames() {
				continue
			}
			if frame, outright := r.frameOf(a); outright && !yield(frame, a) {
				return
			}
		}
	}
}

// frameOf is what a row stands in that changes what it says; false when that is more than one thing.
func (r Rows) frameOf(a Act) (frame Act, outright bool) {
	for n := a.In; n > 0 && n <= len(r); n = r[n-1].In {
		switch r[n-1].Verb {
		case Because, And, Day:
		case Request, Inquire, Not:
			if frame.Verb != NoVerb {
				return frame, false
			}
			frame = r[n-1]
		default:
			return frame, false
		}
	}
	return frame, true
}

// frames reports whether rows stand in a row of the verb.
func (v Verb) frames() bool { return formOf(v).most > 0 }
