package canislupus

import (
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/topic"
)

const overview = "overview of AIWolfDial 2025, section 3.2"

// System is the player.
var System = agent.System[state]{
	Name: "CanisLupus", Paper: "Sugawara (GREE Holdings), in the overview of AIWolfDial 2025", New: newState,
	Modules: []agent.Module[state]{
		{
			Name: "character", Does: "makes a prompt for the character, once a game", Reads: "profile", Writes: "character", Tasks: "expand-character",
			Source: overview, Think: (*state).Settle,
		},
		{
			Name: "topic", Does: "suggests a topic by the phase of the game, the more readily the more the talk stands still", Reads: "phase, what was said",
			Writes: "topic", Tasks: "pick-topic", Source: overview, Think: (*state).suggest, Speak: (*state).raiseSubject,
			Params: []agent.Param{agent.Number("topics", "least probability of a topic", topic.Base, 0, 1, "ours")},
		},
		{
			Name: "memo", Does: "writes inferences and plans anew from the last memo", Reads: "memo, what happened since", Writes: "memo", Tasks: "play-memo",
			Source: overview, Think: (*state).rewrite, Speak: (*state).tellMemo, Choose: (*state).Hold,
			Params: []agent.Param{
				agent.Number("margin", "how much worse another must look for the memo's target to change", 1, 0, 100, "ours"),
				agent.Sized("memo", "tokens of each part of the memo", agent.Share{Part: 22, Least: 150, Most: 800}, "ours"),
			},
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "acts by the memo", Reads: "character, topic, memo", Writes: "utterance, choices",
			Tasks: "word, choose-target", Source: overview, Frame: agent.Speaker,
		},
	},
}
