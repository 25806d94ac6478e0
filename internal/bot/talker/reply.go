package talker

import (
	"slices"

	"wolfden/internal/bot/doubt"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// replyToAll answers everybody who has asked the player something since it last answered; see Reply. The first question that has an
// answer comes first.
func (p *Player) replyToAll(t *turn) (said bool) {
	defer t.AddressFirst(0)
	asked := p.pending()
	first := slices.IndexFunc(asked, func(l ledger.Line) bool {
		t.AddressFirst(l.Seat)
		t.owesVote = slices.ContainsFunc(asked, func(other ledger.Line) bool { return other.At != l.At && p.asksForVote(&other) })
		return p.answerTo(t, l)
	})
	if first > 0 {
		asked[0], asked[first] = asked[first], asked[0]
	}
	for i := range asked {
		l := &asked[i]
		t.AddressFirst(l.Seat)
		switch {
		case i == 0:
			if said = first >= 0 || p.putOff(t, l); !said && t.Sentences() > 0 && t.Rest > 0 {
				return false // there is no room: it is answered next time
			}
		case said && i == 1:
			p.answerBeside(t, l)
		case !said:
			said = p.putOff(t, l)
		}
		p.answered = max(p.answered, l.At+1)
	}
	return said
}

// pending are the questions that the player has not dealt with: the first of everybody who lives.
func (p *Player) pending() (list []ledger.Line) {
	var askers werewolf.SeatSet
	for _, l := range p.ledger.Lines() {
		if l.At >= p.answered && l.Day == p.o.Day && l.Asks(p.o.Seat) && p.o.Living.Has(l.Seat) && !askers.Has(l.Seat) {
			askers = askers.With(l.Seat)
			list = append(list, l)
		}
	}
	return list
}

// answerBeside answers a second question.
func (p *Player) answerBeside(t *turn, question *ledger.Line) bool {
	topicOf := question.Frame.Topic
	switch {
	case p.voting() && p.denyTo(t, *question),
		topicOf == speech.WhichRole && p.answerRole(t), topicOf == speech.WhichResult && p.answerResult(t),
		p.asksForVote(question) && !hasVote(t.Means) && p.declare(t), p.asksOfAnother(question) && p.view(t, question.Frame.About),
		topicOf == speech.WhyTopic && p.explain(t, question):
		return true
	}
	return p.putOff(t, question)
}

// asksForVote reports whether a question is for whom the player votes today, whomever the words before it were about.
func (p *Player) asksForVote(question *ledger.Line) bool {
	return question.Frame.Topic == speech.VoteWhom && p.votesToday()
}

// asksOfAnother reports whether a question is what the player thinks of a living third. A reason is asked for on who asks, whomever
// the words before the question were about.
func (p *Player) asksOfAnother(question *ledger.Line) bool {
	about := question.Frame.About
	return !p.asksForVote(question) && question.Frame.Topic != speech.WhyTopic && about != 0 && about != p.o.Seat && about != question.Seat && p.o.Living.Has(about)
}

// putOff answers a question that there is no other answer to: with the vote, where that cannot wait any longer, with what the turn or the
// player has said already, or else later.
func (p *Player) putOff(t *turn, question *ledger.Line) bool {
	asker, of := question.Seat, werewolf.SeatID(0)
	if p.asksOfAnother(question) {
		of = question.Frame.About
	}
	judged := t.stance.judged()
	if wantsSuspect(question) {
		judged = t.stance.blamed // that others are human answers nothing
	}
	switch {
	case p.mustDeclare(t) && p.declare(t), t.stance.blamed.Has(asker), p.isOpenlyAgainstUs(p.o.Seat) && p.declare(t):
		return true
	case judged != 0 && asksOpinion(question) && (of == 0 || judged.Has(of)):
		return p.addSentence(t, wording.AnswerToo, wording.Slots{T: asker})
	case p.hasAnswered(question) && p.pointBack(t, asker, of), judged == 0 && wantsSuspect(question) && p.suspect(t):
		return true
	case judged != 0 && asksOpinion(question):
		return p.addSentence(t, wording.AnswerToo, wording.Slots{T: asker})
	}
	return p.addSentence(t, wording.AnswerYou, wording.Slots{T: asker}) || p.addSentence(t, wording.NotSure, wording.Slots{})
}

// asksOpinion reports whether a judgement of anybody can answer a question: it asks for no role, result or reason.
func asksOpinion(question *ledger.Line) bool {
	return question.Frame.Topic == speech.AnyTopic || wantsSuspect(question)
}

// wantsSuspect reports whether a question asks whom a player is against.
func wantsSuspect(question *ledger.Line) bool {
	return question.Frame.Topic == speech.SuspectWhom || question.Frame.Topic == speech.VoteWhom
}

// hasAnswered reports whether the player has said today what a question asks for: of the player that it is about its own result, claim
// or opinion, else a vote, a suspicion or its role. Who has come out on the werewolves' side has said all that it will.
func (p *Player) hasAnswered(question *ledger.Line) bool {
	me := p.o.Seat
	if p.isOpenlyAgainstUs(p.o.Seat) {
		return true
	}
	said := func(is func(ledger.Line) bool) bool {
		return slices.ContainsFunc(p.ledger.Lines(), func(l ledger.Line) bool { return l.Seat == me && l.Day == p.o.Day && is(l) })
	}
	switch of := question.Frame.About; {
	case question.Frame.Topic == speech.WhichRole || question.Frame.Topic == speech.WhichResult:
		return p.ledger.ClaimOf(me) != werewolf.NoRole
	case question.Frame.Topic == speech.WhyTopic:
		return false // a reason is owed
	case p.asksForVote(question):
		return p.Plan() != 0
	case p.asksOfAnother(question): // who claims the only place of the same role is answered by that
		role := p.ledger.ClaimOf(me)
		rival := role != werewolf.NoRole && p.o.Rules.Roles[role] == 1 && p.ledger.ClaimOf(of) == role
		return p.ledger.Told(me, of) != werewolf.NoSpecies || rival ||
			said(func(l ledger.Line) bool { return l.Target == of && (l.Against() || l.Trusts()) })
	}
	return said(func(l ledger.Line) bool { return l.Against() })
}

// pointBack says that the player has said already what somebody asks, of a player by name.
func (p *Player) pointBack(t *turn, asker, of werewolf.SeatID) bool {
	t.MustContain(p.o.Name(of))
	defer t.MustContain("")
	return p.addSentence(t, wording.AnswerSaid, wording.Slots{T: asker, O: of})
}

func (p *Player) answerTo(t *turn, question ledger.Line) bool {
	topicOf := question.Frame.Topic
	if p.denyTo(t, question) {
		return true
	}
	switch {
	case topicOf == speech.WhichResult:
		return p.answerResult(t)
	case topicOf == speech.WhichRole:
		return p.answerRole(t)
	case !p.voting() && topicOf == speech.AnyTopic:
		return p.addSentence(t, wording.AnswerStyle, wording.Slots{})
	case !p.voting():
		return p.addSentence(t, wording.NotSure, wording.Slots{})
	case p.asksOfAnother(&question):
		return p.view(t, question.Frame.About)
	case p.asksForVote(&question), p.mustDeclare(t) && topicOf != speech.WhyTopic:
		return p.declare(t)
	case topicOf == speech.WhyTopic:
		return p.explain(t, &question)
	case p.Plan() != 0:
		return p.declare(t)
	}
	top := p.suspectOfTheDay()
	named := p.done[topic{kind: wording.SuspectLead, a: top, day: p.o.Day}]
	if top == 0 || !named && !t.owesVote && p.opinion.Score[top] < unsure && p.Chance(0.4) {
		return p.addSentence(t, wording.NotSure, wording.Slots{})
	}
	return p.nameSuspect(t, top)
}

// denyTo answers a question about a result that calls the player a werewolf: it is false.
func (p *Player) denyTo(t *turn, question ledger.Line) bool {
	for _, r := range p.ledger.Findings() {
		about := question.Frame.About == r.By || question.Frame.Topic == speech.WhichRole || question.Frame.Topic == speech.WhyTopic ||
			question.Frame.Topic == speech.AnyTopic && question.Frame.About == 0 && question.At > r.At
		if r.Target != p.o.Seat || r.Species != werewolf.Wolf || r.By == question.Seat || !about || !p.o.Living.Has(r.By) {
			continue
		}
		if question.Frame.Topic == speech.WhyTopic && p.isAgainst(question.Seat) {
			continue // its reason is asked for
		}
		if p.addOnce(t, topic{kind: wording.DenyWolf, b: r.By}, wording.Slots{O: r.By}) {
			p.standUp(t)
			return true
		}
	}
	return false
}

// explain says why one is against the player who asks, or whom the question is about. Who is against neither denies what it was accused
// of, says that it has nothing against who asks, or gives its reason against whomever it goes for.
func (p *Player) explain(t *turn, question *ledger.Line) bool {
	for _, who := range [...]werewolf.SeatID{question.Seat, question.Frame.About} {
		if who != p.o.Seat && p.o.Living.Has(who) && p.isAgainst(who) {
			return p.substantiate(t, who)
		}
	}
	if p.denyAgain(t) || p.addSentence(t, wording.ViewNeutral, wording.Slots{T: question.Seat}) {
		return true
	}
	who := p.Plan()
	if who == 0 {
		who = p.Target()
	}
	return who != 0 && p.substantiate(t, who)
}

// isAgainst reports whether the player has spoken against somebody today, or told that it found a werewolf there.
func (p *Player) isAgainst(id werewolf.SeatID) bool {
	return p.hasAccused(id) || p.ledger.Told(p.o.Seat, id) == werewolf.Wolf || slices.ContainsFunc(p.ledger.Lines(), func(l ledger.Line) bool {
		return l.Seat == p.o.Seat && l.Day == p.o.Day && l.Target == id && l.Against()
	})
}

// denyAgain denies a result that calls the player a werewolf, whatever was said of it before.
func (p *Player) denyAgain(t *turn) bool {
	return slices.ContainsFunc(p.ledger.Findings(), func(r ledger.Result) bool {
		return r.Target == p.o.Seat && r.Species == werewolf.Wolf &&
			(p.o.Living.Has(r.By) && p.addSentence(t, wording.DenyWolf, wording.Slots{O: r.By}) || p.addSentence(t, wording.Innocent, wording.Slots{}))
	})
}

// substantiate gives a reason against a player, if need be that it is a feeling: to name the suspect again is none.
func (p *Player) substantiate(t *turn, who werewolf.SeatID) bool {
	return p.reason(t, who) || p.reasonAgain(t, who) || p.addSentence(t, wording.WhyGut, wording.Slots{T: who}) || p.nameSuspect(t, who)
}

// reasonAgain says the heaviest reason against a player that can be said, in other words than before.
func (p *Player) reasonAgain(t *turn, who werewolf.SeatID) bool {
	return slices.ContainsFunc(p.opinion.ReasonsAgainst(who), func(r doubt.Reason) bool { return p.sayAgain(t, r) })
}

// sayAgain says a reason in other words than before.
func (p *Player) sayAgain(t *turn, r doubt.Reason) bool {
	kind, s, ok := t.WordReason(r, p.IsOpen())
	if !ok {
		return false
	}
	t.MustContain(p.o.Name(s.T))
	defer t.MustContain("")
	return p.addSentence(t, kind, s)
}

// answerResult tells the last result again, or that there is none to tell.
func (p *Player) answerResult(t *turn) bool {
	told := p.Results()
	switch spec := p.ShownSpec(); {
	case !p.Tells():
		return p.addSentence(t, wording.NotMyRole, wording.Slots{})
	case !p.IsOpen():
		return p.addSentence(t, wording.HideRole, wording.Slots{})
	case len(told) == 0:
		return p.addSentence(t, wording.NoResultYet, wording.Slots{})
	default:
		f := told[len(told)-1]
		return p.addSentence(t, resultKind(spec.Power, f.Species, false), wording.Slots{T: f.Target})
	}
}

// answerRole says who one is, where that does no harm.
func (p *Player) answerRole(t *turn) bool {
	role := p.pretence.Role
	switch ordinary := p.ShownSpec().Ordinary(); {
	case p.IsOpen() && !ordinary:
		return p.addSentence(t, wording.Repeat, wording.Slots{Role: role})
	case p.o.Day > 0 && ordinary:
		return p.addSentence(t, wording.ClaimPlain, wording.Slots{Role: role})
	}
	return p.addSentence(t, wording.HideRole, wording.Slots{})
}

// askPlayer asks a question; see Ask.
func (p *Player) askPlayer(t *turn, k wording.SentenceKind, who, about werewolf.SeatID) bool {
	if who == 0 || who == p.o.Seat || t.asking || p.asked > 1 {
		return false
	}
	if !p.addOnce(t, topic{kind: k, a: who, b: about, day: p.o.Day + 1}, wording.Slots{T: who, O: about}) {
		return false
	}
	t.asking = true
	p.asked++
	return true
}

// ask puts a question where one is due. Nobody is asked when there is no time left to answer.
func (p *Player) ask(t *turn) bool {
	o := p.o
	if t.Rest == 0 || t.asking || p.asked > 1 {
		return false
	}
	for id := range (p.ledger.ClaimantsOf(werewolf.Divines) & o.Others()).All() {
		if o.Day > 0 && !p.ledger.HasTold(id) && p.ledger.Asked(id, p.o.Day) < 2 && p.askPlayer(t, wording.AskResult, id, 0) {
			return true
		}
	}
	if p.callForRole(t) {
		return true
	}
	if id := p.quietest(); id != 0 && p.Chance(0.6) && p.askPlayer(t, wording.AskQuiet, id, 0) {
		return true
	}
	if !p.Chance(0.45) {
		return false
	}
	who := p.Pick(o.Others() &^ o.Allies())
	if p.ledger.Asked(who, p.o.Day) > 0 {
		return false
	}
	if top := p.Target(); top != 0 && top != who && p.Chance(0.5) {
		return p.askPlayer(t, wording.AskView, who, top)
	}
	if t.Rest == 1 && p.votesToday() && p.ledger.PlanOf(who, o.Day).Target == 0 {
		return p.askPlayer(t, wording.AskVote, who, 0)
	}
	return p.askPlayer(t, wording.AskSuspect, who, 0)
}

// quietest is the living player who has said least today, if that is little beside the others, and has not been asked.
func (p *Player) quietest() (least werewolf.SeatID) {
	o := p.o
	sum := 0
	for id := range o.Others().All() {
		n := p.ledger.Words(id, p.o.Day)
		sum += n
		if least == 0 || n < p.ledger.Words(least, p.o.Day) {
			least = id
		}
	}
	n := o.Others().Len()
	if n < 2 || sum < n || p.ledger.Words(least, p.o.Day)*n*2 > sum || p.ledger.Asked(least, p.o.Day) > 0 {
		return 0
	}
	return least
}
