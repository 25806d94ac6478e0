package bdi

import (
	"context"

	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Belief is what a player thinks of another (section 3.5.2).
type Belief struct {
	Credibility float64                    // personal, from 0 to 1; starts at initial
	Liking      float64                    // the same
	Negative    [werewolf.MaxSeats + 1]int // by player, how often it spoke against that player
	Positive    [werewolf.MaxSeats + 1]int // by player, how often it spoke for that player
}

// Credibility and liking start at initial; pace is how far one utterance moves them. The paper gives the first and
// leaves the second open.
const (
	initial = 0.5
	pace    = 0.25
)

// MicroBeliefs holds what one player thinks of the others in one game. It is not safe for concurrent use.
type MicroBeliefs struct {
	desk    *task.Desk
	heard   *ledger.Ledger // claims, and results about others
	p       personality.Personality
	records []Record
	own     []string
	beliefs [werewolf.MaxSeats + 1]Belief
}

// NewMicroBeliefs returns the beliefs of a personality. If the desk has a model, the model gives the type and the
// metrics of each utterance.
func NewMicroBeliefs(d *task.Desk, p personality.Personality) *MicroBeliefs {
	m := &MicroBeliefs{desk: d, heard: &ledger.Ledger{}, p: p}
	for i := range m.beliefs {
		m.beliefs[i].Credibility, m.beliefs[i].Liking = initial, initial
	}
	return m
}

// AddUtterances adds the utterances from a place of the observation's talk on, which the ledger must have heard, and returns
// the place after them. Of the player's own it keeps words and opinions but makes no record; skips do not count. A model is
// asked about all of them at the same time, since each is judged alone.
func (m *MicroBeliefs) AddUtterances(ctx context.Context, o *werewolf.Observation, s *scene.Scene, from int, heard *ledger.Ledger) int {
	m.heard = heard
	var judged []func() Record
	for at := from; at < len(o.Talks); at++ {
		if u := &o.Talks[at]; !u.Skip && !u.Over && u.Seat != o.Seat {
			judged = append(judged, m.analyse(ctx, o, s, u, heard.Rows(at)))
		}
	}
	for at := from; at < len(o.Talks); at++ {
		u, acts := &o.Talks[at], heard.Rows(at)
		switch {
		case u.Skip || u.Over:
		case u.Seat == o.Seat:
			m.own = append(m.own, u.Text)
			m.addOpinions(u.Seat, acts)
		default:
			m.addRecord(o, judged[0](), at, acts)
			judged = judged[1:]
		}
	}
	return len(o.Talks)
}

// addRecord takes in what another player said.
func (m *MicroBeliefs) addRecord(o *werewolf.Observation, r Record, at int, acts speech.Rows) {
	u := &o.Talks[at]
	r.Day, r.At = u.Day, at
	b := &m.beliefs[u.Seat]
	r.Credibility = m.weigh(&r, b)
	m.records = append(m.records, r)
	m.addOpinions(u.Seat, acts)
	m.impress(o, &r, b, acts)
}

// analyse begins to make the record of an utterance, by model or by rule, and returns what waits for it.
func (m *MicroBeliefs) analyse(ctx context.Context, o *werewolf.Observation, s *scene.Scene, u *werewolf.Utterance, acts speech.Rows) func() Record {
	kind, to := classify(o, u, acts)
	line := scene.Line{Day: u.Day, Idx: u.Idx, Speaker: o.Name(u.Seat), Text: u.Text}
	heard := task.Message{Content: u.Text, Type: kind.String(), From: line.Speaker, To: o.Name(to)}
	bare := *s // these tasks judge the line alone
	bare.Talks, bare.Whispers = nil, nil
	messageOf := task.Begin(ctx, m.desk, task.MessageType, task.MessageTypeIn{Scene: bare, Line: line, Heard: heard, RoleWords: roleWords(o)})
	metrics := score(m.desk.Lang(), u.Text, u.Seat, acts)
	credibilityOf := task.Begin(ctx, m.desk, credibilityTask, CredibilityIn{Scene: bare, Line: line, Heard: Credibility{
		LogicalConsistency: metrics[0], SpecificityAndDetail: metrics[1], IntuitiveDepth: metrics[2], ClarityAndConciseness: metrics[3],
	}})
	return func() Record {
		message, c := messageOf(), credibilityOf()
		r := Record{
			Content: u.Text, Type: typeNamed(message.Type), From: u.Seat, To: o.SeatOf(message.To),
			Metrics: Metrics{c.LogicalConsistency, c.SpecificityAndDetail, c.IntuitiveDepth, c.ClarityAndConciseness},
		}
		r.Raw = r.Metrics.Raw()
		return r
	}
}

// weigh is the credibility of a record: the sum of the metrics weighted by the statement bias (section 3.4.5). The
// prior impression corrects it as two values more, credibility with the mean of the trust tendency and liking with that
// of the liking tendency for weights; the paper names the correction and not its form.
func (m *MicroBeliefs) weigh(r *Record, b *Belief) float64 {
	weights := append(m.weights(personality.Statement), mean(m.weights(personality.Trust)), mean(m.weights(personality.Liking)))
	return personality.Weighted(weights, append(r.Metrics[:], b.Credibility, b.Liking))
}

func (m *MicroBeliefs) weights(g personality.Group) (list []float64) {
	for _, f := range g.Features() {
		list = append(list, m.p[f])
	}
	return list
}

func mean(list []float64) (sum float64) {
	for _, v := range list {
		sum += v
	}
	return sum / float64(max(1, len(list)))
}

// addOpinions counts the players whom a player spoke against and for.
func (m *MicroBeliefs) addOpinions(from werewolf.SeatID, acts speech.Rows) {
	belief := &m.beliefs[from]
	var against, with werewolf.SeatSet
	for frame, a := range acts.Said() {
		switch typeOf(frame, a) {
		case Negative:
			against = against.With(a.Target)
		case Positive:
			with = with.With(a.Target)
		default: // neither
		}
	}
	for id := range against.All() {
		belief.Negative[id]++
	}
	for id := range with.All() {
		belief.Positive[id]++
	}
}

// contradictions is how often a player had given up a claim, or told another result than before, after the utterance at a
// place.
func (m *MicroBeliefs) contradictions(id werewolf.SeatID, at int) (n int) {
	for _, c := range m.heard.Claims() {
		if c.Seat == id && !c.Stands() && c.Until <= at {
			n++
		}
	}
	told := werewolf.SeatSet(0)
	for _, r := range m.heard.Findings() {
		if r.By != id || r.At > at {
			continue
		}
		if told.Has(r.Target) {
			n++
		}
		told = told.With(r.Target)
	}
	return n
}

// impress moves credibility and liking of a speaker towards what the utterance shows. What it shows of trust: how the
// table speaks of it, whether it took back or contradicted anything, and how it fits together; of liking: how it speaks
// to me, how it speaks of others, and how well. The paper names these six and leaves their measures open.
func (m *MicroBeliefs) impress(o *werewolf.Observation, r *Record, b *Belief, acts speech.Rows) {
	honest := 1 / float64(1+m.contradictions(r.From, r.At))
	trust := personality.Weighted(m.weights(personality.Trust), []float64{m.standing(o, r.From), honest, r.Metrics[0] * honest})
	liking := personality.Weighted(m.weights(personality.Liking), []float64{
		balance(b.Positive[o.Seat], b.Negative[o.Seat]), warmth(acts), r.Metrics[3],
	})
	b.Credibility += pace * ((r.Credibility+trust)/2 - b.Credibility)
	b.Liking += pace * (liking - b.Liking)
}

// standing is how the others speak of a player: one half where nobody does.
func (m *MicroBeliefs) standing(o *werewolf.Observation, id werewolf.SeatID) float64 {
	positive, negative := 0, 0
	for i := range o.Names {
		if other := werewolf.SeatID(i + 1); other != id {
			positive += m.beliefs[other].Positive[id]
			negative += m.beliefs[other].Negative[id]
		}
	}
	return balance(positive, negative)
}

// balance is the share of the good among good and bad, with one of each to begin with.
func balance(good, bad int) float64 { return float64(good+1) / float64(good+bad+2) }

// warmth is how kindly an utterance speaks of anybody.
func warmth(acts speech.Rows) float64 {
	good, bad := 0, 0
	for frame, a := range acts.Said() {
		switch typeOf(frame, a) {
		case Positive:
			good++
		case Negative:
			bad++
		default: // neither
		}
	}
	return balance(good, bad)
}

// Records returns what others said, in order. The slice must not be changed.
func (m *MicroBeliefs) Records() []Record { return m.records }

// Own returns the player's own utterances, in order. The slice must not be changed.
func (m *MicroBeliefs) Own() []string { return m.own }

// Of returns what is believed of a player. Its slices must not be changed.
func (m *MicroBeliefs) Of(id werewolf.SeatID) *Belief { return &m.beliefs[id] }

// doubts reports whether a player is believed less than at first.
func (m *MicroBeliefs) doubts(id werewolf.SeatID) bool { return m.beliefs[id].Credibility < initial }

// against is how often was spoken against a player, by anybody.
func (m *MicroBeliefs) against(id werewolf.SeatID) (n int) {
	for i := range m.beliefs {
		n += m.beliefs[i].Negative[id]
	}
	return n
}

// Least returns the least credible of the players, 0 if there are none; among equals the least liked, then the lowest
// seat.
func (m *MicroBeliefs) Least(among werewolf.SeatSet) (least werewolf.SeatID) {
	for id := range among.All() {
		if least == 0 {
			least = id
			continue
		}
		a, b := &m.beliefs[id], &m.beliefs[least]
		if a.Credibility < b.Credibility || a.Credibility == b.Credibility && a.Liking < b.Liking {
			least = id
		}
	}
	return least
}
