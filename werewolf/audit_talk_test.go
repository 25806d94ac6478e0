package werewolf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// speaker is what a seat has said today, in talk or in whispers, or in this
// phase where the rules renew it.
type speaker struct {
	count, skips, paid int
	over               bool
}

// talking is one talk or whisper phase being read.
type talking struct {
	kind  EventKind
	lane  int
	rules *TalkRules
	who   SeatSet
	idx   int
}

// talk reads a talk or whisper phase. shared says that the phase has other
// actions too, so that its failures cannot be told apart from theirs.
func (a *audit) talk(kind EventKind, who SeatSet, shared bool) {
	f := &talking{kind: kind, rules: &a.rules.Talk, who: who}
	if kind == Whispered {
		f.lane, f.rules = 1, &a.rules.Whisper
	}
	if f.rules.PerPhase {
		a.speakers[f.lane], a.used[f.lane] = map[SeatID]*speaker{}, 0
	}
	if who.Len() < 2 {
		return
	}
	vague := shared && slices.ContainsFunc(a.log, func(e Event) bool {
		return e.Kind == Failed && e.Day == a.day && e.Phase == a.phase
	})
	if f.rules.Mode == Anytime || vague {
		a.openFloor(f)
		return
	}
	for turn := 0; a.turn(f, turn); turn++ {
	}
}

// openFloor reads what is said in no order.
func (a *audit) openFloor(f *talking) {
	for id := range f.who.All() {
		a.asked = a.asked || a.maySpeak(f, id)
	}
	for a.is(f.kind) && a.log[a.pos].Phase == a.phase && a.log[a.pos].Idx == f.idx {
		e := a.log[a.pos]
		a.need(f.who.Has(e.Seat), "seat %d may not speak", e.Seat)
		turn := e.Turn
		if f.rules.Mode == Anytime {
			turn = a.of(f, e.Seat).count
			a.need(!a.gone.Has(e.Seat), "seat %d is gone", e.Seat)
		}
		a.hear(f, e.Seat, turn)
	}
}

// turn reads one turn; it reports whether there was one.
func (a *audit) turn(f *talking, turn int) bool {
	var speakers []SeatID
	for _, id := range a.order(f, turn) {
		room := f.rules.MaxCount.PerDay == NoLimit || len(speakers) < f.rules.MaxCount.PerDay-a.used[f.lane]
		if a.maySpeak(f, id) && (room || f.rules.Mode == Serial && len(speakers) > 0) {
			speakers = append(speakers, id)
		}
	}
	if len(speakers) > 0 {
		a.asked = true
	}
	if f.rules.Mode == Synchronized {
		a.absorb()
	}
	for _, id := range speakers {
		if f.rules.Mode == Serial && (a.gone.Has(id) || a.used[f.lane] == f.rules.MaxCount.PerDay) {
			continue
		}
		a.hear(f, id, turn)
	}
	return len(speakers) > 0
}

// order is the drawn order of all who take part.
func (a *audit) order(f *talking, turn int) []SeatID {
	why := DrawTalkOrder
	if f.kind == Whispered {
		why = DrawWhisperOrder
	}
	if f.rules.Order == EachPhase {
		turn = 0
	}
	for _, d := range a.draws {
		if d.why == why && d.at == (Occasion{a.day, int(a.phase), turn}) && SetOf(d.order...) == f.who {
			return d.order
		}
	}
	a.need(false, "no order was drawn for turn %d of %s", turn, f.who)
	return nil
}

func (a *audit) of(f *talking, id SeatID) *speaker {
	s := a.speakers[f.lane][id]
	if s == nil {
		s = &speaker{}
		a.speakers[f.lane][id] = s
	}
	return s
}

func (a *audit) maySpeak(f *talking, id SeatID) bool {
	s, most := a.of(f, id), f.rules.MaxCount.PerAgent
	return f.who.Has(id) && !a.gone.Has(id) && !s.over && (most == NoLimit || s.count < most)
}

// hear reads one utterance.
func (a *audit) hear(f *talking, id SeatID, turn int) {
	before := a.gone
	e := a.next(f.kind)
	s, most := a.of(f, id), f.rules.MaxCount
	a.need(e.Seat == id && e.Turn == turn && e.Idx == f.idx, "want seat %d turn %d idx %d", id, turn, f.idx)
	a.need(!s.over && (most.PerAgent == NoLimit || s.count < most.PerAgent), "seat %d has no words left", id)
	a.need(f.rules.Mode == Anytime || most.PerDay == NoLimit || a.used[f.lane] < most.PerDay, "the day has no words left")
	a.need(f.rules.Mode != Serial || a.gone.Has(id) == before.Has(id) || e.Forced, "seat %d failed and yet speaks", id)
	a.need(e.Text == Clean(e.Text) && e.Text != "" && utf8.ValidString(e.Text) && !strings.ContainsAny(e.Text, "\n\r"), "an unclean text")
	f.idx++
	s.count++
	a.used[f.lane]++
	a.flags(f, s, &e)
}

// flags checks what the utterance says it is.
func (a *audit) flags(f *talking, s *speaker, e *Event) {
	a.need(!e.Skip || e.Text == "Skip" && !e.Over, "a skip is Skip and not Over")
	a.need(!e.Over || e.Text == "Over", "an Over is Over")
	a.need(!e.Forced || e.Skip, "forced, but no skip")
	switch {
	case e.Over:
		s.over = !f.rules.OverPasses
		if e.Cut { // words of which nothing could stay are words
			s.skips = 0
		}
	case e.Skip && !e.Forced:
		s.skips++
		a.need(f.rules.MaxSkip == NoLimit || s.skips <= f.rules.MaxSkip, "%d skips in a row", s.skips)
	case !e.Skip:
		s.skips = 0
		a.length(f, s, e)
	}
}

// length measures an utterance as it stands and adds up what it cost.
func (a *audit) length(f *talking, s *speaker, e *Event) {
	l := &f.rules.MaxLength
	before, after, found := e.Text, "", false
	if l.MentionLength != NoLimit {
		before, after, found = slowMention(e.Text, a.namesBut(e.Seat))
	}
	n, m := slowMeasure(l, before), slowMeasure(l, after)
	a.need(l.PerTalk == NoLimit || n+m <= l.PerTalk, "%d in one utterance", n+m)
	if l.PerAgent == NoLimit && l.BaseLength == NoLimit {
		return
	}
	if free := max(0, l.BaseLength); n > free {
		s.paid += n - free
	}
	if found && m > l.MentionLength {
		s.paid += m - l.MentionLength
	}
	a.need(s.paid <= max(0, l.PerAgent), "%d beyond the free length today", s.paid)
}

func (a *audit) namesBut(id SeatID) (names []string) {
	for _, e := range a.log {
		if e.Kind == Seated && e.Seat != id {
			names = append(names, e.Text)
		}
	}
	return names
}

// slowMention splits a text at the first mention of a name, found by trying
// every place, the longest name first.
func slowMention(text string, names []string) (before, after string, found bool) {
	longest := slices.Clone(names)
	slices.SortStableFunc(longest, func(a, b string) int { return len(b) - len(a) })
	for i := range text {
		for _, n := range longest {
			if rest, ok := strings.CutPrefix(text[i:], "@"+n); ok {
				return text[:i], rest, true
			}
		}
	}
	return text, "", false
}

// slowMeasure is the length of a text as the rules page words it.
func slowMeasure(l *LengthRules, text string) int {
	switch {
	case l.CountInWord:
		return len(strings.Fields(text))
	case l.CountSpaces:
		return utf8.RuneCountInString(text)
	default:
		n := 0
		for _, word := range strings.FieldsFunc(text, unicode.IsSpace) {
			n += utf8.RuneCountInString(word)
		}
		return n
	}
}
