// Package uecil is the player of Tanaka and others (UEC-IL, AIWolfDial 2024). It stays consistent through summaries of
// past days and a hand-made persona.
//
// The law of the package: a prompt shows only the summary of past days. The role decides the persona (table 2), which
// speaks for the player whatever its profile. In its last turn the player says whom it votes for, and votes so.
package uecil

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/character"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/summary"
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// state is what the player keeps of one game.
type state struct {
	seed       uint64
	words      phrase.Book
	decisions  phrase.Book // what a model is told to do and that the player has decided
	strategies map[string][]strategy
	personas   []character.Persona
	margin     float32 // how much worse than the announced target another must look for the vote to change

	summary  *summary.Daily
	summed   bool // the summary stands for the days that are over
	shots    []demonstration
	reasons  bool     // the villager reasons before it speaks
	reasoned Reasoned // of the answer at hand
	strategy strategy
	planned  int            // the day of the seer's strategy, and one
	used     map[string]int // the day on which a strategy was last chosen, by key; also for what is said once a day

	mark     werewolf.SeatID // the player that the possessed takes for the seer
	inferred bool            // the mark is a model's answer to that question
	vote     dayChoice       // that was decided in the last turn
	divine   dayChoice       // that the seer announces

	// Of the answer at hand:
	black     werewolf.Finding // that the possessed has made up
	planning  bool             // the seer has planned its divination
	comingOut bool             // the possessed says who it is
	declaring bool             // the vote is to be said
	ending    bool             // a model has nothing else to say today
	decides   bool             // the votes are decided step by step
}

// dayChoice is a player chosen on a day. The zero choice is none.
type dayChoice struct {
	day     int
	who     werewolf.SeatID
	byModel bool
}

// onDay is who was chosen on the day, 0 for nobody.
func (c dayChoice) onDay(day int) werewolf.SeatID {
	if c.day != day {
		return 0
	}
	return c.who
}

func newState(k *agent.Kit) (*state, error) {
	sys := &state{
		seed: k.Seed, margin: float32(k.Number("margin")), summary: summary.NewDaily(k.Desk, k.Int("summary")), used: map[string]int{},
	}
	var err error
	if sys.words, err = phrase.Read(files, "words", k.Desk.Lang()); err != nil {
		return nil, err
	}
	if sys.decisions, err = phrase.Read(files, "orders", k.Desk.Lang()); err != nil {
		return nil, err
	}
	if sys.strategies, err = readStrategies(k.Desk.Lang()); err != nil {
		return nil, err
	}
	if sys.shots, err = readShots(k.Desk.Lang()); err != nil {
		return nil, err
	}
	sys.personas, err = character.Personas(k.Desk.Lang())
	return sys, err
}

// shuffle lets neighbours of one seed say other things, from the beginning of the game.
func (sys *state) shuffle(t *agent.Table, c *talker.Choice) bool {
	if c.Of == talker.Pose {
		sys.words = sys.words.Shuffled(sys.seed + uint64(t.O.Seat))
	}
	return false
}

// personaOf is the key of the persona of a role (table 2): the king for the village, whose roles beside villager and seer the
// paper's game does not have.
func personaOf(s werewolf.RoleSpec) string {
	switch {
	case s.IsWolf():
		return "schoolboy"
	case s.Traitor():
		return "gamer"
	default:
		return "king"
	}
}

// persona is that of the role, nil for none.
func (sys *state) persona(role werewolf.RoleSpec) *character.Persona {
	for i := range sys.personas {
		if sys.personas[i].Key == personaOf(role) {
			return &sys.personas[i]
		}
	}
	return nil
}

// voice is the persona's.
func (sys *state) voice(t *agent.Table, c *talker.Choice) bool {
	who := sys.persona(t.O.Spec())
	if c.Of != talker.Voice || who == nil {
		return false
	}
	c.Profile = who.Profile
	return true
}

// wear puts the persona into every prompt of the answer.
func (sys *state) wear(t *agent.Table) agent.Changes {
	if who := sys.persona(t.O.Spec()); who != nil {
		c := who.For(t.O.Rules.Table, t.O.Role())
		t.Scene.Profile = who.Profile
		t.Scene.Character = character.Text(t.Desk.Lang(), &c)
	}
	return agent.Changes{Note: personaOf(t.O.Spec())}
}

func (sys *state) summarise(t *agent.Table) agent.Changes {
	sys.summed = true
	sys.summary.See(t.Ctx, t.O, t.Scene, t.Heard, t.Self.Opinion())
	return agent.Changes{Note: sys.summary.Note()}
}

// scene is the game for a prompt: today's talk, and the summary of the days before.
func (sys *state) scene(t *agent.Table) (scene.Scene, string) {
	s := *t.Scene
	if !sys.summed {
		return s, ""
	}
	from := len(s.Talks)
	for from > 0 && s.Talks[from-1].Day == s.Day {
		from--
	}
	s.Talks = s.Talks[from:]
	return s, sys.summary.All()
}

func (sys *state) tellSummary(t *agent.Table, b *agent.Brief) { b.Scene, b.Summary = sys.scene(t) }

// command asks for the utterance, before what other modules ask of it. The six components of figure 2 are task and rules,
// which every prompt has, persona, strategy, summary and today's talk.
func (sys *state) command(t *agent.Table, b *agent.Brief) {
	more := b.Command
	b.Command = sys.words.Say("command")
	if t.O.Day > 0 { // on day 0 there is no vote
		b.Order(sys.words.Say("view"))
	}
	b.Order(more)
}

// order adds to the command what the player has decided about somebody.
func (sys *state) order(t *agent.Table, b *agent.Brief, kind string, who werewolf.SeatID) {
	if who != 0 {
		b.Order(sys.decisions.Say(kind, "t", t.O.Name(who)))
	}
}
