// Package lycaon is Wolfden's own player: it believes what the worlds that are left make likely, and does what wins most
// often.
//
// The law of the package: it is the talker with a decider that reasons. What is likely it has from package reason; here is
// only what follows from that for claims, invented results, votes and the night. How often it lies which way stands in
// tables that were searched by play, not in the code.
package lycaon

import (
	"context"
	_ "embed"
	"fmt"
	"iter"
	"math"
	"strings"
	"sync"

	"wolfden/internal/bot/reading"
	"wolfden/internal/bot/talker"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	*talker.Player
	decider *decider
}

// New is a player of the seed that speaks lang, "en" or "ja"; the empty string is English.
func New(seed uint64, lang string) (*Player, error) {
	evidence, err := homeEvidence()
	if err != nil {
		return nil, err
	}
	return newWith(seed, lang, evidence, &searched)
}

func newWith(seed uint64, lang string, evidence *belief.Table, ways *waysByRole) (*Player, error) {
	decider := &decider{reasoner: reason.NewReasoner(evidence), ways: ways, noted: map[string]string{}}
	p, err := talker.New(seed, lang, decider)
	if err != nil {
		return nil, err
	}
	return &Player{Player: p, decider: decider}, nil
}

// Consult lets the reader read what the rules do not understand. It is called before the first Answer.
func (p *Player) Consult(r *reading.Reader) { p.decider.reader = r }

// Answer answers one request.
func (p *Player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	p.decider.reader.Begin(ctx, &o)
	return p.Player.Answer(ctx, o)
}

//go:embed evidence.tsv
var evidenceText string

// homeEvidence is what words and deeds are worth among the players that come with Wolfden, whom the player meets most;
// docs/lycaon.md says how the table was estimated. Players of other makes are read by belief.Standard.
var homeEvidence = sync.OnceValues(func() (*belief.Table, error) { return belief.ReadTable(strings.NewReader(evidenceText)) })

// decider decides for the talker.
type decider struct {
	talker.Rules
	reasoner *reason.Reasoner
	ways     *waysByRole
	// reader is nil where no model reads.
	reader *reading.Reader
	view   *belief.Posterior // what the player says it believes: as the pretence it wears
	plan   werewolf.SeatID   // whom it wanted executed when it last thought
	notes  []topicNote
	noted  map[string]string // by topic the last note on beliefs, so that it is not repeated
}

type topicNote struct{ topic, text string }

// Notes hands out what the player thought since it was last asked.
func (p *Player) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, n := range p.decider.notes {
			if !yield(n.topic, n.text) {
				break
			}
		}
		p.decider.notes = p.decider.notes[:0]
	}
}

// Weigh lets the reasoner take in what is new, and replaces the weights of the rules by the odds of being a werewolf.
func (d *decider) Weigh(p *talker.Player) {
	o := p.Observation()
	d.reasoner.See(o, p.Ledger())
	d.view = d.posterior(p)
	prior := odds(float64(o.Rules.Wolves()) / float64(len(o.Names)))
	s := p.Opinion()
	for id := range o.Others().All() {
		s.Score[id] = float32(odds(d.view.Wolf(id)) - prior)
	}
	d.noteBelief(p)
}

// Interpret is what the words of another say: what the rules heard, else what the reader finds.
func (d *decider) Interpret(u *werewolf.Utterance, heard speech.Rows) speech.Rows {
	found := d.reader.Interpret(u, heard)
	if text := d.reader.Note(); text != "" {
		d.notes = append(d.notes, topicNote{reading.Topic, text})
	}
	return found
}

// posterior is what the player shows to believe: what it does believe where it is honest, else what somebody would who
// was what it pretends to be.
func (d *decider) posterior(p *talker.Player) *belief.Posterior {
	o := p.Observation()
	if o.Team() == werewolf.VillagerTeam {
		return d.reasoner.Mine().Now()
	}
	pretended := d.reasoner.Public().AssumeReal(o.Seat, p.Pretence.Role, p.Pretence.Invented)
	if view, possible := d.reasoner.Village().Given(pretended); possible {
		return view
	}
	return d.reasoner.Village().Now()
}

// odds are the logarithm of the odds, bounded.
func odds(p float64) float64 {
	const least = 1e-3
	p = max(least, min(1-least, p))
	return math.Log(p / (1 - p))
}

// noteBelief writes down what has changed of what it believes and, where it pretends, of what it shows to believe.
func (d *decider) noteBelief(p *talker.Player) {
	o := p.Observation()
	d.noteView("belief", o, d.reasoner.Mine().Now())
	if o.Team() != werewolf.VillagerTeam {
		d.noteView("mask", o, d.view)
	}
}

func (d *decider) noteView(topic string, o *werewolf.Observation, view *belief.Posterior) {
	var b strings.Builder
	for id := range o.Others().All() {
		role, how := view.Guess(id)
		fmt.Fprintf(&b, "%s: werewolf %.0f%%, rather %s (%.0f%%)\n", o.Name(id), 100*view.Wolf(id), strings.ToLower(o.Rules.Table.Name(role)), 100*how)
	}
	if text := b.String(); text != d.noted[topic] {
		d.noted[topic] = text
		d.notes = append(d.notes, topicNote{topic, text})
	}
}

// noteReasons writes down what speaks against a player, and for it.
func (d *decider) noteReasons(o *werewolf.Observation, id werewolf.SeatID) {
	const most = 4
	for _, why := range d.reasoner.Mine().Why(id, most) {
		about := o.Name(why.Item.Actor)
		if why.Item.Target != 0 {
			about += " to " + o.Name(why.Item.Target)
		}
		d.think("reason", "%+.1f %s (%s, day %d)", why.Weight, why.Cell, about, why.Item.Day)
	}
}

func (d *decider) think(topic, format string, args ...any) {
	d.notes = append(d.notes, topicNote{topic, fmt.Sprintf(format, args...)})
}
