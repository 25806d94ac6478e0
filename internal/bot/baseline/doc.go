// Package baseline is the organisers' agent for language models: one conversation with the model, and one prompt for
// each request.
//
// The law of the package: its user may replace the file of prompts, and a file of the organisers' agent works
// unchanged. A prompt sees the attributes that the organisers' agent gives it and nothing else, and reaches neither
// files nor the network. A meter counts what it loops, calls and holds (meter.go), so that a malicious prompt ends with
// an error. The model's answer is used only where the game allows it; otherwise, and without a prompt or a model, the
// rules of package talker answer.
package baseline
