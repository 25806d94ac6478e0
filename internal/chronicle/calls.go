package chronicle

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
)

// Calls sums the calls of a player, or of several: who answered, and what it took. They are told by the notes of the records
// and by nothing else, so that a run and the records it leaves have the same. The zero Calls is none.
type Calls struct {
	ByModel  int            // questions that a model answered
	Repaired int            // those of them whose answer had slips and one reading all the same
	ByRule   int            // questions that a rule answered in its place
	Causes   map[string]int // why, see Call.Cause; nil where no rule answered
	// Lists are what the lists in answers of a model held, by task.
	Lists map[string]Lists
	// Lines are the utterances with words of who asked, at the table and in whispers, and LinesByModel those in a model's words.
	Lines, LinesByModel int
	Kept                int // answers out of a cache of the user's; their tokens and their time do not count
	Sent                int // requests that were sent, each attempt and each second question
	// Tokens, as the provider counts them: CachedIn are those of In that it had in its cache, Thought those of Out that
	// were thought.
	In, CachedIn, Out, Thought int
	USD                        float64
	latencies                  []int64 // milliseconds from question to answer, where one was sent for and came
}

// Count counts a call.
func (s *Calls) Count(c *Call) {
	if c.By == ByModel {
		s.ByModel++
		if c.Repaired != "" {
			s.Repaired++
		}
		if l := c.List; l != nil {
			sum := Lists{Answers: 1, Values: l.Given, Dropped: l.Dropped}
			if l.Empty {
				sum.Empty = 1
			}
			s.listed(c.Task, sum)
		}
	} else {
		s.ByRule++
		s.because(c.Cause(), 1)
	}
	s.Sent += c.Attempts
	s.USD += c.USD
	if c.Cached {
		s.Kept++
		return
	}
	s.In, s.CachedIn, s.Out, s.Thought = s.In+c.In, s.CachedIn+c.CachedIn, s.Out+c.Out, s.Thought+c.ThoughtOut
	if c.answered() {
		s.latencies = append(s.latencies, c.Latency)
	}
}

func (s *Calls) because(kind string, n int) {
	if s.Causes == nil {
		s.Causes = map[string]int{}
	}
	s.Causes[kind] += n
}

// Noted sums the calls among notes, nil where none is one.
func Noted(notes []gamelog.Note) *Calls {
	var s *Calls
	for _, c := range CallsOf(notes) {
		if c != nil {
			if s == nil {
				s = &Calls{}
			}
			s.Count(c)
		}
	}
	return s
}

// Counted is answers whose tokens and time are not known: how many there were, and the causes for which rules gave some of them.
func Counted(answers int, causes []string) *Calls {
	s := &Calls{ByModel: answers - len(causes), ByRule: len(causes)}
	for _, cause := range causes {
		s.because(cause, 1)
	}
	return s
}

// Add adds others, which are left as they are; nil is none.
func (s *Calls) Add(o *Calls) {
	if o == nil {
		return
	}
	s.ByModel, s.Repaired, s.ByRule, s.Kept, s.Sent = s.ByModel+o.ByModel, s.Repaired+o.Repaired, s.ByRule+o.ByRule, s.Kept+o.Kept, s.Sent+o.Sent
	s.Lines, s.LinesByModel = s.Lines+o.Lines, s.LinesByModel+o.LinesByModel
	s.In, s.CachedIn, s.Out, s.Thought = s.In+o.In, s.CachedIn+o.CachedIn, s.Out+o.Out, s.Thought+o.Thought
	s.USD += o.USD
	for kind, n := range o.Causes {
		s.because(kind, n)
	}
	for task, l := range o.Lists {
		s.listed(task, l)
	}
	s.latencies = append(s.latencies, o.latencies...)
}

// Asked is how many questions there were.
func (s *Calls) Asked() int { return s.ByModel + s.ByRule }

// Share is which share of the questions a model answered, NaN without any.
func (s *Calls) Share() float64 { return share(s.ByModel, s.Asked()) }

// ShareOfLines is which share of the lines has a model's words, NaN without any.
func (s *Calls) ShareOfLines() float64 { return share(s.LinesByModel, s.Lines) }

func share(part, all int) float64 {
	if all == 0 {
		return math.NaN()
	}
	return float64(part) / float64(all)
}

// Latency is the shortest time in which the given share of the answers came, in milliseconds; false without any. Answers that
// never came have no time: they are among the causes.
func (s *Calls) Latency(share float64) (ms int64, ok bool) {
	n := len(s.latencies)
	if n == 0 {
		return 0, false
	}
	return slices.Sorted(slices.Values(s.latencies))[min(n, max(1, int(math.Ceil(share*float64(n)))))-1], true
}

// Commonest are the causes with their numbers, the commonest first, at most so many and then how many others there are.
func (s *Calls) Commonest(most int) string {
	kinds := slices.SortedFunc(maps.Keys(s.Causes), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.Causes[b], s.Causes[a]), strings.Compare(a, b))
	})
	var parts []string
	others := 0
	for i, kind := range kinds {
		if i < most {
			parts = append(parts, fmt.Sprintf("%s %d", kind, s.Causes[kind]))
		} else {
			others += s.Causes[kind]
		}
	}
	if others > 0 {
		parts = append(parts, fmt.Sprintf("others %d", others))
	}
	return strings.Join(parts, ", ")
}

// CallColumns are what the Cells of Calls are called.
func CallColumns() []string {
	return []string{"answers", "by model", "lines by model", "repaired", "by rule", "requests", "tokens in", "cached", "out", "thought", "p50", "p95", "USD"}
}

// Cells are the figures for a table that people read, by CallColumns.
func (s *Calls) Cells() []string {
	byModel, lines := "-", "-"
	if s.Asked() > 0 {
		byModel = fmt.Sprintf("%d (%s)", s.ByModel, percent(s.Share()))
	}
	if s.Lines > 0 {
		lines = fmt.Sprintf("%d of %d (%s)", s.LinesByModel, s.Lines, percent(s.ShareOfLines()))
	}
	cells := []string{strconv.Itoa(s.Asked()), byModel, lines}
	for _, n := range []int{s.Repaired, s.ByRule, s.Sent, s.In, s.CachedIn, s.Out, s.Thought} {
		cells = append(cells, strconv.Itoa(n))
	}
	for _, share := range []float64{median, late} {
		cell := "-"
		if ms, ok := s.Latency(share); ok {
			cell = fmt.Sprintf("%.2f s", float64(ms)/1000)
		}
		cells = append(cells, cell)
	}
	return append(cells, fmt.Sprintf("%.4f", s.USD))
}

// percent is a share with one digit. 100.0% is all of them.
func percent(share float64) string { return fmt.Sprintf("%.1f%%", math.Floor(1000*share)/10) }

// The latencies that are shown.
const (
	median = 0.5
	late   = 0.95
)

// callsJSON is the figures for machines.
type callsJSON struct {
	ByModel  int              `json:"by_model"`
	Repaired int              `json:"repaired,omitempty"`
	ByRule   int              `json:"by_rule"`
	Share    *float64         `json:"share_by_model"` // null without an answer
	Causes   map[string]int   `json:"causes,omitempty"`
	Lists    map[string]Lists `json:"lists,omitempty"`
	Lines    int              `json:"lines"`
	Worded   int              `json:"lines_by_model"`
	OfLines  *float64         `json:"share_of_lines"` // null without a line
	Kept     int              `json:"from_cache,omitempty"`
	Sent     int              `json:"requests"`
	In       int              `json:"tokens_in"`
	CachedIn int              `json:"tokens_in_cached"`
	Out      int              `json:"tokens_out"`
	Thought  int              `json:"tokens_thought"`
	P50      *int64           `json:"latency_p50_ms"` // null without an answer
	P95      *int64           `json:"latency_p95_ms"`
	USD      float64          `json:"cost_usd"`
}

// MarshalJSON writes the figures that tables have.
func (s Calls) MarshalJSON() ([]byte, error) {
	j := callsJSON{
		ByModel: s.ByModel, Repaired: s.Repaired, ByRule: s.ByRule, Causes: s.Causes, Lists: s.Lists, Lines: s.Lines, Worded: s.LinesByModel, Kept: s.Kept, Sent: s.Sent,
		In: s.In, CachedIn: s.CachedIn, Out: s.Out, Thought: s.Thought, USD: s.USD,
	}
	for to, share := range map[**float64]float64{&j.Share: s.Share(), &j.OfLines: s.ShareOfLines()} {
		if !math.IsNaN(share) {
			*to = &share
		}
	}
	if p50, ok := s.Latency(median); ok {
		p95, _ := s.Latency(late)
		j.P50, j.P95 = &p50, &p95
	}
	return json.Marshal(j)
}

// call counts a call of the player.
func (p *Player) call(c *Call) {
	if p.Calls == nil {
		p.Calls = &Calls{}
	}
	p.Calls.Count(c)
}
