package werewolf

// stage is one action of a phase: open sends its requests, close runs when all have been answered. close may
// open the stage again, for the next turn of a talk or another vote after a tie.
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
	// The following are not part of phases: they frame every day.
	dawn
	dusk
	rest
)

// stages is the order of play inside a phase. A day consists of dawn, the actions of its day phases, dusk, the
// actions of its night phases, and rest; see [Game.planDay]. The win condition is checked after every one of
// them, or, where the rules say so, only before the next day.
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

// actionNames are the names of the actions in configuration files; asks is what each
// action asks players for.
var (
	actionNames = [...]string{"talk", "whisper", "execution", "divine", "guard", "attack"}
	asks        = [...]RequestKind{Talk, Whisper, Vote, Divine, Guard, Attack, dawn: NoRequest, dusk: NoRequest, rest: NoRequest}
)

// step is one entry of the day's plan.
type step struct {
	act   action
	phase int8 // index into the rules' phases, -1 for the frame
}

// planDay lists the steps of the day. A game without werewolves is over after its first phase; like on the
// organisers' server night still falls, and its first phase is played too.
func (g *Game) planDay() {
	g.plan = append(g.plan[:0], step{dawn, -1})
	over := false // the rest of the day, or of the night, is not played
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
			a, _ := indexOf(actionNames[:], name, "action") // Validate has checked the name
			g.plan = append(g.plan, step{action(a), int8(i)})
		}
	}
	if len(g.rules.NightPhases) == 0 {
		g.plan = append(g.plan, step{dusk, -1})
	}
	g.plan = append(g.plan, step{rest, -1})
	g.at, g.begun = 0, false
}

// Step is an action of a day.
type Step struct {
	Kind  RequestKind // what it asks for; no request for the frame of the day
	Phase int8        // as events carry it: an index into the rules' phases, -1 for the frame
}

// Plan returns the steps of the day in order, and the place of the one that the game is in. They follow from the rules, the day and
// whether there is a werewolf at all, so everybody knows them; the place is known to those who are asked. There are none when the game
// is over.
func (g *Game) Plan() (steps []Step, at int) {
	for _, s := range g.plan {
		steps = append(steps, Step{asks[s.act], s.phase})
	}
	return steps, g.at
}

// current returns the step the game is in.
func (g *Game) current() step { return g.plan[g.at] }

// advance runs the game until somebody must act or it is over.
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

// next goes on to the next step.
func (g *Game) next() {
	g.begun = false
	if !g.rules.Habits.EndAtDawn && g.checkWin() {
		return
	}
	g.at++
}

func (g *Game) nothing() {}

// askEarly sends requests of later stages of the night at once where they depend on nothing before them.
// Divine and guard depend neither on whispers nor on the attack vote nor on each other, and the attack vote on
// whispers alone, so nobody has to wait. Their events still come in the order of the phases.
func (g *Game) askEarly() {
	whispers := false
	for i := g.at; i < len(g.plan); i++ {
		a := g.plan[i].act
		kind := asks[a]
		switch a {
		case divine, guard, attack:
			if i > g.at && (g.begunBefore(i, a) || a == attack && (whispers || g.rules.Habits.NeedsVoters)) {
				return
			}
			if i > g.at && !g.early.has(kind) {
				g.early.add(kind)
				stages[a].open(g)
			}
			if a == attack {
				return // it decides who lives to be asked
			}
		case whisper:
			whispers = whispers || (g.living&g.whisperers).Len() > 1
		default:
			return
		}
	}
}

// begunBefore reports whether the same action comes between the current step and step i. The second one must
// wait for the first.
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
