package speech

import "wolfden/werewolf"

// ActsOf says a reading of what the speaker said in sentences of the protocol, in the order of the keys.
func ActsOf(speaker werewolf.SeatID, r *Reading) (acts []Act) {
	add := func(a Act) { acts = append(acts, a) }
	if r.Phase != TalkPhase {
		return []Act{{Verb: Skip + Verb(r.Phase-SkipPhase)}}
	}
	self := Agent(speaker)
	if r.Claim != werewolf.NoRole {
		add(Act{Verb: ComingOut, Target: self, Role: r.Claim})
	}
	if r.Retract {
		add(not(Act{Verb: ComingOut, Target: self}))
	}
	for _, x := range r.Results {
		add(Act{Verb: x.Verb, Target: Agent(x.Target), Species: x.Species})
	}
	for _, x := range r.Others {
		add(Act{Verb: Divined, Subject: Agent(x.Claimant), Target: Agent(x.Target), Species: x.Species})
	}
	if r.Vote != 0 {
		add(Act{Verb: Vote, Target: Agent(r.Vote)})
	}
	if r.RequestVote != 0 {
		add(request(Any, Act{Verb: Vote, Target: Agent(r.RequestVote)}))
	}
	if r.Attack != 0 {
		add(Act{Verb: Attack, Target: Agent(r.Attack)})
	}
	for id := range r.Accuse.All() {
		add(Act{Verb: Estimate, Target: Agent(id), Role: werewolf.Werewolf})
	}
	for id := range r.Support.All() {
		add(Act{Verb: Estimate, Target: Agent(id), Species: werewolf.Human})
	}
	for _, q := range r.Questions {
		add(q.act())
	}
	return acts
}

func not(a Act) Act { return Act{Verb: Not, Inner: []Act{a}} }

func request(to Agent, a Act) Act { return Act{Verb: Request, Target: to, Inner: []Act{a}} }

// act is the question as a sentence: what is asked about, with ANY where the answer belongs.
func (q Question) act() Act {
	to := Agent(q.To)
	if q.To == 0 {
		to = Any
	}
	about := Any
	if q.About != 0 {
		about = Agent(q.About)
	}
	var inner Act
	switch q.Topic {
	case VoteWhom:
		inner = Act{Verb: Vote, Target: Any}
	case WhichResult:
		inner = Act{Verb: Divined, Target: about}
	case WhichRole:
		inner = Act{Verb: ComingOut, Target: to}
	case WhichPlan:
		inner = Act{Verb: Divination, Target: Any}
	default:
		inner = Act{Verb: Estimate, Target: about, Role: werewolf.Werewolf}
	}
	return Act{Verb: Inquire, Target: to, Inner: []Act{inner}}
}
