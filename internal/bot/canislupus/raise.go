package canislupus

import (
	"slices"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/utterance"
	"wolfden/internal/ledger"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// way is how rules raise a subject. Subjects without a way are for models, or are what the rules talk about anyway.
type way struct {
	kind  wording.SentenceKind
	about func(*agent.Table) (pair, bool) // the player it is about, and whether it makes sense; nil: about nobody, always
	asks  bool                            // it is a question to the first of the pair
	role  werewolf.Role                   // that it speaks of
	once  bool                            // in the game; else once a day
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
func (s *state) raiseSubject(t *agent.Table, b *agent.Brief) {
	b.Topic = s.subject.Text
	if s.subject.Kind == "" || pressed(t) {
		return
	}
	b.First = talker.Reply()
	if utterance.Rest(t.O) == 0 {
		b.First = talker.First(talker.Declare(), b.First)
	}
	if at := slices.IndexFunc(s.ways, func(w way) bool { return w.kind == s.subject.Kind }); at >= 0 {
		subject := s.ways[at].raise(t)
		subject.Note = "said by rule: " + s.subject.Name
		b.First = talker.Each(b.First, subject)
	}
}

// raise says a subject.
func (w way) raise(t *agent.Table) (none talker.Intention) {
	who, ok := pair{}, true
	if w.about != nil {
		who, ok = w.about(t)
	}
	slots := wording.Slots{T: who[0], O: who[1], Role: w.role}
	switch {
	case !ok || w.asks && utterance.Rest(t.O) == 0: // nobody can answer the last word
		return none
	case w.asks:
		return talker.Ask(w.kind, who[0], who[1])
	case w.once:
		return talker.Once(w.kind, slots)
	}
	return talker.Daily(w.kind, slots)
}

// pressed reports whether the player has something to say that does not wait: a result of its own that nobody has heard,
// or its word on a result against itself.
func pressed(t *agent.Table) bool {
	o, b := t.O, t.Heard
	return t.Self.HasNews() || slices.ContainsFunc(b.Findings(), func(r ledger.Result) bool {
		return r.Target == o.Seat && r.Species == werewolf.Wolf && r.By != o.Seat && r.At > b.LastSpoke(o.Seat)
	})
}

// quiet is the living other who has said least today.
func quiet(t *agent.Table) (pair, bool) {
	return leastHeard(t, t.O.Others())
}

func leastHeard(t *agent.Table, among werewolf.SeatSet) (least pair, ok bool) {
	least[0] = among.Most(func(id werewolf.SeatID) float64 { return -float64(t.Heard.Words(id, t.O.Day)) })
	return least, least[0] != 0
}

// noSeer holds while the seer is somebody else and has not come out.
func noSeer(t *agent.Table) (pair, bool) {
	o := t.O
	return pair{}, o.Rules.Count(werewolf.Divines) > 0 && t.Self.ShownSpec().Power != werewolf.Divines && t.Heard.ClaimantsOf(werewolf.Divines) == 0
}

// rivals are two others who claim to be the seer.
func rivals(t *agent.Table) (pair, bool) {
	s := t.Heard.ClaimantsOf(werewolf.Divines).Without(t.O.Seat)
	if s.Len() < 2 {
		return pair{}, false
	}
	return pair{s.Nth(0), s.Nth(1)}, true
}

// silentSeer is somebody who claims to be the seer and has told no result.
func silentSeer(t *agent.Table) (pair, bool) {
	mute := (t.Heard.ClaimantsOf(werewolf.Divines) & t.O.Others()).Where(func(id werewolf.SeatID) bool { return !t.Heard.HasTold(id) })
	return pair{mute.First()}, mute != 0
}

// accused is who was last called a werewolf, with who did it.
func accused(t *agent.Table) (pair, bool) {
	o, list := t.O, t.Heard.Findings()
	for i := len(list) - 1; i >= 0; i-- {
		if r := list[i]; r.Species == werewolf.Wolf && r.By != o.Seat && o.Others().Has(r.Target) {
			return pair{r.Target, r.By}, true
		}
	}
	return pair{}, false
}

// undecided is the quietest of those who have announced no vote.
func undecided(t *agent.Table) (pair, bool) {
	return leastHeard(t, t.O.Others().Where(func(id werewolf.SeatID) bool { return t.Heard.PlanOf(id, t.O.Day).Target == 0 }))
}

// witness is somebody to be asked what it thinks of the player's suspect.
func witness(t *agent.Table) (pair, bool) {
	target := t.Self.Target()
	who, ok := leastHeard(t, t.O.Others().Without(target))
	who[1] = target
	return who, ok && target != 0
}

// suspect is the player that it wants executed.
func suspect(t *agent.Table) (pair, bool) {
	target := t.Self.Target()
	return pair{target}, target != 0
}

// second is the most suspicious player apart from suspect.
func second(t *agent.Table) (pair, bool) {
	o := t.O
	who := t.Self.Opinion().Top((o.Others() &^ o.Allies()).Without(t.Self.Target()))
	return pair{who}, who != 0
}

// worthDivining is the same for a seer that is somebody else.
func worthDivining(t *agent.Table) (pair, bool) {
	who, ok := second(t)
	return who, ok && t.Self.ShownSpec().Power != werewolf.Divines && t.O.Rules.Count(werewolf.Divines) > 0
}

// unmasked holds for who claims no role that it would give up by calling itself innocent.
func unmasked(t *agent.Table) (pair, bool) {
	return pair{}, t.Self.ShownSpec().Ordinary() || !t.Self.IsOpen()
}
