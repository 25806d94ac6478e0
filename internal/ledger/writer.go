package ledger

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Writer writes a ledger. The zero Writer has written nothing. It is not safe for concurrent use, nor are readers of its
// ledger while it writes.
type Writer struct{ Ledger }

// NewWriter writes the ledger of a game with roles of the table, so many of each. The zero Writer does where the roles are
// those of the standard table.
func NewWriter(t *werewolf.RoleTable, counts werewolf.RoleCounts) *Writer {
	return &Writer{Ledger{table: t, counts: counts}}
}

// Reader is the ledger to read.
func (w *Writer) Reader() *Ledger { return &w.Ledger }

// Died notes a death.
func (w *Writer) Died(id werewolf.SeatID) { w.dead = w.dead.With(id) }

// Hear takes an utterance of the talk and what it says. Utterances come in their order, each once.
func (w *Writer) Hear(u *werewolf.Utterance, rows speech.Rows) {
	at := len(w.talk)
	w.talk = append(w.talk, rows)
	if !rows.Worded() || u.Seat < 1 || u.Seat > werewolf.MaxSeats {
		return
	}
	if w.words == nil {
		w.words = map[onDay]int{}
	}
	w.words[onDay{u.Seat, u.Day}]++
	w.total[u.Seat]++
	w.last[u.Seat] = at + 1
	// What is taken back is what was claimed before, wherever it stands in the utterance.
	if rows.Retracts(u.Seat) {
		w.retracted = w.retracted.With(u.Seat)
		w.dropClaim(u.Seat, at)
	}
	for frame, act := range rows.Said() {
		l := Line{Seat: u.Seat, Day: u.Day, Turn: u.Turn, At: at, Frame: frame, Act: act}
		l.In, l.Frame.In = 0, 0
		w.addLine(&l)
	}
}

// Amend makes an utterance at a place say something else, as somebody understood it later, and hears all of the talk again.
// What the ledger handed out before stays as it was.
func (w *Writer) Amend(talk []werewolf.Utterance, at int, rows speech.Rows) {
	said := w.talk
	w.Ledger = Ledger{table: w.table, counts: w.counts, dead: w.dead, whispered: w.whispered}
	for i := range said {
		if i == at {
			said[i] = rows
		}
		w.Hear(&talk[i], said[i])
	}
}

// Whisper takes an utterance among the wolves. What they tell each other is no claim to the table.
func (w *Writer) Whisper(u *werewolf.Utterance, _ speech.Rows) {
	w.whispered = w.whispered.With(u.Seat)
}

// addLine files one thing said.
func (w *Writer) addLine(line *Line) {
	own := line.Subject == 0 || line.Subject == line.Seat
	claim := own && line.Is(speech.ComingOut) && line.Target == line.Seat && line.Role != werewolf.NoRole
	result := line.Frame.Verb == speech.NoVerb && own && line.Verb.Power() != werewolf.NoPower
	if aboutMe := line.Target == line.Seat && line.Verb != speech.ComingOut && line.Frame.Verb != speech.Inquire; aboutMe {
		if result {
			w.addClaim(line, w.teller(line))
		}
		return // what is said about oneself in the third person
	}
	w.lines = append(w.lines, *line)
	switch {
	case claim:
		w.addClaim(line, line.Role)
	case line.Is(speech.Vote) && own:
		w.addPlan(line)
	case result:
		w.addResult(line)
	}
}

func (w *Writer) addClaim(l *Line, r werewolf.Role) {
	if w.ClaimOf(l.Seat) == r {
		return
	}
	w.dropClaim(l.Seat, l.At)
	w.claims = append(w.claims, Claim{Seat: l.Seat, Role: r, Day: l.Day, At: l.At, Until: -1})
	w.standing[l.Seat] = len(w.claims)
}

func (w *Writer) dropClaim(id werewolf.SeatID, at int) {
	if n := w.standing[id]; n != 0 {
		w.claims[n-1].Until = at
		w.standing[id] = 0
	}
}

// teller is the role as which a result is told: the one that is claimed, where it has the power.
func (w *Writer) teller(l *Line) werewolf.Role {
	if p := l.Verb.Power(); w.ClaimSpec(l.Seat).Power != p {
		return w.table.First(w.counts, p.OfVillage)
	}
	return w.ClaimOf(l.Seat)
}

// addResult files a result once, and the claim it implies.
func (w *Writer) addResult(l *Line) {
	role := w.teller(l)
	w.addClaim(l, role)
	guarded := l.Verb == speech.Guarded
	for _, r := range w.results {
		if r.By == l.Seat && r.Target == l.Target && r.Species == l.Species && guarded == (r.Verb == speech.Guarded) {
			return
		}
	}
	r := Result{By: l.Seat, Target: l.Target, Role: role, Verb: l.Verb, Species: l.Species, Day: l.Day, At: l.At}
	w.results = append(w.results, r)
	if r.Species != werewolf.NoSpecies {
		w.found = append(w.found, r)
	}
}

func (w *Writer) addPlan(l *Line) {
	for i := range w.plans {
		p := &w.plans[i]
		if p.Seat != l.Seat || p.Day != l.Day {
			continue
		}
		if p.Target != l.Target {
			p.Target, p.At = l.Target, l.At
			p.Changes++
		}
		return
	}
	w.plans = append(w.plans, Plan{Seat: l.Seat, Target: l.Target, Day: l.Day, At: l.At})
}
