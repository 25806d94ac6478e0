// Package baseline is the organisers' agent for language models: one conversation with the model, one prompt a request.
//
// The law of the package: its prompts are a file that its user may replace, in the format of the organisers' agent, whose
// file runs as it is. A prompt sees the attributes that the organisers' agent gives it and nothing else, and can reach no
// file and no network. What it loops, calls and holds is counted (meter.go), so that a prompt of ill will ends with an
// error. What the model answers is said or chosen only where the game allows it; else, and where there is no prompt or no
// model, the rules of package talker answer.
package baseline
