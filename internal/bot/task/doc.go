// Package task holds everything that is asked of a language model by players: each a task with an input, an output, a
// prompt in two languages, a check and a rule.
//
// The law of the package: a task is answered, always. Where there is no model, or it is late, broken, over its budget or
// does not pass the check, the task's rule answers from the same input, and the call says so. The words of others enter
// a prompt through the template function "fenced" and no other way, so what they say is data to the model. A prompt is a
// template file under prompts with the schema of its answer beside it; nothing else decides what a model is told.
package task
