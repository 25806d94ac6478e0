// Package mille is the contest's rule-based player without a model (overview of AIWolfDial 2025, section 3.8). It
// thinks in sentences of the AIWolf protocol.
//
// The law of the package: it turns whatever it hears into the protocol sentence with the nearest known wording, or into
// Skip when none is near; and whatever it says is a protocol sentence in plain words. Between the two, rules estimate
// roles from what was recognised. Others it does not hear through package understand, so that its own way of
// understanding can be compared with the other players'.
package mille

import (
	"slices"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/chance"
	"wolfden/internal/bot/talker"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// state is what the player keeps of one game.
type state struct {
	seed    uint64
	book    *wording.Book // has commas or not
	phrases *phrases
	o       *werewolf.Observation // of the answer at hand
	// The probabilities of posing as another role.
	wolfPoses, inventsWolf float64

	random          *chance.Stream // nil before the game; take draws from it
	drawn           *werewolf.Observation
	recogniser      recogniser
	speaker         *wording.Speaker
	talks           []line // since the last answer
	whispers        []line
	told, whispered int // how many there were in all
	estimate        estimate
	attackWishes    [werewolf.MaxSeats + 1]werewolf.SeatID // whom each ally wants to attack
	attackWishesDay int
	cast            bool                 // the role to claim
	inventedResults []werewolf.Finding   // results invented by a false seer
	falsePower      werewolf.Power       // with whose results it comes out, NoPower for not at all
	mind            []speech.Rows        // what there is to say, the most urgent first
	done            map[string]int       // the day on which each protocol sentence was said last, counted from 1
	used            map[string]bool      // wordings
	calledFor       bool                 // somebody has asked for the seer
	ear             *understand.Listener // nil unless words in the player's seat are not its own
	others          []string
}

// line is an utterance and what it says, sentence by sentence.
type line struct {
	*werewolf.Utterance
	says []speech.Rows
	own  bool // by the player's seat, and not its own words
}

func newState(k *agent.Kit) (*state, error) {
	book := english
	if k.Desk.Lang() == "ja" {
		book = japanese
	}
	p, err := book()
	return &state{
		seed: k.Seed, book: k.Book, phrases: p, done: map[string]int{}, used: map[string]bool{}, wolfPoses: k.Number("pose"), inventsWolf: k.Number("black"),
	}, err
}

// listen takes in what is new.
func (p *state) listen(t *agent.Table) agent.Changes {
	o := t.O
	if p.o = o; p.random == nil {
		p.begin()
	}
	p.talks, p.whispers = p.talks[:0], p.whispers[:0]
	for ; p.told < len(o.Talks); p.told++ {
		p.speaker.Remember(o.Talks[p.told].Text, o.Talks[p.told].Seat == o.Seat)
		p.talks = append(p.talks, p.heardFrom(&o.Talks[p.told], false))
	}
	for ; p.whispered < len(o.Whispers); p.whispered++ {
		p.whispers = append(p.whispers, p.heardFrom(&o.Whispers[p.whispered], true))
	}
	return agent.Changes{}
}

func (p *state) begin() {
	o := p.o
	p.random = chance.New(p.seed^0x6d696c6c65, uint64(o.Seat))
	p.phrases = p.phrases.forRoles(o.Rules)
	p.recogniser = recogniser{phrases: p.phrases, names: o.Names}
	p.speaker = wording.NewSpeaker(p.book, o.Profile, wording.Seating{Me: o.Seat, Names: o.Names, Roles: o.Rules.Table}, p.random.Rand)
	p.estimate.heard = ledger.NewWriter(o.Rules.Table, o.Rules.Roles)
	for i, n := range o.Names {
		if werewolf.SeatID(i+1) != o.Seat {
			p.others = append(p.others, n)
		}
	}
}

// take returns what the player draws from for the answer at hand.
func (p *state) take() *chance.Stream {
	if p.drawn != p.o {
		p.drawn = p.o
		p.random.Restart(p.o)
	}
	return p.random
}

// pose decides, before the game, with whose results to come out.
func (p *state) pose(*agent.Table) agent.Changes {
	if p.cast {
		return agent.Changes{}
	}
	p.cast = true
	o := p.o
	switch spec := o.Spec(); {
	case spec.IsWolf():
		if o.Allies()&^werewolf.SeatsUpTo(int(o.Seat)) == 0 && p.random.Happens(p.wolfPoses) {
			p.falsePower = werewolf.Divines
		}
	case spec.Traitor():
		p.falsePower = werewolf.Divines
	case spec.Power == werewolf.Divines, spec.Power == werewolf.Identifies:
		p.falsePower = spec.Power
	}
	if o.Rules.Count(p.falsePower) == 0 {
		p.falsePower = werewolf.NoPower
	}
	return agent.Changes{}
}

// recognise finds what is said.
func (p *state) recognise(*agent.Table) agent.Changes {
	p.recogniser.slow = patience
	for _, list := range [][]line{p.talks, p.whispers} {
		for i := range list {
			if l := &list[i]; !l.own && !l.Skip && !l.Over {
				l.says = p.recogniser.recognise(l.Seat, l.Text)
				p.calledFor = p.calledFor || slices.ContainsFunc(l.says, func(r speech.Rows) bool { return r[0].Topic == speech.WhichRole })
			}
		}
	}
	return agent.Changes{}
}

// judge adds what was said to the estimates.
func (p *state) judge(*agent.Table) agent.Changes {
	for i := range p.talks {
		if l := &p.talks[i]; l.own {
			p.takeUp(l)
		} else {
			p.estimate.update(l.Utterance, l.says, p.o.Seat)
		}
	}
	if p.attackWishesDay != p.o.Day {
		p.attackWishes, p.attackWishesDay = [werewolf.MaxSeats + 1]werewolf.SeatID{}, p.o.Day
	}
	for _, l := range p.whispers {
		for _, r := range l.says {
			if r[0].Verb == speech.Attack && l.Day == p.o.Day {
				p.attackWishes[l.Seat] = seat(r[0].Target)
			}
		}
	}
	p.keepWord()
	return agent.Changes{}
}

// invent makes up last night's result for a false seer.
func (p *state) invent(*agent.Table) agent.Changes {
	o := p.o
	if p.falsePower != werewolf.Divines || o.Power() == werewolf.Divines {
		return agent.Changes{}
	}
	if o.Day == 0 || len(p.inventedResults) > 0 && p.inventedResults[len(p.inventedResults)-1].Day == o.Day-1 {
		return agent.Changes{}
	}
	among := o.Living &^ werewolf.SetOf(o.Seat) &^ o.Allies()
	for _, f := range p.inventedResults {
		among = among.Without(f.Target)
	}
	if among == 0 {
		return agent.Changes{}
	}
	f := werewolf.Finding{Day: o.Day - 1, Target: p.take().Pick(among), Species: werewolf.Human}
	if p.take().Happens(p.inventsWolf) && p.blacks() < o.Rules.Wolves() {
		f.Species = werewolf.Wolf
	}
	p.inventedResults = append(p.inventedResults, f)
	return agent.Changes{}
}

func (p *state) blacks() (n int) {
	for _, f := range p.inventedResults {
		if f.Species == werewolf.Wolf {
			n++
		}
	}
	return n
}

// ponder finds what there is to say.
func (p *state) ponder(t *agent.Table) agent.Changes {
	if p.mind = nil; t.Speaks() {
		p.mind = p.thoughts()
	}
	if p.o.Request.Kind == werewolf.Whisper {
		p.mind = p.murmurs()
	}
	return agent.Changes{}
}

// speak says the first thing on its mind that can be said, or Over.
func (p *state) speak(_ *agent.Table, b *agent.Brief) {
	for _, a := range p.mind {
		if text, ok := p.word(a); ok {
			p.done[a.String()] = p.o.Day + 1
			b.First = talker.Utterance(text, "says: "+a.String())
			return
		}
	}
	if !p.o.Request.Open {
		b.First = talker.Utterance(werewolf.OverText, "nothing to say")
	}
}

// word puts an act into a wording that was not used yet and that the limits leave as it is.
func (p *state) word(rows speech.Rows) (string, bool) {
	rules := &p.o.Rules.Talk
	if p.o.Request.Kind == werewolf.Whisper {
		rules = &p.o.Rules.Whisper
	}
	fits := func(text string) bool {
		kept, _ := rules.MaxLength.Fit(text, p.others, p.o.Request.Left.Length)
		return kept == text && !p.used[text]
	}
	if role := rows.Claimed(p.o.Seat); role != werewolf.NoRole && p.o.Request.Kind == werewolf.Whisper { // among allies it is a plan
		return p.speaker.Say(wording.WhisperClaim, wording.Slots{Role: role}, fits)
	}
	x := rows[len(rows)-1].Target
	if rows[0].Verb == speech.Inquire {
		x = rows[0].Target
	}
	var found *pattern
	for i := range p.phrases.patterns {
		if one := &p.phrases.patterns[i]; len(one.say) > 0 && slices.Equal(one.rows.Place(p.o.Seat, x, speech.Unspec), rows) {
			found = one
			break
		}
	}
	if found == nil {
		return "", false
	}
	texts := slices.Clone(found.say)
	if len(found.again) > 0 && p.hasSaidOfAnother(rows[0]) {
		texts = slices.Clone(found.again)
	}
	p.take().Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	text, ok := p.speaker.OneOf(texts, wording.Slots{T: seat(x)}, fits)
	p.used[text] = p.used[text] || ok
	return text, ok
}

// hasSaidOfAnother reports whether the player has said the same of somebody else today.
func (p *state) hasSaidOfAnother(a speech.Act) bool {
	return slices.ContainsFunc(p.estimate.heard.Lines(), func(l ledger.Line) bool {
		return l.Seat == p.o.Seat && l.Day == p.o.Day && l.Is(a.Verb) && l.Role == a.Role && l.Target != a.Target
	})
}
