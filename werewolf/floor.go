package werewolf

// budget counts what a seat has used of the day's talk or whisper.
type budget struct {
	count  int
	length int
	skips  int // in a row
	over   bool
}

// floor is the state of the talk or whisper phase in progress.
type floor struct {
	kind    RequestKind
	rules   *TalkRules
	order   []SeatID // speakers of this turn, in order
	at      int      // place in the order, in the serial mode
	turn    int
	idx     int
	unheard []Event // utterances of a synchronized turn, until all have come
	used    [2]int  // utterances of all players today, in talk and in whisper
	drawn   []SeatID
}

// budgetIndex returns the index of talk or of whisper in budgets and in floor.used.
func budgetIndex(k RequestKind) int { return int(k - Talk) }

func (g *Game) openTalk()    { g.openFloor(Talk, g.living) }
func (g *Game) openWhisper() { g.openFloor(Whisper, g.living&g.whisperers) }

// openFloor begins a talk or whisper phase. With fewer than two speakers there is none.
func (g *Game) openFloor(kind RequestKind, who SeatSet) {
	f := &g.floor
	f.kind, f.rules = kind, g.rules.talkRules(kind)
	f.turn, f.idx = -1, 0
	f.order, f.drawn, f.unheard = f.order[:0], f.drawn[:0], f.unheard[:0]
	if f.rules.PerPhase {
		g.renew(budgetIndex(kind))
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

// renew resets everybody's budget in the middle of a day.
func (g *Game) renew(index int) {
	g.floor.used[index] = 0
	for i := range g.seats {
		g.seats[i].budgets[index] = budget{}
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

// openTurn asks for the next turn, or nobody when every speaker has said Over or has nothing left.
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

// askTurn asks the speakers whose turn it is now.
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

// closeTurn goes on when no utterance is pending: to the next speaker, to the next turn, or to the end of the
// phase.
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

// closeFloor ends an open floor. Nobody who could still speak has to.
func (g *Game) closeFloor(kind RequestKind) {
	for id := range g.open[kind].All() {
		g.markAnswered(id)
	}
}

// maySpeak reports whether the seat may speak once more today.
func (g *Game) maySpeak(id SeatID) bool { return !g.gone.Has(id) && g.hasWords(g.floor.kind, id) }

func (g *Game) hasWords(kind RequestKind, id SeatID) bool {
	b := &g.seats[id].budgets[budgetIndex(kind)]
	limit := g.rules.talkRules(kind).MaxCount.PerAgent
	return !b.over && (limit == NoLimit || b.count < limit)
}

// leftToday returns how many utterances the daily limit of the phase still allows to all players together, or
// a negative number when there is no limit. On an open floor there is none.
func (g *Game) leftToday() int {
	limit := g.floor.rules.MaxCount.PerDay
	if limit == NoLimit || g.floor.rules.Mode == Anytime {
		return NoLimit
	}
	return max(0, limit-g.floor.used[budgetIndex(g.floor.kind)])
}

// Left returns what the seat has left of today's talk or whisper after its next utterance. Count is Spent when
// it may not speak again.
func (g *Game) Left(kind RequestKind, id SeatID) Left {
	l := g.left(kind, id)
	if !g.hasWords(kind, id) {
		l.Count = Spent
	}
	return l
}

// left is Left for a seat that may still speak.
func (g *Game) left(kind RequestKind, id SeatID) Left {
	t, b := g.rules.talkRules(kind), &g.seats[id].budgets[budgetIndex(kind)]
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

// speak applies an utterance: it decides whether the text is Skip, Over or talk, charges the seat's budget,
// and cuts what exceeds a limit.
func (g *Game) speak(a Action) {
	f := &g.floor
	b := &g.seats[a.Seat].budgets[budgetIndex(f.kind)]
	e := Event{Kind: Talked, Seat: a.Seat, Turn: f.turn, Audience: Everybody}
	if f.kind == Whisper {
		e.Kind, e.Audience = Whispered, Only(g.whisperers)
	}
	if f.rules.Mode == Anytime {
		e.Turn = b.count
	}
	b.count++
	f.used[budgetIndex(f.kind)]++
	g.classify(&e, a, b)
	if e.Over && !f.rules.OverPasses {
		b.over = true
	}
	if f.rules.Mode != Anytime || !g.maySpeak(a.Seat) {
		g.markAnswered(a.Seat)
	}
	if f.rules.Mode == Synchronized {
		f.unheard = append(f.unheard, e)
		return
	}
	g.utter(e)
}

// classify sets the text and the flags of an utterance.
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

// release emits the utterances of a synchronized turn, in speaking order.
func (g *Game) release() {
	f := &g.floor
	for _, id := range f.order {
		for _, e := range f.unheard {
			if e.Seat == id {
				g.utter(e)
			}
		}
	}
	f.unheard = f.unheard[:0]
}

func (g *Game) utter(e Event) {
	e.Idx = g.floor.idx
	g.floor.idx++
	g.emit(e)
}

// sortSeats is an insertion sort: for a dozen seats it needs no allocation.
func sortSeats(s []SeatID) {
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}
