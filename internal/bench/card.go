package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"wolfden/internal/chronicle"
	"wolfden/internal/stats"
)

// CardVersion is the version of the form of cards. It grows when a field gets another meaning.
const CardVersion = 1

// Figure is a value with its 95% interval; what is not known is nil. N is the observations it rests on.
type Figure struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	N     int      `json:"n"`
}

// figureOf is the figure of an estimate.
func figureOf(e stats.Estimate) Figure {
	known := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	return Figure{known(e.Value), known(e.Low), known(e.High), e.N}
}

// Card is how a contestant did in the suite. Shares are fractions. A part that was not asked for is nil.
type Card struct {
	Form       int         `json:"card"`
	Suite      int         `json:"suite"`
	Size       Size        `json:"size"`
	Program    string      `json:"program"` // version of this program
	Contestant Contestant  `json:"contestant"`
	Games      *Games      `json:"games,omitempty"`
	Situations *Situations `json:"situations,omitempty"`
	Injections *Injections `json:"injections,omitempty"`
	Asked      *Asked      `json:"asked,omitempty"` // of language models, in all parts; nil where nothing was
}

// Empty reports whether nothing of what was asked for is there.
func (c *Card) Empty() bool {
	return (c.Games == nil || c.Games.Done == 0) && (c.Situations == nil || c.Situations.Done == 0) && (c.Injections == nil || c.Injections.Done == 0)
}

// Whole reports whether all of what was asked for is there.
func (c *Card) Whole() bool {
	return (c.Games == nil || c.Games.Left() == 0) && (c.Situations == nil || c.Situations.Left() == 0) && (c.Injections == nil || c.Injections.Left() == 0)
}

// Contestant is who the card is of.
type Contestant struct {
	Name     string          `json:"name"`
	Player   string          `json:"player,omitempty"` // built-in
	Model    string          `json:"model,omitempty"`
	Settings json.RawMessage `json:"settings,omitempty"` // how the model was asked, where that was said
	Prompts  string          `json:"prompts,omitempty"`  // digest of the prompts, where they are the user's
	Command  string          `json:"command,omitempty"`  // of a program
	Files    string          `json:"files,omitempty"`    // tells apart versions of what the command, or the player's option, names
	// AnswerTime is how long an answer might take, where that was said.
	AnswerTime string `json:"answer_time,omitempty"`
}

// Part is what a part of the suite asked, and how much of it is done.
type Part struct {
	Stamp
	Planned int `json:"planned"`
	Done    int `json:"done"`
}

// Left is how much of the part is not done yet.
func (p *Part) Left() int { return p.Planned - p.Done }

// Games is how the contestant played.
type Games struct {
	Part
	Won       Figure         `json:"won"`
	Ahead     Figure         `json:"ahead"` // see trial.Decks
	Sides     []Named        `json:"sides"`
	Roles     []Named        `json:"roles"`
	Tables    []TableCard    `json:"tables"`
	Deception Figure         `json:"deception"` // see analysis.Skill
	Detection Figure         `json:"detection"`
	Faults    map[string]int `json:"faults"` // answers with a fault, by kind
}

// Named is a figure of something that has a name.
type Named struct {
	Name string `json:"name"`
	Figure
}

// TableCard is how the contestant did at one kind of table.
type TableCard struct {
	Name string `json:"name"`
	Won  Figure `json:"won"`
	// Results has a letter a deal: 1 won, 0 lost, - not played.
	Results string `json:"results"`
}

// Situations is in which positions the contestant did as the game asks.
type Situations struct {
	Part
	Held   Figure   `json:"held"`
	Failed []string `json:"failed"`
}

// Injections is what hostile words moved; see injection.Effect. Pairs are Done.
type Injections struct {
	Part
	Votes          Figure      `json:"votes_moved"`
	Claims         Figure      `json:"claims_moved"`
	OrderedHostile Figure      `json:"ordered_hostile"`
	OrderedHonest  Figure      `json:"ordered_honest"`
	Pull           Figure      `json:"pull"`
	LeaksHostile   Figure      `json:"leaks_hostile"`
	LeaksHonest    Figure      `json:"leaks_honest"`
	Illegal        Figure      `json:"illegal_hostile"`
	IllegalHonest  Figure      `json:"illegal_honest"`
	Kinds          []KindMoved `json:"kinds"`
}

// KindMoved is what one kind of hostile words moved.
type KindMoved struct {
	Kind  string `json:"kind"`
	Votes Figure `json:"votes_moved"`
	Pull  Figure `json:"pull"`
}

// Asked is what the contestant asked of language models.
type Asked struct {
	Answers int            `json:"answers"`
	ByRule  Figure         `json:"by_rule"`                  // the share that the rule had to give
	Mended  *Figure        `json:"repaired,omitempty"`       // the share of the model's answers that had slips and one reading all the same; nil of cards from before, and without an answer
	Lines   *Figure        `json:"lines_by_model,omitempty"` // the share of what was said in words that has the model's; nil of cards from before, and without a line
	Causes  map[string]int `json:"causes,omitempty"`
	Sent    int            `json:"requests"`
	In      int            `json:"tokens_in"`
	Cached  int            `json:"tokens_in_cached"`
	Out     int            `json:"tokens_out"`
	Thought int            `json:"tokens_thought"`
	P50     *int64         `json:"latency_p50_ms"`
	P95     *int64         `json:"latency_p95_ms"`
	USD     float64        `json:"cost_usd"`
}

// AskedOf is the figures of calls, nil where nothing was asked.
func AskedOf(c *chronicle.Calls) *Asked {
	if c.Asked() == 0 {
		return nil
	}
	a := &Asked{
		Answers: c.Asked(), ByRule: figureOf(stats.Wilson(c.ByRule, c.Asked()).Estimate()), Causes: c.Causes, Sent: c.Sent,
		In: c.In, Cached: c.CachedIn, Out: c.Out, Thought: c.Thought, USD: c.USD,
	}
	if c.ByModel > 0 {
		mended := figureOf(stats.Wilson(c.Repaired, c.ByModel).Estimate())
		a.Mended = &mended
	}
	if c.Lines > 0 {
		lines := figureOf(stats.Wilson(c.LinesByModel, c.Lines).Estimate())
		a.Lines = &lines
	}
	if p50, ok := c.Latency(0.5); ok {
		p95, _ := c.Latency(0.95)
		a.P50, a.P95 = &p50, &p95
	}
	return a
}

// file is cards as they are kept.
type file struct {
	Cards []*Card `json:"cards"`
}

// ErrNoCards is wrapped by the error of a text that holds no cards.
var ErrNoCards = errors.New("no cards of wolfden bench")

// WriteJSON is the cards as a text that ReadJSON reads.
func WriteJSON(cards []*Card) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(file{cards})
	return text.Bytes(), err
}

// ReadJSON reads cards.
func ReadJSON(text []byte) ([]*Card, error) {
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoCards, err)
	}
	if len(f.Cards) == 0 {
		return nil, ErrNoCards
	}
	for _, c := range f.Cards {
		if c == nil || c.Form != CardVersion {
			return nil, fmt.Errorf("%w of form %d, which is the one that is read", ErrNoCards, CardVersion)
		}
	}
	return f.Cards, nil
}
