package yharada

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/personality"
	"wolfden/werewolf"
)

// believe takes in what was said since, notes a record of each utterance of others, and lets impressions bend suspicion.
func (m *mind) believe(ctx context.Context, o *werewolf.Observation) {
	for ; m.heard < len(o.Talks); m.heard++ {
		m.beliefs.Hear(ctx, o, &m.a.Scene, m.heard, m.a.Talker().Ledger().Rows(m.heard))
	}
	m.a.Note("micro-belief", m.records(o))
	m.bend(o)
}

// bend adds to the opinion of the rules what the player makes of credibility and liking, weighted by its tendencies to
// trust and to like, and that it follows the majority as far as social proof moves it (sections 3.4.5 and 7.3).
func (m *mind) bend(o *werewolf.Observation) {
	board, sheet := m.a.Talker().Ledger(), m.a.Talker().Opinion()
	weights := []float64{m.mean(personality.Trust), m.mean(personality.Liking)}
	for id := range o.Others().All() {
		b := m.beliefs.Of(id)
		doubt := personality.Weighted(weights, []float64{0.5 - b.Credibility, 0.5 - b.Liking})
		crowd := m.self[personality.SocialProof] * float64(board.Backing(id, o.Day).Without(o.Seat).Len())
		bias := float64(believing * doubt)
		bias += float64(conforming * crowd)
		sheet.Score[id] += float32(bias)
	}
}

// mean is the mean of a group's features.
func (m *mind) mean(g personality.Group) (sum float64) {
	list := g.Features()
	for _, f := range list {
		sum += m.self[f]
	}
	return sum / float64(len(list))
}

// record is one of the utterance analysis records (section 3.5.1) as it is noted.
type record struct {
	Content        string  `json:"content"`
	Type           string  `json:"type"`
	From           string  `json:"from"`
	To             string  `json:"to"`
	RawCredibility float64 `json:"raw_credibility"`
	Credibility    float64 `json:"credibility"`
}

// records are those that were not noted yet, a line each in JSON.
func (m *mind) records(o *werewolf.Observation) string {
	var lines []string
	for _, r := range m.beliefs.Records()[m.noted:] {
		to := "all"
		if r.To != 0 {
			to = o.Name(r.To)
		}
		text, err := json.Marshal(record{r.Content, r.Type.String(), o.Name(r.From), to, r.Raw, r.Credibility})
		if err == nil { // strings and numbers have a form
			lines = append(lines, string(text))
		}
	}
	m.noted = len(m.beliefs.Records())
	return strings.Join(lines, "\n")
}

// describe is the aim in words.
func (m *mind) describe(o *werewolf.Observation) string {
	text := m.aim.Stage + ": " + m.aim.Desire
	if r := m.aim.Answer; r != nil {
		text += "\n" + r.Type.String() + ", " + o.Name(r.From) + ": " + m.aim.Response
	}
	return text
}

// impressions are what is believed of the others, a line each.
func (m *mind) impressions(o *werewolf.Observation) string {
	var lines []string
	for id := range o.Others().All() {
		b := m.beliefs.Of(id)
		lines = append(lines, m.words.Say("impression", "t", o.Name(id), "c", figure(b.Credibility), "l", figure(b.Liking)))
	}
	return strings.Join(lines, "\n")
}

// tendencies are the behaviour tendencies, a line each.
func (m *mind) tendencies() string {
	var lines []string
	for _, f := range personality.Behavior.Features() {
		lines = append(lines, f.String()+": "+figure(m.self[f]))
	}
	return strings.Join(lines, "\n")
}

// said are the player's last utterances, so that it neither repeats nor contradicts itself.
func (m *mind) said() string {
	own := m.beliefs.Own()
	own = own[max(0, len(own)-remembered):]
	if len(own) == 0 {
		return ""
	}
	return m.words.Say("own") + "\n" + strings.Join(own, "\n")
}

func figure(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// bold reports whether the personality leans to attack in the situation.
func (m *mind) bold() bool {
	return slices.Contains([]personality.Feature{personality.AggressiveBehavior, personality.Assertiveness, personality.ExtroversionTendency}, m.lean)
}

// answers reports whether the aim is to answer an utterance of the type.
func (m *mind) answers(t bdi.Type) bool { return m.aim.Answer != nil && m.aim.Answer.Type == t }
