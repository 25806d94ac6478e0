package wording

import (
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Table is who sits where, for wording acts. Names[0] sits on seat 1; Me is the speaker's seat. Author tells who said
// an utterance, 0 where that is not known; it may be nil, then [speech.Agree] and [speech.Disagree] cannot be worded.
type Table struct {
	Me     werewolf.SeatID
	Names  []string
	Author func(speech.Talk) werewolf.SeatID
}

func (t *Table) name(id werewolf.SeatID) string {
	if id < 1 || int(id) > len(t.Names) {
		return ""
	}
	return t.Names[id-1]
}

// mine reports whether a sentence's subject is the speaker.
func (t *Table) mine(a sentence) bool { return a.Subject == 0 || a.Subject == t.Me }

// Act words rows, a sentence for each, as Say words an intent. It reports false for what has no wording, when
// every wording has been said, and when none fits. These acts have wordings, X and Y being players, the speaker the
// subject where none is named:
//
//	COMINGOUT X role                  of the speaker, any role; of another, any role
//	DIVINED, IDENTIFIED X species     of the speaker; of another as DIVINED
//	GUARDED X, VOTED X                VOTED of another too
//	VOTE, ATTACK, DIVINATION, GUARD X
//	ESTIMATE X role or species        and NOT of it
//	AGREE, DISAGREE talk
//	REQUEST X or ANY                  (VOTE Y), (DIVINATION Y), (GUARD Y), (ATTACK Y), (COMINGOUT role)
//	INQUIRE X or ANY                  by topic: (ESTIMATE Y ..), (VOTE ..), (DIVINED ..), (IDENTIFIED ..),
//	                                  (COMINGOUT ..), (DIVINATION ..), (GUARD ..), (ATTACK ..), (BECAUSE ..)
//	BECAUSE (reason) (act)            one sentence where both have clauses (see clauses.go), else two
//	NOT (COMINGOUT speaker role)      and NOT (VOTE X)
//	DAY n (DIVINED, IDENTIFIED, GUARDED or VOTED X)
//	AND of any of these               one sentence each
//	OR, XOR of two (ESTIMATE X WEREWOLF)
func (s *Speaker) Act(rows speech.Rows, t *Table, fits func(string) bool) (string, bool) {
	var all []sentence
	for n, a := range rows.Sentences() {
		all = append(all, sentence{a, rows, n})
	}
	return s.all(all, t, fits)
}

// sentence is a row with the rows it is of and its number there.
type sentence struct {
	speech.Act
	rows   speech.Rows
	number int
}

// inner is what stands in the sentence.
func (a sentence) inner() (all []sentence) {
	for n, in := range a.rows.Inside(a.number) {
		all = append(all, sentence{in, a.rows, n})
	}
	return all
}

func (s *Speaker) sentence(a sentence, t *Table, fits func(string) bool) (string, bool) {
	switch a.Verb {
	case speech.Because:
		if len(a.inner()) != 2 {
			return "", false
		}
		if text, ok := s.because(a.inner()[0], a.inner()[1], t, fits); ok {
			return text, true
		}
		return s.all(a.inner(), t, fits)
	case speech.And:
		return s.all(a.inner(), t, fits)
	default:
		in, slots := s.intentOf(a, t)
		if in == "" {
			return "", false
		}
		return s.Say(in, slots, fits)
	}
}

// all words acts one after the other; each must fit with those before it.
func (s *Speaker) all(acts []sentence, t *Table, fits func(string) bool) (string, bool) {
	text := ""
	for _, a := range acts {
		sentence, ok := s.sentence(a, t, func(next string) bool { return fits == nil || fits(s.Join(text, next)) })
		if !ok {
			return "", false
		}
		text = s.Join(text, sentence)
	}
	return text, text != ""
}

// intentOf is the intent that words a single act with what goes into its slots, "" when there is none.
func (s *Speaker) intentOf(a sentence, t *Table) (Intent, Slots) {
	slots := Slots{T: t.name(a.Target), O: t.name(a.Subject), Role: s.RoleWord(a.Role)}
	switch a.Verb {
	case speech.ComingOut:
		return claimIntent(a, t, slots)
	case speech.Agree, speech.Disagree:
		if t.Author == nil {
			return "", slots
		}
		slots.O = t.name(t.Author(a.Talk))
		return pick(a.Verb == speech.Agree, AgreeWith, Disagree), slots
	case speech.Request, speech.Inquire:
		return askIntent(s, a, t)
	case speech.Not:
		return notIntent(s, a, t)
	case speech.Day:
		return dayIntent(a, t)
	case speech.Or, speech.Xor:
		return pairIntent(a, t)
	case speech.Estimate:
		return opinionIntent(a), slots
	case speech.Divined, speech.Identified:
		return resultIntent(a, t.mine(a)), slots
	case speech.Voted:
		return pick(t.mine(a), Voted, VotedWho), slots
	default:
		if !t.mine(a) {
			return "", slots
		}
		return plainIntents[a.Verb], slots
	}
}

// plainIntents word acts of the speaker about one player.
var plainIntents = map[speech.Verb]Intent{
	speech.Vote: VoteFor, speech.Attack: WhisperAttack, speech.Divination: PlanDivine, speech.Guard: PlanGuard,
	speech.Guarded: GuardedWhom,
}

func pick(first bool, a, b Intent) Intent {
	if first {
		return a
	}
	return b
}

func claimIntent(a sentence, t *Table, slots Slots) (Intent, Slots) {
	own := t.mine(a) && (a.Target == 0 || a.Target == t.Me)
	if !own {
		if slots.T == "" {
			slots.T = slots.O
		}
		return pick(slots.Role != "", HeardClaim, ""), slots
	}
	switch spec := werewolf.StandardRoles().Spec(a.Role); {
	case a.Role == werewolf.NoRole:
		return "", slots
	case spec.Ordinary():
		return ClaimPlain, slots
	case spec.IsWolf():
		return ClaimWolf, slots
	case spec.Traitor():
		return ClaimPossessed, slots
	default:
		return ClaimRole, slots
	}
}

func opinionIntent(a sentence) Intent {
	switch {
	case a.Suspects() || a.Species == werewolf.Wolf:
		return SuspectLead
	case a.Role == werewolf.NoRole && a.Species == werewolf.Human || werewolf.StandardRoles().Spec(a.Role).Ordinary():
		return TrustLean
	case a.Role != werewolf.NoRole:
		return ThinkRole
	}
	return ""
}

func resultIntent(a sentence, own bool) Intent {
	wolf := a.Species == werewolf.Wolf
	switch {
	case a.Species == werewolf.NoSpecies:
		return ""
	case !own:
		return pick(wolf, HeardWolf, HeardHuman)
	case a.Verb == speech.Identified:
		return pick(wolf, MediumWolf, MediumHuman)
	}
	return pick(wolf, SeenWolf, SeenHuman)
}

// askIntent words requests and questions. A request of information is a question too.
func askIntent(s *Speaker, a sentence, t *Table) (Intent, Slots) {
	if len(a.inner()) != 1 {
		return "", Slots{}
	}
	what := a.inner()[0]
	asked, about := t.name(a.Target), t.name(what.Target)
	slots := Slots{T: asked, O: about, Role: s.RoleWord(what.Role)}
	all := Slots{T: about, Role: slots.Role}
	request := a.Verb == speech.Request
	switch what.Verb {
	case speech.Vote:
		switch {
		case request && asked == "":
			return VoteAll, all
		case request:
			return AskVoteFor, slots
		}
		return AskVote, slots
	case speech.Divination:
		switch {
		case request && asked == "":
			return SeerTonight, all
		case request:
			return AskDivine, slots
		}
		return AskPlan, slots
	case speech.Guard:
		return pick(request, AskGuard, AskPlan), chosen(request, all, slots)
	case speech.Attack:
		return pick(request, WhisperAttack, AskPlan), chosen(request, all, slots)
	case speech.ComingOut:
		switch {
		case asked != "":
			return AskRole, slots
		case slots.Role != "":
			return CallForRole, all
		}
		return CallAll, all
	case speech.Divined, speech.Identified:
		return pick(asked != "", AskResult, ""), slots
	case speech.Because:
		return pick(asked != "", AskWhy, ""), slots
	case speech.Estimate, speech.Agree, speech.Disagree:
		switch {
		case asked == "":
			return Encourage, Slots{}
		case about != "" && about != asked:
			return AskView, slots
		}
		return AskSuspect, slots
	default:
		return "", slots
	}
}

func chosen(first bool, a, b Slots) Slots {
	if first {
		return a
	}
	return b
}

func notIntent(s *Speaker, a sentence, t *Table) (Intent, Slots) {
	if len(a.inner()) != 1 {
		return "", Slots{}
	}
	what := a.inner()[0]
	slots := Slots{T: t.name(what.Target), Role: s.RoleWord(what.Role)}
	switch {
	case what.Verb == speech.ComingOut && t.mine(what):
		return Retract, slots
	case what.Verb == speech.ComingOut:
		return DoubtRole, slots
	case what.Verb == speech.Vote && t.mine(what):
		return NotVote, slots
	case what.Verb == speech.Estimate && opinionIntent(what) == SuspectLead:
		return Defend, slots
	case what.Verb == speech.Estimate && opinionIntent(what) == TrustLean:
		return SuspectLead, slots
	case what.Verb == speech.Estimate:
		return DoubtRole, slots
	}
	return "", slots
}

func dayIntent(a sentence, t *Table) (Intent, Slots) {
	if len(a.inner()) != 1 || !t.mine(a.inner()[0]) {
		return "", Slots{}
	}
	what := a.inner()[0]
	slots := Slots{T: t.name(what.Target), N: a.Day}
	wolf := what.Species == werewolf.Wolf
	switch what.Verb {
	case speech.Divined:
		return pick(wolf, DaySeenWolf, DaySeenHuman), slots
	case speech.Identified:
		return pick(wolf, DayMedWolf, DayMedHuman), slots
	case speech.Guarded:
		return DayGuarded, slots
	case speech.Voted:
		return DayVoted, slots
	default:
		return "", slots
	}
}

func pairIntent(a sentence, t *Table) (Intent, Slots) {
	if len(a.inner()) != 2 || opinionIntent(a.inner()[0]) != SuspectLead || opinionIntent(a.inner()[1]) != SuspectLead {
		return "", Slots{}
	}
	return WorldPair, Slots{T: t.name(a.inner()[0].Target), O: t.name(a.inner()[1].Target)}
}
