package canislupus

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// way is how rules raise a subject. Subjects without a way are for models, or are what the rules talk about anyway.
type way struct {
	kind  wording.SentenceKind
	about func(*talker.Player) (pair, bool) // the player it is about, and whether it makes sense; nil: about nobody, always
	asks  bool                              // it is a question to the first of the pair
	role  werewolf.Role                     // that it speaks of
	once  bool                              // in the game; else once a day
}

// pair is up to two players, 0 for none.
type pair [2]werewolf.SeatID

// ways are all of them.
func ways() []way {
	return []way{
		{kind: wording.Greet, once: true},
		{kind: wording.AskStyle, about: quiet, asks: true},
		{kind: wording.AnswerStyle},
		{kind: wording.Policy, once: true},
		{kind: wording.SmallTalk, once: true},
		{kind: wording.Encourage},

		{kind: wording.CallForRole, about: noSeer, role: werewolf.Seer},
		{kind: wording.AskQuiet, about: quiet, asks: true},
		{kind: wording.AskSuspect, about: quiet, asks: true},
		{kind: wording.CallAll},

		{kind: wording.Compare, about: rivals},
		{kind: wording.AskResult, about: silentSeer, asks: true},
		{kind: wording.AskAccused, about: accused, asks: true},

		{kind: wording.AskVote, about: undecided, asks: true},
		{kind: wording.AskView, about: witness, asks: true},
		{kind: wording.EitherWay, about: second},
		{kind: wording.SeerTonight, about: worthDivining},

		{kind: wording.Unite},
		{kind: wording.LastWill, about: suspect},
		{kind: wording.ClosingWords},

		{kind: wording.LastChance},
		{kind: wording.Innocent, about: unmasked, once: true},
	}
}

// raiseSubject raises the suggested subject, but only after what cannot wait: the player's own news, an answer, the vote.
func (s *state) raiseSubject(table *agent.Table, t *talker.Turn) bool {
	p := table.Talker
	if s.subject.Kind == "" || pressed(p) {
		return false
	}
	said := false
	if t.Rest == 0 {
		said = p.Declare(t)
	}
	said = said || p.Reply(t)
	for _, w := range s.ways {
		if w.kind == s.subject.Kind {
			if !w.raise(p, t) {
				return said
			}
			table.Note("said by rule: " + s.subject.Name)
			return true
		}
	}
	return said
}

// raise says a subject.
func (w *way) raise(p *talker.Player, t *talker.Turn) bool {
	var who pair
	if w.about != nil {
		var ok bool
		if who, ok = w.about(p); !ok {
			return false
		}
	}
	if w.asks {
		return t.Rest > 0 && p.AskPlayer(t, w.kind, who[0], who[1]) // nobody can answer the last word
	}
	return p.AddOnce(t, w.kind, !w.once, wording.Slots{T: who[0], O: who[1], Role: w.role})
}

// pressed reports whether the player has something to say that does not wait: a result of its own that nobody has heard,
// or its word on a result against itself.
func pressed(p *talker.Player) bool {
	o, b := p.Observation(), p.Ledger()
	if (!p.Pretence().Late || p.IsOpen()) && p.Owes() {
		return true
	}
	for _, r := range b.Findings() {
		if r.Target == o.Seat && r.Species == werewolf.Wolf && r.By != o.Seat && r.At > b.LastSpoke(o.Seat) {
			return true
		}
	}
	return false
}

// quiet is the living other who has said least today.
func quiet(p *talker.Player) (pair, bool) {
	return leastHeard(p, p.Observation().Others())
}

func leastHeard(p *talker.Player, among werewolf.SeatSet) (least pair, ok bool) {
	least[0] = among.Most(func(id werewolf.SeatID) float64 { return -float64(p.Ledger().Words(id, p.Observation().Day)) })
	return least, least[0] != 0
}

// noSeer holds while the seer is somebody else and has not come out.
func noSeer(p *talker.Player) (pair, bool) {
	o := p.Observation()
	return pair{}, o.Rules.Count(werewolf.Divines) > 0 && p.ShownSpec().Power != werewolf.Divines && p.Ledger().ClaimantsOf(werewolf.Divines) == 0
}

// rivals are two others who claim to be the seer.
func rivals(p *talker.Player) (pair, bool) {
	s := p.Ledger().ClaimantsOf(werewolf.Divines).Without(p.Observation().Seat)
	if s.Len() < 2 {
		return pair{}, false
	}
	return pair{s.Nth(0), s.Nth(1)}, true
}

// silentSeer is somebody who claims to be the seer and has told no result.
func silentSeer(p *talker.Player) (pair, bool) {
	for id := range (p.Ledger().ClaimantsOf(werewolf.Divines) & p.Observation().Others()).All() {
		if !p.Ledger().HasTold(id) {
			return pair{id}, true
		}
	}
	return pair{}, false
}

// accused is who was last called a werewolf, with who did it.
func accused(p *talker.Player) (pair, bool) {
	o, list := p.Observation(), p.Ledger().Findings()
	for i := len(list) - 1; i >= 0; i-- {
		if r := list[i]; r.Species == werewolf.Wolf && r.By != o.Seat && o.Others().Has(r.Target) {
			return pair{r.Target, r.By}, true
		}
	}
	return pair{}, false
}

// undecided is the quietest of those who have announced no vote.
func undecided(p *talker.Player) (pair, bool) {
	o := p.Observation()
	open := o.Others()
	for id := range o.Others().All() {
		if p.Ledger().PlanOf(id, o.Day).Target != 0 {
			open = open.Without(id)
		}
	}
	return leastHeard(p, open)
}

// witness is somebody to be asked what it thinks of the player's suspect.
func witness(p *talker.Player) (pair, bool) {
	target := p.Target()
	who, ok := leastHeard(p, p.Observation().Others().Without(target))
	who[1] = target
	return who, ok && target != 0
}

// suspect is the player that it wants executed.
func suspect(p *talker.Player) (pair, bool) {
	target := p.Target()
	return pair{target}, target != 0
}

// second is the most suspicious player apart from suspect.
func second(p *talker.Player) (pair, bool) {
	o := p.Observation()
	who := p.Opinion().Top((o.Others() &^ o.Allies()).Without(p.Target()))
	return pair{who}, who != 0
}

// worthDivining is the same for a seer that is somebody else.
func worthDivining(p *talker.Player) (pair, bool) {
	who, ok := second(p)
	return who, ok && p.ShownSpec().Power != werewolf.Divines && p.Observation().Rules.Count(werewolf.Divines) > 0
}

// unmasked holds for who claims no role that it would give up by calling itself innocent.
func unmasked(p *talker.Player) (pair, bool) {
	return pair{}, p.ShownSpec().Ordinary() || !p.IsOpen()
}
