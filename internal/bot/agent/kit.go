package agent

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
)

// Config holds what a player is made from.
type Config struct {
	Seed   uint64
	Lang   string             // "en" or "ja"; empty is English
	Model  llm.Model          // nil leaves everything to the rules
	Off    []string           // names of modules to leave out, to see what they are good for
	Params map[string]float64 // values of parameters that are not to be those of the list
	Tasks  *task.Book         // nil for those with the program's own prompts
}

// book returns the tasks that the player may ask.
func (c *Config) book() (*task.Book, error) {
	if c.Tasks != nil {
		return c.Tasks, nil
	}
	return task.Load()
}

// Kit is what the state of a system is made from.
type Kit struct {
	Desk *task.Desk // the state may keep it
	Seed uint64

	design  Design
	params  map[string]float64
	unknown []error
}

// Rand returns the random source of a module. It follows from the player's seed and the module's name, so modules do
// not disturb each other.
func (k *Kit) Rand(module string) *rand.Rand { return random(k.Seed, module) }

func random(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// Number returns the value of a parameter of the system's list, as the user has set it. One that is not there is 0, and
// then there will be no player.
func (k *Kit) Number(name string) float64 {
	if !slices.ContainsFunc(k.design.Settable(), func(p Param) bool { return p.Name == name }) {
		k.unknown = append(k.unknown, fmt.Errorf("agent: %s asks for %q, which is no parameter of its list", k.design.Name, name))
		return 0
	}
	if value, set := k.params[name]; set {
		return value
	}
	return k.design.Number(name)
}

// Int is Number for what is counted.
func (k *Kit) Int(name string) int { return int(k.Number(name)) }

// ErrParam is wrapped by errors about parameters that a player does not have, or not with that value.
var ErrParam = errors.New("no such parameter")

// Check returns an error that wraps ErrParam unless all are parameters of the design with values within their bounds.
func (d *Design) Check(params map[string]float64) error {
	list := d.Settable()
	for name, value := range params {
		at := slices.IndexFunc(list, func(p Param) bool { return p.Name == name })
		switch {
		case at < 0 && len(list) == 0:
			return fmt.Errorf("%w: %s has none, but %q is set", ErrParam, d.Name, name)
		case at < 0:
			return fmt.Errorf("%w: %s has no %q (it has: %s)", ErrParam, d.Name, name, strings.Join(described(list), "; "))
		case !(value >= list[at].Min && value <= list[at].Max):
			return fmt.Errorf("%w: %s: %s is not %g (%s)", ErrParam, d.Name, name, value, list[at].String())
		}
	}
	return nil
}

func described(list []Param) (texts []string) {
	for i := range list {
		texts = append(texts, list[i].String())
	}
	return texts
}
