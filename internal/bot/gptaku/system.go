package gptaku

import "wolfden/internal/bot/agent"

// System is the player. Its flowcharts say what comes after what, so it has no talker.
var System = agent.System[state]{
	Name:  "gptaku",
	Paper: "Okada and Ito: GPTaku, AIWolfDial 2025 (five players, flowcharts 1 to 8)",
	Model: agent.Words,
	Alone: true, Players: players,
	New: newState,
	Modules: []agent.Module[state]{
		{
			Name: "hearing", Silent: true, Fixed: true, Does: "hears what is new, and goes on from what was said in its seat", Reads: "words of all",
			Writes: "claims, results, votes of others; what it stands for itself", Source: "package understand; word.go", Think: (*state).listen,
		},
		{
			Name: "doubt", Silent: true, Does: "adds up weights for what everybody did", Reads: "claims, results, votes of others", Writes: "suspicion with reasons",
			Source: "ours, package doubt", Think: (*state).weigh,
		},
		{
			Name: "day-1", Does: "goes through the flowchart of its role: who comes out as the seer, with which result, against whom",
			Reads: "claims, results, votes of others", Writes: "box of the figure, target, steps to say", Source: "figures 1, 3, 5 and 7; day1.go", Think: (*state).dayOne,
			Params: []agent.Param{
				agent.Number("claim", "how often a villager, and the possessed as one, comes out as the seer", 0.5, 0, 1, "ours"),
				agent.Number("black", "how often an invented result is a werewolf", 0.4, 0, 1, "ours"),
				agent.Number("late", "how often a false seer lets others speak first", 0.35, 0, 1, "ours"),
			},
		},
		{
			Name: "day-2", Does: "goes through the flowchart of its role: power play, counter-claims, whom to ask for a vote",
			Reads: "day 1, execution, attack", Writes: "box of the figure, target, steps to say", Source: "figures 2, 4, 6 and 8; day2.go", Think: (*state).dayTwo,
			Params: []agent.Param{
				agent.Number("pose", "how often a villager comes out as the werewolf, for the possessed to hear", 0.5, 0, 1, "ours"),
			},
		},
		{
			Name: "persuasion", Silent: true, Does: "asks for the vote first, then gives reasons against the same player: what has happened gives them",
			Reads: "box, target, claims, results, votes, deaths", Writes: "the request and its reasons to say", Source: "sections 5.1 to 5.4; reason.go", Think: (*state).argue,
		},
		{
			Name: "vote", Silent: true, Does: "votes for its target", Reads: "target, suspicion", Writes: "vote", Source: "gptaku.go", Choose: (*state).vote,
		},
		{
			Name: "night", Silent: true, Does: "divines the most suspicious, attacks the claimant who cannot be the possessed", Reads: "claims, results, suspicion",
			Writes: "choice", Source: "ours", Choose: (*state).chooseAtNight,
		},
		{
			Name: "wording", Silent: true, Fixed: true, Does: "words the step by the strategic instruction of its box, and keeps what is decided", Reads: "box, steps to say",
			Writes: "instruction, utterance", Tasks: "word", Source: "instructions in sections 5.2 and 5.3; box.go", Speak: (*state).speak,
		},
	},
}
