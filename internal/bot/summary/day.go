package summary

import (
	"slices"
	"strings"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

// Player is what one player did in the talk of a day, in sentences without its name (UEC-IL 2024, section 4.2: a
// summary of each player's claims).
type Player struct {
	Seat           werewolf.SeatID
	Day            int
	Claims         []string
	Results        []string
	Suspicions     []string // of others, with a reason if there is one; also announced votes and trust
	Contradictions []string
}

// daySummary sums up by seat what the players did in the talk of a day, as the rules understood it. The opinion tells which
// results cannot be true.
func daySummary(lang string, o *werewolf.Observation, b *ledger.Ledger, s *doubt.Opinion, day int) (list []Player) {
	w := newWriter(lang, o)
	for i := range o.Names {
		id := werewolf.SeatID(i + 1)
		if !spoke(o, id, day) {
			continue
		}
		d := digest{writer: w, b: b, p: Player{Seat: id, Day: day}}
		d.lines()
		d.contradictions()
		d.opinion(s)
		list = append(list, d.p)
	}
	return list
}

func spoke(o *werewolf.Observation, id werewolf.SeatID, day int) bool {
	return slices.ContainsFunc(o.Talks, func(u werewolf.Utterance) bool {
		return u.Seat == id && u.Day == day && !u.Skip && !u.Over
	})
}

// Sentences returns everything about the player in one line. Where there is nothing, it says so in lang.
func (p *Player) Sentences(lang string) string {
	all := slices.Concat(p.Claims, p.Results, p.Suspicions, p.Contradictions)
	if len(all) == 0 {
		b := books(lang)
		all = b.All("nothing")
	}
	return strings.Join(all, " ")
}

// digest writes about one player.
type digest struct {
	*writer
	b *ledger.Ledger
	p Player
}

// addSentenceOnce adds a sentence once.
func addSentenceOnce(to *[]string, s string) {
	if s != "" && !slices.Contains(*to, s) {
		*to = append(*to, s)
	}
}

func (d *digest) lines() {
	for _, l := range d.b.Lines() {
		if l.Seat != d.p.Seat || l.Day != d.p.Day {
			continue
		}
		switch kind := kindOf(&l); kind {
		case "claim", "retract":
			addSentenceOnce(&d.p.Claims, d.act("day-"+kind, &l))
		case "found", "guarded":
			addSentenceOnce(&d.p.Results, d.act("day-"+kind, &l))
		case "accuse", "urge":
			addSentenceOnce(&d.p.Suspicions, d.suspicion(l))
		case "vote", "trust":
			addSentenceOnce(&d.p.Suspicions, d.act("day-"+kind, &l))
		default: // questions and what is told of others' results
		}
	}
}

// suspicion says who suspects whom, with the most certain reason that the ledger had at that time.
func (d *digest) suspicion(l ledger.Line) string {
	kind, third := "day-accuse", werewolf.SeatID(0)
	target := l.Target
	for _, r := range d.b.Findings() {
		if r.Target == target && r.Species == werewolf.Wolf && r.At <= l.At && (kind != "day-accuse-own") {
			kind, third = "day-accuse-black", r.By
			if r.By == l.Seat {
				kind = "day-accuse-own"
			}
		}
	}
	if kind == "day-accuse" {
		kind = d.quarrel(l)
	}
	return d.book.Say(kind, "t", d.o.Name(target), "o", d.o.Name(third))
}

// quarrel is a reason that lies between the two players: the same role, or who began.
func (d *digest) quarrel(l ledger.Line) string {
	claim := d.b.ClaimOf(l.Seat)
	if claim != werewolf.NoRole && !d.b.Spec(claim).Ordinary() && d.b.ClaimOf(l.Target) == claim {
		return "day-accuse-rival"
	}
	for _, before := range d.b.Lines() {
		against := before.Suspects() || before.Requests(speech.Vote)
		if before.At < l.At && against && before.Seat == l.Target && before.Target == l.Seat {
			return "day-accuse-back"
		}
	}
	return "day-accuse"
}

// contradictions finds what does not fit together in what the player itself said and did up to the end of the day.
func (d *digest) contradictions() {
	id, day := d.p.Seat, d.p.Day
	var last ledger.Claim
	for _, c := range d.b.Claims() {
		if c.Seat != id || c.Day > day {
			continue
		}
		if last.Role != werewolf.NoRole && c.Day == day && c.Role != last.Role {
			words, roles := roletext.In(d.lang), d.o.Rules.Table
			addSentenceOnce(&d.p.Contradictions, d.book.Say("contradicts-roles", "r", words.Name(roles, last.Role), "q", words.Name(roles, c.Role)))
		}
		last = c
	}
	for i, r := range d.b.Findings() {
		for _, s := range d.b.Findings()[:i] {
			if r.By == id && s.By == id && r.Day == day && r.Target == s.Target && r.Species != s.Species {
				addSentenceOnce(&d.p.Contradictions, d.book.Say("contradicts-results", "t", d.o.Name(r.Target)))
			}
		}
	}
	d.votes()
	d.views()
}

func (d *digest) votes() {
	plan := d.b.PlanOf(d.p.Seat, d.p.Day)
	if plan.Changes > 0 {
		addSentenceOnce(&d.p.Contradictions, d.book.Say("contradicts-plan", "t", d.o.Name(plan.Target)))
	}
	for _, v := range d.o.Votes {
		if v.Seat == d.p.Seat && v.Day == d.p.Day && plan.Target != 0 && v.Target != plan.Target {
			addSentenceOnce(&d.p.Contradictions, d.book.Say("contradicts-vote", "t", d.o.Name(plan.Target), "o", d.o.Name(v.Target)))
		}
	}
}

func (d *digest) views() {
	var trusted, accused werewolf.SeatSet
	for _, l := range d.b.Lines() {
		switch {
		case l.Seat != d.p.Seat || l.Day != d.p.Day:
		case l.Trusts():
			trusted = trusted.With(l.Target)
		case l.Suspects():
			accused = accused.With(l.Target)
		}
	}
	for id := range (trusted & accused).All() {
		addSentenceOnce(&d.p.Contradictions, d.book.Say("contradicts-views", "t", d.o.Name(id)))
	}
}

// opinion adds what the observer knows to be false in the player's results.
func (d *digest) opinion(s *doubt.Opinion) {
	for _, r := range s.ReasonsAgainst(d.p.Seat) {
		switch r.Why {
		case doubt.Lied, doubt.Refuted, doubt.Cleared, doubt.Clash:
			addSentenceOnce(&d.p.Contradictions, r.Phrase(d.lang, d.o)+d.stop())
		default: // suspicious, but no contradiction
		}
	}
}

func (w *writer) stop() string {
	if w.lang == "ja" {
		return "。"
	}
	return "."
}
