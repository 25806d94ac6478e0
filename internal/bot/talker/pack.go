package talker

import (
	"slices"

	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

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
	if p.Tells() {
		return p.addOnce(t, topic{kind: wording.WhisperClaim}, wording.Slots{Role: p.pretence.Role})
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
	mine, best := of(p.whispered.proposals, o.Seat), p.whispered.favourite(p.prey())
	if best == 0 {
		best = p.decided(Choice{Of: Prey}).Target
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
	case p.talksMuch(who):
		p.addSentence(t, wording.WhisperSharp, wording.Slots{T: who})
	}
}

// talksMuch reports whether a player has spoken more often than the living do on the average.
func (p *Self) talksMuch(id werewolf.SeatID) bool {
	all := 0
	for other := range p.o.Living.All() {
		all += p.ledger.WordsTotal(other)
	}
	return p.ledger.WordsTotal(id)*p.o.Living.Len() > all
}

// scheme is a word about one of the pack who is lost, about the possessed, about tomorrow's scapegoat, or about care.
func (p *Player) scheme(t *turn) bool {
	o := p.o
	if id := p.lost(); id != 0 && !p.Forsaken().Has(id) && p.addOnce(t, topic{kind: wording.WhisperForsake, a: id}, wording.Slots{T: id}) {
		return true
	}
	for id := range (p.ledger.ClaimantsOf(werewolf.Divines) & p.prey()).All() {
		if p.liesAboutUs(id) && p.addOnce(t, topic{kind: wording.WhisperFriend, a: id}, wording.Slots{T: id}) {
			return true
		}
	}
	if who := p.blamable(); who != 0 && p.Chance(0.5) && p.addOnce(t, topic{kind: wording.WhisperPush, day: o.Day}, wording.Slots{T: who}) {
		return true
	}
	return p.Chance(0.3) && p.addOnce(t, topic{kind: wording.WhisperCareful, day: o.Day}, wording.Slots{})
}

// lost returns the one of the pack whom nothing will save tomorrow, by what the player shows to believe: nobody looks worse, and somebody
// who may be what it claims has found it a werewolf. 0 is nobody.
func (p *Self) lost() werewolf.SeatID {
	worst := p.opinion.Top(p.o.Others())
	found := func(r ledger.Result) bool {
		return r.Target == worst && r.Verb == speech.Divined && r.Species == werewolf.Wolf && !p.opinion.IsFake(r.By)
	}
	if !p.o.Spec().IsWolf() || !p.o.Allies().Has(worst) || !slices.ContainsFunc(p.ledger.Findings(), found) {
		return 0
	}
	return worst
}

// blamable returns whom the player may name to be blamed tomorrow, 0 for nobody: the most suspicious who will be there, is no friend and
// whom no other werewolf has named tonight. Who all push one player are seen to.
func (p *Self) blamable() werewolf.SeatID {
	doomed := p.whispered.favourite(p.prey())
	if p.o.Day == 0 || doomed == 0 {
		return 0
	}
	among := p.prey().Without(doomed)
	for _, w := range p.whispered.pushes {
		if w.day == p.o.Day {
			among = among.Without(w.target)
		}
	}
	return p.opinion.Top(among &^ among.Where(p.liesAboutUs))
}

// liesAboutUs reports whether a werewolf knows a player's results to be false: that is the possessed, or a muddler.
func (p *Self) liesAboutUs(id werewolf.SeatID) bool {
	pack := p.o.Allies().With(p.o.Seat)
	return slices.ContainsFunc(p.ledger.Findings(), func(r ledger.Result) bool {
		return r.By == id && r.Verb == speech.Divined && (r.Species == werewolf.Wolf) != pack.Has(r.Target)
	})
}
