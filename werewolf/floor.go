package werewolf

// budget is what a seat has used of a day's talk or whisper.
type budget struct {
	count  int
	length int
	skips  int // in a row
	over   bool
}

// floor is the talk or whisper that is going on.
type floor struct {
	kind  RequestKind
	rules *TalkRules
	order []SeatID // those who speak in this turn, in order
	at    int      // the place in the order, in the serial mode
	turn  int
	idx   int
	held  []Event // a synchronized turn's utterances until all are there
	used  [2]int  // utterances of the day in all, talk and whisper
	drawn []SeatID
}

// lane tells talk's budgets from whisper's.
func lane(k RequestKind) int { return int(k - Talk) }

func (g *Game) openTalk()    { g.openFloor(Talk, g.living) }
func (g *Game) openWhisper() { g.openFloor(Whisper, g.living&g.whisperers) }

// openFloor begins a talk or whisper phase; with fewer than two it does not
// take place.
func (g *Game) openFloor(kind RequestKind, who SeatSet) {
	f := &g.floor
	f.kind, f.rules = kind, g.rules.talkRules(kind)
	f.turn, f.idx = -1, 0
	f.order, f.drawn, f.held = f.order[:0], f.drawn[:0], f.held[:0]
	if f.rules.PerPhase {
		g.renew(lane(kind))
	}
	if who.Len() < 2 {
		return
	}
	for id := range who.All() {
		f.drawn = append(f.drawn, id)
	}
	if f.rules.Order == EachPhase {
		g.drawOrder()
	}
	g.openTurn()
}

// renew gives everybody fresh words in the middle of a day.
func (g *Game) renew(lane int) {
	g.floor.used[lane] = 0
	for i := range g.seats {
		g.seats[i].budgets[lane] = budget{}
	}
}

func (g *Game) drawOrder() {
	why := DrawTalkOrder
	if g.floor.kind == Whisper {
		why = DrawWhisperOrder
	}
	at := Occasion{Day: g.day, Phase: int(g.current().phase), Turn: max(g.floor.turn, 0)}
	g.chance.Shuffle(g.floor.drawn, why, at)
}

// openTurn asks for the next turn, or nobody when all are over or spent.
func (g *Game) openTurn() {
	f := &g.floor
	f.turn++
	f.at = 0
	f.order = f.order[:0]
	if f.rules.Mode != Anytime && f.rules.Order == EachTurn {
		// Drawn from a settled order, so that a turn's draw does not depend
		// on the one before.
		sortSeats(f.drawn)
		g.drawOrder()
	}
	left := g.leftToday()
	for _, id := range f.drawn {
		if g.maySpeak(id) && left != 0 {
			f.order = append(f.order, id)
			if f.rules.Mode == Synchronized {
				left-- // the others of the turn are already counted
			}
		}
	}
	g.askTurn()
}

// askTurn asks those of the turn who are to speak now.
func (g *Game) askTurn() {
	f := &g.floor
	if f.rules.Mode == Serial {
		if f.at < len(f.order) && g.leftToday() != 0 {
			g.ask(f.kind, SetOf(f.order[f.at]))
		}
		return
	}
	g.ask(f.kind, SetOf(f.order...))
}

// closeTurn is reached when nothing of the talk is pending: the next speaker,
// the next turn, or the end of the phase.
func (g *Game) closeTurn() {
	f := &g.floor
	if f.rules.Mode == Serial {
		for f.at++; f.at < len(f.order); f.at++ {
			if g.askTurn(); g.open[f.kind] != 0 {
				return
			}
		}
	}
	g.release()
	if len(f.order) > 0 && f.rules.Mode != Anytime {
		if g.openTurn(); g.open[f.kind] != 0 {
			return
		}
	}
	g.next()
}

// closeFloor ends an open floor: whoever is still asked need not speak.
func (g *Game) closeFloor(kind RequestKind) {
	for id := range g.open[kind].All() {
		g.settle(id)
	}
}

// maySpeak reports whether the seat has words left today.
func (g *Game) maySpeak(id SeatID) bool { return !g.gone.Has(id) && g.hasWords(g.floor.kind, id) }

func (g *Game) hasWords(kind RequestKind, id SeatID) bool {
	b := &g.seats[id].budgets[lane(kind)]
	limit := g.rules.talkRules(kind).MaxCount.PerAgent
	return !b.over && (limit == NoLimit || b.count < limit)
}

// leftToday is how many utterances the phase's limit still lets all players
// have today; negative when it sets none. The open floor knows no such limit.
func (g *Game) leftToday() int {
	limit := g.floor.rules.MaxCount.PerDay
	if limit == NoLimit || g.floor.rules.Mode == Anytime {
		return NoLimit
	}
	return max(0, limit-g.floor.used[lane(g.floor.kind)])
}

// Left is what a seat has left of today's talk or whisper after its next
// utterance. Count is Spent where there can be no next one.
func (g *Game) Left(kind RequestKind, id SeatID) Left {
	l := g.left(kind, id)
	if !g.hasWords(kind, id) {
		l.Count = Spent
	}
	return l
}

// left is Left for a seat that has words left.
func (g *Game) left(kind RequestKind, id SeatID) Left {
	t, b := g.rules.talkRules(kind), &g.seats[id].budgets[lane(kind)]
	l := Left{Count: NoLimit, Length: NoLimit, Skip: NoLimit}
	if t.MaxCount.PerAgent != NoLimit {
		l.Count = t.MaxCount.PerAgent - b.count - 1
	}
	if t.MaxLength.PerAgent != NoLimit {
		l.Length = t.MaxLength.PerAgent - b.length
	}
	if t.MaxSkip != NoLimit {
		l.Skip = max(0, t.MaxSkip-b.skips)
	}
	return l
}

// speak takes an utterance: what the text means to the rules, what it costs,
// what of it is kept.
func (g *Game) speak(a Action) {
	f := &g.floor
	b := &g.seats[a.Seat].budgets[lane(f.kind)]
	e := Event{Kind: Talked, Seat: a.Seat, Turn: f.turn, Audience: Everybody}
	if f.kind == Whisper {
		e.Kind, e.Audience = Whispered, Only(g.whisperers)
	}
	if f.rules.Mode == Anytime {
		e.Turn = b.count
	}
	b.count++
	f.used[lane(f.kind)]++
	g.classify(&e, a, b)
	if e.Over && !f.rules.OverPasses {
		b.over = true
	}
	if f.rules.Mode != Anytime || !g.maySpeak(a.Seat) {
		g.settle(a.Seat)
	}
	if f.rules.Mode == Synchronized {
		f.held = append(f.held, e)
		return
	}
	g.utter(e)
}

// The two words of the protocol that are not utterances.
const (
	SkipText = "Skip"
	OverText = "Over"
)

// classify fills in text and flags of an utterance.
func (g *Game) classify(e *Event, a Action, b *budget) {
	rules := g.floor.rules
	text := Clean(a.Text)
	switch {
	case a.Missing:
		e.Text, e.Skip, e.Forced = SkipText, true, true
		return
	case text == SkipText && (rules.MaxSkip == NoLimit || b.skips < rules.MaxSkip):
		b.skips++
		e.Text, e.Skip = SkipText, true
		return
	case text == SkipText, text == OverText, text == "":
		e.Text, e.Over = OverText, true
		return
	}
	kept, cost := rules.MaxLength.Fit(text, g.others[a.Seat], rules.MaxLength.PerAgent-b.length)
	b.length += cost
	b.skips = 0
	e.Cut = len(kept) < len(text)
	if e.Cut {
		kept = Clean(kept)
	}
	if kept == "" {
		e.Text, e.Over = OverText, true
		return
	}
	e.Text = kept
}

// release makes a synchronized turn heard, in speaking order.
func (g *Game) release() {
	f := &g.floor
	for _, id := range f.order {
		for _, e := range f.held {
			if e.Seat == id {
				g.utter(e)
			}
		}
	}
	f.held = f.held[:0]
}

func (g *Game) utter(e Event) {
	e.Idx = g.floor.idx
	g.floor.idx++
	g.emit(e)
}

// sortSeats is an insertion sort: a dozen seats, no allocation.
func sortSeats(s []SeatID) {
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}
