package filter

import (
	"fmt"
	"slices"
	"strings"

	"wolfden/werewolf"
)

// invented is what a text tells of deaths and votes that the observation does not have, "" for nothing. Sentences that
// suppose, ask or deny tell nothing.
func (f *Filter) invented(o *werewolf.Observation, p *people, text string) string {
	for _, sentence := range split(text) {
		low := lower(sentence)
		if strings.ContainsAny(sentence, "??") {
			continue
		}
		if what := f.untold(o, low); what != "" {
			return what
		}
		if f.supposes(low) {
			continue
		}
		for _, n := range p.all(sentence) {
			if what := f.wrongDeath(o, low, n); what != "" {
				return what
			}
			if what := f.wrongVote(o, p, sentence, n); what != "" {
				return what
			}
		}
	}
	return ""
}

// lower is the sentence in small letters of the same places.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.ReplaceAll(s, "’", "'  "))
}

func (f *Filter) supposes(low string) bool {
	if f.lang == "ja" {
		return slices.ContainsFunc(f.words.unless, func(w string) bool { return strings.Contains(low, w) })
	}
	for _, w := range word.FindAllString(low, -1) {
		if slices.Contains(f.words.unless, w) || strings.HasSuffix(w, "n't") {
			return true
		}
	}
	return false
}

// untold is a phrase about an event that there was none of.
func (f *Filter) untold(o *werewolf.Observation, low string) string {
	for _, n := range f.words.needs {
		if strings.Contains(low, n.phrase) && !happened(o, n.event) {
			return fmt.Sprintf("%q without %s", n.phrase, n.event)
		}
	}
	return ""
}

func happened(o *werewolf.Observation, event string) bool {
	attacks, executions, lastNight := 0, 0, 0
	for _, d := range o.Deaths {
		switch {
		case d.Cause == werewolf.ByExecution:
			executions++
		case d.Day == o.Day-1:
			lastNight++
			attacks++
		default:
			attacks++
		}
	}
	switch event {
	case "attack":
		return attacks > 0
	case "execution":
		return executions > 0
	default: // a quiet night; in the first there is no attack in some rules
		return o.Day > 0 && lastNight == 0
	}
}

// wrongDeath is a death that the words beside a name tell and that was none, or of another cause.
func (f *Filter) wrongDeath(o *werewolf.Observation, low string, n place) string {
	behind, ahead := strings.TrimLeft(f.untitled(low[n.to:]), " "), low[:n.from]
	for _, t := range f.words.behind {
		if strings.HasPrefix(behind, t.phrase) && !died(o, n.seat, t.cause) {
			return fmt.Sprintf("%s %s", o.Name(n.seat), t.phrase)
		}
	}
	for _, t := range f.words.ahead {
		if strings.HasSuffix(ahead, t.phrase) && !died(o, n.seat, t.cause) {
			return fmt.Sprintf("%s%s", t.phrase, o.Name(n.seat))
		}
	}
	return ""
}

// untitled takes a Japanese title off the beginning.
func (f *Filter) untitled(s string) string {
	for _, title := range []string{"さん", "くん", "君", "ちゃん", "様", "さま", "殿"} {
		if rest, found := strings.CutPrefix(s, title); found {
			return rest
		}
	}
	return s
}

func died(o *werewolf.Observation, id werewolf.SeatID, cause werewolf.Cause) bool {
	return slices.ContainsFunc(o.Deaths, func(d werewolf.Death) bool {
		return d.Seat == id && (cause == 0 || d.Cause == cause)
	})
}

// wrongVote is a vote that the words around a name, that of the target, tell and that nobody has seen.
func (f *Filter) wrongVote(o *werewolf.Observation, p *people, sentence string, n place) string {
	voter, told := f.voter(o, p, sentence, n)
	if !told || voted(o, voter, n.seat) {
		return ""
	}
	return fmt.Sprintf("that %s voted for %s", o.Name(voter), o.Name(n.seat))
}

// voter is who is told to have voted for the name at the place.
func (f *Filter) voter(o *werewolf.Observation, p *people, sentence string, n place) (werewolf.SeatID, bool) {
	if f.lang == "ja" {
		rest := f.untitled(sentence[n.to:])
		if !slices.ContainsFunc(f.words.voted, func(w string) bool { return strings.HasPrefix(rest, w) }) {
			return 0, false
		}
		voter := o.Seat
		for _, other := range p.all(sentence[:n.from]) {
			if follows := f.untitled(sentence[other.to:]); strings.HasPrefix(follows, "は") || strings.HasPrefix(follows, "が") {
				voter = other.seat
			}
		}
		return voter, true
	}
	before := strings.TrimRight(sentence[:n.from], " @")
	for _, w := range f.words.ownVote {
		if strings.HasSuffix(lower(before), w) {
			return o.Seat, true
		}
	}
	for _, w := range f.words.voted {
		subject, found := strings.CutSuffix(before, " "+w)
		for _, other := range p.all(before) {
			if found && other.to == len(subject) {
				return other.seat, true
			}
		}
	}
	return 0, false
}

func voted(o *werewolf.Observation, voter, target werewolf.SeatID) bool {
	if slices.ContainsFunc(o.Votes, func(c werewolf.Choice) bool { return c.Seat == voter && c.Target == target }) {
		return true
	}
	return voter == o.Seat && slices.ContainsFunc(o.Chosen, func(m werewolf.OwnChoice) bool { return m.Kind == werewolf.Vote && m.Target == target })
}
