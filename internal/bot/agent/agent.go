package agent

import (
	"context"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"

	"wolfden/internal/bot/filter"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/reason/belief"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// System is what the player of a paper adds to the frame: decisions by rules, and modules. Its methods are called from
// the player's goroutine, in the order in which they are listed; talker.Rules and NoModules implement all of them and
// may be embedded.
type System interface {
	talker.Decider
	// Think runs the modules that come before an answer, in the paper's order, and notes what they found.
	Think(ctx context.Context, a *Agent)
	// Brief adds to what a model is told when it words the player's next utterance. Scene and Draft are set already.
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
	Lang  string    // "en" or "ja"; empty is English
	Model llm.Model // nil leaves everything to the rules
	Off   []string  // names of modules to leave out, to see what they are good for
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
	filter  *filter.Filter
	off     []string
	seed    uint64
	thinker thinker
	notes   []topicNote
	told    map[string]string // the last note on each topic
}

type topicNote struct{ topic, text string }

// New returns an agent of the system.
func New(c Config, system System) (*Agent, error) {
	book, err := task.Load()
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
		filter: filter.New(c.Lang), off: c.Off, seed: c.Seed, told: map[string]string{},
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
		return "", nil
	}
	a.Scene = a.scenes.Next(&o)
	a.Sit(a.seed, a.Scene.Me)
	a.system.Think(ctx, a)
	draft := a.talker.Act()
	if o.Request.Kind.Chooses() {
		return a.choose(ctx, draft), nil
	}
	return a.speak(ctx, draft), nil
}

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

// silent reports whether an answer to a request for talk says nothing.
func silent(text string) bool {
	return text == "" || text == werewolf.SkipText || text == werewolf.OverText
}

// speak lets the model word the draft.
func (a *Agent) speak(ctx context.Context, draft string) string {
	if !a.HasModel() || silent(draft) {
		return draft
	}
	in := task.WordIn{Scene: a.Scene, Draft: draft}
	a.system.Brief(a, &in)
	out := task.Ask(ctx, a.Desk, a.Word, in)
	if out.Utterance == draft {
		return draft
	}
	text, err := a.filter.Pass(a.Observation(), a.story(), out.Utterance)
	if err == nil && in.Keep {
		err = sameMeaning(a.Observation(), draft, text)
	}
	if err != nil {
		a.Note("filter", err.Error())
		return draft
	}
	return text
}

// story is what the player tells of itself: its pretence, which the rules decide.
func (a *Agent) story() *filter.Story {
	s := &filter.Story{Heard: a.talker.Ledger(), Role: a.talker.Pretence.Role}
	for _, f := range a.talker.Results() {
		s.Results = append(s.Results, speech.Found(a.talker.ShownSpec().Power, f.Target, f.Species)...)
	}
	return s
}

// choose lets the model choose, unless the choice is announced. An answer that is not legal never leaves the task.
func (a *Agent) choose(ctx context.Context, choice string) string {
	o := a.Observation()
	if !a.HasModel() || o.Request.Kind == werewolf.Vote && a.talker.Plan() != 0 {
		return choice
	}
	in := task.ChooseTargetIn{Scene: a.Scene, Candidates: a.candidates(choice)}
	a.system.Ballot(a, &in)
	out := task.Ask(ctx, a.Desk, a.ChooseTarget, in)
	if !o.Request.Targets.Has(o.SeatOf(out.Target)) {
		return choice
	}
	a.Note("choice", out.Target+": "+out.Reason)
	return out.Target
}
