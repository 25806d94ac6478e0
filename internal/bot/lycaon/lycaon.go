// Package lycaon is Wolfden's own player: it believes what the worlds that are left make likely, and does what wins most
// often.
//
// The law of the package: it is the talker with a head that reasons. What is likely it has from package reason; here is
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
	head *head
}

// New is a player of the seed that speaks lang, "en" or "ja"; the empty string is English.
func New(seed uint64, lang string) (*Player, error) {
	evidence, err := homeEvidence()
	if err != nil {
		return nil, err
	}
	return newWith(seed, lang, evidence, &searched)
}

func newWith(seed uint64, lang string, evidence *belief.Table, ways *table) (*Player, error) {
	h := &head{mind: reason.NewMind(evidence), ways: ways, noted: map[string]string{}}
	p, err := talker.New(seed, lang, h)
	if err != nil {
		return nil, err
	}
	return &Player{Player: p, head: h}, nil
}

// Consult lets the reader read what the rules do not understand. It is called before the first Answer.
func (p *Player) Consult(r *reading.Reader) { p.head.reader = r }

// Answer answers one request.
func (p *Player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	p.head.reader.Begin(ctx, &o)
	return p.Player.Answer(ctx, o)
}

//go:embed evidence.tsv
var evidenceText string

// homeEvidence is what words and deeds are worth among the players that come with Wolfden, whom the player meets most;
// docs/lycaon.md says how the table was estimated. Players of other makes are read by belief.Standard.
var homeEvidence = sync.OnceValues(func() (*belief.Table, error) { return belief.ReadTable(strings.NewReader(evidenceText)) })

// head decides for the talker.
type head struct {
	talker.Rules
	mind *reason.Mind
	ways *table
	// reader is nil where no model reads.
	reader *reading.Reader
	view   *belief.Posterior // what the player says it believes: as the mask it wears
	plan   werewolf.SeatID   // whom it wanted executed when it last thought
	notes  []note
	noted  map[string]string // by topic the last note on beliefs, so that it is not repeated
}

type note struct{ topic, text string }

// Notes hands out what the player thought since it was last asked.
func (p *Player) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, n := range p.head.notes {
			if !yield(n.topic, n.text) {
				break
			}
		}
		p.head.notes = p.head.notes[:0]
	}
}

// Weigh lets the mind take in what is new, and replaces the weights of the rules by the odds of being a werewolf.
func (h *head) Weigh(p *talker.Player) {
	o := p.Observation()
	h.mind.See(o, p.Ledger())
	h.view = h.posterior(p)
	prior := odds(float64(o.Rules.Wolves()) / float64(len(o.Names)))
	s := p.Sheet()
	for id := range o.Others().All() {
		s.Score[id] = float32(odds(h.view.Wolf(id)) - prior)
	}
	h.noteBelief(p)
}

// Interpret is what the words of another say: what the rules heard, else what the reader finds.
func (h *head) Interpret(u *werewolf.Utterance, heard speech.Rows) speech.Rows {
	found := h.reader.Interpret(u, heard)
	if text := h.reader.Note(); text != "" {
		h.notes = append(h.notes, note{reading.Topic, text})
	}
	return found
}

// posterior is what the player shows to believe: what it does believe where it is honest, else what somebody would who
// was what it pretends to be.
func (h *head) posterior(p *talker.Player) *belief.Posterior {
	o := p.Observation()
	if o.Team() == werewolf.VillagerTeam {
		return h.mind.Mine().Now()
	}
	mask := h.mind.Public().AssumeReal(o.Seat, p.Mask.Role, p.Mask.Invented)
	if view, possible := h.mind.Village().Given(mask); possible {
		return view
	}
	return h.mind.Village().Now()
}

// odds are the logarithm of the odds, bounded.
func odds(p float64) float64 {
	const least = 1e-3
	p = max(least, min(1-least, p))
	return math.Log(p / (1 - p))
}

// noteBelief writes down what has changed of what it believes and, where it pretends, of what it shows to believe.
func (h *head) noteBelief(p *talker.Player) {
	o := p.Observation()
	h.noteView("belief", o, h.mind.Mine().Now())
	if o.Team() != werewolf.VillagerTeam {
		h.noteView("mask", o, h.view)
	}
}

func (h *head) noteView(topic string, o *werewolf.Observation, view *belief.Posterior) {
	var b strings.Builder
	for id := range o.Others().All() {
		role, how := view.Guess(id)
		fmt.Fprintf(&b, "%s: werewolf %.0f%%, rather %s (%.0f%%)\n", o.Name(id), 100*view.Wolf(id), strings.ToLower(o.Rules.Table.Name(role)), 100*how)
	}
	if text := b.String(); text != h.noted[topic] {
		h.noted[topic] = text
		h.notes = append(h.notes, note{topic, text})
	}
}

// noteReasons writes down what speaks against a player, and for it.
func (h *head) noteReasons(o *werewolf.Observation, id werewolf.SeatID) {
	const most = 4
	for _, why := range h.mind.Mine().Why(id, most) {
		about := o.Name(why.Item.Actor)
		if why.Item.Target != 0 {
			about += " to " + o.Name(why.Item.Target)
		}
		h.think("reason", "%+.1f %s (%s, day %d)", why.Weight, why.Cell, about, why.Item.Day)
	}
}

func (h *head) think(topic, format string, args ...any) {
	h.notes = append(h.notes, note{topic, fmt.Sprintf(format, args...)})
}
