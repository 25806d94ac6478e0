package plain

import (
	"strings"

	"wolfden/internal/bot/hearing"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// turn is one utterance in the making.
type turn struct {
	utterance
	rules  *werewolf.TalkRules
	rest   int             // about how many utterances are left today after this one
	lead   werewolf.SeatID // the first sentence answers this player by name
	beats  int             // sentences so far
	asking bool            // it holds a question already
	named  werewolf.SeatID // whom the last sentence accused or voted for: the next may leave out the name
	naming string          // the next sentence must hold this name, where not empty
}

// A second sentence is added only while the whole stays shorter than this; it reads as a remark, not as a speech.
const comfortable = 120

// usualWords is how often the player speaks a day where no rule says so.
const usualWords = 4

// newTurn looks at how much may still be said.
func (p *Player) newTurn(rules *werewolf.TalkRules, spoken []werewolf.Utterance) *turn {
	o := p.o
	t := &turn{rules: rules, rest: o.Request.Left.Count}
	mine, all := 0, 0
	for i := len(spoken) - 1; i >= 0 && spoken[i].Day == o.Day; i-- {
		all++
		if spoken[i].Seat == o.Seat {
			mine++
		}
	}
	if usual := max(0, usualWords-mine-1); t.rest == werewolf.NoLimit || o.Request.Open && t.rest > usual {
		t.rest = usual
	}
	if limit := rules.MaxCount.PerDay; limit != werewolf.NoLimit && !o.Request.Open {
		speakers := o.Living.Len()
		if o.Request.Kind == werewolf.Whisper {
			speakers = (o.Allies() & o.Living).Len() + 1
		}
		t.rest = min(t.rest, max(0, limit-all-1)/speakers)
	}
	return t
}

// slots names the players and the role of a sentence.
func (p *Player) slots(t, o, x werewolf.SeatID, role werewolf.Role) wording.Slots {
	s := wording.Slots{T: p.o.Name(t), O: p.o.Name(o), X: p.o.Name(x)}
	if role != werewolf.NoRole {
		s.Role = p.voice.RoleWord(role)
	}
	return s
}

// say adds a sentence to the turn, with what it means to those who hear it. It reports false, and leaves the turn as
// it was, when no wording is left or none fits the limits.
func (p *Player) say(t *turn, in wording.Intent, s wording.Slots, means ...hearing.Act) bool {
	ways := []func(string) string{func(sentence string) string { return p.voice.Join(t.text, sentence) }}
	if lead := p.o.Name(t.lead); lead != "" && t.beats == 0 && lead != s.T && lead != s.O {
		ways = append(ways, func(sentence string) string { return p.voice.Address(lead, sentence) })
	}
	for i := len(ways) - 1; i >= 0; i-- {
		sentence, ok := p.voice.Say(in, s, func(sentence string) bool {
			return strings.Contains(sentence, t.naming) && p.fits(t, ways[i](sentence))
		})
		if !ok {
			continue
		}
		p.voice.Remember(sentence, true)
		t.text = ways[i](sentence)
		t.acts = append(t.acts, means...)
		t.beats++
		t.named = accused(means)
		return true
	}
	return false
}

// accused is the player the acts speak against, none when they do not.
func accused(acts []hearing.Act) werewolf.SeatID {
	for _, a := range acts {
		if a.Kind == hearing.Accuse || a.Kind == hearing.Vote {
			return a.Target
		}
	}
	return 0
}

// fits reports whether the rules leave the text as it is, at a fair share of what is left of the day's length.
func (p *Player) fits(t *turn, text string) bool {
	l := &t.rules.MaxLength
	budget := p.o.Request.Left.Length
	kept, cost := l.Fit(text, p.others, budget)
	if kept != text || t.beats > 0 && l.Measure(text) > comfortable {
		return false
	}
	return cost == 0 || cost <= 2*budget/(t.rest+2)
}

// sayOnce says what is said only once about these players on the day (ever, with day 0).
func (p *Player) sayOnce(t *turn, about topic, s wording.Slots, means ...hearing.Act) bool {
	if p.done[about] || !p.say(t, about.in, s, means...) {
		return false
	}
	p.done[about] = true
	return true
}

// finish ends the turn: the utterance, or the word for having none.
func (p *Player) finish(t *turn, hopeful bool) string {
	if t.text != "" {
		p.last = t.utterance
		return t.text
	}
	left := p.o.Request.Left
	switch {
	case p.o.Request.Open:
		return ""
	case hopeful && left.Skip != 0 && left.Count != 0:
		return werewolf.SkipText
	}
	return werewolf.OverText
}

func act(k hearing.Kind, target werewolf.SeatID) hearing.Act {
	return hearing.Act{Kind: k, Target: target}
}

func claims(r werewolf.Role) hearing.Act { return hearing.Act{Kind: hearing.Claim, Role: r} }
