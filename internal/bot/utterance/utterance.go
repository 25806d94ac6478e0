// Package utterance composes a player's utterances from sentences, within the limits of the game.
//
// The law of the package: its callers decide what to say, and package wording decides how a sentence reads. This package
// knows how much the player may still say, keeps the meaning of each sentence beside its text, and refuses sentences that
// a limit would cut or that the player has said before.
package utterance

import (
	"math/rand/v2"
	"strings"

	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// Composer makes the utterances of one player in one game. It is not safe for concurrent use.
type Composer struct {
	speaker     *wording.Speaker
	others      []string // the names of the others, for the limits
	lastText    string   // the last finished draft
	lastMeaning speech.Rows
}

// New makes a composer that takes its sentences from the book and its voice from the observation's profile. It keeps rng.
func New(b *wording.Book, o *werewolf.Observation, rng *rand.Rand) *Composer {
	seating := wording.Seating{Me: o.Seat, Names: o.Names, Roles: o.Rules.Table}
	c := &Composer{speaker: wording.NewSpeaker(b, o.Profile, seating, rng)}
	for i, name := range o.Names {
		if werewolf.SeatID(i+1) != o.Seat {
			c.others = append(c.others, name)
		}
	}
	return c
}

// Voice returns how the player speaks.
func (c *Composer) Voice() wording.Voice { return c.speaker.Voice() }

// Meant returns the meaning of the player's own utterance; false where the text is not the last that was finished here.
// The caller must not change the slice.
func (c *Composer) Meant(text string) (speech.Rows, bool) {
	return c.lastMeaning, text == c.lastText && text != ""
}

// Means returns what a sentence of the kind would mean.
func (c *Composer) Means(k wording.SentenceKind, s wording.Slots) speech.Rows {
	return c.speaker.Means(k, s)
}

// Example is a text of the caller's in the player's voice (see [wording.Speaker.Text]). It changes nothing.
func (c *Composer) Example(text string, s wording.Slots) string { return c.speaker.Example(text, s) }

// Remember notes an utterance of the table, so that the player does not repeat it. own tells whether the player said it.
func (c *Composer) Remember(text string, own bool) { c.speaker.Remember(text, own) }

// Keep returns a function that makes the composer forget what it has composed since.
func (c *Composer) Keep() (forget func()) {
	before, speaker := *c, c.speaker.Keep()
	return func() {
		*c = before
		speaker()
	}
}

// An utterance gets a second sentence only while it stays shorter than this, in the unit of the rules: players make
// remarks, not speeches.
const remarkLength = 120

// usualUtterances is how often a player speaks a day where the rules set no limit.
const usualUtterances = 4

// Draft is an utterance that is being composed.
type Draft struct {
	Rest  int         // see the function Rest
	Means speech.Rows // what the sentences so far mean
	Last  speech.Rows // what the last of them means

	composer    *Composer
	observation *werewolf.Observation
	rules       *werewolf.TalkRules
	text        string
	sentences   int
	addressee   werewolf.SeatID
	mustContain string
	thoughts    []thought
	another     bool            // the next sentence begins a thought
	written     bool            // some of it is the caller's text
	about       werewolf.SeatID // whom the last sentence is about
	named       werewolf.SeatID // whom "they" would be, 0 where that is not clear
	reason      bool            // the last sentence says why that player is suspected
}

// Begin starts the draft that answers a request for talk or whisper.
func (c *Composer) Begin(o *werewolf.Observation) *Draft {
	rules, _ := floor(o)
	c.speaker.Begin(o.Day)
	return &Draft{composer: c, observation: o, rules: rules, Rest: Rest(o)}
}

// floor is where the request lets the player speak: its rules, and what was said there.
func floor(o *werewolf.Observation) (*werewolf.TalkRules, []werewolf.Utterance) {
	if o.Request.Kind == werewolf.Whisper {
		return &o.Rules.Whisper, o.Whispers
	}
	return &o.Rules.Talk, o.Talks
}

// Today counts the utterances of the day: the player's, and all.
func Today(o *werewolf.Observation, said []werewolf.Utterance) (mine, all int) {
	for i := len(said) - 1; i >= 0 && said[i].Day == o.Day; i-- {
		if all++; said[i].Seat == o.Seat {
			mine++
		}
	}
	return mine, all
}

// Rest estimates how many utterances are left to the player today after the one that it is asked for.
func Rest(o *werewolf.Observation) int {
	rules, said := floor(o)
	rest := o.Request.Left.Count
	mine, all := Today(o, said)
	if usual := max(0, usualUtterances-mine-1); rest == werewolf.NoLimit || o.Request.Open && rest > usual {
		rest = usual
	}
	if limit := rules.MaxCount.PerDay; limit != werewolf.NoLimit && !o.Request.Open {
		speakers := o.Living.Len()
		if o.Request.Kind == werewolf.Whisper {
			speakers = (o.Allies() & o.Living).Len() + 1
		}
		rest = min(rest, max(0, limit-all-1)/speakers)
	}
	return rest
}

// Sentences returns the number of sentences so far.
func (d *Draft) Sentences() int { return d.sentences }

// Text returns what was composed so far, before Finish puts it in order.
func (d *Draft) Text() string { return d.text }

// AddressFirst makes the first sentence begin with the player's name, unless the sentence names that player anyway. 0 is
// nobody.
func (d *Draft) AddressFirst(id werewolf.SeatID) { d.addressee = id }

// Addresses reports whether the first sentence begins with the player's name.
func (d *Draft) Addresses(id werewolf.SeatID) bool { return id == d.addressee }

// MustContain makes AddSentence refuse wordings without the text; "" lifts this.
func (d *Draft) MustContain(text string) { d.mustContain = text }

// AddSentence words a sentence of the kind and adds it. It reports false, and leaves the draft as it was, when every wording has
// been used or none fits the limits.
func (d *Draft) AddSentence(k wording.SentenceKind, s wording.Slots) bool {
	speaker := d.composer.speaker
	ways := []func(string) string{func(sentence string) string { return speaker.Join(d.text, sentence) }}
	if lead := d.observation.Name(d.addressee); lead != "" && d.sentences == 0 && d.addressee != s.T && d.addressee != s.O {
		ways = append(ways, func(sentence string) string { return speaker.Address(lead, sentence) })
	}
	speaker.Follow(d.following(k, s))
	for i := len(ways) - 1; i >= 0; i-- {
		say := speaker.Say
		if i > 0 {
			say = speaker.SayTo
		}
		said, ok := say(k, s, func(sentence string) bool {
			return strings.Contains(sentence, d.mustContain) && d.fits(ways[i](sentence))
		})
		if !ok {
			continue
		}
		speaker.Remember(said, true)
		d.text = ways[i](said)
		d.count(speaker.Means(k, s))
		now := sentence{kind: k, about: s.T, text: said, means: d.Last, stage: stageOf(k, d.Last)}
		if now.opens = speaker.Opened(); i > 0 {
			now.text, now.stage = d.text, answers
		}
		d.add(now, s.T)
		d.named, d.reason = d.antecedent(said, s.T), against(k) || k == wording.SeenWolf
		return true
	}
	return false
}

// following is what a sentence of the kind follows in the draft. Votes are said however little room is left.
func (d *Draft) following(k wording.SentenceKind, s wording.Slots) wording.Following {
	if s.T == 0 || d.written {
		return wording.Following{More: d.sentences > 0}
	}
	return wording.Following{
		Again: s.T == d.named, Then: d.reason && s.T == d.about, More: d.sentences > 0 && d.composer.Means(k, s).Announced(speech.Vote) == 0,
	}
}

// antecedent is the only player of a sentence about T, which goes on being T where it names nobody; else 0.
func (d *Draft) antecedent(sentence string, t werewolf.SeatID) werewolf.SeatID {
	named := werewolf.SeatSet(0)
	for i, name := range d.observation.Names {
		if name != "" && strings.Contains(sentence, name) {
			named = named.With(werewolf.SeatID(i + 1))
		}
	}
	for range d.Last.Questions() {
		return 0 // it is "you"
	}
	if t != 0 && (named == werewolf.SetOf(t) || named == 0 && t == d.named) {
		return t
	}
	return 0
}

// AddText adds the first of the caller's own texts, worded in the player's voice (see [wording.Speaker.Text]), that the player has not
// said before and that fits the limits. It means what sentences of the kind mean, and nothing for the kind "". AddText reports false, and
// leaves the draft as it was, when there is none.
func (d *Draft) AddText(texts []string, k wording.SentenceKind, s wording.Slots) bool {
	speaker := d.composer.speaker
	text, ok := speaker.OneOf(texts, s, d.Fits)
	if !ok {
		return false
	}
	speaker.Remember(text, true)
	d.text, d.written = speaker.Join(d.text, text), true
	d.count(speaker.Means(k, s))
	return true
}

// count notes what one more sentence means.
func (d *Draft) count(means speech.Rows) {
	d.Last, d.Means = means, speech.Join(d.Means, means)
	d.sentences++
}

// Fits reports whether the text can be added without being cut by the rules.
func (d *Draft) Fits(text string) bool { return d.fits(d.composer.speaker.Join(d.text, text)) }

// fits reports whether the rules leave the text uncut and it takes no more than a fair share of the day's length.
func (d *Draft) fits(text string) bool {
	l := &d.rules.MaxLength
	return d.within(text) && (d.sentences == 0 || l.Measure(strings.ReplaceAll(text, ",", "")) <= remarkLength) // commas change no plan
}

// within is fits for a text that need not stay a remark.
func (d *Draft) within(text string) bool {
	budget := d.observation.Request.Left.Length
	kept, cost := d.rules.MaxLength.Fit(text, d.composer.others, budget)
	return kept == text && (cost == 0 || cost <= 2*budget/(d.Rest+2))
}

// Finish returns the utterance. Where the draft is empty it returns Over, or Skip if the player is hopeful of having
// something to say later, or nothing on an open floor.
func (d *Draft) Finish(hopeful bool) string {
	if d.text != "" {
		d.order()
		d.composer.lastText, d.composer.lastMeaning = d.text, d.Means
		return d.text
	}
	left := d.observation.Request.Left
	switch {
	case d.observation.Request.Open:
		return ""
	case hopeful && left.Skip != 0 && left.Count != 0:
		return werewolf.SkipText
	}
	return werewolf.OverText
}
