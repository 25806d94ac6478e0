package wording

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// because words "reason so what follows" in one sentence, where both have clauses: the reason one that begins with
// "since " in the book, what follows one that begins with "so ".
func (s *Speaker) because(reason, then sentence, t *Table, fits func(string) bool) (string, bool) {
	first, slots := s.reasonOf(reason, t)
	second, more := s.conclusionOf(then, t)
	if first == "" || second == "" {
		return "", false
	}
	return s.pair(first, slots, second, more, fits)
}

// pair words two clauses as one sentence.
func (s *Speaker) pair(first Intent, slots Slots, second Intent, more Slots, fits func(string) bool) (string, bool) {
	reasons, ends := s.worded.lines[first], s.worded.lines[second]
	if len(reasons) == 0 || len(ends) == 0 {
		return "", false
	}
	echo := ""
	n := len(reasons) * len(ends)
	start := s.rng.IntN(n)
	for i := range 2 * n {
		at := (start + i) % n
		text := s.render(&reasons[at%len(reasons)], &slots, false)
		if text == "" {
			return "", false
		}
		text = s.then(text, &ends[at/len(reasons)], &more)
		own, heard := s.known(text)
		if text == "" || own || fits != nil && !fits(text) {
			continue
		}
		if !heard {
			return text, true
		}
		echo = text
	}
	return echo, echo != ""
}

// then goes on with a sentence after a clause; "" when a slot is empty.
func (s *Speaker) then(clause string, l *line, slots *Slots) string {
	s.draft = append(s.draft[:0], clause...)
	if s.book.spaced {
		s.draft = append(s.draft, ' ')
	}
	if !s.write(l.pieces, slots, true, l.terse) {
		return ""
	}
	return string(s.draft)
}

// reasonOf is the clause that gives an act as a reason, "" when there is none.
func (s *Speaker) reasonOf(a sentence, t *Table) (Intent, Slots) {
	slots := Slots{T: t.name(a.Target), O: t.name(a.Subject), Role: s.RoleWord(a.Role)}
	wolf := a.Species == werewolf.Wolf
	mine := t.mine(a)
	switch a.Verb {
	case speech.Divined:
		if a.Species == werewolf.NoSpecies {
			return "", slots
		}
		if mine {
			return pick(wolf, "since seen wolf", "since seen human"), slots
		}
		return pick(wolf, "since found wolf", "since found human"), slots
	case speech.Identified:
		if !mine || a.Species == werewolf.NoSpecies {
			return "", slots
		}
		return pick(wolf, "since medium wolf", "since medium human"), slots
	case speech.ComingOut:
		if mine {
			return "", slots
		}
		if slots.T == "" {
			slots.T = slots.O
		}
		return "since claims", slots
	case speech.Voted:
		return pick(mine, "", "since voted"), slots
	case speech.Guarded:
		return pick(mine, "since guarded", ""), slots
	case speech.Attacked:
		return "since attacked", slots
	case speech.Estimate:
		return map[Intent]Intent{SuspectLead: "since wolf", TrustLean: "since human", ThinkRole: "since role"}[opinionIntent(a)], slots
	case speech.Agree:
		if t.Author == nil {
			return "", slots
		}
		slots.O = t.name(t.Author(a.Talk))
		return "since agree", slots
	default:
		return "", slots
	}
}

// conclusions are the sentences that can follow a reason, by the intent that words the act alone.
var conclusions = map[Intent]Intent{
	VoteFor: "so vote", VoteAll: "so vote all", AskVoteFor: "so ask vote", SuspectLead: "so wolf", TrustLean: "so human",
	ThinkRole: "so role", PlanDivine: "so divine", AskDivine: "so ask divine", PlanGuard: "so guard",
	WhisperAttack: "so attack", NotVote: "so not vote", ClaimRole: "so claim", AgreeWith: "so agree",
	Disagree: "so disagree", Defend: "so human",
}

func (s *Speaker) conclusionOf(a sentence, t *Table) (Intent, Slots) {
	in, slots := s.intentOf(a, t)
	return conclusions[in], slots
}
