package mille

import "wolfden/internal/bot/agent"

// System is the player. It hears and speaks in its own way, so it has no talker.
var System = agent.System[state]{
	Name:  "mille",
	Paper: "Ohto: mille, AIWolfDial 2025",
	Model: agent.Nothing,
	Alone: true,
	New:   newState,
	Modules: []agent.Module[state]{
		{
			Name: "hearing", Silent: true, Fixed: true, Does: "takes in what is new, and knows its own words from others' in its seat", Reads: "words of all",
			Writes: "utterances", Source: "ours; word.go", Think: (*state).listen,
		},
		{
			Name: "coming-out", Silent: true, Does: "decides before the game with whose results to come out", Reads: "own role, chance", Writes: "role to claim",
			Source: "ours", Think: (*state).pose,
			Params: []agent.Param{agent.Number("pose", "how often one of the werewolves comes out as the seer", 0.3, 0, 1, "ours")},
		},
		{
			Name: "recognition", Silent: true, Does: "takes an utterance for the protocol sentence it is most like, Skip when nothing is near", Reads: "utterances",
			Writes: "protocol sentences", Source: "overview of AIWolfDial 2025; recognise.go", Think: (*state).recognise,
		},
		{
			Name: "estimation", Silent: true, Does: "estimates roles by rules", Reads: "claims, results, votes",
			Writes: "suspicion of each player", Source: "estimate.go", Think: (*state).judge,
		},
		{
			Name: "results", Silent: true, Does: "makes up the results of a false seer", Reads: "role to claim", Writes: "results", Source: "ours",
			Think:  (*state).invent,
			Params: []agent.Param{agent.Number("black", "how often an invented result is a werewolf", 0.55, 0, 1, "ours")},
		},
		{
			Name: "thoughts", Silent: true, Does: "thinks in the AIWolf protocol", Reads: "estimates, own role, results",
			Writes: "protocol sentences to say", Source: "thoughts.go", Think: (*state).ponder,
		},
		{
			Name: "choices", Silent: true, Does: "votes as announced, and chooses at night by the estimates", Reads: "estimates, announced vote", Writes: "choice",
			Source: "thoughts.go", Choose: (*state).choose,
		},
		{
			Name: "speech", Silent: true, Fixed: true, Does: "turns protocol sentences into plain language", Reads: "protocol sentences to say",
			Writes: "utterance", Source: "overview of AIWolfDial 2025; phrases.go", Speak: (*state).speak,
		},
	},
}
