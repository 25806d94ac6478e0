package critic

import (
	"strings"

	"wolfden/werewolf"
)

// dangling finds what speaks of something that did not happen.
func (r *reader) dangling(t *turn) {
	for i := range t.sentences {
		s := &t.sentences[i]
		r.dead(t, s)
		for _, f := range r.book.find(s) {
			check, known := checks[f.cue]
			if !known || s.asks && f.cue != "accused" || r.book.perhaps.MatchString(s.plain) {
				continue
			}
			if why := check(r, t, s, f); why != "" {
				r.find(kindOf[f.cue], t, -1, s.raw, "%s", why)
			}
		}
	}
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
