package agent

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
)

// Config holds what a player is made from.
type Config struct {
	Seed   uint64
	Lang   string             // "en" or "ja"; empty is English
	Commas bool               // English is written with its commas
	Model  llm.Model          // nil leaves everything to the rules
	Window int                // tokens that a prompt and its answer may have together; 0 is unknown
	Off    []string           // names of modules to leave out, to see what they are good for
	Params map[string]float64 // values of parameters that are not to be those of the list
	Tasks  *task.Book         // nil for those with the program's own prompts
	Shared *understand.Shared // what players of games that began alike have understood; nil for nothing
}

// Words returns the book that the player takes its sentences from.
func (c *Config) Words() (*wording.Book, error) {
	book, err := wording.In(c.Lang)
	if err != nil || !c.Commas {
		return book, err
	}
	return book.WithCommas(), nil
}

// desk returns the desk of the player.
func (c *Config) desk() *task.Desk {
	d := task.NewDesk(c.Tasks, c.Lang, c.Model)
	d.Punctuate(c.Commas)
	d.Within(c.Window)
	d.Belongs(c.Seed)
	return d
}

// Kit is what the state of a system is made from.
type Kit struct {
	Desk *task.Desk    // the state may keep it
	Book *wording.Book // so it may this
	Seed uint64

	off     []string
	values  map[string]float64
	unknown error
}

// Rand returns the random source of a module. It follows from the player's seed and the module's name, so modules do
// not disturb each other.
func (k *Kit) Rand(module string) *rand.Rand { return random(k.Seed, module) }

func random(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// Through puts something between the player and its model, if there is one and the module is not left out.
func (k *Kit) Through(module string, between func(llm.Model) llm.Model) {
	if k.works(module) {
		k.Desk.Through(between)
	}
}

func (k *Kit) works(module string) bool { return !slices.Contains(k.off, module) }

// Number returns the value of a parameter of the system's list, as the user has set it. With one that is not in the list
// there will be no player.
func (k *Kit) Number(name string) float64 {
	value, known := k.values[name]
	if !known {
		k.unknown = fmt.Errorf("%q is no parameter of the list", name)
	}
	return value
}

// Int is Number for what is counted.
func (k *Kit) Int(name string) int { return int(k.Number(name)) }
