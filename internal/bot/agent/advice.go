package agent

// paramAdvice turns the advice of the rules on.
const paramAdvice = "advice"

// Asked is the Frame of what asks no model itself, but stands in the prompts of those that do.
const Asked = "the frame asks the rules before the model"

// advice is the module of every system that tells its model what the rules would say and whom they would choose. No paper
// has it, so it is off: it is there to find out what the opinion of rules does to a model that decides.
func advice() Box {
	return Box{
		Name: paramAdvice, Does: "tells the model what the rules would say or choose; the model decides",
		Reads: "the talker's mind", Writes: "prompt", Tasks: "word, choose-target", Source: "ours, to experiment with",
		Params: []Param{Number(paramAdvice, "whether the model is told: 1 is yes", 0, 0, 1, "ours")},
		Silent: true, Fixed: true, Frame: Asked,
	}
}
