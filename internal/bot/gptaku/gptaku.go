// Package gptaku is the player of Okada and Ito (AIWolfDial 2025): flowcharts of expert play for games of five.
//
// The law of the package: a decision is a box in the paper's figures, and each figure is one function: day1.go has
// figures 1, 3, 5 and 7, day2.go has figures 2, 4, 6 and 8. What the player says follows from the boxes on its way. To
// persuade somebody it asks for a vote and gives the reason; what more there is to argue comes after it. Every role, also the
// villager, may claim to be the seer, so that on day 2 nobody's role is obvious.
package gptaku

import (
	"cmp"
	"slices"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/chance"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// players is the only number of players for which the flowcharts work.
const players = 5

// state is what the player keeps of one game.
type state struct {
	seed  uint64
	book  *wording.Book
	words phrase.Book           // notes and instructions
	o     *werewolf.Observation // of the answer at hand

	random     *chance.Stream // of decisions; nil before the game
	wordRandom *chance.Stream // of how they are said
	listener   *understand.Listener
	composer   *utterance.Composer
	heard      *ledger.Ledger
	opinion    doubt.Opinion

	// The probabilities of the chance boxes.
	villagerClaims, inventsWolf, posesAsWolf, claimsLate float64

	claims    bool             // comes out as the seer
	late      bool             // after others have spoken
	told      werewolf.Finding // the result of day 1, true or invented
	retracted bool
	foreign   bool            // words in the player's seat are not its own
	day       int             // the day of what follows
	box       box             // where it stands in the flowchart
	steps     []step          // what there is to say today
	argued    *argument       // among them; nil for none
	target    werewolf.SeatID // the player it wants executed today
	drafted   []step          // of them, those that the answer at hand says
	decided   string          // what they say but for reasons
	asked     box             // whence it asked for votes last today; the zero box if it has not
	said      map[string]bool // steps, by name
}

// step is one thing to say, said once.
type step struct {
	name   string
	about  werewolf.SeatID        // said once of each; 0 for nobody
	kinds  []wording.SentenceKind // the first that can be worded
	slots  wording.Slots
	result werewolf.Finding // that it tells, if any
	why    *ground          // in place of the kinds
}

// argument is what is to be said against the target, at a place among the steps.
type argument struct {
	at      int
	request step
	grounds []ground
}

func newState(k *agent.Kit) (*state, error) {
	words, err := phrase.Read(files, "words", k.Desk.Lang())
	return &state{
		seed: k.Seed, book: k.Book, words: words, said: map[string]bool{},
		villagerClaims: k.Number("claim"), inventsWolf: k.Number("black"), posesAsWolf: k.Number("pose"), claimsLate: k.Number("late"),
	}, err
}

// listen takes in what is new.
func (p *state) listen(t *agent.Table) agent.Changes {
	o := t.O
	if p.o = o; p.random == nil {
		p.begin()
	}
	p.random.Restart(o)
	p.wordRandom.Restart(o)
	p.listener.Follow(o, func(u *werewolf.Utterance, heard speech.Rows) speech.Rows {
		own := u.Seat == o.Seat
		if meant, known := p.composer.Meant(u.Text); own && known {
			return meant
		}
		p.foreign = p.foreign || own
		p.composer.Remember(u.Text, own)
		return heard
	})
	p.takeUp()
	if p.day != o.Day {
		p.day, p.target, p.asked = o.Day, 0, box{}
		clear(p.said)
	}
	p.steps, p.drafted, p.decided, p.argued, p.box = nil, nil, "", nil, box{}
	return agent.Changes{}
}

func (p *state) begin() {
	o := p.o
	p.random, p.wordRandom = chance.New(p.seed^0x67707461, uint64(o.Seat)), chance.New(p.seed^0x67707461, uint64(o.Seat)+werewolf.MaxSeats)
	p.listener = understand.New(understand.Table{Names: o.Names, Roles: o.Rules.Roles, Specs: o.Rules.Table})
	p.heard = p.listener.Ledger()
	p.composer = utterance.New(p.book, o, p.wordRandom.Rand)
	spec := o.Spec()
	p.claims = spec.Power == werewolf.Divines || spec.IsWolf() || p.random.Happens(p.villagerClaims) && !spec.Mason()
	p.late = o.Power() != werewolf.Divines && p.random.Happens(p.claimsLate)
}

// weigh forms the opinion of the others.
func (p *state) weigh(*agent.Table) agent.Changes {
	p.opinion.Weigh(p.o, p.heard, p.observer())
	return agent.Changes{}
}

// observer are what the player shows of itself and sees with.
func (p *state) observer() doubt.Observer {
	e := doubt.Observer{Me: p.o.Seat, Role: p.o.Rules.Ordinary(), Seed: p.seed + uint64(p.o.Seat)}
	if p.shows() {
		e.Role, e.Open = p.seer(), true
	}
	if p.o.Power() == werewolf.Divines {
		e.Role, e.Divined = p.o.Role(), p.o.Divined
	} else if p.shows() && p.told.Target != 0 {
		e.Divined = []werewolf.Finding{p.told}
	}
	return e
}

// seer is the role that divines.
func (p *state) seer() werewolf.Role { return p.o.Rules.RoleWith(werewolf.Divines) }

// shows reports whether the player stands before the table as the seer.
func (p *state) shows() bool { return p.heard.ClaimSpec(p.o.Seat).Power == werewolf.Divines }

// addStep puts a step on the day's list.
func (p *state) addStep(name string, s wording.Slots, kinds ...wording.SentenceKind) {
	p.steps = append(p.steps, step{name: name, kinds: kinds, slots: s})
}

// argue makes steps of what is to be said against the target: the request for votes first, then the reasons.
func (p *state) argue(*agent.Table) agent.Changes {
	a := p.argued
	if a == nil {
		return agent.Changes{}
	}
	steps := []step{a.request}
	for i := range a.grounds {
		g := &a.grounds[i]
		steps = append(steps, step{name: "reason: " + g.name, about: p.target, slots: wording.Slots{T: p.target, O: p.box.asked}, why: g})
	}
	p.steps = slices.Insert(p.steps, a.at, steps...)
	return agent.Changes{}
}

// speak says the next step, and a second one where it is why a vote was asked for or where time is short.
func (p *state) speak(_ *agent.Table, b *agent.Brief) {
	o := p.o
	t := p.composer.Begin(o)
	if o.Day == 0 {
		if !p.said["greeting"] {
			p.said["greeting"] = t.AddSentence(wording.Greet, wording.Slots{})
		}
		b.First = talker.Utterance(t.Finish(false), "says: a greeting")
		return
	}
	var said []string
	for i := range p.steps {
		s := &p.steps[i]
		if p.said[p.key(s)] || s.why != nil && s.about != 0 && p.asked.target != s.about {
			continue // a reason comes after its request
		}
		if p.addSentence(t, s) {
			p.said[p.key(s)] = true
			p.drafted, said = append(p.drafted, *s), append(said, s.name)
			if s.why == nil {
				p.decided = t.Text()
			}
		}
		if argues := s.name == "request" || s.name == "power"; t.Sentences() > 0 && (t.Rest > 1 && !argues || t.Sentences() > 1) {
			break
		}
	}
	if t.Sentences() == 0 && p.target != 0 && !p.said["vote"] {
		p.said["vote"] = t.AddSentence(wording.VoteFor, wording.Slots{T: p.target})
		p.drafted, said = append(p.drafted, step{name: "vote", slots: wording.Slots{T: p.target}}), append(said, "vote")
		p.decided = t.Text()
	}
	b.First = talker.Utterance(t.Finish(o.Day == 1 && p.asked.target == 0), "says: "+cmp.Or(strings.Join(said, ", "), "nothing"))
	if p.box.name != "" {
		b.Strategy, b.Decided = p.order(), p.decided
	}
}

// key is what a step is remembered by.
func (p *state) key(s *step) string { return strings.TrimSpace(s.name + " " + p.o.Name(s.about)) }

// addSentence words one step. Who has asked for votes sticks to it.
func (p *state) addSentence(t *utterance.Draft, s *step) bool {
	if s.why != nil {
		return s.why.say(p, t, s.slots)
	}
	added := slices.ContainsFunc(s.kinds, func(k wording.SentenceKind) bool { return t.AddSentence(k, s.slots) })
	if target := t.Last.Requested(speech.Vote); added && target != 0 {
		p.asked = p.box
	}
	return added
}

// vote is for the player against whom it has asked for votes, else for the target, else for the most suspicious player.
func (p *state) vote(_ *agent.Table, c *talker.Choice) bool {
	if !c.Answers(werewolf.Vote) {
		return false
	}
	legal, target := p.o.Request.Targets, cmp.Or(p.asked.target, p.target)
	if !legal.Has(target) {
		target = p.keptTarget(p.opinion.Top(legal.Without(p.o.Seat)))
	}
	c.Target = p.legal(target)
	return true
}

// chooseAtNight divines the most suspicious player, and attacks; the flowcharts know no other choice.
func (p *state) chooseAtNight(_ *agent.Table, c *talker.Choice) bool {
	others := p.o.Request.Targets.Without(p.o.Seat)
	switch c.Kind {
	case werewolf.Vote:
		return false
	case werewolf.Divine:
		for _, f := range p.o.Divined {
			others = others.Without(f.Target)
		}
		c.Target = p.opinion.Top(others)
	case werewolf.Attack:
		c.Target = p.prey(others)
	default: // by chance
	}
	c.Target = p.legal(c.Target)
	return true
}

// legal is the player, or one drawn where it may not be chosen.
func (p *state) legal(target werewolf.SeatID) werewolf.SeatID {
	if legal := p.o.Request.Targets; !legal.Has(target) {
		return p.random.Pick(legal)
	}
	return target
}

// prey returns the werewolf's victim: a claimant who cannot be the possessed, else the most trusted player.
func (p *state) prey(among werewolf.SeatSet) werewolf.SeatID {
	candidates := p.possessedCandidates()
	if s := p.heard.ClaimantsOf(werewolf.Divines) & among &^ candidates; s != 0 {
		return p.opinion.Least(s)
	}
	if s := among &^ candidates; s != 0 {
		return p.opinion.Least(s)
	}
	return p.opinion.Least(among)
}
