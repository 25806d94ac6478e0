package characterlab

import "wolfden/internal/bot/agent"

const overview = "overview of AIWolfDial 2025, section 3.3"

// System is the player. The overview describes it but gives no numbers.
var System = agent.System[state]{
	Name: "Character-Lab", Paper: "Kerdthaisong, Pasin, Khlaisamniang, Vorathammathorn, in the overview of AIWolfDial 2025", New: newState,
	Modules: []agent.Module[state]{
		{
			Name: "inference", Does: "keeps a distribution over every player's role", Reads: "accusations, defences, votes, claims, results",
			Writes: "probabilities by role", Source: overview + ": probabilistic role inference", Think: (*state).infer,
		},
		{
			Name: "relations", Does: "tracks trust, suspicion and alliance between every pair", Reads: "words, votes", Writes: "relations",
			Source: overview + ": relationship tracking", Think: (*state).relate,
		},
		{
			Name: "manager", Does: "makes one state of both, which words and votes follow", Reads: "probabilities, relations", Writes: "target", Tasks: "choose-target",
			Source: overview + ": game-state manager", Weigh: (*state).manage, Tell: (*state).tellWhoChooses, Out: (*state).tellTarget, Params: []agent.Param{
				agent.Number("certainty", "what a certain werewolf weighs beside the rules' own suspicion", 6, 0, 100, "ours"),
				agent.Number("warmth", "what full trust in a player takes off", 1, 0, 100, "ours"),
			},
		},
		{
			Name: "dialogue", Silent: true, Does: "words the utterance by the state", Reads: "state", Writes: "utterance", Tasks: "word",
			Source: overview, Tell: (*state).tellWhoSpeaks,
		},
	},
}
