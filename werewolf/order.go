package werewolf

// stage is one action of a phase: how it asks, and what follows when all that
// was asked for is there. close may open the stage again (the next turn of a
// talk, another vote after a tie).
type stage struct {
	open  func(*Game)
	close func(*Game)
}

// action is an index into stages.
type action uint8

const (
	talk action = iota
	whisper
	execution
	divine
	guard
	attack
	// What follows is not for phases: it frames every day.
	dawn
	dusk
	rest
)

// stages is the order of play inside a phase. A day is dawn, the actions of
// its day phases, dusk, the actions of its night phases, rest; see
// [Game.planDay]. The win condition is checked after every one of them,
// or before the next day begins where the rules look for it only then.
var stages = [...]stage{
	talk:      {(*Game).openTalk, (*Game).closeTurn},
	whisper:   {(*Game).openWhisper, (*Game).closeTurn},
	execution: {(*Game).openVote, (*Game).closeVote},
	divine:    {(*Game).openDivine, (*Game).closeDivine},
	guard:     {(*Game).openGuard, (*Game).closeGuard},
	attack:    {(*Game).openAttack, (*Game).closeAttack},
	dawn:      {(*Game).tellDawn, (*Game).next},
	dusk:      {(*Game).tellDusk, (*Game).next},
	rest:      {(*Game).nothing, (*Game).closeDay},
}

// actionNames are the actions as configuration files name them, asks what each
// asks players for.
var (
	actionNames = [...]string{"talk", "whisper", "execution", "divine", "guard", "attack"}
	asks        = [...]RequestKind{Talk, Whisper, Vote, Divine, Guard, Attack, dawn: NoRequest, dusk: NoRequest, rest: NoRequest}
)

// step is one entry of the day's plan.
type step struct {
	act   action
	phase int8 // index into the rules' phases, -1 for the frame
}

// planDay lists what the day will bring. A game without werewolves is over as
// soon as its first phase was played; as on the organisers' server night falls
// all the same, and its first phase is played too.
func (g *Game) planDay() {
	g.plan = append(g.plan[:0], step{dawn, -1})
	over := false // for who has won already
	for i := range len(g.rules.DayPhases) + len(g.rules.NightPhases) {
		if i == len(g.rules.DayPhases) {
			g.plan = append(g.plan, step{dusk, -1})
			over = false
		}
		p := g.rules.phase(i)
		if !p.On(g.day) || over {
			continue
		}
		over = g.peaceful()
		for _, name := range p.Actions {
			a, _ := indexOf(actionNames[:], name, "action") // Validate has seen to it
			g.plan = append(g.plan, step{action(a), int8(i)})
		}
	}
	if len(g.rules.NightPhases) == 0 {
		g.plan = append(g.plan, step{dusk, -1})
	}
	g.plan = append(g.plan, step{rest, -1})
	g.at, g.begun = 0, false
}

// current is the step the game is in.
func (g *Game) current() step { return g.plan[g.at] }

// advance moves on until somebody must act or the game is over.
func (g *Game) advance() {
	for !g.over() {
		act := g.current().act
		st := &stages[act]
		if !g.begun {
			g.begun = true
			if !g.early.has(asks[act]) {
				st.open(g)
			}
			g.askEarly()
		}
		if g.open[asks[act]] != 0 {
			return
		}
		st.close(g)
	}
}

// next leaves the current step.
func (g *Game) next() {
	g.begun = false
	if !g.rules.Habits.EndAtDawn && g.checkWin() {
		return
	}
	g.at++
}

func (g *Game) nothing() {}

// askEarly asks at once what comes later in the night but depends on nothing
// before it: divine and guard do not depend on whispers, on the attack vote or
// on each other, so that nobody waits for them in turn. Their events still
// come in the order of the phases.
func (g *Game) askEarly() {
	for i := g.at; i < len(g.plan); i++ {
		a := g.plan[i].act
		kind := asks[a]
		switch a {
		case divine, guard:
			if i > g.at && g.begunBefore(i, a) {
				return
			}
			if i > g.at && !g.early.has(kind) {
				g.early.add(kind)
				stages[a].open(g)
			}
		case whisper:
		case attack:
			return // who lives after it is not known before it
		default:
			return
		}
	}
}

// begunBefore reports whether the same action stands between here and step i:
// a second one must wait for the first.
func (g *Game) begunBefore(i int, a action) bool {
	for j := g.at; j < i; j++ {
		if g.plan[j].act == a {
			return true
		}
	}
	return false
}

// kindSet is a set of request kinds.
type kindSet uint16

func (s kindSet) has(k RequestKind) bool { return k != NoRequest && s>>k&1 == 1 }
func (s *kindSet) add(k RequestKind)     { *s |= 1 << k }
func (s *kindSet) remove(k RequestKind)  { *s &^= 1 << k }
