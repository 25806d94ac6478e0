package analysis

import (
	"math"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/critic"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// quietWords are the words by which somebody speaks of silence, in both languages.
var quietWords = [...]string{
	"quiet", "silent", "silence", "said nothing", "not said anything", "n't said anything", "not spoken", "n't spoken", "not heard from", "n't heard from",
	"静か", "沈黙", "黙っ", "無口", "発言がな", "発言していな", "発言して無", "喋っていな", "喋ってな", "しゃべっていな", "話していな",
}

// silence counts utterances that speak of silence, and those that do so before those it is about could speak that day.
func (t *tally) silence() {
	for i := range t.days {
		had := werewolf.SeatSet(0)
		for _, l := range t.days[i].talks {
			if about := t.quiet(l) & t.days[i].living; about != 0 {
				t.add(l.Seat, silenceWords, 1)
				if about&^had != 0 {
					t.add(l.Seat, silenceEarly, 1)
				}
			}
			had = had.With(l.Seat)
		}
	}
}

// quiet are the players whose silence an utterance may be about: those it names, else all others; nobody where it speaks of none.
func (t *tally) quiet(l *chronicle.Line) (about werewolf.SeatSet) {
	speaks := func(word string) bool { return strings.Contains(strings.ToLower(l.Text), word) }
	if !l.Worded() || !slices.ContainsFunc(quietWords[:], speaks) {
		return 0
	}
	for i := range t.Players {
		if p := &t.Players[i]; p.Seat != l.Seat && (critic.Names(l, p.Seat) || strings.Contains(l.Text, p.Called)) {
			about = about.With(p.Seat)
		}
	}
	if about == 0 {
		about = werewolf.SeatsUpTo(len(t.Players)).Without(l.Seat)
	}
	return about
}

// press is who asks whom for a role.
type press struct{ by, of werewolf.SeatID }

// presses counts questions for the role of one player, and those that are put again before it has said anything of that.
func (t *tally) presses() {
	asked := map[press]bool{}
	for i := range t.days {
		words := t.days[i].words
		for at, l := range words {
			if claims(l) {
				for p := range asked {
					if p.of == l.Seat {
						delete(asked, p)
					}
				}
			}
			for q := range l.Says().Questions() {
				p := press{l.Seat, q.Target}
				if q.Topic != speech.WhichRole || q.Target == 0 || q.Target == l.Seat {
					continue
				}
				t.add(l.Seat, roleQuestions, 1)
				if asked[p] {
					t.add(l.Seat, rolePresses, 1)
					if slices.ContainsFunc(words[at+1:], func(l *chronicle.Line) bool { return l.Seat == p.of && claims(l) }) {
						t.add(l.Seat, rolePressesMet, 1)
					}
				}
				asked[p] = true
			}
		}
	}
}

// claims reports whether an utterance says what its speaker is, or is not.
func claims(l *chronicle.Line) bool {
	return l.Says().Claimed(l.Seat) != werewolf.NoRole || l.Says().Retracts(l.Seat)
}

// shortVoice is how many letters an utterance must have to be told by its voice.
const shortVoice = 20

// voices counts utterances that sound like what the same player said on earlier days, more than like what anybody else did.
func (t *tally) voices() {
	known := map[werewolf.SeatID]voice{}
	for i := range t.days {
		today := map[werewolf.SeatID][]string{}
		for _, l := range t.days[i].words {
			text := plain(t.nameless(l.Text))
			today[l.Seat] = append(today[l.Seat], text)
			if len(known) < 2 || known[l.Seat] == nil || len([]rune(text)) < shortVoice {
				continue
			}
			t.add(l.Seat, voiceHeard, 1)
			t.add(l.Seat, voiceChance, 1/float64(len(known)))
			if nearest(known, voiceOf(text)) == l.Seat {
				t.add(l.Seat, voiceKept, 1)
			}
		}
		for seat, texts := range today {
			if known[seat] == nil {
				known[seat] = voice{}
			}
			for _, text := range texts {
				known[seat].add(text)
			}
		}
	}
}

// nameless is a text without the names of the players, which tell of whom it is and not by whom.
func (t *tally) nameless(text string) string {
	for i := range t.Players {
		if called := t.Players[i].Called; called != "" {
			text = strings.ReplaceAll(text, called, "")
		}
	}
	return text
}

// voice is how often somebody uses each run of three letters.
type voice map[string]float64

func voiceOf(text string) voice {
	v := voice{}
	v.add(text)
	return v
}

func (v voice) add(text string) {
	runes := []rune(text)
	for i := 0; i+3 <= len(runes); i++ {
		v[string(runes[i:i+3])]++
	}
}

// like is the cosine of two voices.
func (v voice) like(o voice) float64 {
	var both, mine, others float64
	for run, n := range v {
		both += n * o[run]
		mine += n * n
	}
	for _, n := range o {
		others += n * n
	}
	if both == 0 {
		return 0
	}
	return both / math.Sqrt(mine*others)
}

// nearest is whose voice is most like one, 0 where two are as like.
func nearest(known map[werewolf.SeatID]voice, one voice) (who werewolf.SeatID) {
	best, tied := 0.0, true
	for seat, v := range known {
		switch like := one.like(v); {
		case like > best:
			best, who, tied = like, seat, false
		case like == best:
			tied = true
		}
	}
	if tied {
		return 0
	}
	return who
}
