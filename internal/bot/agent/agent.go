package agent

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

// System is what the player of a paper adds to the frame: decisions by rules, and modules. Its methods are called from
// the player's goroutine, in the order in which they are listed; talker.Rules and NoModules implement all of them and
// may be embedded.
type System interface {
	talker.Decider
	// Think runs the modules that come before an answer, in the paper's order, and notes what they found.
	Think(ctx context.Context, a *Agent)
	// Brief adds to what a model is told when it is asked for the player's next utterance. Scene is set already.
	Brief(a *Agent, in *task.WordIn)
	// Ballot adds to what a model is told when it chooses. Scene and Candidates are set already.
	Ballot(a *Agent, in *task.ChooseTargetIn)
}

// NoModules is for a system without modules: it thinks nothing and tells a model nothing. The zero NoModules is ready.
type NoModules struct{}

// Think has no modules.
func (NoModules) Think(context.Context, *Agent) {}

// Brief tells the model nothing more.
func (NoModules) Brief(*Agent, *task.WordIn) {}

// Ballot tells the model nothing more.
func (NoModules) Ballot(*Agent, *task.ChooseTargetIn) {}

// Config holds what an agent is made from.
type Config struct {
	Seed  uint64
	Lang  string     // "en" or "ja"; empty is English
	Model llm.Model  // nil leaves everything to the rules
	Off   []string   // names of modules to leave out, to see what they are good for
	Tasks *task.Book // nil for those with the program's own prompts
}

// book returns the tasks that the agent may ask.
func (c *Config) book() (*task.Book, error) {
	if c.Tasks != nil {
		return c.Tasks, nil
	}
	return task.Load()
}

// IsOff reports whether a module is left out.
func (c *Config) IsOff(module string) bool { return slices.Contains(c.Off, module) }

// Agent plays one seat of one game. It is not safe for concurrent use.
type Agent struct {
	*task.Desk
	// Scene is the game as the player sees it at the current answer.
	Scene scene.Scene

	talker  *talker.Player
	system  System
	scenes  scene.Builder
	off     []string
	seed    uint64
	thinker thinker
	notes   []topicNote
	told    map[string]string // the last note on each topic
	byModel bool
}

type topicNote struct{ topic, text string }

// New returns an agent of the system.
func New(c Config, system System) (*Agent, error) {
	book, err := c.book()
	if err != nil {
		return nil, err
	}
	evidence, err := belief.Standard()
	if err != nil {
		return nil, err
	}
	t, err := talker.New(c.Seed, c.Lang, system)
	if err != nil {
		return nil, err
	}
	return &Agent{
		thinker: thinker{table: evidence},
		Desk:    task.NewDesk(book, c.Lang, c.Model), talker: t, system: system,
		off: c.Off, seed: c.Seed, told: map[string]string{},
	}, nil
}

// Rand returns the random source of a module. It follows from the player's seed and the module's name, so modules do
// not disturb each other.
func (a *Agent) Rand(module string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(module))
	return rand.New(rand.NewPCG(a.seed, h.Sum64()))
}

// On reports whether a module works, by its name in the Design.
func (a *Agent) On(module string) bool { return !slices.Contains(a.off, module) }

// Answer answers a request; announcements get the empty string. It fails only when the context is done.
func (a *Agent) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if !a.talker.Listen(&o) {
		if o.Request.Kind == werewolf.Finish {
			a.Leave()
		}
		return "", nil
	}
	a.Scene = a.scenes.Next(&o)
	a.Sit(a.seed, a.Scene.Me)
	before, done := a.Open(ctx)
	a.system.Think(before, a)
	done()
	defer a.Close(ctx)
	if a.byModel = false; o.Request.Kind.Chooses() {
		return a.choose(ctx), nil
	}
	return a.speak(ctx), nil
}

// ByModel reports whether the last answer is the model's.
func (a *Agent) ByModel() bool { return a.byModel }

// Talker returns the player of rules that the agent is built on.
func (a *Agent) Talker() *talker.Player { return a.talker }

// Observation returns that of the current answer.
func (a *Agent) Observation() *werewolf.Observation { return a.talker.Observation() }

// Note writes down what a module found, unless the last note on the topic says the same.
func (a *Agent) Note(topic, text string) {
	if text == "" || a.told[topic] == text {
		return
	}
	a.told[topic] = text
	a.notes = append(a.notes, topicNote{topic, text})
}

// Notes yields, by topic and text, what the agent thought and asked since the last call.
func (a *Agent) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		notes := a.notes
		a.notes = nil // reading them may add others
		for _, n := range notes {
			if !yield(n.topic, n.text) {
				return
			}
		}
		a.Desk.Notes()(yield)
	}
}

// speak lets the model say what it will, or nothing. The rules answer where it fails, and decide when to take an open
// floor.
func (a *Agent) speak(ctx context.Context) string {
	if !a.HasModel() || !a.talker.HasFloor() {
		return a.talker.Act()
	}
	in := task.WordIn{Scene: a.Scene}
	a.system.Brief(a, &in)
	out, by := task.Consult(ctx, a.Desk, a.Word, in)
	if by != task.ByModel {
		return a.talker.Act()
	}
	a.byModel = true
	switch {
	case !out.Over:
		return out.Utterance
	case a.Observation().Request.Open:
		return ""
	}
	return werewolf.OverText
}

// choose lets the model choose. What it chooses stands, also against what the player has announced, which is noted.
func (a *Agent) choose(ctx context.Context) string {
	choice := a.talker.Act()
	if !a.HasModel() {
		return choice
	}
	o := a.Observation()
	in := task.ChooseTargetIn{Scene: a.Scene, Candidates: a.candidates()}
	a.system.Ballot(a, &in)
	out, by := task.Consult(ctx, a.Desk, a.ChooseTarget, in)
	target := o.SeatOf(out.Target)
	if by != task.ByModel || !o.Request.Targets.Has(target) {
		return choice
	}
	a.byModel = true
	a.Note("choice", out.Target+": "+out.Reason)
	if word := a.talker.Word(o.Request.Kind); o.Request.Targets.Has(word) && word != target {
		a.Note("broken-word", fmt.Sprintf("day %d, %s: %s was announced, %s is chosen", o.Day, o.Request.Kind, o.Name(word), out.Target))
	}
	return out.Target
}
