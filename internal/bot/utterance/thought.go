package utterance

import (
	"slices"
	"strings"

	"wolfden/internal/speech"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// sentence is one of a draft.
type sentence struct {
	kind  wording.SentenceKind
	about werewolf.SeatID
	text  string
	means speech.Rows
	stage stage
	opens bool // with words of its own for how it goes on
}

// stage is where a thought stands in an utterance.
type stage uint8

// An utterance answers who asked, then what was said against its speaker; then comes what is new, what the speaker thinks of it, and
// what it wants; a question waits for the answer and stands last.
const (
	answers stage = iota
	defends
	reveals
	remarks
	judges
	votes
	closes
	asks
)

// stages are those of the kinds that are no remarks.
var stages = map[wording.SentenceKind]stage{
	wording.AnswerYou: answers, wording.AnswerSaid: answers,
	wording.DenySuspect: defends, wording.DenyWolf: defends, wording.Thank: defends, wording.Counter: defends, wording.TurnBack: defends,
	wording.Innocent: defends, wording.ClaimPlain: defends,
	wording.ClaimRole: reveals, wording.SeenHuman: reveals, wording.SeenWolf: reveals, wording.RecallHuman: reveals, wording.RecallWolf: reveals,
	wording.MediumHuman: reveals, wording.MediumWolf: reveals, wording.GuardedWhom: reveals, wording.NoResultYet: reveals,
	wording.ClaimFellow: reveals, wording.ConfirmFellow: reveals,
	wording.SuspectLead: judges, wording.Agree: judges, wording.Defend: judges, wording.SeenMyself: judges, wording.NotSure: judges,
	wording.ViewNeutral: judges, wording.TrustSole: judges, wording.TrustPair: judges, wording.TrustMe: judges, wording.TrustFound: judges,
	wording.NoLonger: judges, wording.Decided: judges, wording.Misjudged: judges, wording.TrustRight: judges, wording.TrustProof: judges, wording.TrustMine: judges, wording.TrustSaved: judges, wording.TrustLean: judges,
	wording.VoteFor: votes, wording.VoteKeep: votes, wording.VoteChange: votes, wording.VoteJoin: votes, wording.VoteAll: votes,
	wording.VoteRather: votes,
	wording.AskVoteFor: votes, wording.AskDeciding: votes,
	wording.ClosingWords: closes, wording.ClosingTomorrow: closes, wording.AnswerToo: closes,
}

// stageOf is where a sentence of the kind stands.
func stageOf(k wording.SentenceKind, means speech.Rows) stage {
	for range means.Questions() {
		return asks
	}
	if against(k) {
		return judges
	}
	if s, known := stages[k]; known {
		return s
	}
	return remarks
}

// against reports whether a sentence of the kind says why somebody is suspected.
func against(k wording.SentenceKind) bool {
	return k == wording.SeenMyself || strings.HasPrefix(string(k), "why ")
}

// blames reports whether a sentence speaks against somebody.
func (s *sentence) blames() bool { return s.means.Suspected() != 0 || against(s.kind) }

// thought is sentences of one matter, which stay together.
type thought struct {
	stage     stage
	sentences []sentence
}

// Think begins another thought: Finish puts it where it belongs among the others. What is about the same player as the sentence
// before goes on with its thought.
func (d *Draft) Think() { d.another = true }

// add puts a sentence at the end of the draft.
func (d *Draft) add(s sentence, about werewolf.SeatID) {
	goesOn := about != 0 && about == d.about
	if n := len(d.thoughts); n == 0 || d.another && !goesOn {
		d.thoughts = append(d.thoughts, thought{stage: s.stage})
	}
	d.another = false
	last := &d.thoughts[len(d.thoughts)-1]
	last.sentences = append(last.sentences, s)
	if s.stage == asks {
		last.stage = asks
	}
	d.about = about
}

// order puts the thoughts in their order, and what they mean with them. A draft that has a text of the caller's is left as it is.
func (d *Draft) order() {
	if d.written || len(d.thoughts) < 2 {
		return
	}
	slices.SortStableFunc(d.thoughts, func(a, b thought) int { return int(a.stage) - int(b.stage) })
	d.Means = nil
	linked, plain := "", ""
	for i := range d.thoughts {
		for j, s := range d.thoughts[i].sentences {
			plain = d.composer.speaker.Join(plain, s.text)
			if i > 0 && j == 0 && d.observation.Request.Kind == werewolf.Talk {
				s.text = d.link(&d.thoughts[i-1], &d.thoughts[i])
			}
			linked = d.composer.speaker.Join(linked, s.text)
			d.Means = speech.Join(d.Means, s.means)
		}
	}
	const commas = ",,,,,,,," // more than a turn has: they change no plan
	if d.text = plain; d.within(strings.ReplaceAll(linked, ",", "") + commas) {
		d.text = linked
	}
}

// blames reports whether a thought is against somebody else, as one thinks of it and not as one defends oneself.
func (t *thought) blames(other werewolf.SeatID) bool {
	return t.stage != defends && slices.ContainsFunc(t.sentences, func(s sentence) bool {
		return s.means.Suspected().Without(other) != 0 || against(s.kind) && s.about != other
	})
}

// turns reports whether one thought ends for somebody and the next begins against somebody, or the other way round.
func (t *thought) turns(next *thought) bool {
	last, first := &t.sentences[len(t.sentences)-1], &next.sentences[0]
	return last.means.Trusted() != 0 && first.blames() || last.blames() && first.means.Trusted() != 0
}

// link is the first sentence of a thought with a word for how it follows the thought before: beside it, or against it where
// that was undecided or against somebody else.
func (d *Draft) link(before, now *thought) string {
	last, first := before.sentences[len(before.sentences)-1], now.sentences[0]
	vote := first.means.Announced(speech.Vote)
	switch {
	case first.opens, first.kind == wording.VoteRather: // it says itself how it goes on
	case last.kind == wording.ViewNeutral && now.stage >= judges, vote != 0 && before.blames(vote):
		return d.composer.speaker.Link(wording.But, first.text)
	case before.turns(now): // one word is for somebody, the next against somebody else: neither beside the other nor against it
	case now.stage == remarks || now.stage == judges:
		return d.composer.speaker.Link(wording.Besides, first.text)
	}
	return first.text
}
