package canislupus

import (
	"fmt"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/topic"
)

// Design describes what the player is made of.
func Design() agent.Design {
	const overview = "overview of AIWolfDial 2025, section 3.2"
	return agent.Design{
		Name:  "CanisLupus",
		Paper: "Sugawara (GREE Holdings), in the overview of AIWolfDial 2025",
		Modules: []agent.Module{
			{Name: "character", Does: "makes a prompt for the character, once a game", Reads: "profile", Writes: "character", Tasks: "expand-character", Source: overview},
			{
				Name: "topic", Does: "suggests a topic by the phase of the game, the more readily the more the talk stands still", Reads: "phase, what was said",
				Writes: "topic", Tasks: "pick-topic", Source: overview, Params: []agent.Param{{Name: "least probability", Value: fmt.Sprint(topic.Base), Source: "ours"}},
			},
			{
				Name: "memo", Does: "writes inferences and plans anew from the last memo", Reads: "memo, what happened since", Writes: "memo", Tasks: "play-memo",
				Source: overview, Params: []agent.Param{{Name: "margin to drop the target", Value: fmt.Sprint(margin), Source: "ours"}},
			},
			{Name: "talk", Silent: true, Fixed: true, Does: "acts by the memo", Reads: "character, topic, memo", Writes: "utterance, choices", Tasks: "word, choose-target", Source: overview},
		},
	}
}
