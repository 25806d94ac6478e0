package agent

import (
	"context"
	"math/rand/v2"
	"slices"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/internal/ledger"
	"wolfden/internal/reason"
	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

// Table is what a module is given at an answer, to be read: what its seat knows, and where it may ask. It is valid until the module
// returns.
type Table struct {
	O     *werewolf.Observation
	Heard *ledger.Ledger // of the whole table
	// Scene is the same for prompts. A module that settles who speaks or how to play may complete it by that; what is in
	// it of the game is not to be changed.
	Scene *scene.Scene
	Desk  *task.Desk
	// Self is the player's own word and mind by rules: what it shows, has announced, suspects and wants. Who plays alone has none,
	// and no Heard.
	Self *talker.Self
	// Ctx is the answer's; what comes before it may have a shorter time.
	Ctx context.Context

	module string
	frame  *frame
}

// frame is what stays from answer to answer, whatever the system, with what belongs to the answer at hand.
type frame struct {
	desk    *task.Desk
	seed    uint64
	talker  *talker.Player // nil where the system plays alone
	scenes  scene.Builder
	thinker thinker
	notes   notebook
	moment
}

// moment is what belongs to the answer at hand. Each begins with another one; the last stays to be told of in notes.
type moment struct {
	o       *werewolf.Observation
	ctx     context.Context
	scene   scene.Scene
	byModel bool
	told    *Brief // of the utterance of a player without a talker
	why     string // it answers so
}

// table returns what a module is given now.
func (f *frame) table(p *talker.Self, module string) *Table {
	t := &Table{O: f.o, Scene: &f.scene, Desk: f.desk, Self: p, Ctx: f.ctx, module: module, frame: f}
	if p != nil {
		t.Heard = p.Ledger()
	}
	return t
}

// Note writes down under the module's name what it found, unless the last note says the same.
func (t *Table) Note(text string) { t.frame.notes.add(t.module, text) }

// Rand returns a random source. It follows from the player's seed and the name.
func (t *Table) Rand(name string) *rand.Rand { return random(t.frame.seed, name) }

// ByModel reports whether the answer at hand is the model's. It is for Module.Out.
func (t *Table) ByModel() bool { return t.frame.byModel }

// Said reports whether the answer at hand says what the module wanted to be said first. It is for Module.Out.
func (t *Table) Said() bool {
	return slices.ContainsFunc(t.Self.Said(), func(s talker.Said) bool { return s.By == t.module })
}

// Speaks reports whether the player is asked for an utterance, not for a choice.
func (t *Table) Speaks() bool { return t.O.Request.Kind.Speaks() }

// Stated is what the player itself has said to the table today, the oldest first.
func (t *Table) Stated() (list []string) {
	for i := range t.O.Talks {
		u := &t.O.Talks[i]
		if u.Seat == t.O.Seat && u.Day == t.O.Day && !u.Skip && !u.Over {
			list = append(list, u.Text)
		}
	}
	return list
}

// Reason returns the player's reasoner, up to date with the current observation. Players that never ask for it pay
// nothing. What it returns is valid until the next answer.
func (t *Table) Reason() *reason.Reasoner { return t.frame.thinker.at(t.O, t.Heard) }

// thinker keeps a reasoner up to date for the modules that need one.
type thinker struct {
	table    *belief.Table
	reasoner *reason.Reasoner
	seen     *werewolf.Observation
}

func (t *thinker) at(o *werewolf.Observation, heard *ledger.Ledger) *reason.Reasoner {
	if t.reasoner == nil {
		t.reasoner = reason.NewReasoner(t.table)
	}
	if t.seen != o {
		t.seen = o
		t.reasoner.See(o, heard)
	}
	return t.reasoner
}

// Reasons returns what speaks against a player by the rules, the weightiest first.
func (t *Table) Reasons(id werewolf.SeatID) (list []string) {
	const most = 3
	for _, r := range t.Self.Opinion().ReasonsAgainst(id) {
		if text := r.Phrase(t.Desk.Lang(), t.O); text != "" && len(list) < most {
			list = append(list, text)
		}
	}
	return list
}
