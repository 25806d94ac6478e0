package yharada

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bdi"
	"wolfden/internal/bot/doubt"
	"wolfden/internal/bot/personality"
	"wolfden/werewolf"
)

// believe takes in what was said since, and notes a record of each utterance of others.
func (s *state) believe(t *agent.Table) agent.Changes {
	s.heard = s.beliefs.AddUtterances(t.Ctx, t.O, t.Scene, s.heard, t.Heard)
	return agent.Changes{Opinion: s.bend(t), Note: s.records(t.O)}
}

// bend adds to the opinion of the rules what the player makes of credibility and liking, weighted by its tendencies to
// trust and to like, and that it follows the majority as far as social proof moves it (sections 3.4.5 and 7.3).
func (s *state) bend(t *agent.Table) *doubt.Opinion {
	opinion := t.Self.Opinion()
	weights := []float64{s.mean(personality.Trust), s.mean(personality.Liking)}
	for id := range t.O.Others().All() {
		b := s.beliefs.Of(id)
		mistrust := personality.Weighted(weights, []float64{0.5 - b.Credibility, 0.5 - b.Liking})
		crowd := s.self[personality.SocialProof] * float64(t.Heard.Backing(id, t.O.Day).Without(t.O.Seat).Len())
		bias := float64(s.believing * mistrust)
		bias += float64(s.conforming * crowd)
		opinion.Score[id] += float32(bias)
	}
	return opinion
}

// mean is the mean of a group's features.
func (s *state) mean(g personality.Group) (sum float64) {
	list := g.Features()
	for _, f := range list {
		sum += s.self[f]
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
func (s *state) records(o *werewolf.Observation) string {
	var lines []string
	for _, r := range s.beliefs.Records()[s.noted:] {
		to := "all"
		if r.To != 0 {
			to = o.Name(r.To)
		}
		text, err := json.Marshal(record{r.Content, r.Type.String(), o.Name(r.From), to, r.Raw, r.Credibility})
		if err == nil { // strings and numbers have a form
			lines = append(lines, string(text))
		}
	}
	s.noted = len(s.beliefs.Records())
	return strings.Join(lines, "\n")
}

// tellImpressions tells who chooses what is believed of the others, a line each.
func (s *state) tellImpressions(t *agent.Table, b *agent.Brief) {
	if t.Speaks() && !s.deployed {
		return
	}
	var lines []string
	for id := range t.O.Others().All() {
		of := s.beliefs.Of(id)
		lines = append(lines, s.words.Say("impression", "t", t.O.Name(id), "c", figure(of.Credibility), "l", figure(of.Liking)))
	}
	b.Analysis = strings.TrimSpace(b.Analysis + "\n" + strings.Join(lines, "\n"))
}

// tellTendencies tells who speaks the behavior tendencies, and who chooses those of desire too, a line each; as deployed both have the whole
// personality file.
func (s *state) tellTendencies(t *agent.Table, b *agent.Brief) {
	groups := []personality.Group{personality.Behavior}
	if !t.Speaks() {
		groups = append(groups, personality.Desire)
	}
	if s.deployed {
		groups = []personality.Group{personality.Eight, personality.Enneagram, personality.Statement, personality.Trust, personality.Liking, personality.Desire, personality.Behavior}
	}
	var lines []string
	for _, g := range groups {
		lines = append(lines, s.words.Say(string(g)))
		for _, f := range g.Features() {
			lines = append(lines, f.String()+": "+figure(s.self[f]))
		}
	}
	b.Analysis = strings.Join(lines, "\n")
}

// ownWords are the player's last utterances, so that it neither repeats nor contradicts itself.
func (s *state) ownWords() string {
	own := s.beliefs.Own()
	own = own[max(0, len(own)-s.remembered):]
	if len(own) == 0 {
		return ""
	}
	return s.words.Say("own") + "\n" + strings.Join(own, "\n")
}

func figure(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// bold reports whether the personality leans to attack in the situation.
func (s *state) bold() bool {
	return slices.Contains([]personality.Feature{personality.AggressiveBehavior, personality.Assertiveness, personality.ExtroversionTendency}, s.lean)
}

// answers reports whether the aim is to answer an utterance of the type.
func (s *state) answers(t bdi.Type) bool { return s.aim.Answer != nil && s.aim.Answer.Type == t }
