package critic

import (
	"slices"
	"strings"
)

// dangling finds what speaks of something that did not happen.
func (r *reader) dangling(t *turn) {
	for i := range t.sentences {
		s := &t.sentences[i]
		r.dead(t, s)
		for _, f := range r.book.find(s) {
			c, known := checks[f.cue]
			if !known || s.asks && f.cue != "accused" || r.book.perhaps.in(s.plain) {
				continue
			}
			if why := c.wrong(r, t, s, f); why != "" {
				r.find(c.kind, t, -1, s.raw, "%s", why)
			}
		}
	}
}

// dead finds votes for the dead, and questions to them.
func (r *reader) dead(t *turn, s *sentence) {
	if to := vote(s); to > 0 && s.who.Has(to) && r.game.Player(to) != nil && !r.living.Has(to) && !r.book.perhaps.in(s.plain) && !r.book.has(s, "past") {
		r.find(NoEvent, t, -1, s.raw, "a vote for %s, who is dead", r.name(to))
	}
	some, _ := s.rows.Asked(t.Seat)
	for id := range some.All() {
		if s.asks && !r.living.Has(id) && r.game.Player(id) != nil && strings.HasPrefix(s.plain, "@") && s.who.Has(id) {
			r.find(NoEvent, t, -1, s.raw, "a question to %s, who is dead", r.name(id))
		}
	}
}

// check looks into what a cue takes for granted.
type check struct {
	kind  Kind                                                  // of what it finds
	wrong func(r *reader, t *turn, s *sentence, f taken) string // what is wrong, "" when nothing is
}

// checks are what the cues take for granted. Cues without one are used elsewhere.
var checks = map[string]check{
	"none claimed": {NoClaim, noneClaimed}, "sole claim": {NoClaim, soleClaim}, "two claim": {NoClaim, twoClaim},
	"many claim": {NoClaim, manyClaim}, "rivals": {NoClaim, someRivals}, "withdrew": {NoClaim, withdrew},
	"confessed": {NoClaim, confessed},
	"crowd":     {NoVote, crowd}, "follows": {NoVote, follows}, "leads": {NoVote, leads}, "keeps": {NoVote, keeps},
	"drops": {NoVote, drops}, "changed": {NoVote, changed}, "voted": {NoVote, hasVoted}, "voted out": {NoVote, hasVotedOut},
	"accused": {NoWord, accused}, "called wolf": {NoWord, calledWolf}, "cleared": {NoWord, clearedMe},
	"reports human": {NoWord, reportsHuman}, "reports wolf": {NoWord, reportsWolf}, "agrees": {NoWord, agrees},
	"shields": {NoWord, shields}, "asked": {NoWord, wasAsked}, "repeats": {NoWord, repeats}, "quiet": {NoWord, quiet},
	"nobody died": {NoEvent, nobodyDied}, "died": {NoEvent, hasDied}, "left": {NoEvent, howManyLeft},
}

// nobodyDied: in the night before today nobody is to have been attacked.
func nobodyDied(r *reader, t *turn, _ *sentence, _ taken) string {
	for _, d := range r.died {
		if !d.executed && d.day == t.Day-1 {
			return r.name(d.seat) + " was attacked"
		}
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

// hasVotedOut: f.o is to have been executed with the vote of f.t.
func hasVotedOut(r *reader, t *turn, s *sentence, f taken) string {
	if f.t == 0 || f.o == 0 || f.t == f.o || len(r.ballots) == 0 {
		return ""
	}
	for _, d := range r.died {
		if d.seat == f.o && d.executed && slices.Contains(r.ballots, ballot{f.t, f.o, d.day}) {
			return ""
		}
	}
	return r.name(f.o) + " was not executed with the vote of " + r.name(f.t)
}

// hasVoted: f.t is to have voted for f.o on an earlier day.
func hasVoted(r *reader, t *turn, _ *sentence, f taken) string {
	if f.t == 0 || f.o == 0 || f.t == f.o || len(r.ballots) == 0 || r.cast(f.t, f.o) {
		return ""
	}
	return r.name(f.t) + " has not voted for " + r.name(f.o)
}
