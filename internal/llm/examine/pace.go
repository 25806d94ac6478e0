package examine

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"wolfden/internal/llm"
)

// Pace is how fast a model is, asked one call after the other. Figures that could not be told are 0.
type Pace struct {
	Read  float64       `json:"read_tokens_per_second"`  // of a prompt, as far as it is not in a cache
	Write float64       `json:"write_tokens_per_second"` // of an answer, thought included
	Base  time.Duration `json:"base_ns"`                 // that every call takes besides
}

// Time is how long so many calls take, one after the other; it reports false where the pace is not known. A pace of reading that could
// not be told counts as no time.
func (p Pace) Time(calls, in, out float64) (d time.Duration, known bool) {
	if p.Write == 0 {
		return 0, false
	}
	seconds := calls*p.Base.Seconds() + out/p.Write
	if p.Read > 0 {
		seconds += in / p.Read
	}
	return time.Duration(seconds * float64(time.Second)), true
}

// slower is how many times as long as reading a token writing one takes, about, where nobody measured the two apart.
const slower = 6

// PaceOf is the pace at which so many tokens were read and written in a time.
func PaceOf(in, out float64, took time.Duration) Pace {
	if took <= 0 {
		return Pace{}
	}
	write := (out + in/slower) / took.Seconds()
	return Pace{Read: slower * write, Write: write}
}

const (
	// quick is the least difference of two times that says anything.
	quick = 25 * time.Millisecond
	// readFor and writeFor are about how long the long prompt and the story take.
	readFor, writeFor = 8 * time.Second, 5 * time.Second

	leastLong, mostLong   = 500, 4000
	leastStory, mostStory = 48, 160
	// fewest is how many tokens the story must have more than the short call, whose answer a small model may draw out.
	fewest = 12
)

// unmeasured says why a time tells nothing: it is that of several attempts, or nobody took it.
const unmeasured = "unknown: not every call was answered at the first attempt, and with a time"

// sample is what a call took.
type sample struct {
	in, cached, out int
	took            time.Duration
	known           bool // of a call that was answered at the first attempt
	bytes           int  // of the prompt
}

func sampleOf(q *question, r *llm.Response) sample {
	s := sample{in: r.In, cached: r.CachedIn, out: r.Out, took: r.Latency, bytes: len(q.system) + len(q.user)}
	if s.in == 0 {
		s.in = llm.Tokens(q.system) + llm.Tokens(q.user)
	}
	if s.out == 0 {
		s.out = llm.Tokens(r.Text) + llm.Tokens(r.Reasoning)
	}
	s.known = r.Attempts <= 1 && r.Latency > 0
	return s
}

// timed puts a question and tells what it took.
func (x *exam) timed(q question) (sample, error) {
	_, err := x.ask(q)
	return x.last, err
}

// measure tells how fast prompts are read and answers written: from a short call, a long answer and a long prompt.
func (x *exam) measure() {
	// The quicker of two: whatever else a server or a machine does only takes longer.
	for _, word := range []string{"yes", "no"} {
		s, err := x.timed(question{task: "tiny", user: x.Nonce + word + " Answer with the one word: " + word, most: 60})
		if err != nil {
			x.failed(Writes, err)
			x.failed(Reads, err)
			return
		}
		if !x.tiny.known || s.known && s.took < x.tiny.took {
			x.tiny = s
		}
	}
	x.writes()
	x.reads()
	p := &x.report.Pace
	rest := x.tiny.took
	if p.Write > 0 {
		rest -= after(float64(x.tiny.out), p.Write)
	}
	if p.Read > 0 {
		rest -= after(float64(x.tiny.in-x.tiny.cached), p.Read)
	}
	p.Base = max(0, rest)
}

// after is how long so many tokens take.
func after(tokens, perSecond float64) time.Duration {
	return time.Duration(tokens / perSecond * float64(time.Second))
}

// perToken is at most how long a token takes, by the short call.
func (x *exam) perToken() time.Duration {
	return max(time.Microsecond, x.tiny.took/time.Duration(max(1, x.tiny.in-x.tiny.cached+x.tiny.out)))
}

func (x *exam) story(nonce string) question {
	return question{
		task: "story", most: x.storyTokens,
		user: nonce + " Write the numbers from 1 to 200, with commas between.", // small models decline to tell a story
	}
}

func (x *exam) writes() {
	// The short call is most of all reading.
	x.storyTokens = min(max(int(writeFor/(slower*x.perToken())), leastStory), mostStory)
	s, err := x.timed(x.story(x.Nonce))
	switch more, longer := s.out-x.tiny.out, s.took-x.tiny.took; {
	case err != nil:
		x.failed(Writes, err)
	case !s.known || !x.tiny.known:
		x.found(Writes, Unknown, unmeasured)
	case more < fewest || longer < quick:
		x.found(Writes, Unknown, "unknown: %d tokens in %s are too few or too quick to be measured", s.out, seconds(s.took))
	default:
		x.report.Pace.Write = float64(more) / longer.Seconds()
		x.found(Writes, Yes, "%s tokens a second (%d tokens, thought included, in %s)", figure(x.report.Pace.Write), s.out, seconds(s.took))
	}
}

// figure is a number with two digits that count.
func figure(n float64) string {
	if n < 10 {
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.0f", n)
}

// long is the long prompt: lines that differ, so that nothing of it is worth less than other text.
func (x *exam) long(ending string) question {
	least := leastLong
	if x.Long > 0 {
		least = x.Long
	}
	tokens := min(max(int(readFor/x.perToken()), least), max(least, mostLong))
	if x.Window > 0 {
		tokens = min(tokens, x.Window/2)
	}
	m, known := markets[x.Lang]
	if !known {
		m = markets["en"]
	}
	var b strings.Builder
	b.WriteString(x.Nonce + m.title)
	for i := range tokens / m.perLine {
		fmt.Fprintf(&b, m.line, i+1, m.trades[i%len(m.trades)], 7+i*31%97, m.goods[i%len(m.goods)], m.trades[(i+2)%len(m.trades)])
	}
	return question{task: "long", user: b.String() + ending, most: 60}
}

// market is what the long prompt tells of in a language.
type market struct {
	title, line   string
	perLine       int // tokens
	trades, goods []string
}

var markets = map[string]market{
	"en": {
		title: " This is an account of a market.\n", line: "%d. The %s sold %d %s to the %s.\n", perLine: 15,
		trades: []string{"miller", "smith", "baker", "weaver", "ferryman"},
		goods:  []string{"apples", "candles", "barrels", "ribbons", "bells", "nails", "loaves"},
	},
	"ja": {
		title: " ある市場の記録です。\n", line: "%d. %sは%d個の%sを%sに売りました。\n", perLine: 20,
		trades: []string{"粉屋", "鍛冶屋", "パン屋", "機織り", "渡し守"},
		goods:  []string{"りんご", "ろうそく", "樽", "リボン", "鈴", "釘", "パン"},
	},
}

const firstEnding, secondEnding = "Answer with the one word: yes", "Answer with the one word: no"

func (x *exam) reads() {
	s, err := x.timed(x.long(firstEnding))
	if err != nil {
		x.failed(Reads, err)
		return
	}
	x.report.TokensPerByte = float64(s.in) / float64(max(1, s.bytes))
	more := (s.in - s.cached) - (x.tiny.in - x.tiny.cached)
	longer := s.took - x.tiny.took
	if w := x.report.Pace.Write; w > 0 {
		longer -= after(float64(s.out-x.tiny.out), w)
	}
	x.tiny.known = x.tiny.known && s.known
	switch {
	case !x.tiny.known:
		x.found(Reads, Unknown, unmeasured)
	case longer < quick || more < leastLong/4:
		x.found(Reads, Unknown, "unknown: %d tokens in %s are too few or too quick to be measured", s.in, seconds(s.took))
	default:
		x.report.Pace.Read = float64(more) / longer.Seconds()
		x.found(Reads, Yes, "%s tokens of prompt a second (%d tokens in %s)", figure(x.report.Pace.Read), s.in, seconds(s.took))
	}
}

// cache tells whether the same beginning is read again: by what the server counts, else by time.
func (x *exam) cache() {
	if x.report.TokensPerByte == 0 {
		x.found(Cache, Unknown, "unknown: the long prompt got no answer")
		return
	}
	s, err := x.timed(x.long(secondEnding))
	p := x.report.Pace
	anew := time.Duration(0)
	if p.Read > 0 {
		anew = after(float64(s.in), p.Read)
	}
	reading := s.took - p.Base
	if p.Write > 0 {
		reading -= after(float64(s.out), p.Write)
	}
	switch {
	case err != nil:
		x.failed(Cache, err)
	case s.cached > s.in/2:
		x.found(Cache, Yes, "works: %d of %d tokens of a prompt with the same beginning came out of it", s.cached, s.in)
	case !s.known || p.Read == 0:
		x.found(Cache, Unknown, "unknown: the server counts nothing, and its pace could not be measured")
	case anew < 4*quick:
		x.found(Cache, Unknown, "unknown: the server counts nothing, and reads too fast to tell by time")
	case reading < anew/2:
		x.found(Cache, Yes, "works, by time: the same beginning took %s instead of %s", seconds(max(0, reading)), seconds(anew))
	default:
		x.found(Cache, No, "none seen: the same beginning was read anew in %s", seconds(reading))
	}
}

// atOnce tells whether two answers are written side by side.
func (x *exam) atOnce() {
	var pair [2]sample
	var errs [2]error
	var rs [2]llm.Response
	var qs [2]question
	var both sync.WaitGroup
	for i := range pair {
		qs[i] = x.story(fmt.Sprint(x.Nonce, i))
		qs[i].task = "pair"
		both.Go(func() { rs[i], errs[i] = x.put(x.Model, qs[i]) })
	}
	both.Wait()
	var slower, alone time.Duration
	for i := range pair {
		x.report.Calls += max(1, rs[i].Attempts)
		x.report.Usage = x.report.Add(rs[i].Usage)
		pair[i] = sampleOf(&qs[i], &rs[i])
		if rs[i].Text == "" {
			x.found(AtOnce, Unknown, "unknown: one of two calls at the same time got no answer (%s)", llm.CauseOf(errs[i]))
			return
		}
		one, known := x.report.Pace.Time(1, float64(pair[i].in-pair[i].cached), float64(pair[i].out))
		why := ""
		switch {
		case !pair[i].known:
			why = unmeasured
		case !known:
			why = "unknown: the pace of one alone could not be measured"
		case one < 4*quick:
			why = "unknown: too quick to be measured"
		}
		if why != "" {
			x.found(AtOnce, Unknown, "%s", why)
			return
		}
		slower, alone = max(slower, pair[i].took), max(alone, one)
	}
	const beside, behind = 1.35, 1.7
	switch ratio := slower.Seconds() / alone.Seconds(); {
	case ratio < beside:
		x.found(AtOnce, Yes, "side by side: two answers took %.1f times as long as one", ratio)
	case ratio < behind:
		x.found(AtOnce, Partly, "two answers took %.1f times as long as one: several at once gain something", ratio)
	default:
		x.found(AtOnce, No, "two answers took %.1f times as long as one: several at once gain nothing", ratio)
	}
}
