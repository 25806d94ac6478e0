// Package task asks a language model what players ask of it. Each task has an input, an output, a prompt in two languages, a check and a
// rule; those that one player alone asks stand with it.
//
// The law of the package: every task gets an answer. If there is no model, or it is late, broken, over budget or fails
// the check, the task's rule answers from the same input, and the call says so. The words of others enter a prompt only
// through the template function "fenced", so that the model sees them as data. A prompt is a template file in
// a folder prompts, with the schema of its answer beside it; nothing else decides what a model is told.
package task
