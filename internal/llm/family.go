package llm

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"wolfden/internal/strictjson"
)

//go:embed families.json
var familyTable []byte

// Thinking says when the models of a family think before they answer. The zero value means that it is not known.
type Thinking string

// When models think.
const (
	NeverThinks   Thinking = "never"
	ThinksIfAsked Thinking = "asked"   // for an effort or a budget
	ThinksUnless  Thinking = "default" // unless the effort is none
	AlwaysThinks  Thinking = "always"
)

// Family says what the models of a family take. The zero value is a family of which nothing is known: everything is
// tried, and what is turned down is left out.
type Family struct {
	Thinks  Thinking `json:"thinks"`
	Efforts []Effort `json:"efforts,omitempty"` // taken; none are where thought has another measure or none
	// BudgetLeast and BudgetMost bound a budget of thought in tokens. BudgetMost is 0 where no budget is taken.
	BudgetLeast int `json:"budget_least,omitempty"`
	BudgetMost  int `json:"budget_most,omitempty"`
	// Adaptive models decide themselves how much to think, and are told to with Anthropic's word for it.
	Adaptive bool `json:"adaptive,omitempty"`
	// Off is Anthropic's word for no thought before the answer, where it is another than "disabled".
	Off string `json:"off,omitempty"`
	// Refuses names parameters that are turned down: temperature, top_p, seed, schema.
	Refuses []string `json:"refuses,omitempty"`
	// WhileThinking names those that are turned down only while the model thinks.
	WhileThinking []string `json:"refuses_while_thinking,omitempty"`
	Responses     bool     `json:"responses,omitempty"` // at OpenAI, the Responses interface serves it better
	Limit         string   `json:"limit,omitempty"`     // what OpenAI's chat interface calls the limit of tokens
	Window        int      `json:"window,omitempty"`    // tokens of prompt and answer together; 0 is unknown
}

// families reads the table that comes with the program, which a test reads too.
var families = sync.OnceValues(func() (map[string]Family, error) { return parseFamilies(familyTable) })

func parseFamilies(text []byte) (map[string]Family, error) {
	var file struct {
		Note     string            `json:"note"`
		Families map[string]Family `json:"families"`
	}
	if err := strictjson.Read(text, &file); err != nil {
		return nil, fmt.Errorf("reading the families of models: %w", err)
	}
	return file.Families, nil
}

// FamilyOf looks a model up by its name as users write it. A model at another address counts as the one of the same
// name at its vendor's; open models are known by their own name wherever they run.
func FamilyOf(model string) (Family, error) {
	all, err := families()
	if err != nil {
		return Family{}, err
	}
	for _, name := range aliases(model) {
		var found Family
		longest := -1
		for pattern, f := range all {
			if len(pattern) > longest && covers(pattern, name) {
				found, longest = f, len(pattern)
			}
		}
		if longest >= 0 {
			return found, nil
		}
	}
	return Family{}, nil
}

// elsewhere is the name of a model at an address of its own.
var elsewhere = regexp.MustCompile(`^([a-z]+)@https?://(?:\[[^]]*\]|[\w.-]+)(?::[0-9]+)?(?:/[^:]*)?:(.+)$`)

// aliases are the names under which a model may stand in the table.
func aliases(model string) []string {
	provider, name, _ := strings.Cut(model, ":")
	if m := elsewhere.FindStringSubmatch(model); m != nil {
		provider, name = m[1], m[2]
	}
	switch provider {
	case "azure", "responses":
		provider = "openai"
	case "openrouter":
		vendor, rest, _ := strings.Cut(name, "/")
		rest, _, _ = strings.Cut(rest, ":")
		provider, name = strings.Replace(vendor, "google", "gemini", 1), rest
		if vendor == "anthropic" {
			name = strings.ReplaceAll(rest, ".", "-")
		}
	}
	last := strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	return []string{provider + ":" + name, "open:" + last}
}

// On reports whether a model of the family thinks when it is asked like this. Where nothing is known of it, it does if
// somebody wants it to.
func (f Family) On(s Sampling) bool {
	switch {
	case f.Thinks == NeverThinks:
		return false
	case f.Thinks == AlwaysThinks:
		return true
	case s.Effort == NoEffort:
		return false
	case s.Effort != "" || s.Thought > 0:
		return true
	}
	return f.Thinks == ThinksUnless
}

// Roomy returns the sampling with room for thought, where the model thinks and the caller left the room open.
func (f Family) Roomy(s Sampling) Sampling {
	if s.Room != 0 || !f.On(s) {
		return s
	}
	s.Room = s.Effort.room()
	if s.Thought > 0 {
		s.Room = max(s.Thought, f.BudgetLeast)
	}
	if f.Thinks == AlwaysThinks && s.Room == 0 {
		s.Room = usualRoom
	}
	if f.BudgetMost > 0 {
		s.Room = min(s.Room, f.BudgetMost)
	}
	if f.Window > 0 {
		s.Room = min(s.Room, f.Window/2)
	}
	return s
}

// Left is how many tokens of the window are for a prompt and its answer when the family is asked with these settings: what
// thought may take is not, nor an answer longer than the asker's own. It is 0 where nobody knows the window.
func (f Family) Left(s Settings) int {
	if f.Window == 0 {
		return 0
	}
	return max(1, f.Window-f.Roomy(s.Apply(Sampling{})).Room-s.Answer)
}

// Nearest is the effort that the family takes for one that is wanted, the lesser of two. It is the zero value where
// the family takes none, and what is wanted where nothing is known.
func (f Family) Nearest(wanted Effort) Effort {
	if wanted == "" || f.Thinks == "" || slices.Contains(f.Efforts, wanted) {
		return wanted
	}
	at := func(e Effort) int { return slices.Index(efforts(), e) }
	var best Effort
	for _, e := range f.Efforts {
		distance, least := at(e)-at(wanted), at(best)-at(wanted)
		if best == "" || max(distance, -distance) < max(least, -least) {
			best = e
		}
	}
	return best
}

// Budget is how many tokens of thought to ask for, within what the family takes. It is 0 where it takes no budget.
func (f Family) Budget(s Sampling) int {
	if f.BudgetMost == 0 || !f.On(s) {
		return 0
	}
	return min(max(cmp.Or(s.Thought, s.Room), f.BudgetLeast), f.BudgetMost)
}
