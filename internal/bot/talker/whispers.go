package talker

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// whispered is what the werewolves have whispered.
type whispered struct {
	read         int
	day          int
	proposals    []attackProposal // today's, the latest of each
	held         werewolf.SeatID  // whom the player itself has named last, in other words than the rules' and after all others
	fakeSeer     werewolf.SeatID  // the first who said it will claim to be the seer
	scapegoat    werewolf.SeatID  // the player they want to blame; wanted is when they said so
	scapegoatDay int
}

// attackProposal is a werewolf's wish for the night.
type attackProposal struct{ by, target werewolf.SeatID }

// readNew takes the whispers that are new.
func (w *whispered) readNew(p *Player) {
	o := p.o
	w.begin(o)
	for ; w.read < len(o.Whispers); w.read++ {
		u := &o.Whispers[w.read]
		if u.Skip || u.Over {
			continue
		}
		rows := p.amend(u, p.listener.Understand(u, true))
		p.listener.File(u, true, rows)
		if prey := rows.Announced(speech.Attack); prey != 0 && u.Day == o.Day && prey != u.Seat {
			w.propose(u.Seat, prey)
			w.held = 0
			if _, known := p.composer.Meant(u.Text); u.Seat == o.Seat && !known {
				w.held = prey
			}
		}
		if p.ledger.Spec(rows.Claimed(u.Seat)).Power == werewolf.Divines && w.fakeSeer == 0 {
			w.fakeSeer = u.Seat
		}
		for id := range (rows.Suspected() &^ o.Allies()).Without(o.Seat).All() {
			w.scapegoat, w.scapegoatDay = id, u.Day
		}
	}
	if o.Spec().IsWolf() && w.fakeSeer != 0 && w.fakeSeer != o.Seat && !p.IsOpen() {
		p.pretence.Role = p.o.Rules.Ordinary()
	}
}

func (w *whispered) begin(o *werewolf.Observation) {
	if w.day == o.Day {
		return
	}
	w.day, w.proposals, w.held = o.Day, w.proposals[:0], 0
	if w.scapegoatDay < o.Day-1 || !o.Living.Has(w.scapegoat) {
		w.scapegoat = 0
	}
}

func (w *whispered) propose(by, target werewolf.SeatID) {
	for i := range w.proposals {
		if w.proposals[i].by == by {
			w.proposals[i].target = target
			return
		}
	}
	w.proposals = append(w.proposals, attackProposal{by, target})
}

// proposalOf is what a werewolf has proposed for tonight.
func (w *whispered) proposalOf(by werewolf.SeatID) werewolf.SeatID {
	for _, s := range w.proposals {
		if s.by == by {
			return s.target
		}
	}
	return 0
}

// favourite returns the legal target that most werewolves want tonight; among equals the one named first, 0 if there is
// none.
func (w *whispered) favourite(legal werewolf.SeatSet) (best werewolf.SeatID) {
	most := 0
	for _, s := range w.proposals {
		n := 0
		for _, other := range w.proposals {
			if other.target == s.target {
				n++
			}
		}
		if legal.Has(s.target) && n > most {
			best, most = s.target, n
		}
	}
	return best
}

// prey are the living who are no werewolves.
func (p *Self) prey() werewolf.SeatSet { return p.o.Others() &^ p.o.Allies() }

// whisper answers a request to whisper: first of the night's target, then of tomorrow.
func (p *Player) whisper() string {
	t := p.beginTurn()
	list := [...]move{
		{"a greeting", (*Player).greetAllies}, {"of one who is lost", (*Player).mourn}, {"whom to attack", (*Player).agreeOnPrey},
		{"who claims what", (*Player).shareRoles}, {"what to do tomorrow", (*Player).scheme},
	}
	if p.first(t, list[:]) && t.Sentences() == 1 && p.Chance(0.4) {
		p.first(t, list[3:])
	}
	return p.said(t, t.Finish(false))
}

// greetAllies greets the others, once.
func (p *Player) greetAllies(t *turn) bool {
	if p.o.Day > 0 {
		return false
	}
	ally := p.Pick(p.o.Allies() & p.o.Living)
	return p.addOnce(t, topic{kind: wording.WhisperGreet}, wording.Slots{T: ally})
}

// shareRoles says who will claim what, on day 0.
func (p *Player) shareRoles(t *turn) bool {
	if p.o.Day > 0 || p.done[topic{kind: wording.WhisperHide}] || p.done[topic{kind: wording.WhisperClaim}] {
		return false
	}
	if p.ShownSpec().Power == werewolf.Divines {
		if p.whispered.fakeSeer == 0 {
			return p.addOnce(t, topic{kind: wording.WhisperClaim}, wording.Slots{Role: p.pretence.Role})
		}
		p.pretence.Role = p.o.Rules.Ordinary()
	}
	return p.addOnce(t, topic{kind: wording.WhisperHide}, wording.Slots{})
}

// mourn speaks of an ally that was executed today.
func (p *Player) mourn(t *turn) bool {
	for _, d := range p.o.Deaths {
		if d.Day == p.o.Day && p.o.Allies().Has(d.Seat) && p.Chance(0.6) {
			return p.addOnce(t, topic{kind: wording.WhisperLost, a: d.Seat}, wording.Slots{T: d.Seat})
		}
	}
	return false
}

// agreeOnPrey proposes a target, or goes along with what the others want.
func (p *Player) agreeOnPrey(t *turn) bool {
	o := p.o
	if !p.holds("attack") {
		return false
	}
	mine, best := p.whispered.proposalOf(o.Seat), p.whispered.favourite(p.prey())
	if best == 0 {
		best = p.decider.Prey(&p.Self)
		if best == 0 || !p.addSentence(t, wording.WhisperAttack, wording.Slots{T: best}) {
			return false
		}
		p.explainPrey(t, best)
		return true
	}
	if mine == best || p.whispered.held != 0 {
		return false
	}
	return p.addSentence(t, wording.WhisperAgree, wording.Slots{T: best})
}

// explainPrey says why the target is worth it.
func (p *Player) explainPrey(t *turn, who werewolf.SeatID) {
	if failed := p.lastFailure(); failed != 0 && failed != who && p.Chance(0.7) &&
		p.addOnce(t, topic{kind: wording.WhisperGuarded, a: failed, day: p.o.Day}, wording.Slots{T: failed}) {
		return
	}
	claim := p.ledger.ClaimOf(who)
	switch {
	case preyPower[p.ledger.Spec(claim).Power] > 0:
		p.addSentence(t, wording.WhisperRole, wording.Slots{T: who, Role: claim})
	case p.opinion.Score[who] < trusted:
		p.addSentence(t, wording.WhisperTrusted, wording.Slots{T: who})
	default:
		p.addSentence(t, wording.WhisperSharp, wording.Slots{T: who})
	}
}

// scheme is a word about the possessed, about tomorrow's scapegoat, or about care.
func (p *Player) scheme(t *turn) bool {
	o := p.o
	for id := range (p.ledger.ClaimantsOf(werewolf.Divines) & p.prey()).All() {
		if p.liesAboutUs(id) && p.addOnce(t, topic{kind: wording.WhisperFriend, a: id}, wording.Slots{T: id}) {
			return true
		}
	}
	doomed := p.whispered.favourite(p.prey())
	if who := p.opinion.Top(p.prey().Without(doomed)); o.Day > 0 && doomed != 0 && who != 0 && p.whispered.scapegoatDay != o.Day && !p.liesAboutUs(who) && p.Chance(0.5) {
		if p.addOnce(t, topic{kind: wording.WhisperPush, day: o.Day}, wording.Slots{T: who}) {
			return true
		}
	}
	return p.Chance(0.3) && p.addOnce(t, topic{kind: wording.WhisperCareful, day: o.Day}, wording.Slots{})
}

// liesAboutUs reports whether a werewolf knows a player's results to be false: that is the possessed, or a muddler.
func (p *Self) liesAboutUs(id werewolf.SeatID) bool {
	pack := p.o.Allies().With(p.o.Seat)
	return slices.ContainsFunc(p.ledger.Findings(), func(r ledger.Result) bool {
		return r.By == id && r.Verb == speech.Divined && (r.Species == werewolf.Wolf) != pack.Has(r.Target)
	})
}

// What makes a player worth attacking.
const (
	preyPaired    = 2.5 // two confirm each other
	preyTrusted   = 1
	preyTalk      = 0.06 // for each utterance
	preyWhim      = 1    // at most; the same for all werewolves
	preyFriend    = -5   // lies for us
	preyProtected = -5   // survived last night's attack
)

// preyPower is what a werewolf sees in the claim to a power. Nobody guards the guard.
var preyPower = map[werewolf.Power]float32{werewolf.Divines: 6, werewolf.Identifies: 3.5, werewolf.Guards: 7}

// dodges is how often werewolves leave the obvious target to whoever guards it and take the next best.
const dodges = 0.45

// bestPrey returns the player's own choice to attack. It uses only what all allies know, so that werewolves who may not
// whisper agree all the same.
func (p *Self) bestPrey() werewolf.SeatID {
	first := p.worthiest(p.prey())
	guarded := p.o.Rules.Count(werewolf.Guards) > 0 && p.ledger.ClaimSpec(first).Power != werewolf.Guards
	if next := p.worthiest(p.prey().Without(first)); guarded && next != 0 && whim(p.o.Day, "dodge"+p.o.Name(first)) < dodges {
		return next
	}
	return first
}

// worthiest returns the prey that is worth most to the werewolves, 0 if there is none.
func (p *Self) worthiest(among werewolf.SeatSet) werewolf.SeatID {
	return among.Most(func(id werewolf.SeatID) float64 { return float64(p.worth(id)) })
}

// worth is what the death of a player is worth to the werewolves.
func (p *Self) worth(id werewolf.SeatID) float32 {
	worth := preyTalk*float32(p.ledger.WordsTotal(id)) + preyWhim*whim(p.o.Day, p.o.Name(id))
	worth += preyPower[p.ledger.ClaimSpec(id).Power]
	if p.ledger.Paired(id) != 0 {
		worth += preyPaired
	}
	if p.Vouched().Has(id) {
		worth += preyTrusted
	}
	if p.liesAboutUs(id) {
		worth += preyFriend
	}
	if id == p.lastFailure() {
		worth += preyProtected
	}
	return worth
}

// lastFailure returns the player it attacked in vain last night; 0 when somebody died or it attacked nobody.
func (p *Self) lastFailure() werewolf.SeatID {
	if p.Victims() != 0 {
		return 0
	}
	for i := len(p.o.Chosen) - 1; i >= 0; i-- {
		if m := p.o.Chosen[i]; m.Kind == werewolf.Attack && m.Day == p.o.Day-1 {
			return m.Target
		}
	}
	return 0
}

// whim is a number between 0 and 1 that every werewolf draws alike.
func whim(day int, name string) float32 {
	x := uint32(2166136261) + uint32(day)*97
	for i := 0; i < len(name); i++ {
		x = (x ^ uint32(name[i])) * 16777619
	}
	return float32(x>>8&0xffff) / 0xffff
}

// attack is what the werewolves agreed on, else the player's own choice.
func (p *Self) attack() werewolf.SeatID {
	legal := p.prey()
	if p.o.Request.Kind == werewolf.Attack {
		legal = p.o.Request.Targets
	}
	if best := p.whispered.favourite(legal); best != 0 {
		return best
	}
	return p.bestPrey()
}
