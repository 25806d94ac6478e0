package agent

import (
	"errors"

	"wolfden/internal/bot/talker"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Use is what a system has a language model for.
type Use uint8

const (
	// Decides is a model that decides what is said and who is chosen; rules answer where it fails.
	Decides Use = iota
	// Words is one that words what rules have decided, and decides nothing. Only words that mean the same are used.
	Words
	// Nothing is none: no model is asked.
	Nothing
)

// System is a player as a list of modules. They work on a state of type S, of which each seat of each game has its own.
type System[S any] struct {
	Name  string
	Paper string // authors, title, where it appeared
	Model Use
	// Alone: there is no talker. The modules hear by themselves, and what Speak and Choose answer is all. No model decides.
	Alone bool
	// Mentions: the model is asked for words to all and words to one player apart.
	Mentions bool
	Players  int // the only number of players it plays with; 0 is any
	// New makes the state before the first answer.
	New func(*Kit) (*S, error)
	// Modules hear, think and complete the brief in this order. What rules decide is asked from the last module to the first, since a
	// later one knows what the earlier found; what none of them decides, the net does.
	Modules []Module[S]
	Net     talker.Decider // nil for talker.Rules
}

// Module is one box of a paper's figure: what it is, and what it does by functions of which it needs those it has. A module
// that is left out does nothing at all.
type Module[S any] struct {
	Name   string
	Does   string // one sentence
	Reads  string
	Writes string
	Tasks  string // names of the tasks that it gives a model
	Source string // section, figure
	Params []Param
	Silent bool   // it notes nothing: its work is visible in the utterance or the prompt
	Fixed  bool   // it cannot be left out, since nothing would remain
	Frame  string // of a module without functions: who does its work
	// Moments are names, with commas, that Think may give to the answer at hand at the desk. A user may have a model of its own for each, which
	// is asked from there until the answer is given.
	Moments string

	// Hear returns what an utterance of somebody else says. rows is what was understood before; it is valid until Hear returns.
	Hear func(s *S, t *Table, u *werewolf.Utterance, rows speech.Rows) speech.Rows
	// Think runs before every answer, and returns what changes by what it found. The next module's Table has it.
	Think func(*S, *Table) Changes
	// Speak completes what the model is told when it speaks or chooses for the player, and what rules say before everything else. It may be
	// called for one of the two alone, and more than once.
	Speak func(*S, *Table, *Brief)
	// Choose decides a matter and reports whether it has; where it has not, nothing that it wrote into the choice counts. A module that only
	// adds something first calls the talker.Rules.
	Choose func(*S, *Table, *talker.Choice) bool
	// Out is given every answer before it goes out, also the model's, and returns it or, of the rules' own, another.
	Out func(*S, *Table, string) string
}

// ErrPlayers is wrapped by errors that say that a player does not play games of that size.
var ErrPlayers = errors.New("the player does not play games of this size")

// Speaker is the Frame of a module that is the utterance or the choice itself.
const Speaker = "the frame asks the model for utterances and choices, and has the rules answer where it fails"

// Wording is the Frame of a module that words what rules have decided.
const Wording = "package talker; where there is a model, the frame has it word the same"

// Own is the Frame of a module of a player outside the frame, which runs it itself.
const Own = "its own package"

// holds are the functions that the module has, in words for the reader of a list.
func (m *Module[S]) holds() (names []string) {
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"hears", m.Hear != nil}, {"thinks before an answer", m.Think != nil}, {"tells the model or speaks first", m.Speak != nil},
		{"chooses", m.Choose != nil}, {"sees the answer", m.Out != nil},
	} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return names
}

// Design describes the system.
func (s *System[S]) Design() Design {
	d := Design{Name: s.Name, Paper: s.Paper}
	for i := range s.Modules {
		m := &s.Modules[i]
		d.Modules = append(d.Modules, Box{
			Name: m.Name, Does: m.Does, Reads: m.Reads, Writes: m.Writes, Tasks: m.Tasks, Moments: m.Moments, Source: m.Source,
			Params: m.Params, Silent: m.Silent, Fixed: m.Fixed, Frame: m.Frame, Holds: m.holds(),
		})
	}
	if s.Model == Decides {
		d.Modules = append(d.Modules, advice())
	}
	return d
}
