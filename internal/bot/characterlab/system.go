package characterlab

import "wolfden/internal/bot/agent"

const overview = "overview of AIWolfDial 2025, section 3.3"

// System is the player. The overview describes it but gives no numbers.
var System = agent.System[state]{
	Name: "Character-Lab", Paper: "Kerdthaisong, Pasin, Khlaisamniang, Vorathammathorn, in the overview of AIWolfDial 2025", New: newState,
	Modules: []agent.Module[state]{
		{
			Name: "reading", Silent: true, Does: "asks a model what rules did not understand", Reads: "words of others", Writes: "speech acts",
			Tasks: "message-type, extract-claims", Source: overview + ": linguistic cues", Hear: (*state).Hear,
		},
		{
			Name: "inference", Does: "keeps a distribution over every player's role", Reads: "accusations, defences, votes, claims, results",
			Writes: "probabilities by role", Source: overview + ": probabilistic role inference", Think: (*state).infer,
		},
		{
			Name: "relations", Does: "tracks trust, suspicion and alliance between every pair", Reads: "words, votes", Writes: "relations",
			Source: overview + ": relationship tracking", Think: (*state).relate,
		},
		{
			Name: "manager", Does: "makes one state of both, which votes, requests and the choices of the night follow: the village's hunt, the werewolves' deception",
			Reads: "probabilities, relations", Writes: "target, whom to ask for its vote, choices", Tasks: "choose-target",
			Source: overview + ": game-state manager; negotiation and deception", Think: (*state).manage, Speak: (*state).negotiate,
			Choose: (*state).choose, Out: (*state).remember, Params: []agent.Param{
				agent.Number("certainty", "what a certain werewolf, or a certain helper of the werewolves, weighs beside the rules' own suspicion", 6, 0, 100, "ours"),
				agent.Number("warmth", "what full trust in the player takes off", 1, 0, 100, "ours"),
				agent.Number("word", "what the player's own full trust in somebody takes off", 0.5, 0, 100, "ours"),
				agent.Number("alliance", "what full alliance with a certain werewolf weighs, or with the player", 3, 0, 100, "ours"),
				agent.Number("crowd", "what everybody's full suspicion weighs for the werewolves' side", 6, 0, 100, "ours"),
			},
		},
		{
			Name: "dialogue", Silent: true, Does: "words the utterance by the state", Reads: "state", Writes: "utterance", Tasks: "word",
			Source: overview, Speak: (*state).converse,
		},
	},
}
