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
func (sys *system) believe(ctx context.Context, o *werewolf.Observation) {
	sys.heard = sys.beliefs.AddUtterances(ctx, o, &sys.a.Scene, sys.heard, sys.a.Talker().Ledger())
	sys.a.Note("micro-belief", sys.records(o))
	sys.bend(o)
}

// bend adds to the opinion of the rules what the player makes of credibility and liking, weighted by its tendencies to
// trust and to like, and that it follows the majority as far as social proof moves it (sections 3.4.5 and 7.3).
func (sys *system) bend(o *werewolf.Observation) {
	heard, opinion := sys.a.Talker().Ledger(), sys.a.Talker().Opinion()
	weights := []float64{sys.mean(personality.Trust), sys.mean(personality.Liking)}
	for id := range o.Others().All() {
		b := sys.beliefs.Of(id)
		doubt := personality.Weighted(weights, []float64{0.5 - b.Credibility, 0.5 - b.Liking})
		crowd := sys.self[personality.SocialProof] * float64(heard.Backing(id, o.Day).Without(o.Seat).Len())
		bias := float64(believing * doubt)
		bias += float64(conforming * crowd)
		opinion.Score[id] += float32(bias)
	}
}

// mean is the mean of a group's features.
func (sys *system) mean(g personality.Group) (sum float64) {
	list := g.Features()
	for _, f := range list {
		sum += sys.self[f]
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
func (sys *system) records(o *werewolf.Observation) string {
	var lines []string
	for _, r := range sys.beliefs.Records()[sys.noted:] {
		to := "all"
		if r.To != 0 {
			to = o.Name(r.To)
		}
		text, err := json.Marshal(record{r.Content, r.Type.String(), o.Name(r.From), to, r.Raw, r.Credibility})
		if err == nil { // strings and numbers have a form
			lines = append(lines, string(text))
		}
	}
	sys.noted = len(sys.beliefs.Records())
	return strings.Join(lines, "\n")
}

// describe is the aim in words.
func (sys *system) describe(o *werewolf.Observation) string {
	text := sys.aim.Stage + ": " + sys.aim.Desire
	if r := sys.aim.Answer; r != nil {
		text += "\n" + r.Type.String() + ", " + o.Name(r.From) + ": " + sys.aim.Response
	}
	return text
}

// impressions are what is believed of the others, a line each.
func (sys *system) impressions(o *werewolf.Observation) string {
	var lines []string
	for id := range o.Others().All() {
		b := sys.beliefs.Of(id)
		lines = append(lines, sys.words.Say("impression", "t", o.Name(id), "c", figure(b.Credibility), "l", figure(b.Liking)))
	}
	return strings.Join(lines, "\n")
}

// tendencies are the behaviour tendencies, a line each.
func (sys *system) tendencies() string {
	var lines []string
	for _, f := range personality.Behavior.Features() {
		lines = append(lines, f.String()+": "+figure(sys.self[f]))
	}
	return strings.Join(lines, "\n")
}

// ownWords are the player's last utterances, so that it neither repeats nor contradicts itself.
func (sys *system) ownWords() string {
	own := sys.beliefs.Own()
	own = own[max(0, len(own)-remembered):]
	if len(own) == 0 {
		return ""
	}
	return sys.words.Say("own") + "\n" + strings.Join(own, "\n")
}

func figure(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// bold reports whether the personality leans to attack in the situation.
func (sys *system) bold() bool {
	return slices.Contains([]personality.Feature{personality.AggressiveBehavior, personality.Assertiveness, personality.ExtroversionTendency}, sys.lean)
}

// answers reports whether the aim is to answer an utterance of the type.
func (sys *system) answers(t bdi.Type) bool { return sys.aim.Answer != nil && sys.aim.Answer.Type == t }
