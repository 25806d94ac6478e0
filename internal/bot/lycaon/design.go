package lycaon

import "wolfden/internal/bot/agent"

// Design describes what the player is made of.
func Design() agent.Design {
	return agent.Design{
		Name:  "lycaon",
		Paper: "wolfden's own, by reason; docs/lycaon.md", Topics: []string{"belief", "mask", "plan", "reason"},
		Modules: []agent.Box{
			{
				Name: "reading", Fixed: true, Silent: true, Frame: "package reading", Does: "asks a model what rules did not understand", Reads: "words of others",
				Writes: "speech acts", Tasks: "message-type, extract-claims", Source: "ours",
			},
			{
				Name: "belief", Fixed: true, Silent: true, Frame: "lycaon.go", Does: "weighs all worlds that are left by what was said and done", Reads: "facts of the game",
				Writes: "probabilities", Source: "docs/reasoning.md",
			},
			{
				Name: "pose", Fixed: true, Silent: true, Frame: "pose.go", Does: "decides whom to show itself as, when to come out, and which results to invent", Reads: "own role, beliefs",
				Writes: "claims, results", Source: "pose.go, ways.go",
			},
			{
				Name: "vote", Fixed: true, Silent: true, Frame: "vote.go", Does: "executes whom it pays to execute, with the votes that can be had", Reads: "beliefs, announced votes",
				Writes: "vote", Source: "vote.go, sway.go",
			},
			{
				Name: "power play", Fixed: true, Silent: true, Frame: "power.go", Does: "says who it is when two of one side decide the game", Reads: "beliefs, who lives",
				Writes: "coming out, request", Source: "power.go",
			},
			{
				Name: "wording", Fixed: true, Silent: true, Frame: "package talker; agent.Voice where there is a model", Does: "words what it says, and keeps what it says", Reads: "sentence",
				Writes: "utterance", Tasks: "word", Source: "ours",
			},
		},
	}
}
