package gptaku

import (
	"slices"
	"strconv"
	"strings"

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

// text adds one of the player's own sentences of a kind, one that nobody has said yet before others. It means nothing that the
// table would file.
func (p *state) text(t *utterance.Draft, kind string, gaps ...string) bool {
	add := func(text string) bool { return t.AddText(text, "", wording.Slots{}) }
	var echoes []string
	for _, text := range p.phrases.All(kind, gaps...) {
		if slices.ContainsFunc(p.o.Talks, func(u werewolf.Utterance) bool { return strings.Contains(u.Text, text) }) {
			echoes = append(echoes, text)
		} else if add(text) {
			return true
		}
	}
	return slices.ContainsFunc(echoes, add)
}

// sayProcess says how the player came to divine the target: a seer knows nothing of anybody in the first night.
func (p *state) sayProcess(t *utterance.Draft, s wording.Slots) bool {
	quietest := p.heard.Words(s.T, 0) > 0
	for id := range p.o.Others().Without(s.T).All() {
		quietest = quietest && p.heard.Words(s.T, 0) < p.heard.Words(id, 0)
	}
	kind := "process-blind"
	if quietest {
		kind = "process-quiet"
	}
	return p.text(t, kind, "t", p.o.Name(s.T))
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
		if r.By != p.o.Seat && r.Target == s.T && r.Species == werewolf.Human && p.text(t, "cleared-by", "o", p.o.Name(r.By), "t", p.o.Name(s.T)) {
			return true
		}
	}
	return p.heard.ClaimOf(s.T) == werewolf.NoRole && p.text(t, "no-answer", "t", p.o.Name(s.T))
}

// sayRecord says what the target did, in its words, results and votes; if that is nothing, what the vote means.
func (p *state) sayRecord(t *utterance.Draft, s wording.Slots) bool {
	if p.sayReason(t, s.T, func(r doubt.Reason) bool { return r.Why != doubt.Gut }) {
		return true
	}
	accuses := func(l ledger.Line) bool {
		return l.Seat == s.T && l.Day == p.o.Day && (l.Suspects() || l.Is(speech.Vote))
	}
	return !slices.ContainsFunc(p.heard.Lines(), accuses) && p.text(t, "no-side", "t", p.o.Name(s.T)) || p.sayChances(t, s)
}

// sayReason words the heaviest reason against somebody that is one of those wanted.
func (p *state) sayReason(t *utterance.Draft, id werewolf.SeatID, wanted func(doubt.Reason) bool) bool {
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
	n := p.o.Living.Len()
	return p.text(t, "chances", "t", p.o.Name(s.T), "n", strconv.Itoa(n), "m", strconv.Itoa(n-2))
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
	for id := range p.o.Others().Without(s.T).All() {
		if p.heard.Told(p.o.Seat, id) == werewolf.Human {
			return t.AddSentence(wording.RecallHuman, wording.Slots{T: id})
		}
	}
	return false
}

// sayDeaths argues from who was executed and attacked: the game goes on.
func (p *state) sayDeaths(t *utterance.Draft, s wording.Slots) bool {
	executed, attacked := p.lost()
	switch gaps := []string{"t", p.o.Name(s.T), "x", p.o.Name(executed), "a", p.o.Name(attacked)}; {
	case executed == 0:
		return false
	case attacked == 0:
		return p.text(t, "deaths-quiet", gaps...)
	default:
		return p.text(t, "deaths", gaps...)
	}
}

// sayPartner says by the results of the days before how the player knows that T is on its side and O is not.
func (p *state) sayPartner(t *utterance.Draft, s wording.Slots) bool {
	of := func(r ledger.Result) string {
		switch {
		case r.Target == s.T && r.Species == werewolf.Wolf:
			return "partner-accused"
		case r.By == s.T && r.Species == werewolf.Wolf && !p.o.Living.Has(r.Target):
			return "partner-false"
		case r.Target == s.O && r.Species == werewolf.Human:
			return "partner-other-human"
		case r.Target == s.T:
			return "partner-human"
		case r.Target == p.o.Seat:
			return "partner-me"
		case r.By == s.O:
			return "partner-other-told"
		}
		return "partner-told"
	}
	told := p.heard.Findings()
	for _, kind := range []string{
		"partner-accused", "partner-false", "partner-other-human", "partner-other-told", "partner-human", "partner-told", "partner-me",
	} {
		for _, r := range told {
			gaps := []string{"t", p.o.Name(s.T), "o", p.o.Name(s.O), "a", p.o.Name(r.By), "b", p.o.Name(r.Target)}
			if r.By == p.o.Seat || r.Day >= p.o.Day || of(r) != kind {
				continue
			}
			if p.text(t, kind+"-"+r.Species.String(), gaps...) {
				return true
			}
		}
	}
	return t.AddSentence(wording.PowerReason, s) || t.AddSentence(wording.PowerTogether, s)
}
