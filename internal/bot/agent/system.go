package agent

import (
	"context"
	"errors"

	"wolfden/internal/bot/talker"
	"wolfden/internal/llm"
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
	// Alone: there is no talker. The modules hear by themselves, and what Say and Choose answer is all. No model decides.
	Alone bool
	// Mentions: the model is asked for words to all and words to one player apart.
	Mentions bool
	Players  int // the only number of players it plays with; 0 is any
	// New makes the state before the first answer.
	New func(*Kit) (*S, error)
	// Modules hear, think and tell in this order. What rules decide is asked from the last module to the first, since a
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

	// Model stands between the player and its model, where there is one.
	Model func(*S, llm.Model) llm.Model
	// Profile returns who the player is in place of its profile, before anything else is done with the request.
	Profile func(*S, *werewolf.Observation) string
	// Hear returns what an utterance of somebody else says. rows is what was understood before; it is valid until Hear returns.
	Hear func(s *S, ctx context.Context, t *Table, u *werewolf.Utterance, rows speech.Rows) speech.Rows
	// Moments are names, with commas, that Think may give to the answer at hand at the desk. A user may have a model of its own for each, which
	// is asked from there until the answer is given.
	Moments string
	// Think runs before every answer. What it returns is noted under the module's name; what it finds the player learns, shows and believes
	// by the Table's methods.
	Think func(*S, context.Context, *Table) string
	// Tell adds to what the model is told when it speaks or chooses for the player.
	Tell func(*S, *Table, *Brief)
	// Insists reports whether a model that says it has nothing more to say today is told again, and asked once more. Where it
	// stays silent, rules answer.
	Insists func(*S, context.Context, *Table) bool
	// Out is given every answer before it goes out, also the model's, and returns it or, of the rules' own, another.
	Out func(*S, *Table, string) string

	// Pose, Invent, Target, Urgent, Prey and Choose decide what talker.Decider says. They report whether they have decided, Urgent by what
	// it wants to be said. Those that only add something first call the talker.Rules. Speaks may decide otherwise than the
	// modules before it.
	Pose   func(*S, *Table) (talker.Pretence, bool)
	Invent func(*S, *Table) (talker.Pretence, bool)
	Target func(*S, *Table) (werewolf.SeatID, bool)
	Urgent func(*S, *Table) talker.Intention
	Speaks func(s *S, t *Table, usual bool) bool
	Prey   func(*S, *Table) (werewolf.SeatID, bool)
	Choose func(*S, *Table, werewolf.RequestKind) (werewolf.SeatID, bool)
	// Say answers a request for an utterance where there is no talker, and says for a note why.
	Say func(*S, *Table) (text, why string)
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
		{"stands before the model", m.Model != nil}, {"says who the player is", m.Profile != nil}, {"hears", m.Hear != nil}, {"thinks before an answer", m.Think != nil},
		{"tells the model", m.Tell != nil}, {"asks the silent once more", m.Insists != nil}, {"sees the answer", m.Out != nil},
		{"sets what is shown", m.Pose != nil}, {"invents results", m.Invent != nil}, {"names the target", m.Target != nil},
		{"speaks first", m.Urgent != nil}, {"takes the floor", m.Speaks != nil}, {"proposes the prey", m.Prey != nil}, {"chooses", m.Choose != nil}, {"says", m.Say != nil},
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
