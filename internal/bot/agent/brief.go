package agent

import (
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/talker"
	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// Brief is what the model is told when it speaks or chooses for the player, and what rules say. A module may take lines of talk out of
// the scene, which is a copy, and adds what it found.
type Brief struct {
	// First is what rules say before everything else where no model decides. Each module has its own; a later one's is asked for first.
	// Where there is no talker it is the talker.Utterance, and its note says why.
	First    talker.Intention
	Scene    scene.Scene
	Summary  string
	Analysis string
	Logic    string // what follows from certain facts
	Strategy string
	Memo     string
	Topic    string          // for utterances
	Command  string          // for utterances: what they must do; our own text, never the words of others
	Examples []string        // for utterances: from other games
	Samples  []string        // the same, for all players of the game alike
	Decided  string          // for rewording by a strategy: what the draft says but for its reasons
	Stated   []string        // for choices: what the player itself said, word for word
	Settled  werewolf.SeatID // for choices: whom the player has chosen before, and said so; the model is not asked again
	Blind    bool            // for utterances: a module keeps the talk from who speaks
	Due      bool            // for utterances: something must be said now
	Steps    bool            // for choices: the paper has it reasoned out step by step
}

// Order adds a sentence to the command.
func (b *Brief) Order(text string) { b.Command = strings.TrimSpace(b.Command + " " + text) }

// word is the question for an utterance.
func (b *Brief) word() task.WordIn {
	return task.WordIn{
		Scene: b.Scene, Summary: b.Summary, Analysis: b.Analysis, Logic: b.Logic, Strategy: b.Strategy,
		Memo: b.Memo, Topic: b.Topic, Command: b.Command, Examples: b.Examples, Samples: b.Samples, Decided: b.Decided, Blind: b.Blind, Due: b.Due,
	}
}

// choice is the question whom to choose of those whom Offered leaves. What the rules think of them is not for the model that decides.
func (b *Brief) choice(o *werewolf.Observation) task.ChooseTargetIn {
	in := task.ChooseTargetIn{
		Scene: b.Scene, Summary: b.Summary, Analysis: strings.TrimSpace(b.Analysis + "\n" + b.Logic), Strategy: b.Strategy,
		Memo: b.Memo, Stated: b.Stated, Steps: b.Steps,
	}
	for id := range Offered(o, o.Request.Kind, o.Request.Targets).All() {
		in.Candidates = append(in.Candidates, task.Candidate{Name: o.Name(id)})
	}
	return in
}
