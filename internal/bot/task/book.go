package task

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
)

// Book holds all tasks. It never changes.
type Book struct {
	Summarise        Task[SummariseIn, Summary]
	Situation        Task[SituationIn, Situation]
	ExtractClaims    Task[ExtractClaimsIn, Claims]
	InferPersonality Task[InferPersonalityIn, Personality]
	ChooseStrategy   Task[ChooseStrategyIn, Strategy]
	ChooseTarget     Task[ChooseTargetIn, Target]
	FakeDivination   Task[FakeDivinationIn, FakeDivination]
	DeriveStrategy   Task[DeriveStrategyIn, Approach]
	Reason           Task[ReasonIn, Reasoned]
	SummariseDay     Task[SummariseDayIn, DaySummary]
	PlayMemo         Task[PlayMemoIn, Memo]
	MacroPlan        Task[MacroPlanIn, Plan]
	MacroDesire      Task[MacroDesireIn, MacroDesire]
	Policies         Task[PoliciesIn, Policies]
	MessageType      Task[MessageTypeIn, Message]
	Credibility      Task[CredibilityIn, Credibility]
	MicroDesire      Task[MicroDesireIn, MicroDesire]
	MicroIntention   Task[MicroIntentionIn, MicroIntention]
	PickTopic        Task[PickTopicIn, Topic]
	ExpandCharacter  Task[ExpandCharacterIn, Character]
	Word             Task[WordIn, Wording]
	Address          Task[WordIn, Addressed]
	Believe          Task[BelieveIn, Beliefs]
	specs            []Spec
	overlay          *prompt.Overlay
	common           []commonPage
}

// Load returns the tasks with the program's own prompts. They are read once in a process.
func Load() (*Book, error) { return load() }

var load = sync.OnceValues(func() (*Book, error) { return Read(nil) })

// Read returns the tasks with the prompts of the overlay where it has any. Those are tried on examples.
func Read(over *prompt.Overlay) (*Book, error) {
	common, err := readCommon(over)
	if err != nil {
		return nil, err
	}
	b := &Book{overlay: over, common: common}
	err = errors.Join(
		define(b, &b.Summarise, summarise),
		define(b, &b.Situation, situation),
		define(b, &b.ExtractClaims, extractClaims),
		define(b, &b.InferPersonality, inferPersonality),
		define(b, &b.ChooseStrategy, chooseStrategy),
		define(b, &b.ChooseTarget, chooseTarget),
		define(b, &b.FakeDivination, fakeDivination),
		define(b, &b.DeriveStrategy, deriveStrategy),
		define(b, &b.Reason, reason),
		define(b, &b.SummariseDay, summariseDay),
		define(b, &b.PlayMemo, playMemo),
		define(b, &b.MacroPlan, macroPlan),
		define(b, &b.MacroDesire, macroDesire),
		define(b, &b.Policies, policies),
		define(b, &b.MessageType, messageType),
		define(b, &b.Credibility, credibility),
		define(b, &b.MicroDesire, microDesire),
		define(b, &b.MicroIntention, microIntention),
		define(b, &b.PickTopic, pickTopic),
		define(b, &b.ExpandCharacter, expandCharacter),
		define(b, &b.Word, word),
		define(b, &b.Address, address),
		define(b, &b.Believe, believe),
	)
	if err != nil {
		return nil, once(err)
	}
	return b, nil
}

// once says each line of an error once: a fault of what tasks share is found in all of them.
func once(err error) error {
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return errors.New(strings.Join(lines, "\n"))
}

// define makes a task and gives it its prompts. The maker also returns the values that string properties of the answer
// are restricted to, by property.
func define[In, Out any](b *Book, to *Task[In, Out], maker func() (*definition[In, Out], map[string][]string)) error {
	t, enums := maker()
	var schema *llm.Schema
	var err error
	if t.reads == nil {
		if schema, err = llm.SchemaOf[Out](enums); err != nil {
			return fmt.Errorf("task %s: %w", t.about.Name, err)
		}
	}
	if t.form, err = readForm(t.about.Name, schema, b.common, b.overlay); err != nil {
		return err
	}
	if err := tryOut(t, b.overlay); err != nil {
		return err
	}
	*to = t
	b.specs = append(b.specs, t)
	return nil
}

// tryOut examines the prompts that stand in for the program's own, which its tests examine.
func tryOut[In, Out any](t *definition[In, Out], over *prompt.Overlay) error {
	var faults []error
	for _, lang := range languages() {
		file, common := t.about.Name+"/"+lang+".tmpl", "common/"+lang+".tmpl"
		if !over.Has(file) && !over.Has(common) {
			continue
		}
		if !over.Has(file) {
			file = common
		}
		text, err := Example(t.about.Name)
		if err != nil {
			return err
		}
		full, err := t.input(text)
		if err != nil {
			return err
		}
		faults = append(faults, t.form.examine(lang, over.Name(file), reflect.TypeFor[*In](), full, new(In)))
	}
	return errors.Join(faults...)
}

// All returns the tasks in the order of the list. The slice must not be changed.
func (b *Book) All() []Spec { return b.specs }

// Find returns the task of that name; false if there is none.
func (b *Book) Find(name string) (Spec, bool) {
	for _, s := range b.specs {
		if s.Name() == name {
			return s, true
		}
	}
	return nil, false
}
