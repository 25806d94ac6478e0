package lycaon

import "wolfden/internal/bot/agent"

// System is the player: plain with its own belief, plan and vote. What is left out of it is done as plain does it.
var System = agent.System[state]{
	Name:  "lycaon",
	Paper: "wolfden's own, by reason; docs/lycaon.md",
	Model: agent.Words,
	New:   with(Home),
	Modules: []agent.Module[state]{
		{
			Name: "reading", Silent: true, Does: "asks a model what rules did not understand", Reads: "words of others",
			Writes: "speech acts", Tasks: "message-type, extract-claims", Source: "ours", Hear: (*state).Hear,
		},
		{
			Name: "belief", Does: "weighs all worlds that are left by what was said and done", Reads: "facts of the game",
			Writes: "probabilities, suspicion", Source: "docs/reasoning.md", Think: (*state).believe,
		},
		{
			Name: "mask", Does: "decides whom to show itself as, and which results to invent", Reads: "own role, beliefs",
			Writes: "claims, results", Source: "pose.go, ways.go", Choose: (*state).show, Think: (*state).mask,
		},
		{
			Name: "plan", Does: "wants somebody executed: the likeliest werewolf, or for its side whom the village is readiest to execute",
			Reads: "beliefs, announced votes", Writes: "target", Source: "vote.go", Choose: (*state).want, Out: (*state).tell,
		},
		{
			Name: "night", Silent: true, Does: "divines who is nearest to even odds, attacks who is worth most to the village", Reads: "beliefs",
			Writes: "choice, proposal", Source: "night.go", Choose: (*state).chooseAtNight,
		},
		{
			Name: "sway", Silent: true, Does: "has votes go where they help most, beside those announced: the village's in talk, speaking up when that changes, everybody's at the ballot",
			Reads: "beliefs, announced votes", Writes: "target, change of vote", Source: "sway.go",
			Speak: (*state).reconsider, Choose: (*state).sway,
		},
		{
			Name: "lead", Silent: true, Does: "answers who asked, and announces its vote early enough for others to follow", Reads: "questions, target",
			Writes: "answer, announced vote", Source: "power.go", Speak: lead,
		},
		{
			Name: "appeal", Does: "asks somebody by name for a vote that can be won, with the reason by which that player has gone before",
			Reads: "announced votes, results, claims, target", Writes: "request, announced vote", Source: "appeal.go", Speak: (*state).appeal,
		},
		{
			Name: "power-play", Does: "says who it is when two of one side decide the game", Reads: "beliefs, who lives",
			Writes: "coming out, request, target", Source: "power.go", Speak: (*state).powerPlay, Choose: (*state).overpower,
		},
		{
			Name: "wording", Silent: true, Fixed: true, Does: "words what it says, and keeps what it says", Reads: "sentence",
			Writes: "utterance", Tasks: "word", Source: "ours", Frame: agent.Wording,
		},
	},
}

// With is the player with something else learnt.
func With(l *Learnt) agent.System[state] {
	other := System
	other.New = with(func() (*Learnt, error) { return l, nil })
	return other
}
