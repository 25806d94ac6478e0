package uecil

import (
	"strconv"

	"wolfden/internal/bot/agent"
)

// System is the player.
var System = agent.System[state]{
	Name:  "UEC-IL",
	Paper: "Tanaka, Kaneko, Onozeki, Ezure, Uehara, Qi, Higuchi, Asahara, Inaba: Enhancing Consistency of Werewolf AI through Dialogue Summarization and Persona Information, AIWolfDial 2024",
	New:   newState,
	Modules: []agent.Module[state]{
		{
			Name: "persona", Does: "speaks as a character made by hand, the same all game", Reads: "own role", Writes: "character, examples",
			Source: "section 4.3, table 2", Params: []agent.Param{
				{Name: "village", Value: "king", Source: "table 2"}, {Name: "werewolf", Value: "schoolboy", Source: "table 2"},
				{Name: "possessed", Value: "gamer", Source: "table 2"}, {Name: "examples", Value: "3", Source: "table 2: 3 to 5"},
			},
			Think: (*state).wear, Choose: (*state).voice,
		},
		{
			Name: "summary", Does: "sums up each day that is over, player by player: claims, results, suspicions with reasons, contradictions",
			Reads: "the talk of a day", Writes: "summary, which stands for the talk", Tasks: "summarise-day", Source: "section 4.2, figure 3",
			Think: (*state).summarise, Speak: (*state).tellSummary, Params: []agent.Param{
				agent.Sized("summary", "tokens of the summary of a day for each player", agent.Share{Part: 200, Least: 20, Most: 200}, "ours"),
			},
		},
		{
			Name: "reasoning", Does: "as a villager reasons and draws a strategy from it before it speaks, both after examples", Reads: "summary, today's talk",
			Writes: "reasoning, strategy, examples of both with an utterance", Tasks: "reason", Source: "table 1", Params: []agent.Param{{Name: "from turn of a day", Value: strconv.Itoa(reasonsFrom + 1), Source: "table 1"}},
			Think: (*state).reason, Speak: (*state).tellReasoning,
		},
		{
			Name: "strategy", Does: "chooses a strategy of its role: the werewolf's for an utterance, the seer's for a day, and the villager's where it does not reason",
			Reads: "summary, today's talk", Writes: "strategy with an example; whom the seer divines", Tasks: "choose-strategy", Source: "table 1, section 4.1",
			Params: []agent.Param{
				{Name: "strategies of the seer", Value: "5", Source: "table 1"}, {Name: "sets of the werewolf", Value: "day 1, day 2", Source: "table 1"},
				{Name: "strategies of a set", Value: "5", Source: "ours"},
			},
			Think: (*state).plan, Speak: (*state).follow, Choose: (*state).keepToStrategy,
		},
		{
			Name: "guidelines", Does: "as the seer tells its result first, contradicts rivals, and says whom it divines before it says its vote",
			Reads: "own results, claims", Writes: "utterance, next divination", Source: "table 1",
			Think: (*state).planDivination, Speak: (*state).guide, Out: (*state).remember, Choose: (*state).divineAsSaid,
		},
		{
			Name: "inference", Does: "as the possessed finds the seer, calls it a werewolf, and asks for the votes", Reads: "the talk of day 0",
			Writes: "black result, target", Tasks: "choose-target", Source: "table 1", Params: []agent.Param{{Name: "day", Value: strconv.Itoa(accusationDay), Source: "table 1"}},
			Think: (*state).blacken, Speak: (*state).accuse, Choose: (*state).goForMark,
		},
		{
			Name: "coming-out", Does: "as the possessed says who it is when two votes decide, and asks the werewolf to do so", Reads: "the living",
			Writes: "utterance, target", Source: "table 1", Params: []agent.Param{
				{Name: "from day", Value: strconv.Itoa(comingOutDay), Source: "table 1"}, {Name: "living", Value: strconv.Itoa(decided), Source: "table 1"},
			},
			Speak: (*state).comeOut, Choose: (*state).giveUpPretence,
		},
		{
			Name: "decision", Does: "decides votes and divinations step by step, attacks by a strategy made by hand", Reads: "summary, reasoning, own words",
			Writes: "target", Tasks: "choose-target", Source: "section 4.4, figure 4",
			Params: []agent.Param{agent.Number("margin", "how much worse than the announced target another must look for the vote to change", 1, 0, 100, "ours")},
			Think:  (*state).decide, Speak: (*state).tellDecision, Choose: (*state).keepToDecision,
		},
		{
			Name: "declaration", Does: "says in the last turn of a day whom it votes for", Reads: "target", Writes: "utterance", Source: "table 1",
			Think: (*state).prepare, Moments: "declaration", Speak: (*state).declare, Choose: (*state).insist,
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "words the utterance", Reads: "task, persona, rules, strategy, summary, today's talk", Writes: "utterance",
			Tasks: "word", Source: "figure 2", Speak: (*state).command, Choose: (*state).shuffle,
		},
	},
}
