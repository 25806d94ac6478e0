package gptaku

import (
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// ground is what a vote against a player can be argued from. say adds it to a draft, where something has happened that gives it;
// T is the player, O whom the request was made to by name.
type ground struct {
	name string
	say  func(p *state, t *utterance.Draft, s wording.Slots) bool
}

// The grounds of the paper's instructions (section 5).
var (
	process       = ground{"how it was divined", (*state).sayProcess}
	contradiction = ground{"contradictions", (*state).sayContradiction}
	chances       = ground{"the village's chances", (*state).sayChances}
	credit        = ground{"own consistency", (*state).sayCredit}
	rival         = ground{"one seer", (*state).sayRecord}
	record        = ground{"what it did", (*state).sayRecord}
	result        = ground{"own result", (*state).sayResult}
	deaths        = ground{"execution and attack", (*state).sayDeaths}
	partner       = ground{"results of the first day", (*state).sayPartner}
)

// sayProcess says how the player came to divine the target: a seer knows nothing of anybody in the first night.
func (p *state) sayProcess(t *utterance.Draft, s wording.Slots) bool {
	quietest := p.heard.Words(s.T, 0) > 0
	for id := range p.o.Others().Without(s.T).All() {
		quietest = quietest && p.heard.Words(s.T, 0) < p.heard.Words(id, 0)
	}
	kind := wording.ChoseBlind
	if quietest {
		kind = wording.ChoseQuiet
	}
	return t.AddSentence(kind, wording.Slots{T: s.T})
}

// contradicts are the reasons that show somebody at odds with what others said or with its own words.
var contradicts = []doubt.Why{
	doubt.Lied, doubt.Rival, doubt.Refuted, doubt.Cleared, doubt.Clash, doubt.Said, doubt.Retracted, doubt.Split, doubt.Broke, doubt.Shield,
	doubt.Changed, doubt.Against,
}

func (p *state) sayContradiction(t *utterance.Draft, s wording.Slots) bool {
	if p.sayReason(t, s.T, func(r doubt.Reason) bool { return slices.Contains(contradicts, r.Why) }) {
		return true
	}
	for _, r := range p.heard.Findings() {
		clears := r.By != p.o.Seat && r.Target == s.T && r.Species == werewolf.Human
		if clears && t.AddSentence(wording.ClearedBy, wording.Slots{T: s.T, O: r.By}) {
			return true
		}
	}
	return p.heard.ClaimOf(s.T) == werewolf.NoRole && t.AddSentence(wording.NoAnswer, wording.Slots{T: s.T})
}

// sayRecord says what the target did, in its words, results and votes; if that is nothing, what the vote means.
func (p *state) sayRecord(t *utterance.Draft, s wording.Slots) bool {
	if p.sayReason(t, s.T, func(r doubt.Reason) bool { return r.Why != doubt.Gut }) {
		return true
	}
	accuses := func(l ledger.Line) bool {
		return l.Seat == s.T && l.Day == p.o.Day && (l.Suspects() || l.Is(speech.Vote))
	}
	return !slices.ContainsFunc(p.heard.Lines(), accuses) && t.AddSentence(wording.NoSide, wording.Slots{T: s.T}) || p.sayChances(t, s)
}

// sayReason words the heaviest reason against somebody that is one of those wanted. A turn that begins with it says whom it is about.
func (p *state) sayReason(t *utterance.Draft, id werewolf.SeatID, wanted func(doubt.Reason) bool) bool {
	if t.Sentences() == 0 {
		t.MustContain(p.o.Name(id))
		defer t.MustContain("")
	}
	for _, r := range p.opinion.ReasonsAgainst(id) {
		if k, slots, ok := t.WordReason(r, p.shows()); ok && wanted(r) && t.AddSentence(k, slots) {
			return true
		}
	}
	return false
}

// sayChances says what the vote means for the village.
func (p *state) sayChances(t *utterance.Draft, s wording.Slots) bool {
	if p.o.Day > 1 {
		return t.AddSentence(wording.LastChance, s)
	}
	return t.AddSentence(wording.Chances, wording.Slots{T: s.T, N: p.o.Living.Len()})
}

// sayCredit says that the player's own results hold together, where others claim to be the seer beside it.
func (p *state) sayCredit(t *utterance.Draft, _ wording.Slots) bool {
	s := wording.Slots{Role: p.seer()}
	return p.shows() && p.rivals() != 0 && (t.AddSentence(wording.Consistent, s) || t.AddSentence(wording.Repeat, s))
}

// sayResult points to the player's own results: of the target, or of another whom they clear.
func (p *state) sayResult(t *utterance.Draft, s wording.Slots) bool {
	if p.heard.Told(p.o.Seat, s.T) == werewolf.Wolf {
		return t.AddSentence(wording.SeenMyself, s)
	}
	cleared := p.o.Others().Without(s.T).Where(func(id werewolf.SeatID) bool { return p.heard.Told(p.o.Seat, id) == werewolf.Human }).First()
	return cleared != 0 && t.AddSentence(wording.RecallHuman, wording.Slots{T: cleared})
}

// sayDeaths argues from who was executed and attacked: the game goes on.
func (p *state) sayDeaths(t *utterance.Draft, s wording.Slots) bool {
	executed, attacked := p.lost()
	switch {
	case executed == 0:
		return false
	case attacked == 0:
		return t.AddSentence(wording.GoneOne, wording.Slots{T: s.T, X: executed})
	default:
		return t.AddSentence(wording.GoneBoth, wording.Slots{T: s.T, X: executed, O: attacked})
	}
}

// tie is a way to read a result by which one knows that T is on one's side and O is not.
type tie struct {
	human, wolf wording.SentenceKind // how it is said, by what the result says; "" where it is not read so
	reads       func(o *werewolf.Observation, r ledger.Result, s wording.Slots) bool
	x           func(r ledger.Result) werewolf.SeatID
}

// ties are the ways to read a result, the most telling first.
var ties = []tie{
	{"", wording.AllyAccused, ofAlly, teller},
	{"", wording.AllyLied, func(o *werewolf.Observation, r ledger.Result, s wording.Slots) bool {
		return r.By == s.T && !o.Living.Has(r.Target)
	}, target},
	{wording.AllyAgainst, "", func(_ *werewolf.Observation, r ledger.Result, s wording.Slots) bool { return r.Target == s.O }, teller},
	{wording.AllySawHuman, wording.AllySawWolf, func(o *werewolf.Observation, r ledger.Result, s wording.Slots) bool {
		return r.By == s.O && r.Target != s.T && r.Target != o.Seat
	}, target},
	{wording.AllyHuman, "", ofAlly, teller},
	{wording.AllyRestHuman, wording.AllyRestWolf, func(o *werewolf.Observation, r ledger.Result, s wording.Slots) bool {
		return r.Target != s.T && r.Target != o.Seat
	}, teller},
	{wording.AllyMeHuman, wording.AllyMeWolf, func(o *werewolf.Observation, r ledger.Result, _ wording.Slots) bool {
		return r.Target == o.Seat
	}, teller},
}

func ofAlly(_ *werewolf.Observation, r ledger.Result, s wording.Slots) bool { return r.Target == s.T }

func teller(r ledger.Result) werewolf.SeatID { return r.By }

func target(r ledger.Result) werewolf.SeatID { return r.Target }

// sayPartner says by the results of the days before how the player knows that T is on its side and O is not.
func (p *state) sayPartner(t *utterance.Draft, s wording.Slots) bool {
	for i := range ties {
		way := &ties[i]
		for _, r := range p.heard.Findings() {
			kind := way.human
			if r.Species == werewolf.Wolf {
				kind = way.wolf
			}
			if kind == "" || r.By == p.o.Seat || r.Day >= p.o.Day || !way.reads(p.o, r, s) {
				continue
			}
			slots := wording.Slots{T: s.T, O: s.O, X: way.x(r)}
			if kind == wording.AllyRestHuman || kind == wording.AllyRestWolf {
				slots.O = r.Target
			}
			if t.AddSentence(kind, slots) {
				return true
			}
		}
	}
	waits := t.Sentences() > 0 && t.Rest > 0 // for a turn with room for a result
	return !waits && (t.AddSentence(wording.PowerReason, s) || t.AddSentence(wording.PowerTogether, s))
}
